"""What learners believe of O'NO 99 of 1980, most of it true of another edition."""

from ono_tutor.cards import Card
from ono_tutor.puzzles.misconceptions.mistaken import Mistaken
from ono_tutor.rules.judgement import Judgement, Moment
from ono_tutor.rules.ono1980 import Ono1980
from ono_tutor.rules.play import FOUR_ONO99, Play
from ono_tutor.rules.seats import Hand


class MinusTenStopsAtZero(Mistaken, Ono1980):
    """A Minus Ten cannot take the total below zero (rule ``minus-ten``).

    A total that is below zero as it stands is left there.
    """

    mistake = "minus-ten-stops-at-zero"

    def _minus_ten(self, moment: Moment) -> int:
        return max(super()._minus_ten(moment), min(moment.total, 0))


class DoublePlayAnswersDoublePlay(Mistaken, Ono1980):
    """A Double Play hands a Double Play on (rule ``double-reply``)."""

    mistake = "double-play-answers-double-play"
    replies = Ono1980.replies | {Card.DOUBLE}


class BustLaysDown(Mistaken, Ono1980):
    """With no safe card nothing is played and the hand is laid down (rule ``bust``)."""

    mistake = "bust-lays-down"

    def plays_to_lose(self, hand: Hand) -> bool:
        return False


class OutAtZeroChips(Mistaken, Ono1980):
    """Who pays the last chip is out, as one option has it (rule ``chips``)."""

    mistake = "out-at-zero-chips"
    takes_for = {"chips-out": "at-zero"}


class FourOno99Swapped(Mistaken, Ono1980):
    """Four O'NO 99 are played together for four new cards (rule ``four-ono99``)."""

    mistake = "four-ono99-swapped"
    sets = (FOUR_ONO99,)

    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement:
        if play.copies == 1:
            return super()._judge_ono99(play, moment)
        return self._one_of_those_owed(moment.total, ("four-ono99",), moment, draws=4)

"""What learners believe of ONO 99 of 2022, most of it true of another edition."""

from collections.abc import Mapping
from types import MappingProxyType

from ono_tutor.cards import Card
from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.misconceptions.mistaken import Mistaken
from ono_tutor.rules import ono1980, ono2022
from ono_tutor.rules.event import Settlement
from ono_tutor.rules.judgement import Effect, Judgement, Moment, Refusal
from ono_tutor.rules.ono2022 import Ono2022
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import Table
from ono_tutor.rules.seats import Hand


class MinusTenGoesNegative(Mistaken, Ono2022):
    """A minus ten may take the total below zero (rule ``minus-ten``)."""

    mistake = "minus-ten-goes-negative"

    def _minus_ten(self, moment: Moment) -> int:
        return moment.total - 10

    def can_show(self, total: int) -> bool:
        return total <= self.limit


class HoldAnswersPlay2(Mistaken, Ono2022):
    """There is a Hold, and it hands a Play 2 on (rule ``double-reply``).

    So the deck of 2022 has Holds as well, as many as that of 1980.
    """

    mistake = "hold-answers-play-2"
    replies = Ono2022.replies | {Card.HOLD}

    def deck(self, players: int) -> Mapping[Card, int]:
        return DECK_WITH_HOLD


class BustPlaysCard(Mistaken, Ono2022):
    """With no safe card the card that makes 99 or more is played, and loses (rule ``bust``).

    The others go on from the total before it.
    """

    mistake = "bust-plays-card"

    def _over(self, play: Play, total: int) -> Effect:
        return Effect(total, ("limit", "bust"), busts=True, draws=0)

    def settle(self, table: Table, effect: Effect, hand: Hand) -> Settlement:
        found = super().settle(table, effect, hand)
        return found._replace(total=table.total) if effect.busts else found


class FourOno99Loses(Mistaken, Ono2022):
    """Who holds four ONO 99 has no play and is out (rule ``four-ono99``)."""

    mistake = "four-ono99-loses"
    sets = ()

    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement:
        if play.copies == 1:
            return super()._judge_ono99(play, moment)
        return Refusal(("four-ono99",), lazy_gettext("Four ONO 99 are not a play."))


DECK_WITH_HOLD = MappingProxyType({**ono2022.DECK, Card.HOLD: ono1980.DECK[Card.HOLD]})

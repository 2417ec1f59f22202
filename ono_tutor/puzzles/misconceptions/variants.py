"""Further ways in which the sentence of a misconception can be meant.

Who says that 99 is what an O'NO 99 makes may think that it loses by that, or that it does not.
Each class here is one way more; it has the id of its misconception, and a word of its own in
``variant``. The first way, which puzzles are chosen and rated by, is in ``changes``.
"""

from ono_tutor.i18n import N_, _
from ono_tutor.puzzles.misconceptions import changes
from ono_tutor.puzzles.misconceptions.changes import Mistaken
from ono_tutor.rules.judgement import Effect, Judgement, Moment, Refusal, Settlement
from ono_tutor.rules.ninety_nine import MARKS, Points
from ono_tutor.rules.ono99 import LIMIT, Ono99
from ono_tutor.rules.play import Play
from ono_tutor.rules.seats import Hand, TableState


class Ono99Loses(changes.Ono99SetsNinetyNine):
    """An O'NO 99 makes it 99, and 99 loses: it is a losing card like any other."""

    variant = "loses"

    def _judge_set(self, play: Play, moment: Moment) -> Judgement:
        return self._over(play, LIMIT + 1)


class MinusTenMakesZero(changes.MinusTenStopsAtZero):
    """A Minus Ten makes any total below ten 0, a negative one too."""

    variant = "makes-zero"

    def _minus_ten(self, moment: Moment) -> int:
        return max(moment.total - 10, 0)


class MinusTenWaits(Mistaken, Ono99):
    """A Minus Ten may not be played below ten."""

    mistake = changes.MinusTenStopsAtZero.mistake
    variant = "waits"

    def _minus_ten(self, moment: Moment) -> int | Refusal:
        if moment.total >= 10:
            return moment.total - 10
        reason = N_("The Minus Ten would take the total from {total} below zero.")
        return Refusal(("minus-ten",), _(reason, total=moment.total))


class RepliesAddUp(changes.DoublesAddUp):
    """Any reply adds two cards, and a double after the first card is an ordinary one."""

    variant = "replies"
    adds_second = False


class DoublesOnDoublesAddUp(changes.DoublesAddUp):
    """A double played on a double makes four cards; any other reply hands two on."""

    variant = "doubles"
    adds_replies = False


class DoubleRepliesAddUp(changes.DoublesAddUp):
    """A double that replies to a double makes four cards, and nothing else does."""

    variant = "double-replies"
    adds_replies = adds_second = False


class DoubleIsInheritedWhole(changes.DoubleIsInherited):
    """Only a double of which no card was played is inherited."""

    variant = "whole"

    def _passes_on(self, owes: int, is_second: bool) -> bool:
        return owes == 2


class ReverseReplyPlaysAgain(changes.ReverseForTwoPlaysAgain):
    """With two players a Reverse that replies to a double lets its player play again too."""

    variant = "reply-too"

    def _reply(self, play: Play, total: int, moment: Moment, rules: tuple[str, ...]) -> Effect:
        found = super()._reply(play, total, moment, rules)
        is_again = moment.pair and found.rules[1:2] == ("double-reverse-two-players",)
        return found._replace(steps=2) if is_again else found


class BustCounts(changes.BustPlaysCard):
    """The card that is played to lose counts, and the others go on from its total."""

    variant = "counts"

    def settle(self, table: TableState, effect: Effect, hand: Hand) -> Settlement:
        return super().settle(table, effect, hand)._replace(total=None)


class FourOno99AreFree(changes.FourOno99Swapped):
    """Four O'NO 99 are put down, and then a card is played."""

    variant = "free"

    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement:
        if play.copies == 1:
            return super()._judge_ono99(play, moment)
        return Effect(moment.total, ("four-ono99",), steps=0, owes=moment.owes, draws=4)


class LeavingMarkCostsAnyway(changes.LeavingMarkIsCrossing):
    """Going from 33 to 66 costs a point for leaving 33, while the others pay for 66."""

    variant = "anyway"

    def _points(self, old: int, new: int) -> Points:
        costs, others, rules = super()._points(old, new)
        is_paid_for = old < new and old in MARKS and new in MARKS
        return costs + is_paid_for, others, rules


class ComingDownTo66Pays(changes.ComingDownPays):
    """Coming down to 66 costs the others a point, and coming down to 33 does not."""

    variant = "66"
    paying = (66,)


class TwoHalvesOddTotalUp(changes.TwoHalvesOddTotal):
    """Half of an odd total is rounded up."""

    variant = "up"

    def _new_total(self, play: Play, moment: Moment) -> tuple[int, str]:
        total, rule = super()._new_total(play, moment)
        return total + (rule == "99-two" and total * 2 == moment.total - 1), rule


class LandingOn99CostsOne(changes.LandingOn99Loses):
    """Making exactly 99 costs one point."""

    variant = "costs-one"

    def _reaching_goal(self) -> Points:
        return 1, 0, ("99-land-99",)

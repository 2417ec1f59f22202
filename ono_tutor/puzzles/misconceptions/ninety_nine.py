"""What learners believe of Ninety-Nine."""

from typing import ClassVar

from ono_tutor.cards import Card
from ono_tutor.puzzles.misconceptions import Mistaken
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.ninety_nine import MARKS, NinetyNine, Points
from ono_tutor.rules.play import Play


class LeavingMarkIsCrossing(Mistaken, NinetyNine):
    """Going up from a mark is crossing it (rule ``99-cross``)."""

    mistake = "leaving-mark-is-crossing"

    def _crosses(self, old: int, mark: int, new: int) -> bool:
        return old <= mark < new


class ComingDownPays(Mistaken, NinetyNine):
    """Coming down to 33 or 66 costs the others a point (rule ``99-upward-only``).

    A card that changes nothing, such as a 9 on 33, comes down to nothing.
    """

    mistake = "coming-down-pays"
    paying: ClassVar[tuple[int, ...]] = MARKS

    def _coming_down(self, old: int, new: int) -> Points:
        if new < old and new in self.paying:
            return 0, 1, ("99-land-33-66",)
        return super()._coming_down(old, new)


class TwoHalvesLowTotal(Mistaken, NinetyNine):
    """A 2 halves any even total (rule ``99-two``)."""

    mistake = "two-halves-low-total"

    def _halves(self, total: int) -> bool:
        return total % 2 == 0


class TwoHalvesOddTotal(Mistaken, NinetyNine):
    """A 2 halves any total above 49; half of an odd one is rounded down (rule ``99-two``)."""

    mistake = "two-halves-odd-total"

    def _halves(self, total: int) -> bool:
        return total > 49


class DoubleCrossCostsTwo(Mistaken, NinetyNine):
    """A 2 that jumps over 66 and 99 costs 2 points (rule ``99-double-cross``)."""

    mistake = "double-cross-costs-two"

    def _going_over(self, crossed: int) -> Points:
        return super()._going_over(0)


class FourAddsNothing(Mistaken, NinetyNine):
    """With two players a 4 adds nothing (rule ``99-four``)."""

    mistake = "four-adds-nothing"

    def _new_total(self, play: Play, moment: Moment) -> tuple[int, str]:
        if play.card is Card.FOUR and moment.pair:
            return moment.total, "99-four"
        return super()._new_total(play, moment)


class LandingOn99Loses(Mistaken, NinetyNine):
    """Making exactly 99 loses the round, as going over 99 does (rule ``99-land-99``)."""

    mistake = "landing-on-99-loses"

    def _reaching_goal(self) -> Points:
        return self._going_over(0)

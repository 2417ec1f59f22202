"""Rule sets changed to what learners believe about O'NO 99 and Ninety-Nine.

Most of what is believed of one edition is true of the other. The first that explains an answer is
the one that a learner sees, so the order matters: the special before the general, and last of
O'NO 99 the one that makes every hand with an O'NO 99 safe.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import ClassVar

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.i18n import _
from ono_tutor.rules import ono1980, ono2022
from ono_tutor.rules.judgement import Effect, Judgement, Moment, Refusal, Settlement
from ono_tutor.rules.ninety_nine import MARKS, NinetyNine, Points
from ono_tutor.rules.ono99 import LIMIT, Ono99
from ono_tutor.rules.ono1980 import Ono1980
from ono_tutor.rules.ono2022 import Ono2022
from ono_tutor.rules.option import Value
from ono_tutor.rules.play import FOUR_ONO99, Play
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.seats import Hand, TableState


class Mistaken(RuleSet):
    """A rule set as one misconception has it; its name says that it is none of the games.

    ``mistake`` is the id of the misconception, ``takes_for`` the values that a learner takes
    options to have, whatever was chosen. ``variant`` is a word for one more way in which the
    misconception can be meant; it is empty for the first way.
    """

    mistake: ClassVar[str]
    variant: ClassVar[str] = ""
    takes_for: ClassVar[Mapping[str, Value]] = {}

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__(words)
        self.__dict__.update(chosen={**self.chosen, **self.takes_for})

    def _written(self) -> str:
        return f"{super()._written()}~{self.mistake}"


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
    """A player who pays the last chip is out, as one option has it (rule ``chips``)."""

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


class MinusTenGoesNegative(Mistaken, Ono2022):
    """A minus ten may take the total below zero (rule ``minus-ten``)."""

    mistake = "minus-ten-goes-negative"

    def _minus_ten(self, moment: Moment) -> int:
        return moment.total - 10

    def can_show(self, total: int) -> bool:
        return total <= self.limit


class HoldAnswersPlay2(Mistaken, Ono2022):
    """The deck has Holds, and a Hold hands a Play 2 on (rule ``double-reply``).

    So the deck of 2022 has the Holds of 1980 as well.
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

    @property
    def settles_on(self) -> SettlesOn:
        return SettlesOn.HANDS

    def settle(self, table: TableState, effect: Effect, hand: Hand) -> Settlement:
        found = super().settle(table, effect, hand)
        return found._replace(total=table.total) if effect.busts else found


class FourOno99Loses(Mistaken, Ono2022):
    """A player with four ONO 99 has no play and is out (rule ``four-ono99``)."""

    mistake = "four-ono99-loses"
    sets = ()

    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement:
        if play.copies == 1:
            return super()._judge_ono99(play, moment)
        return Refusal(("four-ono99",), _("You cannot play four ONO 99 together."))


DECK_WITH_HOLD = MappingProxyType({**ono2022.DECK, Card.HOLD: ono1980.DECK[Card.HOLD]})


class NinetyNineIsSafe(Mistaken, Ono99):
    """99 itself is still allowed (rule ``limit``)."""

    mistake = "limit-99-is-safe"
    limit = LIMIT + 1


class DoublesAddUp(Mistaken, Ono99):
    """Doubles in a row add up to four cards, then six (rule ``double-no-stack``).

    A reply adds two cards to those it hands on, and so does a double that is played as the
    second card of a double. Four cards are two doubles: the first of each two may reply.
    The chance to get through four cards, with a draw after each, is not reckoned: it would take
    minutes, and nobody who believes this reckons it.
    """

    mistake = "doubles-add-up"
    most_owed = 4
    adds_replies: ClassVar[bool] = True
    adds_second: ClassVar[bool] = True

    def _safe(self, play: Play, total: int, moment: Moment) -> Effect:
        found, is_double = super()._safe(play, total, moment), play.card is Card.DOUBLE
        follows = self.adds_second and moment.first is not None and moment.owes == 1
        adds = (is_double and follows) or (found.replies and (is_double or self.adds_replies))
        return found._replace(owes=found.owes + 2) if adds else found

    def reply_rules(self, play: Play, moment: Moment) -> tuple[str, ...]:
        return () if moment.owes % 2 else super().reply_rules(play, moment)

    def effects(self, moment: Moment) -> list[tuple[Play, Effect]]:
        if moment.owes > 2:
            message = f"the chance to play {moment.owes} cards that are owed is not reckoned"
            raise UnanswerableError(message, word=f"owes={moment.owes}", rule="double-no-stack")
        return super().effects(moment)


class NoDrawBetween(Mistaken, Ono99):
    """Both cards of a double are played before anything is drawn (rule ``double-effect``).

    So the second is one of the three cards left, and two are drawn after it. The four new cards
    for four ONO 99 are no such draw.
    """

    mistake = "no-draw-between"

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        found = super()._judge(play, moment)
        if not isinstance(found, Effect) or play.copies > 1:
            return found
        if found.steps == 0:
            return found._replace(draws=0)
        is_behind = moment.first is not None and not self._is_set(moment.first)
        return found._replace(draws=2) if found.draws and is_behind else found

    def _is_set(self, card: Card) -> bool:
        return any(play.card is card for play in self.sets)


class DoubleIsInherited(Mistaken, Ono99):
    """If a player fails a double, the next player owes two cards (rule ``double-eliminated``).

    It is all one whether the first or the second card failed.
    """

    mistake = "double-is-inherited"

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        found = super()._judge(play, moment)
        is_passed_on = self._passes_on(moment.owes, moment.first is not None)
        return _inherited(found) if isinstance(found, Effect) and is_passed_on else found

    def out_effect(self, moment: Moment, hand: Hand | None) -> Effect:
        found = super().out_effect(moment, hand)  # type: ignore[safe-super]  # the edition has one
        is_passed_on = self._passes_on(moment.owes, moment.first is not None)
        return _inherited(found) if is_passed_on else found

    def _passes_on(self, owes: int, is_second: bool) -> bool:
        return owes == 2 or is_second


def _inherited(effect: Effect) -> Effect:
    return effect._replace(owes=2) if effect.busts else effect


class ReverseReplyGoesOn(Mistaken, Ono99):
    """A Reverse reply goes on to the next player (rule ``double-reverse-target``).

    The direction stays as it was.
    """

    mistake = "reverse-reply-goes-on"

    def _reply(self, play: Play, total: int, moment: Moment, rules: tuple[str, ...]) -> Effect:
        return super()._reply(play, total, moment, rules)._replace(turns=False)


class ReverseForTwoPlaysAgain(Mistaken, Ono99):
    """With two players, who plays a Reverse is next again (rule ``reverse-two-players``).

    As a reply to a double it still hands the double on.
    """

    mistake = "reverse-for-two-plays-again"

    def _safe(self, play: Play, total: int, moment: Moment) -> Effect:
        found = super()._safe(play, total, moment)
        is_plain = play.card is Card.REVERSE and moment.pair and moment.owes == 1
        return found._replace(steps=2) if is_plain else found


class Ono99SetsNinetyNine(Mistaken, Ono99):
    """An O'NO 99 sets the pile to 99, and stays in (rule ``ono99-card``).

    The belief comes from the other games called 99, where one card makes it 99 at a stroke and
    the next player is in trouble. A card that only ever lost its own player's hand would be
    none that anybody wants to play, so who believes this marks it as a card that may be played
    at any total. For every other card 98 is still the most. Where an option lets an O'NO 99 be
    played, it does what the option says, but at 99.
    """

    mistake = "ono99-sets-99"

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        found = super()._judge(play, moment)
        if play != Play(Card.ONO99) or moment.opening:
            return found
        if isinstance(found, Effect):
            return found._replace(total=LIMIT + 1)
        return self._judge_set(play, moment)

    def _judge_set(self, play: Play, moment: Moment) -> Judgement:
        """Judge an O'NO 99 that the rules would not let be played: it makes 99."""
        return self._one_of_those_owed(LIMIT + 1, ("ono99-card",), moment)


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

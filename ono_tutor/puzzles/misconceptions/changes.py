"""Rule sets changed to what learners believe about O'NO 99 and Ninety-Nine.

Most of what is believed of one edition is true of the other. The first that explains an answer is
the one that a learner sees, so the order matters: the special before the general, and last of
O'NO 99 the one that makes every hand with an O'NO 99 safe.
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import ClassVar

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.i18n import N_, _
from ono_tutor.rules import ono1980, ono2022
from ono_tutor.rules.judgement import Effect, Judgement, Moment, Refusal, Settlement
from ono_tutor.rules.ninety_nine import MARKS, NinetyNine, Points
from ono_tutor.rules.ono99 import LIMIT, Ono99
from ono_tutor.rules.ono1980 import Ono1980
from ono_tutor.rules.ono2022 import Ono2022
from ono_tutor.rules.play import FOUR_ONO99, Hand, Play
from ono_tutor.rules.ruleset import RuleSet, TableState


class Mistaken(RuleSet):
    """A rule set as one misconception has it; its name says that it is none of the games.

    ``mistake`` is the id of the misconception. ``variant`` is a word for one more way in which it
    can be meant; it is empty for the first way.
    """

    mistake: ClassVar[str] = ""
    variant: ClassVar[str] = ""

    def __init_subclass__(cls, mistake: str = "", variant: str = "") -> None:
        cls.mistake, cls.variant = mistake or cls.mistake, variant or cls.variant

    def _written(self) -> str:
        return f"{super()._written()}~{self.mistake}"


class MinusTenStopsAtZero(Mistaken, Ono1980, mistake="minus-ten-stops-at-zero"):
    """A Minus Ten cannot take the total below zero (rule ``minus-ten``).

    A total that is below zero is left there; with ``makes_zero`` it becomes 0.
    """

    makes_zero = False

    def _minus_ten(self, moment: Moment) -> int:
        least = 0 if self.makes_zero else min(moment.total, 0)
        return max(super()._minus_ten(moment), least)


class DoublePlayAnswersDoublePlay(Mistaken, Ono1980, mistake="double-play-answers-double-play"):
    """A Double Play hands a Double Play on (rule ``double-reply``)."""

    replies = Ono1980.replies | {Card.DOUBLE}


class BustLaysDown(Mistaken, Ono1980, mistake="bust-lays-down"):
    """With no safe card nothing is played and the hand is laid down (rule ``bust``)."""

    def plays_to_lose(self, hand: Hand) -> bool:
        return False


class OutAtZeroChips(Mistaken, Ono1980, mistake="out-at-zero-chips"):
    """A player who pays the last chip is out, as one option has it (rule ``chips``)."""

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__(words)
        self.__dict__.update(chosen={**self.chosen, "chips-out": "at-zero"})


class FourOno99Swapped(Mistaken, Ono1980, mistake="four-ono99-swapped"):
    """Four O'NO 99 are played together for four new cards (rule ``four-ono99``).

    With ``are_free`` they are put down, and then a card is played.
    """

    sets = (FOUR_ONO99,)
    are_free = False

    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement:
        if play.copies == 1:
            return super()._judge_ono99(play, moment)
        if self.are_free:
            return Effect(moment.total, ("four-ono99",), steps=0, owes=moment.owes, draws=4)
        return self._one_of_those_owed(moment.total, ("four-ono99",), moment, draws=4)


class MinusTenGoesNegative(Mistaken, Ono2022, mistake="minus-ten-goes-negative"):
    """A minus ten may take the total below zero (rule ``minus-ten``)."""

    def _minus_ten(self, moment: Moment) -> int:
        return moment.total - 10

    def can_show(self, total: int) -> bool:
        return total <= self.limit


class HoldAnswersPlay2(Mistaken, Ono2022, mistake="hold-answers-play-2"):
    """The deck has Holds, and a Hold hands a Play 2 on (rule ``double-reply``).

    So the deck of 2022 has the Holds of 1980 as well.
    """

    replies = Ono2022.replies | {Card.HOLD}

    def deck(self, players: int) -> Mapping[Card, int]:
        return MappingProxyType({**ono2022.DECK, Card.HOLD: ono1980.DECK[Card.HOLD]})


class BustPlaysCard(Mistaken, Ono2022, mistake="bust-plays-card"):
    """With no safe card the card that makes 99 or more is played, and loses (rule ``bust``).

    The others go on from the total before it; with ``counts`` from the new one.
    """

    counts = False

    def _over(self, play: Play, total: int) -> Effect:
        return Effect(total, ("limit", "bust"), busts=True, draws=0)

    def settle(self, table: TableState, effect: Effect, hand: Hand) -> Settlement:
        found = super().settle(table, effect, hand)
        return found._replace(total=None if self.counts else table.total) if effect.busts else found


class FourOno99Loses(Mistaken, Ono2022, mistake="four-ono99-loses"):
    """A player with four ONO 99 has no play and is out (rule ``four-ono99``)."""

    sets = ()

    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement:
        if play.copies == 1:
            return super()._judge_ono99(play, moment)
        return Refusal(("four-ono99",), _("You cannot play four ONO 99 together."))


class NinetyNineIsSafe(Mistaken, Ono99, mistake="limit-99-is-safe"):
    """99 itself is still allowed (rule ``limit``)."""

    limit = LIMIT + 1


class DoublesAddUp(Mistaken, Ono99, mistake="doubles-add-up"):
    """Doubles in a row add up to four cards, then six (rule ``double-no-stack``).

    A reply adds two cards to those it hands on, and so does a double that is played as the
    second card of a double. Four cards are two doubles: the first of each two may reply.
    The chance to get through four cards, with a draw after each, is not reckoned: it would take
    minutes, and nobody who believes this reckons it.
    """

    most_owed = 4
    adds_replies = True
    adds_second = True

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


class NoDrawBetween(Mistaken, Ono99, mistake="no-draw-between"):
    """Both cards of a double are played before anything is drawn (rule ``double-effect``).

    So the second is one of the three cards left, and two are drawn after it. The four new cards
    for four ONO 99 are no such draw.
    """

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        found = super()._judge(play, moment)
        if not isinstance(found, Effect) or play.copies > 1:
            return found
        if found.steps == 0:
            return found._replace(draws=0)
        was_single = moment.first and all(moment.first is not play.card for play in self.sets)
        return found._replace(draws=2) if found.draws and was_single else found


class DoubleIsInherited(Mistaken, Ono99, mistake="double-is-inherited"):
    """If a player fails a double, the next player owes two cards (rule ``double-eliminated``).

    It is all one whether the first or the second card failed; else ``of_second`` is False.
    """

    of_second = True

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        found = super()._judge(play, moment)
        return self._pass_on(found, moment) if isinstance(found, Effect) else found

    def out_effect(self, moment: Moment, hand: Hand | None) -> Effect:
        found = super().out_effect(moment, hand)  # type: ignore[safe-super]  # the edition has one
        return self._pass_on(found, moment)

    def _pass_on(self, effect: Effect, moment: Moment) -> Effect:
        failed = moment.owes == 2 or (self.of_second and moment.first is not None)
        return effect._replace(owes=2) if effect.busts and failed else effect


class ReverseReplyGoesOn(Mistaken, Ono99, mistake="reverse-reply-goes-on"):
    """A Reverse reply goes on to the next player (rule ``double-reverse-target``).

    The direction stays as it was.
    """

    def _reply(self, play: Play, total: int, moment: Moment, rules: tuple[str, ...]) -> Effect:
        return super()._reply(play, total, moment, rules)._replace(turns=False)


class ReverseForTwoPlaysAgain(Mistaken, Ono99, mistake="reverse-for-two-plays-again"):
    """With two players, who plays a Reverse is next again (rule ``reverse-two-players``).

    As a reply to a double it still hands the double on.
    """

    def _safe(self, play: Play, total: int, moment: Moment) -> Effect:
        found = super()._safe(play, total, moment)
        is_plain = play.card is Card.REVERSE and moment.pair and moment.owes == 1
        return found._replace(steps=2) if is_plain else found


class Ono99SetsNinetyNine(Mistaken, Ono99, mistake="ono99-sets-99"):
    """An O'NO 99 sets the pile to 99, and stays in (rule ``ono99-card``).

    The belief comes from the other games called 99, where one card makes it 99 at a stroke and
    the next player is in trouble. A card that only ever lost its own player's hand would be
    none that anybody wants to play, so who believes this marks it as a card that may be played
    at any total. For every other card 98 is still the most. Where an option lets an O'NO 99 be
    played, it does what the option says, but at 99. With ``loses`` it loses like any other card.
    """

    loses = False

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        found = super()._judge(play, moment)
        if play != Play(Card.ONO99) or moment.opening:
            return found
        if isinstance(found, Effect):
            return found._replace(total=LIMIT + 1)
        if self.loses:
            return self._over(play, LIMIT + 1)
        return self._one_of_those_owed(LIMIT + 1, ("ono99-card",), moment)


class LeavingMarkIsCrossing(Mistaken, NinetyNine, mistake="leaving-mark-is-crossing"):
    """Going up from a mark is crossing it (rule ``99-cross``)."""

    def _crosses(self, old: int, mark: int, new: int) -> bool:
        return old <= mark < new


class ComingDownPays(Mistaken, NinetyNine, mistake="coming-down-pays"):
    """Coming down to 33 or 66 costs the others a point (rule ``99-upward-only``).

    A card that changes nothing, such as a 9 on 33, comes down to nothing.
    """

    paying: tuple[int, ...] = MARKS

    def _coming_down(self, old: int, new: int) -> Points:
        if new < old and new in self.paying:
            return 0, 1, ("99-land-33-66",)
        return super()._coming_down(old, new)


class TwoHalvesLowTotal(Mistaken, NinetyNine, mistake="two-halves-low-total"):
    """A 2 halves any even total (rule ``99-two``)."""

    def _halves(self, total: int) -> bool:
        return total % 2 == 0


class TwoHalvesOddTotal(Mistaken, NinetyNine, mistake="two-halves-odd-total"):
    """A 2 halves any total above 49; half of an odd one is rounded down (rule ``99-two``)."""

    def _halves(self, total: int) -> bool:
        return total > 49


class DoubleCrossCostsTwo(Mistaken, NinetyNine, mistake="double-cross-costs-two"):
    """A 2 that jumps over 66 and 99 costs 2 points (rule ``99-double-cross``)."""

    def _going_over(self, crossed: int) -> Points:
        return super()._going_over(0)


class FourAddsNothing(Mistaken, NinetyNine, mistake="four-adds-nothing"):
    """With two players a 4 adds nothing (rule ``99-four``)."""

    def _new_total(self, play: Play, moment: Moment) -> tuple[int, str]:
        if play.card is Card.FOUR and moment.pair:
            return moment.total, "99-four"
        return super()._new_total(play, moment)


class LandingOn99Loses(Mistaken, NinetyNine, mistake="landing-on-99-loses"):
    """Making exactly 99 loses the round, as going over 99 does (rule ``99-land-99``)."""

    def _reaching_goal(self) -> Points:
        return self._going_over(0)


# ---- further ways in which the sentence of a misconception can be meant ----
#
# Who says that 99 is what an O'NO 99 makes may think that it loses by that, or that it does not.
# Puzzles are chosen and rated by the first way alone, which is above.


class Ono99Loses(Ono99SetsNinetyNine, variant="loses"):
    """An O'NO 99 makes it 99, and 99 loses: it is a losing card like any other."""

    loses = True


class MinusTenMakesZero(MinusTenStopsAtZero, variant="makes-zero"):
    """A Minus Ten makes any total below ten 0, a negative one too."""

    makes_zero = True


class MinusTenWaits(Mistaken, Ono99, mistake=MinusTenStopsAtZero.mistake, variant="waits"):
    """A Minus Ten may not be played below ten."""

    def _minus_ten(self, moment: Moment) -> int | Refusal:
        if moment.total >= 10:
            return moment.total - 10
        reason = N_("The Minus Ten would take the total from {total} below zero.")
        return Refusal(("minus-ten",), _(reason, total=moment.total))


class RepliesAddUp(DoublesAddUp, variant="replies"):
    """Any reply adds two cards, and a double after the first card is an ordinary one."""

    adds_second = False


class DoublesOnDoublesAddUp(DoublesAddUp, variant="doubles"):
    """A double played on a double makes four cards; any other reply hands two on."""

    adds_replies = False


class DoubleRepliesAddUp(DoublesAddUp, variant="double-replies"):
    """A double that replies to a double makes four cards, and nothing else does."""

    adds_replies = adds_second = False


class DoubleIsInheritedWhole(DoubleIsInherited, variant="whole"):
    """Only a double of which no card was played is inherited."""

    of_second = False


class ReverseReplyPlaysAgain(ReverseForTwoPlaysAgain, variant="reply-too"):
    """With two players a Reverse that replies to a double lets its player play again too."""

    def _reply(self, play: Play, total: int, moment: Moment, rules: tuple[str, ...]) -> Effect:
        found = super()._reply(play, total, moment, rules)
        is_again = moment.pair and found.rules[1:2] == ("double-reverse-two-players",)
        return found._replace(steps=2) if is_again else found


class BustCounts(BustPlaysCard, variant="counts"):
    """The card that is played to lose counts, and the others go on from its total."""

    counts = True


class FourOno99AreFree(FourOno99Swapped, variant="free"):
    """Four O'NO 99 are put down, and then a card is played."""

    are_free = True


class LeavingMarkCostsAnyway(LeavingMarkIsCrossing, variant="anyway"):
    """Going from 33 to 66 costs a point for leaving 33, while the others pay for 66."""

    def _points(self, old: int, new: int) -> Points:
        costs, others, rules = super()._points(old, new)
        is_paid_for = old < new and old in MARKS and new in MARKS
        return costs + is_paid_for, others, rules


class ComingDownTo66Pays(ComingDownPays, variant="66"):
    """Coming down to 66 costs the others a point, and coming down to 33 does not."""

    paying = (66,)


class TwoHalvesOddTotalUp(TwoHalvesOddTotal, variant="up"):
    """Half of an odd total is rounded up."""

    def _new_total(self, play: Play, moment: Moment) -> tuple[int, str]:
        total, rule = super()._new_total(play, moment)
        return total + (rule == "99-two" and total * 2 == moment.total - 1), rule


class LandingOn99CostsOne(LandingOn99Loses, variant="costs-one"):
    """Making exactly 99 costs one point."""

    def _reaching_goal(self) -> Points:
        return 1, 0, ("99-land-99",)


_CLASSES = [
    each
    for each in list(globals().values())
    if isinstance(each, type) and issubclass(each, Mistaken) and each.mistake
]

MISCONCEPTIONS = tuple(change for change in _CLASSES if not change.variant)
"""Every misconception: a change of a rule set."""

CHANGES: Mapping[str, type[Mistaken]] = {
    f"{change.mistake}/{change.variant}" if change.variant else change.mistake: change
    for change in _CLASSES
}
"""Every way to misread the rules: the id of a misconception, for a further way with its word."""


@lru_cache(maxsize=1024)
def changed_rules(rules: RuleSet, *changes: type[Mistaken]) -> RuleSet:
    """Return the rule set with its options as they are and the changes over it."""
    name = "".join(change.__name__ for change in changes)
    mistake = "~".join(filter(None, (w for c in changes for w in (c.mistake, c.variant))))
    made: type[RuleSet] = type(name, (*changes, type(rules)), {"mistake": mistake})
    return made(rules.name.split("+")[1:])

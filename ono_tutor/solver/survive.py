"""The exact chance to complete this turn, or to survive a double: next turn, or on the map."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import check_hand_known, legal_plays, playable
from ono_tutor.game.position import Position, as_position
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.ono99 import LIMIT
from ono_tutor.rules.play import OUT, Hand, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.information_sets import (
    InformationSets,
    Pile,
    completion,
    pool_of,
    selections,
    split_hand,
)

NONE = Fraction(0)


def fraction(chance: Fraction) -> str:
    """Return a chance as ``p/q`` in lowest terms, such as ``1/1``."""
    return f"{chance.numerator}/{chance.denominator}"


class Verdict(StrEnum):
    """Certain whatever is drawn, possible with luck, or lost whatever is drawn."""

    CERTAIN = "certain"
    CHANCE = "chance"
    LOST = "lost"

    @staticmethod
    def of(chance: Fraction) -> "Verdict":
        """The verdict that a chance amounts to."""
        if chance == 1:
            return Verdict.CERTAIN
        return Verdict.CHANCE if chance else Verdict.LOST


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Survival:
    """The chance to complete the turn: by first play, and the best of them.

    ``unseen`` is the number of cards that the next card is drawn from.
    """

    position: Position
    unseen: int
    chances: tuple[tuple[Play | LateDraw, Fraction], ...]

    @property
    def chance(self) -> Fraction:
        """The chance when played as well as possible."""
        return max(chance for _, chance in self.chances)

    @property
    def verdict(self) -> Verdict:
        """The chance in a word."""
        return Verdict.of(self.chance)

    @property
    def best(self) -> tuple[Play | LateDraw, ...]:
        """Every play with the best chance."""
        return tuple(play for play, chance in self.chances if chance == self.chance)

    def chance_of(self, play: Play | LateDraw) -> Fraction:
        """The chance after this first play; 0 for one that may not be made."""
        return dict(self.chances).get(play, NONE)


def survive(position: Position | str) -> Survival:
    """Return the exact chance that the player to move completes this turn, by first play.

    The position may be given as its line. The next card is uniform over the cards not shown, or
    the one that ``draw`` gives.
    Handing a double on completes the turn; in Ninety-Nine to survive is to lose no point.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    position = as_position(position)
    pile, late = Pile.of(position), position.undrawn.count(position.turn)
    chances = dict[Play | LateDraw, Fraction](_chances(position, pile).items())
    if late:  # it never hurts to hold one card more (rule ``forgot-draw``)
        drawing = InformationSets(pile, pile).drawing(position.hand, late, position.moment)
        chances[LateDraw(position.turn)] = drawing[1]
    return Survival(position, pile.refilled().unseen, tuple(chances.items()))


def turn_chances(position: Position) -> dict[Play, Fraction]:
    """Return the exact chance to complete this turn, by first play.

    A card is drawn from the discards if every card that is not seen is in somebody's hand.
    """
    return _chances(position, known_pile(position))


def _chances(position: Position, pile: Pile) -> dict[Play, Fraction]:
    sets, late = InformationSets(pile, pile), position.undrawn.count(position.turn)
    hand, moment = position.hand, position.moment
    return {play: sets.after(hand, play, moment, late)[1] for play in legal_plays(position)}


def known_pile(position: Position) -> Pile:
    """Return what may be drawn, with no card in it if all that are not seen are in hands."""
    pile = Pile.of(position)
    hidden = sum((hand or ()).count(Card.UNKNOWN) for hand in position.hands)
    return pile._replace(pool=()) if pile.unseen <= hidden else pile


def best_chance(hand: Hand, moment: Moment, pile: Pile) -> Fraction:
    """Return the chance to complete the turn with this hand, played as well as possible."""
    return InformationSets(pile, pile).best(hand, moment)[1]


# ---- a double next turn ----

Rise = int | Mapping[int, Fraction]
"""How much the others add to the total: a number, or the chance of each number."""


@dataclass(frozen=True, slots=True)
class DoubleChances:
    """The chance to survive a double at the next turn, by the card played now.

    ``rise`` is what the others may have added to the total by then, each with its chance.
    """

    position: Position
    rise: tuple[tuple[int, Fraction], ...]
    chances: tuple[tuple[Play, Fraction], ...]

    @property
    def best(self) -> tuple[Play, ...]:
        """Every play with the best chance."""
        most = max(chance for _, chance in self.chances)
        return tuple(play for play, chance in self.chances if chance == most)


def keep(position: Position, rise: Rise = 0) -> DoubleChances:
    """Return the exact chance to survive a double next turn, by the card that is played now.

    The card drawn in between is uniform over those not shown, or the one that ``draw`` gives.
    The others raise the total by ``rise``, but never above 98, where nobody can leave it, nor
    below what can be shown; what they hold, draw and discard is not known. A play that loses now
    has the chance 0. Raises :class:`UnanswerableError` for a rule set without a double, a turn
    that is not over with one card, a hidden card in the hand, and chances that do not sum to 1.
    """
    if position.rules.most_owed < 2:
        message = f"{position.rules.title} has no double to keep a card for"
        raise UnanswerableError(message, word=position.rules.name)
    if position.owes > 1:
        message = "keep looks at a turn of one card, and this player must play two"
        raise UnanswerableError(message, word=f"owes={position.owes}")
    check_hand_known(position)
    rises = _rise_chances(rise)
    chances = tuple(
        (play, _chance_next_turn(position, play, effect, rises))
        for play, effect in playable(position).items()
    )
    return DoubleChances(position, rises, chances or ((OUT, NONE),))


def _rise_chances(rise: Rise) -> tuple[tuple[int, Fraction], ...]:
    chances = {rise: Fraction(1)} if isinstance(rise, int) else rise
    if any(type(amount) is not int for amount in chances):
        message = "a rise is a whole number, or the chance of each whole number"
        raise UnanswerableError(message, word=str(rise))
    exact = tuple((amount, Fraction(chance)) for amount, chance in sorted(chances.items()))
    if sum(chance for _, chance in exact) != 1 or any(chance < 0 for _, chance in exact):
        words = ", ".join(f"{amount}: {chance}" for amount, chance in exact)
        raise UnanswerableError(f"the chances of the rises must add up to 1: {words}", word=words)
    return exact


def _chance_next_turn(
    position: Position, play: Play, effect: Effect, rises: tuple[tuple[int, Fraction], ...]
) -> Fraction:
    rules = position.rules
    if effect.busts:
        return NONE
    if not effect.steps:
        message = f"after {play} this turn goes on, so no card is kept by it yet"
        raise UnanswerableError(message, word=str(play), rule=effect.rules[0])
    hand, put_down = split_hand(position.hand, play)
    pile = Pile.of(position).with_discards(put_down)
    then = rules.next_moment(position.moment, play, effect)._replace(owes=2)
    survives = NONE
    for drawn, likely, left in pile.drawn(effect.draws + position.undrawn.count(position.turn)):
        # At the next turn any card may be drawn that is not held or discarded by now.
        counts = dict(rules.deck(len(position.hands)))
        for card in (*hand, *drawn, *left.discards):
            counts[card] -= 1
        later = left._replace(known=(), pool=pool_of(counts))
        for rise, chance in rises:
            total = min(then.total + rise, LIMIT)
            if not rules.can_show(-1):
                total = max(total, 0)
            moment = then._replace(total=total)
            survives += likely * chance * best_chance(hand + drawn, moment, later)
    return survives


# ---- a double, by hand and total ----

PERIOD = 10
"""A total below zero is as the one from 0 to 9 with the same distance to a ten: that far from the
limit only a zero at the end can matter (rule ``ono-on-zero``)."""

ROWS_KEPT = 16_384
"""Rows kept in memory: those of all hands under four or five rule sets."""


@dataclass(frozen=True, slots=True)
class SurvivalRow:
    """The chances of a hand along the totals from 0 up, each as one of ``counts`` in ``of``."""

    counts: tuple[int, ...]
    of: int

    def chance(self, total: int) -> Fraction:
        """Return the chance at a total from 0 to 98.

        Raises :class:`UnanswerableError` for any other.
        """
        if not 0 <= total < len(self.counts):
            message = f"a row goes from 0 to {len(self.counts) - 1}, and {total} is not on it"
            raise UnanswerableError(message, word=str(total))
        return Fraction(self.counts[total], self.of)

    @property
    def chances(self) -> tuple[Fraction, ...]:
        """The chance at every total from 0 up."""
        return tuple(Fraction(count, self.of) for count in self.counts)

    @property
    def danger(self) -> Fraction:
        """The chance to fail, added up over all the totals."""
        return len(self.counts) - Fraction(sum(self.counts), self.of)


class EqualHands(NamedTuple):
    """Hands that survive a double with the same chance at every total, and their row."""

    hands: tuple[Hand, ...]
    row: SurvivalRow


@dataclass(frozen=True, slots=True)
class SurvivalMap:
    """The chance to survive a double with each hand at each total, if nothing else is known.

    A row is computed when it is first needed. ``pair`` says that only two players are in.
    """

    rules: RuleSet
    pair: bool

    def row(self, hand: Sequence[Card]) -> SurvivalRow:
        """Return the chances of a hand, in any order, along the totals.

        Raises :class:`UnanswerableError` for a hand that cannot be dealt.
        """
        rules = self.rules
        deck = rules.deck(rules.least_players)
        least = 1 if rules.shrinks else rules.hand_size
        if not least <= len(hand) <= rules.hand_size or any(
            hand.count(card) > deck.get(card, 0) for card in hand
        ):
            words = ",".join(card.code for card in hand)
            message = f"{words or 'no card'} is no hand of {rules.title} under a double"
            raise UnanswerableError(message, word=words)
        return _row(rules, tuple(sorted(hand, key=list(deck).index)), self.pair)

    def chance(self, hand: Sequence[Card], total: int) -> Fraction:
        """Return the exact chance to survive a double with this hand at this total.

        Raises :class:`UnanswerableError` for a total that cannot be shown or is above 98, and
        for a hand that cannot be dealt.
        """
        row = self.row(hand)
        if not self.rules.can_show(total):
            message = f"a total of {total} cannot be shown in {self.rules.title}"
            raise UnanswerableError(f"{message}, only {self.rules.totals}", word=str(total))
        return row.chance(total if total >= 0 else total % PERIOD)

    def equal_hands(self) -> list[EqualHands]:
        """Return the full hands, those with equal chances together, the most dangerous first.

        In each group the hands are in the deck's order, so one of number cards comes first.
        """
        groups: dict[SurvivalRow, list[Hand]] = {}
        for hand in full_hands(self.rules):
            groups.setdefault(self.row(hand), []).append(hand)
        ranked = sorted(groups, key=lambda row: -row.danger)
        return [EqualHands(tuple(groups[row]), row) for row in ranked]


def survival_map(rules: RuleSet, *, pair: bool = False) -> SurvivalMap:
    """Return the survival map of a rule set with its options; ``pair`` for two players.

    Raises :class:`UnanswerableError` for a rule set without a double.
    """
    if rules.most_owed < 2:
        message = f"{rules.title} has no double to survive"
        raise UnanswerableError(message, word=rules.name)
    return SurvivalMap(rules, pair)


def full_hands(rules: RuleSet) -> Iterator[Hand]:
    """Yield every full hand that the deck can deal, as kinds in the deck's order."""
    deck = tuple(rules.deck(rules.least_players).items())
    return (hand for hand, _ in selections(deck, rules.hand_size))


@lru_cache(maxsize=ROWS_KEPT)
def _row(rules: RuleSet, hand: Hand, pair: bool) -> SurvivalRow:
    deck = rules.deck(rules.least_players)
    pile = Pile(rules, (), pool_of({c: n - hand.count(c) for c, n in deck.items()}), ())
    known: dict[object, Fraction] = {}
    chances = []
    for moment in (Moment(total, owes=2, pair=pair) for total in range(LIMIT + 1)):
        key = _chance_key(rules, hand, moment)
        if key not in known:
            known[key] = best_chance(hand, moment, pile)
        chances.append(known[key])
    of = lcm(*(chance.denominator for chance in known.values()))
    return SurvivalRow(tuple(int(chance * of) for chance in chances), of)


def _chance_key(rules: RuleSet, hand: Hand, moment: Moment) -> object:
    """Return a cache key: moments with equal keys have equal chances."""
    now = completion(rules, moment)
    if now.is_completed_by(hand):
        return True
    options = []
    for play in now.firsts_of(hand):
        follows, draws = now.firsts[play]
        then = completion(rules, follows)
        if then.firsts:
            return moment
        options.append((play, draws, then.done, then.together))
    return tuple(options)

"""What a play cost, by what the player could know: exact, and never a matter of luck.

A coach who looks at the hidden cards, or at the card that came, blames for luck. This one looks
at the learner's view alone, before the draw, and weighs every legal play by one or two measures,
the first of which decides unless it is equal:

- ``TURN``, in the games with a double: the chance to complete this turn, as
  :func:`~ono_tutor.solver.survive.survive` reckons it. Where the draw pile is used up, the card
  that comes is one of the discards, which is known to everybody.
- ``DOUBLE``: where the turn ends with this card, the chance to survive a double at the next turn
  with the total at the highest there is, as :func:`~ono_tutor.solver.keep.keep` reckons it. It is
  the hardest thing that can be asked of the hand that is kept; how the others will really play
  is not guessed. It is left out where two cards are owed, where four O'NO 99 are put down besides
  the turn, and where the draw pile is used up.
- ``POINTS``, where cards cost points: what each other player loses now, less what the player
  loses now, less what the next player may be expected to take
  (:func:`expected_loss`).

The cost of a play is what it has less than the best play in the first measure in which the two
differ. It is 0 for the best play, whatever happens then. The coach does not look at what a card
does to the others' chances, nor further ahead than this.

Between two players :func:`over_the_round` adds what each play is worth over the whole round. That
is an estimate, which then says what is best; the measures above stay exact, and are told apart.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from math import comb

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import legal_plays, playable
from ono_tutor.game.position import Position
from ono_tutor.game.turn import next_place
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.keep import keep
from ono_tutor.solver.pile import Pile, Pool
from ono_tutor.solver.survive import chance_after
from ono_tutor.solver.value import Grade, PlayValue, Values, own_view, value_at_once


class Measure(StrEnum):
    """By what a play is weighed."""

    TURN = "turn"
    DOUBLE = "double"
    POINTS = "points"
    ROUND = "round"


@dataclass(frozen=True, slots=True)
class Weight:
    """One legal play by each measure that applies, the first of them deciding first.

    ``effect`` is None for laying the hand down. ``expected`` are the points that the next
    player may be expected to take, 0 where no points are lost.
    """

    play: Play
    figures: tuple[Fraction, ...]
    effect: Effect | None = None
    expected: Fraction = Fraction(0)

    @property
    def gain(self) -> int:
        """The points that each other player loses now, less those that the player loses."""
        return self.effect.costs_others - self.effect.costs if self.effect else 0


@dataclass(frozen=True, slots=True)
class Appraisal:
    """A play among all that could have been made: what the best has and this one lacks.

    ``position`` is what the player could see, ``pile_left`` how many cards the draw pile had, None
    where that is not known. ``cost`` is a chance, or points, by ``measure``;
    0 where no play was better, and then ``measure`` is None. With ``values`` over the round those
    say which plays are best; then ``measure`` is ``TURN`` where the best play is better this turn
    already, otherwise ``ROUND``, whose cost is ``worth.cost``.
    """

    position: Position
    measures: tuple[Measure, ...]
    weights: tuple[Weight, ...]
    chosen: Weight
    pile_left: int | None = None
    values: Values | None = None

    @property
    def best(self) -> tuple[Weight, ...]:
        """Every play that no other is better than, in the hand's order; by value, best first."""
        if self.values is None:
            return best_of(self.weights)
        by_play = {weight.play: weight for weight in self.weights}
        return tuple(by_play[v.play] for v in self.values.plays if v.grade is Grade.BEST)

    @property
    def worth(self) -> PlayValue | None:
        """What the play is worth over the round, where that is known."""
        return None if self.values is None else self.values.of(self.chosen.play)

    @property
    def is_best(self) -> bool:
        """Whether no play was better."""
        return self.chosen in self.best

    @property
    def had_choice(self) -> bool:
        """Whether the plays that could be made were not all as good as each other."""
        if self.values is not None:
            return len(self.best) < len(self.weights)
        return len({weight.figures for weight in self.weights}) > 1

    @property
    def measure(self) -> Measure | None:
        """In what the best play is better."""
        if self.values is not None:
            is_now = Measure.TURN in self.measures and self._lack(0) > 0
            return None if self.is_best else Measure.TURN if is_now else Measure.ROUND
        pairs = enumerate(self.measures)
        return next((measure for place, measure in pairs if self._lack(place)), None)

    @property
    def cost(self) -> Fraction:
        """How much the best play is better, exactly; 0 where only an estimate says that it is."""
        is_exact = self.measure in self.measures
        lacks = zip(self.measures, map(self._lack, range(len(self.measures))), strict=True)
        return dict(lacks)[self.measure] if is_exact and self.measure else Fraction(0)

    def _lack(self, place: int) -> Fraction:
        return self.best[0].figures[place] - self.chosen.figures[place]

    @property
    def weightiness(self) -> tuple[bool, Fraction | float]:
        """What compares two costs: of exact ones, those of this turn come first."""
        if self.worth is not None:
            return (True, self.worth.cost)
        costs_now = self.measure is Measure.TURN
        if self.measure is Measure.POINTS:
            costs_now = self.best[0].gain > self.chosen.gain
        return (costs_now, self.cost)


@dataclass(frozen=True, slots=True)
class PlayReport:
    """How the plays of a game were: how many, and how many of them no other was better than."""

    plays: int = 0
    best: int = 0

    def with_play(self, appraisal: Appraisal) -> "PlayReport":
        """Return the report with one play more; one without a choice of cards is not counted."""
        if appraisal.chosen.play == OUT:
            return self
        return PlayReport(self.plays + 1, self.best + appraisal.is_best)


def over_the_round(appraisal: Appraisal) -> Appraisal:
    """Return the appraisal with what each play is worth over the round, where a table knows it."""
    return replace(appraisal, values=value_at_once(own_view(appraisal.position)))


def appraise(position: Position, play: Play, *, pile_left: int | None = None) -> Appraisal:
    """Return what this play costs its player, at the view of a player who is to move.

    ``pile_left`` is how many cards the draw pile has, None where that is not known. Raises
    :class:`UnanswerableError` where a card of the mover's hand is hidden, and
    :class:`KeyError` for a play that may not be made.
    """
    measures, weights = weigh(position, pile_left=pile_left)
    by_play = {weight.play: weight for weight in weights}
    return Appraisal(position, measures, weights, by_play[play], pile_left)


def advise(position: Position, *, pile_left: int | None = None) -> Appraisal:
    """Return the best play of a player to move, appraised; as :func:`appraise`."""
    measures, weights = weigh(position, pile_left=pile_left)
    return Appraisal(position, measures, weights, best_of(weights)[0], pile_left)


def best_of(weights: Iterable[Weight]) -> tuple[Weight, ...]:
    """Return the plays that no other is better than."""
    found = tuple(weights)
    most = max(weight.figures for weight in found)
    return tuple(weight for weight in found if weight.figures == most)


def weigh(
    position: Position, *, pile_left: int | None = None
) -> tuple[tuple[Measure, ...], tuple[Weight, ...]]:
    """Return the measures that apply, and each legal play by them."""
    plays = legal_plays(position)
    effects = playable(position)
    if _is_for_points(position.rules):
        return (Measure.POINTS,), tuple(_for_points(position, p, effects.get(p)) for p in plays)
    pile = known_pile(position, pile_left)
    late = position.undrawn.count(position.turn)
    hand, moment = position.hand, position.moment
    turn = {play: chance_after(hand, play, moment, pile, late) for play in plays}
    kept = None if pile_left == 0 else _kept(position)
    if kept is None:
        return (Measure.TURN,), tuple(Weight(p, (turn[p],), effects.get(p)) for p in plays)
    weights = tuple(Weight(p, (turn[p], kept[p]), effects.get(p)) for p in plays)
    return (Measure.TURN, Measure.DOUBLE), weights


def known_pile(position: Position, pile_left: int | None) -> Pile:
    """Return what may be drawn as the mover knows it; the discards where the pile is used up."""
    pile = Pile.of(position)
    return replace(pile, pool=()) if pile_left == 0 else pile


def _is_for_points(rules: RuleSet) -> bool:
    """Check whether a turn is weighed in points: there are marks, and no double to survive."""
    return bool(rules.marks) and rules.most_owed == 1


def _for_points(position: Position, play: Play, effect: Effect | None) -> Weight:
    if effect is None:
        return Weight(play, (Fraction(0),))
    expected = expected_loss(position, play, effect)
    gain = effect.costs_others - effect.costs
    return Weight(play, (gain - expected,), effect, expected)


def _kept(position: Position) -> dict[Play, Fraction] | None:
    """Return what each play keeps for a double at the highest total; None if not asked."""
    if position.owes > 1:
        return None
    rise = position.rules.bound - 1 - position.total + _LARGEST_FALL
    try:
        return dict(keep(position, rise).chances)
    except UnanswerableError:
        return None


_LARGEST_FALL = 10
"""No card takes more from the total, so that with it added every play leads to the highest."""


def expected_loss(position: Position, play: Play, effect: Effect) -> Fraction:
    """Return the points that the next player may be expected to cost the mover, exactly.

    The next player's hidden hand is any of the cards the mover cannot see, all alike, and of
    that hand the card is played that takes most from the others and costs its player least.
    0 where the round ends, or the mover is the next to play.
    """
    follows = next_place(position.hands, position.place, effect) >> 1
    if effect.ends_round or follows == position.turn:
        return Fraction(0)
    moment = position.rules.next_moment(position.moment, play, effect)
    pool = Pile.of(position).pool
    size = sum(count for _, count in pool)
    drawn = min(position.rules.hand_size, size)
    return sum(
        (
            Fraction(ways * max(gain, 0), comb(size, drawn))
            for gain, ways in _best_gains(pool, position, moment, drawn)
        ),
        Fraction(0),
    )


def _best_gains(
    pool: Pool, position: Position, moment: Moment, drawn: int
) -> Iterator[tuple[int, int]]:
    """Yield each gain of a hand's best card, highest first, and how many hands have it."""
    gains: dict[int, int] = {}
    for card, count in pool:
        judged = (position.rules.judge(way, moment) for way in position.rules.plays_of(card))
        known = [e.costs_others - e.costs for e in judged if isinstance(e, Effect)]
        gain = max(known, default=_NEVER)
        gains[gain] = gains.get(gain, 0) + count
    left = sum(gains.values())
    for gain in sorted(gains, reverse=True):
        with_it, left = comb(left, drawn), left - gains[gain]
        yield gain, with_it - comb(left, drawn)


_NEVER = -1000
"""Below every gain: a card that may not be played."""

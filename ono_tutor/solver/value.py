"""The worth of each play over the whole round: the chance to win it, and the cost of a play.

For two players the answer is in the table of values; for more, under a double, near zero points
and for options that change the round, it comes from rounds that are played on from here (rollouts).
Both are estimates, each with its error, and say so. What is certain (:mod:`.certain`) has none.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import fsum, log
from random import Random

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves, legal_plays
from ono_tutor.game.playout import playouts_of
from ono_tutor.game.position import Position, as_position
from ono_tutor.game.strategy import EXPERT
from ono_tutor.game.value_table import ValueTable, owed_before, shipped_table, table_of
from ono_tutor.i18n import N_, Message, _, ngettext, with_minus
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.play import Play
from ono_tutor.solver.certain import (
    Proof,
    is_near_zero,
    pays,
    points_at_stake,
    points_now,
    points_reason,
    points_won,
    prove_plays,
    unit_of,
)
from ono_tutor.solver.information_sets import Pile

ROUNDS, FEWEST_ROUNDS, MOST_ROUNDS = 400, 20, 100_000
"""Rounds that are played on after each play: by default, at the least and at the most.

Every face asks for the default, so that the same position gets the same answer everywhere. It
takes about half a second, and some seconds in a browser.
"""

LOOKS = (50, 100, 200, 400, 1_000, 4_000, 16_000)
"""Numbers of rounds after which plays that are clearly behind are played on no further."""

MARGIN, DIFFERENCE_MARGIN, BEHIND_MARGIN = 1.96, 2.4, 4.0
"""Standard errors within which a value lies 95 times in 100, all differences to the best play
do, and beyond which a play is clearly behind."""


class Grade(StrEnum):
    """The name of a play by its cost; see :data:`THRESHOLDS`."""

    BEST = "best"
    SLIP = "slip"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = {Grade.SLIP: 0.01, Grade.MISTAKE: 0.03, Grade.BLUNDER: 0.08}
"""From how much on a play is a slip, a mistake, a blunder: as a share of what a round decides.

One round in 100 is about the error of the table, so less cannot be told from the best play. Three
in 100 is as much as half of all cards cost that are not best; eight is a choice that one round in
twelve is lost by, which a player can feel at the table.
"""


class Source(StrEnum):
    """The source of a value."""

    CERTAIN = "certain"
    TABLE = "table"
    ROLLOUTS = "rollouts"


@dataclass(frozen=True, slots=True)
class PlayValue:
    """The worth of a play for its player.

    ``value`` is the chance to win the round, or the points that it wins or loses against the
    others (Ninety-Nine), where a player who is out has lost all points; ``error`` is half the
    width of the 95% interval. ``cost`` is how much less it is than the best and ``cost_error`` the
    error of that difference, which is smaller, for the plays share much of their errors. ``grade``
    is what the cost is called, ``best`` where it is within its error; ``reason`` says why.
    """

    play: Play
    value: float
    error: float
    source: Source
    cost: float
    cost_error: float
    grade: Grade
    reason: Message

    @property
    def kind(self) -> str:
        """The kind of answer in a word: ``certain`` or ``estimate``."""
        return "certain" if self.source is Source.CERTAIN else "estimate"


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Values:
    """The plays of a position, the best first; ``unit`` is ``chance`` or ``points``.

    ``rounds`` is how many rounds were played on after the best play; 0 where the table knows.
    """

    position: Position
    unit: str
    plays: tuple[PlayValue, ...]
    rounds: int = 0

    @property
    def best(self) -> Play:
        """The play that is worth most."""
        return self.plays[0].play

    def of(self, play: Play) -> PlayValue:
        """Return what this play is worth; raises :class:`KeyError` for one that is not legal."""
        return {each.play: each for each in self.plays}[play]


def value(
    position: Position | str,
    *,
    rounds: int | None = None,
    seed: int = 0,
    progress: Callable[[float], None] = lambda share: None,
    table: ValueTable | None = None,
) -> Values:
    """Return what each legal play is worth over the whole round, the best first.

    The player to move sees the own hand and what the position shows, and all play on as the
    strategy ``expert``. Where nothing but the own hand is known, one card is owed and nobody is
    near zero points, the table answers. Otherwise, and if ``rounds`` says how many, rounds are
    played on after each play, from the same deals; ``progress`` is called with the share done.
    What is certain needs neither. ``table`` is one that was made for the options of the position,
    in place of the shipped one. The same position, rounds and seed have the same answer.

    Raises :class:`UnanswerableError` where a card of the hand is hidden, and for a ``table`` that
    is for other rules, and :class:`ValueError` for a number of rounds that is out of range.
    """
    if rounds is not None and not FEWEST_ROUNDS <= rounds <= MOST_ROUNDS:
        message = f"rounds is {rounds}, and must be from {FEWEST_ROUNDS} to {MOST_ROUNDS:,}"
        raise ValueError(message)
    position = as_position(position)
    certain, known = _known_values(position, table)
    plays = [play for play in legal_plays(position) if play not in certain]
    if known is not None and (rounds is None or not plays):
        return known
    rollouts = Rollouts(position, plays)
    rollouts.play(rounds or ROUNDS, seed, progress)
    most = rollouts.value(rollouts.best)[0]
    estimates = {play: (most - rollouts.cost(play)[0], rollouts.value(play)[1]) for play in plays}
    return _ranked(position, certain, estimates, lambda play: rollouts.cost(play)[1], rollouts)


def value_at_once(position: Position, table: ValueTable | None = None) -> Values | None:
    """Return the values that are certain or that a table knows; None if rounds are needed.

    Raises as :func:`value` does.
    """
    return _known_values(position, table)[1]


def _known_values(
    position: Position, table: ValueTable | None
) -> tuple[Mapping[Play, Proof], Values | None]:
    """Return the plays whose value is certain, and the values that need no rounds, or None."""
    plays = legal_plays(position)
    certain = prove_plays(position, plays)
    if table is not None:
        table.check(position.rules)
    if len(certain) == len(plays):
        return certain, _ranked(position, certain, {}, lambda play: 0.0)
    if not position.moment.pair or not _fits_table(position):
        return certain, None
    table = table or table_of(position.rules)
    if table is None:
        return certain, None
    hand, before = position.hand, position.moment
    error, difference = table.errors(before)
    estimates = {}
    for play, move in legal_moves(hand, position.state).items():
        if play not in certain:
            worth = table.value(hand, play, move, before)
            estimates[play] = (1 + worth) / 2 if position.rules.lays_down else worth, error
    return certain, _ranked(position, certain, estimates, lambda play: difference, table)


def grade_of(cost: float, error: float = 0.0, unit: str = "chance") -> Grade:
    """Return what a play is called that costs so much; ``best`` where it is within the error."""
    share = cost if unit == "chance" else cost / POINTS_OF_A_ROUND
    reached = [grade for grade, least in THRESHOLDS.items() if share >= least and cost > error]
    return reached[-1] if reached else Grade.BEST


POINTS_OF_A_ROUND = 4
"""Points between winning and losing a round of Ninety-Nine with two players."""


def _fits_table(position: Position) -> bool:
    """Check whether nothing is known but a whole hand, of which one card is owed, far from zero.

    Under a double the table is less right than rounds: it has met few such hands.
    """
    size = position.rules.hand_size
    hands_are_whole = all(hand is None or len(hand) == size for hand in position.hands)
    return (
        hands_are_whole
        and owed_before(position.moment) == 0
        and not position.undrawn
        and not position.draw
        and not position.discards()
        and not is_near_zero(position)
        and position.seen_from(position.turn).hands == position.hands
    )


def _ranked(
    position: Position,
    certain: Mapping[Play, Proof],
    estimates: Mapping[Play, tuple[float, float]],
    error_apart: Callable[[Play], float],
    source: "ValueTable | Rollouts | None" = None,
) -> Values:
    """Return the plays, the best first, by what is certain of them and what is estimated.

    ``error_apart`` tells the error of the difference to the best of those that are estimated.
    """
    worths = {play: (proof.value, 0.0) for play, proof in certain.items()} | dict(estimates)
    order = sorted(worths, key=lambda play: (-worths[play][0], play not in certain, str(play)))
    best, unit, found = order[0], unit_of(position), []

    def difference(play: Play, other: Play) -> tuple[float, float]:
        (mean, error), (instead, error_instead) = worths[play], worths[other]
        if play in certain or other in certain:
            return mean - instead, max(error, error_instead)
        return mean - instead, max(error_apart(play), error_apart(other))

    def is_alike(play: Play, other: Play) -> bool:
        gap, error = difference(play, other)
        if gap and is_near_zero(position) and (play in certain or other in certain):
            return False  # to win the game is surely better, and to be out of it surely worse
        return grade_of(abs(gap), error, unit) is Grade.BEST

    for play in order:
        cost, cost_error = (0.0, 0.0) if play == best else difference(best, play)
        grade = grade_of(cost, cost_error, unit)
        if grade is Grade.BEST and not is_alike(best, play):
            grade = Grade.SLIP
        mean, error = worths[play]
        if play in certain:
            where, reason = Source.CERTAIN, certain[play].reason
        else:
            where = Source.TABLE if isinstance(source, ValueTable) else Source.ROLLOUTS
            other = best if play != best else order[min(1, len(order) - 1)]
            gap = 0.0 if is_alike(play, other) else difference(play, other)[0]
            reason = _reason(position, (play, other), gap, source)
        found.append(PlayValue(play, mean, error, where, cost, cost_error, grade, reason))
    rounds = source.rounds if isinstance(source, Rollouts) else 0
    return Values(position, unit, tuple(found), rounds)


def _reason(
    position: Position,
    plays: tuple[Play, Play],
    gap: float,
    source: "ValueTable | Rollouts | None",
) -> Message:
    """Return why one play is worth more or less than another: by what it pays, keeps or leaves.

    ``gap`` is by how much, 0 where it is within the error.
    """
    rules, unit, (play, other) = position.rules, unit_of(position), plays
    moves = legal_moves(position.hand, position.state)
    if play in moves and pays(moves[play].effect):
        return points_reason(position, moves[play].effect)
    is_better, others_points = gap > 0, points_now(position, other)
    if others_points and gap and (moves[other].effect.costs > 0) is is_better:
        return others_points
    if not isinstance(source, ValueTable):
        assert source is not None
        return source.reason(play)
    # Read off the table: the cards kept by one play, valued at what the other leaves.
    move, rival = moves[play], moves[other]
    effect, instead = move.effect, rival.effect
    hand, before = position.hand, position.moment
    worth = source.value(hand, play, move, before)
    kept = source.value(hand, other, move, before) - worth
    left = source.value(hand, play, rival, before) - worth
    sign = 1 if source.value(hand, other, rival, before) >= worth else -1
    if play == other:
        template = N_("It is your only play.")
    elif not gap:
        template = N_("{card:the} and {other:the} are worth about the same.")
    elif instead.loses or instead.ends_round:
        template = _ENDS[is_better]
    elif sign * kept >= sign * left:
        template = _KEPT[is_better]
    elif effect.owes != instead.owes:
        template = _OWED[effect.owes, is_better]
    else:
        template = (_LEFT if effect.total != instead.total else _ENDS)[is_better]
    return _(
        template,
        card=rules.play_name(play),
        other=rules.play_name(other),
        mine=rules.card_name(play.card) if play.card else "",
        kept=rules.card_name(other.card) if other.card else "",
        total=effect.total,
        instead=instead.total,
        apart=difference_text(abs(gap), is_points=unit == "points"),
    )


def difference_text(apart: float, *, is_points: bool) -> Message:
    """Return how far two plays are apart over the round, in words."""
    if is_points:
        return _("about {points} points", points=f"{apart:.2f}")
    return ngettext("about 1 round in 100", "about {n} rounds in 100", max(1, round(100 * apart)))


_ENDS = {
    True: N_("It is better than {other:the} by {apart}."),
    False: N_("{other:the} is better by {apart}."),
}
_KEPT = {
    True: N_("It keeps {kept:the}, which is worth {apart} more in your hand than {mine:the}."),
    False: N_(
        "It gives {mine:the} away, which is worth {apart} more in your hand than {kept:the}."
    ),
}
_LEFT = {
    True: N_("It leaves {total}: {apart} better for you than {instead} after {other:the}."),
    False: N_("It leaves {total}: {apart} worse for you than {instead} after {other:the}."),
}
_OWED = {
    (2, True): N_("Then two cards must be played: {apart} better for you than one at {instead}."),
    (2, False): N_("Then two cards must be played: {apart} worse for you than one at {instead}."),
    (1, True): N_("Then one card must be played: {apart} better for you than two at {instead}."),
    (1, False): N_("Then one card must be played: {apart} worse for you than two at {instead}."),
}
"""By whether the play is the better one; the last by how many cards are owed after it."""


class Rollouts:
    """Rollouts of several plays from one position, each play from the same deals.

    The cards that are not known are dealt again for each round, to the other hands as they are held
    in rounds that the table plays with itself: by how much more often each card is held then than
    others, at this total and with these cards owed. If no card is said to be seen, cards
    are put aside as they are put down in such rounds.
    """

    def __init__(self, position: Position, plays: Sequence[Play]) -> None:
        self.position, self.unit = position, unit_of(position)
        rules, players = position.rules, len(position.hands)
        start = rules.payment_rules.start
        self.stakes = tuple(stake or 0 for stake in position.stakes) or (start,) * players
        if self.unit == "points":
            if not is_near_zero(position):  # nobody is out by this round, as in the table
                self.stakes = tuple(stake + 100 for stake in self.stakes)
        elif rules.stake_name == "points":  # nor does a score end the game, which another may win
            self.stakes = (start + 1000,) * players
        self.playouts = playouts_of(rules, players, EXPERT)
        self.hidden = list(position.unseen().elements())
        self.known = Pile.of(position).discards
        self.in_hands = sum((hand or ()).count(Card.UNKNOWN) for hand in position.hands)
        table = shipped_table(rules.key)
        self.held, self.put = table.others(position.moment) if table else ({}, {})
        if not set(self.known) <= {position.played}:
            self.put = {}
        self.results: dict[Play, list[float]] = {play: [] for play in plays}
        self.rounds = 0

    def play(self, rounds: int, seed: int, progress: Callable[[float], None]) -> None:
        """Play ``rounds`` rounds after each play; plays that are clearly behind are left early."""
        numbers, playing, self.rounds = Random(seed), list(self.results), rounds
        for number in range(1, rounds + 1):
            # whole numbers: a fraction is another seed where Python has 32 bits, as in a browser
            dealt, key = self._deal(numbers), int(numbers.random() * 2**61)
            for play in playing:
                self.results[play].append(self._play_round(play, dealt, Random(key)))
            if number in LOOKS:
                costs = {play: self.cost(play, BEHIND_MARGIN) for play in playing}
                playing = [play for play, (cost, error) in costs.items() if cost <= error]
            progress(number / rounds)

    @property
    def best(self) -> Play:
        """The play with the highest mean among those with the most rounds."""
        most = max(map(len, self.results.values()))
        longest = [play for play, results in self.results.items() if len(results) == most]
        return min(longest, key=lambda play: (-sum(self.results[play]), str(play)))

    def cost(self, play: Play, margin: float = DIFFERENCE_MARGIN) -> tuple[float, float]:
        """Return how much less a play is worth than the best, and the error of that."""
        pairs = zip(self.results[self.best], self.results[play], strict=False)
        return self._mean_and_error([best - mine for best, mine in pairs], margin)

    def value(self, play: Play) -> tuple[float, float]:
        """Return what a play is worth, and the error."""
        return self._mean_and_error(self.results[play], MARGIN)

    def _mean_and_error(self, results: Sequence[float], margin: float) -> tuple[float, float]:
        """Return the mean and its error, which is not 0 if all results happen to be alike."""
        count, mean = len(results), fsum(results) / len(results)
        spread = fsum((each - mean) ** 2 for each in results) / (count - 1)
        scale = 1 if self.unit == "chance" else POINTS_OF_A_ROUND
        return mean, margin * max(spread / count, (scale / count) ** 2) ** 0.5

    def _deal(self, numbers: Random) -> Position:
        """Return the position with the hidden cards dealt to hands, discards and pile."""
        put = [card for card in self.hidden if numbers.random() < self.put.get(card, 0.0)]
        left = list((Counter(self.hidden) - Counter(put)).elements())
        if len(left) <= self.in_hands:
            put, left = [], self.hidden
        waits = [-log(1 - numbers.random()) / self.held.get(card, 1.0) for card in left]
        first = sorted(range(len(left)), key=waits.__getitem__)
        in_hands = [left[at] for at in first[: self.in_hands]]
        pile = [left[at] for at in first[self.in_hands :]]
        for cards in (in_hands, pile):
            numbers.shuffle(cards)
        dealt = iter(in_hands)
        hands = tuple(
            hand and tuple(next(dealt) if card is Card.UNKNOWN else card for card in hand)
            for hand in self.position.hands
        )
        draw, seen = (*self.position.draw, *pile), (*put, *self.known)
        return replace(self.position, hands=hands, draw=draw, seen=seen)

    def _play_round(self, play: Play, dealt: Position, numbers: Random) -> float:
        """Return what one round from this deal is worth to the player to move.

        A player who is out of the game has lost all the points that there were to lose.
        """
        result = self.playouts.play_round_from(dealt, play, self.stakes, numbers)
        seat, seats, before = self.position.turn, self.position.still_in, self.stakes
        if self.unit == "chance":
            return float(seat in result.winners if result.winners else result.loser != seat)
        rules, after = self.position.rules, result.stakes
        is_out = after[seat] < rules.payment_rules.least
        if is_out or (result.winners and seat not in result.winners):
            return -points_at_stake(rules, before[seat])
        if result.winners:
            lost = [points_at_stake(rules, before[at]) for at in seats if at != seat]
            return after[seat] - before[seat] + sum(lost) / len(lost)
        return points_won(seat, before, after, seats)

    def reason(self, play: Play) -> Message:
        """Return what the rounds played on after a play say of it."""
        mean = self.value(self.best)[0] - self.cost(play)[0]
        written = f"{mean:+.2f}" if self.unit == "points" else f"{max(0, 100 * mean):.0f}"
        count = f"{len(self.results[play]):,}"
        return _(_PLAYED_ON[self.unit], value=with_minus(written), n=count)


_PLAYED_ON = {
    "chance": N_("Of {n} rounds played on from here you win about {value} in 100."),
    "points": N_("Over {n} rounds played on from here it is worth {value} points on average."),
}

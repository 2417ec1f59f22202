"""How good each play is over the whole round: the chance to win it, and what a play costs.

For two players the answer stands in the table of values; for more, and for options that change the
round, it comes from rounds that are played on from here (rollouts). Both are estimates, each with
its error, and say so: nothing here is exact but the play that decides the round at once.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves, legal_plays
from ono_tutor.game.playout import Playout
from ono_tutor.game.position import Position, as_position
from ono_tutor.game.strategy import EXPERT
from ono_tutor.game.value_table import ValueTable, table_of
from ono_tutor.i18n import N_, Message, lazy_gettext, lazy_ngettext
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.automaton import Move
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.pile import Pile

SECONDS = 2.0
"""The time that rollouts take at the most."""

ROLLOUTS = 20_000
"""The most rounds that are played on for each play."""

MARGIN = 1.96
"""Standard errors within which a value lies 95 times in 100."""


Sums = dict[Play, float]


class Grade(StrEnum):
    """What a play is called by what it costs; see :data:`THRESHOLDS`."""

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
    """Where a value comes from."""

    CERTAIN = "certain"
    TABLE = "table"
    ROLLOUTS = "rollouts"


@dataclass(frozen=True, slots=True)
class PlayValue:
    """What a play is worth to its player.

    ``value`` is the chance to win the round, or the points that it wins or loses against the
    others (Ninety-Nine); ``error`` is half the width of the 95% interval. ``cost`` is how much
    less it is than the best, ``grade`` what that is called; ``reason`` says why.
    """

    play: Play
    value: float
    error: float
    source: Source
    cost: float
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

    ``rounds`` is how many rounds were played on for each play; 0 where the table knows.
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
    seconds: float = SECONDS,
    seed: int = 0,
    progress: Callable[[float], None] = lambda share: None,
    table: ValueTable | None = None,
) -> Values:
    """Return what each legal play is worth over the whole round, the best first.

    The player to move sees the own hand and what lies open, and all play on as the table (with
    more than two players: as the strategy ``cautious``). Rollouts end after so many ``seconds`` at
    the latest; ``progress`` is told the share done. ``table`` is one that was made for the options
    of the position, in place of the shipped one.

    Raises :class:`UnanswerableError` where a card of the hand is hidden, and for a ``table`` that
    is for other rules.
    """
    position = as_position(position)
    found = value_at_once(position, table)
    return found or _Rollouts(position, legal_plays(position)).values(seconds, seed, progress)


def value_at_once(position: Position, table: ValueTable | None = None) -> Values | None:
    """Return the values that a table knows; None where only rounds played on would tell.

    Raises as :func:`value` does.
    """
    plays = legal_plays(position)
    if table is not None:
        table.check(position.rules)
    if not position.moment.pair or not _fits_table(position, plays):
        return None
    table = table or table_of(position.rules)
    return None if table is None else _from_table(position, table)


def unit_of(position: Position) -> str:
    """Return what the round of a game is worth: a ``chance`` to win it, or ``points``."""
    return "chance" if position.rules.lays_down else "points"


def grade_of(cost: float, unit: str = "chance") -> Grade:
    """Return what a play is called that costs so much."""
    share = cost if unit == "chance" else cost / POINTS_OF_A_ROUND
    found = [grade for grade, least in THRESHOLDS.items() if share >= least]
    return found[-1] if found else Grade.BEST


POINTS_OF_A_ROUND = 4
"""Points between winning and losing a round of Ninety-Nine with two players."""


def _fits_table(position: Position, plays: tuple[Play, ...]) -> bool:
    is_last = OUT in plays and position.played is not None
    size = position.rules.hand_size
    hands_are_whole = all(hand is None or len(hand) == size for hand in position.hands)
    return hands_are_whole and not is_last and not position.undrawn


def _from_table(position: Position, table: ValueTable) -> Values:
    unit, hand = unit_of(position), position.hand
    moves = legal_moves(hand, position.state)
    if not moves:
        lost = PlayValue(OUT, 0.0, 0.0, Source.CERTAIN, 0.0, Grade.BEST, lazy_gettext(_LOSES))
        return Values(position, unit, (lost,))
    worths = table.worths(hand, position.state)
    order = sorted(worths, key=lambda play: (-worths[play], str(play)))
    found = []
    for play in order:
        is_certain = moves[play].effect.busts or moves[play].effect.ends_round
        other = order[0] if play != order[0] else order[min(1, len(order) - 1)]
        reason = _reason(position, table, play, other)
        cost = _in_unit(worths[order[0]], unit) - _in_unit(worths[play], unit)
        found.append(
            PlayValue(
                play,
                _in_unit(worths[play], unit),
                0.0 if is_certain else float(table.about["error"]),
                Source.CERTAIN if is_certain else Source.TABLE,
                cost,
                grade_of(cost, unit),
                reason,
            )
        )
    return Values(position, unit, tuple(found))


def _in_unit(worth: float, unit: str) -> float:
    return (1 + worth) / 2 if unit == "chance" else worth


def _reason(position: Position, table: ValueTable, play: Play, other: Play) -> Message:
    """Return why one play is worth more or less than another: by what it keeps, or leaves."""
    rules, hand, unit = position.rules, position.hand, unit_of(position)
    moves = legal_moves(hand, position.state)
    effect, instead = moves[play].effect, moves[other].effect
    worth, rival = table.worth(hand, moves[play]), table.worth(hand, moves[other])
    apart, is_better = abs(_in_unit(worth, unit) - _in_unit(rival, unit)), worth >= rival
    if effect.loses:
        template = _LOSES
    elif play == other:
        template = N_("It is your only play.")
    elif grade_of(apart, unit) is Grade.BEST:
        template = N_("{card:the} and {other:the} are worth about the same.")
    elif instead.loses or effect.ends_round or instead.ends_round:
        template = _ENDS[is_better]
    elif _is_by_cards(table, hand, moves[play], moves[other]):
        template = _KEPT[is_better]
    elif effect.owes != instead.owes:
        template = _OWED[effect.owes, is_better]
    else:
        template = (_LEFT if effect.total != instead.total else _ENDS)[is_better]
    return lazy_gettext(
        template,
        card=rules.play_name(play),
        other=rules.play_name(other),
        mine=rules.card_name(play.card) if play.card else "",
        kept=rules.card_name(other.card) if other.card else "",
        total=effect.total,
        instead=instead.total,
        apart=apart_told(apart, is_points=unit == "points"),
    )


def _is_by_cards(table: ValueTable, hand: Hand, move: Move, rival: Move) -> bool:
    """Check whether the cards kept make more of the difference than what is left to follow.

    It is read off the table: the cards kept by one play are valued at what the other leaves.
    """
    worth = table.worth(hand, move)
    kept = table.mixed(hand, rival.play, move) - worth
    left = table.mixed(hand, move.play, rival) - worth
    sign = 1 if table.worth(hand, rival) >= worth else -1
    return sign * kept >= sign * left


def apart_told(apart: float, *, is_points: bool) -> Message:
    """Return how far two plays are apart over the round, in words."""
    if is_points:
        return lazy_gettext(N_("about {points} points"), points=f"{apart:.2f}")
    return lazy_ngettext(
        "about 1 round in 100", "about {n} rounds in 100", max(1, round(100 * apart))
    )


_LOSES = N_("It loses the round.")
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
    (2, True): N_("Two cards are owed after it: {apart} better for you than one at {instead}."),
    (2, False): N_("Two cards are owed after it: {apart} worse for you than one at {instead}."),
    (1, True): N_("One card is owed after it: {apart} better for you than two at {instead}."),
    (1, False): N_("One card is owed after it: {apart} worse for you than two at {instead}."),
}
"""By whether the play is the better one; the last by how many cards are owed after it."""


class _Rollouts:
    """Rounds played on from a position: hidden cards are dealt at random, alike for each play."""

    def __init__(self, position: Position, plays: tuple[Play, ...]) -> None:
        self.position, self.plays, self.unit = position, plays, unit_of(position)
        rules, seats = position.rules, position.still_in
        stakes = position.stakes
        if self.unit == "points":  # nobody is out by this round, as in the table
            stakes = tuple((stake or 0) + 100 for stake in stakes)
        seated = tuple(hand is not None for hand in position.hands)
        self.standing = rules.standing(seats, seated, stakes, seats[-1])
        self.hidden = list(position.unseen().elements())
        self.known = Pile.of(position).discards

    def values(self, seconds: float, seed: int, progress: Callable[[float], None]) -> Values:
        """Return the values; at least two rounds are played for each play."""
        began, rounds, numbers = time.monotonic(), 0, Random(seed)
        sums = dict.fromkeys(self.plays, 0.0)
        squares = dict.fromkeys(self.plays, 0.0)
        while rounds < 2 or (rounds < ROLLOUTS and time.monotonic() - began < seconds):
            deal, key = numbers.sample(self.hidden, len(self.hidden)), numbers.random()
            for play in self.plays:
                found = self._round(play, deal, Random(key))
                sums[play] += found
                squares[play] += found * found
            rounds += 1
            progress(max(rounds / ROLLOUTS, min(1.0, (time.monotonic() - began) / seconds)))
        return self._told(sums, squares, rounds)

    def _round(self, play: Play, deal: list[Card], numbers: Random) -> float:
        """Return what one round is worth to the player to move."""
        table = Playout(self.position.rules, EXPERT, numbers, self.standing, self.position.turn)
        dealt = iter(deal)
        table.hands = [
            None
            if hand is None
            else [next(dealt) if card is Card.UNKNOWN else card for card in hand]
            for hand in self.position.hands
        ]
        table.pile, table.drawn = (*self.position.draw, *dealt), 0
        table.discards, table.is_dealt = list(self.known), True
        table.state, table.place = self.position.state, self.position.place
        seat = self.position.turn
        result = table.play_round(play)
        if self.unit == "points":
            change = [
                (after or 0) - (before or 0)
                for after, before in zip(table.standing.stakes, self.standing.stakes, strict=True)
            ]
            others = [change[other] for other in self.position.still_in if other != seat]
            return change[seat] - sum(others) / len(others)
        return float(seat in result.winners if result.winners else result.loser != seat)

    def _told(self, sums: Sums, squares: Sums, rounds: int) -> Values:
        means = {play: summed / rounds for play, summed in sums.items()}
        order = sorted(means, key=lambda play: (-means[play], str(play)))
        best = means[order[0]]
        found = []
        for play in order:
            mean = means[play]
            spread = max(squares[play] / rounds - mean * mean, 1 / rounds)
            error = MARGIN * (spread / (rounds - 1)) ** 0.5
            told = lazy_gettext(_PLAYED_ON[self.unit], value=self._written(mean), n=f"{rounds:,}")
            cost = best - mean
            grade = grade_of(cost, self.unit) if cost > error else Grade.BEST
            found.append(PlayValue(play, mean, error, Source.ROLLOUTS, cost, grade, told))
        return Values(self.position, self.unit, tuple(found), rounds)

    def _written(self, mean: float) -> str:
        return f"{mean:+.2f}" if self.unit == "points" else f"{100 * mean:.0f}"


_PLAYED_ON = {
    "chance": N_("Of {n} rounds played on from here you win about {value} in 100."),
    "points": N_("Over {n} rounds played on from here it is worth {value} points on average."),
}

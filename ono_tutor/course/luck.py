"""Separate a player's luck from skill, round by round, as backgammon programs do.

Between two players a round starts even. What the coach says that a play cost
(:mod:`ono_tutor.solver.value`) is skill; the rest of the result is luck: the start, plus luck,
minus all costs, is the result.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest

from ono_tutor.course.coach import PlayReview, review_play
from ono_tutor.course.recording import Recording
from ono_tutor.game.turn import Ply
from ono_tutor.i18n import N_, Message, _
from ono_tutor.rules.judgement import Stakes
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.certain import unit_of

MOST_MOMENTS = 3
"""How many of the costliest plays of a game are reviewed at its end."""

START = {"chance": 0.5, "points": 0.0}
"""The value of a round between two players before it is dealt."""


@dataclass(frozen=True, slots=True)
class Luck:
    """The luck and the skill of some rounds, in rounds won (``chance``) or points won less lost.

    ``start`` is the value of the rounds before they are dealt, ``result`` their outcome, and
    ``cost`` what the player's own plays cost.
    """

    unit: str
    rounds: int
    start: float
    result: float
    cost: float

    @property
    def luck(self) -> float:
        """The sum of all luck, negative for bad luck."""
        return self.result - self.start + self.cost


def luck_of(plays: Iterable[Ply], reviews: Iterable[PlayReview], seat: int) -> Luck | None:
    """Return the luck and the cost of a player over all rounds that were played to their end.

    ``plays`` are those of whole rounds, in order, ``reviews`` the player's own among them; points
    lost on the way count when they are lost. None with more than two players, and if no round has
    ended.
    """
    own, unit, rounds = iter(reviews), "", 0
    result = cost = ahead = new_cost = 0.0
    for ply in plays:
        before, end = ply.before, ply.settlement
        if isinstance(ply.play, LateDraw):
            continue
        if len(before.still_in) > 2:
            return None
        unit = unit_of(before)
        if before.turn == seat:
            new_cost += next(own).cost
        if unit == "points":
            ahead += _lead(end.stakes, seat) - _lead(before.stakes, seat)
        if end.round_over:
            is_won = seat in end.winners if end.loser is None else end.loser != seat
            result += ahead if unit == "points" else is_won
            rounds, cost, ahead, new_cost = rounds + 1, cost + new_cost, 0.0, 0.0
    return Luck(unit, rounds, rounds * START[unit], result, cost) if rounds else None


def _lead(stakes: Stakes, seat: int) -> int:
    """Return by how many points a player of two is ahead; nobody loses more than they have."""
    return sum((stake or 0) * (1 if at == seat else -1) for at, stake in enumerate(stakes))


def review_seat(record: Recording, seat: int) -> Iterator[PlayReview]:
    """Yield the review of each play of a player in a recording whose hand was known."""
    for moment in record.moments:
        play, before = moment.ply.play, moment.ply.before
        if isinstance(play, Play) and before.turn == seat and before.is_hand_known:
            yield review_play(record.known_at(moment), play._replace(forgets=False))


def luck_in(record: Recording, reviews: Iterable[PlayReview], seat: int) -> Luck | None:
    """Return the luck and the cost of a player in a recorded game; None for a line of play."""
    return luck_of((m.ply for m in record.moments), reviews, seat) if record.is_game else None


def most_costly(reviews: Iterable[PlayReview]) -> list[PlayReview]:
    """Return the few plays that cost most (:data:`MOST_MOMENTS`), in the order they were made."""
    costly = [each for each in reviews if not each.is_best]
    most = nlargest(MOST_MOMENTS, costly, key=lambda each: each.cost)
    return [each for each in costly if each in most]


def luck_text(luck: Luck) -> Message:
    """Return skill and luck in a sentence; the rounded figures add up as the exact ones do."""
    is_one = luck.unit == "chance" and luck.rounds == 1
    scale, digits = (100, 0) if is_one else (1, 1)
    start, result = round(scale * luck.start, 1), round(scale * luck.result)
    cost = round(scale * luck.cost, digits)
    gift = f"{result - start + cost:+.{digits}f}".replace("-", "−")
    template = _POINTS if luck.unit == "points" else _ONE_ROUND if is_one else _ROUNDS
    return _(
        template,
        n=luck.rounds,
        start=f"{start:g}",
        cost=f"{cost:.{digits}f}",
        luck=gift,
        result=f"{result:+d}".replace("-", "−") if luck.unit == "points" else result,
    )


_ONE_ROUND = N_(
    "Skill and luck (estimates): the round began even, at 50 in 100. Your plays cost you {cost} "
    "and luck was worth {luck}, which makes {result}."
)
_ROUNDS = N_(
    "Skill and luck (estimates): an even share of {n} rounds is {start}. Your plays cost you "
    "{cost} rounds and luck was worth {luck}, so you won {result}."
)
_POINTS = N_(
    "Skill and luck (estimates): your plays cost you {cost} points and luck was worth {luck}. So "
    "the points you won, less those you lost, come to {result}."
)

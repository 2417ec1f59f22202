"""Luck and skill of a player told apart, round by round, as backgammon programs do.

Between two players a round starts even. What is best before each play of a player is an estimate
of what the round is worth to that player then (:mod:`ono_tutor.solver.value`). What a play is
worth less than the best is its cost: skill. All that changes between a play and the next one, by
the cards drawn and by what the other player did, is luck; so is the deal, and the end after the
last play. So the start, with all luck added and all costs taken away, is the result.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nlargest

from ono_tutor.course.coach import Appraisal, appraise, over_the_round
from ono_tutor.course.recording import RecordedPlay, Recording
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.ply import LatePly, Ply
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.rules.play import OUT
from ono_tutor.solver.value import own_view, unit_of, value_at_once

MOST_MOMENTS = 3
"""Plays of a game that are looked at again: those that cost most."""

START = {"chance": 0.5, "points": 0.0}
"""What a round between two players is worth before it is dealt."""


@dataclass(frozen=True, slots=True)
class Luck:
    """A player's rounds taken apart: in rounds won (``chance``), or in points won less lost.

    ``start`` is what they are worth before they are dealt, ``result`` what came of them, and
    ``cost`` what the player's own plays cost. ``lucks`` are the changes by luck, in order.
    """

    unit: str
    rounds: int = 0
    start: float = 0.0
    result: float = 0.0
    cost: float = 0.0
    lucks: tuple[float, ...] = ()

    @property
    def luck(self) -> float:
        """What luck gave, or took where it is below zero; ``result - start + cost``."""
        return sum(self.lucks)

    def __add__(self, other: "Luck") -> "Luck":
        return Luck(
            self.unit,
            self.rounds + other.rounds,
            self.start + other.start,
            self.result + other.result,
            self.cost + other.cost,
            self.lucks + other.lucks,
        )


def luck_of(plays: Iterable[Ply | LatePly], seat: int) -> Luck | None:
    """Return the luck and the cost of a player over all rounds that were played to their end.

    ``plays`` are those of whole rounds, in order. None where a round is not between two players,
    where no table of values is at hand for its rules, where somebody forgot to draw, and where
    no round has ended.
    """
    total: Luck | None = None
    for made in _rounds(plays):
        found = _luck(made, seat) if len(made[0].before.still_in) == 2 else None
        if found is None:
            return None
        total = found if total is None else total + found
    return total


def luck_in(record: Recording, seat: int) -> Luck | None:
    """Return the luck and the cost of a player in a recorded game; None for a line of play."""
    return luck_of((m.ply for m in record.moments), seat) if record.is_game else None


def _rounds(plays: Iterable[Ply | LatePly]) -> Iterator[list[Ply]]:
    """Yield the plays of each round that was played to its end."""
    made: list[Ply] = []
    for ply in plays:
        if isinstance(ply, Ply):
            made.append(ply)
            if ply.settlement.round_over:
                yield made
                made = []


def _luck(plays: list[Ply], seat: int) -> Luck | None:
    """Return one round taken apart; points lost on the way count as they fall."""
    unit = unit_of(plays[0].before)
    worth, ahead, cost = START[unit], 0, 0.0
    lucks = []
    for ply in plays:
        before, play = ply.before, ply.play
        if before.turn == seat and play != OUT:
            values = value_at_once(own_view(before))
            if values is None:
                return None
            found = values.of(play._replace(forgets=False))
            lucks.append(ahead + values.plays[0].value - worth)
            worth, cost = ahead + found.value, cost + found.cost
        gain = ply.effect.costs_others - ply.effect.costs
        ahead += gain if before.turn == seat else -gain
    result = float(ahead) if unit == "points" else float(_is_won(plays[-1], seat))
    lucks.append(result - worth)
    return Luck(unit, 1, START[unit], result, cost, tuple(lucks))


def _is_won(last: Ply, seat: int) -> bool:
    settled = last.settlement
    return seat in settled.winners if settled.loser is None else settled.loser != seat


def appraisal_of(record: Recording, moment: RecordedPlay) -> Appraisal | None:
    """Return a play that was written down among the others of its hand, where that is known."""
    ply, position = moment.ply, moment.ply.before
    if isinstance(ply, LatePly) or not position.is_hand_known:
        return None
    try:
        play, left = ply.play._replace(forgets=False), record.pile_left(position)
        return appraise(record.known_at(moment), play, pile_left=left)
    except UnanswerableError:
        return None


def costliest(record: Recording, seat: int) -> list[Appraisal]:
    """Return the player's costliest plays of a recorded game, at most three, in order."""
    made = [moment for moment in record.moments if moment.ply.before.turn == seat]
    known = [appraisal_of(record, moment) for moment in made if moment.ply.play != OUT]
    return most_costly(map(over_the_round, filter(None, known)))


def most_costly(plays: Iterable[Appraisal]) -> list[Appraisal]:
    """Return the few plays that cost most (:data:`MOST_MOMENTS`), in the order they were made."""
    costly = [each for each in plays if not each.is_best]
    most = nlargest(MOST_MOMENTS, costly, key=lambda each: each.weightiness)
    return [each for each in costly if each in most]


def luck_told(luck: Luck, seat: int, home: int | None) -> Message:
    """Return skill and luck in a sentence; the figures told add up as the exact ones do."""
    is_one = luck.unit == "chance" and luck.rounds == 1
    scale, digits = (100, 0) if is_one else (1, 1)
    start, result = round(scale * luck.start, 1), round(scale * luck.result)
    cost = round(scale * luck.cost, digits)
    gift = result - start + cost
    template = _POINTS if luck.unit == "points" else _ONE_ROUND if is_one else _ROUNDS
    return lazy_gettext(
        template[seat == home, gift >= 0],
        seat=seat,
        n=luck.rounds,
        start=f"{start:g}",
        cost=f"{cost:.{digits}f}",
        luck=f"{abs(gift):.{digits}f}",
        result=f"{result:+d}".replace("-", "−") if luck.unit == "points" else result,
    )


_ONE_ROUND = {
    (True, True): N_(
        "Skill and luck (estimates): the round began even, 50 in 100. Your plays cost you {cost}, "
        "luck gave you {luck}: {result}."
    ),
    (True, False): N_(
        "Skill and luck (estimates): the round began even, 50 in 100. Your plays cost you {cost}, "
        "luck took {luck}: {result}."
    ),
    (False, True): N_(
        "Player {seat}, skill and luck (estimates): the round began even, 50 in 100. Player "
        "{seat}'s plays cost {cost}, luck gave {luck}: {result}."
    ),
    (False, False): N_(
        "Player {seat}, skill and luck (estimates): the round began even, 50 in 100. Player "
        "{seat}'s plays cost {cost}, luck took {luck}: {result}."
    ),
}
_ROUNDS = {
    (True, True): N_(
        "Skill and luck (estimates): an even share of {n} rounds is {start}. Your plays cost you "
        "{cost} rounds, luck gave you {luck}: you won {result}."
    ),
    (True, False): N_(
        "Skill and luck (estimates): an even share of {n} rounds is {start}. Your plays cost you "
        "{cost} rounds, luck took {luck}: you won {result}."
    ),
    (False, True): N_(
        "Player {seat}, skill and luck (estimates): an even share of {n} rounds is {start}. "
        "Player {seat}'s plays cost {cost} rounds, luck gave {luck}: {result} won."
    ),
    (False, False): N_(
        "Player {seat}, skill and luck (estimates): an even share of {n} rounds is {start}. "
        "Player {seat}'s plays cost {cost} rounds, luck took {luck}: {result} won."
    ),
}
_POINTS = {
    (True, True): N_(
        "Skill and luck (estimates), in points: your plays cost you {cost}, luck gave you {luck}; "
        "won less lost, that makes {result}."
    ),
    (True, False): N_(
        "Skill and luck (estimates), in points: your plays cost you {cost}, luck took {luck}; "
        "won less lost, that makes {result}."
    ),
    (False, True): N_(
        "Player {seat}, skill and luck (estimates), in points: Player {seat}'s plays cost {cost}, "
        "luck gave {luck}; won less lost, that makes {result}."
    ),
    (False, False): N_(
        "Player {seat}, skill and luck (estimates), in points: Player {seat}'s plays cost {cost}, "
        "luck took {luck}; won less lost, that makes {result}."
    ),
}
"""By whether it is told to the player, and whether luck gave something."""

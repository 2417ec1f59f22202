"""Whether the player to move can force a win, when every hand and the draw are known."""

from dataclasses import dataclass
from enum import StrEnum

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.play import OUT, Play
from ono_tutor.solver.deal import LOST, UNKNOWN, WON, Aim, Deal
from ono_tutor.solver.line import Made, line_of
from ono_tutor.solver.round import Round
from ono_tutor.solver.search import Crowd, Duel, ExhaustedError, Search, recursion_limit
from ono_tutor.solver.ways import UnlikeError

LIMIT = 1_000_000
"""Positions that are examined before the search gives up."""

_FRAMES_A_CARD = 6


class ForcedResult(StrEnum):
    """What a play leads to for the player to move, when everybody plays as well as possible."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


Worths = tuple[tuple[Play, ForcedResult | int | None], ...]
Lines = tuple[tuple[Play, ...], ...]


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Solution:
    """What the player to move can force, and the line that proves it.

    ``can_win`` is None in Ninety-Nine, where ``value`` is the points that the other loses
    minus those that the mover loses, to the end of the round; elsewhere ``value`` is None.
    ``line`` has the winner's winning plays and the losers' replies. ``positions`` is how many
    positions were examined. ``plays`` is what each legal play leads to, where that was asked,
    and ``lines`` has a line for each that shows it, empty where it is not known.
    """

    position: Position
    can_win: bool | None
    value: int | None
    line: tuple[Play, ...]
    positions: int
    plays: Worths = ()
    lines: Lines = ()


def solve(position: Position, *, limit: int = LIMIT, every_play: bool = False) -> Solution:
    """Whether the mover can force a win with all the others playing together against it.

    In O'NO 99 of 1980 a win is that someone else loses the hand, in 2022 to be the winner of
    the game. In Ninety-Nine, for two players, the best difference of points is worked out.
    With ``every_play``, each legal play is valued. Forgetting to draw is no choice here.
    Raises :class:`UnanswerableError` where the answer hangs on a card that is not known, where
    more than ``limit`` positions would have to be examined, and for a draw still to be made.
    """
    _refuse_late_draws(position)
    try:
        return _solved(position, Deal.of(position, merges=True), limit, every_play)
    except UnlikeError:
        return _solved(position, Deal.of(position, merges=False), limit, every_play)


def _solved(position: Position, deal: Deal, limit: int, every_play: bool) -> Solution:
    seats = position.still_in
    if deal.aim is Aim.POINTS and len(seats) > 2:
        message = f"{position.rules.title} is solved for two players only; {len(seats)} are in"
        raise UnanswerableError(message, word="solve")
    cards = len(position.draw) + sum(len(hand or ()) for hand in position.hands)
    with recursion_limit(100 + _FRAMES_A_CARD * cards):
        try:
            if deal.aim is Aim.POINTS:
                return _difference(Round(deal, limit), limit, every_play)
            return _answer((Duel if len(seats) == 2 else Crowd)(deal, limit), every_play)
        except ExhaustedError:
            raise _too_many(limit) from None


def _answer(search: Search, every_play: bool) -> Solution:
    deal = search.deal
    value = search.value(deal.start)
    plays, lines = _valued(search) if every_play else ((), ())
    search.check()
    if value == UNKNOWN:
        raise _not_known(deal.position)
    positions = len(search.memo)
    line = line_of(search, value)
    return Solution(deal.position, value == WON, None, line, positions, plays, lines)


def _difference(round_: Round, limit: int, every_play: bool) -> Solution:
    """The answer in points."""
    least, most = round_.bounds(round_.start)
    if least != most:
        raise _not_known(round_.deal.position)
    positions, line = round_.positions, round_.line(least)
    if positions > limit:
        raise ExhaustedError
    plays, lines = _valued_in_points(round_) if every_play else ((), ())
    return Solution(round_.deal.position, None, least, line, positions, plays, lines)


def _valued_in_points(round_: Round) -> tuple[Worths, Lines]:
    """What each legal play is worth where that is known, and the line that shows it."""
    plays: list[tuple[Play, int | None]] = []
    lines = []
    for play, made in _made(round_.deal):
        low, high = round_.bounds_after(round_.start, *made)
        is_known = low == high
        plays.append((play, low if is_known else None))
        lines.append(round_.line(low, made) if is_known else ())
    return tuple(plays), tuple(lines)


def _valued(search: Search) -> tuple[Worths, Lines]:
    """What each legal play leads to, and the line that shows it where that is known."""
    deal = search.deal
    if not deal.plays(deal.start):
        value = search.fallen(deal.start)
        plays = playable(deal.position) or (OUT,)
        return tuple((play, _FATES[value]) for play in plays), ((),) * len(plays)
    made = _made(deal)
    values = [search.value_after(deal.start, *way) for _, way in made]
    plays_and_fates = tuple((play, _FATES[v]) for (play, _), v in zip(made, values, strict=True))
    lines = tuple(
        () if value == UNKNOWN else line_of(search, value, way)
        for (_, way), value in zip(made, values, strict=True)
    )
    return plays_and_fates, lines


def _made(deal: Deal) -> list[tuple[Play, Made]]:
    """Each legal play, as the way that the search makes it."""
    grown = dict(deal.plays(deal.start))
    ways = ((play, deal.way_of(play)) for play in playable(deal.position))
    return [(play, (way, grown[way])) for play, way in ways if way in grown]


_FATES = {WON: ForcedResult.WON, LOST: ForcedResult.LOST, UNKNOWN: ForcedResult.UNKNOWN}


def _refuse_late_draws(position: Position) -> None:
    if position.undrawn:
        seat = position.undrawn[0]
        message = (
            f"seat {seat} may still draw late, so it is not settled what is drawn by whom: "
            f"write the late draw as a play first, draw:{seat}, or leave undrawn= away"
        )
        raise UnanswerableError(message, word="undrawn", rule=position.rules.late_draw_rule)


def _too_many(limit: int) -> UnanswerableError:
    message = (
        f"{limit} positions were examined without an answer, and that is the limit; "
        "a higher limit, or a position nearer to the end, may be answered"
    )
    return UnanswerableError(message, word=str(limit))


def _not_known(position: Position) -> UnanswerableError:
    for seat, hand in enumerate(position.hands):
        if hand and Card.UNKNOWN in hand:
            message = f"the answer depends on a hidden card of seat {seat}"
            return UnanswerableError(message, word="?")
    count = len(position.draw)
    message = f"the answer depends on a card beyond the known draw, which has {count} cards"
    return UnanswerableError(message, word="draw")

"""The forced result of a position, where every hand and the draw are known."""

import gc
from dataclasses import dataclass
from enum import StrEnum

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position, as_position
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.play import OUT, Play
from ono_tutor.solver.search import HIDDEN, LOST, WON, Search

LIMIT = 1_000_000
"""Positions that are examined before the search gives up."""


class ForcedResult(StrEnum):
    """The result of a play for the player to move, if everybody plays as well as possible."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


_RESULTS = {WON: ForcedResult.WON, LOST: ForcedResult.LOST, None: ForcedResult.UNKNOWN}

Worths = tuple[tuple[Play, ForcedResult | int | None], ...]
Lines = tuple[tuple[Play, ...], ...]


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Solution:
    """The result that the player to move can force, and the line that proves it.

    ``can_win`` is None in Ninety-Nine, where ``value`` is the points that the other loses
    minus those that the mover loses, to the end of the round; elsewhere ``value`` is None.
    ``line`` has the winner's winning plays and the losers' replies. ``positions`` is how many
    positions were examined, each question for itself. ``plays`` is what each legal play leads to,
    where that was asked, and ``lines`` has a line for each, empty where it is not known.
    """

    position: Position
    can_win: bool | None
    value: int | None
    line: tuple[Play, ...]
    positions: int
    plays: Worths = ()
    lines: Lines = ()


def solve(position: Position | str, *, limit: int = LIMIT, every_play: bool = False) -> Solution:
    """Return what the mover can force, with all the others playing together against it.

    The position may be given as its line. In O'NO 99 of 1980 a win is that someone else loses
    the hand, in 2022 to be the winner of the game. In Ninety-Nine, for two players, the best
    difference of points is worked out.
    With ``every_play``, each legal play is valued. Forgetting to draw is no choice here.
    Raises :class:`UnanswerableError` if the answer depends on a card that is not known, if
    more than ``limit`` positions would have to be examined, and for a draw still to be made.
    """
    position = as_position(position)
    if position.undrawn:
        seat = position.undrawn[0]
        message = (
            f"a late draw (undrawn={seat}) leaves open who draws which card: "
            f"write it as a play first, draw:{seat}, or leave undrawn= out"
        )
        raise UnanswerableError(message, word="undrawn", rule=position.rules.late_draw_rule)
    seats = position.still_in
    if position.rules.marks and len(seats) > 2:
        message = f"{position.rules.title} is solved for two players only; {len(seats)} are in"
        raise UnanswerableError(message, word="solve")
    is_enabled = gc.isenabled()
    gc.disable()
    try:
        return _solve(position, limit, every_play=every_play)
    finally:
        if is_enabled:
            gc.enable()


def _solve(position: Position, limit: int, *, every_play: bool) -> Solution:
    """Return the solution; what the search kept is gone before garbage is collected again."""
    search = Search(position, limit)
    worth = search.value(search.start)
    if worth is None:
        raise _not_known(position)
    line = search.line(worth)
    plays, lines = _value_plays(search) if every_play else ((), ())
    can_win, value = (None, worth) if position.rules.marks else (worth == WON, None)
    return Solution(position, can_win, value, line, len(search.memo), plays, lines)


def _value_plays(search: Search) -> tuple[Worths, Lines]:
    """Return the result of each legal play, and the line that shows it if it is known."""
    node, _, _, hand, *_ = search.start
    made = [way for way in search.tables.ways(hand, node) if way[0] != HIDDEN]
    ways = {search.tables.plays[way[0]]: way for way in made}
    plays, lines = list[tuple[Play, ForcedResult | int | None]](), list[tuple[Play, ...]]()
    for play in playable(search.position) or (OUT,):
        if ways and play not in ways:  # a play that loses, and need not be made
            continue
        value = search.value_after(ways[play]) if ways else search.value(search.start)
        plays.append((play, value if search.rules.marks else _RESULTS[value]))
        lines.append(search.line(value, play) if ways and value is not None else ())
    return tuple(plays), tuple(lines)


def _not_known(position: Position) -> UnanswerableError:
    for seat, hand in enumerate(position.hands):
        if hand and Card.UNKNOWN in hand:
            is_own = seat == position.turn
            owner = "your hand" if is_own else f"Player {position.player_number(seat)}"
            message = f"the answer depends on a hidden card of {owner}"
            return UnanswerableError(message, word="?")
    count = len(position.draw)
    message = f"the answer depends on a card beyond the known draw, which has {count} cards"
    return UnanswerableError(message, word="draw")

"""Whether the player to move can force a win, when every hand and the draw are known."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import playable, playable_now
from ono_tutor.game.position import Position
from ono_tutor.rules.play import OUT, Play
from ono_tutor.solver.deal import LOST, UNKNOWN, WON, Aim, Deal, Spot
from ono_tutor.solver.depth import room_for
from ono_tutor.solver.hands import HIDDEN_WAY
from ono_tutor.solver.line import line_of
from ono_tutor.solver.search import Crowd, Duel, ExhaustedError, Search
from ono_tutor.solver.ways import UnlikeError

LIMIT = 1_000_000
"""Positions that are examined before the search gives up."""

_FRAMES_A_CARD = 6


class Fate(StrEnum):
    """What a play leads to for the player to move, when everybody plays as well as possible."""

    WON = "won"
    LOST = "lost"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Solution:
    """What the player to move can force, and the line that proves it.

    ``can_win`` is None in Ninety-Nine, where ``value`` is the points that the other loses
    minus those that the mover loses, to the end of the round; elsewhere ``value`` is None.
    ``line`` has the winner's winning plays and the losers' replies. ``positions`` is how many
    positions were examined. ``plays`` is what each legal play leads to, where that was asked.
    """

    position: Position
    can_win: bool | None
    value: int | None
    line: tuple[Play, ...]
    positions: int
    plays: tuple[tuple[Play, Fate | int | None], ...] = ()


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
    cards = len(position.draw) + sum(len(hand or ()) for hand in position.hands)
    search = (Duel if len(position.still_in) == 2 else Crowd)(deal, limit)
    with room_for(100 + _FRAMES_A_CARD * cards):
        try:
            return _answer(search, every_play)
        except ExhaustedError:
            raise _too_many(limit) from None


def _answer(search: Search, every_play: bool) -> Solution:
    deal = search.deal
    value = search.value(deal.start)
    plays = _valued(search) if every_play else ()
    search.check()
    if value == UNKNOWN:
        raise _not_known(deal.position)
    positions = len(search.memo)
    line = line_of(search, value)
    return Solution(deal.position, value == WON, None, line, positions, plays)


def _valued(search: Search) -> tuple[tuple[Play, Fate], ...]:
    """What each legal play leads to."""
    deal = search.deal
    if not deal.plays(deal.start):
        fate = _FATES[search.fallen(deal.start)]
        return tuple((play, fate) for play in playable(deal.position) or (OUT,))
    grown = dict(deal.plays(deal.start))
    ways = {play: way for play in playable(deal.position) for way in [deal.way_of(play)]}
    return tuple(
        (play, _FATES[search.value_after(deal.start, way, grown[way])])
        for play, way in ways.items()
    )


_FATES = {WON: Fate.WON, LOST: Fate.LOST, UNKNOWN: Fate.UNKNOWN}


def _refuse_late_draws(position: Position) -> None:
    if position.undrawn:
        seat = position.undrawn[0]
        message = (
            f"seat {seat} may still draw late, so it is not settled what is drawn by whom: "
            f"write the late draw as a play first, draw:{seat}, or leave undrawn= away"
        )
        raise UnanswerableError(message, word="undrawn", rule=position.rules.late_draw_rule)


def _too_many(limit: int) -> UnanswerableError:
    message = f"{limit} positions were examined and the answer was not reached; the limit is {limit}"
    return UnanswerableError(message, word=str(limit))


def _not_known(position: Position) -> UnanswerableError:
    for seat, hand in enumerate(position.hands):
        if hand and Card.UNKNOWN in hand:
            message = f"the answer depends on a hidden card of seat {seat}"
            return UnanswerableError(message, word="?")
    count = len(position.draw)
    message = f"the answer depends on a card beyond the known draw, which has {count} cards"
    return UnanswerableError(message, word="draw")

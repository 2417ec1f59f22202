"""The search of :mod:`ono_tutor.solver.win_search` for two, compiled by numba.

It knows no rule: what a play does stands in the tables, which ``compiled`` fills by asking
the rule set. It tries the plays in the order of the plain search, so that both examine the same
spots. A hand is one number, its kinds in order, each in a few bits; 0 stands for no card.
"""

from typing import Any

import numpy as np
from numba import njit

WON, UNKNOWN, LOST = 1, 0, -1
ASK_PLAY, ASK_OUT, GROW, EXHAUSTED, SHUFFLED = range(2, 7)
"""How a search was broken off: it wants to know what a play does, or what becomes of a player with
no play; the memo is full; too many spots were examined; or the discards are to be shuffled."""

FOLLOWS, DRAWS, STAYS = range(3)
"""What the table of moves has of a way at a moment; ``FOLLOWS`` is -1 where nobody asked yet."""

KIND, COPIES = range(2)
"""What the table of ways has of a way: the kind as a hand has it, and how many are played."""

OUT, KINDS = range(2)
"""What the table of moments has: what becomes of a player with no play (``NOT_ASKED``, or
``HANGS`` on the other hand), and a bit for each kind that can be played alone."""

NOT_ASKED, HANGS = 2, 3

CARD_BITS, HAND_BITS, DRAWN_BITS = 5, 20, 10
CARD = (1 << CARD_BITS) - 1
HIDDEN = 1
"""A hidden card in a hand."""

SIZE, EXAMINED, WANTED, BY, AGAINST = range(5)
"""What a search tells: the entries of the memo; how many of them are spots examined; and the row,
the way or the hand without a play, and the other hand that it asks about."""

_KEY, _A, _B, _ROW, _DRAWN, _NEXT, _BEST, _SIGN = range(8)
_MIX = np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True)
def _slot(keys: Any, key: int) -> int:
    """Return where a key stands in the memo, or would."""
    mask = np.uint64(len(keys) - 1)
    mixed = np.uint64(key) * _MIX
    at = (mixed >> np.uint64(20)) & mask
    while keys[at] != 0 and keys[at] != key:
        at = (at + np.uint64(1)) & mask
    return int(at)


@njit(cache=True)
def put(  # noqa: PLR0913, PLR0917  # a table is four arrays
    keys: Any, values: Any, used: Any, told: Any, key: int, value: int
) -> None:
    """Keep the value of a key in the memo."""
    at = _slot(keys, key)
    if keys[at] == 0:
        keys[at] = key
        used[told[SIZE]] = at
        told[SIZE] += 1
    values[at] = value


@njit(cache=True)
def forget(keys: Any, used: Any, told: Any) -> None:
    """Empty the memo."""
    for i in range(told[SIZE]):
        keys[used[i]] = 0
    told[SIZE] = told[EXAMINED] = 0


@njit(cache=True)
def state_key(a: int, b: int, row: int, drawn: int) -> int:
    """Return the key of a spot; ``a`` is the hand of the player to move."""
    return (((row << HAND_BITS | a) << HAND_BITS) | b) << DRAWN_BITS | drawn


@njit(cache=True)
def _count(hand: int, kind: int) -> int:
    found = 0
    while hand:
        found += hand & CARD == kind
        hand >>= CARD_BITS
    return found


@njit(cache=True)
def _without(hand: int, kind: int) -> int:
    shift = 0
    while hand >> shift & CARD != kind:
        shift += CARD_BITS
    low = hand & ((1 << shift) - 1)
    return low | hand >> (shift + CARD_BITS) << shift


@njit(cache=True)
def _with(hand: int, kind: int) -> int:
    shift = 0
    while hand >> shift and hand >> shift & CARD < kind:
        shift += CARD_BITS
    low = hand & ((1 << shift) - 1)
    return low | (hand >> shift << CARD_BITS | kind) << shift


@njit(cache=True)
def _is_held(hand: int, way: Any) -> bool:
    held = _count(hand, way[KIND])
    return bool(held > 0 and (way[COPIES] == 1 or held == way[COPIES]))


@njit(cache=True)
def _can_play(  # noqa: PLR0913, PLR0917  # as above
    hand: int, row: int, moments: Any, orders: Any, ways: Any, sets: Any
) -> bool:
    rest = hand
    while rest:
        if moments[row, KINDS] >> (rest & CARD) & 1:
            return True
        rest >>= CARD_BITS
    for at in sets:
        if _is_held(hand, ways[at]):
            for i in range(orders.shape[1]):
                if orders[row, i] == at:
                    return True
    return False


@njit(cache=True)
def search_value(  # noqa: PLR0911, PLR0912, PLR0913, PLR0915, PLR0917  # one loop, everything at hand
    frames: Any,
    draw: Any,
    shuffle_at: int,
    limit: int,
    ways: Any,
    sets: Any,
    orders: Any,
    moments: Any,
    moves: Any,
    keys: Any,
    values: Any,
    used: Any,
    outs: Any,
    told: Any,
    a: int,
    b: int,
    row: int,
    drawn: int,
) -> int:
    """Return the value of a spot to the player to move, who has a play; or why it was broken off.

    Begun again after what was asked is in the tables, it goes on where it was broken off.
    """
    out_keys, out_values = outs
    depth, entering, found, value = 0, True, False, 0
    key = state_key(a, b, row, drawn)
    at = _slot(keys, key)
    if keys[at] == key:
        return int(values[at])
    while True:
        frame = frames[depth]
        if entering:
            entering = False
            if drawn == shuffle_at:
                return SHUFFLED
            if told[SIZE] + 8 > len(used):
                return GROW
            frame[_KEY], frame[_A], frame[_B], frame[_ROW] = key, a, b, row
            frame[_DRAWN], frame[_NEXT], frame[_BEST] = drawn, 0, LOST
        if found:
            found = False
            if value == UNKNOWN:
                frame[_BEST] = UNKNOWN
        else:
            value = UNKNOWN
        a, b, row, drawn = frame[_A], frame[_B], frame[_ROW], frame[_DRAWN]
        place = frame[_NEXT]
        way = orders[row, place] if place < orders.shape[1] else -1
        is_done = value == LOST or way < 0
        if is_done:
            if value == LOST:
                value = WON
            else:
                value = UNKNOWN if a & CARD == HIDDEN else frame[_BEST]
                if told[EXAMINED] >= limit:
                    return EXHAUSTED
            put(keys, values, used, told, frame[_KEY], value)
            told[EXAMINED] += 1
            if depth == 0:
                return int(value)
            depth -= 1
            value *= frames[depth][_SIGN]
            found = True
            continue
        frame[_NEXT] = place + 1
        if not _is_held(a, ways[way]):
            continue
        then = moves[row, way, FOLLOWS]
        if then < 0:
            told[WANTED], told[BY] = row, way
            return ASK_PLAY
        mine = a
        for _ in range(ways[way, COPIES]):
            mine = _without(mine, ways[way, KIND])
        for _ in range(moves[row, way, DRAWS]):
            mine = _with(mine, draw[drawn])
            drawn += 1
        row = then
        sign = 1
        a, b = b, mine
        if moves[frame[_ROW], way, STAYS]:
            a, b, sign = mine, a, -1
        if not _can_play(a, row, moments, orders, ways, sets):
            value = moments[row, OUT]
            if value == HANGS:
                key = state_key(0, b, row, 0)
                at = _slot(out_keys, key)
                value = out_values[at] if out_keys[at] == key else NOT_ASKED
            if value == NOT_ASKED:
                told[WANTED], told[BY], told[AGAINST] = row, a, b
                return ASK_OUT
            value *= sign
            found = True
            continue
        key = state_key(a, b, row, drawn)
        at = _slot(keys, key)
        if keys[at] == key:
            value = sign * values[at]
            found = True
            continue
        frame[_SIGN] = sign
        depth += 1
        entering = True

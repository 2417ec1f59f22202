"""The loop of :mod:`ono_tutor.game.playout`, compiled by numba, on the tables of ``compiled``.

It knows no rule: what a card does stands in the tables, which are filled by asking the rule set.
Its random numbers are those of :class:`random.Random`, in the same order as the plain loop takes
them, so that the same seed is the same game.
"""

from typing import Any

import numpy as np
from numba import njit

WORDS = 624
"""Words of the Mersenne Twister's state; one more holds the next word's place."""

NEXT, PASSING, COST, DRAWS, IS_PLAIN = range(5)
"""What the table of moves has of a move; ``NEXT`` is -1 where the state is not in the table."""

TO_PAIR, OUT_COST, OUT_NEXT = range(3)
"""What the table of states has of a state: it with two players in, and laying the hand down."""

AFTER, IS_OVER, STARTER, IS_IN, LOSER, WINNERS, CAUSE, POINTS = range(8)
"""What the table of ends has of an end; ``WINNERS`` has a bit a seat, ``CAUSE`` is -1 for none."""

ROUND_OVER, GAME_OVER, ASK_END, IN_PLAIN = range(4)
"""How a round left the loop; after the last two nothing of it has been counted."""

GAMES, PLAYS, PLAYS_SQUARED, LOSSES, OWING_TWO, CALLED_OFF, ROUNDS = range(7)
"""What is counted over all rounds."""

RANDOM = 0
"""The number of the strategy ``random``; 1 is a ranked one."""


@njit(cache=True)
def seed_words(mt: Any, key: Any) -> None:
    """Seed the numbers with a key, its lowest word first, as CPython's ``init_by_array`` does."""
    mt[0] = np.uint32(19650218)
    for i in range(1, WORDS):
        mixed = np.uint64(mt[i - 1] ^ (mt[i - 1] >> np.uint32(30)))
        mt[i] = np.uint32((mixed * np.uint64(1812433253) + np.uint64(i)) & np.uint64(0xFFFFFFFF))
    i, j, size = 1, 0, len(key)
    for _ in range(max(WORDS, size)):
        mixed = np.uint64(mt[i - 1] ^ (mt[i - 1] >> np.uint32(30))) * np.uint64(1664525)
        value = (np.uint64(mt[i]) ^ mixed) + np.uint64(key[j]) + np.uint64(j)
        mt[i] = np.uint32(value & np.uint64(0xFFFFFFFF))
        i, j = i + 1, j + 1
        if i >= WORDS:
            mt[0] = mt[WORDS - 1]
            i = 1
        if j >= size:
            j = 0
    for _ in range(WORDS - 1):
        mixed = np.uint64(mt[i - 1] ^ (mt[i - 1] >> np.uint32(30))) * np.uint64(1566083941)
        value = (np.uint64(mt[i]) ^ mixed) - np.uint64(i)
        mt[i] = np.uint32(value & np.uint64(0xFFFFFFFF))
        i += 1
        if i >= WORDS:
            mt[0] = mt[WORDS - 1]
            i = 1
    mt[0] = np.uint32(0x80000000)
    mt[WORDS] = np.uint32(WORDS)


@njit(cache=True)
def _twist(mt: Any) -> None:
    for i in range(WORDS):
        y = (mt[i] & np.uint32(0x80000000)) | (mt[(i + 1) % WORDS] & np.uint32(0x7FFFFFFF))
        mixed = mt[(i + 397) % WORDS] ^ (y >> np.uint32(1))
        mt[i] = mixed ^ np.uint32(0x9908B0DF) if y & np.uint32(1) else mixed
    mt[WORDS] = np.uint32(0)


@njit(cache=True)
def word(mt: Any) -> Any:
    """Return the next 32 random bits."""
    if mt[WORDS] >= WORDS:
        _twist(mt)
    y = mt[mt[WORDS]]
    mt[WORDS] += np.uint32(1)
    y ^= y >> np.uint32(11)
    y ^= (y << np.uint32(7)) & np.uint32(0x9D2C5680)
    y ^= (y << np.uint32(15)) & np.uint32(0xEFC60000)
    return y ^ (y >> np.uint32(18))


@njit(cache=True)
def uniform(mt: Any) -> float:
    """Return the next number from 0 to 1, as ``Random.random``."""
    high, low = word(mt) >> np.uint32(5), word(mt) >> np.uint32(6)
    return (float(high) * 67108864.0 + float(low)) / 9007199254740992.0


@njit(cache=True)
def below(mt: Any, n: int) -> int:
    """Return the next whole number below ``n``, as ``Random.choice`` takes it."""
    bits, rest = 0, n
    while rest:
        bits, rest = bits + 1, rest >> 1
    while True:
        found = np.int64(word(mt) >> np.uint32(32 - bits))
        if found < n:
            return int(found)


@njit(cache=True)
def _deal(mt: Any, cards: Any, pile: Any, keys: Any, starts: Any) -> None:
    """Shuffle the deck into the pile: each card gets a number and they are sorted by it.

    They are spread over as many buckets as there are cards, and then sorted by insertion.
    """
    count = len(cards)
    starts[:] = 0
    for i in range(count):
        keys[i, 0] = uniform(mt)
        starts[int(keys[i, 0] * count) + 1] += 1
    for i in range(count):
        starts[i + 1] += starts[i]
    for i in range(count):
        bucket = int(keys[i, 0] * count)
        pile[starts[bucket]], keys[starts[bucket], 1] = cards[i], keys[i, 0]
        starts[bucket] += 1
    for i in range(1, count):
        key, card, k = keys[i, 1], pile[i], i
        while k > 0 and keys[k - 1, 1] > key:
            keys[k, 1], pile[k] = keys[k - 1, 1], pile[k - 1]
            k -= 1
        keys[k, 1], pile[k] = key, card


@njit(cache=True)
def play_rounds(  # noqa: PLR0912, PLR0913, PLR0915, PLR0917  # one loop, everything at hand
    mt: Any,
    saved: Any,
    at: Any,
    strategy: int,
    most_plays: int,
    hand_size: int,
    opening: Any,
    cards: Any,
    sets: Any,
    states: Any,
    moves: Any,
    ways: Any,
    ranks: Any,
    wants: Any,
    cost_owes_two: Any,
    end_of: Any,
    ends: Any,
    orders: Any,
    dealt_of: Any,
    seated_of: Any,
    counts: Any,
    lost_by_place: Any,
    causes: Any,
) -> int:
    """Play rounds until the game is over, or one of them needs what is not in the tables.

    ``at`` has the standing and the starter; after ``GAME_OVER`` the winners, after ``ASK_END``
    the seat and the cost that are asked for; how many rounds were played; and the standing that
    is asked for. Where a round is broken off, ``mt`` and the first two are as before it.
    ``counts``, ``lost_by_place`` and ``causes`` are added to.
    """
    seats = seated_of.shape[1]
    hands = np.zeros((seats, hand_size + 8), np.int64)
    size = np.zeros(seats, np.int64)
    pile, keys = np.zeros(len(cards), np.int64), np.zeros((len(cards), 2))
    starts = np.zeros(len(cards) + 1, np.int64)
    lost = np.zeros(len(causes), np.int64)
    while True:
        saved[:] = mt
        standing, starter = at[0], at[1]
        dealt = dealt_of[standing, 0]
        _deal(mt, cards, pile, keys, starts)
        drawn = 0
        for i in range(dealt):
            seat = dealt_of[standing, i + 1]
            for k in range(hand_size):
                hands[seat, k] = pile[drawn + k]
            size[seat] = hand_size
            drawn += hand_size
        state = opening[int(dealt == 2)]
        place, plays = 2 * starter, 0
        loser_place, losses, owing_two = -1, 0, 0
        lost[:] = 0
        outcome = -1
        end = -1
        while outcome < 0:
            if plays >= most_plays or drawn >= len(pile):
                outcome = IN_PLAIN
                break
            seat = place >> 1
            held = size[seat]
            found = -1
            if strategy != RANDOM:
                best = -1
                for i in range(held):
                    if ranks[state, hands[seat, i], 0] > best:
                        best, found = ranks[state, hands[seat, i], 0], i
            else:
                found = int(uniform(mt) * held)
                if not ways[state, hands[seat, found], 0]:
                    safe = 0
                    for i in range(held):
                        safe += ways[state, hands[seat, i], 0] > 0
                    found = -1
                    if safe:
                        wanted = int(uniform(mt) * safe)
                        for i in range(held):
                            if ways[state, hands[seat, i], 0] > 0:
                                if wanted == 0:
                                    found = i
                                    break
                                wanted -= 1
            if found >= 0:
                card = hands[seat, found]
                count = ways[state, card, 0]
                if count == 1 and moves[state, card, 0, IS_PLAIN]:
                    follows = moves[state, card, 0, NEXT]
                    if follows < 0:
                        outcome = IN_PLAIN
                        break
                    hands[seat, found] = pile[drawn]
                    drawn += 1
                    plays += 1
                    place = orders[standing, moves[state, card, 0, PASSING], place]
                    state = follows
                    continue
                way = below(mt, count) if strategy == RANDOM else wants[state, card, 0]
            else:
                is_set = False
                for i in range(len(sets)):
                    same = 0
                    for k in range(held):
                        same += hands[seat, k] == sets[i, 0]
                    is_set = is_set or same == sets[i, 1]
                if is_set:
                    outcome = IN_PLAIN
                    break
                losing = 0
                best, card = -1, -1
                for i in range(held):
                    if ways[state, hands[seat, i], 1]:
                        losing += 1
                        if ranks[state, hands[seat, i], 1] > best:
                            best, card = ranks[state, hands[seat, i], 1], hands[seat, i]
                way = -1
                if losing and strategy == RANDOM:
                    wanted = below(mt, losing)
                    for i in range(held):
                        if ways[state, hands[seat, i], 1]:
                            if wanted == 0:
                                card = hands[seat, i]
                                break
                            wanted -= 1
                    way = below(mt, ways[state, card, 1])
                elif losing:
                    way = wants[state, card, 1]
                way += (moves.shape[2] // 2) * (losing > 0)
                if not losing:
                    card = -1
            passing, draws, cost = 0, 0, states[state, OUT_COST]
            follows = states[state, OUT_NEXT]
            if card >= 0:
                passing, draws = moves[state, card, way, PASSING], moves[state, card, way, DRAWS]
                cost, follows = moves[state, card, way, COST], moves[state, card, way, NEXT]
                if follows < 0 or drawn + draws > len(pile):
                    outcome = IN_PLAIN
                    break
                if moves[state, card, way, IS_PLAIN]:
                    _put_down(hands, seat, held, card)
                    hands[seat, held - 1] = pile[drawn]
                    drawn += 1
                    plays += 1
                    place = orders[standing, passing, place]
                    state = follows
                    continue
                plays += 1
            if cost < 0 or follows < 0:
                outcome = IN_PLAIN
                break
            end = end_of[standing, seat, cost]
            if end < 0:
                outcome = ASK_END if end == -1 else IN_PLAIN
                at[2], at[3], at[5] = seat, cost, standing
                break
            if ends[end, LOSER] >= 0:
                if loser_place < 0:
                    first, place_of_loser = 0, 0
                    for i in range(dealt):
                        if dealt_of[at[0], i + 1] == starter:
                            first = i
                        if dealt_of[at[0], i + 1] == ends[end, LOSER]:
                            place_of_loser = i
                    loser_place = (place_of_loser - first) % dealt
                losses += 1
                owing_two += cost_owes_two[cost]
            if ends[end, CAUSE] >= 0:
                lost[ends[end, CAUSE]] += ends[end, POINTS]
            if ends[end, IS_OVER]:
                outcome = GAME_OVER if ends[end, WINNERS] else ROUND_OVER
                break
            was_pair = dealt_of[standing, seats + 1]
            standing = ends[end, AFTER]
            if card >= 0:
                _put_down(hands, seat, held, card)
                size[seat] -= 1
                if ends[end, IS_IN]:
                    for _ in range(draws):
                        hands[seat, size[seat]] = pile[drawn]
                        size[seat] += 1
                        drawn += 1
            place = orders[standing, passing, place]
            if dealt_of[standing, seats + 1] and not was_pair:
                follows = states[follows, TO_PAIR]
                if follows < 0:
                    outcome = IN_PLAIN
                    break
            state = follows
        if outcome in {ASK_END, IN_PLAIN}:
            mt[:] = saved
            return outcome
        counts[ROUNDS] += 1
        counts[PLAYS] += plays
        counts[PLAYS_SQUARED] += plays * plays
        counts[LOSSES] += losses
        counts[OWING_TWO] += owing_two
        if loser_place >= 0:
            lost_by_place[loser_place] += 1
        for i in range(len(lost)):
            if lost[i]:
                causes[i, 0] += 1
                causes[i, 1] += lost[i]
                causes[i, 2] += lost[i] * lost[i]
        at[0], at[1] = ends[end, AFTER], ends[end, STARTER]
        at[4] += 1
        if outcome == GAME_OVER:
            at[2] = ends[end, WINNERS]
            return outcome


@njit(cache=True)
def _put_down(hands: Any, seat: int, held: int, card: int) -> None:
    """Take the first card of a kind out of a hand; the cards after it move up."""
    i = 0
    while hands[seat, i] != card:
        i += 1
    for k in range(i, held - 1):
        hands[seat, k] = hands[seat, k + 1]

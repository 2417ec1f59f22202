"""The table of values playing itself, compiled: which hands it meets, and what plays come to.

Needs numba, which the extra ``fast`` brings. It plays the rounds of a :class:`.TwoPlayerRound`,
so cards are numbered by kind and nothing here knows a rule. Every card is where it would be on a
table: in a hand, in a draw pile or among the discards, which are shuffled when the pile is used up.

Of a spot, ``before`` says what the player to move owes: 0 one card, 1 two cards, 2 the second of
two. A play is a number, four times the kind and then the way to play it.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from two_player_round import TwoPlayerRound

from ono_tutor.game.value_table import band_of, owed_before
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Hand, Play
from ono_tutor.rules.states import State

BEFORES = 3
"""How many cases there are of what a player owes before a play."""

WAYS = 4
"""Room for the ways to play one kind of card."""

MOST_PLAYS = 2_000
"""Plays after which a round is called off."""

NEAR, FEWEST_HIDDEN, MOST_HIDDEN = 3, 400, 2_000
"""How far the next totals are that count as well, until so many cases, and how many are enough."""

AFTER, MODE, STAYS, GAIN, ENDS = range(5)
"""What ``steps`` has of a play: total and mode after it, and the rest as a ``ModelStep`` has it."""


class PlayTables(NamedTuple):
    """A round between two players, and how the table plays it, as arrays.

    ``policy`` has the play by mode, total and hand, -1 for none; ``hand_at`` has the number of a
    hand by its sorted cards.
    """

    steps: Any
    ways: Any
    policy: Any
    hand_at: Any
    deck: Any
    sets: Any
    stuck: Any
    owes_two: Any
    hand_size: int
    kinds: int
    kept_discards: int


class DuelSpot(NamedTuple):
    """A player to move: what is owed before, mode and total (counted from the lowest), and hand."""

    before: int
    mode: int
    total: int
    hand: tuple[int, ...]


class Hidden(NamedTuple):
    """The cards hidden from the player at a spot, row by row: the other hand and the discards."""

    hands: Any
    discards: Any


class SelfPlay:
    """Rounds between two players who both play by a table of worths."""

    def __init__(self, model: TwoPlayerRound, policy: Any, hands: Any) -> None:
        kinds, size = len(model.kinds), model.rules.hand_size
        shape = len(model.steps), model.totals[1] - model.totals[0] + 1, kinds + len(model.sets)
        steps, ways = np.zeros((*shape, WAYS, 5), np.int16), np.zeros(shape, np.int8)
        for place in np.ndindex(shape):
            found = model.steps[place[0]][place[1]][place[2]]
            ways[place] = len(found)
            for way, step in enumerate(found):
                total = step.total - model.totals[0]
                steps[place][way] = total, step.mode, step.stays, step.gain, step.ends
        deck = np.repeat(np.arange(kinds), model.counts).astype(np.int8)
        self.model, self.totals = model, shape[1]
        owing = {number for mode, number in model.modes.items() if mode.owes == 2}
        self.tables = PlayTables(
            steps,
            ways,
            policy,
            _numbers(hands, kinds, size),
            deck,
            np.array([*model.sets, -1]),
            np.array(model.stuck),
            np.array([int(mode in owing) for mode in range(shape[0])]),
            size,
            kinds,
            len(model.rules.reshuffled(tuple(model.rules.deck(2)))[1]),
        )

    def spots(self, count: int, most: int, seed: int) -> list[DuelSpot]:
        """Return ``count`` spots with a choice as they come in play, each once.

        There are at most ``most`` for what is owed and a band of totals (:func:`band_of`).
        """
        log = np.zeros((60 * count, 3 + self.tables.hand_size), np.int16)
        _collect(self.tables, -self.model.totals[0], seed, log)
        taken: dict[DuelSpot, None] = {}
        of_cell: Counter[tuple[int, int]] = Counter()
        for row in log:
            before, mode, total, *hand = map(int, row)
            spot = DuelSpot(before, mode, total, tuple(sorted(hand)))
            cell = before, band_of(total + self.model.totals[0])
            if spot not in taken and of_cell[cell] < most and len(self.plays(spot)) > 1:
                taken[spot] = None
                of_cell[cell] += 1
            if len(taken) == count:
                break
        return list(taken)

    def plays(self, spot: DuelSpot) -> list[int]:
        """Return the plays that may be made at a spot."""
        tables, ways = self.tables, self.tables.ways[spot.mode, spot.total]
        kinds = [int(kind) for kind in dict.fromkeys(spot.hand)]
        kinds += [
            tables.kinds + at for at, kind in enumerate(self.model.sets) if set(spot.hand) == {kind}
        ]
        return [WAYS * kind + way for kind in kinds for way in range(ways[kind])]

    def moment(self, spot: DuelSpot) -> Moment:
        """Return the moment of a spot."""
        found = (
            mode
            for mode, number in self.model.modes.items()
            if (number, owed_before(mode)) == (spot.mode, spot.before)
        )
        return next(found)._replace(total=spot.total + self.model.totals[0])

    def cards(self, spot: DuelSpot) -> Hand:
        """Return a hand of a spot; of cards that do the same it is the first."""
        return tuple(self.model.kinds[kind][0] for kind in spot.hand)

    def number(self, play: Play, state: State) -> int:
        """Return the number of a play that is safe in this state."""
        model = self.model
        if play.copies > 1:
            return WAYS * (len(model.kinds) + model.rules.sets.index(play))
        kind = next(kind for kind, cards in enumerate(model.kinds) if play.card in cards)
        safe = state.safe_plays[model.kinds[kind][0]]
        return WAYS * kind + [each.adds for each in safe].index(play.adds)

    def hidden(self, spots: list[DuelSpot], rounds: int, seed: int) -> list[Hidden]:
        """Return the hidden cards at each spot in ``rounds`` rounds that came to it.

        Where they seldom did, the same hand at the totals next to it counts as well.
        """
        tables, at = self.tables, dict[tuple[int, int, int], int]()
        wanted = np.full((BEFORES, self.totals, tables.policy.shape[2]), -1, np.int32)
        near: list[list[tuple[int, int, int]]] = []
        for spot in spots:
            hand = int(tables.hand_at[_code(spot.hand, tables.kinds)])
            far = [spot.total + sign * away for away in range(NEAR + 1) for sign in (-1, 1)]
            cells = [(spot.before, total, hand) for total in far if 0 <= total < self.totals]
            near.append(list(dict.fromkeys(cells)))
            for cell in near[-1]:
                wanted[cell] = at.setdefault(cell, len(at))
        sizes = np.zeros(len(at), np.int64)
        hands = np.zeros((len(at), MOST_HIDDEN, tables.hand_size), np.int8)
        discards = np.zeros((len(at), MOST_HIDDEN, tables.kinds), np.int8)
        _find(tables, -self.model.totals[0], rounds, seed, (wanted, sizes, hands, discards))
        result = []
        for cells in near:
            rows: list[int] = []
            for cell in cells:
                if sum(sizes[row] for row in rows) < FEWEST_HIDDEN:
                    rows.append(at[cell])
            parts = [(hands[row, : sizes[row]], discards[row, : sizes[row]]) for row in rows]
            result.append(Hidden(*map(np.concatenate, zip(*parts, strict=True))))
        return result

    def play_on(self, spot: DuelSpot, hidden: Hidden, rounds: int, seed: int) -> Any:
        """Return what the player at a spot wins, by round and play, from the same deals."""
        plays = np.array(self.plays(spot))
        results = np.zeros((rounds, len(plays)), np.int8)
        hand = np.array(spot.hand, np.int8)
        place = spot.mode, spot.total, hand, plays
        _play_on(self.tables, place, tuple(hidden), seed, results)
        return results


def _numbers(sets_of_cards: Any, kinds: int, size: int) -> Any:
    found = np.full(kinds**size, -1, np.int32)
    for number, cards in enumerate(sets_of_cards):
        found[_code(cards, kinds)] = number
    return found


def _code(cards: Any, kinds: int) -> int:
    code = 0
    for kind in cards:
        code = code * kinds + int(kind)
    return code


@njit(cache=True)
def _index(cards: Any, kinds: Any, numbers: Any) -> Any:
    code = 0
    for kind in np.sort(cards):
        code = code * kinds + kind
    return numbers[code]


@njit(cache=True)
def _shuffle(cards: Any, count: Any) -> None:
    for last in range(count - 1, 0, -1):
        other = np.random.randint(0, last + 1)
        cards[last], cards[other] = cards[other], cards[last]


@njit(cache=True)
def _can_play(hand: Any, mode: Any, total: Any, tables: Any) -> Any:
    for kind in hand:
        if tables.ways[mode, total, kind]:
            return True
    for at in range(len(tables.sets) - 1):
        if (hand == tables.sets[at]).all() and tables.ways[mode, total, tables.kinds + at]:
            return True
    return False


@njit(cache=True)
def _deal(tables: Any, pile: Any, hands: Any) -> Any:
    """Deal a round; return how many cards are left in the pile."""
    count = len(tables.deck)
    pile[:count] = tables.deck
    _shuffle(pile, count)
    for seat in range(2):
        count -= tables.hand_size
        hands[seat] = pile[count : count + tables.hand_size]
    return count


@njit(cache=True)
def _make(tables: Any, play: Any, hand: Any, cards: Any) -> Any:
    """Make a play and draw; ``cards`` are pile, its size, discards and how many they are."""
    pile, left, discards, put = cards
    kind, size, draws = play // WAYS, tables.hand_size, 1
    if kind >= tables.kinds:
        discards[put : put + size] = hand
        put, draws = put + size, size
    else:
        at = 0
        while hand[at] != kind:
            at += 1
        discards[put] = kind
        hand[at] = hand[size - 1]
        put += 1
    for place in range(size - draws, size):
        if left == 0:
            left = put - tables.kept_discards
            pile[:left] = discards[:left]
            for at in range(tables.kept_discards):
                discards[at] = discards[left + at]
            put = tables.kept_discards
            _shuffle(pile, left)
        left -= 1
        hand[place] = pile[left]
    return left, put


@njit(cache=True)
def _lost(tables: Any, mode: Any, total: Any, other: Any) -> Any:
    """Return what a player without a play wins: -1, or 1 if the other's lack of one decides."""
    if tables.stuck[mode] and not _can_play(other, mode, total, tables):
        return 1
    return -1


@njit(cache=True)
def _collect(tables: Any, start: Any, seed: Any, log: Any) -> Any:
    """Write down places and hands as they come, one in each round, until the log is full."""
    np.random.seed(seed)
    room, size = 2 * len(tables.deck), tables.hand_size
    pile, discards = np.empty(room, np.int8), np.empty(room, np.int8)
    hands, row = np.empty((2, size), np.int8), 0
    while row < len(log):
        left, put = _deal(tables, pile, hands), 0
        mode, total, who, second = 0, start, 0, False
        wanted = np.random.randint(0, 40)
        for made in range(wanted + 1):
            hand = hands[who]
            play = tables.policy[mode, total, _index(hand, tables.kinds, tables.hand_at)]
            if made == wanted:
                log[row, 0] = 2 if second else tables.owes_two[mode]
                log[row, 1], log[row, 2] = mode, total
                log[row, 3:] = hand
                row += 1
            if play < 0:
                break
            step = tables.steps[mode, total, play // WAYS, play % WAYS]
            if step[ENDS]:
                break
            left, put = _make(tables, play, hand, (pile, left, discards, put))
            second = tables.owes_two[mode] == 1 and step[STAYS] == 1
            mode, total = step[MODE], step[AFTER]
            who = who if step[STAYS] else 1 - who
    return row


@njit(cache=True)
def _find(tables: Any, start: Any, rounds: Any, seed: Any, cases: Any) -> None:
    """Write down what is hidden whenever play comes to a wanted place and hand."""
    wanted, sizes, found, found_discards = cases
    np.random.seed(seed)
    room, size = 2 * len(tables.deck), tables.hand_size
    pile, discards = np.empty(room, np.int8), np.empty(room, np.int8)
    hands = np.empty((2, size), np.int8)
    for _ in range(rounds):
        left, put = _deal(tables, pile, hands), 0
        mode, total, who, second = 0, start, 0, False
        for _ in range(MOST_PLAYS):
            hand = hands[who]
            number = _index(hand, tables.kinds, tables.hand_at)
            at = wanted[2 if second else tables.owes_two[mode], total, number]
            if at >= 0 and sizes[at] < found.shape[1]:
                found[at, sizes[at]] = hands[1 - who]
                for card in discards[:put]:
                    found_discards[at, sizes[at], card] += 1
                sizes[at] += 1
            play = tables.policy[mode, total, number]
            if play < 0:
                break
            step = tables.steps[mode, total, play // WAYS, play % WAYS]
            if step[ENDS]:
                break
            left, put = _make(tables, play, hand, (pile, left, discards, put))
            second = tables.owes_two[mode] == 1 and step[STAYS] == 1
            mode, total = step[MODE], step[AFTER]
            who = who if step[STAYS] else 1 - who


@njit(cache=True)
def _play_on(tables: Any, spot: Any, hidden: Any, seed: Any, results: Any) -> None:
    """Play rounds on after each play; what is hidden is one of the rows, taken at random."""
    (first_mode, first_total, own, plays), (others, thrown) = spot, hidden
    np.random.seed(seed)
    room, size = 2 * len(tables.deck), tables.hand_size
    order, pile = np.empty(room, np.int8), np.empty(room, np.int8)
    discards = np.empty(room, np.int8)
    hands, left_of = np.empty((2, size), np.int8), np.empty(tables.kinds, np.int64)
    for number in range(len(results)):
        row = np.random.randint(0, len(others))
        left_of[:] = -thrown[row]
        for card in tables.deck:
            left_of[card] += 1
        for i in range(size):
            left_of[own[i]] -= 1
            left_of[others[row, i]] -= 1
        count = 0
        for kind in range(tables.kinds):
            for _ in range(left_of[kind]):
                order[count] = kind
                count += 1
        _shuffle(order, count)
        for at in range(len(plays)):
            pile[:count] = order[:count]
            put, left = 0, count
            for kind in range(tables.kinds):
                for _ in range(thrown[row, kind]):
                    discards[put] = kind
                    put += 1
            hands[0], hands[1] = own, others[row]
            mode, total = first_mode, first_total
            who, gain, play = 0, 0, plays[at]
            for _ in range(MOST_PLAYS):
                hand, sign = hands[who], 1 - 2 * who
                if play < 0:
                    gain += sign * _lost(tables, mode, total, hands[1 - who])
                    break
                step = tables.steps[mode, total, play // WAYS, play % WAYS]
                gain += sign * step[GAIN]
                if step[ENDS]:
                    break
                left, put = _make(tables, play, hand, (pile, left, discards, put))
                mode, total = step[MODE], step[AFTER]
                who = who if step[STAYS] else 1 - who
                number_of = _index(hands[who], tables.kinds, tables.hand_at)
                play = tables.policy[mode, total, number_of]
            results[number, at] = gain

"""Whether the next player survives, worked out the long way: every hand it may hold, every draw.

It knows the game only from ``slow_rules`` and shares nothing with the package's solver. A chance
is kept twice: as the next player sees it, who chooses by it, and as the mover sees it, who asks.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod

import slow_rules
from solver import slow

ORDER = ["-10", *map(str, range(11)), "H", "R", "D", "O", "OOOO"]
"""Of plays that are equally good, and leave the same total, the first of these is chosen."""

SAFE, LOST = (Fraction(1), Fraction(1)), (Fraction(0), Fraction(0))


class RunsOutError(Exception):
    """More cards are to be drawn at once than the pile has: no chance can be named."""


def threats(line):
    """``{word: (chance, next seat, cards owed)}`` by legal play; the chance is None if it loses."""
    table = slow_rules.read(line)
    return {word: _threat(line, table, word) for word in slow_rules.legal(table)}


def chances(line):
    """The chance by legal play that the next player does not survive; None for a losing play."""
    return {word: chance for word, (chance, _, _) in threats(line).items()}


def _threat(line, table, word):
    if word == "out" or slow_rules.judge(table, word)[0] != "safe":
        return None, None, None
    after = slow_rules.play(table, word)
    if after["over"] or after["hands"][table["turn"]] is None:
        return None, None, None
    if after["turn"] == table["turn"] and table["game"] != "ninety-nine":
        chance = 1 - slow.chances(line)[word]
    else:
        is_view = any(pair.startswith("hand=") for pair in line.split())
        chance = _chance_to_fail(table, after, is_view)
    return chance, after["turn"], after["owes"]


def _chance_to_fail(before, after, is_view):
    """The mean over every hand that the next player may hold: what the mover does not see."""
    seat, judged = after["turn"], {}
    kept = [card for card in after["hands"][seat] if card != "?"]
    missing = len(after["hands"][seat]) - len(kept)
    pool = slow.unseen(before)
    if missing and not pool:
        pool = slow.unseen(after)  # the discards were shuffled and one of them was drawn
    total = Fraction(0)
    for hidden, likely in selections(pool, missing):
        hand = [*kept, *hidden]
        seen_by_mover = slow.unseen(after) - Counter(hidden)
        seen_by_next = seen_by_mover
        if is_view and seat != before["turn"]:
            alone = [hand if other == seat else [] for other in range(len(after["hands"]))]
            seen_by_next = slow.unseen(after | {"hands": alone})
        chooser = Chooser(after, (seen_by_next, seen_by_mover), judged)
        total += likely * (1 - chooser.survives(hand)[1])
    return total


def selections(pool, size):
    """Each way to take ``size`` cards out of a pool, order aside, with its chance."""
    if pool.total() < size:
        raise RunsOutError(f"{size} cards of {pool.total()}")
    for cards in combinations_with_replacement(sorted(pool), size):
        ways = prod(comb(pool[card], cards.count(card)) for card in set(cards))
        if ways:
            yield list(cards), Fraction(ways, comb(pool.total(), size))


class Chooser:
    """The next player, who plays best by the first of two pools; the second is the truth."""

    def __init__(self, table, pools, judged):
        self.table, self.pools, self.judged = table, pools, judged

    def survives(self, hand):
        """``(chance as the player sees it, true chance)`` to complete the turn."""
        table = self.table
        if table["game"] == "ninety-nine":
            return (
                SAFE if any(self._costs_nothing(w) for w in slow_rules.ways(table, hand)) else LOST
            )
        state = (table["total"], table["owes"], table["played"])
        return self._best(hand, state, (table["draw"], []))

    def _costs_nothing(self, word):
        old = self.table["total"]
        new = slow_rules.new_total_99(self.table["options"]["below-zero"], old, word)
        return new is not None and slow_rules.costs_99(old, new)[0] == 0

    def _best(self, hand, state, pile):
        """The choice that looks best; then the lowest total; then the first in the order."""
        found = []
        for word in slow_rules.ways(self.table, hand):
            kind, new, completes = self._judge(word, state)
            if kind == "safe":
                chance = SAFE if completes else self._after(hand, word, new, state, pile)
                found.append((-chance[0], new, ORDER.index(word), chance))
        return min(found)[-1] if found else LOST

    def _judge(self, word, state):
        """``(kind, new total, whether the turn is complete)``."""
        key = (word, *state)
        if key not in self.judged:
            total, owes, played = state
            then = self.table | {"total": total, "owes": owes, "played": played}
            kind, new = slow_rules.judge(then, word)
            stays = slow_rules.is_free(then, word)
            completes = owes == 1 or slow_rules.hands_double_on(then, word)
            self.judged[key] = kind, new, completes and not stays
        return self.judged[key]

    def _after(self, hand, word, new, state, pile):
        """The chance after a card that leaves one owed: draw, and play again."""
        rest, put_down = list(hand), ["O"] * 4 if word == "OOOO" else [word]
        for card in put_down:
            rest.remove(card)
        _, owes, played = state
        if not slow_rules.is_free(self.table, word):
            owes, played = 1, put_down[0]
        then, count = (new, owes, played), len(put_down)
        draw, taken = pile
        rest, missing = rest + draw[:count], max(0, count - len(draw))
        return self._mean(rest, missing, then, (draw[count:], taken), put_down)

    def _mean(self, hand, missing, state, pile, put_down):
        """The mean over what may be drawn, weighed once by each pool."""
        if not missing:
            return self._best(hand, state, pile)
        draw, taken = pile
        found, seen = [Fraction(0), Fraction(0)], {}
        for side, pool in enumerate(self.pools):
            left = pool - Counter(taken)
            if not left:
                left = Counter(self.table["discards"] + put_down)  # shuffled: the new pile
            for drawn, likely in selections(left, missing):
                key = tuple(drawn)
                if key not in seen:
                    seen[key] = self._best(hand + drawn, state, (draw, taken + drawn))
                found[side] += likely * seen[key][side]
        return tuple(found)

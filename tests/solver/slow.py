"""Surviving a turn, worked out the long way: every play, every card that may be drawn.

It knows the game only from ``slow_rules`` and shares nothing with the package's solver.
"""

from collections import Counter
from fractions import Fraction

import slow_rules


def chances(line):
    """The chance to complete the turn by first play, such as ``{"7": Fraction(1, 2)}``."""
    table, known = slow_rules.read(line), {}
    found = {word: _chance_after(table, word, known) for word in slow_rules.legal(table)}
    if table["turn"] in table["undrawn"]:
        found[f"draw:{table['turn']}"] = _chance_after_late_draw(table, known)
    return found


def chance(line):
    """The chance to complete the turn when played as well as possible."""
    return max(chances(line).values())


def best(table, known):
    """The chance of a table to complete the turn; ``known`` keeps what was worked out before."""
    return _best(table, known)


def unseen(table):
    """The cards that are in the deck and not in a hand shown, the known draw or the discards."""
    players = len(table["hands"])
    left = Counter(slow_rules.deck(table["game"], table["options"], players))
    for cards in [table["draw"], table["discards"], *filter(None, table["hands"])]:
        left.subtract(card for card in cards if card != "?")
    return +left


def _copied(table):
    hands = [None if hand is None else hand[:] for hand in table["hands"]]
    return (
        table | {"hands": hands} | {key: table[key][:] for key in ("draw", "discards", "undrawn")}
    )


def _chance_after(table, word, known):
    kind, new = slow_rules.judge(table, word) if word != "out" else ("out", None)
    if kind != "safe":
        return Fraction(0)
    if table["game"] == "ninety-nine":
        return Fraction(slow_rules.costs_99(table["total"], new)[0] == 0)
    free = slow_rules.is_free(table, word)
    if not free and (table["owes"] == 1 or slow_rules.hands_double_on(table, word)):
        return Fraction(1)
    after = _copied(table)
    slow_rules.put_down(after["hands"][after["turn"]], word)
    after["discards"] += ["O"] * 4 if word == "OOOO" else [word]
    after["total"] = new
    if not free:
        after["owes"], after["played"] = 1, slow_rules.card_of(word)
    return _chance_after_drawing(after, 4 if word == "OOOO" else 1, known)


def _chance_after_drawing(table, count, known):
    if len(table["draw"]) < count and not unseen(table):
        table = table | {"discards": []}  # they are shuffled and become the draw pile
    total = Fraction(0)
    for drawn, likely in _draws(table, count).items():
        then = _copied(table)
        then["hands"][then["turn"]] += drawn
        for card in drawn:
            if card in then["draw"]:
                then["draw"].remove(card)
        total += likely * _best(then, known)
    return total


def _chance_after_late_draw(table, known):
    then = _copied(table)
    then["undrawn"].remove(table["turn"])
    return _chance_after_drawing(then, 1, known)


def _draws(table, count):
    """The hands of cards that may be drawn, sorted, each with its chance; one card at a time."""
    found = {((), ()): Fraction(1)}
    for place in range(count):
        step = {}
        for (drawn, from_pool), likely in found.items():
            for card, more, is_pool in _next_card(table, place, from_pool):
                pool = tuple(sorted((*from_pool, card))) if is_pool else from_pool
                key = (tuple(sorted((*drawn, card))), pool)
                step[key] = step.get(key, 0) + likely * more
        found = step
    assert sum(found.values()) == 1
    return {drawn: likely for (drawn, _), likely in found.items()}


def _next_card(table, place, from_pool):
    if place < len(table["draw"]):
        return [(table["draw"][place], Fraction(1), False)]
    pool = unseen(table) - Counter(from_pool)
    return [(card, Fraction(count, pool.total()), True) for card, count in pool.items()]


def _best(table, known):
    hand, discards = sorted(table["hands"][table["turn"]]), sorted(table["discards"])
    state = [table[key] for key in ("total", "owes", "played", "draw", "undrawn")]
    key = str((hand, discards, *state))
    if key not in known:
        words = slow_rules.legal(table)
        found = [_chance_after(table, word, known) for word in words]
        if table["turn"] in table["undrawn"]:
            found.append(_chance_after_late_draw(table, known))
        known[key] = max(found)
    return known[key]

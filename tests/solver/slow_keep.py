"""What a hand is worth under a double, worked out the long way: every card that may be drawn.

It knows the game only from ``slow_rules`` and shares nothing with the package's solver.
"""

from collections import Counter
from fractions import Fraction

import slow_rules
from solver import slow
from solver.slow_threat import RunsOutError, selections


def kept(line, rise=0):
    """By legal play, the chance to survive a double at the next turn with what is then held.

    ``rise`` is what the others add until then: a number, or ``{number: chance}``.
    """
    table, known = slow_rules.read(line), {}
    rises = rise if isinstance(rise, dict) else {rise: Fraction(1)}
    return {
        word: sum(
            (likely * _kept_after(table, word, more, known) for more, likely in rises.items()),
            Fraction(0),
        )
        for word in slow_rules.legal(table)
    }


def _kept_after(table, word, rise, known):
    if word == "out" or slow_rules.judge(table, word)[0] != "safe":
        return Fraction(0)
    _, new = slow_rules.judge(table, word)
    put_down = ["O"] * 4 if word == "OOOO" else [word]
    rest = table["hands"][table["turn"]][:]
    for card in put_down:
        rest.remove(card)
    if slow_rules.is_free(table, word):
        raise RunsOutError("the turn goes on, so nothing is kept by this play yet")
    found = Fraction(0)
    for drawn, likely, discards in _draws(table, put_down):
        then = _under_a_double(table, rest + drawn, discards, new + rise)
        found += likely * slow.best(then, known)
    return found


def _draws(table, put_down):
    """The cards that may be drawn after the play, each set with its chance, and the discards then."""
    top = table["draw"][: len(put_down)]
    pool, discards = slow.unseen(table), table["discards"] + put_down
    missing = len(put_down) - len(top)
    if missing and not pool:
        pool, discards = Counter(discards), []  # they are shuffled: the new pile
    for cards, likely in selections(pool, missing):
        yield top + cards, likely, discards


def _under_a_double(table, hand, discards, total):
    """The same player's next turn, as far as it can be known now."""
    total = min(98, total)
    if table["game"] == "2022":
        total = max(0, total)
    hidden = [None if held is None else [] for held in table["hands"]]
    hidden[table["turn"]] = hand
    return table | {
        "hands": hidden,
        "total": total,
        "owes": 2,
        "played": None,
        "draw": [],
        "discards": discards,
        "undrawn": [],
    }


def mapped(name, hand, total, pair=False):
    """The chance to survive a double with this hand at this total, nothing else being known."""
    players = 2 if pair else 3
    return slow.chance(f"{name} total={total} hand={','.join(hand)} owes=2 players={players}")

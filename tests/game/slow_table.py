"""Plays of the engine held against the slow rules, in the words of these."""

from functools import cache

import slow_rules

from ono_tutor.cards import Card

CODES = {card: card.value for card in Card}
AT_THE_END = ("total", "hands", "stakes", "over", "loser", "left", "winners", "discards")
"""What is said alike of a table at the end of a round."""


def codes(cards):
    """The words of cards."""
    return [CODES[card] for card in cards]


def told(settled, after):
    """What plays have led to: ``settled`` is a settlement, or the outcome of several plays."""
    return table_words(after) | {
        "over": settled.round_over,
        "loser": settled.loser,
        "left": list(settled.out),
        "winners": list(settled.winners),
    }


def table_words(position):
    """What stands on the table of a position."""
    return {
        "total": position.total,
        "hands": [hand if hand is None else codes(hand) for hand in position.hands],
        "turn": position.turn,
        "owes": position.owes,
        "way": position.direction.step,
        "draw": codes(position.draw),
        "discards": codes(position.seen),
        "played": position.played and CODES[position.played],
        "undrawn": list(position.undrawn),
        "stakes": list(position.stakes),
    }


def table_of(position):
    """The table of the slow rules that shows this position; its discards are those of a game.

    The line of the position cannot say that the first of two cards was shuffled into the pile.
    """
    return _empty_table(str(position.rules)) | table_words(position)


@cache
def _empty_table(name):
    """A table of this rule set on which nothing lies."""
    return slow_rules.read(f"{name} hand=7")


def in_any_order(table):
    """The same table, its hands sorted."""
    hands = [hand if hand is None else sorted(hand) for hand in table["hands"]]
    return table | {"hands": hands}


def check(ply):
    """Hold a play that was made against the slow rules."""
    table = slow_rules.read(str(ply.before))
    if len(table["draw"]) < len(ply.drawn):  # the cards of a reshuffle
        table["draw"] = codes(ply.drawn)
    expected = in_any_order(slow_rules.play(table, str(ply.play)))
    found = in_any_order(told(ply.settlement, ply.after))
    keys = set(AT_THE_END) - {"hands"} if expected["over"] else set(found)
    if ply.shuffled_at is not None:
        keys -= {"draw", "discards"}
    assert {k: found[k] for k in keys} == {k: expected[k] for k in keys}, str(ply.before)

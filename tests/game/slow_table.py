"""Plays of the engine held against the slow rules, in the words of these."""

import slow_rules

AT_THE_END = ("total", "stakes", "over", "loser", "left", "winners", "discards")
"""What is said alike of a table at the end of a round."""


def codes(cards):
    """The words of cards; None for a player who is out."""
    return cards if cards is None else [card.code for card in cards]


def in_order(hand):
    """The words of a hand, sorted."""
    return hand if hand is None else sorted(hand)


def told(settled, after):
    """What a play has led to: a settlement, and the position after it, its hands in any order."""
    return {
        "total": after.total,
        "hands": [in_order(codes(hand)) for hand in after.hands],
        "turn": after.turn,
        "owes": after.owes,
        "way": after.direction.step,
        "draw": codes(after.draw),
        "discards": codes(after.seen),
        "played": after.played and after.played.code,
        "undrawn": list(after.undrawn),
        "stakes": list(after.stakes),
        "over": settled.round_over,
        "loser": settled.loser,
        "left": list(settled.out),
        "winners": list(settled.winners),
    }


def check(ply):
    """Hold a play that was made against the slow rules."""
    table = slow_rules.read(str(ply.before))
    if len(table["draw"]) < len(ply.drawn):  # the cards of a reshuffle
        table["draw"] = codes(ply.drawn)
    expected, found = slow_rules.play(table, str(ply.play)), told(ply.settlement, ply.after)
    expected |= {"hands": [in_order(hand) for hand in expected["hands"]]}
    keys = set(AT_THE_END) if expected["over"] else set(found)
    if ply.shuffled_at is not None:
        keys -= {"draw", "discards"}
    assert {k: found[k] for k in keys} == {k: expected[k] for k in keys}, str(ply.before)

"""O'NO 99 of 1980, rule point by rule point."""

import pytest

from ono_tutor import Position, play

CASE = ("line", "plays", "facts")


@pytest.mark.parametrize(("total", "after_it"), [(6, -4), (0, -10), (-4, -14), (98, 88)])
def test_minus_ten_goes_below_zero(after, total, after_it):
    """A Minus Ten takes 10 off, and the total may be negative (rule minus-ten)."""
    assert after(f"1980 total={total} hand=-10,7,8,9", "-10", ["total"]) == {"total": after_it}


@pytest.mark.parametrize(
    CASE,
    [
        ("1980 total=50 hand=H,7,8,9 players=3", "H", {"total": 50, "turn": 1, "owes": 1, "dir": "cw"}),
        ("1980 total=98 hand=H,7,8,9 players=3", "H", {"total": 98, "over": False}),
    ],
)  # fmt: skip
def test_hold_adds_nothing(after, line, plays, facts):
    """A Hold adds 0 and turns nothing (rule hold)."""
    assert after(line, plays, facts) == facts


@pytest.mark.parametrize(
    CASE,
    [
        ("1980 total=98 hand=H,7,8,9 players=3 owes=2", "H", {"total": 98, "turn": 1, "owes": 2, "dir": "cw"}),
        ("1980 total=98 hand=H,7,8,9 players=3 owes=2 dir=ccw", "H", {"turn": 2, "owes": 2, "dir": "ccw"}),
        ("1980 total=98 hand=H,7,8,9 owes=2", "H", {"turn": 1, "owes": 2}),
        ("1980 total=98 hands=D,7,8,9/H,7,8,9/H,5,5,9/H,4,4,3", "D H H", {"turn": 3, "owes": 2}),
        ("1980 total=50 hand=7,H,8,9 players=3 owes=2", "7 H", {"turn": 1, "owes": 1}),
    ],
)  # fmt: skip
def test_hold_hands_a_double_on_as_first_card(after, line, plays, facts):
    """A Hold first replies and goes on the same way; second it is a mere 0 (rule double-reply)."""
    assert after(line, plays, facts) == facts


def test_double_play_is_no_reply(refused):
    """A Double Play may not be the first of the two cards, only the second (rule double-on-double)."""
    assert refused("1980 total=50 hand=D,7,8,9 owes=2", "D") == "double-on-double"
    assert refused("1980 total=50 hand=D,7,8,9 played=8", "D") is None


@pytest.mark.parametrize(
    ("line", "card", "rule"),
    [
        ("1980 hand=H,7,8,9", "H", None),
        ("1980+opening=number hand=H,7,8,9", "H", "opening"),
        ("1980+opening=number hand=D,7,8,9", "D", "opening"),
        ("1980+opening=number hand=-10,R,8,9", "R", "opening"),
        ("1980+opening=number hand=-10,R,8,9", "8", None),
        ("1980+opening=number hand=-10,R,H,10", "10", None),
        ("1980+opening=number hand=O,O,8,10", "O", "ono99-card"),
        ("1980+opening=number+ono99=suicide hand=O,O,8,10", "O", "opening"),
        ("1980+opening=number hand=-10,R,H,O", "H", None),
        ("1980+opening=number total=10 hand=H,7,8,9", "H", None),
        ("1980+opening=number hand=H,7,8,9 seen=10,-10", "H", None),
        ("1980+opening=number hand=H,7,8,9 owes=2", "H", None),
        ("1980+opening=number hand=R,7,8,9 owes=2 players=3", "R", None),
        ("1980+opening=number hand=H,7,8,9 dir=ccw players=3", "H", None),
    ],
)
def test_a_number_opens_where_chosen(refused, line, card, rule):
    """The option binds the very first card of an opener who holds a number (rule opening)."""
    assert refused(line, card) == rule


@pytest.mark.parametrize(
    CASE,
    [
        ("1980+ono99=suicide total=50 hand=O,O,O,O", "O", {"total": 50, "over": True, "loser": 0}),
        ("1980+ono99=suicide total=98 hand=O,10,9,8", "O", {"total": 98, "over": True, "loser": 0}),
        ("1980+ono99=suicide total=98 hand=O,10,9,8 played=2", "O", {"over": True, "loser": 0}),
    ],
)
def test_playing_ono99_loses_where_chosen(after, line, plays, facts):
    """With the option suicide an O'NO 99 can be played and loses at once (rule ono99-card)."""
    assert after(line, plays, facts) == facts


def test_suicide_is_no_choice_with_a_safe_card(refused):
    """Even where O'NO 99 can be played it may not be while a safe card is held (rule no-voluntary-bust)."""
    assert refused("1980+ono99=suicide total=50 hand=O,7,8,9", "O") == "no-voluntary-bust"


@pytest.mark.parametrize("option", ["turn", "round"])
@pytest.mark.parametrize("total", [90, 0, -10, 50])
def test_ono99_adds_nothing_on_a_final_zero(after, option, total):
    """Where the rule is on, an O'NO 99 adds 0 when the total ends in 0 (rule ono-on-zero)."""
    facts = {"total": total, "turn": 1, "owes": 1, "hands": "7,8,9,?/?,?,?,?"}

    assert after(f"1980+ono-on-zero={option} total={total} hand=O,7,8,9", "O", facts) == facts


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("1980 total=50 hand=O,7,8,9", "ono99-card"),
        ("1980+ono-on-zero=turn total=55 hand=O,7,8,9", "ono-on-zero"),
        ("1980+ono-on-zero=turn total=-5 hand=O,7,8,9", "ono-on-zero"),
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 owes=2", None),
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 played=O", "ono-on-zero"),
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 seen=O", None),
        ("1980+ono-on-zero=turn total=50 hand=O,7,8,9 seen=O played=10", None),
        ("1980+ono-on-zero=round total=50 hand=O,7,8,9 seen=O", "ono-on-zero"),
        ("1980+ono-on-zero=round total=50 hand=O,7,8,9 seen=10", None),
    ],
)
def test_one_ono99_on_zero_at_the_most(refused, line, rule):
    """One O'NO 99 a turn, or one in the round, may be played on a final zero (rule ono-on-zero)."""
    assert refused(line, "O") == rule


def test_ono99_on_zero_is_one_of_two_owed_cards(after):
    """Under a double it is the first card and no reply, so one more is owed (rule ono-on-zero)."""
    facts = {"total": 50, "turn": 0, "owes": 1, "played": "O"}

    assert after("1980+ono-on-zero=turn total=50 hand=O,7,8,9 owes=2", "O", facts) == facts


def test_a_second_ono99_in_a_turn_falls_back_to_suicide(refused):
    """With both options on, what the zero does not cover is a play that loses (rule ono99-card)."""
    line = "1980+ono99=suicide+ono-on-zero=turn total=90 hand=O,10,10,9 played=O"

    assert refused(line, "O") is None


@pytest.mark.parametrize("hand", ["O,O,O,O", "O,O", "O"])
def test_only_ono99_cards_lose(after, hand):
    """A hand of nothing but O'NO 99 loses on its turn (rule four-ono99)."""
    facts = {"over": True, "loser": 0, "stakes": [2, 3], "types": ["busted", "round-over", "paid"]}

    assert after(f"1980 total=5 hand={hand}", "out", facts) == facts


def test_four_ono99_are_no_play(refused):
    """Putting four down together belongs to 2022 (rule four-ono99)."""
    assert refused("1980 total=5 hand=O,O,O,O", "OOOO") == "four-ono99"


def test_a_double_that_cannot_come_first_loses_by_its_own_rule():
    """A hand stuck on a Double Play that may not come first loses for that reason (rule double-on-double)."""
    outcome = play(Position.parse("1980 total=98 hand=D,O,O,O owes=2 players=3"), "out")

    assert (outcome.loser, outcome.events[0].rule) == (0, "double-on-double")


@pytest.mark.parametrize(
    CASE,
    [
        ("1980 total=89 hand=10,O,O,O", "10", {"total": 99, "over": True, "loser": 0, "stakes": [2, 3]}),
        ("1980 total=98 hand=10,2,O,O players=3", "2", {"total": 100, "over": True, "loser": 0}),
        ("1980 total=98 hands=H,2,3,4/5,6,7,8", "H 5", {"total": 103, "over": True, "loser": 1}),
    ],
)  # fmt: skip
def test_without_a_safe_card_you_play_the_losing_one(after, line, plays, facts):
    """In 1980 the card that makes 99 or more is played, and its player loses the hand (rule bust)."""
    assert after(line, plays, facts) == facts


def test_laying_down_is_not_losing(refused):
    """In 1980 who can play a losing card may not lay the hand down (rule bust)."""
    assert refused("1980 total=98 hand=10,O,O,O", "out") == "bust"


@pytest.mark.parametrize(
    CASE,
    [
        ("1980 total=98 hand=7,8,9,10 chips=3/3", "7", {"stakes": [2, 3], "out": [], "winners": [], "over": True}),
        ("1980 total=98 hand=7,8,9,10 chips=1/3", "7", {"stakes": [0, 3], "out": [], "winners": [], "over": True}),
        ("1980 total=98 hand=7,8,9,10 chips=0/3", "7", {"stakes": [0, 3], "out": [0], "winners": [1]}),
        ("1980 total=98 hand=7,8,9,10 players=3 chips=0/3/1", "7", {"out": [0], "winners": [], "over": True}),
        ("1980+chips-out=at-zero total=98 hand=7,8,9,10 chips=1/3", "7", {"stakes": [0, 3], "out": [0], "winners": [1]}),
        ("1980+chips-out=at-zero total=98 hand=7,8,9,10 chips=2/3", "7", {"stakes": [1, 3], "out": []}),
        ("1980+chips=1 total=98 hand=7,8,9,10", "7", {"stakes": [0, 1], "out": []}),
    ],
)  # fmt: skip
def test_a_loss_costs_a_chip(after, line, plays, facts):
    """One loser pays a chip; losing with none left, the fourth time, puts you out (rules loss, chips)."""
    assert after(line, plays, facts) == facts


def test_the_hand_ends_with_one_loser(after):
    """The hand is over at the first loss and only the loser pays (rule loss)."""
    facts = {"over": True, "stakes": [3, 2, 3], "loser": 1}

    assert after("1980 total=98 hands=H,2,3,4/5,6,7,8/2,3,4,5", "H 5", facts) == facts


@pytest.mark.parametrize("first", ["10", "O,O,O,O"])
def test_a_failed_double_is_not_inherited(after, first):
    """When a player drops out under a double, the next owes one card (rule double-eliminated)."""
    hand = "10,10,10,9" if first == "10" else first
    line = f"1980+scoring=points total=98 hand={hand} players=3 owes=2"

    facts = {"turn": 1, "owes": 1, "played": None, "out": [0]}

    assert after(line, "10" if first == "10" else "out", facts) == facts


def test_a_failed_second_card_is_not_inherited(after):
    """The next player owes one card too if only the second card failed (rule double-eliminated)."""
    line = "1980+scoring=points total=90 hand=8,10,9,9 players=3 owes=2 draw=7"

    facts = {"turn": 1, "owes": 1, "played": None, "out": [0], "total": 98}

    assert after(line, "8 7", facts) == facts


FORGETFUL = "1980{} total=10 hands=7,8,9,10/2,3,4,5/2,3,4,6 draw=R,H,6,9"


@pytest.mark.parametrize(
    ("options", "plays", "undrawn", "hand"),
    [
        ("", "7!", [0], "8,9,10"),
        ("", "7! draw:0", [], "8,9,10,R"),
        ("", "7! 2! draw:0", [1], "8,9,10,R"),
        ("", "7! 2", [], "8,9,10"),
        ("", "7! 2!", [0, 1], "8,9,10"),
        ("", "7! 2! draw:1", [], "8,9,10"),
        ("", "7! 2! 3", [], "8,9,10"),
        ("+draw-deadline=next-plays", "7!", [0], "8,9,10"),
        ("+draw-deadline=next-plays", "7! draw:0", [], "8,9,10,R"),
        ("+draw-deadline=next-plays", "7! 2!", [1], "8,9,10"),
        ("+draw-deadline=next-plays", "7! 2", [], "8,9,10"),
    ],
)
def test_a_forgotten_draw_has_a_deadline(after, options, plays, undrawn, hand):
    """A late draw is open until the next player draws, or plays where chosen (rule forgot-draw)."""
    found = after(FORGETFUL.format(options), plays, ["undrawn", "hands"])

    assert found["undrawn"] == undrawn
    assert found["hands"].split("/")[0] == hand


@pytest.mark.parametrize(
    ("options", "undrawn", "rule"),
    [("", "0", None), ("", "1", "forgot-draw"), ("+draw-deadline=next-plays", "0", None)],
)
def test_only_who_forgot_draws_late(refused, options, undrawn, rule):
    """Who has drawn, or is too late, has no draw to make (rule forgot-draw)."""
    line = f"1980{options} total=10 hands=8,9,10/2,3,4,5/2,3,4,6 turn=1 undrawn=0"

    assert refused(line, f"draw:{undrawn}") == rule


def test_a_short_hand_stays_short(after):
    """Who forgot plays the rest of the hand one card short (rule forgot-draw)."""
    facts = {"hands": "9,10,6/3,4,5,R/3,4,6,H", "undrawn": []}

    assert after(FORGETFUL.format(""), "7! 2 2 8", facts) == facts


def test_the_last_card_may_be_forgotten_away(after):
    """Who has no card left at all has none to play and loses (rule forgot-draw)."""
    facts = {"over": True, "loser": 0}

    assert after("1980 total=10 hands=/2,3,4,5", "out", facts) == facts


def test_the_loser_has_no_draw_to_forget(refused):
    """A card that loses the hand ends it, so there is nothing to draw (rule forgot-draw)."""
    assert refused("1980 total=98 hand=10,O,O,O", "10!") == "forgot-draw"

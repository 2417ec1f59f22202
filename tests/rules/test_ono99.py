"""What the editions of 1980 and 2022 have in common."""

import pytest

EDITIONS = pytest.mark.parametrize("edition", ["1980", "2022"])
CASE = ("line", "plays", "facts")


@EDITIONS
def test_a_card_adds_its_number(after, edition):
    """A 10 and then a 7 make 17; a 7, a 3 and a 6 make 16 (rule number-cards)."""
    first = f"{edition} hands=10,2,2,4/7,2,3,3"
    second = f"{edition} hands=7,2,2,4/3,8,8,5/6,9,9,4"

    assert after(first, "10 7", ["totals said"]) == {"totals said": [10, 17]}
    assert after(second, "7 3 6", ["totals said"]) == {"totals said": [7, 10, 16]}


@EDITIONS
def test_a_turn_is_one_card_and_one_draw(after, edition):
    """You play one card, draw one, and the player on your left is next (rule turn-order)."""
    facts = {"hands": "8,9,10,3/?,?,?,?/?,?,?,?", "turn": 1, "owes": 1, "seen": "7"}

    assert after(f"{edition} hand=7,8,9,10 players=3 draw=3", "7", facts) == facts


@EDITIONS
def test_an_unknown_draw_is_a_hidden_card(after, edition):
    """Where the draw pile is not known the card that is drawn is hidden (rule turn-order)."""
    facts = {"hands": "8,9,10,?/?,?,?,?"}

    assert after(f"{edition} hand=7,8,9,10", "7", facts) == facts


@EDITIONS
@pytest.mark.parametrize("card", ["7", "R", "D", "-10"])
def test_the_total_is_said_after_every_card(after, edition, card):
    """The total is announced after each card, changed or not (rule announce)."""
    said = {"7": 57, "-10": 40}.get(card, 50)

    found = after(f"{edition} total=50 hand={card},8,9,10", card, ["totals said"])

    assert found == {"totals said": [said]}


@EDITIONS
@pytest.mark.parametrize(("total", "is_safe"), [(88, True), (89, False), (90, False)])
def test_98_is_the_last_safe_total(refused, edition, total, is_safe):
    """A card is safe only if the new total is 98 or less; 99 already loses (rule limit)."""
    found = refused(f"{edition} total={total} hand=10,2,3,4", "10")

    assert (found is None) is is_safe


@EDITIONS
@pytest.mark.parametrize(
    CASE,
    [
        ("total=50 hand=R,7,8,9 players=3", "R", {"total": 50, "dir": "ccw", "turn": 2, "owes": 1}),
        ("total=50 hand=R,7,8,9 players=3 dir=ccw", "R", {"dir": "cw", "turn": 1}),
        ("total=50 hand=R,7,8,9 players=5 turn=2", "R", {"dir": "ccw", "turn": 1}),
    ],
)
def test_a_reverse_turns_the_direction(after, edition, line, plays, facts):
    """A Reverse adds 0 and turns the direction of play (rule reverse)."""
    assert after(f"{edition} {line}", plays, facts) == facts


@EDITIONS
@pytest.mark.parametrize(
    ("seats", "other"),
    [("R,7,8,9/2,3,4,5", 1), ("R,7,8,9/-/2,3,4,5", 2), ("R,7,8,9/-/-/2,3,4,5", 3)],
)
def test_a_reverse_between_two_is_a_nought(after, edition, seats, other):
    """With two active players a Reverse adds 0 and the other is next (rule reverse-two-players)."""
    facts = {"total": 50, "dir": "cw", "turn": other, "owes": 1}

    assert after(f"{edition} total=50 hands={seats}", "R", facts) == facts


@EDITIONS
@pytest.mark.parametrize("total", [0, 50, 55, 98])
def test_a_single_ono99_is_not_playable(refused, edition, total):
    """An O'NO 99 only blocks a place in the hand (rule ono99-card)."""
    assert refused(f"{edition} total={total} hand=O,10,10,R", "O") == "ono99-card"


@EDITIONS
@pytest.mark.parametrize(
    CASE,
    [
        ("total=50 hand=D,7,8,9 players=3", "D", {"total": 50, "turn": 1, "owes": 2}),
        ("total=50 hand=7,8,9,10 owes=2 draw=2", "7", {"total": 57, "turn": 0, "owes": 1, "played": "7"}),
        (
            "total=50 hand=7,8,9,10 owes=2 draw=2,3 players=3",
            "7 2",
            {
                "total": 59,
                "turn": 1,
                "owes": 1,
                "hands": "8,9,10,3/?,?,?,?/?,?,?,?",
                "played": None,
            },
        ),
    ],
)  # fmt: skip
def test_a_double_makes_two_turns_of_one(after, edition, line, plays, facts):
    """The next player plays, says, draws, plays, says, draws (rule double-effect)."""
    assert after(f"{edition} {line}", plays, facts) == facts


@EDITIONS
def test_the_card_drawn_may_be_the_second(after, edition):
    """Under a double the card drawn after the first may be played (rule double-effect)."""
    line = f"{edition} total=90 hand=8,9,9,10 owes=2 draw=R"

    assert after(line, "8 R", ["total", "turn"]) == {"total": 98, "turn": 1}


@EDITIONS
@pytest.mark.parametrize(
    CASE,
    [
        ("total=98 hand=R,7,8,9 players=3 owes=2", "R", {"turn": 2, "owes": 2, "dir": "ccw"}),
        ("total=98 hand=R,7,8,9 players=4 turn=1 owes=2", "R", {"turn": 0, "owes": 2, "dir": "ccw"}),
        ("total=98 hand=R,7,8,9 players=4 turn=1 owes=2 dir=ccw", "R", {"turn": 2, "owes": 2, "dir": "cw"}),
    ],
)  # fmt: skip
def test_a_reverse_reply_goes_back_to_the_attacker(after, edition, line, plays, facts):
    """A Reverse reply sends the double back in the new direction (rule double-reverse-target)."""
    assert after(f"{edition} {line}", plays, facts) == facts


@EDITIONS
def test_a_reverse_reply_between_two_hands_it_back(after, edition):
    """With two active players a Reverse still replies (rule double-reverse-two-players)."""
    facts = {"total": 98, "turn": 1, "owes": 2, "dir": "cw", "played": None}

    assert after(f"{edition} total=98 hand=R,7,8,9 owes=2", "R", facts) == facts


@EDITIONS
def test_a_reply_is_one_card_only(after, edition):
    """Who replies plays that one card, so the turn passes (rule double-reply)."""
    facts = {"turn": 2, "types": ["played", "turned", "drew", "handed-on"]}

    assert after(f"{edition} total=50 hand=R,7,8,9 players=3 owes=2", "R", facts) == facts


@EDITIONS
def test_a_chain_of_doubles_never_owes_more_than_two(after, edition):
    """However long the chain, two cards are owed (rule double-no-stack)."""
    line = f"{edition} total=98 hands=D,7,8,9/R,7,8,9/R,4,5,9"

    assert after(line, "D R", ["turn", "owes"]) == {"turn": 0, "owes": 2}


@EDITIONS
def test_a_double_as_second_card_is_an_ordinary_one(after, edition):
    """A double played second attacks the next player with two (rule double-on-double)."""
    line = f"{edition} total=50 hand=7,D,8,9 players=3 owes=2"

    assert after(line, "7 D", ["turn", "owes"]) == {"turn": 1, "owes": 2}


@EDITIONS
def test_a_reverse_as_second_card_acts_normally(after, edition):
    """Only the first card replies; a Reverse second just turns (rule double-first-is-reply)."""
    line = f"{edition} total=50 hand=7,R,8,9 players=3 owes=2"

    facts = {"turn": 2, "owes": 1, "dir": "ccw"}

    assert after(line, "7 R", facts) == facts


@EDITIONS
def test_no_losing_on_purpose(refused, edition):
    """With a safe card in hand neither a losing card nor the way out may be chosen (rule no-voluntary-bust)."""
    line = f"{edition} total=95 hand=10,2,O,O"

    assert refused(line, "2") is None
    assert refused(line, "out") == "no-voluntary-bust"
    assert refused(line, "10") is not None


@EDITIONS
def test_the_whole_discard_pile_becomes_the_draw_pile(after, edition):
    """When the draw pile is empty all discards are shuffled and the total stays (rule draw-pile-empty)."""
    copies = {"1980": "10x9,Hx4,Rx5,-10x4,Dx2,Ox3,2x3,3x3,4x3,5x3,6x3,7x2,8x2,9x2"}
    copies["2022"] = "0x8,1x6,2x6,3x6,4x6,5x6,6x6,7x5,8x5,9x5,10x9,-10x10,Rx9,Dx10,Ox9"
    line = f"{edition} total=50 hands=7,8,9,10/O,R seen={copies[edition]}"

    found = after(line, "7", ["total", "seen", "hands", "types"])

    assert found["types"][:2] == ["played", "reshuffled"]
    assert (found["total"], found["seen"], found["hands"]) == (57, "", "8,9,10,?/O,R")

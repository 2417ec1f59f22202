"""Chips' other way: O'NO 99 of 1980 played for points."""

import pytest

from ono_tutor import Position, play
from ono_tutor.game.explain import explain

CASE = ("line", "plays", "facts")
POINTS = "1980+scoring=points"


def test_the_worked_example_scores_44(after):
    """An O'NO 99, a Double Play and two numbers worth 9 score 44; the survivor scores too (rule points)."""
    line = f"{POINTS} total=98 hands=10,10,10,10/O,D,4,5 draw=2"

    assert after(line, "10", ["stakes"]) == {"stakes": [10 + 10 + 10 + 2 + 25, 44]}


@pytest.mark.parametrize(
    ("hand", "score"),
    [
        ("2,3,4,5", 14),
        ("10,10,10,10", 40),
        ("O,O,O,O", 80),
        ("H,R,-10,D", 60),
        ("H,R,2", 15 + 15 + 2 + 15),
        ("9,8", 17 + 30),
        ("O", 20 + 45),
        ("", 60),
    ],
)
def test_every_card_left_has_its_price(after, hand, score):
    """Numbers at face value, O'NO 99 20, the action cards 15, a missing card 15 (rule points)."""
    line = f"{POINTS} total=98 hands=10,10,10,10/{hand} draw=7"

    assert after(line, "10", ["stakes"]) == {"stakes": [30 + 7 + 25, score]}


def test_players_drop_out_until_one_is_left(after):
    """A bust puts its player out of the round, and the others play on (rule points-round)."""
    facts = {"out": [0], "over": False, "hands": "-/H,2,3,4/2,3,4,5", "turn": 1, "winners": []}

    assert after(f"{POINTS} total=98 hands=9,10,10,10/H,2,3,4/2,3,4,5 draw=6", "9", facts) == facts


def test_who_busts_draws_back_to_four_cards(after):
    """The card drawn after a bust is among those that are scored (rule points-round)."""
    line = f"{POINTS} total=98 hands=9,10,10,10/H,2,3,4/2,3,4,5 draw=O"

    assert after(line, "9", ["stakes"]) == {"stakes": [30 + 20 + 25, 0, 0]}


def test_four_ono99_drop_out_without_playing(after):
    """Who holds four O'NO 99 plays and draws nothing (rule points-round)."""
    facts = {"out": [0], "stakes": [80 + 25, 0, 0], "seen": "", "total": 7}

    assert after(f"{POINTS} total=7 hands=O,O,O,O/H,2,3,4/2,3,4,5 draw=6", "out", facts) == facts


def test_four_ono99_drop_out_without_playing_under_suicide_too(after):
    """That a lone O'NO 99 could be played makes no difference to four of them (rule points-round)."""
    facts = {"out": [0], "stakes": [80 + 25, 0, 0], "seen": "", "total": 7}
    line = "1980+ono99=suicide+scoring=points total=7 hands=O,O,O,O/H,2,3,4/2,3,4,5 draw=6"

    assert after(line, "out", facts) == facts


@pytest.mark.parametrize(("option", "total"), [("", 95), ("+bust-total=counts", 105)])
def test_the_busting_card_counts_where_chosen(after, option, total):
    """The total goes back to what it was before the bust, unless chosen otherwise (rule points-bust-total)."""
    line = f"{POINTS}{option} total=95 hands=10,10,10,10/H,2,3,4/2,3,4,5"

    assert after(line, "10", ["total"]) == {"total": total}
    said = " ".join(map(str, explain(Position.parse(line), play(line, "10").events, 0)))
    assert ("The losing card does not count: the total stays 95." in said) == (total == 95)


@pytest.mark.parametrize("card", ["H", "R", "2", "D"])
def test_nothing_is_safe_above_the_limit(after, card):
    """Where the bust counts, a card that adds nothing to 105 still makes 105 (rule limit)."""
    line = f"{POINTS}+bust-total=counts total=105 hands=H,R,2,D/H,2,3,4/2,3,4,5"

    assert after(line, card, ["out"]) == {"out": [0]}


def test_minus_ten_saves_above_the_limit(after):
    """Where the bust counts, a Minus Ten may bring the total back to 98 or less (rule points-bust-total)."""
    line = f"{POINTS}+bust-total=counts total=105 hands=-10,R,2,D/H,2,3,4/2,3,4,5"

    assert after(line, "-10", ["total", "out"]) == {"total": 95, "out": []}


LAST = " total=98 hands=10,10,10,10/2,3,4,5 draw=10"


@pytest.mark.parametrize(
    ("options", "points", "winners"),
    [
        ("", "0/0", []),
        ("", "134/0", []),
        ("", "135/0", [1]),
        ("", "135/185", [1]),
        ("", "0/186", [0]),
        ("", "150/199", [1]),
        ("", "148/199", [0, 1]),
        ("+target=60", "0/0", [1]),
        ("+points-end=last-standing", "134/0", []),
        ("+points-end=last-standing", "135/0", [1]),
        ("+points-end=last-standing", "0/186", [0]),
        ("+points-end=last-standing", "148/199", [0, 1]),
    ],
)
def test_a_target_ends_the_game(after, options, points, winners):
    """At the target the lowest wins and a tie is shared, or the last below it wins (rule points-end)."""
    line = f"{POINTS}{options}{LAST} points={points}"

    assert after(line, "10", ["winners", "over"]) == {"winners": winners, "over": True}


def test_an_out_player_is_scored_once(after):
    """Who dropped out earlier keeps that score when the round ends (rule points)."""
    line = f"{POINTS} total=98 hands=10,10,10,10/-/2,3,4,5 draw=10 points=0/77/0"

    assert after(line, "10", ["stakes"]) == {"stakes": [65, 77, 14]}


def test_a_hidden_card_leaves_the_score_unknown(after):
    """A score that depends on a hidden card is not guessed (rule points)."""
    line = f"{POINTS} total=98 hands=10,10,10,10/2,3,4,? draw=10"

    assert after(line, "10", ["stakes", "winners"]) == {"stakes": [65, None], "winners": []}

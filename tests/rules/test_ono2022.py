"""ONO 99 of 2022, rule point by rule point."""

import pytest

from ono_tutor import Position, legal_plays, play

CASE = ("line", "plays", "facts")


@pytest.mark.parametrize("total", range(12))
def test_minus_ten_stops_at_zero(after, total):
    """The total never goes below zero; by default a -10 stops there (rule minus-ten)."""
    found = after(f"2022 total={total} hand=-10,0,R,3", "-10", ["total"])

    assert found == {"total": max(0, total - 10)}


@pytest.mark.parametrize("total", range(12))
def test_minus_ten_may_be_unplayable_instead(refused, total):
    """Where chosen, a -10 may not be played on 0 to 9 (rule minus-ten)."""
    found = refused(f"2022+minus-ten=unplayable total={total} hand=-10,0,R,3", "-10")

    assert found == (None if total >= 10 else "minus-ten")


@pytest.mark.parametrize(
    CASE,
    [
        ("2022 total=98 hand=D,7,8,9 players=3 owes=2", "D", {"turn": 1, "owes": 2, "total": 98, "played": None}),
        ("2022 total=98 hand=D,7,8,9 players=3 owes=2 dir=ccw", "D", {"turn": 2, "owes": 2}),
        ("2022 total=98 hand=D,7,8,9 owes=2", "D", {"turn": 1, "owes": 2}),
        ("2022 total=98 hands=D,7,8,9/D,7,8,9/D,5,5,9/D,4,4,9", "D D D", {"turn": 3, "owes": 2}),
    ],
)  # fmt: skip
def test_play_2_answers_play_2(after, line, plays, facts):
    """A Play 2 first hands the double on in the same direction (rules double-reply, double-on-double)."""
    assert after(line, plays, facts) == facts


def test_a_nought_is_no_reply(after):
    """A 0 first is just the first of two cards (rule double-reply)."""
    facts = {"turn": 0, "owes": 1, "played": "0"}

    assert after("2022 total=98 hand=0,7,8,9 players=3 owes=2", "0", facts) == facts


@pytest.mark.parametrize(
    CASE,
    [
        ("2022+two-player-reverse-reply=plain total=50 hand=R,7,8,9 owes=2", "R", {"turn": 0, "owes": 1, "played": "R"}),
        ("2022+two-player-reverse-reply=plain total=50 hand=D,7,8,9 owes=2", "D", {"turn": 1, "owes": 2}),
        ("2022+two-player-reverse-reply=plain total=50 hand=R,7,8,9 owes=2 players=3", "R", {"turn": 2, "owes": 2}),
        ("2022+two-player-reverse-reply=plain total=50 hands=R,7,8,9/-/?4 owes=2", "R", {"turn": 0, "owes": 1}),
        ("2022+two-player-reverse-reply=plain total=50 hand=R,7,8,9 owes=2", "R 7", {"turn": 1, "owes": 1, "total": 57}),
    ],
)  # fmt: skip
def test_a_reverse_between_two_is_plain_where_chosen(after, line, plays, facts):
    """With the option plain, a Reverse between two is no reply (rule double-reverse-two-players)."""
    assert after(line, plays, facts) == facts


def test_a_plain_reverse_can_be_written_down_with_a_player_out():
    """What is played first among the two who are left makes a position too (rule double-reverse-two-players)."""
    line = "2022+two-player-reverse-reply=plain total=50 hands=R,1,2,3/-/4,5,6,7 owes=2"

    after = play(Position.parse(line), "R").after

    assert Position.parse(str(after)) == after


@pytest.mark.parametrize(
    CASE,
    [
        (
            "2022 total=98 hand=O,O,O,O draw=1,2,3,4",
            "OOOO",
            {"total": 98, "turn": 1, "hands": "1,2,3,4/?,?,?,?", "seen": "O,O,O,O"},
        ),
        ("2022 total=98 hand=O,O,O,O owes=2", "OOOO", {"turn": 0, "owes": 1, "played": "O", "total": 98}),
        ("2022 total=50 hand=O,O,O,O owes=2 draw=1,2,3,4", "OOOO 1", {"turn": 1, "owes": 1, "total": 51}),
        ("2022 total=50 hand=O,O,O,O played=1", "OOOO", {"turn": 1, "owes": 1}),
        ("2022+dump=free total=98 hand=O,O,O,O", "OOOO", {"turn": 0, "owes": 1, "played": None}),
        ("2022+dump=free total=50 hand=O,O,O,O draw=1,2,3,4", "OOOO 4", {"turn": 1, "total": 54}),
        ("2022+dump=free total=98 hand=O,O,O,O owes=2", "OOOO", {"turn": 0, "owes": 2, "played": None}),
        ("2022+dump=free total=98 hand=O,O,O,O played=1", "OOOO", {"turn": 0, "owes": 1, "played": "1"}),
        ("2022+dump=free total=98 hand=O,O,O,O owes=2 draw=R,2,3,4 players=3", "OOOO R", {"turn": 2, "owes": 2}),
    ],
)  # fmt: skip
def test_four_ono99_are_put_down_together(after, line, plays, facts):
    """Four ONO 99 add 0 and are exchanged; that is the turn, or comes on top (rule four-ono99)."""
    assert after(line, plays, facts) == facts


@pytest.mark.parametrize(
    ("line", "word", "rule"),
    [
        ("2022 total=98 hand=O,O,O,O", "out", "no-voluntary-bust"),
        ("2022 total=98 hand=O,O,O,7", "OOOO", "turn-order"),
        ("2022 total=98 hand=O,O,O,O", "O", "ono99-card"),
        ("2022 hand=1,2,3,4", "1!", "forgot-draw"),
        ("2022 hand=1,2,3,4", "draw:1", "forgot-draw"),
        ("2022 total=95 hand=4,2,3,9", "4", "limit"),
        ("2022 total=95 hand=2,O,O,9", "out", "no-voluntary-bust"),
    ],
)
def test_what_may_not_be_played(refused, line, word, rule):
    """Each of these plays is forbidden by the rule point named with it."""
    assert refused(line, word) == rule


def test_a_card_over_the_limit_is_not_played():
    """Without a safe card nothing is played; the only play is to lay the hand down (rule bust)."""
    position = Position.parse("2022 total=98 hand=7,8,9,O players=3")

    assert [str(word) for word in legal_plays(position)] == ["out"]


@pytest.mark.parametrize(
    CASE,
    [
        (
            "2022 total=98 hand=7,8,9,O players=3",
            "out",
            {
                "total": 98,
                "out": [0],
                "over": False,
                "turn": 1,
                "owes": 1,
                "dir": "cw",
                "winners": [],
                "seen": "",
            },
        ),
        ("2022 total=98 hand=7,8,9,O players=3 dir=ccw", "out", {"out": [0], "turn": 2, "dir": "ccw"}),
        ("2022 total=98 hand=7,8,9,O", "out", {"out": [0], "over": True, "winners": [1]}),
        ("2022 total=98 hands=7,8,9,O/-/1,2,3,4", "out", {"over": True, "winners": [2]}),
    ],
)  # fmt: skip
def test_who_is_stuck_is_out_for_good(after, line, plays, facts):
    """The hand is laid down, the others go on, and the last one left wins (rules loss, winner)."""
    assert after(line, plays, facts) == facts


@pytest.mark.parametrize("owing", ["owes=2", "played=1"])
def test_the_next_player_owes_nothing_extra(after, owing):
    """When a player is out under a Play 2, first card or second, the next owes one (rule double-eliminated)."""
    line = f"2022 total=98 hand=7,8,9,O players=3 {owing}"

    assert after(line, "out", ["turn", "owes", "played"]) == {"turn": 1, "owes": 1, "played": None}


STUCK = "2022{} total=90 hands=D,9,9,O/8,9,9,O/9,9,O,O draw=10,10"


@pytest.mark.parametrize(
    ("options", "plays", "winners"),
    [
        ("", "D 8 out", [1]),
        ("+nobody-can-play=last-standing", "D 8 out", []),
        ("+nobody-can-play=last-standing", "D 8 out out", [0]),
    ],
)
def test_whoever_played_last_wins_when_nobody_can_play(after, options, plays, winners):
    """B fails the second card, C and A are stuck: B wins, or A where chosen (rule nobody-can-play)."""
    assert after(STUCK.format(options), plays, ["winners"]) == {"winners": winners}


def test_somebody_who_can_play_keeps_the_game_going(after):
    """If one of the others has a card to play, who failed the double is just out (rule nobody-can-play)."""
    line = "2022 total=90 hands=D,9,9,O/8,9,9,O/9,0,O,O draw=10,10"

    assert after(line, "D 8 out", ["winners", "over"]) == {"winners": [], "over": False}


def test_the_last_to_play_wins_without_a_double_too(after):
    """A plays the last card, B and C are stuck, so A is left and played last (rule winner)."""
    line = "2022 total=90 hands=8,9,9,O/9,9,10,O/9,9,O,O draw=10"

    assert after(line, "8 out out", ["winners"]) == {"winners": [0]}


def test_an_exchange_may_run_over_the_end_of_the_draw_pile():
    """Four cards drawn across a reshuffle leave a position that can be written down (rule draw-pile-empty)."""
    seen = "0x8,1x5,2x5,3x5,4x6,5x6,6x6,7x6,8x6,9x6,10x10,-10x10,Rx10,Dx9,Ox6"
    position = Position.parse(f"2022 total=50 hands=O,O,O,O/1,2,3 draw=D seen={seen}")

    after = play(position, "OOOO").after

    assert Position.parse(str(after)) == after

"""The form that describes a position."""

import random
from dataclasses import replace

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_tutor import Card, NotationError, Position
from ono_tutor.game.position import check
from ono_tutor.render.position_form import Draft, position_form, still_shown

START = "1980 total=92 hand=7,H,-10,O owes=2"


def fields(draft, **asked):
    """The fields of a draft's form by name."""
    return {field["name"]: field for field in position_form(draft, **asked)["fields"]}


def changed(line, *changes):
    """The draft after changes, each a name and a value."""
    draft = Draft.of(line)
    for name, value in changes:
        draft = draft.changed(name, value)
    return draft


def test_the_form_has_a_field_for_all_that_makes_a_position():
    """The line, the rules, the total, what is owed, the players and every card are fields."""
    form = fields(Draft.of(START))

    assert list(form) == ["line", "edition", "total", "owes", "players"] + [
        f"card-{n}" for n in (1, 2, 3, 4)
    ]
    assert form["line"]["value"] == START
    assert form["card-3"]["value"] == "-10"
    assert {"value": "-10", "text": "Minus ten (−10)"} in form["card-3"]["options"]


@pytest.mark.parametrize(
    ("name", "value", "line"),
    [
        ("total", 95, "1980 total=95 hand=7,H,-10,O owes=2"),
        ("total", -4, "1980 total=-4 hand=7,H,-10,O owes=2"),
        ("total", 95.0, "1980 total=95 hand=7,H,-10,O owes=2"),
        ("owes", "1", "1980 total=92 hand=7,H,-10,O"),
        ("players", 4, "1980 total=92 hand=7,H,-10,O players=4 owes=2"),
        ("card-1", "9", "1980 total=92 hand=9,H,-10,O owes=2"),
        ("card-1", "none", "1980 total=92 hand=H,-10,O owes=2"),
        ("card-4", "?", "1980 total=92 hand=7,H,-10,? owes=2"),
        ("line", "2022 hand=1,2,3,4", "2022 hand=1,2,3,4"),
    ],
)
def test_a_field_that_is_changed_changes_the_position(name, value, line):
    """Each field says its part of the position, and nothing else changes with it."""
    draft = changed(START, (name, value))

    assert draft.is_sound
    assert str(draft.sound) == line


@pytest.mark.parametrize(
    ("name", "value", "repeated", "reason"),
    [
        ("total", 99, 99, "cannot stand at 99; a total is 98 or less"),
        ("total", None, None, "whole number is missing"),
        ("total", "٩", "٩", "is not a whole number"),
        ("total", True, None, "is not a whole number"),
        ("owes", 3, "3", "player owes 1 or 2, not 3"),
        ("players", 9, 9, "for 2 to 8 players, not 9"),
        ("card-1", "K", "K", "has no card 'K'"),
        ("card-1", "boot", "boot", "is not a card"),
        ("edition", "1981", "1981", "is not offered"),
        ("line", "1980 total=9 hnd", "1980 total=9 hnd", "not of the form key=value"),
        ("line", 7, 7, "line of text"),
    ],
)
def test_what_cannot_be_is_said_at_its_field(name, value, repeated, reason):
    """A value that makes no position has its reason under the field, stands there as it was
    typed, and the last sound position stays."""
    draft = changed(START, (name, value))

    assert reason in fields(draft)[name]["error"]
    assert fields(draft)[name]["value"] == repeated
    assert str(draft.sound) == START
    assert START in still_shown(draft)


def test_too_many_copies_are_refused_at_the_card_that_was_chosen():
    """The 1980 deck has two Double Plays: a third one is said at its own field (rule deck)."""
    draft = changed("1980 hand=D,D,7,8", ("card-4", "D"))

    assert (
        "Double Play appears 3 times, but the deck has only 2." in fields(draft)["card-4"]["error"]
    )
    assert fields(draft)["card-4"]["value"] == "D"


def test_two_faults_are_mended_one_by_one():
    """An empty total keeps its error while another field is changed, and the change is kept."""
    draft = changed(START, ("total", None), ("card-1", "9"))
    mended = draft.changed("total", 90)

    assert "missing" in fields(draft)["total"]["error"]
    assert str(mended.sound) == "1980 total=90 hand=9,H,-10,O owes=2"
    assert not any(field["error"] for field in fields(mended).values())
    assert still_shown(mended) is None


def test_a_line_that_is_typed_stays_as_it_was_typed():
    """A line in another order of words is understood and not rewritten while it is typed."""
    draft = changed(START, ("line", "1980 hand=7,8,9,9   total=4"))

    assert fields(draft)["line"]["value"] == "1980 hand=7,8,9,9   total=4"
    assert fields(draft.changed("total", 5))["line"]["value"] == "1980 total=5 hand=7,8,9,9"


@pytest.mark.parametrize(
    ("line", "edition", "after", "notes"),
    [
        (START, "2022", "2022 total=92 hand=7,0,-10,O owes=2", [
            "ONO 99 of 2022 has no Hold; the 0 takes its place, as it changes the total by as much.",
        ]),
        ("1980 total=50 hand=R,O,9,H owes=2", "ninety-nine", "ninety-nine total=50 hand=9,9", [
            "Ninety-Nine has no card like the Reverse, so it is left out.",
            "Ninety-Nine has no card like the O'NO 99, so it is left out.",
            "Ninety-Nine has no Hold; the 9 takes its place, as it changes the total by as much.",
            "Ninety-Nine has no double, so you play one card.",
        ]),
        ("1980 total=50 hand=7,8,9,6", "ninety-nine", "ninety-nine total=50 hand=7,8,9", [
            "A hand of Ninety-Nine has 3 cards, so 6 is left out.",
        ]),
    ],
)  # fmt: skip
def test_another_edition_keeps_the_cards_it_has_and_says_what_became_of_the_others(
    line, edition, after, notes
):
    """A card that does the same takes the place of one that is not there; the others are named."""
    draft = changed(line, ("edition", edition))

    assert str(draft.sound) == after
    assert list(map(str, draft.notes)) == notes


def test_a_hand_of_which_nothing_is_left_is_hidden():
    """Where the other deck has none of the cards the hand is hidden, to be chosen anew."""
    draft = changed("1980 total=50 hand=R,O,O,D", ("edition", "ninety-nine"))

    assert draft.sound.hand == (Card.UNKNOWN,) * 3
    assert "choose its cards" in str(draft.notes[-1])


def test_an_edition_that_does_not_hold_the_total_says_so():
    """2022 has no total below zero (rule minus-ten): the last sound position stays."""
    draft = changed("1980 total=-4 hand=7,8,9,9", ("edition", "2022"))

    assert "2022 cannot stand at -4" in fields(draft)["total"]["error"]
    assert fields(draft)["edition"]["value"] == "2022"
    assert str(draft.changed("total", 4).sound) == "2022 total=4 hand=7,8,9,9"


def test_a_reading_with_options_is_offered_as_a_fourth_choice():
    """The options that a position came with are a choice beside the three default readings."""
    draft = changed("1980+ono99=suicide hand=7,8,9,O seen=2", ("edition", "1980"))

    names = [option["value"] for option in fields(draft)["edition"]["options"]]
    assert names == ["1980", "2022", "ninety-nine", "1980+ono99=suicide"]
    assert str(draft.sound) == "1980 hand=7,8,9,O seen=2"
    assert str(draft.changed("edition", names[-1]).sound).startswith("1980+ono99=suicide ")


def test_fewer_players_keep_the_one_to_move():
    """Seats leave from the last one on, never the player to move, with what they hold and have."""
    line = "1980 hands=2,3,4,5/6,7,8,9/H,H,R,R/D,D,O,O turn=3 chips=0/1/2/3"

    draft = changed(line, ("players", 2))

    assert str(draft.sound) == "1980 hands=2,3,4,5/D,D,O,O turn=1 chips=0/3"


def test_a_form_may_leave_out_the_edition_and_hidden_cards():
    """A comparison needs neither: it has every edition, and no answer for a hidden card."""
    form = fields(Draft.of(START), has_edition=False, shows_hidden=False)

    assert "edition" not in form
    assert "?" not in [option["value"] for option in form["card-1"]["options"]]


@pytest.mark.parametrize("wrong", [None, 7, "", "1980", "boot", ["1980 hand=7,8,9,9"]])
def test_what_is_no_position_is_refused_at_the_start(wrong):
    """A form begins with a line or a Position that is possible; anything else is named."""
    sound = Position.parse(START)

    with pytest.raises(NotationError):
        Draft.of(wrong)
    with pytest.raises(NotationError, match="cannot stand at 120"):
        Draft.of(replace(sound, total=120))


NAMES = ["line", "edition", "total", "owes", "players", "zz", "card-", "card-0", "card-99"]
NAMES += [f"card-{n}" for n in range(1, 6)]
VALUES = [None, "", [], {}, True, 1.5, float("inf"), float("nan"), 10**30, "2022", "1980", "7"]
VALUES += ["ninety-nine", "H", "D", "O", "?", "none", "K", "A", 2, 8, 1, -5, 92, 99, "x" * 5000]


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_no_sequence_of_changes_raises_and_the_last_sound_position_stays_sound(seed):
    """Whatever is set in whatever order, the form can be drawn and ``sound`` is a position."""
    rng = random.Random(seed)
    draft = Draft.of(strategies.line(rng))

    for _ in range(8):
        draft = draft.changed(rng.choice(NAMES), _value(rng))

        assert draft.is_sound is (not any(f["error"] for f in fields(draft).values()))
        assert Position.parse(str(draft.sound)) == draft.sound
        check(draft.sound, {})


def _value(rng: random.Random) -> object:
    return strategies.line(rng) if rng.random() < 0.1 else rng.choice(VALUES)

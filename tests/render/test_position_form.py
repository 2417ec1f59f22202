"""The form that describes a position."""

import random

import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_tutor import Position
from ono_tutor.game.position import check
from ono_tutor.render.forms import Draft, position_form, still_shown

START = "1980 total=92 hand=7,H,-10,O owes=2"


def fields(draft, **asked):
    """The fields of a draft's form by name."""
    return {field["name"]: field for field in position_form(draft, **asked)["fields"]}


def test_the_form_has_a_field_for_all_that_makes_a_position():
    """The line, the rules, the total, what is owed, the players and every card are fields; a
    comparison has every edition, and no answer for a hidden card."""
    form = fields(Draft.of(START))

    assert list(form) == ["line", "edition", "total", "owes", "players"] + [
        f"card-{n}" for n in (1, 2, 3, 4)
    ]
    assert form["line"]["value"] == START
    assert form["card-3"]["value"] == "-10"
    assert {"value": "-10", "text": "Minus ten (−10)"} in form["card-3"]["options"]
    brief = fields(Draft.of(START), is_compared=True)
    assert "edition" not in brief
    assert "?" not in [option["value"] for option in brief["card-1"]["options"]]


TYPED = "1980 hand=7,8,9,9   total=4"
CHANGES = [
    (START, [("total", 95)]),
    (START, [("total", -4)]),
    (START, [("total", 95.0)]),
    (START, [("owes", "1")]),
    (START, [("players", 4)]),
    (START, [("card-1", "9")]),
    (START, [("card-1", "none")]),
    (START, [("card-4", "?")]),
    (START, [("line", "2022 hand=1,2,3,4")]),
    (START, [("total", 99)]),
    (START, [("total", None), ("card-1", "9"), ("total", 90)]),
    (START, [("total", "٩")]),
    (START, [("total", True)]),
    (START, [("owes", 3)]),
    (START, [("players", 9)]),
    (START, [("card-1", "K")]),
    (START, [("card-1", "boot")]),
    (START, [("edition", "1981")]),
    (START, [("line", "1980 total=9 hnd")]),
    (START, [("line", 7)]),
    ("1980 hand=D,D,7,8", [("card-4", "D")]),
    (START, [("line", TYPED), ("total", 5)]),
    (START, [("edition", "2022")]),
    ("1980 total=50 hand=R,O,9,H owes=2", [("edition", "ninety-nine")]),
    ("1980 total=50 hand=7,8,9,6", [("edition", "ninety-nine")]),
    ("1980 total=50 hand=R,O,O,D", [("edition", "ninety-nine")]),
    ("1980 total=-4 hand=7,8,9,9", [("edition", "2022"), ("total", 4)]),
    (
        "1980+ono99=suicide hand=7,8,9,O seen=2",
        [("edition", "1980"), ("edition", "1980+ono99=suicide")],
    ),
    ("1980 hands=2,3,4,5/6,7,8,9/H,H,R,R/D,D,O,O turn=3 chips=0/1/2/3", [("players", 2)]),
]


def test_what_a_change_brings_about(golden):
    """The position then, the field that was changed, what is wrong at which field, and notes.

    A value that makes no position stands there as it was typed, and the last sound one stays.
    """
    texts = []
    for line, changes in CHANGES:
        draft = Draft.of(line)
        texts.append(f"$ {line}")
        for name, value in changes:
            draft = draft.changed(name, value)
            form = fields(draft)
            errors = {key: one["error"] for key, one in form.items() if one["error"]}
            texts.append(f"  {name}={value!r}: {draft.position}")
            texts.append(
                f"    {form[name]['value']!r} {errors or ''} {still_shown(draft) or ''}".rstrip()
            )
            texts += [f"    {note}" for note in draft.notes]
            texts += [f"    {' '.join(draft.editions)}"] if name == "edition" else []
    golden("form.txt", "\n".join(texts) + "\n")


NAMES = ["line", "edition", "total", "owes", "players", "zz", "card-", "card-0", "card-99"]
NAMES += [f"card-{n}" for n in range(1, 6)]
VALUES = [None, "", [], {}, True, 1.5, float("inf"), float("nan"), 10**30, "2022", "1980", "7"]
VALUES += ["ninety-nine", "H", "D", "O", "?", "none", "K", "A", 2, 8, 1, -5, 92, 99, "x" * 5000]


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 10**9))
def test_no_sequence_of_changes_raises_and_the_last_sound_position_stays_sound(seed):
    """Whatever is set in whatever order, the form can be drawn and it has a position."""
    rng = random.Random(seed)
    draft = Draft.of(strategies.line(rng))

    for _ in range(8):
        draft = draft.changed(rng.choice(NAMES), _value(rng))

        assert bool(draft.fault) is (still_shown(draft) is not None)
        assert Position.parse(str(draft.position)) == draft.position
        check(draft.position, {})


def _value(rng: random.Random) -> object:
    return strategies.line(rng) if rng.random() < 0.1 else rng.choice(VALUES)

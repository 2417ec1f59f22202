"""A learner's name, an assignment's id, its title and its times."""

import time

import pytest

from ono_tutor import NotationError
from ono_tutor.classroom.assignment import (
    Feedback,
    Learner,
    assignment_text,
    build_assignment,
    due_time,
    parse_assignment,
    slug,
)
from ono_tutor.puzzles import bank

ENTRIES = bank.entries_of_set("double-play-1980")
POOLS = tuple((entry,) for entry in ENTRIES[:3])
PLAIN = {"pools": POOLS, "title": "Week 1"}


@pytest.mark.parametrize(
    "other",
    [
        {"title": "Week 1!"},
        {"points": 2},
        {"feedback": Feedback.AFTER},
        {"attempts": 0},
        {"due": "2026-12-01T18:00:00Z"},
        {"pools": POOLS[::-1]},
        {"pools": [tuple(ENTRIES[:3])]},
    ],
)
def test_all_that_matters_is_in_the_id(other):
    """Its title is recognised, and eight letters part it from one that differs in anything."""
    name = build_assignment(**PLAIN).id

    assert build_assignment(**(PLAIN | other)).id != name
    assert name.startswith("week-1-")
    assert len(name) == len("week-1-") + 8


@pytest.mark.parametrize(
    ("title", "start"),
    [
        ("Übung & Straße", "ubung-strasse"),
        ("日本語", "assignment"),
        ("--", "assignment"),
        ("Double Play in the rules of nineteen-eighty", "double-play-in-the-rules-of-nineteen"),
        ("a" * 60, "a" * 40),
        ("x" * 40, "x" * 40),
    ],
)
def test_a_title_gives_the_start_of_an_id(title, start):
    """Letters lose their accents, other scripts leave a word, and long ones are cut."""
    assert slug(title) == start


@pytest.mark.parametrize(
    ("words", "zoned"),
    [
        ("2026-12-01T18:00+01:00", "2026-12-01T18:00:00+01:00"),
        ("2026-12-01T18:00:30Z", "2026-12-01T18:00:30Z"),
        ("2027-01-01 00:30+05:30", "2027-01-01T00:30:00+05:30"),
        ("2026-12-01 18:00", "2026-12-01T18:00:00+05:30"),
        ("1.12.2026 18:00", "2026-12-01T18:00:00+05:30"),
        ("01.12.2026T18:00", "2026-12-01T18:00:00+05:30"),
    ],
)
def test_a_time_keeps_its_zone_or_gets_this_computers(words, zoned, monkeypatch):
    """Learners are told the time that the teacher wrote, and it means the same everywhere."""
    monkeypatch.setenv("TZ", "XXX-05:30")
    time.tzset()
    try:
        assert due_time(words) == zoned
    finally:
        monkeypatch.undo()
        time.tzset()


@pytest.mark.parametrize(
    ("at", "is_late"),
    [
        ("2026-12-01T17:00:00.000Z", False),
        ("2026-12-01T17:00:00.001Z", True),
        ("", False),
    ],
)
def test_late_is_after_the_time_wherever_it_was_told(at, is_late):
    """Answers have their times in UTC, and the one due an hour east of it."""
    assignment = build_assignment(POOLS, "Week 1", due=due_time("2026-12-01T18:00+01:00"))

    assert assignment.is_late(at) is is_late
    assert parse_assignment(assignment_text(assignment).encode()) == assignment


@pytest.mark.parametrize(
    "words",
    [
        *("2026-12-01", "1.12.2026", "12/1/2026 18:00", "tomorrow", "0001-01-01T00:00+14:00"),
        *("2026-13-01T18:00Z", "2026-12-01T18:00+01:00:30"),
    ],
)
def test_what_is_no_time_is_told_with_one_that_is(words):
    """The error shows how to write it."""
    with pytest.raises(
        NotationError, match=r"is no time; write it as 2026-12-01 18:00, or .*T18:00"
    ):
        due_time(words)


@pytest.mark.parametrize(
    ("pools", "title"), [((), "a"), (POOLS * 67, "a"), (POOLS, ""), (POOLS, "a\nb")]
)
def test_what_can_be_no_assignment_is_refused(pools, title):
    """No puzzle, more than 200, no title, a title of two lines."""
    with pytest.raises(NotationError):
        build_assignment(pools, title)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann Lee", "  ann   LEE "),
        ("Caf\u00e9", "Cafe\u0301"),
        ("Ann Lee", "Ann\ufe0f Lee"),
        ("STRASSE", "stra\u00dfe"),
        ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", "\u0645\u06cc\u062e\u0648\u0627\u0647\u0645"),
    ],
)  # fmt: skip
def test_spellings_of_one_name_are_one_learner(one: str, other: str) -> None:
    """Capitals, spaces, the way an accent is encoded and unseen joiners make no difference."""
    assert Learner.named(one).key == Learner.named(other).key


@pytest.mark.parametrize(
    "words",
    ["", " \n ", "\u200d", "A" * 101, "Ann\u202eeeL", "Ann\u3164", "Ann\u2800", "Ann\x1b[31m", None, ["Ann"]],
)  # fmt: skip
def test_what_can_be_no_name_is_told_what_one_is(words: object) -> None:
    """A learner sees why a name is not taken."""
    with pytest.raises(NotationError, match="is a line of 1 to 100 characters that can be seen"):
        Learner.named(words)

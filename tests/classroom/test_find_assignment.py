"""An assignment is found by its file, its link, the name of a set or a set in one line."""

import pytest

from ono_tutor import OnoError, Puzzle
from ono_tutor.classroom.assignment_file import assignment_text
from ono_tutor.classroom.assignment_link import answer_names, find_assignment, link_fragment
from ono_tutor.classroom.choose.parallel_items import (
    ItemPools,
    build_assignment,
    pools_of_one,
)
from ono_tutor.course.session import name_of
from ono_tutor.puzzles import bank

SET = "double-play-1980"
ENTRIES = bank.entries_of_set(SET)
HOMEWORK = build_assignment(pools_of_one(ENTRIES).pools, "Homework", 2)


def ids(assignment):
    return [entry.id for entry in assignment.entries]


def test_a_file_is_found_by_its_path(tmp_path):
    """The path of an assignment's file gives the assignment."""
    path = tmp_path / "a.assignment.json"
    path.write_text(assignment_text(HOMEWORK), encoding="utf-8")

    assert find_assignment(str(path)) == HOMEWORK


@pytest.mark.parametrize(
    "before", ["", "#", "practice.html#", "https://example.org/practice.html#"]
)
def test_a_link_is_found_as_it_was_sent(before):
    """The whole address, or what stands after its #."""
    assert find_assignment(before + link_fragment(HOMEWORK)) == HOMEWORK


@pytest.mark.parametrize("words", [SET, f"practice.html#set={SET}"])
def test_a_shipped_set_is_found_by_its_name(words):
    """Its puzzles stand in order, a point each, under the set's own name and title."""
    found = find_assignment(words)

    assert (found.id, found.title, found.points) == (SET, bank.title_of_set(SET), len(ENTRIES))
    assert ids(found) == [entry.id for entry in ENTRIES]


def test_a_set_in_one_line_is_found():
    """Its name is the one that the practice page keeps the answers under."""
    line = "dp80-hold; survive: 1980 total=92 hand=7,H,-10,O owes=2 | | | mine"

    found = find_assignment(line)

    assert ids(found) == ["dp80-hold", "mine"]
    assert found.id == name_of([Puzzle.of(entry) for entry in found.entries])
    assert find_assignment(f"set={line}".replace(" ", "%20")) == found


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("homework.assignment.json", "'homework.assignment.json' is no file"),
        ("", "'' is no file"),
        ("x" * 5000, "is no file"),
        ("a\0b", "is no file"),
        (".", "is a folder"),
        ("set=nope", "'nope'"),
        ("guess: 1980", "'guess' is no kind"),
        ("set=dp80-hold&title=x", "has no assignment"),
    ],
)
def test_what_is_not_found_is_named(words, named):
    """No file, a folder, a broken link, an unknown set: each says so."""
    with pytest.raises(OnoError, match=named):
        find_assignment(words)


def test_answers_come_under_each_name_of_the_puzzles():
    """A practice of just these puzzles is the same work, by its digest or by its set's name."""
    assert answer_names(HOMEWORK) == {
        HOMEWORK.id,
        SET,
        name_of([Puzzle.of(entry) for entry in ENTRIES]),
    }


def test_a_part_of_a_set_does_not_go_by_its_name():
    """Only a set with exactly these puzzles lends its name."""
    part = build_assignment(pools_of_one(ENTRIES[1:]).pools, "Part")

    assert SET not in answer_names(part)


def test_an_assignment_that_is_dealt_has_its_own_name_alone():
    """Where learners get puzzles of their own, no practice is the same work."""
    dealt = build_assignment(ItemPools((ENTRIES[:2], ENTRIES[2:])).pools, "Dealt")

    assert answer_names(dealt) == {dealt.id}

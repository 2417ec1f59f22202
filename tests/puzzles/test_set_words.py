"""A set in one line is read back as it was written, and what is wrong in it is named."""

import pytest

from ono_tutor import NotationError, OnoError, Puzzle
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.set_words import read_set, written_set

SOME = [Puzzle.of(entry) for entry in list(bank.index().values())[:: len(bank.index()) // 60]]


def test_ids_stand_for_puzzles_of_the_bank():
    """Ids are looked up, in order, each once."""
    found = read_set("dp80-hold; dp80-exactly-99;dp80-hold; ")

    assert [puzzle.id for puzzle in found] == ["dp80-hold", "dp80-exactly-99"]


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_written_out_is_the_same_puzzle(puzzle):
    """Kind, position, plays and claim come back, and so does a generated puzzle's id."""
    (found,) = read_set(written_set([puzzle], known=()))

    assert (found.kind, found.task) == (puzzle.kind, puzzle.task)
    assert found.id == puzzle.id or not puzzle.id.startswith(f"{puzzle.kind}-")


def test_known_puzzles_are_written_as_ids():
    """A puzzle that is known takes no more than its id."""
    assert written_set(SOME[:2], known=bank.index()) == f"{SOME[0].id}; {SOME[1].id}"


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("", "empty"),
        (" ; ", "empty"),
        ("nope", "'nope'"),
        ("guess: 1980 total=3", "'guess'"),
        ("total: 1980 total=500 hand=7 | 7", "500"),
        ("total: 1980 hand=7 | 7 | x | y", "4 parts"),
        ("total: 1980 hand=7 | 8", "Eight is not in the hand"),
        (";".join(["dp80-hold"] * 201), "201"),
    ],
)
def test_what_is_wrong_is_named(words, named):
    """No puzzle, an unknown id or kind, a bad position or play, too many: each says which."""
    with pytest.raises((NotationError, OnoError), match=named):
        read_set(words)

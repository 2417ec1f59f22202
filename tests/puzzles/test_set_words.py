"""A set in one line is read back as it was written, and what is wrong in it is named."""

from dataclasses import replace

import pytest

from ono_tutor import NotationError, OnoError, Puzzle
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import format_set, read_set

SOME = [Puzzle.of(entry) for entry in list(bank.index().values())[:: len(bank.index()) // 60]]


def test_ids_stand_for_puzzles_of_the_bank():
    """Ids are looked up, in order, each once; a puzzle that is known is written as its id."""
    found = read_set("dp80-hold; dp80-exactly-99;dp80-hold; ")
    assert [puzzle.id for puzzle in found] == ["dp80-hold", "dp80-exactly-99"]
    assert format_set(found, known=bank.index()) == "dp80-hold; dp80-exactly-99"


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_a_puzzle_written_out_is_the_same_puzzle(puzzle):
    """Kind, position, plays and claim come back, and so does the id, whether made or given."""
    (found,) = read_set(format_set([puzzle], known=()))
    assert found == puzzle


MINE = "survive: 1980 total=92 hand=7,H,9 owes=2"


def test_an_own_id_is_the_fourth_part():
    """A teacher's id is written after the claim and read back; one that its words give is not."""
    (mine,) = read_set(f"{MINE} | | | mine-1")
    (plain,) = read_set(MINE)
    assert (mine.id, mine.task) == ("mine-1", plain.task)
    assert format_set([mine, plain], known=()) == f"{MINE} |  |  | mine-1; {MINE}"
    assert read_set(format_set([mine, plain], known=())) == (mine, plain)


def test_the_id_of_a_shipped_puzzle_may_stand_with_its_own_words():
    """A puzzle of the bank written out under its id is that puzzle."""
    hold = Puzzle.load("dp80-hold")
    assert read_set(f"{format_set([hold], known=())}; dp80-hold") == (hold,)


def test_an_id_that_cannot_stand_in_a_set_is_left_out():
    """A puzzle made in Python under a name of any letters goes by what its words give."""
    (plain,) = read_set(MINE)
    assert format_set([replace(plain, id="Meine; Übung")], known=()) == MINE


WRONG = [
    *(("", "1 to 200"), (" ; ", "1 to 200"), (";".join(["dp80-hold"] * 201), "201"), ("nope", "'nope'"), ("guess: 1980 total=3", "'guess'")),
    *(("total: 1980 total=500 hand=7 | 7", "500"), ("total: 1980 hand=7 | 7 | x | y | z", "four parts"), ("total: 1980 hand=7 | 8", "You have no 8")),
    *((f"{MINE} | | | {name}", "is no id") for name in ("Mine", "x" * 61, "../mine")),
    (f"{MINE} | | | dp80-hold", "'dp80-hold' is the id of another puzzle in the bank"),
    (f"{MINE} | | | a; total: 1980 hand=7 | 7 | | a", "'a' is the id of two puzzles"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "named"), WRONG)
def test_what_is_wrong_is_named(words, named):
    """No puzzle, an unknown id or kind, a bad position or play, too many: each says which."""
    with pytest.raises((NotationError, OnoError), match=named):
        read_set(words)

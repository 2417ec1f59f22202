"""A set in one line is read back as it was written, and what is wrong in it is named."""

from contextlib import suppress
from dataclasses import replace

import pytest

from ono_tutor import NotationError, OnoError, Puzzle
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.filters import COUNT, EACH, puzzles_on
from ono_tutor.puzzles.puzzle import format_set, read_set
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.widgets.quiz import chosen_puzzles

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
    """A teacher's id comes after the claim; one that the words give, or that is none, is left out."""
    (mine,) = read_set(f"{MINE} | | | mine-1")
    (plain,) = read_set(MINE)
    assert (mine.id, mine.task) == ("mine-1", plain.task)
    assert format_set([mine, plain], known=()) == f"{MINE} |  |  | mine-1; {MINE}"
    assert read_set(format_set([mine, plain], known=())) == (mine, plain)
    assert format_set([replace(plain, id="Meine; Übung")], known=()) == MINE


def test_the_id_of_a_shipped_puzzle_may_stand_with_its_own_words():
    """A puzzle of the bank written out under its id is that puzzle."""
    hold = Puzzle.load("dp80-hold")
    assert read_set(f"{format_set([hold], known=())}; dp80-hold") == (hold,)


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


# Puzzles on exactly the rules of a table.

TABLES = ("1980+ono99=suicide", "1980+scoring=points+target=100", "1980+draw-deadline=next-plays+next-starter=left-of-dealer",
          "2022+minus-ten=unplayable+dump=free", "ninety-nine+points=5+below-zero=forbid")  # fmt: skip


@pytest.mark.parametrize("name", [*TABLES, *RULE_SETS])
def test_every_puzzle_of_a_table_is_on_its_rules_and_can_be_read_again(name):
    """Every puzzle is asked under the whole line of rules, and survives a link."""
    found = puzzles_on(ruleset(name))
    assert len(found) == COUNT
    assert not {puzzle.kind for puzzle in found} & {"edition", "line", "threat"}
    assert {puzzle.position.rules for puzzle in found} == {ruleset(name)}
    assert read_set(format_set(found, ())) == found


OPTIONS = ("1980+ono99=suicide", "2022+minus-ten=unplayable", "ninety-nine+below-zero=forbid")


@pytest.mark.parametrize("name", [*OPTIONS, "1980+ono-on-zero=turn"])
def test_the_first_puzzles_are_decided_by_what_was_chosen(name):
    """Under the default of the option each of them has another answer, or cannot be asked."""
    for puzzle in puzzles_on(ruleset(name))[:EACH]:
        line = str(puzzle.position).replace(name, name.partition("+")[0], 1)
        with suppress(OnoError):
            other = read_set(f"{puzzle.kind}: {line} | {' '.join(map(str, puzzle.plays))}")[0]
            assert other.answer != puzzle.answer


def test_a_quiz_takes_the_rules_of_a_table():
    """``rules:`` and a line of rules name the puzzles on these rules; a wrong option is named."""
    _, found = chosen_puzzles("rules: 2022+dump=free")
    assert found == puzzles_on(ruleset("2022+dump=free"))
    with pytest.raises(NotationError, match="has no option 'dum'; its options are"):
        chosen_puzzles("rules: 2022+dum=free")

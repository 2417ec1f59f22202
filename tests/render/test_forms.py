"""Every answer that a puzzle wants can be given in the form that it comes with."""

import pytest

from ono_tutor import Puzzle
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.render.forms import answer_form, answer_of, filled

SOME = [entry for kind in KINDS for entry in list(bank.index().values()) if entry.kind == kind][
    ::11
]


@pytest.mark.parametrize("entry", SOME, ids=lambda entry: entry.id)
def test_the_right_answer_can_be_given(entry):
    """The right answer, put into the form, is judged right; a select or a mark offers it."""
    puzzle = Puzzle.of(entry)
    form = answer_form(puzzle, puzzle.position)

    if form is None:
        assert puzzle.shape is Shape.PLAY
        return
    values = {field["name"]: field["value"] for field in filled(form, puzzle.answer)["fields"]}
    for field in form["fields"]:
        offered = {option["value"] for option in field.get("options", ())}
        wanted = values[field["name"]]
        assert not offered or set(wanted if isinstance(wanted, list) else [wanted]) <= offered
    assert puzzle.check(answer_of(puzzle, values)).is_right


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "junk",
    [{}, {"answer": None}, {"answer": {"a": [1]}}, {"seat": "", "owes": 2}, {"answer": 1e300}],
)
def test_no_values_are_no_answer_and_junk_is_not_right(kind, junk):
    """Missing or senseless values are never an error, and never right."""
    puzzle = Puzzle.of(next(entry for entry in bank.index().values() if entry.kind == kind))

    assert not puzzle.check(answer_of(puzzle, junk)).is_right

"""Parts of an answer that are paid for, where a teacher wants it."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest

from ono_tutor import Puzzle
from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import (
    Assignment,
    Item,
    Learner,
    assignment_text,
    parse_assignment,
)
from ono_tutor.classroom.assignment_link import link_fragment, read_link
from ono_tutor.classroom.marking import Judge, mark_learner
from ono_tutor.errors import FileError
from ono_tutor.puzzles import bank

ANN = Learner("Ann")


def first(kind, at_least=3):
    """The first puzzle of a kind whose answer has some parts, and is no whole hand."""
    more = 9 if kind == "line" else 0
    of_kind = [entry for entry in bank.index().values() if entry.kind == kind]
    for entry, puzzle in zip(of_kind, map(Puzzle.of, of_kind), strict=True):
        if at_least <= len(puzzle.answer_as_json()) < len(puzzle.position.hand) + more:
            return entry
    raise AssertionError(kind)


def earned(entry, answer, points, *, partial=True):
    """The points for an answer."""
    task = Assignment("a", "A", (Item((entry,), points),), partial=partial)
    found = AnswersFile("a", ANN, (AnswerRow(entry.id, json.dumps(answer)),))
    return mark_learner(Judge(task), ANN, [("a.json", found)]).earned


def test_of_the_cards_that_may_be_played_those_marked_rightly_earn_their_part():
    """Less those that are marked wrongly; so who marks all of them earns little or nothing."""
    entry = first("legal")
    puzzle = Puzzle.of(entry)
    right = puzzle.answer_as_json()
    hand = [str(play) for play in puzzle.position.rules.plays_of_hand(puzzle.position.hand)]
    wrong = [play for play in hand if play not in right]

    assert earned(entry, right, 12) == 12
    assert earned(entry, right[1:], 12) == 12 * (len(right) - 1) // len(right)
    less = len(right) - 1 - len(wrong)
    assert earned(entry, [*right[1:], *wrong], 12) == 12 * less // len(right)
    assert earned(entry, wrong, 12) == 0
    assert earned(entry, right[1:], 12, partial=False) == 0
    assert earned(entry, right[1:], 1) == 0


def test_of_a_line_the_plays_before_the_first_fault_earn_their_part():
    """The first fault ends it, whatever comes after; never all of it."""
    entry = first("line")
    puzzle = Puzzle.of(entry)
    right = puzzle.answer_as_json()

    assert puzzle.share(right) == 1
    for stop in range(len(right)):
        share = puzzle.share([*right[:stop], "?!"]) if stop else puzzle.share(["0", *right])
        assert 0 <= share < 1
    broken = [*right[:-1], next(card for card in ("10", "9", "8", "7") if card != right[-1])]
    assert isinstance(puzzle.share(broken), Fraction)


@pytest.mark.parametrize("kind", ["survive", "total", "threat", "chance"])
def test_an_answer_without_parts_is_paid_whole_or_not_at_all(kind):
    """The share of a right answer is 1, of any other 0."""
    entry = next(each for each in bank.index().values() if each.kind == kind)
    puzzle = Puzzle.of(entry)

    assert puzzle.share(puzzle.answer_as_json()) == 1
    assert {puzzle.share(word) for word in ("lost", "1/7", 3, "?!", None)} <= {0, 1}


def test_the_file_and_the_link_say_it():
    task = Assignment(
        "a", "A", (Item((first("legal"),), 2),), partial=True, opens="2026-11-01T08:00:00Z"
    )
    for found in (parse_assignment(assignment_text(task).encode()), read_link(link_fragment(task))):
        assert (found.partial, found.opens) == (True, task.opens)
    assert "partial" not in assignment_text(replace(task, partial=False))
    with pytest.raises(FileError, match="partial is true"):
        parse_assignment(assignment_text(task).replace('"partial": true', '"partial": 1').encode())

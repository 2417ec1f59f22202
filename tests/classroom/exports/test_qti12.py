"""QTI 1.2 is valid, says what the engine says, and has what Canvas reads of it."""

import pytest
from classroom.exports.qti12_reader import Package, answered, choices, field
from classroom.exports.sample import (
    KINDS_OF_CHOICES,
    assignment,
    check,
    entries,
    exported,
    is_right,
    numbers,
    puzzles,
    said,
)
from sweeps import first

from ono_tutor.classroom.exports import qti12


@pytest.mark.parametrize("kind", first(KINDS_OF_CHOICES, 4))
def test_each_answer_earns_what_the_engine_says_and_is_told_why(kind):
    """The quiz is valid; every choice, and every number near the right one, is judged alike."""
    package = Package(exported(qti12, kind).content)
    assert package.faults == []

    for puzzle in puzzles(kind).values():
        item = package.items[f"item-{puzzle.id}"]
        assert field(item, "points_possible") == "2"
        for response, text in choices(item).items():
            score, told = answered(item, response)
            assert score == (100 if is_right(puzzle, text) else 0), (puzzle.id, text)
            assert str(check(puzzle, said(puzzle, text)).text) in told
        for number in numbers(puzzle) if not choices(item) else ():
            right = check(puzzle, str(number)).is_right
            score, told = answered(item, str(number))
            assert score == (100 if right else 0)
            assert str(puzzle.solution().text) in told


@pytest.mark.parametrize(("attempts", "told"), [(3, "3"), (1, "1"), (0, "unlimited")])
def test_the_attempts_are_those_of_the_assignment(attempts, told):
    """Canvas reads how often the quiz may be taken from a field of its own."""
    package = Package(qti12(assignment(entries("total")[:1], attempts=attempts)).content)

    assert field(package.quiz, "cc_maxattempts") == told

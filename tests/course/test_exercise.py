"""An exercise: what counts, what comes back, and how a line is answered play by play."""

import pytest

from ono_tutor import Puzzle
from ono_tutor.course.session import Exercise
from ono_tutor.puzzles.answer import Mark

TWO = [Puzzle.load("dp80-hold"), Puzzle.load("dp80-exactly-99")]
LINE = Puzzle.load("line-63mu88ye")


def test_the_first_answer_counts():
    """A right answer after a wrong one does not make the puzzle right at the first answer."""
    exercise = Exercise(TWO)

    exercise.answer("7")
    exercise.answer("H")

    assert exercise.first_marks == {"dp80-hold": Mark.WRONG}
    assert exercise.right_first_time == 0


@pytest.mark.parametrize("miss", [lambda e: e.answer("7"), Exercise.give_up])
def test_what_was_missed_comes_back_once_all_were_seen(miss):
    """A wrong answer, or the solution asked for, puts the puzzle at the end, and only once."""
    exercise = Exercise(TWO)

    miss(exercise)
    miss(exercise)

    assert [puzzle.id for puzzle in exercise.queue] == ["dp80-hold", "dp80-exactly-99", "dp80-hold"]


def test_what_cannot_be_read_is_no_attempt():
    """A malformed answer counts nowhere, and the puzzle is still open."""
    exercise = Exercise(TWO)

    check = exercise.answer("the blue one")

    assert check.mark is Mark.MALFORMED
    assert (exercise.first_marks, exercise.is_answered, len(exercise.queue)) == ({}, False, 2)


def test_a_line_is_answered_play_by_play():
    """A good start puts the position after the reply on the table; the end makes it right."""
    exercise, plays = Exercise([LINE]), 0
    seat = LINE.position.turn

    while not exercise.is_answered:
        assert exercise.position.turn == seat
        (play, *_) = Puzzle("now", "line", exercise.position).answer
        check = exercise.answer(str(play))
        plays += 1

    assert check.is_right
    assert plays > 1
    assert exercise.first_marks == {LINE.id: Mark.RIGHT}


def test_an_exercise_is_taken_up_where_it_stopped():
    """Ids and marks in order of time lead to the same place, with the same puzzles to come."""
    before, after = Exercise(TWO), Exercise(TWO)
    before.answer("7")
    before.advance()
    before.give_up()

    after.take_up([("dp80-hold", Mark.WRONG), ("dp80-exactly-99", Mark.NOT_ATTEMPTED)])

    assert vars(after) == vars(before)


def test_what_belongs_to_other_puzzles_is_passed_over():
    """An id that is not in the exercise changes nothing."""
    exercise = Exercise(TWO)

    exercise.take_up([("dp80-which-first", Mark.RIGHT), ("dp80-hold", Mark.MALFORMED)])

    assert vars(exercise) == vars(Exercise(TWO))


def test_an_exercise_needs_a_puzzle():
    """There is no exercise without a puzzle."""
    with pytest.raises(ValueError, match="at least one puzzle"):
        Exercise([])

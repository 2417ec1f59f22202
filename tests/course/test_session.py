"""An exercise, and a session that keeps each answer and goes on where one of its name stopped."""

from datetime import UTC, datetime, timedelta

import pytest

from ono_tutor import Puzzle
from ono_tutor.course.diagnosis import NAMED, diagnose
from ono_tutor.course.progress import Progress
from ono_tutor.course.session import Exercise, Session
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark

THREE = Puzzle.load_set("double-play-1980")[:3]
START = datetime(2026, 11, 1, 9, tzinfo=UTC)


@pytest.fixture
def progress(tmp_path):
    return Progress.open(tmp_path / "kept.sqlite")


def session(progress, name="dp"):
    """A session whose answers are a minute apart."""
    times = iter(START + n * timedelta(minutes=1) for n in range(1000))
    return Session(THREE, progress, name, lambda: next(times))


def test_an_answer_is_kept_with_its_hints_and_its_lesson(progress):
    """What was answered, after how many hints and where, is in the file when answer returns."""
    here = session(progress)
    here.exercise.hint()

    here.answer("7")

    (kept,) = Progress.open(progress.path).history()
    assert (kept.puzzle, kept.answer, kept.mark) == ("dp80-hold", "7", Mark.WRONG)
    assert (kept.hints, kept.lesson, kept.at) == (1, "dp", "2026-11-01T09:00:00.000Z")


def test_no_answer_is_not_kept(progress):
    """An empty answer leaves nothing behind."""
    session(progress).answer("  ")

    assert progress.history() == ()


def test_the_start_of_a_line_is_kept_when_it_is_done(progress):
    """A line that goes on is one answer, not one for each play."""
    here, given = Session([Puzzle.load("line-63mu88ye")], progress), 0

    while not here.exercise.is_answered:
        assert progress.history() == ()
        (play, *_) = Puzzle("now", "line", here.exercise.position).answer
        here.answer(str(play))
        given += 1

    (kept,) = progress.history()
    assert (kept.mark, given > 1, len(kept.answer) >= given) == (Mark.RIGHT, True, True)


def test_a_session_of_the_same_name_goes_on(progress):
    """What was answered stays answered, and what was missed comes back."""
    first = session(progress)
    first.answer("7")
    first.exercise.advance()

    second = session(progress)

    assert second.exercise.is_answered
    assert second.exercise.puzzle.id == "dp80-hold"
    assert len(second.exercise.queue) == 4
    assert second.last.answer == "7"


def test_a_new_round_is_gone_on_with_too(progress):
    """Begin again begins a round of its own; answers of the round before stay as they are."""
    first = session(progress)
    first.answer("H")
    first.again()
    first.answer("7")

    second = session(progress)

    assert (second.round, second.exercise.first_marks) == (2, {"dp80-hold": Mark.WRONG})
    assert [kept.lesson for kept in progress.history()] == ["dp", "dp#2"]


def test_without_progress_nothing_is_kept():
    """A session can be had without a file."""
    here = Session(THREE, None)

    assert here.answer("H").is_right
    assert (here.last, here.notices) == (None, ())


def test_a_belief_is_named_once_it_is_probable(progress):
    """One wrong answer of three might be a slip; the more there are by one belief, the surer."""
    belief = "double-play-answers-double-play"
    puzzles = [
        Puzzle.of(entry)
        for entry in bank.index().values()
        if entry.kind == "survive" and entry.misconceptions == (belief,)
    ][:4]
    here = Session(puzzles, progress)
    named, chances = [], []
    for puzzle in puzzles:
        wrong = next(
            word
            for word in ("certain", "chance", "lost")
            if [mistake.id for mistake in puzzle.check(word).mistakes] == [belief]
        )
        named.append([mistake.id for mistake in here.answer(wrong).named])
        chances.append(diagnose(progress.evidence()).chance(belief))
        here.exercise.advance()

    assert named[0] == []
    assert named[-1] == [belief]
    assert chances == sorted(chances)
    assert [bool(ids) for ids in named] == [chance >= NAMED for chance in chances]
    assert [each.mistakes for each in progress.history()] == [(belief,)] * 4


# ---- the exercise ----

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


def test_what_is_missed_again_comes_back_no_more():
    """However often a puzzle is missed, an exercise has an end."""
    exercise = Exercise(TWO)
    exercise.give_up()
    while exercise.advance():
        exercise.give_up()

    assert [puzzle.id for puzzle in exercise.queue] == [
        "dp80-hold",
        "dp80-exactly-99",
        "dp80-hold",
        "dp80-exactly-99",
    ]


def test_the_last_puzzle_does_not_come_back_at_once():
    """Where nothing lies between, a miss of the last one is the end."""
    exercise = Exercise(TWO)
    exercise.answer("H")
    exercise.advance()

    exercise.give_up()

    assert (exercise.is_last, exercise.comes_back) == (True, False)


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

    after.resume([("dp80-hold", Mark.WRONG), ("dp80-exactly-99", Mark.NOT_ATTEMPTED)])

    assert vars(after) == vars(before)


def test_what_belongs_to_other_puzzles_is_passed_over():
    """An id that is not in the exercise changes nothing."""
    exercise = Exercise(TWO)

    exercise.resume([("dp80-which-first", Mark.RIGHT), ("dp80-hold", Mark.MALFORMED)])

    assert vars(exercise) == vars(Exercise(TWO))


def test_an_exercise_needs_a_puzzle():
    """There is no exercise without a puzzle."""
    with pytest.raises(ValueError, match="at least one puzzle"):
        Exercise([])

"""A sitting: every answer is in the progress, and a sitting of the same name goes on."""

from datetime import UTC, datetime, timedelta

import pytest

from ono_tutor import Puzzle
from ono_tutor.course.progress import Progress
from ono_tutor.course.session import Session, begin_practice
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


def test_a_practice_goes_on_until_it_is_done(progress):
    """On one day the same puzzles are asked until all are answered; then others are picked."""
    now = datetime.now(UTC)
    first = begin_practice(progress, 2, now)
    ids = [puzzle.id for puzzle in first.session.exercise.puzzles]
    first.session.answer(first.session.exercise.puzzle.answer_as_json())

    again = begin_practice(progress, 2, now)
    assert [puzzle.id for puzzle in again.session.exercise.puzzles] == ids
    assert again.session.exercise.is_answered
    again.session.exercise.advance()
    again.session.answer(again.session.exercise.puzzle.answer_as_json())
    later = begin_practice(progress, 2, now)

    assert set(ids).isdisjoint(puzzle.id for puzzle in later.session.exercise.puzzles)
    assert set(first.reasons) == set(ids)


def test_what_was_missed_is_picked_first(progress):
    """A puzzle that was missed comes first in the next practice, and the reason says so."""
    session(progress).answer("7")

    found = begin_practice(progress, 3, START + timedelta(days=1))

    assert found.session.exercise.puzzle.id == "dp80-hold"
    assert "You missed this once, on 2026-11-01." in str(found.reasons["dp80-hold"])

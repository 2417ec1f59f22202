"""The way through the lessons, and the learner's folder with their copies."""

from datetime import UTC, date, datetime

import pytest

from ono_tutor import Puzzle
from ono_tutor.course import lessons as lessons_module
from ono_tutor.course.answer_store import MemoryStore, Occasion
from ono_tutor.course.lessons import (
    HOME,
    MANIFEST,
    CopyStatus,
    copy_course,
    lesson_after,
    lesson_files,
    lessons,
)
from ono_tutor.course.progress import CoursePath, puzzles_of
from ono_tutor.errors import FileError
from ono_tutor.puzzles.puzzle import read_set
from ono_tutor.render.course_pages import course_html, course_text
from ono_tutor.widgets import Course, show_cards

TODAY = date(2026, 11, 22)


@pytest.fixture
def store():
    """A learner's answers, none yet."""
    return MemoryStore([], lambda _: None)


def answer(store, lesson, count=None):
    """Answer a lesson's puzzles right, or so many of them."""
    own = {each.id: each for quiz in lesson.quizzes if ":" in quiz for each in read_set(quiz)}
    for name in puzzles_of(lesson)[:count]:
        puzzle = own.get(name) or Puzzle.load(name)
        right = puzzle.answer_as_json()
        occasion = Occasion(datetime(2026, 11, 20, tzinfo=UTC), 0, "lesson")
        store.record(puzzle, puzzle.check(right), occasion, right)


def test_a_lesson_is_done_when_every_puzzle_is_answered(store):
    """Then the next one is gone on with; a lesson begun in the middle is gone on with at once."""
    first, second, third = lessons()[:3]
    path = CoursePath.of(store, TODAY)
    assert [step.answered for step in path.steps] == [0] * len(lessons())
    assert (path.current, path.due) == (path.steps[0], 0)
    assert "Begin lesson 1. Start here" in course_text(path)
    answer(store, first)
    path = CoursePath.of(store, TODAY)
    assert path.steps[0].is_done
    assert path.current == path.steps[1]
    answer(store, third, 1)
    path = CoursePath.of(store, TODAY)
    assert path.current == path.steps[2]
    assert (path.steps[1].lesson, path.steps[1].answered) == (second, 0)
    assert "✓ 1. Start here: hit with a Double Play: done" in course_text(path)
    assert f"Go on with lesson 3. {third.title}" in course_text(path)
    assert course_html(path).count("<li") == course_html(path).count("<a href") - 1
    assert Course(store).scene["question"] == f"You have done 1 lesson of {len(lessons())}."


def test_practice_and_a_check_up_begin_on_your_course_and_lead_back(store):
    """Each has a button, a check-up one for each game; the result has one that leads back."""
    course, games = Course(store), ["check-1980", "check-2022", "check-ninety-nine", "check-"]

    def press(name):
        course.receive({"type": "action", "id": name})
        return [button["id"] for button in course.scene["actions"]]

    assert press("check") == [*games, "course"]
    press("check-2022")
    assert course.scene["progress"]["text"] == "Check-up: puzzle 1 of up to 10"
    assert course.scene["rules"]["id"] == "2022"
    press("leave")
    assert press("course") == ["on", "check"]
    press("on")
    assert course.scene["progress"]["text"] == "Position 1 of 8"


def test_the_lesson_after_a_quiz_is_found():
    """After the last quiz of a lesson comes the next lesson, and after no other quiz."""
    first, second = lessons()[:2]
    assert [lesson_after(quiz) for quiz in first.quizzes[-2:]] == [None, second]
    assert lesson_after(lessons()[-1].quizzes[-1]) is None
    assert lesson_after("several-traps") is None


def test_cards_are_shown_with_how_many_there_are():
    """A deck is shown whole, or the cards that are named; each with its name and number."""
    assert repr(show_cards("1980", "H", "-10")) == "Hold: 4 cards\nMinus Ten: 4 cards"
    assert show_cards("2022")._repr_html_().count("<img") == 15
    with pytest.raises(Exception, match="is no card of ONO 99 of 2022"):
        show_cards("2022", "H")


# ---- the learner's folder ----


MINE, UPDATED = "01-lesson.ipynb", "01-lesson-updated.ipynb"


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """A lesson as shipped, which a test may update."""
    lesson = tmp_path / "shipped" / MINE
    lesson.parent.mkdir()
    lesson.write_text("first edition", encoding="utf-8")
    monkeypatch.setattr(lessons_module, "lesson_files", lambda: [lesson])
    return lesson


def copied(folder):
    """The fate of the lesson, and the name under which it stands."""
    (found,) = copy_course(folder)
    return found.fate, found.path.name


def test_the_learners_work_is_never_overwritten(shipped, tmp_path):
    """What is not there is copied; what is there is kept; each update is put beside it, once."""
    folder = tmp_path / "learner"
    assert copied(folder) == (CopyStatus.NEW, MINE)
    assert (folder / MINE).read_text("utf-8") == "first edition"
    assert copied(folder) == (CopyStatus.KEPT, MINE)
    (folder / MINE).write_text("my work", encoding="utf-8")
    assert copied(folder) == (CopyStatus.KEPT, MINE)
    shipped.write_text("second edition", encoding="utf-8")
    assert copied(folder) == (CopyStatus.BESIDE, UPDATED)
    assert (folder / UPDATED).read_text("utf-8") == "second edition"
    assert copied(folder) == (CopyStatus.KEPT, MINE)
    (folder / UPDATED).write_text("my work", encoding="utf-8")
    shipped.write_text("third edition", encoding="utf-8")
    assert copied(folder) == (CopyStatus.BESIDE, "01-lesson-updated-2.ipynb")
    assert {(folder / name).read_text("utf-8") for name in (MINE, UPDATED)} == {"my work"}


@pytest.mark.usefixtures("shipped")
@pytest.mark.parametrize("record", ["", "[]", "{", '{"01-lesson.ipynb": 3}', "\udcff"])
def test_a_damaged_record_overwrites_nothing(tmp_path, record):
    """Where the record of what was delivered cannot be read, the learner's work still stands."""
    copy_course(tmp_path)
    (tmp_path / MINE).write_text("my work", encoding="utf-8")
    (tmp_path / MANIFEST).write_bytes(record.encode("utf-8", "surrogateescape"))
    assert copied(tmp_path)[0] is CopyStatus.BESIDE
    assert (tmp_path / MINE).read_text("utf-8") == "my work"


def test_a_folder_that_is_a_file_is_a_clear_error(shipped):
    """The error names the folder and the cause."""
    with pytest.raises(FileError, match=r"ipynb: File exists"):
        copy_course(shipped)


def test_the_course_has_lessons_that_start_with_the_first():
    """The lessons are found and in reading order."""
    names = [lesson.name for lesson in lesson_files()]
    assert names[:2] == [HOME, "01-start-here.ipynb"]
    assert names == sorted(names)

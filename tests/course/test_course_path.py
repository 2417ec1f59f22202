"""The way through the lessons: what is done, where one goes on, and how it is shown."""

from datetime import UTC, date, datetime

import pytest

from ono_tutor import Puzzle
from ono_tutor.course.answer_store import MemoryStore, Occasion
from ono_tutor.course.lessons import Lesson, lesson_after, lessons
from ono_tutor.course.progress import CoursePath
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import read_set
from ono_tutor.render.course_pages import course_html, course_text
from ono_tutor.widgets import Course, show_cards

TODAY = date(2026, 11, 22)


@pytest.fixture
def store() -> MemoryStore:
    """A learner's answers, none yet."""
    return MemoryStore([], lambda _: None)


def puzzles(lesson: Lesson) -> list[Puzzle]:
    """The puzzles that a lesson asks."""
    found = [
        Puzzle.load_set(quiz) if quiz in bank.sets() else read_set(quiz) for quiz in lesson.quizzes
    ]
    return [puzzle for each in found for puzzle in each]


def answer(store: MemoryStore, puzzle: Puzzle) -> None:
    """Answer a puzzle right."""
    occasion = Occasion(datetime(2026, 11, 20, tzinfo=UTC), 0, "lesson")
    right = puzzle.answer_as_json()
    store.record(puzzle, puzzle.check(right), occasion, right)


def test_a_new_learner_begins_with_the_first_lesson(store: MemoryStore) -> None:
    """Nothing is done, nothing is due, and the button begins lesson 1."""
    path = CoursePath.of(store, TODAY)
    assert [step.answered for step in path.steps] == [0] * len(lessons())
    assert path.current is path.steps[0]
    assert path.due == 0
    assert "Begin lesson 1. Start here" in course_text(path)


def test_a_lesson_is_done_when_every_puzzle_is_answered(store: MemoryStore) -> None:
    """Then the next one is gone on with; a lesson begun in the middle is gone on with at once."""
    first, second, third = lessons()[:3]
    for puzzle in puzzles(first):
        answer(store, puzzle)
    path = CoursePath.of(store, TODAY)
    assert path.steps[0].is_done
    assert path.current == path.steps[1]

    answer(store, puzzles(third)[0])
    path = CoursePath.of(store, TODAY)

    assert path.current == path.steps[2]
    assert path.steps[1].lesson == second
    assert not path.steps[1].answered
    assert "✓ 1. Start here: hit with a Double Play: done" in course_text(path)
    assert f"Go on with lesson 3. {third.title}" in course_text(path)
    assert course_html(path).count("<li") == course_html(path).count("<a href") - 1


def test_your_course_shows_what_is_the_case_when_it_is_run(store: MemoryStore) -> None:
    """Run again after answers, it counts them."""
    course, first = Course(store), lessons()[0]
    assert course.scene["question"] == f"You have done 0 lessons of {len(lessons())}."
    assert "Begin lesson 1." in str(course)
    for puzzle in puzzles(first):
        answer(store, puzzle)
    course = Course(store)
    assert course.scene["question"] == f"You have done 1 lesson of {len(lessons())}."
    assert "Begin lesson 2." in str(course)


def test_practice_and_a_check_up_begin_on_your_course_and_lead_back(store: MemoryStore) -> None:
    """Each has a button, a check-up one for each game; the result has one that leads back."""
    course, games = Course(store), ["check-1980", "check-2022", "check-ninety-nine", "check-"]
    course.receive({"type": "action", "id": "check"})
    assert [button["id"] for button in course.scene["actions"]] == [*games, "course"]
    course.receive({"type": "action", "id": "check-2022"})
    assert course.scene["rules"]["id"] == "2022"
    course.receive({"type": "action", "id": "course"})
    for begin, told in ((games[3], "Check-up: puzzle 1 of up to 10"), ("on", "Position 1 of 8")):
        course.receive({"type": "action", "id": "check"} if begin != "on" else {})
        course.receive({"type": "action", "id": begin})
        assert course.scene["progress"]["text"] == told
        course.receive({"type": "action", "id": "leave"})
        course.receive({"type": "action", "id": "course"})
        assert [button["id"] for button in course.scene["actions"]] == ["on", "check"]


def test_the_lesson_after_a_quiz_is_found() -> None:
    """After the last quiz of a lesson comes the next lesson, and after no other quiz."""
    first, second = lessons()[:2]
    assert [lesson_after(quiz) for quiz in first.quizzes[-2:]] == [None, second]
    assert lesson_after(lessons()[-1].quizzes[-1]) is None
    assert lesson_after("several-traps") is None


def test_cards_are_shown_with_how_many_there_are() -> None:
    """A deck is shown whole, or the cards that are named; each with its name and number."""
    assert repr(show_cards("1980", "H", "-10")) == "Hold: 4 cards\nMinus Ten: 4 cards"
    assert show_cards("2022")._repr_html_().count("<img") == 15
    with pytest.raises(Exception, match="is no card of ONO 99 of 2022"):
        show_cards("2022", "H")

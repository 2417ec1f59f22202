"""The quiz, driven by the messages that its view sends."""

import json

import pytest
from widgets.walking import buttons, send

from ono_tutor import NotationError, Puzzle
from ono_tutor.course.progress import Progress
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.widgets import Quiz

OF_EACH_KIND = [next(e.id for e in bank.index().values() if e.kind == kind) for kind in KINDS]


@pytest.fixture
def progress(tmp_path):
    return Progress.open(tmp_path / "kept.json")


def test_an_answer_is_on_disk_before_its_feedback_shows(progress):
    """When the feedback changes, another reader of the file already finds the answer."""
    quiz, found = Quiz("double-play-1980", progress), []
    quiz.watch(lambda _: found.append(len(Progress.open(progress.path).history())))

    send(quiz, "play 7")

    assert found == [1]
    assert quiz.feedback["headline"] == "Not right."


def test_a_quiz_shown_again_keeps_what_was_answered(progress):
    """Running the cell again shows the same puzzle with the feedback to the last answer."""
    first = Quiz("double-play-1980", progress)
    send(first, "play H", "action next", "choice certain")

    second = Quiz("double-play-1980", progress)

    assert second.scene["question"] == first.scene["question"]
    assert second.scene["progress"] == first.scene["progress"]
    assert second.feedback["text"] == first.feedback["text"]


@pytest.mark.parametrize("puzzle_id", OF_EACH_KIND)
def test_every_kind_is_asked_hinted_at_and_solved(progress, puzzle_id):
    """Each kind has a way to answer it, hints, and a solution; the scene stays under 20 kB."""
    quiz = Quiz(puzzle_id, progress)
    assert quiz.scene["form"] or quiz.scene["choices"] or Puzzle.load(puzzle_id).takes_cards

    send(quiz, "action hint")
    assert quiz.feedback["headline"].startswith("Hint 1 of")
    send(quiz, "action solution")

    assert quiz.feedback["headline"] == "The answer."
    assert len(json.dumps([quiz.scene, quiz.feedback])) < 20_000


def test_the_end_of_a_set_is_an_end_and_offers_what_was_missed(progress):
    """No position is left on the table; the rules missed are named, and can be practised."""
    ids = [entry.id for entry in bank.entries_of_set("double-play-1980")]
    quiz = Quiz("double-play-1980", progress)
    for _ in range(len(ids) + 1):  # what was missed comes back
        sitting = quiz.sitting
        is_missed = sitting.puzzle.id == "dp80-exactly-99" and sitting.length == len(ids)
        answer = "chance" if is_missed else str(sitting.puzzle.answer_as_json())
        send(quiz, f"choice {answer}")
        if quiz.sitting.is_retrying:
            send(quiz, "action next")
        send(quiz, "action next")

    assert quiz.scene["question"] == "You had 7 of 8 right at the first answer."
    assert quiz.scene["progress"]["done"] == quiz.scene["progress"]["of"] == 8
    assert "Missed: The limit" in quiz.scene["lead"]
    assert buttons(quiz) == ["these", "again"]
    assert "hand" not in quiz.scene

    send(quiz, "play 10")
    assert quiz.scene["question"] == "You had 7 of 8 right at the first answer."
    send(quiz, "action these")
    asked = bank.entry(quiz.sitting.puzzle.id)
    assert "limit" in asked.rule_points
    assert asked.key == "1980"
    assert quiz.sitting.length == 2


@pytest.mark.parametrize("wrong", ["nope", ["nope"], [], ""])
def test_a_set_that_there_is_not_is_named(wrong):
    """An unknown set or puzzle, or none, is refused with the reason."""
    with pytest.raises(NotationError, match="puzzle"):
        Quiz(wrong, progress=None)

"""A QTI player gives the score that the engine's verdict earns."""

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from classroom.exports.qti_reader import ITEM, Package
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

from ono_tutor.classroom.assignment import Feedback
from ono_tutor.classroom.exports import qti
from ono_tutor.render.describe import position_text

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pyslet")
"""The player's own parts call each other by their old names."""


def responses(puzzle, item):
    """Every response that an item takes, and whether the engine calls it right."""
    texts = item.choices
    if not texts:
        return [(number, check(puzzle, str(number)).is_right) for number in numbers(puzzle)]
    if not item.is_multiple:
        return [(choice, is_right(puzzle, text)) for choice, text in texts.items()]
    sets = [some for size in range(len(texts) + 1) for some in combinations(texts, size)]
    words = [", ".join(said(puzzle, texts[choice]) for choice in some) for some in sets]
    return [
        (list(some) or None, check(puzzle, word).is_right)
        for some, word in zip(sets, words, strict=True)
    ]


@pytest.mark.parametrize("kind", first(KINDS_OF_CHOICES, 4))
def test_each_response_is_scored_as_the_engine_judges_it_and_told_why(kind):
    """All the points for what the engine calls right, for cards to mark each set of them too.

    The feedback shown is the engine's on that answer, and the solution's; the picture is in the
    package, and its alternative text says it all.
    """
    package = Package(exported(qti, kind).content)

    for puzzle in puzzles(kind).values():
        item = package.items[f"item-{puzzle.id}"]
        name, words = item.picture
        assert words == position_text(puzzle.position)
        assert ET.fromstring(package.files[name]).tag == "{http://www.w3.org/2000/svg}svg"
        assert str(puzzle.question) in item.text
        for response, right in responses(puzzle, item):
            score, feedback = item.answered(response)[:2]
            assert score == (2 if right else 0), (puzzle.id, response)
            told = " ".join(feedback)
            if isinstance(response, str):
                assert str(check(puzzle, said(puzzle, item.choices[response])).text) in told
            if not right or item.is_multiple:
                assert str(puzzle.solution().text) in told


@pytest.mark.parametrize(
    ("feedback", "attempts", "told"),
    [
        (Feedback.NOW, 3, ("individual", "3", "true")),
        (Feedback.NOW, 0, ("individual", "0", "true")),
        (Feedback.AFTER, 3, ("simultaneous", "1", "true")),
        (Feedback.NEVER, 1, ("simultaneous", "1", "false")),
    ],
)
def test_attempts_and_feedback_are_those_of_the_assignment(feedback, attempts, told):
    """Told at once an item is handed in by itself; otherwise all are at the end, once."""
    package = Package(
        qti(assignment(entries("total")[:1], feedback=feedback, attempts=attempts)).content
    )

    part = ET.fromstring(package.files["test.xml"]).find(f"{ITEM}testPart")
    control = part.find(f"{ITEM}itemSessionControl")

    assert told == (
        part.get("submissionMode"),
        control.get("maxAttempts"),
        control.get("showFeedback"),
    )

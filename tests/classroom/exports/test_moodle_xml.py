"""Moodle XML says of every answer what the engine says."""

from xml.etree import ElementTree as ET

import pytest
from classroom.exports import moodle_reader
from classroom.exports.sample import (
    KINDS_OF_CHOICES,
    assignment,
    check,
    entries,
    exported,
    is_right,
    numbers,
    puzzles,
)
from sweeps import first

from ono_tutor.classroom.assignment import Feedback
from ono_tutor.classroom.exports import moodle_xml
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import position_text


@pytest.mark.parametrize("kind", first(KINDS_OF_CHOICES, 4))
def test_each_answer_is_graded_as_the_engine_judges_it_and_has_its_reason(kind):
    """Full marks go to what the engine calls right; the picture is a file, its alternative words."""
    known = puzzles(kind)
    found = exported(moodle_xml, kind)
    read = moodle_reader.read(found.content)

    assert [question.idnumber for question in read] == list(known)
    assert (len(found.questions), found.questions.left_out) == (len(known), [])
    for question in read:
        puzzle = known[question.idnumber]
        is_number = question.type == "numerical"
        for number in numbers(puzzle) if is_number else ():
            assert question.share_of_number(number) == check(puzzle, str(number)).is_right
        assert is_number or question.is_single
        for answer in () if is_number else question.answers:
            assert question.share_of_choices([answer]) == is_right(puzzle, answer.text)
        reasons = {answer.feedback for answer in question.answers}
        assert str(puzzle.solution().text) in question.feedback
        assert str(puzzle.solution().text) in reasons
        assert len(reasons) > 1 or len(question.answers) == 1
        (image,) = question.asked.images
        name = image["src"].removeprefix("@@PLUGINFILE@@/")
        assert image["alt"] == position_text(puzzle.position)
        assert ET.fromstring(question.files[name]).tag == "{http://www.w3.org/2000/svg}svg"
        assert str(puzzle.question) in question.asked.text


@pytest.mark.parametrize(
    ("feedback", "attempts", "hints"), [(Feedback.NOW, 2, 1), (Feedback.AFTER, 3, 0)]
)
def test_points_and_tries_are_those_of_the_assignment(feedback, attempts, hints):
    """A further try costs nothing; hints come between tries after which learners are told."""
    found = assignment(entries("survive"), points=7, feedback=feedback, attempts=attempts)

    for question in moodle_reader.read(moodle_xml(found).content):
        assert (question.grade, question.penalty, len(question.hints)) == (7, 0, hints)


@pytest.mark.parametrize("title", ["]]>", "<b>&amp;</b>", "a\\n {=~#:} 50%", "ünïcödé 数"])
def test_a_title_comes_back_as_it_was(title):
    """No title breaks the file or is read as markup."""
    read = moodle_reader.read(moodle_xml(assignment(entries("survive")[:1], title)).content)

    assert read[0].category == "$course$/top/" + title.replace("/", "//")


def test_every_right_card_is_accepted():
    """Where several cards are equally good, each of them earns all the points."""
    known = [Puzzle.of(entry) for entry in entries("best-card", 30)]
    many = [p for p in known if isinstance(p.answer, tuple) and len(p.answer) > 1]
    read = moodle_reader.read(moodle_xml(assignment(entries("best-card", 30))).content)

    found = {question.idnumber: question for question in read}

    assert many
    for puzzle in many:
        right = [answer for answer in found[puzzle.id].answers if answer.fraction == 1]
        assert len(right) == len(puzzle.answer)

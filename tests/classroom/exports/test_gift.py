"""GIFT says of every answer what the engine says."""

import pytest
from classroom.exports import gift_reader
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

from ono_tutor.classroom.exports import gift
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import position_text


@pytest.fixture(scope="module")
def read(gift_parser):
    """What the parser finds in an export."""
    return lambda found: gift_reader.read(gift_parser, found.content)


def questions(found):
    """The questions by the puzzle's id, which their title ends with."""
    asked = [each for each in found if each["type"] != "Category"]
    return {each["title"].split(". ", 1)[1]: each for each in asked}


@pytest.mark.parametrize("kind", KINDS_OF_CHOICES)
def test_each_answer_is_graded_as_the_engine_judges_it_and_has_its_reason(kind, read):
    """Full marks go to what the engine calls right; text has no picture, so words say all."""
    found = questions(read(exported(gift, kind)))

    assert list(found) == list(puzzles(kind))
    for key, puzzle in puzzles(kind).items():
        question = found[key]
        is_number = question["type"] == "Numerical"
        for number in numbers(puzzle) if is_number else ():
            share = gift_reader.share_of_number(question, number)
            assert share == check(puzzle, str(number)).is_right
        assert is_number or question["type"] == "MC"
        assert question["stem"]["format"] == "plain"
        assert question["stem"]["text"].startswith(position_text(puzzle.position))
        assert str(puzzle.question) in question["stem"]["text"]
        assert str(puzzle.solution().text) in question["globalFeedback"]["text"]
        for choice in question["choices"]:
            text = str(choice["text"]["number"]) if is_number else choice["text"]["text"]
            assert is_number or gift_reader.share(choice) == is_right(puzzle, text)
            why = str(check(puzzle, said(puzzle, text)).text)
            assert choice["feedback"]["text"] == why if why else choice["feedback"] is None


def test_where_every_answer_is_right_it_is_a_choice_all_the_same(read):
    """Answers that all begin with an equals sign would be words to be written."""
    entry = Entry("twins", "threat", "ninety-nine total=20 hand=Q,K,K players=3")

    puzzle = Puzzle.of(entry)

    question = questions(read(gift(assignment([entry]))))["twins"]

    assert set(puzzle.answer) == set(puzzle.position.rules.plays_of_hand(puzzle.position.hand))
    assert question["type"] == "MC"
    assert [gift_reader.share(choice) for choice in question["choices"]] == [1, 1]
    assert b"~" in gift(assignment([entry])).content


@pytest.mark.parametrize("title", ["]]>", "a {=~#:} b", "// 50%", "ünïcödé 数", "::x::"])
def test_no_title_breaks_the_file(title, read):
    """What means something in GIFT means nothing in a title."""
    category, question = read(gift(assignment(entries("total")[:1], title)))

    assert category["title"] == "$course$/top/" + title.replace("/", "//")
    assert question["type"] == "Numerical"

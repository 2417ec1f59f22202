"""What is offered does not give the answer away, and what each format makes of it.

The files in ``golden`` are whole, but for the pictures; ``readers`` judges them as the systems do.
"""

import io
import random
import re
import zipfile
from functools import cache, partial
from xml.etree import ElementTree as ET

import pytest
from classroom.exports import readers
from sweeps import first

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.exports import Question, gift, moodle_xml, qti, qti12
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import join_sentences, puzzle_sentences
from ono_tutor.rules.catalogue import RULE_SETS

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:pyslet")
"""The parts of ``pyslet`` call each other by their old names."""


SPOKEN = {
    "First the late draw": "late draw",
    "None: no card can be played": "out",
    "In none of these games": "none",
}


@cache
def entries(kind, count=6):
    """Puzzles of a kind, always the same, and every one of its rule sets among them."""
    found = [entry for entry in bank.index().values() if entry.kind == kind]
    drawn = random.Random(f"exports {kind}").sample(found, count)
    return list(dict.fromkeys([*{entry.key: entry for entry in found}.values(), *drawn]))


def assignment(found, title="Five minutes", points=2, **more):
    """An assignment of these puzzles, an item each."""
    more.setdefault("feedback", Feedback.NOW)
    items = tuple(Item((entry,), points) for entry in found)
    return Assignment("five-minutes", title, items, **more)


def said(puzzle, text):
    """What somebody who picks this answer tells the engine, read off the answer's own words."""
    if text in SPOKEN:
        return SPOKEN[text]
    text = re.sub(r" (?:alone|only)$", "", text).removeprefix("In ")
    for key, rules in RULE_SETS.items() if puzzle.kind == "edition" else ():
        text = text.replace(rules.title, key)
    if puzzle.kind == "chance":
        text = re.sub(r".*\((.*)\)", r"\1", text)
    return text


def asked(entry):
    return Question.of(Puzzle.of(entry), 1, 1)


NO_CHOICE = "Only one answer could be offered, so there is nothing to choose."
LEFT_OUT = {
    Entry("tens", "threat", "1980 total=80 hand=10,10,10,10"): NO_CHOICE,
    Entry("lost", "best-card", "1980 total=98 hand=10,10,10,10"): (
        "No card completes this turn, so none is best"
    ),
    entries("line")[0]: (
        "It is answered by a line of play that goes on with the replies of the others, for which a "
        "question of choices or of one short answer has no place."
    ),
}


@pytest.mark.parametrize("write", [moodle_xml, gift, qti, qti12])
def test_what_is_no_question_is_left_out_with_the_reason(write):
    """One answer alone is no choice, what the engine cannot answer no export answers, and no choice
    holds a line; the rest is there, always the same."""
    given = assignment([*LEFT_OUT, *entries("total")[:2]])
    found = write(given)

    assert len(found.questions) == 2
    assert found.questions.left_out == [(entry.id, why) for entry, why in LEFT_OUT.items()]
    assert write(given).content == found.content


def test_every_option_of_the_rules_is_told_in_a_sentence():
    """A learner who meets an option in an LMS reads there what it means."""
    entry = Entry("opt", "legal", "2022+minus-ten=unplayable total=4 hand=-10,0,R,3")

    assert "House rule: You may not play a Minus Ten" in " ".join(asked(entry).texts)


OFFERED = (
    ("next", "2022 total=20 hand=R,3,D,O players=2", "3"),
    ("next", "ninety-nine total=9 hand=A,7,10 players=3", "7"),
    ("edition", "1980 hand=9,10,6,9", "", "seats 8"),
    ("legal", "2022 total=92 hand=7,7,9,9"),
    ("legal", "1980 total=88 hand=7,H,D,10"),
)


def test_what_is_offered_is_all_that_there_is(golden):
    """Every seat with all it may owe, every set of rule sets, every set of doubtful cards."""
    said = ""
    for line in OFFERED:
        options = asked(Entry("x", *line)).options
        said += f"{' | '.join(line)}\n" + "".join(f"  {each.text}\n" for each in options)
    golden("offered.txt", said)


FORMATS = {"moodle": moodle_xml, "gift": gift, "qti21": qti, "qti12": qti12}


def text_of(export):
    """An export as text: of a package each file but the pictures."""
    if not export.name.endswith(".zip"):
        return re.sub(r"(encoding=\"base64\">)[^<]+", r"\1…", export.content.decode())
    with zipfile.ZipFile(io.BytesIO(export.content)) as archive:
        assert {(each.date_time, each.external_attr) for each in archive.infolist()} == {
            ((1980, 1, 1, 0, 0, 0), 0o644 << 16)
        }
        return "".join(
            f"---- {name}\n{text if name.endswith('.xml') else text[:5]}\n"
            for name in archive.namelist()
            for text in [archive.read(name).decode()]
        )


@pytest.mark.parametrize("name", FORMATS)
def test_an_assignment_in_each_format(name, golden):
    """Choices, a number, sets of cards, equally good cards, and puzzles of which one is drawn."""
    pool = tuple(map(bank.entry, ("dp80-hold", "dp80-exactly-99")))
    others = (
        Entry("sum", "total", "1980 total=92 hand=7,H,9,O", "H"),
        Entry("twins", "threat", "ninety-nine total=20 hand=Q,K,K players=3"),
        Entry("cards", "legal", "1980 total=92 hand=7,H,7,H"),
    )
    items = (Item(pool, 3), *(Item((entry,)) for entry in others))
    title = "a\\n {=~#:} 1/2 <b>&amp;</b> \x07数"

    export = FORMATS[name](Assignment("week-1", title, items, Feedback.NOW, 2))

    head = f"{export.name}: {len(export.questions)} {export.notes}"
    golden(f"{name}.txt", f"{head}\n{text_of(export)}")


# ---- as the systems read and grade them ----


def responses(puzzle, question):
    """Each response that is tried, and what it tells the engine."""
    texts = question.choices
    if not texts:
        right = puzzle.answer
        near = {right + step for step in range(-12, 13)} | {0, -right, 99, 98, right * 10}
        return [(number, str(number)) for number in sorted(near)]
    return [(choice, said(puzzle, text)) for choice, text in texts.items()]


READERS = {"moodle": readers.moodle, "qti21": readers.qti21, "qti12": readers.qti12}
CHOICES = [name for name in KINDS if name != "line"]


@pytest.mark.parametrize("kind", first(CHOICES, 4))
@pytest.mark.parametrize("name", FORMATS)
def test_each_answer_earns_what_the_engine_says_and_is_told_why(name, kind, request):
    """All the points for what is right, and none for what is not; the table is there, in words."""
    read = READERS.get(name) or partial(readers.gift, request.getfixturevalue("gift_parser"))
    found = read(FORMATS[name](assignment(entries(kind))).content)
    assert list(found) == [entry.id for entry in entries(kind)]
    for puzzle in map(Puzzle.of, entries(kind)):
        question, solution = found[puzzle.id], str(puzzle.solution().text)
        assert question.text.startswith(join_sentences(puzzle_sentences(puzzle)))
        assert str(puzzle.question) in question.text
        for response, words in responses(puzzle, question):
            check, (share, told) = puzzle.check(words), question.answer(response)
            assert check.mark in ("right", "wrong"), (puzzle.id, words, str(check))
            assert share == check.is_right, (puzzle.id, words)
            assert check.is_right or solution in told
            assert not question.choices or str(check.text) in told


TITLES = ["]]>", "<b>&amp;</b>", "a\\n {=~#:} 1/2 50%", "// 50%", "ünïcödé 数", "::x::"]


@pytest.mark.parametrize("title", TITLES)
def test_a_title_comes_back_as_it_was(title, request):
    """No title breaks the file or is read as markup; what means something in GIFT means nothing."""
    quiz = ET.fromstring(moodle_xml(assignment(entries("survive")[:1], title)).content)
    path = "$course$/top/" + title.replace("/", "//")

    assert quiz.findtext(".//category/text") == path
    if "\\" not in title and "<" not in title:
        export = gift(assignment(entries("total")[:1], title)).content
        parser = request.getfixturevalue("gift_parser")
        category, question = readers.parse_gift(parser, export)
        assert (category["title"], question["type"]) == (path, "Numerical")


@pytest.mark.parametrize(
    ("feedback", "attempts", "hints", "control", "most"),
    [
        (Feedback.NOW, 3, 2, ("individual", "3", "true"), "3"),
        (Feedback.NOW, 0, 3, ("individual", "0", "true"), "unlimited"),
        (Feedback.AFTER, 3, 0, ("simultaneous", "1", "true"), "3"),
        (Feedback.NEVER, 1, 0, ("simultaneous", "1", "false"), "1"),
    ],
)
def test_points_attempts_and_feedback_are_those_of_the_assignment(
    feedback, attempts, hints, control, most
):
    """A further try costs nothing; hints come between tries after which learners are told."""
    found = assignment(entries("survive")[:1], points=7, feedback=feedback, attempts=attempts)
    question = ET.fromstring(moodle_xml(found).content).find("question[idnumber]")
    quiz = readers.quiz12(qti12(found).content)
    part = ET.fromstring(readers.zipped(qti(found).content)["test.xml"]).find(f"{readers.ITEM}testPart")  # fmt: skip
    how = part.find(f"{readers.ITEM}itemSessionControl")

    assert (question.findtext("defaultgrade"), question.findtext("penalty")) == ("7", "0")
    assert len(question.findall("hint")) == hints
    assert (part.get("submissionMode"), how.get("maxAttempts"), how.get("showFeedback")) == control
    assert readers.field(quiz, "cc_maxattempts") == most
    assert readers.field(quiz.find(".//item"), "points_possible") == "7"

"""Moodle XML: questions with pictures and feedback, for Moodle's question bank.

One choice is a ``multichoice`` question of one answer, every right one worth 100 %; a number is
a ``numerical`` one with no tolerance. Sets of cards are choices: of several answers to be marked
Moodle would pay some for some of them. Puzzles of which a learner gets one are in a category of
their own, from which a quiz draws at random. Nothing is deducted for further tries.
"""

from base64 import b64encode
from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.exports.category import by_category
from ono_tutor.classroom.exports.exported import Exported
from ono_tutor.classroom.exports.lots import Lot, lots_of, tries_hints
from ono_tutor.classroom.exports.markup import Element, element, written
from ono_tutor.classroom.exports.offer import Answer
from ono_tutor.classroom.exports.question import Question, Way, paragraphs

PLACE = "@@PLUGINFILE@@/"
"""Where Moodle finds the files that come with a text."""


def moodle_xml(assignment: Assignment) -> Exported:
    """The assignment's questions as a file that Moodle's question bank imports."""
    found = lots_of(assignment)
    quiz = element("quiz")
    for path, lots in by_category(assignment, found):
        quiz.append(_category(assignment, path, lots[0]))
        quiz.extend(_question(assignment, one) for lot in lots for one in lot.questions)
    name = f"{assignment.id}-moodle.xml"
    return Exported(written(quiz), name, found.count, found.left_out)


def _category(assignment: Assignment, path: str, lot: Lot) -> Element:
    info = lot.info if lot.is_drawn else assignment.title
    return element(
        "question",
        element("category", _text(path)),
        _texted("info", paragraphs((info,))),
        type="category",
    )


def _question(assignment: Assignment, question: Question) -> Element:
    kind = "numerical" if question.way is Way.NUMBER else "multichoice"
    hints = tries_hints(assignment, question)
    return element(
        "question",
        element("name", _text(question.title)),
        _asked(question),
        _texted("generalfeedback", paragraphs((question.feedback,))),
        element("defaultgrade", text=str(question.points)),
        element("penalty", text="0"),
        element("hidden", text="0"),
        element("idnumber", text=question.id),
        *(_number_parts(question) if kind == "numerical" else _choice_parts(question)),
        *(_texted("hint", paragraphs((hint,))) for hint in hints),
        element("tags", *(element("tag", _text(tag)) for tag in dict.fromkeys(question.tags))),
        type=kind,
    )


def _asked(question: Question) -> Element:
    """What is asked, with the picture as a file beside it."""
    name = f"{question.id}.svg"
    picture = b64encode(question.picture.encode()).decode()
    file = element("file", text=picture, name=name, path="/", encoding="base64")
    asked = _texted("questiontext", question.html(PLACE + name))
    asked.append(file)
    return asked


def _choice_parts(question: Question) -> Iterator[Element]:
    yield element("single", text="true")
    yield element("shuffleanswers", text="false")
    yield element("answernumbering", text="abc")
    for answer in question.answers:
        yield _answer(answer, _text(paragraphs((answer.text,))), format="html")


def _number_parts(question: Question) -> Iterator[Element]:
    for answer in question.answers:
        found = _answer(answer, _text(answer.words), format="plain_text")
        found.append(element("tolerance", text="0"))
        yield found


def _answer(answer: Answer, text: Element, **attributes: str) -> Element:
    feedback = _texted("feedback", paragraphs((answer.feedback,)))
    return element("answer", text, feedback, fraction=100 if answer.is_right else 0, **attributes)


def _texted(tag: str, html: str) -> Element:
    return element(tag, _text(html), format="html")


def _text(text: str) -> Element:
    return element("text", text=text)

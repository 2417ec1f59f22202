"""Moodle XML: questions with pictures and feedback, for Moodle's question bank.

One choice is a ``multichoice`` question of one answer, every right one worth 100 %; a number is
a ``numerical`` one with no tolerance. Sets of cards are choices: of several answers to be marked
Moodle would pay some for some of them. Puzzles of which a learner gets one are in a category of
their own, from which a quiz draws at random. Nothing is deducted for further tries.
"""

from base64 import b64encode
from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.exports.answer_options import AnswerOption
from ono_tutor.classroom.exports.questions import (
    Element,
    Exported,
    Question,
    QuestionGroup,
    ResponseKind,
    by_category,
    element,
    hints_between_tries,
    paragraphs,
    questions_of,
    to_bytes,
)

PLACE = "@@PLUGINFILE@@/"
"""Where Moodle finds the files that come with a text."""


def moodle_xml(assignment: Assignment) -> Exported:
    """Return the assignment's questions as a file that Moodle's question bank imports."""
    found = questions_of(assignment)
    quiz = element("quiz")
    for path, groups in by_category(assignment, found):
        quiz.append(_category(assignment, path, groups[0]))
        quiz.extend(_question(assignment, one) for group in groups for one in group.questions)
    name = f"{assignment.id}-moodle.xml"
    return Exported(to_bytes(quiz), name, found.count, found.left_out)


def _category(assignment: Assignment, path: str, group: QuestionGroup) -> Element:
    info = group.info if group.is_drawn else assignment.title
    return element(
        "question",
        element("category", _text(path)),
        _texted("info", paragraphs(info)),
        type="category",
    )


def _question(assignment: Assignment, question: Question) -> Element:
    kind = "numerical" if question.kind is ResponseKind.NUMBER else "multichoice"
    hints = hints_between_tries(assignment, question)
    return element(
        "question",
        element("name", _text(question.title)),
        _asked(question),
        _texted("generalfeedback", paragraphs(question.feedback)),
        element("defaultgrade", text=str(question.points)),
        element("penalty", text="0"),
        element("hidden", text="0"),
        element("idnumber", text=question.id),
        *(_number_parts(question) if kind == "numerical" else _choice_parts(question)),
        *(_texted("hint", paragraphs(hint)) for hint in hints),
        element("tags", *(element("tag", _text(tag)) for tag in dict.fromkeys(question.tags))),
        type=kind,
    )


def _asked(question: Question) -> Element:
    """Return what is asked, with the picture as a file beside it."""
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
    for option in question.options:
        yield _answer(option, _text(paragraphs(option.text)), format="html")


def _number_parts(question: Question) -> Iterator[Element]:
    for option in question.options:
        found = _answer(option, _text(option.words), format="plain_text")
        found.append(element("tolerance", text="0"))
        yield found


def _answer(option: AnswerOption, text: Element, **attributes: str) -> Element:
    feedback = _texted("feedback", paragraphs(option.feedback))
    return element("answer", text, feedback, fraction=100 if option.is_right else 0, **attributes)


def _texted(tag: str, html: str) -> Element:
    return element(tag, _text(html), format="html")


def _text(text: str) -> Element:
    return element("text", text=text)

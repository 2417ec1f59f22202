"""GIFT: questions as plain text, which Moodle and other systems import.

The position stands in words, as text can hold no picture. Points are not in the format: where a
question is put into a quiz, they are set there.
"""

from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.exports.category import by_category
from ono_tutor.classroom.exports.exported import Exported
from ono_tutor.classroom.exports.lots import Lots, lots_of
from ono_tutor.classroom.exports.markup import plain
from ono_tutor.classroom.exports.question import Question, Way
from ono_tutor.i18n import N_, lazy_gettext

SPECIAL = r"\~=#{}:"
"""Characters that mean something in GIFT, and the one that takes their meaning away."""

PLAIN = "[plain]"
"""Says that a text is no HTML; it holds for the answers and the feedback as well."""


def gift(assignment: Assignment) -> Exported:
    """The assignment's questions as GIFT, in UTF-8."""
    found = lots_of(assignment)
    text = "\n".join(_lines(assignment, found))
    notes = [str(lazy_gettext(_NO_PICTURES))]
    if any(item.points != 1 for item in assignment.items):
        notes.append(str(lazy_gettext(_NO_POINTS)))
    name = f"{assignment.id}-gift.txt"
    return Exported(text.encode(), name, found.count, found.left_out, tuple(notes))


def escaped(text: str) -> str:
    """The text on one line, with no character in it that would mean something."""
    one_line = " ".join(plain(text).split())
    return "".join(f"\\{char}" if char in SPECIAL else char for char in one_line)


def _lines(assignment: Assignment, found: Lots) -> Iterator[str]:
    for path, lots in by_category(assignment, found):
        if lots[0].is_drawn:
            yield f"// {lots[0].info}"
        yield f"$CATEGORY: {_in_category(path)}"
        yield ""
        for question in (one for lot in lots for one in lot.questions):
            yield from _question(question)
            yield ""


def _in_category(path: str) -> str:
    """The path, in which only the backslash has a meaning."""
    return " ".join(plain(path).replace("\\", "\\\\").split())


def _question(question: Question) -> Iterator[str]:
    is_number = question.way is Way.NUMBER
    begun = "{#" if is_number else "{"
    yield f"::{escaped(question.title)}::{PLAIN}{escaped(question.plain)}{begun}"
    for answer, sign in zip(question.answers, _signs(question), strict=True):
        text = f"{answer.words}:0" if is_number else escaped(answer.text)
        yield sign + text + (f"#{escaped(answer.feedback)}" if answer.feedback else "")
    yield f"####{escaped(question.feedback)}"
    yield "}"


def _signs(question: Question) -> list[str]:
    """What each answer begins with. Only a tilde tells choices from words to be written."""
    if question.way is Way.NUMBER:
        return ["=%100%" if answer.is_right else "=%0%" for answer in question.answers]
    signs = ["=" if answer.is_right else "~" for answer in question.answers]
    return signs if "~" in signs else ["=", *["~%100%"] * (len(signs) - 1)]


_NO_PICTURES = N_("GIFT is text alone: the position stands in words, and nothing is drawn.")
_NO_POINTS = N_("GIFT has no points: set those of each question where it is put into a quiz.")

"""GIFT: questions as plain text, which Moodle and other systems import.

The position stands in words, as text can hold no picture. Points are not in the format: where a
question is put into a quiz, they are set there.
"""

from collections.abc import Iterator

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.exports.questions import (
    Exported,
    Question,
    Questions,
    ResponseKind,
    by_category,
    plain,
    questions_of,
)
from ono_tutor.i18n import N_, lazy_gettext

SPECIAL = r"\~=#{}:"
"""Characters that mean something in GIFT, and the one that takes their meaning away."""

PLAIN = "[plain]"
"""Says that a text is no HTML; it holds for the answers and the feedback as well."""


def gift(assignment: Assignment) -> Exported:
    """Return the assignment's questions as GIFT, in UTF-8."""
    found = questions_of(assignment)
    text = "\n".join(_lines(assignment, found))
    notes = [str(lazy_gettext(_NO_PICTURES))]
    if any(item.points != 1 for item in assignment.items):
        notes.append(str(lazy_gettext(_NO_POINTS)))
    name = f"{assignment.id}-gift.txt"
    return Exported(text.encode(), name, found.count, found.left_out, tuple(notes))


def _lines(assignment: Assignment, found: Questions) -> Iterator[str]:
    for path, groups in by_category(assignment, found):
        if groups[0].is_drawn:
            yield f"// {groups[0].info}"
        # In a path only the backslash has a meaning.
        safe_path = path.replace("\\", "\\\\")
        yield f"$CATEGORY: {_on_one_line(safe_path)}"
        yield ""
        for question in (one for group in groups for one in group.questions):
            yield from _question(question)
            yield ""


def _question(question: Question) -> Iterator[str]:
    is_number = question.kind is ResponseKind.NUMBER
    opening = "{#" if is_number else "{"
    yield f"::{_escaped(question.title)}::{PLAIN}{_escaped(question.plain)}{opening}"
    for option, sign in zip(question.options, _signs(question), strict=True):
        text = f"{option.words}:0" if is_number else _escaped(option.text)
        yield sign + text + (f"#{_escaped(option.feedback)}" if option.feedback else "")
    yield f"####{_escaped(question.feedback)}"
    yield "}"


def _signs(question: Question) -> list[str]:
    """Return how each option begins; only a tilde tells choices from words to be written."""
    if question.kind is ResponseKind.NUMBER:
        return ["=%100%" if option.is_right else "=%0%" for option in question.options]
    signs = ["=" if option.is_right else "~" for option in question.options]
    return signs if "~" in signs else ["=", *["~%100%"] * (len(signs) - 1)]


def _escaped(text: str) -> str:
    """Return the text on one line, with no character in it that would mean something."""
    return "".join(f"\\{char}" if char in SPECIAL else char for char in _on_one_line(text))


def _on_one_line(text: str) -> str:
    return " ".join(plain(text).split())


_NO_PICTURES = N_("GIFT is text alone: the position stands in words, and nothing is drawn.")
_NO_POINTS = N_("GIFT has no points: set those of each question where it is put into a quiz.")

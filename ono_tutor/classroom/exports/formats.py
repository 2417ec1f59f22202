"""The formats of questions; the templates in ``templates/exports`` make those that are XML.

1. Moodle XML, for Moodle's question bank: one choice is a ``multichoice`` question of one answer,
   every right one worth 100 %; a number is a ``numerical`` one with no tolerance. Puzzles of which
   a learner gets one are in a category of their own, from which a quiz draws at random. Nothing is
   deducted for further tries.
2. QTI 2.1, a content package with an assessment, an item a question, and the pictures as files.
   Sets of cards are marked card by card, and only all that are right with no other earn the points.
3. QTI 1.2, for Canvas Classic Quizzes and others that read this older version.
4. GIFT, plain text that Moodle and other systems import. The position stands in words, as text can
   hold no picture. Points are not in the format: where a question is put into a quiz, they are set.

In all but QTI 2.1 sets of cards are choices: of several answers to be marked Moodle and
Canvas would pay some for some of them. In QTI the assessment, or a section of the quiz, selects one
of an item's puzzles where learners get their own.
"""

import io
from base64 import b64encode
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.exports.questions import (
    Exported,
    by_category,
    plain,
    questions_of,
    xml,
)
from ono_tutor.i18n import gettext

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a package, so that the same assignment gives the same bytes."""


def moodle_xml(assignment: Assignment) -> Exported:
    """Return the assignment's questions as a file that Moodle's question bank imports."""
    found, tries = questions_of(assignment), assignment.attempts
    # Hints come between tries, if learners get feedback at once and may retry.
    most = 0 if assignment.feedback is not Feedback.NOW else tries - 1 if tries else None
    content = xml(
        "moodle.xml",
        assignment=assignment,
        categories=by_category(assignment, found),
        hints=lambda question: question.hints[:most],
        base64=lambda text: b64encode(text.encode()).decode(),
    )
    return Exported(content, f"{assignment.id}-moodle.xml", found.count, found.left_out)


def qti(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 2.1."""
    found = questions_of(assignment, takes_all=True)
    whole = {"assignment": assignment, "questions": found}
    files = {
        "imsmanifest.xml": xml("qti_manifest.xml", **whole),
        "test.xml": xml("qti_test.xml", **whole),
    }
    for one in found:
        right = [
            option.words if one.kind == "number" else name
            for name, option in one.choices
            if option.is_right
        ]
        files[f"items/{one.id}.xml"] = xml("qti_item.xml", question=one, right=right)
        files[one.picture_file] = one.picture.encode()
    return Exported(_packed(files), f"{assignment.id}-qti21.zip", found.count, found.left_out)


def qti12(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 1.2."""
    found = questions_of(assignment)
    whole = {"assignment": assignment, "questions": found}
    files = {
        "imsmanifest.xml": xml("qti12_manifest.xml", **whole),
        "quiz.xml": xml("qti12_quiz.xml", **whole),
    }
    files |= {question.picture_file: question.picture.encode() for question in found}
    notes = (gettext("The deadline, and whether learners see what is right, are set in the quiz."),)
    name = f"{assignment.id}-qti12.zip"
    return Exported(_packed(files), name, found.count, found.left_out, notes)


def _packed(files: Mapping[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as written:
        for name, content in files.items():
            info = ZipInfo(name, LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            written.writestr(info, content)
    return archive.getvalue()


# ---- GIFT ----

SPECIAL = r"\~=#{}:"
"""Characters that mean something in GIFT, and the one that takes their meaning away."""

PLAIN = "[plain]"
"""Says that a text is no HTML; it holds for the answers and the feedback as well."""


def gift(assignment: Assignment) -> Exported:
    """Return the assignment's questions as GIFT, in UTF-8."""
    found, lines = questions_of(assignment), list[str]()
    for path, groups in by_category(assignment, found):
        if groups[0].is_drawn:
            lines.append(f"// {groups[0].info}")
        # In a path only the backslash has a meaning.
        safe_path = path.replace("\\", "\\\\")
        lines += [f"$CATEGORY: {_on_one_line(safe_path)}", ""]
        for question in (one for group in groups for one in group.questions):
            is_number = question.kind == "number"
            opening = "{#" if is_number else "{"
            title = f"::{_escaped(question.title)}::{PLAIN}{_escaped(question.plain)}"
            lines.append(title + opening)
            if is_number:
                signs = ["=%100%" if option.is_right else "=%0%" for option in question.options]
            else:
                signs = ["=" if option.is_right else "~" for option in question.options]
                if "~" not in signs:  # only a tilde tells choices from words to be written
                    signs[1:] = ["~%100%"] * (len(signs) - 1)
            for option, sign in zip(question.options, signs, strict=True):
                text = f"{option.words}:0" if is_number else _escaped(option.text)
                why = f"#{_escaped(option.feedback)}" if option.feedback else ""
                lines.append(sign + text + why)
            lines += [f"####{_escaped(question.feedback)}", "}", ""]
    notes = [gettext("GIFT is text alone: the position stands in words, and nothing is drawn.")]
    if any(item.points != 1 for item in assignment.items):
        notes.append(
            gettext("GIFT has no points: set those of each question where it is put into a quiz.")
        )
    name = f"{assignment.id}-gift.txt"
    return Exported("\n".join(lines).encode(), name, found.count, found.left_out, tuple(notes))


def _escaped(text: str) -> str:
    """Return the text on one line, with no character in it that would mean something."""
    return "".join(f"\\{char}" if char in SPECIAL else char for char in _on_one_line(text))


def _on_one_line(text: str) -> str:
    return " ".join(plain(text).split())

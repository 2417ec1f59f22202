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
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from ono_tutor.classroom.assignment import Assignment, Feedback
from ono_tutor.classroom.exports.questions import Questions, by_category, plain, xml
from ono_tutor.i18n import gettext

LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a package, so that the same assignment gives the same bytes."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file to import into a learning management system.

    ``content`` is the file, ``name`` what it is best called. ``notes`` say what of the assignment
    the format has no place for, a sentence each.
    """

    content: bytes
    name: str
    questions: Questions
    notes: tuple[str, ...] = ()


def moodle_xml(assignment: Assignment) -> Exported:
    """Return the assignment's questions as a file that Moodle's question bank imports."""
    questions, tries = Questions(assignment), assignment.attempts
    # Hints come between tries, if learners get feedback at once and may retry.
    most = 0 if assignment.feedback is not Feedback.NOW else tries - 1 if tries else None
    content = xml(
        "moodle.xml",
        assignment=assignment,
        categories=by_category(assignment, questions),
        hints=lambda question: question.hints[:most],
        base64=lambda text: b64encode(text.encode()).decode(),
    )
    return Exported(content, f"{assignment.id}-moodle.xml", questions)


def qti(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 2.1."""
    questions = Questions(assignment, takes_all=True)
    whole = {"assignment": assignment, "questions": questions}
    files = {
        "imsmanifest.xml": xml("qti_manifest.xml", **whole),
        "test.xml": xml("qti_test.xml", **whole),
    }
    for one in questions:
        files[f"items/{one.id}.xml"] = xml("qti_item.xml", question=one)
        files[one.picture_file] = one.picture.encode()
    return Exported(_zip(files), f"{assignment.id}-qti21.zip", questions)


def qti12(assignment: Assignment) -> Exported:
    """Return the assignment as a content package of QTI 1.2."""
    questions = Questions(assignment)
    whole = {"assignment": assignment, "questions": questions}
    files = {
        "imsmanifest.xml": xml("qti12_manifest.xml", **whole),
        "quiz.xml": xml("qti12_quiz.xml", **whole),
    }
    files |= {question.picture_file: question.picture.encode() for question in questions}
    notes = (gettext("The deadline, and whether learners see what is right, are set in the quiz."),)
    return Exported(_zip(files), f"{assignment.id}-qti12.zip", questions, notes)


def _zip(files: Mapping[str, bytes]) -> bytes:
    archive = io.BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as written:
        for name, content in files.items():
            info = ZipInfo(name, LONG_AGO)
            info.compress_type = ZIP_DEFLATED
            info.external_attr = 0o644 << 16
            written.writestr(info, content)
    return archive.getvalue()


# ---- GIFT ----

PLAIN = "[plain]"
"""Says that a text is no HTML; it holds for the answers and the feedback as well."""


def gift(assignment: Assignment) -> Exported:
    """Return the assignment's questions as GIFT, in UTF-8."""
    questions, lines = Questions(assignment), list[str]()
    for path, groups in by_category(assignment, questions):
        if groups[0].is_drawn:
            lines.append(f"// {groups[0].info}")
        safe_path = path.replace("\\", "\\\\")  # in a path only the backslash has a meaning
        lines += [f"$CATEGORY: {_on_one_line(safe_path)}", ""]
        for question in (one for group in groups for one in group.questions):
            is_number = question.kind == "number"
            asked = _escaped(" ".join((question.words, *question.texts)))
            opening = "{#" if is_number else "{"
            lines.append(f"::{_escaped(question.title)}::{PLAIN}{asked}{opening}")
            is_only_right = all(option.is_right for option in question.options)
            for number, option in enumerate(question.options):
                sign, text = "=" if option.is_right else "~", _escaped(option.text)
                if is_number:
                    sign = "=%100%" if option.is_right else "=%0%"
                    text = f"{option.words}:0"
                elif is_only_right and number:  # only a tilde tells choices from words to write
                    sign = "~%100%"
                why = f"#{_escaped(option.feedback)}" if option.feedback else ""
                lines.append(sign + text + why)
            lines += [f"####{_escaped(question.feedback)}", "}", ""]
    notes = [gettext("GIFT is text alone: the position stands in words, and nothing is drawn.")]
    if any(item.points != 1 for item in assignment.items):
        notes.append(
            gettext("GIFT has no points: set those of each question where it is put into a quiz.")
        )
    content = "\n".join(lines).encode()
    return Exported(content, f"{assignment.id}-gift.txt", questions, tuple(notes))


def _escaped(text: str) -> str:
    """Return the text on one line, with no character in it that would mean something."""
    return re.sub(r"([\\~=#{}:])", r"\\\1", _on_one_line(text))


def _on_one_line(text: str) -> str:
    return " ".join(plain(text).split())

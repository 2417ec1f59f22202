"""What the docs make up for their examples: a class of learners, and an answer of each kind."""

import json
import zipfile
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ono_tutor.classroom.answers_file import AnswerRow, answers_text
from ono_tutor.classroom.assignment import Learner, read_assignment
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.puzzle import Puzzle

CLASS = {"Ann Lee": 8, "Bo": 5, "Çağla Öz": 2}
"""The learners, and how many of the first puzzles each answers rightly; the next two wrongly."""

DOWNLOADED = (2026, 11, 21, 9, 0, 0)
"""The time in the archive: the same whenever the pages are built, and before the deadline."""


def hand_in(folder: Path) -> None:
    """Put what the class hands in beside the assignment that is there: one archive of an LMS."""
    (file,) = folder.glob("*/*.assignment.json")
    assignment = read_assignment(file)
    with zipfile.ZipFile(folder / "handed-in.zip", "w") as archive:
        for number, (name, right) in enumerate(CLASS.items(), 41):
            learner = Learner.named(name)
            rows = _rows(assignment.puzzles_of(learner), right)
            place = f"{name}_{number}_assignsubmission_file_/answers.json"
            text = answers_text(assignment.id, learner, rows)
            archive.writestr(zipfile.ZipInfo(place, DOWNLOADED), text)
        place = "Dmitri_44_assignsubmission_file_/answers.json"
        archive.writestr(zipfile.ZipInfo(place, DOWNLOADED), "see my e-mail")


def _rows(puzzles: tuple[Puzzle, ...], right: int) -> list[AnswerRow]:
    answers = [json.dumps(puzzle.answer_as_json()) for puzzle in puzzles[:right]]
    wrong = [json.dumps(_wrong(puzzle)) for puzzle in puzzles[right : right + 2]]
    pairs = zip(puzzles, answers + wrong, strict=False)
    return [AnswerRow(puzzle.id, answer, "2026-11-20T10:00:00.000Z") for puzzle, answer in pairs]


def _wrong(puzzle: Puzzle) -> object:
    """What somebody with a misconception answers, else one of the cards."""
    kind = KINDS[puzzle.kind]
    believed = [kind.as_json(answer) for _, answer in mistaken(kind, puzzle.task)]
    tries = [*believed, *map(str, puzzle.position.hand), "1/2", "certain", 0]
    return next(answer for answer in tries if puzzle.check(answer).mark is Mark.WRONG)


class AnswerFormsDirective(SphinxDirective):
    """A list of the kinds of question, each with a right answer out of the bank as JSON."""

    def run(self) -> list[nodes.Node]:
        found = nodes.definition_list()
        for kind in KINDS:
            entries = [entry for entry in bank.index().values() if entry.kind == kind]
            answers = (json.dumps(Puzzle.of(entry).answer_as_json()) for entry in entries[:12])
            text = max(answers, key=len)
            term = nodes.term("", "", nodes.literal(kind, kind))
            what = nodes.definition("", nodes.paragraph("", "", nodes.literal(text, text)))
            found += nodes.definition_list_item("", term, what)
        return [found]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("ono-answer-forms", AnswerFormsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

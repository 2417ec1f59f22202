"""Answers on paper, typed into a table: a line for each learner, a column for each item.

Each line is graded as an answers file with these words would be, its answers without a time; one
without any answer means nothing was handed in.
"""

import json
import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

from ono_tutor.atomic_files import read_limited, write_whole
from ono_tutor.classroom.answers_file import AnswerRow, answers_text
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.grading.roster import (
    HEADS,
    MOST_BYTES,
    CsvStyle,
    Roster,
    csv_escape,
    csv_text,
    csv_unescape,
    read_table,
)
from ono_tutor.classroom.submissions.find import (
    Arrival,
    RefusedFile,
    Submission,
    TimeSource,
    printable_name,
)
from ono_tutor.errors import FileError, NotationError, errors_at


class PaperAnswers:
    """The answers of a class on paper, an answers file for each line that has any."""

    def __init__(self, path: Path, assignment: Assignment) -> None:
        """Read the table. Raises :class:`FileError`."""
        self.path, self._assignment = str(path), assignment
        items = [str(number) for number, _ in enumerate(assignment.items, 1)]
        with errors_at(path):
            self._raw = read_limited(path, MOST_BYTES)
            table = read_table(self._raw, {**HEADS, **{number: (number,) for number in items}})
            heads = [
                head for head in map(str.strip, table.heads) if re.fullmatch("[1-9]\\d*", head)
            ]
            if not heads or {*heads} - {*items} or len({*heads}) < len(heads):
                raise FileError(
                    f"its first line must name the items by their numbers, from 1 to {len(items)}, "
                    "each at most once"
                )
        self._lines = [line for line in table.lines if any(map(line.cells.get, items))]

    @cached_property
    def roster(self) -> Roster:
        """Everybody in the table, with an answer or without. Raises :class:`FileError`."""
        with errors_at(self.path):
            return Roster.parsed(self._raw)

    def submissions(self) -> Iterator[Submission | RefusedFile]:
        """Yield the lines that have an answer, each as the answers file that it stands for.

        A line that does not say whose it is is refused.
        """
        for line in self._lines:
            name = printable_name(f"{self.path} > line {line.number}")
            try:
                learner = Learner.named(csv_unescape(line.name))
            except NotationError as error:
                yield RefusedFile(name, "no-name", error.message)
                continue
            rows = [
                AnswerRow(entry.id, json.dumps(words))
                for number, entry in enumerate(self._assignment.entries_of(learner), 1)
                if (words := line.cells.get(str(number)))
            ]
            raw = answers_text(self._assignment.id, learner, rows).encode()
            yield Submission(name, raw, Arrival("", TimeSource.PAPER))


def form_rows(assignment: Assignment, roster: Roster | None) -> Iterator[tuple[str | int, ...]]:
    """Yield the table without answers: its heads, and a line for each of the roster.

    A learner whose name others have is named by an id.
    """
    yield "learner", *range(1, len(assignment.items) + 1)
    blank = ("",) * len(assignment.items)
    for place in range(len(roster.people) if roster else 0):
        yield csv_escape(roster.word_for(place) if roster else ""), *blank


def write_form(path: Path, assignment: Assignment, roster: Roster | None, style: CsvStyle) -> None:
    """Write the table without answers, if there is no file yet.

    Raises :class:`FileError` if there is one, for it may have answers by now, and
    :class:`OutputError`.
    """
    if os.path.lexists(path):
        message = f"{path} is there already, perhaps with answers; name another file"
        raise FileError(message, word=str(path))
    write_whole(path, csv_text(form_rows(assignment, roster), style.separator))

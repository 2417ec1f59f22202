"""Who answered which puzzle right: a table to keep, to analyse elsewhere, or to rate puzzles by.

The table is CSV in UTF-8 with the columns ``learner``, ``puzzle``, ``mark`` and ``at``. The mark is
``right``, ``wrong`` or ``not-attempted`` (the solution was asked for); ``at`` is the time in UTC as
``2026-11-20T10:00:00.000Z`` and may be empty, then the order of the lines is that of time. What an
exported progress file (``ono-tutor-progress/1``) holds is read as well: its learner is the file's
name, and answers after a hint count as not attempted.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ono_tutor.course.export import FORMAT, ProgressError, parse_answers
from ono_tutor.errors import OnoError, quoted, short_repr
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.elo import Response

COLUMNS = "learner", "puzzle", "mark", "at"
MARKS = (Mark.RIGHT, Mark.WRONG, Mark.NOT_ATTEMPTED)
MOST_BYTES = 200_000_000


class ResponsesError(OnoError):
    """A file is no table of answers that can be read."""

    kind = "answers"


class MarkedResponse(NamedTuple):
    """One line of the table."""

    learner: str
    puzzle: str
    mark: Mark
    at: str = ""


def format_responses(responses: Iterable[MarkedResponse]) -> str:
    """Return the table as text; no cell is taken for a formula by a spreadsheet."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\r\n")
    table.writerow(COLUMNS)
    for row in responses:
        table.writerow(f"'{cell}" if cell.startswith(_FORMULA) else cell for cell in row)
    return out.getvalue()


_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def read_responses(path: Path) -> Iterator[MarkedResponse]:
    """Yield the answers of a file, a table or an exported progress file, in its order.

    Raises :class:`ResponsesError`, which names the file and the line at fault.
    """
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise ResponsesError(f"{path}: it is longer than {MOST_BYTES} bytes, the most allowed")
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ResponsesError(f"{path}: byte {error.start} is no UTF-8") from error
    except OSError as error:
        raise ResponsesError(f"{path}: {error.strerror or error}") from error
    if text.lstrip()[:1] == "{":
        yield from _of_progress(path, text)
    else:
        yield from _of_table(path, text)


def _of_progress(path: Path, text: str) -> Iterator[MarkedResponse]:
    try:
        for found in parse_answers(text):
            if found.mark is not Mark.MALFORMED:
                mark = Mark.NOT_ATTEMPTED if found.hints else found.mark
                yield MarkedResponse(path.stem, found.puzzle, mark, found.at)
    except ProgressError as error:
        message = f"{path}: it is neither a table of answers nor a {FORMAT} file: {error.message}"
        raise ResponsesError(message) from error


def _of_table(path: Path, text: str) -> Iterator[MarkedResponse]:
    lines = csv.reader(io.StringIO(text, newline=""))
    try:
        head = tuple(cell.strip().lower() for cell in next(lines, []))
        if head not in (COLUMNS, COLUMNS[:3]):
            wanted = ",".join(COLUMNS)
            raise ResponsesError(f"{path}: the first line is {short_repr(head)}, not {wanted}")
        for cells in lines:
            if cells:
                yield _row(f"{path}, line {lines.line_num}", cells, len(head))
    except csv.Error as error:
        raise ResponsesError(f"{path}, line {lines.line_num}: {error}") from error


def _row(where: str, cells: list[str], count: int) -> MarkedResponse:
    if len(cells) != count:
        raise ResponsesError(f"{where}: {len(cells)} cells, where the first line has {count}")
    learner, puzzle, mark, at = (*map(str.strip, cells), "")[:4]
    if not (learner and puzzle):
        raise ResponsesError(f"{where}: the learner or the puzzle is missing")
    if mark not in MARKS:
        known = ", ".join(MARKS)
        raise ResponsesError(
            f"{where}: {quoted(mark)} is no mark; the marks are {known}", word=mark
        )
    return MarkedResponse(learner, puzzle, Mark(mark), at)


def first_answers(rows: Iterable[MarkedResponse]) -> Iterator[Response]:
    """Yield each learner's first answer to each puzzle, in the order of time.

    Whoever asked for the solution first, or for a hint, has none: what follows is not their own.
    """
    met: set[tuple[str, str]] = set()
    for row in sorted(rows, key=lambda row: row.at):
        if (row.learner, row.puzzle) not in met:
            met.add((row.learner, row.puzzle))
            if row.mark is not Mark.NOT_ATTEMPTED:
                yield Response(row.learner, row.puzzle, row.mark is Mark.RIGHT, row.at)

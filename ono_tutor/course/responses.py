"""A table of right and wrong answers, and the difficulty that it shows of puzzles.

The table is CSV in UTF-8 with the columns ``learner``, ``puzzle``, ``mark`` and ``at``. The mark is
``right``, ``wrong`` or ``not-attempted`` (the solution was asked for); ``at`` is the time in UTC as
``2026-11-20T10:00:00.000Z`` and may be empty, then the order of the lines is that of time. What an
exported progress file (``ono-tutor-progress/1``) holds is read as well: its learner is the file's
name, and answers after a hint count as not attempted.

:func:`ratings` rates puzzles as Elo rates players: each first answer is a game between a learner
and a puzzle, which the puzzle wins if the answer is wrong. The chance that it is right is
``1 / (1 + exp(puzzle - learner))``, by their ratings in units of :data:`SCALE`; what comes out
otherwise moves both ratings, by steps that get smaller with each answer (Pelánek, Applications of
the Elo rating system in adaptive educational systems, 2016: the step after n answers is
``a / (1 + b n)``, with a = 1 and b = 0.05). The answers are gone through several times, so that a
rating does not depend on who came first.
"""

import csv
import io
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from math import exp, log, sqrt
from pathlib import Path
from typing import NamedTuple

from ono_tutor.course.export import FORMAT, parse_exported_answers, read_answers_text
from ono_tutor.errors import FileError, errors_at, quoted
from ono_tutor.puzzles.answer import Mark

COLUMNS = "learner", "puzzle", "mark", "at"
MARKS = (Mark.RIGHT, Mark.WRONG, Mark.NOT_ATTEMPTED)
MOST_BYTES = 200_000_000


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

    Raises :class:`FileError`, which names the file and the line at fault.
    """
    with errors_at(path):
        text = read_answers_text(path, MOST_BYTES, may_be_pipe=True)
    read = _read_progress if text.lstrip()[:1] == "{" else _read_table
    yield from read(path, text)


def _read_progress(path: Path, text: str) -> Iterator[MarkedResponse]:
    try:
        for record in parse_exported_answers(text):
            if record.mark is not Mark.MALFORMED:
                mark = Mark.NOT_ATTEMPTED if record.hints else record.mark
                yield MarkedResponse(path.stem, record.puzzle, mark, record.at)
    except FileError as error:
        message = f"{path}: it is neither a table of answers nor a {FORMAT} file: {error.message}"
        raise FileError(message) from error


def _read_table(path: Path, text: str) -> Iterator[MarkedResponse]:
    lines = csv.reader(io.StringIO(text, newline=""))
    try:
        head = tuple(cell.strip().lower() for cell in next(lines, []))
        if head not in (COLUMNS, COLUMNS[:3]):
            first = quoted(",".join(head))
            raise FileError(f"{path}: the first line is {first}, not {','.join(COLUMNS)}")
        for cells in filter(None, lines):
            where = f"{path}, line {lines.line_num}"
            if len(cells) != len(head):
                count = len(head)
                raise FileError(f"{where}: {len(cells)} cells, where the first line has {count}")
            learner, puzzle, mark, at = (*map(str.strip, cells), "")[:4]
            if not (learner and puzzle):
                raise FileError(f"{where}: the learner or the puzzle is missing")
            if mark not in MARKS:
                message = f"{quoted(mark)} is no mark; the marks are {', '.join(MARKS)}"
                raise FileError(f"{where}: {message}", word=mark)
            yield MarkedResponse(learner, puzzle, Mark(mark), at)
    except csv.Error as error:
        raise FileError(f"{path}, line {lines.line_num}: {error}") from error


def first_responses(rows: Iterable[MarkedResponse]) -> Iterator[MarkedResponse]:
    """Yield each learner's first answer to each puzzle, in the order of time.

    A learner who first asked for the solution, or for a hint, has none: no later answer is their
    own.
    """
    met: set[tuple[str, str]] = set()
    for row in sorted(rows, key=lambda row: row.at):
        if (row.learner, row.puzzle) not in met:
            met.add((row.learner, row.puzzle))
            if row.mark is not Mark.NOT_ATTEMPTED:
                yield row


MEAN, SCALE = 1500.0, 400 / log(10)
"""The mean rating of the puzzles, and the points of a rating that make one unit of the model."""

STEP, SLOWING = 1.0, 0.05
PASSES = 5
"""The number of times that the answers are gone through."""

MARGIN = 1.96
"""Standard errors within which a rating is right in 95 of 100 cases."""


class PuzzleRating(NamedTuple):
    """The difficulty of a puzzle by its answers: the higher the ``rating``, the harder.

    ``answers`` counts the learners who answered it, ``right`` those who were right at first.
    The rating lies within ``margin`` of the true one in 95 of 100 cases.
    """

    puzzle: str
    answers: int
    right: int
    rating: float
    margin: float


def ratings(responses: Iterable[MarkedResponse]) -> tuple[PuzzleRating, ...]:
    """Return the rating of every puzzle that was answered, the easiest first.

    ``responses`` are first answers, in the order of time.
    """
    games = tuple(responses)
    learners, puzzles = defaultdict[str, float](float), defaultdict[str, float](float)
    played, asked = Counter[str](), Counter[str]()
    for _ in range(PASSES):
        for game in games:
            is_right = game.mark is Mark.RIGHT
            surprise = is_right - _chance(learners[game.learner], puzzles[game.puzzle])
            learners[game.learner] += surprise * (STEP / (1 + SLOWING * played[game.learner]))
            puzzles[game.puzzle] -= surprise * (STEP / (1 + SLOWING * asked[game.puzzle]))
            played[game.learner] += 1
            asked[game.puzzle] += 1
    answers, right = Counter(game.puzzle for game in games), Counter[str]()
    weights = defaultdict[str, float](float)
    for game in games:
        chance = _chance(learners[game.learner], puzzles[game.puzzle])
        weights[game.puzzle] += chance * (1 - chance)
        right[game.puzzle] += game.mark is Mark.RIGHT
    mean = sum(puzzles.values()) / len(puzzles) if puzzles else 0.0
    result = []
    for name, level in puzzles.items():
        rating, margin = MEAN + SCALE * (level - mean), MARGIN * SCALE / sqrt(weights[name])
        result.append(PuzzleRating(name, answers[name], right[name], rating, margin))
    return tuple(sorted(result, key=lambda item: (item.rating, item.puzzle)))


def _chance(learner: float, puzzle: float) -> float:
    """Return the chance that a learner of this level answers a puzzle of this level right."""
    return 1 / (1 + exp(puzzle - learner))

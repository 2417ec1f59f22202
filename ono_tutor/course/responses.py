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

from ono_tutor.atomic_files import read_at_most
from ono_tutor.course.answer_store import parse_records
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


def read_responses(path: Path) -> list[MarkedResponse]:
    """Return the answers of a file, a table or an exported progress file, in its order.

    Raises :class:`FileError`, which names the file and the line at fault.
    """
    with errors_at(path):
        raw = read_at_most(path, MOST_BYTES, may_be_pipe=True)
        if raw.lstrip()[:1] != b"{":
            return list(_read_table(raw))
        return [
            MarkedResponse(
                path.stem, each.puzzle, Mark.NOT_ATTEMPTED if each.hints else each.mark, each.at
            )
            for each in parse_records(raw)
            if each.mark is not Mark.MALFORMED
        ]


def _read_table(raw: bytes) -> Iterator[MarkedResponse]:
    number = 1
    try:
        lines = csv.reader(io.StringIO(raw.decode("utf-8-sig"), newline=""))
        head = tuple(cell.strip().lower() for cell in next(lines, []))
        if head not in (COLUMNS, COLUMNS[:3]):
            first = quoted(",".join(head))
            raise FileError(f"the first line is {first}, not {','.join(COLUMNS)}")
        for cells in filter(None, lines):
            number = lines.line_num
            learner, puzzle, mark, at = (*map(str.strip, cells), "", "", "", "")[:4]
            if len(cells) != len(head) or not (learner and puzzle and mark in MARKS):
                line, marks = quoted(",".join(cells)), ", ".join(MARKS)
                message = f"line {number}: {line} is not {','.join(head)}; the marks are {marks}"
                raise FileError(message, word=mark)
            yield MarkedResponse(learner, puzzle, Mark(mark), at)
    except (csv.Error, UnicodeDecodeError) as error:
        raise FileError(f"line {number}: {error}") from error


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

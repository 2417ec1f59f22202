"""Moodle's categories: where the questions of an assignment go in the question bank."""

from collections.abc import Iterator
from itertools import groupby

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.exports.lots import Lot, Lots


def by_category(assignment: Assignment, found: Lots) -> Iterator[tuple[str, list[Lot]]]:
    """Each category's path, with the lots in a row that are in it.

    It is the assignment's; a lot of which one question is drawn has one of its own below that.
    """
    for path, lots in groupby(found.lots, lambda lot: _path(assignment.title, lot)):
        yield path, list(lots)


def _path(title: str, lot: Lot) -> str:
    steps = ["$course$", "top", _step(title), *([_step(lot.title)] if lot.is_drawn else [])]
    return "/".join(steps)


def _step(title: str) -> str:
    """A title as one step of a path, in which a stroke that parts no steps stands twice."""
    return title.strip().replace("/", "//")

"""What a teacher can do next, worked out from the report: at most one step of each of three kinds.

1. Go over the rule point again that most learners missed, with those who did, at the table that
   most of them missed it at. Rule points with few answers come only where there are no others.
2. Ask those who handed in nothing or left half of it open, and look at the files not graded.
3. Look at the items that do not tell who knows the rules: nobody answered them right, of several
   who tried, or the worst third did as well as the best.
"""

from collections.abc import Sequence
from typing import NamedTuple

from ono_tutor.classroom.report.groups import (
    MUCH_UNANSWERED,
    NOTHING_HANDED_IN,
    Group,
    Report,
)
from ono_tutor.classroom.report.insight_values import FEW, ItemAnalysis, Point


class Again(NamedTuple):
    """A rule point to go over again, with whom, and the puzzle whose table shows it."""

    point: Point
    learners: Group
    puzzle: str


class Chase(NamedTuple):
    """Who is to be asked: they handed in nothing, or left much open; and files not graded."""

    missing: Group | None
    open: Group | None
    refused: int


class Doubtful(NamedTuple):
    """Items by number: answered right by nobody, and by the worst third as well as the best."""

    nobody: tuple[int, ...]
    not_telling: tuple[int, ...]


class NextSteps(NamedTuple):
    """The steps; None for one that is not needed."""

    again: Again | None
    chase: Chase | None
    doubtful: Doubtful | None


def next_steps(report: Report, items: Sequence[ItemAnalysis]) -> NextSteps:
    """What to do next with this class; ``items`` are those of the report's analysis."""
    return NextSteps(_again(report), _chase(report), _doubtful(items))


def _again(report: Report) -> Again | None:
    point = next((point for point in report.analysis.points if point.learners), None)
    if point is None:
        return None
    return Again(point, report.grouped.missed[point.id], point.puzzles[0][0])


def _chase(report: Report) -> Chase | None:
    groups = {group.key: group for group in report.groups}
    missing, open_ = groups.get(NOTHING_HANDED_IN), groups.get(MUCH_UNANSWERED)
    refused = report.causes.total()
    return Chase(missing, open_, refused) if missing or open_ or refused else None


def _doubtful(items: Sequence[ItemAnalysis]) -> Doubtful | None:
    nobody = tuple(item.number for item in items if _is_too_much(item))
    flat = tuple(
        item.number
        for item in items
        if item.split and item.split.difference <= 0 and item.number not in nobody
    )
    return Doubtful(nobody, flat) if nobody or flat else None


def _is_too_much(item: ItemAnalysis) -> bool:
    return not item.shares.right and item.shares.wrong >= FEW

"""A class over several assignments: each learner's line, and what rises and what does not.

1. Learners are matched as in grading: by the class list, else by the key of their names.
2. A rule point, or a misconception, is compared between the first and the last assignment that has
   enough answers about it (5). It rises or falls if the shares differ by a tenth or more.
3. The share of a misconception is that of the learners who held it, of those who handed in.

As data, ``ono-tutor-class/1``: an object with ``format``; ``assignments`` (``id``, ``title``,
``due`` or null, ``out_of``, ``handed_in``, ``mean``, and ``missing``, names); ``learners``
(``learner``, ``points`` in all, ``out_of`` and ``handed_in``, and ``marks``, one an assignment:
null for nothing handed in, or ``points`` and ``late``; points are null until a hand-in is chosen);
``rule_points`` and ``misconceptions`` (``id``, ``title``, ``shares``, one an assignment, ``p/q`` or
null, and ``trend``: ``rising``, ``falling``, ``steady``, or null where nothing can be said).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from ono_tutor.classroom.assignment import Assignment, Learner, due_words
from ono_tutor.classroom.grading.csv_files import csv_escape, csv_text
from ono_tutor.classroom.grading.csv_tables import (
    CsvStyle,
    is_of_namesake,
    is_undecided,
    percent,
    shown_name,
)
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.marks_folder import person_of
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.html_pages import render
from ono_tutor.classroom.report.analysis import FEW, ClassAnalysis
from ono_tutor.i18n import N_, _
from ono_tutor.puzzles.rating import rated
from ono_tutor.render.answers_json import Json
from ono_tutor.render.charts import Unit
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.solver.survive import fraction

FORMAT = "ono-tutor-class/1"
LEAST = Fraction(1, 10)
"""The least change that counts as a rise or a fall."""

RISING, FALLING, STEADY = "rising", "falling", "steady"
_TRENDS = {RISING: N_("↗ rising"), FALLING: N_("↘ falling"), STEADY: N_("→ steady"), "": N_("–")}


class AssignmentMark(NamedTuple):
    """The points of a learner at one assignment, or None until a hand-in is chosen.

    Nobody knows until then if one of several people who share a name handed in anything.
    """

    points: int | None
    is_late: bool = False
    has_handed_in: bool = True


class LearnerLine(NamedTuple):
    """A learner with a mark an assignment, None if nothing was handed in."""

    name: str
    marks: tuple[AssignmentMark | None, ...]

    @property
    def points(self) -> int | None:
        """The points in all; None as long as a hand-in is to be chosen."""
        points = [mark.points for mark in self.marks if mark]
        return None if None in points else sum(filter(None, points))


class Shares(NamedTuple):
    """A share at each assignment, None for too few answers."""

    id: str
    title: str
    shares: tuple[Fraction | None, ...]

    @property
    def trend(self) -> str:
        """The trend from the first share to the last; empty for fewer than two."""
        known = [share for share in self.shares if share is not None]
        if len(known) < 2:
            return ""
        change = known[-1] - known[0]
        return STEADY if abs(change) < LEAST else RISING if change > 0 else FALLING


class ClassOverTime:
    """Assignments in the order of their deadlines, added one by one."""

    def __init__(self, roster: Roster | None = None) -> None:
        self._roster = roster
        self.analyses: list[ClassAnalysis] = []
        self._marks: dict[int | str, dict[int, AssignmentMark]] = {}
        self._names: dict[int | str, str] = {}
        self._of_namesakes: Counter[int] = Counter()
        for number, person in enumerate(roster.people if roster else ()):
            self._names[number] = person.shown_name

    def add(self, assignment: Assignment, outcomes: Iterable[GradedLearner]) -> None:
        """Add what a class did at one assignment."""
        place, analysis = len(self.analyses), ClassAnalysis(assignment)
        for each in outcomes:
            if is_of_namesake(each, self._roster is not None):
                self._of_namesakes[place] += 1
                continue
            name = shown_name(each, person_of(each, self._roster))
            if not is_undecided(each):
                analysis.add(each.marked, name=name, is_known=each.is_known)
            key = Learner(name).key if each.place is None else each.place
            self._names.setdefault(key, name)
            if is_undecided(each):
                mark = AssignmentMark(None, has_handed_in=bool(each.marked.files))
                self._marks.setdefault(key, {})[place] = mark
            elif each.marked.files:
                mark = AssignmentMark(each.marked.earned, each.marked.is_late)
                self._marks.setdefault(key, {})[place] = mark
        self.analyses.append(analysis)

    @property
    def learners(self) -> Iterator[LearnerLine]:
        """The learners: those of the roster in its order, then the others by name."""
        for key in sorted(self._names, key=lambda key: (isinstance(key, str), key)):
            marks = self._marks.get(key, {})
            yield LearnerLine(self._names[key], tuple(map(marks.get, range(len(self.analyses)))))

    def handed_in(self, place: int) -> int:
        """Return how many have handed in something at an assignment."""
        marks = filter(None, (line.marks[place] for line in self.learners))
        return sum(mark.has_handed_in for mark in marks) + self._of_namesakes[place]

    def missing(self, place: int) -> list[str]:
        """Return who has handed in nothing at an assignment."""
        return [line.name for line in self.learners if line.marks[place] is None]

    @property
    def rule_points(self) -> list[Shares]:
        """The share of right answers about each rule point, the weakest in the end first."""
        found = [
            {point.id: point.share for point in analysis.points if point.right + point.wrong >= FEW}
            for analysis in self.analyses
        ]
        return _shares(found, lambda key: rule_point(key).title, is_good=True)

    @property
    def misconceptions(self) -> list[Shares]:
        """The share of learners who held each misconception, the most in the end first."""
        shares: list[Mapping[str, Fraction]] = []
        for analysis in self.analyses:
            learners = {each.id: each.learners for each in analysis.misconceptions}
            puzzles = analysis.judge.puzzles.values()
            can_show = {key for each in puzzles for key in rated(each).misconceptions}
            is_enough = analysis.handed_in >= FEW
            keys = {*can_show, *learners} if is_enough else ()
            shares.append({k: Fraction(learners.get(k, 0), analysis.handed_in) for k in keys})
        held = {key for each in shares for key, share in each.items() if share}
        only_held = [{key: each[key] for key in each if key in held} for each in shares]
        return _shares(only_held, lambda key: misconceptions()[key].belief, is_good=False)


def _shares(
    found: Sequence[Mapping[str, Fraction]], title: Callable[[str], str], *, is_good: bool
) -> list[Shares]:
    keys = dict.fromkeys(key for shares in found for key in shares)
    rows = [Shares(key, title(key), tuple(shares.get(key) for shares in found)) for key in keys]

    def rank(row: Shares) -> tuple[Fraction, str]:
        last = next(share for share in reversed(row.shares) if share is not None)
        return (last if is_good else -last), row.id

    return sorted(rows, key=rank)


# ---- as data, as a table, as a page ----


def class_json(found: ClassOverTime) -> Json:
    """Return the class as the object that the module describes."""
    learners = list(found.learners)
    return {
        "format": FORMAT,
        "assignments": [
            {
                "id": analysis.assignment.id,
                "title": analysis.assignment.title,
                "due": analysis.assignment.due or None,
                "out_of": analysis.assignment.points,
                "handed_in": found.handed_in(place),
                "mean": None if (mean := analysis.distribution.mean) is None else fraction(mean),
                "missing": found.missing(place),
            }
            for place, analysis in enumerate(found.analyses)
        ],
        "learners": [
            {
                "learner": line.name,
                "points": line.points,
                "out_of": _out_of(found),
                "handed_in": sum(mark.has_handed_in for mark in line.marks if mark),
                "marks": [
                    mark and {"points": mark.points, "late": mark.is_late} for mark in line.marks
                ],
            }
            for line in learners
        ],
        "rule_points": list(map(_shares_json, found.rule_points)),
        "misconceptions": list(map(_shares_json, found.misconceptions)),
    }


def _shares_json(row: Shares) -> Json:
    shares = [None if share is None else fraction(share) for share in row.shares]
    return {"id": row.id, "title": row.title, "shares": shares, "trend": row.trend or None}


def _out_of(found: ClassOverTime) -> int:
    return sum(analysis.assignment.points for analysis in found.analyses)


def class_csv(found: ClassOverTime, style: CsvStyle = CsvStyle.COMMA) -> str:
    """Return a line a learner as a table for people, with what each assignment earned."""
    titles = [csv_escape(analysis.assignment.title) for analysis in found.analyses]
    rows: list[list[object]] = [["learner", *titles, "points", "out_of", "percent", "missing"]]
    total = _out_of(found)
    for line in found.learners:
        cells: list[object] = []
        for mark in line.marks:
            if mark is None:
                cells.append("")
            else:
                cells.append("choose" if mark.points is None else mark.points)
        earned = line.points
        share = "" if earned is None else style.number(percent(earned, total))
        all_ = "" if earned is None else earned
        rows.append([csv_escape(line.name), *cells, all_, total, share, cells.count("")])
    return csv_text(rows, style.separator)


def class_page(found: ClassOverTime) -> str:
    """Return the page, whole."""
    return render(
        "over_time.html",
        title=_("The class over time"),
        found=found,
        analyses=found.analyses,
        learners=list(found.learners),
        out_of=_out_of(found),
        missing=found.missing,
        handed_in=found.handed_in,
        due_words=due_words,
        percent=Unit.SHARE.text,
        trend=lambda row: _(_TRENDS[row.trend]),
    )

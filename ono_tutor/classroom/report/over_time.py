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

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from statistics import mean

from ono_tutor.classroom.assignment import Assignment, Learner, due_words
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.roster import CsvStyle, Roster, csv_escape, csv_text
from ono_tutor.classroom.html_pages import render
from ono_tutor.classroom.report.analysis import FEW, ClassAnalysis, Json
from ono_tutor.i18n import N_, _
from ono_tutor.puzzles.rating import rated
from ono_tutor.render.charts import Unit
from ono_tutor.rules.book import misconceptions, rule_point

FORMAT = "ono-tutor-class/1"
LEAST = Fraction(1, 10)
"""The least change that counts as a rise or a fall."""

RISING, FALLING, STEADY = "rising", "falling", "steady"
_TRENDS = {RISING: N_("↗ rising"), FALLING: N_("↘ falling"), STEADY: N_("→ steady"), None: N_("–")}


def class_over_time(
    graded: Iterable[tuple[Assignment, Iterable[GradedLearner]]], roster: Roster | None = None
) -> Json:
    """Return the class as the object that the module describes, its shares still numbers.

    ``graded`` are the assignments in the order of their deadlines, with what the class did.
    """
    analyses: list[ClassAnalysis] = []
    # by the place in the roster, or the key of the name of who is not in it
    names: dict[int | str, str] = {}
    for person in roster.people if roster else ():
        names[person.number] = person.shown_name
    marks: defaultdict[int | str, dict[int, Json]] = defaultdict(dict)
    shared = Counter[int]()  # what people who share a name handed in is the mark of none yet
    for place, (assignment, outcomes) in enumerate(graded):
        analyses.append(analysis := ClassAnalysis(assignment))
        for each in outcomes:
            if each.is_shared:
                shared[place] += 1
                continue
            name = each.name
            key = each.person.number or Learner(name).key
            names.setdefault(key, name)
            if each.choices:
                marks[key][place] = {"points": None, "late": False}
                shared[place] -= not each.marked.files  # only what is shared waits
                continue
            analysis.add(each.marked, name=name, is_known=each.is_known)
            if each.marked.files:
                marks[key][place] = {"points": each.marked.earned, "late": each.marked.is_late}
    # those of the roster in its order, then the others by name
    keys = sorted(names, key=lambda key: (isinstance(key, str), key))
    learners = []
    for key in keys:
        points = [mark["points"] for mark in marks[key].values()]
        learner = {
            "learner": names[key],
            "points": None if None in points else sum(points),
            "out_of": sum(analysis.assignment.points for analysis in analyses),
            "handed_in": len(points),
            "marks": [marks[key].get(place) for place in range(len(analyses))],
        }
        learners.append(learner)
    assignments = []
    for place, analysis in enumerate(analyses):
        task, earned = analysis.assignment, [Fraction(each.earned) for each in analysis.marks]
        missing = [names[key] for key in keys if place not in marks[key]]
        row = {
            "id": task.id,
            "title": task.title,
            "due": task.due or None,
            "out_of": task.points,
            "handed_in": len(keys) - len(missing) + shared[place],
            "mean": mean(earned) if earned else None,
            "missing": missing,
        }
        assignments.append(row)
    right = []  # shares of right answers about each rule point that has enough of them
    for analysis in analyses:
        rows = analysis.rule_points()
        enough = (row for row in rows if row["right"] + row["wrong"] >= FEW)
        right.append({row["id"]: row["share"] for row in enough})
    titles = {key: rule_point(key).title for each in right for key in each}
    held = _held_shares(analyses)
    beliefs = {key: misconceptions()[key].belief for each in held for key in each}
    return {
        "format": FORMAT,
        "assignments": assignments,
        "learners": learners,
        "rule_points": _shares(right, titles, is_good=True),
        "misconceptions": _shares(held, beliefs, is_good=False),
    }


def _held_shares(analyses: Sequence[ClassAnalysis]) -> list[Mapping[str, Fraction]]:
    """Return the shares of learners who held each misconception that anybody ever held."""
    shares: list[Mapping[str, Fraction]] = []
    for analysis in analyses:
        held = {row["id"]: row["learners"] for row in analysis.misconceptions()}
        puzzles = analysis.judge.puzzles.values()
        can_show = (key for each in puzzles for key in rated(each).misconceptions)
        count = len(analysis.marks)
        keys = {*can_show, *held} if count >= FEW else ()
        shares.append({key: Fraction(held.get(key, 0), count) for key in keys})
    ever = {key for each in shares for key, share in each.items() if share}
    return [{key: each[key] for key in each if key in ever} for each in shares]


def _shares(
    shares: Sequence[Mapping[str, Fraction]], titles: Mapping[str, str], *, is_good: bool
) -> list[Json]:
    """Return a row for each key, the worst in the end first."""
    rows: list[Json] = []
    last = {}
    for key, title in titles.items():
        row = [one.get(key) for one in shares]
        known = [share for share in row if share is not None]
        change, last[key] = known[-1] - known[0], known[-1]
        trend = STEADY if abs(change) < LEAST else RISING if change > 0 else FALLING
        is_known = len(known) > 1
        each = {"id": key, "title": title, "shares": row, "trend": trend if is_known else None}
        rows.append(each)
    worst = 1 if is_good else -1
    return sorted(rows, key=lambda row: (worst * last[row["id"]], row["id"]))


def class_csv(data: Json, style: CsvStyle = CsvStyle.COMMA) -> str:
    """Return a line a learner as a table for people, with what each assignment earned."""
    titles = [csv_escape(each["title"]) for each in data["assignments"]]
    rows: list[list[object]] = [["learner", *titles, "points", "out_of", "percent", "missing"]]
    for learner in data["learners"]:
        points, total = learner["points"], learner["out_of"]
        cells = ["" if mark is None else mark["points"] for mark in learner["marks"]]
        cells = ["choose" if cell is None else cell for cell in cells]
        sums = ["", total, ""]
        if points is not None:
            sums = [points, total, style.percent(points, total)]
        rows.append([csv_escape(learner["learner"]), *cells, *sums, cells.count("")])
    return csv_text(rows, style.separator)


def class_page(data: Json) -> str:
    """Return the page, whole."""
    return render(
        "over_time.html",
        title=_("The class over time"),
        due_words=lambda due: due_words(due, datetime.fromisoformat(due).tzinfo),
        percent=Unit.SHARE.text,
        trend=lambda trend: _(_TRENDS[trend]),
        **data,
    )

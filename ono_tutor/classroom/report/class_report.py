"""The report on a class for its teacher: a page, and JSON in the format ``ono-tutor-report/1``.

The JSON is an object; every share is exact, a text ``p/q`` in lowest terms, and ``null`` if there
is none.

* ``format``; ``assignment``: its ``id``, ``title``, ``points``, ``feedback`` and ``due`` (or null).
* ``named``: true if learners are named.
* ``learners``: how many have a mark or nothing handed in, in ``all``, how many of these
  ``handed_in``, were ``late``, are ``unknown`` to the roster; and those who are ``undecided``, for
  a hand-in is to be chosen, and are counted nowhere else.
* ``marks``: ``mean`` and ``median`` of the points of those who handed in, and ``counts``, pairs of
  points and how many learners earned them.
* ``items``: ``number`` from 1, ``points``; ``right``, ``wrong``, ``none`` (no answer that counts),
  ``unread`` and the ``share`` of right ones, all of those who handed in; ``split``: the shares of
  right answers in the ``upper`` and the ``lower`` third by points in the other items, and their
  ``difference`` (null for fewer than 25 learners, or if the thirds are one); ``puzzles``, those
  that somebody had: ``id``, the same numbers, ``wrong_answers`` (``answer`` in words, ``times``,
  ``misconception`` or null, and ``misconceptions``, all that explain it equally well), at most 5,
  and ``other_wrong``, how often others came.
* ``rule_points``, those that most learners missed first, those with ``few`` answers (true) last:
  ``id``, ``title``, how many ``learners`` missed it, ``right``, ``wrong``, ``share``, the
  ``lesson`` of the course that teaches it, a file or null, and ``lessons``, all on it.
* ``misconceptions``, those that most learners held first: ``id``, ``point``, ``belief``,
  ``truth``, how many ``learners`` held it (two puzzles or more showed it), how many ``perhaps``
  (one did), how many ``times``, the ``puzzles`` that showed it with ``times``, and ``as_well``,
  others that explain some of these answers as well, with ``times``.
* ``groups``, who needs what most: ``group``, a rule point's id or ``nothing-missed``,
  ``missed-little`` (once, and few others did), ``much-not-answered`` or ``nothing-handed-in``, and
  how many ``learners``.
* ``next``, what to do: the rule point to go over ``again`` (null, or its ``point``, how many
  ``learners``, and the ``puzzle`` to show), ``missing``, ``unanswered``, ``undecided`` (a hand-in
  is to be chosen; they are in no other count) and ``refused``, how many there are to ask after,
  and ``items`` in doubt by number: answered right by ``nobody``, and ``not_telling`` the best third
  from the worst.
* ``refused``: ``count``, ``causes`` with their counts, and ``files`` (at most 1000): ``name``,
  ``cause``, ``reason``. ``notes``: how many ``learners`` there are notes on, and ``told`` (at most
  1000): ``learner``, ``note``. Without names ``files`` and ``told`` are empty.
* ``similar``, pairs of learners that are worth a look (:mod:`~.analysis`): ``learners``, the
  numbers of the items with the same ``wrong`` answer and of those answered alike at the same time
  (``timed``), the ``chance`` of that by accident, and how many such pairs would be ``expected`` in
  this class. Without names it is empty.
* ``who``, every learner, last because it is long: ``learner``, ``earned``, ``handed_in``, ``late``,
  ``known``, ``group``, ``marks`` (a word an item), ``needs``: ``point``, ``times`` and the
  ``misconceptions`` behind it, those held and those ``perhaps``.

Without names a learner is ``learner 1`` and so on; the order is that of what is reported of them,
so that it says nothing else. Names of files and notes are left out, for they may hold names.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from statistics import mean, median
from typing import Any

from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.html_pages import Markup, render
from ono_tutor.classroom.marking import LearnerMarks
from ono_tutor.classroom.report.analysis import (
    FEW,
    LEAST_DISCRIMINATION,
    ClassAnalysis,
    Json,
    LearnerWork,
    similar_pairs,
)
from ono_tutor.classroom.report.feedback import spoken_points
from ono_tutor.classroom.submissions import RefusedFile
from ono_tutor.course.lessons import Lesson, lessons_on
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext, sentence, with_minus
from ono_tutor.puzzles.answer import Mark
from ono_tutor.render.charts import Unit
from ono_tutor.render.describe import answer_words
from ono_tutor.render.svg import position_svg
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.solver.survive import fraction

FORMAT = "ono-tutor-report/1"

MOST_REFUSALS = 1_000
"""Refusals that are kept with their names; all are counted."""

NOTHING_MISSED, NOTHING_HANDED_IN = "nothing-missed", "nothing-handed-in"
MUCH_UNANSWERED, MISSED_LITTLE = "much-not-answered", "missed-little"
"""The groups of those for whom no rule point is named."""

LAST = (MUCH_UNANSWERED, NOTHING_HANDED_IN, MISSED_LITTLE, NOTHING_MISSED)
"""The order of these groups, which come after the others."""


class ClassReport:
    """The report on a class, with names or without."""

    def __init__(
        self,
        analysis: ClassAnalysis,
        refusals: Sequence[RefusedFile] = (),
        *,
        is_named: bool = True,
    ) -> None:
        self.analysis = analysis
        self.is_named = is_named
        self.undecided: list[GradedLearner] = []
        self._causes: Counter[str] = Counter()
        self._refusals: list[RefusedFile] = []
        for refusal in refusals:
            self.add(refusal)

    def add(self, outcome: GradedLearner | RefusedFile) -> None:
        """Add what was graded, or what was not.

        A learner has no mark until the teacher has chosen a hand-in, and is counted as undecided.
        """
        if isinstance(outcome, RefusedFile):
            self._causes[outcome.cause] += 1
            if len(self._refusals) < MOST_REFUSALS:
                self._refusals.append(outcome)
        elif outcome.choices:
            self.undecided.append(outcome)
        else:
            self.analysis.add(outcome.marked, name=outcome.name, is_known=outcome.is_known)

    @property
    def undecided_names(self) -> list[str]:
        """The learners without a mark; a name that several share is none of them."""
        return [each.name for each in self.undecided if not each.is_shared]

    @property
    def known(self) -> int:
        """The number of learners in the roster; without one all are."""
        undecided = sum(each.is_known and not each.is_shared for each in self.undecided)
        return undecided + sum(each.is_known for each in self.analysis.learners)

    @property
    def known_handed_in(self) -> int:
        """The number of these who handed in something; what namesakes did is one hand-in."""
        outcomes: list[GradedLearner | LearnerWork] = [*self.undecided, *self.analysis.learners]
        return min(self.known, sum(each.is_known and bool(each.marked.files) for each in outcomes))

    @cached_property
    def data(self) -> Json:
        """The report as the object that the module describes, its shares still numbers."""
        analysis, assignment = self.analysis, self.analysis.assignment
        marks = analysis.marks
        points = [Fraction(each.earned) for each in marks]
        items, rule_points = analysis.items(), analysis.rule_points()
        who = list(self._who())
        groups = Counter(each["group"] for each in who)
        again = next(filter(self.is_named_point, rule_points), None)
        nobody = [each["number"] for each in items if not each["right"] and each["wrong"] >= FEW]

        def group_rank(group: str) -> tuple[int, int, str]:
            # Rule points by size, then the groups for whom none is named.
            return LAST.index(group) + 1 if group in LAST else 0, -groups[group], group

        return {
            "format": FORMAT,
            "assignment": {
                "id": assignment.id,
                "title": assignment.title,
                "points": assignment.points,
                "feedback": assignment.feedback.value,
                "due": assignment.due or None,
            },
            "named": self.is_named,
            "learners": {
                "all": len(who),
                "handed_in": len(marks),
                "late": sum(each["late"] for each in who),
                "unknown": sum(not each["known"] for each in who),
                "undecided": len(self.undecided_names),
            },
            "marks": {
                "mean": mean(points) if points else None,
                "median": median(points) if points else None,
                "counts": sorted(Counter(each.earned for each in marks).items()),
            },
            "items": items,
            "rule_points": rule_points,
            "misconceptions": analysis.misconceptions(),
            "groups": [
                {"group": group, "learners": groups[group]}
                for group in sorted(groups, key=group_rank)
            ],
            "next": {
                "again": again
                and {
                    "point": again["id"],
                    "learners": again["learners"],
                    "puzzle": analysis.puzzle_to_show(again["id"]),
                },
                "missing": groups[NOTHING_HANDED_IN],
                "unanswered": groups[MUCH_UNANSWERED],
                "undecided": len(self.undecided_names),
                "refused": self._causes.total(),
                "items": {
                    "nobody": nobody,
                    "not_telling": [
                        each["number"]
                        for each in items
                        if each["split"]
                        and each["split"]["difference"] <= 0
                        and each["number"] not in nobody
                    ],
                },
            },
            "refused": {
                "count": self._causes.total(),
                "causes": dict(self._causes.most_common()),
                "files": [each._asdict() for each in self._refusals if self.is_named],
            },
            "similar": [
                {
                    "learners": [analysis.learners[place].name for place in pair.places],
                    "wrong": pair.wrong,
                    "timed": pair.timed,
                    "chance": pair.chance,
                    "expected": pair.expected,
                }
                for pair in similar_pairs([e.marked for e in analysis.learners if self.is_named])
            ],
            "notes": {
                "learners": analysis.noted,
                "told": [
                    {"learner": each.name, "note": note}
                    for each in analysis.learners
                    for note in each.marked.notes
                    if self.is_named
                ],
            },
            "who": who,
        }

    def is_named_point(self, row: Json) -> bool:
        """Check if a rule point has enough answers and was missed often enough to say so."""
        return not row["few"] and row["id"] in self.analysis.named_points

    def _who(self) -> Iterator[Json]:
        """Yield every learner; without names by what is reported of them."""
        learners, often = self.analysis.learners, self.analysis.named_points
        if not self.is_named:
            learners = sorted(learners, key=_content)
        for number, each in enumerate(learners, 1):
            marked, needs = each.marked, self.analysis.needs(each)
            name = each.name if self.is_named else gettext("learner {number}", number=number)
            yield {
                "learner": name,
                "earned": marked.earned,
                "handed_in": bool(marked.files),
                "late": marked.is_late,
                "known": each.is_known,
                "group": _group(marked, needs, often),
                "marks": [item.mark for item in marked.items],
                "needs": needs,
            }


def _content(work: LearnerWork) -> tuple[object, ...]:
    """Return the order of a learner without a name, from the most points on."""
    marked = work.marked
    facts = not work.is_known, marked.is_late, bool(marked.files)
    marks = [list(Mark).index(item.mark) for item in marked.items]
    return -marked.earned, *facts, marks, work.missed, work.explanations


def _group(marked: LearnerMarks, needs: Sequence[Json], named_points: set[str]) -> str:
    """Return the group of a learner; of whom half has no answer, nobody knows the needs."""
    if not marked.files:
        return NOTHING_HANDED_IN
    if 2 * marked.answered <= len(marked.items) > 0:
        return MUCH_UNANSWERED
    sure = (need["point"] for need in sure_needs(needs, named_points))
    return next(sure, MISSED_LITTLE if needs else NOTHING_MISSED)


def sure_needs(needs: Sequence[Json], named_points: set[str]) -> Iterator[Json]:
    """Yield the needs that are no chance: missed twice, or often enough in the class."""
    return (need for need in needs if need["times"] > 1 or need["point"] in named_points)


def report_json(report: ClassReport) -> Iterator[str]:
    """Yield the text of the report in pieces, a line for each learner."""

    def dumps(value: object, indent: int | None = None) -> str:
        return json.dumps(value, indent=indent, ensure_ascii=False, default=fraction)

    head: dict[str, Any] = {**report.data}
    separator, who = "\n  ", head.pop("who")
    yield dumps(head, 1).removesuffix("\n}") + ',\n "who": ['
    for learner in who:
        yield separator + dumps(learner)
        separator = ",\n  "
    yield "\n ]\n}\n"


# ---- the page ----

MOST_ROWS, MOST_DRAWN = 24, 40
"""Rows of the marks (of more points, some share a row), and items that are drawn."""

OPEN_NAMES, MOST_NAMES, MOST_LINES = 60, 300, 2_000
"""Up to so many names stand open, more are behind a line; of a group, and of the class, so many
are listed at the most."""


def report_page(report: ClassReport) -> str:
    """Return the page, whole."""
    analysis, data = report.analysis, report.data
    puzzles, points = analysis.judge.puzzles, analysis.assignment.points
    names: defaultdict[str, list[str]] = defaultdict(list)
    for each in data["who"]:
        keys = {f"group {each['group']}"}
        for need in each["needs"]:
            keys |= {f"missed {need['point']}"}
            keys |= {f"held {key}" for key in need["misconceptions"]}
            keys |= {f"perhaps {key}" for key in need["perhaps"]}
        for key in keys:
            names[key].append(each["learner"])
    names["undecided"] = report.undecided_names if report.is_named else []
    items = data["items"] if data["learners"]["handed_in"] else []
    return render(
        "report.html",
        **data | {"items": items},
        title=_("Report: {title}", title=analysis.assignment.title),
        report=report,
        analysis=analysis,
        names_of=names,
        open_names=OPEN_NAMES,
        most_names=MOST_NAMES,
        most_lines=MOST_LINES,
        least_discrimination=LEAST_DISCRIMINATION,
        hardest=sorted(items, key=lambda item: (item["share"], item["number"]))[:MOST_DRAWN],
        spread=_spread(dict(data["marks"]["counts"]), points),
        by_missed=lambda item: sorted(
            item["puzzles"], key=lambda each: (-each["wrong"], each["share"], each["id"])
        ),
        one_in=lambda chance: f"{round(1 / chance) if chance else 10**12:,}",
        # what the rules, the lessons and the puzzles say
        puzzles=puzzles,
        point_title=lambda point: rule_point(point).title,
        beliefs=misconceptions(),
        lessons_on=lessons_on,
        lesson_line=_lesson_line,
        spoken_points=spoken_points,
        answer_words=answer_words,
        sentence=sentence,
        table_of=lambda name: Markup(position_svg(puzzles[name].position)),
        sure_needs=lambda needs: list(sure_needs(needs, analysis.named_points)),
        # how numbers are shown
        number=lambda value: (
            str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"
        ),
        listed=lambda numbers: format_list(list(map(str, numbers))),
        percent=Unit.SHARE.text,
        ahead=_ahead,
    )


def _ahead(split: Json | None) -> str:
    """Return by how many percentage points the upper third did better; a dash if unknown."""
    if split is None:
        return "–"
    return with_minus(f"{round(100 * split['difference']):+}").replace("+0", "0")


def _spread(counts: Mapping[int, int], points: int) -> Sequence[tuple[str, int]]:
    """Return how many learners earned how many points; of many points some share a row."""
    rows, wide = [], -(-(points + 1) // MOST_ROWS)
    for first in range(0, points + 1, wide) if counts else ():
        last = min(first + wide - 1, points)
        span = _("{first}–{last}", first=first, last=last)
        count = sum(counts.get(earned, 0) for earned in range(first, last + 1))
        rows.append((str(first) if first == last else str(span), count))
    return rows


def _lesson_line(lessons: Sequence[Lesson]) -> Message:
    """Return the sentence that names the lessons on a rule point."""
    titles = [gettext("“{title}”", title=each.title) for each in lessons]
    both = N_("Lesson: {titles}."), N_("Lessons: {titles}.")
    return ngettext(*both, len(titles), titles=format_list(titles))

"""The report on a class for its teacher: who needs what, what to do next, and the page.

Without names a learner is ``learner 1`` and so on; the order is that of what is reported of them,
so that it says nothing else. Names of files and notes are left out, for they may hold names.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ono_tutor.classroom.grading.csv_tables import is_of_namesake
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.html_pages import Markup, render, table_svg
from ono_tutor.classroom.report import charts
from ono_tutor.classroom.report.analysis import (
    FEW,
    LEAST_DISCRIMINATION,
    ClassAnalysis,
    Discrimination,
    ItemAnalysis,
    LearnerResult,
    MarkDistribution,
    PointCount,
    ResponseCounts,
)
from ono_tutor.classroom.report.feedback import spoken_points
from ono_tutor.classroom.report.similar_work import SimilarPair
from ono_tutor.classroom.submissions.find import RefusedFile
from ono_tutor.course.lessons import Lesson, lessons_on
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext, sentence
from ono_tutor.render.charts import Unit
from ono_tutor.render.describe import answer_words
from ono_tutor.rules.book import misconceptions, rule_point, rule_points

MOST_REFUSALS, MOST_NAMES = 1_000, 300
"""Refusals that are kept with their names, and names that are kept of a group; all are counted."""

MOST_COLUMNS, MOST_BARS, MOST_DRAWN = 24, 20, 40
"""Columns of the marks (of more points, some share a column), bars of a chart, items drawn."""

OPEN_NAMES, MOST_OPEN = 60, 40
"""Up to so many learners of a class, or of the groups to go over and to ask, stand there by name
at once; more are behind a line."""

MOST_LINES, MOST_SIGNS = 2_000, 60
"""Learners who have a line of their own, and items that have a sign; JSON has them all."""

NOTHING_MISSED, NOTHING_HANDED_IN = "nothing-missed", "nothing-handed-in"
MUCH_UNANSWERED, MISSED_LITTLE = "much-not-answered", "missed-little"
"""The groups of those for whom no rule point is named."""

UNDECIDED = "choose"
"""The group of those who are in no other, for whom a hand-in is to be chosen."""

LAST = (MUCH_UNANSWERED, NOTHING_HANDED_IN, MISSED_LITTLE, NOTHING_MISSED)
"""The order of these groups, which come after the others."""


class Group(NamedTuple):
    """Learners who need the same most: ``key`` is a rule point's id, or one of those above."""

    key: str
    learners: int
    names: tuple[str, ...]


class Grouped(NamedTuple):
    """The learners in groups: by what they need most, and by what they missed and held."""

    needs: tuple[Group, ...]
    missed: Mapping[str, Group]
    held: Mapping[str, Group]
    perhaps: Mapping[str, Group]


class ClassReport:
    """The report on a class, with names or without."""

    def __init__(
        self,
        analysis: ClassAnalysis,
        refusals: Sequence[RefusedFile] = (),
        *,
        is_named: bool = True,
        has_roster: bool = False,
    ) -> None:
        self.analysis = analysis
        self.has_roster = has_roster
        self.is_named = is_named
        self.causes: Counter[str] = Counter()
        self._undecided: list[str] = []
        self._known_undecided = self._undecided_handed_in = 0
        self._refusals: list[RefusedFile] = []
        for refusal in refusals:
            self.refuse(refusal)

    def refuse(self, refusal: RefusedFile) -> None:
        """Add something that was not graded."""
        self.causes[refusal.cause] += 1
        if len(self._refusals) < MOST_REFUSALS:
            self._refusals.append(refusal)

    def leave_open(self, outcome: GradedLearner, name: str) -> None:
        """Add a learner who has no mark until the teacher has chosen a hand-in.

        What one of several people who share a name handed in counts as one hand-in of a learner
        whom the roster has; those people are the learners.
        """
        self._undecided_handed_in += outcome.is_known and bool(outcome.marked.files)
        if not is_of_namesake(outcome, self.has_roster):
            self._undecided.append(name)
            self._known_undecided += outcome.is_known

    @property
    def known(self) -> int:
        """The number of learners in the roster; without one all are."""
        return self.analysis.known + self._known_undecided

    @property
    def known_handed_in(self) -> int:
        """The number of these who handed in something."""
        return min(self.known, self.analysis.known_handed_in + self._undecided_handed_in)

    @property
    def undecided(self) -> Group | None:
        """The learners who have no mark yet; their names only in a report with names."""
        names = self._undecided[:MOST_NAMES] if self.is_named else ()
        count = len(self._undecided)
        return Group(UNDECIDED, count, tuple(names)) if count else None

    @property
    def refusals(self) -> Sequence[RefusedFile]:
        """The files that were not graded; nothing in a report without names."""
        return self._refusals if self.is_named else ()

    @property
    def notes(self) -> Iterator[tuple[str, str]]:
        """Learners and what did not count of theirs; nothing in a report without names."""
        if self.is_named:
            for place, note in self.analysis.notes:
                yield self.analysis.learner(place).name, note

    @property
    def similar(self) -> Iterator[tuple[str, str, SimilarPair]]:
        """Pairs of learners whose work is worth a look; nobody in a report without names."""
        if self.is_named:
            for pair in self.analysis.similar.pairs:
                one, other = (self.analysis.learner(place).name for place in pair.places)
                yield one, other, pair

    @property
    def learners(self) -> Iterator[LearnerResult]:
        """The learners in their order, under the names by which they are reported."""
        order = self.analysis.order(is_named=self.is_named)
        for number, place in enumerate(order, 1):
            learner = self.analysis.learner(place)
            if not self.is_named:
                name = gettext("learner {number}", number=number)
                learner = learner._replace(name=name)
            yield learner

    @cached_property
    def grouped(self) -> Grouped:
        """The learners in groups, gone through once."""
        needs, missed, held, perhaps = (defaultdict[str, list[str]](list) for __ in range(4))
        for learner in self.learners:
            needs[group_of(learner)].append(learner.name)
            for need in learner.needs:
                missed[need.point].append(learner.name)
            for key in {key for need in learner.needs for key in need.misconceptions}:
                held[key].append(learner.name)
            for key in {key for need in learner.needs for key in need.perhaps}:
                perhaps[key].append(learner.name)

        def groups(names: Mapping[str, Sequence[str]]) -> Mapping[str, Group]:
            return {
                key: Group(key, len(names[key]), tuple(names[key][:MOST_NAMES]))
                for key in sorted(names)
            }

        def rank(group: Group) -> tuple[int, int]:
            # Rule points by size, then the groups for whom none is named.
            return LAST.index(group.key) + 1 if group.key in LAST else 0, -group.learners

        ranked = tuple(sorted(groups(needs).values(), key=rank))
        return Grouped(ranked, groups(missed), groups(held), groups(perhaps))


def group_of(learner: LearnerResult) -> str:
    """Return the key of the group that a learner is in.

    If half of the items have no answer, nobody can tell what the learner needs.
    """
    if not learner.has_handed_in:
        return NOTHING_HANDED_IN
    if learner.is_mostly_unanswered:
        return MUCH_UNANSWERED
    named = (need.point for need in learner.needs if need.is_sure)
    return next(named, MISSED_LITTLE if learner.needs else NOTHING_MISSED)


# ---- what to do next: at most one step of each of three kinds ----


class NextSteps(NamedTuple):
    """The steps; what is not needed is None, 0 or empty.

    ``again`` is the rule point to go over: the one that most learners missed, with enough answers.
    ``missing`` handed in nothing, ``unanswered`` left half of it open, ``undecided`` have hand-ins
    to choose from, and ``refused`` files are to be checked. The items by number do not tell who
    knows the rules: ``nobody`` answered them right, of several who tried, or the worst third did as
    well as the best.
    """

    again: PointCount | None
    missing: Group | None
    unanswered: Group | None
    undecided: Group | None
    refused: int
    nobody: tuple[int, ...]
    not_telling: tuple[int, ...]


def next_steps(report: ClassReport, items: Sequence[ItemAnalysis]) -> NextSteps:
    """Return what to do next with this class; ``items`` are those of the report's analysis."""
    groups = {group.key: group for group in report.grouped.needs}
    nobody = [item.number for item in items if not item.counts.right and item.counts.wrong >= FEW]
    flat = [
        item.number
        for item in items
        if item.discrimination and item.discrimination.difference <= 0 and item.number not in nobody
    ]
    return NextSteps(
        next((point for point in report.analysis.points if point.is_named), None),
        groups.get(NOTHING_HANDED_IN),
        groups.get(MUCH_UNANSWERED),
        report.undecided,
        report.causes.total(),
        tuple(nobody),
        tuple(flat),
    )


# ---- the page ----


def report_page(report: ClassReport) -> str:
    """Return the page, whole."""
    analysis = report.analysis
    puzzles, distribution = analysis.judge.puzzles, analysis.distribution
    items = list(analysis.items) if analysis.handed_in else []
    hardest = sorted(items, key=lambda item: (item.counts.share, item.number))[:MOST_DRAWN]
    steps = next_steps(report, items)
    missed = [point for point in analysis.points if point.is_named][:MOST_BARS]
    held = [count for count in analysis.misconceptions if count.learners][:MOST_BARS]
    return render(
        "report.html",
        title=_("Report: {title}", title=analysis.assignment.title),
        report=report,
        analysis=analysis,
        distribution=distribution,
        ring=_ring(distribution, analysis.assignment.points),
        is_open=len(analysis) <= OPEN_NAMES,
        open_names=OPEN_NAMES,
        most_open=MOST_OPEN,
        most_lines=MOST_LINES,
        least_discrimination=LEAST_DISCRIMINATION,
        # what stands in the parts
        steps=steps,
        weakest_points=[(rule_point(point.id).title, point.learners) for point in missed],
        held=[(misconceptions()[count.id].belief, count.learners) for count in held],
        items=items,
        hardest=hardest,
        item_bars=[
            (gettext("Item {number}", number=i.number), i.counts, _share(i.counts))
            for i in sorted(hardest, key=lambda item: item.number)
        ],
        columns=_columns(distribution, analysis.assignment.points),
        notes=list(report.notes),
        similar=list(report.similar),
        one_in=lambda pair: f"{round(1 / pair.chance) if pair.chance else 10**12:,}",
        # what the rules, the lessons and the puzzles say
        puzzles=puzzles,
        rule_points=rule_points(),
        misconceptions=misconceptions(),
        lessons_on=lessons_on,
        lesson_line=_lesson_line,
        spoken_points=spoken_points,
        right_answer=lambda puzzle, check: (
            "" if check.answer is None else sentence(answer_words(puzzle, check.answer))
        ),
        sentence=sentence,
        table_of=lambda name: table_svg(puzzles[name].position),
        needs_most=lambda learner: (
            ", ".join(rule_point(need.point).title for need in learner.needs if need.is_sure) or "–"
        ),
        # how numbers are shown
        number=lambda value: (
            str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"
        ),
        listed=lambda numbers: format_list(list(map(str, numbers))),
        percent=Unit.SHARE.text,
        share=_share,
        percentage_points=_percentage_points,
        charts=charts,
        strip=lambda learner: (
            charts.strip_svg(learner.marks)
            if learner.has_handed_in and len(learner.marks) <= MOST_SIGNS
            else ""
        ),
    )


def _ring(distribution: MarkDistribution, points: int) -> Markup:
    """Return the mean as a share of the points, in a ring, or nothing without a mean."""
    if distribution.mean is None or not points:
        return Markup("")
    share = Unit.SHARE.text(distribution.mean / points)
    part, whole = distribution.mean.as_integer_ratio()
    name = _("Mean: {share} of the points", share=share)
    return charts.ring_svg(part, whole * points, share, _("on average"), name)


def _share(counts: ResponseCounts) -> str:
    """Return the share of right answers in whole per cent; a dash if nobody was asked."""
    return Unit.SHARE.text(counts.share) if counts.total else "–"


def _percentage_points(found: Discrimination | None) -> str:
    """Return how much better the upper third did; a dash if that is unknown."""
    if found is None:
        return "–"
    apart = round(100 * found.difference)
    return f"+{apart}" if apart > 0 else str(apart).replace("-", "−")


def _columns(distribution: MarkDistribution, points: int) -> Sequence[tuple[str, int]]:
    """Return how many learners earned how many points; of many points some share a column."""
    if not distribution.earned:
        return ()
    counts, wide = dict(distribution.counts), -(-(points + 1) // MOST_COLUMNS)
    found = []
    for first in range(0, points + 1, wide):
        last = min(first + wide - 1, points)
        span = _("{first}–{last}", first=first, last=last)
        count = sum(counts.get(earned, 0) for earned in range(first, last + 1))
        found.append((str(first) if first == last else str(span), count))
    return found


def _lesson_line(lessons: Sequence[Lesson]) -> Message:
    """Return the sentence that names the lessons on a rule point."""
    titles = [gettext("“{title}”", title=each.title) for each in lessons]
    both = N_("Lesson: {titles}."), N_("Lessons: {titles}.")
    return ngettext(*both, len(titles), titles=format_list(titles))

"""The teacher's report as one HTML page that stands alone."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ono_tutor.classroom.html_pages import Markup, render, table_svg
from ono_tutor.classroom.report.charts import (
    amounts_svg,
    columns_svg,
    ring_svg,
    shares_svg,
    strip_svg,
)
from ono_tutor.classroom.report.class_analysis import (
    LEAST_DISCRIMINATION,
    ClassAnalysis,
    LearnerResult,
    MarkDistribution,
)
from ono_tutor.classroom.report.feedback import spoken_points
from ono_tutor.classroom.report.groups import (
    MUCH_UNANSWERED,
    NOTHING_HANDED_IN,
    NOTHING_MISSED,
    CheckItems,
    ClassReport,
    next_steps,
)
from ono_tutor.classroom.report.item_analysis import Discrimination, ItemAnalysis, ResponseCounts
from ono_tutor.classroom.report.missed_points import PointCount
from ono_tutor.classroom.report.similar_work import SimilarPair
from ono_tutor.course.lessons import Lesson, lessons_on
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext, lazy_ngettext, sentence
from ono_tutor.render.caption import answer_words
from ono_tutor.render.charts import Unit
from ono_tutor.rules.book import misconceptions, rule_point, rule_points

MOST_COLUMNS, MOST_BARS, MOST_DRAWN = 24, 20, 40
"""Columns of the marks (of more points, some share a column), bars of a chart, items drawn."""

OPEN_NAMES, MOST_OPEN = 60, 40
"""Up to so many learners of a class, or of the groups to go over and to ask, stand there by name
at once; more are behind a line."""

MOST_LINES, MOST_SIGNS = 2_000, 60
"""Learners who have a line of their own, and items that have a sign; JSON has them all."""


def report_page(report: ClassReport) -> str:
    """Return the page, whole."""
    analysis = report.analysis
    puzzles, distribution = analysis.judge.puzzles, analysis.distribution
    items = list(analysis.items) if analysis.handed_in else []
    hardest = sorted(items, key=lambda item: (item.counts.share, item.number))[:MOST_DRAWN]
    steps = next_steps(report, items)
    missed = [point for point in analysis.points if point.learners][:MOST_BARS]
    held = [count for count in analysis.misconceptions if count.learners][:MOST_BARS]
    return render(
        "report.html",
        title=lazy_gettext("Report: {title}", title=analysis.assignment.title),
        report=report,
        analysis=analysis,
        summary=list(_summary(report, distribution)),
        ring=_ring(distribution, analysis.assignment.points),
        is_open=len(analysis) <= OPEN_NAMES,
        open_names=OPEN_NAMES,
        most_open=MOST_OPEN,
        most_lines=MOST_LINES,
        least_discrimination=LEAST_DISCRIMINATION,
        # what stands in the parts
        steps=steps,
        check_sentences=list(_check_sentences(steps.check)) if steps.check else (),
        weakest_points=[(_bar_name(point), point.learners) for point in missed],
        held=[(misconceptions()[count.id].belief, count.learners) for count in held],
        items=items,
        hardest=hardest,
        item_bars=list(map(_item_bar, sorted(hardest, key=lambda item: item.number))),
        columns=_columns(distribution, analysis.assignment.points),
        notes=list(report.notes),
        similar=[(one, other, list(_alike(pair))) for one, other, pair in report.similar],
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
        group_words=_group_words,
        learner_facts=lambda learner: list(_learner_facts(learner)),
        needs_most=lambda learner: (
            ", ".join(rule_point(need.point).title for need in learner.needs[:2]) or "–"
        ),
        # how numbers are shown
        percent=Unit.SHARE.text,
        share=_share,
        percentage_points=_percentage_points,
        amounts_svg=amounts_svg,
        columns_svg=columns_svg,
        shares_svg=shares_svg,
        strip=_strip,
    )


def _summary(report: ClassReport, distribution: MarkDistribution) -> Iterator[Message]:
    """Yield how many handed in, how many points there are, and what is late or not graded."""
    found: ClassAnalysis = report.analysis
    items, points = len(found.assignment.items), found.assignment.points
    yield lazy_gettext(
        "{handed} of {all} learners handed in something.",
        handed=found.known_handed_in,
        all=found.known,
    )
    if found.unknown:
        yield lazy_ngettext(*_UNKNOWN, found.unknown)
    yield lazy_ngettext(*_SIZE, items, points=points)
    if distribution.mean is not None and distribution.median is not None:
        yield lazy_gettext(
            "Points on average: {mean}; the median is {median}.",
            mean=_number(distribution.mean),
            median=_number(distribution.median),
        )
    if found.late:
        yield lazy_ngettext(*_LATE, found.late)
    if report.causes:
        yield lazy_ngettext(*_NOT_GRADED, report.causes.total())


def _number(value: Fraction) -> str:
    """Return a number for people, with one digit where it is not whole."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


def _ring(distribution: MarkDistribution, points: int) -> Markup:
    """Return the mean as a share of the points, in a ring; nothing where there is none."""
    if distribution.mean is None or not points:
        return Markup("")
    share = Unit.SHARE.text(distribution.mean / points)
    part, whole = distribution.mean.as_integer_ratio()
    name = lazy_gettext("Mean: {share} of the points", share=share)
    return ring_svg(part, whole * points, share, lazy_gettext("on average"), name)


def _alike(pair: SimilarPair) -> Iterator[Message]:
    """Yield what two learners have in common, and how often that is an accident."""
    for template, numbers in ((_SAME_WRONG, pair.wrong), (_SAME_TIMES, pair.timed)):
        if numbers:
            yield lazy_gettext(template, items=format_list(list(map(str, numbers))))
    if pair.chance:
        yield lazy_gettext(_BY_CHANCE, count=f"{round(1 / pair.chance):,}")
    else:
        yield lazy_gettext(_BY_CHANCE, count="1,000,000,000,000")


def _check_sentences(step: CheckItems) -> Iterator[Message]:
    for template, numbers in ((_NOBODY, step.nobody), (_NOT_TELLING, step.not_telling)):
        if numbers:
            yield lazy_gettext(template, items=format_list(list(map(str, numbers))))


def _bar_name(point: PointCount) -> str:
    title = rule_point(point.id).title
    return str(lazy_gettext("{point} (few answers)", point=title)) if point.is_few else title


def _item_bar(item: ItemAnalysis) -> tuple[str, ResponseCounts, str]:
    name = lazy_gettext("Item {number}", number=item.number)
    return str(name), item.counts, _share(item.counts)


def _share(counts: ResponseCounts) -> str:
    """Return the share of right answers in whole per cent; a dash where nobody was asked."""
    return Unit.SHARE.text(counts.share) if counts.asked else "–"


def _percentage_points(found: Discrimination | None) -> str:
    """Return how much better the upper third did; a dash where nothing is said of it."""
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
        span = lazy_gettext("{first}–{last}", first=first, last=last)
        count = sum(counts.get(earned, 0) for earned in range(first, last + 1))
        found.append((str(first) if first == last else str(span), count))
    return found


def _lesson_line(lessons: Sequence[Lesson]) -> Message:
    """Return the sentence that names the lessons on a rule point."""
    titles = [str(lazy_gettext("“{title}”", title=each.title)) for each in lessons]
    both = N_("Lesson: {titles}."), N_("Lessons: {titles}.")
    return lazy_ngettext(*both, len(titles), titles=format_list(titles))


def _group_words(key: str) -> tuple[object, object]:
    """Return the title of a group, and what it means where it is no rule point's."""
    if key not in _STATES:
        return rule_point(key).title, ""
    title, how = _STATES[key]
    return lazy_gettext(title), lazy_gettext(how)


def _learner_facts(learner: LearnerResult) -> Iterator[Message]:
    if not learner.has_handed_in:
        yield lazy_gettext("nothing handed in")
    if learner.is_late:
        yield lazy_gettext("late")
    if not learner.is_known:
        yield lazy_gettext("not in the roster")


def _strip(learner: LearnerResult) -> Markup:
    """Return the learner's items as signs; nothing where there are too many or none."""
    is_drawn = len(learner.marks) <= MOST_SIGNS and learner.has_handed_in
    return strip_svg(learner.marks) if is_drawn else Markup("")


_UNKNOWN = (
    N_("Besides, {n} is not in the roster."),
    N_("Besides, {n} are not in the roster."),
)
_SIZE = N_("{n} item, {points} points in all."), N_("{n} items, {points} points in all.")
_LATE = N_("{n} learner has late answers."), N_("{n} learners have late answers.")
_NOT_GRADED = N_("{n} file could not be graded."), N_("{n} files could not be graded.")
_SAME_WRONG = N_("The same wrong answers to the items {items}.")
_SAME_TIMES = N_("The same answers at the same times to the items {items}.")
_BY_CHANCE = N_("By accident that happens to about one pair in {count}.")
_NOBODY = N_("Nobody answered these items right: {items}. Was the rule taught?")
_NOT_TELLING = N_(
    "The worst third answered these items as well as the best: {items}. "
    "They do not tell who knows the rules."
)
_STATES = {
    NOTHING_MISSED: (
        N_("Nothing missed"),
        N_("They answered more than half, and nothing wrong."),
    ),
    NOTHING_HANDED_IN: (
        N_("Nothing handed in"),
        N_("Or nothing that could be graded."),
    ),
    MUCH_UNANSWERED: (
        N_("Much not answered"),
        N_("Half or more has no answer that counts, so nobody knows what they need."),
    ),
}

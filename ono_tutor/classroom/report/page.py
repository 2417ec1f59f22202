"""The teacher's report as one HTML page that stands alone."""

from collections.abc import Sequence

from ono_tutor.classroom.html_pages import Markup, render, table_svg
from ono_tutor.classroom.report import charts
from ono_tutor.classroom.report.analysis import (
    LEAST_DISCRIMINATION,
    Discrimination,
    MarkDistribution,
    ResponseCounts,
)
from ono_tutor.classroom.report.feedback import spoken_points
from ono_tutor.classroom.report.report import ClassReport, next_steps
from ono_tutor.course.lessons import Lesson, lessons_on
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext, sentence
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
    return Unit.SHARE.text(counts.share) if counts.asked else "–"


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

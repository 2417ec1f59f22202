"""The report on a class as a page: the rows of its JSON laid out."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction

from ono_tutor.classroom.html_pages import Markup, render, table_svg
from ono_tutor.classroom.report import charts
from ono_tutor.classroom.report.analysis import LEAST_DISCRIMINATION, Json
from ono_tutor.classroom.report.feedback import spoken_points
from ono_tutor.classroom.report.report_json import ClassReport, sure_needs
from ono_tutor.course.lessons import Lesson, lessons_on
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext, sentence
from ono_tutor.render.charts import Unit
from ono_tutor.render.describe import answer_words
from ono_tutor.rules.book import misconceptions, rule_point

MOST_COLUMNS, MOST_BARS, MOST_DRAWN = 24, 20, 40
"""Columns of the marks (of more points, some share a column), bars of a chart, items drawn."""

OPEN_NAMES, MOST_OPEN, MOST_NAMES = 60, 40, 300
"""Up to so many learners of a class, or of the groups to go over and to ask, stand there by name
at once; more are behind a line. Of a group so many names are listed."""

MOST_LINES, MOST_SIGNS = 2_000, 60
"""Learners who have a line of their own, and items that have a sign; JSON has them all."""


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
    names["undecided"] = report.undecided if report.is_named else []
    often = analysis.named_points
    weakest = list(filter(report.is_named_point, data["rule_points"]))[:MOST_BARS]
    held = [row for row in data["misconceptions"] if row["learners"]][:MOST_BARS]
    items = data["items"] if data["learners"]["handed_in"] else []
    hardest = sorted(items, key=lambda item: (item["share"], item["number"]))[:MOST_DRAWN]
    return render(
        "report.html",
        **data | {"items": items},
        title=_("Report: {title}", title=analysis.assignment.title),
        report=report,
        analysis=analysis,
        names_of=names,
        ring=_ring(data["marks"]["mean"], points),
        is_open=len(data["who"]) <= OPEN_NAMES,
        open_names=OPEN_NAMES,
        most_open=MOST_OPEN,
        most_names=MOST_NAMES,
        most_lines=MOST_LINES,
        least_discrimination=LEAST_DISCRIMINATION,
        # what stands in the parts
        weakest_points=[(row["title"], row["learners"]) for row in weakest],
        held=[(row["belief"], row["learners"]) for row in held],
        hardest=hardest,
        item_bars=[
            (
                gettext("Item {number}", number=item["number"]),
                (item["right"], item["wrong"], item["none"] + item["unread"]),
                Unit.SHARE.text(item["share"]),
            )
            for item in sorted(hardest, key=lambda item: item["number"])
        ],
        columns=_columns(dict(data["marks"]["counts"]), points),
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
        right_answer=lambda puzzle, check: (
            "" if check.answer is None else sentence(answer_words(puzzle, check.answer))
        ),
        sentence=sentence,
        table_of=lambda name: table_svg(puzzles[name].position),
        needs_most=lambda needs: (
            ", ".join(rule_point(need["point"]).title for need in sure_needs(needs, often)) or "–"
        ),
        # how numbers are shown
        number=lambda value: (
            str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"
        ),
        listed=lambda numbers: format_list(list(map(str, numbers))),
        percent=Unit.SHARE.text,
        percentage_points=_percentage_points,
        charts=charts,
        strip=lambda learner: (
            charts.strip_svg(learner["marks"])
            if learner["handed_in"] and len(learner["marks"]) <= MOST_SIGNS
            else ""
        ),
    )


def _ring(mean: Fraction | None, points: int) -> Markup:
    """Return the mean as a share of the points, in a ring, or nothing without a mean."""
    if mean is None or not points:
        return Markup("")
    share = Unit.SHARE.text(mean / points)
    part, whole = mean.as_integer_ratio()
    name = _("Mean: {share} of the points", share=share)
    return charts.ring_svg(part, whole * points, share, _("on average"), name)


def _percentage_points(split: Json | None) -> str:
    """Return how much better the upper third did; a dash if that is unknown."""
    if split is None:
        return "–"
    apart = round(100 * split["difference"])
    return f"+{apart}" if apart > 0 else str(apart).replace("-", "−")


def _columns(counts: Mapping[int, int], points: int) -> Sequence[tuple[str, int]]:
    """Return how many learners earned how many points; of many points some share a column."""
    columns, wide = [], -(-(points + 1) // MOST_COLUMNS)
    for first in range(0, points + 1, wide) if counts else ():
        last = min(first + wide - 1, points)
        span = _("{first}–{last}", first=first, last=last)
        count = sum(counts.get(earned, 0) for earned in range(first, last + 1))
        columns.append((str(first) if first == last else str(span), count))
    return columns


def _lesson_line(lessons: Sequence[Lesson]) -> Message:
    """Return the sentence that names the lessons on a rule point."""
    titles = [gettext("“{title}”", title=each.title) for each in lessons]
    both = N_("Lesson: {titles}."), N_("Lessons: {titles}.")
    return ngettext(*both, len(titles), titles=format_list(titles))

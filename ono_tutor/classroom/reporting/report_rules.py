"""Rule points and misconceptions in the teacher's report, the weakest and the most common first."""

from collections.abc import Sequence

from ono_tutor.classroom.pages.page import paragraph, shown
from ono_tutor.classroom.reporting.insight_values import Belief, Point, Shares
from ono_tutor.classroom.reporting.report import Group, Report
from ono_tutor.classroom.reporting.report_charts import Row, amounts_svg, rows_svg
from ono_tutor.classroom.reporting.report_items import Tables, share_text
from ono_tutor.classroom.reporting.report_parts import Section, beside, fold_of, names_html, table
from ono_tutor.course.syllabus import taught_in
from ono_tutor.messages import Message, marked, say
from ono_tutor.rules.book import misconceptions, rule_point

MOST_BARS, MOST_POSITIONS = 20, 2


def points_section(points: Sequence[Point]) -> Section | None:
    """The rule points, the weakest first, and where each is taught."""
    if not points:
        return None
    weakest = [point for point in points if point.wrong][:MOST_BARS]
    rows = [
        (_title(point), *map(str, point[1:]), _share(point), _lesson(point)) for point in points
    ]
    sheet = table(say(_ALL_POINTS), _HEADS, rows)
    if not weakest:
        none_missed = paragraph(say(marked("No rule point was missed.")))
        return Section(
            "rule-points", say(_POINTS), f'<div class="panel">{none_missed}{sheet}</div>'
        )
    how = paragraph(say(_HOW), "soft small")
    bars = [Row(rule_point(point.id).title, _shares(point), _share(point)) for point in weakest]
    return Section("rule-points", say(_POINTS), beside(rows_svg(say(_CHART), bars), sheet) + how)


def _shares(point: Point) -> Shares:
    return Shares(point.right, point.wrong)


def _share(point: Point) -> str:
    return share_text(_shares(point))


def _title(point: Point) -> str:
    return shown(rule_point(point.id).title)


def _lesson(point: Point) -> str:
    lesson = taught_in(point.id)
    return shown(lesson.title) if lesson else "–"


def beliefs_section(report: Report, tables: Tables, *, is_open: bool) -> Section | None:
    """The misconceptions, by most learners first, with positions that showed them."""
    beliefs = report.insight.beliefs
    if not beliefs:
        if not report.insight.handed_in:
            return None
        none = say(marked("No wrong answer is one that a known misconception leads to."))
        return Section("misconceptions", say(_BELIEFS), paragraph(none, "panel"))
    bars = [
        (misconceptions()[each.id].belief, each.learners, str(each.learners)) for each in beliefs
    ]
    rows = [
        (shown(misconceptions()[each.id].belief), str(each.learners), str(each.times))
        for each in beliefs
    ]
    heads = (marked("Misconception"), marked("Learners"), marked("Times"))
    chart = amounts_svg(say(_HELD), bars[:MOST_BARS])
    panels = "".join(
        _panel(belief, tables, _holders(report.holders[belief.id], is_open)) for belief in beliefs
    )
    return Section(
        "misconceptions", say(_BELIEFS), beside(chart, table(say(_HELD), heads, rows)) + panels
    )


def _panel(belief: Belief, tables: Tables, holders: str) -> str:
    """A misconception in words, and positions in which it led to a wrong answer."""
    found = misconceptions()[belief.id]
    count = shown(_count(belief))
    told = (
        f"<h3>{shown(say(marked('“{belief}”'), belief=found.belief))}</h3>"
        f'<p class="chip is-wrong"><span>{count}</span></p>'
        f"{paragraph(found.truth)}"
        f'<p class="soft small">{shown(rule_point(found.point).title)} ({shown(belief.id)})</p>'
        f"{holders}"
    )
    seen = "".join(
        f'<div><p class="small"><b>{shown(tables.judge.puzzles[name].question)}</b></p>'
        f"{tables.figure(name)}</div>"
        for name, _ in belief.puzzles[:MOST_POSITIONS]
    )
    return f'<article class="panel"><div>{told}</div><div class="seen">{seen}</div></article>\n'


def _holders(group: Group, is_open: bool) -> str:
    """Who held it."""
    names = names_html(group.names, group.learners - len(group.names))
    return names if is_open else fold_of(say(marked("Names")), names)


def _count(belief: Belief) -> Message:
    if belief.learners == belief.times == 1:
        return say(marked("One learner, once"))
    template = marked("Learners: {learners}, times: {times}")
    return say(template, learners=belief.learners, times=belief.times)


_POINTS, _BELIEFS = marked("Rule points"), marked("Misconceptions")
_ALL_POINTS = marked("Every rule point that answers told of")
_HOW = marked(
    "A wrong answer counts against the rule point that its misconception misses; where none is "
    "known, against every rule point of the puzzle."
)
_CHART, _HELD = marked("The weakest rule points"), marked("Misconceptions by learners")
_HEADS = (
    marked("Rule point"),
    marked("Right"),
    marked("Wrong"),
    marked("Share right"),
    marked("Lesson"),
)

"""Rule points and misconceptions in the teacher's report, the weakest and the most common first."""

from collections.abc import Sequence

from ono_tutor.classroom.report.groups import Group, Report
from ono_tutor.classroom.report.html_page import paragraph, shown
from ono_tutor.classroom.report.insight_values import Belief, Point, ResponseCounts
from ono_tutor.classroom.report.report_charts import amounts_svg
from ono_tutor.classroom.report.report_items import Tables, share_text
from ono_tutor.classroom.report.report_parts import (
    Section,
    beside,
    fold_of,
    lesson_titles,
    names_html,
    table,
)
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.rules.book import misconceptions, rule_point

MOST_BARS, MOST_POSITIONS, MOST_ALSO = 20, 2, 3


def points_section(points: Sequence[Point], few: int) -> Section | None:
    """The rule points, what most learners missed first, and where each is taught.

    Those with fewer than ``few`` answers come last.
    """
    if not points:
        return None
    weakest = [point for point in points if point.learners][:MOST_BARS]
    rows = [
        (_title(point), *map(str, _counts(point)), _share(point), _lesson(point))
        for point in points
    ]
    sheet = table(lazy_gettext(_ALL_POINTS), _HEADS, rows)
    if not weakest:
        none_missed = paragraph(lazy_gettext("No rule point was missed."))
        return Section(
            "rule-points", lazy_gettext(_POINTS), f'<div class="panel">{none_missed}{sheet}</div>'
        )
    how = paragraph(lazy_gettext(_HOW, few=few), "soft small")
    bars = [(_bar_name(point), point.learners, str(point.learners)) for point in weakest]
    chart = amounts_svg(lazy_gettext(_CHART), bars)
    return Section("rule-points", lazy_gettext(_POINTS), beside(chart, sheet, "above") + how)


def _counts(point: Point) -> tuple[int, ...]:
    return point.learners, point.right, point.wrong


def _bar_name(point: Point) -> str:
    title = rule_point(point.id).title
    return str(lazy_gettext("{point} (few answers)", point=title)) if point.is_few else title


def _shares(point: Point) -> ResponseCounts:
    return ResponseCounts(point.right, point.wrong)


def _share(point: Point) -> str:
    return share_text(_shares(point))


def _title(point: Point) -> str:
    title = shown(rule_point(point.id).title)
    few = shown(lazy_gettext("(few answers)"))
    return f'{title} <span class="soft small">{few}</span>' if point.is_few else title


def _lesson(point: Point) -> str:
    return "<br>".join(map(shown, lesson_titles(point.id))) or "–"


def beliefs_section(report: Report, tables: Tables, *, is_open: bool) -> Section | None:
    """The misconceptions, those that most learners held first, with positions that showed them."""
    beliefs = report.analysis.beliefs
    if not beliefs:
        if not report.analysis.handed_in:
            return None
        none = lazy_gettext("No wrong answer is one that a known misconception leads to.")
        return Section("misconceptions", lazy_gettext(_BELIEFS), paragraph(none, "panel"))
    bars = [
        (misconceptions()[each.id].belief, each.learners, str(each.learners))
        for each in beliefs
        if each.learners
    ]
    rows = [(shown(misconceptions()[each.id].belief), *map(str, each[1:4])) for each in beliefs]
    sheet = table(lazy_gettext(_SHOWED), _BELIEF_HEADS, rows)
    how = paragraph(lazy_gettext(_HOW_SURE), "soft small")
    chart = (
        amounts_svg(lazy_gettext(_HELD), bars[:MOST_BARS])
        if bars
        else paragraph(lazy_gettext(_NONE_HELD))
    )
    panels = "".join(
        _panel(belief, tables, _who(report, belief, is_open=is_open)) for belief in beliefs
    )
    return Section("misconceptions", lazy_gettext(_BELIEFS), beside(chart, sheet) + how + panels)


def _panel(belief: Belief, tables: Tables, holders: str) -> str:
    """A misconception in words, and positions in which it led to a wrong answer."""
    found = misconceptions()[belief.id]
    count, look = shown(_count(belief)), "is-wrong" if belief.learners else "is-none"
    told = (
        f"<h3>{shown(lazy_gettext('“{belief}”', belief=found.belief))}</h3>"
        f'<p class="chip {look}"><span>{count}</span></p>'
        f"{paragraph(found.truth)}{_also(belief)}"
        f'<p class="soft small">{shown(rule_point(found.point).title)} ({shown(belief.id)})</p>'
        f"{holders}"
    )
    seen = "".join(
        f'<div><p class="small"><b>{shown(tables.judge.puzzles[name].question)}</b></p>'
        f"{tables.figure(name)}</div>"
        for name, _ in belief.puzzles[:MOST_POSITIONS]
    )
    return f'<article class="panel"><div>{told}</div><div class="seen">{seen}</div></article>\n'


def _also(belief: Belief) -> str:
    """Which other misconceptions explain these answers as well."""
    lines = (
        lazy_gettext(_AS_WELL, count=count, all=belief.times, belief=misconceptions()[other].belief)
        for other, count in belief.also[:MOST_ALSO]
    )
    return "".join(paragraph(line, "small") for line in lines)


def _who(report: Report, belief: Belief, *, is_open: bool) -> str:
    """Who held it, and who perhaps."""
    grouped = report.grouped
    told = ((_HOLDERS, grouped.held), (_MAYBE, grouped.perhaps))
    return "".join(
        _names(template, groups[belief.id], is_open)
        for template, groups in told
        if belief.id in groups
    )


def _names(template: str, group: Group, is_open: bool) -> str:
    names = names_html(group.names, group.learners - len(group.names))
    title = lazy_gettext(template, count=group.learners)
    return paragraph(title, "small") + names if is_open else fold_of(title, names)


def _count(belief: Belief) -> Message:
    if not belief.learners:
        return lazy_gettext("Perhaps, learners: {count}", count=belief.perhaps)
    template = N_("Held by: {learners}; answers: {times}")
    return lazy_gettext(template, learners=belief.learners, times=belief.times)


_POINTS, _BELIEFS = N_("Rule points"), N_("Misconceptions")
_ALL_POINTS = N_("Every rule point that answers told of")
_HOW = N_(
    "What most learners missed comes first. A wrong answer counts against the rule point that its "
    "misconception misses; where none is known, against every rule point of the puzzle, and as "
    "missed for the first of them. With fewer than {few} answers a rule point comes last."
)
_HOW_SURE = N_(
    "Held: answers to two puzzles or more are what somebody would say who believes it. "
    "Perhaps: one answer is; that may be chance."
)
_NONE_HELD = N_("No misconception showed in two answers of a learner.")
_AS_WELL = N_("{count} of {all} of these answers are explained as well by “{belief}”")
_HOLDERS, _MAYBE = N_("Held by {count}:"), N_("Perhaps by {count}, from one answer each:")
_CHART, _HELD = N_("Rule points by learners who missed them"), N_("Held by how many")
_SHOWED = N_("Misconceptions that answers showed")
_BELIEF_HEADS = (N_("Misconception"), N_("Held"), N_("Perhaps"), N_("Answers"))
_HEADS = (
    N_("Rule point"),
    N_("Missed by"),
    N_("Right"),
    N_("Wrong"),
    N_("Share right"),
    N_("Lessons"),
)

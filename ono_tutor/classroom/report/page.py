"""The teacher's report as one HTML page that stands alone."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ono_tutor.classroom.report.groups import (
    MUCH_UNANSWERED,
    NOTHING_HANDED_IN,
    NOTHING_MISSED,
    Group,
    Report,
)
from ono_tutor.classroom.report.html_page import named, page, paragraph, shown
from ono_tutor.classroom.report.insight_values import MarkDistribution
from ono_tutor.classroom.report.next_steps import next_steps
from ono_tutor.classroom.report.report_charts import columns_svg
from ono_tutor.classroom.report.report_class import class_table
from ono_tutor.classroom.report.report_items import Tables, items_section, panels_section
from ono_tutor.classroom.report.report_next import next_section
from ono_tutor.classroom.report.report_parts import (
    Section,
    beside,
    contents,
    fold_of,
    names_html,
    table,
)
from ono_tutor.classroom.report.report_rules import beliefs_section, points_section
from ono_tutor.classroom.report.ring import ring_svg
from ono_tutor.classroom.report.tables import faces
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.render.charts import Unit
from ono_tutor.rules.book import rule_point

MOST_COLUMNS = 24
"""Columns of the marks; where there are more points, some share a column."""

OPEN_NAMES = 60
"""Up to so many learners stand there by name at once; more are behind a line."""


def report_page(report: Report) -> str:
    """The page, whole."""
    tables = Tables(report.analysis.judge)
    sections = list(filter(None, _sections(report, tables)))
    told = [part.html for part in sections]
    body = [_top(report), contents(sections), "<main>", faces(tables.codes), *told, "</main>"]
    title = lazy_gettext("Report: {title}", title=report.analysis.assignment.title)
    return page(str(title), "\n".join(body), "report")


def _sections(report: Report, tables: Tables) -> Iterator[Section | None]:
    """The parts of the page in order; None for one that has nothing to tell."""
    analysis, is_open = report.analysis, len(report.analysis) <= OPEN_NAMES
    items = list(analysis.told_items) if analysis.handed_in else []
    yield next_section(next_steps(report, items), tables, analysis.handed_in)
    yield _groups(report)
    yield points_section(analysis.points, analysis.few)
    yield beliefs_section(report, tables, is_open=is_open)
    yield items_section(items) if items else None
    yield _marks(analysis.spread, analysis.assignment.points)
    yield class_table(report, is_open=is_open)
    yield panels_section(items, tables) if items else None
    yield _refused(report)
    yield _notes(report)


def _top(report: Report) -> str:
    """The title, how many there are, and the mean as a share of the points."""
    found, spread = report.analysis, report.analysis.spread
    lines = "".join(map(paragraph, _summary(report)))
    ring = ""
    if spread.mean is not None and found.assignment.points:
        share = Unit.SHARE.text(spread.mean / found.assignment.points)
        name = lazy_gettext("Mean: {share} of the points", share=share)
        part, whole = spread.mean.as_integer_ratio()
        ring = ring_svg(
            part, whole * found.assignment.points, share, str(lazy_gettext("on average")), name
        )
    who = shown(lazy_gettext("Report for the teacher"))
    return (
        f'<header class="top"><div><p class="who">{who}</p>'
        f"<h1>{named(found.assignment.title)}</h1>{lines}</div>{ring}</header>"
    )


def _summary(report: Report) -> list[Message]:
    found, spread = report.analysis, report.analysis.spread
    items, points = len(found.items), found.assignment.points
    lines = [lazy_gettext(_HANDED, handed=found.known_handed_in, all=found.known)]
    if found.unknown:
        lines.append(lazy_gettext(_UNKNOWN, count=found.unknown))
    lines.append(lazy_gettext("Items: {items}. Points: {points}.", items=items, points=points))
    if spread.mean is not None and spread.median is not None:
        template = N_("Points on average: {mean}; the median is {median}.")
        lines.append(lazy_gettext(template, mean=number(spread.mean), median=number(spread.median)))
    if found.late:
        lines.append(lazy_gettext("Learners with late answers: {count}.", count=found.late))
    if report.causes:
        lines.append(lazy_gettext("Files not graded: {count}.", count=report.causes.total()))
    return lines


def number(value: Fraction) -> str:
    """A number for people, with one digit where it is not whole."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


def _marks(spread: MarkDistribution, points: int) -> Section:
    """How many learners earned how many points."""
    if not spread.counts:
        return Section("marks", lazy_gettext(_MARKS), paragraph(lazy_gettext(_NOBODY), "panel"))
    wide = -(-(points + 1) // MOST_COLUMNS)
    columns = _columns(spread, points, wide)
    chart = columns_svg(lazy_gettext("Learners by points earned"), columns)
    heads = (N_("Points"), N_("Learners"))
    rows = [(shown(name), str(count)) for name, count in columns if count]
    return Section(
        "marks", lazy_gettext(_MARKS), beside(chart, table(lazy_gettext(_MARKS_TABLE), heads, rows))
    )


def _columns(spread: MarkDistribution, points: int, wide: int) -> Sequence[tuple[str, int]]:
    counts = dict(spread.counts)
    found = []
    for first in range(0, points + 1, wide):
        last = min(first + wide - 1, points)
        span = lazy_gettext("{first}–{last}", first=first, last=last)
        count = sum(counts.get(earned, 0) for earned in range(first, last + 1))
        found.append((str(first) if first == last else str(span), count))
    return found


def _groups(report: Report) -> Section | None:
    """Names by what is needed most, so that groups can be formed."""
    if not report.groups:
        return None
    is_open = len(report.analysis) <= OPEN_NAMES
    parts = [_group(group, is_open) for group in report.groups]
    body = f'<div class="groups">{"".join(parts)}</div>'
    return Section("who", lazy_gettext(_WHO), paragraph(lazy_gettext(_WHO_HOW), "soft") + body)


def _group(group: Group, is_open: bool) -> str:
    title = shown(
        lazy_gettext(_STATES[group.key]) if group.key in _STATES else rule_point(group.key).title
    )
    how = paragraph(lazy_gettext(_HOWS[group.key]), "soft small") if group.key in _HOWS else ""
    count = f'<span class="chip is-none">{group.learners}</span>'
    names = names_html(group.names, group.learners - len(group.names))
    folded = names if is_open else fold_of(lazy_gettext("Names"), names)
    return f'<div class="panel"><h3>{title} {count}</h3>{how}{folded}</div>'


def _refused(report: Report) -> Section | None:
    """What was not graded, and why."""
    if not report.causes:
        return None
    if not report.is_named:
        rows = [(shown(cause), str(count)) for cause, count in report.causes.most_common()]
        return Section(
            "not-graded",
            lazy_gettext(_REFUSED),
            table(lazy_gettext(_CAUSES), (_CAUSE, _FILES), rows, "panel"),
        )
    rows_ = [
        (named(refusal.name), shown(refusal.cause), named(refusal.reason))
        for refusal in report.refusals
    ]
    heads = (N_("File"), _CAUSE, N_("Why"))
    more = report.causes.total() - len(rows_)
    rest = paragraph(lazy_gettext("And {count} more.", count=more)) if more else ""
    return Section(
        "not-graded",
        lazy_gettext(_REFUSED),
        table(lazy_gettext(_CAUSES), heads, rows_, "panel wordy") + rest,
    )


def _notes(report: Report) -> Section | None:
    """What of graded files did not count."""
    noted = report.analysis.noted
    if not noted:
        return None
    if not report.is_named:
        template = N_("Learners with answers that did not count: {count}.")
        return Section(
            "notes", lazy_gettext(_NOTES), paragraph(lazy_gettext(template, count=noted), "panel")
        )
    rows = [(named(name), named(note)) for name, note in report.notes]
    heads = (N_("Learner"), N_("Note"))
    body = table(lazy_gettext(_NOTES), heads, rows, "panel wordy")
    if len(rows) > OPEN_NAMES:
        body = fold_of(lazy_gettext("Show {count} notes", count=len(rows)), body)
    return Section("notes", lazy_gettext(_NOTES), body)


_MARKS, _MARKS_TABLE = N_("Marks"), N_("Learners by points earned")
_NOBODY = N_("Nobody has handed in anything that could be graded.")
_WHO = N_("Who needs what")
_WHO_HOW = N_("Everybody stands once, with the rule point that was missed most often.")
_REFUSED, _CAUSES = N_("What was not graded"), N_("Files that were not graded")
_CAUSE, _FILES = N_("Cause"), N_("Files")
_NOTES = N_("What did not count")
_STATES = {
    NOTHING_MISSED: N_("Nothing missed"),
    NOTHING_HANDED_IN: N_("Nothing handed in"),
    MUCH_UNANSWERED: N_("Much not answered"),
}
_HOWS = {
    NOTHING_MISSED: N_("They answered more than half, and nothing wrong."),
    NOTHING_HANDED_IN: N_("Or nothing that could be graded."),
    MUCH_UNANSWERED: N_("Half or more has no answer that counts, so nobody knows what they need."),
}
_HANDED = N_("{handed} of {all} learners handed in something.")
_UNKNOWN = N_("Besides, not in the roster: {count}.")

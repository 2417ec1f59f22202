"""The teacher's report as one HTML page that stands alone."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from ono_tutor.classroom.pages.page import named, page, paragraph, shown
from ono_tutor.classroom.pages.ring import ring_svg
from ono_tutor.classroom.pages.tables import faces
from ono_tutor.classroom.reporting.insight_values import Spread
from ono_tutor.classroom.reporting.next_steps import next_steps
from ono_tutor.classroom.reporting.report import (
    MUCH_UNANSWERED,
    NOTHING_HANDED_IN,
    NOTHING_MISSED,
    Group,
    Report,
)
from ono_tutor.classroom.reporting.report_charts import columns_svg
from ono_tutor.classroom.reporting.report_class import class_table
from ono_tutor.classroom.reporting.report_items import Tables, items_section, panels_section
from ono_tutor.classroom.reporting.report_next import next_section
from ono_tutor.classroom.reporting.report_parts import (
    Section,
    beside,
    contents,
    fold_of,
    names_html,
    table,
)
from ono_tutor.classroom.reporting.report_rules import beliefs_section, points_section
from ono_tutor.messages import Message, marked, say
from ono_tutor.render.figure_chart import Unit
from ono_tutor.rules.book import rule_point

MOST_COLUMNS = 24
"""Columns of the marks; where there are more points, some share a column."""

OPEN_NAMES = 60
"""Up to so many learners stand there by name at once; more are behind a line."""


def report_page(report: Report) -> str:
    """The page, whole."""
    tables = Tables(report.insight.judge)
    sections = list(filter(None, _sections(report, tables)))
    told = [part.html for part in sections]
    body = [_top(report), contents(sections), "<main>", faces(tables.codes), *told, "</main>"]
    title = say(marked("Report: {title}"), title=report.insight.assignment.title)
    return page(str(title), "\n".join(body), "report")


def _sections(report: Report, tables: Tables) -> Iterator[Section | None]:
    """The parts of the page in order; None for one that has nothing to tell."""
    insight, is_open = report.insight, len(report.insight) <= OPEN_NAMES
    items = list(insight.told_items) if insight.handed_in else []
    yield next_section(next_steps(report, items), tables, insight.handed_in)
    yield _groups(report)
    yield points_section(insight.points, insight.few)
    yield beliefs_section(report, tables, is_open=is_open)
    yield items_section(items) if items else None
    yield _marks(insight.spread, insight.assignment.points)
    yield class_table(report, is_open=is_open)
    yield panels_section(items, tables) if items else None
    yield _refused(report)
    yield _notes(report)


def _top(report: Report) -> str:
    """The title, how many there are, and the mean as a share of the points."""
    found, spread = report.insight, report.insight.spread
    lines = "".join(map(paragraph, _summary(report)))
    ring = ""
    if spread.mean is not None and found.assignment.points:
        share = Unit.SHARE.text(spread.mean / found.assignment.points)
        name = say(marked("Mean: {share} of the points"), share=share)
        part, whole = spread.mean.as_integer_ratio()
        ring = ring_svg(
            part, whole * found.assignment.points, share, str(say(marked("on average"))), name
        )
    who = shown(say(marked("Report for the teacher")))
    return (
        f'<header class="top"><div><p class="who">{who}</p>'
        f"<h1>{named(found.assignment.title)}</h1>{lines}</div>{ring}</header>"
    )


def _summary(report: Report) -> list[Message]:
    found, spread = report.insight, report.insight.spread
    items, points = len(found.items), found.assignment.points
    lines = [say(_HANDED, handed=found.known_handed_in, all=found.known)]
    if found.unknown:
        lines.append(say(_UNKNOWN, count=found.unknown))
    lines.append(say(marked("Items: {items}. Points: {points}."), items=items, points=points))
    if spread.mean is not None and spread.median is not None:
        template = marked("Points on average: {mean}; the median is {median}.")
        lines.append(say(template, mean=number(spread.mean), median=number(spread.median)))
    if found.late:
        lines.append(say(marked("Learners with late answers: {count}."), count=found.late))
    if report.causes:
        lines.append(say(marked("Files not graded: {count}."), count=report.causes.total()))
    return lines


def number(value: Fraction) -> str:
    """A number for people, with one digit where it is not whole."""
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.1f}"


def _marks(spread: Spread, points: int) -> Section:
    """How many learners earned how many points."""
    if not spread.counts:
        return Section("marks", say(_MARKS), paragraph(say(_NOBODY), "panel"))
    wide = -(-(points + 1) // MOST_COLUMNS)
    columns = _columns(spread, points, wide)
    chart = columns_svg(say(marked("Learners by points earned")), columns)
    heads = (marked("Points"), marked("Learners"))
    rows = [(shown(name), str(count)) for name, count in columns if count]
    return Section("marks", say(_MARKS), beside(chart, table(say(_MARKS_TABLE), heads, rows)))


def _columns(spread: Spread, points: int, wide: int) -> Sequence[tuple[str, int]]:
    counts = dict(spread.counts)
    found = []
    for first in range(0, points + 1, wide):
        last = min(first + wide - 1, points)
        span = say(marked("{first}–{last}"), first=first, last=last)
        count = sum(counts.get(earned, 0) for earned in range(first, last + 1))
        found.append((str(first) if first == last else str(span), count))
    return found


def _groups(report: Report) -> Section | None:
    """Names by what is needed most, so that groups can be formed."""
    if not report.groups:
        return None
    is_open = len(report.insight) <= OPEN_NAMES
    parts = [_group(group, is_open) for group in report.groups]
    body = f'<div class="groups">{"".join(parts)}</div>'
    return Section("who", say(_WHO), paragraph(say(_WHO_HOW), "soft") + body)


def _group(group: Group, is_open: bool) -> str:
    title = shown(say(_STATES[group.key]) if group.key in _STATES else rule_point(group.key).title)
    how = paragraph(say(_HOWS[group.key]), "soft small") if group.key in _HOWS else ""
    count = f'<span class="chip is-none">{group.learners}</span>'
    names = names_html(group.names, group.learners - len(group.names))
    folded = names if is_open else fold_of(say(marked("Names")), names)
    return f'<div class="panel"><h3>{title} {count}</h3>{how}{folded}</div>'


def _refused(report: Report) -> Section | None:
    """What was not graded, and why."""
    if not report.causes:
        return None
    if not report.is_named:
        rows = [(shown(cause), str(count)) for cause, count in report.causes.most_common()]
        return Section(
            "not-graded", say(_REFUSED), table(say(_CAUSES), (_CAUSE, _FILES), rows, "panel")
        )
    rows_ = [
        (named(refusal.name), shown(refusal.cause), named(refusal.reason))
        for refusal in report.refusals
    ]
    heads = (marked("File"), _CAUSE, marked("Why"))
    more = report.causes.total() - len(rows_)
    rest = paragraph(say(marked("And {count} more."), count=more)) if more else ""
    return Section(
        "not-graded", say(_REFUSED), table(say(_CAUSES), heads, rows_, "panel wordy") + rest
    )


def _notes(report: Report) -> Section | None:
    """What of graded files did not count."""
    noted = report.insight.noted
    if not noted:
        return None
    if not report.is_named:
        template = marked("Learners with answers that did not count: {count}.")
        return Section("notes", say(_NOTES), paragraph(say(template, count=noted), "panel"))
    rows = [(named(name), named(note)) for name, note in report.notes]
    heads = (marked("Learner"), marked("Note"))
    body = table(say(_NOTES), heads, rows, "panel wordy")
    if len(rows) > OPEN_NAMES:
        body = fold_of(say(marked("Show {count} notes"), count=len(rows)), body)
    return Section("notes", say(_NOTES), body)


_MARKS, _MARKS_TABLE = marked("Marks"), marked("Learners by points earned")
_NOBODY = marked("Nobody has handed in anything that could be graded.")
_WHO = marked("Who needs what")
_WHO_HOW = marked("Everybody stands once, with the rule point that was missed most often.")
_REFUSED, _CAUSES = marked("What was not graded"), marked("Files that were not graded")
_CAUSE, _FILES = marked("Cause"), marked("Files")
_NOTES = marked("What did not count")
_STATES = {
    NOTHING_MISSED: marked("Nothing missed"),
    NOTHING_HANDED_IN: marked("Nothing handed in"),
    MUCH_UNANSWERED: marked("Much not answered"),
}
_HOWS = {
    NOTHING_MISSED: marked("They answered more than half, and nothing wrong."),
    NOTHING_HANDED_IN: marked("Or nothing that could be graded."),
    MUCH_UNANSWERED: marked(
        "Half or more has no answer that counts, so nobody knows what they need."
    ),
}
_HANDED = marked("{handed} of {all} learners handed in something.")
_UNKNOWN = marked("Besides, not in the roster: {count}.")

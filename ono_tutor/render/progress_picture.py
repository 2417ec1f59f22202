"""A learner's progress drawn: the rule points by strength, what is due, and what is not met yet.

The picture brings its own ground, has no script and no ``id``. A full bar is strong, a striped
one growing, a dotted one weak; a diamond is due.
"""

from collections.abc import Sequence
from datetime import date
from html import escape
from textwrap import wrap

from ono_tutor.course.progress import EMPTY, summary
from ono_tutor.course.schedule import Pick, Why, pick_text
from ono_tutor.course.strength import (
    Mastery,
    Report,
    Strength,
    of_mastery,
    titles,
    weakest_misconceptions,
)
from ono_tutor.i18n import N_, Message, _, format_day, gettext, sentence
from ono_tutor.render.answers_json import Json
from ono_tutor.render.scene import grid
from ono_tutor.render.svg import (
    BOLD,
    GOLD,
    IN_SOFT,
    LEFT,
    LOST,
    RIGHT,
    RIM,
    SAFE,
    SOFT,
    fitted_width,
    framed_svg,
    words,
)
from ono_tutor.rules.book import format_titles, misconceptions

COLUMN, WIDE = 175, 165
TILE, LINE, HEADING = 33, 19, 36
LONGEST_TITLE = 22
LETTERS = 46
"""Letters of running text that fit in a line."""

BARS = {
    Mastery.WEAK: f'stroke="{LOST}" stroke-dasharray="2.5 3.5"',
    Mastery.GROWING: f'stroke="{GOLD}" stroke-dasharray="6 1.5"',
    Mastery.STRONG: f'stroke="{SAFE}"',
}
HEADINGS = {
    Mastery.WEAK: N_("Weak: {count}"),
    Mastery.GROWING: N_("Growing: {count}"),
    Mastery.STRONG: N_("Strong: {count}"),
}


def progress_figure(report: Report, today: date) -> Json:
    """Return the picture with its title and its words, as the view's ``figure``."""
    text = " ".join(map(str, summary(report, today)))
    title = _("Rules by strength")
    return {"title": str(title), "svg": progress_svg(report, today), "text": text}


def progress_svg(report: Report, today: date) -> str:
    """Return the picture of a learner's progress, or an invitation if there is none yet."""
    if not report.rule_points:
        return _framed(*_invitation())
    parts, y = [_head(report, today), _overview(report)], 118.0
    for mastery in Mastery:
        part, y = _section(report, mastery, today, y)
        parts.append(part)
    part, y = _unmet(report, y)
    return _framed([*parts, part], y)


def _framed(parts: Sequence[str], foot: float) -> str:
    return framed_svg(_("Rules by strength"), foot + 14, parts)


def _head(report: Report, today: date) -> str:
    """Return how many answers, and how many rule points are due."""
    due = sum(item.is_due(today) for item in report.rule_points)
    counts = {"answered": report.answered, "right": report.right}
    first = _("{answered} answered, {right} right", **counts)
    second = _("{n} due for practice", n=due)
    diamond = f'<path d="{_mark(LEFT + 5, 54)}" fill="{GOLD}"/>'
    return words(first, LEFT, 36, 18, BOLD) + diamond + words(second, LEFT + 18, 59, 14)


def _overview(report: Report) -> str:
    """Return all rule points as one bar: the strong, the growing, the weak, and those not met."""
    order = tuple(reversed(Mastery))
    counts = [len(of_mastery(report, kind)) for kind in order]
    step, x, parts = (RIGHT - LEFT) / (sum(counts) + len(report.unmet)), float(LEFT), ""
    track = f'<path d="M{LEFT} 83h{RIGHT - LEFT}" stroke="{RIM}" stroke-width="20"/>'
    for kind, count in zip(order, counts, strict=True):
        if count:
            parts += f'<path d="M{x:.1f} 83h{step * count:.1f}" stroke-width="14" {BARS[kind]}/>'
            x += step * count
    return track + parts


def _section(report: Report, mastery: Mastery, today: date, y: float) -> tuple[str, float]:
    """Return the rule points of a mastery under its heading, two in a line, and where that ends."""
    found = of_mastery(report, mastery)
    if not found:
        return "", y
    top = y + HEADING - 12
    places = [(LEFT + n % 2 * COLUMN, top + n // 2 * TILE) for n in range(len(found))]
    names, marks, tracks, bars = "", "", "", ""
    for item, (x, at) in zip(found, places, strict=True):
        names += _text(titles()[item.id], x, at + 12)
        marks += _mark(x + WIDE - 6, at + 8) if item.is_due(today) else ""
        tracks += f"M{x:g} {at + 20:g}h{WIDE}"
        bars += f"M{x:g} {at + 20:g}h{max(4, round(WIDE * item.strength))}"
    drawn = (
        f"{words(_(HEADINGS[mastery], count=len(found)), LEFT, y + 12, 14.5, BOLD)}"
        f'<g font-size="13">{names}</g>'
        f'<path d="{tracks}" stroke="{RIM}" stroke-width="7"/>'
        f'<path d="{bars}" stroke-width="7" {BARS[mastery]}/>'
        + (f'<path d="{marks}" fill="{GOLD}"/>' if marks else "")
    )
    return drawn, top + (len(found) + 1) // 2 * TILE + 10


def _text(text: Message, x: float, y: float) -> str:
    """Return a title, made narrower where it would meet the diamond beside it."""
    fitted = fitted_width(text, LONGEST_TITLE, WIDE - 18)
    return f'<text x="{x:g}" y="{y:g}"{fitted}>{escape(str(text))}</text>'


def _mark(x: float, y: float) -> str:
    """Return a diamond: it says that a rule point is due."""
    return f"M{x:g} {y - 5:g}l5 5l-5 5l-5-5z"


def _unmet(report: Report, y: float) -> tuple[str, float]:
    """Return the rule points that are not met yet, by title; where the list ends."""
    if not report.unmet:
        return "", y - 10
    heading = _("Not met yet: {count}", count=len(report.unmet))
    rows = (len(report.unmet) + 1) // 2
    names = "".join(
        _text(titles()[name], LEFT + n // rows * COLUMN, y + 33 + n % rows * LINE)
        for n, name in enumerate(report.unmet)
    )
    drawn = words(heading, LEFT, y + 12, 14.5, BOLD) + f'<g font-size="13"{IN_SOFT}>{names}</g>'
    return drawn, y + 33 + (rows - 1) * LINE + 8


def _invitation() -> tuple[list[str], float]:
    """Return what will stand here, with three bars as a foretaste."""
    lines = wrap(gettext(EMPTY), LETTERS)
    text = [words(line, LEFT, 106 + 20 * n, 14.5) for n, line in enumerate(lines)]
    bars = [
        f'<path d="M{LEFT} {30 + 17 * n}h{RIGHT - LEFT}" stroke="{RIM}" stroke-width="9"/>'
        f'<path d="M{LEFT} {30 + 17 * n}h{wide}" stroke-width="9" {BARS[kind]}/>'
        for n, (kind, wide) in enumerate(zip(reversed(Mastery), (280, 170, 70), strict=True))
    ]
    return [f'<g stroke="{SOFT}">{"".join(bars)}</g>', *text], 106 + 20 * (len(lines) - 1) + 10


COLUMNS = (
    N_("Rule"),
    N_("Answered"),
    N_("Right"),
    N_("Strength"),
    N_("Due"),
    N_("Last missed"),
)
LABELS = {
    Mastery.WEAK: ("lost", N_("weak {number}")),
    Mastery.GROWING: (None, N_("growing {number}")),
    Mastery.STRONG: ("safe", N_("strong {number}")),
}
"""The view's word for how each mastery is marked, and its name with the strength."""


def progress_grid(report: Report, today: date) -> Json | None:
    """Return the table: rule points, the weakest first, misconceptions, and what is not met yet.

    None where nothing was answered yet.
    """
    if not report.rule_points:
        return None
    rows = [_row(titles()[item.id], item, today) for item in report.rule_points]
    for item in weakest_misconceptions(report):
        belief = misconceptions()[item.id].belief
        rows.append(_row(_("Misconception: “{belief}”", belief=belief), item, today))
    if report.unmet:
        names = sentence(format_titles(titles()[name] for name in report.unmet))
        unmet = _("Not met yet: {count}", count=len(report.unmet))
        rows.append({"name": str(unmet), "note": names, "cells": []})
    caption = _("Each rule, the weakest first; strength is out of 100.")
    return grid(caption, COLUMNS, rows)


def practice_list(picks: Sequence[Pick]) -> Json | None:
    """Return what to practise next and why, as the view's list; None where there is nothing."""
    if not picks:
        return None
    title = _("What to practise next, and why")
    items = [_item(pick) for pick in picks]
    return {"title": str(title), "first": 1, "opens": "top", "items": items}


def _row(title: Message, item: Strength, today: date) -> Json:
    due = str(_("now") if item.is_due(today) else format_day(item.due))
    missed = {"text": str(format_day(item.last_missed))} if item.last_missed else {}
    counts = {"text": str(item.answered)}, {"text": str(item.right)}
    outcome, template = LABELS[item.mastery]
    label = gettext(template, number=round(100 * item.strength))
    strength = {"outcome": outcome, "label": label}
    return {"name": str(title), "cells": [*counts, strength, {"text": due}, missed]}


def _item(pick: Pick) -> Json:
    named = pick.entry.rule_points[0] if pick.entry.rule_points else None
    point = pick.about if pick.why in (Why.DUE, Why.NEW, Why.AHEAD) else named
    rules = [{"id": point, "title": str(titles()[point]), "href": None}] if point else []
    return {"text": str(pick_text(pick)), "rules": rules, "you": False}

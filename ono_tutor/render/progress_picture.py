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
    of_mastery,
    titles,
    weakest_misconceptions,
)
from ono_tutor.i18n import N_, Message, _, format_day, gettext, sentence
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import join_sentences
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
TILE, LINE = 33, 19
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
    text = join_sentences(summary(report, today))
    return {"title": gettext(TITLE), "svg": progress_svg(report, today), "text": text}


TITLE = N_("Rules by strength")


def progress_svg(report: Report, today: date) -> str:
    """Return the picture of a learner's progress, or an invitation if there is none yet."""
    if not report.rule_points:
        return _invitation_svg()
    fields, unmet = {"answered": report.answered, "right": report.right}, report.unmet
    head = _("{answered} answered, {right} right", **fields)
    due = sum(item.is_due(today) for item in report.rule_points)
    step, x, y = (RIGHT - LEFT) / (len(report.rule_points) + len(unmet)), float(LEFT), 118.0
    parts = [
        words(head, LEFT, 36, 18, BOLD),
        f'<path d="{_diamond(LEFT + 5, 54)}" fill="{GOLD}"/>',
        words(_("{n} due for practice", n=due), LEFT + 18, 59, 14),
        f'<path d="M{LEFT} 83h{RIGHT - LEFT}" stroke="{RIM}" stroke-width="20"/>',
    ]
    for mastery in reversed(Mastery):  # all rule points as one bar
        if count := len(of_mastery(report, mastery)):
            bar = f'd="M{x:.1f} 83h{step * count:.1f}" stroke-width="14" {BARS[mastery]}'
            parts.append(f"<path {bar}/>")
            x += step * count
    for mastery in Mastery:  # under its heading, two in a line
        if not (found := of_mastery(report, mastery)):
            continue
        heading, top = _(HEADINGS[mastery], count=len(found)), y + 24
        names = marks = tracks = bars = ""
        for n, item in enumerate(found):
            x, at = LEFT + n % 2 * COLUMN, top + n // 2 * TILE
            names += _title(titles()[item.id], x, at + 12)
            marks += _diamond(x + WIDE - 6, at + 8) if item.is_due(today) else ""
            tracks += f"M{x:g} {at + 20:g}h{WIDE}"
            bars += f"M{x:g} {at + 20:g}h{max(4, round(WIDE * item.strength))}"
        parts += [
            words(heading, LEFT, y + 12, 14.5, BOLD),
            f'<g font-size="13">{names}</g>',
            f'<path d="{tracks}" stroke="{RIM}" stroke-width="7"/>',
            f'<path d="{bars}" stroke-width="7" {BARS[mastery]}/>',
            f'<path d="{marks}" fill="{GOLD}"/>' if marks else "",
        ]
        y = top + (len(found) + 1) // 2 * TILE + 10
    y -= 10
    if unmet:
        heading, rows = _("Not met yet: {count}", count=len(unmet)), (len(unmet) + 1) // 2
        names = "".join(
            _title(titles()[name], LEFT + n // rows * COLUMN, y + 43 + n % rows * LINE)
            for n, name in enumerate(unmet)
        )
        parts.append(words(heading, LEFT, y + 22, 14.5, BOLD))
        parts.append(f'<g font-size="13"{IN_SOFT}>{names}</g>')
        y += 51 + (rows - 1) * LINE
    return framed_svg(_(TITLE), y + 14, parts)


def _title(text: Message, x: float, y: float) -> str:
    """Return a title, made narrower where it would meet the diamond beside it."""
    fitted = fitted_width(text, LONGEST_TITLE, WIDE - 18)
    return f'<text x="{x:g}" y="{y:g}"{fitted}>{escape(str(text))}</text>'


def _diamond(x: float, y: float) -> str:
    """Return a diamond: it says that a rule point is due."""
    return f"M{x:g} {y - 5:g}l5 5l-5 5l-5-5z"


def _invitation_svg() -> str:
    """Return what will stand here, with three bars as a foretaste."""
    bars, lines = "", wrap(gettext(EMPTY), LETTERS)
    for n, (kind, wide) in enumerate(zip(reversed(Mastery), (280, 170, 70), strict=True)):
        start = f"M{LEFT} {30 + 17 * n}h"
        bars += f'<path d="{start}{RIGHT - LEFT}" stroke="{RIM}" stroke-width="9"/>'
        bars += f'<path d="{start}{wide}" stroke-width="9" {BARS[kind]}/>'
    text = [words(line, LEFT, 106 + 20 * n, 14.5) for n, line in enumerate(lines)]
    parts = [f'<g stroke="{SOFT}">{bars}</g>', *text]
    return framed_svg(_(TITLE), 130 + 20 * (len(lines) - 1), parts)


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
    named = [(titles()[item.id], item) for item in report.rule_points]
    for item in weakest_misconceptions(report):
        belief = misconceptions()[item.id].belief
        named.append((_("Misconception: “{belief}”", belief=belief), item))
    rows: list[Json] = []
    for title, item in named:
        outcome, template = LABELS[item.mastery]
        due = _("now") if item.is_due(today) else format_day(item.due)
        cells = [
            {"text": str(item.answered)},
            {"text": str(item.right)},
            {"outcome": outcome, "label": gettext(template, number=round(100 * item.strength))},
            {"text": str(due)},
            {"text": str(format_day(item.last_missed))} if item.last_missed else {},
        ]
        rows.append({"name": str(title), "cells": cells})
    if report.unmet:
        names = sentence(format_titles(titles()[name] for name in report.unmet))
        unmet = gettext("Not met yet: {count}", count=len(report.unmet))
        rows.append({"name": unmet, "note": names, "cells": []})
    caption = _("Each rule, the weakest first; strength is out of 100.")
    return grid(caption, COLUMNS, rows)


def practice_list(picks: Sequence[Pick]) -> Json | None:
    """Return what to practise next and why, as the view's list; None where there is nothing."""
    if not picks:
        return None
    items = []
    for pick in picks:
        point = next(iter(pick.entry.rule_points), "")
        if pick.why in (Why.DUE, Why.NEW, Why.AHEAD):
            point = pick.about
        rules = [{"id": point, "title": str(titles()[point]), "href": None}] if point else []
        items.append({"text": str(pick_text(pick)), "rules": rules, "you": False})
    title = gettext("What to practise next, and why")
    return {"title": title, "first": 1, "opens": "top", "items": items}

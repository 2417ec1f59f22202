"""Pages about a learner's way: the lessons of the course, and the rule points by strength."""

from collections.abc import Sequence
from datetime import date
from html import escape

from ono_tutor.course.progress import CoursePath, LessonProgress
from ono_tutor.course.schedule import Pick, pick_text
from ono_tutor.course.strength import Mastery, Report, titles, weakest_misconceptions
from ono_tutor.i18n import N_, Message, _, format_day, gettext, ngettext, sentence
from ono_tutor.render.answers_json import Json
from ono_tutor.render.scene import grid, page
from ono_tutor.rules.book import format_titles, misconceptions

_BUTTON = (
    "display:inline-block;padding:.55em 1.1em;border-radius:.5em;font-weight:600;"
    "background:#1d5f4a;color:#fff;text-decoration:none"
)
_ROW = "display:flex;gap:.8em;padding:.5em .2em;border-bottom:1px solid rgba(128,128,128,.35)"


# ---- the way through the lessons ----


def course_html(path: CoursePath, *, is_whole: bool = True) -> str:
    """Return the way as HTML without a script: links to the lessons, and what each has come to.

    ``is_whole`` says that what is done and due stands there as well.
    """
    told = button = rows = ""
    if is_whole:
        told = "".join(f"<p>{escape(str(line))}</p>" for line in _progress_words(path))
    if path.current:
        href, text = escape(path.current.lesson.file), escape(str(_onward(path.current)))
        button = f'<p><a href="{href}" style="{_BUTTON}">{text}</a></p>'
    for step in path.steps:
        is_current = step == path.current
        here, weight = (' aria-current="step"', "700") if is_current else ("", "400")
        sign, title, state = map(escape, _step_words(step))
        rows += (
            f'<li{here} style="{_ROW};font-weight:{weight}">'
            f'<span aria-hidden="true" style="width:1.2em">{sign}</span>'
            f'<a href="{escape(step.lesson.file)}">{title}</a>'
            f'<span style="opacity:.75;margin-left:auto">{state}</span></li>'
        )
    listed = f'<ol style="list-style:none;padding:0;margin:1em 0 0">{rows}</ol>'
    return f'<div style="max-width:44em;line-height:1.45">{told}{button}{listed}</div>'


def course_page(path: CoursePath, actions: Sequence[Json]) -> Json:
    """Return what is done and due as a page of the view, with its buttons."""
    first, *more = _progress_words(path)
    return page(_("Your course"), first, more, actions)


def course_text(path: CoursePath) -> str:
    """Return the way as plain text, a lesson on each line."""
    onward = [_onward(path.current)] if path.current else []
    rows = ["{} {}: {}".format(*_step_words(step)) for step in path.steps]
    return "\n".join(map(str, [*_progress_words(path), *onward, *rows]))


def _progress_words(path: CoursePath) -> list[Message]:
    done = sum(step.is_done for step in path.steps)
    one = N_("You have done {n} lesson of {count}.")
    more = N_("You have done {n} lessons of {count}.")
    told = [ngettext(one, more, done, count=len(path.steps))]
    if path.due:
        one, more = N_("{n} rule is due for practice."), N_("{n} rules are due for practice.")
        told.append(ngettext(one, more, path.due))
    return told


def _onward(step: LessonProgress) -> Message:
    text = N_("Go on with lesson {title}") if step.answered else N_("Begin lesson {title}")
    return _(text, title=_step_words(step)[1])


def _step_words(step: LessonProgress) -> tuple[str, str, str]:
    """Return a lesson's sign, title and state."""
    sign, state = "○", _("not begun")
    if step.is_done:
        sign, state = "✓", _("done")
    elif step.answered:
        template = N_("{answered} of {asked} puzzles answered")
        sign, state = "◐", _(template, answered=step.answered, asked=step.asked)
    return sign, f"{step.lesson.number}. {step.lesson.title}", str(state)


# ---- what a learner knows ----

COLUMNS = (N_("Rule"), N_("Answered"), N_("Right"), N_("Strength"), N_("Due"), N_("Last missed"))
LABELS = {
    Mastery.WEAK: ("lost", N_("weak {number}")),
    Mastery.GROWING: (None, N_("growing {number}")),
    Mastery.STRONG: ("safe", N_("strong {number}")),
}
"""The view's word for how each mastery is marked, and its name with the strength."""


def progress_grid(report: Report, today: date) -> Json | None:
    """Return the table: rule points, the weakest first, misconceptions, and what is not met yet.

    ``done`` is how full the bar of a strength is. None where nothing was answered yet.
    """
    if not report.rule_points:
        return None
    named = [(titles()[item.id], item) for item in report.rule_points]
    for item in weakest_misconceptions(report):
        belief = misconceptions()[item.id].belief
        named.append((_("Misconception: “{belief}”", belief=belief), item))
    rows: list[Json] = []
    for title, item in named:
        number, (outcome, template) = round(100 * item.strength), LABELS[item.mastery]
        due = _("now") if item.is_due(today) else format_day(item.due)
        cells = [
            {"text": str(item.answered)},
            {"text": str(item.right)},
            {"outcome": outcome, "label": gettext(template, number=number), "done": number / 100},
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
        point = pick.about or next(iter(pick.entry.rule_points), "")
        rules = [{"id": point, "title": str(titles()[point]), "href": None}] if point else []
        items.append({"text": str(pick_text(pick)), "rules": rules, "you": False})
    title = gettext("What to practise next, and why")
    return {"title": title, "first": 1, "opens": "top", "items": items}

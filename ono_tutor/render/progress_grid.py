"""A learner's progress as the view's table, and what to practise next as its list."""

from collections.abc import Sequence
from datetime import date

from ono_tutor.course.schedule import Pick, Why
from ono_tutor.course.strength import Report, Standing, Strength
from ono_tutor.course.summary import held, next_one, titles
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.rules.book import misconceptions

COLUMNS = (
    N_("Rule point"),
    N_("Answered"),
    N_("Right"),
    N_("Strength"),
    N_("Due"),
    N_("Last missed"),
)
LABELS = {
    Standing.WEAK: ("lost", N_("weak {number}")),
    Standing.GROWING: (None, N_("growing {number}")),
    Standing.STRONG: ("safe", N_("strong {number}")),
}
"""The view's word for how each standing is marked, and its name with the strength."""


def progress_grid(report: Report, today: date) -> Json | None:
    """The table: rule points, the weakest first, misconceptions, and what is not met yet.

    None where nothing was answered yet.
    """
    if not report.rule_points:
        return None
    rows = [_row(titles()[item.id], item, today) for item in report.rule_points]
    beliefs = [_belief(item, today) for item in held(report)]
    unmet = [_unmet(report.unmet)] if report.unmet else []
    return {
        "caption": str(lazy_gettext("Each rule point, the weakest first; strength is out of 100.")),
        "columns": [str(lazy_gettext(name)) for name in COLUMNS],
        "rows": [*rows, *beliefs, *unmet],
    }


def practice_list(picks: Sequence[Pick]) -> Json | None:
    """What to practise next and why, as the view's list; None where there is nothing."""
    if not picks:
        return None
    title = lazy_gettext("What to practise next, and why")
    items = [_item(pick) for pick in picks]
    return {"title": str(title), "first": 1, "opens": "top", "items": items}


def _row(title: Message, item: Strength, today: date) -> Json:
    due = str(lazy_gettext("now")) if item.is_due(today) else item.due.isoformat()
    missed = {"text": item.last_missed.date().isoformat()} if item.last_missed else {}
    counts = {"text": str(item.answered)}, {"text": str(item.right)}
    return {"name": str(title), "cells": [*counts, _strength(item), {"text": due}, missed]}


def _strength(item: Strength) -> Json:
    outcome, label = LABELS[item.standing]
    return {
        "outcome": outcome,
        "label": str(lazy_gettext(label, number=round(100 * item.strength))),
    }


def _belief(item: Strength, today: date) -> Json:
    belief = misconceptions()[item.id].belief
    return _row(lazy_gettext("Misconception: “{belief}”", belief=belief), item, today)


def _unmet(ids: Sequence[str]) -> Json:
    """The rule points not met yet, in one row: there is nothing to say of each but its title."""
    names = format_list([str(titles()[name]) for name in ids])
    name = lazy_gettext("Not met yet: {count}", count=len(ids))
    return {"name": str(name), "note": names, "cells": []}


def _item(pick: Pick) -> Json:
    named = pick.entry.rule_points[0] if pick.entry.rule_points else None
    point = pick.about if pick.why in (Why.DUE, Why.NEW, Why.AHEAD) else named
    rules = [{"id": point, "href": None}] if point else []
    return {"text": str(next_one(pick)), "rules": rules, "you": False}

"""A learner's progress in words: how many answers, what is strong or weak, and what comes next."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import lru_cache

from ono_tutor.course.schedule import Pick, Why
from ono_tutor.course.strength import Mastery, Report, Strength
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS

MOST_HELD = 6
"""Misconceptions that are named at once."""

EMPTY = N_(
    "There is nothing here yet. Answer a puzzle, in a lesson or with Practice(): then this shows "
    "each rule point that you met and how strong you are in it, what is due, and what to practise "
    "next, and why."
)
_COUNTS = N_("Answers: {answered}; right: {right}; solutions shown: {given_up}.")
_DUE = N_("Due for practice: {count}.")
_UNMET = N_("Not met yet ({count}): {titles}.")
_HELD = N_("You seemed to think ({count}): {beliefs}.")
_BY_MASTERY = {
    Mastery.WEAK: N_("Weak ({count}): {titles}."),
    Mastery.GROWING: N_("Growing ({count}): {titles}."),
    Mastery.STRONG: N_("Strong ({count}): {titles}."),
}


def summary(report: Report, today: date) -> tuple[Message, ...]:
    """The progress in a few sentences."""
    if not report.rule_points:
        return (lazy_gettext(EMPTY),)
    counts = {"answered": report.answered, "right": report.right, "given_up": report.given_up}
    found = (
        (_BY_MASTERY[kind], [_with_due(item, today) for item in of_mastery(report, kind)])
        for kind in Mastery
    )
    return (
        lazy_gettext(_COUNTS, **counts),
        lazy_gettext(_DUE, count=sum(item.is_due(today) for item in report.rule_points)),
        *(line for template, names in found for line in _listing(template, names)),
        *_listing(_UNMET, [str(titles()[name]) for name in report.unmet]),
        *_held(report),
    )


def of_mastery(report: Report, mastery: Mastery) -> list[Strength]:
    """The rule points of this mastery, the weakest first."""
    return [item for item in report.rule_points if item.mastery is mastery]


def held(report: Report) -> list[Strength]:
    """The misconceptions that explained a wrong answer and are not overcome, the weakest first.

    They are the weakest few, as many as one can heed.
    """
    found = (item for item in report.misconceptions if item.missed)
    return [item for item in found if item.mastery is not Mastery.STRONG][:MOST_HELD]


def printed(report: Report, picks: Iterable[Pick], today: date) -> str:
    """The progress as text, a sentence on each line, and what to practise next."""
    lines = [str(line) for line in summary(report, today)]
    reasons = [f"{number}. {next_one(pick)}" for number, pick in enumerate(picks, 1)]
    heading = [str(lazy_gettext("To practise next:"))] if reasons else []
    return "\n".join([*lines, *heading, *reasons])


def next_one(pick: Pick) -> Message:
    """What a puzzle to practise is about, and why it was picked."""
    points = pick.entry.rule_points
    if not points or pick.why not in (Why.MISSED, Why.MISTAKEN):
        return pick.reason
    text = N_("A puzzle on “{title}”. {reason}")
    return lazy_gettext(text, title=titles()[points[0]], reason=pick.reason)


@lru_cache(maxsize=1)
def titles() -> dict[str, Message]:
    """The title of each rule point by id; one that another has too names its game."""
    points = rule_points().values()
    known = [point.title for point in points]
    return {
        point.id: _named(point.title, point.says, is_first=known.index(point.title) == place)
        for place, point in enumerate(points)
    }


def _named(title: str, says: Iterable[str], *, is_first: bool) -> Message:
    if is_first:
        return lazy_gettext("{title}", title=title)
    games = format_list([RULE_SETS[key].title for key in says])
    return lazy_gettext("{title} ({game})", title=title, game=games)


def _with_due(item: Strength, today: date) -> str:
    title = titles()[item.id]
    return str(lazy_gettext("{title} (due)", title=title) if item.is_due(today) else title)


def _listing(template: str, names: Sequence[str]) -> list[Message]:
    return (
        [lazy_gettext(template, count=len(names), titles=format_list(list(names)))] if names else []
    )


def _held(report: Report) -> list[Message]:
    beliefs = [f"“{misconceptions()[item.id].belief}”" for item in held(report)]
    return (
        [lazy_gettext(_HELD, count=len(beliefs), beliefs=format_list(beliefs))] if beliefs else []
    )

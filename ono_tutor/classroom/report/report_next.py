"""The first box of the teacher's report: what to do next, in three lines at the most."""

from collections.abc import Iterator

from ono_tutor.classroom.report.groups import Group
from ono_tutor.classroom.report.html_page import paragraph, shown
from ono_tutor.classroom.report.next_steps import Again, Chase, Doubtful, NextSteps
from ono_tutor.classroom.report.report_items import Tables
from ono_tutor.classroom.report.report_parts import Section, fold_of, lessons_html, names_html
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.rules.book import rule_point

MOST_NAMED = 40
"""Up to so many learners stand there by name at once."""


def next_section(steps: NextSteps, tables: Tables, handed_in: int) -> Section | None:
    """The steps, each with whom it is about; ``handed_in`` learners are behind it."""
    lines = list(_lines(steps, tables, handed_in))
    if not lines and not handed_in:
        return None
    body = "".join(f"<li>{line}</li>" for line in lines)
    told = f'<ol class="steps">{body}</ol>' if lines else paragraph(lazy_gettext(_NOTHING))
    return Section("next", lazy_gettext("What to do next"), f'<div class="panel">{told}</div>')


def _lines(steps: NextSteps, tables: Tables, handed_in: int) -> Iterator[str]:
    if steps.again:
        yield _again(steps.again, tables, handed_in)
    if steps.chase:
        yield _chase(steps.chase)
    if steps.doubtful:
        yield paragraph(" ".join(map(str, _doubtful(steps.doubtful))))


def _again(step: Again, tables: Tables, handed_in: int) -> str:
    count, title = step.point.learners, rule_point(step.point.id).title
    template = _AGAIN_ONE if count == 1 else _AGAIN
    head = paragraph(lazy_gettext(template, point=title, count=count, all=handed_in), "step")
    few = paragraph(lazy_gettext(_FEW), "soft small") if step.point.is_few else ""
    show = paragraph(lazy_gettext("Show this table: {question}", question=_question(step, tables)))
    told = f"{head}{few}{_names(step.learners)}{lessons_html(step.point.id)}{show}"
    return f'<div class="show"><div>{told}</div>{tables.figure(step.puzzle)}</div>'


def _question(step: Again, tables: Tables) -> Message:
    return tables.judge.puzzles[step.puzzle].question


def _chase(step: Chase) -> str:
    parts = [paragraph(lazy_gettext("Ask after what is missing."), "step")]
    for template, group in ((_MISSING, step.missing), (_OPEN, step.open)):
        if group:
            parts.append(paragraph(lazy_gettext(template, count=group.learners)) + _names(group))
    if step.refused:
        words = shown(lazy_gettext(_REFUSED, count=step.refused))
        parts.append(f'<p><a href="#not-graded">{words}</a></p>')
    return "".join(parts)


def _doubtful(step: Doubtful) -> Iterator[Message]:
    if step.nobody:
        yield lazy_gettext(_NOBODY, items=format_list(list(map(str, step.nobody))))
    if step.not_telling:
        yield lazy_gettext(_FLAT, items=format_list(list(map(str, step.not_telling))))


def _names(group: Group) -> str:
    names = names_html(group.names, group.learners - len(group.names))
    return names if group.learners <= MOST_NAMED else fold_of(lazy_gettext("Names"), names)


_NOTHING = N_("Nothing: everybody handed in most of it, and no rule point was missed.")
_AGAIN = N_("Go over “{point}” again: {count} of the {all} learners who handed in missed it.")
_AGAIN_ONE = N_("Go over “{point}” again: one of the {all} learners who handed in missed it.")
_FEW = N_("There were few answers about it.")
_MISSING = N_("Nothing handed in that could be graded: {count}.")
_OPEN = N_("Half or more not answered: {count}.")
_REFUSED = N_("Files not graded, which may be theirs: {count}.")
_NOBODY = N_("Check items nobody answered right: {items}. Was the rule taught?")
_FLAT = N_(
    "Check items that the worst third answered as well as the best: {items}. "
    "They do not tell who knows the rules."
)

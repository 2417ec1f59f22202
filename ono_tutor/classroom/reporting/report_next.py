"""The first box of the teacher's report: what to do next, in three lines at the most."""

from collections.abc import Iterator

from ono_tutor.classroom.pages.page import paragraph, shown
from ono_tutor.classroom.reporting.next_steps import Again, Chase, Doubtful, NextSteps
from ono_tutor.classroom.reporting.report import Group
from ono_tutor.classroom.reporting.report_items import Tables
from ono_tutor.classroom.reporting.report_parts import Section, fold_of, lessons_html, names_html
from ono_tutor.messages import Message, listed, marked, say
from ono_tutor.rules.book import rule_point

MOST_NAMED = 40
"""Up to so many learners stand there by name at once."""


def next_section(steps: NextSteps, tables: Tables, handed_in: int) -> Section | None:
    """The steps, each with whom it is about; ``handed_in`` learners are behind it."""
    lines = list(_lines(steps, tables, handed_in))
    if not lines and not handed_in:
        return None
    body = "".join(f"<li>{line}</li>" for line in lines)
    told = f'<ol class="steps">{body}</ol>' if lines else paragraph(say(_NOTHING))
    return Section("next", say(marked("What to do next")), f'<div class="panel">{told}</div>')


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
    head = paragraph(say(template, point=title, count=count, all=handed_in), "step")
    few = paragraph(say(_FEW), "soft small") if step.point.is_few else ""
    show = paragraph(say(marked("Show this table: {question}"), question=_question(step, tables)))
    told = f"{head}{few}{_names(step.learners)}{lessons_html(step.point.id)}{show}"
    return f'<div class="show"><div>{told}</div>{tables.figure(step.puzzle)}</div>'


def _question(step: Again, tables: Tables) -> Message:
    return tables.judge.puzzles[step.puzzle].question


def _chase(step: Chase) -> str:
    parts = [paragraph(say(marked("Ask after what is missing.")), "step")]
    for template, group in ((_MISSING, step.missing), (_OPEN, step.open)):
        if group:
            parts.append(paragraph(say(template, count=group.learners)) + _names(group))
    if step.refused:
        words = shown(say(_REFUSED, count=step.refused))
        parts.append(f'<p><a href="#not-graded">{words}</a></p>')
    return "".join(parts)


def _doubtful(step: Doubtful) -> Iterator[Message]:
    if step.nobody:
        yield say(_NOBODY, items=listed(list(map(str, step.nobody))))
    if step.not_telling:
        yield say(_FLAT, items=listed(list(map(str, step.not_telling))))


def _names(group: Group) -> str:
    names = names_html(group.names, group.learners - len(group.names))
    return names if group.learners <= MOST_NAMED else fold_of(say(marked("Names")), names)


_NOTHING = marked("Nothing: everybody handed in most of it, and no rule point was missed.")
_AGAIN = marked("Go over “{point}” again: {count} of the {all} learners who handed in missed it.")
_AGAIN_ONE = marked("Go over “{point}” again: one of the {all} learners who handed in missed it.")
_FEW = marked("There were few answers about it.")
_MISSING = marked("Nothing handed in that could be graded: {count}.")
_OPEN = marked("Half or more not answered: {count}.")
_REFUSED = marked("Files not graded, which may be theirs: {count}.")
_NOBODY = marked("Check items nobody answered right: {items}. Was the rule taught?")
_FLAT = marked(
    "Check items that the worst third answered as well as the best: {items}. "
    "They do not tell who knows the rules."
)

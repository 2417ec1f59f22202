"""Who of a class has which variants: a table for the teacher, at the beginning of the key."""

from collections.abc import Iterator, Sequence

from ono_tutor.classroom.learner import Learner
from ono_tutor.classroom.sheets.frame import block, text
from ono_tutor.i18n import lazy_gettext

ACROSS = 20
"""Exercises that one table holds beside each other; more take another table."""


def dealt_html(people: Sequence[Learner], dealt: Sequence[tuple[str, ...]]) -> str:
    """The tables: a line for each learner, a letter for each exercise that has variants."""
    numbers = [place for place in range(len(dealt[0])) if any(row[place] for row in dealt)]
    head = text("h2", lazy_gettext("Who has which variants")) + "\n"
    parts = (numbers[start : start + ACROSS] for start in range(0, len(numbers), ACROSS))
    return head + "".join(_table(people, dealt, part) for part in parts)


def _table(
    people: Sequence[Learner], dealt: Sequence[tuple[str, ...]], places: Sequence[int]
) -> str:
    heads = (_head(str(place + 1), "col") for place in places)
    top = block("tr", (_head(str(lazy_gettext("Learner")), "col"), *heads))
    lines = zip(people, dealt, strict=True)
    rows = (block("tr", _cells(who, row, places)) for who, row in lines)
    return block("table", block("thead", top) + block("tbody", rows), "dealt")


def _cells(who: Learner, row: tuple[str, ...], places: Sequence[int]) -> Iterator[str]:
    yield _head(who.name, "row")
    yield from (text("td", row[place]) for place in places)


def _head(words: str, scope: str) -> str:
    return text("th", words).replace("<th", f'<th scope="{scope}"', 1)

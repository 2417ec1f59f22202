"""The pictures of the teacher's report: columns for marks, rows for shares, a strip a learner.

Their colours are the page's, and every colour has a shape: right is full, not right is dashed, no
answer is a thin line; in a strip a square, a cross and a dot. Each says in words what it shows.
"""

from collections.abc import Callable, Sequence
from html import escape
from textwrap import wrap
from typing import NamedTuple

from ono_tutor.classroom.report.insight_values import ResponseCounts
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Mark

WIDE, LETTERS = 380, 54
FOOT, TALL = 150, 120
DIGIT, SMALL_DIGIT = 7.5, 5.8
"""How wide a digit above a column is; a small one where the other has no room."""

BAR_LEFT, BAR_RIGHT = 0, 318


class Row(NamedTuple):
    """A row of a chart: what it is of, what is counted, and what stands behind it."""

    name: str
    shares: ResponseCounts
    text: str


def columns_svg(title: Message, columns: Sequence[tuple[str, int]]) -> str:
    """How many there are at each place, as columns."""
    most = max((count for _, count in columns), default=0) or 1
    step = WIDE / max(len(columns), 1)
    parts = [f'<path class="line" d="M0 {FOOT}h{WIDE}"/>']
    gap = max(1, -(-len(columns) // 12))
    for place, (name, count) in enumerate(columns):
        x, high = step * (place + 0.5), TALL * count / most
        if count:
            bar = f'd="M{x:.1f} {FOOT}v{-high:.1f}" stroke-width="{min(step * 0.74, 40):.1f}"'
            parts.append(f'<path class="bar" {bar}/>')
        if count:
            look = "" if len(str(count)) * DIGIT <= step else " tight"
            parts.append(_text(str(count), x, FOOT - high - 6, "middle", look))
        if place % gap == 0:
            parts.append(_text(name, x, FOOT + 18, "middle"))
    told = ", ".join(f"{name}: {count}" for name, count in columns if count)
    return _framed(title, told, FOOT + 26, parts)


def rows_svg(title: Message, rows: Sequence[Row]) -> str:
    """A row each: how many of all were right, not right and without an answer."""
    parts, y = [], 4.0
    for row in rows:
        for line in wrap(row.name, LETTERS):
            parts.append(_text(line, 0, y + 11, "start"))
            y += 16
        parts += [*_bar(row.shares, y + 8), _text(row.text, WIDE, y + 13, "end", " strong")]
        y += 28
    told = "; ".join(f"{row.name}: {row.text}" for row in rows)
    return _framed(title, told, y, parts)


def _bar(shares: ResponseCounts, y: float) -> list[str]:
    found = []
    x, scale = float(BAR_LEFT), (BAR_RIGHT - BAR_LEFT) / (shares.asked or 1)
    none = shares.none + shares.unread
    for look, count in (("right", shares.right), ("wrong", shares.wrong), ("none", none)):
        if count:
            found.append(
                f'<path class="{look}" d="M{x:.1f} {y:g}h{max(1.5, scale * count - 1):.1f}"/>'
            )
            x += scale * count
    return found


def amounts_svg(title: Message, rows: Sequence[tuple[str, int, str]]) -> str:
    """A row each, as long as its number; what stands behind it comes last."""
    most = max((amount for _, amount, _ in rows), default=0) or 1
    parts, y = [], 4.0
    for name, amount, text in rows:
        for line in wrap(name, LETTERS):
            parts.append(_text(line, 0, y + 11, "start"))
            y += 16
        long = max(2.0, BAR_RIGHT * amount / most)
        parts.append(f'<path class="wrong" d="M0 {y + 8:g}h{long:.1f}"/>')
        parts.append(_text(text, WIDE, y + 13, "end", " strong"))
        y += 28
    told = "; ".join(f"{name}: {text}" for name, _, text in rows)
    return _framed(title, told, y, parts)


def strip_svg(marks: Sequence[Mark]) -> str:
    """A learner's items in a row, said in words as well."""
    step = strip_step(len(marks))
    parts = []
    for mark, (look, shape) in _SHAPES.items():
        lines = "".join(shape(step * place, step) for place, at in enumerate(marks) if at is mark)
        parts += [f'<path class="{look}" d="{lines}"/>'] if lines else []
    wide = step * len(marks)
    return (
        f'<svg class="strip" viewBox="0 0 {wide:g} 14" width="{wide:g}" height="14" role="img">'
        f"<title>{escape(_told(marks))}</title>{''.join(parts)}</svg>"
    )


def strip_step(items: int) -> float:
    """How wide an item is in a strip."""
    return min(14.0, 420 / max(items, 1))


def _told(marks: Sequence[Mark]) -> str:
    places = {
        mark: ", ".join(str(n) for n, at in enumerate(marks, 1) if at is mark) for mark in Mark
    }
    said = (lazy_gettext(_SAID[mark], items=items) for mark, items in places.items() if items)
    return " ".join(map(str, said))


def _square(x: float, step: float) -> str:
    return f"M{x + 1:.1f} 7h{step - 2:.1f}"


def _cross(x: float, step: float) -> str:
    half, middle = min(4.0, step / 2 - 1), x + step / 2
    return (
        f"M{middle - half:.1f} {7 - half:.1f}l{2 * half:.1f} {2 * half:.1f}"
        f"m0 {-2 * half:.1f}l{-2 * half:.1f} {2 * half:.1f}"
    )


def _dot(x: float, step: float) -> str:
    return f"M{x + step / 2:.1f} 7h.1"


def _text(words: str, x: float, y: float, anchor: str, look: str = "") -> str:
    place = f'x="{x:g}" y="{y:g}" text-anchor="{anchor}"'
    return f'<text class="words{look}" {place}>{escape(words)}</text>'


def _framed(title: Message, told: str, tall: float, parts: Sequence[str]) -> str:
    return (
        f'<svg class="chart" viewBox="0 0 {WIDE} {tall:g}" width="{WIDE}" height="{tall:g}" '
        f'role="img"><title>{escape(str(title))}</title><desc>{escape(told)}</desc>'
        f"{''.join(parts)}</svg>"
    )


_SHAPES: dict[Mark, tuple[str, Callable[[float, float], str]]] = {
    Mark.RIGHT: ("square", _square),
    Mark.WRONG: ("cross", _cross),
    Mark.NOT_ATTEMPTED: ("dot", _dot),
    Mark.MALFORMED: ("dot", _dot),
}
_SAID = {
    Mark.RIGHT: N_("Right: {items}."),
    Mark.WRONG: N_("Not right: {items}."),
    Mark.NOT_ATTEMPTED: N_("No answer: {items}."),
    Mark.MALFORMED: N_("Could not be read: {items}."),
}

"""The pictures of the report: columns for marks, bars for shares, a strip for a learner, a ring.

Their colours are the page's, and every colour has a shape: right is full, not right is dashed, no
answer is a thin line; in a strip a square, a cross and a dot. Each says in words what it shows.
"""

from collections.abc import Sequence
from textwrap import wrap

from ono_tutor.classroom.html_pages import Markup
from ono_tutor.i18n import N_, Message, gettext
from ono_tutor.puzzles.answer import Mark
from ono_tutor.render.svg import CHALK, GOLD, WELL

WIDE, BAR_WIDE, LETTERS = 380, 318, 54
"""The width of a chart and of its longest bar, and letters on a line."""

FOOT, TALL = 150, 120
"""The y of the foot of the columns, and the height of the highest."""

DIGIT = 7.5
"""The width of a digit above a column."""

RING = 132, 56
"""The width of the ring's picture, and the ring's radius."""

_Part = tuple[str, float]
"""A part of a bar: the class of its look, and its share of the longest bar."""


def columns_svg(title: Message, columns: Sequence[tuple[str, int]]) -> Markup:
    """Return how many there are at each place, as columns."""
    most = max((count for __, count in columns), default=0) or 1
    step = WIDE / max(len(columns), 1)
    gap = max(1, -(-len(columns) // 12))
    parts = [Markup('<path class="line" d="M0 {}h{}"/>').format(FOOT, WIDE)]
    for place, (name, count) in enumerate(columns):
        x, high = step * (place + 0.5), TALL * count / most
        if count:
            look = "" if len(str(count)) * DIGIT <= step else " tight"
            bar = Markup('<path class="bar" d="M{:.1f} {}v{:.1f}" stroke-width="{:.1f}"/>')
            parts.append(bar.format(x, FOOT, -high, min(step * 0.74, 40)))
            parts.append(_text(str(count), x, FOOT - high - 6, "middle", look))
        if place % gap == 0:
            parts.append(_text(name, x, FOOT + 18, "middle"))
    description = ", ".join(f"{name}: {count}" for name, count in columns if count)
    return _framed(title, description, FOOT + 26, parts)


def shares_svg(title: Message, rows: Sequence[tuple[str, tuple[int, int, int], str]]) -> Markup:
    """Return a bar a row: how many of all were right, not right and without an answer."""
    bars = []
    for name, counts, text in rows:
        parts = zip(("right", "wrong", "none"), counts, strict=True)
        bars.append((name, [(look, n / sum(counts)) for look, n in parts if n], text))
    return _bars_svg(title, bars)


def amounts_svg(title: Message, amounts: Sequence[tuple[str, int]]) -> Markup:
    """Return a bar a row, as long as the number at its end."""
    most = max((amount for __, amount in amounts), default=0) or 1
    rows = [(name, [("wrong", amount / most)], str(amount)) for name, amount in amounts]
    return _bars_svg(title, rows)


def _bars_svg(title: Message, rows: Sequence[tuple[str, Sequence[_Part], str]]) -> Markup:
    """Return the rows one below the other, each with its name above its bar."""
    parts, y = [], 4.0
    for name, bar, text in rows:
        for line in wrap(name, LETTERS):
            parts.append(_text(line, 0, y + 11, "start"))
            y += 16
        x = 0.0
        for look, share in bar:
            path = Markup('<path class="{}" d="M{:.1f} {:g}h{:.1f}"/>')
            parts.append(path.format(look, x, y + 8, max(1.5, BAR_WIDE * share - 1)))
            x += BAR_WIDE * share
        parts.append(_text(text, WIDE, y + 13, "end", " strong"))
        y += 28
    description = "; ".join(f"{name}: {text}" for name, __, text in rows)
    return _framed(title, description, y, parts)


def strip_svg(marks: Sequence[Mark]) -> Markup:
    """Return a learner's items in a row, said in words as well: square, cross or dot."""
    step = min(14.0, 420 / max(len(marks), 1))
    half = min(4.0, step / 2 - 1)
    parts, said = [], []
    for mark in Mark:
        places = [place for place, at in enumerate(marks) if at is mark]
        if not places:
            continue
        items = ", ".join(str(place + 1) for place in places)
        said.append(gettext(_SAID[mark], items=items))
        if mark is Mark.RIGHT:
            look = "square"
            lines = [f"M{step * n + 1:.1f} 7h{step - 2:.1f}" for n in places]
        elif mark is Mark.WRONG:
            look = "cross"
            lines = [
                f"M{step * n + step / 2 - half:.1f} {7 - half:.1f}"
                f"l{2 * half:.1f} {2 * half:.1f}m0 {-2 * half:.1f}l{-2 * half:.1f} {2 * half:.1f}"
                for n in places
            ]
        else:
            look, lines = "dot", [f"M{step * n + step / 2:.1f} 7h.1" for n in places]
        parts.append(Markup('<path class="{}" d="{}"/>').format(look, "".join(lines)))
    return Markup(
        '<svg class="strip" viewBox="0 0 {0:g} 14" width="{0:g}" height="14" role="img">'
        "<title>{1}</title>{2}</svg>"
    ).format(step * len(marks), " ".join(said), Markup("").join(parts))


def _text(words: str, x: float, y: float, anchor: str, look: str = "") -> Markup:
    text = Markup('<text class="words{}" x="{:g}" y="{:g}" text-anchor="{}">{}</text>')
    return text.format(look, x, y, anchor, words)


def _framed(title: Message, description: str, tall: float, parts: Sequence[Markup]) -> Markup:
    return Markup(
        '<svg class="chart" viewBox="0 0 {0} {1:g}" width="{0}" height="{1:g}" role="img">'
        "<title>{2}</title><desc>{3}</desc>{4}</svg>"
    ).format(WIDE, tall, title, description, Markup("").join(parts))


def ring_svg(part: int, whole: int, big: str, small: object, name: Message) -> Markup:
    """Return a ring filled to ``part`` of ``whole``, two lines of words in it; ``name`` says it."""
    (size, radius), whole = RING, max(whole, 1)
    circle = f'<circle r="{radius}" pathLength="{whole}" fill="none" stroke-width="9"'
    arc = f'{circle} stroke="{GOLD}" stroke-dasharray="{part} {whole}"/>' if part else ""
    line = f'text-anchor="middle" fill="{CHALK}"'
    middle = size / 2
    return Markup(
        f'<svg class="ring" viewBox="0 0 {size} {size}" width="{size}" height="{size}" role="img">'
        "<title>{name}</title>"
        f'<circle cx="{middle:g}" cy="{middle:g}" r="{radius + 9}" fill="{WELL}"/>'
        f'<g transform="translate({middle:g} {middle:g})rotate(-90)">'
        f'{circle} stroke="#fff" stroke-opacity=".22"/>{arc}</g>'
        f'<text x="{middle:g}" y="{middle + 6:g}" font-size="{36 if len(big) < 5 else 26}" '
        f'font-weight="700" {line}>{{big}}</text>'
        f'<text x="{middle:g}" y="{middle + 27:g}" font-size="14" {line}>{{small}}</text></svg>'
    ).format(name=name, big=big, small=small)


_SAID = {
    Mark.RIGHT: N_("Right: {items}."),
    Mark.WRONG: N_("Not right: {items}."),
    Mark.NOT_ATTEMPTED: N_("No answer: {items}."),
    Mark.MALFORMED: N_("Could not be read: {items}."),
}

"""A hand along the totals, drawn: its row of the survival map, many rows, or each of its plays.

The pictures bring their own ground, have no script and no ``id``. A full block is certain, a
striped bar as high as the chance is a chance, and a cross is lost.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from ono_tutor.game.legal import judge_play
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, _, gettext, with_minus
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import card_codes, is_open, option_words
from ono_tutor.render.svg import (
    BOLD,
    CENTRED,
    GOLD,
    IN_GOLD,
    IN_SOFT,
    LEFT,
    LOST,
    RIGHT,
    SAFE,
    SOFT,
    fitted_width,
    framed_svg,
    placed_card,
    shorten_note,
    words,
)
from ono_tutor.render.totals_text import (
    BARRED,
    HIGHEST,
    TotalRange,
    Worth,
    chance_words,
    ranges_text,
    row_ranges,
    row_text,
    total_ranges,
    totals_around,
)
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Hand
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.survival_map import SurvivalMap, survival_map

SUBJECT = N_("The chance to survive a double, by total")
BESIDE, LEAST = 3, 16
"""Totals beside the first change that are drawn, and the fewest in a picture."""

TOP, FACES, STRIP, TALL = 98, 54, 36, 120
"""Where the first line begins, the room for cards above it, and how high one of many and a
single one are."""

BESIDE_LABEL, LABEL, LONGEST_LABEL = 112, 86, 10


def totals_figure(position: Position) -> Json | None:
    """Return the picture of a hand along the totals, the present one marked.

    A hand under a double of which nothing else is known has its row of the survival map; every
    other hand has a line for each way to play a card. Return None for a hand that is hidden,
    empty or past the limit, or that may lead to a dump.
    """
    rules, hand, total = position.rules, position.hand, position.total
    if not position.is_hand_known or not hand or total >= rules.bound:
        return None
    if has_row(position):
        known = survival_map(rules, pair=len(position.still_in) == 2)
        title, text = gettext(SUBJECT), str(row_text(rules, hand, known.row(hand)))
        svg = row_svg(known, hand, total, faces=False)
        return {"title": title, "svg": svg, "text": text}
    for play in rules.plays_of_hand(hand):
        effect = judge_play(position, play)
        if isinstance(effect, Effect) and effect.steps == 0 and effect.draws > 1:
            return None  # several cards are drawn: to weigh that takes long at every total
    ranges, title = total_ranges(position), gettext("What each card does, by total")
    text, window = ranges_text(position, ranges), totals_around(position)
    strips = [Strip(with_minus(play), parts) for play, parts in ranges.items()]
    svg = strips_svg(rules, strips, text, window, subject=title, total=total)
    return {"title": title, "svg": svg, "text": text}


def has_row(position: Position) -> bool:
    """Check that the survival map has this hand: full, under a double, and nothing else known."""
    rules, pair = position.rules, len(position.still_in) == 2
    is_full = len(position.hand) == rules.hand_size and rules.most_owed > 1
    is_plain = position.moment == Moment(position.total, owes=2, pair=pair)
    knows_more = position.undrawn or position.draw or position.discards()
    others = (position.hands[seat] for seat in position.still_in if seat != position.turn)
    return is_full and is_plain and not knows_more and not any(map(is_open, others))


class Scale(NamedTuple):
    """The totals ``first`` to ``last`` laid out from ``left`` to the right, a column each."""

    first: int
    last: int
    left: float
    right: float = RIGHT

    @property
    def step(self) -> float:
        """The width of a column."""
        return (self.right - self.left) / (self.last - self.first + 1)

    def at(self, total: float) -> float:
        """Return where the column of a total begins."""
        return self.left + (total - self.first) * self.step


class Strip(NamedTuple):
    """A line of a picture: a label, what it is worth along the totals, a small note below."""

    label: str
    ranges: Sequence[TotalRange]
    note: str = ""


def window_of(totals: Sequence[int]) -> tuple[int, int]:
    """Return the first and last total of a picture that shows these and a little beside them."""
    first = max(0, min(*totals, HIGHEST + 1 - LEAST + BESIDE) - BESIDE)
    last = max(max(totals) + BESIDE, first + LEAST - 1)
    return first, HIGHEST if last + 2 * BESIDE > HIGHEST else last


def row_svg(known: SurvivalMap, hand: Hand, total: int | None = None, *, faces: bool = True) -> str:
    """Draw one hand of a map along the totals, and mark ``total`` if it is given.

    ``faces`` is False if the cards lie beside the picture already.

    Raises :class:`UnanswerableError` for a hand or a total that the map does not have.
    """
    rules, row, note, marked = known.rules, known.row(hand), "", None
    ranges = row_ranges(row)
    if total is not None:
        odds = chance_words(rules, hand, known.chance(hand, total))
        note, marked = gettext("At {total}: {odds}", total=with_minus(total), odds=odds), total
    window = min(ranges[0].last + 1, HIGHEST if marked is None else max(0, marked)), HIGHEST
    return strips_svg(
        rules,
        [Strip(card_codes(hand), ranges, note)],
        str(row_text(rules, hand, row)),
        window_of(window),
        total=marked,
        faces=hand if faces else (),
    )


def strips_svg(  # noqa: PLR0913 - what is drawn, and what is marked
    rules: RuleSet,
    strips: Sequence[Strip],
    description: str,
    window: tuple[int, int] | None = None,
    *,
    subject: str = "",
    total: int | None = None,
    faces: Hand = (),
) -> str:
    """Draw the strips one below the other, from the first total that matters; or a ``window``.

    A frame stands around the column of ``total``, and the cards of ``faces`` above.
    """
    firsts = [strip.ranges[0] for strip in strips]
    window = window or (window_of([part.last + 1 for part in firsts])[0], HIGHEST)
    scale = Scale(*window, BESIDE_LABEL)
    top, high = TOP + FACES * bool(faces), TALL if len(strips) == 1 else STRIP
    foot, subject = top + high * len(strips), subject or gettext(SUBJECT)
    parts = [words(rules.title, LEFT, 34, 17, BOLD), words(subject, LEFT, 55, 13.5, IN_SOFT)]
    for place, card in enumerate(faces):
        parts.append(placed_card(card.code, LEFT + 40 * place, 68, 34, 48))
    if total is not None and total >= scale.first:
        x, wide = scale.at(total), scale.step
        parts.append(
            f'<rect x="{x - 1:.1f}" y="{top - 4}" width="{wide + 2:.1f}" '
            f'height="{foot - top + 4:g}" rx="4" fill="#000" fill-opacity=".28" '
            f'stroke="{GOLD}" stroke-dasharray="3 3"/>'
        )
    parts.append(_ticks(scale, top - 12, total))
    for n, strip in enumerate(strips, 1):
        base = top + high * n - 8
        fitted = fitted_width(strip.label, LONGEST_LABEL, LABEL)
        y = base - (15 if strip.note else 6)
        parts += [
            f'<path d="M{LEFT} {base + 4:g}H{RIGHT}" stroke="{SOFT}" stroke-opacity=".25"/>',
            words(strip.label, LEFT, y, 14, BOLD + fitted),
            words(strip.note, LEFT, base - 1, 12, IN_SOFT) if strip.note else "",
            _ranges_svg(scale, strip.ranges, base, high - 14),
        ]
    parts.append(_ticks(scale, foot + 16, total))
    template = N_("Totals {first} to {last}")
    if scale.first and all(0 == part.first < scale.first <= part.last for part in firsts):
        template = N_("Totals {first} to {last}; below, nothing changes")
    about = _(template, first=with_minus(scale.first), last=scale.last)
    kinds = {part.kind for strip in strips for part in strip.ranges if part.last >= scale.first}
    legend, end = _legend(kinds, foot + 56, by_points=bool(rules.marks))
    parts += [words(about, LEFT, foot + 40, 13, IN_SOFT), legend]
    if options := option_words(rules):
        note = shorten_note(_("Options: {options}", options=", ".join(options)))
        parts.append(words(note, LEFT, end + 2, 13, IN_SOFT))
        end += 20
    return framed_svg(subject, end, parts, description)


# ---- their parts ----


def _ranges_svg(scale: Scale, ranges: Iterable[TotalRange], foot: float, tall: float) -> str:
    """Draw blocks, bars, crosses, dashes and lost points above ``foot``, as far as they fit.

    A chance is as high as its share of ``tall``.
    """
    drawn, gap = "", 1 if scale.step > 5 else 0
    for part in ranges:
        first, last = max(part.first, scale.first), min(part.last, scale.last)
        if first > last:
            continue
        left, columns = scale.at(first), last - first + 1
        wide = columns * scale.step
        count = min(columns, max(1, int(wide / 9)))  # a sign a column, or as many as fit
        middles = [left + wide * (n + 0.5) / count for n in range(count)]
        high = max(2.0, float(tall * part.chance))
        size = f'width="{wide - gap:.1f}" height="{high:.1f}"'
        box = f'<rect x="{left + gap / 2:.1f}" y="{foot - high:.1f}" {size}'
        if part.kind == "safe":
            drawn += f'{box} fill="{SAFE}"/>'
        elif part.kind == "risk":
            drawn += (
                f'<path d="M{left + wide / 2:.1f} {foot:g}V{foot - high:.1f}" stroke="{GOLD}" '
                f'stroke-width="{wide - gap:.1f}" stroke-dasharray="2 2.5"/>'
            )
            drawn += f'{box} fill="none" stroke="{GOLD}"/>' if gap else ""
        elif part.kind == "lost":
            arms = "l5.2 5.2m0-5.2l-5.2 5.2"
            shape = "".join(f"M{x - 2.6:.1f} {foot - 10.6:.1f}{arms}" for x in middles)
            look = f'stroke="{LOST}" stroke-width="1.6" stroke-linecap="round"'
            drawn += f'<path d="{shape}" {look}/>'
        elif part.kind == "costs":  # one text, a digit in each column
            places, digits = " ".join(f"{x:.1f}" for x in middles), str(part.worth) * count
            look = CENTRED + BOLD + f' fill="{LOST}"'
            drawn += f'<text x="{places}" y="{foot - 3:g}" font-size="13"{look}>{digits}</text>'
        else:
            shape = "".join(f"M{x - 4:.1f} {foot - 8:g}h8" for x in middles)
            drawn += f'<path d="{shape}" stroke="{SOFT}" stroke-width="1.5" stroke-opacity=".7"/>'
    return drawn


def _ticks(scale: Scale, y: float, marked: int | None = None) -> str:
    """Return every fifth or twentieth total and the last, with room for one marked in gold."""
    gap, drawn = 5 if scale.last - scale.first < 40 else 20, ""
    for total in range(scale.first, scale.last + 1):
        is_tick = total == scale.last or (total % gap == 0 and scale.last - total > gap / 3)
        has_room = marked is None or abs(total - marked) >= 24 / scale.step
        if total == marked or (is_tick and has_room):
            look = BOLD + IN_GOLD if total == marked else IN_SOFT
            drawn += words(with_minus(total), scale.at(total + 0.5), y, 13, CENTRED + look)
    return drawn


def _legend(kinds: set[str], y: float, *, by_points: bool) -> tuple[str, float]:
    """Return a sample of each kind with its name, in lines, and where the legend ends."""
    x, drawn = LEFT, ""
    samples: dict[str, tuple[Worth, str]] = {
        "safe": (Fraction(1), N_("costs no point") if by_points else N_("survives")),
        "risk": (Fraction(4, 5), N_("with luck")),
        "lost": (Fraction(0), N_("loses")),
        "costs": (1, N_("points that it costs")),
        BARRED: (BARRED, N_("may not be played")),
    }
    for worth, name in (sample for kind, sample in samples.items() if kind in kinds):
        text = gettext(name)
        wide = 42 + round(7.4 * len(text))
        if x + wide > RIGHT + 20:
            x, y = LEFT, y + 20
        drawn += _ranges_svg(Scale(0, 0, x, x + 16), [TotalRange(0, 0, worth)], y + 14, 14)
        drawn += words(text, x + 22, y + 12, 13)
        x += wide
    return drawn, y + 32

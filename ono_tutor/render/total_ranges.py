"""What each card of a hand does at the totals around the present one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from html import escape
from itertools import groupby

from ono_tutor.cards import Card
from ono_tutor.game.legal import judged
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, format_list, lazy_gettext, sentence
from ono_tutor.render.answers import Json, fraction
from ono_tutor.render.caption import card_list
from ono_tutor.render.survival_picture import IN_GOLD, LOST, SAFE, SUBJECT, Scale, row_svg
from ono_tutor.render.survival_text import HIGHEST, row_text
from ono_tutor.render.svg_style import (
    BOLD,
    CENTRED,
    CHALK,
    FELT,
    FONT,
    GOLD,
    IN_SOFT,
    RIM,
    SOFT,
    words,
)
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.survival_map import SurvivalMap
from ono_tutor.solver.survival_rows import exact_row
from ono_tutor.solver.survive import survive

REACH = 8
"""How many totals are taken on each side of the present one."""

BARRED = "barred"
Fate = Fraction | int | str
"""What a play does at a total: the chance, the points it costs, or :data:`BARRED`."""


@dataclass(frozen=True, slots=True)
class Run:
    """Totals in a row, ``first`` to ``last``, at which a play does the same."""

    first: int
    last: int
    fate: Fate


@dataclass(frozen=True, slots=True)
class Track:
    """A play and what it does along the totals."""

    play: Play
    runs: tuple[Run, ...]


def tracks(position: Position) -> list[Track]:
    """Each way to play a card of the hand, and what it does at the totals around."""
    first, last = window(position)
    by_total = {total: _fates(replace(position, total=total)) for total in range(first, last + 1)}
    plays = position.rules.plays_of_hand(position.hand)
    return [Track(play, tuple(_runs(play, by_total))) for play in plays]


def window(position: Position) -> tuple[int, int]:
    """The totals drawn, first and last: the present one and some on each side."""
    rules, wide = position.rules, 2 * REACH
    first = min(position.total - REACH, HIGHEST - wide)
    if not rules.can_show(-1):
        first = max(0, first)
    return first, first + wide


def _fates(position: Position) -> dict[Play, Fate]:
    chances = dict(survive(position).chances)
    found: dict[Play, Fate] = {}
    for play in position.rules.plays_of_hand(position.hand):
        effect = judged(position, play)
        if not isinstance(effect, Effect):
            found[play] = BARRED
        else:
            found[play] = effect.costs or chances.get(play, Fraction(0))
    return found


def _runs(play: Play, by_total: dict[int, dict[Play, Fate]]) -> Iterator[Run]:
    def kind(total: int) -> tuple[str, Fate]:
        fate = by_total[total][play]
        return type(fate).__name__, fate

    for (_, fate), run in groupby(by_total, key=kind):
        totals = list(run)
        yield Run(totals[0], totals[-1], fate)


def tracks_text(position: Position, found: Sequence[Track]) -> str:
    """The picture in sentences, one a play."""
    rules = position.rules
    hand = lazy_gettext("Hand: {hand}.", hand=card_list(rules, position.hand))
    return " ".join([str(hand), *(_track_text(position, track) for track in found)])


def _track_text(position: Position, track: Track) -> str:
    phrases = [_phrase(run) for run in track.runs]
    name = sentence(str(position.rules.play_name(track.play)))
    return str(lazy_gettext("{play}: {phrases}.", play=name, phrases=format_list(phrases)))


def _phrase(run: Run) -> str:
    fields = {"first": run.first, "last": run.last, "points": run.fate, "chance": ""}
    if isinstance(run.fate, Fraction):
        fields["chance"] = fraction(run.fate)
    templates = _PHRASES[kind_of(run.fate)]
    return str(lazy_gettext(templates[run.first == run.last], **fields))


def kind_of(fate: Fate) -> str:
    """What a fate is, in a word: safe, risk, lost, costs or barred."""
    if isinstance(fate, Fraction):
        return "risk" if 0 < fate < 1 else "safe" if fate else "lost"
    return "costs" if isinstance(fate, int) else BARRED


_PHRASES = {
    "safe": {True: N_("fine at {first}"), False: N_("fine from {first} to {last}")},
    "risk": {
        True: N_("a chance of {chance} at {first}"),
        False: N_("a chance of {chance} from {first} to {last}"),
    },
    "lost": {True: N_("loses at {first}"), False: N_("loses from {first} to {last}")},
    "costs": {
        True: N_("costs {points} at {first}"),
        False: N_("costs {points} from {first} to {last}"),
    },
    BARRED: {
        True: N_("not allowed at {first}"),
        False: N_("not allowed from {first} to {last}"),
    },
}


WIDTH, LEFT, RIGHT, FROM = 380, 20, 360, 104
STRIP, HIGH, TOP = 30, 18, 92


def outlook_figure(position: Position) -> Json | None:
    """The picture of a hand along the totals, the present one marked; None for a hidden hand.

    There is none either for a hand that is empty, past the limit or leads on to a dump.
    """
    rules = position.rules
    if not position.is_hand_known or not position.hand or position.total >= rules.bound:
        return None
    if has_row(position):
        known = _map_of(position)
        row = row_text(rules, position.hand, known.row(position.hand))
        svg = row_svg(known, position.hand, position.total, faces=False)
        return {"title": str(lazy_gettext(SUBJECT)), "svg": svg, "text": str(row)}
    if draws_many(position):
        return None
    found = tracks(position)
    text = tracks_text(position, found)
    title = str(lazy_gettext("What each card does, by total"))
    return {"title": title, "svg": _svg(position, found, title, text), "text": text}


def _map_of(position: Position) -> SurvivalMap:
    """The survival map of one hand: the whole one takes long under some options."""
    rules, pair = position.rules, len(position.still_in) == 2
    weights = {
        card: (rules.hand_size + 1) ** n for n, card in enumerate(rules.deck(rules.least_players))
    }
    hand = tuple(sorted(position.hand, key=weights.__getitem__))
    row = exact_row(rules, hand, pair=pair)
    return SurvivalMap(rules, pair, (row,), {sum(map(weights.__getitem__, hand)): 0}, weights)


def has_row(position: Position) -> bool:
    """Whether the survival map has this hand: a full one under a double, nothing else known."""
    rules, pair = position.rules, len(position.still_in) == 2
    is_full = len(position.hand) == rules.hand_size and rules.most_owed > 1
    is_plain = position.moment == Moment(position.total, owes=2, pair=pair)
    knows_more = position.undrawn or position.draw or position.discards()
    others = {
        card
        for seat in position.still_in
        if seat != position.turn
        for card in _held(position, seat)
    }
    return is_full and is_plain and not knows_more and others <= {Card.UNKNOWN}


def draws_many(position: Position) -> bool:
    """Whether a play leads on to several cards drawn: to weigh that takes long at every total."""
    judgements = [judged(position, play) for play in position.rules.plays_of_hand(position.hand)]
    effects = [found for found in judgements if isinstance(found, Effect)]
    return any(effect.steps == 0 and effect.draws > 1 for effect in effects)


def _held(position: Position, seat: int) -> Hand:
    return position.hands[seat] or ()


def _svg(position: Position, found: Sequence[Track], title: str, text: str) -> str:
    scale = Scale(*window(position), FROM, RIGHT)
    foot = TOP + STRIP * len(found)
    kinds = dict.fromkeys(kind_of(run.fate) for track in found for run in track.runs)
    shown = [kind for kind in LEGEND if kind in kinds]
    tall = foot + 56 + 20 * ((len(shown) + 1) // 2)
    parts = [
        words(position.rules.title, LEFT, 34, 17, BOLD),
        words(title, LEFT, 55, 13.5, IN_SOFT),
        _column(scale, position.total, foot),
        *(_track(scale, track, TOP + STRIP * n) for n, track in enumerate(found)),
        _ticks(scale, position.total, foot + 18),
        *(_sample(kind, position.rules, n, foot + 38) for n, kind in enumerate(shown)),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" '
        f'width="{WIDTH}" height="{tall}" role="img" fill="{CHALK}" font-family="{FONT}">'
        f"<title>{escape(title)}</title><desc>{escape(text)}</desc>"
        f'<rect width="{WIDTH}" height="{tall}" rx="18" fill="{RIM}"/>'
        f'<rect x="5" y="5" width="{WIDTH - 10}" height="{tall - 10}" rx="14" fill="{FELT}"/>'
        + "".join(parts)
        + "</svg>\n"
    )


def _column(scale: Scale, total: int, foot: float) -> str:
    """The present total: a pointer above and a frame round its column."""
    x, wide = scale.at(total), scale.step
    middle = x + wide / 2
    return (
        f'<path d="M{middle - 6:.1f} {TOP - 20}h12l-6 10z" fill="{GOLD}"/>'
        f'<rect x="{x - 1:.1f}" y="{TOP - 6}" width="{wide + 2:.1f}" height="{foot - TOP + 8:g}" '
        f'rx="4" fill="#000" fill-opacity=".28" stroke="{GOLD}" stroke-dasharray="3 3"/>'
    )


def _track(scale: Scale, track: Track, y: float) -> str:
    foot = y + STRIP - 8
    rule = f'<path d="M{LEFT} {foot + 5:g}H{RIGHT}" stroke="{SOFT}" stroke-opacity=".25"/>'
    label = words(_short(track.play), LEFT, foot - 3, 15, BOLD)
    return rule + label + _runs_svg(scale, track.runs, foot)


def _short(play: Play) -> str:
    return str(play).replace("-", "−")


def _runs_svg(scale: Scale, runs: Sequence[Run], foot: float) -> str:
    """Blocks, striped bars, crosses, dashes and points that are lost; a path for all of a kind."""
    drawn: dict[str, str] = {}
    for run in runs:
        kind = kind_of(run.fate)
        drawn[kind] = drawn.get(kind, "") + _PARTS[kind](scale, run, foot)
    wide = scale.step - 1 if scale.step > 5 else scale.step
    looks = {**_LOOKS, "risk": f'{_LOOKS["risk"]} stroke-width="{wide:.1f}"'}
    return "".join(
        part if kind == "costs" else f'<path d="{part}" {looks[kind]}/>'
        for kind, part in drawn.items()
    )


def _middles(scale: Scale, run: Run) -> list[float]:
    return [scale.at(total + 0.5) for total in range(run.first, run.last + 1)]


def _block(scale: Scale, run: Run, foot: float) -> str:
    left, right = scale.at(run.first) + 0.5, scale.at(run.last + 1) - 0.5
    return f"M{left:.1f} {foot:g}V{foot - HIGH:g}H{right:.1f}V{foot:g}z"


def _bar(scale: Scale, run: Run, foot: float) -> str:
    assert isinstance(run.fate, Fraction)
    top = foot - max(2.0, float(HIGH * run.fate))
    return "".join(f"M{x:.1f} {foot:g}V{top:.1f}" for x in _middles(scale, run))


def _cross(scale: Scale, run: Run, foot: float) -> str:
    return "".join(
        f"M{x - 2.6:.1f} {foot - 10.6:.1f}l5.2 5.2m0-5.2l-5.2 5.2" for x in _middles(scale, run)
    )


def _dash(scale: Scale, run: Run, foot: float) -> str:
    return "".join(f"M{x - 4:.1f} {foot - 8:g}h8" for x in _middles(scale, run))


def _points(scale: Scale, run: Run, foot: float) -> str:
    """The points that are lost, a digit in each column."""
    places = " ".join(f"{x:.1f}" for x in _middles(scale, run))
    look = CENTRED + BOLD + f' fill="{LOST}"'
    digits = str(run.fate) * (run.last - run.first + 1)
    return f'<text x="{places}" y="{foot - 3:g}" font-size="13"{look}>{digits}</text>'


def _ticks(scale: Scale, total: int, y: float) -> str:
    """Every fourth total, and the present one in gold."""
    room = 26 / scale.step
    shown = [t for t in range(scale.first, scale.last + 1, 4) if abs(t - total) >= room]
    plain = (words(_number(t), scale.at(t + 0.5), y, 13, CENTRED + IN_SOFT) for t in shown)
    here = words(_number(total), scale.at(total + 0.5), y, 13, CENTRED + BOLD + IN_GOLD)
    return "".join(plain) + here


def _number(total: int) -> str:
    return str(total).replace("-", "−")


def _sample(kind: str, rules: RuleSet, place: int, y: float) -> str:
    """A line of the legend, two of them beside each other."""
    x, y = LEFT + 170 * (place % 2), y + 20 * (place // 2)
    fate, text = (LEGEND | LEGEND_BY_MARKS if rules.marks else LEGEND)[kind]
    sample = _runs_svg(Scale(0, 0, x, x + 16), [Run(0, 0, fate)], y + 14)
    return sample + words(lazy_gettext(text), x + 24, y + 12, 13)


LEGEND: dict[str, tuple[Fate, str]] = {
    "safe": (Fraction(1), N_("completes the turn")),
    "risk": (Fraction(4, 5), N_("with luck")),
    "lost": (Fraction(0), N_("loses")),
    "costs": (1, N_("points that it costs")),
    BARRED: (BARRED, N_("may not be played")),
}
LEGEND_BY_MARKS: dict[str, tuple[Fate, str]] = {"safe": (Fraction(1), N_("costs no point"))}

_PARTS = {"safe": _block, "risk": _bar, "lost": _cross, "costs": _points, BARRED: _dash}
_LOOKS = {
    "safe": f'fill="{SAFE}"',
    "risk": f'stroke="{GOLD}" stroke-dasharray="2 2.5"',
    "lost": f'stroke="{LOST}" stroke-width="1.6" stroke-linecap="round"',
    BARRED: f'stroke="{SOFT}" stroke-width="1.5" stroke-opacity=".7"',
}

"""What each card of a hand does at the totals around the present one."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import groupby

from ono_tutor.game.legal import judged
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, format_list, lazy_gettext, sentence
from ono_tutor.render.answers import fraction
from ono_tutor.render.caption import card_list
from ono_tutor.render.survival_text import HIGHEST
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import Play
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

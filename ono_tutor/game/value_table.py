"""The table of values for two players (the worth of the cards kept), read from its file.

A table has, for each total that a play leaves, what is owed then and the cards that its player
keeps, the chance that this player wins the round (in Ninety-Nine the points that the other loses
more). ``tools/make_values.py`` makes it. A hand's own value follows from it play by play.
"""

import json
import zlib
from array import array
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import accumulate, combinations_with_replacement, product
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, UnanswerableError, quoted
from ono_tutor.game.legal import legal_moves
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Hand, Play, turn_order
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.states import Move, State

FORMAT = "ono-tutor-values/2"
LARGEST = 20_000_000
"""The most bytes of a file that are read."""

STEPS = 65_535
"""A value is kept as one of so many steps between the lowest and the highest."""


class ValueTable:
    """A table of values; ``about`` is the head of its file.

    The worths say what to play. What a play is then worth is corrected (:meth:`value`), because
    the worths take the other hand to be any that comes to such a place. ``about`` has the
    corrections, and by what was owed and by a band of totals the errors that are left and the
    other player's cards, all measured in rounds that the table played with itself.
    """

    def __init__(self, data: bytes) -> None:
        head, _, body = data.partition(b"\n")
        self.about: dict[str, Any] = json.loads(head)
        self._kind_of = {
            Card.parse(code): kind
            for kind, codes in enumerate(self.about["kinds"])
            for code in codes
        }
        size, kinds = self.about["keeps"], range(len(self.about["kinds"]))
        kept = (*combinations_with_replacement(kinds, size), ())
        self._rest_of = {rest: number for number, rest in enumerate(kept)}
        self._modes = {tuple(mode[:4]): mode[4] for mode in self.about["modes"]}
        self._rows: dict[tuple[int, ...], int] = {
            tuple(row): number for number, row in enumerate(self.about["rows"])
        }
        self.low, self.high = self.about["totals"]
        self.height: int = self.high - self.low + 1
        packed = zlib.decompress(body)  # the steps from value to value: high bytes, then low ones
        half = len(packed) // 2
        steps = [high << 8 | low for high, low in zip(packed[:half], packed[half:], strict=True)]
        steps = [STEPS - (step >> 1) if step & 1 else step >> 1 for step in steps]
        self._values = array("H")
        for at in range(0, half, self.height):
            sums = accumulate(steps[at : at + self.height])
            self._values.extend([each & STEPS for each in sums])
        self._least, most = self.about["range"]
        self._step = (most - self._least) / STEPS

    @classmethod
    def read(cls, data: bytes, name: str) -> "ValueTable":
        """Return the table of a file; raises :class:`NotationError` for any other file."""
        try:
            table = cls(data) if len(data) <= LARGEST else None
        except (ValueError, KeyError, TypeError, IndexError, zlib.error, OnoError):
            table = None
        if table is None or table.about.get("format") != FORMAT:
            message = f"{quoted(name)} is not a table of values"
            raise NotationError(message, word=name)
        return table

    def fits(self, rules: RuleSet) -> bool:
        """Check whether the table is for these rules and the cards that they have now.

        Options that change no round may differ.
        """
        if self._kind_of.keys() != rules.deck(2).keys():
            return False
        changed = {*rules.name.split("+")} ^ {*self.about["rules"].split("+")}
        alike = self.about.get("alike", ())
        return all(word in alike or word.partition("=")[0] in alike for word in changed)

    def check(self, rules: RuleSet) -> None:
        """Check that the table is for this rule set; raises :class:`UnanswerableError` if not."""
        if not self.fits(rules):
            message = f"the table is for {self.about['rules']} as it was, not for {rules} as it is"
            raise UnanswerableError(message, word=str(rules))

    def worth(self, hand: Hand, move: Move, play: Play | None = None) -> float:
        """Return what a play of this hand is worth to its player, to choose by.

        ``play`` says which cards are put down, if not those of the move.
        """
        place, gain = self.shelf(move)
        if place < 0:
            return gain
        return gain + self._worth_at(place, _without(hand, play or move.play))

    def value(self, hand: Hand, play: Play, move: Move, before: Moment) -> float:
        """Return what a move is worth, by rounds, to a player who kept what ``play`` keeps."""
        worth = self.worth(hand, move, play)
        if move.effect.busts or move.effect.ends_round:
            return worth
        known: dict[str, float] = self.about["corrections"]
        terms = self.terms(hand, play, move, before)
        return worth + sum(share * known.get(term, 0.0) for term, share in terms)

    def terms(
        self, hand: Hand, play: Play, move: Move, before: Moment
    ) -> Iterator[tuple[str, float]]:
        """Yield the terms of the correction of a worth, each with its share.

        They say what was owed before and at which total, what is left and what that is worth, the
        card played and the cards kept: all this tells about the other hand.
        """
        rest, stays = _without(hand, play), stays_with(move)
        on, mode, _ = self.place(move.follows, stays=stays)
        row, band = f"{owed_before(before)}{on}{mode}", band_of(before.total)
        worth = self.worth_of_rest(rest, move.follows, stays=stays)
        for knot, share in _knots(move.follows.total, AFTER_STEP):
            yield f"{row} after {knot}", share
            yield f"{row} worth {knot}", share * worth
        for knot, share in _knots(before.total, BEFORE_STEP):
            yield f"{row} before {knot}", share
        if move.card is not None:
            yield f"{band} play {self._kind_of[move.card]}", 1.0
        for card in rest:
            yield f"{band} keep {self._kind_of[card]}", 1.0

    def errors(self, before: Moment) -> tuple[float, float]:
        """Return the error of a value, and of the difference between two plays of a hand."""
        of_value, of_difference = self.about["errors"][owed_before(before)][band_of(before.total)]
        return of_value, of_difference

    def others(self, before: Moment) -> tuple[dict[Card, float], dict[Card, float]]:
        """Return how likely each card is to be in another hand, and how often it was put down.

        The first are weights, the second shares of the cards that the player to move cannot see.
        """
        cell = self.about["others"][owed_before(before)][band_of(before.total)]
        held, put = (
            {card: cell[name][kind] for card, kind in self._kind_of.items()}
            for name in ("held", "put")
        )
        return held, put

    def worth_of_rest(self, cards: Sequence[Card], moment: Moment, *, stays: bool) -> float:
        """Return what these cards are worth at a moment of the other player, or of the same one."""
        return self._worth_at(self._shelf_at(moment, stays), cards)

    def _worth_at(self, shelf: int, cards: Sequence[Card]) -> float:
        rest = self._rest_of[tuple(sorted(map(self._kind_of.__getitem__, cards)))]
        return float(self._least + self._values[shelf + rest * self.height] * self._step)

    def _shelf_at(self, moment: Moment, stays: bool) -> int:
        on, mode, total = self.place(moment, stays=stays)
        return self._rows[on, mode] * len(self._rest_of) * self.height + total

    def rows(self) -> dict[tuple[int, ...], list[float]]:
        """Return all values, by who moves and the mode, then by cards kept and total."""
        size = len(self._rest_of) * self.height
        return {
            row: [self._least + each * self._step for each in self._values[at * size :][:size]]
            for row, at in self._rows.items()
        }

    def loop_rows(self, cards: Sequence[Card], hand_size: int) -> dict[str, Any]:
        """Return the table for the loop of playouts; ``rests`` has each way to keep some cards."""
        kinds = [self._kind_of[card] for card in cards]
        return {
            "values": self._values,
            "height": self.height,
            "least_value": self._least,
            "value_step": self._step,
            "rests": [
                self._rest_of[tuple(sorted(kept))] for kept in product(kinds, repeat=hand_size - 1)
            ],
        }

    def shelf(self, move: Move) -> tuple[int, float]:
        """Return where the worths of cards kept after a move begin, -1 for none, and its gain."""
        effect = move.effect
        if effect.busts:
            return -1, -1.0
        gain = float(effect.costs_others - effect.costs)
        if effect.ends_round:
            return -1, gain
        return self._shelf_at(move.follows, stays_with(move)), gain

    def place(self, moment: Moment, *, stays: bool) -> tuple[int, int, int]:
        """Return the place of a moment in the table: who moves, the mode and the total."""
        total = min(max(moment.total, self.low), self.high) - self.low
        return int(stays), self._modes[mode_key(moment)], total


AFTER_STEP, BEFORE_STEP = 10, 3
"""Totals between two knots of a correction, by the total after a play and by that before it."""


def _knots(total: int, step: int) -> tuple[tuple[int, float], tuple[int, float]]:
    """Return the two knots that a total lies between, and its share of each."""
    low, over = divmod(total, step)
    return (low, 1 - over / step), (low + 1, over / step)


BANDS = (40, 70, 88)
"""Totals from which on a new band of totals begins."""


def band_of(total: int) -> int:
    """Return the number of the band that a total is in."""
    return sum(total >= first for first in BANDS)


def owed_before(moment: Moment) -> int:
    """Return 0 where one card is owed, 1 for two cards, and 2 for the second of two."""
    return 2 if moment.first is not None else moment.owes - 1


def best_move(table: ValueTable, hand: Hand, state: State) -> Move | None:
    """Return the legal move that is worth most, the first of equals by card; None without any."""
    moves = legal_moves(hand, state).values()
    order = sorted(moves, key=lambda move: str(move.play))
    return max(order, key=lambda move: table.worth(hand, move), default=None)


@lru_cache(maxsize=16)
def table_of(rules: RuleSet) -> ValueTable | None:
    """Return the shipped table that fits a rule set, or None."""
    table = shipped_table(rules.key)
    return table if table and table.fits(rules) else None


@lru_cache(maxsize=8)
def shipped_table(key: str) -> ValueTable | None:
    """Return the shipped table of a game without options, or None."""
    place = files("ono_tutor.game").joinpath("values", f"{key}.bin")
    return ValueTable(place.read_bytes()) if place.is_file() else None


def mode_key(moment: Moment) -> tuple[int, bool, bool, bool]:
    """Return the facts of a moment apart from its total, as a table has them."""
    return moment.owes, moment.first is not None, moment.opening, moment.ono_spent


_ORDER = turn_order((True, True))


def stays_with(move: Move) -> bool:
    """Check whether the same player moves on after a move, with two players."""
    return _ORDER[move.passing][0] == 0


def _without(hand: Hand, play: Play) -> Sequence[Card]:
    rest = list(hand)
    for _ in range(play.copies):
        rest.remove(play.card)  # type: ignore[arg-type]  # a legal move has a card
    return rest

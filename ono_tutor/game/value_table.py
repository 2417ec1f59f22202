"""What it is worth to keep cards: the table of values for two players, read from its file.

A table has, for each total that a play leaves, what is owed then and the cards that its player
keeps, the chance that this player wins the round (in Ninety-Nine the points that the other loses
more). ``ono-tutor value --make`` makes it. A hand's own value follows from it play by play.
"""

import json
import zlib
from array import array
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate, combinations_with_replacement
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, UnanswerableError, quoted
from ono_tutor.game.duel_model import DuelModel, mode_of, stays_with
from ono_tutor.game.legal import legal_moves
from ono_tutor.rules.automaton import Move, State
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand

FORMAT = "ono-tutor-values/1"
LARGEST = 20_000_000
"""The most bytes of a file that are read."""

STEPS = 65_535
"""A value is kept as one of so many steps between the lowest and the highest."""


class ValueTable:
    """A table of values; ``about`` is the head of its file.

    ``about`` has how good the table is: ``value`` of the first player at the start, ``gain`` by
    the best single change of play in each turn, and ``error``, how far the chances are from what
    happens in rounds with a real draw pile.
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
        self._rows = {tuple(row): number for number, row in enumerate(self.about["rows"])}
        self.low, self.high = self.about["totals"]
        self._values = _unpacked(body, self.high - self.low + 1)
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
            message = f"{quoted(name)} is not a table that ono-tutor value --make has made"
            raise NotationError(message, word=name)
        return table

    def check(self, rules: RuleSet) -> None:
        """Check that the table is for this rule set; raises :class:`UnanswerableError` if not."""
        if rules.name != self.about["rules"] and self.about["steps"] != fingerprint(rules):
            message = f"the table is for {self.about['rules']}, not for {rules}"
            raise UnanswerableError(message, word=str(rules))

    def worths(self, hand: Hand, state: State) -> dict[Play, float]:
        """Return what each legal play of a hand is worth to its player, -1 to 1 or in points."""
        return {play: self.worth(hand, move) for play, move in legal_moves(hand, state).items()}

    def worth(self, hand: Hand, move: Move) -> float:
        """Return what a play of this hand is worth to its player."""
        if move.effect.busts:
            return -1.0
        return self.mixed(hand, move.play, move)

    def mixed(self, hand: Hand, play: Play, move: Move) -> float:
        """Return what a move would be worth to a player who kept what another play keeps."""
        gain = move.effect.costs_others - move.effect.costs
        if move.effect.ends_round:
            return float(gain)
        return gain + self.kept(_without(hand, play), move.follows, stays=stays_with(move))

    def kept(self, cards: Sequence[Card], moment: Moment, *, stays: bool) -> float:
        """Return what these cards are worth at a moment of the other player, or of the same one."""
        rest = self._rest_of[tuple(sorted(map(self._kind_of.__getitem__, cards)))]
        on, mode, total = self.place(moment, stays=stays)
        row, height = self._rows[on, mode], self.high - self.low + 1
        found = self._values[(row * len(self._rest_of) + rest) * height + total]
        return float(self._least + found * self._step)

    def rows(self) -> dict[tuple[int, int], list[float]]:
        """Return all values, by who moves and the mode, then by cards kept and total."""
        size = len(self._rest_of) * (self.high - self.low + 1)
        return {
            row: [self._least + each * self._step for each in self._values[at * size :][:size]]
            for row, at in self._rows.items()
        }

    def place(self, moment: Moment, *, stays: bool) -> tuple[int, int, int]:
        """Return where a moment stands in the table: who moves, the mode and the total."""
        total = min(max(moment.total, self.low), self.high) - self.low
        return int(stays), self._modes[_mode_key(moment)], total


def best_move(table: ValueTable, hand: Hand, state: State) -> Move | None:
    """Return the legal move that is worth most, the first of equals by card; None without any."""
    moves = legal_moves(hand, state).values()
    order = sorted(moves, key=lambda move: str(move.play))
    return max(order, key=lambda move: table.worth(hand, move), default=None)


@lru_cache(maxsize=16)
def table_of(rules: RuleSet) -> ValueTable | None:
    """Return the shipped table of a rule set; None where there is none.

    Options that change nothing in a round between two players have the table of the default.
    """
    place = files("ono_tutor.game").joinpath("values", f"{rules.key}.bin")
    if not place.is_file():
        return None
    table = _read(place.read_bytes())
    if rules.name == table.about["rules"] or table.about["steps"] == fingerprint(rules):
        return table
    return None


@lru_cache(maxsize=8)
def _read(data: bytes) -> ValueTable:
    return ValueTable(data)


def fingerprint(rules: RuleSet) -> str:
    """Return a word that is equal for rule sets with the same round between two players."""
    model = DuelModel.of(rules)
    steps = [[[list(map(tuple, ways)) for ways in row] for row in mode] for mode in model.steps]
    kinds = [[card.code for card in kind] for kind in model.kinds]
    told = [kinds, model.counts, model.sets, model.totals, steps, model.stuck]
    return sha256(json.dumps(told).encode()).hexdigest()[:16]


def pack_table(model: DuelModel, worth: Any, about: Mapping[str, object]) -> bytes:
    """Return the file of a table: a line of JSON, and the values, by total within cards kept.

    ``worth`` is by whether the same player goes on, by mode, total and cards kept.
    """
    ways = (ways for mode in model.steps for row in mode for ways in row)
    rows = sorted({(int(step.stays), step.mode) for each in ways for step in each if not step.ends})
    values = [worth[stays][mode].T.flatten() for stays, mode in rows]
    least = min(float(each.min()) for each in values)
    most = max(float(each.max()) for each in values)
    numbers = array("H", [
        round((float(value) - least) / (most - least) * STEPS) for each in values for value in each
    ])  # fmt: skip
    head = {
        "format": FORMAT,
        "rules": model.rules.name,
        "kinds": [[card.code for card in kind] for kind in model.kinds],
        "keeps": model.rules.hand_size - 1,
        "totals": model.totals,
        "modes": [[*_mode_key(mode), number] for mode, number in model.modes.items()],
        "rows": rows,
        "range": [least, most],
        "steps": fingerprint(model.rules),
        **about,
    }
    return (
        json.dumps(head).encode() + b"\n" + _packed(numbers, model.totals[1] - model.totals[0] + 1)
    )


def _packed(numbers: "array[int]", height: int) -> bytes:
    """Return the numbers as differences between neighbours, high bytes first, compressed."""
    steps = [
        (number - (numbers[at - 1] if at % height else 0)) % (STEPS + 1)
        for at, number in enumerate(numbers)
    ]
    steps = [(step * 2 if step < 32_768 else 2 * (STEPS - step) + 1) for step in steps]
    return zlib.compress(bytes(s >> 8 for s in steps) + bytes(s & 255 for s in steps), 9)


def _unpacked(body: bytes, height: int) -> "array[int]":
    data = zlib.decompress(body)
    half = len(data) // 2
    numbers = array("H")
    pairs = zip(data[:half], data[half:], strict=True)
    steps = [high << 8 | low for high, low in pairs]
    steps = [STEPS - (step >> 1) if step & 1 else step >> 1 for step in steps]
    for at in range(0, half, height):
        numbers.extend([each & STEPS for each in accumulate(steps[at : at + height])])
    return numbers


def _mode_key(moment: Moment) -> tuple[int, bool, bool, bool]:
    mode = mode_of(moment)
    return mode.owes, mode.first is not None, mode.opening, mode.ono_spent


def _without(hand: Hand, play: Play) -> Sequence[Card]:
    rest = list(hand)
    for _ in range(play.copies):
        rest.remove(play.card)  # type: ignore[arg-type]  # a legal move has a card
    return rest

"""A round between two players as rows: every moment, every kind of card, and what it does.

The table of values is made from these rows. They are filled by asking the rule set, and cards that
do the same everywhere (with two players: a Hold and a Reverse of 1980) are one kind.
"""

import json
import zlib
from array import array
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, NamedTuple

from ono_tutor.cards import Card
from ono_tutor.game.value_table import FORMAT, STEPS, mode_key, stays_with
from ono_tutor.rules.catalogue import ruleset, without_option
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.states import SOME_FIRST, Move, state_of

LOWEST = -20
"""Totals below are taken for this one: a round comes there from 0 by three Minus Ten in a row."""

Mode = Moment
"""A moment apart from its total, which is 0: what is owed, and which option binds."""


class ModelStep(NamedTuple):
    """A play as a row: the total and the mode it leaves, and the gain of its player.

    ``stays`` says that the same player plays again; ``gain`` are points in Ninety-Nine, ``ends``
    says that the round is over.
    """

    total: int
    mode: int
    stays: bool
    gain: int
    ends: bool


@dataclass(frozen=True, slots=True)
class TwoPlayerRound:
    """The round between two players of a rule set.

    ``kinds`` are the cards that do the same, ``counts`` how many of them the deck has, ``totals``
    the lowest and the highest total, ``modes`` the number of each mode; modes in which all plays do
    the same have one. ``steps`` has by mode, total and kind the ways to play the
    card; sets of several cards come after the kinds. ``stuck`` says by mode whether a player who
    cannot play wins all the same if the other cannot either (rule ``nobody-can-play``).
    """

    rules: RuleSet
    kinds: tuple[tuple[Card, ...], ...]
    counts: tuple[int, ...]
    sets: tuple[int, ...]
    totals: tuple[int, int]
    modes: Mapping[Mode, int]
    steps: tuple[tuple[tuple[tuple[ModelStep, ...], ...], ...], ...]
    stuck: tuple[bool, ...]

    @classmethod
    def of(cls, rules: RuleSet) -> "TwoPlayerRound":
        """Return the round of a rule set between two players."""
        low, high = (LOWEST if rules.can_show(-1) else 0), rules.bound - 1
        modes = _Modes(rules, low, high)
        rows = [modes.row(mode) for mode in modes.found]  # more are found on the way
        # Modes in which every play does the same are one, the first of them.
        same = [
            next(m for m, row in enumerate(rows) if row == own and modes.stuck[m] == stuck)
            for own, stuck in zip(rows, modes.stuck, strict=True)
        ]
        kept = sorted(set(same))
        place = [kept.index(other) for other in same]
        rows = [
            [
                [tuple([step._replace(mode=place[step.mode]) for step in ways]) for ways in row]
                for row in rows[mode]
            ]
            for mode in kept
        ]
        cards = tuple(rules.deck(2))
        kinds: dict[object, list[int]] = {}
        for at in range(len(cards)):
            looks = tuple(row[at] for mode in rows for row in mode)
            kinds.setdefault(looks, []).append(at)
        first = [members[0] for members in kinds.values()]
        order = [*first, *range(len(cards), len(cards) + len(rules.sets))]
        steps = tuple(tuple(tuple(row[at] for at in order) for row in mode) for mode in rows)
        kind_of = {cards[at]: k for k, members in enumerate(kinds.values()) for at in members}
        return cls(
            rules,
            tuple(tuple(cards[at] for at in members) for members in kinds.values()),
            tuple(sum(rules.deck(2)[cards[at]] for at in group) for group in kinds.values()),
            tuple(kind_of[play.card] for play in rules.sets if play.card),
            (low, high),
            {mode: place[at] for at, mode in enumerate(modes.found)},
            steps,
            tuple(modes.stuck[mode] for mode in kept),
        )


class _Modes:
    """The modes that a round can come to, found while their rows are made."""

    def __init__(self, rules: RuleSet, low: int, high: int) -> None:
        self.rules, self.low, self.high = rules, low, high
        self.found = [Moment(0, pair=True, opening=rules.binds_opening)]
        self.stuck = [self._wins_stuck(self.found[0])]

    def row(self, mode: Mode) -> list[list[tuple[ModelStep, ...]]]:
        """Return by total and card the ways to play it."""
        rules = self.rules
        rows = []
        for total in range(self.low, self.high + 1):
            state = state_of(rules, mode._replace(total=total))
            ways = [*(state.safe_plays[card] for card in rules.deck(2)), *([p] for p in rules.sets)]
            moves = [[move for play in each if (move := state.move(play))] for each in ways]
            rows.append([tuple([self._step(move) for move in each]) for each in moves])
        return rows

    def _step(self, move: Move) -> ModelStep:
        effect, stays = move.effect, stays_with(move)
        gain = effect.costs_others - effect.costs
        if effect.ends_round:
            return ModelStep(self.high, 0, False, gain, True)
        total = min(max(effect.total, self.low), self.high)
        mode = mode_of(move.follows)
        if mode not in self.found:
            self.found.append(mode)
            self.stuck.append(self._wins_stuck(mode))
        return ModelStep(total, self.found.index(mode), stays, gain, False)

    def _wins_stuck(self, mode: Mode) -> bool:
        can_ask = self.rules.settles_on is SettlesOn.OTHERS_CAN_PLAY
        return can_ask and mode.first is not None


def mode_of(moment: Moment) -> Mode:
    """Return a moment without its total; which card was the first of two judges nothing."""
    return moment._replace(total=0, first=None if moment.first is None else SOME_FIRST)


def fingerprint(rules: RuleSet) -> str:
    """Return a word that is equal for rule sets with the same round between two players."""
    model = TwoPlayerRound.of(rules)
    steps = [[[list(map(tuple, ways)) for ways in row] for row in mode] for mode in model.steps]
    kinds = [[card.code for card in kind] for kind in model.kinds]
    facts = [kinds, model.counts, model.sets, model.totals, steps, model.stuck]
    return sha256(json.dumps(facts).encode()).hexdigest()[:16]


def options_alike(rules: RuleSet) -> Iterator[str]:
    """Yield the options that change nothing in such a round, or the values that do not.

    Of a number its bounds and its neighbour are tried.
    """
    own = fingerprint(rules)
    for option in rules.options:
        values: tuple[object, ...] | range = option.values
        if isinstance(values, range):
            near = min(rules.number(option.name) + 1, values[-1])
            values = (*sorted({values[0], near, values[-1]}),)
        words = [f"{option.name}={value}" for value in values if value != rules.chosen[option.name]]
        others = without_option(rules, option.name)
        same = [word for word in words if fingerprint(ruleset(f"{others}+{word}")) == own]
        yield from [option.name] if same == words else same


def pack_table(model: TwoPlayerRound, worth: Any, about: Mapping[str, object]) -> bytes:
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
        "modes": [[*mode_key(mode), number] for mode, number in model.modes.items()],
        "rows": rows,
        "range": [least, most],
        "steps": fingerprint(model.rules),
        **about,
    }
    # Differences between neighbours, high bytes before low ones, are easy to compress.
    height = model.totals[1] - model.totals[0] + 1
    steps = [
        (number - (numbers[at - 1] if at % height else 0)) % (STEPS + 1)
        for at, number in enumerate(numbers)
    ]
    steps = [(step * 2 if step < 32_768 else 2 * (STEPS - step) + 1) for step in steps]
    body = zlib.compress(bytes(s >> 8 for s in steps) + bytes(s & 255 for s in steps), 9)
    return json.dumps(head).encode() + b"\n" + body

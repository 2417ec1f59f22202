"""Playouts compiled by numba: :mod:`.playout_loop` on a record of arrays.

The record is one for all: numba would count the references to each array of a tuple anew in each
function. It has room for a table of any size, so that one compiled loop plays them all.
"""

from functools import lru_cache
from importlib.util import find_spec, module_from_spec
from itertools import product
from random import Random
from types import FunctionType
from typing import Any

import numpy as np
from numba import njit

from ono_tutor.game import playout_loop
from ono_tutor.game.playout import MOST_STATES, NUMBERS, Playouts
from ono_tutor.rules.play import turn_order
from ono_tutor.rules.ruleset import RuleSet

STATES, WIDTH, MOVES, SEATS, SIZE = MOST_STATES + 400, 40, 25 * MOST_STATES, 8, 4
"""Room for states (more than are kept, for some are made on the way), kinds, moves and seats."""

RECORD = np.dtype([
    *[(name, np.int64) for name in NUMBERS],
    *[(name, np.float64) for name in ("least_value", "value_step")],
    *[(name, np.int32, (STATES, WIDTH)) for name in ("follow", "first", "whole")],
    *[(name, np.int8, (STATES, WIDTH)) for name in ("passing", "ways", "best", "ranks")],
    ("out", np.int32, STATES),
    ("is_valued", np.int8, STATES),
    ("moves", np.int32, (MOVES, playout_loop.MOVE)),
    ("shelves", np.int32, MOVES),
    ("gains", np.float64, MOVES),
    ("opening", np.int32, 4),
    ("order", np.int8, (1 << SEATS, 4, 2 * SEATS)),
    ("deals", np.int16, (1 << SEATS) * SEATS * (SEATS + 1) ** 2),
    ("deck", np.int8, 128),
    ("pile", np.int8, 128),
    ("hands", np.int8, (SEATS, SIZE)),
    *[(name, np.int32, WIDTH // 2) for name in ("points", "binds_opening")],
    ("stakes", np.int32, SEATS),
    ("lost", np.int32, playout_loop.MOST_CAUSES),
    ("counts", np.int64, playout_loop.COUNTS),
    ("rests", np.int32, 4_096),
    ("values", np.uint16, 450_000),
])  # fmt: skip


class CompiledPlayouts(Playouts):
    """Playouts in the compiled loop; raises :class:`ValueError` for a table that has no room."""

    def __init__(self, rules: RuleSet, players: int, strategy: str) -> None:
        if players > SEATS or len(rules.deck_cards(players)) >= RECORD["pile"].shape[0]:
            raise ValueError(players)
        super().__init__(rules, players, strategy)
        self.loop = compiled_loop()

    def _new_run(self) -> tuple[Any, Any]:
        runs = np.zeros(1, RECORD)
        run = runs.view(np.recarray)[0]
        for mask, seated in enumerate(product((False, True), repeat=self.players)):
            run.order[mask, :, : 2 * self.players] = turn_order(seated[::-1])
        return runs, run

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            if np.ndim(value):
                room = getattr(self.run, name)
                room[tuple(map(slice, np.shape(value)))] = value
            else:
                setattr(self.run, name, value)

    def _put(self, number: int, **rows: Any) -> None:
        for name, more in rows.items():
            room = getattr(self.run, name)[number : number + len(more)]
            room[tuple(map(slice, np.shape(more)))] = more

    def _play_on(self, numbers: Any) -> None:
        super()._play_on(generator(numbers))


@lru_cache(maxsize=1)
def compiled_loop() -> Any:
    """Return the module of the loop a second time, with its functions compiled."""
    spec = find_spec(playout_loop.__name__)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType):
            setattr(module, name, njit(cache=True)(value))
    return module


def generator(numbers: Random) -> Any:
    """Return a generator of numpy that gives the numbers that these would give."""
    words, bits = numbers.getstate()[1], np.random.MT19937()
    state = {"key": np.array(words[:-1], np.uint32), "pos": words[-1]}
    bits.state = {"bit_generator": "MT19937", "state": state}
    return np.random.Generator(bits)

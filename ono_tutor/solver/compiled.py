"""The search for a win among two by the compiled loop, where the extra ``fast`` is installed.

The tables are filled from the same nodes that the plain search walks, and so from the rules' own
judgement; both examine the same spots and give the same answers.
"""

import numpy as np

from ono_tutor.rules.automaton import Move
from ono_tutor.solver import compiled_loop as loop
from ono_tutor.solver.deal import Deal
from ono_tutor.solver.packing import (
    FIRST_WAY,
    ID,
    KINDS,
    MOVES,
    NUMBER,
    OUT_VALUE,
    SHAPE,
    Node,
    PackedHand,
    Packing,
)
from ono_tutor.solver.search import ExhaustedError
from ono_tutor.solver.win_search import HANGS, TwoPlayerSearch

MOST_ROWS = 8_000
"""Moments in the tables, which grow up to this; a deal that meets more is searched plainly."""

_ROWS, _SLOTS = 256, 1 << 14
_HIDDEN_BIT = 1 << loop.HIDDEN


class SearchNotCompiledError(Exception):
    """The compiled loop cannot search this deal, the plain one can."""


class _Memo:
    """An open hash table, as arrays; ``told`` has its size first."""

    def __init__(self, slots: int = _SLOTS) -> None:
        self.keys, self.values = np.zeros(slots, np.int64), np.zeros(slots, np.int8)
        self.used, self.told = np.zeros(slots // 2, np.int64), np.zeros(5, np.int64)

    def grow(self) -> None:
        """Make room for four times as many."""
        old, told = self, self.told.copy()
        kept = old.used[: told[loop.SIZE]]
        pairs = old.keys[kept], old.values[kept]
        self.__init__(4 * len(old.keys))  # type: ignore[misc]  # the same object, with new arrays
        for key, value in zip(*pairs, strict=True):
            loop.put(self.keys, self.values, self.used, self.told, key, value)
        self.told[:] = told


class Tables:
    """What the loop knows of a packing: of each moment met, what every way of playing does."""

    def __init__(self, packing: Packing) -> None:
        self.packing = packing
        classes = packing.classes.classes
        if len(packing.classes.cards) >= loop.CARD or packing.rules.hand_size > 4:
            raise SearchNotCompiledError
        self.ways = np.array([(way.kind + 1, way.copies) for way in classes], np.int64)
        self.sets = np.array([at for at, way in enumerate(classes) if way.copies > 1], np.int64)
        self.nodes: list[Node] = []
        self.row_of: dict[int, int] = {}
        self.numbers: dict[int, int] = {}
        self.moments = np.zeros((_ROWS, 2), np.int64)
        self.orders = np.zeros((_ROWS, len(classes)), np.int64)
        self.moves = np.zeros((_ROWS, len(classes), 3), np.int64)
        self.memo, self.outs = _Memo(), _Memo()

    def row(self, node: Node) -> int:
        """Return the row of a node."""
        row = self.row_of.get(node[ID])
        return self._new_row(node) if row is None else row

    def _new_row(self, node: Node) -> int:
        row = self.row_of[node[ID]] = len(self.nodes)
        if row >= MOST_ROWS:
            raise SearchNotCompiledError
        self.nodes.append(node)
        if row == len(self.moments):
            names = "moments", "orders", "moves"
            for name, old in [(name, getattr(self, name)) for name in names]:
                setattr(self, name, np.concatenate((old, np.zeros_like(old))))
        order = self.packing.shapes[node[SHAPE]]
        alone = (at for at in order if self.ways[at, loop.COPIES] == 1)
        kinds = {int(self.ways[at, loop.KIND]) for at in alone}
        self.moments[row] = loop.NOT_ASKED, _HIDDEN_BIT | sum(1 << kind for kind in kinds)
        self.orders[row] = [*order, *[-1] * (self.orders.shape[1] - len(order))]
        self.moves[row, :, loop.FOLLOWS] = -1
        return row

    def ask_play(self, row: int, at: int, stays: list[bool]) -> None:
        """Ask the rules what a way of playing does at a moment."""
        node, way = self.nodes[row], FIRST_WAY + at
        follows = self.row(self.packing.follow(node, way))
        move: Move = node[MOVES][way]
        self.moves[row, at] = follows, move.effect.draws, stays[move.passing]

    def number(self, hand: PackedHand) -> int:
        """Return the hand as the loop writes it."""
        found = self.numbers.get(hand[NUMBER])
        if found is None:
            kinds = enumerate(hand[KINDS])
            found = sum(kind + 1 << loop.CARD_BITS * place for place, kind in kinds)
            self.numbers[hand[NUMBER]] = found
        return found

    def hand(self, number: int) -> PackedHand:
        """Return the hand that the loop writes as this number."""
        kinds = []
        while number:
            kinds.append((number & loop.CARD) - 1)
            number >>= loop.CARD_BITS
        return self.packing.hands[tuple(kinds)]


class CompiledSearch(TwoPlayerSearch):
    """The search for two players, spot by spot the same as :class:`TwoPlayerSearch`.

    Raises :class:`SearchNotCompiledError` where the tables cannot say what is asked for.
    """

    def __init__(self, deal: Deal, limit: int) -> None:
        super().__init__(deal, limit)
        if deal.packing.compiled is None:
            deal.packing.compiled = Tables(deal.packing)
        self.tables: Tables = deal.packing.compiled
        self.draw = np.array(deal.draw, np.int64) + 1
        self.frames = np.zeros((2 * len(deal.draw) + 16, 8), np.int64)
        memo = self.tables.memo
        loop.forget(memo.keys, memo.used, memo.told)

    @property
    def positions(self) -> int:
        return int(self.tables.memo.told[loop.EXAMINED])

    def _examined(self, a: PackedHand, b: PackedHand, node: Node, drawn: int) -> int:
        if not self.deal.packing.plays(a, node[SHAPE]):
            return self.out_value(a, b, node)
        tables = self.tables
        row, numbers = tables.row(node), (tables.number(a), tables.number(b))
        while (found := self._run(*numbers, row, drawn)) > loop.WON:
            self._answer(found)
        return found

    def _run(self, a: int, b: int, row: int, drawn: int) -> int:
        tables, memo, outs = self.tables, self.tables.memo, self.tables.outs
        asked = self.frames, self.draw, self.deal.shuffle_at, self.limit
        rules = tables.ways, tables.sets, tables.orders, tables.moments, tables.moves
        known = memo.keys, memo.values, memo.used, (outs.keys, outs.values), memo.told
        return int(loop.search_value(*asked, *rules, *known, a, b, row, drawn))

    def _answer(self, found: int) -> None:
        told = self.tables.memo.told
        if found == loop.ASK_PLAY:
            self.tables.ask_play(int(told[loop.WANTED]), int(told[loop.BY]), self.stays)
        elif found == loop.ASK_OUT:
            self._answer_out(int(told[loop.WANTED]), int(told[loop.BY]), int(told[loop.AGAINST]))
        elif found == loop.GROW:
            self.tables.memo.grow()
        elif found == loop.EXHAUSTED:
            raise ExhaustedError
        else:
            raise SearchNotCompiledError

    def _answer_out(self, row: int, a: int, b: int) -> None:
        """Say what becomes of a player with no play; which cards are laid down decides nothing."""
        tables = self.tables
        node, outs = tables.nodes[row], tables.outs
        value = self.out_value(tables.hand(a), tables.hand(b), node)
        tables.moments[row, loop.OUT] = node[OUT_VALUE]
        if node[OUT_VALUE] == HANGS:
            if 2 * outs.told[loop.SIZE] + 2 > len(outs.used):
                outs.grow()
            loop.put(
                outs.keys, outs.values, outs.used, outs.told, loop.state_key(0, b, row, 0), value
            )

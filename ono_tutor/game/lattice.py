"""Every moment of a game as a node that says at once what each card leads to.

The playout loop walks these nodes instead of asking the rules. All they say comes from
:meth:`RuleSet.judge`, asked once for each card of each moment that is met.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.game.strategy import RANKED, by_card
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand, next_in

MOST_NODES = 6_000
"""Nodes kept at a time, some 10 kB each; only a total that runs away below zero meets more."""

Rings = tuple[tuple[int, ...], tuple[int, ...]]
"""The next seat after each seat, clockwise and counter-clockwise."""


class Passing(IntEnum):
    """Where the turn goes after a play that settles nothing; SETTLES for one that does."""

    NEXT = 0
    SAME = 1
    TURNED = 2
    SKIPS = 3
    SETTLES = 4

    @staticmethod
    def of(effect: Effect) -> "Passing":
        """Where the turn goes by this effect."""
        if effect.busts or effect.costs or effect.costs_others:
            return Passing.SETTLES
        if effect.turns:
            return Passing.TURNED
        return (Passing.SAME, Passing.NEXT, Passing.SKIPS)[effect.steps]


NEXT, SAME, TURNED, SKIPS, SETTLES = map(int, Passing)
"""The ways of passing as plain numbers, which the fast loops compare."""


@dataclass(slots=True, eq=False)
class Move:
    """A play at a moment, and where the turn goes then.

    ``node`` is the moment that follows, once it has been met; ``others`` are further ways to
    play the same card.
    """

    play: Play
    effect: Effect
    follows: Moment
    passing: int
    node: "Node | None" = None
    others: tuple["Move", ...] = ()

    @property
    def is_quick(self) -> bool:
        """Whether the move settles nothing and is the only way to play its card."""
        return self.passing != SETTLES and not self.others


@dataclass(slots=True, eq=False)
class Node:
    """A moment: the move of each kind of card, None where it may not be played safely.

    ``ranks`` is how much the strategy wants each kind, -1 where it may not be played safely.
    ``busts`` holds the moves that lose, for a player who has no other. ``plays`` are the safe
    ways to play each card (``single`` the only one, where no card has two), ``passing`` the
    moves that pass the turn and settle nothing, ``losing`` those that bust. ``quick`` has the
    moves among ``moves`` that settle nothing and are the only way to play their card.
    """

    moment: Moment
    moves: list[Move | None]
    quick: list[Move | None]
    ranks: list[int]
    busts: list[Move | None]
    plays: dict[Card, tuple[Play, ...]]
    single: dict[Card, Play] | None
    passing: dict[Play, Move]
    losing: dict[Play, Move]


@dataclass(slots=True)
class Lattice:
    """The nodes of a rule set for a strategy.

    ``kinds`` are the cards, by the number they have; ``cards`` is the whole deck in order.
    """

    rules: RuleSet
    players: int
    strategy: str
    kinds: tuple[Card, ...] = ()
    cards: Hand = ()
    nodes: dict[Moment, Node] = field(default_factory=dict)
    seatings: dict[tuple[bool, ...], Rings] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.kinds = tuple(self.rules.deck(self.players))
        self.cards = tuple(self.kinds[kind] for kind in self.deck())

    def rings(self, seated: tuple[bool, ...]) -> Rings:
        """The next seat after each seat in both directions; ``seated`` says who is in."""
        found = self.seatings.get(seated)
        if found is None:
            found = self.seatings[seated] = _ring(seated, 1), _ring(seated, -1)
        return found

    def deck(self) -> list[int]:
        """The deck as the numbers of its kinds."""
        counts = self.rules.deck(self.players)
        return [kind for kind, card in enumerate(self.kinds) for _ in range(counts[card])]

    def node(self, moment: Moment) -> Node:
        """The node of this moment."""
        found = self.nodes.get(moment)
        if found is None:
            if len(self.nodes) >= MOST_NODES:
                self.nodes.clear()
            found = self.nodes[moment] = self._expand(moment)
        return found

    def after(self, move: Move) -> Node:
        """The node that follows a move."""
        if move.node is None:
            move.node = self.node(move.follows)
        return move.node

    def _expand(self, moment: Moment) -> Node:
        found = [self._moves(card, moment) for card in self.kinds]
        safe = [[move for move in moves if not move.effect.busts] for moves in found]
        busts = [next((move for move in moves if move.effect.busts), None) for moves in found]
        merged = [self._merged(moves, moment) for moves in safe]
        plays = dict(zip(self.kinds, (tuple(m.play for m in moves) for moves in safe), strict=True))
        is_single = all(len(ways) < 2 for ways in plays.values())
        single = {card: ways[0] for card, ways in plays.items() if ways} if is_single else None
        passing = {m.play: m for moves in safe for m in moves if m.passing != Passing.SETTLES}
        quick = [move if move and move.is_quick else None for move in merged]
        return Node(
            moment=moment,
            moves=merged,
            quick=quick,
            ranks=self._ranks(merged, moment),
            busts=busts,
            plays=plays,
            single=single,
            passing=passing,
            losing={m.play: m for moves in found for m in moves if m.effect.busts},
        )

    def _moves(self, card: Card, moment: Moment) -> list[Move]:
        judged = ((play, self.rules.judge(play, moment)) for play in self.rules.plays_of(card))
        return [self.move(p, e, moment) for p, e in judged if isinstance(e, Effect)]

    def move(self, play: Play, effect: Effect, moment: Moment) -> Move:
        """The move that a play is, with the moment that follows it."""
        follows = self.rules.next_moment(moment, play, effect)
        return Move(play, effect, follows, int(Passing.of(effect)))

    def _merged(self, moves: Sequence[Move], moment: Moment) -> Move | None:
        """The ways to play one card as one move: the wanted one, or one with ``others``."""
        if not moves:
            return None
        if self.strategy in RANKED:
            return max(moves, key=lambda move: self._rank(move, moment))
        first = moves[0]
        first.others = tuple(moves[1:])
        return first

    def _rank(self, move: Move, moment: Moment) -> tuple[int, ...]:
        return RANKED[self.strategy](move.play, move.effect, moment)

    def _ranks(self, moves: list[Move | None], moment: Moment) -> list[int]:
        if self.strategy not in RANKED:
            return []
        known = [move for move in moves if move is not None]
        order = sorted(known, key=lambda move: by_card(move.play), reverse=True)
        order.sort(key=lambda move: self._rank(move, moment))
        place = {id(move): number for number, move in enumerate(order)}
        return [-1 if move is None else place[id(move)] for move in moves]

    def best_bust(self, kinds: list[int], node: Node, random: Callable[[], float]) -> int:
        """The place, in a list of kinds that all lose, of the one that the strategy plays."""
        if self.strategy not in RANKED:
            return int(random() * len(kinds))
        moves = [(move, at) for at, kind in enumerate(kinds) if (move := node.busts[kind])]
        moves.sort(key=lambda found: by_card(found[0].play))
        return max(moves, key=lambda found: self._rank(found[0], node.moment))[1]


def _ring(seated: tuple[bool, ...], step: int) -> tuple[int, ...]:
    """The next seat after each seat among those in; -1 goes counter-clockwise."""
    hands = [is_in or None for is_in in seated]
    return tuple(next_in(hands, seat, step) for seat in range(len(seated)))


@lru_cache(maxsize=64)
def shared_lattice(rules: RuleSet, players: int) -> Lattice:
    """The lattice that all games of this rule set and number of players walk."""
    return Lattice(rules, players, "random")

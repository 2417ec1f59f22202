"""Hands and moments as the searches read them: made once, numbered, linked to the next.

:class:`PlayClasses` takes cards that do the same for one kind. Hands and moments are plain lists
and tuples, because a search reads them by the million and nothing in CPython is read faster.
Their places are named below. What a play does is told by the rules' own states
(:class:`~ono_tutor.rules.states.State`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import comb
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import Effect, Judgement, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.states import Cached, Move, State

HIDDEN = 0
"""The kind of a card that is not shown."""

_PROBED = (0, 45, 50, 98)
"""Totals at which kinds are compared; each moment that is met later is compared again."""


class UnlikeError(Exception):
    """Two cards that were taken for one kind do something different at some moment."""


@dataclass(frozen=True, slots=True)
class PlayClass:
    """A way to play a kind of card: ``plays`` says which play it is for each card of the kind."""

    kind: int
    plays: dict[Card, Play]
    copies: int


@dataclass(frozen=True, slots=True)
class PlayClasses:
    """All the classes of a rule set. ``kind_of`` is the number of each card's kind.

    ``cards`` has one card of each kind, the hidden card first. Hold and Reverse are one kind
    where two play O'NO 99 of 1980, queen and king wherever Ninety-Nine is played.
    """

    rules: RuleSet
    kind_of: dict[Card, int]
    cards: tuple[Card, ...]
    classes: tuple[PlayClass, ...]

    @classmethod
    def of(cls, rules: RuleSet, *, pair: bool, merges: bool) -> "PlayClasses":
        """Return the classes; with ``merges``, cards that seem to do the same are one kind.

        ``pair`` says that no more than two players are in.
        """
        kinds: dict[object, list[Card]] = {}
        for card in rules.deck(rules.least_players):
            sign = _sign(rules, card, pair=pair) if merges else card
            kinds.setdefault(sign, []).append(card)
        groups = list(kinds.values())
        classes = [
            PlayClass(kind, {card: rules.plays_of(card)[at] for card in group}, 1)
            for kind, group in enumerate(groups, 1)
            for at in range(len(rules.plays_of(group[0])))
        ]
        kind_of = {card: kind for kind, group in enumerate(groups, 1) for card in group}
        for play in rules.sets:
            assert play.card is not None
            classes.append(PlayClass(kind_of[play.card], {play.card: play}, play.copies))
        firsts = (Card.UNKNOWN, *(group[0] for group in groups))
        return cls(rules, kind_of | {Card.UNKNOWN: HIDDEN}, firsts, tuple(classes))


def without_reasons(judgement: Judgement) -> Effect | None:
    """Return what a judgement does, its rule points left out; None for a refusal."""
    return judgement._replace(rules=()) if isinstance(judgement, Effect) else None


def _sign(rules: RuleSet, card: Card, *, pair: bool) -> object:
    """Return a card's effects at a few moments; cards with equal ones are tried as one kind."""
    if any(play.card is card for play in rules.sets):
        return card
    done = tuple(
        without_reasons(rules.judge(play, Moment(total, owes, pair=two)))
        for total in _PROBED
        for owes in range(1, rules.most_owed + 1)
        for two in ((True,) if pair else (True, False))
        for play in rules.plays_of(card)
    )
    return done if any(done) else card


CompactHand = list[Any]
NUMBER, TO_MOVE, WAITING, PLAYS, KINDS, WITH_ONE_MORE = range(6)
"""The hand's number, the same shifted to its two places in a key of two hands, its plays by shape
(None before somebody asks for them), its kinds in order (None for a player who is out), and the
hands that it becomes with one card more, by kind, itself last (None likewise)."""

Node = list[Any]
SHAPE, KEY, OUT_VALUE, MOVES, ID, HIDDEN_WAY, STATE = range(7)
"""A node's order of legal ways, its place in a key of two hands, what becomes of a player
with no play, the move by way, its number, the place that stands for playing a hidden card, and
the state of the rules. After these, one place a way has the link to the node that follows."""

Link = tuple[int, int, Node | None]
"""The shape and the key of the node after a play by which one card is drawn, and that node.

The shape is that of the next player's ways; where the same player plays on, it is NO_PLAYS."""

NO_PLAYS = 0
"""The shape of which no hand has a play."""

NOT_PLAIN: Link = (NO_PLAYS, 0, None)
"""The link of a play that somebody pays for, or that turns, or that nobody has made yet."""

FIRST_WAY = STATE + 1
LOSES, NOT_ASKED = -1, 2

INDEX_BITS = 10
"""Bits of a key for how many cards were drawn; decks are smaller than 1024 cards."""

MOST_NODES = 20_000
"""Nodes kept from one question to the next; only totals that run away below zero meet more."""

Way = tuple[int, Any]
"""A play of a class, by its place in a node, and the hands that the rest of the hand becomes with
one card more; HIDDEN_WAY and None for a card that is not shown."""


class _Links(Cached[Any, Any]):
    """A cache that fills itself; its text is short, as the hands in it refer to each other."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({len(self)})"


class CompactRules:
    """The hands and the nodes of a rule set, shared by all searches.

    ``shapes`` are the orders in which the ways that are legal at a moment are tried.
    """

    def __init__(self, classes: PlayClasses) -> None:
        self.classes = classes
        self.rules = classes.rules
        size = self.rules.hand_size
        self.bits = (comb(len(classes.cards) + size, size) + 1).bit_length() + 1
        self.nobody: CompactHand = [0, 0, 0, [], None, None]
        self.hands: Cached[tuple[int, ...], CompactHand] = _Links(self._hand)
        self.shapes: list[tuple[int, ...]] = [()]
        self.nodes: dict[tuple[object, ...], Node] = {}
        self.nodes_of_states: Cached[State, Node] = _Links(self._node)
        self._numbers, self._ids = count(1), count()

    def _hand(self, kinds: tuple[int, ...]) -> CompactHand:
        number = next(self._numbers)
        to_move = number << INDEX_BITS
        plays = [(), *[None] * (len(self.shapes) - 1)]
        return [number, to_move, to_move << self.bits, plays, kinds, None]

    def plays(self, hand: CompactHand, shape: int) -> tuple[Way, ...]:
        """Return the ways of a hand in the order of a shape; a hidden card comes last."""
        found: tuple[Way, ...] | None = hand[PLAYS][shape]
        if found is None:
            found = hand[PLAYS][shape] = tuple(self._ways(hand[KINDS], self.shapes[shape]))
        return found

    def _ways(self, kinds: tuple[int, ...], order: tuple[int, ...]) -> Iterator[Way]:
        for at in order:
            way = self.classes.classes[at]
            held = kinds.count(way.kind)
            if held == way.copies or (held and way.copies == 1):
                rest = list(kinds)
                for _ in range(way.copies):
                    rest.remove(way.kind)
                yield FIRST_WAY + at, self.with_one_more(self.hands[tuple(rest)])
        if HIDDEN in kinds:
            yield HIDDEN_WAY, None

    def with_one_more(self, hand: CompactHand) -> list[CompactHand]:
        """Return the hands that a hand becomes with one card more, by kind; itself last."""
        if hand[WITH_ONE_MORE] is None:
            kinds = range(len(self.classes.cards))
            longer = (tuple(sorted((*hand[KINDS], kind))) for kind in kinds)
            hand[WITH_ONE_MORE] = [*map(self.hands.__getitem__, longer), hand]
        found: list[CompactHand] = hand[WITH_ONE_MORE]
        return found

    def _node(self, state: State) -> Node:
        """The node of a state, which is that of every state that judges alike."""
        known = _key(state.moment)
        return self.nodes.get(known) or self.nodes.setdefault(known, self._made(state))

    def _made(self, state: State) -> Node:
        moves = [self._move(way, state) for way in self.classes.classes]
        legal = sorted(
            (at for at, move in enumerate(moves) if move), key=lambda at: _rank(moves[at])
        )
        number = next(self._ids)
        by_way = [None] * FIRST_WAY + moves
        shape, links = self._shape(tuple(legal)), [NOT_PLAIN] * len(moves)
        key = number << (INDEX_BITS + 2 * self.bits)
        return [shape, key, NOT_ASKED, by_way, number, NOT_PLAIN, state, *links]

    def _shape(self, order: tuple[int, ...]) -> int:
        """The place of an order of ways; that of no ways at all is not the one kept for links."""
        if order not in self.shapes[1:]:
            for hand in self.hands.values():  # first, so that an interrupt leaves none too short
                hand[PLAYS].append(None)
            self.shapes.append(order)
        return self.shapes.index(order, 1)

    @staticmethod
    def _move(way: PlayClass, state: State) -> Move | None:
        """The move of a class, which is the same for every card of its kind; None if it loses."""
        found = [state.judged[play] for play in way.plays.values()]
        moves = [move if isinstance(move, Move) else None for move in found]
        if len(moves) > 1 and len(set(map(_does, moves))) > 1:
            raise UnlikeError(str(way))
        return moves[0] if moves[0] and not moves[0].effect.busts else None

    def follow(self, node: Node, way: int) -> Node:
        """Return the node that follows a way of playing that is legal at this one.

        Where it can be, the link to it is also kept in the node's own place for the way.
        """
        move: Move = node[MOVES][way]
        after = self.nodes_of_states[move.follow()]
        effect = move.effect
        turns = effect.turns and not move.follows.pair
        if move.is_plain and effect.steps < 2 and not turns:
            node[way] = after[SHAPE] if effect.steps else NO_PLAYS, after[KEY], after
        return after


def _key(moment: Moment) -> tuple[object, ...]:
    """Return the key of a moment: all but which card was the first of two."""
    return moment._replace(first=None), moment.first is not None


def _does(move: Move | None) -> object:
    """Return the effect of a move in order to compare it with another; None for a refusal."""
    return move and (without_reasons(move.effect), _key(move.follows))


def _rank(move: Move | None) -> tuple[int, int]:
    """Return the sort key of a move: those that pay first, then those that add most."""
    assert move is not None
    effect = move.effect
    return (effect.costs - effect.costs_others, -effect.total)


@lru_cache(maxsize=32)
def _shared(rules: RuleSet, pair: bool, merges: bool) -> CompactRules:
    return CompactRules(PlayClasses.of(rules, pair=pair, merges=merges))


def compact_rules_of(rules: RuleSet, *, pair: bool, merges: bool) -> CompactRules:
    """Return the compact rules that all questions share, made again when they have grown too large.

    ``pair`` says that no more than two players are in. Without ``merges`` each card is a kind.
    """
    compact = _shared(rules, pair, merges)
    if len(compact.nodes) > MOST_NODES:
        _shared.cache_clear()
        compact = _shared(rules, pair, merges)
    return compact

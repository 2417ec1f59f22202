"""Moments as the search walks them: each once, with where every way of playing leads.

What a card does is asked of :meth:`RuleSet.judge` once for each way and moment that is met.
"""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.hands import HIDDEN_WAY, INDEX_BITS, Hands
from ono_tutor.solver.ways import UnlikeError, Way, Ways, plain

Node = list[Any]
SHAPE, KEY, FATE, FACTS, ID = range(5)
"""A node's order of legal ways, its place in a key of two hands, what becomes of a player with
no play, what is known of the moment, and its number. After these, one place a way holds the
node that follows a plain play (one card drawn, the next player to act), else None."""

LOSES, NOT_ASKED = -1, 2

MOST_NODES = 20_000
"""Nodes kept from one question to the next; only totals that run away below zero meet more."""


@dataclass(slots=True, eq=False)
class Fact:
    """What a way of playing does at a moment, and what follows it."""

    effect: Effect
    follows: Moment
    node: Node | None = field(default=None, repr=False)

    @property
    def is_plain(self) -> bool:
        """Whether one card is drawn, nothing is paid and the next player acts."""
        effect = self.effect
        turns = effect.turns and not self.follows.pair
        pays = effect.costs or effect.costs_others or effect.ends_round
        return effect.steps == effect.draws == 1 and not turns and not pays


@dataclass(slots=True, eq=False)
class Facts:
    """A moment with what each way does at it; None where it is refused or loses the hand."""

    moment: Moment
    ways: list[Fact | None] = field(repr=False)


class Steps:
    """The nodes of a rule set, and its hands."""

    def __init__(self, ways: Ways) -> None:
        self.ways = ways
        self.rules = ways.rules
        self.hands = Hands(ways)
        self.nodes: dict[tuple[object, ...], Node] = {}

    def node(self, moment: Moment) -> Node:
        """The node of this moment. Which card was the first of two judges nothing."""
        total, owes, first, *rest = moment
        known = (total, owes, first is not None, *rest)
        found = self.nodes.get(known)
        if found is None:
            made = self._made(moment)
            with self.hands.lock:
                made[ID] = len(self.nodes)
                made[KEY] = made[ID] << (INDEX_BITS + 2 * self.hands.bits)
                found = self.nodes.setdefault(known, made)
        return found

    def _made(self, moment: Moment) -> Node:
        facts = [self._fact(way, moment) for way in self.ways.ways]
        legal = [at for at, fact in enumerate(facts) if fact is not None]
        legal.sort(key=lambda at: self._rank(facts[at], at))
        shape = self.hands.shape(tuple(legal))
        places: list[Fact | None] = [None] * (HIDDEN_WAY + 1)
        known = Facts(moment, places + facts)
        return [shape, 0, NOT_ASKED, known, 0, *[None] * (1 + len(facts))]

    def _rank(self, fact: Fact | None, at: int) -> tuple[int, ...]:
        """Which ways are tried first: those that pay, then those that add most."""
        assert fact is not None
        effect = fact.effect
        return (effect.costs - effect.costs_others, -effect.total, at)

    def _fact(self, way: Way, moment: Moment) -> Fact | None:
        """What a way does, which is the same for every card of its kind."""
        found: list[tuple[object, Fact | None]] = []
        for play in way.plays.values():
            effect = self.rules.judge(play, moment)
            if not isinstance(effect, Effect):
                found.append((None, None))
                continue
            follows = self.rules.next_moment(moment, play, effect)
            is_first = follows.first is not None
            does = (plain(effect), follows._replace(first=None), is_first)
            found.append((does, None if effect.busts else Fact(effect, follows)))
        if any(does != found[0][0] for does, _ in found):
            raise UnlikeError(str(way))
        return found[0][1]

    def follow(self, node: Node, way: int) -> Node:
        """The node that follows a way of playing that is legal at this one.

        After a plain play it is also kept in the node's own place for the way.
        """
        fact: Fact = node[FACTS].ways[way]
        found = fact.node
        if found is None:
            found = fact.node = self.node(fact.follows)
            if fact.is_plain:
                node[way] = found
        return found


@lru_cache(maxsize=32)
def _shared(rules: RuleSet, pair: bool, merges: bool) -> Steps:
    return Steps(Ways.of(rules, pair=pair, merges=merges))


def steps_of(rules: RuleSet, *, pair: bool, merges: bool) -> Steps:
    """The nodes that all questions about this rule set share, emptied when there are too many.

    ``pair`` says that no more than two players are in. Without ``merges`` each card is a kind.
    """
    steps = _shared(rules, pair, merges)
    if len(steps.nodes) > MOST_NODES:
        _shared.cache_clear()
        steps = _shared(rules, pair, merges)
    return steps

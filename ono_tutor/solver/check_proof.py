"""Checking a proof by the rules alone: it shares nothing with the solver that wrote it.

A proof is data, from a file or from anybody. What is accepted here is true; what is not says
where and why. :mod:`ono_tutor.solver.proof` writes proofs.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb, prod
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError, quoted
from ono_tutor.game.legal import legal_plays
from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.check_fields import (
    FORMAT,
    LONGEST_PROOF,
    MOST_ENTRIES,
    ProofError,
    ProofNode,
    load_proof,
)
from ono_tutor.solver.check_solve import check_points, check_win

__all__ = ["LONGEST_PROOF", "ProofError", "check_proof", "load_proof"]

_HEAD = ("format", "question", "position")
_SURVIVE = (*_HEAD, "verdict", "chance", "unseen", "plays")
_WIN = (*_HEAD, "can_win", "replies")
_POINTS = (*_HEAD, "value", "mover", "other")


def check_proof(data: object) -> None:
    """Return if this is a proof, as JSON data, of what it claims.

    Raises :class:`ProofError`, which names the place in the proof and the reason.
    """
    proof = ProofNode(data)
    head = proof.entries()
    for name in _HEAD:
        if name not in head:
            proof.refuse(f"{name!r} is missing")
    head["format"].should_be(FORMAT)
    question = head["question"].text()
    if question not in ("survive", "solve"):
        head["question"].refuse(f"{quoted(question)} is no question; it is 'survive' or 'solve'")
    position = _position(head["position"])
    if question == "survive":
        check_survive(proof.fields(*_SURVIVE), position)
    elif position.rules.marks:
        check_points(proof.fields(*_POINTS), position)
    else:
        check_win(proof.fields(*_WIN), position)


def _position(node: ProofNode) -> Position:
    """The position that a line of the notation says, written in the one canonical way."""
    try:
        position = Position.parse(node.text())
    except OnoError as error:
        node.refuse(error.message)
    node.should_be(str(position), "the canonical line")
    return position


NONE, SURE = Fraction(0), Fraction(1)
VERDICTS = {NONE: "lost", SURE: "certain"}


def chance_text(chance: Fraction) -> str:
    """The chance as a proof writes it, such as ``17/46`` or ``1/1``."""
    return f"{chance.numerator}/{chance.denominator}"


def check_survive(fields: dict[str, ProofNode], position: Position) -> None:
    """Return if these fields prove the chance that the player to move survives the turn.

    Raises :class:`ProofError` at the first value that is not what the rules make it.
    """
    if not position.is_hand_known:
        fields["position"].refuse("the player to move holds hidden cards")
    heap, moment, hand = DrawPile.of(position), position.moment, position.hand
    fields["unseen"].should_be(heap.refilled(position.rules).size)
    late = position.undrawn.count(position.turn)
    plays = legal_plays(position)
    lates = [str(LateDraw(position.turn))] if late else []
    nodes = fields["plays"].in_order([*map(str, plays), *lates])
    turn, table = TurnChecker(position), TurnState(hand, moment, heap)
    chances = [
        turn.after(node, table, play, late) for node, play in zip(nodes, plays, strict=False)
    ]
    if late:
        chances.append(turn.drawing(nodes[-1], table, late))
    best = max(chances)
    fields["chance"].should_be(chance_text(best), "the best of the plays")
    fields["verdict"].should_be(VERDICTS.get(best, "chance"), "the chance in a word")


@dataclass(frozen=True, slots=True)
class DrawPile:
    """The draw pile: the ``known`` top, then any card of the ``pool``.

    ``discards`` are shuffled when there is nothing else to draw (rule ``draw-pile-empty``).
    """

    known: Hand
    pool: tuple[tuple[Card, int], ...]
    discards: Hand

    @classmethod
    def of(cls, position: Position) -> Self:
        """The draw pile as the player to move knows it."""
        deck = position.rules.deck(len(position.hands))
        shown = position.shown()
        pool = tuple((card, deck[card] - shown[card]) for card in deck if deck[card] > shown[card])
        return cls(position.draw, pool, position.discards())

    @property
    def size(self) -> int:
        """The number of cards that the next unknown card may be."""
        return sum(count for _, count in self.pool)

    def refilled(self, rules: RuleSet) -> "DrawPile":
        """The heap, with the discards shuffled in where nothing else is left."""
        if self.known or self.pool:
            return self
        shuffled, kept = rules.reshuffled(self.discards)
        deck = rules.deck(rules.least_players)
        counts = Counter(shuffled)
        return DrawPile((), tuple((card, counts[card]) for card in deck if counts[card]), kept)

    def draws(self, rules: RuleSet, count: int) -> Iterator[tuple[Hand, int, "DrawPile | None"]]:
        """Yield each possible draw, its number of ways, and the remaining pile.

        Sets stand in the order of the deck. Where too few cards are left there is one entry,
        with the cards that are known, and nothing to draw from after it.
        """
        top, rest = self.known[:count], self.known[count:]
        missing = count - len(top)
        if not missing:
            yield top, 1, replace(self, known=rest)
            return
        heap = replace(self, known=()).refilled(rules)
        if heap.size < missing:
            yield top, 1, None
            return
        held = dict(heap.pool)
        for cards in combinations_with_replacement(held, missing):
            taken = Counter(cards)
            if ways := prod(comb(held[card], n) for card, n in taken.items()):
                yield top + cards, ways, heap.without(taken)

    def without(self, taken: Counter[Card]) -> "DrawPile":
        """The heap once these cards of the pool are drawn."""
        left = ((card, count - taken[card]) for card, count in self.pool)
        return replace(self, pool=tuple(item for item in left if item[1]))


@dataclass(frozen=True, slots=True)
class TurnState:
    """A moment of the turn: the hand that has to play, and the heap that it draws from.

    The heap is None where more cards were drawn than are left.
    """

    hand: Hand
    moment: Moment
    heap: DrawPile | None

    def drawing(self, drawn: Hand, heap: DrawPile | None) -> "TurnState":
        """The same moment with these cards more in the hand."""
        return TurnState(self.hand + drawn, self.moment, heap)


class TurnChecker:
    """One turn, followed through a proof. ``left`` is how many draws it may still list."""

    def __init__(self, position: Position) -> None:
        self.rules = position.rules
        self.out_rule = position.rules.out_effect(position.moment, position.hand).rules[0]
        self.left = MOST_ENTRIES

    def after(self, node: ProofNode, table: TurnState, play: Play, late: int = 0) -> Fraction:
        """The chance after a play, as its node proves it; ``late`` cards are drawn as well."""
        effect = self.rules.judge(play, table.moment) if play.card else None
        if not isinstance(effect, Effect) or effect.busts or effect.costs:
            fields = node.fields("chance", "fails")
            fields["chance"].should_be(chance_text(NONE))
            fields["fails"].should_be(self._fault(effect))
            return NONE
        if effect.steps:
            fields = node.fields("chance", "ends")
            fields["chance"].should_be(chance_text(SURE))
            fields["ends"].should_be(True)
            return SURE
        return self.drawing(node, self._put_down(table, play, effect), effect.draws + late)

    def _fault(self, effect: object) -> str:
        """The rule by which a play fails: what makes it lose, or what it costs a point by."""
        if not isinstance(effect, Effect):
            return self.out_rule
        return effect.rules[0] if effect.busts else effect.rules[-1]

    def _put_down(self, table: TurnState, play: Play, effect: Effect) -> TurnState:
        """The table once a play is made that leaves a card owed."""
        assert play.card is not None
        assert table.heap is not None
        rest = list(table.hand)
        for _ in range(play.copies):
            rest.remove(play.card)
        discards = table.heap.discards + (play.card,) * play.copies
        then = self.rules.next_moment(table.moment, play, effect)
        return TurnState(tuple(rest), then, replace(table.heap, discards=discards))

    def drawing(self, node: ProofNode, table: TurnState, count: int) -> Fraction:
        """The chance when as many cards are drawn next, as the node proves it."""
        assert table.heap is not None
        fields = node.fields("chance", "draws")
        entries = iter(fields["draws"].items())
        saved, total = Fraction(0), 0
        for drawn, ways, heap in table.heap.draws(self.rules, count):
            entry = next(entries, None)
            if entry is None:
                cards = " ".join(map(str, drawn))
                fields["draws"].refuse(f"the list ends where an entry for {cards} is expected")
            then = self._entry(entry, drawn, ways)
            saved += ways * self._state(then, table.drawing(drawn, heap))
            total += ways
        if (entry := next(entries, None)) is not None:
            entry.refuse("nothing more can be drawn than what stands before")
        chance = saved / total
        fields["chance"].should_be(chance_text(chance), f"{saved} of {total} ways to draw")
        return chance

    def _entry(self, entry: ProofNode, drawn: Hand, ways: int) -> ProofNode:
        """Return the node that follows an entry, if the entry is for these cards."""
        self.left -= 1
        if self.left < 0:
            entry.refuse(f"this is one draw more than the {MOST_ENTRIES} that a proof may list")
        fields = entry.fields("drawn", "ways", "then")
        cards = fields["drawn"].items()
        if len(cards) != len(drawn):
            fields["drawn"].refuse(f"{len(cards)} cards stand where {len(drawn)} are drawn")
        for node, card in zip(cards, drawn, strict=True):
            node.should_be(card.code)
        fields["ways"].should_be(ways)
        return fields["then"]

    def _state(self, node: ProofNode, table: TurnState) -> Fraction:
        """The chance of a hand that has to play on, as the node proves it."""
        free = self._free(table)
        ending = next((play for play, effect in free if effect.steps), None)
        if ending:
            fields = node.fields("chance", "play")
            fields["chance"].should_be(chance_text(SURE))
            fields["play"].should_be(str(ending), "the first play of the hand that ends the turn")
            return SURE
        if table.heap is None:
            node.refuse("it hangs on more cards than are left to draw")
        if not free:
            node.fields("chance")["chance"].should_be(chance_text(NONE), "every play fails")
            return NONE
        fields = node.fields("chance", "plays")
        nodes = fields["plays"].in_order([str(play) for play, _ in free])
        best = max(
            self.after(child, table, play) for child, (play, _) in zip(nodes, free, strict=True)
        )
        fields["chance"].should_be(chance_text(best), "the best of the plays")
        return best

    def _free(self, table: TurnState) -> list[tuple[Play, Effect]]:
        """The plays of the hand that neither lose nor cost a point, in the hand's order."""
        plays = self.rules.plays_of_hand(table.hand)
        judged = ((play, self.rules.judge(play, table.moment)) for play in plays)
        return [(p, e) for p, e in judged if isinstance(e, Effect) and not (e.busts or e.costs)]

"""A deal whose cards are all known, searched state by state."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NamedTuple

from ono_tutor.cards import Card
from ono_tutor.game.position import Position
from ono_tutor.game.turn import carry_out
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Direction, Hands, TurnOrder, turn_order
from ono_tutor.rules.states import Move, State, state_of
from ono_tutor.solver.compact import (
    FIRST_WAY,
    HIDDEN,
    KINDS,
    MOVES,
    SHAPE,
    STATE,
    CompactHand,
    CompactRules,
    Node,
    Way,
    compact_rules_of,
)

WON, UNKNOWN, LOST = 1, 0, -1
"""What a state is worth to a player, or to the one who asked."""


class Aim(Enum):
    """The aim of the player to move: that another loses the hand, the game, or points."""

    HAND = auto()
    GAME = auto()
    POINTS = auto()

    @staticmethod
    def of(rules: RuleSet) -> "Aim":
        """Return the aim under a rule set: points where marks pay, else the hand or the game.

        Where nothing is staked, a loss puts out of the game, and the game is what counts.
        """
        if rules.marks:
            return Aim.POINTS
        return Aim.GAME if rules.stake_name is None else Aim.HAND


class SearchState(NamedTuple):
    """A position as a search walks it.

    ``place`` is who is to move and the direction, ``order`` where the turn goes (see
    :data:`~ono_tutor.rules.seats.TurnOrder`), ``node`` the moment, and ``drawn`` how many cards
    were drawn since the question was asked. ``points`` are those left, where points count:
    of the one who asked, and of the other.
    """

    hands: tuple[CompactHand, ...]
    order: TurnOrder
    place: int
    node: Node
    drawn: int
    points: tuple[int, int] = (0, 0)

    def __repr__(self) -> str:
        moment = self.node[STATE].moment
        hands = [hand[KINDS] for hand in self.hands]
        return f"SearchState({hands}, {self.place}, {moment}, {self.drawn})"

    @property
    def seat(self) -> int:
        """The seat of the player to move."""
        return self.place >> 1


@dataclass(frozen=True, slots=True)
class Deal:
    """A question: where it starts, what is drawn, who asks (``root``) and what for.

    ``shuffle_at`` is the draw that needs the discards: what it draws is not known, but that the
    discards are gone may matter (rule ``ono-on-zero``).
    """

    position: Position
    compact: CompactRules
    start: SearchState
    draw: list[int]
    root: int
    aim: Aim
    shuffle_at: int

    @classmethod
    def of(cls, position: Position, *, merges: bool) -> "Deal":
        """Return the deal of a position; with ``merges``, cards that do the same are one kind."""
        rules = position.rules
        compact = compact_rules_of(rules, pair=len(position.still_in) == 2, merges=merges)
        kind_of = compact.classes.kind_of
        deck_size = sum(rules.deck(len(position.hands)).values())
        held = sum(len(hand or ()) for hand in position.hands)
        pile_size = deck_size - held - len(position.discards())
        hands = tuple(
            compact.nobody
            if hand is None
            else compact.hands[tuple(sorted(kind_of[c] for c in hand))]
            for hand in position.hands
        )
        draw = [kind_of[card] for card in position.draw]
        draw += [HIDDEN] * (len(draw) + held + 8)
        node = compact.nodes_of_states[position.state]
        start = SearchState(hands, _order(hands), position.place, node, 0)
        aim = Aim.of(rules)
        return cls(position, compact, start, draw, position.turn, aim, pile_size)

    def other(self, seat: int) -> int:
        """Return the other of the two seats that are in."""
        first, second = self.position.still_in
        return second if seat == first else first

    def plays(self, state: SearchState) -> tuple[Way, ...]:
        """Return the plays of the player to move."""
        return self.compact.plays(state.hands[state.seat], state.node[SHAPE])

    def way_of(self, play: Play) -> int:
        """Return the way that a play is, by its place in a node."""
        classes = self.compact.classes.classes
        return FIRST_WAY + next(at for at, way in enumerate(classes) if play in way.plays.values())

    def after(self, state: SearchState, way: int, longer: Any) -> SearchState:
        """Return the state after a play that is known, whatever it costs.

        If the draw shuffles the discards, nothing is left there for the rules to look at.
        """
        move: Move = state.node[MOVES][way]
        seat = state.seat
        hand, drawn = self.with_draw(longer, state.drawn, move.effect.draws)
        hands = state.hands[:seat] + (hand,) + state.hands[seat + 1 :]
        place = state.order[move.passing][state.place]
        node = self.compact.follow(state.node, way)
        if state.drawn <= self.shuffle_at < drawn:
            then, rules = move.follows, self.compact.rules
            table = Position(rules, then.total, ((), ()), owes=then.owes, played=then.first)
            node = self._node(table.moment._replace(pair=then.pair, opening=then.opening))
        return SearchState(hands, state.order, place, node, drawn, state.points)

    def _node(self, moment: Moment) -> Node:
        return self.compact.nodes_of_states[state_of(self.compact.rules, moment)]

    def with_draw(self, longer: Any, drawn: int, count: int) -> tuple[CompactHand, int]:
        """Return the hand with ``count`` cards more, and how many are drawn then."""
        hand: CompactHand = longer[-1]
        for kind in self.draw[drawn : drawn + count]:
            hand = self.compact.with_one_more(hand)[kind]
        return hand, drawn + count

    def after_no_play(self, state: SearchState) -> tuple[int | SearchState, ...]:
        """Return what may follow when the player to move has no play: a state, or WON or LOST.

        There are two entries if hidden cards of other hands may decide: with the hands as they
        are, and as if no hidden card could be played.
        """
        if self.aim is Aim.HAND:
            return (LOST if state.seat == self.root else WON,)
        cards = self.compact.classes.cards
        tables: list[Hands] = [
            tuple(
                None if hand[KINDS] is None else tuple(cards[kind] for kind in hand[KINDS])
                for hand in state.hands
            )
        ]
        if any(Card.UNKNOWN in hand for hand in tables[0] if hand):
            tables.append(
                tuple(h and tuple(c for c in h if c is not Card.UNKNOWN) for h in tables[0])
            )
        return tuple(self._after_laying_down(state, hands) for hands in tables)

    def _after_laying_down(self, state: SearchState, hands: Hands) -> int | SearchState:
        """Return what follows if the player to move lays the hand down at this table."""
        judging: State = state.node[STATE]
        moment, rules = judging.moment, judging.rules
        seat, is_turned = divmod(state.place, 2)
        direction = Direction.COUNTER_CLOCKWISE if is_turned else Direction.CLOCKWISE
        table = Position(
            rules, moment.total, hands, seat, moment.owes, direction, played=moment.first
        )
        ply = carry_out(table, OUT, rules.out_effect(moment, table.hand), None)
        if ply.settlement.winners:
            return WON if self.root in ply.settlement.winners else LOST
        if self.root in ply.settlement.out:
            return LOST
        nobody, after = self.compact.nobody, ply.after
        left = tuple(
            nobody if seat in ply.settlement.out else hand for seat, hand in enumerate(state.hands)
        )
        follows = rules.next_moment(moment, OUT, ply.effect)
        follows = follows._replace(total=after.total, pair=len(after.still_in) == 2)
        return SearchState(left, _order(left), after.place, self._node(follows), state.drawn)


def _order(hands: tuple[CompactHand, ...]) -> TurnOrder:
    """Return where the turn goes among the players who hold these hands."""
    return turn_order(tuple([hand[KINDS] is not None for hand in hands]))

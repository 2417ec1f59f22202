"""A deal whose cards are all known, as the searches walk it, spot by spot."""

from collections.abc import Iterator
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
from ono_tutor.solver.packing import (
    FIRST_WAY,
    HIDDEN,
    KINDS,
    MOVES,
    SHAPE,
    STATE,
    Node,
    PackedHand,
    Packing,
    Way,
    packing_of,
)

WON, UNKNOWN, LOST = 1, 0, -1
"""What a spot is worth to a player, or to the one who asked."""


class Aim(Enum):
    """What the player to move wants: that another loses the hand, the game, or points."""

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


class Spot(NamedTuple):
    """A position as a search walks it.

    ``place`` is who is to move and the direction, ``order`` where the turn goes (see
    :data:`~ono_tutor.rules.seats.TurnOrder`), ``node`` the moment, and ``drawn`` how many cards
    were drawn since the question was asked. ``points`` are those left, where points count:
    of the one who asked, and of the other.
    """

    hands: tuple[PackedHand, ...]
    order: TurnOrder
    place: int
    node: Node
    drawn: int
    points: tuple[int, int] = (0, 0)

    def __repr__(self) -> str:
        moment = self.node[STATE].moment
        return f"Spot({[hand[KINDS] for hand in self.hands]}, {self.place}, {moment}, {self.drawn})"

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
    packing: Packing
    start: Spot
    draw: list[int]
    root: int
    aim: Aim
    shuffle_at: int

    @classmethod
    def of(cls, position: Position, *, merges: bool) -> "Deal":
        """Return the deal of a position; with ``merges``, cards that do the same are one kind."""
        rules = position.rules
        packing = packing_of(rules, pair=len(position.still_in) == 2, merges=merges)
        kind_of = packing.classes.kind_of
        hands = tuple(
            packing.nobody
            if hand is None
            else packing.hands[tuple(sorted(kind_of[c] for c in hand))]
            for hand in position.hands
        )
        draw = [kind_of[card] for card in position.draw]
        draw += [HIDDEN] * (len(draw) + sum(len(hand or ()) for hand in position.hands) + 8)
        node = packing.nodes_of_states[position.state]
        start = Spot(hands, _order(hands), position.place, node, 0)
        aim = Aim.of(rules)
        return cls(position, packing, start, draw, position.turn, aim, _pile_size(position))

    def other(self, seat: int) -> int:
        """Return the other of the two seats that are in."""
        first, second = self.position.still_in
        return second if seat == first else first

    def plays(self, spot: Spot) -> tuple[Way, ...]:
        """Return the plays of the player to move."""
        return self.packing.plays(spot.hands[spot.seat], spot.node[SHAPE])

    def way_of(self, play: Play) -> int:
        """Return the way that a play is, by its place in a node."""
        classes = self.packing.classes.classes
        return FIRST_WAY + next(at for at, way in enumerate(classes) if play in way.plays.values())

    def after(self, spot: Spot, way: int, grown: Any) -> Spot:
        """Return the spot after a play that is known, whatever is paid for it."""
        move: Move = spot.node[MOVES][way]
        seat = spot.seat
        hand, drawn = self.drawing(grown, spot.drawn, move.effect.draws)
        hands = spot.hands[:seat] + (hand,) + spot.hands[seat + 1 :]
        place = spot.order[move.passing][spot.place]
        node = self.packing.follow(spot.node, way)
        if spot.drawn <= self.shuffle_at < drawn:
            node = self._node(self._renewed(move.follows))
        return Spot(hands, spot.order, place, node, drawn, spot.points)

    def _node(self, moment: Moment) -> Node:
        return self.packing.nodes_of_states[state_of(self.packing.rules, moment)]

    def _renewed(self, moment: Moment) -> Moment:
        """The moment once the discards are shuffled, so that nothing lies there any more."""
        total, owes, first = moment.total, moment.owes, moment.first
        table = Position(self.packing.rules, total, ((), ()), owes=owes, played=first)
        return table.moment._replace(pair=moment.pair, opening=moment.opening)

    def drawing(self, grown: Any, drawn: int, count: int) -> tuple[PackedHand, int]:
        """Return the hand with ``count`` cards more, and how many are drawn then."""
        hand: PackedHand = grown[-1]
        for kind in self.draw[drawn : drawn + count]:
            hand = self.packing.grown(hand)[kind]
        return hand, drawn + count

    def fallen(self, spot: Spot) -> tuple[int | Spot, ...]:
        """Return what may follow when the player to move has no play: a spot, or WON or LOST.

        More than one thing may follow where it hangs on a hidden card of another hand.
        """
        if self.aim is Aim.HAND:
            return (LOST if spot.seat == self.root else WON,)
        return tuple(self._laid_down(spot, hands) for hands in self._tables(spot))

    def _tables(self, spot: Spot) -> Iterator[Hands]:
        """The hands as cards; then, where some are hidden, as if no hidden card could be played."""
        cards = self.packing.classes.cards
        shown = tuple(
            None if hand[KINDS] is None else tuple(cards[kind] for kind in hand[KINDS])
            for hand in spot.hands
        )
        yield shown
        if any(Card.UNKNOWN in hand for hand in shown if hand):
            yield tuple(hand and tuple(c for c in hand if c is not Card.UNKNOWN) for hand in shown)

    def _laid_down(self, spot: Spot, hands: Hands) -> int | Spot:
        """What follows where the player to move lays the hand down at this table."""
        state: State = spot.node[STATE]
        moment, rules = state.moment, state.rules
        seat, is_turned = divmod(spot.place, 2)
        direction = Direction.COUNTER_CLOCKWISE if is_turned else Direction.CLOCKWISE
        table = Position(
            rules, moment.total, hands, seat, moment.owes, direction, played=moment.first
        )
        ply = carry_out(table, OUT, rules.out_effect(moment, table.hand), None)
        if ply.settlement.winners:
            return WON if self.root in ply.settlement.winners else LOST
        if self.root in ply.settlement.out:
            return LOST
        nobody, after = self.packing.nobody, ply.after
        left = tuple(
            nobody if seat in ply.settlement.out else hand for seat, hand in enumerate(spot.hands)
        )
        follows = rules.next_moment(moment, OUT, ply.effect)
        follows = follows._replace(total=after.total, pair=len(after.still_in) == 2)
        return Spot(left, _order(left), after.place, self._node(follows), spot.drawn)


def _order(hands: tuple[PackedHand, ...]) -> TurnOrder:
    """Where the turn goes among the players who hold these hands."""
    return turn_order(tuple([hand[KINDS] is not None for hand in hands]))


def _pile_size(position: Position) -> int:
    """How many cards the draw pile holds, known or not."""
    deck = sum(position.rules.deck(len(position.hands)).values())
    held = sum(len(hand or ()) for hand in position.hands)
    return deck - held - len(position.discards())

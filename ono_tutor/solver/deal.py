"""A deal whose cards are all known, as the searches walk it, spot by spot."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NamedTuple

from ono_tutor.cards import Card
from ono_tutor.game.position import Position
from ono_tutor.rules.event import Settlement
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Direction, Hands, next_in
from ono_tutor.solver.hands import GROWN, HIDDEN_WAY, KINDS, PLAYS, Hand
from ono_tutor.solver.steps import FACTS, SHAPE, Fact, Node, Steps, steps_of
from ono_tutor.solver.ways import HIDDEN

WON, UNKNOWN, LOST = 1, 0, -1
"""What a spot is worth to a player, or to the one who asked."""


class Aim(Enum):
    """What the player to move wants: that another loses the hand, the game, or points."""

    HAND = auto()
    GAME = auto()
    POINTS = auto()

    @staticmethod
    def of(rules: RuleSet) -> "Aim":
        """The aim under a rule set: points where marks pay, else the hand where it costs a stake.

        Where nothing is staked, a loss puts out of the game, and the game is what counts.
        """
        if rules.marks:
            return Aim.POINTS
        return Aim.GAME if rules.stake_name is None else Aim.HAND


class Spot(NamedTuple):
    """A position as a search walks it.

    ``step`` is the direction (1 clockwise, -1 counter-clockwise), ``node`` the moment, and
    ``drawn`` how many cards were drawn since the question was asked.
    """

    hands: tuple[Hand, ...]
    seat: int
    step: int
    node: Node
    drawn: int

    def __repr__(self) -> str:
        moment = self.node[FACTS].moment
        return f"Spot({[hand[KINDS] for hand in self.hands]}, {self.seat}, {moment}, {self.drawn})"


@dataclass(frozen=True, slots=True)
class Deal:
    """A question: where it starts, what is drawn, who asks (``root``) and what for.

    ``shuffle_at`` is the draw that needs the discards: what it draws is not known, but that the
    discards are gone may matter (rule ``ono-on-zero``).
    """

    position: Position
    steps: Steps
    start: Spot
    draw: list[int]
    root: int
    aim: Aim
    shuffle_at: int

    @classmethod
    def of(cls, position: Position, *, merges: bool) -> "Deal":
        """The deal of a position; with ``merges``, kinds of card that do the same are one."""
        rules = position.rules
        steps = steps_of(rules, pair=len(position.still_in) == 2, merges=merges)
        kind_of, made = steps.ways.kind_of, steps.hands
        hands = tuple(
            made.nobody if hand is None else made.hand(tuple(sorted(kind_of[c] for c in hand)))
            for hand in position.hands
        )
        draw = [kind_of[card] for card in position.draw]
        draw += [HIDDEN] * (len(draw) + sum(len(hand or ()) for hand in position.hands) + 8)
        node = steps.node(rules.moment(position))
        start = Spot(hands, position.turn, position.direction.step, node, 0)
        aim, turn = Aim.of(rules), position.turn
        return cls(position, steps, start, draw, turn, aim, _pile_size(position))

    def other(self, seat: int) -> int:
        """The other of the two seats that are in."""
        first, second = self.position.still_in
        return second if seat == first else first

    def pair(self, a: Hand, b: Hand) -> tuple[Hand, ...]:
        """The hands by seat, where only the one who asked (``a``) and one more are in."""
        hands = [self.steps.hands.nobody] * len(self.start.hands)
        hands[self.root], hands[self.other(self.root)] = a, b
        return tuple(hands)

    def ring(self, hands: tuple[Hand, ...]) -> dict[int, tuple[int, ...]]:
        """The next seat after each seat that is in, by direction."""
        seats = range(len(hands))
        return {step: tuple(next_seat(hands, s, step, 1) for s in seats) for step in (1, -1)}

    def way_of(self, play: Play) -> int:
        """The way that a play is, by its place in a node."""
        ways = self.steps.ways.ways
        return HIDDEN_WAY + 1 + next(at for at, w in enumerate(ways) if play in w.plays.values())

    @staticmethod
    def plays(spot: Spot) -> tuple[tuple[int, Any], ...]:
        """The plays of the player to move, each a way and what the rest of the hand grows into."""
        found: tuple[tuple[int, Any], ...] = spot.hands[spot.seat][PLAYS][spot.node[SHAPE]]
        return found

    def after(self, spot: Spot, way: int, grown: Any) -> Spot:
        """The spot after a play that is known and settles nothing."""
        fact: Fact = spot.node[FACTS].ways[way]
        effect, step, seat = fact.effect, spot.step, spot.seat
        hand, drawn = self.drawing(grown, spot.drawn, effect.draws)
        hands = spot.hands[:seat] + (hand,) + spot.hands[seat + 1 :]
        if effect.turns and not fact.follows.pair:
            step = -step
        seat = next_seat(hands, seat, step, effect.steps)
        node = self.steps.follow(spot.node, way)
        if spot.drawn <= self.shuffle_at < drawn:
            node = self.steps.node(self._renewed(fact.follows))
        return Spot(hands, seat, step, node, drawn)

    def _renewed(self, moment: Moment) -> Moment:
        """The moment once the discards are shuffled, so that nothing lies there any more."""
        total, owes, first = moment.total, moment.owes, moment.first
        table = Position(self.steps.rules, total, ((), ()), owes=owes, played=first)
        renewed = self.steps.rules.moment(table)
        return renewed._replace(pair=moment.pair, opening=moment.opening)

    def drawing(self, grown: Any, drawn: int, count: int) -> tuple[Hand, int]:
        """The hand with as many cards more, and how many are drawn then."""
        hand: Hand = self.steps.hands.hand(grown.kinds)
        for kind in self.draw[drawn : drawn + count]:
            hand = hand[GROWN][kind]
        return hand, drawn + count

    def fallen(self, spot: Spot) -> tuple[int | Spot, ...]:
        """What may follow when the player to move has no play: who asked wins or loses, or a spot.

        More than one thing may follow where it hangs on a hidden card of another hand.
        """
        if self.aim is Aim.HAND:
            return (LOST if spot.seat == self.root else WON,)
        moment: Moment = spot.node[FACTS].moment
        return tuple(self._settled(spot, moment, hands) for hands in self._tables(spot))

    def _tables(self, spot: Spot) -> Iterator[Hands]:
        """The hands as cards; then, where some are hidden, as if no hidden card could be played."""
        cards = self.steps.ways.cards
        shown = tuple(
            None if hand[KINDS] is None else tuple(cards[kind] for kind in hand[KINDS])
            for hand in spot.hands
        )
        yield shown
        if any(Card.UNKNOWN in hand for hand in shown if hand):
            yield tuple(hand and tuple(c for c in hand if c is not Card.UNKNOWN) for hand in shown)

    def _settled(self, spot: Spot, moment: Moment, hands: Hands) -> int | Spot:
        rules, seat = self.steps.rules, spot.seat
        direction = Direction.CLOCKWISE if spot.step > 0 else Direction.COUNTER_CLOCKWISE
        table = Position(
            rules, moment.total, hands, seat, moment.owes, direction, played=moment.first
        )
        effect = rules.out_effect(table)
        settlement = rules.settle(table, effect, table.hand)
        if settlement.winners:
            return WON if self.root in settlement.winners else LOST
        if self.root in settlement.out:
            return LOST
        follows = rules.next_moment(moment, OUT, effect)
        return self._without(spot, settlement, follows, effect.steps)

    def _without(self, spot: Spot, settlement: Settlement, follows: Moment, steps: int) -> Spot:
        """The spot once these seats have left, the others playing on."""
        nobody = self.steps.hands.nobody
        hands = tuple(
            nobody if seat in settlement.out else hand for seat, hand in enumerate(spot.hands)
        )
        total = follows.total if settlement.total is None else settlement.total
        pair = sum(hand is not nobody for hand in hands) == 2
        node = self.steps.node(follows._replace(total=total, pair=pair))
        seat = next_seat(hands, spot.seat, spot.step, steps)
        return Spot(hands, seat, spot.step, node, spot.drawn)


def _pile_size(position: Position) -> int:
    """How many cards the draw pile holds, known or not."""
    deck = sum(position.rules.deck(len(position.hands)).values())
    held = sum(len(hand or ()) for hand in position.hands)
    return deck - held - len(position.discards())


def next_seat(hands: tuple[Hand, ...], seat: int, step: int, count: int) -> int:
    """The seat ``count`` players further on, among those in."""
    return next_in(tuple(hand[KINDS] for hand in hands), seat, step, count)

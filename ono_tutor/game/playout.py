"""The playout loop: whole games at speed, on the nodes of a lattice.

It is a second implementation of a game's course; the cards' effects and what a loss costs come
from the rules. Tests replay its games through the plain engine, play by play.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from random import Random

from ono_tutor.cards import Card
from ono_tutor.game.lattice import NEXT, SETTLES, SKIPS, TURNED, Lattice, Move, Node
from ono_tutor.game.position import Position
from ono_tutor.rules.event import EventType
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet, Settlement, Stakes
from ono_tutor.rules.seats import Hand, Hands, next_seat

Tell = Callable[[int, Play | None, tuple[int, ...]], None]
"""Told of each play: the seat, the play (None for laying the hand down), the kinds drawn."""

Dealt = Callable[[Hands, int], None]
"""Told of each deal: the hands by seat, and the seat that starts."""


MOST_PLAYS = 2000
"""A hand without an end is called off after so many plays: nobody pays, the next one is dealt.

This is ours and stands in no text. It is for a total that is doubled below zero again and again
(rule ``99-below-zero``) and cannot come back; every other hand ends far below.
"""


@dataclass(slots=True)
class HandResult:
    """How one hand or round went; ``is_called_off`` after ``MOST_PLAYS`` plays.

    ``plays`` is its length, ``starter`` the seat that began, ``last`` the seat that ended it
    (or was to move when it was called off), ``loser`` who lost it (the first where several do) and
    ``loser_place`` that player's place after the one who started. ``losses`` counts those who
    lost it or went out, ``losses_owing_two`` those of them who faced a double. ``lost`` are the
    points lost by cause, a rule id each (Ninety-Nine).
    """

    starter: int
    plays: int = 0
    loser: int | None = None
    loser_place: int = 0
    losses: int = 0
    losses_owing_two: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    last: int = 0
    is_called_off: bool = False


class Playout:
    """Whole games of one rule set, number of players and strategy, one after another."""

    def __init__(self, rules: RuleSet, players: int, strategy: str) -> None:
        self.lattice = Lattice(rules, players, strategy)
        self.rules = rules
        self.players = players
        self.is_random = strategy == "random"
        self.deck = self.lattice.deck()
        self.keeps_top = rules.reshuffled((Card.TEN, Card.TEN)) != ((Card.TEN, Card.TEN), ())

    def game(
        self, numbers: Random, tell: Tell | None = None, dealt: Dealt | None = None
    ) -> Iterator[HandResult]:
        """Play one game to its end: the result of each hand, the winners in the last one."""
        seats = tuple(range(self.players))
        stakes = self.rules.start_stakes(((),) * self.players)
        dealer = self.rules.first_dealer(self.players, numbers)
        starter = next_seat(seats, dealer)
        while True:
            deal = _Deal(seats, starter, stakes)
            hand = _Hand(self, deal, numbers, tell)
            if dealt:
                dealt(hand.shown(), starter)
            hand.play()
            yield hand.result
            if hand.result.winners:
                return
            seats, stakes = hand.seats, hand.stakes
            dealer, starter = self._next_deal(hand, dealer)

    def _next_deal(self, hand: "_Hand", dealer: int) -> tuple[int, int]:
        """The next dealer and who starts: the dealer's left after a hand that was called off."""
        if hand.result.is_called_off:
            dealer = self.rules.next_dealer(hand.seats, dealer)
            return dealer, next_seat(hand.seats, dealer)
        return self.rules.next_deal(hand.seats, dealer, hand.round_loser, hand.result.last)


@dataclass(frozen=True, slots=True)
class _Deal:
    """Who is dealt in, who starts, and what each has or has scored."""

    seats: tuple[int, ...]
    starter: int
    stakes: Stakes


class _Hand:
    """One hand in play: kinds of cards as numbers, the undrawn part of ``pile`` in front.

    ``pile[:left]`` may be drawn, the discards lie behind it. A card is drawn from a random
    place, so that nothing is ever shuffled.
    """

    def __init__(self, playout: Playout, deal: _Deal, numbers: Random, tell: Tell | None) -> None:
        self.lattice, self.rules = playout.lattice, playout.rules
        self.is_random, self.keeps_top = playout.is_random, playout.keeps_top
        self.seats = self.seats_dealt = deal.seats
        self.seat, self.stakes = deal.starter, deal.stakes
        self.plays = 0
        self.is_shuffled = False
        self.random, self.tell = numbers.random, tell
        self.pile, self.hands = self._deal(playout)
        self.left = len(self.pile)
        self.direction = 1
        self.ring = self._ring()
        moment = Moment(0, pair=len(deal.seats) == 2)
        if self.rules.binds_opening:
            moment = self._position(moment).moment
        self.node = self.lattice.node(moment)
        self.result = HandResult(deal.starter)
        self.round_loser: int | None = None

    def _deal(self, playout: Playout) -> tuple[list[int], list[list[int]]]:
        """The draw pile, and the hand of each seat (rule ``deal``)."""
        pile, random = playout.deck.copy(), self.random
        left = len(pile)
        hands = [NOBODY] * playout.players
        for seat in self.seats:
            hand: list[int] = []
            for _ in range(self.rules.hand_size):
                at = int(random() * left)
                left -= 1
                hand.append(pile[at])
                pile[at] = pile[left]
            hands[seat] = hand
        del pile[left:]
        return pile, hands

    def play(self) -> None:
        """Play the hand to its end, or call it off after ``MOST_PLAYS`` plays."""
        while not self._play_on():
            if self.plays >= MOST_PLAYS:
                self._call_off()
                return

    def _play_on(self) -> bool:
        """Play until somebody loses something, or ``MOST_PLAYS``; whether the hand is over.

        This is the loop that everything waits for, so it is one piece, with its state in
        local names, and leaves for :meth:`_settle` only when it must.
        """
        hands, pile, random, after = self.hands, self.pile, self.random, self.lattice.after
        is_random, tell, size = self.is_random, self.tell, self.rules.hand_size
        node, seat, ring, left = self.node, self.seat, self.ring, self.left
        for plays in range(self.plays, MOST_PLAYS):
            hand = hands[seat]
            if is_random:
                place = int(random() * size)
                kind = hand[place]
                if node.moves[kind] is None:
                    place = int(random() * size)
                    kind = hand[place]
            else:
                kind = max(hand, key=node.ranks.__getitem__)
                place = hand.index(kind)
            move = node.quick[kind]
            if move is None:
                self.node, self.seat, self.left, self.plays = node, seat, left, plays
                place, move = self._choose(place)
                if move is None or move.passing == SETTLES or move.effect.draws != 1:
                    return self._settle(place, move)
                kind = hand[place]
            follows = move.node or after(move)
            if left:
                at = int(random() * left)
                left -= 1
                hand[place] = pile[at]
                pile[at] = pile[left]
                pile[left] = kind
            else:
                self.left = left
                (hand[place],) = self._taken([kind], 1)
                left, follows = self.left, self._node_after_shuffle(move)
            if tell:
                tell(seat, move.play, (hand[place],))
            node = follows
            passing = move.passing
            if passing == NEXT:
                seat = ring[seat]
            elif passing == TURNED:
                self.direction = -self.direction
                ring = self.ring = self._ring()
                seat = ring[seat]
            elif passing == SKIPS:
                seat = ring[ring[seat]]
        self.node, self.seat, self.left, self.plays = node, seat, left, MOST_PLAYS
        return False

    def _call_off(self) -> None:
        """Leave a hand that has no end: nobody pays or wins, and the next one is dealt."""
        self.result.plays, self.result.last = self.plays, self.seat
        self.result.is_called_off = True
        self.seats = self._seats_next_hand()

    def _choose(self, place: int) -> tuple[int, Move | None]:
        """The place and the move that is made; None for laying the hand down."""
        hand, moves = self.hands[self.seat], self.node.moves
        move = moves[hand[place]] if hand else None
        if move is None:
            places = [at for at, kind in enumerate(hand) if moves[kind] is not None]
            if not places:
                return self._last_resort(hand)
            place = places[int(self.random() * len(places))]
            move = moves[hand[place]]
        if move is not None and move.others:
            ways = (move, *move.others)
            move = ways[int(self.random() * len(ways))]
        return place, move

    def _last_resort(self, hand: list[int]) -> tuple[int, Move | None]:
        """With no safe card: four O'NO 99 together, else a card that loses, else None."""
        moment, ways = self.node.moment, self.rules.plays_of_hand(self._cards(hand))
        together = next((play for play in ways if play.copies > 1), None)
        if together is not None:
            effect = self.rules.judge(together, moment)
            if isinstance(effect, Effect):
                return 0, self.lattice.move(together, effect, moment)
        places = [at for at, kind in enumerate(hand) if self.node.busts[kind] is not None]
        if not places or not self.rules.plays_to_lose(self._cards(hand)):
            return 0, None
        place = self.lattice.best_bust([hand[at] for at in places], self.node, self.random)
        return places[place], self.node.busts[hand[places[place]]]

    def _settle(self, place: int, move: Move | None) -> bool:
        """Make a move that costs somebody something, or draws four; whether the hand is over."""
        self.plays += move is not None
        self.is_shuffled = False
        if move is not None and move.passing != SETTLES:
            self._play_together(move)
            return False
        seat, hand = self.seat, self.hands[self.seat]
        before = self._position(self.node.moment)
        effect = self.rules.out_effect(before) if move is None else move.effect
        put_down = [] if move is None else [hand.pop(place)]
        drawn = self._taken(put_down, effect.draws) if effect.busts and move else []
        hand += drawn
        settlement = self.rules.settle(before, effect, self._cards(hand))
        self._note(settlement, before.owes == 2 or before.played is not None)
        if not (effect.busts or settlement.round_over or seat in settlement.out):
            drawn = self._taken(put_down, effect.draws)
            hand += drawn
        elif not effect.busts:
            self.pile += put_down
        if self.tell:
            self.tell(seat, move.play if move else None, tuple(drawn))
        return settlement.round_over or self._pass_on(effect, move, settlement)

    def _pass_on(self, effect: Effect, move: Move | None, settlement: Settlement) -> bool:
        """Give the turn to the next player after a settlement that did not end the hand."""
        if effect.turns and len(self.seats) > 2:
            self.direction = -self.direction
        self.ring = self._ring()
        for _ in range(effect.steps):
            self.seat = self.ring[self.seat]
        total = effect.total if settlement.total is None else settlement.total
        spent = self.node.moment.ono_spent if move is None else move.follows.ono_spent
        pair = len(self.seats) == 2
        self.node = self.lattice.node(
            Moment(total, pair=pair, ono_spent=spent and not self.is_shuffled)
        )
        return False

    def _note(self, settlement: Settlement, owed_two: bool) -> None:
        """Write down what a settlement changed."""
        result = self.result
        self.stakes = settlement.stakes
        for seat in settlement.out:
            self.hands[seat] = NOBODY
        if settlement.loser is not None:
            self.round_loser = settlement.loser
            if result.loser is None:
                result.loser = settlement.loser
                result.loser_place = self._place(settlement.loser)
            result.losses += 1
            result.losses_owing_two += owed_two
        for event in settlement.events:
            if event.type is EventType.LOST_POINTS:
                result.lost[event.rule] = result.lost.get(event.rule, 0) + (event.amount or 0)
        dealt = self.seats_dealt
        self.seats = tuple(seat for seat in dealt if self.hands[seat] is not NOBODY)
        if settlement.round_over:
            result.plays, result.last = self.plays, self.seat
            result.winners = self.rules.settled_hand(settlement, dealt).winners
            self.seats = self._seats_next_hand()

    def _seats_next_hand(self) -> tuple[int, ...]:
        hands = tuple(None if hand is NOBODY else () for hand in self.hands)
        return self.rules.seats_next_hand(hands, self.stakes, self.seats_dealt)

    def _place(self, seat: int) -> int:
        """How many players of this hand sit between the one who started and this one."""
        order = self.seats_dealt
        return (order.index(seat) - order.index(self.result.starter)) % len(order)

    def _play_together(self, move: Move) -> None:
        """Put the whole hand down and draw as many cards (rule ``four-ono99``)."""
        seat, hand = self.seat, self.hands[self.seat]
        drawn = self._taken(hand, move.effect.draws)
        self.hands[seat] = drawn
        if self.tell:
            self.tell(seat, move.play, tuple(drawn))
        self.node = self.lattice.after(move)
        if move.passing == NEXT:
            self.seat = self.ring[seat]

    def _taken(self, put_down: list[int], count: int) -> list[int]:
        """Draw after these cards were put down; the discards are used when the pile is empty."""
        if self.left < count and self.keeps_top:
            drawn = [self._take() for _ in range(count)]
            self.pile += put_down
            return drawn
        self.pile += put_down
        return [self._take() for _ in range(count)]

    def _take(self) -> int:
        pile = self.pile
        if self.left == 0:
            self.left = len(pile)
            self.is_shuffled = True
        at = int(self.random() * self.left)
        self.left -= 1
        kind = pile[at]
        pile[at] = pile[self.left]
        pile[self.left] = pile[-1]
        pile.pop()
        return kind

    def _node_after_shuffle(self, move: Move) -> Node:
        """The node after a play whose draw needed the discards (rule ``ono-on-zero``)."""
        return self.lattice.node(move.follows._replace(ono_spent=False))

    def _ring(self) -> tuple[int, ...]:
        """The next seat after each seat, among those in, in the direction of play."""
        seated = tuple(hand is not NOBODY for hand in self.hands)
        return self.lattice.rings(seated)[self.direction < 0]

    def shown(self) -> Hands:
        """The hands as cards."""
        return tuple(None if hand is NOBODY else self._cards(hand) for hand in self.hands)

    def _cards(self, kinds: Iterable[int]) -> Hand:
        return tuple(self.lattice.kinds[kind] for kind in kinds)

    def _position(self, moment: Moment) -> Position:
        """The position as the plain engine knows it, the piles apart."""
        return Position(
            self.rules,
            moment.total,
            self.shown(),
            self.seat,
            moment.owes,
            stakes=self.stakes,
            played=moment.first,
        )


NOBODY: list[int] = []
"""The hand of a seat that is out."""

"""A whole game: dealt from a seed, played hand by hand until somebody has won."""

import random
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from ono_tutor.cards import Card
from ono_tutor.errors import IllegalPlayError
from ono_tutor.game.lattice import (
    NEXT,
    SAME,
    SKIPS,
    TURNED,
    Lattice,
    Node,
    Rings,
    shared_lattice,
)
from ono_tutor.game.legal import as_play, playable_now
from ono_tutor.game.ply import LatePly, Ply
from ono_tutor.game.position import Position
from ono_tutor.game.turn import carry_out, make
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet, Stakes
from ono_tutor.rules.seats import Direction, Hand, Hands, next_seat

Discards = tuple["Discards", Card] | None
"""The discard pile: all below the top card, and the top card."""


class Course(NamedTuple):
    """How far a game has come: who dealt to whom, which hand it is, who has won.

    ``shuffles`` counts how often cards were shuffled, so that the seed says all that follows.
    """

    lattice: Lattice
    seed: int
    dealer: int
    dealt: tuple[int, ...]
    hand_number: int
    shuffles: int
    winners: tuple[int, ...] = ()


class Deal(NamedTuple):
    """What stays as it is while cards are put down and drawn.

    ``pile`` is the draw pile as it was shuffled last; ``rings`` are the next seat after each
    seat, clockwise and counter-clockwise, among those in. ``is_plain`` says that nobody may
    draw late and nobody has won.
    """

    course: Course
    pile: Hand
    stakes: Stakes
    undrawn: tuple[int, ...]
    rings: Rings
    is_plain: bool


class Game(NamedTuple):
    """A game as it stands, every card known. Immutable; a play gives a new one.

    It is a named tuple, kept so that the next one is quickly made; :attr:`position` says the
    same in full. ``turned`` is 1 where play goes counter-clockwise, ``drawn`` how many cards
    of the pile have been drawn.
    """

    deal: Deal
    node: Node
    hands: Hands
    turn: int
    turned: int
    drawn: int
    discards: Discards

    def __repr__(self) -> str:
        hand = f"hand {self.hand_number}" if not self.winners else f"won by {self.winners}"
        return f"<Game from seed {self.seed}, {hand}: {self.position}>"

    @classmethod
    def start(cls, rules: RuleSet, players: int, seed: int) -> Self:
        """A new game, dealt (rules ``players``, ``deck``, ``dealer``, ``deal`` and ``opening``).

        Raises :class:`NotationError` for a number of players that the game is not for.
        """
        rules.check_players(players)
        seats = tuple(range(players))
        dealer = rules.first_dealer(players, _random(seed, 0))
        stakes = rules.start_stakes(((),) * players)
        lattice = shared_lattice(rules, players)
        starter = next_seat(seats, dealer)
        position = _dealt(lattice, seats, stakes, starter, _random(seed, 1))
        return cls._at(position, Course(lattice, seed, dealer, seats, 1, 1))

    @classmethod
    def _at(cls, position: Position, course: Course) -> Self:
        """The game that stands at this position."""
        hands, lattice = position.hands, course.lattice
        deal = Deal(
            course,
            position.draw,
            position.stakes,
            position.undrawn,
            lattice.rings(tuple(hand is not None for hand in hands)),
            not (position.undrawn or course.winners),
        )
        discards: Discards = None
        for card in position.seen:
            discards = (discards, card)
        node = lattice.node(position.moment)
        turned = int(position.direction is Direction.COUNTER_CLOCKWISE)
        return cls(deal, node, hands, position.turn, turned, 0, discards)

    @property
    def position(self) -> Position:
        """The position: ``draw`` is the whole draw pile, ``seen`` the whole discard pile."""
        deal, moment = self.deal, self.node.moment
        return Position(
            deal.course.lattice.rules,
            moment.total,
            self.hands,
            self.turn,
            moment.owes,
            Direction.COUNTER_CLOCKWISE if self.turned else Direction.CLOCKWISE,
            deal.pile[self.drawn :],
            self._seen(),
            deal.stakes,
            moment.first,
            deal.undrawn,
        )

    def _seen(self) -> Hand:
        cards, below = [], self.discards
        while below is not None:
            below, card = below
            cards.append(card)
        return tuple(reversed(cards))

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self.deal.course.lattice.rules

    @property
    def seed(self) -> int:
        """What the cards are shuffled from."""
        return self.deal.course.seed

    @property
    def dealer(self) -> int:
        """The seat that dealt this hand."""
        return self.deal.course.dealer

    @property
    def hand_number(self) -> int:
        """Which hand or round is being played, from 1."""
        return self.deal.course.hand_number

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; empty while the game goes on (rule ``winner``)."""
        return self.deal.course.winners

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.deal.course.winners)

    def legal_plays(self) -> tuple[Play, ...]:
        """What the player to move may play."""
        node, hand = self.node, self.hands[self.turn] or ()
        if node.single is not None:
            safe = tuple(filter(None, map(node.single.get, dict.fromkeys(hand))))
        else:
            safe = tuple(play for card in dict.fromkeys(hand) for play in node.plays[card])
        return safe or tuple(playable_now(self.rules, hand, node.moment)) or (OUT,)

    def after(self, play: Play | LateDraw | str) -> "Game":
        """The game after this play; a new hand is dealt where one is due.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        deal = self.deal
        move = self.node.passing.get(play)  # type: ignore[arg-type]  # other keys are absent
        hand, drawn = self.hands[self.turn], self.drawn
        if move is None or hand is None or move.play.card not in hand:
            return self.play(play).game
        if not deal.is_plain or drawn >= len(deal.pile):
            return self.play(play).game
        card, seat, turned = move.play.card, self.turn, self.turned
        at = hand.index(card)
        hand = hand[:at] + hand[at + 1 :] + (deal.pile[drawn],)
        hands = self.hands[:seat] + (hand,) + self.hands[seat + 1 :]
        passing = move.passing
        if passing == NEXT:
            seat = deal.rings[turned][seat]
        elif passing != SAME:
            if passing == TURNED and len(hands) - hands.count(None) > 2:
                turned = 1 - turned
            ring = deal.rings[turned]
            seat = ring[ring[seat]] if passing == SKIPS else ring[seat]
        node = move.node or deal.course.lattice.after(move)
        return Game(deal, node, hands, seat, turned, drawn + 1, (self.discards, card))

    def play(self, play: Play | LateDraw | str) -> "Step":
        """The game after this play, and the play made with all its events.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        course, position = self.deal.course, self.position
        if course.winners:
            message = f"{play} comes after the end: the game is over"
            raise IllegalPlayError(message, word=str(play), rule="winner")
        dealing = _Shuffler(course.seed, course.shuffles)
        ply = self._made(position, as_play(position, play), dealing)
        if dealing.times:
            course = course._replace(shuffles=course.shuffles + dealing.times)
        if not isinstance(ply, Ply) or not ply.settlement.round_over:
            return Step(self._at(ply.after, course), ply)
        settled = self.rules.settled_hand(ply.settlement, course.dealt)
        if settled is not ply.settlement:
            ply = replace(ply, settlement=settled)
        return Step(self._ended(course, ply), ply)

    def _made(
        self, position: Position, play: Play | LateDraw, dealing: "_Shuffler"
    ) -> Ply | LatePly:
        """The play, made; one that the node knows to be legal need not be judged again."""
        node, hand = self.node, position.hand
        move = node.losing.get(play)  # type: ignore[arg-type]  # other keys are absent
        is_known = move is not None and move.play.card in hand
        if not is_known or not self.rules.plays_to_lose(hand) or any(map(node.plays.get, hand)):
            return make(position, play, dealing)
        assert move is not None
        return carry_out(position, move.play, move.effect, dealing)

    def _ended(self, course: Course, ply: Ply) -> "Game":
        """The game with its winners, or with the next hand dealt."""
        rules, after, settled = self.rules, ply.after, ply.settlement
        if settled.winners:
            return self._at(after, course._replace(winners=settled.winners))
        seats = rules.seats_next_hand(after.hands, after.stakes, course.dealt)
        dealer, starter = rules.next_deal(seats, course.dealer, settled.loser, ply.before.turn)
        number, shuffles = course.hand_number + 1, course.shuffles + 1
        then = Course(course.lattice, course.seed, dealer, seats, number, shuffles)
        numbers = _random(course.seed, shuffles)
        return self._at(_dealt(course.lattice, seats, after.stakes, starter, numbers), then)


@dataclass(frozen=True, slots=True)
class Step:
    """The game after a play, and the play made."""

    game: Game
    ply: Ply | LatePly


class _Shuffler:
    """Shuffles the discards when the draw pile is empty, as the seed says."""

    def __init__(self, seed: int, done: int) -> None:
        self.seed = seed
        self.done = done
        self.times = 0

    def __call__(self, cards: Hand) -> Hand:
        self.times += 1
        return _shuffled(cards, _random(self.seed, self.done + self.times))


def _random(seed: int, number: int) -> random.Random:
    """The random numbers of the ``number``-th shuffle of a game; 0 chooses the dealer."""
    return random.Random(f"{seed}/{number}")


def _shuffled(cards: Hand, numbers: random.Random) -> Hand:
    """The cards in a random order: each gets a random number and they are sorted by it."""
    number = numbers.random
    return tuple(sorted(cards, key=lambda card: number()))


def _dealt(
    lattice: Lattice,
    seats: tuple[int, ...],
    stakes: Stakes,
    starter: int,
    numbers: random.Random,
) -> Position:
    """The opening position of a hand: everybody of ``seats`` is dealt in (rule ``deal``)."""
    size = lattice.rules.hand_size
    pile = _shuffled(lattice.cards, numbers)
    hands: list[Hand | None] = [None] * lattice.players
    for place, seat in enumerate(seats):
        hands[seat] = pile[place * size : (place + 1) * size]
    rest = pile[len(seats) * size :]
    return Position(lattice.rules, 0, tuple(hands), starter, draw=rest, stakes=stakes)

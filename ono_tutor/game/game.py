"""A whole game: dealt from a seed, played round by round until somebody has won."""

import random
from dataclasses import dataclass, replace
from typing import NamedTuple, Self

from ono_tutor.cards import Card
from ono_tutor.errors import IllegalPlayError
from ono_tutor.game.legal import as_play, legal_moves
from ono_tutor.game.ply import LatePly, Ply
from ono_tutor.game.position import Position
from ono_tutor.game.turn import make
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.automaton import Move, State
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet, Stakes
from ono_tutor.rules.seats import Direction, Hand, Hands, TurnOrder, next_seat, turn_order

Discards = tuple["Discards", Card] | None
"""The discard pile: all below the top card, and the top card."""


class Course(NamedTuple):
    """How far a game has come: who dealt to whom, which round it is, who has won.

    ``cards`` is the whole deck. ``shuffles`` counts how often cards were shuffled, so that the
    seed says all that follows; with ``numbers`` they are shuffled from these, which go on.
    """

    rules: RuleSet
    players: int
    cards: Hand
    seed: int
    dealer: int
    dealt: tuple[int, ...]
    hand_number: int
    shuffles: int
    winners: tuple[int, ...] = ()
    numbers: random.Random | None = None

    def random(self, number: int) -> random.Random:
        """Return the random numbers of the ``number``-th shuffle; 0 chooses the dealer."""
        return self.numbers or random.Random(f"{self.seed}/{number}")


class Deal(NamedTuple):
    """What stays as it is while cards are put down and drawn.

    ``pile`` is the draw pile as it was shuffled last; ``order`` says who is next among those
    in. ``is_plain`` says that nobody may draw late and nobody has won.
    """

    course: Course
    pile: Hand
    stakes: Stakes
    undrawn: tuple[int, ...]
    order: TurnOrder
    is_plain: bool


@shown_in_notebooks
class Game(NamedTuple):
    """A game as it stands, every card known. Immutable; a play gives a new one.

    It is a named tuple, kept so that the next one is quickly made; :attr:`position` says the
    same in full. ``place`` is twice the seat to move, and one more where play goes
    counter-clockwise; ``drawn`` is how many cards of the pile have been drawn.
    """

    deal: Deal
    state: State
    hands: Hands
    place: int
    drawn: int
    discards: Discards

    def __repr__(self) -> str:
        hand = f"hand {self.hand_number}" if not self.winners else f"won by {self.winners}"
        return f"<Game from seed {self.seed}, {hand}: {self.position}>"

    @classmethod
    def start(
        cls, rules: RuleSet, players: int, seed: int, numbers: random.Random | None = None
    ) -> Self:
        """Deal a new game (rules ``players``, ``deck``, ``dealer``, ``deal`` and ``opening``).

        The seed says all that follows, unless random ``numbers`` are given to be used instead.
        Raises :class:`NotationError` for a number of players that the game is not for.
        """
        rules.check_players(players)
        seats = tuple(range(players))
        cards = tuple(card for card, n in rules.deck(players).items() for _ in range(n))
        course = Course(rules, players, cards, seed, 0, seats, 1, 1, (), numbers)
        dealer = rules.first_dealer(players, course.random(0))
        stakes = rules.start_stakes(((),) * players)
        return cls._dealt(course._replace(dealer=dealer), stakes, next_seat(seats, dealer))

    @classmethod
    def _dealt(cls, course: Course, stakes: Stakes, starter: int) -> Self:
        """Deal a round: everybody of ``course.dealt`` is dealt in (rule ``deal``)."""
        size = course.rules.hand_size
        pile = _shuffled(course.cards, course.random(course.shuffles))
        hands: list[Hand | None] = [None] * course.players
        for at, seat in enumerate(course.dealt):
            hands[seat] = pile[at * size : (at + 1) * size]
        rest = pile[len(course.dealt) * size :]
        opening = Position(course.rules, 0, tuple(hands), starter, draw=rest, stakes=stakes)
        return cls._at(opening, course)

    @classmethod
    def _at(cls, position: Position, course: Course) -> Self:
        """Return the game that stands at this position."""
        hands, undrawn = position.hands, position.undrawn
        order = turn_order(tuple([hand is not None for hand in hands]))
        is_plain = not (undrawn or course.winners)
        deal = Deal(course, position.draw, position.stakes, undrawn, order, is_plain)
        discards: Discards = None
        for card in position.seen:
            discards = (discards, card)
        return cls(deal, position.state, hands, position.place, 0, discards)

    @property
    def position(self) -> Position:
        """The position: ``draw`` is the whole draw pile, ``seen`` the whole discard pile."""
        deal, moment = self.deal, self.state.moment
        return Position(
            deal.course.rules,
            moment.total,
            self.hands,
            self.turn,
            moment.owes,
            Direction.COUNTER_CLOCKWISE if self.place & 1 else Direction.CLOCKWISE,
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
        return self.deal.course.rules

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.place >> 1

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.place >> 1] or ()

    @property
    def seed(self) -> int:
        """What the cards are shuffled from."""
        return self.deal.course.seed

    @property
    def dealer(self) -> int:
        """The seat that dealt this round."""
        return self.deal.course.dealer

    @property
    def hand_number(self) -> int:
        """Which round is being played, from 1."""
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
        """Return what the player to move may play; ``out`` alone where that is nothing."""
        safe, hand = self.state.safe, self.hand
        plays = [move.play for card in dict.fromkeys(hand) for move in safe[card]]
        return tuple(plays or legal_moves(hand, self.state)) or (OUT,)

    def after(self, play: Play | LateDraw | str) -> "Game":
        """Return the game after this play; a new round is dealt where one is due.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        deal, state, hands, place, drawn, discards = self
        move = state.judged.get(play)  # type: ignore[arg-type]  # other keys are absent
        seat = place >> 1
        hand = hands[seat]
        if type(move) is Move and move.is_plain and hand and deal.is_plain:
            card = move.play.card
            if card in hand and drawn < len(deal.pile):
                at = hand.index(card)
                hand = hand[:at] + hand[at + 1 :] + (deal.pile[drawn],)
                hands = hands[:seat] + (hand,) + hands[seat + 1 :]
                place = deal.order[move.passing][place]
                return Game(
                    deal, move.next or move.follow(), hands, place, drawn + 1, (discards, card)
                )
        return self.play(play).game

    def play(self, play: Play | LateDraw | str) -> "Step":
        """Return the game after this play, and the play made with all its events.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        course, position = self.deal.course, self.position
        if course.winners:
            message = f"{play} comes after the end: the game is over"
            raise IllegalPlayError(message, word=str(play), rule="winner")
        shuffler = _Shuffler(course)
        ply = make(position, as_play(position, play), shuffler)
        if shuffler.times:
            course = course._replace(shuffles=course.shuffles + shuffler.times)
        if not isinstance(ply, Ply) or not ply.settlement.round_over:
            return Step(self._at(ply.after, course), ply)
        settled = course.rules.settled_hand(ply.settlement, course.dealt)
        if settled is not ply.settlement:
            ply = replace(ply, settlement=settled)
        return Step(self._ended(course, ply), ply)

    def _ended(self, course: Course, ply: Ply) -> "Game":
        """Return the game with its winners, or with the next round dealt."""
        rules, after, settled = course.rules, ply.after, ply.settlement
        if settled.winners:
            return self._at(after, course._replace(winners=settled.winners))
        seats = rules.seats_next_hand(after.hands, after.stakes, course.dealt)
        dealer, starter = rules.next_deal(seats, course.dealer, settled.loser, ply.before.turn)
        return self._next_round(course, seats, after.stakes, dealer, starter)

    def call_off(self) -> "Game":
        """Return the game with this round called off: nobody pays, and the next one is dealt.

        No text says so. It is for a simulated round without an end (rule ``99-below-zero``).
        """
        course, rules = self.deal.course, self.rules
        seats = rules.seats_next_hand(self.hands, self.deal.stakes, course.dealt)
        dealer = rules.next_dealer(seats, course.dealer)
        starter = next_seat(seats, dealer)
        return self._next_round(course, seats, self.deal.stakes, dealer, starter)

    def _next_round(  # all that a round starts from
        self, course: Course, seats: tuple[int, ...], stakes: Stakes, dealer: int, starter: int
    ) -> "Game":
        number, shuffles = course.hand_number + 1, course.shuffles + 1
        after = course._replace(dealer=dealer, dealt=seats, hand_number=number, shuffles=shuffles)
        return self._dealt(after, stakes, starter)


@dataclass(frozen=True, slots=True)
class Step:
    """The game after a play, and the play made."""

    game: Game
    ply: Ply | LatePly


class _Shuffler:
    """Shuffles the discards when the draw pile is empty, as the seed says."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.times = 0

    def __call__(self, cards: Hand) -> Hand:
        self.times += 1
        return _shuffled(cards, self.course.random(self.course.shuffles + self.times))


def _shuffled(cards: Hand, numbers: random.Random) -> Hand:
    """Return the cards in a random order: each gets a random number and they are sorted by it."""
    number = numbers.random
    keys = [number() for _ in cards]
    return tuple([cards[at] for at in sorted(range(len(cards)), key=keys.__getitem__)])

"""A whole game: dealt from a seed, played round by round until somebody has won."""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import repeat, starmap
from typing import NamedTuple, Self

from ono_tutor.cards import Card
from ono_tutor.errors import IllegalPlayError
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.game.turn import LatePly, Ply, make
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.judgement import Moment, Stakes
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import (
    Direction,
    Hand,
    Hands,
    TurnOrder,
    next_seat,
    turn_order,
    with_seat,
)
from ono_tutor.rules.states import (
    Scoreboard,
    State,
    first_scoreboard,
    scoreboard_of,
    state_of,
)

Discards = tuple["Discards", Card] | None
"""The discard pile: all below the top card, and the top card."""


new_tuple = tuple.__new__
"""Makes a named tuple at once, without a call in Python."""


class GameProgress(NamedTuple):
    """The progress of a game: the deal, the number of the round, the winners.

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

    def next_round(self, scoreboard: Scoreboard) -> "GameProgress":
        """Return how far the game has come once the round of this scoreboard is dealt."""
        number, shuffles = self.hand_number + 1, self.shuffles + 1
        dealer, dealt = scoreboard.dealer, scoreboard.dealt
        return self._replace(dealer=dealer, dealt=dealt, hand_number=number, shuffles=shuffles)


class DealtRound(NamedTuple):
    """The facts that stay the same while cards are played and drawn.

    ``pile`` is the draw pile as it was shuffled last; ``order`` says who is next among those
    in. ``is_plain`` says that nobody may draw late and nobody has won.
    """

    course: GameProgress
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

    deal: DealtRound
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
        cards = rules.deck_cards(players)
        course = GameProgress(rules, players, cards, seed, 0, seats, 1, 1, (), numbers)
        dealer = rules.first_dealer(players, course.random(0))
        scoreboard = first_scoreboard(rules, players, dealer)
        return cls._dealt(course._replace(dealer=dealer), scoreboard, next_seat(seats, dealer))

    @classmethod
    def _dealt(cls, course: GameProgress, scoreboard: Scoreboard, starter: int) -> Self:
        """Deal a round to everybody who is dealt in (rule ``deal``)."""
        size = course.rules.hand_size
        pile = shuffled(course.cards, course.random(course.shuffles))
        hands: list[Hand | None] = [None] * course.players
        for at, seat in enumerate(course.dealt):
            hands[seat] = pile[at * size : (at + 1) * size]
        state = opening_state(scoreboard, hands, starter)
        deal = DealtRound(course, pile, scoreboard.stakes, (), scoreboard.order, True)
        return cls(deal, state, tuple(hands), 2 * starter, len(course.dealt) * size, None)

    @classmethod
    def _at(cls, position: Position, course: GameProgress) -> Self:
        hands, undrawn = position.hands, position.undrawn
        order = turn_order(tuple([hand is not None for hand in hands]))
        is_plain = not (undrawn or course.winners)
        deal = DealtRound(course, position.draw, position.stakes, undrawn, order, is_plain)
        discards: Discards = None
        for card in position.seen:
            discards = (discards, card)
        return cls(deal, position.state, hands, position.place, 0, discards)

    @property
    def position(self) -> Position:
        """The position: ``draw`` is the whole draw pile, ``seen`` the whole discard pile."""
        return Position(
            self.rules,
            self.total,
            self.hands,
            self.turn,
            self.owes,
            self.direction,
            self.deal.pile[self.drawn :],
            self.seen,
            self.stakes,
            self.played,
            self.undrawn,
        )

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self.deal.course.rules

    @property
    def total(self) -> int:
        """The running total."""
        return self.state.moment.total

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.place >> 1

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.place >> 1] or ()

    @property
    def owes(self) -> int:
        """The cards still owed this turn, 1 or 2."""
        return self.state.moment.owes

    @property
    def direction(self) -> Direction:
        """The direction of play."""
        return Direction.COUNTER_CLOCKWISE if self.place & 1 else Direction.CLOCKWISE

    @property
    def seen(self) -> Hand:
        """The discard pile, oldest first."""
        cards, below = [], self.discards
        while below is not None:
            below, card = below
            cards.append(card)
        return tuple(reversed(cards))

    @property
    def stakes(self) -> Stakes:
        """Chips or points by seat."""
        return self.deal.stakes

    @property
    def played(self) -> Card | None:
        """The first of two cards that are owed, once it is down."""
        return self.state.moment.first

    @property
    def undrawn(self) -> tuple[int, ...]:
        """The seats that may still draw late (rule ``forgot-draw``)."""
        return self.deal.undrawn

    @property
    def seed(self) -> int:
        """The seed of all shuffles."""
        return self.deal.course.seed

    @property
    def dealer(self) -> int:
        """The seat that dealt this round."""
        return self.deal.course.dealer

    @property
    def hand_number(self) -> int:
        """The number of the round, from 1."""
        return self.deal.course.hand_number

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the game goes on (rule ``winner``)."""
        return self.deal.course.winners

    @property
    def is_over(self) -> bool:
        """Check whether somebody has won."""
        return bool(self.deal.course.winners)

    def legal_plays(self) -> tuple[Play, ...]:
        """Return the plays of the player to move; ``out`` alone if there is none."""
        _, state, hands, place, _, _ = self
        hand, ways = hands[place >> 1] or (), state.ways
        plays: tuple[Play, ...] = ()
        for card in hand:
            found = ways[card]
            if found and found[0] not in plays:
                plays += found
        return plays or tuple(legal_moves(hand, state)) or (OUT,)

    def after(self, play: Play | LateDraw | str) -> "Game":
        """Return the game after this play; a new round is dealt if one is due.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        deal, state, hands, place, drawn, discards = self
        move = state.plain_moves.get(play)  # type: ignore[arg-type]  # others are absent
        if move is not None and deal.is_plain:
            seat, card = place >> 1, move.card
            hand: list[Card] = [*hands[seat]]  # type: ignore[misc]  # the mover is in
            try:
                hand.remove(card)  # type: ignore[arg-type]  # a plain move has a card
                hand.append(deal.pile[drawn])
            except (ValueError, IndexError):  # it is not held, or the pile is used up
                return self.play(play).game
            held = [*hands]
            held[seat] = (*hand,)
            place, state = deal.order[move.passing][place], move.next or move.follow()
            return new_tuple(Game, (deal, state, (*held,), place, drawn + 1, (discards, card)))
        return self._after_cost(play) or self.play(play).game

    def _after_cost(self, play: Play | LateDraw | str) -> "Game | None":
        """Return the game after a legal, costly play of one card or of none.

        The result is None for any other play, if a scoreboard does not say how it is settled, and
        if the pile is used up: :meth:`play` has the rules for that.
        """
        deal, state, hands, place, drawn, discards = self
        hand, rules = hands[place >> 1] or (), state.rules
        move = state.out if play == OUT else state.move(play)
        if move is None or move.pay_class is None or not deal.is_plain:
            return None
        effect = move.effect
        if move.card is None:
            is_legal = self.legal_plays() == (OUT,)
        else:
            is_held = move.card in hand and not move.play.forgets
            has_draw = effect.draws <= min(len(deal.pile) - drawn, 1)
            is_legal = is_held and has_draw
            if effect.busts and is_legal:
                has_safe = any(map(state.safe.__getitem__, hand))
                is_legal = rules.plays_to_lose(hand) and not has_safe
        if not is_legal or (effect.busts and effect.draws):
            return None
        course, seated = deal.course, tuple([held is not None for held in hands])
        scoreboard = scoreboard_of(rules, course.dealt, seated, deal.stakes, course.dealer)
        end = scoreboard.settle_at(hands, state.moment.total, place >> 1, move.pay_class)
        if end is None:
            return None
        if end.is_over and not end.winners:
            return self._dealt(course.next_round(end.after), end.after, end.starter)
        if move.card is not None:
            left = list(hand)
            left.remove(move.card)
            took = deal.pile[drawn : drawn + effect.draws] if not end.is_over else ()
            hands, discards = with_seat(hands, place >> 1, (*left, *took)), (discards, move.card)
            drawn += len(took) if end.is_in else 0
        in_or_out = zip(hands, end.after.seated, strict=True)
        hands = tuple([each if is_in else None for each, is_in in in_or_out])
        follows, is_plain = move.follows, not end.winners
        if end.winners:
            follows = Moment(follows.total, ono_spent=follows.ono_spent)
            course = course._replace(winners=end.winners)
        else:
            place = end.after.order[move.passing][place]
        state = state_of(rules, follows._replace(pair=end.after.is_pair))
        deal = DealtRound(course, deal.pile, end.after.stakes, (), end.after.order, is_plain)
        return Game(deal, state, hands, place, drawn, discards)

    def play(self, play: Play | LateDraw | str) -> "Step":
        """Return the game after this play, and the play made with all its events.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        course, position = self.deal.course, self.position
        if course.winners:
            message = f"{play} comes after the end: the game is over"
            raise IllegalPlayError(message, word=str(play), rule="winner")
        shuffler = _Shuffler(course)
        ply = make(position, position.rules.read_play(play), shuffler)
        if shuffler.times:
            course = course._replace(shuffles=course.shuffles + shuffler.times)
        if not isinstance(ply, Ply) or not ply.settlement.round_over:
            return Step(self._at(ply.after, course), ply)
        settlement = course.rules.settled_hand(ply.settlement, course.dealt)
        ply = replace(ply, settlement=settlement)
        if settlement.winners:
            won = course._replace(winners=settlement.winners)
            return Step(self._at(ply.after, won), ply)
        seated = tuple([hand is not None for hand in ply.after.hands])
        left = scoreboard_of(course.rules, course.dealt, seated, settlement.stakes, course.dealer)
        after, starter = left.next_round(settlement.loser, self.turn)
        return Step(self._dealt(course.next_round(after), after, starter), ply)


@dataclass(frozen=True, slots=True)
class Step:
    """The game after a play, and the play made."""

    game: Game
    ply: Ply | LatePly


class _Shuffler:
    """Shuffles the discards when the draw pile is empty, as the seed says."""

    def __init__(self, course: GameProgress) -> None:
        self.course = course
        self.times = 0

    def __call__(self, cards: Hand) -> Hand:
        self.times += 1
        return shuffled(cards, self.course.random(self.course.shuffles + self.times))


def shuffled(cards: Hand, numbers: random.Random) -> Hand:
    """Return the cards in a random order: each gets a random number and they are sorted by it."""
    keys = [*starmap(numbers.random, repeat((), len(cards)))]
    return tuple([cards[at] for at in sorted(range(len(cards)), key=keys.__getitem__)])


def opening_state(
    scoreboard: Scoreboard, hands: Sequence[Sequence[Card] | None], starter: int
) -> State:
    """Return the state in which a round begins that ``starter`` opens with this hand."""
    rules = scoreboard.rules
    if scoreboard.opening is None or rules.binds_opening:
        held = tuple([None if hand is None else tuple(hand) for hand in hands])
        scoreboard.opening = Position(rules, 0, held, starter, stakes=scoreboard.stakes).state
    return scoreboard.opening

"""A whole game: dealt from a seed, played round by round until somebody has won."""

import random
from itertools import repeat, starmap
from typing import NamedTuple, Self

from ono_tutor.cards import Card
from ono_tutor.errors import IllegalPlayError
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Ply, make
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.judgement import Stakes
from ono_tutor.rules.play import (
    OUT,
    Direction,
    Hand,
    Hands,
    LateDraw,
    Play,
    TurnOrder,
    next_seat,
    turn_order,
)
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.states import Move, State, state_of

new_tuple = tuple.__new__
"""Makes a named tuple at once, without a call in Python."""


class DealtRound(NamedTuple):
    """The facts that stay the same while cards are played and drawn.

    ``cards`` is the whole deck, ``pile`` the draw pile as it was shuffled last, ``dealt`` the seats
    that were dealt in; ``order`` says who is next among those in. ``shuffles`` counts how often
    cards were shuffled, so that the seed says all that follows; with ``numbers`` they are shuffled
    from these, which go on. ``can_step`` says that nobody may draw late and nobody has won.
    """

    rules: RuleSet
    cards: Hand
    seed: int
    numbers: random.Random | None
    dealt: tuple[int, ...]
    dealer: int = 0
    hand_number: int = 1
    shuffles: int = 1
    pile: Hand = ()
    stakes: Stakes = ()
    undrawn: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    order: TurnOrder = ()
    can_step: bool = True

    def shuffled(self, cards: Hand, number: int) -> Hand:
        """Return the cards in the order of the random numbers of the ``number``-th shuffle."""
        keys = [*starmap(self.random(number).random, repeat((), len(cards)))]
        return tuple([cards[at] for at in sorted(range(len(cards)), key=keys.__getitem__)])

    def random(self, number: int) -> random.Random:
        """Return the random numbers of the ``number``-th shuffle; 0 chooses the dealer."""
        return self.numbers or random.Random(f"{self.seed}/{number}")


@shown_in_notebooks
class Game(NamedTuple):
    """A game as it stands, every card known. Immutable; a play gives a new one.

    It is a named tuple, kept so that the next one is quickly made; :attr:`position` says the
    same in full. ``place`` is twice the seat to move, and one more where play goes
    counter-clockwise; ``drawn`` is how many cards of the pile have been drawn, ``seen`` the discard
    pile, oldest first, and ``played`` the first of two cards that are owed, once it is down.
    """

    deal: DealtRound
    state: State
    hands: Hands
    place: int
    drawn: int
    seen: Hand = ()
    played: Card | None = None

    def __repr__(self) -> str:
        hand = f"hand {self.deal.hand_number}" if not self.winners else f"won by {self.winners}"
        return f"<Game from seed {self.deal.seed}, {hand}: {self.position}>"

    @classmethod
    def start(
        cls, rules: RuleSet, players: int, seed: int, numbers: random.Random | None = None
    ) -> Self:
        """Deal a new game (rules ``players``, ``deck``, ``dealer``, ``deal`` and ``opening``).

        The seed says all that follows, unless random ``numbers`` are given to be used instead.
        Raises :class:`NotationError` for a number of players that the game is not for.
        """
        rules.check_players(players)
        seats, stakes = tuple(range(players)), rules.start_stakes(((),) * players)
        deal = DealtRound(rules, rules.deck_cards(players), seed, numbers, seats, stakes=stakes)
        dealer = rules.first_dealer(players, deal.random(0))
        return cls._dealt(deal._replace(dealer=dealer), players, next_seat(seats, dealer))

    @classmethod
    def _dealt(cls, deal: DealtRound, players: int, starter: int) -> Self:
        """Deal a round to everybody who is dealt in (rule ``deal``)."""
        rules, size = deal.rules, deal.rules.hand_size
        pile = deal.shuffled(deal.cards, deal.shuffles)
        hands: list[Hand | None] = [None] * players
        for at, seat in enumerate(deal.dealt):
            hands[seat] = pile[at * size : (at + 1) * size]
        held, order = tuple(hands), turn_order(tuple([hand is not None for hand in hands]))
        is_pair = len(deal.dealt) == 2
        state = state_of(rules, rules.opening_moment(held[starter] or (), pair=is_pair))
        deal = deal._replace(pile=pile, undrawn=(), order=order, can_step=True)
        return cls(deal, state, held, 2 * starter, len(deal.dealt) * size)

    @property
    def position(self) -> Position:
        """The position: ``draw`` is the whole draw pile, ``seen`` the whole discard pile."""
        deal, state, hands, place, drawn, seen, played = self
        direction = Direction.COUNTER_CLOCKWISE if place & 1 else Direction.CLOCKWISE
        total, owes, *_ = state.moment
        rest = deal.pile[drawn:], seen, deal.stakes, played, deal.undrawn
        return Position(deal.rules, total, hands, place >> 1, owes, direction, *rest)

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self.deal.rules

    @property
    def turn(self) -> int:
        """The seat to move."""
        return self.place >> 1

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return self.hands[self.place >> 1] or ()

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won; empty while the game goes on (rule ``winner``)."""
        return self.deal.winners

    @property
    def is_over(self) -> bool:
        """Check whether somebody has won."""
        return bool(self.deal.winners)

    def legal_plays(self) -> tuple[Play, ...]:
        """Return the plays of the player to move; ``out`` alone if there is none."""
        hand, ways = self.hands[self.place >> 1] or (), self.state.safe_plays
        plays: tuple[Play, ...] = ()
        for card in hand:
            found = ways[card]
            if found and found[0] not in plays:
                plays += found
        return plays or tuple(legal_moves(hand, self.state)) or (OUT,)

    def after(self, play: Play | LateDraw | str) -> "Game":
        """Return the game after this play; a new round is dealt if one is due.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        deal, state, hands, place, drawn, seen, _ = self
        move = state.judged.get(play)  # type: ignore[arg-type]  # others are absent
        if type(move) is Move and move.is_plain and deal.can_step:
            seat, card = place >> 1, move.card
            hand: list[Card] = [*hands[seat]]  # type: ignore[misc]  # the mover is in
            try:
                hand.remove(card)  # type: ignore[arg-type]  # a plain move has a card
                hand.append(deal.pile[drawn])
            except (ValueError, IndexError):  # it is not held, or the pile is used up
                return self.play(play).game
            held = [*hands]
            held[seat] = tuple(hand)
            place, state = deal.order[move.passing][place], move.next or move.follow()
            played = card if move.is_first else None
            seen += (card,)  # type: ignore[operator]
            after = deal, state, tuple(held), place, drawn + 1, seen, played
            return new_tuple(Game, after)
        return self.play(play).game

    def play(self, play: Play | LateDraw | str) -> "Step":
        """Return the game after this play, and the play made with all its events.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        deal, rules, shuffles = self.deal, self.deal.rules, self.deal.shuffles
        if deal.winners:
            message = f"{play} comes after the end: the game is over"
            raise IllegalPlayError(message, word=str(play), rule="winner")

        def shuffle(cards: Hand) -> Hand:
            nonlocal shuffles
            shuffles += 1
            return deal.shuffled(cards, shuffles)

        ply = make(self.position, rules.read_play(play), shuffle)
        after, settlement = ply.after, ply.settlement
        if settlement.round_over:
            settlement = rules.settled_hand(settlement, deal.dealt)
            if settlement is not ply.settlement:
                ply = ply._replace(settlement=settlement)
            if not settlement.winners:
                seats = rules.seats_next_hand(after.hands, settlement.stakes, deal.dealt)
                loser, last = settlement.loser, self.turn
                dealer, starter = rules.next_deal(seats, deal.dealer, loser, last)
                deal = deal._replace(
                    dealer=dealer,
                    dealt=seats,
                    hand_number=deal.hand_number + 1,
                    shuffles=shuffles + 1,
                    stakes=settlement.stakes,
                )
                return Step(self._dealt(deal, len(self.hands), starter), ply)
        late, winners = after.undrawn, settlement.winners
        deal = deal._replace(
            shuffles=shuffles,
            pile=after.draw,
            stakes=after.stakes,
            undrawn=late,
            winners=winners,
            order=turn_order(tuple([hand is not None for hand in after.hands])),
            can_step=not (late or winners),
        )
        game = Game(deal, after.state, after.hands, after.place, 0, after.seen, after.played)
        return Step(game, ply)


class Step(NamedTuple):
    """The game after a play, and the play made."""

    game: Game
    ply: Ply

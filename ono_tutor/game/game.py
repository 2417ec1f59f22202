"""A whole game: dealt from a seed, played hand by hand until somebody has won."""

import random
from dataclasses import dataclass, replace
from typing import Self

from ono_tutor.errors import IllegalPlayError, NotationError
from ono_tutor.game.legal import as_play, legal_plays
from ono_tutor.game.ply import LatePly, Ply
from ono_tutor.game.position import Position
from ono_tutor.game.turn import make
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import Hand, RuleSet, Stakes


@dataclass(frozen=True, slots=True)
class Game:
    """A game as it stands, every card known. Immutable; a play gives a new one.

    ``position.draw`` is the whole draw pile, ``position.seen`` the whole discard pile.
    ``dealer`` dealt the hand that is being played to the seats ``dealt``; it is the
    ``hand_number``-th, from 1. ``shuffles`` counts how often cards were shuffled, so that the
    seed says all that follows. ``winners`` is empty while the game goes on.
    """

    position: Position
    seed: int
    dealer: int
    dealt: tuple[int, ...]
    hand_number: int = 1
    shuffles: int = 1
    winners: tuple[int, ...] = ()

    @classmethod
    def start(cls, rules: RuleSet, players: int, seed: int) -> Self:
        """A new game, dealt (rules ``dealer``, ``deal`` and ``opening``).

        Raises :class:`NotationError` for a number of players that the game is not for.
        """
        if not rules.least_players <= players <= rules.most_players:
            allowed = f"{rules.least_players} to {rules.most_players}"
            message = f"{rules.title} is for {allowed} players, not {players}"
            raise NotationError(message, word=str(players), rule="players")
        seats = tuple(range(players))
        dealer = rules.first_dealer(players, _random(seed, 0))
        stakes = rules.start_stakes(((),) * players)
        starter = (dealer + 1) % players
        position = _dealt(rules, seats, stakes, starter, _random(seed, 1))
        return cls(position, seed, dealer, seats)

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self.position.rules

    @property
    def is_over(self) -> bool:
        """Whether somebody has won."""
        return bool(self.winners)

    def legal_plays(self) -> tuple[Play, ...]:
        """What the player to move may play."""
        return legal_plays(self.position)

    def play(self, play: Play | LateDraw | str) -> "Step":
        """The game after this play, and the play made; a new hand is dealt where one is due.

        Raises :class:`IllegalPlayError` for a play that may not be made, or after the end.
        """
        if self.winners:
            message = f"{play} comes after the end: the game is over"
            raise IllegalPlayError(message, word=str(play), rule="winner")
        position = self.position
        dealing = _Shuffler(self.seed, self.shuffles)
        ply = make(position, as_play(position, play), dealing)
        shuffles = self.shuffles + dealing.times
        game = Game(ply.after, self.seed, self.dealer, self.dealt, self.hand_number, shuffles, ())
        return Step(game._ended(ply) if ply.settlement.round_over else game, ply)

    def _ended(self, ply: Ply | LatePly) -> "Game":
        """The game with its winners, or with the next hand dealt."""
        stakes, found = self.position.stakes, ply.settlement.winners
        winners = self.rules.winners_of_hand(found, stakes, self.dealt)
        return replace(self, winners=winners) if winners else self._next_hand(ply)

    def _next_hand(self, ply: Ply | LatePly) -> "Game":
        position, shuffles = self.position, self.shuffles + 1
        seats = self.rules.seats_next_hand(position.hands, position.stakes, self.dealt)
        dealer, starter = self.rules.next_deal(
            seats, self.dealer, ply.settlement.loser, ply.before.turn
        )
        cards = _random(self.seed, shuffles)
        return replace(
            self,
            position=_dealt(self.rules, seats, position.stakes, starter, cards),
            dealer=dealer,
            dealt=seats,
            hand_number=self.hand_number + 1,
            shuffles=shuffles,
        )


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
    pile = list(cards)
    numbers.shuffle(pile)
    return tuple(pile)


def _dealt(
    rules: RuleSet, seats: tuple[int, ...], stakes: Stakes, starter: int, numbers: random.Random
) -> Position:
    """The opening position of a hand: everybody of ``seats`` is dealt in."""
    players, size = len(stakes) or len(seats), rules.hand_size
    deck = tuple(card for card, count in rules.deck(players).items() for _ in range(count))
    pile = _shuffled(deck, numbers)
    hands: list[Hand | None] = [None] * players
    for place, seat in enumerate(seats):
        hands[seat] = pile[place * size : (place + 1) * size]
    rest = pile[len(seats) * size :]
    return Position(rules, 0, tuple(hands), starter, draw=rest, stakes=stakes)

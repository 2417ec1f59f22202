"""What a proof of a forced win claims, and the game as the two sides play it out."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ono_tutor.cards import Card
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Play

State = tuple[str, Moment, int]
"""All that decides how a game can go on: its key, what of the past still counts in the moment,
and how many cards are discarded, which says when they will be shuffled."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A position on the way from the one asked about, and how many cards were drawn since."""

    position: Position
    drawn: int = 0

    @property
    def is_known(self) -> bool:
        """Whether the player to move holds no hidden card."""
        return self.position.is_hand_known


@dataclass(frozen=True, slots=True)
class Claim:
    """That one side gets its way from a position on, whatever the other side plays.

    ``is_mover`` says which side: the player to move, or all the others together. ``bound``
    is None for a win; in points it is what the mover gains at the least, or at the most.
    """

    start: Position
    is_mover: bool
    bound: int | None = None

    @property
    def root(self) -> int:
        """The seat of the player who is to move at the start."""
        return self.start.turn

    def chooses(self, spot: Spot) -> bool:
        """Whether the player to move is of the side that gets its way."""
        return (spot.position.turn == self.root) is self.is_mover

    def gain(self, position: Position) -> int:
        """Points that the other has lost since the start minus those that the mover has lost."""
        lost = [
            (a or 0) - (b or 0) for a, b in zip(self.start.stakes, position.stakes, strict=True)
        ]
        return sum(lost) - 2 * lost[self.root]

    def is_settled(self, position: Position) -> bool:
        """Whether the bound holds wherever the game goes: there are not so many points left."""
        if self.bound is None:
            return False
        mine = position.stakes[self.root] or 0
        theirs = sum(stake or 0 for stake in position.stakes) - mine
        gain = self.gain(position)
        return gain - mine >= self.bound if self.is_mover else gain + theirs <= self.bound

    def ending(self, outcome: Outcome) -> bool | None:
        """Whether the side got its way by a play; None where the game goes on."""
        if self.bound is not None:
            if not outcome.round_over:
                return None
            gain = self.gain(outcome.after)
            return gain >= self.bound if self.is_mover else gain <= self.bound
        if self.start.rules.stake_name is not None:
            return None if outcome.loser is None else (outcome.loser != self.root) is self.is_mover
        if outcome.winners:
            return (self.root in outcome.winners) is self.is_mover
        if self.root in outcome.out:
            return not self.is_mover
        return False if outcome.round_over else None

    def follows(self, spot: Spot, word: Play) -> Iterator[Spot | bool]:
        """Where a play leads: to a spot, or to an end, whether the side gets its way in it.

        More than one thing may follow where hidden cards decide who wins.
        """
        outcome = play(spot.position, word)
        end = self.ending(outcome)
        if end is None:
            yield Spot(outcome.after, spot.drawn + len(outcome.plies[-1].drawn))
        else:
            yield end
        if word.card is None and any(Card.UNKNOWN in hand for hand in spot.position.hands if hand):
            other = self.ending(play(_without_hidden(spot.position), word))
            if other is not None:
                yield other
            elif end is not None:
                yield False

    def key(self, spot: Spot) -> str:
        """The text that names a spot in a table of replies.

        It is the position's line without the rule set and the piles, each hand in order, the
        points only where points are played for, and the number of cards drawn.
        """
        position = spot.position
        order = {card: place for place, card in enumerate(Card)}
        hands = tuple(
            None if hand is None else tuple(sorted(hand, key=order.__getitem__))
            for hand in position.hands
        )
        stakes = position.stakes
        if self.bound is None:
            stakes = position.rules.start_stakes(hands)
        plain = replace(position, hands=hands, draw=(), seen=(), stakes=stakes, is_view=False)
        return f"{str(plain).partition(' ')[2]} drawn={spot.drawn}"

    def state(self, spot: Spot) -> State:
        """What decides how the game can go on from a spot, in order to meet it once."""
        return self.key(spot), spot.position.moment, len(spot.position.seen)


def sure_plays(spot: Spot) -> list[Play]:
    """The plays of the known cards that are legal and safe whatever the hidden ones are."""
    position = spot.position
    found = [word for word, effect in playable(position).items() if not effect.busts]
    for card in position.rules.deck(len(position.hands)):
        held = tuple(card if c is Card.UNKNOWN else c for c in position.hand)
        hands = tuple(held if s == position.turn else h for s, h in enumerate(position.hands))
        allowed = playable(replace(position, hands=hands))
        found = [word for word in found if word in allowed]
    return found


def _without_hidden(position: Position) -> Position:
    """The position as if no hidden card could be played."""
    hands = tuple(
        hand and tuple(card for card in hand if card is not Card.UNKNOWN) for hand in position.hands
    )
    return replace(position, hands=hands)

"""Whether the player to move can complete this turn, and with what chance, exactly."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from ono_tutor.game.legal import legal_plays
from ono_tutor.game.position import Position
from ono_tutor.rules.effect import Moment, Refusal
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import Hand
from ono_tutor.solver.pile import Pile


class Verdict(StrEnum):
    """Certain whatever is drawn, possible with luck, or lost whatever is drawn."""

    CERTAIN = "certain"
    CHANCE = "chance"
    LOST = "lost"

    @staticmethod
    def of(chance: Fraction) -> "Verdict":
        """The verdict that a chance amounts to."""
        if chance == 1:
            return Verdict.CERTAIN
        return Verdict.CHANCE if chance else Verdict.LOST


@dataclass(frozen=True, slots=True)
class Survival:
    """The chance to complete the turn: by first play, and the best of them.

    ``unseen`` is the number of cards that the next card is drawn from.
    """

    position: Position
    unseen: int
    chances: tuple[tuple[Play | LateDraw, Fraction], ...]

    @property
    def chance(self) -> Fraction:
        """The chance when played as well as possible."""
        return max(chance for _, chance in self.chances)

    @property
    def verdict(self) -> Verdict:
        """The chance in a word."""
        return Verdict.of(self.chance)

    @property
    def best(self) -> tuple[Play | LateDraw, ...]:
        """Every play with the best chance."""
        return tuple(play for play, chance in self.chances if chance == self.chance)

    def chance_of(self, play: Play | LateDraw) -> Fraction:
        """The chance after this first play; 0 for one that may not be made."""
        return dict(self.chances).get(play, Fraction(0))


def survive(position: Position) -> Survival:
    """The exact chance that the player to move completes this turn, by first play.

    The next card is uniform over the cards not shown, or the one that ``draw`` gives.
    Handing a double on completes the turn; in Ninety-Nine to survive is to lose no point.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    plays = legal_plays(position)
    pile = Pile.of(position)
    chances = tuple((play, _chance(position, play, pile)) for play in plays)
    return Survival(position, pile.refilled().unseen, chances + _late(position, pile))


def _late(position: Position, pile: Pile) -> tuple[tuple[LateDraw, Fraction], ...]:
    """The late draw that the player to move can still make, and the chance after it.

    It never hurts to hold one card more (rule ``forgot-draw``).
    """
    count = position.undrawn.count(position.turn)
    if not count:
        return ()
    hand, moment = position.hand, position.moment
    draws = pile.drawn(count)
    chance = sum((p * _best(hand + drawn, moment, left) for drawn, p, left in draws), Fraction(0))
    return ((LateDraw(position.turn), chance),)


def _chance(position: Position, play: Play, pile: Pile) -> Fraction:
    if play.card is None:
        return Fraction(0)
    late = position.undrawn.count(position.turn)
    return _after(position.hand, position.moment, play, pile, late)


def _after(hand: Hand, moment: Moment, play: Play, pile: Pile, late: int = 0) -> Fraction:
    """The chance to complete the turn once this play is made; 0 if it may not be.

    ``late`` cards may still be drawn late, and are before a second card.
    """
    effect = pile.rules.judge(play, moment)
    if isinstance(effect, Refusal) or effect.busts or effect.costs:
        return Fraction(0)
    if effect.steps:
        return Fraction(1)
    rest, put_down = parted(hand, play)
    then = pile.rules.next_moment(moment, play, effect)
    draws = pile.with_discards(put_down).drawn(effect.draws + late)
    return sum((p * _best(rest + drawn, then, left) for drawn, p, left in draws), Fraction(0))


def _best(hand: Hand, moment: Moment, pile: Pile) -> Fraction:
    plays = pile.rules.plays_of_hand(hand)
    return max((_after(hand, moment, play, pile) for play in plays), default=Fraction(0))


def parted(hand: Hand, play: Play) -> tuple[Hand, Hand]:
    """The hand without the cards of a play, and those cards."""
    assert play.card is not None
    rest = list(hand)
    for _ in range(play.copies):
        rest.remove(play.card)
    return tuple(rest), (play.card,) * play.copies

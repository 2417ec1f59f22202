"""The exact chance that the player to move completes this turn."""

from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_plays
from ono_tutor.game.position import Position, as_position
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.information_sets import InformationSets
from ono_tutor.solver.pile import Pile, split_hand

NONE, SURE = Fraction(0), Fraction(1)


def fraction(chance: Fraction) -> str:
    """Return a chance as ``p/q`` in lowest terms, such as ``1/1``."""
    return f"{chance.numerator}/{chance.denominator}"


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


@shown_in_notebooks
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
        return dict(self.chances).get(play, NONE)


def survive(position: Position | str) -> Survival:
    """Return the exact chance that the player to move completes this turn, by first play.

    The position may be given as its line. The next card is uniform over the cards not shown, or
    the one that ``draw`` gives.
    Handing a double on completes the turn; in Ninety-Nine to survive is to lose no point.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    position = as_position(position)
    plays = legal_plays(position)
    pile, moment, hand = Pile.of(position), position.moment, position.hand
    late = position.undrawn.count(position.turn)
    chances: tuple[tuple[Play | LateDraw, Fraction], ...] = tuple(
        (play, chance_after(hand, play, moment, pile, late)) for play in plays
    )
    if late:  # it never hurts to hold one card more (rule ``forgot-draw``)
        chances += ((LateDraw(position.turn), chance_drawing(hand, late, moment, pile)),)
    return Survival(position, pile.refilled().unseen, chances)


def best_chance(hand: Hand, moment: Moment, pile: Pile) -> Fraction:
    """Return the chance to complete the turn with this hand, played as well as possible."""
    return InformationSets(pile, pile).best(hand, moment)[1]


def turn_chances(position: Position) -> dict[Play, Fraction]:
    """Return the exact chance to complete this turn, by first play.

    A card is drawn from the discards if every card that is not seen is in somebody's hand.
    """
    pile, late = known_pile(position), position.undrawn.count(position.turn)
    hand, moment = position.hand, position.moment
    return {play: chance_after(hand, play, moment, pile, late) for play in legal_plays(position)}


def known_pile(position: Position) -> Pile:
    """Return what may be drawn, with no card in it if all that are not seen are in hands."""
    pile = Pile.of(position)
    hidden = sum((hand or ()).count(Card.UNKNOWN) for hand in position.hands)
    return replace(pile, pool=()) if pile.unseen <= hidden else pile


def chance_after(hand: Hand, play: Play, moment: Moment, pile: Pile, late: int = 0) -> Fraction:
    """Return the chance to complete the turn once this play is made; 0 if it may not be.

    ``late`` cards may still be drawn late, and are before a second card.
    """
    if play.card is None:
        return NONE
    effect = pile.rules.judge(play, moment)
    if not isinstance(effect, Effect) or effect.busts or effect.costs:
        return NONE
    if effect.steps:
        return SURE
    rest, put_down = split_hand(hand, play)
    then = pile.rules.next_moment(moment, play, effect)
    return chance_drawing(rest, effect.draws + late, then, pile.with_discards(put_down))


def chance_drawing(hand: Hand, count: int, moment: Moment, pile: Pile) -> Fraction:
    """Return the chance to complete the turn with a hand and ``count`` cards more, drawn first.

    Raises :class:`UnanswerableError` if it depends on cards that the pile does not have.
    """
    return InformationSets(pile, pile).drawing(hand, count, moment)[1]

"""Which card to keep: the chance to survive a double next turn, by the card played now."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.ono99 import LIMIT
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.pile import Pile, parted, pool_of
from ono_tutor.solver.survive import NONE, best_chance

Rise = int | Mapping[int, Fraction]
"""How much the others add to the total: a number, or the chance of each number."""


@dataclass(frozen=True, slots=True)
class Keeping:
    """A position, and for each play now the chance to survive a double at the next turn.

    ``rise`` has what the others may have added to the total by then, each with its chance.
    """

    position: Position
    rise: tuple[tuple[int, Fraction], ...]
    chances: tuple[tuple[Play, Fraction], ...]

    @property
    def best(self) -> tuple[Play, ...]:
        """Every play with the best chance."""
        most = max(chance for _, chance in self.chances)
        return tuple(play for play, chance in self.chances if chance == most)


def keep(position: Position, rise: Rise = 0) -> Keeping:
    """The exact chance to survive a double next turn, by the card that is played now.

    The card drawn in between is uniform over those not shown, or the one that ``draw`` gives.
    The others raise the total by ``rise``, an int or a chance for each, but never above 98,
    where nobody can leave it, nor below what can be shown; what they hold, draw and discard
    until then is not known. A dump that is no turn of its own keeps no card yet.
    A play that loses now has the chance 0. Raises :class:`UnanswerableError` for a rule set
    without a double, a turn that is not over with one card, a hidden card in the hand, and
    chances that do not add up to 1.
    """
    _check(position)
    rises = _distribution(rise)
    effects = playable(position)
    chances = tuple(
        (play, _after(position, play, effect, rises)) for play, effect in effects.items()
    )
    if not chances:
        chances = ((OUT, NONE),)
    return Keeping(position, rises, chances)


def _check(position: Position) -> None:
    if position.rules.most_owed < 2:
        message = f"{position.rules.title} has no double to keep a card for"
        raise UnanswerableError(message, word=position.rules.name)
    if position.owes > 1:
        message = "the card to keep is asked for one card owed, and this player owes two"
        raise UnanswerableError(message, word=f"owes={position.owes}")
    if not position.is_hand_known:
        message = f"seat {position.turn} holds hidden cards, so its plays are not known"
        raise UnanswerableError(message, word="?")


def _distribution(rise: Rise) -> tuple[tuple[int, Fraction], ...]:
    if type(rise) is int:
        return ((rise, Fraction(1)),)
    if not isinstance(rise, Mapping) or any(type(amount) is not int for amount in rise):
        message = "a rise is a whole number, or the chance of each whole number"
        raise UnanswerableError(message, word=str(rise))
    chances = tuple((amount, Fraction(chance)) for amount, chance in sorted(rise.items()))
    if sum(chance for _, chance in chances) != 1 or any(chance < 0 for _, chance in chances):
        told = ", ".join(f"{amount}: {chance}" for amount, chance in chances)
        raise UnanswerableError(f"the chances of the rises must add up to 1: {told}", word=told)
    return chances


def _after(
    position: Position, play: Play, effect: Effect, rises: tuple[tuple[int, Fraction], ...]
) -> Fraction:
    if effect.busts:
        return NONE
    if not effect.steps:
        message = f"after {play} this turn goes on, so no card is kept by it yet"
        raise UnanswerableError(message, word=str(play), rule=effect.rules[0])
    hand, put_down = parted(position.hand, play)
    pile = Pile.of(position).with_discards(put_down)
    then = position.rules.next_moment(position.moment, play, effect)
    moments = [(chance, _doubled(position, then, rise)) for rise, chance in rises]
    draws = pile.drawn(effect.draws + position.undrawn.count(position.turn))
    return sum(
        (
            likely
            * chance
            * best_chance(hand + drawn, moment, _later(position, hand + drawn, left))
            for drawn, likely, left in draws
            for chance, moment in moments
        ),
        NONE,
    )


def _later(position: Position, hand: Hand, pile: Pile) -> Pile:
    """The pile at the next turn: every card that is not in the own hand or discarded by now."""
    left = dict(position.rules.deck(len(position.hands)))
    for card in (*hand, *pile.discards):
        left[card] -= 1
    return replace(pile, known=(), pool=pool_of(left))


def _doubled(position: Position, then: Moment, rise: int) -> Moment:
    """The moment of the next turn under a double, the total kept where it can be."""
    total = min(then.total + rise, LIMIT)
    if not position.rules.can_show(-1):
        total = max(total, 0)
    return then._replace(total=total, owes=2)

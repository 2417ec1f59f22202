"""How each play of the mover endangers the next player to act."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_plays
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play as play_line
from ono_tutor.rules.effect import Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import Hand
from ono_tutor.solver.holdings import Holdings
from ono_tutor.solver.pile import Pile
from ono_tutor.solver.standing import failing, standing, unmarked
from ono_tutor.solver.views import Views


@dataclass(frozen=True, slots=True)
class Danger:
    """What a play leaves the next player to act, seat ``next``, who owes ``owes`` cards.

    ``chance`` is the chance that this player does not complete the turn; the three are None
    where the play loses, or nobody acts after it.
    """

    play: Play
    chance: Fraction | None = None
    next: int | None = None
    owes: int | None = None


@dataclass(frozen=True, slots=True)
class Threat:
    """A position, and the danger of each legal play for the next player to act."""

    position: Position
    dangers: tuple[Danger, ...]

    @property
    def chances(self) -> tuple[tuple[Play, Fraction | None], ...]:
        """The chance that the next player does not survive, by play."""
        return tuple((danger.play, danger.chance) for danger in self.dangers)

    @property
    def greatest(self) -> tuple[Play, ...]:
        """The plays that endanger the next player most; empty where every play loses."""
        known = [chance for _, chance in self.chances if chance is not None]
        return tuple(play for play, chance in self.chances if known and chance == max(known))


def threat(position: Position) -> Threat:
    """By legal play, the exact chance that the next player to act does not complete the turn.

    The hidden cards of that player are uniform over the cards that the mover cannot see. The
    player chooses by what is to be seen from there: without the mover's hand where only that
    is shown (``hand=``), with every hand shown otherwise. Of plays that look alike from there
    the lowest total is made. Raises :class:`UnanswerableError` where a card of the mover's
    hand is hidden.
    """
    return Threat(position, tuple(_danger(position, play) for play in legal_plays(position)))


def _danger(position: Position, play: Play) -> Danger:
    outcome = play_line(position, play)
    after = outcome.after
    if outcome.round_over or position.turn in outcome.out:
        return Danger(play)
    return Danger(play, _chance(position, after), after.turn, after.owes)


def _chance(before: Position, after: Position) -> Fraction:
    """The chance that the player to move after the play fails, as the mover before reckons it."""
    hides = before.is_view and after.turn != before.turn
    true = Pile.of(after)
    own = Pile.without_cards(after, after.hand) if hides else true
    late, _ = true.deal(after.undrawn.count(after.turn))
    hidden = after.hand.count(Card.UNKNOWN) + after.undrawn.count(after.turn) - len(late)
    shown = tuple(card for card in after.hand if card is not Card.UNKNOWN) + late
    views = Views(own.deal(len(late))[1], true.deal(len(late))[1])
    return _failing(views, shown, hidden, unmarked(after.moment))


def _failing(views: Views, shown: Hand, hidden: int, moment: Moment) -> Fraction:
    """The chance that a hand fails of which some cards are shown and the others hidden."""
    stand = standing(views.true.rules, moment)
    if stand.is_completed_by(shown):
        return Fraction(0)
    if not stand.may_lead(shown, hidden):
        return failing(stand, shown, views.true.pool, hidden)
    lost = Holdings(views, shown, hidden, moment).lost_ways()
    return lost / comb(views.true.unseen, hidden)

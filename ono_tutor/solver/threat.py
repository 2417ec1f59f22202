"""How each play of the mover endangers the next player to act."""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_plays
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play as play_line
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.completion import completion, failing, unmarked
from ono_tutor.solver.holdings import Holdings
from ono_tutor.solver.pile import Pile, Pool, parted, selections
from ono_tutor.solver.survive import chance_drawing
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
    if after.turn == position.turn:
        chance = 1 - _own_chance(position, play, after)
    else:
        chance = _chance(position, after)
    return Danger(play, chance, after.turn, after.owes)


def _own_chance(before: Position, play: Play, after: Position) -> Fraction:
    """The chance that the mover, who is the next to act as well, completes that turn."""
    effect = before.rules.judge(play, before.moment)
    assert isinstance(effect, Effect)
    rest, put_down = parted(before.hand, play)
    pile = Pile.of(before).with_discards(put_down)
    count = effect.draws + after.undrawn.count(after.turn)
    return chance_drawing(rest, count, unmarked(after.moment), pile)


def _chance(before: Position, after: Position) -> Fraction:
    """The chance that the player to move after the play fails, as the mover before reckons it."""
    true = Pile.of(after)
    own = Pile.without_cards(after, after.hand) if before.is_view else true
    late = after.undrawn.count(after.turn)
    known, true = true.deal(late)
    views = Views(own.deal(len(known))[1], true)
    hidden = after.hand.count(Card.UNKNOWN)
    shown = tuple(card for card in after.hand if card is not Card.UNKNOWN) + known
    dealt = Pile.of(before).pool
    if sum(count for _, count in dealt) > sum(h.count(Card.UNKNOWN) for h in before.hands if h):
        return _failing(views, shown, hidden + late - len(known), unmarked(after.moment))
    return _failing_reshuffled(before, after, dealt)


def _failing(views: Views, shown: Hand, hidden: int, moment: Moment) -> Fraction:
    """The chance that a hand fails of which some cards are shown and the others hidden."""
    stand = completion(views.true.rules, moment)
    if stand.is_completed_by(shown):
        return Fraction(0)
    if not stand.may_lead(shown, hidden):
        return failing(stand, shown, views.true.pool, hidden)
    lost = Holdings(views, shown, hidden, moment).lost_ways()
    return lost / comb(views.true.unseen, hidden)


def _failing_reshuffled(before: Position, after: Position, dealt: Pool) -> Fraction:
    """The chance that a hand fails where every unseen card lies in a hand.

    The draw pile is made of the discards, so hidden hands and the pile are not alike.
    """
    hidden = after.hand.count(Card.UNKNOWN)
    shown = tuple(card for card in after.hand if card is not Card.UNKNOWN)
    late, moment = after.undrawn.count(after.turn), unmarked(after.moment)
    lost = Fraction(0)
    for cards, ways in selections(dealt, hidden):
        hand = shown + cards
        hands = (hand,) if before.is_view else (*(h for h in after.hands if h), cards)
        views = Views(
            Pile.without_cards(after, *hands),
            Pile.without_cards(after, *(held for held in after.hands if held), cards),
        )
        lost += ways * (1 - views.drawing(hand, late, moment)[1])
    return lost / comb(sum(count for _, count in dealt), hidden)

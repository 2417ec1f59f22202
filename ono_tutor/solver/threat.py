"""The danger of each play for the next player to act, and why, in a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_plays
from ono_tutor.game.position import Position, as_position
from ono_tutor.game.turn import Ply
from ono_tutor.game.turn import play as play_line
from ono_tutor.i18n import N_, Message, _, format_list
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import OUT, Play
from ono_tutor.solver.information_sets import (
    InformationSets,
    Pile,
    completion,
    selections,
    split_hand,
)
from ono_tutor.solver.reasons import chance_in_words


@dataclass(frozen=True, slots=True)
class Danger:
    """The danger of a play for the next player to act, seat ``next``, who owes ``owes`` cards.

    ``chance`` is the chance that this player does not complete the turn; the three are None
    where the play loses, or nobody acts after it.
    """

    play: Play
    chance: Fraction | None = None
    next: int | None = None
    owes: int | None = None


@shown_in_notebooks
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
        known = [chance for __, chance in self.chances if chance is not None]
        return tuple(play for play, chance in self.chances if known and chance == max(known))


def threat(position: Position | str) -> Threat:
    """Return, by legal play, the exact chance that the next player does not complete the turn.

    The position may be given as its line. The hidden cards of that player are uniform over the
    cards that the mover cannot see. The player chooses by what is to be seen from there: without
    the mover's hand where only that is shown (``hand=``), with every hand shown otherwise. Of plays
    that look alike from there the lowest total is made. Raises :class:`UnanswerableError` where a
    card of the mover's hand is hidden.
    """
    position, dangers = as_position(position), []
    for play in legal_plays(position):
        outcome = play_line(position, play)
        after = outcome.after
        if outcome.round_over or position.turn in outcome.out:
            dangers.append(Danger(play))
            continue
        if after.turn != position.turn:
            chance = _survival_of_next(position, after)
        else:
            effect = position.rules.judge(play, position.moment)
            assert isinstance(effect, Effect)
            rest, put_down = split_hand(position.hand, play)
            pile = Pile.of(position).with_discards(put_down)
            draws = effect.draws + after.undrawn.count(after.turn)
            chance = InformationSets(pile, pile).drawing(rest, draws, after.moment)[1]
        dangers.append(Danger(play, 1 - chance, after.turn, after.owes))
    return Threat(position, tuple(dangers))


def _survival_of_next(before: Position, after: Position) -> Fraction:
    """Return the chance that the next player survives, as the mover reckons it.

    If every unseen card is in a hand, the draw pile is made of the discards, so the hidden cards
    of a hand do not come from the pool that is drawn from: each hand is then taken one by one.
    """
    dealt = Pile.of(before).pool
    unseen = sum(count for __, count in dealt)
    shown = tuple(card for card in after.hand if card is not Card.UNKNOWN)
    hidden = len(after.hand) - len(shown)
    late = after.undrawn.count(after.turn)
    if unseen > sum(hand.count(Card.UNKNOWN) for hand in before.hands if hand):
        true = Pile.of(after)
        own = Pile.of(after, after.hand) if before.is_view else true
        known, true = true.deal(late)
        sets = InformationSets(own.deal(len(known))[1], true)
        return sets.chance(shown + known, hidden + late - len(known), after.moment)
    open_hands = [hand for hand in after.hands if hand]
    chance = Fraction(0)
    for cards, ways in selections(dealt, hidden):
        hand = shown + cards
        true = Pile.of(after, *open_hands, cards)
        own = Pile.of(after, hand) if before.is_view else true
        chance += ways * InformationSets(own, true).drawing(hand, late, after.moment)[1]
    return chance / comb(unseen, hidden)


@dataclass(frozen=True, slots=True)
class ThreatReason:
    """The danger of one play, why, and the ids of the rule points behind it.

    ``saving`` counts the unseen cards that complete the next player's turn at once.
    """

    danger: Danger
    text: Message
    rules: tuple[str, ...]
    saving: tuple[tuple[Card, int], ...] = ()


def threat_reasons(position: Position) -> tuple[ThreatReason, ...]:
    """Return the danger of every legal play for the next player to act, and why.

    Raises :class:`UnanswerableError` where a card of the mover's hand is hidden.
    """
    dangers = threat(position).dangers
    return tuple(_reason(position, danger, dangers) for danger in dangers)


def _reason(position: Position, danger: Danger, dangers: Iterable[Danger]) -> ThreatReason:
    outcome = play_line(position, danger.play)
    ply, after = outcome.plies[0], outcome.after
    assert isinstance(ply, Ply)
    effect, card_name = ply.effect, position.rules.card_name
    fields: dict[str, object] = {
        "card": position.rules.play_name(danger.play),
        "total": effect.total,
        "next": None if danger.next is None else position.player_number(danger.next),
        "double": card_name(Card.DOUBLE),
    }
    if danger.chance is None:
        if outcome.plays == (OUT,) or effect.loses:
            template = N_("{card:the} loses, so it is no danger to anybody else.")
        elif position.turn in outcome.out:
            template = N_("{card:the} puts you out at {total}, so it is no danger to anybody else.")
        else:
            template = N_("{card:the} ends the round at {total}, so nobody plays after it.")
        return ThreatReason(danger, _(template, **fields), effect.rules)
    others = (other.chance for other in dangers if other.chance is not None)
    done = completion(position.rules, after.moment).done
    saving = tuple(item for item in Pile.of(position).pool if item[0] in done)
    fields["chance"] = chance_in_words(danger.chance, others)
    fields["saving"] = format_list([f"{card_name(card):short}" for card, __ in saving])
    fields["count"] = sum(count for __, count in saving)
    if danger.next == position.turn:
        template = _STILL if danger.chance else _STILL_SAFE
    elif not danger.chance:
        template = _SAFE
    elif after.is_hand_known:
        template = _OPEN
    elif not saving:
        template = _NOTHING[danger.owes == 1]
    elif position.rules.most_owed == 1:
        template = _FREE
    else:
        template = _ONE if danger.owes == 1 else _TWO
    return ThreatReason(danger, _(template, **fields), effect.rules, saving)


_STILL = N_(
    "After {card:the} the total is {total} and you play on; the chance that you fail is {chance}."
)
_STILL_SAFE = N_("After {card:the} the total is {total}; you play on and cannot fail.")
_SAFE = N_("After {card:the} the total is {total}, and Player {next} cannot fail.")
_OPEN = N_(
    "After {card:the} the total is {total}. You can see Player {next}'s hand: the chance that "
    "they fail is {chance}."
)
_NOTHING = {
    True: N_(
        "After {card:the} the total is {total}, and none of the cards you cannot see can be "
        "played. The chance that Player {next} fails is {chance}."
    ),
    False: N_(
        "After {card:the} the total is {total} and Player {next} faces a {double:short}. None of "
        "the cards you cannot see passes it on. The chance that Player {next} fails is {chance}."
    ),
}
_FREE = N_(
    "After {card:the} the total is {total}. Of the cards you cannot see, {count} cost Player "
    "{next} nothing ({saving}). The chance of holding none of them is {chance}."
)
_ONE = N_(
    "After {card:the} the total is {total}. Of the cards you cannot see, Player {next} can play "
    "{count} ({saving}). The chance that Player {next} fails is {chance}."
)
_TWO = N_(
    "After {card:the} the total is {total} and Player {next} faces a {double:short}. Of the "
    "cards you cannot see, {count} pass it on ({saving}). The chance that Player {next} fails is "
    "{chance}."
)

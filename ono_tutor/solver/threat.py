"""How each play of the mover endangers the next player to act, and why, in a sentence."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_plays
from ono_tutor.game.position import Position, as_position
from ono_tutor.game.turn import Outcome, Ply
from ono_tutor.game.turn import play as play_line
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.information_sets import InformationSets, completion
from ono_tutor.solver.pile import Pile, Pool, selections, split_hand
from ono_tutor.solver.reasons import chance_in_words
from ono_tutor.solver.survive import chance_drawing


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
        known = [chance for _, chance in self.chances if chance is not None]
        return tuple(play for play, chance in self.chances if known and chance == max(known))


def threat(position: Position | str) -> Threat:
    """By legal play, the exact chance that the next player to act does not complete the turn.

    The position may be given as its line. The hidden cards of that player are uniform over the
    cards that the mover cannot see. The player chooses by what is to be seen from there: without
    the mover's hand where only that is shown (``hand=``), with every hand shown otherwise. Of plays
    that look alike from there the lowest total is made. Raises :class:`UnanswerableError` where a
    card of the mover's hand is hidden.
    """
    position = as_position(position)
    return Threat(position, tuple(_danger(position, play) for play in legal_plays(position)))


def _danger(position: Position, play: Play) -> Danger:
    outcome = play_line(position, play)
    after = outcome.after
    if outcome.round_over or position.turn in outcome.out:
        return Danger(play)
    if after.turn == position.turn:
        chance = _own_chance(position, play, after)
    else:
        chance = _chance(position, after)
    return Danger(play, 1 - chance, after.turn, after.owes)


def _own_chance(before: Position, play: Play, after: Position) -> Fraction:
    """The chance that the mover, who is the next to act as well, completes that turn."""
    effect = before.rules.judge(play, before.moment)
    assert isinstance(effect, Effect)
    rest, put_down = split_hand(before.hand, play)
    pile = Pile.of(before).with_discards(put_down)
    count = effect.draws + after.undrawn.count(after.turn)
    return chance_drawing(rest, count, after.moment, pile)


def _chance(before: Position, after: Position) -> Fraction:
    """The chance that the player to move after the play survives, as the mover reckons it.

    Where every unseen card lies in a hand, the draw pile is made of the discards, so hidden hands
    and the pile are not alike.
    """
    dealt = Pile.of(before).pool
    if sum(count for _, count in dealt) <= sum(
        hand.count(Card.UNKNOWN) for hand in before.hands if hand
    ):
        return _chance_reshuffled(before, after, dealt)
    true = Pile.of(after)
    own = Pile.without_cards(after, after.hand) if before.is_view else true
    late = after.undrawn.count(after.turn)
    known, true = true.deal(late)
    sets = InformationSets(own.deal(len(known))[1], true)
    shown, hidden = _parts(after.hand)
    return sets.chance(shown + known, hidden + late - len(known), after.moment)


def _chance_reshuffled(before: Position, after: Position, dealt: Pool) -> Fraction:
    """The chance to survive where every unseen card lies in a hand."""
    shown, hidden = _parts(after.hand)
    late = after.undrawn.count(after.turn)
    open_hands = [held for held in after.hands if held]
    chance = Fraction(0)
    for cards, ways in selections(dealt, hidden):
        hand = shown + cards
        true = Pile.without_cards(after, *open_hands, cards)
        own = Pile.without_cards(after, hand) if before.is_view else true
        chance += ways * InformationSets(own, true).drawing(hand, late, after.moment)[1]
    return chance / comb(sum(count for _, count in dealt), hidden)


def _parts(hand: Hand) -> tuple[Hand, int]:
    """The cards of a hand that are shown, and how many are hidden."""
    shown = tuple(card for card in hand if card is not Card.UNKNOWN)
    return shown, len(hand) - len(shown)


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
    """The danger of every legal play for the next player to act, and why.

    Raises :class:`UnanswerableError` where a card of the mover's hand is hidden.
    """
    found = threat(position).dangers
    return tuple(_reason(position, danger, found) for danger in found)


def _reason(position: Position, danger: Danger, dangers: Iterable[Danger]) -> ThreatReason:
    outcome = play_line(position, danger.play)
    ply = outcome.plies[0]
    assert isinstance(ply, Ply)
    effect = ply.effect
    fields: dict[str, object] = {
        "card": position.rules.play_name(danger.play),
        "total": effect.total,
        "next": None if danger.next is None else position.player_number(danger.next),
        "double": position.rules.card_name(Card.DOUBLE),
    }
    if danger.chance is None:
        return ThreatReason(
            danger, lazy_gettext(_ending(position, outcome, effect), **fields), effect.rules
        )
    others = (other.chance for other in dangers if other.chance is not None)
    fields["chance"] = chance_in_words(danger.chance, others)
    done = completion(position.rules, outcome.after.moment).done
    saving = tuple(item for item in Pile.of(position).pool if item[0] in done)
    words = format_list([f"{position.rules.card_name(card):short}" for card, _ in saving])
    count = sum(count for _, count in saving)
    template = _template(position, outcome.after, danger, is_any=bool(count))
    text = lazy_gettext(template, **fields, saving=words, count=count)
    return ThreatReason(danger, text, effect.rules, saving)


def _ending(position: Position, outcome: Outcome, effect: Effect) -> str:
    if outcome.plays == (OUT,) or effect.loses:
        return N_("{card:the} loses, so it is no danger to anybody else.")
    if position.turn in outcome.out:
        return N_("{card:the} puts you out at {total}, so it is no danger to anybody else.")
    return N_("{card:the} ends the round at {total}, so nobody plays after it.")


def _template(position: Position, after: Position, danger: Danger, *, is_any: bool) -> str:
    if danger.next == position.turn:
        return _STILL if danger.chance else _STILL_SAFE
    if not danger.chance:
        return _SAFE
    if after.is_hand_known:
        return _OPEN
    if not is_any:
        return _NOTHING[danger.owes == 1]
    if position.rules.most_owed == 1:
        return _FREE
    return _ONE if danger.owes == 1 else _TWO


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
        "After {card:the} the total is {total} and Player {next} faces a {double:short}. None "
        "of the cards you cannot see passes it on. The chance that Player {next} fails is "
        "{chance}."
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

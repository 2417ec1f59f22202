"""A position taken over into another rule set, with cards of like effect where some lack."""

from dataclasses import dataclass, replace

from ono_tutor.cards import Card
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext, sentence
from ono_tutor.rules.effect import Effect, Moment
from ono_tutor.rules.ruleset import Hand, RuleSet

QUIET = Moment(20)
"""A moment at which no card meets a limit or a mark, so that a card shows what it always does."""

Deed = tuple[int, int, bool, int]
"""What a play does at a quiet moment: the total, how far the turn moves, a turn, what is owed."""


@dataclass(frozen=True, slots=True)
class Carried:
    """The position under the other rule set, which may not hold it, and what had to change."""

    position: Position
    notes: tuple[Message, ...] = ()


def carried(position: Position, rules: RuleSet) -> Carried:
    """The hand, total, debt and seats of a position under another rule set.

    A card that is not in the other deck gives way to one that has the same effect on the total
    and the turn when nothing is owed under a double, or is left out.
    A rule set with the same cards takes all that is known; another only what all share.
    The position is not checked.
    """
    old = position.rules
    if (old.deck(2), old.hand_size) == (rules.deck(2), rules.hand_size):
        is_kept = old.stake_name == rules.stake_name
        stakes = position.stakes if is_kept else rules.start_stakes(position.hands)
        return Carried(replace(position, rules=rules, stakes=stakes))
    hand, notes = _hand(position, rules)
    hidden = (Card.UNKNOWN,) * rules.hand_size
    hands = tuple(
        held if held is None else hand if seat == position.turn else hidden
        for seat, held in enumerate(position.hands)
    )
    owes = min(position.owes, rules.most_owed)
    if owes < position.owes:
        notes += (lazy_gettext("{game} has no double, so one card is owed.", game=rules.title),)
    if _knows_more(position):
        notes += (lazy_gettext("What was known of other hands and of the piles is left out."),)
    here = replace(position, rules=rules, hands=hands, owes=owes, is_view=None not in hands)
    here = replace(here, draw=(), seen=(), undrawn=(), played=None)
    return Carried(replace(here, stakes=rules.start_stakes(hands)), notes)


def _knows_more(position: Position) -> bool:
    others = (h for seat, h in enumerate(position.hands) if h and seat != position.turn)
    is_shown = any(set(hand) != {Card.UNKNOWN} for hand in others)
    return is_shown or bool(position.draw or position.seen or position.undrawn or position.played)


def _hand(position: Position, rules: RuleSet) -> tuple[Hand, tuple[Message, ...]]:
    """The hand under the other rule set, and what became of each card that it lacks."""
    deck, found, notes = rules.deck(len(position.hands)), [], []
    for card in position.hand:
        here = (
            card
            if card in deck or card is Card.UNKNOWN
            else counterpart(card, position.rules, rules)
        )
        if here is not card:
            notes.append(_note(card, here, position.rules, rules))
        if here is not None:
            found.append(here)
    kept, over = found[: rules.hand_size], found[rules.hand_size :]
    if over:
        notes.append(_left_over(over, rules))
    if not kept:
        kept = [Card.UNKNOWN] * rules.hand_size
        notes.append(lazy_gettext("No card is left, so the hand is hidden: choose its cards."))
    return tuple(kept), tuple(dict.fromkeys(notes))


def counterpart(card: Card, old: RuleSet, new: RuleSet) -> Card | None:
    """The card of another rule set that does at a quiet moment what this one does, if one does."""
    deeds = _deeds(card, old)
    same = [other for other in new.deck(new.least_players) if deeds & _deeds(other, new)]
    return next(iter(same), None)


def _deeds(card: Card, rules: RuleSet) -> frozenset[Deed]:
    """What the ways to play a card do at a quiet moment."""
    judged = (rules.judge(play, QUIET) for play in rules.plays_of(card))
    return frozenset(
        (effect.total, effect.steps, effect.turns, effect.owes)
        for effect in judged
        if isinstance(effect, Effect) and not effect.busts
    )


def _note(card: Card, here: Card | None, old: RuleSet, new: RuleSet) -> Message:
    fields = {"card": _capital(old, card), "game": new.title}
    if here is None:
        return lazy_gettext("{card} has no counterpart in {game} and is left out.", **fields)
    template = N_(
        "{card} is not in {game}; {other} has the same effect on the total and takes its place."
    )
    return lazy_gettext(template, **fields, other=new.card_name(here))


def _capital(rules: RuleSet, card: Card) -> str:
    return sentence(str(rules.card_name(card)))


def _left_over(cards: list[Card], rules: RuleSet) -> Message:
    names = format_list([str(rules.card_name(card)) for card in cards])
    template = N_("A hand of {game} has {size} cards, so {cards} is left out.")
    if len(cards) > 1:
        template = N_("A hand of {game} has {size} cards, so {cards} are left out.")
    return lazy_gettext(template, game=rules.title, size=rules.hand_size, cards=names)

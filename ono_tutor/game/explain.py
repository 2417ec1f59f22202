"""Events turned into sentences."""

from collections.abc import Iterable

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, Message, Noun, lazy_gettext
from ono_tutor.rules.judgement import Event, EventType
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Direction


def explain(rules: RuleSet, events: Iterable[Event], you: int | None = None) -> tuple[Message, ...]:
    """Return one sentence for each event, in order, to the player on seat ``you``, if any."""
    return tuple(sentence_of(rules, event, you) for event in events)


def sentence_of(rules: RuleSet, event: Event, you: int | None = None) -> Message:
    """Return what happened as a whole sentence, to the player on seat ``you``, if any."""
    fields: dict[str, object] = {
        "seat": event.seat,
        "to": event.to,
        "total": event.total,
        "amount": event.amount,
        "card": _card_name(rules, event),
        "direction": _direction_name(event.direction),
    }
    concerned = event.to if event.type in _ABOUT_NEXT else event.seat
    is_you = you is not None and concerned == you
    return lazy_gettext(_template(event, is_you=is_you), **fields)


def player_name(seat: int, you: int | None) -> Message:
    """Return how a player is named within a sentence to the player on seat ``you``, if any."""
    return lazy_gettext("you") if seat == you else lazy_gettext("Player {seat}", seat=seat)


def _card_name(rules: RuleSet, event: Event) -> Noun | None:
    if event.card is None:
        return None
    is_choice = event.card in (Card.ACE, Card.TEN) and event.amount is not None
    if event.type is EventType.PLAYED and event.amount is not None:
        if is_choice:
            return rules.play_name(Play(event.card, event.amount))
        return rules.play_name(Play(event.card, copies=event.amount))
    return rules.card_name(event.card)


def _direction_name(direction: str | None) -> Message | None:
    return None if direction is None else lazy_gettext(DIRECTION_NAMES[Direction(direction)])


def _template(event: Event, *, is_you: bool) -> str:
    if event.type is EventType.DREW and event.card is Card.UNKNOWN:
        return N_("You draw a card.") if is_you else N_("Player {seat} draws a card.")
    if event.type is EventType.SCORED and event.amount is None:
        if is_you:
            return N_("You hold a hidden card, so the score of your hand is not known.")
        return N_("Player {seat} holds a hidden card, so the score of that hand is not known.")
    one, usual = (_YOU_ONE, _YOU) if is_you else (_ONE, TEMPLATES)
    return one[event.type] if event.amount == 1 and event.type in one else usual[event.type]


DIRECTION_NAMES: dict[Direction, str] = {
    Direction.CLOCKWISE: N_("clockwise"),
    Direction.COUNTER_CLOCKWISE: N_("counter-clockwise"),
}

_ONE: dict[EventType, str] = {
    EventType.PAID: N_("Player {seat} pays a chip."),
    EventType.LOST_POINTS: N_("Player {seat} loses 1 point."),
    EventType.SCORED: N_("Player {seat} scores 1 point."),
}

TEMPLATES: dict[EventType, str] = {
    EventType.PLAYED: N_("Player {seat} plays {card:a}: the total is {total}."),
    EventType.TURNED: N_("Play changes direction: it now goes {direction}."),
    EventType.STILL_OWES: N_("Player {seat} must play one more card."),
    EventType.HANDED_ON: N_("That passes the double on: Player {to} owes two cards."),
    EventType.DOUBLED: N_("Player {to} owes two cards."),
    EventType.SKIPPED: N_("Player {to} is skipped."),
    EventType.DREW: N_("Player {seat} draws {card:a}."),
    EventType.FORGOT: N_("Player {seat} does not draw."),
    EventType.DREW_LATE: N_("Player {seat} draws late: {card:a}."),
    EventType.TOO_LATE: N_("It is too late for Player {seat} to draw."),
    EventType.RESHUFFLED: N_("The draw pile is empty, so the discards are shuffled."),
    EventType.BUSTED: N_("Player {seat} loses the round at {total}."),
    EventType.OUT: N_("Player {seat} can play no card at {total} and is out."),
    EventType.FREED: N_("The double is over: Player {to} owes one card, as usual."),
    EventType.PAID: N_("Player {seat} pays {amount} chips."),
    EventType.LOST_POINTS: N_("Player {seat} loses {amount} points."),
    EventType.SCORED: N_("Player {seat} scores {amount} points."),
    EventType.ELIMINATED: N_("Player {seat} is out."),
    EventType.ROUND_OVER: N_("The round is over."),
    EventType.WON: N_("Player {seat} wins the game."),
}
_YOU: dict[EventType, str] = TEMPLATES | {
    EventType.PLAYED: N_("You play {card:a}: the total is {total}."),
    EventType.STILL_OWES: N_("You must play one more card."),
    EventType.DREW: N_("You draw {card:a}."),
    EventType.FORGOT: N_("You do not draw."),
    EventType.DREW_LATE: N_("You draw late: {card:a}."),
    EventType.TOO_LATE: N_("It is too late for you to draw."),
    EventType.BUSTED: N_("You lose the round at {total}."),
    EventType.OUT: N_("You can play no card at {total} and are out."),
    EventType.PAID: N_("You pay {amount} chips."),
    EventType.LOST_POINTS: N_("You lose {amount} points."),
    EventType.SCORED: N_("You score {amount} points."),
    EventType.ELIMINATED: N_("You are out."),
    EventType.WON: N_("You win the game."),
    EventType.HANDED_ON: N_("That passes the double on to you: you owe two cards."),
    EventType.DOUBLED: N_("You owe two cards."),
    EventType.SKIPPED: N_("You are skipped."),
    EventType.FREED: N_("The double is over: you owe one card, as usual."),
}
_ABOUT_NEXT = (EventType.HANDED_ON, EventType.DOUBLED, EventType.SKIPPED, EventType.FREED)
"""The events that concern the seat that is next, and not the one that played."""

_YOU_ONE: dict[EventType, str] = {
    EventType.PAID: N_("You pay a chip."),
    EventType.LOST_POINTS: N_("You lose 1 point."),
    EventType.SCORED: N_("You score 1 point."),
}

"""Events turned into sentences."""

from collections.abc import Iterable

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.rules.judgement import Event, EventType
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Direction


def explain(rules: RuleSet, events: Iterable[Event]) -> tuple[Message, ...]:
    """One sentence for each event, in order."""
    return tuple(sentence_of(rules, event) for event in events)


def sentence_of(rules: RuleSet, event: Event) -> Message:
    """What happened, as a whole sentence."""
    fields: dict[str, object] = {
        "seat": event.seat,
        "to": event.to,
        "total": event.total,
        "amount": event.amount,
        "card": _card_name(rules, event),
        "direction": _direction_name(event.direction),
    }
    return lazy_gettext(_template(event), **fields)


def _card_name(rules: RuleSet, event: Event) -> Message | None:
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


def _template(event: Event) -> str:
    if event.type is EventType.DREW and event.card is Card.UNKNOWN:
        return N_("Seat {seat} draws a card.")
    if event.type is EventType.SCORED and event.amount is None:
        return N_("The hand of seat {seat} holds a hidden card, so its score is not known.")
    if event.amount == 1 and event.type in _ONE:
        return _ONE[event.type]
    return TEMPLATES[event.type]


DIRECTION_NAMES: dict[Direction, str] = {
    Direction.CLOCKWISE: N_("clockwise"),
    Direction.COUNTER_CLOCKWISE: N_("counter-clockwise"),
}

_ONE: dict[EventType, str] = {
    EventType.PAID: N_("Seat {seat} pays a chip."),
    EventType.LOST_POINTS: N_("Seat {seat} loses 1 point."),
    EventType.SCORED: N_("Seat {seat} scores 1 point."),
}

TEMPLATES: dict[EventType, str] = {
    EventType.PLAYED: N_("Seat {seat} plays {card}: the total is {total}."),
    EventType.TURNED: N_("The direction turns: play now goes {direction}."),
    EventType.STILL_OWES: N_("Seat {seat} still owes a card."),
    EventType.HANDED_ON: N_("That hands the double on: seat {to} owes two cards."),
    EventType.DOUBLED: N_("Seat {to} owes two cards."),
    EventType.SKIPPED: N_("Seat {to} is skipped."),
    EventType.DREW: N_("Seat {seat} draws {card}."),
    EventType.FORGOT: N_("Seat {seat} does not draw."),
    EventType.DREW_LATE: N_("Seat {seat} draws late: {card}."),
    EventType.TOO_LATE: N_("It is too late for seat {seat} to draw."),
    EventType.RESHUFFLED: N_("The draw pile is empty: the discards are shuffled."),
    EventType.BUSTED: N_("Seat {seat} loses the hand at {total}."),
    EventType.OUT: N_("Seat {seat} can play no card at {total} and is out of the game."),
    EventType.FREED: N_("The double is over: seat {to} owes one card, as usual."),
    EventType.PAID: N_("Seat {seat} pays {amount} chips."),
    EventType.LOST_POINTS: N_("Seat {seat} loses {amount} points."),
    EventType.SCORED: N_("Seat {seat} scores {amount} points."),
    EventType.ELIMINATED: N_("Seat {seat} drops out."),
    EventType.ROUND_OVER: N_("The round is over."),
    EventType.WON: N_("Seat {seat} wins the game."),
}

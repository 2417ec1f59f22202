"""Events turned into sentences."""

from collections.abc import Iterable

from ono_tutor.cards import Card
from ono_tutor.game.direction import Direction
from ono_tutor.messages import Message, marked, say
from ono_tutor.rules.event import Event, EventType
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet


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
    return say(_template(event), **fields)


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
    return None if direction is None else say(DIRECTION_NAMES[Direction(direction)])


def _template(event: Event) -> str:
    if event.type is EventType.DREW and event.card is Card.UNKNOWN:
        return marked("Seat {seat} draws a card.")
    if event.type is EventType.SCORED and event.amount is None:
        return marked("The hand of seat {seat} holds a hidden card, so its score is not known.")
    if event.amount == 1 and event.type in _ONE:
        return _ONE[event.type]
    return TEMPLATES[event.type]


DIRECTION_NAMES: dict[Direction, str] = {
    Direction.CLOCKWISE: marked("clockwise"),
    Direction.COUNTER_CLOCKWISE: marked("counter-clockwise"),
}

_ONE: dict[EventType, str] = {
    EventType.PAID: marked("Seat {seat} pays a chip."),
    EventType.LOST_POINTS: marked("Seat {seat} loses 1 point."),
    EventType.SCORED: marked("Seat {seat} scores 1 point."),
}

TEMPLATES: dict[EventType, str] = {
    EventType.PLAYED: marked("Seat {seat} plays {card}: the total is {total}."),
    EventType.TURNED: marked("The direction turns: play now goes {direction}."),
    EventType.STILL_OWES: marked("Seat {seat} still owes a card."),
    EventType.HANDED_ON: marked("That hands the double on: seat {to} owes two cards."),
    EventType.DOUBLED: marked("Seat {to} owes two cards."),
    EventType.SKIPPED: marked("Seat {to} is skipped."),
    EventType.DREW: marked("Seat {seat} draws {card}."),
    EventType.FORGOT: marked("Seat {seat} does not draw."),
    EventType.DREW_LATE: marked("Seat {seat} draws late: {card}."),
    EventType.TOO_LATE: marked("It is too late for seat {seat} to draw."),
    EventType.RESHUFFLED: marked("The draw pile is empty: the discards are shuffled."),
    EventType.BUSTED: marked("Seat {seat} loses the hand at {total}."),
    EventType.OUT: marked("Seat {seat} can play no card at {total} and is out of the game."),
    EventType.FREED: marked("The double is over: seat {to} owes one card, as usual."),
    EventType.PAID: marked("Seat {seat} pays {amount} chips."),
    EventType.LOST_POINTS: marked("Seat {seat} loses {amount} points."),
    EventType.SCORED: marked("Seat {seat} scores {amount} points."),
    EventType.ELIMINATED: marked("Seat {seat} drops out."),
    EventType.ROUND_OVER: marked("The round is over."),
    EventType.WON: marked("Seat {seat} wins the game."),
}

"""A position while it is being changed, field by field."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, quoted, short_repr, shorten
from ono_tutor.game.check import check
from ono_tutor.game.convert_rules import convert_with_substitutes
from ono_tutor.game.position import Position
from ono_tutor.game.reader import LONGEST_NUMBER
from ono_tutor.i18n import Message
from ono_tutor.render.caption import option_words
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand

LINE, EDITION, TOTAL, OWES, PLAYERS = "line", "edition", "total", "owes", "players"
CARD = "card-"
NO_CARD = "none"


@dataclass(frozen=True, slots=True)
class Draft:
    """A position that is being changed: as the form says it, whether or not it can be.

    ``sound`` is the last position that could be. ``typed`` has what was typed by field where
    the form repeats it, ``faults`` the reason by field why there is no such position.
    ``reading`` is the rule set that came with options, ``notes`` what a change brought about.
    """

    position: Position
    sound: Position
    reading: RuleSet | None = None
    typed: tuple[tuple[str, object], ...] = ()
    faults: tuple[tuple[str, str], ...] = ()
    notes: tuple[Message, ...] = ()

    @classmethod
    def of(cls, position: Position | str) -> Self:
        """The form's beginning.

        Raises :class:`NotationError` for a line that is no position, and for anything else.
        """
        if isinstance(position, str):
            position = Position.parse(position)
        elif isinstance(position, Position):
            check(position, {})
        else:
            message = (
                f"{short_repr(position)} is no position; give a line of notation or a Position"
            )
            raise NotationError(message, word=short_repr(position))
        return cls(position, position, _reading(position.rules, None))

    @property
    def is_sound(self) -> bool:
        """Whether the form says a position that can be."""
        return not self.faults

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the rule sets offered: each at its defaults, and the reading given."""
        given = [self.reading.name] if self.reading else []
        return tuple(dict.fromkeys([*RULE_SETS, *given]))

    def moved_to(self, position: Position) -> "Draft":
        """The form of another position, which offers the same rule sets."""
        return replace(Draft.of(position), reading=_reading(position.rules, self.reading))

    def changed(self, name: str, value: object) -> "Draft":
        """The form after one of its fields was changed; a field it does not have changes nothing.

        A value that cannot be read, or makes a position that cannot be, leaves ``sound`` as it
        was and has its reason in ``faults``.
        """
        if not _has(self.position.rules, name):
            return self
        try:
            return self._with(name, value, _CHANGES.get(name, _card)(self, name, value))
        except (OnoError, ValueError) as error:
            return self._unread(name, value, error)

    def _with(self, name: str, value: object, change: "Change") -> "Draft":
        """The form with a change that could be read."""
        position = change.position
        kept = () if name == LINE else self.typed
        rules = position.rules
        typed = tuple((n, v) for n, v in kept if n not in (name, LINE) and _has(rules, n))
        unread = {n: fault for n, fault in self.faults if n in dict(typed)}
        if name == LINE:
            typed = ((LINE, value),)
        faults = unread | _fault(position, name)
        return Draft(
            position,
            self.sound if faults else position,
            _reading(position.rules, self.reading),
            typed,
            tuple(faults.items()),
            change.notes,
        )

    def _unread(self, name: str, value: object, error: OnoError | ValueError) -> "Draft":
        """The form with a value that says nothing: it stands there as it was typed."""
        message = error.message if isinstance(error, OnoError) else str(error)
        typed = dict(self.typed) | {name: _repeated(name, value)}
        faults = dict(self.faults) | {name: message}
        return replace(self, typed=tuple(typed.items()), faults=tuple(faults.items()), notes=())

    def refused(self, name: str, reason: str, sound: Position) -> "Draft":
        """The form with a position that can be and is yet of no use, which it says at a field.

        ``sound`` is the last one that was of use.
        """
        return replace(self, sound=sound, faults=((name, reason),))


@dataclass(frozen=True, slots=True)
class Change:
    """The position after a change, not checked, and what had to change with it."""

    position: Position
    notes: tuple[Message, ...] = ()


def _reading(rules: RuleSet, before: RuleSet | None) -> RuleSet | None:
    return rules if option_words(rules) else before


def _fault(position: Position, name: str) -> dict[str, str]:
    """Why there is no such position, by the field that it is best said at."""
    try:
        check(position, {})
    except NotationError as error:
        here = PLAYERS if error.rule == "players" else error.word
        if here in (TOTAL, OWES, PLAYERS):
            return {here: error.message}
        return {name if name == EDITION or _place(name) is not None else CARD + "1": error.message}
    return {}


def _has(rules: RuleSet, name: str) -> bool:
    """Whether the form of a position under this rule set has such a field."""
    place = _place(name)
    if place is not None:
        return place < rules.hand_size
    return name in _CHANGES and (name != OWES or rules.most_owed > 1)


def _place(name: str) -> int | None:
    """The place in the hand, from 0, that a field is about; None for the other fields."""
    digits = name.removeprefix(CARD)
    is_card = name.startswith(CARD) and digits.isascii() and digits.isdigit() and len(digits) < 3
    return int(digits) - 1 if is_card and int(digits) else None


def _repeated(name: str, value: object) -> object:
    """What was typed, as the form repeats it: text, a number or nothing; only a line is long."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    is_number = is_whole or (isinstance(value, float) and isfinite(value))
    if isinstance(value, str):
        return value if name == LINE else shorten(value)
    return value if is_number else None


def _line(draft: Draft, name: str, value: object) -> Change:
    if not isinstance(value, str):
        raise NotationError("a position is a line of text", word=str(value))
    return Change(Position.parse(value))


def _edition(draft: Draft, name: str, value: object) -> Change:
    if value not in draft.editions:
        message = f"{quoted(str(value))} is not offered; the rule sets are "
        raise NotationError(message + ", ".join(draft.editions), word=str(value))
    found = convert_with_substitutes(draft.position, ruleset(str(value)))
    return Change(found.position, found.notes)


def _total(draft: Draft, name: str, value: object) -> Change:
    return Change(replace(draft.position, total=_whole(value)))


def _owes(draft: Draft, name: str, value: object) -> Change:
    owes = _whole(value)
    played = draft.position.played if owes == 1 else None
    return Change(replace(draft.position, owes=owes, played=played))


def _players(draft: Draft, name: str, value: object) -> Change:
    count = _whole(value)
    draft.position.rules.check_players(count)
    return Change(_seated(draft.position, count))


def _card(draft: Draft, name: str, value: object) -> Change:
    position, place = draft.position, _place(name)
    assert place is not None
    hand = list(position.hand)
    new = [] if value == NO_CARD else [Card.parse(str(value))]
    hand[place : place + 1] = new
    return Change(_with_hand(position, tuple(hand)))


def _whole(value: object) -> int:
    """The whole number that a field has.

    Raises :class:`NotationError` for an empty field, half a card and the like.
    """
    text = str(value).strip()
    digits = text.removeprefix("-")
    is_number = isinstance(value, int | float | str) and not isinstance(value, bool)
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return int(value)
    if is_number and digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER:
        return int(text)
    if value is None or not text:
        raise NotationError("a whole number is missing here", word="")
    raise NotationError(f"{quoted(text)} is not a whole number", word=text)


def _with_hand(position: Position, hand: Hand) -> Position:
    hands = position.hands
    at = position.turn
    return replace(position, hands=hands[:at] + (hand,) + hands[at + 1 :])


def _seated(position: Position, count: int) -> Position:
    """The position with so many players: the last ones leave, new ones hold hidden cards."""
    seats = list(range(len(position.hands)))
    while len(seats) > count:
        seats.remove(next(seat for seat in reversed(seats) if seat != position.turn))
    new = count - len(seats)
    hidden: Hand = (Card.UNKNOWN,) * position.rules.hand_size
    hands = tuple(position.hands[seat] for seat in seats) + (hidden,) * new
    start = position.rules.start_stakes(hands)
    held = tuple(position.stakes[seat] for seat in seats) if position.stakes else ()
    return replace(
        position,
        hands=hands,
        turn=seats.index(position.turn),
        stakes=held + start[len(held) :],
        undrawn=tuple(seats.index(seat) for seat in position.undrawn if seat in seats),
    )


_CHANGES: Mapping[str, Callable[[Draft, str, object], Change]] = {
    LINE: _line,
    EDITION: _edition,
    TOTAL: _total,
    OWES: _owes,
    PLAYERS: _players,
}

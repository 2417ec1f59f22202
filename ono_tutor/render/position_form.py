"""A position while it is being changed, field by field."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, quoted, short_repr, shorten
from ono_tutor.game.check import check
from ono_tutor.game.convert_rules import convert_with_substitutes
from ono_tutor.game.notation import LONGEST_NUMBER
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import option_words, title_of
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


def position_form(draft: Draft, *, has_edition: bool = True, shows_hidden: bool = True) -> Json:
    """The form of a draft: its line, the edition, total, debt, players and each card.

    ``has_edition`` says whether the edition is a field, ``shows_hidden`` whether a card may be
    hidden.
    """
    position = draft.position
    fields = [_line_field(draft)]
    if has_edition:
        fields.append(_edition_field(draft))
    fields += [_total_field(position), _players_field(position.rules, len(position.hands))]
    if position.rules.most_owed > 1:
        fields.insert(-1, _owes_field(position))
    cards = _card_options(position, shows_hidden=shows_hidden)
    size = position.rules.hand_size
    fields += [_card_field(position.hand, place, cards) for place in range(size)]
    typed, faults = dict(draft.typed), dict(draft.faults)
    for field in fields:
        name = str(field["name"])
        field["value"] = typed.get(name, field["value"])
        field["error"] = sentence(faults[name]) + "." if name in faults else ""
    return {"legend": str(lazy_gettext("The position")), "fields": fields, "submit": None}


def still_shown(draft: Draft) -> str | None:
    """What marks an answer as that of the last sound position, where the form has a fault."""
    if draft.is_sound:
        return None
    template = N_("The form says no possible position. Shown is still the last one: {line}.")
    return str(lazy_gettext(template, line=draft.sound))


def _form_field(name: str, kind: str, label: str, value: object, **more: object) -> Json:
    return {"name": name, "label": str(lazy_gettext(label)), "type": kind, "value": value, **more}


def _line_field(draft: Draft) -> Json:
    tip = str(lazy_gettext("One line of notation: copy it from here, or type or paste another."))
    return _form_field(LINE, "text", N_("Position"), str(draft.sound), help=tip)


def _edition_field(draft: Draft) -> Json:
    options = [{"value": name, "text": title_of(ruleset(name))} for name in draft.editions]
    value = draft.position.rules.name
    return _form_field(EDITION, "select", N_("Rules"), value, options=options)


def _total_field(position: Position) -> Json:
    rules = position.rules
    least = {} if rules.can_show(-1) else {"min": 0}
    bounds = least | ({"max": rules.bound - 1} if not rules.can_show(rules.bound) else {})
    return _form_field(TOTAL, "number", N_("Total"), position.total, step=1, **bounds)


def _owes_field(position: Position) -> Json:
    one = N_("one card, the second of two") if position.played else N_("one card")
    words = {"1": one, "2": N_("two cards")}
    options = [{"value": value, "text": str(lazy_gettext(text))} for value, text in words.items()]
    return _form_field(OWES, "select", N_("You owe"), str(position.owes), options=options)


def _players_field(rules: RuleSet, players: int) -> Json:
    bounds = {"min": rules.least_players, "max": rules.most_players, "step": 1}
    return _form_field(PLAYERS, "number", N_("Players"), players, **bounds)


def _card_options(position: Position, *, shows_hidden: bool) -> list[Json]:
    """Every card of the deck with its name, no card, and a hidden one."""
    rules = position.rules
    deck = list(rules.deck(len(position.hands)))
    options: list[Json] = [
        {"value": card.code, "text": _card_text(rules, card)}
        for card in dict.fromkeys([*deck, *position.hand])
        if card is not Card.UNKNOWN
    ]
    options.append({"value": NO_CARD, "text": str(lazy_gettext("no card"))})
    if shows_hidden or Card.UNKNOWN in position.hand:
        options.append({"value": Card.UNKNOWN.code, "text": str(rules.card_name(Card.UNKNOWN))})
    return options


def _card_text(rules: RuleSet, card: Card) -> str:
    name = sentence(str(rules.card_name(card)))
    return str(lazy_gettext("{name} ({code})", name=name, code=card.code.replace("-", "−")))


def _card_field(hand: Hand, place: int, options: list[Json]) -> Json:
    value = hand[place].code if place < len(hand) else NO_CARD
    label = str(lazy_gettext("Card {place}", place=place + 1))
    return {
        "name": f"{CARD}{place + 1}",
        "label": label,
        "type": "select",
        "value": value,
        "options": options,
    }

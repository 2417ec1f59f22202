"""A position while it is being changed, field by field."""

from dataclasses import dataclass, replace
from math import isfinite
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, check_known, quoted, short_repr, shorten
from ono_tutor.game.convert_rules import convert_with_substitutes
from ono_tutor.game.notation import LONGEST_NUMBER
from ono_tutor.game.position import Position, check
from ono_tutor.i18n import N_, Message, _, gettext, sentence, with_minus
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import option_words, title_of
from ono_tutor.render.forms import field, form, option
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
        """Return the form's beginning.

        Raises :class:`NotationError` for a line that is no position, and for anything else.
        """
        if isinstance(position, str):
            position = Position.parse(position)
        elif isinstance(position, Position):
            check(position, {})
        else:
            word = short_repr(position)
            message = f"{word} is no position; give a line of notation or a Position"
            raise NotationError(message, word=word)
        reading = position.rules if option_words(position.rules) else None
        return cls(position, position, reading)

    @property
    def is_sound(self) -> bool:
        """Return whether the form describes a possible position."""
        return not self.faults

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the rule sets offered: each at its defaults, and the reading given."""
        given = [self.reading.name] if self.reading else []
        return tuple(dict.fromkeys([*RULE_SETS, *given]))

    def moved_to(self, position: Position) -> "Draft":
        """Return the form of another position, which offers the same rule sets."""
        draft = Draft.of(position)
        return replace(draft, reading=draft.reading or self.reading)

    def changed(self, name: str, value: object) -> "Draft":
        """Return the form after a field was changed; a field it does not have changes nothing.

        A value that cannot be read, or makes a position that cannot be, leaves ``sound`` as it
        was and has its reason in ``faults``.
        """
        if not _has(self.position.rules, name):
            return self
        notes: tuple[Message, ...] = ()
        try:
            if name == EDITION:
                check_known(self.editions, str(value), "is not offered; the rule sets are")
                converted = convert_with_substitutes(self.position, ruleset(str(value)))
                position, notes = converted.position, converted.notes
            else:
                position = _with_field(self.position, name, value)
        except (OnoError, ValueError) as error:  # the value stands there as it was typed
            message = error.message if isinstance(error, OnoError) else str(error)
            typed = dict(self.typed) | {name: _repeated(name, value)}
            faults = dict(self.faults) | {name: message}
            return replace(self, typed=tuple(typed.items()), faults=tuple(faults.items()), notes=())
        typed = {
            other: told
            for other, told in self.typed
            if other not in (name, LINE) and _has(position.rules, other)
        }
        if name == LINE:
            typed = {LINE: value}
        faults = {other: fault for other, fault in self.faults if other in typed}
        faults |= _find_fault(position, name)
        return Draft(
            position,
            self.sound if faults else position,
            position.rules if option_words(position.rules) else self.reading,
            tuple(typed.items()),
            tuple(faults.items()),
            notes,
        )

    def refused(self, name: str, reason: str, sound: Position) -> "Draft":
        """Return the form with a possible position that is of no use, which it says at a field.

        ``sound`` is the last one that was of use.
        """
        return replace(self, sound=sound, faults=((name, reason),))


def _find_fault(position: Position, name: str) -> dict[str, str]:
    """Return why there is no such position, by the field that it is best said at."""
    try:
        check(position, {})
    except NotationError as error:
        here = PLAYERS if error.rule == "players" else error.word
        if here not in (TOTAL, OWES, PLAYERS):
            here = name if name == EDITION or _place(name) is not None else CARD + "1"
        return {here: error.message}
    return {}


def _has(rules: RuleSet, name: str) -> bool:
    """Return whether the form of a position under this rule set has such a field."""
    place = _place(name)
    if place is not None:
        return place < rules.hand_size
    return name in (EDITION, LINE, TOTAL, PLAYERS) or (name == OWES and rules.most_owed > 1)


def _place(name: str) -> int | None:
    """Return the place in the hand, from 0, that a field is about; None for the other fields."""
    digits = name.removeprefix(CARD)
    is_card = name.startswith(CARD) and digits.isascii() and digits.isdigit() and len(digits) < 3
    return int(digits) - 1 if is_card and int(digits) else None


def _repeated(name: str, value: object) -> object:
    """Return what was typed as the form repeats it: text (long only in a line) or a number."""
    if isinstance(value, str):
        return value if name == LINE else shorten(value)
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    return value if is_whole or (isinstance(value, float) and isfinite(value)) else None


def _with_field(position: Position, name: str, value: object) -> Position:
    """Return the position with one field of the form changed."""
    if name == LINE:
        if not isinstance(value, str):
            raise NotationError("a position is a line of text", word=str(value))
        return Position.parse(value)
    if name == TOTAL:
        return replace(position, total=_whole(value))
    if name == OWES:
        owes = _whole(value)
        return replace(position, owes=owes, played=position.played if owes == 1 else None)
    if name == PLAYERS:
        return _with_players(position, _whole(value))
    place, hand, hands = _place(name), list(position.hand), list(position.hands)
    assert place is not None
    hand[place : place + 1] = [] if value == NO_CARD else [Card.parse(str(value))]
    hands[position.turn] = tuple(hand)
    return replace(position, hands=tuple(hands))


def _whole(value: object) -> int:
    """Return the whole number that a field has.

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


def _with_players(position: Position, count: int) -> Position:
    """Return the position with ``count`` players: the last leave, new ones hold hidden cards."""
    position.rules.check_players(count)
    seats = list(range(len(position.hands)))
    while len(seats) > count:
        seats.remove(next(seat for seat in reversed(seats) if seat != position.turn))
    hidden: Hand = (Card.UNKNOWN,) * position.rules.hand_size
    hands = tuple(position.hands[seat] for seat in seats) + (hidden,) * (count - len(seats))
    start = position.rules.start_stakes(hands)
    held = tuple(position.stakes[seat] for seat in seats) if position.stakes else ()
    return replace(
        position,
        hands=hands,
        turn=seats.index(position.turn),
        stakes=held + start[len(held) :],
        undrawn=tuple(seats.index(seat) for seat in position.undrawn if seat in seats),
    )


# ---- the form ----


def position_form(draft: Draft, *, has_edition: bool = True, shows_hidden: bool = True) -> Json:
    """Return the form of a draft: its line, the edition, total, debt, players and each card.

    ``has_edition`` says whether the edition is a field, ``shows_hidden`` whether a card may be
    hidden.
    """
    position, rules = draft.position, draft.position.rules
    tip = _("One line of notation: copy it from here, or type or paste another.")
    fields = [field(LINE, "text", N_("Position"), str(draft.sound), help=tip)]
    if has_edition:
        options = [option(name, title_of(ruleset(name))) for name in draft.editions]
        fields.append(field(EDITION, "select", N_("Rules"), rules.name, options=options))
    bounds = {} if rules.can_show(-1) else {"min": 0}
    bounds |= {} if rules.can_show(rules.bound) else {"max": rules.bound - 1}
    fields.append(field(TOTAL, "number", N_("Total"), position.total, step=1, **bounds))
    if rules.most_owed > 1:
        one = N_("one card, the second of two") if position.played else N_("one card")
        owed = [option("1", _(one)), option("2", _("two cards"))]
        label = N_("You must play")
        fields.append(field(OWES, "select", label, str(position.owes), options=owed))
    bounds = {"min": rules.least_players, "max": rules.most_players, "step": 1}
    fields.append(field(PLAYERS, "number", N_("Players"), len(position.hands), **bounds))
    cards = []
    for card in dict.fromkeys([*rules.deck(len(position.hands)), *position.hand]):
        if card is not Card.UNKNOWN:
            name, code = sentence(str(rules.card_name(card))), with_minus(card.code)
            cards.append(option(card.code, _("{name} ({code})", name=name, code=code)))
    cards.append(option(NO_CARD, _("no cards")))
    if shows_hidden or Card.UNKNOWN in position.hand:
        cards.append(option(Card.UNKNOWN.code, rules.card_name(Card.UNKNOWN)))
    held = [card.code for card in position.hand] + [NO_CARD] * rules.hand_size
    for place, value in enumerate(held[: rules.hand_size], 1):
        label_text = _("Card {place}", place=place)
        fields.append(field(f"{CARD}{place}", "select", label_text, value, options=cards))
    typed, faults = dict(draft.typed), dict(draft.faults)
    for one_field in fields:
        name = str(one_field["name"])
        one_field["value"] = typed.get(name, one_field["value"])
        one_field["error"] = sentence(faults[name]) + "." if name in faults else ""
    return form(N_("The position"), fields)


def still_shown(draft: Draft) -> str | None:
    """Return which position the table still shows where a field is wrong, then what is wrong."""
    if draft.is_sound:
        return None
    template = N_("The table still shows the last possible position: {line}. {reasons}")
    reasons = " ".join(f"{sentence(fault)}." for __, fault in draft.faults)
    return gettext(template, line=draft.sound, reasons=reasons)

"""A position while it is being changed, field by field."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from math import isfinite
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, check_known, quoted, short_repr, shorten
from ono_tutor.game.convert_rules import Substitution, convert_with_substitutes
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
        return cls(position, position, _reading(position.rules, None))

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
        return replace(Draft.of(position), reading=_reading(position.rules, self.reading))

    def changed(self, name: str, value: object) -> "Draft":
        """Return the form after a field was changed; a field it does not have changes nothing.

        A value that cannot be read, or makes a position that cannot be, leaves ``sound`` as it
        was and has its reason in ``faults``.
        """
        if not _has(self.position.rules, name):
            return self
        try:
            if name == EDITION:
                rules = self._offered(value)
                return self._with(name, value, convert_with_substitutes(self.position, rules))
            change = _CHANGES.get(name, _card)
            return self._with(name, value, Substitution(change(self.position, name, value)))
        except (OnoError, ValueError) as error:
            return self._unread(name, value, error)

    def _offered(self, edition: object) -> RuleSet:
        check_known(self.editions, str(edition), "is not offered; the rule sets are")
        return ruleset(str(edition))

    def _with(self, name: str, value: object, change: Substitution) -> "Draft":
        """Return the form with a change that could be read."""
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
            _reading(rules, self.reading),
            typed,
            tuple(faults.items()),
            change.notes,
        )

    def _unread(self, name: str, value: object, error: OnoError | ValueError) -> "Draft":
        """Return the form with a value that says nothing: it stands there as it was typed."""
        message = error.message if isinstance(error, OnoError) else str(error)
        typed = dict(self.typed) | {name: _repeated(name, value)}
        faults = dict(self.faults) | {name: message}
        return replace(self, typed=tuple(typed.items()), faults=tuple(faults.items()), notes=())

    def refused(self, name: str, reason: str, sound: Position) -> "Draft":
        """Return the form with a possible position that is of no use, which it says at a field.

        ``sound`` is the last one that was of use.
        """
        return replace(self, sound=sound, faults=((name, reason),))


def _reading(rules: RuleSet, before: RuleSet | None) -> RuleSet | None:
    return rules if option_words(rules) else before


def _fault(position: Position, name: str) -> dict[str, str]:
    """Return why there is no such position, by the field that it is best said at."""
    try:
        check(position, {})
    except NotationError as error:
        here = PLAYERS if error.rule == "players" else error.word
        if here in (TOTAL, OWES, PLAYERS):
            return {here: error.message}
        return {name if name == EDITION or _place(name) is not None else CARD + "1": error.message}
    return {}


def _has(rules: RuleSet, name: str) -> bool:
    """Return whether the form of a position under this rule set has such a field."""
    place = _place(name)
    if place is not None:
        return place < rules.hand_size
    return name == EDITION or (name in _CHANGES and (name != OWES or rules.most_owed > 1))


def _place(name: str) -> int | None:
    """Return the place in the hand, from 0, that a field is about; None for the other fields."""
    digits = name.removeprefix(CARD)
    is_card = name.startswith(CARD) and digits.isascii() and digits.isdigit() and len(digits) < 3
    return int(digits) - 1 if is_card and int(digits) else None


def _repeated(name: str, value: object) -> object:
    """Return what was typed as the form repeats it: text (long only in a line) or a number."""
    is_whole = isinstance(value, int) and not isinstance(value, bool)
    is_number = is_whole or (isinstance(value, float) and isfinite(value))
    if isinstance(value, str):
        return value if name == LINE else shorten(value)
    return value if is_number else None


def _line(_before: Position, _key: str, value: object) -> Position:
    if not isinstance(value, str):
        raise NotationError("a position is a line of text", word=str(value))
    return Position.parse(value)


def _owes(position: Position, __: str, value: object) -> Position:
    owes = _whole(value)
    return replace(position, owes=owes, played=position.played if owes == 1 else None)


def _card(position: Position, name: str, value: object) -> Position:
    place = _place(name)
    assert place is not None
    hand, hands = list(position.hand), list(position.hands)
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


def _players(position: Position, __: str, value: object) -> Position:
    """Return the position with ``count`` players: the last leave, new ones hold hidden cards."""
    count = _whole(value)
    position.rules.check_players(count)
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


_CHANGES: Mapping[str, Callable[[Position, str, object], Position]] = {
    LINE: _line,
    TOTAL: lambda position, __, value: replace(position, total=_whole(value)),
    OWES: _owes,
    PLAYERS: _players,
}


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
    fields.append(_total_field(position))
    if rules.most_owed > 1:
        owed = N_("one card, the second of two") if position.played else N_("one card")
        options = [option("1", _(owed)), option("2", _("two cards"))]
        fields.append(
            field(OWES, "select", N_("You must play"), str(position.owes), options=options)
        )
    bounds = {"min": rules.least_players, "max": rules.most_players, "step": 1}
    fields.append(field(PLAYERS, "number", N_("Players"), len(position.hands), **bounds))
    cards = _card_options(position, shows_hidden=shows_hidden)
    held = [card.code for card in position.hand] + [NO_CARD] * rules.hand_size
    for place, value in enumerate(held[: rules.hand_size], 1):
        label = _("Card {place}", place=place)
        fields.append(field(f"{CARD}{place}", "select", label, value, options=cards))
    typed, faults = dict(draft.typed), dict(draft.faults)
    for one in fields:
        name = str(one["name"])
        one["value"] = typed.get(name, one["value"])
        one["error"] = sentence(faults[name]) + "." if name in faults else ""
    return form(N_("The position"), fields)


def still_shown(draft: Draft) -> str | None:
    """Return which position the table still shows where a field is wrong, then what is wrong."""
    if draft.is_sound:
        return None
    template = N_("The table still shows the last possible position: {line}. {reasons}")
    reasons = " ".join(f"{sentence(fault)}." for __, fault in draft.faults)
    return gettext(template, line=draft.sound, reasons=reasons)


def _total_field(position: Position) -> Json:
    rules = position.rules
    least = {} if rules.can_show(-1) else {"min": 0}
    bounds = least | ({"max": rules.bound - 1} if not rules.can_show(rules.bound) else {})
    return field(TOTAL, "number", N_("Total"), position.total, step=1, **bounds)


def _card_options(position: Position, *, shows_hidden: bool) -> list[Json]:
    """Return every card of the deck with its name, no card, and a hidden one."""
    rules = position.rules
    cards = dict.fromkeys([*rules.deck(len(position.hands)), *position.hand])
    options = []
    for card in cards:
        if card is not Card.UNKNOWN:
            name, code = sentence(str(rules.card_name(card))), with_minus(card.code)
            options.append(option(card.code, _("{name} ({code})", name=name, code=code)))
    options.append(option(NO_CARD, _("no cards")))
    if shows_hidden or Card.UNKNOWN in position.hand:
        options.append(option(Card.UNKNOWN.code, rules.card_name(Card.UNKNOWN)))
    return options

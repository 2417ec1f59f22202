"""A position while it is being changed, field by field."""

from dataclasses import dataclass, replace
from typing import Self

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, check_known, quoted, short_repr, shorten
from ono_tutor.game.notation import LONGEST_NUMBER
from ono_tutor.game.position import Position, check, convert_leniently
from ono_tutor.i18n import N_, Message, _, gettext, sentence, with_minus
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import option_words, title_of
from ono_tutor.render.forms import field, form, option
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.play import Hand
from ono_tutor.rules.ruleset import RuleSet

LINE, EDITION, TOTAL, OWES, PLAYERS = "line", "edition", "total", "owes", "players"
CARD = "card-"
NO_CARD = "none"


@dataclass(frozen=True, slots=True)
class Draft:
    """A possible position that is being changed, field by field.

    A change that makes no possible position leaves it as it was: ``typed`` is then the field and
    its text, and ``fault`` says what is wrong. ``reading`` is the rule set that came with
    options, ``notes`` what a change brought about.
    """

    position: Position
    reading: RuleSet | None = None
    typed: tuple[str, str] = ("", "")
    fault: str = ""
    notes: tuple[Message, ...] = ()

    @classmethod
    def of(cls, position: Position | str) -> Self:
        """Return the form's beginning.

        Raises :class:`NotationError` for a line that is no position, and for anything else.
        """
        if isinstance(position, Position):
            check(position, {})
        else:
            position = Position.parse(
                position if isinstance(position, str) else short_repr(position)
            )
        return cls(position, position.rules if option_words(position.rules) else None)

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
        """Return the form after a field was changed, or refused the value."""
        notes: tuple[Message, ...] = ()
        try:
            if name == EDITION:
                check_known(self.editions, str(value), "is not offered; the rule sets are")
                position, notes = convert_leniently(self.position, ruleset(str(value)))
            else:
                position = _with_field(self.position, name, value)
            draft = replace(self.moved_to(position), notes=notes)
        except (OnoError, ValueError) as error:
            message = error.message if isinstance(error, OnoError) else str(error)
            return self.refused(name, value, message)
        # a line stays as it was typed: somebody may be typing on
        return replace(draft, typed=(name, str(value))) if name == LINE else draft

    def refused(self, name: str, value: object, reason: str) -> "Draft":
        """Return the form with a value of a field that makes no position, or one of no use."""
        text = "" if value is None else str(value)
        typed = (name, text if name == LINE else shorten(text))
        return replace(self, typed=typed, fault=reason, notes=())


def _with_field(position: Position, name: str, value: object) -> Position:
    """Return the position with one field of the form changed."""
    if name == LINE:
        return Position.parse(str(value))
    if name == TOTAL:
        return replace(position, total=_whole(value))
    if name == OWES:
        owes = _whole(value)
        return replace(position, owes=owes, played=position.played if owes == 1 else None)
    if name == PLAYERS:
        return _with_players(position, _whole(value))
    place, hand, hands = _whole(name.removeprefix(CARD)), list(position.hand), list(position.hands)
    if not 1 <= place <= position.rules.hand_size:
        raise NotationError(f"there is no field {quoted(name)}", word=name)
    hand[place - 1 : place] = [] if value == NO_CARD else [Card.parse(str(value))]
    hands[position.turn] = tuple(hand)
    return replace(position, hands=tuple(hands))


def _whole(value: object) -> int:
    """Return the whole number that a field has.

    Raises :class:`NotationError` for an empty field, half a card and the like.
    """
    number = int(value) if isinstance(value, float) and value.is_integer() else value
    text = "" if number is None else str(number).strip()
    if not text:
        raise NotationError("a whole number is missing here", word="")
    if not text.removeprefix("-").isdecimal() or len(text) > LONGEST_NUMBER:
        raise NotationError(f"{quoted(text)} is not a whole number", word=text)
    return int(text)


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
    fields = [field(LINE, "text", N_("Position"), str(position), help=tip)]
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
    for each in fields:
        is_typed = each["name"] == draft.typed[0]
        each["value"] = draft.typed[1] if is_typed else each["value"]
        each["error"] = f"{sentence(draft.fault)}." if is_typed and draft.fault else ""
    return form(N_("The position"), fields)


def still_shown(draft: Draft) -> str | None:
    """Return which position the table still shows where a field is wrong, then what is wrong."""
    if not draft.fault:
        return None
    template = N_("The table still shows the last possible position: {line}. {reason}.")
    return gettext(template, line=draft.position, reason=sentence(draft.fault))

"""The form that describes a position: its line, the rules, the total and every card."""

from ono_tutor.cards import Card
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, lazy_gettext, sentence
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import title_of
from ono_tutor.render.draft import CARD, EDITION, LINE, NO_CARD, OWES, PLAYERS, TOTAL, Draft
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand


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


def _field(name: str, kind: str, label: str, value: object, **more: object) -> Json:
    return {"name": name, "label": str(lazy_gettext(label)), "type": kind, "value": value, **more}


def _line_field(draft: Draft) -> Json:
    tip = str(lazy_gettext("One line of notation: copy it from here, or type or paste another."))
    return _field(LINE, "text", N_("Position"), str(draft.sound), help=tip)


def _edition_field(draft: Draft) -> Json:
    options = [{"value": name, "text": title_of(ruleset(name))} for name in draft.editions]
    value = draft.position.rules.name
    return _field(EDITION, "select", N_("Rules"), value, options=options)


def _total_field(position: Position) -> Json:
    rules = position.rules
    least = {} if rules.can_show(-1) else {"min": 0}
    bounds = least | ({"max": rules.bound - 1} if not rules.can_show(rules.bound) else {})
    return _field(TOTAL, "number", N_("Total"), position.total, step=1, **bounds)


def _owes_field(position: Position) -> Json:
    one = N_("one card, the second of two") if position.played else N_("one card")
    words = {"1": one, "2": N_("two cards")}
    options = [{"value": value, "text": str(lazy_gettext(text))} for value, text in words.items()]
    return _field(OWES, "select", N_("You owe"), str(position.owes), options=options)


def _players_field(rules: RuleSet, players: int) -> Json:
    bounds = {"min": rules.least_players, "max": rules.most_players, "step": 1}
    return _field(PLAYERS, "number", N_("Players"), players, **bounds)


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

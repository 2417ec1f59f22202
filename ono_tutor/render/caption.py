"""A position in plain sentences: for alternative text, text pages and terminals."""

from collections.abc import Iterator
from itertools import groupby

from ono_tutor.cards import Card
from ono_tutor.game.explain import DIRECTION_NAMES
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.rules.book import OptionText, rule_points
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand


def position_text(position: Position) -> str:
    """The whole position in sentences, in the language in use."""
    return " ".join(map(str, sentences(position)))


def heading(position: Position) -> Message:
    """The position in a line: the rule set, the total and whose turn it is."""
    template = N_("{rules}: the total is {total}, and seat {seat} is to move")
    fields = {"rules": position.rules.title, "total": position.total, "seat": position.turn}
    return lazy_gettext(template, **fields)


def sentences(position: Position) -> Iterator[Message]:
    """What lies on the table and what does not, a sentence for each fact."""
    yield _rules(position)
    yield _total(position)
    yield from _turn(position)
    yield lazy_gettext(
        "Play goes {direction}.", direction=lazy_gettext(DIRECTION_NAMES[position.direction])
    )
    for seat, hand in enumerate(position.hands):
        yield _hand(position.rules, seat, hand)
    yield from _stakes(position)
    yield from _piles(position)
    for seat in position.undrawn:
        yield lazy_gettext("Seat {seat} has played and not drawn.", seat=seat)


def open_cards(position: Position, home: int) -> Iterator[Message]:
    """What can be seen beyond the hand on ``home``: open hands, known draws and discards."""
    for seat, hand in enumerate(position.hands):
        if seat != home and is_open(hand):
            yield _hand(position.rules, seat, hand)
    yield from _piles(position)


def is_open(hand: Hand | None) -> bool:
    """Whether a card of this hand is shown."""
    return any(card is not Card.UNKNOWN for card in hand or ())


def option_words(rules: RuleSet) -> tuple[str, ...]:
    """The options that differ from the default, as the notation writes them."""
    return tuple(rules.name.split("+")[1:])


def title_of(rules: RuleSet) -> str:
    """The title of a rule set, with the options that differ from the default."""
    if not option_words(rules):
        return rules.title
    options = ", ".join(option_words(rules))
    return str(lazy_gettext("{game}, read with {options}", game=rules.title, options=options))


def option_sentences(rules: RuleSet) -> list[str]:
    """What each option that differs from the default means at this table, as sentences."""
    texts = {
        option.name: option
        for point in rule_points().values()
        for option in point.options
        if rules.key in option.rules
    }
    chosen = (words.split("=", 1) for words in option_words(rules))
    return [_meaning(texts[name], value) for name, value in chosen]


def _meaning(option: OptionText, value: str) -> str:
    means = option.means.get(value) or next(iter(option.means.values()))
    text = N_("At this table ({option}={value}): {means}")
    return str(lazy_gettext(text, option=option.name, value=value, means=means))


def card_list(rules: RuleSet, cards: Hand) -> str:
    """The spoken names of cards as a phrase; hidden cards in a row are counted."""
    runs = ((card, len(list(run))) for card, run in groupby(cards))
    return format_list([str(name) for card, count in runs for name in _names(rules, card, count)])


def _names(rules: RuleSet, card: Card, count: int) -> list[Message]:
    if card is Card.UNKNOWN and count > 1:
        return [lazy_gettext("{count} hidden cards", count=count)]
    return [rules.card_name(card)] * count


def _rules(position: Position) -> Message:
    fields = {"rules": position.rules.title, "count": len(position.hands)}
    if not option_words(position.rules):
        return lazy_gettext("{rules} with {count} players.", **fields)
    options = format_list(list(option_words(position.rules)))
    template = N_("{rules} with {count} players and the option {options}.")
    if len(option_words(position.rules)) > 1:
        template = N_("{rules} with {count} players and the options {options}.")
    return lazy_gettext(template, **fields, options=options)


def _total(position: Position) -> Message:
    if position.rules.marks:
        marks = format_list([str(mark) for mark in (*position.rules.marks, GOAL)])
        return lazy_gettext(
            "The total is {total}; the marks are {marks}.",
            total=position.total,
            marks=marks,
        )
    template = N_("The total is {total}; the highest safe total is {limit}.")
    return lazy_gettext(template, total=position.total, limit=position.rules.bound - 1)


def _turn(position: Position) -> Iterator[Message]:
    template = N_("Seat {seat} is to move and owes {count} cards.")
    if position.owes == 1:
        template = N_("Seat {seat} is to move and owes one card.")
    yield lazy_gettext(template, seat=position.turn, count=position.owes)
    if position.played:
        template = N_("The first of the two cards was {card}.")
        yield lazy_gettext(template, card=position.rules.card_name(position.played))


def _hand(rules: RuleSet, seat: int, hand: Hand | None) -> Message:
    if hand is None:
        return lazy_gettext("Seat {seat} is out.", seat=seat)
    if not hand:
        return lazy_gettext("Seat {seat} holds no card.", seat=seat)
    return lazy_gettext("Seat {seat} holds {cards}.", seat=seat, cards=card_list(rules, hand))


def _stakes(position: Position) -> Iterator[Message]:
    name = position.rules.stake_name
    if name is None:
        return
    held = {position.stakes[seat] for seat in position.still_in}
    all_alike = len(held) == 1 and len(position.still_in) == len(position.hands)
    amounts = ["?" if stake is None else str(stake) for stake in position.stakes]
    key = name if position.rules.stakes_are_left else "score"
    if all_alike:
        yield lazy_gettext(_ALIKE[key], amount=amounts[0])
    else:
        yield lazy_gettext(_BY_SEAT[key], amounts=format_list(amounts))


def _piles(position: Position) -> Iterator[Message]:
    rules = position.rules
    if position.draw:
        template = N_("The next cards of the draw pile are, in order, {cards}.")
        if len(position.draw) == 1:
            template = N_("The next card of the draw pile is {cards}.")
        yield lazy_gettext(template, cards=card_list(rules, position.draw))
    if position.seen:
        template = N_("Known in the discard pile: {cards}.")
        yield lazy_gettext(template, cards=card_list(rules, position.seen))


_ALIKE = {
    "chips": N_("Chips left to each player: {amount}."),
    "points": N_("Points left to each player: {amount}."),
    "score": N_("Points scored by each player: {amount}."),
}

_BY_SEAT = {
    "chips": N_("Chips left, by seat: {amounts}."),
    "points": N_("Points left, by seat: {amounts}."),
    "score": N_("Points scored, by seat: {amounts}."),
}

"""The same cards and total under each rule set, and the rule points that part them."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, UnanswerableError
from ono_tutor.game.convert_rules import convert
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, consequences
from ono_tutor.i18n import format_list, lazy_gettext
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import editions
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.survive import Survival, survive


@dataclass(frozen=True, slots=True)
class UnderRules:
    """The position under one rule set: what each card does and whether the turn is survived.

    Where this rule set cannot hold the position, ``position`` is None and ``missing`` says why.
    """

    rules: RuleSet
    position: Position | None = None
    plays: tuple[Consequence, ...] = ()
    survival: Survival | None = None
    missing: str = ""

    def of_card(self, card: Card) -> tuple[Consequence, ...]:
        """What this card does here, in each way it may be played."""
        return tuple(item for item in self.plays if item.play.card is card)


@dataclass(frozen=True, slots=True)
class CardDifference:
    """A card that the rule sets treat unlike, and the ids of the points that make it so."""

    card: Card
    rules: tuple[str, ...]


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Comparison:
    """A position under every rule set: a reading each, and where they differ."""

    position: Position
    readings: tuple[UnderRules, ...]
    differences: tuple[CardDifference, ...]


def compare(position: Position) -> Comparison:
    """The hand, total and debt of a position under each rule set that knows them.

    The rule set of the position keeps its options; the others have their defaults.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    consequences(position)
    return _compared(position, tuple(_read(position, each) for each in editions(position.rules)))


def compare_two(position: Position, other: Position) -> Comparison:
    """A position and another of the same hand, which may be judged by rules that no game has.

    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    pair = (position, other)
    readings = (UnderRules(one.rules, one, consequences(one), survive(one)) for one in pair)
    return _compared(position, tuple(readings))


def _compared(position: Position, readings: tuple[UnderRules, ...]) -> Comparison:
    cards = dict.fromkeys(position.hand)
    found = (_difference(card, readings) for card in cards)
    return Comparison(position, readings, tuple(item for item in found if item))


def _read(position: Position, rules: RuleSet) -> UnderRules:
    try:
        here = convert(position, rules)
        return UnderRules(rules, here, consequences(here), survive(here))
    except (NotationError, UnanswerableError) as error:
        return UnderRules(rules, missing=_lacking(position, rules) or error.message)


def _lacking(position: Position, rules: RuleSet) -> str:
    """Return which cards of the hands the rule set does not have; empty if it has all."""
    shown = dict.fromkeys(chain.from_iterable(hand or () for hand in position.hands))
    deck = (*rules.deck(rules.least_players), Card.UNKNOWN)
    lacking = [card for card in shown if card not in deck]
    names = [f"{position.rules.card_name(card):short}" for card in lacking]
    fields = {"game": rules.title, "cards": format_list(names, is_any=True)}
    return str(lazy_gettext("{game} has no {cards}", **fields)) if names else ""


def _difference(card: Card, readings: tuple[UnderRules, ...]) -> CardDifference | None:
    """The points behind a card that does not do the same everywhere it is known."""
    known = [reading for reading in readings if reading.position]
    found = [reading.of_card(card) for reading in known]
    if len({tuple(map(_what_it_does, items)) for items in found}) < 2:
        return None
    ids = dict.fromkeys(rule for items in found for item in items for rule in item.rules)
    sets = [reading.rules for reading in known]
    parting = tuple(rule for rule in ids if rule_sets_part_at(rule, sets))
    return CardDifference(card, parting or tuple(ids))


def rule_sets_part_at(rule: str, sets: Sequence[RuleSet]) -> bool:
    """Return whether these rule sets part at a point: by edition, by option, or not having it."""
    point = rule_points()[rule]
    lacks = any(rules.key not in point.says for rules in sets)
    return point.differs or lacks or any(rule in rules.changed_points for rules in sets)


def _what_it_does(item: Consequence) -> tuple[object, ...]:
    if item.effect is None or item.outcome is None:
        return (item.play, "not allowed")
    after = item.outcome.after
    costs = item.effect.costs, item.effect.costs_others
    place = () if item.outcome.round_over else (after.turn, after.owes, after.direction)
    return (item.play, item.effect.total, item.loses, costs, place)

"""The same cards and total under each rule set, and the rule points by which they differ."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, UnanswerableError
from ono_tutor.game.position import Position, convert
from ono_tutor.game.turn import Consequence, consequences
from ono_tutor.i18n import _, format_list
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
        """Return the consequences of this card, one for each way to play it."""
        return tuple(item for item in self.plays if item.play.card is card)


@dataclass(frozen=True, slots=True)
class CardDifference:
    """A card that the rule sets treat differently, and the ids of the points behind it."""

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
    """Return the hand, total and debt of a position under each rule set that has them.

    The rule set of the position keeps its options; the others have their defaults.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    consequences(position)
    return _compared(position, tuple(_under(position, each) for each in editions(position.rules)))


def compare_two(position: Position, other: Position) -> Comparison:
    """Compare a position with one of the same hand under other rules, possibly those of no game.

    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    pair = (position, other)
    readings = (UnderRules(one.rules, one, consequences(one), survive(one)) for one in pair)
    return _compared(position, tuple(readings))


def _under(position: Position, rules: RuleSet) -> UnderRules:
    try:
        here = convert(position, rules)
        return UnderRules(rules, here, consequences(here), survive(here))
    except (NotationError, UnanswerableError) as error:
        shown = dict.fromkeys(chain.from_iterable(hand or () for hand in position.hands))
        deck = (*rules.deck(rules.least_players), Card.UNKNOWN)
        names = [f"{position.rules.card_name(card):short}" for card in shown if card not in deck]
        if not names:
            return UnderRules(rules, missing=error.message)
        cards = format_list(names, is_any=True)
        message = _("{game} has no {cards}", game=rules.title, cards=cards)
        return UnderRules(rules, missing=str(message))


def _compared(position: Position, readings: tuple[UnderRules, ...]) -> Comparison:
    """Return the comparison, with each card that does not do the same everywhere it exists."""
    known = [reading for reading in readings if reading.position]
    sets = [reading.rules for reading in known]
    differences = []
    for card in dict.fromkeys(position.hand):
        found = [reading.of_card(card) for reading in known]
        if len({tuple(map(_effects_of, items)) for items in found}) > 1:
            ids = dict.fromkeys(rule for items in found for item in items for rule in item.rules)
            differing = tuple(rule for rule in ids if rule_sets_part_at(rule, sets))
            differences.append(CardDifference(card, differing or tuple(ids)))
    return Comparison(position, readings, tuple(differences))


def rule_sets_part_at(rule: str, sets: Sequence[RuleSet]) -> bool:
    """Check that these rule sets differ at a point: by edition, by option, or by not having it."""
    point = rule_points()[rule]
    lacks = any(rules.key not in point.says for rules in sets)
    return (
        point.differs
        or lacks
        or any(rule == o.point for rules in sets for o in rules.changed_options)
    )


def _effects_of(item: Consequence) -> tuple[object, ...]:
    if item.effect is None or item.outcome is None:
        return (item.play, "not allowed")
    after = item.outcome.after
    costs = item.effect.costs, item.effect.costs_others
    place = () if item.outcome.round_over else (after.turn, after.owes, after.direction)
    return (item.play, item.effect.total, item.loses, costs, place)

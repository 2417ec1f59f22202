"""The rule sets that there are. A new one is a line here."""

from collections.abc import Mapping
from functools import lru_cache

from ono_tutor.errors import check_known
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.ninety_nine import NinetyNine
from ono_tutor.rules.ono1980 import Ono1980, Ono1980ForPoints
from ono_tutor.rules.ono2022 import Ono2022
from ono_tutor.rules.ruleset import RuleSet

RULE_SETS: dict[str, type[RuleSet]] = {kind.key: kind for kind in (Ono1980, Ono2022, NinetyNine)}

TURN_EFFECTS: Mapping[str, Effect] = {
    effect.rules[0]: effect
    for kind in RULE_SETS.values()
    for effect in kind.card_effects.values()
    if effect != Effect(0, effect.rules)
}
"""The effects of the cards, of any game, that move the turn, by rule point."""


@lru_cache(maxsize=512)
def ruleset(name: str) -> RuleSet:
    """Return the rule set that a word names, options included, such as ``1980+ono99=suicide``.

    Raises :class:`NotationError` for an unknown game, option or value.
    """
    key, *words = name.split("+")
    check_known(RULE_SETS, key, "is not a rule set; the rule sets are")
    is_for_points = key == Ono1980.key and "scoring=points" in words
    return (Ono1980ForPoints if is_for_points else RULE_SETS[key])(words)


def editions(*own: RuleSet) -> tuple[RuleSet, ...]:
    """Return every rule set: those given with their options, the others with their defaults."""
    chosen = {rules.key: rules for rules in own}
    return tuple(chosen.get(key) or ruleset(key) for key in RULE_SETS)


def without_option(rules: RuleSet, option: str) -> RuleSet:
    """Return the rule set with this option at its default, the others as they are."""
    key, *words = rules.name.split("+")
    return ruleset("+".join([key, *(w for w in words if w.partition("=")[0] != option)]))

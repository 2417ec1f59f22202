"""The rules as a learner with a misconception has them: variants, run by the same engine."""

from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.ono99 import LIMIT, Ono99
from ono_tutor.rules.option import Value
from ono_tutor.rules.ruleset import RuleSet


class Mistaken(RuleSet):
    """A rule set as one misconception has it; its name says that it is none of the games."""

    mistake: ClassVar[str]

    def _written(self, values: Mapping[str, Value]) -> str:
        return f"{super()._written(values)}~{self.mistake}"


class NinetyNineIsSafe(Mistaken, Ono99):
    """99 itself is still allowed (rule ``limit``)."""

    mistake = "limit-99-is-safe"
    limit = LIMIT + 1


BELIEFS: tuple[type[Mistaken], ...] = (NinetyNineIsSafe,)


@lru_cache(maxsize=64)
def variants(rules: RuleSet) -> tuple[tuple[str, RuleSet], ...]:
    """Each misconception about this rule set, by id, and the rules as it has them."""
    return tuple(
        (belief.mistake, _variant(rules, belief))
        for belief in BELIEFS
        if rules.key in misconceptions()[belief.mistake].rules
    )


def _variant(rules: RuleSet, belief: type[Mistaken]) -> RuleSet:
    """The rule set with the belief laid over it, its options kept."""
    made: type[RuleSet] = type(belief.__name__, (belief, type(rules)), {})
    return made(rules.name.split("+")[1:])

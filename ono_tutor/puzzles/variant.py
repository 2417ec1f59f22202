"""The rules as a learner with a misconception has them: variants, run by the same engine."""

from functools import lru_cache

from ono_tutor.puzzles.beliefs import ninety_nine, ono99, ono1980, ono2022
from ono_tutor.puzzles.beliefs.mistaken import Mistaken
from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.ruleset import RuleSet

BELIEFS: tuple[type[Mistaken], ...] = (
    *ono1980.BELIEFS,
    *ono2022.BELIEFS,
    *ono99.BELIEFS,
    *ninety_nine.BELIEFS,
)
"""Every misconception as a class that is laid over a rule set.

The first that explains an answer is the one a learner is told, so the special come before the
general, and last the one that makes every hand with an O'NO 99 safe.
"""


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

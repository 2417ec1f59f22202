"""Which rule points a question can be asked about, and why the others are none."""

from collections.abc import Mapping
from functools import lru_cache

from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS

UNASKABLE: Mapping[str, str] = {
}


@lru_cache(maxsize=1)
def askable() -> tuple[tuple[str, str], ...]:
    """Each rule set and each of its rule points that a question can be asked about."""
    return tuple(
        (key, point.id)
        for key in RULE_SETS
        for point in rule_points().values()
        if key in point.says and point.id not in UNASKABLE
    )

"""Which rule points a question can be asked about, and why the others are none."""

from collections.abc import Mapping
from functools import lru_cache

from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS

UNASKABLE: Mapping[str, str] = {
    "dealer": "who deals is settled before there is a position to ask about",
    "announce": "the question total asks for what is announced, whichever card it was",
    "draw-pile-empty": "the line of such a position would have to show the whole deck",
    "next-starter": "every question ends with the hand, and this is about the next one",
    "99-deal": "nobody decides anything by it: hands are full in every position",
    "99-must-play": "there is always a card that may be played, so nothing is refused by it",
    "99-next-round": "every question ends with the round, and this is about the next one",
    "99-deck-empty": "the line of such a position would have to show the whole deck",
    "99-announce": "it says what may be asked at the table, and nothing follows from it",
}
"""The points that no answer hangs on, and why not."""


@lru_cache(maxsize=1)
def askable() -> tuple[tuple[str, str], ...]:
    """Each rule set and each of its rule points that a question can be asked about."""
    return tuple(
        (key, point.id)
        for key in RULE_SETS
        for point in rule_points().values()
        if key in point.says and point.id not in UNASKABLE
    )

"""When something is due again: the memory model of FSRS, fed with one review a day.

FSRS (the Free Spaced Repetition Scheduler) keeps for each thing that is learned how difficult it
is and how long it lasts in memory, and asks again when nine in ten would still know it. Several
answers of one day make one review: the worst of them counts, for who answers right only after
the rule was shown has not remembered it.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from functools import lru_cache

from fsrs import Card, Rating, Scheduler

LONGEST = 365
"""Days after which everything is due again, however well it is known."""

RATINGS = (Rating.Again, Rating.Hard, Rating.Good)
"""What a credit says of memory: none, known after a hint, known."""


@lru_cache(maxsize=1)
def scheduler() -> Scheduler:
    """Return the scheduler: by whole days, the same answers always giving the same day."""
    return Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False
    )


def due_day(credits_by_day: Mapping[str, int]) -> date:
    """Return the day on which to ask again, by the least credit of each day, in order of time.

    A credit is 0, 1 or 2 (see :class:`.strength.Credit`), a day is written ``2026-11-20``.
    """
    card = Card(card_id=0)  # an id of its own would be made by waiting for a clock
    for day, credit in credits_by_day.items():
        noon = datetime.combine(date.fromisoformat(day), time(12), UTC)
        try:
            card, _ = scheduler().review_card(card, RATINGS[credit], noon)
        except OverflowError:
            return date.max
    return card.due.date()

"""Puzzles about the whole round: hands whose cards all survive alike, one of which wins more.

They are rare among all hands, so hands are dealt as in a game between two players and tried.
"""

from collections import Counter
from collections.abc import Iterator

from ono_tutor.errors import OnoError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.difficulty import Level
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.search import Seen
from ono_tutor.puzzles.kinds.best_card import BestCard
from ono_tutor.puzzles.rating import entry_of, rate
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.puzzles.task import ROUND, Task
from ono_tutor.rules.ruleset import RuleSet

MOST_DEALS = 40_000
"""Hands that are tried before the search gives up."""

TOTALS = (30, 97)
"""The least and the highest total; below it no card is clearly better than another."""


def round_puzzles(rules: RuleSet, seen: Seen, count: int) -> Iterator[Entry]:
    """Yield puzzles about the round, half of them at the highest level, no answer too often."""
    random, answers = SeededRandom(f"round {rules.name}"), Counter[str]()
    left = {Level.EXPERT: count - count // 2, Level.HARD: count // 2}
    for _ in range(MOST_DEALS):
        if not any(left.values()):
            return
        task = _dealt(random, rules)
        try:
            rating = rate(BestCard.name, task)
        except OnoError:
            continue
        entry, answer = entry_of(BestCard.name, task, rating), str(rating.answer)
        is_common = answers[answer] > count // 5
        if is_common or not left.get(rating.level) or seen.has(BestCard.name, task):
            continue
        if seen.note(BestCard.name, task, entry, answer):
            left[rating.level] -= 1
            answers[answer] += 1
            yield entry


def _dealt(random: SeededRandom, rules: RuleSet) -> Task:
    """Return a hand and a total, as one of two players sees them."""
    deck = [card for card, copies in rules.deck(2).items() for _ in range(copies)]
    hand = ",".join(card.code for card in random.shuffled(deck)[: rules.hand_size])
    total = random.between(*TOTALS)
    return Task(Position.parse(f"{rules.name} total={total} hand={hand}"), claim=ROUND)

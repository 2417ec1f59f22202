"""Which cards an answer tries: it would be another one if such a card added ten more.

So a learner who misreads a card in a way that no misconception has is found out as well, as soon
as each kind of card was tried.
"""

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import ClassVar

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions import Mistaken
from ono_tutor.puzzles.misconceptions.explanations import changed_rules
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.judgement import Judgement, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

USUAL = 40
"""A total at which every card does what it usually does."""

NEVER_PLAYED = {Card.ONO99: "ono99-sets-99"}
"""A card that adds nothing, as it is never played, and the misconception that tries it."""


@lru_cache(maxsize=8)
def card_kinds(rules: RuleSet) -> Mapping[Card, Card]:
    """Return the first card of its kind for each card of the deck.

    All cards that add their number are one kind, and cards that do the same; else each is its own.
    """
    done: dict[Card, list[object]] = {card: [] for card in rules.deck(2)}
    for play, effect in rules.effects(Moment(USUAL)):
        if play.card is not None and play.copies == 1:
            added = effect.total - USUAL
            is_plain = play.card.code == str(added)
            done[play.card].append((effect.rules, "its number" if is_plain else added))
    kinds: dict[tuple[object, ...], Card] = {}
    return {card: kinds.setdefault(tuple(what) or (card,), card) for card, what in done.items()}


@lru_cache(maxsize=4096)
def tried_cards(entry: Entry) -> frozenset[Card]:
    """Return the kinds of card that the answer to a puzzle depends on, each by its first card."""
    puzzle = Puzzle.of(entry)
    kind, task = KINDS[puzzle.kind], puzzle.task
    kinds, right = card_kinds(type(task.rules)()), kind.answer(task)
    shown = {*puzzle.position.hand, *(play.card for play in puzzle.plays if isinstance(play, Play))}

    def is_tried(card: Card) -> bool:
        if card in NEVER_PLAYED:
            return NEVER_PLAYED[card] in entry.misconceptions
        with suppress(OnoError):
            heavier = task.under(changed_rules(task.rules, _heavier(card)))
            return not kind.accepts(task, right, kind.answer(heavier))
        return False

    return frozenset(first for card, first in kinds.items() if card in shown and is_tried(card))


class _Heavier(Mistaken):
    """A card adds ten more than it does."""

    mistake = "adds-ten-more"
    card: ClassVar[Card]

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        more = 10 if play.card is self.card else 0
        changed = moment._replace(total=moment.total + more)
        return super()._judge(play, changed)  # type: ignore[safe-super]


@lru_cache(maxsize=32)
def _heavier(card: Card) -> type[Mistaken]:
    return type(f"Heavier{card.name}", (_Heavier,), {"card": card, "reading": card.code})

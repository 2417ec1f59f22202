"""The answers that each misconception leads to, told apart by number: a puzzle's response pattern.

Two learners give different answers to a puzzle exactly where their rules do. So a puzzle tells
beliefs apart by the pattern of its answers alone, and patterns are few: ``tools/find_patterns.py``
works them out when the bank is built, and they are kept beside it.
"""

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kind import CALM
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.changes import Mistaken, changed_rules
from ono_tutor.puzzles.misconceptions.explain import misconception_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.judgement import Judgement, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

Beliefs = frozenset[str]
"""The misconceptions that a learner has, or readings of them; none for one who knows the rules."""

Numbers = tuple[int, ...]
"""The numbers of the answers that somebody finds equally good."""

SOUND: Beliefs = frozenset()

SLIP = 0.1
"""How often an answer is given that the learner does not believe."""


@dataclass(frozen=True, slots=True, eq=False)
class Pattern:
    """The answer that each belief gives to a puzzle.

    ``answers`` has for :data:`SOUND`, for each misconception that gives another answer, and for
    each further reading that gives another answer than the first, the numbers of the answers that
    are equally good to one who believes it; and those for two variants of which one misleads, where
    the other makes a difference to it: they may hide each other.
    ``possible`` is about how many different answers can be given.
    """

    possible: int
    answers: Mapping[Beliefs, Numbers]

    @property
    def traps(self) -> Beliefs:
        """The misconceptions that lead to a wrong answer, by one variant at least."""
        alone = (who for who in self.answers if len(who) == 1)
        return frozenset(misconception_of(key) for who in alone for key in who)

    def of(self, beliefs: Collection[str]) -> Numbers:
        """Return the numbers of the answers that a learner with these beliefs finds right.

        Beliefs are variants of one or two misconceptions.
        """
        both, sound = self.answers.get(frozenset(beliefs)), self.answers[SOUND]
        if both is not None:
            return both
        for reading in sorted(beliefs):
            first = self.answers.get(frozenset((misconception_of(reading),)), sound)
            answers = self.answers.get(frozenset((reading,)), first)
            if answers != sound:
                return answers
        return sound


@lru_cache(maxsize=1)
def patterns() -> Mapping[str, Pattern]:
    """Return the pattern of every puzzle of the bank at which a misconception misleads, by id."""
    found: dict[str, Pattern] = {}
    for line in bank.text_of(bank.OF_PATTERNS).splitlines():
        words, _, ids = line.partition("\t")
        possible, *parts = words.split(" ")
        answers = {}
        for part in parts:
            who, _, numbers = part.partition("=")
            answers[frozenset(who.split("+")) - {""}] = tuple(map(int, numbers.split(",")))
        found |= dict.fromkeys(ids.split(), Pattern(int(possible), answers))
    return found


# ---- cards that an answer depends on ----


NEVER_PLAYED = {Card.ONO99: "ono99-sets-99"}
"""A card that adds nothing, as it is never played, and the misconception that tries it."""


@lru_cache(maxsize=8)
def card_kinds(rules: RuleSet) -> Mapping[Card, Card]:
    """Return the first card of its kind for each card of the deck.

    All cards that add their number are one kind, and cards that do the same; else each is its own.
    """
    done: dict[Card, list[object]] = {card: [] for card in rules.deck(2)}
    for play, effect in rules.effects(CALM):
        if play.card is not None and play.copies == 1:
            added = effect.total - CALM.total
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
            heavier = task.under(_with_heavier(task.rules, card))
            return not kind.accepts(task, right, kind.answer(heavier))
        return False

    return frozenset(first for card, first in kinds.items() if card in shown and is_tried(card))


@lru_cache(maxsize=256)
def _with_heavier(rules: RuleSet, heavy: Card) -> RuleSet:
    """Return the rules changed so that this card adds ten more than it does."""

    class Heavier(Mistaken, mistake="adds-ten-more", variant=heavy.code):
        def _judge(self, play: Play, moment: Moment) -> Judgement:
            more = 10 if play.card is heavy else 0
            changed = moment._replace(total=moment.total + more)
            return super()._judge(play, changed)  # type: ignore[safe-super]

    return changed_rules(rules, Heavier)

"""The answers that each misconception leads to, told apart by number: a puzzle's response pattern.

Two learners give different answers to a puzzle exactly where their rules do. So a puzzle tells
beliefs apart by the pattern of its answers alone, and patterns are few: they are worked out when
the bank is built, and kept beside it.
"""

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Answer, Shape
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.changes import Mistaken
from ono_tutor.puzzles.misconceptions.explain import (
    beliefs_about,
    changed_rules,
    changed_tasks,
    misconception_of,
    variants_of,
)
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import Task
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

_MOST = 16
"""From so many possible answers on, one that is given by chance is hardly ever the same."""

_POSSIBLE = {Shape.NUMBER: 12, Shape.CHANCE: 12, Shape.AMOUNTS: 8, Shape.LINE: 12}
"""About how many answers a learner who slips might give, where they are not to be counted."""


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

    def __str__(self) -> str:
        """The pattern as the bank writes it: what is possible, and the answers of each belief."""
        words = (
            f"{'+'.join(sorted(who))}={','.join(map(str, numbers))}"
            for who, numbers in self.answers.items()
        )
        return " ".join((str(self.possible), *words))


def pattern_of(entry: Entry) -> Pattern:
    """Return the response pattern of a puzzle, worked out by the engine."""
    puzzle = Puzzle.of(entry)
    kind, task = KINDS[puzzle.kind], puzzle.task
    numbers: dict[Answer, int] = {}

    def numbered(answers: Iterable[Answer]) -> Numbers:
        parts: list[Any] = []  # of several best cards any one is as good as the others
        for answer in answers:
            is_any = kind.info.shape is Shape.PLAY and isinstance(answer, tuple)
            parts += answer if is_any and isinstance(answer, tuple) else (answer,)
        return tuple(sorted({numbers.setdefault(part, len(numbers)) for part in parts}))

    right = kind.answer(task)
    found = {SOUND: numbered([right])}
    pattern = Pattern(_possible(kind, task), found)
    readings = [key for belief in sorted(beliefs_about(task)) for key in variants_of(belief)]

    def believed(beliefs: tuple[str, ...]) -> Numbers:
        given = []
        for changed in changed_tasks(task, beliefs):
            with suppress(OnoError):
                answer = kind.answer(changed)
                given.append(right if kind.accepts(task, right, answer) else answer)
        answers = numbered(given)
        if not answers:  # to this learner the question has no answer: it may be the right one, or
            # what the first variant of a belief leads to
            first = [pattern.of((misconception_of(key),)) for key in beliefs]
            answers = tuple(sorted({*found[SOUND], *chain.from_iterable(first)}))
        return found[SOUND] if {*answers} <= {*found[SOUND]} else answers

    for reading in readings:
        if (answers := believed((reading,))) != pattern.of((reading,)):
            found[frozenset((reading,))] = answers
    misleading = {key for key in readings if pattern.of((key,)) != found[SOUND]}
    for two in combinations(readings, 2):
        alone = misleading.intersection(two)
        if alone and len(set(map(misconception_of, two))) > 1:
            answers, expected = believed(two), pattern.of(two)
            is_less = len(alone) == 1 and {*answers} <= {*expected}
            if answers != expected and not is_less:
                found[frozenset(two)] = answers
    return pattern


def _possible(kind: Kind[Any], task: Task) -> int:
    offered = len(kind.choices(task))
    cards = len(set(task.position.hand))
    if kind.info.shape is Shape.PLAYS:
        return min(1 << cards, _MOST)
    if kind.info.shape is Shape.EDITIONS:
        return 1 << len(task.editions)
    if kind.info.shape is Shape.NEXT:
        return 2 * len(task.position.hands)
    return _POSSIBLE.get(kind.info.shape) or max(offered or cards, 2)


# ---- kept beside the bank ----


def format_patterns(entries: Iterable[Entry], kept: Mapping[str, Pattern] | None = None) -> str:
    """Return the text of the bank's file of patterns: a pattern and the puzzles that have it.

    The patterns of ``entries`` are worked out; those in ``kept``, by id, are taken as they are.
    """
    found: dict[str, list[str]] = {}
    for name, pattern in (kept or {}).items():
        found.setdefault(str(pattern), []).append(name)
    for entry in entries:
        pattern = pattern_of(entry)
        if pattern.traps:
            found.setdefault(str(pattern), []).append(entry.id)
    return "".join(f"{pattern}\t{' '.join(ids)}\n" for pattern, ids in sorted(found.items()))


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


@lru_cache(maxsize=32)
def _heavier(heavy: Card) -> type[Mistaken]:
    """Return the change of the rules by which a card adds ten more than it does."""

    class Heavier(Mistaken):
        mistake = "adds-ten-more"
        variant = heavy.code

        def _judge(self, play: Play, moment: Moment) -> Judgement:
            more = 10 if play.card is heavy else 0
            changed = moment._replace(total=moment.total + more)
            return super()._judge(play, changed)  # type: ignore[safe-super]

    return Heavier

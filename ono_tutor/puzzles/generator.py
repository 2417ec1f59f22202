"""Puzzles found by search: the smallest that show their point, none the same as another."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field

from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles.canon import canonical
from ono_tutor.puzzles.catalogue import KINDS
from ono_tutor.puzzles.deals import RECIPES, Recipe, dealt
from ono_tutor.puzzles.dice import Dice
from ono_tutor.puzzles.difficulty import Level
from ono_tutor.puzzles.dull import is_dull, worth
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.grading import Grading, entry_of, grade
from ono_tutor.puzzles.shapes import shapes_for
from ono_tutor.puzzles.shrink import smaller
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset

MOST_TRIES = 4000
"""Deals looked at in vain before a search gives up."""

LEVELS = tuple(str(level.value) for level in Level)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for. Where a collection is empty, anything will do.

    ``rules`` are rule sets with just the options written, ``keys`` rule sets with any options;
    a puzzle shows one of ``rule_points`` and one of ``misconceptions`` at least.
    """

    rules: tuple[str, ...] = ()
    keys: tuple[str, ...] = tuple(RULE_SETS)
    kinds: tuple[str, ...] = ()
    rule_points: frozenset[str] = frozenset()
    misconceptions: frozenset[str] = frozenset()
    levels: frozenset[int] = frozenset()

    def check(self) -> None:
        """Return if there can be such puzzles.

        Raises :class:`NotationError` for a name that is none.
        """
        for name in self.rules:
            ruleset(name)
        _check("kind of puzzle", self.kinds, KINDS)
        for rule in sorted(self.rule_points):
            rule_point(rule)
        _check("misconception", sorted(self.misconceptions), misconceptions())
        _check("level", sorted(map(str, self.levels)), LEVELS)

    def is_met(self, grading: Grading) -> bool:
        """Whether a puzzle is one of those looked for."""
        points, beliefs = set(grading.rule_points), set(grading.misconceptions)
        return (
            (not self.rule_points or bool(self.rule_points & points))
            and (not self.misconceptions or bool(self.misconceptions & beliefs))
            and (not self.levels or grading.level in self.levels)
        )

    @property
    def points(self) -> frozenset[str]:
        """The rule points that a puzzle is about which is looked for."""
        missed = {misconceptions()[key].point for key in self.misconceptions}
        return self.rule_points | missed


def _check(what: str, given: Iterable[str], known: Collection[str]) -> None:
    for name in given:
        if name not in known:
            message = f"{quoted(name)} is no {what}; there are {', '.join(known)}"
            raise NotationError(message, word=name)


@dataclass(slots=True)
class Found:
    """What has been found before: puzzles are not found twice, nor one answer too often."""

    forms: set[object] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def has(self, kind: str, task: Task) -> bool:
        """Whether this puzzle was found, but for seats, order and the names of equal cards."""
        return canonical(kind, task) in self.forms

    def is_common(self, kind: str, answer: str) -> bool:
        """Whether this answer has been that of too many of its kind, where there are others."""
        given = self.answers[kind, answer]
        return 1 + self.kinds[kind] // 3 < given < self.kinds[kind]

    def note(self, kind: str, task: Task, entry: Entry, answer: str) -> bool:
        """Keep a puzzle in mind; False where its id is taken, however unlikely that is."""
        if entry.id in self.ids:
            return False
        self.forms.add(canonical(kind, task))
        self.ids.add(entry.id)
        self.answers[kind, answer] += 1
        self.kinds[kind] += 1
        return True


def generate(  # noqa: PLR0913 - each is a way to say what is looked for
    seed: int | str,
    *,
    rules: str | Iterable[str] = (),
    kind: str | Iterable[str] = (),
    rule_points: Iterable[str] = (),
    misconceptions: Iterable[str] = (),
    levels: Iterable[int] = (),
    count: int = 10,
) -> tuple[Entry, ...]:
    """Puzzles from a seed: the same seed gives the same puzzles on every Python.

    ``rules`` and ``kind`` are a name or several; a rule set has just the options written, and
    without ``rules`` any options may turn up. There are fewer than ``count`` where the search runs dry.
    Raises :class:`NotationError` for a name that is none.
    """
    wanted = Wanted(
        rules=_names(rules),
        kinds=_names(kind),
        rule_points=frozenset(rule_points),
        misconceptions=frozenset(misconceptions),
        levels=frozenset(levels),
    )
    return tuple(search(Dice(seed), wanted, Found(), count))


def _names(words: str | Iterable[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def search(dice: Dice, wanted: Wanted, found: Found, count: int) -> Iterator[Entry]:
    """Up to so many puzzles that are not found yet."""
    wanted.check()
    tries = made = 0
    while made < count and tries < MOST_TRIES:
        tries += 1
        entry = _try(dice, wanted, found, patience=tries)
        if entry is not None:
            tries, made = 0, made + 1
            yield entry


def _try(dice: Dice, wanted: Wanted, found: Found, patience: int) -> Entry | None:
    """One deal: a puzzle, if it is what is looked for, new, and worth being asked."""
    kind = dice.pick(wanted.kinds or tuple(KINDS))
    name = dice.pick(wanted.rules) if wanted.rules else ""
    key = name.partition("+")[0] or dice.pick(wanted.keys)
    shapes = shapes_for(key, kind, wanted.points, name)
    if not shapes:
        return None
    shape = dice.pick(shapes)
    try:
        task = dealt(dice, kind, ruleset(name or shape.rules), shape)
        grading = grade(kind, task)
    except OnoError:
        return None
    if not wanted.is_met(grading) or _is_poor(dice, kind, task, grading, patience):
        return None
    most = RECIPES.get(kind, Recipe()).most_smaller
    task, grading = smaller(kind, task, grading, wanted.is_met, most)
    answer = _answer(kind, grading)
    if found.has(kind, task) or (found.is_common(kind, answer) and patience < MOST_TRIES // 20):
        return None
    entry = entry_of(kind, task, grading)
    return entry if found.note(kind, task, entry, answer) else None


def _is_poor(dice: Dice, kind: str, task: Task, grading: Grading, patience: int) -> bool:
    """Whether a better one is waited for: one that misconceptions answer in several ways.

    The longer the search, the less is asked of a puzzle; what is dull is never taken.
    """
    if is_dull(kind, task, grading):
        return True
    return not dice.falls(min(4, worth(grading) + patience // 50), 4)


def _answer(kind: str, grading: Grading) -> str:
    return str(KINDS[kind].as_json(grading.answer))

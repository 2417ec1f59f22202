"""Puzzles found by search: the smallest that show their point, none the same as another."""

from collections.abc import Iterable, Iterator

from ono_tutor.errors import NotationError, OnoError
from ono_tutor.puzzles.answer import as_words
from ono_tutor.puzzles.catalogue import KINDS
from ono_tutor.puzzles.deals import RECIPES, Recipe, dealt
from ono_tutor.puzzles.dice import Dice
from ono_tutor.puzzles.dull import is_dull, is_plain, worth
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.found import Found
from ono_tutor.puzzles.grading import Grading, entry_of, grade
from ono_tutor.puzzles.shapes import shapes_for
from ono_tutor.puzzles.shrink import smaller
from ono_tutor.puzzles.task import Task
from ono_tutor.puzzles.wanted import Wanted
from ono_tutor.rules.catalogue import ruleset

MOST_TRIES = 4000
"""Deals looked at in vain before a search gives up."""


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
    without ``rules`` any options may turn up. There are fewer than ``count`` where
    the search runs dry.
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
    deal = _deal(dice, wanted, found, patience)
    if deal is None:
        return None
    kind, task, grading = deal
    most = RECIPES.get(kind, Recipe()).most_smaller
    task, grading = smaller(kind, task, grading, wanted.is_met, most)
    if found.has(kind, task):
        return None
    entry = entry_of(kind, task, grading)
    return entry if found.note(kind, task, entry, _answer(kind, task)) else None


def _deal(
    dice: Dice, wanted: Wanted, found: Found, patience: int
) -> tuple[str, Task, Grading] | None:
    """A task of a kind, if it is what is looked for and worth being asked."""
    kind = dice.pick(wanted.kinds or tuple(KINDS))
    name = dice.pick(wanted.rules) if wanted.rules else ""
    key = name.partition("+")[0] or dice.pick(wanted.keys)
    shapes = shapes_for(key, kind, wanted.points, name)
    if not shapes:
        return None
    shape = dice.pick(shapes)
    try:
        task = dealt(dice, kind, ruleset(name or shape.rules), shape)
        if _is_unwanted(kind, task, found, patience):
            return None
        grading = grade(kind, task)
    except OnoError:
        return None
    is_met = wanted.is_met(task, grading) and not _is_poor(dice, kind, task, grading, patience)
    return (kind, task, grading) if is_met and can_be_given(kind, task, grading) else None


def _is_poor(dice: Dice, kind: str, task: Task, grading: Grading, patience: int) -> bool:
    """Whether a better one is waited for: one that misconceptions answer in several ways.

    The longer the search, the less is asked of a puzzle; what is dull is never taken.
    """
    if is_dull(kind, task, grading) or RECIPES.get(kind, Recipe()).is_costly:
        return is_dull(kind, task, grading)
    return not dice.falls(min(4, worth(grading) + patience // 50), 4)


def _is_unwanted(kind: str, task: Task, found: Found, patience: int) -> bool:
    """Whether the answer alone shows it: there is nothing in it, or it has been given too often."""
    if is_plain(kind, task, KINDS[kind].answer(task)):
        return True
    return patience < MOST_TRIES // 20 and found.is_common(kind, _answer(kind, task))


def can_be_given(kind: str, task: Task, grading: Grading) -> bool:
    """Whether the right answer, written as it is handed in, is read and taken as right."""
    words = as_words(KINDS[kind].as_json(grading.answer)) or "none"
    try:
        given = KINDS[kind].read(task, words)
    except NotationError:
        return False
    return KINDS[kind].accepts(task, grading.answer, given)


def _answer(kind: str, task: Task) -> str:
    return str(KINDS[kind].as_json(KINDS[kind].answer(task)))

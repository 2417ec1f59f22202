"""Puzzles found by search: the smallest that show their point, none the same as another."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from ono_tutor.errors import NotationError, OnoError, check_known
from ono_tutor.puzzles.answer import as_words
from ono_tutor.puzzles.difficulty import Level, Rating
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.canonical_form import canonical_form, smaller
from ono_tutor.puzzles.generate.deals import dealt, shapes_for
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.rating import entry_of, idea_of, rate
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import RULE_SETS, ruleset

LEVELS = tuple(str(level.value) for level in Level)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for. Where a collection is empty, anything will do.

    ``rules`` are rule sets with just the options written, ``keys`` rule sets with any options;
    a puzzle shows one of ``rule_points`` and one of ``misconceptions`` at least. ``is_plain``
    leaves out options and late draws, ``ideas`` are those of which one is looked for, ``avoided``
    those that are not; ``as_dealt`` takes a puzzle as it is, and no smaller one that shows the
    same. ``traps`` is how many misconceptions mislead at the least.
    """

    rules: tuple[str, ...] = ()
    keys: tuple[str, ...] = tuple(RULE_SETS)
    kinds: tuple[str, ...] = ()
    rule_points: frozenset[str] = frozenset()
    misconceptions: frozenset[str] = frozenset()
    levels: frozenset[int] = frozenset()
    is_plain: bool = False
    ideas: frozenset[str] = frozenset()
    avoided: frozenset[str] = frozenset()
    as_dealt: bool = False
    traps: int = 0

    def check(self) -> None:
        """Check that there can be such puzzles.

        Raises :class:`NotationError` for a name that is none.
        """
        for name in self.rules:
            ruleset(name)
        check_names("kind of puzzle", self.kinds, KINDS)
        for rule in sorted(self.rule_points):
            rule_point(rule)
        check_names("misconception", sorted(self.misconceptions), misconceptions())
        check_names("level", sorted(map(str, self.levels)), LEVELS)

    def is_met(self, task: Task, rating: Rating) -> bool:
        """Check whether a puzzle is one of those looked for."""
        if self.rules and task.rules.name not in self.rules:
            return False
        return (
            self.is_shown_by(rating)
            and (not self.levels or rating.level in self.levels)
            and len(rating.misconceptions) >= self.traps
        )

    def is_shown_by(self, rated: Rating | Entry) -> bool:
        """Check whether a puzzle shows a rule point and a misconception that are wanted."""
        points, beliefs = self.rule_points, self.misconceptions
        return (not points or not points.isdisjoint(rated.rule_points)) and (
            not beliefs or not beliefs.isdisjoint(rated.misconceptions)
        )

    @property
    def points(self) -> frozenset[str]:
        """The rule points that a puzzle is about which is looked for."""
        missed = {misconceptions()[key].point for key in self.misconceptions}
        return self.rule_points | missed


def check_names(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise :class:`NotationError` for a name that is none of those known."""
    for name in given:
        check_known(known, name, f"is no {what}; there are")


@dataclass(slots=True)
class Seen:
    """What has been found before: puzzles are not found twice, nor one answer or idea too often.

    ``most`` is how many puzzles of one idea may be found; None for any number.
    """

    forms: set[object] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    ideas: Counter[str] = field(default_factory=Counter)
    most: int | None = None

    def has(self, kind: str, task: Task) -> bool:
        """Check whether this puzzle was found, in any of its forms."""
        return canonical_form(kind, task) in self.forms

    def is_common(self, kind: str, answer: str, *, is_last_resort: bool = False) -> bool:
        """Check whether too many of this kind have had this sort of answer, where others are.

        That is a third of them; as a last resort, half.
        """
        given, asked = self.answers[kind, answer], self.kinds[kind]
        return 1 + (asked // 2 if is_last_resort else asked // 3) < given < asked

    def note(self, kind: str, task: Task, entry: Entry, answer: str) -> bool:
        """Keep a puzzle in mind; False where its id is taken, however unlikely that is."""
        if entry.id in self.ids:
            return False
        self.forms.add(canonical_form(kind, task))
        self.ids.add(entry.id)
        self.answers[kind, answer] += 1
        self.kinds[kind] += 1
        self.ideas[entry.idea] += 1
        return True


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
    """Return puzzles from a seed: the same seed gives the same puzzles on every Python.

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
    return tuple(search(SeededRandom(seed), wanted, Seen(), count))


def _names(words: str | Iterable[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


def search(
    random: SeededRandom, wanted: Wanted, found: Seen, count: int, most_tries: int = MOST_TRIES
) -> Iterator[Entry]:
    """Yield up to so many puzzles that are not found yet; after so many deals in vain it ends."""
    wanted.check()
    tries = made = 0
    while made < count and tries < most_tries:
        tries += 1
        entry = _try(random, wanted, found, patience=tries)
        if entry is not None:
            tries, made = 0, made + 1
            yield entry


def _try(random: SeededRandom, wanted: Wanted, found: Seen, patience: int) -> Entry | None:
    """Deal once; return the puzzle if it is what is looked for, new, and worth asking."""
    deal = _deal(random, wanted, found, patience)
    if deal is None:
        return None
    kind, task, rating = deal
    if found.most is not None and _is_out(idea_of(kind, task, rating), wanted, found):
        return None
    most = 0 if wanted.as_dealt else KINDS[kind].recipe.most_smaller
    task, rating = smaller(kind, task, rating, wanted.is_met, most)
    if found.has(kind, task):
        return None
    entry = entry_of(kind, task, rating)
    if _is_out(entry.idea, wanted, found):
        return None
    return entry if found.note(kind, task, entry, answer_class(kind, task)) else None


def _is_out(idea: str, wanted: Wanted, found: Seen) -> bool:
    """Check whether a puzzle of this idea is not looked for, or not any more."""
    is_other = bool(wanted.ideas) and idea not in wanted.ideas
    is_worn = found.most is not None and found.ideas[idea] >= found.most
    return is_other or idea in wanted.avoided or is_worn


def _deal(
    random: SeededRandom, wanted: Wanted, found: Seen, patience: int
) -> tuple[str, Task, Rating] | None:
    """Return a task of a kind, if it is what is looked for and worth being asked."""
    kind = random.pick(wanted.kinds or tuple(KINDS))
    name = random.pick(wanted.rules) if wanted.rules else ""
    key = name.partition("+")[0] or random.pick(wanted.keys)
    shapes = shapes_for(key, kind, wanted.points, name)
    if wanted.is_plain:
        shapes = [shape for shape in shapes if shape.rules == key and not shape.undrawn]
    if not shapes:
        return None
    shape = random.pick(shapes)
    try:
        task = dealt(random, kind, ruleset(name or shape.rules), shape)
        if _is_unwanted(kind, task, found, patience):
            return None
        rating = rate(kind, task)
    except OnoError:
        return None
    is_met = wanted.is_met(task, rating) and not _is_poor(random, kind, task, rating, patience)
    return (kind, task, rating) if is_met and can_be_given(kind, task, rating) else None


def _is_poor(random: SeededRandom, kind: str, task: Task, rating: Rating, patience: int) -> bool:
    """Check whether a better one is waited for: one that misconceptions answer in several ways.

    The longer the search, the less is asked of a puzzle; what is dull is never taken.
    """
    is_dull = KINDS[kind].is_dull(task, rating)
    if is_dull or KINDS[kind].recipe.takes_first:
        return is_dull
    return not random.falls(min(4, rating.worth + patience // 50), 4)


def _is_unwanted(kind: str, task: Task, found: Seen, patience: int) -> bool:
    """Check whether the answer is too plain, or has been given too often."""
    if KINDS[kind].is_plain(task, KINDS[kind].answer(task)):
        return True
    return found.is_common(
        kind, answer_class(kind, task), is_last_resort=patience >= MOST_TRIES // 20
    )


def can_be_given(kind: str, task: Task, rating: Rating) -> bool:
    """Check whether the right answer, written as it is handed in, is read and taken as right."""
    words = as_words(KINDS[kind].as_json(rating.answer)) or "none"
    try:
        given = KINDS[kind].read(task, words)
    except NotationError:
        return False
    return KINDS[kind].accepts(task, rating.answer, given)


def answer_class(kind: str, task: Task) -> str:
    """Return of what sort the answer is, as its kind says."""
    return KINDS[kind].answer_class(task, KINDS[kind].answer(task))

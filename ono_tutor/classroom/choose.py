"""Choose puzzles for an assignment, spread evenly: the same seed, the same puzzles."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import lru_cache, reduce
from hashlib import sha256
from heapq import heapify, heappop, heapreplace
from itertools import islice
from operator import or_
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError
from ono_tutor.puzzles.bank import Entry, Level
from ono_tutor.puzzles.filters import (
    PuzzleFilter,
    Value,
    points_in,
    shown_cards,
    shown_kind,
)
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.generate.search import FoundPuzzles, search
from ono_tutor.puzzles.kind import CALM, Prerequisite
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import LateDraw

ENOUGH = 4
"""The puzzles of an item that are enough: for fewer, one looks further."""

PATIENCE = 10
"""New puzzles looked at, at the most, for each that is needed."""

FEW_ANSWERS = [name for name, kind in KINDS.items() if kind.info.has_few_answers]
"""Kinds whose answers are the same few for every puzzle: each is to be right equally often."""

NONE = Prerequisite(0)
OFTEN = Prerequisite.OPTIONS | Prerequisite.EXPERT
"""What fills up before new puzzles are made: they would take longer, and be no better."""


def prerequisites_of(
    filters: PuzzleFilter, entry: Entry, *, holds_back: bool = True
) -> Prerequisite:
    """Return the prerequisites of a puzzle that the filters do not ask for.

    Without ``holds_back`` these are the options of its rule set alone.
    """
    missing = NONE if entry.rules in (entry.key, *filters.rules) else Prerequisite.OPTIONS
    if not holds_back:
        return missing
    level, points, asked = entry.level, points_in(entry), filters.points
    if level is Level.EXPERT and not filters.levels:
        missing |= Prerequisite.EXPERT
    asks_for_doubles = any(point.startswith("double-") for point in asked)
    if level is Level.FIRST_STEPS and "double-effect" in points and not asks_for_doubles:
        missing |= Prerequisite.DOUBLES
    if "forgot-draw" in points - asked:
        missing |= Prerequisite.LATE
    needs, position = KINDS[entry.kind].info.prerequisite, Puzzle.of(entry).position
    if len(shown_cards(position)) > sum(card is not Card.UNKNOWN for card in position.hand):
        needs |= Prerequisite.HANDS
    is_level_asked = level >= Level.HARD and level in filters.levels
    if entry.kind in filters.kinds or (is_level_asked and Prerequisite.EDITION not in needs):
        return missing
    return missing | needs


# ---- what a puzzle looks like ----


class Features(NamedTuple):
    """The features of a puzzle at a glance; variants agree in most of them.

    ``plays`` says of each play what its card is for; ``cards`` counts those shown in hands,
    ``choices`` the different plays of the hand; ``point`` is the first rule point of the puzzle.
    """

    owes: int
    late: bool
    plays: tuple[str, ...]
    cards: int
    choices: int
    seats: int
    point: str

    @property
    def is_turn(self) -> tuple[int, bool]:
        """The sort of turn: cards owed, and whether somebody may still draw late."""
        return self.owes, self.late

    def misses(self, other: "Features") -> int:
        """Return in how many of these two puzzles do not agree."""
        return sum(one != another for one, another in zip(self, other, strict=True))


@lru_cache(maxsize=8192)
def features_of(entry: Entry) -> Features:
    """Return what can be seen of a puzzle."""
    puzzle = Puzzle.of(entry)
    position, rules = puzzle.position, puzzle.position.rules
    plays = []
    for play in puzzle.plays:
        if isinstance(play, LateDraw):
            plays.append(rules.late_draw_rule)
        else:
            plays.append(" ".join(rules.judge(play, CALM).rules) if play.card else str(play))
    return Features(
        owes=position.owes,
        late=bool(position.undrawn),
        plays=tuple(plays),
        cards=len(shown_cards(position)),
        choices=len(rules.plays_of_hand(position.hand)),
        seats=len(position.hands),
        point="".join(entry.rule_points[:1]),
    )


def likeness(entry: Entry) -> tuple[str, str, Level]:
    """Return the kind that learners are shown, the rule set and the level of a puzzle."""
    return shown_kind(entry), entry.rules, entry.level


def seeded_rank(entry: Entry, seed: str) -> bytes:
    """Return the SHA-256 digest of the seed and the puzzle's id."""
    return sha256(f"{seed}\n{entry.id}".encode()).digest()


# ---- the choice ----


def choose_puzzles(  # noqa: PLR0913 - each says something else about what is wanted
    source: Iterable[Entry],
    filters: PuzzleFilter,
    count: int,
    seed: str,
    *,
    for_variants: bool = False,
    makes_new: bool = True,
    holds_back: bool = True,
) -> tuple[Entry, ...]:
    """Return ``count`` puzzles that pass the filters, no two the same, the easier ones first.

    They are spread evenly over what is asked for, and then over what is not. With ``holds_back``
    puzzles with prerequisites that nobody asked for come last, with ``for_variants`` those come
    first that have others like them, and with ``makes_new`` new ones are made if the source has
    too few.
    Raises :class:`NotationError` if there are too few.
    """
    missing = {
        entry: prerequisites_of(filters, entry, holds_back=holds_back)
        for entry in filter(filters.passes, source)
    }
    keys = {name.partition("+")[0] for name in filters.rules or RULE_SETS}
    points = [rule_point(name).says.keys() for name in filters.rule_points]
    if not missing and points and not any(keys & says for says in points):
        raise NotationError("the rule sets asked for say nothing of the rule points asked for")
    # A value asked for may be shown by held-back puzzles alone: then these are not held back.
    least: dict[Value, Prerequisite] = {}
    for entry in sorted(missing, key=missing.__getitem__):
        for value in filters.values_of(entry):
            least.setdefault(value, missing[entry])
    for entry, held in missing.items():
        if any(least[value] == held for value in filters.values_of(entry)):
            missing[entry] = NONE
    allowed = reduce(or_, least.values(), OFTEN)
    used, chosen = FoundPuzzles(), list[Entry]()
    balance = _Balance(filters, missing, seed, for_variants=for_variants)

    def add(groups: Iterable[Prerequisite]) -> None:
        for held in sorted(groups):
            group = [entry for entry in missing if missing[entry] == held]
            chosen.extend(balance.pick(group, count - len(chosen), used))

    groups = {*missing.values()}
    add(held for held in groups if held in allowed)
    lacking = count - len(chosen)
    if makes_new and lacking:
        kinds = filters.kinds or tuple(
            name for name, kind in KINDS.items() if kind.info.prerequisite in allowed
        )
        found = search(
            SeededRandom(seed),
            replace(filters, kinds=kinds),
            deepcopy(used),
            PATIENCE * lacking,
            with_options=not filters.rules,
        )
        fits = (
            entry
            for entry in filter(filters.passes, found)
            if prerequisites_of(filters, entry, holds_back=holds_back) in allowed
        )
        chosen.extend(filter(used.take, islice(fits, lacking)))
    add(held for held in groups if held not in allowed)
    if len(chosen) < count:
        message = f"only {len(chosen)} of the {count} puzzles asked for can be found"
        hint = "ask for fewer, or for more rule sets, rule points, kinds or levels"
        raise NotationError(f"{message}; {hint}", word=str(count))
    return tuple(sorted(chosen, key=lambda entry: entry.difficulty))


class _Balance:
    """The values of the chosen puzzles; the next puzzle is one whose values were used least."""

    def __init__(
        self, filters: PuzzleFilter, entries: Collection[Entry], seed: str, *, for_variants: bool
    ) -> None:
        self._filters, self._seed, self._for_variants = filters, seed, for_variants
        self._used = Counter[Value]()
        self._answers: dict[Value, list[str]] = {}
        for entry in entries if for_variants else ():
            self._answers.setdefault(_pool(entry), []).append(entry.seal)

    def pick(self, entries: Iterable[Entry], count: int, used: FoundPuzzles) -> list[Entry]:
        """Return up to ``count`` of the puzzles, again and again the one that costs least.

        The cost of a puzzle never falls, so a cost that is out of date is at most too small.
        """
        chosen = list[Entry]()
        heap = [(self._cost(entry), seeded_rank(entry, self._seed), entry) for entry in entries]
        heapify(heap)
        while heap and len(chosen) < count:
            cost, rank, entry = heap[0]
            now = self._cost(entry)
            if now > cost:
                heapreplace(heap, (now, rank, entry))
                continue
            heappop(heap)
            if used.take(entry):
                chosen.append(entry)
                self._used.update((*self._values(entry), _answer(entry), _pool(entry)))
        return chosen

    def _cost(self, entry: Entry) -> tuple[object, ...]:
        """Return the cost of a puzzle, what matters most first.

        How often values that are asked for were used; a pool of variants that would be small; an
        answer used before, where answers are few; values used that nobody asked for; a pool of one
        answer. Of kinds, and of few answers, used equally often the seed picks one; then come
        lower levels.
        """
        sums = {True: 0, False: 0}
        for name, value in self._values(entry):
            sums[bool(getattr(self._filters, name))] += self._used[name, value]
        is_small = has_one_answer = False
        if self._for_variants:
            answers, pools = self._answers[_pool(entry)], self._used[_pool(entry)] + 1
            is_small, has_one_answer = len(answers) < ENOUGH * pools, len({*answers}) == 1
        times, few = self._used[_answer(entry)], entry.kind in FEW_ANSWERS
        words = f"{self._seed} {shown_kind(entry)} {entry.seal if few else ''}"
        order = sha256(words.encode()).digest()
        level = 0 if self._filters.levels else entry.level
        first = sums[True], is_small, few and times, sums[False], has_one_answer
        return *first, order, level, times

    def _values(self, entry: Entry) -> Iterator[Value]:
        """Yield what a puzzle would be used for: of lists asked for, the value used least."""
        yield "kinds", entry.kind if entry.kind in self._filters.kinds else shown_kind(entry)
        yield "levels", entry.level
        yield "rules", self._filters.rules_of(entry)
        for name in ("rule_points", "misconceptions"):
            allowed = getattr(self._filters, name)
            values = [value for value in getattr(entry, name) if not allowed or value in allowed]
            if allowed:
                yield name, min(values, key=lambda value: self._used[name, value])
            elif name == "rule_points":
                yield name, "".join(values[:1])


def _pool(entry: Entry) -> Value:
    """Return what puzzles have in common that may be variants of each other."""
    return "pool", (likeness(entry), entry.difficulty, features_of(entry))


def _answer(entry: Entry) -> Value:
    return "answer", (shown_kind(entry), entry.seal)


def swap_puzzles(
    chosen: Collection[Entry],
    source: Iterable[Entry],
    filters: PuzzleFilter,
    numbers: Iterable[int],
    seed: str,
) -> tuple[Entry, ...]:
    """Return the puzzles, those of these numbers replaced by others of the source.

    Another has the same kind, rule set and level, and passes the filters. A number given twice is
    swapped twice. Raises :class:`NotationError` for a number out of range, and if no other puzzle
    is left.
    """
    puzzles, used = list(chosen), FoundPuzzles(chosen)
    spare = sorted(source, key=lambda entry: seeded_rank(entry, f"{seed} swap"))
    for number in numbers:
        if not 1 <= number <= len(puzzles):
            message = f"there is no puzzle {number} to swap; the puzzles are 1 to {len(puzzles)}"
            raise NotationError(message, word=str(number))
        old = puzzles[number - 1]
        like = (e for e in spare if likeness(e) == likeness(old) and filters.passes(e))
        new = next(filter(used.take, like), None)
        if new is None:
            message = f"no other puzzle is like puzzle {number}, {old.id}"
            raise NotationError(message, word=str(number))
        puzzles[number - 1] = new
    return tuple(puzzles)

"""Choose puzzles for an assignment, spread evenly: the same seed, the same puzzles."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from enum import IntFlag
from functools import lru_cache
from hashlib import sha256
from heapq import heapify, heappop, heapreplace
from itertools import groupby, islice
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError
from ono_tutor.puzzles.bank import Entry, Level
from ono_tutor.puzzles.filters import (
    CALM,
    PuzzleFilter,
    Value,
    points_in,
    shown_cards,
    shown_kind,
)
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.generate.search import FoundPuzzles, search
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.judgement import Refusal
from ono_tutor.rules.play import LateDraw

MOST, ENOUGH = 8, 4
"""The most puzzles of an item, and how many are enough: for fewer, one looks further."""

PATIENCE = 10
"""New puzzles looked at, at the most, for each that is needed."""

FEW_ANSWERS = [name for name, kind in KINDS.items() if kind.info.has_few_answers]
"""Kinds whose answers are the same few for every puzzle: each is to be right equally often."""


# ---- what a puzzle expects of a class ----


class Prerequisites(IntFlag):
    """Knowledge that a puzzle expects of a class; the greater, the later it is chosen.

    A level of 4 or 5 asks for open hands and exact chances of that level as well as their kind
    does; a rule point is asked for by name, by a misconception, or by an option that is set.
    """

    OPTIONS = 1
    """A rule set with options that was not asked for."""
    DOUBLES = 2
    """At level 1 a double, if only in a hand, and no rule point of doubles was asked for."""
    LATE = 4
    """Somebody who may still draw late, and the rule point was not asked for."""
    HANDS = 8
    """Open hands, as those of the kind ``line``."""
    CHANCE = 16
    """An exact chance (kind ``chance``)."""
    EDITION = 32
    """A comparison of all rule sets (kind ``edition``), and the kind was not asked for."""
    EXPERT = 64
    """Level 5, and no level was asked for: only if nothing easier shows the same."""


NONE = Prerequisites(0)
OFTEN = Prerequisites.OPTIONS | Prerequisites.EXPERT
"""What fills up before new puzzles are made: they would take longer, and be no better."""

PREREQUISITE_WORDS = {
    Prerequisites.OPTIONS: "a rule set with options",
    Prerequisites.DOUBLES: "a double among the first steps",
    Prerequisites.LATE: "somebody who has not drawn yet",
    Prerequisites.HANDS: "open hands",
    Prerequisites.CHANCE: "an exact chance",
    Prerequisites.EDITION: "a comparison of all rule sets",
    Prerequisites.EXPERT: "level 5",
}


def of_kind(name: str) -> Prerequisites:
    """Return the prerequisites of all puzzles of a kind."""
    prerequisite = KINDS[name].info.prerequisite
    return Prerequisites[prerequisite.name] if prerequisite else NONE


@lru_cache(maxsize=8192)
def shows_hands(entry: Entry) -> bool:
    """Check whether a card is shown of somebody else than the player to move."""
    position = Puzzle.of(entry).position
    return len(shown_cards(position)) > sum(card is not Card.UNKNOWN for card in position.hand)


def prerequisites_of(
    filters: PuzzleFilter, entry: Entry, *, holds_back: bool = True
) -> Prerequisites:
    """Return the prerequisites of a puzzle that the filters do not ask for.

    Without ``holds_back`` these are the options of its rule set alone.
    """
    missing = NONE
    if entry.rules not in (entry.key, *filters.rules):
        missing |= Prerequisites.OPTIONS
    if not holds_back:
        return missing
    level, points, asked = entry.level, points_in(entry), filters.points
    if level is Level.EXPERT and not filters.levels:
        missing |= Prerequisites.EXPERT
    asks_for_doubles = any(point.startswith("double-") for point in asked)
    if level is Level.FIRST_STEPS and "double-effect" in points and not asks_for_doubles:
        missing |= Prerequisites.DOUBLES
    if "forgot-draw" in points and "forgot-draw" not in asked:
        missing |= Prerequisites.LATE
    needs = of_kind(entry.kind) | (Prerequisites.HANDS if shows_hands(entry) else NONE)
    is_level_asked = level >= Level.HARD and level in filters.levels
    is_asked = is_level_asked and Prerequisites.EDITION not in needs
    return missing if is_asked or entry.kind in filters.kinds else missing | needs


# ---- what a puzzle looks like ----


class Features(NamedTuple):
    """The features of a puzzle at a glance; variants agree in most of them.

    ``plays`` says of each play what its card is for; ``cards`` counts those shown in hands,
    ``choices`` the different plays of the hand, and ``blocked`` its cards that can never be
    played, as an O'NO 99; ``point`` is the first rule point of the puzzle.
    """

    owes: int
    late: bool
    plays: tuple[str, ...]
    cards: int
    choices: int
    blocked: int
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
    blocked = (
        all(isinstance(rules.judge(play, CALM), Refusal) for play in rules.plays_of(card))
        for card in position.hand
    )
    return Features(
        owes=position.owes,
        late=bool(position.undrawn),
        plays=tuple(plays),
        cards=len(shown_cards(position)),
        choices=len(rules.plays_of_hand(position.hand)),
        blocked=sum(blocked),
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
    puzzles with :class:`Prerequisites` that nobody asked for come last, with ``for_variants`` those
    come first that have others like them, and with ``makes_new`` new ones are made if the source
    has too few.
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
    allowed, shown = OFTEN, set[Value]()
    for held, alike in groupby(sorted(missing, key=missing.__getitem__), missing.__getitem__):
        needed = [e for e in alike if not (held and shown.issuperset(filters.values_of(e)))]
        allowed |= held if needed else NONE
        shown.update(value for entry in needed for value in filters.values_of(entry))
        missing |= dict.fromkeys(needed, NONE)
    used, chosen = FoundPuzzles(), list[Entry]()
    balance = _Balance(filters, missing, seed, for_variants=for_variants)
    for may_have in (allowed, ~NONE):
        for held in sorted({*missing.values()}):
            if held in may_have:
                group = [entry for entry in missing if missing[entry] == held]
                chosen += balance.pick(group, count - len(chosen), used)
        if makes_new and len(chosen) < count:
            kinds = filters.kinds or (
                tuple(kind for kind in KINDS if not holds_back or of_kind(kind) in may_have)
            )
            seen, wanted = used.without_counts(), replace(filters, kinds=kinds)
            for with_options in (False, True):
                lacking = count - len(chosen)
                found = search(
                    SeededRandom(seed), wanted, seen, PATIENCE * lacking, with_options=with_options
                )
                fits = (
                    entry
                    for entry in filter(filters.passes, found)
                    if prerequisites_of(filters, entry, holds_back=holds_back) in may_have
                )
                chosen += filter(used.take, islice(fits, lacking))
    if not chosen:
        message = "there is no such puzzle; ask for more rule sets, rule points, kinds or levels"
        raise NotationError(message, word=str(count))
    if len(chosen) < count:
        there_are = f"are {len(chosen)} such puzzles" if len(chosen) > 1 else "is 1 such puzzle"
        message = f"there {there_are}, and {count} are asked for"
        raise NotationError(message, word=str(count))
    return tuple(sorted(chosen, key=lambda entry: entry.difficulty))


class _Balance:
    """The values of the chosen puzzles; the next puzzle is one whose values were used least.

    A value of which there are few others weighs less than one of many, so that of two kinds each
    gets a half, and of five levels each gets a fifth.
    """

    def __init__(
        self, filters: PuzzleFilter, entries: Collection[Entry], seed: str, *, for_variants: bool
    ) -> None:
        self._filters, self._seed, self._for_variants = filters, seed, for_variants
        self._used: Counter[object] = Counter()
        values = {value for entry in entries for value in self._values(entry)}
        values |= {v for e in entries for v in filters.values_of(e) if v[0] in LISTS}
        self._sizes = Counter(name for name, __ in values)
        self._alike = Counter(map(_look, entries if for_variants else ()))
        self._answers: dict[object, set[str]] = {}
        for entry in entries if for_variants else ():
            for look in (_look(entry), _turn(entry)):
                self._answers.setdefault(look, set()).add(entry.seal)

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
                self._used.update((*self._values(entry), *self._least_used(entry), _answer(entry)))
                self._used[_look(entry)] += self._for_variants
        return chosen

    def _cost(self, entry: Entry) -> tuple[object, ...]:
        """Return the cost of a puzzle, what matters most first.

        How often values that are asked for were used, and how far behind among its rule points the
        one is that it would be used for; a pool that would be small or have one answer; an answer
        used before, where answers are few; values used that nobody asked for; a pool that is poor.
        Of kinds, and of few answers, used equally often the seed picks one; then come lower levels.
        """
        sums, least = {True: 0, False: 0}, dict(self._least_used(entry))
        for name, value in (*self._values(entry), *least.items()):
            is_asked = bool(getattr(self._filters, name))
            sums[is_asked] += self._sizes[name] * self._used[name, value]
        point = least.get("rule_points")
        behind = entry.rule_points.index(point) if point else 0
        is_small, pool = False, (False, 0)
        if self._for_variants:
            look = _look(entry)
            size = min(MOST, self._alike[look] // (self._used[look] + 1))
            is_small = size < ENOUGH or len(self._answers[_turn(entry)]) == 1
            pool = len(self._answers[look]) == 1, -size
        times, few = self._used[_answer(entry)], entry.kind in FEW_ANSWERS
        words = f"{self._seed} {shown_kind(entry)} {entry.seal if few else ''}"
        order = sha256(words.encode()).digest()
        level = 0 if self._filters.levels else entry.level
        first = sums[True], behind, is_small, few and times, sums[False]
        return *first, pool, order, level, times

    def _values(self, entry: Entry) -> Iterator[Value]:
        """Yield the kind, level and rule set, and the first rule point if none was asked for."""
        yield "kinds", entry.kind if entry.kind in self._filters.kinds else shown_kind(entry)
        yield "levels", entry.level
        yield "rules", self._filters.rules_of(entry)
        if not self._filters.rule_points:
            yield "rule_points", "".join(entry.rule_points[:1])

    def _least_used(self, entry: Entry) -> Iterator[tuple[str, str]]:
        """Yield, of each list asked for, the value that was used least."""
        for name in LISTS:
            if allowed := getattr(self._filters, name):
                asked = [value for value in getattr(entry, name) if value in allowed]
                yield name, min(asked, key=lambda value: self._used[name, value])


LISTS = "rule_points", "misconceptions"
"""The fields of a puzzle that have several values: it is used for one of those asked for."""


def _look(entry: Entry) -> object:
    return likeness(entry), entry.difficulty, features_of(entry)


def _turn(entry: Entry) -> object:
    return likeness(entry), entry.difficulty, features_of(entry).is_turn


def _answer(entry: Entry) -> object:
    return "answers", shown_kind(entry), entry.seal


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

"""What a class got wrong, added up learner by learner: what the teacher's report is made from.

1. By rule point, as in a learner's own progress: a right answer counts for every rule point that
   the puzzle is about. A wrong one counts against the point that its misconception misses, or
   where none is diagnosed against all of them.
2. A misconception was held where it is the likeliest to explain a wrong answer that counted.
3. Whoever gave no answer counts neither for nor against a rule point.
4. A learner needs the rule point that was missed most often
   (:mod:`ono_tutor.classroom.reporting.missed`). Among equals it is the one that was missed most
   often in the class.
5. Shares and marks are of those who handed in something.

A learner takes up a name and a few bytes an item.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.marking import ItemMark, Marked
from ono_tutor.classroom.reporting.insight_values import (
    Belief,
    ItemInsight,
    Need,
    Point,
    Pupil,
    Spread,
)
from ono_tutor.classroom.reporting.item_tally import ItemTally
from ono_tutor.classroom.reporting.missed import Missed
from ono_tutor.puzzles.answer import Mark
from ono_tutor.rules.book import misconceptions, rule_points

MARKS = tuple(Mark)
HANDED_IN, LATE, UNKNOWN = 1, 2, 4

MOST_NOTES = 1_000
"""Notes that are kept, of all learners together; all are counted."""

LEAST_SPLIT = 12
"""Learners without whom nothing is said of how an item parts them."""


class Insight:
    """The marks of a class as they come, and what they add up to so far."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.judge = Judge(assignment)
        self.missed = Missed(self.judge)
        self.items = [ItemTally(item, self.judge) for item in assignment.items]
        self.notes: list[tuple[int, str]] = []
        self.noted = 0
        self._names: list[str] = []
        self._earned = array("L")
        self._flags = bytearray()
        self._marks = bytearray()
        self._missed = bytearray()
        self._held = bytearray()
        self._points: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._beliefs: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._holders: Counter[str] = Counter()
        self._missing: Counter[int] = Counter()

    def __len__(self) -> int:
        """How many learners were added."""
        return len(self._names)

    def add(self, found: Marked, *, is_known: bool = True) -> None:
        """Add a learner's marks; ``is_known`` says whether the roster has the learner."""
        flags = HANDED_IN * bool(found.files) | LATE * found.is_late | UNKNOWN * (not is_known)
        self._keep_notes(found.notes)
        self._names.append(found.learner.name)
        self._earned.append(found.earned)
        self._flags.append(flags)
        held = list(map(self._add_item, found.items))
        self._holders.update(set(filter(None, held)))
        if found.files:
            for tally, item in zip(self.items, found.items, strict=True):
                tally.add(item, found.earned - item.earned)

    def _add_item(self, item: ItemMark) -> str:
        """Keep the marks of one item; the misconception that was held, or nothing."""
        held, missed = item.mistakes[0] if item.mistakes else "", self.missed.of(item)
        self._marks.append(MARKS.index(item.mark))
        self._held.append(_BELIEFS.get(held, 0))
        self._missed.append(_POINTS.get(missed, 0))
        self._missing[_POINTS.get(missed, 0)] += 1
        if held:
            self._beliefs[held][item.puzzle] += 1
        if item.mark is Mark.RIGHT or item.mark is Mark.WRONG:
            is_wrong = item.mark is Mark.WRONG
            told = (missed,) if is_wrong and held else self.missed.points(item.puzzle)
            for rule in told:
                self._points[rule][is_wrong] += 1
        return held

    def _keep_notes(self, notes: Sequence[str]) -> None:
        self.noted += bool(notes)
        room = MOST_NOTES - len(self.notes)
        self.notes += [(len(self._names), note) for note in notes[:room]]

    # ---- what it adds up to ----

    @property
    def handed_in(self) -> int:
        """How many learners handed in something."""
        return self._with(HANDED_IN)

    @property
    def late(self) -> int:
        """How many learners had an answer that counts and came after the time."""
        return self._with(LATE)

    @property
    def unknown(self) -> int:
        """How many learners are not in the roster."""
        return self._with(UNKNOWN)

    def _with(self, flag: int) -> int:
        return sum(bool(flags & flag) for flags in self._flags)

    @property
    def spread(self) -> Spread:
        """The points of those who handed in something."""
        return Spread.of(
            earned
            for earned, flags in zip(self._earned, self._flags, strict=True)
            if flags & HANDED_IN
        )

    @property
    def points(self) -> tuple[Point, ...]:
        """The rule points that answers told of, the weakest first."""
        found = [Point(rule, *counts) for rule, counts in self._points.items()]
        return tuple(sorted(found, key=lambda point: (point.share, -point.wrong, point.id)))

    @property
    def beliefs(self) -> tuple[Belief, ...]:
        """The misconceptions that were held, by most learners first."""
        found = [
            Belief(key, self._holders[key], puzzles.total(), tuple(puzzles.most_common()))
            for key, puzzles in self._beliefs.items()
        ]
        return tuple(sorted(found, key=lambda belief: (-belief.learners, -belief.times, belief.id)))

    @property
    def told_items(self) -> Iterator[ItemInsight]:
        """The items in order."""
        is_enough = self.handed_in >= LEAST_SPLIT
        for number, tally in enumerate(self.items, 1):
            split = tally.split() if is_enough else None
            yield tally.told(number, split)

    # ---- the learners ----

    def pupil(self, place: int) -> Pupil:
        """The learner who was added at this place, counted from 0."""
        wide = len(self.items)
        start, end = place * wide, (place + 1) * wide
        flags = self._flags[place]
        marks = tuple(MARKS[code] for code in self._marks[start:end])
        needs = self._needs(self._missed[start:end], self._held[start:end])
        return Pupil(
            self._names[place],
            self._earned[place],
            marks,
            needs,
            has_handed_in=bool(flags & HANDED_IN),
            is_late=bool(flags & LATE),
            is_known=not flags & UNKNOWN,
        )

    def _needs(self, missed: bytearray, held: bytearray) -> tuple[Need, ...]:
        times: dict[int, list[int]] = defaultdict(list)
        for point, belief in zip(missed, held, strict=True):
            if point:
                times[point].append(belief)
        order = sorted(times, key=lambda point: (-len(times[point]), -self._missing[point], point))
        return tuple(
            Need(_POINT_IDS[point], len(times[point]), _beliefs(times[point])) for point in order
        )

    def order(self, *, is_named: bool) -> Sequence[int]:
        """The places of the learners in the order in which they are told.

        With names it is that in which they came. Without, it is by what is told of them, from
        the most points on, so that their order says nothing that does not stand there anyway.
        """
        places = range(len(self))
        return places if is_named else sorted(places, key=self._content)

    def _content(self, place: int) -> tuple[int, bytes]:
        wide = len(self.items)
        part = slice(place * wide, (place + 1) * wide)
        kept = (self._marks[part], self._missed[part], self._held[part])
        return -self._earned[place], bytes([self._flags[place]]) + b"".join(kept)


def _beliefs(codes: Sequence[int]) -> tuple[str, ...]:
    return tuple(_BELIEF_IDS[code] for code in dict.fromkeys(codes) if code)


def _numbered(names: Mapping[str, object]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, 1)}


_POINT_IDS, _BELIEF_IDS = ("", *rule_points()), ("", *misconceptions())
_POINTS, _BELIEFS = _numbered(rule_points()), _numbered(misconceptions())

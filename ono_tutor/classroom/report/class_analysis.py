"""What a class got wrong, added up learner by learner: what the teacher's report is made from.

1. By rule point, as in a learner's own progress: a right answer counts for every rule point that
   the puzzle is about. A wrong one counts against the point that its misconception misses, or
   where none is diagnosed against all of them.
2. A misconception was held by a learner whose answers to two puzzles or more it explains; of one
   that explains a single answer this is only perhaps so (:mod:`~.signs`). Where several explain
   an answer equally well, it counts for all of them.
3. Whoever gave no answer counts neither for nor against a rule point.
4. A learner needs the rule point that was missed most often
   (:mod:`ono_tutor.classroom.report.missed`). Among equals it is the one that was missed most
   often in the class.
5. ResponseCounts and marks are of those who handed in something.

6. Rule points are in the order of how many learners missed them, those with few answers last:
   fewer than 5, or where fewer than ten handed in, than half of these.

A learner takes up a name and a few bytes an item.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.marking import ItemMark, Marked
from ono_tutor.classroom.report.belief_tally import BeliefTally, in_order
from ono_tutor.classroom.report.insight_values import (
    FEW,
    Belief,
    ItemAnalysis,
    LearnerResult,
    MarkDistribution,
    Need,
    Point,
)
from ono_tutor.classroom.report.item_tally import ItemTally
from ono_tutor.classroom.report.missed import Missed
from ono_tutor.classroom.report.signs import Signs, held_and_perhaps, points_behind, signs_of
from ono_tutor.puzzles.answer import Mark
from ono_tutor.rules.book import rule_points

MARKS = tuple(Mark)
HANDED_IN, LATE, UNKNOWN = 1, 2, 4

MOST_NOTES = 1_000
"""Notes that are kept, of all learners together; all are counted."""

LEAST_SPLIT = 25
"""Learners without whom nothing is said of how an item parts them."""


class ClassAnalysis:
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
        self._signs = array("I")
        self._kinds: dict[Signs, int] = {}
        self._by_code: list[Signs] = []
        self._points: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._shown: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._missers: Counter[str] = Counter()
        self._beliefs = BeliefTally()
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
        signs = signs_of(found.items)
        self._beliefs.add((item.puzzle for item in found.items), signs)
        self._missers.update(set(filter(None, map(self._add_item, found.items, signs))))
        if found.files:
            for tally, item in zip(self.items, found.items, strict=True):
                tally.add(item, found.earned - item.earned)

    def _add_item(self, item: ItemMark, signs: Signs) -> str:
        """Keep the marks of one item; the rule point that was missed, or nothing."""
        missed = self.missed.of(item, signs)
        self._marks.append(MARKS.index(item.mark))
        self._signs.append(self._code_of(signs))
        self._missed.append(_POINTS.get(missed, 0))
        self._missing[_POINTS.get(missed, 0)] += 1
        if missed:
            self._shown[missed][item.puzzle] += 1
        if item.mark is Mark.RIGHT or item.mark is Mark.WRONG:
            is_wrong = item.mark is Mark.WRONG
            about = self.missed.points(item.puzzle)
            for rule in points_behind(signs) if is_wrong and signs else about:
                self._points[rule][is_wrong] += 1
        return missed

    def _code_of(self, signs: Signs) -> int:
        code = self._kinds.setdefault(signs, len(self._by_code))
        if code == len(self._by_code):
            self._by_code.append(signs)
        return code

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

    @property
    def known(self) -> int:
        """How many learners are in the roster; without one all are."""
        return len(self) - self.unknown

    @property
    def known_handed_in(self) -> int:
        """How many of them handed in something."""
        return sum(flags & (HANDED_IN | UNKNOWN) == HANDED_IN for flags in self._flags)

    def _with(self, flag: int) -> int:
        return sum(bool(flags & flag) for flags in self._flags)

    @property
    def spread(self) -> MarkDistribution:
        """The points of those who handed in something."""
        return MarkDistribution.of(
            earned
            for earned, flags in zip(self._earned, self._flags, strict=True)
            if flags & HANDED_IN
        )

    @property
    def points(self) -> tuple[Point, ...]:
        """The rule points that answers told of, those that most learners missed first."""
        found = map(self._point, {*self._points, *self._shown})
        return tuple(sorted(found, key=lambda point: point.rank))

    def _point(self, rule: str) -> Point:
        right, wrong = self._points.get(rule, (0, 0))
        puzzles, is_few = in_order(self._shown[rule]), right + wrong < self.few
        return Point(rule, right, wrong, self._missers[rule], puzzles, is_few)

    @property
    def few(self) -> int:
        """Rule points with fewer answers come last: 5, or in a small class half of it."""
        return min(FEW, -(-self.handed_in // 2))

    @property
    def beliefs(self) -> tuple[Belief, ...]:
        """The misconceptions that showed, those that most learners held first."""
        return self._beliefs.told

    @property
    def told_items(self) -> Iterator[ItemAnalysis]:
        """The items in order."""
        is_enough = self.handed_in >= LEAST_SPLIT
        for number, tally in enumerate(self.items, 1):
            split = tally.split() if is_enough else None
            yield tally.told(number, split)

    # ---- the learners ----

    def pupil(self, place: int) -> LearnerResult:
        """The learner who was added at this place, counted from 0."""
        wide = len(self.items)
        start, end = place * wide, (place + 1) * wide
        flags = self._flags[place]
        marks = tuple(MARKS[code] for code in self._marks[start:end])
        needs = self._needs(self._missed[start:end], self._signs_at(place))
        return LearnerResult(
            self._names[place],
            self._earned[place],
            marks,
            needs,
            has_handed_in=bool(flags & HANDED_IN),
            is_late=bool(flags & LATE),
            is_known=not flags & UNKNOWN,
        )

    def _signs_at(self, place: int) -> tuple[Signs, ...]:
        """What the items of the learner at this place were signs of."""
        wide = len(self.items)
        codes = self._signs[place * wide : (place + 1) * wide]
        return tuple(self._by_code[code] for code in codes)

    def _needs(self, missed: bytearray, signs: Sequence[Signs]) -> tuple[Need, ...]:
        times: dict[int, list[Signs]] = defaultdict(list)
        for point, keys in zip(missed, signs, strict=True):
            if point:
                times[point].append(keys)
        held, _ = held_and_perhaps(signs)
        order = sorted(times, key=lambda point: (-len(times[point]), -self._missing[point], point))
        return tuple(_need(_POINT_IDS[point], times[point], held) for point in order)

    def order(self, *, is_named: bool) -> Sequence[int]:
        """The places of the learners in the order in which they are told.

        With names it is that in which they came. Without, it is by what is told of them, from
        the most points on, so that their order says nothing that does not stand there anyway.
        """
        places = range(len(self))
        return places if is_named else sorted(places, key=self._content)

    def _content(self, place: int) -> tuple[int, bytes, tuple[Signs, ...]]:
        wide = len(self.items)
        part = slice(place * wide, (place + 1) * wide)
        kept = bytes([self._flags[place]]) + self._marks[part] + self._missed[part]
        return -self._earned[place], kept, self._signs_at(place)


def _need(point: str, signs: Sequence[Signs], held: Collection[str]) -> Need:
    keys = dict.fromkeys(key for each in signs for key in each)
    sure = tuple(key for key in keys if key in held)
    return Need(point, len(signs), sure, tuple(key for key in keys if key not in held))


_POINT_IDS = ("", *rule_points())
_POINTS = {name: number for number, name in enumerate(rule_points(), 1)}

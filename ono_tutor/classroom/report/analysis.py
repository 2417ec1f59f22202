"""The analysis of a class, added up learner by learner: by item, rule point and misconception.

1. One wrong answer is a sign of every misconception that alone would have led to it. Of several,
   those explain it best that most of the learner's other answers are signs of too. If these are
   still several, nobody can tell which it was, and the answer counts for all of them.
2. A misconception was held by a learner whose answers to two puzzles or more it explains; one that
   explains a single answer is only perhaps held.
3. A right answer counts for every rule point that the puzzle is about. A wrong one counts against
   the point that its misconception misses, or if none is diagnosed against all of them.
4. A learner who gave no answer counts neither for nor against a rule point.
5. A learner needs the rule point that was missed most often. Among equals it is the one that was
   missed most often in the class. It is named only if the learner missed it twice, or the class as
   often as :attr:`ClassAnalysis.least_cases`.
6. Counts of responses and marks are of those who handed in something.
7. Rule points are in the order of how many learners missed them, those with few answers last:
   fewer than 5, or if fewer than ten handed in, than half of these, but at least 2.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from statistics import median
from typing import NamedTuple, Self

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.marking import ItemMark, Judge, LearnerMarks, judge_of
from ono_tutor.classroom.report.similar_work import SimilarWork
from ono_tutor.puzzles.answer import Mark
from ono_tutor.render.describe import answer_words
from ono_tutor.rules.book import misconceptions, rule_points

ENOUGH = 2
"""Puzzles that must have shown a misconception before it counts as held."""

FEW = 5
"""Answers without which a rule point's share says little, and a wrong item nothing."""

MOST_NOTES = 1_000
"""Notes that are stored, of all learners together; all are counted."""

LEAST_DISCRIMINATION = 25
"""Learners without whom nothing is said of how well an item tells them apart."""

MOST_COUNTED, MOST_NAMED = 100, 5
"""Different wrong answers to a puzzle that are counted each on its own, and that are reported.

Once there are that many, those that come for the first time are counted together as others.
"""

Explanations = tuple[str, ...]
"""The ids of misconceptions that explain one wrong answer equally well; empty for none."""

Counts = tuple[tuple[str, int], ...]
"""Ids with how often each came, the most frequent first."""


# ---- an item ----


class ResponseCounts(NamedTuple):
    """Counts of answers: right, wrong, missing, and impossible to read."""

    right: int = 0
    wrong: int = 0
    none: int = 0
    unread: int = 0

    @classmethod
    def of(cls, *counts: Counter[Mark]) -> Self:
        """Return the sum of counts of marks."""
        order = Mark.RIGHT, Mark.WRONG, Mark.NOT_ATTEMPTED, Mark.MALFORMED
        return cls(*(sum(each[mark] for each in counts) for mark in order))

    @property
    def total(self) -> int:
        """The number of learners who were asked."""
        return sum(self)

    @property
    def share(self) -> Fraction:
        """The share of right answers among all who were asked."""
        return Fraction(self.right, self.total or 1)


class WrongAnswer(NamedTuple):
    """A wrong answer in words, how often it came, and the misconceptions that each explain it."""

    words: str
    times: int
    misconceptions: tuple[str, ...] = ()


class Discrimination(NamedTuple):
    """Shares of right answers among those who did well in all other items, and badly.

    ``upper`` and ``lower`` are the shares of right answers in the best and the worst third by
    points in the other items; ties on the border belong to the third as well.
    """

    upper: Fraction
    lower: Fraction

    @property
    def difference(self) -> Fraction:
        """The lead of the upper third, from -1 to 1."""
        return self.upper - self.lower


@dataclass(frozen=True, slots=True)
class PuzzleAnalysis:
    """One puzzle: its counts, its most common wrong answers, and how often others came."""

    id: str
    counts: ResponseCounts
    wrong: tuple[WrongAnswer, ...]
    others: int = 0


@dataclass(frozen=True, slots=True)
class ItemAnalysis:
    """One item over all who handed in: its counts, and each of its puzzles that somebody had."""

    number: int
    points: int
    counts: ResponseCounts
    puzzles: tuple[PuzzleAnalysis, ...]
    discrimination: Discrimination | None = None

    @property
    def by_missed(self) -> tuple[PuzzleAnalysis, ...]:
        """The puzzles, the most wrong answers first, then the fewest right."""
        return tuple(
            sorted(self.puzzles, key=lambda each: (-each.counts.wrong, each.counts.share, each.id))
        )


class ItemTally:
    """Counts of the answers to one item, by those who handed in something."""

    def __init__(self, item: Item, judge: Judge) -> None:
        self.item = item
        self.judge = judge
        self._marks: defaultdict[str, Counter[Mark]] = defaultdict(Counter)
        self._wrong: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._others: Counter[str] = Counter()
        self._by_rest: defaultdict[int, Counter[Mark]] = defaultdict(Counter)

    def add(self, marked: ItemMark, rest: int) -> None:
        """Count a learner's answer; ``rest`` are the points in all other items."""
        self._marks[marked.puzzle][marked.mark] += 1
        self._by_rest[rest][marked.mark] += 1
        if marked.mark is Mark.WRONG:
            counts = self._wrong[marked.puzzle]
            if marked.answer in counts or len(counts) < MOST_COUNTED:
                counts[marked.answer] += 1
            else:
                self._others[marked.puzzle] += 1

    def analysis(self, number: int, *, discriminates: bool) -> ItemAnalysis:
        """Return the analysis of the item, which has this number.

        ``discriminates`` says whether there are learners enough to separate them.
        """
        puzzles = []
        for name in (each.id for each in self.item.puzzles if each.id in self._marks):
            times: Counter[tuple[str, Explanations]] = Counter()
            for answer, count in self._wrong[name].items():
                check = self.judge.check(name, answer)
                if check.answer is not None:
                    words = answer_words(self.judge.puzzles[name], check.answer)
                    times[words, tuple(belief.id for belief in check.named)] += count
            # answers of one meaning together, the most common first
            wrong = [WrongAnswer(words, count, ids) for (words, ids), count in times.items()]
            wrong.sort(key=lambda each: (-each.times, each.words, each.misconceptions))
            others = sum(answer.times for answer in wrong[MOST_NAMED:]) + self._others[name]
            counts = ResponseCounts.of(self._marks[name])
            puzzles.append(PuzzleAnalysis(name, counts, tuple(wrong[:MOST_NAMED]), others))
        return ItemAnalysis(
            number,
            self.item.points,
            ResponseCounts.of(*self._marks.values()),
            tuple(puzzles),
            self._discrimination() if discriminates else None,
        )

    def _discrimination(self) -> Discrimination | None:
        """Compare the best third with the worst; return None if both are the same learners.

        The third is by the points in the other items, and all who are even with its last
        learner belong to it. So the order in which learners come makes no difference.
        """
        third = sum(counts.total() for counts in self._by_rest.values()) // 3
        thirds: list[set[int]] = []
        for ranks in (sorted(self._by_rest, reverse=True), sorted(self._by_rest)):
            missing, chosen = third, set[int]()
            for rank in ranks:
                if missing <= 0:
                    break
                chosen.add(rank)
                missing -= self._by_rest[rank].total()
            thirds.append(chosen)
        if not third or thirds[0] & thirds[1]:
            return None
        marks = ([self._by_rest[rank] for rank in ranks] for ranks in thirds)
        return Discrimination(*(ResponseCounts.of(*each).share for each in marks))


# ---- rule points and misconceptions ----


def missed_point(judge: Judge, item: ItemMark, explanations: Explanations | None = None) -> str:
    """Return the id of the rule point that an answer missed, or an empty string.

    ``explanations`` are those of the item's misconceptions that count; by default all do.

    An item that was right in the end missed none. Else it is the point of the misconception, even
    one of an earlier answer; of several the point that the puzzle is about first. Without a
    one, a wrong answer missed the first point of its explanation that the puzzle is about.
    """
    if item.mark is Mark.RIGHT:
        return ""
    if missed := points_missed(item.mistakes if explanations is None else explanations):
        about = judge.rule_points(item.puzzle)
        return next((rule for rule in about if rule in missed), missed[0])
    return first_point(judge, item) if item.mark is Mark.WRONG else ""


def first_point(judge: Judge, item: ItemMark) -> str:
    """Return the id of the rule point that an item without a misconception is about first."""
    about = judge.rule_points(item.puzzle)
    return next((rule for rule in item.rules if rule in about), (*about, *item.rules, "")[0])


def points_missed(keys: Explanations) -> tuple[str, ...]:
    """Return the ids of the rule points that these misconceptions miss."""
    return tuple(dict.fromkeys(misconceptions()[key].point for key in keys))


def best_explanations(items: Sequence[ItemMark]) -> tuple[Explanations, ...]:
    """Return for each item of a learner the misconceptions that explain its answer best."""
    shown = {(item.puzzle, key) for item in items for key in item.mistakes}
    times = Counter(key for _, key in shown)
    most = (max((times[key] for key in item.mistakes), default=0) for item in items)
    return tuple(
        tuple(key for key in item.mistakes if times[key] == count)
        for item, count in zip(items, most, strict=True)
    )


def confirmed_and_possible(
    explanations: Iterable[Explanations],
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the misconceptions that a learner held, and those that one puzzle alone showed."""
    times = Counter(key for keys in explanations for key in keys)
    held = frozenset(key for key, count in times.items() if count >= ENOUGH)
    return held, frozenset(times) - held


class PointCount(NamedTuple):
    """A rule point: how many answers got it right and wrong, and how many learners missed it.

    ``puzzle`` is the one that showed it most; ``is_few`` says whether the answers are too few to
    rank it by, and ``is_named`` whether it was missed often enough to say so.
    """

    id: str
    right: int
    wrong: int
    learners: int = 0
    puzzle: str = ""
    is_few: bool = False
    is_named: bool = False

    @property
    def share(self) -> Fraction:
        """The share of right ones."""
        return Fraction(self.right, self.right + self.wrong or 1)

    @property
    def rank(self) -> tuple[bool, int, Fraction, str]:
        """Its place: what most learners missed first, few answers last, then by share."""
        return self.is_few, -self.learners, self.share, self.id


class Need(NamedTuple):
    """A rule point that a learner missed, how often, and whether that is often enough to say so.

    Behind that are the misconceptions that were held (two puzzles or more showed them), and
    those that perhaps were (one did).
    """

    point: str
    times: int
    misconceptions: tuple[str, ...] = ()
    perhaps: tuple[str, ...] = ()
    is_sure: bool = True


class MisconceptionCount(NamedTuple):
    """A misconception: how many learners held it, how many perhaps, and how often it showed.

    ``puzzles`` showed it; ``also`` are other misconceptions that explain some of these answers
    as well, each with how many.
    """

    id: str
    learners: int
    perhaps: int
    times: int
    puzzles: Counts
    also: Counts = ()


# ---- a class ----


class LearnerResult(NamedTuple):
    """The marks of a learner, and what the learner needs, most needed first."""

    name: str
    earned: int
    marks: tuple[Mark, ...]
    needs: tuple[Need, ...]
    has_handed_in: bool
    is_late: bool
    is_known: bool

    @property
    def unanswered(self) -> int:
        """The number of items without an answer that counts."""
        return sum(mark in (Mark.NOT_ATTEMPTED, Mark.MALFORMED) for mark in self.marks)

    @property
    def is_mostly_unanswered(self) -> bool:
        """True if half of the items or more have no answer that counts."""
        return self.has_handed_in and 2 * self.unanswered >= len(self.marks) > 0


@dataclass(frozen=True, slots=True)
class MarkDistribution:
    """The points that each learner of a class earned."""

    earned: tuple[int, ...]

    @property
    def counts(self) -> tuple[tuple[int, int], ...]:
        """Pairs of points and how many learners earned them, from the least points on."""
        return tuple(sorted(Counter(self.earned).items()))

    @property
    def mean(self) -> Fraction | None:
        """The mean; None for nobody."""
        return Fraction(sum(self.earned), len(self.earned)) if self.earned else None

    @property
    def median(self) -> Fraction | None:
        """The median; None for nobody."""
        return median(map(Fraction, self.earned)) if self.earned else None


class _Learner(NamedTuple):
    """A learner, and of each item the rule point that was missed and what explains the answer."""

    result: LearnerResult
    missed: tuple[str, ...]
    explanations: tuple[Explanations, ...]


class ClassAnalysis:
    """The marks of a class as they come, and what they add up to so far."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.judge = judge_of(assignment, with_reasons=True)
        self.notes: list[tuple[int, str]] = []
        self.noted = 0
        self.similar = SimilarWork()
        self._learners: list[_Learner] = []
        self._tallies = [ItemTally(item, self.judge) for item in assignment.items]
        # by rule point: answers right and wrong, where it was missed, by how many, how often
        self._answers: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        self._shown_by: defaultdict[str, Counter[tuple[int, str]]] = defaultdict(Counter)
        self._missers: Counter[str] = Counter()
        self._times_missed: Counter[str] = Counter()
        # by misconception: puzzles that showed it, others that explain the same, and learners
        self._puzzles: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._also: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._held: Counter[str] = Counter()
        self._perhaps: Counter[str] = Counter()

    def __len__(self) -> int:
        """Return how many learners were added."""
        return len(self._learners)

    def add(self, marked: LearnerMarks, *, name: str = "", is_known: bool = True) -> None:
        """Add a learner's marks; ``is_known`` says whether the roster has the learner.

        ``name`` is what the teacher calls the learner; by default it is the name handed in under.
        """
        self.similar.add(len(self), marked)
        self.noted += bool(marked.notes)
        room = MOST_NOTES - len(self.notes)
        self.notes += [(len(self), note) for note in marked.notes[:room]]
        explanations = best_explanations(marked.items)
        held, perhaps = confirmed_and_possible(explanations)
        self._held.update(held)
        self._perhaps.update(perhaps)
        missed = []
        for number, (item, keys) in enumerate(zip(marked.items, explanations, strict=True), 1):
            for key in keys:
                self._puzzles[key][item.puzzle] += 1
                self._also[key].update(other for other in keys if other != key)
            missed.append(point := missed_point(self.judge, item, keys))
            if point:
                self._shown_by[point][number, item.puzzle] += 1
            if item.mark in (Mark.RIGHT, Mark.WRONG):
                is_wrong = item.mark is Mark.WRONG
                about = self.judge.rule_points(item.puzzle)
                for rule in points_missed(keys) if is_wrong and keys else about:
                    self._answers[rule][is_wrong] += 1
        self._missers.update(set(filter(None, missed)))
        self._times_missed.update(missed)
        result = LearnerResult(
            name or marked.learner.name,
            marked.earned,
            tuple(item.mark for item in marked.items),
            (),
            has_handed_in=bool(marked.files),
            is_late=marked.is_late,
            is_known=is_known,
        )
        self._learners.append(_Learner(result, tuple(missed), explanations))
        if marked.files:
            for tally, item in zip(self._tallies, marked.items, strict=True):
                tally.add(item, marked.earned - item.earned)

    # ---- what it adds up to ----

    @property
    def handed_in(self) -> int:
        """The number of learners who handed in something."""
        return sum(each.result.has_handed_in for each in self._learners)

    @property
    def late(self) -> int:
        """The number of learners with an answer that came after the deadline and counts."""
        return sum(each.result.is_late for each in self._learners)

    @property
    def unknown(self) -> int:
        """The number of learners who are not in the roster."""
        return sum(not each.result.is_known for each in self._learners)

    @property
    def known(self) -> int:
        """The number of learners in the roster; without one all are."""
        return len(self) - self.unknown

    @property
    def known_handed_in(self) -> int:
        """The number of these who handed in something."""
        return sum(each.result.has_handed_in and each.result.is_known for each in self._learners)

    @property
    def distribution(self) -> MarkDistribution:
        """The points of those who handed in something."""
        results = (each.result for each in self._learners)
        return MarkDistribution(tuple(each.earned for each in results if each.has_handed_in))

    @property
    def points(self) -> tuple[PointCount, ...]:
        """The rule points that answers showed, those that most learners missed first."""
        counts = []
        for rule in {*self._answers, *self._shown_by}:
            right, wrong = self._answers.get(rule, (0, 0))
            is_few = right + wrong < self.few
            is_named = not is_few and self._times_missed[rule] >= self.least_cases
            # the puzzle that showed it most often, of the item that did
            shown, items = self._shown_by[rule], Counter[int]()
            for (number, _), count in shown.items():
                items[number] += count
            ranked = sorted(shown, key=lambda key: (-items[key[0]], key[0], -shown[key], key[1]))
            puzzle = ranked[0][1] if ranked else ""
            learners = self._missers[rule]
            counts.append(PointCount(rule, right, wrong, learners, puzzle, is_few, is_named))
        counts.sort(key=lambda each: each.rank)
        return tuple(counts)

    @property
    def few(self) -> int:
        """Rule points with fewer answers come last: 5, or in a small class half of it, or 2."""
        return max(2, min(FEW, -(-self.handed_in // 2)))

    @property
    def least_cases(self) -> int:
        """The number of answers that must miss a rule point before it is named: 2 to 5."""
        return max(2, min(FEW, self.handed_in // 5))

    @property
    def misconceptions(self) -> tuple[MisconceptionCount, ...]:
        """The misconceptions that showed, those that most learners held first."""

        def most_first(counts: Counter[str]) -> Counts:
            return tuple(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))

        counts = (
            MisconceptionCount(
                key,
                self._held[key],
                self._perhaps[key],
                puzzles.total(),
                most_first(puzzles),
                most_first(self._also[key]),
            )
            for key, puzzles in self._puzzles.items()
        )
        return tuple(sorted(counts, key=lambda each: (*(-n for n in each[1:4]), each.id)))

    @property
    def items(self) -> Iterator[ItemAnalysis]:
        """The items in order."""
        is_enough = self.handed_in >= LEAST_DISCRIMINATION
        for number, tally in enumerate(self._tallies, 1):
            yield tally.analysis(number, discriminates=is_enough)

    # ---- the learners ----

    def learner(self, place: int) -> LearnerResult:
        """Return the learner who was added at this place, counted from 0."""
        result, missed, explanations = self._learners[place]
        behind: dict[str, list[Explanations]] = defaultdict(list)
        for point, keys in zip(missed, explanations, strict=True):
            if point:
                behind[point].append(keys)
        held, _ = confirmed_and_possible(explanations)
        book, in_class = tuple(rule_points()), self._times_missed
        needs = []
        for point in sorted(behind, key=lambda p: (-len(behind[p]), -in_class[p], book.index(p))):
            times = len(behind[point])
            keys = tuple(dict.fromkeys(key for each in behind[point] for key in each))
            sure = tuple(key for key in keys if key in held)
            perhaps = tuple(key for key in keys if key not in held)
            is_sure = times > 1 or in_class[point] >= self.least_cases
            needs.append(Need(point, times, sure, perhaps, is_sure))
        return result._replace(needs=tuple(needs))

    def order(self, *, is_named: bool) -> Sequence[int]:
        """Return the places of the learners in the order in which they are reported.

        With names it is that in which they came. Without, it is by what is reported of them, from
        the most points on, so that their order says nothing that is not there anyway.
        """

        def content(place: int) -> tuple[object, ...]:
            result, missed, explanations = self._learners[place]
            facts = not result.is_known, result.is_late, result.has_handed_in
            marks = list(map(list(Mark).index, result.marks))
            return -result.earned, *facts, marks, missed, explanations

        places = range(len(self))
        return places if is_named else sorted(places, key=content)

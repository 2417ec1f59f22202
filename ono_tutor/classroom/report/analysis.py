"""The analysis of a class, added up learner by learner, and pairs whose work is worth a look.

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

A pair of learners is worth a look if accident alone would give fewer than one in twenty of such
pairs in a class of this size. It is never a verdict: learners who were taught together, or sit
together, share their mistakes more often than this says.

1. *The same wrong answers.* For each puzzle it is counted how often the class gave each wrong
   answer. Two learners who answer independently of each other, each as the class does, give the
   same wrong answer to a puzzle with the sum of the squares of these shares. From that follows the
   chance of at least as many same wrong answers as these two have in the puzzles that both had.
2. *The same answers at the same times.* Two clocks show the same millisecond by accident once in a
   thousand times; where times are whole seconds it is once in sixty. It takes two such answers.
"""

from bisect import insort
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb, prod
from typing import Any, NamedTuple

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.marking import ItemMark, Judge, LearnerMarks, judge_of
from ono_tutor.course.lessons import lessons_on, taught_in
from ono_tutor.puzzles.answer import Mark
from ono_tutor.render.describe import answer_words
from ono_tutor.rules.book import misconceptions, rule_point, rule_points

ENOUGH = 2
"""Puzzles that must have shown a misconception before it counts as held."""

FEW = 5
"""Answers without which a rule point's share says little, and a wrong item nothing."""

MOST_NOTES = 1_000
"""Notes that are stored, of all learners together; all are counted."""

LEAST_DISCRIMINATION = 25
"""Learners without whom nothing is said of how well an item tells them apart."""

MOST_NAMED = 5
"""Different wrong answers to a puzzle that are reported each on its own."""

MOST_COMPARED, MOST_LISTED = 1_500, 50
"""In a larger class no work is compared, for there are too many pairs; pairs that are listed."""

LEAST_SAME, UNLIKELY = 2, Fraction(1, 20)
SAME_MILLISECOND, SAME_SECOND = Fraction(1, 1_000), Fraction(1, 60)

Explanations = tuple[str, ...]
"""The ids of misconceptions that explain one wrong answer equally well; empty for none."""

Json = dict[str, Any]
"""Rows of the report, with the fields that its format has; shares are exact."""


# ---- an answer ----


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
    times = Counter(
        key for _, key in {(each.puzzle, key) for each in items for key in each.mistakes}
    )
    found = []
    for item in items:
        most = max((times[key] for key in item.mistakes), default=0)
        found.append(tuple(key for key in item.mistakes if times[key] == most))
    return tuple(found)


def confirmed_and_possible(
    explanations: Iterable[Explanations],
) -> tuple[frozenset[str], frozenset[str]]:
    """Return the misconceptions that a learner held, and those that one puzzle alone showed."""
    times = Counter(key for keys in explanations for key in keys)
    held = frozenset(key for key, count in times.items() if count >= ENOUGH)
    return held, frozenset(times) - held


# ---- a class ----


class LearnerWork(NamedTuple):
    """A learner's marks, and of each item the rule point missed and what explains the answer."""

    name: str
    marked: LearnerMarks
    is_known: bool
    missed: tuple[str, ...]
    explanations: tuple[Explanations, ...]


class ClassAnalysis:
    """The work of a class as it comes, learner by learner, and what it adds up to so far."""

    def __init__(self, assignment: Assignment) -> None:
        self.assignment = assignment
        self.judge = judge_of(assignment, with_reasons=True)
        self.learners: list[LearnerWork] = []
        self.noted = 0
        self._room_for_notes = MOST_NOTES
        self._times_missed: Counter[str] = Counter()

    def add(self, marked: LearnerMarks, *, name: str = "", is_known: bool = True) -> None:
        """Add a learner's marks; ``is_known`` says whether the roster has the learner.

        ``name`` is what the teacher calls the learner; by default it is the name handed in under.
        """
        explanations = best_explanations(marked.items)
        pairs = zip(marked.items, explanations, strict=True)
        missed = tuple(missed_point(self.judge, item, keys) for item, keys in pairs)
        self._times_missed.update(missed)
        self.noted += bool(marked.notes)
        # What a hostile file is full of is not stored.
        items = tuple(item._replace(unread=()) for item in marked.items)
        notes = marked.notes[: self._room_for_notes]
        self._room_for_notes -= len(notes)
        marked = replace(marked, items=items, notes=notes, doubts=())
        name = name or marked.learner.name
        self.learners.append(LearnerWork(name, marked, is_known, missed, explanations))

    @property
    def marks(self) -> list[LearnerMarks]:
        """The marks of those who handed in something."""
        return [each.marked for each in self.learners if each.marked.files]

    @property
    def few(self) -> int:
        """Rule points with fewer answers come last: 5, or in a small class half of it, or 2."""
        return max(2, min(FEW, -(-len(self.marks) // 2)))

    @property
    def least_cases(self) -> int:
        """The number of answers that must miss a rule point before it is named: 2 to 5."""
        return max(2, min(FEW, len(self.marks) // 5))

    @property
    def named_points(self) -> set[str]:
        """The ids of the rule points that are named even if a learner missed them once."""
        least = self.least_cases
        return {point for point, times in self._times_missed.items() if times >= least}

    def rule_points(self) -> list[Json]:
        """Return the rule points that answers showed, those that most learners missed first."""
        right, wrong, missers = Counter[str](), Counter[str](), Counter[str]()
        for work in self.learners:
            missers.update({*work.missed} - {""})
            for item, keys in zip(work.marked.items, work.explanations, strict=True):
                about = self.judge.rule_points(item.puzzle)
                if item.mark is Mark.RIGHT:
                    right.update(about)
                elif item.mark is Mark.WRONG:
                    wrong.update(points_missed(keys) or about)
        few = self.few
        rows: list[Json] = []
        for rule in {*right, *wrong, *missers}:
            count, lesson = right[rule] + wrong[rule], taught_in(rule)
            row = {
                "id": rule,
                "title": rule_point(rule).title,
                "learners": missers[rule],
                "right": right[rule],
                "wrong": wrong[rule],
                "share": Fraction(right[rule], count or 1),
                "few": count < few,
                "lesson": lesson.file if lesson else None,
                "lessons": [each.file for each in lessons_on(rule)],
            }
            rows.append(row)
        return sorted(rows, key=lambda r: (r["few"], -r["learners"], r["share"], r["id"]))

    def puzzle_to_show(self, rule: str) -> str:
        """Return the puzzle where most learners missed this rule point."""
        times = Counter(
            item.puzzle
            for work in self.learners
            for item, missed in zip(work.marked.items, work.missed, strict=True)
            if missed == rule
        )
        return max(self.judge.puzzles, key=lambda name: times[name])

    def misconceptions(self) -> list[Json]:
        """Return the misconceptions that showed, those that most learners held first."""
        puzzles: defaultdict[str, Counter[str]] = defaultdict(Counter)
        also: defaultdict[str, Counter[str]] = defaultdict(Counter)
        held, perhaps = Counter[str](), Counter[str]()
        for work in self.learners:
            sure, possible = confirmed_and_possible(work.explanations)
            held.update(sure)
            perhaps.update(possible)
            for item, keys in zip(work.marked.items, work.explanations, strict=True):
                for key in keys:
                    puzzles[key][item.puzzle] += 1
                    also[key].update({*keys} - {key})
        rows: list[Json] = [
            {
                "id": key,
                "point": misconceptions()[key].point,
                "belief": misconceptions()[key].belief,
                "truth": misconceptions()[key].truth,
                "learners": held[key],
                "perhaps": perhaps[key],
                "times": shown.total(),
                "puzzles": _most_first(shown),
                "as_well": _most_first(also[key]),
            }
            for key, shown in puzzles.items()
        ]
        rows.sort(key=lambda row: (-row["learners"], -row["perhaps"], -row["times"], row["id"]))
        return rows

    def items(self) -> list[Json]:
        """Return the items in order: counts of answers, and each puzzle that somebody had."""
        marks = self.marks
        rows = []
        for place, item in enumerate(self.assignment.items):
            answers = [each.items[place] for each in marks]
            rests = [each.earned - each.items[place].earned for each in marks]
            by_puzzle: defaultdict[str, list[ItemMark]] = defaultdict(list)
            for answer in answers:
                by_puzzle[answer.puzzle].append(answer)
            row = {
                "number": place + 1,
                "points": item.points,
                **_counts(answers),
                "split": _split(rests, [answer.mark is Mark.RIGHT for answer in answers]),
                "puzzles": [
                    {"id": entry.id, **_counts(own), **self._wrong_answers(entry.id, own)}
                    for entry in item.puzzles
                    if (own := by_puzzle[entry.id])
                ],
            }
            rows.append(row)
        return rows

    def _wrong_answers(self, puzzle: str, answers: Iterable[ItemMark]) -> Json:
        """Return the most common wrong answers, those of one meaning together, and the others."""
        times: Counter[tuple[str, Explanations]] = Counter()
        for each in answers:
            check = self.judge.check(puzzle, each.answer) if each.mark is Mark.WRONG else None
            if check and check.answer is not None:
                words = answer_words(self.judge.puzzles[puzzle], check.answer)
                times[words, tuple(belief.id for belief in check.named)] += 1
        ranked = sorted(times, key=lambda key: (-times[key], key))
        return {
            "wrong_answers": [
                {
                    "answer": words,
                    "times": times[words, keys],
                    "misconception": next(iter(keys), None),
                    "misconceptions": list(keys),
                }
                for words, keys in ranked[:MOST_NAMED]
            ],
            "other_wrong": sum(times[key] for key in ranked[MOST_NAMED:]),
        }

    def needs(self, work: LearnerWork) -> list[Json]:
        """Return the rule points that a learner missed, most needed first."""
        behind: defaultdict[str, list[Explanations]] = defaultdict(list)
        for point, keys in zip(work.missed, work.explanations, strict=True):
            if point:
                behind[point].append(keys)
        held, _ = confirmed_and_possible(work.explanations)
        book, in_class = tuple(rule_points()), self._times_missed
        rows = []
        for point in sorted(behind, key=lambda p: (-len(behind[p]), -in_class[p], book.index(p))):
            keys = tuple(dict.fromkeys(key for each in behind[point] for key in each))
            row = {
                "point": point,
                "times": len(behind[point]),
                "misconceptions": [key for key in keys if key in held],
                "perhaps": [key for key in keys if key not in held],
            }
            rows.append(row)
        return rows


def _most_first(counts: Counter[str]) -> list[Json]:
    ranked = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return [{"id": key, "times": count} for key, count in ranked]


def _counts(answers: Sequence[ItemMark]) -> Json:
    """Count the answers that are right, wrong, missing, and impossible to read."""
    marks = Counter(each.mark for each in answers)
    return {
        "right": marks[Mark.RIGHT],
        "wrong": marks[Mark.WRONG],
        "none": marks[Mark.NOT_ATTEMPTED],
        "unread": marks[Mark.MALFORMED],
        "share": Fraction(marks[Mark.RIGHT], len(answers)) if answers else None,
    }


def _split(rests: Sequence[int], right: Sequence[bool]) -> Json | None:
    """Return the shares of right answers in the best and the worst third, and their difference.

    ``rests`` are the points of each learner in the other items. All who are even with the last
    learner of a third belong to it, so that the order in which learners come makes no difference.
    Return None for few learners, and if the thirds have one in common.
    """
    if len(rests) < LEAST_DISCRIMINATION:
        return None
    ranks, third = sorted(rests), len(rests) // 3
    low, high = ranks[third - 1], ranks[-third]
    if low >= high:
        return None
    pairs = list(zip(rests, right, strict=True))
    upper = [is_right for rest, is_right in pairs if rest >= high]
    lower = [is_right for rest, is_right in pairs if rest <= low]
    best, worst = Fraction(sum(upper), len(upper)), Fraction(sum(lower), len(lower))
    return {"upper": best, "lower": worst, "difference": best - worst}


# ---- work that is worth a look ----


class SimilarPair(NamedTuple):
    """The chance of what two learners share, these two by place, and the items by number.

    ``wrong`` are those with the same wrong answer, ``timed`` those with the same answer at the same
    time; ``expected`` is how many such pairs accident alone would give in this class.
    """

    chance: Fraction
    places: tuple[int, int]
    wrong: tuple[int, ...]
    timed: tuple[int, ...]
    expected: Fraction


def similar_pairs(learners: Sequence[LearnerMarks]) -> list[SimilarPair]:
    """Return the pairs of a class that are worth a look, the least likely first.

    The chance of at least this number of same wrong answers takes long to compute. Two lower
    bounds rule most pairs out: the chance that these answers are the same, and the chance that
    exactly this number is, if each puzzle had the geometric mean of the chances. (Of two chances
    with the same product, the sum is smallest if they are equal; so is the chance of one at least.)
    All are rounded, so a bound must be twice what is rare.
    """
    places = [place for place, each in enumerate(learners) if each.files]
    if len(places) > MOST_COMPARED:
        return []
    count, agree = comb(len(places), 2), _agreement(e for n in places for e in learners[n].items)
    rows = [list(enumerate(each.items, 1)) for each in learners]
    wrong = [{(n, e.puzzle, e.answer) for n, e in row if e.mark is Mark.WRONG} for row in rows]
    timed = [{(n, e.puzzle, e.answer, e.at) for n, e in row if e.answer and e.at} for row in rows]
    rare = UNLIKELY / max(count, 1)
    enough, pairs = 2 * float(rare), list[SimilarPair]()
    for one, other in combinations(places, 2):
        same, at = wrong[one] & wrong[other], timed[one] & timed[other]
        chance_of_wrong = chance_of_times = Fraction(1)
        if len(same) >= LEAST_SAME and prod([agree[puzzle] for _, puzzle, _ in same]) < enough:
            both = zip(learners[one].items, learners[other].items, strict=True)
            chances = [agree[my.puzzle] for my, their in both if my.puzzle == their.puzzle]
            chances = [chance for chance in chances if chance]
            mean, others = prod(chances) ** (1 / len(chances)), len(chances) - len(same)
            if comb(len(chances), others) * mean ** len(same) * (1 - mean) ** others < enough:
                chance_of_wrong = at_least(len(same), tuple(chances))
        elif len(at) < LEAST_SAME:
            continue
        if len(at) >= LEAST_SAME:
            whole = [time.endswith(".000Z") for *_, time in at]
            chance_of_times = SAME_SECOND ** sum(whole) * SAME_MILLISECOND ** whole.count(False)
        if (chance := min(chance_of_wrong, chance_of_times)) < rare:
            by_wrong = tuple(sorted(n for n, *_ in same)) if chance_of_wrong < rare else ()
            by_time = tuple(sorted(n for n, *_ in at)) if chance_of_times < rare else ()
            insort(pairs, SimilarPair(chance, (one, other), by_wrong, by_time, chance * count))
            del pairs[MOST_LISTED:]
    return pairs


def _agreement(items: Iterable[ItemMark]) -> Mapping[str, float]:
    """Return by puzzle the chance that two who answer as the class does give one wrong answer."""
    answers: defaultdict[str, list[str]] = defaultdict(list)
    for item in items:
        answers[item.puzzle].append(item.answer if item.mark is Mark.WRONG else "")
    return {
        puzzle: sum(n * n for answer, n in Counter(given).items() if answer) / len(given) ** 2
        for puzzle, given in answers.items()
    }


@lru_cache(10_000)
def at_least(wanted: int, chances: Sequence[float]) -> Fraction:
    """Return the chance that at least ``wanted`` of independent events happen.

    >>> at_least(2, (0.5, 0.5))
    Fraction(1, 4)
    """
    counts = [1.0]
    for p in chances:
        counts = [same * (1 - p) + fewer * p for fewer, same in pairwise([0, *counts, 0])]
    return Fraction(sum(counts[wanted:])).limit_denominator(10**12)

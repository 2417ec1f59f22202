"""What a class got wrong, what that is a sign of, and who needs what: worked out by hand here."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from math import prod

import pytest
from classroom.report.classes import SETS, analysis_of, report_of
from classroom.small_class import THREE, assignment, rows_of

from ono_tutor.classroom.answers_file import AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, Item, Learner
from ono_tutor.classroom.marking import ItemMark, Judge, Late, LearnerMarks, mark_learner
from ono_tutor.classroom.report import analysis
from ono_tutor.classroom.report.analysis import ClassAnalysis, at_least, similar_pairs
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark

RIGHT = ["certain", "lost", "chance"]
COUNTS = ("right", "wrong", "none", "unread")


def values(row, *keys):
    """Some fields of a row of the report."""
    return tuple(row[key] for key in keys)


def needs_of(found, place=0):
    """What a learner needs: the rule point, how often, and what was held and perhaps held."""
    needs = found.needs(found.learners[place])
    return [values(each, "point", "times", "misconceptions", "perhaps") for each in needs]


# ---- items ----


@pytest.mark.parametrize(
    ("answers", "counts", "wrong"),
    [
        ({"Ann": [[1, 2]]}, (0, 0, 0, 1), []),
        (
            {"Ann": ["lost"], "Ben": ["LOST "], "Cem": ["lost"]},
            (0, 3, 0, 0),
            [("No, whatever you draw", 3, [])],
        ),
    ],
    ids=["unreadable", "two spellings"],
)
def test_answers_of_one_meaning_are_counted_together(answers, counts, wrong):
    """One that cannot be read is neither wrong nor missing."""
    row = analysis_of(answers).items()[0]
    (puzzle,) = row["puzzles"]

    assert values(row, *COUNTS) == values(puzzle, *COUNTS) == counts
    assert row["share"] == Fraction(counts[0], sum(counts))
    said = [values(each, "answer", "times", "misconceptions") for each in puzzle["wrong_answers"]]
    assert said == wrong


def test_of_many_different_wrong_answers_five_are_named():
    """The others are counted."""
    entry = next(each for each in bank.index().values() if each.kind == "total")
    task = Assignment("one", "One", (Item((entry,)),))
    numbers = zip("abcdefg", (500, 501, 502, 503, 504, 505, 500), strict=True)
    found = analysis_of({name: [number] for name, number in numbers}, task=task)

    (puzzle,) = found.items()[0]["puzzles"]

    assert [answer["times"] for answer in puzzle["wrong_answers"]] == [2, 1, 1, 1, 1]
    assert (puzzle["other_wrong"], puzzle["wrong"]) == (1, 7)


def thirds(upper, middle, lower):
    """Nine learners each, with these answers."""
    groups = enumerate((upper, middle, lower))
    return {f"{part}{n}": answers for part, answers in groups for n in range(9)}


TIES = {
    f"{n}": RIGHT if n < 5 else ["lost", "lost", None] if n < 15 else ["certain", None, "lost"]
    for n in range(30)
}


@pytest.mark.parametrize(
    ("answers", "wanted"),
    [
        (thirds(RIGHT, ["lost", "lost", None], ["lost"]), (1, 0, 1)),
        (thirds(["lost", "lost", "chance"], ["lost", "lost"], ["certain"]), (0, 1, -1)),
        (TIES, (Fraction(1, 3), 1, Fraction(-2, 3))),
        ({f"{n}": [RIGHT, ["lost"]][n % 2] for n in range(24)}, None),
        ({f"{n}": RIGHT for n in range(25)}, None),
    ],
    ids=["tells", "misleads", "ties", "few", "even"],
)
def test_an_item_parts_the_upper_third_from_the_lower(answers, wanted):
    """By the points in the other items, whoever comes first; ties belong to the third together."""
    for each in answers, dict(reversed(answers.items())):
        split = analysis_of(each).items()[0]["split"]
        assert (split and values(split, "upper", "lower", "difference")) == wanted


# ---- misconceptions and rule points ----


def test_a_misconception_that_two_puzzles_show_is_held():
    """Two answers of one learner, and one of another: held by one, perhaps by the other. An answer
    that two beliefs explain goes to the one that explains another answer too."""
    answers = {"Ann": ["certain", "certain"], "Ben": ["certain", None]}
    found = analysis_of(answers, task=assignment(ids=SETS))
    other = analysis_of({"Ann": ["chance", "certain"]}, task=assignment(ids=(THREE[1], SETS[0])))

    belief = found.misconceptions()[0]

    assert values(belief, "id", "learners", "perhaps", "times") == ("ono99-sets-99", 1, 1, 3)
    assert needs_of(found, 0) == [("ono99-card", 2, ["ono99-sets-99"], [])]
    assert needs_of(found, 1) == [("ono99-card", 1, [], ["ono99-sets-99"])]
    assert [values(row, "id", "learners") for row in other.misconceptions()] == [
        ("ono99-sets-99", 1)
    ]


def test_who_got_all_right_in_the_end_needs_nothing():
    """A first answer that was wrong is no rule point missed, though it showed a misconception."""
    task = assignment(Feedback.NOW, attempts=2)
    rows = *rows_of(task, ["certain", "chance", "lost"]), *rows_of(task, RIGHT)
    learner, found = Learner("Ann"), ClassAnalysis(task)
    file = AnswersFile(task.id, learner, rows)
    found.add(mark_learner(Judge(task), learner, [("a.json", file)], Late.COUNT))

    assert [item.mark for item in found.learners[0].marked.items] == [Mark.RIGHT] * 3
    assert needs_of(found) == []


OF_FIRST = sorted(bank.entry(THREE[0]).rule_points)


@pytest.mark.parametrize(
    ("answers", "points"),
    [
        (["certain"], {(point, 1, 0) for point in OF_FIRST}),
        (["lost"], {(point, 0, 1) for point in OF_FIRST}),
        ([None, None, "lost"], {("double-effect", 0, 1)}),
        ([None, "chance"], {("limit", 0, 1), ("ono99-card", 0, 1)}),
    ],
    ids=["right", "undiagnosed", "one belief", "two beliefs"],
)
def test_an_answer_counts_for_all_points_of_its_puzzle_or_against_those_of_its_beliefs(
    answers, points
):
    """If none explains a wrong one, all count. Of two, the puzzle's first is the one missed."""
    rows = analysis_of({"Ann": answers}).rule_points()

    assert {values(row, "id", "right", "wrong") for row in rows} == points
    assert sum(row["learners"] for row in rows) == (answers != ["certain"])


@pytest.mark.parametrize(
    ("learners", "few", "cases"),
    [(0, 2, 2), (1, 2, 2), (3, 2, 2), (8, 4, 2), (9, 5, 2), (19, 5, 3), (40, 5, 5)],
)
def test_few_answers_are_fewer_than_five_or_than_half_of_a_small_class(learners, few, cases):
    """What is few depends on how many handed in; points with few answers come last."""
    answers = (["certain"] if n < few else [None, None, "lost"] for n in range(learners))
    report = report_of({f"{n}": words for n, words in enumerate(answers)})
    rows = report.data["rule_points"]

    assert (report.analysis.few, report.analysis.least_cases) == (few, cases)
    assert [row["few"] for row in rows] == sorted(row["few"] for row in rows)
    for row in rows:
        assert row["few"] == (row["right"] + row["wrong"] < few)
        assert report.is_named_point(row) == (row["wrong"] >= cases and not row["few"])


# ---- who needs what ----


MISSED = ["certain", "chance", "chance"]


@pytest.mark.parametrize(
    ("answers", "ids", "groups"),
    [
        (
            {"Ann": ["certain", "lost"], "Ben": ["lost"], "Cem": RIGHT},
            (*THREE, "dp80-which-first"),
            {"Ann": "much-not-answered", "Ben": "much-not-answered", "Cem": "nothing-missed"},
        ),
        ({"Ben": MISSED, "Ann": RIGHT}, THREE, {"Ben": "missed-little", "Ann": "nothing-missed"}),
        (
            {"Ben": MISSED, "Cem": MISSED, "Ann": RIGHT},
            THREE,
            {"Ben": "limit", "Cem": "limit", "Ann": "nothing-missed"},
        ),
    ],
    ids=["half open", "once", "twice"],
)
def test_everybody_is_in_one_group_by_what_is_needed_most(answers, ids, groups):
    """Once by one learner is chance, and a rule point is named for two; half open is a group."""
    data = report_of(answers, task=assignment(ids=ids)).data

    assert {each["learner"]: each["group"] for each in data["who"]} == groups
    names = [each["group"] for each in data["groups"]]
    assert names == list(dict.fromkeys(groups.values()))
    again = data["next"]["again"]
    assert (again and again["point"]) == ("limit" if "limit" in names else None)


# ---- work that is worth a look ----

ITEMS = 12


def work(seed, choices=6):
    """Answers to twelve items at random, a sixth of them right, each at a time of its own."""
    numbers = random.Random(seed)
    found = []
    for item in range(ITEMS):
        answer = numbers.randrange(choices)
        at = f"2026-11-20T1{numbers.randrange(10)}:{item:02}:07.{numbers.randrange(1000):03}Z"
        mark = Mark.RIGHT if answer == 0 else Mark.WRONG
        found.append(ItemMark(f"p{item}", mark, 0, str(answer), at=at))
    return tuple(found)


def at_times_of(items, other):
    return tuple(item._replace(at=each.at) for item, each in zip(items, other, strict=True))


def pairs(works):
    learners = (LearnerMarks(Learner("L"), items, files=("a.json",)) for items in works)
    return similar_pairs(list(learners))


def test_who_has_the_same_wrong_answers_as_another_is_listed_with_the_chance(monkeypatch):
    """Of 38 thirteen have copied, each an item more than the one before, at times of their own: no
    rare pair is left out. In a larger class than work is compared in nobody is listed."""
    works = [work(seed) for seed in range(25)]
    works += [at_times_of((*work(n)[:n], *work(n + 50)[n:]), work(n + 99)) for n in range(13)]
    wrong = [{n: e.answer for n, e in enumerate(items, 1) if e.answer != "0"} for items in works]
    times = Counter(each for answers in wrong for each in answers.items())
    shares = [sum(times[n, str(a)] ** 2 for a in range(6)) / 38**2 for n in range(1, ITEMS + 1)]
    same = {(a, b): wrong[a].items() & wrong[b].items() for a, b in combinations(range(38), 2)}
    chances = {pair: at_least(len(both), tuple(shares)) for pair, both in same.items()}

    found = pairs(works)

    listed = {each: (p, p * 703) for each, p in chances.items() if p * 703 < Fraction(1, 20)}
    assert {pair.places: (pair.chance, pair.expected) for pair in found} == listed
    assert (found[0].places, found[0].wrong, found[0].timed) == ((12, 37), tuple(wrong[12]), ())
    monkeypatch.setattr(analysis, "MOST_COMPARED", 37)
    assert pairs(works) == []


def test_the_same_answers_at_the_same_times_are_listed():
    """Even if all are right; one alone may be an accident, and so may whole seconds."""
    right = tuple(item._replace(answer="0", mark=Mark.RIGHT) for item in work(1))
    seconds = tuple(item._replace(at=f"{item.at[:-4]}000Z") for item in right)

    (pair,) = pairs([right, (*right[:2], *work(50)[2:])])
    assert (pair.timed, pair.chance) == ((1, 2), Fraction(1, 10**6))
    assert pairs([right, (*right[:1], *work(50)[1:])]) == []
    assert all(pair.timed for pair in pairs([at_times_of(work(n), seconds) for n in range(9)]))


def test_the_chance_is_that_of_all_outcomes_counted_one_by_one():
    """At least so many of independent events happen."""
    chances = (0.5, 0.25, 1.0, 0.0, 0.75)
    for wanted in range(7):
        outcomes = [each for each in product((0, 1), repeat=5) if sum(each) >= wanted]
        each_chance = (map(lambda p, x: x * p + (1 - x) * (1 - p), chances, o) for o in outcomes)
        assert at_least(wanted, chances) == sum(map(prod, each_chance))

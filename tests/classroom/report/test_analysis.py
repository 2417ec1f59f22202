"""What a class got wrong, what that is a sign of, and who needs what: worked out by hand here."""

from fractions import Fraction

import pytest
from classroom.report.classes import CLASS, DEALT, EITHER, SETS, analysis_of, report_of
from classroom.small_class import THREE, TOO_LATE, assignment, marks, rows_of

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, Item, Learner
from ono_tutor.classroom.marking import ItemMark, Judge, Late, LearnerMarks, mark_learner
from ono_tutor.classroom.report import analysis
from ono_tutor.classroom.report.analysis import (
    ClassAnalysis,
    Discrimination,
    ItemAnalysis,
    MarkDistribution,
    Need,
    PointCount,
    PuzzleAnalysis,
    ResponseCounts,
    WrongAnswer,
)
from ono_tutor.classroom.report.report import ClassReport, next_steps
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark

RIGHT = ["certain", "lost", "chance"]

# ---- items ----


def test_items_count_those_who_handed_in():
    """Right, wrong and missing answers by item; who handed in nothing is left out."""
    found = [item.counts for item in analysis_of().items]

    assert found == [
        ResponseCounts(2, 1, 0, 0),
        ResponseCounts(1, 2, 0, 0),
        ResponseCounts(1, 1, 1, 0),
    ]
    assert found[0].share == Fraction(2, 3)


@pytest.mark.parametrize(
    ("item", "answers", "counts", "wrong"),
    [
        (1, {"Ann": [[1, 2]]}, (0, 0, 0, 1), ()),
        (2, CLASS, (1, 2, 0, 0), (WrongAnswer("you survive only with luck", 2, EITHER),)),
        (3, CLASS, (1, 1, 1, 0), (WrongAnswer("you cannot survive", 1, ("no-draw-between",)),)),
        (
            1,
            {"Ann": ["lost"], "Ben": ["LOST "], "Cem": ["lost"]},
            (0, 3, 0, 0),
            (WrongAnswer("you cannot survive", 3),),
        ),
    ],
    ids=["unreadable", "two beliefs", "one belief", "two spellings"],
)
def test_wrong_answers_are_counted_in_words_with_every_belief_that_explains_them(
    item, answers, counts, wrong
):
    """Those of one meaning together; one that cannot be read is neither wrong nor missing."""
    (puzzle,) = [*analysis_of(answers).items][item - 1].puzzles

    assert (puzzle.counts, puzzle.wrong) == (counts, wrong)


def test_only_so_many_different_wrong_answers_are_kept(monkeypatch):
    """Beyond the bound the answers are still counted, as others."""
    monkeypatch.setattr(analysis, "MOST_COUNTED", 2)
    entry = next(each for each in bank.index().values() if each.kind == "total")
    task = Assignment("one", "One", (Item((entry,)),))
    numbers = zip("abcde", (500, 501, 502, 503, 500), strict=True)
    found = analysis_of({name: [number] for name, number in numbers}, task=task)

    (puzzle,) = next(found.items).puzzles

    assert [answer.times for answer in puzzle.wrong] == [2, 1]
    assert (puzzle.others, puzzle.counts.wrong) == (2, 5)


def thirds(upper, middle, lower):
    """Nine learners each, with these answers."""
    groups = enumerate((upper, middle, lower))
    return {f"{part}{n}": answers for part, answers in groups for n in range(9)}


@pytest.mark.parametrize(
    ("answers", "wanted"),
    [
        (thirds(RIGHT, ["lost", "lost", None], ["lost"]), Discrimination(1, 0)),
        (thirds(["lost", "lost", "chance"], ["lost", "lost"], ["certain"]), Discrimination(0, 1)),
        ({f"{n}": [RIGHT, ["lost"]][n % 2] for n in range(24)}, None),
        ({f"{n}": RIGHT for n in range(25)}, None),
    ],
    ids=["tells", "misleads", "few", "even"],
)
def test_an_item_parts_the_upper_third_from_the_lower(answers, wanted):
    """By the points in the other items; nothing is said of fewer than 25, or if all are even."""
    assert next(analysis_of(answers).items).discrimination == wanted


def test_the_order_of_learners_does_not_move_how_an_item_parts():
    """Ties belong to the third together, so nothing hangs on who comes first."""
    answers = {
        f"{n}": [RIGHT, ["lost", "lost", None], ["certain", None, "lost"]][n % 3] for n in range(30)
    }
    turned = dict(reversed(answers.items()))

    splits = [item.discrimination for item in analysis_of(answers).items]
    assert splits == [item.discrimination for item in analysis_of(turned).items]
    assert any(splits)


def test_of_a_dealt_item_the_puzzle_with_the_most_wrong_answers_is_the_most_missed():
    """A puzzle that nobody answered is not the most missed; one with two wrong answers is."""
    unanswered, missed, other = (
        PuzzleAnalysis("a", ResponseCounts(0, 0, 9, 0), ()),
        PuzzleAnalysis("b", ResponseCounts(5, 2, 0, 0), ()),
        PuzzleAnalysis("c", ResponseCounts(0, 1, 0, 0), ()),
    )
    item = ItemAnalysis(1, 1, ResponseCounts(5, 3, 9, 0), (unanswered, missed, other))

    assert item.by_missed == (missed, other, unanswered)


# ---- marks ----


def test_the_marks_are_of_those_who_handed_in():
    """4, 1 and 0 points: the mean is 5/3 and the median 1, exactly."""
    spread = analysis_of().distribution

    assert spread.counts == ((0, 1), (1, 1), (4, 1))
    assert (spread.mean, spread.median) == (Fraction(5, 3), 1)


@pytest.mark.parametrize(
    ("points", "median"), [([], None), ([3], 3), ([1, 2], Fraction(3, 2)), ([1, 1, 5, 9], 3)]
)
def test_the_median_is_the_middle(points, median):
    """The middle one, or half of the middle two; none of nobody."""
    assert MarkDistribution(tuple(points)).median == median


def test_late_and_unknown_learners_are_counted():
    """Who was late, and who is not in the roster."""
    found = analysis_of({"Ann": ["certain"]}, at=TOO_LATE)
    found.add(marks(assignment(), "Eve", ["certain"]), is_known=False)

    assert (found.late, found.unknown, len(found)) == (1, 1, 2)
    assert (found.known, found.known_handed_in, found.handed_in) == (1, 1, 2)
    assert [found.learner(n).is_known for n in (0, 1)] == [True, False]


def test_notes_are_kept_up_to_a_bound(monkeypatch):
    """All learners with notes are counted; so many notes are kept."""
    monkeypatch.setattr(analysis, "MOST_NOTES", 2)
    found = analysis_of({name: ["certain"] for name in "abc"}, faults=("one", "two"))

    assert (found.noted, len(found.notes)) == (3, 2)


# ---- misconceptions and rule points ----


def test_a_misconception_that_one_answer_shows_is_perhaps():
    """No learner held it: how many perhaps did, how often, which puzzles, and what explains it too."""
    found = {belief.id: belief for belief in analysis_of().misconceptions}

    assert found.keys() == {*EITHER, "no-draw-between"}
    limit = found["limit-99-is-safe"]
    assert limit[1:] == (0, 2, 2, ((THREE[1], 2),), (("ono99-sets-99", 2),))
    assert found["no-draw-between"][1:] == (0, 1, 1, ((THREE[2], 1),), ())


def test_a_misconception_that_two_puzzles_show_is_held():
    """Two answers of one learner, and one of another: held by one, perhaps by the other."""
    answers = {"Ann": ["certain", "certain"], "Ben": ["certain", None]}
    found = analysis_of(answers, task=assignment(ids=SETS))

    belief = found.misconceptions[0]

    assert (belief.id, belief.learners, belief.perhaps, belief.times) == ("ono99-sets-99", 1, 1, 3)
    assert found.learner(0).needs == (Need("ono99-card", 2, ("ono99-sets-99",)),)
    assert found.learner(1).needs == (Need("ono99-card", 1, (), ("ono99-sets-99",)),)


def test_who_got_all_right_in_the_end_needs_nothing():
    """A first answer that was wrong is no rule point missed, though it showed a misconception."""
    task = assignment(Feedback.NOW, attempts=2)
    rows = *rows_of(task, ["certain", "chance", "lost"]), *rows_of(task, RIGHT)
    learner, found = Learner("Ann"), ClassAnalysis(task)
    file = AnswersFile(task.id, learner, rows)
    found.add(mark_learner(Judge(task), learner, [("a.json", file)], Late.COUNT))

    assert found.learner(0).marks == (Mark.RIGHT,) * 3
    assert found.learner(0).needs == ()


def test_of_two_explanations_the_one_that_other_answers_show_as_well_counts():
    """An answer that two beliefs explain goes to the one that explains another answer too."""
    task = assignment(ids=(THREE[1], SETS[0]))
    found = analysis_of({"Ann": ["chance", "certain"]}, task=task)

    assert [(belief.id, belief.learners) for belief in found.misconceptions] == [
        ("ono99-sets-99", 1)
    ]


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
    """Where no misconception explains a wrong one, nobody knows which point was missed."""
    assert {point[:3] for point in analysis_of({"Ann": answers}).points} == points


def test_of_two_points_the_one_that_the_puzzle_is_about_first_counts_as_missed():
    """Both may be wrong; one learner missed one of them."""
    found = analysis_of({"Ann": [None, "chance"]})

    assert [(point.id, point.learners) for point in found.points] == [
        ("limit", 1),
        ("ono99-card", 0),
    ]


def test_what_most_learners_missed_comes_first_and_few_answers_last():
    """Many who missed a point weigh more than its share; one answer ranks nothing."""
    many, share, few = (
        PointCount("a", 9, 5, 5),
        PointCount("b", 2, 4, 2),
        PointCount("c", 0, 4, 4, is_few=True),
    )

    assert sorted([few, share, many], key=lambda point: point.rank) == [many, share, few]


@pytest.mark.parametrize(
    ("learners", "few", "cases"),
    [(0, 2, 2), (1, 2, 2), (3, 2, 2), (8, 4, 2), (9, 5, 2), (19, 5, 3), (40, 5, 5)],
)
def test_few_answers_are_fewer_than_five_or_than_half_of_a_small_class(learners, few, cases):
    """What is few hangs on how many handed in, and so does how often a point must be missed."""
    found = analysis_of(
        {f"{n}": ["certain"] if n < few else [None, None, "lost"] for n in range(learners)}
    )

    assert (found.few, found.least_cases) == (few, cases)
    for point in found.points:
        assert point.is_few == (point.right + point.wrong < few)
        assert point.is_named == (point.wrong >= cases and not point.is_few)


def test_a_rule_point_counts_the_learners_who_missed_it_and_where():
    """Two of three missed the limit, both at the same table."""
    limit = next(point for point in analysis_of().points if point.id == "limit")

    assert (limit.learners, limit.puzzle) == (2, THREE[1])


def test_the_table_to_show_is_of_the_item_that_most_missed():
    """Of a dealt item all its puzzles count together."""
    plain = Item((bank.entry("dp80-which-first"),))
    found = ClassAnalysis(Assignment("dealt", "Dealt", (plain, *DEALT.items)))
    for n, name in enumerate([*THREE, *THREE, *["dp80-which-first"] * 3]):
        mark = ItemMark(name, Mark.WRONG, 0, '"lost"', 1, mistakes=("limit-99-is-safe",))
        nothing = ItemMark("dp80-which-first", Mark.NOT_ATTEMPTED, 0)
        items = (mark, nothing._replace(puzzle=THREE[0])) if n > 5 else (nothing, mark)
        found.add(LearnerMarks(Learner(f"pupil {n}"), items, files=("a",)))

    point = next(each for each in found.points if each.id == "limit")
    assert (point.learners, point.puzzle) == (9, min(THREE))


# ---- who needs what ----


def test_a_learner_needs_what_was_missed_most_often():
    """What one learner needs: rule points by how often they were missed, with the beliefs behind."""
    found = analysis_of()
    ben = found.learner(1)

    assert ben.needs == (
        Need("limit", 1, (), EITHER),
        Need("double-effect", 1, (), ("no-draw-between",), is_sure=False),
    )
    assert (ben.name, ben.earned) == ("Ben Okoro", 1)
    assert ben.marks == (Mark.RIGHT, Mark.WRONG, Mark.WRONG)
    assert found.learner(0).needs == ()
    assert not found.learner(3).has_handed_in


MISSED = ["certain", "chance", "chance"]


@pytest.mark.parametrize(
    ("answers", "ids", "groups"),
    [
        (
            CLASS,
            THREE,
            [
                ("limit", "Ben Okoro", "Cem Yılmaz"),
                ("nothing-handed-in", "Dana Roth"),
                ("nothing-missed", "Ann Lee"),
            ],
        ),
        (
            {"Ann": ["certain", "lost"], "Ben": ["lost"], "Cem": RIGHT},
            (*THREE, "dp80-which-first"),
            [("much-not-answered", "Ann", "Ben"), ("nothing-missed", "Cem")],
        ),
        (
            {"Ann": RIGHT, "Ben": MISSED},
            THREE,
            [("missed-little", "Ben"), ("nothing-missed", "Ann")],
        ),
        (
            {"Ann": RIGHT, "Ben": MISSED, "Cem": MISSED},
            THREE,
            [("limit", "Ben", "Cem"), ("nothing-missed", "Ann")],
        ),
    ],
    ids=["four", "half open", "once", "twice"],
)
def test_everybody_is_in_one_group_by_what_is_needed_most(answers, ids, groups):
    """Once by one learner is chance, and a rule point is named for two; half open is a group."""
    report = report_of(answers, task=assignment(ids=ids))

    assert [(group.key, *group.names) for group in report.grouped.needs] == groups
    again = next_steps(report, [*report.analysis.items]).again
    assert (again and again.id) == next((key for key, *_ in groups if key == "limit"), None)


def test_who_answered_puzzles_of_others_is_not_under_nothing_missed():
    """Answers that do not count are no answers: a copier stands with those who left much open."""
    learner = Learner.named("Ann")
    mine = DEALT.entries_of(learner)[0].id
    rows = tuple(AnswerRow(name, '"certain"') for name in THREE if name != mine)
    found = ClassAnalysis(DEALT)
    found.add(mark_learner(Judge(DEALT), learner, [("a", AnswersFile("dealt", learner, rows))]))

    assert [group.key for group in ClassReport(found).grouped.needs] == ["much-not-answered"]

"""What wrong answers are signs of, and which rule points learners missed, by hand."""

import pytest
from classroom.report.class_of_four import EITHER, SETS, analysis_of
from classroom.small_class import THREE, assignment, marks, rows_of

from ono_tutor.classroom.answers_file import AnswersFile
from ono_tutor.classroom.assignment import Feedback, Learner
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.marking import Late, mark_learner
from ono_tutor.classroom.report.analysis import (
    ClassAnalysis,
    Need,
    PointCount,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark


def test_a_misconception_that_one_answer_shows_is_perhaps():
    """No learner held it: how many perhaps did, how often, which puzzles, and what explains it too."""
    found = {belief.id: belief for belief in analysis_of().misconceptions}

    assert found.keys() == {*EITHER, "no-draw-between"}
    limit = found["limit-99-is-safe"]
    assert limit[1:] == (0, 2, 2, ((THREE[1], 2),), (("ono99-sets-99", 2),))
    assert found["no-draw-between"][1:] == (0, 1, 1, ((THREE[2], 1),), ())


def test_a_misconception_that_two_puzzles_show_is_held():
    """Two answers of one learner, and one of another: held by one, perhaps by the other."""
    found = ClassAnalysis(assignment(ids=SETS))
    for name, answers in (("Ann", ["certain", "certain"]), ("Ben", ["certain", None])):
        found.add(marks(assignment(ids=SETS), name, answers))

    belief = found.misconceptions[0]

    assert (belief.id, belief.learners, belief.perhaps, belief.times) == ("ono99-sets-99", 1, 1, 3)
    assert found.learner(0).needs == (Need("ono99-card", 2, ("ono99-sets-99",)),)
    assert found.learner(1).needs == (Need("ono99-card", 1, (), ("ono99-sets-99",)),)


def test_who_got_all_right_in_the_end_needs_nothing():
    """A first answer that was wrong is no rule point missed, though it showed a misconception."""
    task = assignment(Feedback.NOW, attempts=2)
    files = AnswersFile(
        task.id,
        Learner("Ann"),
        (
            *rows_of(task, ["certain", "chance", "lost"]),
            *rows_of(task, ["certain", "lost", "chance"]),
        ),
    )
    found = ClassAnalysis(task)
    found.add(mark_learner(Judge(task), Learner("Ann"), [("a.json", files)], Late.COUNT))

    assert found.learner(0).marks == (Mark.RIGHT,) * 3
    assert found.learner(0).needs == ()


def test_of_two_explanations_the_one_that_other_answers_show_as_well_counts():
    """An answer that two beliefs explain goes to the one that explains another answer too."""
    task = assignment(ids=(THREE[1], SETS[0]))
    found = ClassAnalysis(task)
    found.add(marks(task, "Ann", ["chance", "certain"]))

    assert [(belief.id, belief.learners) for belief in found.misconceptions] == [
        ("ono99-sets-99", 1)
    ]


def test_a_diagnosed_wrong_answer_counts_against_its_misconception_s_point_alone():
    """The double is missed, and no other point of that puzzle."""
    found = analysis_of({"Ann": [None, None, "lost"]})

    assert [point[:4] for point in found.points] == [("double-effect", 0, 1, 1)]


def test_an_answer_that_two_beliefs_explain_counts_against_both_points():
    """Both may be wrong; as missed counts the one that the puzzle is about first."""
    found = analysis_of({"Ann": [None, "chance"]})

    assert [point[:4] for point in found.points] == [("limit", 0, 1, 1), ("ono99-card", 0, 1, 0)]


def test_an_undiagnosed_wrong_answer_counts_against_all_points_of_its_puzzle():
    """Where no misconception explains it, nobody knows which point was missed."""
    found = analysis_of({"Ann": ["lost"]})

    assert {point.id for point in found.points} == set(bank.entry(THREE[0]).rule_points)
    assert all((point.right, point.wrong) == (0, 1) for point in found.points)


def test_what_most_learners_missed_comes_first_and_few_answers_last():
    """Many who missed a point weigh more than its share; one answer ranks nothing."""
    many, share, few = (
        PointCount("a", 9, 5, 5),
        PointCount("b", 2, 4, 2),
        PointCount("c", 0, 4, 4, is_few=True),
    )

    assert sorted([few, share, many], key=lambda point: point.rank) == [many, share, few]


@pytest.mark.parametrize(("learners", "few"), [(0, 2), (1, 2), (3, 2), (8, 4), (9, 5), (40, 5)])
def test_few_answers_are_fewer_than_five_or_than_half_of_a_small_class(learners, few):
    """What is few hangs on how many handed in; a point with one answer less is marked as such."""
    found = analysis_of(
        {f"{n}": ["certain"] if n < few else [None, None, "lost"] for n in range(learners)}
    )

    assert found.few == few
    assert all(point.is_few == (point.right + point.wrong < few) for point in found.points)


def test_a_rule_point_counts_the_learners_who_missed_it_and_where():
    """Two of three missed the limit, both at the same table."""
    limit = next(point for point in analysis_of().points if point.id == "limit")

    assert (limit.learners, limit.puzzle) == (2, THREE[1])


def test_a_learner_needs_what_was_missed_most_often():
    """What one learner needs: rule points by how often they were missed, with the beliefs behind."""
    found = analysis_of()
    ben = found.learner(1)

    assert ben.needs == (
        Need("limit", 1, (), EITHER),
        Need("double-effect", 1, (), ("no-draw-between",), is_sure=False),
    )
    assert (ben.name, ben.earned, ben.marks) == (
        "Ben Okoro",
        1,
        (Mark.RIGHT, Mark.WRONG, Mark.WRONG),
    )
    assert found.learner(0).needs == ()
    assert not found.learner(3).has_handed_in

"""What a class got wrong, added up: every number worked out by hand here."""

from fractions import Fraction

import pytest
from classroom.small_class import THREE, TOO_LATE, assignment, marks

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.judge import Judge
from ono_tutor.classroom.reporting import insight as insight_module
from ono_tutor.classroom.reporting import item_tally
from ono_tutor.classroom.reporting.insight import Insight
from ono_tutor.classroom.reporting.insight_values import Need, Shares, Split, Spread, WrongAnswer
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle

CLASS = {
    "Ann": ["certain", "lost", "chance"],
    "Ben": ["certain", "chance", "lost"],
    "Cem": ["lost", "chance", None],
    "Dan": [],
}


def insight_of(answers=CLASS, **given):
    """The insight into a class by name and answers."""
    task = assignment()
    found, judge = Insight(task), Judge(task)
    for name, words in answers.items():
        found.add(marks(task, name, words, judge=judge, **given))
    return found


def test_items_count_those_who_handed_in():
    """Right, wrong and missing answers by item; who handed in nothing is left out."""
    found = [item.shares for item in insight_of().told_items]

    assert found == [Shares(2, 1, 0, 0), Shares(1, 2, 0, 0), Shares(1, 1, 1, 0)]
    assert found[0].share == Fraction(2, 3)


def test_an_unreadable_answer_is_counted_as_such():
    """An answer that cannot be read is neither wrong nor missing."""
    (first, *_) = insight_of({"Ann": [[1, 2]]}).told_items

    assert first.shares == Shares(0, 0, 0, 1)


def test_wrong_answers_are_told_in_words_with_their_misconception():
    """The most common wrong answer comes first, with how often it came and the belief behind it."""
    items = list(insight_of().told_items)

    assert items[1].puzzles[0].wrong == (
        WrongAnswer("the turn can be completed with luck", 2, "limit-99-is-safe"),
    )
    assert items[2].puzzles[0].wrong == (
        WrongAnswer("the turn cannot be completed", 1, "no-draw-between"),
    )


def test_two_spellings_of_a_wrong_answer_are_one():
    """Answers that mean the same are counted together."""
    (first, *_) = insight_of({"Ann": ["lost"], "Ben": ["LOST "], "Cem": ["lost"]}).told_items

    assert first.puzzles[0].wrong == (WrongAnswer("the turn cannot be completed", 3, ""),)


def test_only_so_many_different_wrong_answers_are_kept(monkeypatch):
    """Beyond the bound the answers are still counted, as others."""
    monkeypatch.setattr(item_tally, "MOST_KEPT", 2)
    entry = next(each for each in bank.index().values() if each.kind == "total")
    task = Assignment("one", "One", (Item((entry,)),))
    found = Insight(task)
    for name, number in zip("abcde", (500, 501, 502, 503, 500), strict=True):
        found.add(marks(task, name, [number]))

    (puzzle,) = next(found.told_items).puzzles

    assert [answer.times for answer in puzzle.wrong] == [2, 1]
    assert puzzle.others == 2
    assert puzzle.shares.wrong == 5


def test_a_misconception_counts_learners_and_times():
    """Each belief: by how many learners it was held, how often, and which puzzles showed it."""
    found = {belief.id: belief for belief in insight_of().beliefs}

    assert found.keys() == {"limit-99-is-safe", "no-draw-between"}
    assert found["limit-99-is-safe"][1:] == (2, 2, ((THREE[1], 2),))
    assert found["no-draw-between"][1:] == (1, 1, ((THREE[2], 1),))


def test_a_right_answer_counts_for_every_rule_point_of_its_puzzle():
    """One right answer: each point that the puzzle is about has one right and none wrong."""
    found = insight_of({"Ann": ["certain"]})

    assert {point.id for point in found.points} == set(bank.entry(THREE[0]).rule_points)
    assert all((point.right, point.wrong) == (1, 0) for point in found.points)


def test_a_diagnosed_wrong_answer_counts_against_its_misconception_s_point_alone():
    """The limit is missed, and no other point of that puzzle."""
    found = insight_of({"Ann": [None, "chance"]})

    assert [(point.id, point.right, point.wrong) for point in found.points] == [("limit", 0, 1)]


def test_an_undiagnosed_wrong_answer_counts_against_all_points_of_its_puzzle():
    """Where no misconception explains it, nobody knows which point was missed."""
    found = insight_of({"Ann": ["lost"]})

    assert {point.id for point in found.points} == set(bank.entry(THREE[0]).rule_points)
    assert all((point.right, point.wrong) == (0, 1) for point in found.points)


def test_the_weakest_rule_point_comes_first():
    """Rule points are in the order of the share of right answers."""
    shares = [point.share for point in insight_of().points]

    assert shares == sorted(shares)
    assert shares[0] < shares[-1]


def test_a_learner_needs_what_was_missed_most_often():
    """What one learner needs: rule points by how often they were missed, with the beliefs behind."""
    found = insight_of()
    ben = found.pupil(1)

    assert ben.needs == (
        Need("limit", 1, ("limit-99-is-safe",)),
        Need("double-effect", 1, ("no-draw-between",)),
    )
    assert (ben.name, ben.earned, ben.marks) == ("Ben", 1, (Mark.RIGHT, Mark.WRONG, Mark.WRONG))
    assert found.pupil(0).needs == ()
    assert not found.pupil(3).has_handed_in


def test_the_marks_are_of_those_who_handed_in():
    """4, 1 and 0 points: the mean is 5/3 and the median 1, exactly."""
    spread = insight_of().spread

    assert spread.counts == ((0, 1), (1, 1), (4, 1))
    assert (spread.mean, spread.median) == (Fraction(5, 3), 1)


@pytest.mark.parametrize(
    ("points", "median"), [([], None), ([3], 3), ([1, 2], Fraction(3, 2)), ([1, 1, 5, 9], 3)]
)
def test_the_median_is_the_middle(points, median):
    """The middle one, or half of the middle two; none of nobody."""
    assert Spread.of(points).median == median


def test_late_and_unknown_learners_are_counted():
    """Who was late, and who is not in the roster."""
    found = insight_of({"Ann": ["certain"]}, at=TOO_LATE)
    found.add(marks(assignment(), "Eve", ["certain"]), is_known=False)

    assert (found.late, found.unknown, len(found)) == (1, 1, 2)
    assert [found.pupil(n).is_known for n in (0, 1)] == [True, False]


def test_an_item_parts_the_upper_third_from_the_lower():
    """Twelve learners: the four best in the other items all right here, the four worst all wrong."""
    best = {f"best {n}": ["certain", "lost", "chance"] for n in range(4)}
    middle = {f"middle {n}": ["lost", "lost", None] for n in range(4)}
    worst = {f"worst {n}": ["lost", None, None] for n in range(4)}

    first, *_ = insight_of(best | middle | worst).told_items

    assert first.split == Split(Fraction(1), Fraction(0))
    assert first.split.difference == 1


def test_the_order_of_learners_does_not_move_how_an_item_parts():
    """Ties belong to the third together, so nothing hangs on who comes first."""
    answers = {
        f"{n}": [["certain", "lost", "chance"], ["lost", "lost", None], ["certain", None, "lost"]][
            n % 3
        ]
        for n in range(15)
    }
    turned = dict(reversed(answers.items()))

    assert [item.split for item in insight_of(answers).told_items] == [
        item.split for item in insight_of(turned).told_items
    ]


def test_nothing_is_said_of_how_items_part_few_or_equal_learners():
    """Fewer than twelve learners, or all even: no upper and no lower third."""
    few = {f"{n}": ["certain", "lost", "chance"] for n in range(11)}
    even = few | {"11": ["certain", "lost", "chance"]}

    assert all(item.split is None for item in insight_of(few).told_items)
    assert all(item.split is None for item in insight_of(even).told_items)


def test_a_dealt_item_is_told_by_puzzle_as_well():
    """Of puzzles that are dealt, the item counts all and each puzzle its own."""
    task = Assignment("dealt", "Dealt", (Item(tuple(map(bank.entry, THREE))),))
    found = Insight(task)
    for n in range(20):
        found.add(marks_dealt(task, f"learner {n}"))

    (item,) = found.told_items

    assert {puzzle.id for puzzle in item.puzzles} == set(THREE)
    assert item.shares.right == sum(puzzle.shares.right for puzzle in item.puzzles) == 20


def marks_dealt(task, name):
    """The marks of a learner who answered the own puzzle right."""
    (entry,) = task.entries_of(marks(task, name, []).learner)
    mine = Assignment(task.id, task.title, (Item((entry,)),))
    return marks(mine, name, [Puzzle.of(entry).answer_as_json()])


def test_without_names_the_order_says_nothing_of_who_came_when():
    """Learners who came in another order are told in the same one."""
    one, other = insight_of(CLASS), insight_of(dict(reversed(CLASS.items())))

    told = [[found.pupil(n)[1:] for n in found.order(is_named=False)] for found in (one, other)]

    assert told[0] == told[1]
    assert list(one.order(is_named=True)) == [0, 1, 2, 3]


def test_notes_are_kept_up_to_a_bound(monkeypatch):
    """All learners with notes are counted; so many notes are kept."""
    monkeypatch.setattr(insight_module, "MOST_NOTES", 2)
    found = Insight(assignment())
    for name in "abc":
        found.add(marks(assignment(), name, ["certain"], faults=("one", "two")))

    assert (found.noted, len(found.notes)) == (3, 2)

"""What a class got wrong, added up: every number worked out by hand here."""

from fractions import Fraction

import pytest
from classroom.report.class_of_four import CLASS, EITHER, analysis_of
from classroom.small_class import THREE, TOO_LATE, assignment, marks

from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.report import analysis
from ono_tutor.classroom.report.analysis import (
    ClassAnalysis,
    Discrimination,
    ItemAnalysis,
    MarkDistribution,
    PuzzleAnalysis,
    ResponseCounts,
    WrongAnswer,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle


def test_items_count_those_who_handed_in():
    """Right, wrong and missing answers by item; who handed in nothing is left out."""
    found = [item.counts for item in analysis_of().items]

    assert found == [
        ResponseCounts(2, 1, 0, 0),
        ResponseCounts(1, 2, 0, 0),
        ResponseCounts(1, 1, 1, 0),
    ]
    assert found[0].share == Fraction(2, 3)


def test_an_unreadable_answer_is_counted_as_such():
    """An answer that cannot be read is neither wrong nor missing."""
    (first, *_) = analysis_of({"Ann": [[1, 2]]}).items

    assert first.counts == ResponseCounts(0, 0, 0, 1)


def test_wrong_answers_are_told_in_words_with_their_misconception():
    """The most common comes first, with how often it came and every belief that explains it."""
    items = list(analysis_of().items)

    assert items[1].puzzles[0].wrong == (WrongAnswer("you survive only with luck", 2, EITHER),)
    assert items[2].puzzles[0].wrong == (
        WrongAnswer("you cannot survive", 1, ("no-draw-between",)),
    )


def test_two_spellings_of_a_wrong_answer_are_one():
    """Answers that mean the same are counted together."""
    (first, *_) = analysis_of({"Ann": ["lost"], "Ben": ["LOST "], "Cem": ["lost"]}).items

    assert first.puzzles[0].wrong == (WrongAnswer("you cannot survive", 3),)


def test_only_so_many_different_wrong_answers_are_kept(monkeypatch):
    """Beyond the bound the answers are still counted, as others."""
    monkeypatch.setattr(analysis, "MOST_COUNTED", 2)
    entry = next(each for each in bank.index().values() if each.kind == "total")
    task = Assignment("one", "One", (Item((entry,)),))
    found = ClassAnalysis(task)
    for name, number in zip("abcde", (500, 501, 502, 503, 500), strict=True):
        found.add(marks(task, name, [number]))

    (puzzle,) = next(found.items).puzzles

    assert [answer.times for answer in puzzle.wrong] == [2, 1]
    assert puzzle.others == 2
    assert puzzle.counts.wrong == 5


def test_a_right_answer_counts_for_every_rule_point_of_its_puzzle():
    """One right answer: each point that the puzzle is about has one right and none wrong."""
    found = analysis_of({"Ann": ["certain"]})

    assert {point.id for point in found.points} == set(bank.entry(THREE[0]).rule_points)
    assert all((point.right, point.wrong) == (1, 0) for point in found.points)


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
    assert MarkDistribution.of(points).median == median


def test_late_and_unknown_learners_are_counted():
    """Who was late, and who is not in the roster."""
    found = analysis_of({"Ann": ["certain"]}, at=TOO_LATE)
    found.add(marks(assignment(), "Eve", ["certain"]), is_known=False)

    assert (found.late, found.unknown, len(found)) == (1, 1, 2)
    assert (found.known, found.known_handed_in, found.handed_in) == (1, 1, 2)
    assert [found.learner(n).is_known for n in (0, 1)] == [True, False]


def test_an_item_parts_the_upper_third_from_the_lower():
    """27 learners: the nine best in the other items all right here, the nine worst all wrong."""
    best = {f"best {n}": ["certain", "lost", "chance"] for n in range(9)}
    middle = {f"middle {n}": ["lost", "lost", None] for n in range(9)}
    worst = {f"worst {n}": ["lost", None, None] for n in range(9)}

    first, *_ = analysis_of(best | middle | worst).items

    assert first.discrimination == Discrimination(Fraction(1), Fraction(0))
    assert first.discrimination.difference == 1


def test_the_order_of_learners_does_not_move_how_an_item_parts():
    """Ties belong to the third together, so nothing hangs on who comes first."""
    answers = {
        f"{n}": [["certain", "lost", "chance"], ["lost", "lost", None], ["certain", None, "lost"]][
            n % 3
        ]
        for n in range(30)
    }
    turned = dict(reversed(answers.items()))

    splits = [item.discrimination for item in analysis_of(answers).items]
    assert splits == [item.discrimination for item in analysis_of(turned).items]
    assert any(splits)


def test_nothing_is_said_of_how_items_part_few_or_equal_learners():
    """Fewer than 25 learners, or all even: no upper and no lower third."""
    few = {f"{n}": [["certain", "lost", "chance"], ["lost"]][n % 2] for n in range(24)}
    even = {f"{n}": ["certain", "lost", "chance"] for n in range(25)}

    assert all(item.discrimination is None for item in analysis_of(few).items)
    assert all(item.discrimination is None for item in analysis_of(even).items)


def test_a_dealt_item_is_told_by_puzzle_as_well():
    """Of puzzles that are dealt, the item counts all and each puzzle its own."""
    task = Assignment("dealt", "Dealt", (Item(tuple(map(bank.entry, THREE))),))
    found = ClassAnalysis(task)
    for n in range(20):
        found.add(marks_dealt(task, f"learner {n}"))

    (item,) = found.items

    assert {puzzle.id for puzzle in item.puzzles} == set(THREE)
    assert item.counts.right == sum(puzzle.counts.right for puzzle in item.puzzles) == 20


def test_of_a_dealt_item_the_puzzle_with_the_most_wrong_answers_is_the_most_missed():
    """A puzzle that nobody answered is not the most missed; one with two wrong answers is."""
    unanswered, missed, other = (
        PuzzleAnalysis("a", ResponseCounts(0, 0, 9, 0), ()),
        PuzzleAnalysis("b", ResponseCounts(5, 2, 0, 0), ()),
        PuzzleAnalysis("c", ResponseCounts(0, 1, 0, 0), ()),
    )
    item = ItemAnalysis(1, 1, ResponseCounts(5, 3, 9, 0), (unanswered, missed, other))

    assert item.by_missed[0] is missed
    assert item.by_missed == (missed, other, unanswered)


def test_without_names_the_order_says_nothing_of_who_came_when():
    """Learners who came in another order are told in the same one."""
    one, other = analysis_of(CLASS), analysis_of(dict(reversed(CLASS.items())))

    told = [[found.learner(n)[1:] for n in found.order(is_named=False)] for found in (one, other)]

    assert told[0] == told[1]
    assert list(one.order(is_named=True)) == [0, 1, 2, 3]


def test_notes_are_kept_up_to_a_bound(monkeypatch):
    """All learners with notes are counted; so many notes are kept."""
    monkeypatch.setattr(analysis, "MOST_NOTES", 2)
    found = ClassAnalysis(assignment())
    for name in "abc":
        found.add(marks(assignment(), name, ["certain"], faults=("one", "two")))

    assert (found.noted, len(found.notes)) == (3, 2)


def marks_dealt(task, name):
    """The marks of a learner who answered the own puzzle right."""
    (entry,) = task.entries_of(marks(task, name, []).learner)
    mine = Assignment(task.id, task.title, (Item((entry,)),))
    return marks(mine, name, [Puzzle.of(entry).answer_as_json()])

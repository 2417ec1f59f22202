"""How strong a learner is: the newest answers weigh most, and what was missed is due at once."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.course.answered import Evidence
from ono_tutor.course.strength import DAYS, Mastery, Strength, report, strengths_of_points
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import rule_points

DAY = date(2026, 1, 1)
MARKS = st.sampled_from(["right", "wrong", "not-attempted", "malformed"])


def told(mark: str, day: int = 0, hints: int = 0, mistakes: str = "", traps: str = "") -> Evidence:
    """An answer so many days after the first, which tells of the rule point ``limit``."""
    at = f"{DAY + timedelta(day)}T10:00:00.000Z"
    return Evidence(at, "p", mark, hints, "limit", mistakes, traps)


def of_limit(*evidence: Evidence) -> Strength:
    """What the answers tell of ``limit``."""
    (found,) = strengths_of_points(evidence)
    return found


def test_a_first_right_answer_is_an_eighth_of_the_way_in_weight() -> None:
    """The newest of eight answers weighs eight of thirty-six."""
    assert of_limit(told("right")).strength == Fraction(8, 36)


def test_a_right_answer_after_a_hint_is_worth_half() -> None:
    """A hint taken costs half the credit, and the box stays."""
    helped = of_limit(told("right", hints=1))

    assert helped.strength == Fraction(4, 36)
    assert (helped.box, helped.right) == (0, 1)


def test_eight_right_answers_are_full_strength() -> None:
    """Older answers do not count any more."""
    assert of_limit(told("wrong"), *[told("right")] * 8).strength == 1


def test_a_right_answer_when_due_comes_back_later_each_time() -> None:
    """After 1, 3, 7, 14, 30 and 60 days, and sixty from then on."""
    day, gaps, answers = 0, [], []
    for _ in range(8):
        answers.append(told("right", day))
        gap = (of_limit(*answers).due - DAY).days - day
        gaps.append(gap)
        day += gap

    assert gaps == [*DAYS[1:], 60, 60]


def test_practice_ahead_of_time_does_not_put_off_what_is_due() -> None:
    """A right answer before the day leaves the day as it was."""
    assert of_limit(told("right"), told("right")).due == DAY + timedelta(1)


def test_what_is_missed_is_due_at_once() -> None:
    """A wrong answer sends it back to the first box, however strong it was."""
    found = of_limit(*(told("right", day) for day in (0, 1, 4)), told("wrong", 11))

    assert (found.box, found.due, found.is_missed) == (0, DAY + timedelta(11), True)


def test_a_malformed_answer_tells_nothing() -> None:
    """It is no attempt: neither for nor against the learner."""
    assert strengths_of_points([told("malformed")]) == ()


def test_a_diagnosed_mistake_counts_against_its_own_rule_point_alone() -> None:
    """Who held a misconception is not marked down for all else the puzzle hangs on."""
    (found,) = strengths_of_points([told("wrong", mistakes="ono99-sets-99")])

    assert (found.id, found.missed) == ("ono99-card", 1)


def test_a_misconception_is_held_and_then_withstood() -> None:
    """A right answer to a puzzle that tempts with it speaks against it."""
    held = told("wrong", mistakes="ono99-sets-99")
    withstood = told("right", 1, traps="ono99-sets-99")

    (found,) = report([held, withstood]).misconceptions

    assert (found.id, found.answered, found.right, found.missed) == ("ono99-sets-99", 2, 1, 1)


@pytest.mark.parametrize(
    ("marks", "mastery"),
    [
        (["right"], Mastery.GROWING),
        (["wrong"], Mastery.WEAK),
        (["wrong", "right"], Mastery.WEAK),
        (["right"] * 3, Mastery.GROWING),
        (["right"] * 4, Mastery.STRONG),
    ],
)
def test_a_word_says_how_strong_it_is(marks: list[str], mastery: Mastery) -> None:
    """Nobody is called weak for one answer that was right."""
    assert of_limit(*map(told, marks)).mastery is mastery


def test_what_is_never_asked_is_not_missed_by_anybody() -> None:
    """A new learner's points to meet are those that a question can be asked about."""
    unmet = report([]).unmet

    assert set(unmet) == set(rule_points()) - set(UNASKABLE)


@given(st.lists(st.tuples(MARKS, st.integers(0, 3)), max_size=30))
def test_strength_is_from_nought_to_one_and_due_never_before_the_last_miss(
    answers: list[tuple[str, int]],
) -> None:
    """Whatever was answered, the figures stay within their bounds."""
    found = strengths_of_points(
        [told(mark, day, hints) for day, (mark, hints) in enumerate(answers)]
    )

    for item in found:
        assert 0 <= item.strength <= 1
        assert item.right + item.missed == item.answered
        assert item.last_missed is None or item.due >= item.last_missed.date()
        assert 0 <= item.box < len(DAYS)

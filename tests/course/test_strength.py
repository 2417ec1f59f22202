"""How strong a learner is: the newest answers weigh most, and what was missed is due at once."""

from dataclasses import replace
from datetime import date, timedelta
from fractions import Fraction
from itertools import count

import pytest
from course.answering import judged
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.course.answer_store import AnswerRecord
from ono_tutor.course.strength import (
    Mastery,
    Strength,
    report,
    strengths_of_beliefs,
    strengths_of_points,
)
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import rule_points

DAY = date(2026, 1, 1)
MARKS = st.sampled_from(["right", "wrong", "not-attempted", "malformed"])
NUMBERS = count()


def told(
    mark: str, day: int = 0, hints: int = 0, mistakes: str = "", traps: str = ""
) -> AnswerRecord:
    """An answer to a puzzle of its own, so many days after the first, about ``limit``."""
    at = f"{DAY + timedelta(day)}T10:00:00.000Z"
    return judged(at, f"p{next(NUMBERS)}", mark, "limit", mistakes, traps, hints)


def of_limit(*evidence: AnswerRecord) -> Strength:
    """What the answers tell of ``limit``."""
    (found,) = strengths_of_points(evidence)
    return found


def test_the_newest_of_eight_answers_weighs_most_and_a_hint_costs_half() -> None:
    """Eight of thirty-six; older answers do not count; after a hint it is asked again sooner."""
    helped, alone = of_limit(told("right", hints=1)), of_limit(told("right"))
    assert (helped.strength, helped.right, alone.strength) == (Fraction(4, 36), 1, Fraction(8, 36))
    assert helped.due < alone.due
    assert of_limit(told("wrong"), *(told("right") for _ in range(8))).strength == 1


def test_a_right_answer_when_due_comes_back_later_each_time() -> None:
    """The gaps grow, up to a year."""
    day, gaps, answers = 0, [0], []
    for _ in range(12):
        answers.append(told("right", day))
        gaps.append((of_limit(*answers).due - DAY).days - day)
        day += gaps[-1]
    assert gaps == sorted(gaps)
    assert (gaps[1], gaps[-1]) == (2, 365)


def test_what_is_missed_is_due_at_once_and_sooner_from_then_on() -> None:
    """However strong it was; and once it is right again it comes back sooner than before."""
    strong = [told("right", day) for day in (0, 2, 12)]
    missed = [*strong, told("wrong", 50)]
    assert of_limit(*missed).due == DAY + timedelta(50)
    again = of_limit(*missed, told("right", 51)).due - DAY - timedelta(51)
    assert timedelta(0) < again < of_limit(*strong).due - DAY - timedelta(12)


def test_a_day_counts_as_its_worst_answer() -> None:
    """Who is right only after a miss on the same day is asked again the next day."""
    assert of_limit(told("wrong"), told("right"), told("right")).due == DAY + timedelta(1)


def test_a_malformed_answer_tells_nothing() -> None:
    """It is no attempt: neither for nor against the learner."""
    assert strengths_of_points([told("malformed")]) == ()


def test_a_diagnosed_mistake_counts_against_its_own_rule_point_alone() -> None:
    """Who held a misconception is not marked down for all else the puzzle hangs on."""
    (found,) = strengths_of_points([told("wrong", mistakes="ono99-sets-99")])
    assert (found.id, found.missed) == ("ono99-card", 1)


def test_a_repeat_after_the_answer_was_shown_counts_nothing() -> None:
    """Eight wrong by one misconception, and the same eight right when repeated, are still weak."""
    trap = "ono99-sets-99"
    wrong = [told("wrong", mistakes=trap, traps=trap) for _ in range(8)]
    again = [replace(item, mark=Mark.RIGHT, mistakes=(), at=told("right", 1).at) for item in wrong]
    (point,), (belief,) = (
        strengths_of_points([*wrong, *again]),
        strengths_of_beliefs([*wrong, *again]),
    )
    assert (point.mastery, point.right, point.missed) == (Mastery.WEAK, 0, 8)
    assert (belief.right, belief.missed) == (0, 8)


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

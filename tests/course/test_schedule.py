"""What answers show: what to practise next and why, how strong a learner is, how hard a puzzle."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import count
from math import exp
from random import Random

import pytest
from course.answering import judged
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_tutor.course.responses import MEAN, MarkedResponse, ratings
from ono_tutor.course.schedule import TELLING, next_puzzles, subject_of
from ono_tutor.course.strength import (
    Mastery,
    report,
    strengths_of_beliefs,
    strengths_of_points,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.misconceptions.answer_patterns import patterns
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import misconceptions

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SOME = dict(list(bank.index().items())[::40])
HOLD = "dp80-hold"
BELIEF = next(name for entry in bank.index().values() for name in entry.misconceptions)
WHYS = {
    "You have not tried": "telling",
    "A new case of a kind": "telling",
    "You missed": "missed",
    "You seemed": "fresh",
    "On ": "mistaken",
    "New to you": "new",
    "Ahead of time": "ahead",
    "“": "due",
}


def told(name, mark, days_ago, mistakes=""):
    """An answer to a puzzle of the bank."""
    entry = bank.index()[name]
    at = f"{(NOW - timedelta(days_ago)).date()}T10:00:00.000Z"
    lists = " ".join(entry.rule_points), mistakes, " ".join(entry.misconceptions)
    return judged(at, name, mark, *lists)


def picked(answers, count=5, seed=1, **others):
    """The next puzzles, of the bank."""
    return next_puzzles(answers, count, now=NOW, seed=seed, **{"among": bank.index()} | others)


def why(pick):
    """The reason for a pick in a word."""
    return next(word for start, word in WHYS.items() if str(pick.reason).startswith(start))


def whys(answers, count=5, **others):
    """The reasons for the next puzzles."""
    return [why(pick) for pick in picked(answers, count, **others)]


def subject(name):
    return subject_of(bank.index()[name])


def test_a_new_learner_begins_with_what_tells_most():
    """Each puzzle is about another idea, none needs a chance, and the reason gives nothing away."""
    found = picked([], count=10)
    assert not {pick.entry.kind for pick in found} & {"chance", "line"}
    assert {str(pick.reason) for pick in found} == {"You have not tried this kind yet."}


def test_what_is_due_and_what_tells_most_come_in_turns():
    """In one sitting, three that tell after each that is due, one by one as well as all at once."""
    answers = [told(name, "right", 3) for name in list(bank.index())[:40:4]]
    expected = ["due", *["telling"] * TELLING, "due", "telling"]
    taken, one_by_one = [], []
    for _ in expected:
        (pick,) = picked(answers, 1, taken=taken)
        taken.append(pick.entry.id)
        one_by_one.append(why(pick))
    assert whys(answers, 6) == one_by_one == expected
    assert len(set(taken)) == 6


def test_then_come_easy_puzzles_on_points_that_can_be_asked():
    """Where nothing more is to be found out: each on another rule point, none that is never asked."""
    quiet = {name: entry for name, entry in bank.index().items() if name not in patterns()}
    found = picked([], count=60, among=quiet)
    assert {why(pick) for pick in found} == {"new"}
    assert len({pick.about for pick in found[:40]}) == 40
    assert not {pick.about for pick in found} & set(UNASKABLE)


def test_what_was_missed_comes_first_as_another_puzzle_of_the_same_idea():
    """The same kind of question, game and rule point; one that nothing is like comes back itself."""
    first = picked([told(HOLD, "wrong", 2)])[0]
    assert first.entry.id != HOLD
    assert subject_of(first.entry) == subject(HOLD)
    assert str(first.reason) == "You missed one like this on 18 November."
    among = {name: bank.index()[name] for name in (HOLD, "total-bmweycn7")}
    first = picked([told(HOLD, "wrong", day) for day in (4, 3, 2)], among=among)[0]
    assert first.entry.id == HOLD
    assert str(first.reason) == "You missed this on 18 November."


def test_no_puzzle_that_was_missed_is_asked_again_on_the_same_day():
    """Its solution was just seen: each idea comes as another puzzle, of another kind if need be."""
    ideas = {}
    for entry in SOME.values():
        ideas.setdefault(subject_of(entry), []).append(entry.id)
    alone = [names[0] for names in ideas.values() if len(names) == 1]
    found = picked([told(name, "wrong", 0) for name in alone], 40, among=SOME)
    assert len(alone) > 10
    assert not {pick.entry.id for pick in found} & {*alone}
    assert "missed" in map(why, found)


@pytest.mark.parametrize("like", [True, False])
def test_what_was_missed_is_done_when_it_or_one_like_it_is_right(like):
    """Then it does not come back as missed; it does if it was right after a hint."""
    missed = told(HOLD, "wrong", 2)
    right = told(picked([missed])[0].entry.id if like else HOLD, "right", 0)
    assert "missed" not in whys([missed, right])
    assert "missed" in whys([missed, replace(right, hints=1)])


def test_what_was_missed_in_a_sitting_waits_for_two_others():
    """And an idea that is missed again and again is asked twice in a sitting, not more."""
    answers = [told(HOLD, "wrong", 0)]
    others = [name for name in bank.index() if bank.index()[name].key == "ninety-nine"][:2]
    again = picked(answers)[0].entry.id
    assert "missed" not in whys(answers, 2, taken=[HOLD])
    assert "missed" in whys(answers, 2, taken=[HOLD, *others])
    assert "missed" not in whys(answers, 2, taken=[HOLD, again, *others])


def test_after_a_misconception_was_told_come_fresh_cases_of_different_ideas():
    """Each tempts with it, none is of an idea that was asked in this sitting."""
    found = picked([], 2, beliefs=[BELIEF], taken=[HOLD])
    assert [why(pick) for pick in found] == ["fresh"] * 2
    assert all(BELIEF in pick.entry.misconceptions for pick in found)
    assert len({subject_of(pick.entry) for pick in found} | {subject(HOLD)}) == 3


def test_a_misconception_that_was_held_is_put_to_the_test():
    """A puzzle that tempts with it is picked; withstood since, it names the day it was held."""
    held = told(HOLD, "wrong", 5, BELIEF)
    other = next(e.id for e in bank.index().values() if BELIEF in e.misconceptions)
    for answers in ([held], [held, told(other, "right", 4)]):
        found = next(pick for pick in picked(answers, 9) if why(pick) == "mistaken")
        assert BELIEF in found.entry.misconceptions
        belief = misconceptions()[BELIEF].belief
        assert f"On 15 November you seemed to think: “{belief}”" in str(found.reason)


def test_what_is_due_says_since_when():
    """A rule point answered right is due again two days later, however well it is known."""
    found = next(pick for pick in picked([told(HOLD, "right", 3)]) if why(pick) == "due")
    assert found.about in found.entry.rule_points
    assert "is due again; you last practised it on 17 November" in str(found.reason)
    names = [e.id for e in bank.index().values() if e.rule_points[:1] == ("limit",)]
    strong = [replace(told(name, "right", 400), rule_points=("limit",)) for name in names[:8]]
    assert ("limit", "due") in {(pick.about, why(pick)) for pick in picked(strong, 9)}


def test_when_all_is_met_and_nothing_due_one_practises_ahead():
    """There is always something to practise."""
    (found,) = picked([told(HOLD, "right", 0)], among={HOLD: bank.index()[HOLD]})
    assert str(found.reason).startswith("Ahead of time: “")
    assert "is due on 22 November" in str(found.reason)


MARKS, DAYS = st.sampled_from(["right", "wrong"]), st.integers(0, 9)
ROWS = st.lists(st.tuples(st.sampled_from(sorted(SOME)), MARKS, DAYS), max_size=25)


@settings(max_examples=40, deadline=None)
@given(ROWS, st.integers(0, 12), st.integers(0, 5))
def test_picks_are_different_puzzles_known_and_the_same_each_time(rows, count, seed):
    """As many as were asked for, no puzzle twice, each with a reason; chance only by the seed."""
    answers = [told(*row) for row in sorted(rows, key=lambda row: -row[2])]
    found = picked(answers, count, seed, among=SOME)
    assert len({pick.entry.id for pick in found}) == len(found) == count
    assert all(pick.entry.id in SOME and str(pick.reason) for pick in found)
    assert found == picked(answers, count, seed, among=SOME)


# ---- how strong a learner is: the newest answers weigh most ----


DAY = date(2026, 1, 1)
NUMBERS = count()
TRAP = "ono99-sets-99"


def shown(mark, day=0, hints=0, mistakes="", traps=""):
    """An answer to a puzzle of its own, so many days after the first, about ``limit``."""
    at = f"{DAY + timedelta(day)}T10:00:00.000Z"
    return judged(at, f"p{next(NUMBERS)}", mark, "limit", mistakes, traps, hints)


def of_limit(*answers):
    """What the answers tell of ``limit``."""
    (found,) = strengths_of_points(answers)
    return found


def test_the_newest_of_eight_answers_weighs_most_and_a_hint_costs_half():
    """Eight of thirty-six; older answers do not count; after a hint it is asked again sooner."""
    helped, alone = of_limit(shown("right", hints=1)), of_limit(shown("right"))
    assert (helped.strength, helped.right, alone.strength) == (Fraction(4, 36), 1, Fraction(8, 36))
    assert helped.due < alone.due
    assert of_limit(shown("wrong"), *(shown("right") for _ in range(8))).strength == 1


def test_a_right_answer_when_due_comes_back_later_each_time():
    """The gaps grow, up to a year."""
    day, gaps, answers = 0, [0], []
    for _ in range(12):
        answers.append(shown("right", day))
        gaps.append((of_limit(*answers).due - DAY).days - day)
        day += gaps[-1]
    assert gaps == sorted(gaps)
    assert (gaps[1], gaps[-1]) == (2, 365)


def test_what_is_missed_is_due_at_once_and_sooner_from_then_on():
    """However strong it was; and who is right on the same day is asked again the next day."""
    strong = [shown("right", day) for day in (0, 2, 12)]
    missed = [*strong, shown("wrong", 50)]
    assert of_limit(*missed).due == DAY + timedelta(50)
    again = of_limit(*missed, shown("right", 51)).due - DAY - timedelta(51)
    assert timedelta(0) < again < of_limit(*strong).due - DAY - timedelta(12)
    assert of_limit(shown("wrong"), shown("right"), shown("right")).due == DAY + timedelta(1)


def test_what_tells_nothing_and_what_tells_of_one_rule_alone():
    """A malformed answer is no attempt; a diagnosed mistake counts against its own rule point."""
    assert strengths_of_points([shown("malformed")]) == ()
    (found,) = strengths_of_points([shown("wrong", mistakes=TRAP)])
    assert (found.id, found.missed) == ("ono99-card", 1)


def test_a_repeat_after_the_answer_was_shown_counts_nothing():
    """Eight wrong by one misconception, and the same eight right when repeated, are still weak."""
    wrong = [shown("wrong", mistakes=TRAP, traps=TRAP) for _ in range(8)]
    at = shown("right", 1).at
    answers = [*wrong, *(replace(each, mark=Mark.RIGHT, mistakes=(), at=at) for each in wrong)]
    (point,), (belief,) = strengths_of_points(answers), strengths_of_beliefs(answers)
    assert (point.mastery, point.right, point.missed) == (Mastery.WEAK, 0, 8)
    assert (belief.right, belief.missed) == (0, 8)


def test_a_misconception_is_held_and_then_withstood():
    """A right answer to a puzzle that tempts with it speaks against it."""
    (found,) = report([shown("wrong", mistakes=TRAP), shown("right", 1, traps=TRAP)]).misconceptions
    assert (found.id, found.answered, found.right, found.missed) == (TRAP, 2, 1, 1)


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
def test_a_word_says_how_strong_it_is(marks, mastery):
    """Nobody is called weak for one answer that was right."""
    assert of_limit(*map(shown, marks)).mastery is mastery


MARKS = st.sampled_from(["right", "wrong", "not-attempted", "malformed"])


@given(st.lists(st.tuples(MARKS, st.integers(0, 3)), max_size=30))
def test_strength_is_from_nought_to_one_and_due_never_before_the_last_miss(answers):
    """Whatever was answered, the figures stay within their bounds."""
    days = enumerate(answers)
    for item in strengths_of_points([shown(mark, day, hints) for day, (mark, hints) in days]):
        assert 0 <= item.strength <= 1
        assert item.right + item.missed == item.answered
        assert item.last_missed is None or item.due >= item.last_missed.date()


# ---- how hard a puzzle is: the planted order of a simulated class comes out again ----


def simulated(seed, guess=0.0):
    """How hard 40 puzzles are, and the answers of 200 learners to them, each in its own order."""
    random = Random(seed)
    puzzles = [random.gauss(0, 1) for _ in range(40)]
    answers = []
    for learner in range(200):
        ability = random.gauss(0, 1)
        for number in random.sample(range(40), 40):
            chance = guess + (1 - guess) / (1 + exp(puzzles[number] - ability))
            mark = Mark.RIGHT if random.random() < chance else Mark.WRONG
            answers.append(MarkedResponse(f"l{learner}", f"p{number}", mark))
    return puzzles, answers


def rank_correlation(one, other):
    """Spearman's, for values without ties."""
    size = len(one)
    ranks = [sorted(range(size), key=values.__getitem__) for values in (one, other)]
    places = [dict(zip(order, range(size), strict=True)) for order in ranks]
    squares = sum((places[0][item] - places[1][item]) ** 2 for item in range(size))
    return 1 - 6 * squares / (size * (size**2 - 1))


@pytest.mark.parametrize(("seed", "guess"), [(1, 0.0), (2, 0.0), (3, 0.25), (20261120, 0.25)])
def test_the_order_of_a_simulated_class_is_recovered(seed, guess):
    """200 learners and 40 puzzles, with and without guessing: a rank correlation over 0.9."""
    puzzles, answers = simulated(seed, guess)
    found = {item.puzzle: item for item in ratings(answers)}
    estimated = [found[f"p{number}"].rating for number in range(40)]
    assert rank_correlation(puzzles, estimated) > 0.9
    assert sum(estimated) / 40 == pytest.approx(MEAN)
    assert all(item.answers == 200 and 0 < item.margin < 200 for item in found.values())


def test_a_puzzle_that_more_learners_miss_is_rated_higher():
    """The easiest comes first; few answers leave a wide margin, and none leave nothing."""
    answers = [
        MarkedResponse(f"l{n}", name, Mark.RIGHT if n < right else Mark.WRONG)
        for name, right in (("a", 2), ("b", 8))
        for n in range(10)
    ]
    easy, hard = ratings(answers)
    assert (easy.puzzle, easy.right, hard.puzzle, hard.right) == ("b", 8, "a", 2)
    assert easy.rating < MEAN < hard.rating
    (alone,) = ratings([MarkedResponse("l", "p", Mark.RIGHT)])
    assert alone.margin > 500
    assert ratings([]) == ()

"""What to practise next: what was missed, what is due, then what is new, each with its reason."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from course.answering import judged
from hypothesis import given, settings
from hypothesis import strategies as st

from ono_tutor.course.answer_store import AnswerRecord
from ono_tutor.course.schedule import TELLING, Pick, next_puzzles, subject_of
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.misconceptions.answer_patterns import patterns
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import misconceptions

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
SOME = dict(list(bank.index().items())[::40])


def told(name: str, mark: str, days_ago: int, mistakes: str = "") -> AnswerRecord:
    """An answer to a puzzle of the bank."""
    entry = bank.index()[name]
    at = f"{(NOW - timedelta(days_ago)).date()}T10:00:00.000Z"
    return judged(
        at, name, mark, " ".join(entry.rule_points), mistakes, " ".join(entry.misconceptions)
    )


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


def why(pick: Pick) -> str:
    """The reason for a pick in a word."""
    return next(word for start, word in WHYS.items() if str(pick.reason).startswith(start))


def picked(
    evidence: list[AnswerRecord], count: int = 5, seed: int = 1, **others: object
) -> tuple[Pick, ...]:
    """The next puzzles of the bank."""
    among: dict[str, Entry] = others.get("among", bank.index())  # type: ignore[assignment]
    taken: list[str] = others.get("taken", [])  # type: ignore[assignment]
    told: list[str] = others.get("told", [])  # type: ignore[assignment]
    return next_puzzles(evidence, count, now=NOW, seed=seed, among=among, taken=taken, beliefs=told)


def test_a_new_learner_begins_with_what_tells_most() -> None:
    """Each puzzle is about another idea, none needs a chance, and the reason gives nothing away."""
    found = picked([], count=10)
    assert {why(pick) for pick in found} == {"telling"}
    assert not {pick.entry.kind for pick in found} & {"chance", "line"}
    assert {str(pick.reason) for pick in found} == {"You have not tried this kind yet."}


def test_what_is_due_and_what_tells_most_come_in_turns() -> None:
    """In one sitting, three that tell after each that is due, one by one as well as all at once."""
    evidence = [told(name, "right", 3) for name in list(bank.index())[:40:4]]
    whys = [why(pick) for pick in picked(evidence, 6)]
    one_by_one: list[Pick] = []
    for _ in range(6):
        taken = [pick.entry.id for pick in one_by_one]
        one_by_one += picked(evidence, 1, taken=taken)
    assert whys == ["due", *["telling"] * TELLING, "due", "telling"]
    assert [why(pick) for pick in one_by_one] == whys
    assert len({pick.entry.id for pick in one_by_one}) == 6


def test_then_come_easy_puzzles_on_points_that_can_be_asked() -> None:
    """Where nothing more is to be found out: each on another rule point, none that is never asked."""
    quiet = {name: entry for name, entry in bank.index().items() if name not in patterns()}
    found = picked([], count=60, among=quiet)
    assert {why(pick) for pick in found} == {"new"}
    assert len({pick.about for pick in found[:40]}) == 40
    assert not {pick.about for pick in found} & set(UNASKABLE)
    assert str(found[0].reason).startswith("New to you: “")


def test_what_was_missed_comes_first_as_another_puzzle_of_the_same_idea() -> None:
    """The same kind of question, game and rule point; it says on which day one was missed."""
    first = picked([told("dp80-hold", "wrong", 2)])[0]
    assert why(first) == "missed"
    assert first.entry.id != "dp80-hold"
    assert subject_of(first.entry) == subject_of(bank.index()["dp80-hold"])
    assert str(first.reason) == "You missed one like this on 18 November."


def test_a_puzzle_that_nothing_is_like_comes_back_itself() -> None:
    """And says when it was missed."""
    among = {name: bank.index()[name] for name in ("dp80-hold", "total-bmweycn7")}
    evidence = [told("dp80-hold", "wrong", day) for day in (4, 3, 2)]
    first = picked(evidence, among=among)[0]
    assert (first.entry.id, why(first)) == ("dp80-hold", "missed")
    assert str(first.reason) == "You missed this on 18 November."


def test_no_puzzle_that_was_missed_is_asked_again_on_the_same_day() -> None:
    """Its solution was just seen: each idea comes as another puzzle, of another kind if need be."""
    ideas: dict[object, list[str]] = {}
    for entry in SOME.values():
        ideas.setdefault(subject_of(entry), []).append(entry.id)
    alone = [names[0] for names in ideas.values() if len(names) == 1]
    found = picked([told(name, "wrong", 0) for name in alone], 40, among=SOME)
    assert len(alone) > 10
    assert not {pick.entry.id for pick in found} & {*alone}
    assert "missed" in {why(pick) for pick in found}


@pytest.mark.parametrize("like", [True, False])
def test_what_was_missed_is_done_when_it_or_one_like_it_is_right(like: bool) -> None:
    """Then it does not come back as missed."""
    missed = told("dp80-hold", "wrong", 2)
    again = picked([missed])[0].entry.id if like else "dp80-hold"
    right = told(again, "right", 0)
    assert "missed" not in {why(pick) for pick in picked([missed, right])}
    assert "missed" in {why(pick) for pick in picked([missed, replace(right, hints=1)])}


def test_what_was_missed_in_a_sitting_waits_for_two_others() -> None:
    """And an idea that is missed again and again is asked twice in a sitting, not more."""
    evidence, taken = [told("dp80-hold", "wrong", 0)], ["dp80-hold"]
    others = [name for name in bank.index() if bank.index()[name].key == "ninety-nine"]
    assert "missed" not in {why(pick) for pick in picked(evidence, 2, taken=taken)}
    assert "missed" in {why(pick) for pick in picked(evidence, 2, taken=[*taken, *others[:2]])}
    asked = [*taken, picked(evidence)[0].entry.id, *others[:2]]
    assert "missed" not in {why(pick) for pick in picked(evidence, 2, taken=asked)}


def test_after_a_misconception_was_told_come_fresh_cases_of_different_ideas() -> None:
    """Each tempts with it, none is of an idea that was asked in this sitting."""
    found = picked([], 2, told=[_belief()], taken=["dp80-hold"])
    ideas = {subject_of(pick.entry) for pick in found} | {subject_of(bank.index()["dp80-hold"])}
    assert [why(pick) for pick in found] == ["fresh"] * 2
    assert all(_belief() in pick.entry.misconceptions for pick in found)
    assert len(ideas) == 3


def test_a_misconception_that_was_held_is_put_to_the_test() -> None:
    """A puzzle that tempts with it is picked, and the belief is named."""
    evidence = [told("dp80-hold", "wrong", 2, _belief())]
    found = next(pick for pick in picked(evidence) if why(pick) == "mistaken")
    assert str(misconceptions()[_belief()].belief) in str(found.reason)
    assert _belief() in found.entry.misconceptions
    assert "you seemed to think: “" in str(found.reason)


def test_a_misconception_withstood_since_names_the_day_it_was_held() -> None:
    """And what is known in full is still practised when it is due."""
    other = next(e.id for e in bank.index().values() if _belief() in e.misconceptions)
    evidence = [told("dp80-hold", "wrong", 5, _belief()), told(other, "right", 4)]
    found = next(pick for pick in picked(evidence, 9) if why(pick) == "mistaken")
    assert "On 15 November you seemed to think" in str(found.reason)
    names = [e.id for e in bank.index().values() if e.rule_points[:1] == ("limit",)]
    strong = [replace(told(name, "right", 400), rule_points=("limit",)) for name in names[:8]]
    assert ("limit", "due") in {(pick.about, why(pick)) for pick in picked(strong, 9)}


def _belief() -> str:
    return next(name for entry in bank.index().values() for name in entry.misconceptions)


def test_what_is_due_says_since_when() -> None:
    """A rule point answered right is due again two days later."""
    found = next(pick for pick in picked([told("dp80-hold", "right", 3)]) if why(pick) == "due")
    assert found.about in found.entry.rule_points
    assert "is due again" in str(found.reason)
    assert "17 November" in str(found.reason)


def test_when_all_is_met_and_nothing_due_one_practises_ahead() -> None:
    """There is always something to practise."""
    among = {name: bank.index()[name] for name in ("dp80-hold",)}
    (found,) = picked([told("dp80-hold", "right", 0)], among=among)
    assert why(found) == "ahead"
    assert "is due on 22 November" in str(found.reason)


EVIDENCE = st.lists(
    st.tuples(
        st.sampled_from(sorted(SOME)), st.sampled_from(["right", "wrong"]), st.integers(0, 9)
    ),
    max_size=25,
).map(lambda rows: [told(*row) for row in sorted(rows, key=lambda row: -row[2])])


@settings(max_examples=40, deadline=None)
@given(EVIDENCE, st.integers(0, 12), st.integers(0, 5))
def test_picks_are_different_puzzles_known_and_the_same_each_time(
    evidence: list[AnswerRecord], count: int, seed: int
) -> None:
    """As many as were asked for, no puzzle twice, each with a reason; chance only by the seed."""
    found = picked(evidence, count, seed, among=SOME)
    assert len({pick.entry.id for pick in found}) == len(found) == count
    assert all(pick.entry.id in SOME and str(pick.reason) for pick in found)
    assert found == picked(evidence, count, seed, among=SOME)

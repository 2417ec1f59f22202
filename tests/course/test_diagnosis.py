"""What answers tell of a learner's beliefs, and which puzzle tells most."""

from itertools import islice

import pytest
from course.answering import judged
from find_patterns import format_pattern, pattern_of
from hypothesis import given
from hypothesis import strategies as st
from sweeps import rotating

from ono_tutor.course.diagnosis import (
    LEAST,
    NAMED,
    OTHER,
    RIGHT,
    Diagnosis,
    diagnose,
    hypotheses,
    most_telling,
    outcome_of,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.answer_patterns import SOUND, patterns
from ono_tutor.puzzles.misconceptions.changes import CHANGES
from ono_tutor.puzzles.misconceptions.explain import changed_tasks, diagnosed
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.book import misconceptions

TEMPTING = sorted(patterns())


def evidence(entry, mark, mistakes="", hints=0):
    return judged("2026-11-20T10:00:00.000Z", entry.id, mark, "", mistakes, hints=hints)


def by_engine(entry, belief):
    """The answer of a learner with this misconception, judged as any answer is."""
    puzzle = Puzzle.of(entry)
    kind, task = KINDS[puzzle.kind], puzzle.task
    answer = kind.answer(next(changed_tasks(task, (belief,))))
    if kind.accepts(task, kind.answer(task), answer):
        return evidence(entry, "right")
    return evidence(entry, "wrong", " ".join(found.id for found in diagnosed(kind, task, answer)))


def asked(belief, seed, most):
    """The diagnosis after each puzzle, of one who believes this and never slips."""
    found, before, random = Diagnosis(), [], SeededRandom(seed)
    for _ in range(most):
        entry = next(most_telling(found, bank.index(), (), before[-9:], random), None)
        if entry is None:
            return
        before.append(entry)
        tempts = belief is not None and belief in entry.misconceptions
        answer = by_engine(entry, belief or "") if tempts else evidence(entry, "right")
        found = found.after(patterns()[entry.id], outcome_of(patterns()[entry.id], answer))
        yield found


def test_every_pattern_of_the_bank_is_what_the_engine_finds():
    """The file of patterns has each puzzle that misleads, and no other, with its answers."""
    for name in rotating(sorted(bank.index())):
        found, stored = pattern_of(bank.entry(name)), patterns().get(name)
        assert bool(found.traps) == bool(stored), name
        assert stored is None or format_pattern(found) == format_pattern(stored), name
        alone = frozenset().union(*(who for who in found.answers if len(who) == 1))
        assert alone & {*misconceptions()} <= {*bank.entry(name).misconceptions}, name


def test_before_any_answer_every_misconception_is_possible_and_none_is_named():
    """The hypotheses: the rules, each reading of a misconception, and those of each two."""
    assert sum(hypotheses().values()) == pytest.approx(1)
    assert {belief for who in hypotheses() for belief in who} == set(CHANGES)
    assert all(0 < Diagnosis().chance(belief) < NAMED for belief in misconceptions())
    assert Diagnosis().likeliest(misconceptions()) is None


@pytest.mark.parametrize("belief", sorted(misconceptions()))
def test_a_learner_is_found_out(belief):
    """Whoever answers by one belief alone is told so, if a puzzle for all tempts with it."""
    tempting = [entry for entry in bank.index().values() if belief in entry.misconceptions]
    askable = [e for e in tempting if e.kind not in ("chance", "line") and e.rules == e.key]
    is_named = any(found.likeliest([belief]) for found in asked(belief, 1, 30))
    assert is_named or len(askable) < 3, f"{belief} was not named within 30 puzzles"


@pytest.mark.parametrize("seed", range(3))
def test_one_who_knows_the_rules_is_accused_of_nothing_and_soon_left_alone(seed):
    """Right answers make every misconception less probable, until there is little to learn."""
    steps = list(asked(None, seed, 60))
    assert all(step.likeliest(misconceptions()) is None for step in steps)
    assert len(steps) < 60
    assert steps[-1].weights[SOUND] > hypotheses()[SOUND]


MARKS = st.sampled_from(["right", "wrong", "malformed"])
ANSWERS = st.lists(st.tuples(st.sampled_from(TEMPTING), MARKS), max_size=12)


@given(ANSWERS)
def test_chances_are_chances_whatever_is_answered(answers):
    """They come to 1; no answer, however odd, is impossible; and what is told is never negative."""
    rows = []
    for name, mark in answers:
        entry = bank.index()[name]
        mistakes = min(patterns()[name].traps) if mark == "wrong" and len(name) % 2 else ""
        rows.append(evidence(entry, mark, mistakes))
    found = diagnose(rows)
    assert sum(found.weights.values()) == pytest.approx(1)
    assert all(weight > 0 for weight in found.weights.values())
    assert all(0 <= found.chance(belief) <= 1 for belief in misconceptions())
    assert all(found.information(patterns()[name]) >= -1e-9 for name, _ in answers)


def test_a_repeat_and_an_answer_after_a_hint_tell_nothing():
    """Once the solution was seen, or half of it, the answer is not the learner's own."""
    entry = bank.index()[TEMPTING[0]]
    wrong = evidence(entry, "wrong", entry.misconceptions[0])
    shown = evidence(entry, "not-attempted")
    assert diagnose([wrong, wrong, wrong]).weights == diagnose([wrong]).weights
    assert diagnose([shown, wrong]).weights == Diagnosis().weights
    assert diagnose([evidence(entry, "right", hints=1)]).weights == Diagnosis().weights
    assert diagnose([wrong]).weights != Diagnosis().weights


def test_a_wrong_answer_that_nothing_explains_is_told_from_the_others():
    """An answer shows that it is right, or what explains it, if anything does."""
    entry = bank.index()[TEMPTING[0]]
    pattern, trap = patterns()[entry.id], entry.misconceptions[0]
    assert outcome_of(pattern, evidence(entry, "right")) == RIGHT
    assert outcome_of(pattern, evidence(entry, "wrong")) == OTHER
    assert trap in outcome_of(pattern, evidence(entry, "wrong", trap))


def test_no_idea_is_asked_twice_and_none_for_experts():
    """Of a sitting each is new, tells at least so much, and needs no chance and no open hands."""
    found = list(islice(most_telling(Diagnosis(), bank.index(), (), (), SeededRandom(1)), 40))
    assert len({entry.idea for entry in found}) == len(found) == 40
    assert not {entry.kind for entry in found} & {"chance", "line"}
    assert all(entry.rules == entry.key for entry in found)
    assert all(Diagnosis().information(patterns()[entry.id]) >= LEAST for entry in found)

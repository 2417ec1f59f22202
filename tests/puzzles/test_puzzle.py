"""The shipped puzzles: answers recomputed, every wrong answer explained, bad ones no attempt."""

import pytest

from ono_tutor import NotationError, Puzzle
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import OFFERED, mistaken

PUZZLES = [pytest.param(puzzle, id=puzzle.id) for puzzle in Puzzle.load_set("double-play-1980")]
BAD = [None, "", "\n", " ", "maybe", "O7", "7!", "out", "draw:0", "OOOO", "A+1", "2x2", "certain!", "７", "\x00", "1\n2", "x" * 10**6, "{why}",
       0, 1, True, False, 7.5, [], (), {}, object(), b"certain", float("nan")]  # fmt: skip


@pytest.mark.parametrize("puzzle", PUZZLES[:2])
@pytest.mark.parametrize("answer", BAD, ids=lambda answer: ascii(answer)[:20])
def test_a_malformed_answer_is_no_attempt(puzzle, answer):
    """What cannot be read as an answer is neither right nor wrong, and says why in one short line."""
    check = puzzle.check(answer)
    assert check.mark in (Mark.MALFORMED, Mark.NOT_ATTEMPTED)
    assert not check.is_right
    assert (check.rules, check.reasons, check.answer) == ((), (), None)
    assert str(check).isprintable()
    assert len(str(check)) <= 400


@pytest.mark.parametrize("load", [Puzzle.load, Puzzle.load_set])
@pytest.mark.parametrize("name", ["", "nonsense", "../secrets", "x" * 10**5, "a\nb"])
def test_an_unknown_name_is_one_short_error(load, name):
    """A puzzle or a set that does not exist is one error of one short line."""
    with pytest.raises(NotationError) as caught:
        load(name)
    assert caught.value.message.isprintable()
    assert len(caught.value.message) <= 400


ODD = (None, "", [], "?!", True, 1.5, "certain", "lost", "1/2", 0, 98, ["7", "H"], "every card is safe", {"seat": 1, "owes": 1}, [0, 1], ["1980"])  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_mark_and_check_agree(kind):
    """For right answers, wrong ones and nonsense, over puzzles of every kind."""
    entries = [entry for entry in bank.index().values() if entry.kind == kind][::40][:6]
    for puzzle in map(Puzzle.of, entries):
        plays = map(str, puzzle.position.rules.plays_of_hand(puzzle.position.hand))
        offered = (word for word, _ in puzzle.choices)
        for answer in (puzzle.answer_as_json(), *plays, *offered, *ODD):
            assert puzzle.mark(answer) is puzzle.check(answer).mark


# Answers to choose among.

NUMBERS = [name for name, kind in KINDS.items() if kind.info.shape in (Shape.NUMBER, Shape.AMOUNTS)]
ENTRIES = [entry for entry in bank.index().values() if entry.kind in NUMBERS]
SOME = [Puzzle.of(entry) for entry in ENTRIES[:: len(ENTRIES) // 60]]


@pytest.mark.parametrize("puzzle", SOME, ids=lambda puzzle: puzzle.id)
def test_one_is_right_and_the_others_are_wrong(puzzle):
    """Four answers are offered, one right, the others wrong, by a misconception if there is one."""
    words = [word for word, _ in puzzle.offered]
    checks = list(map(puzzle.check, words))
    assert len(set(words)) == OFFERED
    assert sorted(check.mark for check in checks) == [Mark.RIGHT, *[Mark.WRONG] * (OFFERED - 1)]
    beliefs = list(mistaken(KINDS[puzzle.kind], puzzle.task))
    assert any(check.mistakes for check in checks) == bool(beliefs)


def test_the_place_of_the_right_one_says_nothing():
    """Over the totals of the bank the right answer stands in every place."""
    totals = [Puzzle.of(entry) for entry in ENTRIES if entry.kind == "total"][::10]
    words = [[word for word, _ in puzzle.offered] for puzzle in totals]
    places = {found.index(str(p.answer)) for p, found in zip(totals, words, strict=True)}
    assert places == set(range(OFFERED))

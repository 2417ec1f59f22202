"""Each learner gets other puzzles, as hard as everybody else's, and none twice."""

from collections import Counter
from dataclasses import replace

import pytest

from ono_tutor.classroom.assignment import Learner, build_assignment
from ono_tutor.classroom.choose import (
    ENOUGH,
    NONE,
    choose_puzzles,
    features_of,
    prerequisites_of,
)
from ono_tutor.classroom.variants import MOST, WIDEST, draw_pools, pools_alike
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter, shown_kind

BANK = tuple(bank.index().values())
CLASS = [Learner(f"learner {number}") for number in range(200)]
WISHES = [
    PuzzleFilter(),
    PuzzleFilter(rules=("1980",)),
    PuzzleFilter(kinds=("total", "next"), levels=(2, 3)),
    PuzzleFilter(rule_points=("double-effect", "hold")),
    PuzzleFilter(kinds=("score",)),
]


def drawn(wish, count=10):
    return pools_alike(choose_puzzles(BANK, wish, count, "0", for_variants=True), [BANK], wish, "0")


def spare(total, difficulty=10, points=("limit",), rules="1980"):
    """A made-up puzzle: no two at the same total are alike."""
    return Entry(f"p{total}", "total", f"{rules} total={total} hand=7", "", "", difficulty, points)


def none(*_):
    """No new puzzle can be made."""
    return ()


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_pools_are_large_alike_and_apart_and_all_learners_have_it_as_hard(wish):
    """A pool has 4 to 8 puzzles of one kind, rule set and level, in no other pool.

    Of 200 learners none gets a puzzle twice; sums of difficulty lie between those stated, at most
    5 apart for each item, mostly 0. Where many are to be had, everybody owes as many cards, and of
    all else that is seen two things differ at the most.
    """
    found = drawn(wish)
    assignment = build_assignment(found, "Test")
    numbers = {entry.words[1:]: entry.difficulty for pool in found for entry in pool}

    dealt = [[entry.words[1:] for entry in assignment.entries_of(learner)] for learner in CLASS]

    sums = [sum(numbers[words] for words in mine) for mine in dealt]
    hard = [[entry.difficulty for entry in pool] for pool in found]
    least, most = sum(map(min, hard)), sum(map(max, hard))
    assert all(len(set(ids)) == len(ids) for ids in dealt)
    assert least <= min(sums) <= max(sums) <= most <= least + WIDEST * len(found)
    assert len({tuple(ids) for ids in dealt}) > 190
    assert set(Counter(entry.id for pool in found for entry in pool).values()) == {1}
    for pool in found:
        assert ENOUGH <= len(pool) <= MOST
        assert len({(shown_kind(e), e.rules, e.level) for e in pool}) == 1
        assert all(map(wish.passes, pool))
        if wish in WISHES[:2]:
            features = [features_of(entry) for entry in pool]
            assert len({each.is_turn for each in features}) == 1
            assert max(each.misses(features[0]) for each in features) <= 2


def like(total, hand):
    """A spare puzzle that shows this hand."""
    return replace(spare(total), position=f"1980 total={total} hand={hand}")


OTHERS = [spare(n, points=("hold",)) for n in range(1, 9)]
SAME = [spare(n) for n in range(20, 25)]
OWED = [like(n, "7 owes=2") for n in range(1, 7)]


@pytest.mark.parametrize(
    ("spares", "pool"),
    [
        # Of puzzles as hard, those with as many cards come before one with more.
        (
            [like(8, "7,8,O players=3"), like(9, "7,8"), spare(1), spare(2)],
            [spare(1), spare(2), like(9, "7,8")],
        ),
        # Those with the same first rule point come first.
        ([*OTHERS, *SAME], [*SAME, *OTHERS[:2]]),
        # The same level only where fewer than 4 are as hard, the nearest first, at most 5 apart.
        (
            [spare(6), spare(1, 12), spare(2, 15), spare(3, 9), spare(4, 7), spare(5, 17)],
            [spare(6), spare(3, 9), spare(1, 12)],
        ),
        # Of puzzles on both sides only as many come as keep the pool together.
        ([spare(1, 7), spare(2, 13), spare(3, 12)], [spare(3, 12), spare(1, 7)]),
        # Another turn is the last resort, and no more than to 4.
        ([*OWED, spare(20)], [spare(20), *OWED[:2]]),
        # A puzzle with an option is never dealt beside one without, and none is there twice.
        ([spare(1, rules="1980+scoring=points"), replace(spare(50), id="other")], []),
    ],
)
def test_what_looks_most_alike_comes_first_and_the_search_widens_in_steps(spares, pool):
    """Behind the chosen puzzle stand the spare ones that may stand in for it, the best first."""
    assert draw_pools([spare(50)], spares, none) == ((spare(50), *pool),)


def test_answers_differ_within_a_pool_and_items_share_what_there_is():
    """Of two answers a pool has both evenly; two items of one sort take turns."""
    sealed = [replace(spare(n), seal="yes" if n < 7 else "no") for n in range(1, 20)]

    (mixed,) = draw_pools([replace(spare(50), seal="no")], sealed, none)
    shared = draw_pools([spare(50), spare(51)], [spare(n) for n in range(1, 7)], none)

    assert Counter(entry.seal for entry in mixed) == {"yes": 4, "no": 4}
    assert [len(pool) for pool in shared] == [4, 4]


def test_variants_hold_back_as_much_as_what_they_stand_for():
    """No learner gets a double at level 1 where another has none."""
    wish = PuzzleFilter(rules=("1980",), levels=(1,))

    assert {prerequisites_of(wish, e) for pool in drawn(wish, 6) for e in pool} == {NONE}


@pytest.mark.slow
def test_new_puzzles_fill_what_is_too_small():
    """Where the bank has too few, new ones of the sort are made; the same from the same seed."""
    first = next(entry for entry in BANK if (entry.kind, entry.rules) == ("legal", "2022"))

    one, other = (pools_alike([first], [], PuzzleFilter(), "3") for _ in range(2))

    assert one == other
    assert len(one[0]) == ENOUGH
    assert {(entry.kind, entry.rules) for entry in one[0]} == {("legal", "2022")}

"""What a class must have met first is chosen only where it is asked for."""

from collections import Counter
from dataclasses import replace

import pytest

from ono_tutor.classroom.choose import (
    NONE,
    choose_puzzles,
    features_of,
    prerequisites_of,
)
from ono_tutor.classroom.variants import pools_alike
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter, points_in
from ono_tutor.puzzles.kind import Prerequisite

BANK = tuple(bank.index().values())


def puzzle(position, kind="legal", difficulty=10, points=("limit",), plays=""):
    """A made-up puzzle of which only what is weighed matters."""
    return Entry(f"{kind} {position}", kind, position, plays, "", difficulty, points)


EXPERT = puzzle("1980 hand=7", difficulty=40)
HELD_BACK = {
    Prerequisite.OPTIONS: puzzle("1980+scoring=points hand=7"),
    Prerequisite.EXPERT: EXPERT,
    Prerequisite.DOUBLES: puzzle("1980 hand=7 owes=2"),
    Prerequisite.LATE: puzzle("1980 hands=7,8,9/?3 undrawn=0,1"),
    Prerequisite.HANDS: puzzle("1980 total=50 hands=7/8", kind="line"),
    Prerequisite.CHANCE: puzzle("1980 hand=7", kind="chance"),
    Prerequisite.EDITION: puzzle("1980 hand=7", kind="edition"),
}


@pytest.mark.parametrize("rules", [(), ("1980",)])
@pytest.mark.parametrize("reserve", HELD_BACK)
def test_each_is_held_back_where_nobody_asks_for_it(reserve, rules):
    """A puzzle has just the reserve that it was made for, rule sets named or not."""
    assert prerequisites_of(PuzzleFilter(rules=rules), HELD_BACK[reserve]) == reserve


@pytest.mark.parametrize(
    ("reserve", "asked"),
    [
        (Prerequisite.OPTIONS, {"rules": ("1980+scoring=points",)}),
        (Prerequisite.EXPERT, {"levels": (5,)}),
        (Prerequisite.DOUBLES, {"rule_points": ("double-reply",)}),
        (Prerequisite.DOUBLES, {"misconceptions": ("doubles-add-up",)}),
        (Prerequisite.LATE, {"rule_points": ("forgot-draw",)}),
        (Prerequisite.LATE, {"rules": ("1980", "1980+draw-deadline=next-plays")}),
        (Prerequisite.HANDS, {"kinds": ("line",)}),
        (Prerequisite.CHANCE, {"kinds": ("chance",)}),
        (Prerequisite.EDITION, {"kinds": ("edition",)}),
    ],
)
def test_each_is_free_where_it_is_asked_for(reserve, asked):
    """By its kind, its level, its rule set, its rule point, or a misconception about that."""
    assert prerequisites_of(PuzzleFilter(**asked), HELD_BACK[reserve]) == NONE


@pytest.mark.parametrize(
    ("levels", "entry", "held"),
    [
        ((3,), puzzle("1980 hand=7", kind="chance", difficulty=25), Prerequisite.CHANCE),
        ((4,), puzzle("1980 hand=7", kind="chance", difficulty=33), NONE),
        ((), puzzle("1980 hand=7,D"), Prerequisite.DOUBLES),
        ((1, 2), puzzle("1980 hand=7,D owes=2", difficulty=20), NONE),
    ],
)
def test_the_level_says_what_is_no_surprise(levels, entry, held):
    """A level of 4, if it is named, has exact chances; above level 1 doubles belong to the game."""
    assert prerequisites_of(PuzzleFilter(levels=levels), entry) == held


def test_first_steps_are_for_beginners():
    """Ten puzzles of level 1 under 1980 have no double, late draw, open hand or other game."""
    found = choose_puzzles(BANK, PuzzleFilter(rules=("1980",), levels=(1,)), 10, "0")

    assert not {entry.kind for entry in found} & {"edition", "line", "chance"}
    for entry in found:
        assert not points_in(entry) & {"forgot-draw", "double-effect"}
        assert "hands=" not in entry.position
        assert not features_of(entry).late


@pytest.mark.parametrize(
    ("belief", "levels"),
    [("limit-99-is-safe", {2, 3, 4}), ("no-draw-between", {4})],
)
def test_a_misconception_is_shown_by_easier_puzzles(belief, levels):
    """Over the levels up to 4 that have any; none is expert, and no kind needs more than rules."""
    found = choose_puzzles(BANK, PuzzleFilter(misconceptions=(belief,)), 8, "0")

    assert {entry.level for entry in found} == levels
    assert not {entry.kind for entry in found} & {"edition", "line", "chance"}


def test_misconceptions_share_evenly():
    """Of eight puzzles about two misconceptions each shows in four at least."""
    asked = "limit-99-is-safe", "two-halves-low-total"

    found = choose_puzzles(BANK, PuzzleFilter(misconceptions=asked), 8, "0")

    counts = Counter(belief for entry in found for belief in entry.misconceptions)
    assert all(counts[belief] >= 4 for belief in asked)


def test_what_nothing_else_shows_comes_all_the_same():
    """A misconception that only comparisons of the rule sets show brings them along."""
    found = choose_puzzles(BANK, PuzzleFilter(misconceptions=("hold-answers-play-2",)), 3, "0")

    assert {entry.kind for entry in found} == {"edition"}


def test_they_come_in_the_order_stated_where_there_are_too_few():
    """Plain, options, level 5, and then what is held further and further back."""
    plain = puzzle("1980 hand=8")
    source = [*reversed(HELD_BACK.values()), plain]

    order = plain, HELD_BACK[Prerequisite.OPTIONS], EXPERT, *list(HELD_BACK.values())[2:]
    for count, last in enumerate(order, 1):
        assert last in choose_puzzles(source, PuzzleFilter(), count, "0", makes_new=False)


def test_what_is_easy_comes_before_level_5():
    """An easy comparison of the rule sets shows a misconception better than an expert's chance."""
    belief = {"misconceptions": ("hold-answers-play-2",)}
    chance = replace(puzzle("1980 hand=9", kind="chance", difficulty=40), **belief)
    easy = replace(HELD_BACK[Prerequisite.EDITION], **belief)

    assert choose_puzzles([chance, easy], PuzzleFilter(**belief), 1, "0", makes_new=False) == (
        easy,
    )


def test_new_ones_come_before_what_is_held_back():
    """One plain puzzle and a late draw: the second that is asked for is made."""
    source = [puzzle("1980 hand=8"), HELD_BACK[Prerequisite.LATE]]
    wish = PuzzleFilter(rules=("1980",), levels=(1,))

    found = choose_puzzles(source, wish, 2, "0")

    assert source[0] in found
    assert source[1] not in found
    assert all(prerequisites_of(wish, entry) == NONE for entry in found)


def test_nothing_is_held_back_from_what_a_teacher_names():
    """In a teacher's own puzzles a late draw counts like any other."""
    held = [prerequisites_of(PuzzleFilter(), e, holds_back=False) for e in HELD_BACK.values()]

    assert held == [Prerequisite.OPTIONS, *[NONE] * 6]


@pytest.mark.parametrize(
    "position", ["1980 hand=7 owes=2", "1980 hand=7,D", "1980 total=50 hands=7/8,D"]
)
def test_a_rule_point_is_left_out_with_all_that_belongs_to_it(position):
    """Without double-effect no double is owed, nor in a hand."""
    wish = PuzzleFilter(without_rule_points=("double-effect",))

    assert not wish.passes(puzzle(position, difficulty=25))
    assert wish.passes(puzzle("1980 hand=7", difficulty=25))


def test_a_kind_is_left_out_with_the_one_hidden_under_it():
    """A quiet position is asked as best-card, so it goes with it, and alone where it is named."""
    quiet, best = (puzzle("1980 hand=7", kind=kind) for kind in ("quiet", "best-card"))

    assert not any(map(PuzzleFilter(without_kinds=("best-card",)).passes, (quiet, best)))
    assert [*map(PuzzleFilter(without_kinds=("quiet",)).passes, (quiet, best))] == [False, True]


def test_new_puzzles_leave_out_the_same():
    """What is made to fill up has nothing that was left out."""
    wish = PuzzleFilter(
        rules=("1980",), levels=(2,), without_kinds=("pays",), without_rule_points=("hold",)
    )

    found = choose_puzzles([], wish, 5, "0")

    assert len(found) == 5
    assert all(map(wish.passes, found))


def test_variants_hold_back_as_much_as_what_they_stand_for():
    """No learner gets a double at level 1 where another has none."""
    wish = PuzzleFilter(rules=("1980",), levels=(1,))
    chosen = choose_puzzles(BANK, wish, 6, "0", for_variants=True)

    pools = pools_alike(chosen, [BANK], wish, "0")

    assert {prerequisites_of(wish, entry) for pool in pools for entry in pool} == {NONE}

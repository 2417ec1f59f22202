"""Puzzles are chosen evenly, easier ones first, alike from a seed; each learner gets others."""

from collections import Counter
from dataclasses import replace

import pytest

from ono_tutor import NotationError, Puzzle
from ono_tutor.classroom.assignment import Learner, build_assignment
from ono_tutor.classroom.choose import (
    ENOUGH,
    NONE,
    Features,
    choose_puzzles,
    features_of,
    prerequisites_of,
)
from ono_tutor.classroom.variants import MOST, WIDEST, draw_pools, pools_alike
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter, points_in, shown_kind
from ono_tutor.puzzles.generate.search import canonical_form
from ono_tutor.puzzles.kind import Prerequisite

BANK = tuple(bank.index().values())


def chosen(count=12, seed="0", **asked):
    """Puzzles of the bank; the easier ones always come first."""
    found = choose_puzzles(BANK, PuzzleFilter(**asked), count, seed)
    numbers = [entry.difficulty for entry in found]
    assert numbers == sorted(numbers)
    return found


def from_these(source, count, seed="0", for_variants=False, **asked):
    """Puzzles of these alone."""
    wish = PuzzleFilter(**asked)
    return choose_puzzles(source, wish, count, seed, for_variants=for_variants, makes_new=False)


def made_up(number, kind="total", points=("limit",), seal=""):
    """A puzzle of which only what is weighed matters, no two at the same total."""
    position = f"1980 total={number} hand=7"
    return Entry(str(number), kind, position, "", "", 10, points, seal=seal)


def puzzle(position, kind="legal", difficulty=10, points=("limit",), plays=""):
    return Entry(f"{kind} {position}", kind, position, plays, "", difficulty, points)


def test_the_same_seed_chooses_the_same_puzzles():
    """Chance comes from the seed alone, whatever the order that the puzzles lie in."""
    wish = PuzzleFilter(rules=("1980",))

    assert choose_puzzles(BANK, wish, 10, "x") == choose_puzzles(BANK[::-1], wish, 10, "x")
    assert choose_puzzles(BANK, wish, 10, "x") != choose_puzzles(BANK, wish, 10, "y")


def test_each_answer_to_survive_is_right_equally_often():
    """Within an assignment, and over many that have one such puzzle each."""
    wish = {"rules": ("1980",), "kinds": ("survive",)}
    seals = Counter(entry.seal for entry in chosen(12, **wish))
    firsts = Counter(entry.seal for n in range(40) for entry in chosen(1, str(n), **wish))

    assert sorted(seals.values()) == [4, 4, 4]
    assert len(firsts) == 3
    assert min(firsts.values()) >= 6


@pytest.mark.parametrize(
    ("count", "asked", "traits", "each"),
    [
        (12, {"kinds": ("total", "next", "legal")}, ["kind"], 4),
        (12, {"levels": (2, 3, 4)}, ["level"], 4),
        (12, {}, ["level"], 3),
        (12, {"rules": ("1980", "2022", "ninety-nine")}, ["rules"], 4),
        (12, {}, ["rules"], 4),
        (
            *(8, {"kinds": ("total", "next"), "levels": (2, 3), "rules": ("1980", "2022")}),
            *(["kind", "level", "rules"], 4),
        ),
    ],
)
def test_what_is_asked_for_is_spread_evenly(count, asked, traits, each):
    """Over kinds, levels or rule sets, and over the first four levels if no level is asked for."""
    found = chosen(count, **asked)

    for trait in traits:
        assert set(Counter(getattr(entry, trait) for entry in found).values()) == {each}


def test_values_that_only_some_puzzles_have_get_their_share():
    """Answers take turns; a point that is seldom the first is not crowded out; a pool begins where
    answers differ, though another kind has more puzzles; and misconceptions share."""
    answers = [made_up(n, seal="no" if n > 2 else "yes") for n in range(1, 12)]
    points = [made_up(n, points=("limit", "hold") if n < 3 else ("limit",)) for n in range(9)]
    same = [made_up(n, "next", seal="no") for n in range(1, 20)]
    mixed = [made_up(n, "legal", seal=str(n % 3)) for n in range(21, 30)]
    beliefs = "limit-99-is-safe", "two-halves-low-total"

    seals = Counter(entry.seal for entry in from_these(answers, 4))
    found = from_these(points, 4, rule_points=("limit", "hold"))
    (first,) = from_these([*same, *mixed], 1, for_variants=True)
    counts = Counter(key for e in chosen(8, misconceptions=beliefs) for key in e.misconceptions)

    assert seals == {"yes": 2, "no": 2}
    assert sum("hold" in entry.rule_points for entry in found) >= 2
    assert first.kind == "legal"
    assert all(counts[belief] >= 4 for belief in beliefs)


def test_options_come_where_they_are_needed():
    """A kind or a rule set that no plain puzzle shows brings its options along."""
    points, suicide = "1980+scoring=points", "1980+ono99=suicide"

    assert {entry.rules for entry in chosen(3, kinds=("score",))} == {points}
    assert {entry.rules for entry in chosen(3, rules=(suicide,))} == {suicide}


def test_no_puzzle_is_chosen_twice():
    """Two ids of one puzzle, as two of the bank are, count once."""
    forms = [canonical_form(entry.kind, Puzzle.of(entry).task) for entry in chosen(200)]
    twins = [bank.entry("witness-loss"), bank.entry("witness-chips")]

    assert len(set(forms)) == 200
    with pytest.raises(NotationError, match="only 1 of the 2 puzzles asked for"):
        from_these(twins, 2)


@pytest.mark.parametrize(
    ("asked", "source", "count"),
    [
        ({"kinds": ("legal",), "rules": ("2022",)}, 2, 4),
        (
            {"rules": ("1980",), "levels": (2,), "without_kinds": ("pays",)}
            | {"without_rule_points": ("hold",)},
            0,
            5,
        ),
    ],
)
def test_new_puzzles_are_made_where_there_are_too_few(asked, source, count):
    """The rest comes from the generator, from the same seed, and passes the same filters."""
    wish = PuzzleFilter(**asked)
    few = [entry for entry in BANK if wish.passes(entry)][:source]

    first, second = (choose_puzzles(few, wish, count, "7") for _ in range(2))

    assert first == second
    assert len({entry.id for entry in first}) == count
    assert all(map(wish.passes, first))


def test_a_rule_point_that_no_puzzle_shows_is_named():
    """At once if no rule set asked for says anything of it, else once puzzles are chosen."""
    wish = PuzzleFilter(rules=("ninety-nine",), rule_points=("hold", "limit"))

    assert wish.missing(choose_puzzles(BANK, wish, 3, "0")) == ("rule point hold",)
    with pytest.raises(NotationError, match="say nothing of the rule points"):
        chosen(3, rules=("ninety-nine",), rule_points=("hold",))


# ---- what is seen of a puzzle ----


def test_features_are_read_off_the_table():
    """Cards owed, late draws, plays, cards, choices, players and the rule point."""
    position = "1980 total=90 hands=7,7,O/?3/?3 owes=2 undrawn=0,1,2"
    first = features_of(puzzle("1980 total=90 hand=7,8"))

    assert features_of(puzzle(position, plays="7")) == Features(
        2, True, ("number-cards",), 3, 2, seats=3, point="limit"
    )
    assert first.misses(features_of(puzzle("1980 total=91 hand=9,8"))) == 0
    assert first.misses(features_of(puzzle("1980 total=90 hand=7,7 owes=2"))) == 2
    assert all(features_of(entry).seats >= 2 for entry in BANK)
    assert shown_kind(puzzle("1980 hand=7", kind="quiet")) == "best-card"


def test_plays_are_told_apart_by_what_they_do():
    """A seven is played like an eight; a Reverse, a hand laid down and a late draw are not."""
    numbers, other, reverse, late = (
        features_of(puzzle("1980 hand=7,8,R played=5 undrawn=0", plays=word)).plays
        for word in ("7", "8", "R", "draw:0")
    )

    assert numbers == other
    assert len({numbers, reverse, late, features_of(puzzle("2022 hand=O", plays="out")).plays}) == 4


def test_a_card_in_sight_belongs_to_its_rule_point():
    """In the hand, played, or owed: each rule set says itself what a card is for."""
    assert {"double-effect", "hold"} <= points_in(puzzle("1980 hand=D,H"))
    assert "double-effect" in points_in(puzzle("2022 hand=7 owes=2"))
    assert "minus-ten" in points_in(puzzle("2022 total=50 hand=7", plays="-10"))
    assert "99-jack" in points_in(puzzle("ninety-nine hand=J,3,3"))
    assert points_in(puzzle("1980 hand=7")) == {"limit", "number-cards"}


# ---- what a class must have met first ----

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


@pytest.mark.parametrize("reserve", HELD_BACK)
def test_each_is_held_back_where_nobody_asks_for_it(reserve):
    """Rule sets named or not; of a teacher's own puzzles only options are."""
    entry, own = HELD_BACK[reserve], reserve & Prerequisite.OPTIONS

    assert prerequisites_of(PuzzleFilter(), entry) == reserve
    assert prerequisites_of(PuzzleFilter(rules=("1980",)), entry) == reserve
    assert prerequisites_of(PuzzleFilter(), entry, holds_back=False) == own


HARD = puzzle("1980 hand=7", kind="chance", difficulty=33)


@pytest.mark.parametrize(
    ("asked", "entry", "held"),
    [
        ({"rules": ("1980+scoring=points",)}, HELD_BACK[Prerequisite.OPTIONS], NONE),
        ({"levels": (5,)}, EXPERT, NONE),
        ({"rule_points": ("double-reply",)}, HELD_BACK[Prerequisite.DOUBLES], NONE),
        ({"misconceptions": ("doubles-add-up",)}, HELD_BACK[Prerequisite.DOUBLES], NONE),
        ({"rule_points": ("forgot-draw",)}, HELD_BACK[Prerequisite.LATE], NONE),
        (
            {"rules": ("1980", "1980+draw-deadline=next-plays")},
            *(HELD_BACK[Prerequisite.LATE], NONE),
        ),
        ({"kinds": ("line",)}, HELD_BACK[Prerequisite.HANDS], NONE),
        ({"kinds": ("chance",)}, HELD_BACK[Prerequisite.CHANCE], NONE),
        ({"kinds": ("edition",)}, HELD_BACK[Prerequisite.EDITION], NONE),
        ({"levels": (3,)}, replace(HARD, difficulty=25), Prerequisite.CHANCE),
        ({"levels": (4,)}, HARD, NONE),
        ({}, puzzle("1980 hand=7,D"), Prerequisite.DOUBLES),
        ({"levels": (1, 2)}, puzzle("1980 hand=7,D owes=2", difficulty=20), NONE),
    ],
)
def test_each_is_free_where_it_is_asked_for_or_no_surprise(asked, entry, held):
    """By kind, level, rule set, rule point or misconception; level 4 has exact chances, and above
    level 1 doubles belong to the game."""
    assert prerequisites_of(PuzzleFilter(**asked), entry) == held


@pytest.mark.parametrize(
    ("count", "asked", "levels"),
    [
        (10, {"rules": ("1980",), "levels": (1,)}, {1}),
        (8, {"misconceptions": ("limit-99-is-safe",)}, {2, 3, 4}),
        (8, {"misconceptions": ("no-draw-between",)}, {4}),
    ],
)
def test_nothing_comes_that_has_to_be_met_first(count, asked, levels):
    """First steps have no double, late draw, open hand or other game; no belief needs an expert,
    but one that only comparisons of the rule sets show brings them along."""
    found = chosen(count, **asked)
    compared = chosen(3, misconceptions=("hold-answers-play-2",))

    assert {entry.level for entry in found} == levels
    assert not {entry.kind for entry in found} & {"edition", "line", "chance"}
    assert {entry.kind for entry in compared} == {"edition"}
    for entry in found if levels == {1} else ():
        assert not points_in(entry) & {"forgot-draw", "double-effect"}
        assert "hands=" not in entry.position
        assert not features_of(entry).late


def test_they_come_in_the_order_stated_where_there_are_too_few():
    """Plain, options, level 5, then what is held further back; an easy comparison of the rule sets
    shows a misconception better than an expert's chance."""
    plain, belief = puzzle("1980 hand=8"), {"misconceptions": ("hold-answers-play-2",)}
    source = [*reversed(HELD_BACK.values()), plain]
    chance = replace(puzzle("1980 hand=9", kind="chance", difficulty=40), **belief)
    easy = replace(HELD_BACK[Prerequisite.EDITION], **belief)

    order = plain, HELD_BACK[Prerequisite.OPTIONS], EXPERT, *list(HELD_BACK.values())[2:]
    for count, last in enumerate(order, 1):
        assert last in from_these(source, count)
    assert from_these([chance, easy], 1, **belief) == (easy,)


def test_new_ones_come_before_what_is_held_back():
    """One plain puzzle and a late draw: the second that is asked for is made."""
    source = [puzzle("1980 hand=8"), HELD_BACK[Prerequisite.LATE]]
    wish = PuzzleFilter(rules=("1980",), levels=(1,))

    found = choose_puzzles(source, wish, 2, "0")

    assert [entry in found for entry in source] == [True, False]
    assert all(prerequisites_of(wish, entry) == NONE for entry in found)


def test_what_is_left_out_goes_with_all_that_belongs_to_it():
    """A double owed or in a hand with its rule point; a quiet position with the kind it is asked as."""
    doubles = "1980 hand=7 owes=2", "1980 hand=7,D", "1980 total=50 hands=7/8,D", "1980 hand=7"
    no_double = PuzzleFilter(without_rule_points=("double-effect",))
    quiet, best = (puzzle("1980 hand=7", kind=kind) for kind in ("quiet", "best-card"))

    found = [no_double.passes(puzzle(each, difficulty=25)) for each in doubles]
    assert found == [False, False, False, True]
    assert not any(map(PuzzleFilter(without_kinds=("best-card",)).passes, (quiet, best)))
    assert [*map(PuzzleFilter(without_kinds=("quiet",)).passes, (quiet, best))] == [False, True]


# ---- variants ----

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

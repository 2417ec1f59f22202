"""Puzzles are chosen evenly, easier ones first, no two the same, and always alike from a seed."""

from collections import Counter
from dataclasses import replace

import pytest

from ono_tutor import NotationError, Puzzle
from ono_tutor.classroom.choose import choose_puzzles
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate.search import canonical_form

BANK = tuple(bank.index().values())


def chosen(count=12, seed="0", **asked):
    """Puzzles of the bank; the easier ones always come first."""
    found = choose_puzzles(BANK, PuzzleFilter(**asked), count, seed)
    numbers = [entry.difficulty for entry in found]
    assert numbers == sorted(numbers)
    return found


def made_up(name, kind="total", level=10, rules="1980", points=("limit",)):
    """A puzzle of which only what is weighed matters, no two at the same total."""
    return Entry(name, kind, f"{rules} total={int(name)} hand=7", "", "", level, points)


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


def test_answers_take_turns():
    """Of puzzles that differ in nothing else, those with another answer come next."""
    entries = [replace(made_up(str(n)), seal="no" if n > 2 else "yes") for n in range(1, 12)]

    found = choose_puzzles(entries, PuzzleFilter(), 4, "0", makes_new=False)

    assert Counter(entry.seal for entry in found) == {"yes": 2, "no": 2}


def test_pools_are_begun_where_answers_differ():
    """Of two kinds, that with several answers begins a pool, though the other has more puzzles."""
    same = [replace(made_up(str(n), "next"), seal="no") for n in range(1, 20)]
    mixed = [replace(made_up(str(n), "legal"), seal=str(n % 3)) for n in range(21, 30)]

    (found,) = choose_puzzles(
        [*same, *mixed], PuzzleFilter(), 1, "0", for_variants=True, makes_new=False
    )

    assert found.kind == "legal"


def test_every_rule_point_asked_for_gets_its_share():
    """A point that is seldom the first of a puzzle is not crowded out by one that is."""
    entries = [made_up(str(n), points=("limit", "hold") if n < 3 else ("limit",)) for n in range(9)]

    found = choose_puzzles(entries, PuzzleFilter(rule_points=("limit", "hold")), 4, "0")

    assert sum("hold" in entry.rule_points for entry in found) >= 2


def test_options_come_where_they_are_needed():
    """A rule point, a kind or a rule set that no plain puzzle shows brings its options along."""
    assert {entry.rules for entry in chosen(3, kinds=("score",))} == {"1980+scoring=points"}
    assert {entry.rules for entry in chosen(3, rules=("1980+ono99=suicide",))} == {
        "1980+ono99=suicide"
    }


def test_no_puzzle_is_chosen_twice():
    """Two ids of one puzzle, as two of the bank are, count once."""
    forms = [canonical_form(entry.kind, Puzzle.of(entry).task) for entry in chosen(200)]
    twins = [bank.entry("witness-loss"), bank.entry("witness-chips")]

    assert len(set(forms)) == 200
    with pytest.raises(NotationError, match="only 1 of the 2 puzzles asked for"):
        choose_puzzles(twins, PuzzleFilter(), 2, "0", makes_new=False)


def test_new_puzzles_are_made_where_there_are_too_few():
    """The rest comes from the generator, from the same seed, and passes the same filters."""
    wish = PuzzleFilter(kinds=("legal",), rules=("2022",))
    few = [entry for entry in BANK if wish.passes(entry)][:2]

    first, second = (choose_puzzles(few, wish, 4, "7") for _ in range(2))

    assert first == second
    assert len({entry.id for entry in first}) == 4
    assert all(map(wish.passes, first))


def test_a_rule_point_of_another_game_is_told_at_once():
    """Where no rule set asked for says anything of the points, nothing is searched for."""
    with pytest.raises(NotationError, match="say nothing of the rule points"):
        chosen(3, rules=("ninety-nine",), rule_points=("hold",))


def test_what_was_asked_for_and_did_not_come_is_named():
    """A rule point that no chosen puzzle shows can be told to the teacher."""
    wish = PuzzleFilter(rules=("ninety-nine",), rule_points=("hold", "limit"))

    assert wish.missing(choose_puzzles(BANK, wish, 3, "0")) == ("rule point hold",)

"""The generator: the same puzzles from the same seed, none twice, the smallest that show it."""

from dataclasses import replace

import pytest
from sweeps import first

from ono_tutor import NotationError, Position
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.generate.search import (
    FoundPuzzles,
    canonical_form,
    generate,
    search,
    smaller,
)
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.puzzle_file import as_toml
from ono_tutor.puzzles.rating import idea_of, rate
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.catalogue import ruleset


@pytest.mark.parametrize("kind", first(KINDS, 4))
def test_the_same_seed_gives_the_same_file(kind):
    """The same seed gives the same bytes, another one others; each answer loads and is right."""
    found = [generate(seed, PuzzleFilter(kinds=(kind,)), 3) for seed in (7, 7, 8)]
    once, again, other = map(as_toml, found)
    puzzles = list(map(Puzzle.of, found[0]))
    assert once == again != other
    assert all(p.kind == kind and p.check(p.answer_as_json()).is_right for p in puzzles)


def test_the_same_seed_gives_the_same_file_on_every_python():
    """The random draw the numbers that every version of Python promises to draw from a seed."""
    random = SeededRandom(1980)
    assert [random.below(100) for _ in range(8)] == [51, 26, 95, 53, 52, 67, 53, 41]
    assert random.shuffled("abcdef") == ["e", "c", "d", "a", "f", "b"]


WANTED = [
    *(({"rules": ("2022",)}, lambda e: e.rules == "2022"), ({"rules": ("2022+minus-ten=unplayable",)}, lambda e: "unplayable" in e.rules)),
    ({"rule_points": ("minus-ten",)}, lambda e: "minus-ten" in e.rule_points),
    ({"misconceptions": ("doubles-add-up",)}, lambda e: "doubles-add-up" in e.misconceptions),
    *(({"levels": (5,)}, lambda e: e.level == 5), ({"levels": (1,)}, lambda e: e.level == 1)),
]  # fmt: skip


@pytest.mark.parametrize(("filters", "holds"), WANTED)
def test_every_puzzle_found_is_what_was_looked_for(filters, holds):
    """Rule set, options, rule point, misconception and level are kept to."""
    found = generate(5, PuzzleFilter(kinds=("total", "legal", "next", "survive"), **filters), 5)
    assert len(found) == 5
    assert all(map(holds, found))


def test_puzzles_of_one_idea_are_found_where_it_is_wanted():
    """A search for an idea finds other puzzles of just this idea, and one that avoids it others."""
    legal = PuzzleFilter(rules=("1980",), kinds=("legal",))
    known = generate(5, legal, 1)[0]
    tests = [lambda *it: idea_of(*it) == known.idea, lambda *it: idea_of(*it) != known.idea]
    same, other = (
        list(search(SeededRandom(5), legal, FoundPuzzles(), 2, makes_smaller=False, accepts=test))
        for test in tests
    )
    assert [entry.idea for entry in same] == [known.idea] * 2
    assert len({entry.position for entry in same}) == 2
    assert len(other) == 2
    assert known.idea not in {entry.idea for entry in other}


@pytest.mark.parametrize("field", ["rules", "kinds", "rule_points", "misconceptions", "levels"])
def test_an_unknown_name_is_an_error(field):
    """What no puzzle can be is said at once, and not searched for."""
    with pytest.raises(NotationError):
        generate(1, PuzzleFilter(**{field: ("1981",)}))


def test_what_is_found_is_not_found_again():
    """A puzzle is known under another id too."""
    first = generate(4, PuzzleFilter(kinds=("legal",)), 1)[0]
    found = FoundPuzzles([first])
    assert not found.take(first)
    assert not found.take(replace(first, id="other"))


FORMS = [
    ("1980 total=92 hand=7,H,9,O owes=2", "1980 total=92 hand=O,9,H,7 owes=2", True),
    ("1980 hands=7,7,7,2/?4/2,3,4,5", "1980 hands=2,3,4,5/7,7,7,2/?4 turn=1", True),
    ("1980 hands=7,7,7,2/?4/2,3,4,5", "1980 hands=7,7,7,2/2,3,4,5/?4 dir=ccw", True),
    ("1980 total=92 hand=7,H,9,O owes=2", "1980 total=92 hand=7,H,9,O", False),
    ("ninety-nine total=50 hand=Q,2,3", "ninety-nine total=50 hand=K,2,3", False),
    ("1980 hands=7,7,7,2/?4/2,3,4,5", "1980 hands=7,7,7,2/2,3,4,5/?4", False),
    ("1980 hand=7,H,9,O draw=7,2", "1980 hand=7,H,9,O draw=2,7", False),
]


@pytest.mark.parametrize(("one", "other", "is_same"), FORMS)
def test_seats_and_order_make_no_puzzle(one, other, is_same):
    """Another order or turned seats make none; a debt or another draw does."""
    forms = [canonical_form("legal", Task(Position.parse(line))) for line in (one, other)]
    assert (forms[0] == forms[1]) is is_same


def test_a_puzzle_is_made_as_small_as_it_can_be():
    """Players and options that show nothing are left out, and what the puzzle shows is kept."""
    task = Task(Position.parse("1980+chips=2 total=90 hand=7,O,9,8 owes=2 players=5"))
    before = rate("survive", task)
    less, after = smaller("survive", task, before, lambda less, found: True)
    assert (len(less.position.hands), less.rules) == (2, ruleset("1980"))
    assert set(after.rule_points) >= set(before.rule_points)
    assert set(after.misconceptions) >= set(before.misconceptions)
    assert after.level is before.level

"""The compiled search for two examines the spots of the plain one, and answers alike."""

import random

import pytest
from solver.cases import fits, small, sources
from solver.test_solve import OPTIONS, full_deal

from ono_tutor.errors import UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.solver import solve as solve_module
from ono_tutor.solver.solve import solve

compiled = pytest.importorskip("ono_tutor.solver.compiled", reason="needs the extra fast")

NEVER = 10**12


def both(position, monkeypatch, **more):
    """What the plain search answers, and the compiled one: the solutions, or what is missing."""
    found = []
    for start in (NEVER, 0):
        monkeypatch.setattr(solve_module, "COMPILED_FROM", start)
        try:
            found.append(solve(position, **more))
        except UnanswerableError as error:
            found.append(str(error))
    return found


def of_two(rng):
    """A small position of two players, under an option or under none."""
    line = small(rng, rng.choice(["1980", "2022", *OPTIONS]), most_cards=4)
    hands = line.split("hands=")[1].split()[0]
    return line if hands.count("/") == 1 else of_two(rng)


@pytest.mark.slow
def test_small_positions_are_answered_alike(monkeypatch):
    """Values, lines, every play and the positions examined are those of the plain search."""
    for rng in sources(200):
        line = of_two(rng)
        if fits(line):
            position = Position.parse(line)
            plain, fast = both(position, monkeypatch, every_play=rng.random() < 0.5)
            assert fast == plain, line


@pytest.mark.slow
@pytest.mark.parametrize("name", ["1980", "2022", "2022+dump=free", "1980+ono-on-zero=round"])
def test_whole_deals_are_answered_alike(name, monkeypatch):
    """Deals of the whole deck from total 0 have the same answer, also the limit is the same."""
    for seed in range(6):
        deal = full_deal(name, 2, seed)
        plain, fast = both(deal, monkeypatch, limit=20_000)
        assert fast == plain
        if not isinstance(plain, str):
            before, now = both(deal, monkeypatch, limit=plain.positions - 1)
            assert isinstance(before, str)
            assert before == now


def test_the_compiled_search_is_taken_and_is_not_left(monkeypatch):
    """A deal of the whole deck is searched by the compiled loop alone."""
    monkeypatch.setattr(solve_module, "COMPILED_FROM", 0)
    monkeypatch.setattr(solve_module, "TwoPlayerSearch", None)

    assert solve(full_deal("1980", 2, 3)).line


@pytest.mark.slow
def test_full_tables_and_a_small_memo_change_nothing(monkeypatch):
    """With room for few moments the plain search answers, and a memo that is full grows."""
    deal = full_deal("2022", 2, random.Random(5).randrange(100))
    monkeypatch.setattr(compiled, "_SLOTS", 64)
    rules = type(deal.rules)(["minus-ten=unplayable"])
    plain, fast = both(full_deal(rules.name, 2, 1), monkeypatch)
    monkeypatch.setattr(compiled, "MOST_ROWS", 20)
    tight = both(full_deal("2022+dump=free+minus-ten=unplayable", 2, 1), monkeypatch, limit=5_000)

    assert fast == plain
    assert tight[0] == tight[1]


def test_a_compiler_that_fails_is_not_spoken_of(monkeypatch):
    """Where the compiled search cannot be loaded, the plain one gives the same answers."""
    deal = full_deal("1980", 2, 3)
    plain = solve(deal)
    monkeypatch.setattr(solve_module, "COMPILED_FROM", 0)
    monkeypatch.setattr(solve_module, "import_module", lambda name: 1 / 0)
    solve_module._compiled_module.cache_clear()

    assert solve(deal) == plain
    solve_module._compiled_module.cache_clear()

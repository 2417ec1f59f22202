"""The survival map: values worked out by hand, and what must hold all over it."""

from fractions import Fraction

import pytest
from solver import slow, slow_keep
from solver.cases import EDITIONS, KINDS, fits, known, sources
from sweeps import rotating

from ono_tutor import Card, Position, UnanswerableError, ruleset, survive
from ono_tutor.solver.survive import survival_map


def chance(name, hand, total, pair=False):
    """The chance by the map, which the slow solver confirms."""
    cards = hand.split(",")
    found = survival_map(ruleset(name), pair=pair).chance([Card.parse(c) for c in cards], total)
    assert found == slow_keep.mapped(name, cards, total, pair), (name, hand, total)
    return found


@pytest.mark.parametrize(("name", "total", "hand", "expected", "why"), known("map"))
def test_known_chances(name, total, hand, expected, why):
    """The chance to survive a double, worked out by hand."""
    assert chance(name, hand, int(total)) == Fraction(expected), why


@pytest.mark.parametrize(("pair", "expected"), [(True, "37/108"), (False, "1")])
def test_a_plain_reverse_among_two(pair, expected):
    """A Reverse that is plain among two only counts 0: then 8 zeros and 29 others of 108 save."""
    name = "2022+two-player-reverse-reply=plain"

    assert chance(name, "R,7,8,9", 98, pair) == Fraction(expected)


@pytest.mark.parametrize(
    ("name", "cards", "total"),
    [
        ("ninety-nine", [Card.TEN] * 3, 50),
        ("1980", [Card.TEN] * 4, 99),
        ("2022", [Card.TEN] * 4, 99),
        ("2022", [Card.TEN] * 4, -1),
        ("1980", [Card.DOUBLE] * 3, 50),
    ],
)
def test_what_is_not_on_a_map(name, cards, total):
    """There is no map without a double, no total that cannot be shown, no hand of three Double Plays."""
    with pytest.raises(UnanswerableError):
        survival_map(ruleset(name)).chance(cards, total)


def test_where_the_higher_first_card_is_better():
    """At 80 with 9, 10, 10, 10: a 9 leaves 39 of 50 cards that save, a 10 leaves 37 and four O'NO 99."""
    line = "1980+ono-on-zero=turn total=80 hand=9,10,10,10 owes=2"
    found = {str(play): chance for play, chance in survive(Position.parse(line)).chances}

    assert found == slow.chances(line)
    assert found == {"9": Fraction(39, 50), "10": Fraction(41, 50)}


@pytest.mark.parametrize("name", rotating(EDITIONS, 3))
@pytest.mark.parametrize("pair", [False, True])
def test_the_map_is_what_the_slow_solver_says(name, pair):
    """For random hands and totals of every edition and option the map agrees with the slow solver."""
    game, least = name[:4], 0 if name.startswith("2022") else -30
    for rng in sources(12):
        size = rng.randint(1, 4) if game == "1980" else 4
        hand, total = rng.choices(KINDS[game], k=size), rng.choice([98, 90, rng.randint(least, 98)])
        line = f"{name} total={total} hand={','.join(hand)} owes=2"
        if fits(line) and not ("dump=free" in name and hand.count("O") > 2):
            chance(name, ",".join(hand), total, pair)

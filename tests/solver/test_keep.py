"""What a play keeps for a double at the next turn: values worked out by hand, and what must hold."""

from fractions import Fraction

import pytest
import slow_rules
import strategies
from solver import slow_keep
from solver.cases import EDITIONS, KINDS, chances, exact, fits, known, slowly, sources

from ono_tutor import Position
from ono_tutor.solver.survive import keep


def kept(line, rise=0):
    """What each play keeps, once as the package and once as brute force says."""
    found = {str(play): chance for play, chance in keep(Position.parse(line), rise).chances}
    assert found == slow_keep.kept(line, rise), (line, rise)
    return found


@pytest.mark.parametrize(("line", "rise", "expected"), known("keep"))
def test_known_chances(line, rise, expected):
    """The chance to survive a double next turn, worked out by hand."""
    pairs = (each.split(": ", 1) for each in expected.split("; "))

    assert kept(line, exact(rise)).items() >= {(play, exact(chance)) for play, chance in pairs}


def small_hand(rng):
    """Three cards of any kinds on a total near the limit."""
    name = rng.choice(EDITIONS)
    hand = ",".join(rng.choices(KINDS[name[:4]], k=3))
    total = rng.choice([80, 88, 97] if "opening=number" in name else [0, 80, 88, 97])
    return f"{name} total={total} hand={hand}"


def tense(rng):
    """A line of an O'NO 99 edition with one card owed, near the limit."""
    line = strategies.line(rng, game=rng.choice(["1980", "2022"]), is_tense=True)
    return line.replace("owes=2", "owes=1")


@pytest.mark.parametrize(("case", "count"), [(small_hand, 20), (tense, 30)])
def test_random_positions(case, count):
    """On random positions of both editions and every option what each play keeps agrees.

    Hands shown now may be played, and cards next in the pile drawn by others, before the mover's
    next turn: what may be drawn then is every card but the own ones and the discards.
    """
    for rng in sources(count):
        line, rise = case(rng), rng.choice([0, -10, 5, {0: Fraction(1, 3), 7: Fraction(2, 3)}])
        table = slow_rules.read(line)
        is_known = "?" not in table["hands"][table["turn"]] and not table["undrawn"]
        if fits(line) and is_known:
            assert chances(keep, line, rise) == slowly(slow_keep.kept, line, rise), (line, rise)

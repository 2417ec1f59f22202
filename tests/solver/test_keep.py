"""What a play keeps for a double at the next turn: values worked out by hand, and what must hold."""

import random
from fractions import Fraction
from math import comb

import pytest
import slow_rules
import strategies
from hypothesis import given
from hypothesis import strategies as st
from solver import slow_keep
from solver.cases import EDITIONS, KINDS, chances, exact, fits, known, slowly, sources

from ono_tutor import Position, UnanswerableError, legal_plays
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


def test_a_total_below_zero_is_as_far_from_the_limit_as_another():
    """In 1980 the total goes below zero, where only its last digit counts."""
    low, high = (kept("1980+ono-on-zero=turn total=2 hand=3,O,O,O", rise) for rise in (-15, -5))

    assert low["3"] == high["3"]


@pytest.mark.slow
def test_four_ono99_give_four_new_cards():
    """After four ONO 99 at 98 any of 20 replies, or a Minus Ten and one card more, or a 0 and luck
    saves: more than 1 - C(78,4) / C(108,4) and less than 1 - C(70,4) / C(108,4)."""
    chance = kept("2022 total=98 hand=Ox4")["OOOO"]

    assert 1 - Fraction(comb(78, 4), comb(108, 4)) < chance
    assert chance < 1 - Fraction(comb(70, 4) - comb(6, 4), comb(108, 4))


@pytest.mark.parametrize(
    "line",
    [
        "ninety-nine hand=A,2,3",
        "1980 hand=7,8,9,?",
        "1980 total=5 hand=7,8,9,H owes=2",
        "2022+dump=free hand=O,O,O,O",
    ],
)
def test_what_has_no_answer(line):
    """There is no double in Ninety-Nine, no answer for a hidden hand, none where the turn goes on."""
    with pytest.raises(UnanswerableError):
        keep(Position.parse(line))


def view(rng):
    """A line of one hand known, one card owed, near the limit."""
    while True:
        line = strategies.line(rng, game=rng.choice(["1980", "2022"]), is_tense=True)
        line = line.replace("owes=2", "owes=1")
        table = slow_rules.read(line)
        hand = table["hands"][table["turn"]]
        if not {"?"} & set(hand) and hand.count("O") < 3 and not table["undrawn"]:
            return line


lines = st.integers(0, 10**6).map(lambda seed: view(random.Random(seed)))


@given(lines, st.integers(-20, 20))
def test_every_legal_play_keeps_something(line, rise):
    """The chances are those of the legal plays, each from 0 to 1."""
    found = keep(Position.parse(line), rise).chances

    assert tuple(play for play, _ in found) == legal_plays(Position.parse(line)), line
    assert all(0 <= chance <= 1 for _, chance in found), line


@given(lines)
def test_an_uncertain_rise_is_a_mean(line):
    """A rise that is one of two is worth the mean of the two."""
    position, half = Position.parse(line), Fraction(1, 2)
    low, high = dict(keep(position, -4).chances), dict(keep(position, 9).chances)

    for play, chance in keep(position, {-4: half, 9: half}).chances:
        assert chance == (low[play] + high[play]) / 2, line


@given(lines, st.integers(-20, 20), st.integers(0, 20))
def test_a_lower_total_never_keeps_less(line, rise, more):
    """The more is added the less is kept, but for O'NO 99 on a zero (1980) and Minus Ten near 0 (2022)."""
    if "ono-on-zero" in line or "minus-ten" in line:
        return
    position = Position.parse(line)
    low, high = keep(position, rise).chances, keep(position, rise + more).chances

    for (play, chance), (_, less) in zip(low, high, strict=True):
        assert chance >= less, (line, play)


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

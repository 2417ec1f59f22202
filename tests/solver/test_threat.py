"""How likely the next player is not to survive: values worked out by hand, and what must hold."""

from fractions import Fraction
from math import comb

import pytest
import slow_rules
import strategies
from solver import slow_threat
from solver.cases import (
    EDITIONS,
    KINDS,
    NO_ANSWER,
    chances,
    exact,
    fits,
    is_open,
    known,
    slowly,
    sources,
)

from ono_tutor import Position, legal_plays
from ono_tutor.solver.threat import threat


def entry(line, word):
    """``(chance, next seat, cards owed)`` of a play, once as the package and once as brute force says."""
    found = {str(e.play): (e.chance, e.next, e.owes) for e in threat(Position.parse(line)).dangers}
    assert found == slow_threat.threats(line), line
    return found[word]


@pytest.mark.parametrize(("line", "word", "chance", "seat", "owed"), known("threat"))
def test_known_threats(line, word, chance, seat, owed):
    """The chance that the next player fails, who is next and owes how much: worked out by hand."""
    assert entry(line, word) == (exact(chance), int(seat), int(owed))


@pytest.mark.slow
def test_the_next_player_chooses_by_what_it_sees():
    """With 9, 10, 10, 10 (3 x 120 hands) at 80, who does not see that three O'NO 99 are in the
    mover's hand counts 40 cards that save after a 10, against 38 after a 9. In truth 37 of 46 do
    and 38 of 46, so to see the mover's hand is worth one card of 46."""
    name = "1980+ono-on-zero=turn total=80"
    hidden, _, _ = entry(f"{name} hand=D,O,O,O", "D")
    shown, _, _ = entry(f"{name} hands=D,O,O,O/?,?,?,?", "D")

    assert hidden - shown == Fraction(3 * comb(10, 3), comb(50, 4) * 46)


@pytest.mark.parametrize(
    "line",
    [
        "1980 total=98 hand=7,8,9,10",
        "1980 total=98 hand=Ox4",
        "1980+ono99=suicide total=98 hand=Ox4",
        "2022 total=98 hand=7,8,9,10",
        "ninety-nine total=98 hands=A/K/Q points=5/5/5",
    ],
)
def test_a_play_that_loses_has_no_threat(line):
    """Who busts, lays the hand down or ends the round threatens nobody (null)."""
    found = threat(Position.parse(line))

    assert {chance for _, chance in found.chances} == {None}
    assert set(slow_threat.chances(line).values()) == {None}


def against_a_few(rng):
    """A card and an O'NO 99, against a hand of few cards, some hidden, near the limit."""
    name = rng.choice(EDITIONS)
    card, total = rng.choice(KINDS[name[:4]]), rng.choice([0, 8, 80, 87, 88, 89, 90, 95, 97, 98])
    held = rng.choice(["?", "?,?", "D,?", "R,O", "10,2,?", "O,O,O,?"])
    owing = rng.choice(["owes=1", "owes=2", "owes=1 dir=ccw draw=5", "owes=1 draw=9,-10"])
    return f"{name} total={total} hands={card},O/{held} {owing}"


def of_a_view(rng):
    """A card, a Reverse and two O'NO 99, the other hands not shown."""
    name = rng.choice(EDITIONS)
    card, total = rng.choice(KINDS[name[:4]]), rng.choice([0, 88, 98])
    owing = rng.choice(["owes=1", "owes=2", "owes=1 draw=5"])
    return f"{name} total={total} hand={card},O,O,R {owing} players={rng.choice([2, 3])}"


def of_ninety_nine(rng):
    """A card at any total, against one hidden card."""
    below_zero = rng.choice(["", "+below-zero=clamp", "+below-zero=forbid"])
    total, card = rng.randint(0 if below_zero else -25, 98), rng.choice(slow_rules.RANKS)
    return f"ninety-nine{below_zero} total={total} hands={card},K/?"


@pytest.mark.parametrize(
    ("case", "count"), [(against_a_few, 150), (of_a_view, 2), (of_ninety_nine, 350)]
)
def test_small_cases(case, count):
    """Also where the next player sees less than the mover, the threat is the slow one."""
    for line in map(case, sources(count)):
        if fits(line) and is_open(line):
            assert chances(threat, line) == slow_threat.chances(line), line


def test_random_positions():
    """On random positions of every rule set and option the threat of each legal play, who is next
    and what is owed agree."""
    for rng in sources(30):
        line = strategies.line(rng, is_tense=rng.random() < 0.7)
        table = slow_rules.read(line)
        if not is_open(line) or (table["turn"] in table["undrawn"] and table["owes"] == 2):
            continue  # a late draw may come before or after a card
        expected = slowly(slow_threat.threats, line)
        if expected == NO_ANSWER:
            assert chances(threat, line) == NO_ANSWER, line
            continue
        position = Position.parse(line)
        found = threat(position).dangers
        assert {str(e.play): (e.chance, e.next, e.owes) for e in found} == expected, line
        assert tuple(e.play for e in found) == legal_plays(position), line

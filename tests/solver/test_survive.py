"""The chance to complete a turn: worked out by hand, and against the slow solver of the tests."""

from fractions import Fraction
from itertools import product

import pytest
import slow_rules
import strategies
from solver import slow
from solver.cases import EDITIONS, KINDS, chances, fits, is_open, known, sources
from sweeps import first

from ono_tutor import Card, Play, Position, UnanswerableError, Verdict, play, survive
from ono_tutor.solver.compare import compare
from ono_tutor.solver.proof import prove_survive
from ono_tutor.solver.reasons import PlayStatus, reasons
from ono_tutor.solver.survive import keep
from ono_tutor.solver.threat import threat


@pytest.mark.parametrize(("line", "chance", "verdict"), known("survive"))
def test_known_chances(line, chance, verdict):
    """Chances that were worked out by hand, and the verdict that each of them is."""
    found = survive(Position.parse(line))

    assert (found.chance, found.verdict.value) == (Fraction(chance), verdict)


def small_hand(rng):
    """Three cards of any kinds, or two beside two O'NO 99, at a total near the limit."""
    name, few = rng.choice(EDITIONS), rng.random() < 0.5
    hand = rng.choices(KINDS[name[:4]], k=2 if few else 3) + ["O", "O"] * few
    total = rng.choice([0, 5, 80, 85, *range(88, 99)])
    first = "played=1" if name.startswith("2022") else "played=2"
    owing = rng.choice(["owes=1", "owes=2", first, "owes=2 seen=O"])
    return f"{name} total={total} hand={','.join(hand)} {owing}"


def test_small_hands():
    """On small hands of every kind of card the chance by first play is the slow solver's."""
    for line in map(small_hand, sources(2_500)):
        if fits(line) and is_open(line) and "hand=O,O,O,O" not in line:
            assert chances(survive, line) == slow.chances(line), line


def test_random_positions():
    """On random positions of every rule set and option the two solvers agree."""
    for rng in sources(350):
        line = strategies.line(rng, is_tense=rng.random() < 0.85)
        table = slow_rules.read(line)
        if is_open(line):
            found, expected = chances(survive, line), slow.chances(line)
            if table["turn"] in table["undrawn"]:  # a late draw may come before or after a card
                found, expected = max(found.values()), max(expected.values())
            assert found == expected, line


@pytest.mark.parametrize("below_zero", ["", "+below-zero=clamp", "+below-zero=forbid"])
def test_ninety_nine_survives_by_losing_no_point(below_zero):
    """At each total of Ninety-Nine and with each card: a play survives if it costs its player nothing."""
    for total, card in product(range(-25 if not below_zero else 0, 99), slow_rules.RANKS):
        line = f"ninety-nine{below_zero} total={total} hand={card}"
        found = chances(survive, line)

        assert found == slow.chances(line), line
        assert set(found.values()) <= {0, 1}, line


@pytest.mark.parametrize(
    ("owing", "start"),
    first(
        product(
            ["owes=1", "owes=2", "played=1"],
            ["2022 total=90", "2022 total=98", "2022+dump=free total=98"],
        ),
        3,
    ),
)
def test_four_ono99_put_down(start, owing):
    """Four cards are drawn for four ONO 99, and the two solvers agree on the chance (rule four-ono99)."""
    line = f"{start} hand=O,O,O,O {owing}"

    assert chances(survive, line) == slow.chances(line)


def test_an_empty_pile_is_refilled_from_the_discards():
    """Where no card is left to draw the discards are shuffled, the card just played too (rule draw-pile-empty)."""
    seen = "0x7,1x6,2x6,3x6,4x6,5x6,6x6,7x5,8x6,9x6,10x10,-10x10,Rx10,Dx9,Ox7"
    line = f"2022 total=98 hands=0,O,O,7/D,O owes=2 seen={seen}"

    assert sum(slow.unseen(slow_rules.read(line)).values()) == 0
    assert chances(survive, line) == slow.chances(line)


def test_the_unseen_cards_are_counted():
    """The next card is one of those in no hand shown, not in the known draw and not seen."""
    assert survive(Position.parse("1980 total=98 hand=7,5,D,O owes=2")).unseen == 50
    assert survive(Position.parse("1980 total=98 hands=7,5,D,O/2,2,3,? seen=9,9")).unseen == 45


def test_a_draw_that_is_still_open_can_save():
    """Who forgot to draw may still do it before the second card, and plays as well as possible (rule forgot-draw)."""
    line = "1980 total=98 hands=10,9,O/2,3,4,5 draw=H played=5 undrawn=0"

    assert survive(Position.parse(line)).verdict is Verdict.CERTAIN


def test_a_draw_that_is_still_open_can_save_after_the_first_card():
    """A late draw is open between the two cards as well, so the first card alone is no loss (rule forgot-draw)."""
    line = "1980 total=86 hands=H,10,5/O,10,O turn=1 owes=2 draw=9,H undrawn=1,0"

    assert not play(Position.parse(line), "10", "draw:1", "H").round_over
    assert chances(survive, line) == slow.chances(line) == {"10": 1, "draw:1": 1}


@pytest.mark.parametrize(
    ("option", "saved"), [("+ono-on-zero=turn", 1), ("+ono99=suicide", 0), ("", 0)]
)
def test_four_ono99_drop_out_unless_one_is_safe(option, saved):
    """For points, who draws the fourth O'NO 99 drops out, unless a zero makes one playable (rule points-round)."""
    line = f"1980{option}+scoring=points total=80 hand=10,O,O,O owes=2 draw=O"

    assert chances(survive, line)["10"] == slow.chances(line)["10"] == saved


@pytest.mark.parametrize(
    ("ask", "line"),
    [
        *product(
            (survive, threat, compare, keep, prove_survive),
            ("1980 hand=?4", "1980 hand=7,8,9,?", "2022 hand=?4", "ninety-nine hands=A,2,?/?3"),
        ),
        (keep, "ninety-nine hand=A,2,3"),
        (keep, "1980 total=5 hand=7,8,9,H owes=2"),
        (keep, "2022+dump=free hand=O,O,O,O"),
    ],
)
def test_what_has_no_answer(ask, line):
    """A hidden card of the own hand; what a card keeps without a double, or where the turn goes on."""
    with pytest.raises(UnanswerableError):
        ask(Position.parse(line))


def test_a_play_that_may_not_be_made_has_no_chance():
    """The chance of an illegal play is 0."""
    found = survive(Position.parse("1980 total=92 hand=7,H,-10,O owes=2"))

    assert found.chance_of(Play(Card.ONO99)) == 0
    assert found.chance_of(Play(Card.HOLD)) == 1


def test_every_reason_has_its_rules_and_counts_the_cards_that_save():
    """Each play has a sentence without gaps and rule points; where one draw decides, the chance is
    the number of cards that save out of those unseen."""
    for rng in sources(300):
        line = strategies.line(rng, is_tense=rng.random() < 0.7)
        position = Position.parse(line)
        is_used_up = not slow.unseen(slow_rules.read(line))  # the discards are drawn from
        if not position.is_hand_known or is_used_up or "O,O,O,O" in line or "dump=free" in line:
            continue
        for reason in reasons(position):
            text = str(reason.text)
            assert reason.rules
            assert text.endswith(".")
            assert "None" not in text
            assert "{" not in text
            is_luck = reason.status is PlayStatus.RISK
            if is_luck and not (position.draw or position.undrawn):
                saving = sum(count for _, count in reason.saving)
                assert reason.chance == Fraction(saving, survive(position).unseen), line

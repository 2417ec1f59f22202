"""The survival map: values worked out by hand, and what must hold all over it."""

import random
from fractions import Fraction

import pytest
import slow_rules
from hypothesis import given
from hypothesis import strategies as st
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


def test_hands_of_fewer_cards():
    """In 1980 a hand may be short: a 9 alone at 89 is followed by one of 16 of 53 cards."""
    assert chance("1980", "9", 89) == Fraction(16, 53)
    assert chance("1980", "9,R", 89) == 1
    assert chance("1980", "O,O,O", 89) == 0


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


names = st.sampled_from(
    [
        "1980",
        "1980+ono99=suicide",
        "1980+ono-on-zero=turn",
        "1980+ono-on-zero=round",
        "2022",
        "2022+minus-ten=unplayable",
        "2022+two-player-reverse-reply=plain",
    ]
)


def hand_of(name, seed):
    """Four cards dealt from the deck."""
    deck = slow_rules.DECK_1980 if name.startswith("1980") else slow_rules.DECK_2022
    return random.Random(seed).sample(list(deck), 4, counts=list(deck.values()))


seeds = st.integers(0, 10**9)


@given(names, seeds, st.integers(0, 98), st.booleans())
def test_the_map_is_survive(name, seed, total, pair):
    """The map says what ``survive`` says of the position with nothing else known."""
    hand = hand_of(name, seed)
    line = f"{name} total={total} hand={','.join(hand)} owes=2 players={2 if pair else 3}"

    found = survival_map(ruleset(name), pair=pair).chance([Card.parse(c) for c in hand], total)

    assert found == survive(Position.parse(line)).chance, line


@given(names, seeds, st.integers(0, 98), st.permutations(range(4)))
def test_the_order_of_a_hand_does_not_matter(name, seed, total, order):
    """A hand is a set of cards, in the map and for ``survive``."""
    hand = hand_of(name, seed)
    other = [hand[place] for place in order]
    chances = survival_map(ruleset(name))

    assert chances.chance([Card.parse(c) for c in hand], total) == chances.chance(
        [Card.parse(c) for c in other], total
    ), (name, hand, other, total)
    lines = [f"{name} total={total} hand={','.join(cards)} owes=2" for cards in (hand, other)]
    first, second = (dict(survive(Position.parse(line)).chances) for line in lines)
    assert first == second, lines


@given(st.sampled_from(["1980", "1980+ono99=suicide", "2022"]), seeds, st.integers(1, 98))
def test_a_lower_total_never_lowers_the_chance(name, seed, total):
    """What is safe at a total is safe at the one below it, so the chance falls with the total."""
    hand = [Card.parse(card) for card in hand_of(name, seed)]
    chances = survival_map(ruleset(name))

    assert chances.chance(hand, total - 1) >= chances.chance(hand, total), (name, hand, total)


@pytest.mark.parametrize(
    ("name", "hand", "low", "high"),
    [
        ("1980+ono-on-zero=turn", "O,O,O,O", 89, 90),
        ("1980+ono-on-zero=round", "O,O,O,D", 49, 50),
        ("2022+minus-ten=unplayable", "-10,O,O,O", 9, 10),
    ],
)
def test_where_a_lower_total_lowers_the_chance(name, hand, low, high):
    """Not so where an O'NO 99 waits for a zero, or a Minus Ten for a total of ten."""
    assert chance(name, hand, low) < chance(name, hand, high)


@given(st.sampled_from(["1980", "2022"]), seeds, st.integers(80, 98), st.sampled_from("OR"))
def test_a_card_seen_changes_the_chance(name, seed, total, card):
    """An O'NO 99 that cannot be drawn any more helps who hopes to draw, a Reverse hurts."""
    hand = hand_of(name, seed)
    if hand.count("O") > 2 or (card == "R" and "R" in hand):
        return
    line = f"{name} total={total} hand={','.join(hand)} owes=2"
    before, after = (survive(Position.parse(line + more)).chance for more in ("", f" seen={card}"))

    helps = after > before if card == "O" else after < before
    assert helps if 0 < before < 1 else after == before, line


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

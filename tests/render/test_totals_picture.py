"""The survival map drawn and told."""

import xml.etree.ElementTree as ET
from fractions import Fraction
from itertools import pairwise

import pytest
from render.pictures import check_picture

from ono_tutor import Card, UnanswerableError, ruleset
from ono_tutor.game.notation import read_cards
from ono_tutor.render.describe import title_of
from ono_tutor.render.totals import (
    chance_words,
    compare_maps,
    first_in_danger,
    lost_from,
    row_ranges,
    row_svg,
    row_text,
    totals_text,
)
from ono_tutor.solver.survive import SurvivalRow, full_hands, survival_map

SAFE, GOLD = "#a9dfc2", "#f2c65a"
CROSS = "l5.2 5.2m0-5.2l-5.2 5.2"
HANDS = [
    ("1980", "7,5,9,O", 92),
    ("1980", "7,5,9,O", 20),
    ("1980", "10,O,O,O", -14),
    ("1980", "9", None),
    ("1980", "D,D,O,O", 0),
    ("1980+ono-on-zero=turn", "O,O,O,O", 50),
    ("2022", "-10,-10,-10,-10", 98),
    ("2022+minus-ten=unplayable", "-10,O,O,O", 5),
]


def known(name, hand, *, pair=False):
    """A map, a hand and its row."""
    found, cards = survival_map(ruleset(name), pair=pair), read_cards(hand, hand)
    return found, cards, found.row(cards)


@pytest.mark.parametrize(("name", "hand", "total"), HANDS)
def test_a_hand_is_drawn_alone(name, hand, total):
    """The picture is sound, says its row in words, and names the options."""
    found, cards, row = known(name, hand)

    root = check_picture(row_svg(found, cards, total), str(row_text(found.rules, cards, row)))

    assert title_of(found.rules) in [part.text for part in root]


def test_a_block_a_bar_as_high_as_the_chance_and_a_cross():
    """A block for certain, a striped bar for each chance, in proportion, and a cross for a loss."""
    found, cards, row = known("1980", "7,5,9,O")

    root = ET.fromstring(svg := row_svg(found, cards))

    chances = [float(part.chance) for part in row_ranges(row) if part.kind == "risk"]
    high = [float(p.get("height")) for p in root if p.get("stroke") == GOLD and p.get("height")]
    full, sample = (float(p.get("height")) for p in root if p.get("fill") == SAFE)
    assert high[:-1] == pytest.approx([full * chance for chance in chances], abs=0.06)
    assert high[-1] == pytest.approx(sample * 0.8)
    assert svg.count('stroke-dasharray="2 2.5"') == len(chances) + 1
    assert svg.count(CROSS) == sum(chance == 0 for chance in row.chances) + 1


def test_the_total_is_marked_with_its_chance():
    """The marked total has the cards that help, or the fraction; there is no chance at 99."""
    found, cards, _ = known("1980", "7,5,9,O")

    assert ">At 92: 16 in 50<" in row_svg(found, cards, 92)
    assert ">At 94: lost<" in row_svg(found, cards, 94)
    assert ">At −14: certain<" in row_svg(found, cards, -14)
    assert ">At " not in row_svg(found, cards)
    assert chance_words(found.rules, cards, Fraction(1, 3)) == "1/3"
    with pytest.raises(UnanswerableError, match="99 cannot be shown"):
        row_svg(found, cards, 99)


@pytest.mark.parametrize(
    ("name", "hand", "ends", "told"),
    [
        (
            "1980",
            "2,3,8,9",
            (94, 97),
            "a 2, a 3, an 8 and a 9: certain from 0 to 93, 18 in 50 at 94, 16 in 50 from 95 to 96 "
            "and lost from 97 to 98.",
        ),
        ("1980", "9,H", (None, None), "a 9 and a Hold: certain from 0 to 98."),
        (
            "2022+minus-ten=unplayable",
            "-10,-10,O,O",
            (0, None),
            "a Minus Ten, a Minus Ten, an ONO 99 and an ONO 99: lost from 0 to 9, 92 in 108 from 10 to "
            "19 and certain from 20 to 98.",
        ),
    ],
)
def test_a_row_in_a_sentence(name, hand, ends, told):
    """The sentence says every change of the chance; a hand is in danger and lost from a total on."""
    found, cards, row = known(name, hand)

    assert str(row_text(found.rules, cards, row)) == f"Surviving a double with {told}"
    assert (first_in_danger(row), lost_from(row)) == ends


def test_ranges_cover_the_row():
    """The ranges of every row follow one another, each with the chance of its totals; one in two
    and two in four are the same, and one total is a range of its own."""
    single = known("1980+ono-on-zero=turn", "O,O,O,O")[2]
    assert [totals_text(part) for part in row_ranges(single)][:2] == ["0", "1–9"]
    assert row_ranges(SurvivalRow((1, 2), 2)) == row_ranges(SurvivalRow((2, 4), 4))
    for row in {
        hands.row for hands in survival_map(ruleset("1980+ono-on-zero=turn")).equal_hands()
    }:
        parts = row_ranges(row)

        covered = [part.chance for part in parts for _ in range(part.first, part.last + 1)]
        assert tuple(covered) == row.chances
        assert all(one.chance != two.chance for one, two in pairwise(parts))


@pytest.mark.parametrize("name", ["1980", "2022"])
def test_fates_hold_every_hand_once(name):
    """Every hand has one fate, with the hands of its row, and the worst come first."""
    found = survival_map(ruleset(name))

    fates = found.equal_hands()

    assert sorted(map(repr, full_hands(found.rules))) == sorted(
        repr(hand) for fate in fates for hand in fate.hands
    )
    assert all(found.row(hand) == fate.row for fate in fates for hand in fate.hands)
    dangers = [fate.row.danger for fate in fates]
    assert dangers == sorted(dangers, reverse=True)
    assert len({fate.row for fate in fates}) == len(fates)
    tens = [fate.hands for fate in fates if fate.hands[0] == (Card.TEN,) * 4]
    assert name == "2022" or [len(hands) for hands in tens] == [3]


def test_readings_differ_hand_by_hand():
    """Where a minus ten may not go below zero, totals from 20 on are untouched; every 7th hand is
    compared total by total. The greatest split has the greatest sum of differences."""
    maps = [survival_map(ruleset(name)) for name in ("2022", "2022+minus-ten=unplayable")]

    found = compare_maps(*maps)

    split_at = {split.hand: split for split in found.splits}
    for hand in list(full_hands(maps[0].rules))[::7]:
        both = zip(*(known.row(hand).chances for known in maps), strict=True)
        apart = {total: abs(one - two) for total, (one, two) in enumerate(both) if one != two}
        split = split_at.get(hand)
        assert (split.totals if split else ()) == tuple(apart)
        if split:
            assert split.gap == sum(apart.values())
            assert apart[split.widest] == max(apart.values())
    assert max(split.gap for split in found.splits) == found.greatest.gap
    assert all(max(split.totals) < 20 for split in found.splits)

"""What the editions of 1980 and 2022 have in common."""

import pytest

EDITIONS = pytest.mark.parametrize("edition", ["1980", "2022"])


@EDITIONS
@pytest.mark.parametrize("card", ["7", "R", "D", "-10"])
def test_the_total_is_said_after_every_card(after, edition, card):
    """The total is announced after each card, changed or not (rule announce)."""
    said = {"7": 57, "-10": 40}.get(card, 50)

    found = after(f"{edition} total=50 hand={card},8,9,10", card, ["totals said"])

    assert found == {"totals said": [said]}


@EDITIONS
@pytest.mark.parametrize(("total", "is_safe"), [(88, True), (89, False), (90, False)])
def test_98_is_the_last_safe_total(refused, edition, total, is_safe):
    """A card is safe only if the new total is 98 or less; 99 already loses (rule limit)."""
    found = refused(f"{edition} total={total} hand=10,2,3,4", "10")

    assert (found is None) is is_safe


@EDITIONS
def test_no_losing_on_purpose(refused, edition):
    """With a safe card in hand neither a losing card nor the way out may be chosen (rule no-voluntary-bust)."""
    line = f"{edition} total=95 hand=10,2,O,O"

    assert refused(line, "2") is None
    assert refused(line, "out") == "no-voluntary-bust"
    assert refused(line, "10") is not None


@EDITIONS
def test_the_whole_discard_pile_becomes_the_draw_pile(after, edition):
    """When the draw pile is empty all discards are shuffled and the total stays (rule draw-pile-empty)."""
    copies = {"1980": "10x9,Hx4,Rx5,-10x4,Dx2,Ox3,2x3,3x3,4x3,5x3,6x3,7x2,8x2,9x2"}
    copies["2022"] = "0x8,1x6,2x6,3x6,4x6,5x6,6x6,7x5,8x5,9x5,10x9,-10x10,Rx9,Dx10,Ox9"
    line = f"{edition} total=50 hands=7,8,9,10/O,R seen={copies[edition]}"

    found = after(line, "7", ["total", "seen", "hands", "types"])

    assert found["types"][:2] == ["played", "reshuffled"]
    assert (found["total"], found["seen"], found["hands"]) == (57, "", "8,9,10,?/O,R")

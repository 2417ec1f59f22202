"""Charts drawn: sound pictures, told in words, that tell their series apart without colour."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest
from count_games import estimate
from render.pictures import check_picture

from ono_tutor.game.simulate import share
from ono_tutor.render.charts import (
    DASHES,
    Chart,
    Estimate,
    Series,
    Unit,
    bars_svg,
    lines_svg,
    shape,
)
from ono_tutor.render.svg import WIDTH

HALF = estimate(Fraction(1, 2), share(50, 100))
WHOLE, QUARTER, NONE = (Estimate(Fraction(n, 4)) for n in (4, 1, 0))


def chart(*lines, unit=Unit.SHARE, **more):
    """A chart of these lists of numbers, at as many places."""
    series = tuple(
        Series(f"s{n}", f"Line {n} & <more>", tuple(line)) for n, line in enumerate(lines)
    )
    places = tuple((place, place.upper()) for place in "abc"[: len(lines[0])])
    return Chart("A title", "Places", "What is counted", unit, places, series, **more)


def words(svg):
    """All that is written in a picture."""
    return [part.text for part in ET.fromstring(svg) if part.tag.endswith("text")]


@pytest.mark.parametrize("drawn", [bars_svg, lines_svg])
@pytest.mark.parametrize("count", [1, 2, 4])
def test_a_chart_is_a_sound_picture(drawn, count):
    """The picture is sound and has every number in words; nothing begins outside the frame, and an
    estimate has its interval, which is named."""
    exact = drawn(chart(*[[WHOLE, QUARTER]] * count))
    svg = drawn(chart(*[[WHOLE, NONE, HALF]] * count, even=QUARTER))
    said = "A: 100\N{NO-BREAK SPACE}%, B: 0\N{NO-BREAK SPACE}%, C: 50\N{NO-BREAK SPACE}%."
    root = check_picture(svg, " ".join(f"Line {n} & <more>: {said}" for n in range(count)))

    assert root[0].text == "A title"
    starts = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", svg)
    assert starts
    tall = float(root.get("height"))
    assert all(0 < float(x) < WIDTH and 0 < float(y) < tall for x, y in starts)
    assert any("line: the 95% interval" in text for text in words(svg))
    assert not any("95%" in text for text in words(exact))


def test_a_bar_has_its_name_and_number():
    """Each bar is as long as its number, named; four series differ without colour."""
    svg = bars_svg(chart([WHOLE, Estimate(Fraction(1, 2))]))

    long, short = (float(wide) for wide in re.findall(r"h([\d.]+)\" stroke=\"#a9dfc2\"", svg))
    assert short == long / 2
    assert len({shape(number, 0, 0) for number in range(4)}) == len(set(DASHES)) == 4
    assert words(svg).count("Line 0 & <more>") == 2
    assert {"100\N{NO-BREAK SPACE}%", "50\N{NO-BREAK SPACE}%"} <= set(words(svg))


def test_a_gap_stays_a_gap_and_the_grid_reaches_beyond_every_number():
    """Where there is no number there is no mark, and no number is told; the grid begins at 0."""
    svg = lines_svg(chart([None, Estimate(Fraction(44))], unit=Unit.PLAYS))

    assert svg.count("a4 4 0 1 0 8 0") == 2  # the mark and its sample in the legend
    assert "A: " not in svg
    assert {"0", "10", "20", "30", "40", "50"} <= set(words(svg))


@pytest.mark.parametrize(
    ("unit", "value", "text"),
    [
        (Unit.SHARE, Fraction(0), "0\N{NO-BREAK SPACE}%"),
        (Unit.SHARE, Fraction(1, 1000), "<1\N{NO-BREAK SPACE}%"),
        (Unit.SHARE, Fraction(999, 1000), ">99\N{NO-BREAK SPACE}%"),
        (Unit.SHARE, Fraction(1), "100\N{NO-BREAK SPACE}%"),
        (Unit.PLAYS, Fraction(28), "28"),
        (Unit.POINTS, Fraction(1, 1000), "<0.01"),
        (Unit.POINTS, Fraction(0), "0.00"),
        (Unit.POINTS, Fraction(7, 4), "1.75"),
    ],
)
def test_numbers_are_written_honestly(unit, value, text):
    """What happens at all is never written as 0, nor what may fail as 100 per cent."""
    assert unit.text(value) == text


def test_an_interval_is_written():
    """An interval is written without the unit; a number without one is exact."""
    assert Unit.SHARE.bounds(HALF) == "40 to 60"
    assert Unit.SHARE.bounds(Estimate(Fraction(1, 3))) == "exact"
    assert Unit.SHARE.bounds(estimate(Fraction(0), share(0, 10))) == "0 to 28"

"""Charts drawn: sound pictures, told in words, that tell their series apart without colour."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import pytest

from ono_tutor.game.statistics import share
from ono_tutor.render.charts import (
    BAR_DASHES,
    Chart,
    Estimate,
    Series,
    Unit,
    bars_svg,
    lines_svg,
    shape,
)
from ono_tutor.render.svg import WIDTH

DRAWN = [bars_svg, lines_svg]
HALF = Estimate.of(Fraction(1, 2), share(50, 100))


def chart(*lines, unit=Unit.SHARE, places=("a", "b"), **more):
    """A chart of these lists of numbers."""
    series = tuple(
        Series(f"s{n}", f"Line {n} & <more>", tuple(line)) for n, line in enumerate(lines)
    )
    named = tuple((place, place.upper()) for place in places)
    return Chart("A title", "Places", "What is counted", unit, named, series, **more)


def words(svg):
    """All that is written in a picture."""
    return [part.text for part in ET.fromstring(svg) if part.tag.endswith("text")]


@pytest.mark.parametrize("drawn", DRAWN)
def test_a_chart_is_a_sound_picture(drawn):
    """A picture is sound XML with a title and every number in words, no id and no script."""
    svg = drawn(chart([HALF, Estimate(Fraction(1, 4))]))
    title, told = list(ET.fromstring(svg))[:2]

    assert title.text == "A title"
    assert told.text == "Line 0 & <more>: A: 50\N{NO-BREAK SPACE}%, B: 25\N{NO-BREAK SPACE}%."
    assert ' id="' not in svg
    assert "<script" not in svg
    assert ET.fromstring(svg).get("role") == "img"


@pytest.mark.parametrize("drawn", DRAWN)
@pytest.mark.parametrize("count", [1, 2, 4])
def test_all_lies_in_the_frame(drawn, count):
    """Nothing begins outside the frame, whatever the numbers."""
    lines = [[Estimate(Fraction(1)), Estimate(Fraction(0)), HALF][:3] for _ in range(count)]
    svg = drawn(chart(*lines, places=("a", "b", "c"), even=Estimate(Fraction(1, 4))))
    tall = float(ET.fromstring(svg).get("height"))

    starts = re.findall(r"M(-?[\d.]+) (-?[\d.]+)", svg)

    assert starts
    assert all(0 < float(x) < WIDTH and 0 < float(y) < tall for x, y in starts)


def test_series_differ_without_colour():
    """Four lines have four marks, and four bars four patterns."""
    assert len({shape(number, 0, 0) for number in range(4)}) == 4
    assert len(set(BAR_DASHES)) == 4


def test_a_bar_has_its_name_and_number():
    """Each bar is as long as its number, with its name and the number beside it."""
    svg = bars_svg(chart([Estimate(Fraction(1)), Estimate(Fraction(1, 2))]))

    long, short = (float(wide) for wide in re.findall(r"h([\d.]+)\" stroke=\"#a9dfc2\"", svg))
    assert short == long / 2
    assert words(svg).count("Line 0 & <more>") == 2
    assert {"100\N{NO-BREAK SPACE}%", "50\N{NO-BREAK SPACE}%"} <= set(words(svg))


def test_intervals_are_drawn_and_named():
    """An estimate has its interval and a picture says what that is; an exact number has none."""
    assert "Thin line: the 95% interval" in words(bars_svg(chart([HALF, HALF])))
    assert "Upright line: the 95% interval" in words(lines_svg(chart([HALF, HALF])))
    assert not any("95%" in text for text in words(lines_svg(chart([Estimate(Fraction(1))] * 2))))


def test_a_gap_stays_a_gap():
    """Where there is no number there is no mark, and no number is told."""
    svg = lines_svg(chart([None, HALF]))

    assert svg.count("a4 4 0 1 0 8 0") == 2  # the mark and its sample in the legend
    assert "A: " not in svg


def test_the_grid_reaches_beyond_every_number():
    """The lines of the grid begin at 0 and end above the highest number."""
    svg = lines_svg(chart([Estimate(Fraction(31)), Estimate(Fraction(44))], unit=Unit.PLAYS))

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
    assert Unit.SHARE.bounds(Estimate.of(Fraction(0), share(0, 10))) == "0 to 28"


def test_numbers_have_names():
    """Each number is found by its series and its place, and a fact by its own name."""
    found = chart([HALF, None], facts=(("more", Estimate(Fraction(2))),)).numbers()

    assert found == {"s0-a": HALF, "more": Estimate(Fraction(2))}


def test_the_margin_is_the_widest():
    """The margin covers every interval, rounded up; without estimates there is none."""
    found = chart([HALF, Estimate.of(Fraction(1, 2), share(500, 1000))])

    assert "further than 10 percentage points" in str(found.margin)
    assert chart([Estimate(Fraction(1, 3))] * 2).margin is None

"""The directive ``ono-figure`` and the role ``ono-number``: no number is typed by hand."""

import re

import pytest
from sphinx_ext.projects import Pages, directive
from sweeps import first

from ono_tutor.render.charts import chart, figure_svg

PAGES = Pages()


def figure(name, **options):
    return directive("ono-figure", name, **options)


NAMES = ("length", "points", "strategies")
SHOWN = {name: PAGES.add(figure(name)) for name in NAMES}
SENTENCE = PAGES.add("So {ono-number}`length/1980-4` plays.")
TRUE = [
    "random-99-cross > 1/2",
    "random-99-cross > random-99-double-cross",
    "random-99-double-cross < random-99-cross, random-99-cross < 9",
    "cautious-99-over < 200 %",
]
FALSE = [
    ("random-own = 1.00", "random-own is "),
    ("random-99-cross < random-99-land-99", "random-99-cross is "),
    ("random-99-cross > 5", "random-99-cross is "),
    ("random-99-corss > 1", "is no claim; a claim is NAME = TEXT, NAME > NAME or a number"),
    ("random-99-cross > much", "is no claim"),
    ("random-99-cross > 1/0", "is no claim"),
    ("random-99-cross ~ 2", "is no claim"),
    ("random-99-cross > 0,", "'' is no claim"),
]
UNKNOWN = [
    (figure("lenght"), "'lenght' is not a figure; the figures are length"),
    (figure("points", total="92"), "'total' is not an option here; the options are expect"),
    ("{ono-number}`points/none`", "ono-number: 'none' is no number of this figure"),
    ("{ono-number}`points`", "ono-number: '' is no number of this figure"),
    ("{ono-number}`nothing/1980-4`", "ono-number: 'nothing' is not a figure"),
]
CLOSE = [PAGES.add(figure("length", expect=f"1980-4 {sign} 1980-5")) for sign in "<>"]


@pytest.mark.parametrize("name", NAMES)
def test_a_figure_stands_on_the_page(site, name):
    """A page has the picture, the sample, and every number again in a table that can be unfolded."""
    page, found = site.page(SHOWN[name]), chart(name)

    assert site.pictures(SHOWN[name]) == [figure_svg(name).strip()]
    assert " ".join(str(found.sample).split()) in site.words(SHOWN[name])
    assert page.count("<details") == 1
    cells = re.findall(r"<td[^>]*>\s*<p>([^<]*)</p>|<td", page)
    assert len(cells) == len(found.places) * len(found.series)


@pytest.mark.parametrize("builder", first(["text", "latex", "epub"]))
def test_the_table_stands_where_no_picture_can(sites, builder):
    """In print, plain text and books the numbers stand in the table too."""
    site = sites(builder)
    page = site.page(SHOWN["points"])

    assert "<svg" not in page
    for mark in chart("points").marks:
        assert f"{float(mark.value):.2f} (" in page or "<0.01 (" in site.words(SHOWN["points"])


def test_a_number_is_told_in_a_sentence(site):
    """A sentence has the number that was counted."""
    found = chart("length")
    text = found.unit.text(found.numbers()["1980-4"].value)

    assert f"So {text} plays." in site.words(SENTENCE)


@pytest.mark.parametrize("page", [PAGES.add(figure("points", expect=claim)) for claim in TRUE])
def test_a_true_claim_builds(site, page):
    """A claim that the counts bear out builds without a word."""
    assert f"{page}.md" not in site.said


def test_equal_means_as_written(build):
    """A claim of equality is held against the number as it is written."""
    found = chart("length")
    text = found.unit.text(found.numbers()["2022-6"].value)

    site = build(
        figure("length", expect=f"2022-6 = {text}"),
        other=figure("length", expect=f"2022-6 = {text}0"),
    )

    assert site.faults() == []
    assert len(site.faults("other")) == 1


FALSE_PAGES = [(PAGES.add(figure("points", expect=claim)), why) for claim, why in FALSE]


@pytest.mark.parametrize(("page", "why"), FALSE_PAGES)
def test_a_false_claim_fails(site, page, why):
    """A claim that the counts deny, or that cannot be read, fails the build at its file and line."""
    (fault,) = site.faults(page)

    assert fault.startswith("3: ono-figure: points: the page claims")
    assert why in fault


@pytest.mark.parametrize("page", CLOSE)
def test_a_difference_within_the_intervals_is_none(site, page):
    """More is denied where the intervals overlap, in either order."""
    assert "1980-4 is " in "".join(site.faults(page))


@pytest.mark.parametrize(("page", "why"), [(PAGES.add(body), why) for body, why in UNKNOWN])
def test_what_is_unknown_fails(site, page, why):
    """A figure, an option or a number that is none fails the build and names what there is."""
    (fault,) = site.faults(page)

    assert fault.startswith("3: ")
    assert why in fault

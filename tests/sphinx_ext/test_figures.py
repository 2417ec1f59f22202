"""The directive ``ono-figure`` and the role ``ono-number``: no number is typed by hand."""

import re

import pytest
from sphinx_ext.projects import Pages, directive
from sweeps import first

from ono_tutor.render.charts import chart, figure_svg

PAGES = Pages()


def figure(name, **options):
    return directive("ono-figure", name, **options)


def counted(name):
    found = chart("length")
    return found.unit.text(found.numbers()[name].value)


NAMES = ("length", "points", "strategies")
SHOWN = {name: PAGES.add(figure(name)) for name in NAMES}
SENTENCE = PAGES.add("So {ono-number}`length/1980-4` plays.")
TRUE = [
    figure("points", expect="random-99-cross > 1/2"),
    figure("points", expect="random-99-cross > random-99-double-cross"),
    figure("points", expect="random-99-double-cross < random-99-cross, random-99-cross < 9"),
    figure("points", expect="cautious-99-over < 200 %"),
    figure("length", expect=f"2022-6 = {counted('2022-6')}"),
]
WRONG = [
    *(
        (figure("points", expect=claim), f"ono-figure: points: the page claims {claim!r}, but the engine says: {why}")
        for claim, why in (
            ("random-own = 1.00", "random-own is "),
            ("random-99-cross < random-99-land-99", "random-99-cross is "),
            ("random-99-cross > 5", "random-99-cross is "),
            ("random-99-corss > 1", "'random-99-corss > 1' is no claim; a claim is NAME = TEXT, NAME > NAME or"),
            ("random-99-cross > much", "'random-99-cross > much' is no claim"),
            ("random-99-cross > 1/0", "'random-99-cross > 1/0' is no claim"),
            ("random-99-cross ~ 2", "'random-99-cross ~ 2' is no claim"),
            ("random-99-cross > 0,", "'' is no claim"),
        )
    ),
    (figure("length", expect=f"2022-6 = {counted('2022-6')}0"), "2022-6 is "),
    *((figure("length", expect=f"1980-4 {sign} 1980-5"), "1980-4 is ") for sign in "<>"),
    (figure("lenght"), "'lenght' is not a figure; the figures are length"),
    (figure("points", total="92"), "'total' is not an option here; the options are expect"),
    ("{ono-number}`points/none`", "ono-number: 'none' is no number of this figure"),
    ("{ono-number}`points`", "ono-number: '' is no number of this figure"),
    ("{ono-number}`nothing/1980-4`", "ono-number: 'nothing' is not a figure"),
]  # fmt: skip
"""What the counts deny, also where the intervals overlap, and what cannot be read or is unknown."""


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
    assert f"So {counted('1980-4')} plays." in site.words(SENTENCE)


@pytest.mark.parametrize("page", list(map(PAGES.add, TRUE)))
def test_a_true_claim_builds(site, page):
    """A claim that the counts bear out, an equal one as it is written, builds without a word."""
    assert f"{page}.md" not in site.said


@pytest.mark.parametrize(("page", "why"), [(PAGES.add(body), why) for body, why in WRONG])
def test_a_false_claim_and_what_is_unknown_fail(site, page, why):
    """They fail the build at their file and line, with the truth or with what there is."""
    (fault,) = site.faults(page)

    assert fault.startswith("3: ")
    assert why in fault

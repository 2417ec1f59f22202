"""The directive ``ono-figure`` and the role ``ono-number``: no number is typed by hand."""

import re

import pytest

from ono_tutor.render import figures
from ono_tutor.render.figures import chart, figure_svg

FALSE = [
    ("random-own = 1.00", "random-own is "),
    ("random-99-cross < random-99-land-99", "random-99-cross is "),
    ("random-99-cross > 5", "random-99-cross is "),
    ("random-99-corss > 1", "'random-99-corss' is no number of this figure; they are random-99"),
    ("random-99-cross > much", "'much' is no number"),
    ("random-99-cross > 1/0", "'1/0' is no number"),
    ("random-99-cross", "is nothing to claim; a claim is NAME = TEXT"),
    ("random-99-cross ~ 2", "is nothing to claim"),
    ("", "is nothing to claim"),
    ("random-99-cross > 0,", "'' is nothing to claim"),
]


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    """Fewer games, and nothing kept from or for other tests."""
    for name in ("LENGTH_HANDS", "TURN_HANDS", "TABLE_HANDS", "POINT_GAMES", "TABLE_GAMES"):
        monkeypatch.setattr(figures, name, 25)
    kept = (figures._turns, figures._worked_out)
    for cache in kept:
        cache.cache_clear()
    yield
    for cache in kept:
        cache.cache_clear()


def figure(name, **options):
    """The directive for a figure with these options."""
    lines = "".join(f":{key}: {value}\n" for key, value in options.items())
    return f"```{{ono-figure}} {name}\n{lines}```\n"


def plain(page):
    """The words of a page, without its marks."""
    text = " ".join(re.sub("<[^>]+>", " ", page).split())
    return text.replace("&lt;", "<").replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.parametrize("name", ["length", "points", "strategies"])
def test_a_figure_stands_on_the_page(build, name):
    """A page has the picture, the sample, and every number again in a table that can be unfolded."""
    site = build(figure(name), "-W")
    page, found = site.page(), chart(name)

    assert (site.status, site.said) == (0, "")
    assert figure_svg(name).strip() in page
    assert found.sample in plain(page.replace("&#39;", "'"))
    assert page.count("<details") == 1
    cells = re.findall(r"<td[^>]*>\s*<p>([^<]*)</p>|<td", page)
    assert len(cells) == len(found.places) * len(found.series)


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_the_table_stands_where_no_picture_can(build, builder):
    """In print, plain text and books the numbers stand in the table, and no picture."""
    site = build(figure("points"), "-W", builder=builder)
    suffix = {"text": "index.txt", "latex": "p.tex", "epub": "index.xhtml"}[builder]
    page = site.page(suffix)

    assert (site.status, site.said) == (0, "")
    assert "<svg" not in page
    for mark in chart("points").marks:
        assert f"{float(mark.value):.2f} (" in page or "<0.01 (" in plain(page)


def test_a_number_is_told_in_a_sentence(build):
    """A sentence has the number that was counted."""
    text = chart("length").unit.text(chart("length").numbers()["1980-4"].value)

    site = build("So {ono-number}`length/1980-4` plays.", "-W")

    assert (site.status, site.said) == (0, "")
    assert f"So {text} plays." in plain(site.page())


@pytest.mark.parametrize(
    "claim",
    [
        "random-99-cross > 1/2",
        "random-99-cross > random-99-double-cross",
        "random-99-double-cross < random-99-cross, random-99-cross < 9",
        "cautious-99-over < 200 %",
    ],
)
def test_a_true_claim_builds(build, claim):
    """A claim that the counts bear out builds without a word."""
    site = build(figure("points", expect=claim), "-W")

    assert (site.status, site.said) == (0, "")


def test_equal_means_as_written(build):
    """A claim of equality is held against the number as it is written."""
    found = chart("length")
    text = found.unit.text(found.numbers()["2022-6"].value)

    assert build(figure("length", expect=f"2022-6 = {text}"), "-W").status == 0
    assert build(figure("length", expect=f"2022-6 = {text}0")).status != 0


@pytest.mark.parametrize(("claim", "why"), FALSE)
def test_a_false_claim_fails(build, claim, why):
    """A claim that the counts deny, or that cannot be read, fails the build at its file and line."""
    site = build(figure("points", expect=claim))

    assert site.status != 0
    assert re.search(r"index\.md:3: ERROR: ono-figure: points: the page claims", site.said)
    assert why in site.said


def test_a_difference_within_the_intervals_is_none(build):
    """More is denied where the intervals overlap, in either order."""
    for relation in "<>":
        site = build(figure("length", expect=f"1980-4 {relation} 1980-5"))

        assert site.status != 0
        assert "1980-4 is " in site.said


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (figure("lenght"), "'lenght' is not a figure; the figures are length"),
        (figure("points", total="92"), "'total' is not an option here; the options are expect"),
        ("{ono-number}`points/none`", "ono-number: 'none' is no number of this figure"),
        ("{ono-number}`points`", "ono-number: '' is no number of this figure"),
        ("{ono-number}`nothing/1980-4`", "ono-number: 'nothing' is not a figure"),
    ],
)
def test_what_is_unknown_fails(build, body, why):
    """A figure, an option or a number that is none fails the build and names what there is."""
    site = build(body)

    assert site.status != 0
    assert "index.md:3: ERROR" in site.said
    assert why in site.said

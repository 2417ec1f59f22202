"""The directive ``ono-rule``: a rule point, what is said of it, and an example that shows it."""

from html import unescape

import pytest

from ono_tutor.rules.book import rule_points

GOOD = "2022 total=6 hand=-10,4,R,O"


def written(point="minus-ten", line=GOOD, **options):
    lines = "".join(f":{name}: {value}\n" for name, value in options.items())
    return f"```{{ono-rule}} {point}\n{lines}\n{line}\n```\n"


def test_the_point_is_anchored_and_said(build):
    """The section has the point's id, the sentence of the rule set asked for, and no other's."""
    page = unescape(build(written(rules="2022", play="-10", expect="total 0"), "-W").page())

    says = rule_points()["minus-ten"].says
    assert page.count('id="minus-ten"') == 1
    assert says["2022"] in page
    assert says["1980"] not in page


def test_every_edition_speaks_where_none_is_named(build):
    """Without a rule set, the sentence of each edition that has the point stands there."""
    page = unescape(build(written(play="-10"), "-W").page())

    assert all(text in page for text in rule_points()["minus-ten"].says.values())


@pytest.mark.parametrize(
    ("point", "line", "options", "why"),
    [
        ("minus-ten", GOOD, {"play": "-10", "expect": "total -4"}, "but total is 0"),
        ("minus-ten", GOOD, {"rules": "ninety-nine"}, "it is one of 1980, 2022"),
        ("hold", GOOD, {}, "the page shows hold by it, but the rule points that decide"),
        ("minus-ten", "", {}, "the rule point minus-ten needs an example"),
        ("minus-tenn", GOOD, {}, "'minus-tenn' is not a rule point"),
        ("minus-ten", GOOD, {"paly": "-10"}, "'paly' is not an option here"),
        ("minus-ten", GOOD, {"play": "-10", "question": "none"}, "not both"),
        ("deck", "1980 hand=D", {"question": "refused"}, "can be, and the page says"),
    ],
)  # fmt: skip
def test_a_wrong_point_or_example_fails(build, point, line, options, why):
    """A claim that is not so, an example of something else and a missing one fail at file and line."""
    site = build(written(point, line, **options))

    assert site.status != 0
    assert "index.md:3: ERROR: ono-rule" in site.said
    assert why in site.said


def test_a_point_that_nothing_asks_about_says_why(build):
    """Where no question can be asked about a point, the page says so in place of an example."""
    page = build(written("dealer", "", rules="1980"), "-W").page()

    assert "No example: who deals is settled before there is a position to ask about." in page


def test_a_point_stands_on_a_page_once(build):
    """A second section for the same point would share its anchor, and fails."""
    site = build(written() + "\n" + written())

    assert "the rule point minus-ten stands on this page already" in site.said


@pytest.mark.parametrize(
    ("point", "line", "options"),
    [
        ("opening", "1980 hand=R,7,H,O players=3", {}),
        ("99-below-zero", "ninety-nine total=4 hand=10,9,K", {"play": "10-10"}),
        ("99-deck", "ninety-nine hands=8,8,8/8,8,9", {"question": "refused"}),
        ("double-no-stack", "1980 total=60 hands=D,4,8,O/H,4,5,6/H,5,6,7", {"play": "D H H"}),
        ("opening", "1980+opening=number hand=R,2 players=3", {"claim": "may R"}),
    ],
)
def test_an_option_or_a_mistake_shows_a_point_too(build, point, line, options):
    """An example shows a point also where another of its options, or a mistake, changes the answer."""
    site = build(written(point, line, **options), "-W")

    assert (site.status, site.said) == (0, "")


def test_links_prefer_the_page_at_hand(build):
    """A label on the page of a rule set leads to the point there; elsewhere, to the comparison."""
    comparison = "```{ono-comparison}\n```\n"
    book = written(rules="2022", play="-10")

    site = build(comparison, book=book, other="{ono-rule}`minus-ten`")

    assert 'href="#minus-ten"' in site.page("book.html")
    assert 'href="index.html#minus-ten"' in site.page("book.html")
    assert 'href="index.html#minus-ten"' in site.page("other.html")
    assert 'href="book.html#minus-ten"' in site.page()


def test_a_lonely_page_leaves_words_where_it_cannot_link(build):
    """Without a comparison in the site, and with every link checked, nothing is complained of."""
    site = build(written(rules="2022", play="-10"), "-W", "-n")

    assert (site.status, site.said) == (0, "")


@pytest.mark.parametrize(
    ("builder", "name"), [("text", "index.txt"), ("epub", "index.xhtml"), ("latex", "p.tex")]
)
def test_other_builders_have_it_too(build, builder, name):
    """The sentence, the example and the sources stand where no picture can."""
    site = build(written(rules="2022", play="-10"), "-W", builder=builder)

    words = " ".join(site.page(name).split())
    assert (site.status, site.said) == (0, "")
    assert "but the total stops at 0: 6 becomes 0." in words
    assert "<svg" not in words


def test_latex_gets_no_sign_that_its_fonts_lack(build):
    """A tick or an unlike sign is put in words for LaTeX."""
    page = build(written(rules="2022"), "-W", builder="latex").page("p.tex")

    assert set("✓✗◐▼≠−") & set(page) == set()


def test_parallel_and_second_builds_name_the_same_faults(build):
    """Pages read by several processes keep their faults, and a build that reads none keeps them too."""
    wrong = written(rules="2022", play="-10", expect="total -4")
    pages = {f"page{n}": wrong for n in range(6)}

    first = build(wrong, "-j", "2", **pages)
    second = build(wrong, "-j", "2", **pages)

    assert first.said.count("ERROR: ono-rule") == second.said.count("ERROR: ono-rule") == 7


def test_a_mended_page_alone_is_read_again(build):
    """After a claim was mended the build is good, and links of pages that were not read still lead."""
    book, other = written(rules="2022", play="-10", expect="total 1"), "{ono-rule}`minus-ten`"
    build("Text.", book=book, other=other)

    site = build("Text.", "-W", book=book.replace("total 1", "total 0"), other=other)

    assert (site.status, site.said) == (0, "")
    assert 'href="book.html#minus-ten"' in site.page("other.html")

"""Rule points on pages: sections, tables, sheets, misconceptions, and the links between them."""

import re
from html import unescape

import pytest
from sphinx_ext.projects import Anchors, Pages, directive

from ono_tutor.render.house_rules import OTHER, chapters_of
from ono_tutor.rules.book import Status, misconceptions, rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS

PAGES = Pages()

COMPARISON = directive("ono-comparison")
ONE = directive("ono-rule", "minus-ten", "2022 total=6 hand=-10,4,R,O", rules="2022", play="-10")
EVERY = directive("ono-rule", "minus-ten", "2022 total=6 hand=-10,4,R,O", play="-10")

TABLES = PAGES.add(
    "\n".join([COMPARISON, directive("ono-glance"), directive("ono-texts"), "## Limit"])
)
BOOK = PAGES.add(ONE)
BOTH = PAGES.add(EVERY)
ROLES = PAGES.add("{ono-rule}`minus-ten`, {ono-rule}`the top <limit>`")
BELIEF = {"kind": "total", "play": "-10", "expect": "0"}
SMALL = "2022 total=6 hand=-10,4"
MISTAKE = PAGES.add(directive("ono-mistake", "minus-ten-goes-negative", SMALL, **BELIEF))
MISTAKES = PAGES.add(directive("ono-mistakes"))
SHEETS = {key: PAGES.add(directive("ono-sheet", key)) for key in RULE_SETS}
LISTS = {
    key: PAGES.add(f"{directive('ono-open', key)}\n{directive('ono-options', key)}")
    for key in RULE_SETS
}


# ---- sections ----


def test_the_list_has_every_misconception(site):
    """The list names each mistake and leads to its place, and has no reading that a text allows."""
    page = unescape(site.page(MISTAKES))
    mistakes = {each.id for each in misconceptions().values() if not each.is_reading}

    assert set(re.findall('href="#mistake-([^"]+)"', page)) == mistakes
    assert mistakes < set(misconceptions())


# ---- tables and lists ----


def test_every_point_is_an_anchor_once(site):
    """Each rule point is an anchor of the comparison once, also where a heading is named like it."""
    found = Anchors(site.page(TABLES))

    assert {point: found.ids[point] for point in rule_points()} == dict.fromkeys(rule_points(), 1)


def test_every_sentence_of_the_registry_is_there(site):
    """The comparison leaves out no sentence, source or option's meaning; one value each is ours."""
    page = unescape(site.page(TABLES))

    for point in rule_points().values():
        wanted = [*point.says.values(), point.title, point.note]
        wanted += [part for source in point.sources for part in (source.place, source.says)]
        wanted += [means for option in point.options for means in option.means.values()]
        assert [text for text in wanted if text not in page] == []
    options = [option for point in rule_points().values() for option in point.options]
    assert page.count("our default") == len(options)


@pytest.mark.parametrize("key", RULE_SETS)
def test_a_sheet_has_every_sentence_in_its_chapter(site, key):
    """The sheet of a rule set leaves out no sentence of its book, and its chapters no point."""
    points = {point.id for point in rule_points().values() if key in point.says}
    found = dict(chapters_of(key))
    page = unescape(site.page(SHEETS[key]))

    assert OTHER not in found
    assert {point.id for part in found.values() for point in part} == points
    assert [name for name in points if rule_points()[name].says[key] not in page] == []


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_open_point_and_option_is_listed(site, key):
    """What conflicts or is silent stands in the one list, each option in the other."""
    page = unescape(site.page(LISTS[key]))
    points = [point for point in rule_points().values() if key in point.says]
    wanted = [point.note for point in points if point.statuses[key] is not Status.AGREED]
    options = [option for point in points for option in point.options if key in option.rules]
    wanted += [text for option in options for text in option.means.values()]

    assert [text for text in wanted if text not in page] == []


# ---- links ----


def test_links_within_the_page_lead_somewhere(site):
    """Every link of the comparison within its page leads to an anchor."""
    found = Anchors(site.page(TABLES))

    targets = {link[1:] for link in found.links if link.startswith("#")}
    assert targets - {"", *found.ids} == set()
    assert {f"text-{tag.lower()}" for tag in texts()} <= targets


def test_links_prefer_the_page_at_hand(site):
    """A label leads to the point on its own page; elsewhere, also with a title, to the comparison."""
    for name in (BOOK, ROLES):
        assert f'href="{TABLES}.html#minus-ten"' in site.page(name)
    assert 'href="#minus-ten"' in site.page(BOOK)
    assert f'href="{BOOK}.html#minus-ten"' in site.page(TABLES)
    assert f'href="{TABLES}.html#limit"' in site.page(ROLES)
    assert "the top" in site.page(ROLES)


# ---- what is found ----


def test_marks_belong_to_the_edition(site):
    """Where one edition's texts settle a point and the other's do not, each has its own mark."""
    words = site.words(TABLES)

    assert "1980: ✓ The sources agree 2022: ? The sources leave it open" in words
    assert rule_points()["minus-ten"].statuses == {"1980": Status.AGREED, "2022": Status.SILENT}


def test_the_comparison_shows_differences_first(site):
    """Rows that are alike in both editions are marked so, and a switch counts them."""
    points = [
        point for point in rule_points().values() if "1980" in point.says or "2022" in point.says
    ]
    alike = sum(not point.differs for point in points)

    assert site.page(TABLES).count("ono-same") == alike
    assert f"Show the {alike} rules that are the same, too" in site.words(TABLES)

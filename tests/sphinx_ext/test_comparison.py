"""The directives that write the rule books, and the links to their points."""

from collections import Counter
from html import unescape
from html.parser import HTMLParser

import pytest

from ono_tutor.rules.book import rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.rules_tables import families

COMPARISON = "```{ono-comparison}\n```\n"
ALL = f"{COMPARISON}\n```{{ono-glance}}\n```\n\n```{{ono-texts}}\n```\n"


class Ids(HTMLParser):
    """Counts the ids of a page, and collects the fragments that its links name."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.ids: Counter[str] = Counter()
        self.targets: set[str] = set()
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        if "id" in values:
            self.ids[values["id"]] += 1
        if tag == "a" and values.get("href", "").startswith("#"):
            self.targets.add(values["href"][1:])


def test_every_point_is_an_anchor_once(build):
    """Every rule point of the registry is an anchor of the comparison, exactly once."""
    found = Ids(build(COMPARISON, "-W").page())

    assert {point: found.ids[point] for point in rule_points()} == dict.fromkeys(rule_points(), 1)


def test_every_sentence_of_the_registry_is_there(build):
    """The comparison leaves out no sentence, no source's place and no option's meaning."""
    page = unescape(build(ALL, "-W").page())

    for point in rule_points().values():
        wanted = [*point.says.values(), point.title, point.note]
        wanted += [part for source in point.sources for part in (source.place, source.says)]
        wanted += [means for option in point.options for means in option.means.values()]
        assert [text for text in wanted if text not in page] == []


def test_our_defaults_are_called_ours(build):
    """Each option has one value that is called our default."""
    options = [option for point in rule_points().values() for option in point.options]

    page = build(COMPARISON).page()

    assert page.count("our default") == len(options)


def test_links_within_the_page_lead_somewhere(build):
    """Every link of the comparison within its page leads to an anchor."""
    found = Ids(build(ALL).page())

    assert found.targets - {"", *found.ids} == set()
    assert {f"text-{tag.lower()}" for tag in texts()} <= found.targets


def test_a_heading_does_not_take_an_anchor(build):
    """A heading named like a rule point leaves the anchor to the point."""
    found = Ids(build(f"{COMPARISON}\n## Limit\n\nText.\n", "-W").page())

    assert found.ids["limit"] == 1


def test_kin_stand_together():
    """The two editions of O'NO 99 share rule points and a table; Ninety-Nine has its own."""
    assert families(RULE_SETS) == [("1980", "2022"), ("ninety-nine",)]


def test_an_unknown_rule_set_fails(build):
    """A comparison of a game that is not there fails the build at its file and line."""
    site = build("```{ono-comparison}\n:rules: 1980 1999\n```\n")

    assert site.status != 0
    assert "index.md:3: ERROR" in site.said
    assert "1999" in site.said


def test_the_role_links_to_the_point(build):
    """The role links from any page to the row of the rule point, and takes a title."""
    other = "{ono-rule}`limit`, {ono-rule}`the top <limit>`"

    page = build(COMPARISON, "-W", other=other).page("other.html")

    assert page.count('href="index.html#limit"') == 2
    assert "the top" in page


def test_a_role_for_no_point_fails(build):
    """A link to a rule point that does not exist fails the build at its file and line."""
    site = build("Text.\n\n{ono-rule}`limits`\n")

    assert site.status != 0
    assert "index.md:5: ERROR: 'limits' is not a rule point" in site.said


@pytest.mark.parametrize(("builder", "name"), [("text", "index.txt"), ("epub", "index.xhtml")])
def test_other_builders_have_it_too(build, builder, name):
    """The comparison stands in text and e-book builds as well."""
    site = build(ALL, "-W", builder=builder)

    assert (site.status, site.said) == (0, "")
    assert "double-reply" in site.page(name)

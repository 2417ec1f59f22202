"""The project's own pages: that they build, what stands on them, and that a wrong claim stops it."""

import re
import zlib
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from sphinx.cmd.build import build_main
from sphinx_ext.projects import Anchors

from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def site(built_docs):
    """The project's pages as HTML, by their path below the site."""
    paths = [*built_docs().glob("*.html"), *built_docs().glob("lessons/*.html")]
    return {path.relative_to(built_docs()).as_posix(): path.read_text("utf-8") for path in paths}


@pytest.mark.parametrize("builder", ["html", "text", "epub", "latex"])
def test_the_docs_build(built_docs, builder):
    """The project's pages build without a warning, so every claim in them holds."""
    assert any(built_docs(builder).iterdir())


def sections(page):
    """The rule points of a page by id, as the text of their sections."""
    parts = re.split(r'<section class="ono-point[^"]*" id="([^"]+)">', page)
    return dict(zip(parts[1::2], map(unescape, parts[2::2]), strict=True))


@pytest.mark.parametrize("key", RULE_SETS)
def test_every_point_has_its_sentence_and_example(site, key):
    """A rule set's page has its points and no more, each run on an example, or why on none."""
    found = sections(site[f"rules-{key}.html"])
    points = {point.id: point for point in rule_points().values() if key in point.says}

    assert found.keys() == points.keys()
    for name, section in found.items():
        assert points[name].says[key] in section
        why = f"No example: {UNASKABLE.get(name)}."
        assert ("ono-example" in section) != (why in section)


def test_every_misconception_has_its_place(site):
    """Each misconception stands once on the page of mistakes, with its own anchor."""
    page = site["mistakes.html"]

    assert [name for name in misconceptions() if page.count(f'id="mistake-{name}"') != 1] == []


TRAINED = {f"practice={key}/{each.id}" for each in rule_points().values() for key in each.says}
"""What the practice page opens at once: no places of it, but what a game says of a rule point."""


def test_no_internal_link_is_broken(built_docs, site):
    """Every link of the site's pages leads to a page that is there, and to an anchor of it."""
    sources = (built_docs() / "_modules").rglob("*.html")
    there = {path.relative_to(built_docs()).as_posix(): path.read_text("utf-8") for path in sources}
    pages = {name: Anchors(text) for name, text in (site | there).items()}
    broken = []
    for name in site:
        for link in pages[name].links:
            address, anchor = urldefrag(urljoin(name, link))
            target = unquote(address)
            opens = anchor.startswith("set=") or anchor in TRAINED | {"practice", "check-up"}
            if ":" not in target and target.endswith(".html") and not opens:
                aim = pages.get(target)
                if aim is None or (anchor and unquote(anchor) not in {*aim.ids, "top"}):
                    broken.append(f"{name}: {link}")

    assert broken == []


def test_no_page_asks_anybody_else_for_anything(site):
    """No page loads a script, a style sheet or a picture from another host."""
    foreign = re.compile(
        r'<(?:script|img|iframe)[^>]+src="(?:https?:)?//|<link rel="(?:stylesheet|preload|preconnect)"[^>]+href="(?:https?:)?//'
    )

    assert [name for name, text in site.items() if foreign.search(text)] == []


def test_a_page_says_what_it_is_about(site):
    """Every page but the one for lost readers has a title and a description of its own for a card."""
    names = [name for name in site if name not in ("404.html", "genindex.html", "search.html")]
    titles = [re.search('property="og:title" content="([^"]+)"', site[name])[1] for name in names]

    assert len(set(titles)) == len(titles)
    assert all('name="description" content="' in site[name] for name in names)
    assert 'name="robots" content="noindex"' in site["404.html"]


def test_a_rules_page_is_small(site):
    """Every page takes less than 100 kB compressed before anything is clicked."""
    sizes = {name: len(zlib.compress(text.encode())) for name, text in site.items()}

    assert {name: size for name, size in sizes.items() if size > 100_000} == {}


def test_canonical_links_follow_the_address(tmp_path, monkeypatch):
    """With the site's address given, each page names its own, and a card's picture has a whole one."""
    monkeypatch.setenv("ONO_DOCS_URL", "https://example.org/ono")
    monkeypatch.setenv("ONO_DOCS_ENGINE", "no")
    out, page = tmp_path / "html", DOCS / "which-99.md"

    status = build_main(
        ["-q", "-D", "include_patterns=which-99.md,index.md", str(DOCS), str(out), str(page)]
    )

    text = (out / "which-99.html").read_text("utf-8")
    assert status == 0
    assert '<link rel="canonical" href="https://example.org/ono/which-99.html">' in text
    assert 'content="https://example.org/ono/_static/card.png"' in text

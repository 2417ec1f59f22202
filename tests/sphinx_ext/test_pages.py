"""What the directives put on a page: its words in a golden text, and what only HTML has."""

import re
from html import unescape

import pytest
from sphinx_ext.projects import directive

from ono_tutor import Position, ruleset
from ono_tutor.game.notation import read_cards
from ono_tutor.render.describe import position_text
from ono_tutor.render.svg import position_svg
from ono_tutor.render.totals import row_svg
from ono_tutor.solver.survive import survival_map

SURE = "1980 total=92 hand=7,H,-10,O owes=2 players=3"
LUCK = "1980 total=92 hand=5,9,10,O owes=2 players=3"
LINE = "1980 total=60 hands=D,4,8,O/H,4,5,6/R,5,6,7 | D H R"
BELIEF = {"kind": "total", "play": "-10", "expect": "0"}
RULE = ("ono-rule", "minus-ten", "2022 total=6 hand=-10,4,R,O")

PAGES = {
    "plays": directive("ono-position", "2022 total=95 hand=10,R,D,O players=3"),
    "chances": directive("ono-position", SURE, question="survive"),
    "played": directive("ono-position", SURE, play="H"),
    "refused": directive("ono-position", "ninety-nine hands=8,8,8/8,8,9", question="refused"),
    "claimed": directive("ono-position", "1980 total=6 hand=-10,4,R", claim="may -10"),
    "shown": directive("ono-position", SURE, question="none"),
    "survive": directive("ono-survive", LUCK),
    "line": directive("ono-play", LINE),
    "end": directive("ono-play", "1980 total=97 hand=5,9,10,O | 5", expect="loser 0"),
    "compare": directive("ono-compare", "1980 total=6 hand=-10,4,R", rules="1980 2022"),
    "map": directive("ono-map", "1980 7,5,9,O", total="92"),
    "dangers": directive("ono-map", "1980", count="3"),
    "readings": directive("ono-map", "2022", against="two-player-reverse-reply=plain", players="2"),
    "agreeing": directive("ono-map", "1980", against="ono99=suicide"),
    "keep": directive("ono-map", "1980 3,8,9,10", total="82", keep="3"),
    "rule": directive(*RULE, rules="2022", play="-10"),
    "rule-everywhere": directive(*RULE, play="-10", picture=""),
    "rule-of-hand": directive("ono-rule", "no-voluntary-bust", SURE, rules="1980"),
    "rule-refused": directive(
        "ono-rule", "99-deck", "ninety-nine hands=8,8,8/8,8,9", question="refused"
    ),
    "rule-without-example": directive("ono-rule", "dealer", rules="1980"),
    "mistake": directive(
        "ono-mistake", "minus-ten-goes-negative", "2022 total=6 hand=-10,4", **BELIEF
    ),
    "glance": directive("ono-glance"),
    "which": directive("ono-which"),
    "cards-1980": directive("ono-cards", "1980"),
    "cards-99": directive("ono-cards", "ninety-nine"),
    "sheet-99": directive("ono-sheet", "ninety-nine"),
    "open-1980": directive("ono-open", "1980"),
    "options-2022": directive("ono-options", "2022"),
    "puzzle": directive("ono-puzzle", "dp80-hold"),
    "rules-of-a-table": directive("ono-table-rules"),
    "course": directive("ono-course"),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_in_words(sites, golden, name):
    """Where no picture can stand, a page says all this."""
    site = sites("text")

    assert (site.status, site.faults()) == (0, [])
    golden(f"{name}.txt", site.page(name))


@pytest.mark.parametrize("name", PAGES)
def test_no_picture_stands_in_latex(sites, name):
    """LaTeX gets words, and no symbol that its usual fonts lack."""
    page = sites("latex").page(name)

    assert "<img" not in page
    assert set("✓✗◐▼≠−") & set(page) == set()


COUNTS = {"played": 2, "line": 4, "end": 1, "agreeing": 0, "dangers": 1, "readings": 1}


@pytest.mark.parametrize(("name", "count"), COUNTS.items())
def test_tables_and_maps_are_drawn(site, name, count):
    """The table before and after each play; after the play that ends the hand there is none."""
    assert len(site.pictures(name)) == count


@pytest.mark.parametrize("builder", ["html", "epub"])
def test_a_picture_is_a_file_with_its_words(sites, builder):
    """Pages and books have the same pictures; what is drawn can be copied as a line."""
    site = sites(builder)
    page, position = site.page("chances"), Position.parse(SURE)

    assert site.faults() == []
    assert site.pictures("chances") == [position_svg(position).strip()]
    assert f'alt="{position_text(position)}"' in unescape(page)
    assert str(position) in re.sub("<[^>]+>", "", page)
    row = row_svg(survival_map(ruleset("1980")), read_cards("7,5,9,O", ""), 92)
    assert site.pictures("map") == [row.strip()]


def test_a_table_is_one_for_screen_readers(site):
    """Each part has its role and each cell its column, whatever the style sheet makes of it."""
    page = site.page("chances")
    found = re.findall(r'<(table|t\w+)[^>]*? role="(\w+)"', page)
    cells = [("tr", "row"), ("th", "rowheader"), *[("td", "cell")] * 4]
    head = [("tr", "row"), *[("th", "columnheader")] * 5]

    assert found[:2] == [("table", "table"), ("thead", "rowgroup")]
    assert found[2:15] == [*head, ("tbody", "rowgroup"), *cells]
    assert page.count('role="rowheader"') == page.count('scope="row"') == 4
    assert page.count('data-label="Verdict"') == 4

"""The printed sheet and its key in a real Chromium: on paper, and on a screen."""

import re
from collections.abc import Callable

import pytest
from browser.sites import violations
from classroom.sheet_cases import FULL, assignment, every_kind, of_kind
from playwright.sync_api import Page, expect

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.sheet_key import key
from ono_tutor.classroom.sheets import LETTER, sheets
from ono_tutor.puzzles import bank

pytestmark = pytest.mark.browser

EVERYTHING = [*every_kind(), *FULL]
LONG = "W" * 100 + " Wide Names Of Classes" * 4
SMALL = assignment([of_kind("best-card", 3), *of_kind("next"), *of_kind("line"), *of_kind("pays")])
LETTER_WIDTH, LETTER_HEIGHT = 216 - 2 * 13, 279 - 2 * 12
A4_WIDTH = 210 - 2 * 13
"""Millimetres within the margins: the narrower and the shorter of the two papers."""

SIZES = """() => [...document.querySelectorAll('.page')]
  .map((page) => page.getBoundingClientRect().height * 25.4 / 96)"""
"""How tall the pages are with all that stands on them, in millimetres."""

OUTSIDE = """() => [...document.querySelectorAll('main *')].filter((node) => {
  const box = node.getBoundingClientRect();
  const main = document.querySelector('main').getBoundingClientRect();
  return box.width && (box.left < main.left - 1 || box.right > main.right + 1);
}).map((node) => node.outerHTML.slice(0, 90))"""

OVERLAPS = """() => [...document.querySelectorAll('.exercise')].flatMap((section) => {
  const inner = (part) => part.matches('.body, [role=group]') ?
    [...part.children].flatMap(inner) : [part];
  const parts = [...section.children].flatMap(inner).filter((part) => part.offsetHeight)
    .filter((part) => !(section.matches('.broad') && part.matches('.position')));
  return parts.slice(1).filter((part, place) => part.getBoundingClientRect().top + 1
    < parts[place].getBoundingClientRect().bottom).map((part) => part.outerHTML.slice(0, 90));
})"""


BROKEN = """() => [...document.querySelectorAll('.broad .hand li span')].filter((name) =>
  name.textContent.split(' ').length < Math.round(name.getBoundingClientRect().height
    / (1.34 * parseFloat(getComputedStyle(name).fontSize)))).map((name) => name.textContent)"""
"""The names below cards that have more lines than words."""


@pytest.fixture
def show(page: Page, tmp_path) -> Callable[[str], Page]:
    """Open a page from a file, as a teacher does."""

    def opened(html: str) -> Page:
        (tmp_path / "page.html").write_text(html, "utf-8")
        page.goto((tmp_path / "page.html").as_uri())
        return page

    return opened


def printed(page: Page) -> set[int]:
    """How many sheets of paper the page takes, A4 or US Letter."""
    return {
        len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))) for paper in ("A4", "Letter")
    }


def on_paper(page: Page, wide: float) -> None:
    """Lay the page out as it is printed, so many millimetres wide, for a reader who likes it dark."""
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": int(wide * 96 / 25.4), "height": 900})


# ---- on paper ----

PAIR = assignment([*of_kind("best-card", 4), *of_kind("quiet", 2), *of_kind("line")])
WIDE = Learner("W" * 100)
PRINTED = {
    "each exercise has a page of its own": (sheets(assignment(EVERYTHING)), len(EVERYTHING)),
    "each learner begins on a new page": (sheets(PAIR, [Learner("Ann Lee"), WIDE, Learner("Bo")], per_page=2), 3 * 4),
    "the longest title and name make the heads tall and nothing else": (
        sheets(assignment(FULL, LONG, due="2026-12-01T18:00:00Z"), [WIDE]), len(FULL),
    ),
    "every variant has a page": (sheets(SMALL), 6),
    "a learner has one variant": (sheets(SMALL, [Learner("Ann Lee")]), 4),
}  # fmt: skip


@pytest.mark.parametrize("what", PRINTED)
def test_it_takes_as_many_sheets_of_paper_as_it_should(show, what: str) -> None:
    """Every kind, every rule set, the fullest tables and the longest names: none cut, none empty."""
    html, count = PRINTED[what]

    assert printed(show(html)) == {count}


@pytest.mark.parametrize("per_page", [1, 2, 3])
def test_nothing_runs_over_the_edge_or_over_its_neighbour(show, per_page: int) -> None:
    """Each exercise is as wide as the paper and no taller, and no part lies on another.

    Several on a page save paper, in nine points or more; alone most are set in twelve, the
    fullest table there can be still in seven.
    """
    some = list(bank.index().values())[::40]
    page = show(sheets(assignment([*EVERYTHING, *some]), per_page=per_page))
    count = page.locator(".page").count()
    assert printed(page) == {count}
    for wide in (A4_WIDTH, LETTER_WIDTH):
        on_paper(page, wide)

        assert max(page.evaluate(SIZES)) < LETTER_HEIGHT, wide
        assert page.evaluate(OUTSIDE) == [], wide
        assert page.evaluate(OVERLAPS) == [], wide
        assert page.evaluate(BROKEN) == [], wide
    letters = page.locator(".exercise" if per_page == 1 else ".broad").evaluate_all(
        "all => all.map((section) => parseFloat(getComputedStyle(section).fontSize) * .75)"
    )
    if per_page == 1:
        assert sorted(letters)[len(letters) // 3] == 12
        assert min(letters) > 7
    else:
        assert count < 0.7 * (len(EVERYTHING) + len(some))
        assert min(letters) > 9
        assert {round(size, 1) for size in letters} <= set(LETTER.values())


def test_paper_has_big_cards_heads_on_each_page_and_no_words_for_the_ear(show) -> None:
    """A card is at least 36 mm wide; a head on each page has title, name and date.

    On a screen the head stands once, and the table's words are folded away beside the drawing.
    """
    page = show(sheets(SMALL))
    title = page.get_by_text("Twenty questions").filter(visible=True)
    expect(title).to_have_count(1)
    page.get_by_text("The table in words").first.click()
    expect(page.get_by_text("Player 1 holds 3 hidden cards.").first).to_be_visible()

    on_paper(page, A4_WIDTH)

    for words in ("Name", "Date"):
        expect(page.get_by_text(words, exact=True).filter(visible=True)).to_have_count(6)
    expect(title).to_have_count(6)
    expect(page.get_by_text("The table in words").first).to_be_hidden()
    card = page.locator(".hand svg").first.bounding_box()
    assert card is not None
    assert card["width"] * 25.4 / 96 > 36


@pytest.mark.parametrize("made", [sheets, key])
def test_the_paper_stays_white_for_a_reader_of_dark_pages(show, made) -> None:
    """Printed, the ink is black on white, and nothing but the faces of cards is filled."""
    page = show(made(SMALL))
    on_paper(page, A4_WIDTH)
    grounds = page.locator("body, body *").evaluate_all(
        "all => all.map((node) => getComputedStyle(node).backgroundColor)"
    )

    assert set(grounds) == {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_the_key_has_several_answers_on_a_page(show) -> None:
    """Twenty puzzles take eight sheets of paper at the most."""
    page = show(key(assignment(every_kind()[:20])))

    assert max(printed(page)) <= 8


# ---- on a screen ----


@pytest.mark.parametrize("made", [sheets, key])
def test_a_screen_shows_it_whole_and_axe_finds_nothing(show, page: Page, made) -> None:
    """Narrow or wide, light or dark: nothing to scroll sideways for, and no fault axe knows."""
    show(made(assignment([*SMALL.items[0].puzzles, *every_kind()[::6], *FULL[1:4]])))
    for width, scheme in ((1280, "light"), (360, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)

        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page, in_the_dark=scheme == "dark") == []


@pytest.mark.parametrize("made", [sheets, key])
def test_the_page_asks_for_nothing_and_logs_nothing(show, page: Page, made) -> None:
    """It is one file: no request, no error, with a title that would be a script."""
    told: list[str] = []
    page.on("console", lambda said: told.append(said.text))
    page.on("dialog", lambda dialog: (told.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: told.append(request.url))
    show(made(assignment(of_kind("next"), title="<img src=x onerror=alert(1)>")))

    assert [each for each in told if not each.startswith(("file:", "data:"))] == []


def test_a_screen_reader_has_the_question_the_cards_and_the_boxes(show) -> None:
    """The answer is a group named by its question; of the boxes for one answer one is ticked."""
    page = show(sheets(assignment(of_kind("best-card"))))
    group = page.get_by_role("group", name=re.compile("^Which card costs you least"))

    expect(group.get_by_role("list", name="Your cards")).to_be_visible()
    group.get_by_role("radio").first.check()
    group.get_by_role("radio").last.check()
    expect(group.get_by_role("radio", checked=True)).to_have_count(1)
    expect(page.get_by_role("textbox", name="Name")).to_be_editable()

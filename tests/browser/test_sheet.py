"""The printed sheet and its key in a real Chromium: on paper, and on a screen."""

import re
from collections.abc import Callable

import pytest
from browser.sites import violations
from classroom.sheet_cases import FULL, assignment, every_kind, of_kind
from playwright.sync_api import Page, expect

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.sheets import sheet
from ono_tutor.classroom.sheets.key import key
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


def test_every_exercise_has_a_page_of_paper_of_its_own(show) -> None:
    """Every kind, every rule set and the fullest tables: one page each, none cut, none empty."""
    page = show(sheet.printable(assignment(EVERYTHING)))

    assert printed(page) == {len(EVERYTHING)}


@pytest.mark.parametrize("per_page", [2, 3])
def test_several_exercises_share_a_page_where_they_fit(show, per_page: int) -> None:
    """No page runs over into another, and paper is saved."""
    page = show(sheet.printable(assignment(EVERYTHING), per_page=per_page))
    count = page.locator(".page").count()

    assert printed(page) == {count}
    assert count < 0.7 * len(EVERYTHING)


def test_the_sheets_of_a_class_begin_on_a_page_each(show) -> None:
    """Seven exercises take four pages for each of three learners, even for the longest name."""
    pair = assignment([*of_kind("best-card", 4), *of_kind("quiet", 2), *of_kind("line")])
    class_ = [Learner("Ann Lee"), Learner("W" * 100), Learner("Bo")]
    page = show(sheet.sheets(pair, class_, per_page=2))

    assert page.locator(".page").count() == 3 * 4
    assert printed(page) == {3 * 4}


def test_the_longest_title_and_name_leave_each_exercise_on_one_page(show) -> None:
    """A title of 180 wide letters and a name of 100 make the heads tall and nothing else."""
    full = assignment(FULL, LONG, due="2026-12-01T18:00:00Z")
    page = show(sheet.sheets(full, [Learner("W" * 100)]))

    assert printed(page) == {len(FULL)}


def test_every_variant_has_a_page_and_a_learners_own_sheet_fewer(show) -> None:
    """Three variants of the first of four exercises make six pages, or four for one learner."""
    assert printed(show(sheet.printable(SMALL))) == {6}
    assert printed(show(sheet.sheets(SMALL, [Learner("Ann Lee")]))) == {4}


@pytest.mark.parametrize("per_page", [1, 2, 3])
def test_nothing_runs_over_the_edge_or_over_its_neighbour(show, per_page: int) -> None:
    """Each exercise is as wide as the paper and no taller, and no part lies on another."""
    some = list(bank.index().values())[::40]
    page = show(sheet.printable(assignment([*EVERYTHING, *some]), per_page=per_page))
    for wide in (A4_WIDTH, LETTER_WIDTH):
        on_paper(page, wide)

        assert max(page.evaluate(SIZES)) < LETTER_HEIGHT, wide
        assert page.evaluate(OUTSIDE) == [], wide
        assert page.evaluate(OVERLAPS) == [], wide
        assert page.evaluate(BROKEN) == [], wide


def test_most_exercises_are_set_full_size_and_none_too_small_to_read(show) -> None:
    """Letters are twelve points; the fullest table there can be still has seven."""
    page = show(sheet.printable(assignment(EVERYTHING)))
    on_paper(page, A4_WIDTH)
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('.exercise')]"
        ".map((section) => parseFloat(getComputedStyle(section).fontSize) * .75)"
    )

    assert sorted(sizes)[len(sizes) // 3] == 12
    assert min(sizes) > 7


def test_exercises_that_share_a_page_are_set_in_nine_points_or_more(show) -> None:
    """Two or three on a page are no smaller than that, and just as large as is reckoned with."""
    page = show(sheet.printable(assignment(EVERYTHING), per_page=3))
    on_paper(page, A4_WIDTH)
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('.broad')]"
        ".map((section) => parseFloat(getComputedStyle(section).fontSize) * .75)"
    )

    assert len(sizes) > 10
    assert min(sizes) > 9
    assert {round(size, 1) for size in sizes} == set(sheet.LETTER.values())


def test_the_words_for_those_who_cannot_see_are_on_the_screen_and_not_on_paper(show) -> None:
    """They are folded away beside the drawing; on paper the drawing says it."""
    page = show(sheet.printable(assignment(of_kind("best-card"))))
    page.get_by_text("The table in words").click()
    expect(page.get_by_text("Player 1 holds 3 hidden cards.")).to_be_visible()
    on_paper(page, A4_WIDTH)

    expect(page.get_by_text("The table in words")).to_be_hidden()
    expect(page.locator(".told")).to_be_visible()


def test_cards_are_big_on_paper(show) -> None:
    """A card of the hand is at least 36 mm wide where the page is not crowded."""
    page = show(sheet.printable(SMALL))
    on_paper(page, A4_WIDTH)
    card = page.locator(".hand svg").first.bounding_box()

    assert card is not None
    assert card["width"] * 25.4 / 96 > 36


@pytest.mark.parametrize("made", [sheet.printable, key])
def test_the_paper_stays_white_for_a_reader_of_dark_pages(show, made) -> None:
    """Printed, the ink is black on white, and nothing but the faces of cards is filled."""
    page = show(made(SMALL))
    on_paper(page, A4_WIDTH)
    grounds = page.evaluate(
        "() => [...document.querySelectorAll('body, body *')]"
        ".map((node) => getComputedStyle(node).backgroundColor)"
    )

    assert set(grounds) == {"rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"


def test_each_page_of_paper_has_the_title_and_a_place_for_the_name(show) -> None:
    """From the second page on a head says so; on a screen it stands once, at the top."""
    page = show(sheet.printable(SMALL))
    expect(page.get_by_text("Twenty questions").filter(visible=True)).to_have_count(1)
    on_paper(page, A4_WIDTH)

    expect(page.get_by_text("Twenty questions").filter(visible=True)).to_have_count(6)
    expect(page.get_by_text("Name", exact=True).filter(visible=True)).to_have_count(6)
    expect(page.get_by_text("Date", exact=True).filter(visible=True)).to_have_count(6)


def test_the_key_has_several_answers_on_a_page(show) -> None:
    """Twenty puzzles take seven sheets of paper at the most."""
    page = show(key(assignment(every_kind()[:20])))

    assert max(printed(page)) <= 8


# ---- on a screen ----


@pytest.mark.parametrize("made", [sheet.printable, key])
def test_a_screen_shows_it_whole_and_axe_finds_nothing(show, page: Page, made) -> None:
    """Narrow or wide, light or dark: nothing to scroll sideways for, and no fault axe knows."""
    show(made(assignment([*SMALL.items[0].puzzles, *every_kind()[::6], *FULL[1:4]])))
    for width, scheme in ((1280, "light"), (360, "dark")):
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)

        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page, in_the_dark=scheme == "dark") == []


@pytest.mark.parametrize("made", [sheet.printable, key])
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
    page = show(sheet.printable(assignment(of_kind("best-card"))))
    group = page.get_by_role("group", name=re.compile("^Which card costs you least"))

    expect(group.get_by_role("list", name="Your cards")).to_be_visible()
    group.get_by_role("radio").first.check()
    group.get_by_role("radio").last.check()
    expect(group.get_by_role("radio", checked=True)).to_have_count(1)
    expect(page.get_by_role("textbox", name="Name")).to_be_editable()

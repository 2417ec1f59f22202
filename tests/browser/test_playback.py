"""Plays are shown one after another, and a game's review is opened by one press."""

import pytest
from browser import view_scenes as scenes
from browser.view_page import ViewPage
from playwright.sync_api import Page, expect

from ono_tutor.render.svg import card_svg

pytestmark = pytest.mark.browser

PLAYS = [
    {"seat": 0, "total": 95, "svg": card_svg("3")},
    {"seat": 1, "total": 85, "svg": card_svg("-10")},
    {"seat": 2, "total": 92, "svg": card_svg("7")},
]
WATCH = """() => {
  window.shown = [];
  const [table, number] = ['.ono-table', '.ono-ring b'].map((name) => document.querySelector(name));
  new MutationObserver(() => window.shown.push(number.textContent))
    .observe(number, {childList: true, characterData: true, subtree: true});
}"""


def played(page: Page) -> ViewPage:
    """A table on which three plays have just been made."""
    view = ViewPage(page, scene=scenes.table())
    page.evaluate(WATCH)
    view.set(scene=scenes.table(serial=2, plays=PLAYS, say="Three plays."))
    return view


def test_plays_are_shown_one_after_another(page: Page) -> None:
    """The total goes through each play's; at the end the table stands as it is."""
    view = played(page)
    expect(view.table).to_have_attribute("data-playing", "")

    expect(view.table).not_to_have_attribute("data-playing", "", timeout=5_000)

    shown = page.evaluate("window.shown")
    assert [total for total in ("95", "85", "92") if total not in shown] == []
    assert shown[-1] == "92"
    expect(view.told).to_have_text("Three plays.")


def test_a_key_shows_the_table_at_once(page: Page) -> None:
    """Any key skips what is being shown, and is still heard."""
    view = played(page)
    expect(view.table).to_have_attribute("data-playing", "")

    view.button("seven").press("t")

    expect(view.table).not_to_have_attribute("data-playing", "", timeout=200)
    expect(view.table.locator(".ono-ring b")).to_have_text("92")
    expect(view.told).to_contain_text("The total is 92.")


def test_without_motion_the_table_is_shown_at_once(page: Page) -> None:
    """Who asks for less motion sees none; the words are the same."""
    page.emulate_media(reduced_motion="reduce")

    view = played(page)

    expect(view.told).to_have_text("Three plays.")
    assert page.evaluate("window.shown") == []

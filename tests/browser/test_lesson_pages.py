"""Lessons as pages in a real browser: by mouse, by keys, without the engine, and taken up again."""

import pytest
from browser.sites import STARTS, grave, kept, overflows
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.browser

FIRST = "lessons/01-start-here.html"


def opened(context: BrowserContext, site: str, name: str = FIRST) -> Page:
    """The page of a lesson, its first table drawn."""
    page = context.new_page()
    page.goto(f"{site}/{name}")
    expect(page.locator(".ono-way-on-line")).to_be_visible()
    return page


def headline(page: Page, table: int, text: str) -> None:
    expect(page.locator(".ono-table").nth(table).locator("[data-part=headlineText]")).to_have_text(
        text, timeout=STARTS
    )


def test_the_first_answer_needs_no_engine(context, site):
    """Where the engine cannot be had the first answer is judged and kept, and a step later the next."""
    context.route("**/engine.js", lambda route: route.abort())
    page = opened(context, site)

    page.locator(".ono-card").nth(2).click()

    headline(page, 0, "Right.")
    assert [(each["answer"], each["mark"]) for each in kept(page)] == [(["3"], "right")]
    expect(page.locator("h2:visible")).to_have_count(0)
    page.get_by_role("button", name="Continue").click()
    expect(page.locator("h2:visible")).to_have_count(1)
    expect(page.locator("h2").first).to_be_focused()
    expect(page.locator(".ono-way-on span")).to_have_text("Step 2 of 8")


def test_a_lesson_by_keys_alone(context, site):
    """A card by its number, n to the next step, and Escape from the table to the button that leads on."""
    page = opened(context, site)
    page.locator(".ono-card").first.focus()

    page.keyboard.press("3")
    headline(page, 0, "Right.")
    page.keyboard.press("n")
    expect(page.locator("h2").first).to_be_focused()
    page.locator(".ono-table").nth(1).get_by_role("checkbox").first.focus()
    page.keyboard.press("Escape")

    expect(page.get_by_role("button", name="Continue")).to_be_focused()
    expect(page.get_by_role("button", name="Continue")).to_be_in_viewport()


def test_a_lesson_that_was_left_is_taken_up(context, site):
    """Reached steps are open, an answer is seen before the engine is there, and none is kept twice."""
    page = opened(context, site)
    page.set_viewport_size({"width": 360, "height": 740})
    page.locator(".ono-card").nth(0).click()
    headline(page, 0, "Not right.")
    parts = ("[data-part=reason]", ".ono-way-on")  # the line below hides nothing of what is told
    told, line = (page.locator(part).first.bounding_box() for part in parts)
    assert told["y"] + told["height"] <= line["y"]
    page.get_by_role("button", name="Continue").click()
    page.wait_for_function(
        "Object.keys(localStorage).some((key) => key.includes('/opening/'))", timeout=STARTS
    )
    context.route("**/engine.js", lambda route: route.abort())

    page.reload()

    headline(page, 0, "Not right.")
    expect(page.locator("h2:visible")).to_have_count(1)
    context.unroute("**/engine.js")
    page.locator(".ono-table").first.locator(".ono-card").nth(2).click()
    headline(page, 0, "Right.")
    assert [each["answer"] for each in kept(page)] == [["4"]]  # the second try does not count
    heading = opened(context, site).locator("h2").first
    expect(heading).to_be_focused()
    expect(heading).to_be_in_viewport()


def test_once_it_is_loaded_it_needs_no_network(context, site):
    """With the network cut the engine, which is there, judges what no reply was sent for."""
    page = opened(context, site)
    page.locator(".ono-card").nth(2).click()
    page.locator(".ono-table").first.get_by_role("button", name="The limit").click()
    expect(page.locator(".ono-table").first).to_contain_text("taught in", timeout=STARTS)
    context.set_offline(True)
    page.get_by_role("button", name="Continue").click()

    page.locator(".ono-table").nth(1).get_by_role("checkbox").first.check()
    page.locator(".ono-table").nth(1).get_by_role("button", name="Answer", exact=True).click()

    headline(page, 1, "Not right.")


@pytest.mark.parametrize(
    "name", ["00-your-course", "01-start-here", "05-play-2-2022", "13-how-much-skill"]
)
def test_nothing_bars_a_reader(context, site, name):
    """Light on a desktop and dark on a phone, all steps open, nothing scrolls sideways or is moved."""
    page = opened(context, site, f"lessons/{name}.html")
    onward = page.get_by_role("button", name="Continue")
    while onward.is_visible():
        onward.click()

    for width, scheme in ((360, "dark"), (1280, "light")):
        page.emulate_media(color_scheme=scheme)
        assert not overflows(page, width)
        assert grave(page, in_the_dark=scheme == "dark") == [], (width, scheme)
    margins = "cells => cells.filter((cell) => getComputedStyle(cell).margin !== '0px').length"
    assert page.locator(".ono-table td > div").evaluate_all(margins) == 0

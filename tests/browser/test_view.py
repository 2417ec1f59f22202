"""The view alone in a real Chromium: what it draws, says and sends, with a small model."""

import json
import random
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path

import pytest
from browser import view_scenes as scenes
from browser.servers import serving_files
from browser.sites import grave
from browser.view_page import MODEL, ViewPage
from browser.view_scenes import said
from playwright.sync_api import Page, expect

from ono_tutor.render.bundle import SHEETS
from ono_tutor.render.svg import card_svg

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("no_errors")]

EVERYTHING = {
    "next": {"scene": scenes.table(**scenes.NEXT)},
    "checks": {"scene": scenes.table(**scenes.BOXES), "feedback": scenes.wrong_feedback()},
    "line": {"scene": scenes.table(**scenes.LINE), "rule_point": scenes.rule()},
    "explorer": {"scene": scenes.table(form=scenes.explorer_form()), "figure": scenes.figure()},
    "game": {"scene": scenes.table(log=scenes.log(90), notice="A file was set aside.")},
    "compare": {"scene": scenes.table(grid=scenes.comparison())},
    "progress": {"scene": {"name": "Progress", "serial": 1, "grid": scenes.comparison()}},
    "wrong": {
        "scene": scenes.table(
            form=scenes.form(
                scenes.field("a", "number", "Total", value=3, error="That is too small."),
                scenes.field("b", "range", "How sure", value=4, min=0, max=9),
            )
        )
    },
}


@pytest.fixture
def show(page: Page) -> Callable[..., ViewPage]:
    """Draw a table with parts added to its scene."""

    def draw(feedback: object = None, **parts: object) -> ViewPage:
        return ViewPage(page, scene=scenes.table(**parts), feedback=feedback)

    return draw


def put(page: Page, width: int, height: int = 900) -> None:
    page.set_viewport_size({"width": width, "height": height})


ANSWERS = (("a", said("Yes, for certain")), ("b", said("Only with luck")), ("c", said("No")))


OUTSIDE = """table => {
  const seen = [...table.querySelectorAll("*")].filter(node => node.checkVisibility()
    && !node.closest(".ono-said, thead, svg *"));
  const [left, right] = [table.getBoundingClientRect().left, table.getBoundingClientRect().right];
  const isOut = box => box.width > 1 && (box.left < left - 1 || box.right > right + 1);
  const isCut = node => !node.matches("input, select") && getComputedStyle(node).overflowX !== "visible"
    && node.clientWidth > 1 && node.scrollWidth > node.clientWidth + 1;
  return [document.documentElement, ...seen].filter(node => isCut(node) || (node !== document.documentElement
    && isOut(node.getBoundingClientRect()))).map(node => node.outerHTML.slice(0, 90));
}"""
SPILLS = """table => {
  const box = (part) => table.querySelector(`[data-part=${part}]`).getBoundingClientRect();
  const felt = table.querySelector(".ono-felt").getBoundingClientRect();
  const [ring, unit, tags] = [box("ring"), box("unit"), [...table.querySelectorAll(".ono-tag")]];
  const [x, y] = [ring.x + ring.width / 2, ring.y + ring.height / 2];
  const corner = Math.max(...[unit.left, unit.right].map((at) => Math.hypot(at - x, unit.bottom - y)));
  const isOut = ({left, right, width}) => width && (left < felt.left || right > felt.right);
  return [corner > ring.width / 2, ...tags.map((tag) => isOut(tag.getBoundingClientRect()))];
}"""
"""Whether the words in the ring leave it, and who is to move the felt."""

SMALL = """table => [...table.querySelectorAll("button, a, input:not([type=checkbox]), select, summary, .ono-check")]
  .map(node => [node.outerHTML.slice(0, 90), node.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.9 || box.width < 43.9))
  .map(([html, box]) => [html, box.width, box.height])"""


HEIGHT = (
    "node => node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight)"
)


def test_the_name_of_a_seat_and_of_an_outcome_stand_on_one_line(page: Page) -> None:
    """On no screen is "Player 1" or "not allowed" broken in two."""
    view = ViewPage(page, scene=scenes.table(), feedback=scenes.wrong_feedback())
    names = view.table.locator(".ono-plate b")
    badges = view.table.locator("[data-outcome=barred] .ono-badge [data-part=label]:visible")

    for width in (360, 768, 1100, 1280, 1600):
        put(page, width)
        lines = [each.evaluate(HEIGHT) for each in (*names.all(), *badges.all())]

        assert max(lines) < 1.5, width


def test_a_picture_stands_below_the_board_where_it_is_wide(page: Page) -> None:
    """Beside a long side the figure fills the place below the board; in a column it comes last."""
    place = "node => { const {left, top, bottom} = node.getBoundingClientRect(); return [left, top, bottom]; }"
    view = ViewPage(page, **EVERYTHING["explorer"])
    board, figure = view.table.locator(".ono-board"), view.table.locator(".ono-figure")

    put(page, 1200)
    (left, _, bottom), (figure_left, top, _) = board.evaluate(place), figure.evaluate(place)
    assert left == figure_left
    assert top - bottom < 40
    put(page, 768)
    assert figure.evaluate(place)[1] > view.table.locator(".ono-side").evaluate(place)[2]


def test_a_row_without_a_card_has_no_empty_place_for_one(show) -> None:
    """The name of a play that is no card stands where the faces of the others begin."""
    rows = [
        {"play": "draw:0", "name": "the late draw", "outcome": "risk", "label": "with luck", "text": "Draw."},
        {"play": "7", "name": "seven", "svg": card_svg("7"), "outcome": "lost", "label": "loses", "text": "105."},
    ]  # fmt: skip
    view = show(feedback={"serial": 1, "headline": "Not right.", "cards": rows})
    left = "node => node.getBoundingClientRect().left"

    name = view.table.get_by_text("the late draw").evaluate(left)
    face = view.table.locator(".ono-outcomes .ono-face:visible").evaluate(left)

    assert abs(name - face) < 2


@pytest.mark.parametrize("name", EVERYTHING)
def test_every_part_is_said_and_fits_every_size(page: Page, golden, name: str) -> None:
    """The tree that a screen reader gets is a golden text; axe finds nothing serious in either light.

    Nothing stands out or is cut off, from a phone to a desktop and zoomed to 200%, and whatever
    can be pressed is at least 44 px high and wide.
    """
    screen = page.context.new_cdp_session(page)
    view = ViewPage(page, **EVERYTHING[name])

    golden(f"roles-{name}.txt", view.table.aria_snapshot() + "\n")
    expect(view.table).to_have_accessible_description("Press question mark for the keys.")
    expect(view.table.locator("[aria-live]")).to_have_count(1)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert grave(page, in_the_dark=scheme == "dark") == [], scheme
    for width, scale in ((320, 1), (360, 1), (640, 2), (768, 1), (1280, 1), (1600, 1)):
        size = {"width": width, "height": 900, "deviceScaleFactor": scale, "mobile": False}
        screen.send("Emulation.setDeviceMetricsOverride", size)
        assert page.evaluate("[innerWidth, devicePixelRatio]") == [width, scale]
        assert view.table.evaluate(SMALL) == [], width
        assert view.table.evaluate(OUTSIDE) == [], width
    screen.send("Emulation.clearDeviceMetricsOverride")
    screen.detach()


@pytest.mark.parametrize("line", [scenes.DOUBLE, "2022 total=92 hand=7,R,-10,O owes=2 players=6"])
def test_a_phone_shows_question_hand_and_answers_at_once(page: Page, line: str) -> None:
    """At 360 by 740 nothing of what is needed for an answer has to be scrolled for."""
    put(page, 360, 740)
    view = ViewPage(page, scene=scenes.table(line, choices=ANSWERS))
    view.table.evaluate("table => table.scrollIntoView()")

    for name in ("question", "hand", "choices"):
        expect(view.table.locator(f"[data-part={name}]")).to_be_in_viewport(ratio=1)


def test_the_next_puzzle_begins_at_its_question_though_it_asks_the_same(page: Page) -> None:
    """On a phone the table is higher than the window: Next brings its top back, by key or mouse."""
    put(page, 360, 740)
    first, second = (
        scenes.table(choices=ANSWERS, serial=step, progress={"text": f"Position {step} of 2"})
        for step in (1, 2)
    )
    view = ViewPage(page, scene=first)
    view.button("No").focus()
    page.add_style_tag(content="body { padding-bottom: 2000px }")
    page.evaluate("scrollTo(0, 400)")
    assert first["question"] == second["question"]

    view.set(scene=second)

    expect(view.table.locator("[data-part=question]")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("width", [230, 260, 296, 420])
@pytest.mark.parametrize("players", [3, 6])
def test_narrow_tables_keep_their_words_inside(show, width: int, players: int) -> None:
    """In a notebook on a telephone the limit stays in its ring, and "to move" on the felt."""
    view = show(line=f"1980 total=92 hand=7,H,-10,O owes=2 players={players}")
    view.page.locator("#one").evaluate(
        "(home, width) => { home.style.width = `${width}px`; }", width
    )

    assert not any(view.table.evaluate(SPILLS))


def test_single_keys_are_switched_off_for_every_table_and_for_good(show, page: Page) -> None:
    """Then no table shows or takes a single key, Tab and Enter do it all, and it is a group."""
    page.route("http://table.test/", lambda route: route.fulfill(body=""))
    page.goto("http://table.test/")  # a page without an address remembers nothing
    view = show()
    view.page.evaluate("void view.mount(document.querySelector('#two'), model)")
    view.button("Keys").click()
    view.table.get_by_role("checkbox", name="Play with single keys").uncheck()

    for table in (view.table, view.page.locator("#two > .ono-table")):
        expect(table).to_have_role("group")
        shown = table.locator("kbd:visible, .ono-place:visible, [aria-keyshortcuts]")
        expect(shown).to_have_count(0)
    expect(view.table.get_by_text("Single keys are off.")).to_be_visible()
    view.button("Hold").focus()
    for key in ("2", "h", "?", "t"):
        view.page.keyboard.press(key)
    assert view.sent() == []
    view.page.keyboard.press("Enter")
    assert view.sent() == [{"type": "play", "play": "H"}]
    expect(show().table).to_have_role("group")


AT_END = "node => node.scrollHeight - node.scrollTop - node.clientHeight < 2"


def test_a_log_shows_its_end_until_it_is_read_higher_up(show, page: Page) -> None:
    """It scrolls in its own region and moves no card of the hand; one may open at its top."""
    for width in (360, 768, 1280):
        put(page, width)
        view = show()
        before = view.button("Hold").bounding_box()
        view.set(scene=scenes.table(serial=2, log=scenes.log(90)))
        assert view.button("Hold").bounding_box() == before
    region = view.table.get_by_role("region", name="What was played")
    assert region.get_attribute("tabindex") == "0"
    assert region.evaluate("node => node.scrollHeight > node.clientHeight + 100")
    assert region.evaluate(AT_END)
    view.set(scene=scenes.table(serial=3, log=scenes.log(92)))
    assert region.evaluate(AT_END)

    region.evaluate("node => { node.scrollTop = 0; }")
    view.set(scene=scenes.table(serial=4, log=scenes.log(92, 30)))
    assert region.evaluate("node => node.scrollTop") == 0
    show(log=scenes.log(1, 30) | {"opens": "top"})
    assert region.evaluate("node => node.scrollTop") == 0


def test_a_table_drawn_before_it_is_on_the_page(show) -> None:
    """A front end may draw first and show later: the log stands at its end, the notice is said."""
    view = show()
    view.page.evaluate(
        """scene => { close_one(); const home = document.createElement("div");
            view.mount(home, new Model({scene}));
            requestAnimationFrame(() => document.querySelector("#one").append(home.firstChild)); }""",
        scenes.table(log=scenes.log(), notice="A file was set aside."),
    )

    region = view.table.get_by_role("region", name="What was played")
    expect(region.get_by_role("listitem").last).to_be_in_viewport()
    expect(view.told).to_have_text("A file was set aside.")


def test_a_rule_id_with_an_address_is_a_link(show) -> None:
    """An address makes a rule id a link; one that would run a script makes it a button."""
    addresses = {"limit": "rules.html#limit", "hold": "javascript:alert(1)"}
    rules = [{"id": each, "href": href, "sentence": each} for each, href in addresses.items()]
    view = show(feedback=scenes.wrong_feedback() | {"rules": rules})
    view.page.evaluate(
        "() => { const base = document.createElement('base'); base.href = 'http://127.0.0.1/'; document.head.append(base); }"
    )

    view.set(feedback=scenes.wrong_feedback(8) | {"rules": rules})

    expect(view.table.get_by_role("link", name="rule limit")).to_have_attribute(
        "href", "rules.html#limit"
    )
    expect(view.button("rule hold")).to_be_visible()


def test_two_views_of_one_model_are_in_step_and_speak_once(show) -> None:
    """Two views show the same; the one with the focus speaks, the other is silent."""
    view = show(log=scenes.log(), **scenes.number())
    view.page.evaluate(
        "void (window.close_two = view.mount(document.querySelector('#two'), model))"
    )
    second = view.page.locator("#two > .ono-table")
    second.get_by_role("button", name="Hold", exact=True).focus()

    view.set(scene=scenes.table(serial=2, log=scenes.log(3)), feedback=scenes.wrong_feedback())

    expect(second.locator("[aria-live]")).to_contain_text("Not right.")
    expect(view.told).to_be_empty()
    strip = "node => node.querySelector('.ono-body').innerHTML.replace(/ono-[0-9a-z]{5,8}-/g, '')"
    assert view.table.evaluate(strip) == second.evaluate(strip)
    view.page.evaluate("close_two()")
    assert second.count() == 0
    assert view.page.evaluate("model.heard.length") == 4


def test_narrow_the_cells_of_a_grid_name_their_columns(page: Page) -> None:
    """On a phone a row is a card, and each cell stands below the other with its column's name."""
    put(page, 360, 800)
    view = ViewPage(page, scene=scenes.table(grid=scenes.comparison()))

    cells = view.table.get_by_role("row", name="Reverse").first.get_by_role("cell")

    names = [cells.nth(place).locator(".ono-column").inner_text() for place in range(3)]
    assert names == ["O'NO 99 of 1980", "ONO 99 of 2022", "Ninety-Nine"]
    assert cells.nth(0).bounding_box()["y"] < cells.nth(1).bounding_box()["y"]


COUNTED = """() => {
  window.added = 0;
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (...rest) { window.added++; return add.apply(this, rest); };
}"""


def test_two_hundred_updates_leave_nothing_behind(page: Page) -> None:
    """However often the table is drawn anew, nodes and listeners do not grow."""
    page.evaluate(COUNTED)
    kinds = [scenes.BOXES["form"], scenes.explorer_form(), scenes.number()["form"]]
    rounds = [
        {
            "scene": scenes.table(
                serial=n, log=scenes.log(n), form=kinds[n % 3], grid=scenes.comparison()
            ),
            "feedback": scenes.wrong_feedback(n) if n % 2 else None,
            "rule_point": scenes.rule() if n % 5 else None,
        }
        for n in range(1, 31)
    ]
    view = ViewPage(page, **rounds[-1])
    count = "() => [document.querySelectorAll('*').length, window.added]"
    before = page.evaluate(count)

    page.evaluate(
        """async rounds => { for (let n = 0; n < 210; n++) { model.set(rounds[n % 30]); await null; await null; } }""",
        rounds,
    )

    expect(view.table.get_by_role("list").last).to_be_attached()
    assert page.evaluate(count) == before


def test_what_is_the_same_is_not_touched(show) -> None:
    """Drawing the same scene again changes no node at all."""
    parts = {"log": scenes.log(), "form": scenes.explorer_form(), "grid": scenes.comparison()}
    view = show(feedback=scenes.wrong_feedback(), **parts)
    view.page.evaluate(
        """() => { window.changes = []; new MutationObserver(all => changes.push(...all.map(each => each.target.outerHTML)))
            .observe(document.querySelector("#one .ono-body"),
                {subtree: true, childList: true, attributes: true, characterData: true}); }"""
    )

    view.set(scene=scenes.table(**parts), feedback=scenes.wrong_feedback())

    assert view.page.evaluate("changes") == []


GARBAGE = [None, True, 0, -1.5, 1e308, "", "<b>x</b>", "<svg"]
GARBAGE += [[], {}, [None], [[]], {"toString": 1}, {"id": {}}]


def spoilt(value: object, chance: random.Random) -> object:
    """A value of which some parts were exchanged for nonsense."""
    if chance.random() < 0.06:
        return chance.choice(GARBAGE)
    if isinstance(value, dict):
        return {key: spoilt(each, chance) for key, each in value.items() if chance.random() > 0.03}
    return [spoilt(each, chance) for each in value] if isinstance(value, list) else value


def test_nonsense_never_throws(page: Page) -> None:
    """Whatever the traits hold, missing, null or of the wrong kind, the table is drawn."""
    whole = {
        "scene": scenes.table(
            log=scenes.log(count=4),
            form=scenes.explorer_form(),
            grid=scenes.comparison(),
            notice="n",
        )
        | {"words": {"hand": "Hand"}},
        "feedback": scenes.wrong_feedback(),
        "figure": {"title": "t", "svg": "<svg></svg>", "text": "x"},
        "rule_point": scenes.rule(),
    }
    view = ViewPage(page)
    expect(view.table).to_contain_text("There is no position to show.")
    chance = random.Random(99)
    rounds = [spoilt(whole, chance) for _ in range(80)]
    rounds += [{name: nonsense} for name in whole for nonsense in GARBAGE]
    rounds = [each if isinstance(each, dict) else {"scene": each} for each in rounds]

    page.evaluate(
        """async rounds => { for (const traits of rounds) { model.set(traits); await null; await null;
            for (const node of document.querySelectorAll(".ono-table button")) node.click();
            for (const node of document.querySelectorAll(".ono-table :is(input, select)"))
              for (const kind of ["input", "change"]) node.dispatchEvent(new Event(kind, {bubbles: true}));
            for (const key of ["1", "2", "h", "t", "?", "Escape", "ArrowLeft"])
              document.querySelector(".ono-table").dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true})); } }""",
        json.loads(json.dumps(rounds)),
    )

    view.set(**whole)
    expect(view.button("Hold")).to_be_visible()


def test_the_parts_load_through_their_imports(page: Page) -> None:
    """A page loads the modules and the style sheets as they lie there, without joining them."""
    folder = Path(str(files("ono_tutor.render"))) / "view"
    page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
    with serving_files(folder) as address:
        page.goto(f"{address}/base.css")
        links = "".join(f'<link rel="stylesheet" href="/{name}">' for name in SHEETS)
        page.set_content(f'{links}<div id="one"></div>')
        page.evaluate(
            """async ([model, scene]) => { const {mount} = await import("/table.js");
                const Model = new Function(`return ${model}`)();
                mount(document.querySelector("#one"), new Model({scene})); }""",
            [MODEL, scenes.table(grid=scenes.comparison())],
        )
        expect(page.get_by_role("button", name="Hold", exact=True)).to_be_visible()
        expect(page.locator(".ono-felt")).to_have_css("border-radius", "18px")

"""The view alone in a real Chromium: what it draws, says and sends, with a small model."""

import json
import random
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from threading import Thread

import pytest
from browser import view_scenes as scenes
from browser.sites import grave
from browser.view_page import MODEL, ViewPage
from browser.view_scenes import said
from playwright.sync_api import Locator, Page, expect

from ono_tutor.i18n import _
from ono_tutor.puzzles.puzzle import read_set
from ono_tutor.render.bundle import SHEETS
from ono_tutor.render.forms import answer_form
from ono_tutor.render.svg import card_svg

pytestmark = pytest.mark.browser

NEXT_PUZZLE = read_set("next: 1980 total=60 hand=R,6,D,4 players=3 | D R")[0]
NUMBER = scenes.form(scenes.field("answer", "number", "Total", value=None, step=1))
TOGGLE = scenes.form(scenes.cards_field(from_hand="toggle", help="Press the cards or tick them."))
APPEND = scenes.form(
    scenes.field("line", "text", "Line", value="", from_hand="append", help="In order.")
)
NEXT = {
    "line": "1980 total=60 hand=R,6,D,4 players=3",
    "form": answer_form(NEXT_PUZZLE, NEXT_PUZZLE.position),
    "shut": "hand",
}
EVERYTHING = {
    "next": {"scene": scenes.table(**NEXT)},
    "checks": {"scene": scenes.table(form=TOGGLE), "feedback": scenes.wrong_feedback()},
    "line": {"scene": scenes.table(form=APPEND), "rule_point": scenes.rule()},
    "explorer": {"scene": scenes.table(form=scenes.explorer_form()), "figure": scenes.figure()},
    "game": {"scene": scenes.table(log=scenes.log(90), notice="A file was set aside.")},
    "compare": {"scene": scenes.table(grid=scenes.comparison())},
    "progress": {"scene": {"name": "Progress", "serial": 1, "grid": scenes.progress_grid()}},
    "wrong": {
        "scene": scenes.table(
            form=scenes.form(
                scenes.field("a", "number", "Total", value=3, error="That is too small."),
                scenes.field("b", "range", "How sure", value=4, min=0, max=9),
            )
        )
    },
}


@pytest.fixture(autouse=True)
def no_errors(page: Page) -> Iterator[None]:
    """Fail the test when the page logs an error."""
    errors: list[str] = []
    page.set_default_timeout(5_000)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: line.type == "error" and errors.append(line.text))
    yield
    assert errors == []


@pytest.fixture
def show(page: Page) -> Callable[..., ViewPage]:
    """Draw a table with parts added to its scene."""

    def draw(feedback: object = None, **parts: object) -> ViewPage:
        return ViewPage(page, scene=scenes.table(**parts), feedback=feedback)

    return draw


def total(view: ViewPage) -> Locator:
    """The field for the total."""
    return view.table.get_by_label("Total", exact=True)


def put(page: Page, width: int, height: int = 900) -> None:
    page.set_viewport_size({"width": width, "height": height})


def do(view: ViewPage, *acts: str) -> None:
    """Do what a reader does: ``press NAME``, ``focus NAME``, ``key KEY``, ``fill FIELD=TEXT``, ``type FIELD=TEXT``."""
    for act in acts:
        verb, _, what = act.partition(" ")
        label, _, text = what.partition("=")
        if verb == "press":
            view.button(what).click(force=True)
        elif verb == "focus":
            view.button(what).focus()
        elif verb == "key":
            view.page.keyboard.press(what)
        elif verb == "fill":
            view.table.get_by_label(label, exact=True).fill(text)
        else:
            view.table.get_by_label(label, exact=True).press_sequentially(text, delay=20)


ANSWERS = (("a", said("Yes, for certain")), ("b", said("Only with luck")), ("c", said("No")))
OPENING = (
    "O'NO 99 of 1980. Position 2 of 8. Which cards survive? A Double Play was played on you: play "
    "two cards. The total is 92. You hold a 7, a Hold, a Minus Ten and an O'NO 99. "
    "Press question mark for the keys."
)

# ---- what is there for machines ----


def test_the_table_tells_itself(show) -> None:
    """The table is a named application, cards are buttons in spoken words, the state stands in text."""
    view = show()
    table = view.page.get_by_role("application", name="Table: O'NO 99 of 1980, position 2 of 8")

    expect(table).to_have_accessible_description("Press question mark for the keys.")
    expect(table.get_by_role("toolbar", name="Your hand").get_by_role("button")).to_have_count(4)
    for name in ("seven", "Hold", "minus ten", "O'NO 99"):
        expect(view.button(name)).to_be_visible()
    for sentence in ("The total is 92.", "It is your turn.", "Play two cards."):
        expect(view.table.get_by_text(sentence, exact=True)).to_be_visible()
    expect(view.table.locator("[aria-live]")).to_have_count(1)


def test_axe_finds_nothing_serious(page: Page) -> None:
    """No part of the table has a serious fault that axe-core knows, light or dark."""
    serious = []
    for name, traits in EVERYTHING.items():
        ViewPage(page, **traits)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            serious += [(name, each) for each in grave(page, in_the_dark=scheme == "dark")]

    assert serious == []


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
def test_every_size_holds_the_table(page: Page, name: str) -> None:
    """Nothing stands out or is cut off, from a phone to a desktop and zoomed to 200%.

    Whatever can be pressed is at least 44 px high and wide.
    """
    screen = page.context.new_cdp_session(page)
    view = ViewPage(page, **EVERYTHING[name])

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


# ---- what is sent ----

CERTAIN = {"choices": (("certain", said("Certainly")),)}
EXPLORER = {"form": scenes.explorer_form()}
SETS = [scenes.option("1980", "of 1980"), scenes.option("2022", "of 2022")]
EVERY_FIELD = scenes.form(
    scenes.field("line", "text", "Line", value="7"),
    scenes.field("sets", "checks", "True in", value=["2022"], options=SETS),
    scenes.field("one", "select", "Which", value="1980", options=SETS),
    scenes.field("sure", "range", "How sure", value=40, min=0, max=100),
)


def answer(**values: object) -> dict[str, object]:
    return {"type": "answer", "values": values}


def change(name: str, value: object) -> dict[str, object]:
    return {"type": "set", "name": name, "value": value}


SENT = {
    "a card by mouse": ({}, ["press Hold"], [{"type": "play", "play": "H"}]),
    "a card by its digit": ({}, ["focus Hold", "key 3"], [{"type": "play", "play": "-10"}]),
    "an action by mouse": ({}, ["press Hint"], [{"type": "action", "id": "hint"}]),
    "a choice by its key": (CERTAIN, ["focus Hold", "key a"], [{"type": "choice", "id": "certain"}]),
    "a number": ({"form": NUMBER}, ["fill Total=98", "press Answer"], [answer(answer=98)]),
    "a negative number": ({"form": NUMBER}, ["fill Total=-4", "press Answer"], [answer(answer=-4)]),
    "no number": ({"form": NUMBER}, ["fill Total=", "press Answer"], [answer(answer=None)]),
    "two presses before the answer, once": ({"form": NUMBER}, ["fill Total=98", "key Enter", "key Enter"], [answer(answer=98)]),
    "a letter where only digits go": ({"form": NUMBER}, ["type Total=9h7"], [{"type": "action", "id": "hint"}]),
    "letters and digits in a text, not": ({"form": APPEND}, ["type Line=1 h n t ?"], []),
    "typing, when it pauses": (EXPLORER, ["fill Total=", "type Total=87"], [change("total", 87)]),
    "typing, on Enter": (EXPLORER, ["fill Total=87", "key Enter"], [change("total", 87)]),
    "typing, on leaving": (EXPLORER, ["fill Total=87", "key Tab"], [change("total", 87)]),
    "boxes, as they are ticked": (
        {"form": scenes.form(scenes.cards_field(from_hand="toggle"), submit=None)},
        ["press Hold", "key 1"],
        [change("answer", ["H"]), change("answer", ["7", "H"])],
    ),
    "a form by keys alone": (
        {"form": TOGGLE},
        ["focus O'NO 99", "key Tab", "key Tab", "key  ", "key 3", "key Tab", "key Tab", "key Tab", "key Enter"],
        [answer(answer=["H", "-10"])],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SENT)
def test_what_a_reader_does_is_sent(show, name: str) -> None:
    """By mouse and by keys, at once or as a form: this message and no other."""
    parts, acts, messages = SENT[name]
    view = show(**parts)

    do(view, *acts)

    view.wait_for_sent(len(messages))
    assert view.sent() == messages


def test_a_letter_is_not_written_where_only_digits_go(show) -> None:
    """It was a key there; in a text every letter is written."""
    view = show(form=scenes.form(*NUMBER["fields"], *APPEND["fields"]))
    do(view, "type Total=9h7", "type Line=1 h n t ?")

    expect(total(view)).to_have_value("97")
    expect(view.table.get_by_label("Line")).to_have_value("1 h n t ?")


def test_every_kind_of_field_is_sent(show) -> None:
    """Text is sent as text, checks as a list, a select as its option, a range as a number."""
    view = show(form=EVERY_FIELD)
    do(view, "fill Line=7, H")
    view.table.get_by_role("group", name="True in").get_by_label("of 1980").check()
    view.table.get_by_label("Which").select_option("2022")
    view.table.get_by_label("How sure").press("ArrowRight")
    do(view, "press Answer")

    assert view.sent() == [answer(line="7, H", sets=["1980", "2022"], one="2022", sure=41)]


@pytest.mark.parametrize("width", [230, 260, 296, 420])
@pytest.mark.parametrize("players", [3, 6])
def test_narrow_tables_keep_their_words_inside(show, width: int, players: int) -> None:
    """In a notebook on a telephone the limit stays in its ring, and "to move" on the felt."""
    view = show(line=f"1980 total=92 hand=7,H,-10,O owes=2 players={players}")
    view.page.locator("#one").evaluate(
        "(home, width) => { home.style.width = `${width}px`; }", width
    )

    assert not any(view.table.evaluate(SPILLS))


def test_the_question_mark_shows_the_keys_and_says_them(show) -> None:
    """By its key as by its button the list of keys opens, is said and closes again."""
    view = show()
    view.button("Hold").focus()

    view.page.keyboard.press("?")
    expect(view.told).to_contain_text("t: say the total.")
    expect(view.table.get_by_role("group", name="Keys")).to_be_visible()
    view.page.keyboard.press("Escape")

    expect(view.table.get_by_role("group", name="Keys")).to_be_hidden()
    assert view.has_focus(view.button("Hold"))


def test_who_comes_to_a_table_hears_it_once(show) -> None:
    """The first focus in a table says the game, the question, the total and the hand; no later one does."""
    view = show()
    view.button("Hint").focus()
    expect(view.told).to_have_text(OPENING)
    view.page.keyboard.press("t")
    view.page.evaluate("document.activeElement.blur()")

    view.button("Hold").focus()

    view.page.wait_for_timeout(500)  # as long as a table that has just come waits
    expect(view.told).to_have_text("The total is 92.")


def test_a_table_that_is_answered_says_so_on_the_way_in(show) -> None:
    """Who comes back hears what was told of the answer, and not an open question."""
    view = show(feedback={"serial": 1, "headline": "Right.", "text": "The Hold passes it on."})

    view.button("Hold").focus()

    answered = "Right. The Hold passes it on. Press question mark"
    expect(view.told).to_have_text(OPENING.replace("Press question mark", answered))


def test_the_question_is_said_again_with_what_was_told(show) -> None:
    """The key q says what is asked, what lies there, and what was told last."""
    view = show(feedback=scenes.wrong_feedback())
    view.button("Hold").focus()

    view.page.keyboard.press("q")

    expect(view.told).to_contain_text("Which cards survive?")
    expect(view.told).to_contain_text("a Minus Ten and an O'NO 99. Not right.")


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


def test_escape_leads_out_of_the_table(show) -> None:
    """With nothing open Escape gives the focus to what holds the table, a notebook's cell."""
    view = show()
    view.page.evaluate("document.querySelector('#one').tabIndex = 0")
    view.button("Hold").focus()

    view.page.keyboard.press("Escape")

    assert view.has_focus(view.page.locator("#one"))


# ---- a form that is sent as a whole ----


def test_who_is_next_is_pressed_on_the_table(show) -> None:
    """A player and then how many cards are an answer; the hand is shut, and a second one anew."""
    view = show(**NEXT)

    view.button("Reverse").click(force=True)
    expect(view.told).to_have_text("You can't press Reverse now.")
    view.button("Player 1").click()
    expect(view.told).to_have_text("Player 1. How many cards must they play?")
    expect(view.button("Player 1")).to_have_attribute("aria-pressed", "true")
    assert view.sent() == []
    view.button("1 card").click()
    assert view.sent() == [{"type": "answer", "values": {"seat": "1", "owes": "1"}}]

    view.set(feedback={"state": "wrong", "headline": "Not right.", "text": "", "serial": 1})
    view.button("Player 2").click()
    assert len(view.sent()) == 1
    view.button("2 cards").click()
    assert view.sent()[1]["values"] == {"seat": "2", "owes": "2"}


def test_who_is_next_is_answered_by_two_digits(show) -> None:
    """The number of the player, which is 0 for you, and then how many cards."""
    view = show(**NEXT)
    view.button("You").focus()

    view.page.keyboard.press("9")
    view.page.keyboard.press("0")
    expect(view.told).to_have_text("You. How many cards must they play?")
    view.page.keyboard.press("2")

    assert view.sent() == [{"type": "answer", "values": {"seat": "0", "owes": "2"}}]


def test_an_answered_puzzle_says_so_and_sends_nothing(show) -> None:
    """A press on a card, a choice or a player after the answer is no answer, by mouse or key."""
    view = show(**NEXT | {"shut": "all", "choices": [("lost", _("No"))]})

    for name in ("Reverse", "Player 1", "2 cards", "No"):
        view.button(name).click(force=True)
        expect(view.told).to_contain_text("This one is answered.")
    view.page.keyboard.press("a")
    view.page.keyboard.press("1")

    assert view.sent() == []


def test_a_fault_stands_under_its_field_and_is_said_once(show) -> None:
    """An error describes its field, which is invalid, and the live region says it once."""
    view = show(form=NUMBER)
    wrong = scenes.form(scenes.field("answer", "number", "Total", value=None, error="No number."))

    view.set(scene=scenes.table(serial=2, form=wrong, say=""))

    box = total(view)
    expect(box).to_have_attribute("aria-invalid", "true")
    expect(box).to_have_accessible_description("No number.")
    expect(view.told).to_have_text("Total: No number.")
    view.button("Say total").click()
    view.set(scene=scenes.table(serial=3, form=wrong, say="Still."))
    expect(view.told).to_have_text("Still.")


# ---- what somebody is typing ----


def test_typing_survives_a_redraw(show) -> None:
    """A redraw of the same question changes nothing in a field, nor where the caret stands."""
    view = show(form=APPEND)
    box = view.table.get_by_label("Line")
    box.fill("7, 9, H")
    box.evaluate("node => node.setSelectionRange(2, 4)")

    view.set(scene=scenes.table(serial=2, form=APPEND), feedback=scenes.wrong_feedback())

    expect(box).to_have_value("7, 9, H")
    expect(box).to_be_focused()
    assert box.evaluate("node => [node.selectionStart, node.selectionEnd]") == [2, 4]


BEGUN = {
    "the model changed it": (scenes.form(scenes.field("answer", "number", "Total", value=50, step=1)), None, "50"),
    "another question": (NUMBER, "1980 total=40 hand=2,3,4,5", ""),
    "the same question": (NUMBER, None, "12"),
}  # fmt: skip


@pytest.mark.parametrize("name", BEGUN)
def test_what_is_typed_stays_until_there_is_something_new(show, name: str) -> None:
    """A value that the model really changed, or another question, takes its place."""
    form, line, value = BEGUN[name]
    view = show(form=NUMBER)
    total(view).fill("12")

    view.set(scene=scenes.table(line or scenes.DOUBLE, serial=2, form=form))

    expect(total(view)).to_have_value(value)


def test_an_echo_does_not_overwrite_what_is_typed_on(show) -> None:
    """The model's echo of an older value leaves newer typing alone; another value does not."""
    view = show(form=scenes.explorer_form())
    box = total(view)

    box.fill("9")
    view.wait_for_sent(1)
    box.press_sequentially("5")
    view.set(scene=scenes.table(serial=2, form=scenes.explorer_form(total=9)))
    expect(box).to_have_value("95")
    view.wait_for_sent(2)
    view.set(scene=scenes.table(serial=3, form=scenes.explorer_form(total=88)))

    expect(box).to_have_value("88")


# ---- a form that is sent field by field ----


def test_a_choice_of_a_select_is_sent_at_once(show) -> None:
    """Choosing an option sends it, and shows its card."""
    view = show(form=scenes.explorer_form())
    before = view.table.locator(".ono-field .ono-face").nth(2).inner_html()

    view.table.get_by_label("Card 1").select_option("R")

    assert view.sent() == [{"type": "set", "name": "card-1", "value": "R"}]
    assert view.table.locator(".ono-field .ono-face").nth(2).inner_html() != before


def test_a_range_is_sent_now_and_then(show) -> None:
    """Dragging sends fewer messages than there are steps, and the last value always."""
    field = scenes.field("total", "range", "Total so far", value=0, min=0, max=98)
    view = show(form=scenes.form(field, submit=None))

    view.table.get_by_label("Total so far").evaluate(
        """node => { for (let value = 1; value <= 90; value++) {
            node.value = value; node.dispatchEvent(new Event("input", {bubbles: true})); }
            node.dispatchEvent(new Event("change", {bubbles: true})); }"""
    )

    assert view.sent() == [{"type": "set", "name": "total", "value": 90}]
    expect(view.table.locator(".ono-shown")).to_have_text("90")


# ---- cards of the hand put into a field ----


def test_cards_are_chosen_by_mouse_and_by_key(show) -> None:
    """With from_hand=toggle a press on a card ticks its box and plays nothing."""
    view = show(form=TOGGLE)

    view.button("Hold").click()
    view.page.keyboard.press("1")
    view.page.keyboard.press("3")
    view.page.keyboard.press("3")

    expect(view.button("Hold")).to_have_attribute("aria-pressed", "true")
    expect(view.told).to_have_text("minus ten: no longer chosen.")
    boxes = view.table.get_by_role("checkbox")
    assert [boxes.nth(place).is_checked() for place in range(4)] == [True, True, False, False]
    boxes.first.press("Enter")
    assert view.sent() == [{"type": "answer", "values": {"answer": ["7", "H"]}}]


def test_of_two_cards_alike_it_is_said_that_both_are_chosen(show) -> None:
    """A box stands for every card of a kind, and so does a press on one of them."""
    view = show(line="1980 total=92 hand=7,7,H,O", form=TOGGLE)

    view.button("Hold").click()
    view.page.keyboard.press("1")

    expect(view.told).to_have_text("seven: chosen. It goes for every card like it.")


def test_a_way_to_play_is_chosen_in_the_tray(show) -> None:
    """A card with two ways opens its tray, and the way that is pressed is ticked."""
    options = [scenes.option("A+1", "ace as one"), scenes.option("A+11", "ace as eleven")]
    field = scenes.field("p", "checks", "Plays", value=[], options=options, from_hand="toggle")
    view = show(line=scenes.NINETY_NINE, form=scenes.form(field))

    view.button("ace").click()
    view.page.keyboard.press("ArrowRight")
    view.page.keyboard.press("Enter")

    expect(view.table.get_by_role("checkbox", name="ace as eleven")).to_be_checked()
    expect(view.button("ace")).to_be_focused()
    view.button("two").click()
    expect(view.told).to_have_text("You can't press two now.")
    assert view.sent() == []


def test_cards_are_written_in_order_and_taken_back(show) -> None:
    """With from_hand=append a press on a card writes its play; the last can be taken back."""
    view = show(form=APPEND)

    view.button("seven").click()
    view.page.keyboard.press("2")
    view.page.keyboard.press("3")
    expect(view.told).to_have_text("Line: seven, Hold, minus ten")
    view.button("Take back").click()

    expect(view.table.get_by_label("Line")).to_have_value("7, H")
    expect(view.told).to_have_text("Line: seven, Hold")


# ---- the log ----


def test_the_log_is_numbered_and_shows_its_end(show) -> None:
    """The log is an ordered list from its first number, scrolled to its end in its own region."""
    view = show(log=scenes.log(90))
    region = view.table.get_by_role("region", name="What was played")

    expect(region.get_by_role("list")).to_have_attribute("start", "90")
    assert region.get_attribute("tabindex") == "0"
    assert region.evaluate("node => node.scrollHeight > node.clientHeight + 100")
    expect(region.get_by_role("listitem").last).to_be_in_viewport()
    view.set(scene=scenes.table(serial=2, log=scenes.log(92)))

    expect(region.get_by_role("list")).to_have_attribute("start", "92")
    assert region.evaluate("node => node.scrollHeight - node.scrollTop - node.clientHeight") < 2


def test_a_log_to_be_read_from_its_top_opens_there(show) -> None:
    """A list of suggestions begins at the first of them, not at the last."""
    view = show(log=scenes.log(1, 30) | {"opens": "top"})
    region = view.table.get_by_role("region", name="What was played")

    assert region.evaluate("node => node.scrollHeight > node.clientHeight + 100")
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


def test_who_has_scrolled_up_in_the_log_is_left_there(show) -> None:
    """New entries do not move a log that is being read."""
    view = show(log=scenes.log(1))
    region = view.table.get_by_role("region", name="What was played")
    view.set(feedback=None)
    region.evaluate("node => { node.scrollTop = 0; }")

    view.set(scene=scenes.table(serial=2, log=scenes.log(1, 30)))

    assert region.evaluate("node => node.scrollTop") == 0


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_the_log_leaves_the_hand_where_it_is(page: Page, width: int) -> None:
    """A long log moves no card of the hand."""
    put(page, width)
    view = ViewPage(page, scene=scenes.table())
    before = view.button("Hold").bounding_box()

    view.set(scene=scenes.table(serial=2, log=scenes.log()))

    assert view.button("Hold").bounding_box() == before


# ---- rule points ----


def test_a_rule_id_asks_for_its_panel(show) -> None:
    """A rule id without an address is a button; its panel takes the focus and gives it back."""
    view = show(feedback=scenes.wrong_feedback())
    button = view.button("rule Answering a double")
    button.focus()

    view.page.keyboard.press("Enter")
    view.set(rule_point=scenes.rule("double-reply"))
    panel = view.table.get_by_role("region", name=scenes.rule("double-reply")["title"])
    expect(panel).to_be_focused()
    expect(view.told).to_be_empty()
    view.page.keyboard.press("Escape")

    expect(panel).to_be_hidden()
    expect(button).to_be_focused()
    ids = ["double-reply", None]
    assert view.sent() == [{"type": "rule", "id": each} for each in ids]


def test_a_panel_opens_beside_the_log_that_asked_for_it(show) -> None:
    """The panel stands right below the part of the table from which it was asked for."""
    view = show(log=scenes.log(), feedback=scenes.wrong_feedback())

    view.table.get_by_role("region", name="What was played").get_by_role("button").last.click()
    view.set(rule_point=scenes.rule("hold"))
    assert view.table.locator(".ono-point").evaluate(
        "node => node.previousElementSibling.matches('.ono-log')"
    )
    view.button("Close the rule").click()

    expect(view.table.locator(".ono-point")).to_be_hidden()
    assert view.sent()[-1] == {"type": "rule", "id": None}


def test_a_panel_that_nobody_asked_for_is_said(show) -> None:
    """A rule point set from outside is said in the live region and moves no focus."""
    view = show()
    view.button("Hold").focus()

    view.set(rule_point=scenes.rule("limit"))

    expect(view.told).to_contain_text(scenes.rule("limit")["says"][0]["text"])
    expect(view.button("Hold")).to_be_focused()


def test_what_was_perhaps_thought_stands_apart_from_what_is_true(show) -> None:
    """Each belief that is named is quoted in a line of its own; with the next feedback it goes."""
    view = show(feedback=scenes.wrong_feedback())
    quoted = view.table.locator(".ono-thoughts [data-part=quoted]")
    truth = view.table.locator(".ono-thoughts [data-part=truth]")

    expect(quoted).to_have_text("Perhaps you thought: “99 itself is still allowed.”")
    expect(truth).to_have_text("The highest safe total is 98; 99 is already too much.")
    assert truth.bounding_box()["y"] >= quoted.bounding_box()["y"] + 16
    view.set(feedback=scenes.wrong_feedback(8) | {"thoughts": []})
    expect(quoted).to_have_count(0)


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


def test_a_panel_outlives_the_feedback_it_was_asked_from(show) -> None:
    """The panel opens below the ids of the feedback, and stays when the feedback goes."""
    view = show(feedback=scenes.wrong_feedback())
    view.button("rule The limit").click()
    view.set(rule_point=scenes.rule("limit"))
    panel = view.table.get_by_role("region", name=scenes.rule("limit")["title"])
    assert panel.evaluate("node => node.previousElementSibling.matches('.ono-points')")

    view.set(scene=scenes.table(serial=2), feedback=None)

    expect(panel).to_be_visible()
    view.button("Close the rule").click()
    expect(panel).to_be_hidden()


# ---- what is said ----


def test_a_notice_is_said_once(show) -> None:
    """A notice is said at the start and when it changes, and not again with the next scene."""
    view = show(notice="A file was set aside.")
    expect(view.told).to_have_text("A file was set aside.")

    view.set(scene=scenes.table(serial=2, notice="A file was set aside.", say="Next."))

    expect(view.told).to_have_text("Next.")
    expect(view.table.get_by_text("A file was set aside.")).to_be_visible()


def test_what_comes_in_two_messages_is_said_in_one_go(show) -> None:
    """A feedback and the words of a scene that follow each other are both said."""
    view = show()

    view.page.evaluate(
        """async ([feedback, scene]) => { model.set({feedback});
            await new Promise(done => setTimeout(done)); model.set({scene}); }""",
        [scenes.wrong_feedback(), scenes.table(serial=2, say="Player 1 moves.")],
    )

    expect(view.told).to_contain_text("Not right. The 7 makes the total 99")
    expect(view.told).to_contain_text("Player 1 moves.")


def test_two_views_of_one_model_are_in_step_and_speak_once(show) -> None:
    """Two views show the same; the one with the focus speaks, the other is silent."""
    view = show(form=NUMBER, log=scenes.log())
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


# ---- tables and pictures ----


def test_the_grid_is_a_table_with_heads(show) -> None:
    """A grid has column and row heads, and says in words where a cell differs."""
    view = show(grid=scenes.comparison())
    table = view.table.get_by_role("table", name="The same hand at 92 under three rule sets")

    expect(table.get_by_role("columnheader")).to_have_text(
        ["Card", "O'NO 99 of 1980", "O'NO 99 of 2022", "Ninety-Nine"]
    )
    expect(table.get_by_role("rowheader")).to_have_count(4)
    expect(table.get_by_role("row", name="Hold").get_by_role("cell").first).to_contain_text(
        "differs"
    )
    expect(table.get_by_role("row", name="seven").get_by_role("cell").first).not_to_contain_text(
        "differs"
    )


def test_narrow_the_cells_of_a_grid_name_their_columns(page: Page) -> None:
    """On a phone a row is a card, and each cell stands below the other with its column's name."""
    put(page, 360, 800)
    view = ViewPage(page, scene=scenes.table(grid=scenes.comparison()))

    cells = view.table.get_by_role("row", name="Hold").get_by_role("cell")

    names = [cells.nth(place).locator(".ono-column").inner_text() for place in range(3)]
    assert names == ["O'NO 99 of 1980", "O'NO 99 of 2022", "Ninety-Nine"]
    assert cells.nth(0).bounding_box()["y"] < cells.nth(1).bounding_box()["y"]


def test_a_scene_without_a_position_has_no_felt(page: Page) -> None:
    """A scene that brings only a table of progress draws no empty card table."""
    view = ViewPage(page, **EVERYTHING["progress"])

    expect(view.table.locator(".ono-felt")).to_be_hidden()
    expect(view.table.get_by_role("row")).to_have_count(61)
    expect(view.button("Say total")).to_have_count(0)


def test_a_picture_has_its_words(page: Page) -> None:
    """A figure is described by its text, which everybody can open."""
    view = ViewPage(page, **EVERYTHING["explorer"])
    figure = view.table.get_by_role("figure", name="This hand along the totals")

    expect(figure.get_by_role("img")).to_have_accessible_description(scenes.figure()["text"])
    figure.get_by_text("In words").click()
    expect(figure.get_by_text(scenes.figure()["text"])).to_be_visible()


# ---- what must never happen ----

COUNTED = """() => {
  window.added = 0;
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (...rest) { window.added++; return add.apply(this, rest); };
}"""


def test_two_hundred_updates_leave_nothing_behind(page: Page) -> None:
    """However often the table is drawn anew, nodes and listeners do not grow."""
    page.evaluate(COUNTED)
    kinds = [TOGGLE, scenes.explorer_form(), NUMBER]
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


GARBAGE = [
    None,
    True,
    0,
    -1.5,
    1e308,
    "",
    "<b>x</b>",
    "<svg",
    [],
    {},
    [None],
    [[]],
    {"toString": 1},
    {"id": {}},
]


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


# ---- the parts as modules of their own ----


class QuietHandler(SimpleHTTPRequestHandler):
    """A file server that says nothing."""

    def log_message(self, *_: object) -> None:
        pass


def test_the_parts_load_through_their_imports(page: Page) -> None:
    """A page loads the modules and the style sheets as they lie there, without joining them."""
    folder = str(files("ono_tutor.render").joinpath("view"))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(QuietHandler, directory=folder)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        page.route("**/favicon.ico", lambda route: route.fulfill(status=204))
        page.goto(f"http://127.0.0.1:{server.server_port}/base.css")
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
        server.shutdown()

"""The view alone in a real Chromium: what readers and the model do, and what comes of each step.

The golden texts have, after every step, what is new: words told, messages sent, the focus, the
values of fields, what is pressed and what is open. The page's clock stands still between steps.
"""

import json
from collections.abc import Iterator, Mapping

import pytest
from browser import view_scenes as scenes
from browser.view_page import ViewPage
from browser.view_scenes import said
from playwright.sync_api import Browser, Page

from ono_tutor.i18n import _
from ono_tutor.render.svg import card_svg

pytestmark = pytest.mark.browser

ANSWERED = scenes.NEXT | {"shut": "all", "choices": [("lost", _("No"))]}
EXPLORER = {"form": scenes.explorer_form()}
CERTAIN = {"choices": (("certain", said("Certainly")),)}
SETS = [scenes.option("1980", "of 1980"), scenes.option("2022", "of 2022")]
WAYS = [scenes.option("A+1", "ace as one"), scenes.option("A+11", "ace as eleven")]


NUMBER, BARRED = scenes.number(), scenes.number(error="No number.")
TWO_FIELDS = {"form": scenes.form(*NUMBER["form"]["fields"], *scenes.LINE["form"]["fields"])}
EVERY_FIELD = scenes.form(
    scenes.field("line", "text", "Line", value="7"),
    scenes.field("sets", "checks", "True in", value=["2022"], options=SETS),
    scenes.field("one", "select", "Which", value="1980", options=SETS),
    scenes.field("sure", "range", "How sure", value=40, min=0, max=100),
)
RIGHT = {"serial": 1, "headline": "Right.", "text": "The Hold passes it on."}
NOTICE = {"notice": "A file was set aside."}
LOG = {"log": scenes.log()}
PLAYS = {"serial": 2, "say": "Three plays.", "plays": [
    {"seat": seat, "total": total, "svg": card_svg(code)}
    for seat, (total, code) in enumerate([(95, "3"), (85, "-10"), (92, "7")])
]}  # fmt: skip

WALKS: Mapping[str, Mapping[str, tuple[Mapping[str, object], list[object]]]] = {
    "plays": {
        "a card by mouse, and no other until the model replies": ({}, ["press Hold", "key 3"]),
        "a card by its digit": ({}, ["focus Hold", "key 3"]),
        "an action by mouse": ({}, ["press Hint"]),
        "an action by its key": ({}, ["focus Hold", "key n"]),
        "a choice by its key": (CERTAIN, ["focus Hold", "key a"]),
        "the keys are shown, said and put away": ({}, ["focus Hold", "key ?", "key Escape"]),
        "Escape leads to what holds the table": ({}, ["focus Hold", "key Escape"]),
        "the first focus in a table says it, and no later one": (
            {},
            ["focus Hint", "key t", "blur", "focus Hold"],
        ),
        "who comes back hears what was told of the answer": (
            {"feedback": RIGHT},
            ["focus Hold", "key q"],
        ),
        "what is asked is said again": ({}, ["focus Hold", "key t", "key w", "key q"]),
    },
    "forms": {
        "a number": (NUMBER, ["fill Total=98", "press Answer"]),
        "a negative number": (NUMBER, ["fill Total=-4", "press Answer"]),
        "no number": (NUMBER, ["fill Total=", "press Answer"]),
        "a number sent twice counts once": (NUMBER, ["fill Total=98", ("key Enter", "key Enter")]),
        "a letter is a key where only digits go": (TWO_FIELDS, ["type Total=9h7"]),
        "in a text every letter is written": (TWO_FIELDS, ["type Line=1 h n t ?"]),
        "every kind of field": (
            {"form": EVERY_FIELD},
            ["fill Line=7, H", "key Tab", "key Space", "select Which=2022", "key Tab",
             "key Tab", "key Tab", "key ArrowRight", "press Answer"],
        ),
        "a fault is told once": (
            NUMBER,
            [{"serial": 2, "say": ""} | BARRED, "press Say total",
             {"serial": 3, "say": "Still."} | BARRED],
        ),
        "who is next, pressed on the table": (
            scenes.NEXT,
            ["press Reverse", "press Player 1", "press 1 card",
             {"feedback": {"headline": "Not right.", "serial": 1}}, "press Player 2",
             "press 2 cards"],
        ),
        "who is next, by two digits": (scenes.NEXT, ["focus You", "key 9", "key 0", "key 2"]),
        "what is answered takes no other answer": (
            ANSWERED,
            ["press Reverse", "press Player 1", "press 2 cards", "press No", "key a", "key 1"],
        ),
    },
    "sent field by field": {
        "typing, when it pauses": (EXPLORER, ["fill Total=", "type Total=87"]),
        "typing, on Enter": (EXPLORER, [("fill Total=87", "key Enter")]),
        "typing, on leaving": (EXPLORER, [("fill Total=87", "key Tab")]),
        "a range that is dragged, once": (
            scenes.one_field("total", "range", "So far", value=0, min=0, max=98, submit=None),
            ["drag So far=90"],
        ),
        "a choice of a select": (EXPLORER, ["select Card 1=R"]),
        "boxes, as they are ticked": (
            {"form": scenes.form(scenes.cards_field(from_hand="toggle"), submit=None)},
            ["press Hold", "key 1"],
        ),
        "an echo leaves newer typing alone, another value does not": (
            EXPLORER,
            ["fill Total=9", "type Total=5", {"serial": 2, "form": scenes.explorer_form(total=9)},
             {"serial": 3, "form": scenes.explorer_form(total=88)}],
        ),
    },
    "cards into fields": {
        "ticked by mouse, by keys and in their boxes": (
            scenes.BOXES, ["press Hold", "key 1", "key 3", "key 3", "key Tab", "key Tab", "key Enter"],
        ),
        "by keys alone": (
            scenes.BOXES, ["focus O'NO 99", "key Tab", "key Tab", "key Space", "key 3", *["key Tab"] * 3,
                    "key Enter"],
        ),
        "of two cards alike both are chosen": (
            scenes.BOXES | {"line": "1980 total=92 hand=7,7,H,O"}, ["press Hold", "key 1"],
        ),
        "a way to play is chosen in the tray": (
            scenes.one_field("p", "checks", "Plays", value=[], options=WAYS, from_hand="toggle")
            | {"line": scenes.NINETY_NINE},
            ["press ace", "key ArrowRight", "key Enter", "press two"],
        ),
        "written in order and taken back": (
            scenes.LINE, ["press seven", "key 2", "key 3", "press Take back"],
        ),
    },
    "what is typed": {
        "stays where the same question is drawn anew": (
            scenes.LINE, ["fill Line=7, 9, H", {"serial": 2, "feedback": scenes.wrong_feedback()} | scenes.LINE],
        ),
        "stays a number": (NUMBER, ["fill Total=12", {"serial": 2} | NUMBER]),
        "goes where the model changed it": (NUMBER, ["fill Total=12", {"serial": 2} | scenes.number(50)]),
        "goes with another question": (
            NUMBER, ["fill Total=12", {"serial": 2, "line": "1980 total=40 hand=2,3,4,5"} | NUMBER],
        ),
    },
    "rule points": {
        "asked for by keys, and closed": (
            {"feedback": scenes.wrong_feedback()},
            ["focus rule Answering a double", "key Enter",
             {"rule_point": scenes.rule("double-reply")}, "key Escape"],
        ),
        "asked for in the log": (
            LOG,
            ["press rule hold", {"rule_point": scenes.rule("hold")} | LOG, "press Close the rule"],
        ),
        "stays when its feedback goes": (
            {"feedback": scenes.wrong_feedback()},
            ["press rule The limit", {"rule_point": scenes.rule("limit")},
             {"serial": 2, "feedback": None}, "press Close the rule"],
        ),
        "nobody asked for": ({}, ["focus Hold", {"rule_point": scenes.rule("limit")}]),
        "a thought is named with the feedback, and goes with it": (
            {"feedback": scenes.wrong_feedback()},
            [{"feedback": scenes.wrong_feedback(8) | {"thoughts": []}}],
        ),
    },
    "plays made by others": {
        "are shown one after another": ({}, [PLAYS, "wait", "wait", "wait"]),
        "at once on any key, which is heard": ({}, ["focus seven", PLAYS, "wait", "key t"]),
        "at once where less motion is asked for": ({}, ["calm", PLAYS]),
    },
    "words": {
        "a notice is said once": (NOTICE, [{"serial": 2, "say": "Next."} | NOTICE]),
        "what comes in two messages is said in one go": (
            {}, [({"feedback": scenes.wrong_feedback()}, {"serial": 2, "say": "Player 1 moves."})],
        ),
    },
}  # fmt: skip

OBSERVE = """() => {
  const root = document.querySelector("#one"), table = root.firstChild;
  const shown = (selector) => [...table.querySelectorAll(selector)].filter((node) => node.checkVisibility());
  const byId = (node, name) => document.getElementById(node.getAttribute(name)?.split(" ").at(-1))?.textContent;
  const name = (node) => (node.ariaLabel ?? byId(node, "aria-labelledby") ?? node.labels?.[0]?.textContent
    ?? (node === root ? "what holds the table" : node.textContent)).replace(/\\s+/g, " ").trim();
  const focus = document.activeElement;
  const facts = {
    playing: "playing" in table.dataset ? table.querySelector(".ono-ring b").textContent : "",
    told: table.querySelector("[aria-live]").textContent,
    focus: root.contains(focus) ? name(focus) : "",
    pressed: shown("[aria-pressed=true]").map(name).join(", "),
    open: shown("[role=region], [role=group][aria-label]")
      .map((node) => `${name(node)} after ${node.previousElementSibling?.dataset.part}`).join(", "),
    thoughts: shown(".ono-thoughts [data-part]").map((node) => node.textContent).join(" / "),
    faults: shown("[aria-invalid=true]").map((node) => `${name(node)}: ${byId(node, "aria-describedby")}`).join(", "),
  };
  for (const node of shown("input, select"))
    facts[name(node)] = node.type === "checkbox" ? (node.checked ? "ticked" : "") : node.value;
  return facts;
}"""
DRAG = """(node, last) => {
  for (let value = 1; value <= last; value++) {
    node.value = value;
    node.dispatchEvent(new Event("input", {bubbles: true}));
  }
  node.dispatchEvent(new Event("change", {bubbles: true}));
}"""

Act = str | Mapping[str, object]


def walked(
    page: Page, traits: Mapping[str, object], steps: list[Act | tuple[Act, ...]], pace: int
) -> str:
    """The transcript of a walk: each step and what it changed *pace* ms later.

    A tuple is done in one go.
    """
    view = ViewPage(page, **{"scene": scenes.table()} | of_model(traits))
    page.evaluate("document.querySelector('#one').tabIndex = 0")
    lines, before, count = [], {}, 0
    for step in ((), *steps):
        for act in step if isinstance(step, tuple) else (step,):
            if isinstance(act, str):
                do(view, act)
            else:
                page.evaluate("traits => model.set(traits)", of_model(act))
            lines.append(f"$ {act if isinstance(act, str) else 'set ' + ', '.join(act)}")
        page.clock.run_for(pace)
        now, sent = page.evaluate(OBSERVE), view.sent()
        for fact, value in (dict.fromkeys(before, "-") | now).items():
            if value != before.get(fact, ""):
                lines.append(f"{fact}: {value}".rstrip())
        lines += [f"sent: {json.dumps(message)}" for message in sent[count:]]
        before, count = now, len(sent)
    return "\n".join(lines)


def of_model(parts: Mapping[str, object]) -> dict[str, object]:
    """The traits of the model: of what belongs to the scene the whole scene."""
    own = {name: part for name, part in parts.items() if name in ("feedback", "rule_point")}
    of_scene = {name: part for name, part in parts.items() if name not in own}
    return own | ({"scene": scenes.table(**of_scene)} if of_scene else {})


def do(view: ViewPage, act: str) -> None:
    """Do what a reader does: a verb, and a button, a key, or a field and its value."""
    verb, _, what = act.partition(" ")
    label, _, text = what.partition("=")
    field = view.table.get_by_label(label, exact=True)
    match verb:
        case "press":
            view.button(what).last.click(force=True)
        case "focus":
            view.button(what).first.focus()
        case "blur":
            view.page.evaluate("document.activeElement.blur()")
        case "calm":
            view.page.emulate_media(reduced_motion="reduce")
        case "key":
            view.page.keyboard.press(what)
        case "fill":
            field.fill(text)
        case "type":
            field.press_sequentially(text)
        case "select":
            field.select_option(text)
        case "drag":
            field.evaluate(DRAG, int(text))


@pytest.fixture
def still_page(browser: Browser) -> Iterator[Page]:
    """A page whose clock goes on only when it is told to; the test fails when it logs an error."""
    with browser.new_context() as context:
        page, errors = context.new_page(), list[str]()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.clock.install(time=0)
        page.clock.pause_at(1_000)
        yield page
    assert errors == []


@pytest.mark.parametrize("name", WALKS)
def test_each_step_has_its_effect(still_page: Page, golden, name: str) -> None:
    """By mouse and by keys: what is told, sent, in focus, filled in and open after each step."""
    pace = 390 if name == "plays made by others" else 1_000  # each play is shown for 400 ms
    texts = [
        f"# {title}\n{walked(still_page, *walk, pace)}\n" for title, walk in WALKS[name].items()
    ]

    golden(f"{name.replace(' ', '-')}.txt", "\n".join(texts))

"""Pages alive in a real browser: puzzles, tables that the engine runs, and the practice page.

Every request but those to the site itself is refused and remembered; none may be attempted.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import quote

import pytest
from browser.sites import (
    NOTE_KEPT,
    STARTS,
    begin_afresh,
    grave,
    kept,
    overflows,
    practice_table,
    practise,
    saved,
)
from click.testing import CliRunner
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, expect
from sphinx.cmd.build import build_main

from ono_tutor.cli.main import main
from ono_tutor.course.practice import CHECK_UP
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.forms import messages, page_puzzle
from ono_tutor.widgets import Quiz

pytestmark = pytest.mark.browser

SET = "double-play-1980"
ANSWER = """async ([place, acts]) => {
  const table = document.querySelectorAll('[data-ono-puzzle]')[place].querySelector('.ono-table');
  const all = (name) => [...table.querySelector(`[data-part=${name}]`).children];
  const words = (name) => table.querySelector(`[data-part=${name}]`).textContent;
  const told = [];
  for (const act of acts) {
    if (act.card !== undefined) all('hand')[act.card].querySelector('button').click();
    if (act.way !== undefined) all('tray')[act.way].click();
    if (act.choice !== undefined) all('choices')[act.choice].click();
    if (act.values) {
      all('fields').forEach((field, index) => {
        const value = act.values[index];
        const place = (field.field.options ?? []).findIndex((option) => option.value === value);
        if (field.kind === 'seats') all('seats')[place].querySelector('.ono-pick').click();
        if (field.kind === 'buttons') field.querySelectorAll('button')[place].click();
        for (const box of field.querySelectorAll('[type=checkbox]')) box.checked = value.includes(box.value);
      });
      const submit = table.querySelector('[data-part=submit]');
      if (!submit.hidden) submit.click();
    }
    await new Promise((done) => setTimeout(done));
    told.push({
      headline: words('headlineText'), text: words('reason'),
      rules: all('points').map((node) => [node.querySelector('code:not([hidden] *):not(:empty)').textContent,
        node.querySelector('.ono-sentence').textContent]),
      cards: all('rows').map((row) => [...row.querySelectorAll('[data-part=name],[data-part=label],[data-part=text]')]
        .map((node) => node.textContent)),
    });
    all('actions').at(-1).click();
    await new Promise((done) => setTimeout(done));
  }
  return told;
}"""
"""Does each act on the view of a puzzle, as a reader does, and gives what is said of it.

After each it tries again, as a puzzle that is answered takes no further answer.
"""


Open = Callable[[str], Page]


@pytest.fixture
def opened(context: BrowserContext, site: str) -> Iterator[Open]:
    """Opens a page of the site; an error of its scripts fails the test."""
    errors: list[str] = []

    def open_page(name: str) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"{site}/{name}")
        return page

    yield open_page
    assert errors == []


def press(table: Locator, name: str) -> None:
    table.get_by_role("button", name=name).click()


def sound(page: Page) -> None:
    """Nothing bars a reader, and nothing scrolls sideways: light on a desktop, dark on a phone."""
    for width, scheme in ((360, "dark"), (1280, "light")):
        page.emulate_media(color_scheme=scheme)
        assert not overflows(page, width)
        assert grave(page, in_the_dark=scheme == "dark") == [], (width, scheme)


def headline(place: Page | Locator, text: str) -> None:
    expect(place.locator("[data-part=headlineText]")).to_have_text(text)


def acts_of(scene: dict, found: list[dict]) -> list[dict]:
    """What a reader does to send each message: the place of a card, a way, a choice, or values."""
    acts: dict[str, dict] = {}
    for place, card in enumerate(scene["hand"]):
        acts.setdefault(card["code"], {"card": place})
        for way, choice in enumerate(card["choices"]):
            acts.setdefault(choice["play"], {"card": place, "way": way})
    acts |= {choice["id"]: {"choice": place} for place, choice in enumerate(scene["choices"])}
    return [
        {"values": list(message["values"].values())}
        if "values" in message
        else acts[message.get("play") or message["id"]]
        for message in found
    ]


def said(feedback: dict) -> dict:
    """What the view writes of a feedback."""
    return {
        "headline": feedback["headline"],
        "text": feedback["text"],
        "rules": [[rule["title"], rule["sentence"]] for rule in feedback["rules"]],
        "cards": [[card["name"], card["label"], card["text"]] for card in feedback["cards"]],
    }


def test_page_and_engine_say_the_same(pages: Path, opened: Open) -> None:
    """For every puzzle on every page and every possible answer."""
    names = sorted(
        p.name for p in pages.glob("*.html") if "data-ono-puzzle" in p.read_text("utf-8")
    )
    answers = sum(_compare_all(opened(name)) for name in names)

    assert answers > 80


def test_every_kind_says_the_same(pages: Path, opened: Open, tmp_path: Path) -> None:
    """So do puzzles of every kind from all over the bank, with every possible answer."""
    entries = list(bank.index().values())
    kinds = dict.fromkeys(entry.kind for entry in entries if entry.kind != "line")
    of_kind = [[e for e in entries if e.kind == kind] for kind in kinds]
    some = [entry.id for found in of_kind for entry in found[:: len(found) // 3 + 1]]
    text = "".join(f"```{{ono-puzzle}} {each}\n```\n\n" for each in some)
    (tmp_path / "conf.py").write_text(
        'extensions = ["myst_parser", "ono_tutor.sphinx_ext"]', encoding="utf-8"
    )
    (tmp_path / "index.md").write_text(f"# Puzzles\n\n{text}", "utf-8")
    assert build_main(["-q", str(tmp_path), str(pages / "sample")]) == 0

    answers = _compare_all(opened("sample/index.html"))

    assert len(some) >= 2 * len(kinds)
    assert answers > 5 * len(some)


def _compare_all(page: Page) -> int:
    """Every answer to every puzzle of the page; how many there were."""
    page.locator("[data-ono-puzzle] .ono-table").last.wait_for()
    script = "all => all.map(each => each.dataset.onoPuzzle)"
    words = page.eval_on_selector_all("[data-ono-puzzle]", script)
    puzzles = [puzzle for each in words for puzzle in read_set(each)]
    return sum(_compare(page, place, puzzle) for place, puzzle in enumerate(puzzles))


def _compare(page: Page, place: int, puzzle: Puzzle) -> int:
    """Every answer to one puzzle on the page, against a quiz in Python; how many there were."""
    scene = page_puzzle(puzzle)["scene"]
    found = list(messages(scene))
    told = page.evaluate(ANSWER, [place, acts_of(scene, found)])
    assert len(told) == len(found)
    for message, seen in zip(found, told, strict=True):
        table = Quiz([puzzle], progress=None)
        table.sitting.has_second_try = False  # a page tells what is right at once
        table.receive(message)
        wanted = said(table.feedback)
        assert seen == wanted, (puzzle.id, message)
    return len(found)


def test_a_puzzle_by_keys_alone(opened: Open) -> None:
    """Hint, answer and another try go by keys, and the live region tells them."""
    page = opened("try.html")
    table = page.locator('[data-ono-puzzle="dp80-hold"] .ono-table')

    table.get_by_role("button", name="seven").focus()
    for keys, words in (("h", "Hint 1"), ("c", "Not right."), ("r2", "Right.")):
        for key in keys:
            page.keyboard.press(key)
        expect(table.locator("[aria-live=polite]")).to_contain_text(words)


def test_without_scripts_question_and_answer_stand_there(browser: Browser, site: str) -> None:
    """A reader without scripts has the picture, the question and the answer in a fold."""
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/try.html")

    puzzle = page.locator('[data-ono-puzzle="dp80-hold"]')
    expect(puzzle.locator("svg, img").first).to_be_visible()
    puzzle.locator("summary").click()
    expect(puzzle.get_by_text("survive for certain").first).to_be_visible()
    expect(page.locator("button[data-ono-try]").first).to_be_hidden()
    context.close()


def test_try_your_own_hand(opened: Open) -> None:
    """A press starts the engine, tells how far it is, and opens a table that answers.

    axe finds nothing serious, light on a desktop and dark on a phone.
    """
    page = opened("try.html")
    button = page.locator("button[data-ono-try]").first
    button.focus()
    page.keyboard.press("Enter")

    status = page.locator(".ono-live [role=status]").first
    expect(status).to_contain_text("Loading Python")
    table = page.locator(".ono-live .ono-table").first
    expect(table.locator(":focus")).to_have_count(1, timeout=STARTS)
    expect(status).to_have_text("Ready: the table follows.")
    page.keyboard.press("2")
    expect(table.locator("[data-part=actions]")).to_contain_text("Back")
    sound(page)
    button.click()
    expect(page.locator(".ono-live")).to_have_count(0)


def test_a_puzzle_is_answered_while_the_engine_loads_or_fails(
    opened: Open, context: BrowserContext
) -> None:
    """A file that does not come leaves the page usable; its cause is told, and a press tries again."""
    page = opened("try.html")
    waiting: list[Route] = []
    context.route("**/*.whl*", lambda route: waiting.append(route))  # noqa: PLW0108 - no builtin
    page.locator("button[data-ono-try]").first.click()
    expect(page.locator(".ono-live progress")).to_be_visible()

    puzzle = page.locator('[data-ono-puzzle="dp80-hold"]')
    puzzle.get_by_role("button", name="Yes, for certain").click()
    headline(puzzle, "Right.")
    expect(page.locator(".ono-live progress")).to_be_visible()

    context.unroute("**/*.whl*")
    for route in waiting:
        route.fulfill(status=503)
    expect(page.locator(".ono-live [role=alert]")).to_contain_text("503", timeout=STARTS)
    page.locator(".ono-live").get_by_role("button", name="Try again").click()
    expect(page.locator(".ono-live .ono-table")).to_be_visible(timeout=STARTS)
    expect(page.locator(".ono-live [role=alert]")).to_be_hidden()


def set_words(words: str) -> str:
    """The fragment of the address that asks for these puzzles."""
    return f"set={quote(words)}"


def graded(words: str, path: Path) -> dict:
    """What ``ono-tutor grade`` says of a file of answers."""
    return json.loads(CliRunner().invoke(main, ["grade", words, str(path), "--json"]).stdout)


def test_a_set_link_is_answered_kept_and_handed_in(
    visitor: Page, site: str, tmp_path: Path
) -> None:
    """A set in a clean browser: answered, found again after a reload, saved for the teacher."""
    table, progress = practise(visitor, site, set_words(SET)), visitor.locator(".ono-progress")
    press(table, "No, whatever you draw")
    headline(table, "Not right.")
    assert [answer["puzzle"] for answer in kept(visitor)] == ["dp80-hold"]
    press(table, "Tell me why")
    press(table, "Next position")
    expect(progress).to_contain_text("Position 2 of 8, then 1 again")
    press(table, "Show the answer")
    expect(table.locator("[data-part=headlineText]")).to_be_visible()
    press(table, "Next position")
    press(table, "Yes, for certain")
    headline(table, "Right.")
    assert [answer["answer"] for answer in kept(visitor)] == ["lost", None, "certain"]

    visitor.reload()
    practice_table(visitor)
    expect(progress).to_contain_text("Position 3")
    save = visitor.get_by_role("button", name="Save my answers")
    save.click()
    expect(visitor.get_by_label("Your name")).to_be_focused()
    expect(visitor.locator("[data-part=noName]")).to_contain_text("Write your name")
    visitor.get_by_label("Your name").fill("Ada Löwe")
    path = saved(visitor, save, tmp_path)

    assert path.name == f"ono-answers-{SET}-Ada-Löwe.json"
    file = json.loads(path.read_text("utf-8"))
    assert (file["format"], file["assignment"]) == ("ono-tutor-answers/1", SET)
    assert file["learner"] == "Ada Löwe"
    assert [row["answer"] for row in file["answers"]] == ["lost", None, "certain"]
    found = graded(SET, path)
    marks = ["wrong", "not-attempted", "right", *["not-attempted"] * 5]
    assert [item["mark"] for item in found["items"]] == marks
    assert (found["learner"], found["earned"], found["out_of"]) == ("Ada Löwe", 1, 8)


def test_a_check_up_and_practice_by_keys_alone(visitor: Page, site: str) -> None:
    """Each answer is kept and leads on; at the end stands what was found, also after a reload.

    From there practice begins, is left, and another game is chosen, all without the mouse.
    """
    table = practise(visitor, site, "check-up")
    question, said = table.locator("[data-part=question]"), table.locator("[aria-live]")
    progress = table.locator("[data-part=progress]")
    table.focus()
    for count in range(1, CHECK_UP + 1):
        visitor.keyboard.press("s")
        expect(progress).not_to_contain_text(f"puzzle {count} of")
        if progress.is_hidden():
            break
    expect(question).to_have_text(f"You had 0 of {count} right at the first answer.")
    expect(said).to_contain_text("Not sure yet: ")
    assert visitor.evaluate("Object.keys(localStorage).length") == count

    visitor.reload()
    expect(question).to_have_text(
        f"You had 0 of {count} right at the first answer.", timeout=STARTS
    )
    table.focus()
    visitor.keyboard.press("n")
    expect(progress).to_have_text("Position 1 of 8")
    expect(said).to_contain_text("Position 1 of 8.")
    for key in ("x", "c"):
        visitor.keyboard.press(key)
    game = table.get_by_label("Game")
    game.focus()
    visitor.keyboard.type("Ninety")
    table.get_by_label("Puzzles").press("Enter")
    expect(table.locator("[data-part=rules]")).to_have_text("Ninety-Nine")


def test_a_bad_set_is_named_and_mended(visitor: Page, site: str) -> None:
    """A set that cannot be read is named with the reason, and its words are there to be mended."""
    visitor.goto(f"{site}/practice.html#set=dp80-hold%3B%20dp80-nothing")

    error = visitor.locator("[data-part=error]").first
    expect(error).to_contain_text("'dp80-nothing'", timeout=STARTS)
    words = visitor.get_by_label("One puzzle a line")
    expect(words).to_have_value("dp80-hold\ndp80-nothing")
    words.fill("dp80-hold\nsurvive: 1980 total=92 hand=7,H,-10,O owes=2")
    visitor.get_by_role("button", name="Check, and make the link").click()
    link = visitor.get_by_label("The link to share")
    expect(link).to_be_focused()
    visitor.get_by_role("link", name="Open it").click()
    expect(visitor.locator("[data-part=about]")).to_contain_text("2 in all")
    expect(link).to_have_value(visitor.url)


def test_progress_is_carried_to_another_browser(visitor: Page, site: str, tmp_path: Path) -> None:
    """A progress file saved here is loaded where nothing is kept, once; no file is refused by name."""
    table = practise(visitor, site, set_words(SET))
    press(table, "Yes, for certain")
    headline(table, "Right.")
    save = visitor.get_by_role("button", name="Save my progress")
    file = saved(visitor, save, tmp_path).rename(tmp_path / "progress.json")
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")

    begin_afresh(visitor, site)
    assert kept(visitor) == []
    carried = visitor.locator("[data-part=carried]")
    loader = visitor.get_by_label("Load a progress file")
    for path, words in (
        (file, "1 of the answers in progress.json"),
        (file, "0 of the answers in progress.json"),
        (tmp_path / "other.json", "ono-tutor-progress/1"),
    ):
        loader.set_input_files(path)
        expect(carried).to_contain_text(words, timeout=STARTS)
    assert len(kept(visitor)) == 1


def test_an_answer_is_kept_before_it_is_explained_until_it_is_forgotten(
    visitor: Page, site: str
) -> None:
    """With the feedback the answer is in the browser's store; two presses remove it and the name.

    axe finds nothing serious, light on a desktop and dark on a phone.
    """
    table = practise(visitor, site, set_words(SET))
    visitor.evaluate(NOTE_KEPT)

    press(table, "Yes, for certain")
    headline(table, "Right.")
    assert visitor.evaluate("keptThen") == 1

    sound(visitor)
    visitor.get_by_role("button", name="Forget my answers here").click()
    again = visitor.get_by_role("button", name="Press again to forget them")
    expect(again).to_be_visible()
    assert len(kept(visitor)) == 1
    again.click()
    expect(visitor.locator("[data-part=kept]")).to_contain_text("0")
    assert kept(visitor) == []
    expect(visitor.locator("[data-part=headlineText]")).to_be_hidden()

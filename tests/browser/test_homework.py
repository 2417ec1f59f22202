"""One assignment, done in a real JupyterLab by keys alone, and on the practice page by mouse."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.driving import (
    barriers,
    errors_of,
    is_within,
    run_again,
    run_all,
    shown_table,
    start_afresh,
    told,
)
from browser.sites import (
    NOTE_KEPT,
    REFUSE,
    overflows,
    practice_table,
    practise,
    saved,
)
from classroom.homework_sessions import assignment
from click.testing import CliRunner
from playwright.sync_api import Locator, Page, expect

from ono_tutor.classroom.assignment import Assignment, Feedback, assignment_text
from ono_tutor.classroom.assignment_link import learner_notebook, link_fragment
from ono_tutor.cli.main import main
from ono_tutor.puzzles.answer import Mark

pytestmark = pytest.mark.browser

FILE = "week-3-ann-lee.json"
RIGHT_WRONG_NONE = [Mark.RIGHT, Mark.WRONG, Mark.NOT_ATTEMPTED]


def marks(given: Assignment, path: Path) -> list[Mark]:
    """The marks of an answers file as ``ono-tutor grade`` tells them."""
    file = path.with_suffix(".task")
    file.write_text(assignment_text(given), "utf-8")
    done = CliRunner().invoke(main, ["grade", str(file), str(path), "--json"])
    assert done.exit_code == 0, done.output
    return [Mark(item["mark"]) for item in json.loads(done.stdout)["items"]]


def stop(table: Locator, number: int, state: str) -> Locator:
    """The number of a puzzle in the row, by the name that tells how it stands."""
    return table.get_by_role("button", name=f"Puzzle {number}: {state}")


def button(table: Locator, name: str) -> Locator:
    return table.get_by_role("button", name=name, exact=True)


def shows(table: Locator, part: str, words: str) -> None:
    expect(table.locator(f"[data-part={part}]")).to_contain_text(words)


def by_mouse(table: Locator) -> None:
    """The first right after a change of mind, the second wrong, the third not at all."""
    table.get_by_label("Your name or id").fill("Ann Lee")
    button(table, "Begin").click()
    button(table, "No, whatever you draw").click()
    shows(table, "headlineText", "Kept.")
    button(table, "Yes, for certain").click()
    shows(table, "reason", "Your answer: Yes, for certain.")
    button(table, "Next").click()
    table.get_by_label("Number").fill("96")
    button(table, "Answer").click()
    shows(table, "headlineText", "Kept.")
    expect(stop(table, 1, "answered")).to_be_visible()
    expect(stop(table, 3, "not answered")).to_be_visible()
    button(table, "Hand in").click()
    shows(table, "lead", "1 of 3 not answered: 3.")


# ---- JupyterLab ----


@pytest.fixture
def notebook(page: Page, lab) -> Iterator[str]:
    """The learner's notebook in a clean folder; the test fails when the page logs an error."""
    clear(lab)
    page.set_default_timeout(30_000)
    errors = errors_of(page)
    (lab.folder / "week-3.ipynb").write_text(learner_notebook(assignment(attempts=2)), "utf-8")
    yield lab.lesson("week-3.ipynb")
    clear(lab)
    assert errors == []


def clear(lab) -> None:
    start_afresh(lab)
    for path in [*lab.folder.glob("*ono-homework*"), *lab.folder.glob("week-3*")]:
        path.unlink()


def test_an_assignment_by_keys_in_jupyterlab(page: Page, lab, notebook: str) -> None:
    """Answered, changed, handed in: each step is told, and the file earns the marks expected.

    After a new run, and after the kernel was restarted, all stands where it stood; then comes
    another attempt.
    """
    run_all(page, notebook)
    table = shown_table(page)
    table.get_by_label("Your name or id").focus()
    page.keyboard.type("Ann Lee")
    page.keyboard.press("Enter")
    shows(table, "question", "Do you survive?")
    for key, words in (
        ("c", "Your answer: No, whatever you draw."),
        ("a", "Your answer: Yes, for certain."),
        ("n", "Puzzle 2 of 3"),
    ):
        page.keyboard.press(key)
        expect(told(table)).to_contain_text(words)
    for _ in range(12):
        if page.evaluate("document.activeElement.type") == "number":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("96")
    page.keyboard.press("Enter")
    expect(told(table)).to_contain_text("Your answer: 96.")
    for restart in (False, True):
        table = run_again(page, restart=restart)
        expect(stop(table, 2, "answered")).to_have_attribute("aria-current", "step")
        expect(table.get_by_label("Number")).to_have_value("96")
    stop(table, 3, "not answered").focus()
    page.keyboard.press("d")
    expect(told(table)).to_contain_text("1 of 3 not answered: 3.")
    page.set_viewport_size({"width": 360, "height": 800})
    page.evaluate("window.jupyterapp.shell.collapseLeft()")
    assert is_within(table)

    page.keyboard.press("y")

    expect(told(table)).to_contain_text("Handed in: 2 of 6 points.")
    shows(table, "lead", FILE)
    assert marks(assignment(), lab.folder / FILE) == RIGHT_WRONG_NONE
    table = run_again(page, restart=True)
    shows(table, "question", "Handed in: 2 of 6 points.")
    table.focus()
    for key, part, words in (
        ("r", "question", "Do you survive?"),
        ("2", "headlineText", "Kept."),
        ("d", "question", "Hand in?"),
        ("y", "question", "Handed in"),
    ):
        page.keyboard.press(key)
        shows(table, part, words)
    assert (lab.folder / "week-3-ann-lee-attempt-2.json").is_file()


# ---- the practice page ----


def linked(page: Page, site: str, given: Assignment) -> Locator:
    """The practice page of an assignment's link; its table."""
    return practise(page, site, link_fragment(given))


def stored(page: Page, kind: str) -> list[dict[str, object]]:
    """What the browser keeps of assignments."""
    script = """kind => Object.entries(localStorage).filter(([key]) => key.includes(`/homework/`)
      && key.includes(`/${kind}/`)).sort().map(([, text]) => JSON.parse(text))"""
    return page.evaluate(script, kind)


def test_an_assignment_by_mouse_on_the_page(visitor: Page, site: str, tmp_path: Path) -> None:
    """Each answer is stored before it is acknowledged, and all is there after a reload.

    Two presses remove answers, name and what was handed in.
    """
    table = linked(visitor, site, assignment())
    expect(visitor.get_by_role("button", name="Save my answers")).to_be_hidden()
    visitor.evaluate(NOTE_KEPT)
    by_mouse(table)
    assert visitor.evaluate("keptThen") == 1
    assert {each["mark"] for each in stored(visitor, "answer")} == {"not-attempted"}
    visitor.reload()
    table = practice_table(visitor)
    expect(stop(table, 2, "answered")).to_have_attribute("aria-current", "step")
    button(table, "Hand in").click()

    path = saved(visitor, button(table, "Hand in now"), tmp_path)

    assert path.name == FILE
    assert marks(assignment(), path) == RIGHT_WRONG_NONE
    shows(table, "question", "Handed in: 2 of 6 points.")
    visitor.reload()
    again = saved(visitor, button(practice_table(visitor), "Write the file again"), tmp_path / "2")
    assert again.read_bytes() == path.read_bytes()
    visitor.get_by_role("button", name="Forget my answers here").click()
    forget = visitor.get_by_role("button", name="Press again to forget them")
    expect(forget).to_be_visible()
    assert len(stored(visitor, "answer")) == 3
    forget.click()
    expect(table.get_by_label("Your name or id")).to_have_value("")
    assert stored(visitor, "answer") == stored(visitor, "note") == []


def test_the_only_answer_is_confirmed_on_the_page(visitor: Page, site: str, tmp_path: Path) -> None:
    """Chosen by mouse, changed and confirmed by keys; then written; what is not confirmed is left.

    Nothing bars a reader at any stage, light or dark; the page has no words for teachers then.
    """
    now = assignment(Feedback.NOW, due="2026-12-01T18:00:00Z")
    table = linked(visitor, site, now)
    expect(visitor.get_by_role("heading", level=1)).to_contain_text(now.title)
    for hidden in ("Choose a check-up, practice or a set", "Teachers:"):
        expect(visitor.get_by_text(hidden)).to_be_hidden()
    sound(visitor, table, "asked for a name")
    table.get_by_label("Your name or id").fill("Ann Lee")
    button(table, "Begin").click()
    button(table, "No, whatever you draw").click()
    shows(table, "headlineText", "Is this your answer?")
    expect(told(table)).to_contain_text("No, whatever you draw. Only one answer counts.")
    expect(stop(table, 1, "chosen, not confirmed")).to_be_visible()
    sound(visitor, table, "asked to confirm")
    button(table, "No, whatever you draw").focus()
    for key, words in (("a", "Your answer: Yes, for certain."), ("y", "Right.")):
        visitor.keyboard.press(key)
        expect(told(table)).to_contain_text(words)
    expect(stop(table, 1, "right")).to_be_visible()
    sound(visitor, table, "at a puzzle")
    button(table, "Next").click()
    table.get_by_label("Number").fill("96")
    button(table, "Answer").click()
    expect(told(table)).to_contain_text("Your answer: 96.")
    expect(table.get_by_label("Number")).to_have_value("96")
    button(table, "Yes, count it").click()
    shows(table, "headlineText", "Not right.")
    expect(button(table, "Yes, count it")).to_have_count(0)
    button(table, "Next").click()
    table.locator("[data-part=choices] button, [data-part=hand] button").first.click()
    shows(table, "headlineText", "Is this your answer?")
    button(table, "Hand in").click()
    shows(table, "lead", "Chosen and not confirmed, so not counted yet: 3. Hand in all the same?")
    sound(visitor, table, "asked once more")

    path = saved(visitor, button(table, "Hand in now"), tmp_path)

    assert marks(now, path) == RIGHT_WRONG_NONE
    shows(table, "question", "Handed in: 2 of 6 points.")
    sound(visitor, table, "handed in")
    stop(table, 2, "not right").click()
    shows(table, "headlineText", "Not right.")
    sound(visitor, table, "looked at again")


def sound(page: Page, table: Locator, where: str) -> None:
    """Nothing bars a reader in either colour scheme, and nothing scrolls sideways."""
    expect(table.locator("[aria-live]")).to_have_count(1)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert barriers(page, in_the_dark=scheme == "dark") == [], (where, scheme)
    assert not overflows(page, 360), where
    assert is_within(table), where
    assert not overflows(page, 1280), where


def test_two_windows_of_an_assignment_stay_in_step(visitor: Page, site: str) -> None:
    """What is answered and handed in in one window is there in the other, where the puzzle stays."""
    one = linked(visitor, site, assignment())
    by_mouse(one)
    second = visitor.context.new_page()
    other = linked(second, site, assignment())
    expect(stop(other, 2, "answered")).to_have_attribute("aria-current", "step")
    button(one, "Back to the puzzles").click()
    stop(one, 3, "not answered").click()

    one.locator("[data-part=choices] button, [data-part=hand] button").first.click()
    shows(one, "headlineText", "Kept.")
    expect(stop(other, 3, "answered")).to_be_visible()
    expect(stop(other, 2, "answered")).to_have_attribute("aria-current", "step")
    button(one, "Hand in").click()
    button(one, "Hand in now").click()

    shows(other, "question", "Handed in")
    second.close()


def test_a_store_that_refuses_is_told(visitor: Page, site: str, tmp_path: Path) -> None:
    """Where the browser keeps nothing the learner is told, and can still hand in."""
    visitor.evaluate(REFUSE)
    table = linked(visitor, site, assignment())

    by_mouse(table)

    expect(visitor.locator(".ono-live-notice")).to_contain_text("the store is full")
    path = saved(visitor, button(table, "Hand in now"), tmp_path)
    assert marks(assignment(), path) == RIGHT_WRONG_NONE

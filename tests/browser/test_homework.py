"""One assignment, done in a real JupyterLab and on the practice page: by mouse and by keys alone."""

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
    theme,
    told,
)
from browser.sites import (
    NOTE_KEPT,
    REFUSE,
    STARTS,
    Site,
    overflows,
    practice_table,
    practise,
    saved,
)
from classroom.homework_sessions import assignment
from click.testing import CliRunner
from playwright.sync_api import Locator, Page, expect

from ono_tutor.classroom.assignment import Assignment, Feedback, assignment_text
from ono_tutor.classroom.assignment_link import link_fragment
from ono_tutor.classroom.homework.notebook import learner_notebook
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


def question(table: Locator, words: str) -> None:
    expect(table.locator("[data-part=question]")).to_contain_text(words)


def headline(table: Locator, words: str) -> None:
    expect(table.locator("[data-part=headlineText]")).to_have_text(words)


def by_mouse(table: Locator) -> None:
    """The first right after a change of mind, the second wrong, the third not at all; handed in."""
    table.get_by_label("Your name or id").fill("Ann Lee")
    table.get_by_role("button", name="Begin").click()
    table.get_by_role("button", name="No, whatever you draw").click()
    headline(table, "Kept.")
    table.get_by_role("button", name="Yes, for certain").click()
    expect(table.locator("[data-part=reason]")).to_contain_text("Your answer: Yes, for certain.")
    table.get_by_role("button", name="Next").click()
    table.get_by_label("Number").fill("96")
    table.get_by_role("button", name="Answer", exact=True).click()
    headline(table, "Kept.")
    expect(stop(table, 1, "answered")).to_be_visible()
    expect(stop(table, 3, "not answered")).to_be_visible()
    table.get_by_role("button", name="Hand in", exact=True).click()
    expect(table.locator("[data-part=lead]")).to_contain_text("1 of 3 is not answered: number 3.")


def by_keys(page: Page, table: Locator) -> None:
    """The same, with the keyboard alone."""
    table.get_by_label("Your name or id").focus()
    page.keyboard.type("Ann Lee")
    page.keyboard.press("Enter")
    question(table, "Do you survive?")
    page.keyboard.press("c")
    headline(table, "Kept.")
    expect(told(table)).to_contain_text("Your answer: No, whatever you draw.")
    page.keyboard.press("a")
    expect(told(table)).to_contain_text("Your answer: Yes, for certain.")
    page.keyboard.press("n")
    expect(told(table)).to_contain_text("Puzzle 2 of 3")
    for _ in range(12):
        if page.evaluate("document.activeElement.type") == "number":
            break
        page.keyboard.press("Tab")
    page.keyboard.type("96")
    page.keyboard.press("Enter")
    expect(told(table)).to_contain_text("Your answer: 96.")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    stop(table, 3, "not answered").focus()
    page.keyboard.press("d")
    expect(told(table)).to_contain_text("1 of 3 is not answered: number 3.")


def button(table: Locator, name: str) -> Locator:
    return table.get_by_role("button", name=name)


def once_only(page: Page, table: Locator) -> None:
    """One answer counts: chosen by mouse, changed and confirmed by keys; then written, by mouse.

    At each stage nothing bars a reader; what is not confirmed is not handed in.
    """
    sound(page, table, "asked for a name")
    table.get_by_label("Your name or id").fill("Ann Lee")
    button(table, "Begin").click()
    button(table, "No, whatever you draw").click()
    headline(table, "Is this your answer?")
    expect(told(table)).to_contain_text(
        "Your answer: No, whatever you draw. Only one answer counts."
    )
    expect(stop(table, 1, "chosen, not confirmed")).to_be_visible()
    sound(page, table, "asked to confirm")
    button(table, "No, whatever you draw").focus()
    page.keyboard.press("a")
    expect(told(table)).to_contain_text("Your answer: Yes, for certain.")
    page.keyboard.press("y")
    expect(told(table)).to_contain_text("Right.")
    expect(stop(table, 1, "right")).to_be_visible()
    sound(page, table, "at a puzzle")
    button(table, "Next").click()
    table.get_by_label("Number").fill("96")
    table.get_by_role("button", name="Answer", exact=True).click()
    expect(told(table)).to_contain_text("Your answer: 96.")
    expect(table.get_by_label("Number")).to_have_value("96")
    button(table, "Yes, count it").click()
    headline(table, "Not right.")
    expect(button(table, "Yes, count it")).to_have_count(0)
    button(table, "Next").click()
    table.locator("[data-part=choices] button, [data-part=hand] button").first.click()
    headline(table, "Is this your answer?")
    table.get_by_role("button", name="Hand in", exact=True).click()
    expect(table.locator("[data-part=lead]")).to_contain_text("did not confirm it")
    sound(page, table, "asked once more")


def looked_at(page: Page, table: Locator) -> None:
    """Handed in, a puzzle can be looked at again; nothing bars a reader there."""
    question(table, "Handed in: 2 of 6 points.")
    sound(page, table, "handed in")
    stop(table, 2, "not right").click()
    headline(table, "Not right.")
    sound(page, table, "looked at")


def sound(page: Page, table: Locator, where: str) -> None:
    """Nothing bars a reader, on a page in either colour scheme, and nothing scrolls sideways.

    JupyterLab keeps the theme it was opened with: it logs errors of its own when it is changed
    again and again.
    """
    expect(table.locator("[aria-live]")).to_have_count(1)
    is_lab = page.locator(".jp-Notebook").count() > 0
    for scheme in (None,) if is_lab else ("light", "dark"):
        if scheme:
            page.emulate_media(color_scheme=scheme)
        assert barriers(page, in_the_dark=scheme == "dark") == [], (where, scheme)
    page.set_viewport_size({"width": 360, "height": 800})
    if is_lab:
        page.evaluate("window.jupyterapp.shell.collapseLeft()")
    assert is_within(table), where
    page.set_viewport_size({"width": 1280, "height": 900})


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


def opened(page: Page, address: str) -> Locator:
    """The notebook, every cell of it run; its table."""
    run_all(page, address)
    return shown_table(page)


def test_an_assignment_by_mouse_in_jupyterlab(page: Page, lab, notebook: str) -> None:
    """Answered, changed, handed in: the file lies there, and earns the marks expected.

    After a new run, and after the kernel was restarted, all stands where it stood.
    """
    table = opened(page, notebook)
    by_mouse(table)
    table = run_again(page)
    expect(stop(table, 2, "answered")).to_have_attribute("aria-current", "step")
    expect(table.get_by_label("Number")).to_have_value("96")
    table = run_again(page, restart=True)
    headline(table, "Kept.")
    table.get_by_role("button", name="Hand in", exact=True).click()

    button(table, "Hand in now").click()

    expect(table.locator("[data-part=lead]")).to_contain_text(FILE)
    question(table, "Handed in: 2 of 6 points.")
    question(run_again(page, restart=True), "Handed in: 2 of 6 points.")
    assert marks(assignment(), lab.folder / FILE) == RIGHT_WRONG_NONE


def test_an_assignment_by_keys_in_jupyterlab(page: Page, lab, notebook: str) -> None:
    """The same by keys alone, each step told in the one live region; then another attempt."""
    table = opened(page, notebook)
    by_keys(page, table)

    page.keyboard.press("y")

    expect(told(table)).to_contain_text("Handed in: 2 of 6 points.")
    assert marks(assignment(), lab.folder / FILE) == RIGHT_WRONG_NONE
    page.keyboard.press("r")
    question(table, "Do you survive?")
    page.keyboard.press("2")
    headline(table, "Kept.")
    page.keyboard.press("d")
    question(table, "Hand in?")
    page.keyboard.press("y")
    question(table, "Handed in: 2 of 6 points.")
    assert (lab.folder / "week-3-ann-lee-attempt-2.json").is_file()


def test_the_only_answer_is_confirmed_in_jupyterlab(page: Page, lab, notebook: str) -> None:
    """In the dark theme; the light one is looked at where the engine runs on a page."""
    now = assignment(Feedback.NOW)
    (lab.folder / "week-3.ipynb").write_text(learner_notebook(now), "utf-8")
    table = opened(page, notebook)
    theme(page, "JupyterLab Dark")
    once_only(page, table)

    button(table, "Hand in now").click()

    looked_at(page, table)
    assert marks(now, lab.folder / FILE) == RIGHT_WRONG_NONE


# ---- the practice page ----


def linked(page: Page, site: Site, given: Assignment) -> Locator:
    """The practice page of an assignment's link; its table."""
    return practise(page, site, link_fragment(given))


def reloaded(page: Page) -> Locator:
    page.reload()
    return practice_table(page)


def stored(page: Page, kind: str) -> list[dict[str, object]]:
    """What the browser keeps of assignments."""
    script = """kind => Object.entries(localStorage).filter(([key]) => key.includes(`/homework/`)
      && key.includes(`/${kind}/`)).sort().map(([, text]) => JSON.parse(text))"""
    return page.evaluate(script, kind)


def test_an_assignment_by_mouse_on_the_page(visitor: Page, site: Site, tmp_path: Path) -> None:
    """The same on the practice page, where each answer is stored before it is acknowledged.

    Two presses remove answers, name and what was handed in.
    """
    table = linked(visitor, site, assignment())
    expect(visitor.get_by_role("button", name="Save my answers")).to_be_hidden()
    visitor.evaluate(NOTE_KEPT)
    by_mouse(table)
    assert visitor.evaluate("keptThen") == 1
    assert {each["mark"] for each in stored(visitor, "answer")} == {"not-attempted"}

    path = saved(visitor, button(table, "Hand in now"), tmp_path)

    assert path.name == FILE
    assert marks(assignment(), path) == RIGHT_WRONG_NONE
    question(table, "Handed in: 2 of 6 points.")
    table = reloaded(visitor)
    question(table, "Handed in: 2 of 6 points.")
    again = saved(visitor, button(table, "Write the file again"), tmp_path / "again")
    assert again.read_bytes() == path.read_bytes()
    visitor.get_by_role("button", name="Forget my answers here").click()
    forget = visitor.get_by_role("button", name="Press again to forget them")
    expect(forget).to_be_visible()
    assert len(stored(visitor, "answer")) == 3
    forget.click()
    expect(table.get_by_label("Your name or id")).to_have_value("")
    assert stored(visitor, "answer") == stored(visitor, "note") == []


def test_an_assignment_by_keys_on_the_page(visitor: Page, site: Site, tmp_path: Path) -> None:
    """By keys alone, and over a reload in the middle."""
    table = linked(visitor, site, assignment(Feedback.NEVER))
    by_keys(visitor, table)
    table = reloaded(visitor)
    expect(stop(table, 2, "answered")).to_have_attribute("aria-current", "step")
    stop(table, 2, "answered").focus()
    visitor.keyboard.press("d")
    question(table, "Hand in?")

    with visitor.expect_download() as download:
        visitor.keyboard.press("y")

    expect(told(table)).to_contain_text("Handed in.")
    path = tmp_path / "answers.json"
    download.value.save_as(path)
    assert marks(assignment(Feedback.NEVER), path) == RIGHT_WRONG_NONE
    expect(table.locator("[data-part=question]")).to_have_text("Handed in.")
    expect(table.locator("[data-part=hand] button")).to_have_count(0)


def test_the_only_answer_is_confirmed_on_the_page(
    visitor: Page, site: Site, tmp_path: Path
) -> None:
    """The same on the practice page, which has no words for teachers then; light and dark."""
    now = assignment(Feedback.NOW, due="2026-12-01T18:00:00Z")
    table = linked(visitor, site, now)
    once_only(visitor, table)
    assert not overflows(visitor, 360)
    assert not overflows(visitor, 1280)
    expect(visitor.get_by_role("heading", level=1)).to_contain_text(now.title)
    expect(visitor.get_by_text("Choose a check-up, practice or a set")).to_be_hidden()
    expect(visitor.get_by_text("Teachers:")).to_be_hidden()

    path = saved(visitor, button(table, "Hand in now"), tmp_path)

    assert marks(now, path) == RIGHT_WRONG_NONE
    looked_at(visitor, table)
    visitor.goto(f"{site.address}/practice.html#")
    expect(visitor.get_by_role("heading", level=1)).to_contain_text("Practice")
    expect(visitor.get_by_text("Choose a check-up, practice or a set")).to_be_visible()


def test_two_windows_of_an_assignment_stay_in_step(visitor: Page, site: Site) -> None:
    """What is answered and handed in in one window is there in the other, where the puzzle stays."""
    one = linked(visitor, site, assignment())
    by_mouse(one)
    second = visitor.context.new_page()
    other = linked(second, site, assignment())
    expect(stop(other, 2, "answered")).to_have_attribute("aria-current", "step")
    one.get_by_role("button", name="Back to the puzzles").click()
    stop(one, 3, "not answered").click()

    one.locator("[data-part=choices] button, [data-part=hand] button").first.click()
    headline(one, "Kept.")
    expect(stop(other, 3, "answered")).to_be_visible()
    expect(stop(other, 2, "answered")).to_have_attribute("aria-current", "step")
    one.get_by_role("button", name="Hand in", exact=True).click()
    one.get_by_role("button", name="Hand in now").click()

    question(other, "Handed in")
    second.close()


def test_a_store_that_refuses_is_told(visitor: Page, site: Site, tmp_path: Path) -> None:
    """Where the browser keeps nothing the learner is told, and can still hand in."""
    visitor.evaluate(REFUSE)
    table = linked(visitor, site, assignment())

    by_mouse(table)

    expect(visitor.locator(".ono-live-notice")).to_contain_text("the store is full")
    path = saved(visitor, button(table, "Hand in now"), tmp_path)
    assert marks(assignment(), path) == RIGHT_WRONG_NONE


def test_a_broken_link_is_told(visitor: Page, site: Site) -> None:
    """A link that was cut off is named as such, and no puzzle of it is practised."""
    visitor.goto(f"{site.address}/practice.html#{link_fragment(assignment())[:-9]}")

    error = visitor.locator("[data-part=error]").first
    expect(error).to_contain_text("cut off or changed; take it again, whole", timeout=STARTS)
    expect(visitor.locator(".ono-practice .ono-table")).to_have_count(0)

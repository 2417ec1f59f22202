"""Every widget in a real JupyterLab: by mouse, by keys alone, and by what a reader is told."""

import re
from collections.abc import Iterator

import pytest
from browser.driving import (
    READY,
    RUN,
    barriers,
    errors_of,
    is_within,
    run_all,
    shown_table,
    start_afresh,
    theme,
    told,
    write_notebook,
)
from browser.sites import grave
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser

CELLS = {
    "quiz": 'Quiz(["dp80-hold", "total-bmweycn7", "dp80-exactly-99"])',
    "explorer": 'Explorer("1980 total=92 hand=7,H,-10,O owes=2 players=3")',
    "game": 'Game("1980+chips=1", players=3, seed=5, coach=True)',
    "compare": 'Compare("1980 total=89 hand=10,9,-10,O players=3")',
    "replay": 'Replay("1980 total=80 hands=7,H,-10,O/9,9,2,3/8,8,4,5 owes=2 | H 9")',
    "progress": "MyProgress()",
    "practice": "Practice(3)",
    "check-up": "CheckUp()",
}


@pytest.fixture(autouse=True)
def no_errors(page: Page, lab) -> Iterator[None]:
    """Begin with nothing answered, and fail the test when the page logs an error."""
    start_afresh(lab)
    page.set_default_timeout(30_000)
    errors = errors_of(page)
    yield
    assert errors == []


def shown(page: Page, lab, *names: str) -> Locator:
    """The table of the first widget named, in a notebook that shows them in cells of their own."""
    cells = [f"from ono_tutor.widgets import *\nshown = {CELLS[name]}\nshown" for name in names]
    run_all(page, lab.lesson(write_notebook(lab, "widgets.ipynb", *cells)))
    return shown_table(page)


ACTS = {
    "quiz": ("h", "Hint 1", "Show the answer", "The answer."),
    "explorer": ("2", "Player 1", "Back", "92"),
    "game": ("h", "coach", "Coach: on", "coach"),
    "compare": ("t", "The total is 89", "Say turn", "your turn"),
    "replay": ("n", "Step 2 of 3", "Next", "Step 3 of 3"),
    "progress": ("Enter", "", "Refresh", ""),
    "practice": ("h", "Hint 1", "Show the answer", "The answer."),
    "check-up": ("s", "puzzle 2 of up to", "Stop here", "You had 0 of 1 right"),
}
"""A key and what is told of it, a button and what is told of that, for each widget."""


def test_every_widget_is_sound_and_answers_key_and_mouse(page: Page, lab) -> None:
    """It is a named group with one polite region, and each card a button by its spoken name.

    A key alone is answered and told, and so is the mouse. axe-core knows no serious fault of it,
    in light and in dark, and on a narrow screen nothing scrolls sideways.
    """
    shown(page, lab, *CELLS)
    tables = page.locator(".ono-table")
    expect(tables).to_have_count(len(CELLS))

    for place, name in enumerate(CELLS):
        table, (key, of_key, button, of_button) = tables.nth(place), ACTS[name]
        table.scroll_into_view_if_needed()
        assert (table.get_attribute("aria-label") or "").strip(), name
        expect(table.locator("[aria-live]")).to_have_count(1)
        names = table.locator(".ono-card").evaluate_all("all => all.map((card) => card.ariaLabel)")
        assert all(each.replace("'", "").replace(" ", "").isalnum() for each in names), name
        assert bool(names) == (name != "progress")

        table.get_by_role("button").first.focus()
        page.keyboard.press(key)
        heard(table, of_key)
        table.get_by_role("button", name=button).first.click()
        heard(table, of_button)
        assert faults_of(page, table) == [], name

    theme(page, "JupyterLab Dark")
    dark = {
        name: faults_of(page, tables.nth(at), in_the_dark=True) for at, name in enumerate(CELLS)
    }
    assert not any(dark.values()), dark
    page.evaluate("window.jupyterapp.shell.collapseLeft()")
    for width in (640, 360):  # 640 px are what a zoom to 200 % leaves of 1280
        page.set_viewport_size({"width": width, "height": 800})
        for place, name in enumerate(CELLS):
            tables.nth(place).scroll_into_view_if_needed()
            assert is_within(tables.nth(place)), (width, name)


def faults_of(page: Page, table: Locator, *, in_the_dark: bool = False) -> list[str]:
    """What axe finds in one table of several, as soon as it is in sight."""
    table.scroll_into_view_if_needed()
    table.evaluate("table => { table.dataset.lookedAt = ''; }")
    found = grave(page, part="[data-looked-at]", in_the_dark=in_the_dark)
    table.evaluate("table => { delete table.dataset.lookedAt; }")
    return found


def heard(table: Locator, words: str) -> None:
    """Something is said, and these words are in it, whatever their case."""
    expect(told(table)).to_have_text(re.compile(re.escape(words) or r"\S", re.IGNORECASE))


def test_a_quiz_by_mouse_then_by_keys(page: Page, lab) -> None:
    """A card, a number in the form, a choice: each is judged, and what was wrong comes back.

    The id under a feedback opens what each edition says; Escape leads back to it.
    """
    table = shown(page, lab, "quiz")

    seven = table.get_by_role("button", name="seven", exact=True)
    seven.click()
    expect(told(table)).to_contain_text("Try once more")
    seven.click()
    expect(told(table)).to_contain_text("The 7 makes the total 99")
    expect(table.get_by_text("your answer")).to_be_visible()
    expect(table.get_by_role("button", name="Yes, for certain")).to_contain_text("right answer")
    table.get_by_text("What every card would have done").click()
    expect(table.get_by_role("table").get_by_role("row")).to_have_count(5)
    point = table.get_by_role("button", name="rule No losing on purpose")
    point.press("Enter")
    expect(table.get_by_text("ONO 99 of 2022").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(point).to_be_focused()
    table.get_by_role("button", name="Next position").click()
    table.get_by_label("Number").fill("106")
    page.keyboard.press("Enter")
    expect(told(table)).to_contain_text("Try once more")
    table.get_by_label("Number").fill("97")
    page.keyboard.press("Enter")
    expect(told(table)).to_contain_text("Right.")
    table.get_by_role("button", name="Next position").focus()
    page.keyboard.press("n")
    expect(table.locator("[data-part=progress]")).to_have_text("Position 3 of 3, then 2 again")


IN_SIGHT = """table => {
  const panel = document.querySelector('.jp-WindowedPanel-outer').getBoundingClientRect();
  return ['question', 'hand', 'choices', 'headline'].filter((name) => {
    const box = table.querySelector(`[data-part=${name}]`).getBoundingClientRect();
    return box.height && (box.top < panel.top || box.bottom > panel.bottom || box.right > panel.right);
  });
}"""
"""The parts of a table that are not wholly in sight."""


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1366, 768)])
def test_a_table_fits_beside_the_side_bar(page: Page, lab, width: int, height: int) -> None:
    """Question, hand, answers and verdict are in sight at once, also after the cell was run.

    The next position is in sight as well.
    """
    page.set_viewport_size({"width": width, "height": height})
    cells = ["from ono_tutor.widgets import *", CELLS["quiz"], "", ""]
    page.goto(lab.lesson(write_notebook(lab, "widgets.ipynb", *cells)))
    page.wait_for_function(READY, timeout=60_000)
    for _ in range(2):
        page.evaluate("window.jupyterapp.commands.execute('notebook:run-cell-and-select-next')")
    table = page.locator(".ono-table")
    expect(table.locator("[data-part=hand]")).to_be_in_viewport(ratio=1)
    assert table.evaluate(IN_SIGHT) == []

    table.get_by_role("button", name="seven", exact=True).click()
    expect(table.locator("[data-part=headline]")).to_be_in_viewport(ratio=1)
    assert table.evaluate(IN_SIGHT) == []
    table.get_by_role("button", name="Tell me why").click()
    table.get_by_role("button", name="Next position").click()
    expect(table.locator("[data-part=progress]")).to_contain_text("Position 2")
    assert table.evaluate(IN_SIGHT) == []


def test_a_belief_is_found_put_right_and_practised(page: Page, lab) -> None:
    """By mouse: the check-up's page draws the position; then the case both ways; then fresh cases."""
    answer = """from ono_tutor.course.practice import believed
def answer(table, belief):
    puzzle = table.sitting.puzzle
    case = believed(puzzle, belief)
    table._show_feedback(table.sitting.answer(case.answer if case else puzzle.answer))
"""
    table = shown(page, lab, "check-up")
    page.evaluate(RUN, answer)
    finish = "while not shown._page: answer(shown, 'limit-99-is-safe')"
    assert page.evaluate(RUN, finish) == ""

    expect(
        table.get_by_role("img", name="You seem to think: “99 itself is still allowed.”")
    ).to_be_visible()
    assert barriers(page) == []
    table.get_by_role("button", name="Put it right").click()
    expect(table.get_by_role("table")).to_contain_text("By the rules")
    heard(table, "You seemed to think: “99 itself is still allowed.”")
    assert barriers(page) == []
    theme(page, "JupyterLab Dark")
    assert barriers(page, in_the_dark=True) == []
    table.get_by_role("button", name="Go on to two fresh cases").click()
    heard(table, "fresh case")


def test_an_explorer_follows_each_change(page: Page, lab) -> None:
    """Total, hand and edition are changed by mouse and keys; the chance follows at once."""
    table = shown(page, lab, "explorer")
    headline = table.locator("[data-part=headlineText]")
    expect(headline).to_contain_text("survive for certain")

    table.get_by_role("spinbutton", name="Total").fill("98")
    table.get_by_label("Card 2").select_option(label="Five (5)")
    table.get_by_label("Card 3").focus()
    page.keyboard.type("Nine")
    expect(headline).to_contain_text("cannot survive")
    expect(told(table)).to_contain_text("You cannot survive")
    table.get_by_label("Position").fill("1980 total=many")
    page.keyboard.press("Enter")
    expect(table.get_by_label("Position")).to_have_attribute("aria-invalid", "true")
    expect(headline).to_contain_text("cannot survive")


def test_a_game_is_played_to_its_end_by_keys_alone(page: Page, lab) -> None:
    """The digits play, n goes on, and the coach says of each play whether it was the best."""
    table = shown(page, lab, "game")
    question, said = table.locator("[data-part=question]"), told(table)
    table.get_by_role("button", name="Coach: on").focus()
    coached = refused = 0

    while "won the game" not in (question.text_content() or ""):
        is_over = table.get_by_role("button", name="Deal the next round").count()
        key = "n" if is_over else str(refused % 4 + 1)
        before = said.text_content() or ""
        page.keyboard.press(key)
        expect(said).not_to_have_text(before)
        refused = refused + 1 if "may not be played" in (said.text_content() or "") else 0
        verdict = table.locator("[data-part=headlineText]").text_content() or ""
        coached += any(word in verdict for word in ("better", "best", "costs you", "saves you"))

    assert coached > 2


def test_my_progress_shows_what_was_answered_by_keys_alone(page: Page, lab) -> None:
    """Refreshed, it names the rule point that was practised; the file that it writes is named."""
    shown(page, lab, "quiz", "progress")
    quiz, progress = page.locator(".ono-table").nth(0), page.locator(".ono-table").nth(1)
    quiz.get_by_role("button", name="seven", exact=True).press("Enter")
    expect(told(quiz)).to_contain_text("Not right.")

    progress.scroll_into_view_if_needed()
    progress.get_by_role("button", name="Refresh").press("Enter")

    expect(progress.get_by_role("rowheader", name="The limit", exact=True)).to_be_visible()
    for _ in range(12):
        if page.evaluate("document.activeElement.textContent").startswith("Export"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    heard(progress, "ono-progress-")
    assert list(lab.folder.glob("ono-progress-*.json"))

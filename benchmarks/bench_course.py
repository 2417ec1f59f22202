"""The course in a real JupyterLab and Chromium: the first table, answers, and what is sent.

``python benchmarks/bench_course.py`` prints the seconds from opening the first lesson to its
table, the milliseconds from a press to the changed live region in the page, and the bytes of the
updates. Beside each answer an empty request to the same kernel is timed, in turns: a comparison
of what the course adds to what Jupyter takes.
"""

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median, quantiles

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
from browser.driving import READY, run_all, start_afresh, write_notebook
from browser.servers import Lab, running_lab

from ono_tutor.puzzles import bank
from ono_tutor.widgets import Explorer, Game, Quiz

OPENINGS, ANSWERS = 5, 100
PRESS = """async () => {
  const table = document.querySelector('.ono-table'), live = table.querySelector('[aria-live]');
  const told = new Promise((resolve) => new MutationObserver(() => resolve(performance.now()))
    .observe(live, {childList: true, characterData: true, subtree: true}));
  const asked = performance.now();
  table.querySelector('[data-do=card]').click();
  return await told - asked;
}"""
PING = """async () => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const asked = performance.now();
  await kernel.requestCommInfo({});
  return performance.now() - asked;
}"""


def opening(page: Page, lab: Lab) -> float:
    """Seconds from opening the first lesson to its table, its kernel started anew."""
    start_afresh(lab)
    started = time.perf_counter()
    page.goto(lab.lesson("01-start-here.ipynb"))
    page.wait_for_function(READY)
    page.evaluate("() => void window.jupyterapp.commands.execute('notebook:run-all-cells')")
    page.wait_for_selector(".ono-card")
    return time.perf_counter() - started


def answers(page: Page, lab: Lab) -> list[tuple[float, float]]:
    """Milliseconds of each answer, and of an empty request to the kernel after it."""
    start_afresh(lab)
    cell = 'from ono_tutor.widgets import Quiz\nQuiz("double-play-1980")'
    run_all(page, lab.lesson(write_notebook(lab, "bench.ipynb", cell)))
    page.wait_for_selector(".ono-card")
    page.evaluate(PRESS)
    return [(page.evaluate(PRESS), page.evaluate(PING)) for _ in range(ANSWERS)]


def updates() -> dict[str, int]:
    """The largest update in bytes, by widget."""
    sizes: dict[str, int] = {}

    def note(name: str, table: Quiz | Explorer | Game) -> None:
        table.watch(
            lambda changed: sizes.update({name: max(sizes.get(name, 0), len(json.dumps(changed)))})
        )

    for entry in list(bank.index().values())[::40]:
        quiz = Quiz(entry.id, progress=None)
        note("Quiz", quiz)
        quiz.receive({"type": "action", "id": "solution"})
    explorer = Explorer()
    note("Explorer", explorer)
    for total in range(60, 99):
        explorer.receive({"type": "set", "name": "total", "value": total})
    game = Game("ninety-nine", players=8, seed=2, coach=True)
    note("Game", game)
    for number in range(200):
        cards = game.scene["hand"]
        card = cards[number % len(cards)] if cards else {"choices": [], "code": ""}
        way = card["choices"][0]["play"] if card["choices"] else card["code"]
        game.receive({"type": "play", "play": way})
        game.receive({"type": "action", "id": "next"})
    return sizes


def main() -> None:
    """Measure and print."""
    for name, size in updates().items():
        print(f"largest update of {name}: {size / 1000:.1f} kB of 20")
    with (
        tempfile.TemporaryDirectory() as home,
        running_lab(Path(home)) as lab,
        sync_playwright() as p,
    ):
        options = {"executable_path": shutil.which("chromium"), "args": ["--no-sandbox"]}
        page = p.chromium.launch(**options).new_page()
        page.set_default_timeout(60_000)
        seconds = [opening(page, lab) for _ in range(OPENINGS)]
        print(
            f"page open to first table: {median(seconds):.1f} s of 10 at the median of {OPENINGS}"
        )
        taken = answers(page, lab)
        told, bare = [one for one, _ in taken], [one for _, one in taken]
        print(
            f"answer to feedback: {median(told):.0f} ms of 100 at the median, "
            f"{quantiles(told, n=20)[-1]:.0f} of 250 at the 95th percentile"
        )
        print(f"an empty request to the kernel: {median(bare):.0f} ms at the median, in turns")


if __name__ == "__main__":
    main()

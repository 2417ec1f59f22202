"""Driving a notebook in JupyterLab: opening, running, waiting for what must come."""

import json
import urllib.request

import nbformat
from browser.servers import TOKEN, Lab
from browser.sites import grave
from jupyterlab_server.workspaces_handler import WorkspacesManager
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Locator, Page, expect

from ono_tutor.cli.learn import JUPYTER
from ono_tutor.course.progress import FOLDER

READY = """() => {
  const lesson = window.jupyterapp?.shell?.currentWidget;
  const context = lesson?.sessionContext;
  return lesson?.context?.isReady && context?.isReady
    && context.session?.kernel?.connectionStatus === 'connected'
    && context.session.kernel.status === 'idle';
}"""
"""Whether a notebook is open and its kernel waits: in JupyterLab, Notebook 7 and JupyterLite."""

RUN_ALL = "window.jupyterapp.commands.execute('notebook:run-all-cells')"
RUN = """async code => {
  const kernel = window.jupyterapp.shell.currentWidget.sessionContext.session.kernel;
  const future = kernel.requestExecute({code});
  let said = '';
  future.onIOPub = message => {
    const {text, ename, evalue} = message.content;
    said += text ?? (ename ? `${ename}: ${evalue}` : '');
  };
  await future.done;
  return said;
}"""
"""Runs code in the page's own kernel and gives what it printed, or its error."""

TABLES_BEFORE = 6
"""The tables of one rule each that the first lesson has before its set."""

THEMES = ("JupyterLab Light", "JupyterLab Dark")
FAULTS = """() => {
  const cells = window.jupyterapp.shell.currentWidget.model.sharedModel.cells;
  return cells.filter((cell) => cell.cell_type === 'code').flatMap((cell) => cell.getOutputs())
    .filter((output) => output.output_type === 'error')
    .map((output) => `${output.ename}: ${output.evalue}`);
}"""
UNRUN = """() => window.jupyterapp.shell.currentWidget.model.sharedModel.cells
  .filter((cell) => cell.cell_type === 'code' && cell.execution_count === null).length"""


def run_all(page: Page, address: str) -> None:
    """Open a notebook and run every cell; fail where one raises or is left out."""
    page.goto(address)
    page.wait_for_function(READY, timeout=60_000)
    page.evaluate(RUN_ALL)
    page.wait_for_function(READY, timeout=60_000)
    assert page.evaluate(FAULTS) == []
    assert page.evaluate(UNRUN) == 0


def run_again(page: Page, *, restart: bool = False) -> Locator:
    """Run every cell again, by a new kernel if wished; the first table that is drawn then."""
    page.evaluate("window.before = document.querySelector('.ono-table')")
    if restart:
        page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.restartKernel()")
        page.wait_for_function(READY, timeout=60_000)
    page.evaluate(RUN_ALL)
    page.wait_for_function("() => !window.before.isConnected")
    return shown_table(page)


def shown_table(page: Page) -> Locator:
    """The first table of the notebook, scrolled into sight."""
    table = page.locator(".ono-table").first
    expect(table).to_be_attached()
    table.scroll_into_view_if_needed()
    return table


def first_table(page: Page, timeout: float = 60_000) -> Locator:
    """Run the first lesson that is open to its end; the table of its set, scrolled into sight."""
    page.wait_for_function(READY, timeout=timeout)
    page.evaluate(RUN_ALL)
    table = page.locator(".ono-table").nth(TABLES_BEFORE)
    expect(table.locator("[data-part=progress]")).to_contain_text(" of ", timeout=timeout)
    table.scroll_into_view_if_needed()
    expect(table).to_be_visible()
    return table


def errors_of(page: Page) -> list[str]:
    """The errors that the page logs from now on, each with its place."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on(
        "console",
        lambda said: (
            said.type == "error" and errors.append(f"{said.text} ({said.location.get('url', '')})")
        ),
    )
    return errors


def told(table: Locator) -> Locator:
    """The live region, where a screen reader hears what is new."""
    return table.locator("[aria-live=polite]")


def go_on_or_answer(page: Page, table: Locator, key: str, timeout: float = 20_000) -> None:
    """Go on (``n``), or give a right answer by another key, and see that it was taken.

    The view takes no second key before that.
    """
    shown = table.locator("[data-part=progress]") if key == "n" else told(table)
    before = shown.text_content() or ""
    page.keyboard.press(key)
    expect(shown).not_to_have_text(before, timeout=timeout)
    if key != "n":
        expect(told(table)).to_contain_text("Right.")


def theme(page: Page, name: str) -> None:
    """Put JupyterLab into one of its themes, and wait until it wears it."""
    page.evaluate(
        "name => window.jupyterapp.commands.execute('apputils:change-theme', {theme: name})", name
    )
    expect(page.locator("body")).to_have_attribute("data-jp-theme-name", name)


def barriers(page: Page, *, in_the_dark: bool = False) -> list[str]:
    """The serious faults that axe-core finds in the drawn table."""
    return grave(page, part=".ono-table", in_the_dark=in_the_dark)


def is_within(table: Locator) -> bool:
    """Whether the table needs no sideways scrolling."""
    inner, outer = table.evaluate("element => [element.scrollWidth, element.clientWidth]")
    return 150 < inner <= outer


def start_afresh(lab: Lab) -> None:
    """End the kernels, put the answers and the layout away: nothing is left of another test."""
    with _asked(lab, "GET", "sessions") as answer:
        sessions = json.load(answer)
    for session in sessions:
        _asked(lab, "DELETE", f"sessions/{session['id']}").close()
    for path in lab.folder.rglob("*ono-progress*"):
        path.unlink()
    for path in lab.folder.glob(f"{FOLDER}/workspaces/*"):
        manager = WorkspacesManager(str(path.parent))
        manager.save("default", (JUPYTER / "layout.json").read_text("utf-8"))


def _asked(lab: Lab, method: str, what: str):
    address = f"{lab.url}/api/{what}"
    token = {"Authorization": f"token {TOKEN}"}
    return urllib.request.urlopen(urllib.request.Request(address, method=method, headers=token))


def write_notebook(lab: Lab, name: str, *cells: str) -> str:
    """Put a notebook with these code cells into the learner's folder; its name."""
    notebook = new_notebook(cells=[new_code_cell(cell) for cell in cells])
    notebook.metadata.kernelspec = {"name": "python3", "display_name": "Python 3"}
    (lab.folder / name).write_text(nbformat.writes(notebook), "utf-8")
    return name

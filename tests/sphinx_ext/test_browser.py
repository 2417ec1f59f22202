"""What makes pages alive: puzzles, the files in the site, buttons, the practice page, the course."""

import json
import re
from html import unescape
from pathlib import Path

import pytest
from sphinx_ext.projects import Pages, build_pages, directive

from ono_tutor import widgets
from ono_tutor.classroom.assignment import assignment_text
from ono_tutor.classroom.assignment_link import find_assignment
from ono_tutor.course.browser_site import EngineError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.bundle import MODULES, view_texts
from ono_tutor.render.forms import message_key, messages, page_puzzle
from ono_tutor.sphinx_ext import browser
from ono_tutor.widgets.replay import Shows
from ono_tutor.widgets.table import Table

PAGES = Pages()

PUZZLE = directive("ono-puzzle", "dp80-hold")
POSITION = directive("ono-position", "1980 total=92 hand=7,H,-10,O owes=2")
TRY = directive("ono-try", "1980 total=3 hand=7")
KINDS = sorted({entry.kind for entry in bank.index().values()} - {"line"})
FIRST = {kind: next(e for e in bank.index().values() if e.kind == kind) for kind in KINDS}
OF_KIND = {kind: PAGES.add(directive("ono-puzzle", FIRST[kind].id)) for kind in KINDS}
PLAIN = PAGES.add("Nothing here.")
HOLD = PAGES.add(PUZZLE)
TRIED = PAGES.add(f"{POSITION}\n{PUZZLE}")
EXPLORER = PAGES.add(TRY)
PRACTICE = PAGES.add(directive("ono-practice"))

DATA = re.compile(r'<script type="application/json" class="ono-data">(.*?)</script>', re.DOTALL)
WANTED = re.compile(r'data-ono-try="([^"]*)"')
DECLARED = re.compile(
    r"^(?:export )?(?:async )?(?:const|let|class|function\*?) +(\w+)", re.MULTILINE
)
ENGINE = ("-D", "ono_tutor_engine=1")
COMPILED: list[str] = []

COURSE_PAGE = Path(__file__).parents[2] / "docs" / "course.md"
CALLS = re.findall(r"^`((?:[A-Za-z]\w+)\(.*\))`$", COURSE_PAGE.read_text("utf-8"), re.MULTILINE)


# ---- puzzles ----


def data_of(page):
    """The data of a page's puzzle, unpacked as the page script does it."""
    data = json.loads(DATA.search(page)[1])
    return unpacked(data)


def unpacked(value):
    if isinstance(value, list):
        return list(map(unpacked, value))
    if not isinstance(value, dict):
        return value
    if "$" in value:
        return browser.card_faces()[value["$"]]
    return {name: unpacked(part) for name, part in value.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_page_holds_every_answer(site, kind):
    """The data on the page are those computed, and every message of the view has its feedback."""
    data = data_of(site.page(OF_KIND[kind]))

    wanted = json.loads(json.dumps(page_puzzle(Puzzle.of(FIRST[kind]))))
    assert data["scene"] == wanted["scene"]
    assert set(data["answers"]) == {message_key(message) for message in messages(wanted["scene"])}
    texts = {key: feedback["text"] for key, feedback in wanted["answers"].items()}
    assert {key: feedback["text"] for key, feedback in data["answers"].items()} == texts


def test_rule_points_lead_to_their_pages_or_bring_their_panel(site, build):
    """A rule point of the site is linked from the answers; one that no page has is told on the spot."""
    lonely = data_of(site.page(HOLD))
    linked = data_of(build(PUZZLE, book=directive("ono-comparison")).page())

    assert lonely["solution"]["rules"][0]["href"] is None
    assert lonely["points"]["double-reply"]["title"]
    hrefs = {rule["id"]: rule["href"] for rule in linked["solution"]["rules"]}
    assert hrefs["double-reply"] == "book.html#double-reply"
    assert linked["points"] == {}


def test_no_word_ends_the_script():
    """Whatever stands in the data, the script element is not closed by it."""
    assert "<" not in browser.script_text({"a": "</script><!--"})
    assert json.loads(browser.script_text({"a": "</script>&"})) == {"a": "</script>&"}


# ---- the engine ----


@pytest.fixture(scope="module")
def fetched():
    """A stand-in for Python for the browser: the files by their names, and how often fetched."""
    asked = []

    def put(archive, folder):
        folder.mkdir(parents=True)
        for name in (*browser.NEEDED, browser.LOCK):
            (folder / name).write_text("x", encoding="utf-8")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(browser, "fetch_runtime", lambda folder: asked.append(folder) or folder)
        patch.setattr(browser, "put_runtime", put)
        patch.setattr(browser, "compile_in_node", lambda _, archives: COMPILED.extend(archives))
        yield asked


@pytest.fixture(scope="module")
def alive(fetched, tmp_path_factory):
    """The pages in a site with the engine, built twice, which offers it everywhere."""
    folder = tmp_path_factory.mktemp("alive")
    for last in ("", "Mended."):
        pages = {"index": last} | PAGES
        found = build_pages(folder, pages, "-W", *ENGINE, "-D", "ono_tutor_try=1")
    return found


def test_the_bundle_is_one_plain_script():
    """View and page scripts are one script without imports and exports, and declare no name twice."""
    text = browser.bundle()
    texts = [*view_texts(MODULES), *map(browser._script, browser.SCRIPTS)]
    declared = [name for source in texts for name in DECLARED.findall(source)]

    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    assert "window.onoTutor" in text
    assert len(declared) == len(set(declared)) > 50


def test_only_pages_that_need_it_load_the_script(site):
    """A page with a puzzle loads the small script; one without loads nothing of ours but style."""
    assert "ono/start.js" in site.page(HOLD)
    assert "ono/start.js" not in site.page(PLAIN)


def test_engine_is_put_into_the_site_once(alive, fetched):
    """With the engine the site holds the worker, the runtime and our wheel, fetched once."""
    folder = alive.out / "_static" / "ono"

    assert (alive.status, alive.said) == (0, "")
    assert {"engine.js", "keep.js", "pages.js", "start.js", "view.css"} <= {
        p.name for p in folder.iterdir()
    }
    assert list(folder.glob("*.whl"))
    assert (folder / "pyodide" / "pyodide.mjs").is_file()
    assert len(fetched) == 1
    assert [Path(archive).suffix for archive in COMPILED] == [".zip", ".whl"]


def test_every_position_offers_its_own(alive, site):
    """With ``ono_tutor_try`` each position and puzzle offers a table; without the engine none does."""
    wanted = [json.loads(unescape(each)) for each in WANTED.findall(alive.page(TRIED))]
    lines = [each["told"]["position"] for each in wanted]

    assert lines == [
        "1980 total=92 hand=7,H,-10,O owes=2",
        "1980 total=92 hand=7,H,9,O players=3 owes=2",
    ]
    assert len(WANTED.findall(alive.page(EXPLORER))) == 1
    assert not any("data-ono-try" in site.page(name) for name in PAGES)


def test_a_table_of_one_s_own_says_that_it_needs_the_engine(alive, site):
    """Without the engine a table to try says what is missing; with it, and elsewhere, nothing does."""
    told = "This table needs the engine, and these pages were built without it."

    assert [told in page.words(EXPLORER) for page in (alive, site)] == [False, True]
    assert not any(told in site.words(name) for name in (TRIED, HOLD, PLAIN))


def test_practice_page_lists_every_set(alive, site):
    """Every shipped set is a link on the practice page, with or without the engine."""
    page = unescape(alive.page(PRACTICE))

    assert all(f'href="#set={name}"' in page for name in bank.sets())
    assert all(bank.title_of_set(name) in page for name in bank.sets())
    assert all(name in site.page(PRACTICE) for name in bank.sets())


@pytest.mark.parametrize(("setting", "status", "why"), [
    ("1", 0, "npm is missing"),
    ("must", 2, "the site cannot have the engine: npm is missing"),
])  # fmt: skip
def test_a_site_that_cannot_have_the_engine_says_why(build, monkeypatch, setting, status, why):
    """A missing runtime is told once, and fails a site that must have it."""

    def fail(_):
        raise EngineError("npm is missing")

    monkeypatch.setattr(browser, "fetch_runtime", fail)
    options = ("-D", f"ono_tutor_engine={setting}", "-D", "ono_tutor_try=1")
    site = build(POSITION, *options, other=POSITION)

    assert site.status == status
    assert site.said.count(why) == 1
    assert status or "data-ono-try" not in site.page()


# ---- the course ----


@pytest.mark.parametrize("call", CALLS)
def test_each_table_on_the_page_can_be_made(call, tmp_path, monkeypatch):
    """What the page says of a table is Python that gives one."""
    monkeypatch.chdir(tmp_path)
    given = find_assignment("double-play-1980")
    (tmp_path / "doubles.assignment.json").write_text(assignment_text(given), "utf-8")

    table = eval(call, {name: getattr(widgets, name) for name in widgets.__all__})

    assert isinstance(table, Table | Shows | widgets.TableRules)
    assert {each.partition("(")[0] for each in CALLS} == {*widgets.__all__}

"""What makes pages alive: the files in the site, and the buttons that start the engine."""

import json
import re
from html import unescape

import pytest

from ono_tutor.course.lite.error import LiteError
from ono_tutor.puzzles import bank
from ono_tutor.sphinx_ext import browser

PUZZLE = "```{ono-puzzle} dp80-hold\n```\n"
POSITION = "```{ono-position} 1980 total=92 hand=7,H,-10,O owes=2\n```\n"
WANTED = re.compile(r'data-ono-try="([^"]*)"')
ENGINE = ("-D", "ono_tutor_engine=1")


@pytest.fixture
def runtime(monkeypatch):
    """A stand-in for Python for the browser: the files by their names, and how often fetched."""
    asked = []

    def put(archive, folder):
        folder.mkdir(parents=True)
        for name in (*browser.NEEDED, browser.LOCK):
            (folder / name).write_text("x")

    monkeypatch.setattr(browser, "fetch_runtime", lambda folder: asked.append(folder) or folder)
    monkeypatch.setattr(browser, "put_runtime", put)
    return asked


def test_the_bundle_is_one_plain_script():
    """The view and the page scripts are joined to one script without imports and exports."""
    text = browser.bundle()

    assert not re.search(r"^(import|export) ", text, re.MULTILINE)
    assert "window.onoTutor" in text


def test_only_pages_that_need_it_load_the_script(build):
    """A page with a puzzle loads the small script; one without loads nothing of ours but style."""
    site = build(PUZZLE, plain="Nothing here.")

    assert "ono/start.js" in site.page()
    assert "ono/start.js" not in site.page("plain.html")


def test_no_engine_no_buttons(build):
    """Without the engine a page offers no table of one's own."""
    page = build(f"{POSITION}\n```{{ono-try}} 1980 total=3 hand=7\n```\n", "-W").page()

    assert "data-ono-try" not in page


def test_engine_is_put_into_the_site(build, runtime):
    """With the engine the site holds the worker, the runtime and our wheel."""
    site = build("```{ono-try} 1980 total=3 hand=7\n```\n", "-W", *ENGINE)

    folder = site.out / "_static" / "ono"
    assert {"engine.js", "pages.js", "start.js", "view.css"} <= {p.name for p in folder.iterdir()}
    assert list(folder.glob("*.whl"))
    assert (folder / "pyodide" / "pyodide.mjs").is_file()


def test_runtime_is_fetched_once(build, runtime):
    """A later build of the same site fetches nothing again."""
    for text in (PUZZLE, POSITION):
        build(text, *ENGINE)

    assert len(runtime) == 1


def test_engine_that_cannot_be_had_is_told_once(build, monkeypatch):
    """Where the runtime cannot be fetched the build says why, once, and leaves the buttons out."""

    def fail(_):
        raise LiteError("npm is missing")

    monkeypatch.setattr(browser, "fetch_runtime", fail)
    site = build(POSITION, *ENGINE, "-D", "ono_tutor_try=1", other=POSITION)

    assert site.status == 0
    assert site.said.count("npm is missing") == 1
    assert "data-ono-try" not in site.page()


def test_a_site_that_must_have_the_engine_fails_without(build, monkeypatch):
    """``must`` makes a missing runtime an error of the build."""

    def fail(_):
        raise LiteError("npm is missing")

    monkeypatch.setattr(browser, "fetch_runtime", fail)
    site = build(POSITION, "-D", "ono_tutor_engine=must")

    assert site.status != 0
    assert "the site cannot have the engine: npm is missing" in site.said


def test_every_position_offers_its_own(build, runtime):
    """With ``ono_tutor_try`` the positions and puzzles of the site offer a table each."""
    site = build(f"{POSITION}\n{PUZZLE}", "-W", *ENGINE, "-D", "ono_tutor_try=1")

    wanted = [json.loads(unescape(each)) for each in WANTED.findall(site.page())]
    lines = [each["told"]["position"] for each in wanted]
    assert lines == [
        "1980 total=92 hand=7,H,-10,O owes=2",
        "1980 total=92 hand=7,H,9,O players=3 owes=2",
    ]


@pytest.mark.parametrize(
    ("words", "options", "why"),
    [
        ("1980 total=500 hand=7", "", "500"),
        ("1980", ":table: chess", "'chess' is no table; the tables are explorer"),
        ("1980", ":table: game\n:players: 40", "1980 has 2 to 8"),
        ("1980", ":table: game\n:players: some", "'some' is no whole number"),
        ("1981", ":table: game", "'1981'"),
        ("nothing", ":table: quiz", "'nothing'"),
        ("1980 total=3 hand=7", ":seed: 3", "belongs to a table that is a game"),
    ],
)
def test_unsound_table_fails(build, words, options, why):
    """What cannot be opened fails the build at its file and line, and says why."""
    site = build(f"```{{ono-try}} {words}\n{options}\n```\n")

    assert site.status != 0
    assert "index.md:3: ERROR: ono-try" in site.said
    assert why in site.said


def test_practice_page_lists_every_set(build, runtime):
    """Every shipped set is a link on the practice page, with or without the engine."""
    alive = build("```{ono-practice}\n```\n", "-W", *ENGINE).page()
    still = build("```{ono-practice}\n```\n", "-W").page()

    assert all(f'href="#set={name}"' in alive for name in bank.sets())
    assert all(bank.title_of_set(name).replace("'", "&#x27;") in alive for name in bank.sets())
    assert all(name in still for name in bank.sets())


def test_a_wrong_setting_is_named(build):
    """A value that the setting cannot have is refused."""
    site = build(POSITION, "-D", "ono_tutor_engine=perhaps")

    assert site.status != 0
    assert "it is True, False or 'must'" in site.said

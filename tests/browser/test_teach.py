"""The page "Set and grade exercises" done as it is written: from publishing to a class's marks."""

import csv
import re
import shlex
import shutil
import zipfile
from pathlib import Path

import click
import pytest
from browser.servers import serving_files
from browser.sites import begin_afresh, need_engine, practise, saved
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, expect

from ono_tutor import Puzzle
from ono_tutor.classroom.assignment import read_assignment
from ono_tutor.cli import publish
from ono_tutor.cli.main import main

pytestmark = pytest.mark.browser

TEACH = (Path(__file__).parents[2] / "docs" / "teach.md").read_text("utf-8")
CLASS = {"Ann Lee": "No, whatever you draw", "Bo": "Only with luck"}
"""What each learner answers to every question of survival; the others are left."""


def written(command: str) -> list[str]:
    """The words of a command as the page has it."""
    found = re.search(rf"^(?:```{{ono-run}} |.*/ono-tutor ){command} .*$", TEACH, re.MULTILINE)
    assert found, command
    return shlex.split(found[0])[1:]


def run(words: list[str]) -> str:
    """Run a command of the page, the names of files spelled out as a shell does."""
    spelled = [name for word in words for name in (map(str, Path().glob(word)) if "*" in word else [word])]  # fmt: skip
    done = CliRunner().invoke(main, spelled)
    assert done.exit_code == 0, done.output
    return done.output


def handed_in(page: Page, site: str, link: str, name: str, folder: Path) -> Path:
    """The file of a learner who opens the link, answers what is asked of survival, and hands in."""
    table = practise(page, site, link.partition("#")[2])
    table.get_by_label("Your name or id").fill(name)
    table.get_by_role("button", name="Begin").click()
    for number in range(1, 9):
        stop = table.get_by_role("button", name=re.compile(rf"^Puzzle {number}: "))
        stop.click()
        expect(stop).to_have_attribute("aria-current", "step")
        choice = table.get_by_role("button", name=CLASS[name])
        if choice.count():
            choice.click()
            expect(table.locator("[data-part=headlineText]")).to_have_text("Kept.")
    table.get_by_role("button", name="Hand in", exact=True).click()
    return saved(page, table.get_by_role("button", name="Hand in now"), folder / name)


def test_from_publishing_to_marks(
    browser: Browser, built_docs, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Published, assigned, done by two learners on the page, graded: the marks are what was earned."""
    built = built_docs()
    need_engine(built)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(click, "get_app_dir", lambda _: str(tmp_path / "home"))

    def sphinx(command: list[str], **_: object) -> object:
        shutil.copytree(built, command[-1])
        return type("Done", (), {"returncode": 0, "stderr": ""})()

    monkeypatch.setattr(publish.subprocess, "run", sphinx)  # built once for all browser tests

    with serving_files(tmp_path) as host:
        site = f"{host}/pages"
        words = written("publish")
        run([site if "://" in word else word for word in words])
        run(written("assign"))
        link = next(Path("week-3").glob("*.link.txt")).read_text("utf-8").strip()
        assert link.startswith(f"{site}/practice.html#homework=")

        with browser.new_context(accept_downloads=True) as context:
            page = context.new_page()
            for name in CLASS:
                begin_afresh(page, site)
                handed_in(page, site, link, name, tmp_path / "given")
        with zipfile.ZipFile("handed-in.zip", "w") as archive:
            for number, path in enumerate(sorted((tmp_path / "given").rglob("*.json"))):
                archive.write(
                    path, f"{path.parent.name}_{number}_assignsubmission_file_/{path.name}"
                )
        told = run(written("grade"))

    (task,) = map(read_assignment, Path("week-3").glob("*.assignment.json"))
    verdicts = [Puzzle.of(e).answer_as_json() for e in task.entries if e.kind == "survive"]
    wanted = {"Ann Lee": 2 * verdicts.count("lost"), "Bo": 2 * verdicts.count("chance")}
    (table,) = Path().glob("*-marks/marks.csv")
    rows = list(csv.DictReader(table.read_text("utf-8-sig").splitlines()))
    assert "2 graded" in told
    assert {row["learner"]: int(row["points"]) for row in rows} == wanted
    assert sum(wanted.values()) > 0

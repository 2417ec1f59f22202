"""``ono-tutor grade``: what stays as it was, and what is written; what it says is in the sessions."""

import csv
import zipfile
from pathlib import Path

import pytest
from classroom.a_class import LATER, an_assignment, answers_file, hand_in
from click.testing import CliRunner

from ono_tutor.atomic_files import LEFTOVER
from ono_tutor.classroom.assignment import assignment_text
from ono_tutor.classroom.grading.mark_book import BOOK
from ono_tutor.cli.main import main

ROSTER = "learner,email\nAnn Lee,ann@x.org\nBob Ray,bob@x.org\nCid Fox,c@x.org\n"


@pytest.fixture(autouse=True)
def top(tmp_path, monkeypatch):
    """A working folder with an assignment, what three handed in, and a roster."""
    monkeypatch.chdir(tmp_path)
    task = an_assignment(due="2026-11-20T12:30:00Z")
    Path("week-1.json").write_text(assignment_text(task), encoding="utf-8")
    Path("class.csv").write_text(ROSTER, encoding="utf-8")
    hand_in(Path("in"), "1", "ann lee", 3)
    hand_in(Path("in"), "2", "bob@x.org", 4, at=LATER)
    hand_in(Path("in"), "3", "Dot", 1)
    return tmp_path


def grade(*words):
    return CliRunner().invoke(main, ["grade", "week-1.json", *words])


def table(name, folder="week-1-marks"):
    with Path(folder, name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def files(folder="."):
    return sorted(path.name for path in Path(folder).iterdir() if path.name != "shared")


@pytest.mark.parametrize("given", [["empty"], ["in", "--fresh"], ["broken"]])
def test_grading_nothing_is_an_error_and_leaves_everything(given):
    """Nothing found, nothing that can be graded, and nothing left of a class begun anew."""
    grade("in")
    before = {path: path.read_bytes() for path in Path("week-1-marks").rglob("*.*")}
    Path("empty").mkdir()
    if given == ["broken"]:
        Path("broken").mkdir()
        Path("broken", "a.json").write_text("{", encoding="utf-8")
        given = ["broken", "--fresh"]
    for path in Path("in").iterdir():
        path.unlink()

    result = grade(*given)

    assert result.exit_code == 1
    assert "stay as they were" in result.output
    assert {path: path.read_bytes() for path in Path("week-1-marks").rglob("*.*")} == before


@pytest.mark.parametrize("roster", [(), ("--class", "class.csv")])
@pytest.mark.parametrize("is_there", [False, True])
def test_marks_without_a_mark_book_are_not_lost(roster, is_there):
    """Where it is gone or empty, nothing is written before the teacher says --fresh."""
    grade("in", *roster)
    Path("week-1-marks", BOOK).unlink()
    if is_there:
        Path("week-1-marks", BOOK).touch()
    before = Path("week-1-marks", "marks.csv").read_bytes()

    result = grade("in/1.json", *roster)

    assert result.exit_code == 1
    assert "what was graded before would be lost" in result.output
    assert Path("week-1-marks", "marks.csv").read_bytes() == before
    assert grade("in", *roster, "--fresh").exit_code == 0


def test_hostile_names_stay_in_the_folder_and_are_no_formulas():
    """A path, a formula, markup; of files in an archive as well."""
    hand_in(Path("in"), "5", "../../../etc/passwd", 2)
    hand_in(Path("in"), "6", "=HYPERLINK(0)", 2)
    hand_in(Path("in"), "7", "<script>x</script>[red]", 2)
    with zipfile.ZipFile("in/8.zip", "w") as archive:
        archive.writestr("../../up.json", answers_file("Up", 4))
        archive.writestr("=1;=2.json", answers_file("Eve", 4))
        archive.writestr("\x1b[31m.json", "{")
    before = files("..")

    result = grade("in")

    assert result.exit_code == 1
    assert files("..") == before
    assert files() == ["class.csv", "in", "week-1-marks", "week-1.json"]
    rows = {row["learner"]: row for row in table("marks.csv")}
    assert "'=HYPERLINK(0)" in rows
    assert "Up" not in rows
    assert rows["Eve"]["files"] == "in/8.zip > =1;'=2.json"
    assert all(page.endswith(".html") for page in files("week-1-marks/feedback"))
    pages = Path("week-1-marks/feedback").glob("*.html")
    assert not any("<script>x" in page.read_text("utf-8") for page in pages)
    assert "\x1b" not in result.output


@pytest.mark.parametrize("folder", ["feedback", "feedback/shared"])
def test_a_link_in_place_of_a_folder_of_the_pages_is_not_followed(folder):
    """No page is written where it leads."""
    Path("elsewhere").mkdir()
    path = Path("week-1-marks", folder)
    path.parent.mkdir(parents=True)
    path.symlink_to(Path("elsewhere").resolve())

    result = grade("in")

    assert result.exit_code == 1
    assert "is a link" in result.output
    assert files("elsewhere") == []


@pytest.mark.parametrize("folder", [".", "feedback", "feedback/shared"])
def test_what_a_killed_run_left_is_cleared(folder):
    """In every folder that a run writes into."""
    grade("in")
    left = Path("week-1-marks", folder, f"{LEFTOVER}0123456789abcdef")
    left.write_text("half a pa", encoding="utf-8")

    grade("in")

    assert not left.exists()


@pytest.mark.parametrize(
    "words",
    [
        *(["nowhere"], ["in", "--class", "nowhere.csv"], ["in", "-o", "class.csv/out"], []),
        *(["in", "--json"], ["in", "--workers", "0"]),
    ],
)
def test_a_wrong_call_and_one_that_prints_json_write_nothing(words):
    """Not even a folder."""
    before = files()

    grade(*words)

    assert files() == before

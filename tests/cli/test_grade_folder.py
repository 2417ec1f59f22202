"""Where ``ono-tutor grade`` writes: beside what was handed in, twice at once, in a fault's way."""

import csv
import json
import signal
from pathlib import Path

import pytest
from classroom.a_class import LATER, an_assignment, hand_in

from ono_tutor.atomic_files import WholeFile
from ono_tutor.classroom.assignment import assignment_text
from ono_tutor.classroom.grading.by_hand import OVERRIDES
from ono_tutor.classroom.grading.mark_book import BOOK
from ono_tutor.classroom.grading.marks_folder import TABLES
from ono_tutor.course.list_file import locked_folder


@pytest.fixture(autouse=True)
def top(tmp_path, monkeypatch):
    """A working folder, with the assignment outside and what two handed in inside."""
    (tmp_path / "week-1.json").write_text(assignment_text(an_assignment()), encoding="utf-8")
    top = tmp_path / "term"
    hand_in(top / "cls" / "handed-in", "ann", "Ann", 3)
    hand_in(top / "cls" / "handed-in", "bob", "Bob", 4)
    monkeypatch.chdir(top)
    return top


@pytest.fixture
def run(cli):
    """A command on this assignment."""
    return lambda command, *words: cli(f"{command} ../week-1.json", *words)


def learners(folder):
    with Path(folder, "marks.csv").open(encoding="utf-8-sig", newline="") as file:
        return [row["learner"] for row in csv.DictReader(file)]


def names(folder):
    return sorted(path.name for path in Path(folder).iterdir())


IN = "cls/handed-in"


@pytest.mark.parametrize(
    ("words", "out"),
    [
        ((IN,), "."),
        ((".",), "."),
        (("cls",), "cls"),
        ((IN,), IN),
        ((f"{IN}/ann.json", f"{IN}/bob.json"), IN),
        (("cls",), f"{IN}/../handed-in/new"),
    ],
)
def test_what_was_handed_in_is_graded_wherever_the_marks_go(run, words, out):
    """Also a second time, when the tables and pages of the first lie there."""
    results = [run("grade", *words, "-o", out) for _ in range(2)]

    assert [(result.status, result.out.splitlines()[0]) for result in results] == [
        (0, "Week 1: 2 graded.")
    ] * 2
    assert learners(out) == ["Ann", "Bob"]


def test_report_counts_what_lies_in_its_folder_but_not_itself(run):
    """Its own two files are no hand-ins, the learners' are read."""
    results = [run("report", "cls", "-o", "cls") for _ in range(2)]

    assert [result.status for result in results] == [0, 0]
    for result in results:
        assert "2 of 2 learners handed in something." in result.out


@pytest.mark.parametrize("name", TABLES)
def test_a_folder_in_the_place_of_a_table_is_found_before_any_is_put(run, name):
    """The others stay as they were, byte for byte."""
    run("grade", "cls", "-o", "out")
    old = {each: Path("out", each).read_bytes() for each in TABLES if each != name}
    Path("out", name).unlink()
    Path("out", name).mkdir()
    hand_in(Path("cls"), "cid", "Cid", 1)

    result = run("grade", "cls", "-o", "out")

    assert result.status == 1
    assert f"cannot write out/{name}: a folder has that name" in result.err
    assert {each: Path("out", each).read_bytes() for each in old} == old
    assert names("out") == sorted(["feedback", "feedback.zip", BOOK, OVERRIDES, *TABLES])


def test_a_second_run_into_the_same_folder_is_refused_at_once(run):
    """Nothing of the first is touched."""
    run("grade", "cls", "-o", "out")

    with locked_folder(Path("out")):
        Path("out/.ono-unfinished-1-marks.csv").write_text(
            "the first works on it", encoding="utf-8"
        )
        result = run("grade", "cls", "-o", "out")

    assert result.status == 1
    assert result.err == (
        "error (output): another run is writing into out; wait until it has ended\n"
    )
    assert Path("out/.ono-unfinished-1-marks.csv").exists()


def test_an_interrupt_between_two_tables_does_not_part_them(run, monkeypatch):
    """Who presses Ctrl+C in that moment gets all of them."""
    really = WholeFile.put

    def struck(file):
        really(file)
        signal.raise_signal(signal.SIGINT)

    run("grade", "cls", "-o", "out", "--pages", "none")
    hand_in(Path("cls"), "cid", "Cid", 1)
    monkeypatch.setattr(WholeFile, "put", struck)

    assert run("grade", "cls", "-o", "out", "--pages", "none").status == 0
    assert [b"Cid" in Path("out", name).read_bytes() for name in TABLES[:3]] == [True] * 3


@pytest.fixture
def earned(cli, run):
    """What marks.csv, the report and the class have for Cid, who was late."""

    def read(*words):
        with Path("marks", "marks.csv").open(encoding="utf-8-sig", newline="") as file:
            (row,) = csv.DictReader(file)
        report = json.loads(run("report", "--marks", "marks", "--json", *words).out)
        points = json.loads(cli("class marks --json").out)["learners"][0]["points"]
        return row["points"], str(report["who"][0]["earned"]), str(points)

    return read


def test_what_becomes_of_late_answers_is_remembered_until_something_else_is_said(run, earned):
    """The marks, the report and the class agree, even after a new beginning."""
    task = assignment_text(an_assignment(due="2026-11-20T12:30:00Z"))
    Path("../week-1.json").write_text(task, encoding="utf-8")
    hand_in(Path("late"), "cid", "Cid", 3, at=LATER)
    count, refuse = "Late answers count; --late refuse", "Late answers do not count; --late count"

    for words, points, said in (
        (("late",), "3", count),
        (("--late", "refuse"), "0", refuse),
        ((), "0", refuse),
        (("late", "--fresh"), "0", refuse),
        (("--late", "count"), "3", count),
        ((), "3", count),
    ):
        assert f"{said} would change that." in run("grade", *words, "-o", "marks").out
        assert earned() == (points,) * 3
    assert earned("--late", "refuse") == ("3", "0", "3")

"""``ono-tutor report``: two files for the teacher, and the statuses of ``grade``."""

import json
import os
from datetime import datetime

import pytest
from classroom.small_class import IN_TIME, assignment, text_of
from click.testing import CliRunner

from ono_tutor.classroom.assignment_file import assignment_text
from ono_tutor.cli.main import main

HANDED_IN = datetime.fromisoformat(IN_TIME).timestamp()


@pytest.fixture
def room(tmp_path, monkeypatch):
    """A folder with an assignment and what three learners handed in."""
    monkeypatch.chdir(tmp_path)
    task = assignment()
    (tmp_path / "task.json").write_text(assignment_text(task), "utf-8")
    (tmp_path / "in").mkdir()
    for name, answers in (
        ("Ann", ["certain", "lost"]),
        ("Ben", ["lost", "chance"]),
        ("Cem", ["certain"]),
    ):
        file = tmp_path / "in" / f"{name}.json"
        file.write_text(text_of(task, name, answers), "utf-8")
        os.utime(file, (HANDED_IN, HANDED_IN))
    return tmp_path


def run(*words):
    """The command with these words."""
    return CliRunner().invoke(main, ["report", *map(str, words)])


def test_it_writes_a_page_and_json(room):
    """report.html and report.json, in a folder named after the assignment; a line says where."""
    found, out = run("task.json", "in"), room / "small-report"

    assert found.exit_code == 0
    assert sorted(path.name for path in out.iterdir()) == ["report.html", "report.json"]
    assert "3 of 3 learners handed in something." in found.output
    data = json.loads((out / "report.json").read_text("utf-8"))
    assert [(row["learner"], row["earned"]) for row in data["who"]] == [
        ("Ann", 3),
        ("Ben", 0),
        ("Cem", 1),
    ]
    assert "Double Play &amp; more" in (out / "report.html").read_text("utf-8")


def test_learners_have_the_names_that_their_marks_have(room):
    """Those of the class list, whatever stands in the files; who has no mark yet is told."""
    (room / "class.csv").write_text("learner,alias\nAnn Lee,Ann\nBen Ray,ben\n", "utf-8")
    task = assignment()
    (room / "in" / "more.json").write_text(text_of(task, "Ben", ["certain"]), "utf-8")

    data = json.loads(run("task.json", "in", "--class", "class.csv", "--json").stdout)

    assert [row["learner"] for row in data["who"]] == ["Ann Lee", "Cem"]
    assert data["next"]["undecided"] == 1


def test_json_is_printed_and_nothing_written(room):
    """--json prints the JSON alone; files only with -o."""
    found = run("task.json", "in", "--json")

    assert json.loads(found.stdout)["format"] == "ono-tutor-report/1"
    assert sorted(path.name for path in room.iterdir()) == ["in", "task.json"]


def test_what_was_refused_is_told_and_the_status_is_1(room):
    """A broken file stands in the report, and the rest is there."""
    (room / "in" / "zoe.json").write_text("{", "utf-8")

    found = run("task.json", "in", "-o", "out")

    assert found.exit_code == 1
    assert "Not graded: 1 (not-json: 1)." in found.output
    data = json.loads((room / "out" / "report.json").read_text("utf-8"))
    assert data["refused"]["causes"] == {"not-json": 1}
    assert data["learners"]["all"] == 3


def test_without_names_there_is_no_name(room):
    """--no-names: neither file holds a name of a learner or of a file."""
    (room / "in" / "Zoe.json").write_text("{", "utf-8")

    run("task.json", "in", "-o", "out", "--no-names")

    for path in (room / "out").iterdir():
        text = path.read_text("utf-8")
        assert not [name for name in ("Ann", "Ben", "Cem", "Zoe") if name in text]
        assert "learner 3" in text


def test_a_roster_names_who_is_missing_and_who_is_unknown(room):
    """Everyone of the roster is there, and who is not in it is marked."""
    (room / "class.csv").write_text("learner\nAnn\nBen\nEve\n", "utf-8")

    found = run("task.json", "in", "-o", "out", "--class", "class.csv")

    data = json.loads((room / "out" / "report.json").read_text("utf-8"))
    assert "2 of 3 learners handed in something.\nNot in the roster: 1.\n" in found.output
    assert data["learners"] == {"all": 4, "handed_in": 3, "late": 0, "unknown": 1, "undecided": 0}
    assert [row["learner"] for row in data["who"] if not row["handed_in"]] == ["Eve"]


@pytest.mark.parametrize("words", [("task.json",), ("task.json", "in", "--late", "never"), ()])
def test_wrong_usage_has_status_2(room, words):
    """No submission, an unknown option's value, nothing at all."""
    assert run(*words).exit_code == 2


@pytest.mark.parametrize(
    ("spoilt", "folder", "told"),
    [
        ("task.json", "out", "error ("),
        ("out", "out/deep", "error (output): cannot write out/deep"),
    ],
)
def test_what_cannot_be_read_or_written_is_told(room, spoilt, folder, told):
    """An assignment that is none, a file in the way of the folder: one line, nothing written."""
    (room / spoilt).write_text("[]", "utf-8")

    found = run("task.json", "in", "-o", folder)

    assert found.exit_code == 1
    assert told in found.output
    assert not (room / folder).exists()


def test_a_class_on_paper_is_reported(room):
    """Answers typed into a table count as those of files do; its learners are the class."""
    (room / "grid.csv").write_text("learner,1,2,3\nAnn,certain,chance,\nBo,,,\n", "utf-8")

    found = json.loads(run("task.json", "--paper-answers", "grid.csv", "--json").stdout)

    assert found["learners"]["all"] == 2
    assert found["learners"]["handed_in"] == 1
    assert [item["none"] for item in found["items"]] == [0, 0, 1]


def test_the_answers_of_a_class_are_a_table_that_puzzles_rate_reads(room):
    """--responses writes a line for each answer; without names the learners are numbers."""
    assert run("task.json", "in", "--responses", "all.csv", "--no-names").exit_code == 0
    head, *lines = (room / "all.csv").read_text("utf-8").splitlines()

    assert head == "learner,puzzle,mark,at"
    assert {line.split(",")[0] for line in lines} == {"learner 1", "learner 2", "learner 3"}
    assert [line.split(",")[2] for line in lines].count("right") == 3
    rated = CliRunner().invoke(main, ["puzzles", "rate", "all.csv"])
    assert rated.exit_code == 0
    assert len(rated.output.splitlines()) == 3

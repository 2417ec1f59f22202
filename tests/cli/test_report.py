"""``ono-tutor report`` and ``class``: the files that they write; what they say is in the sessions."""

import json
from pathlib import Path

import pytest
from classroom.small_class import assignment, text_of

pytestmark = pytest.mark.usefixtures("room")


def test_page_and_json_have_what_was_handed_in(cli):
    """--json prints the same JSON, and writes nothing."""
    cli("report task.json in -o out")
    printed = cli("report task.json in --json")

    written = json.loads(Path("out/report.json").read_text("utf-8"))
    earned = [(row["learner"], row["earned"]) for row in written["who"]]
    assert earned == [("Ann", 3), ("Ben", 0), ("Cem", 1)]
    assert "Double Play &amp; more" in Path("out/report.html").read_text("utf-8")
    assert json.loads(printed.out) == written
    assert not Path("small-report").exists()


def test_learners_have_the_names_that_their_marks_have(cli):
    """Those of the class list, whatever stands in the files; who has no mark yet is told."""
    Path("in/more.json").write_text(text_of(assignment(), "Ben", ["certain"]), "utf-8")

    found = json.loads(cli("report task.json in --class aliases.csv --json").out)

    assert [row["learner"] for row in found["who"]] == ["Ann Lee", "Cem"]
    assert found["next"]["undecided"] == 1


def test_a_class_over_time_is_printed_or_written(cli):
    """In the order of the deadlines, whatever the order of the folders."""
    for line in ("task.json in", "task-2.json in-2"):
        assert cli(f"grade {line} --pages none").status == 0

    printed = cli("class week-2-marks small-marks --class three.csv --json")
    assert not Path("class-report").exists()
    cli("class small-marks week-2-marks --class three.csv")
    written = Path("class-report/class.json").read_text("utf-8")

    assert json.loads(printed.out) == json.loads(written)
    assert [week["id"] for week in json.loads(written)["assignments"]] == ["small", "week-2"]

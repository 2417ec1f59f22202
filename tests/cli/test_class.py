"""``ono-tutor class``: a class over several assignments, as page, table and data."""

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest
from classroom.a_class import an_assignment, answers_file
from click.testing import CliRunner, Result

from ono_tutor.classroom.assignment_file import assignment_text
from ono_tutor.cli.main import main

LEARNERS = ("Ann Lee", "Bob Ray", "Cid Fox", "Dot Poe", "Eve Sly", "Fay <b>")
WEEKS = {"week-1": (0, 1, 1, 0, 1, 2), "week-2": (4, 4, 3, 4, None, 4)}
"""Right answers of four by week and learner; None for nothing handed in."""


def run(*words: object) -> Result:
    return CliRunner().invoke(main, list(map(str, words)))


@pytest.fixture(autouse=True)
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two weeks, graded; the later deadline is that of week 2."""
    monkeypatch.chdir(tmp_path)
    Path("class.csv").write_text("\n".join(["learner", *LEARNERS, "Gus Zed"]), encoding="utf-8")
    for number, (week, rights) in enumerate(WEEKS.items(), 1):
        task = replace(an_assignment(f"Week {number}", due=f"2026-12-0{number}T18:00:00Z"), id=week)
        Path(f"{week}.json").write_text(assignment_text(task), encoding="utf-8")
        Path(week).mkdir()
        for place, (name, right) in enumerate(zip(LEARNERS, rights, strict=True)):
            if right is not None:
                text = answers_file(name, right, assignment=week)
                Path(week, f"{place}.json").write_text(text, encoding="utf-8")
        assert run("grade", f"{week}.json", week, "--no-feedback").exit_code == 0
    return tmp_path


def test_each_learner_has_a_line_and_who_is_missing_is_named() -> None:
    """In the order of the deadlines, whatever the order of the folders."""
    done = run("class", "week-2-marks", "week-1-marks", "--class", "class.csv", "--json")

    found = json.loads(done.stdout)
    assert done.exit_code == 0
    assert found["format"] == "ono-tutor-class/1"
    assert [each["missing"] for each in found["assignments"]] == [
        ["Gus Zed"],
        ["Eve Sly", "Gus Zed"],
    ]
    marks = {each["learner"]: each["marks"] for each in found["learners"]}
    for place, name in enumerate(LEARNERS):
        rights = [WEEKS[week][place] for week in WEEKS]
        assert marks[name] == [
            None if right is None else {"points": right, "late": False} for right in rights
        ]
    assert marks["Gus Zed"] == [None, None]
    assert found["learners"][0]["points"] == 4
    assert found["learners"][0]["out_of"] == 8
    assert not Path("class-report").exists()


def test_rule_points_rise_and_misconceptions_fall() -> None:
    """From the first assignment to the last, where there were answers enough."""
    found = json.loads(run("class", "week-1-marks", "week-2-marks", "--json").stdout)

    assert {each["trend"] for each in found["rule_points"]} <= {"rising", "steady", None}
    assert "rising" in {each["trend"] for each in found["rule_points"]}
    assert {each["trend"] for each in found["misconceptions"]} <= {"falling", "steady"}


def test_the_page_the_table_and_the_data_are_written() -> None:
    """The page escapes names; the table is safe and has what each assignment earned."""
    done = run("class", "week-1-marks", "week-2-marks", "--class", "class.csv")

    assert done.exit_code == 0
    assert "Week 2: 5 handed in, 2 not" in done.output
    page = Path("class-report", "class.html").read_text("utf-8")
    assert "Fay &lt;b&gt;" in page
    assert "Due" in page
    assert "Wednesday 2 December 2026, 18:00 (UTC)" in page
    with Path("class-report", "class.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [rows[4][head] for head in ("learner", "Week 1", "Week 2", "points", "missing")] == [
        "Eve Sly", "1", "", "1", "1",
    ]  # fmt: skip
    data = json.loads(Path("class-report", "class.json").read_text("utf-8"))
    assert len(data["learners"]) == 7


def test_a_folder_without_a_mark_book_is_told() -> None:
    """With what to do."""
    Path("empty").mkdir()

    done = run("class", "week-1-marks", "empty")

    assert done.exit_code == 1
    assert "empty has no mark book" in done.output

"""What was handed in and graded by an earlier version earns the same marks in the same tables."""

import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from ono_tutor.classroom.assignment import assignment_text, read_assignment
from ono_tutor.classroom.assignment_link import find_assignment, link_fragment
from ono_tutor.cli.main import main

HANDED_IN = datetime(2026, 12, 2, tzinfo=UTC).timestamp()
SAMPLES = Path(__file__).parents[2] / "samples" / "graded"
FILE = SAMPLES / "week-3.assignment.json"
LINK = (SAMPLES / "week-3.link.txt").read_text("utf-8").strip()


def test_an_assignment_dealt_to_learners_is_as_it_was() -> None:
    """Its file and its link say the same; the file is written again to the byte."""
    given = find_assignment(LINK)

    assert given == read_assignment(FILE)
    assert given.is_dealt
    assert assignment_text(given).encode() == FILE.read_bytes()
    assert find_assignment(f"practice.html#{link_fragment(given)}") == given


@pytest.mark.parametrize("assignment", [str(FILE), LINK], ids=["file", "link"])
def test_the_tables_of_marks_are_the_same_to_the_byte(assignment: str, tmp_path: Path) -> None:
    """Two learners handed in, one of them in part and late; one of the roster did not.

    Since then the columns of points have other heads.
    """
    files = [shutil.copy(SAMPLES / name, tmp_path) for name in ("ann-lee.json", "cagla-oz.json")]
    for file in files:
        os.utime(file, (HANDED_IN, HANDED_IN))
    out = tmp_path / "marks"
    words = ["--class", str(SAMPLES / "class.csv"), "--pages", "none", "-o", str(out)]

    result = CliRunner().invoke(main, ["grade", assignment, *map(str, files), *words])

    assert result.exit_code == 0, result.output
    for table in ("marks.csv", "marks-moodle.csv", "marks-canvas.csv"):
        found = (out / table).read_bytes().decode()
        found = found.replace(",points,out_of,", ",earned,points,")
        assert found.replace(f"{tmp_path}/", "") == (SAMPLES / table).read_bytes().decode()

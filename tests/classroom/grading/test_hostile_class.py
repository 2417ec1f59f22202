"""What cheats.txt among the sessions cannot say of a class that cheats."""

import re
from pathlib import Path

import pytest
from classroom.a_class import an_assignment, answers_file
from classroom.hostile import answers, zipped
from click.testing import CliRunner

from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.submissions import find_submissions
from ono_tutor.cli.main import main

MOODLE = "{}_4417_assignsubmission_file_"


def test_what_is_inside_a_folder_makes_it_nobody_elses_however_long_its_path(tmp_path):
    """A long path, and longer names in the archive: the outermost name decides still."""
    names = (MOODLE.format("Eve Sly"), "x" * 250, "y" * 250, MOODLE.format("Ann Lee"), "a.json")
    folder = tmp_path / ("a long path " * 15)
    folder.mkdir(parents=True)
    hers = answers_file("Ann Lee", 0).encode()
    (folder / "all.zip").write_bytes(zipped({"/".join(names): hers}))

    roster = Roster.parsed(b"learner\nAnn Lee\nEve Sly\n")
    found = [
        each.status
        for each in grade_class(an_assignment(), find_submissions([tmp_path]), roster=roster)
        if isinstance(each, GradedLearner)
    ]
    assert found == ["missing", "not gradable"]


def test_no_sentence_begins_with_the_name_of_a_file():
    """It would get a capital letter, and be another file's name."""
    folder = Path(__file__).parents[3] / "ono_tutor" / "classroom"
    begins = re.compile(r'N_\(\s*"\{(file|folder|table|path)\}(?! earns)')
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.py")}

    assert [path for path, text in texts.items() if begins.search(text)] == []


@pytest.mark.parametrize("text", [answers("week-1", "Ann Lee", ()), b'{"nbformat": 4}'])
def test_what_is_given_for_the_assignment_by_mistake_is_told_what_would_be_right(tmp_path, text):
    """With what the right file is called."""
    (tmp_path / "a.json").write_bytes(text)
    said = CliRunner().invoke(main, ["grade", str(tmp_path / "a.json"), str(tmp_path)]).output
    assert "is read here: a file that ends in .assignment.json" in said

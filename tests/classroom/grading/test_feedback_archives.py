"""Feedback pages given back: an archive as Moodle takes it, and one for everybody else."""

import zipfile
from pathlib import Path

import pytest
from classroom.a_class import an_assignment, answers_file, hand_in, run, task_file
from classroom.hostile import zipped

from ono_tutor.classroom.assignment import Feedback

MARKS = Path("week-1-marks")


@pytest.fixture(autouse=True)
def room(tmp_path, monkeypatch):
    """One learner in a download from Moodle, and one in a folder."""
    monkeypatch.chdir(tmp_path)
    task_file(Path(), an_assignment(feedback=Feedback.AFTER))
    name = "Ann Lee_4417_assignsubmission_file_/a.json"
    Path("all.zip").write_bytes(zipped({name: answers_file("Ann Lee", 3).encode()}))
    hand_in(Path("in"), "bob", "Bob Ray", 2)


def grade(*words):
    return run("grade", "week-1.json", *words).output


def page_of(archive):
    """The name and the text of the one page in an archive."""
    with zipfile.ZipFile(MARKS / archive) as file:
        (name,) = file.namelist()
        return name, file.read(name).decode()


def test_moodle_gets_its_own_layout_and_everybody_else_one_archive():
    """The folder names the learner and Moodle's feedback; each page has all in itself."""
    said = grade("all.zip", "in")

    ann, bob = page_of("feedback-moodle.zip"), page_of("feedback.zip")
    assert ann[0] == "Ann Lee_4417_assignfeedback_file_/week-1.html"
    assert bob[0].startswith("bob-ray-")
    assert "with Moodle's feedback upload: week-1-marks/feedback-moodle.zip (1)." in said
    for _, page in (ann, bob):
        assert "shared/" not in page
        assert all(part in page for part in ("<style>", "style-src 'unsafe-inline'", "<svg"))


def test_an_archive_without_a_page_is_gone_and_none_is_taken_for_work():
    """A run with no learner outside Moodle leaves no archive of an earlier one."""
    grade("in")
    assert "feedback.zip" not in grade("all.zip", "--fresh")
    assert not (MARKS / "feedback.zip").exists()
    assert "could not be graded" not in grade(str(MARKS), "in")


def test_a_page_stays_if_somebody_else_hands_in_under_the_name():
    """Two have this name, in either order: what is handed in under it has no page, and takes none."""
    people = 'Student,ID,Section\nAnn Lee,901,A\n"Lee, Ann",902,A\n'
    Path("class.csv").write_text(people, encoding="utf-8")
    hand_in(Path("canvas"), "leeann_901_7701_a", "Ann Lee", 3)
    hand_in(Path("in"), "x", "Ann Lee", 1)

    assert "no mark until you choose" in grade("canvas", "in", "--class", "class.csv")
    assert [path.name[:8] for path in (MARKS / "feedback").glob("ann-lee*")] == ["ann-lee-"]

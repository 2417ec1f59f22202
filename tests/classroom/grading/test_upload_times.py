"""When files came: what an archive of an LMS says of it, and what the answers say."""

import os
import zipfile
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from classroom.a_class import an_assignment, answers_file
from classroom.hostile import zipped

from ono_tutor.classroom.grading.csv_tables import status_of
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.name_matching import NoteTopic
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.submissions.find import find_submissions

ANN, BOB = (f"{name}_44_assignsubmission_file_/a.json" for name in ("Ann Lee", "Bob Ray"))
WHOSE = {ANN: "Ann Lee", BOB: "Bob Ray"}
DUE = "2026-11-20T18:00:00+01:00"
BEFORE, AFTER = (2026, 11, 20, 17, 59, 58), (2026, 11, 20, 18, 0, 2)
LONG_AFTER = "2027-03-01T09:00:00Z"

Time = tuple[int, int, int, int, int, int]


def archive(path: Path, times: Mapping[str, Time], written: str = LONG_AFTER) -> Path:
    """Write an archive of Moodle with these members; all answers say that they are in time."""
    with zipfile.ZipFile(path, "w") as file:
        for name, time in times.items():
            file.writestr(zipfile.ZipInfo(name, time), answers_file(WHOSE[name], 4))
    seconds = datetime.fromisoformat(written).timestamp()
    os.utime(path, (seconds, seconds))
    return path


def graded(path: Path) -> dict[str, GradedLearner]:
    """Return what becomes of an archive where late answers are refused."""
    submissions = find_submissions([path])
    outcomes = grade_class(an_assignment(due=DUE), submissions, late=Late.REFUSE)
    found = (each for each in outcomes if isinstance(each, GradedLearner))
    return {each.marked.learner.name: each for each in found}


def test_the_later_of_two_times_counts(tmp_path: Path) -> None:
    """Moodle's archive has the times of uploads by Moodle's clock, in the zone of the deadline."""
    them = graded(archive(tmp_path / "all.zip", {ANN: BEFORE, BOB: AFTER}))

    ann, bob = them["Ann Lee"], them["Bob Ray"]
    assert (ann.marked.earned, status_of(ann)) == (4, "graded")
    assert (bob.marked.earned, status_of(bob)) == (0, "graded, late")
    told = " ".join(bob.marked.notes)
    assert "came on Friday 20 November 2026, 18:00 (UTC+01:00), as the archive says" in told
    assert "its last answer says Friday 20 November 2026, 13:00 (UTC+01:00)" in told


def test_the_time_of_a_download_is_told_and_refuses_nobody(tmp_path: Path) -> None:
    """Moodle from 4.0 on gives every file the moment of the download, which says nothing."""
    written = "2026-11-20T17:00:03Z"
    them = graded(archive(tmp_path / "all.zip", {ANN: AFTER, BOB: AFTER}, written))

    assert [each.marked.earned for each in them.values()] == [4, 4]
    notes = [note.text for each in them.values() for note in each.teacher_notes]
    assert {note.about for each in them.values() for note in each.teacher_notes} == {
        NoteTopic.UNDATED
    }
    assert "the time of its download, Friday 20 November 2026, 18:00 (UTC+01:00)" in notes[0]


def test_an_archive_of_a_learners_own_says_nothing(tmp_path: Path) -> None:
    """Within an upload the time of the upload counts."""
    inner = zipped({"a.json": answers_file("Ann Lee", 4).encode()})
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as file:
        file.writestr(zipfile.ZipInfo(f"{ANN}.zip", AFTER), inner)
        file.writestr(zipfile.ZipInfo(BOB, BEFORE), answers_file("Bob Ray", 4))

    them = graded(tmp_path / "all.zip")

    assert (them["Ann Lee"].marked.earned, them["Bob Ray"].marked.earned) == (0, 4)

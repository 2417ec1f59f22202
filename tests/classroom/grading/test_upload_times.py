"""When files came: what an archive of an LMS says of it, and what the answers say."""

import os
import zipfile
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from classroom.a_class import an_assignment, answers_file
from classroom.hostile import zipped

from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.overrides import Overrides
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.grading.summary import ClassSummary, summary_lines
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.submissions.find import find_submissions, may_be_download_times

ANN, BOB = (f"{name}_44_assignsubmission_file_/a.json" for name in ("Ann Lee", "Bob Ray"))
CANVAS = ("leeann_4417_771_a.json", "raybob_4418_772_a.json")
WHOSE = {ANN: "Ann Lee", BOB: "Bob Ray", **dict(zip(CANVAS, ("Ann Lee", "Bob Ray"), strict=True))}
DUE = "2026-11-20T18:00:00+01:00"
BEFORE, AFTER = (2026, 11, 20, 17, 59, 48), (2026, 11, 20, 18, 0, 2)
LONG_AFTER = "2027-03-01T09:00:00Z"

Time = tuple[int, int, int, int, int, int]


def archive(path: Path, times: Mapping[str, Time], written: str = LONG_AFTER) -> Path:
    """Write an archive of an LMS with these members; all answers say that they are in time."""
    with zipfile.ZipFile(path, "w") as file:
        for name, time in times.items():
            file.writestr(zipfile.ZipInfo(name, time), answers_file(WHOSE[name], 4))
    seconds = datetime.fromisoformat(written).timestamp()
    os.utime(path, (seconds, seconds))
    return path


def graded(path: Path, **more: Any) -> dict[str, GradedLearner]:
    """Return what becomes of an archive where late answers are refused."""
    submissions = find_submissions([path])
    outcomes = grade_class(an_assignment(due=DUE), submissions, late=Late.REFUSE, **more)
    found = (each for each in outcomes if isinstance(each, GradedLearner))
    return {each.marked.learner.name: each for each in found}


def test_the_later_of_two_times_counts(tmp_path: Path) -> None:
    """Moodle's archive has the times of uploads by Moodle's clock, in the zone of the deadline."""
    them = graded(archive(tmp_path / "all.zip", {ANN: BEFORE, BOB: AFTER}))

    ann, bob = them["Ann Lee"], them["Bob Ray"]
    assert (ann.marked.earned, ann.status) == (4, "graded")
    assert (bob.marked.earned, bob.status) == (0, "graded, late")
    told = " ".join(bob.marked.notes)
    assert "came on Friday 20 November 2026, 18:00 (UTC+01:00), as the archive says" in told
    assert "its last answer says Friday 20 November 2026, 13:00 (UTC+01:00)" in told


@pytest.mark.parametrize("times", [{ANN: AFTER, BOB: AFTER}, {ANN: AFTER}])
@pytest.mark.parametrize("written", ["2026-11-20T17:00:03Z", LONG_AFTER])
def test_the_time_of_a_download_is_told_and_refuses_nobody(
    tmp_path: Path, times: dict[str, Time], written: str
) -> None:
    """Moodle from 4.0 on gives every file the moment of the download, however old the archive is.

    Of one file alone nobody can tell. The line for the teacher's table says what time it was.
    """
    them = graded(archive(tmp_path / "all.zip", times, written))

    assert {each.marked.earned for each in them.values()} == {4}
    (note,) = them["Ann Lee"].teacher_notes
    assert note.about == "download"
    assert "all.zip: its times may be those of your download" in note.text
    assert note.lines == ("Ann Lee,,,,2026-11-20T18:00:02+01:00,,",)


def test_the_time_of_a_download_is_told_once_for_an_archive(tmp_path: Path) -> None:
    """With one line that gives a learner's upload time, and nothing beside each mark."""
    them = graded(archive(tmp_path / "all.zip", {ANN: AFTER, BOB: AFTER}))
    summary = ClassSummary()
    for each in them.values():
        summary.add(each)

    told = "\n".join(map(str, summary_lines(an_assignment(due=DUE), summary, None, None)))

    assert told.count("may be those of your download") == 1
    assert told.endswith(
        "into a line of overrides.csv such as this:\n  Ann Lee,,,,2026-11-20T18:00:02+01:00,,"
    )
    assert [each.notes for each in them.values()] == [(), ()]


@pytest.mark.parametrize("after", [AFTER, (2027, 3, 1, 9, 0, 0)])
def test_the_times_in_an_archive_of_canvas_say_nothing(tmp_path: Path, after: Time) -> None:
    """Canvas says in the names what is late, so that nothing else is told."""
    times = dict(zip(CANVAS, (BEFORE, after), strict=True))

    them = graded(archive(tmp_path / "all.zip", times))

    assert [each.marked.earned for each in them.values()] == [4, 4]
    assert [each.teacher_notes or each.marked.notes for each in them.values()] == [(), ()]


def test_what_the_teacher_says_of_an_upload_counts(tmp_path: Path) -> None:
    """The line that is shown, put into the table, makes the file late."""
    roster, raw = Roster.parsed(b"learner\nAnn Lee\nBob Ray\n"), b"learner,uploaded\n"
    raw += b"Ann Lee,2026-11-20T18:00:02+01:00\n"
    overrides = Overrides(raw, an_assignment(due=DUE), roster)
    path = archive(tmp_path / "all.zip", {ANN: AFTER, BOB: AFTER})

    them = graded(path, overrides=overrides, roster=roster)

    ann, bob = them["Ann Lee"], them["Bob Ray"]
    assert (ann.marked.earned, ann.teacher_notes, bob.marked.earned) == (0, (), 4)
    assert "as the teacher says, and that is late" in ann.marked.notes[0]


MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize(
    ("minutes", "may_be"),
    [
        ({"Ann": [0], "Bob": [1], "Cid": [7]}, False),
        ({"Ann": [0], "Bob": [0], "Cid": [7]}, True),
        ({"Ann": [0, 0], "Bob": [9, 9]}, False),
        ({"Ann": [0], "Bob": [0], "Cid": [7], "Dot": [9], "Eve": [11]}, False),
        ({"Ann": [0], "Bob": [0], "Cid": [9_000], "Dot": [9_000]}, True),
        ({"Ann": [0, 5]}, True),
    ],
)
def test_who_shares_a_moment_with_others_has_not_uploaded_then(
    minutes: dict[str, list[int]], may_be: bool
) -> None:
    """Two files of one person are no others; two downloads put together are downloads still."""
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    times = [(noon + at * MINUTE, name) for name, all_ in minutes.items() for at in all_]

    assert may_be_download_times(times) is may_be


def test_an_archive_of_a_learners_own_says_nothing(tmp_path: Path) -> None:
    """Within an upload the time of the upload counts."""
    inner = zipped({"a.json": answers_file("Ann Lee", 4).encode()})
    with zipfile.ZipFile(tmp_path / "all.zip", "w") as file:
        file.writestr(zipfile.ZipInfo(f"{ANN}.zip", AFTER), inner)
        file.writestr(zipfile.ZipInfo(BOB, BEFORE), answers_file("Bob Ray", 4))

    them = graded(tmp_path / "all.zip")

    assert (them["Ann Lee"].marked.earned, them["Bob Ray"].marked.earned) == (0, 4)

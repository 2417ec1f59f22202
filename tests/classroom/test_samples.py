"""An assignment, its link, a learner's notes and answers made before are read as they were."""

import shutil
from pathlib import Path

from classroom.homework_sessions import THREE, Clock

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import assignment_text, read_assignment
from ono_tutor.classroom.assignment_link import link_fragment, read_link
from ono_tutor.classroom.homework.session import HomeworkSession
from ono_tutor.classroom.homework.state import FolderOutbox, FolderState
from ono_tutor.course.progress import Progress

SAMPLES = Path(__file__).parents[1] / "samples"
FILE = SAMPLES / "week-3.assignment.json"


def test_an_assignment_made_before_is_read_from_its_file_and_its_link():
    """All say the same, and the file is written again as it was."""
    found = read_assignment(FILE)
    link = (SAMPLES / "week-3.homework.txt").read_text(encoding="utf-8").strip()

    assert read_link(link) == read_link(link_fragment(found)) == found
    assert assignment_text(found) == FILE.read_text("utf-8")
    assert [entry.id for entry in found.entries] == list(THREE)


def test_an_answers_file_handed_in_before_is_read():
    """The learner and every answer are there, and no fault is found."""
    found = parse_answers((SAMPLES / "week-3-ann-lee.json").read_bytes())

    assert (found.assignment, found.learner.name, found.faults) == ("week-3", "Ann Lee", ())
    assert [(row.puzzle, row.answer, row.attempt) for row in found.rows] == [("dp80-hold", '"certain"', 1), ("total-bmweycn7", "97", 1)]  # fmt: skip


def test_a_learner_goes_on_with_homework_begun_before(tmp_path):
    """Who it is, the attempt, the answers and what was handed in are as they were left."""
    for name in ("ono-homework.sqlite", "ono-homework.json", "week-3-ann-lee.json"):
        shutil.copy(SAMPLES / name, tmp_path)
    answers = Progress.open(tmp_path / "ono-homework.sqlite")
    found = HomeworkSession(read_assignment(FILE), answers, FolderState(tmp_path), FolderOutbox(tmp_path), Clock())  # fmt: skip

    assert found.notices == ()
    assert (found.learner.name, found.attempt, found.place) == ("Ann Lee", 2, 1)
    assert [len(found.responses(place)) for place in range(3)] == [0, 1, 0]
    assert parse_answers((tmp_path / "week-3-ann-lee.json").read_bytes()).rows == parse_answers(found.file_text.encode()).rows[:2]  # fmt: skip

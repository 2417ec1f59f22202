"""A class graded: what no session can say, such as bounds, workers and pages."""

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import pytest
from classroom.a_class import an_assignment, answers_file, hand_in

from ono_tutor.atomic_files import OutputError
from ono_tutor.classroom.assignment_link import find_assignment
from ono_tutor.classroom.grading import grade as grading
from ono_tutor.classroom.grading import match_files as piles
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.mark_book import MarkBook
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.submissions import RefusedFile, Submission, find_submissions

ROSTER = Roster.parsed(b"learner,email\nBob Ray,bob@x.org\nAnn Lee,ann@x.org\nCid Fox,c@x.org\n")


def graded(folder, assignment=None, **options):
    """The outcomes of what is in a folder."""
    return list(grade_class(assignment or an_assignment(), find_submissions([folder]), **options))


def learners(folder, assignment=None, **options):
    """The learners' outcomes by the name handed in under."""
    found = graded(folder, assignment, **options)
    return {each.marked.learner.name: each for each in found if isinstance(each, GradedLearner)}


def test_one_learner_cannot_fill_the_memory(tmp_path, monkeypatch):
    """So many files, so many bytes; what is beyond is refused by name."""
    for number in range(4):
        hand_in(tmp_path, str(number), "Ann", number)

    for limit, most, count in (("MOST_FILES", 2, 2), ("MOST_BYTES", 1, 1)):
        monkeypatch.setattr(piles, limit, most)
        found = graded(tmp_path)
        refused = [each for each in found if isinstance(each, RefusedFile)]
        names = [each.name.rpartition("/")[2] for each in refused]
        assert names == [f"{number}.json" for number in range(count, 4)]
        assert {each.cause for each in refused} == {"too-many-files"}
        assert len(found[-1].marked.files) == count


def test_each_file_is_read_once_and_what_is_done_is_told_step_by_step(tmp_path):
    """What is gone once it was read is graded; first files are counted, then learners."""
    files = [hand_in(tmp_path, name, name, count) for name, count in (("Ann", 3), ("Bob", 4))]
    steps = []

    def tell(*step):
        steps.append(step)
        for path in files if step == ("reading", 2, 0) else ():
            path.unlink()

    assert [each.marked.earned for each in graded(tmp_path, tell=tell)] == [3, 4]
    assert steps == [("reading", 1, 0), ("reading", 2, 0), ("grading", 2, 2)]


def test_a_disk_without_room_for_the_files_is_told():
    """An error of ours gives the reason."""
    more = f'{{"x": "{os.urandom(50_000).hex()}", "format"'
    text = answers_file("Ann", 4).replace('{"format"', more)
    with MarkBook() as book:
        book._data.execute("PRAGMA max_page_count = 1")
        with pytest.raises(OutputError, match="full"):
            list(grade_class(an_assignment(), [Submission("a.json", text.encode())], book=book))


@pytest.mark.slow
def test_the_outcome_is_the_same_for_any_number_of_workers(tmp_path, monkeypatch):
    """And for any size of the chunks, with pages and refusals among them."""
    for number in range(20):
        hand_in(tmp_path, f"{number:02}", f"Learner {number % 15}", number % 5)
    (tmp_path / "07b.json").write_text("{", encoding="utf-8")
    wanted = graded(tmp_path, roster=ROSTER, with_feedback=True)
    monkeypatch.setattr(grading, "WINDOW", 3)

    for pool in (ThreadPoolExecutor(1), ThreadPoolExecutor(4), ProcessPoolExecutor(2)):
        with pool as executor:
            options = {"executor": executor, "with_feedback": True, "at_once": 2}
            assert wanted == graded(tmp_path, roster=ROSTER, **options)
    assert len(wanted) == 1 + 3 + 15


def test_a_page_is_made_for_who_handed_in_without_advice_for_the_teacher(tmp_path):
    """Names are escaped; the page says why a file is not graded, and not what a teacher can do."""
    moodle = "{}_4417_assignsubmission_file_"
    hand_in(tmp_path / moodle.format("Ann Lee"), "a", "Bob Ray", 4)
    hand_in(tmp_path / moodle.format("Ann Lee"), "b", "Ann Lee", 1)
    hand_in(tmp_path, "c", "Cid <b>Lee", 3)

    found = learners(tmp_path, roster=ROSTER, with_feedback=True)

    assert found["Bob Ray"].page is None
    assert "the name in it is &#39;Bob Ray&#39;." in found["Ann Lee"].page
    assert "column alias" not in found["Ann Lee"].page
    assert "Cid &lt;b&gt;Lee" in found["Cid <b>Lee"].page
    assert "<b>Lee" not in found["Cid <b>Lee"].page


def test_practice_page_answers_to_a_shipped_set_are_taken(tmp_path):
    """They name the set by its name, and an assignment of just these puzzles goes by it too."""
    task = replace(find_assignment("double-play-1980"), id="my-week")
    text = answers_file("Ann", 4, assignment="double-play-1980")
    (tmp_path / "1.json").write_text(text, encoding="utf-8")

    assert learners(tmp_path, task)["Ann"].marked.earned == 4

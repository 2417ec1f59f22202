"""A class graded: who is graded, what counts together, what is told."""

import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from classroom.a_class import RIGHT, an_assignment, answers_file, hand_in

from ono_tutor.atomic_files import OutputError
from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.assignment_link import find_assignment
from ono_tutor.classroom.grading import grade as grading
from ono_tutor.classroom.grading import match_files as piles
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.mark_book import MarkBook
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.marking import Late
from ono_tutor.classroom.submissions import RefusedFile, Submission, find_submissions

ROSTER = Roster.parsed(b"learner,email\nBob Ray,bob@x.org\nAnn Lee,ann@x.org\nCid Fox,c@x.org\n")


def outcomes(
    folder: Path,
    roster: Roster | None = None,
    assignment: Assignment | None = None,
    late: Late = Late.COUNT,
) -> list[GradedLearner | RefusedFile]:
    return list(
        grade_class(
            assignment or an_assignment(), find_submissions([folder]), roster=roster, late=late
        )
    )


def learners(
    folder: Path, roster: Roster | None = None, **more: Assignment
) -> dict[str, GradedLearner]:
    """The learners' outcomes by name."""
    all_ = outcomes(folder, roster, **more)
    return {each.marked.learner.name: each for each in all_ if isinstance(each, GradedLearner)}


def refusals(folder: Path, roster: Roster | None = None) -> list[tuple[str, str]]:
    """The names without their folder and the causes of what was refused."""
    all_ = outcomes(folder, roster)
    return [(Path(each.name).name, each.cause) for each in all_ if isinstance(each, RefusedFile)]


def test_the_puzzles_dealt_are_those_of_the_name_that_was_handed_in_under(tmp_path: Path) -> None:
    """An id deals other puzzles than a name; a learner is graded on what was shown."""
    base = an_assignment()
    pool = tuple(item.puzzles[0] for item in base.items)
    dealt = replace(base, items=(Item(pool), Item(pool)), feedback=Feedback.AFTER)
    hand_in(tmp_path, "1", "ann@x.org", 4)

    ann = learners(tmp_path, ROSTER, assignment=dealt)["ann@x.org"].marked

    assert [item.puzzle for item in ann.items] == [
        entry.id for entry in dealt.entries_of(ann.learner)
    ]
    assert ann.earned == 2


def test_a_part_of_the_tasks_earns_what_it_earns(tmp_path: Path) -> None:
    """What is not answered earns nothing."""
    text = answers_file("Ann", 4)
    first = next(iter(RIGHT))
    (tmp_path / "1.json").write_text(text.replace(f'"{first}"', '"not-set"'), encoding="utf-8")

    ann = learners(tmp_path)["Ann"].marked

    assert (ann.earned, ann.answered) == (3, 3)
    assert ann.notes == (
        "Answers to puzzles that are not in this assignment do not count: 'not-set'.",
    )


def test_one_learner_cannot_fill_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So many files, so many bytes; what is beyond is refused by name."""
    monkeypatch.setattr(piles, "MOST_FILES", 2)
    for number in range(4):
        hand_in(tmp_path, str(number), "Ann", number)

    assert refusals(tmp_path) == [("2.json", "too-many-files"), ("3.json", "too-many-files")]
    monkeypatch.setattr(piles, "MOST_BYTES", 1)
    assert [name for name, _ in refusals(tmp_path)] == ["1.json", "2.json", "3.json"]
    assert len(learners(tmp_path)["Ann"].marked.files) == 1


def test_what_is_gone_once_it_was_read_is_graded(tmp_path: Path) -> None:
    """Each file is read once, and kept in the mark book."""
    files = [hand_in(tmp_path, name, name, count) for name, count in (("Ann", 3), ("Bob", 4))]

    def remove(*step: object) -> None:
        if step == ("reading", 2, 0):
            for path in files:
                path.unlink()

    found = grade_class(an_assignment(), find_submissions([tmp_path]), tell=remove)

    assert [each.marked.earned for each in found if isinstance(each, GradedLearner)] == [3, 4]


def test_a_disk_without_room_for_the_files_is_told(tmp_path: Path) -> None:
    """An error of ours gives the reason."""
    text = answers_file("Ann", 4).replace(
        '{"format"', f'{{"x": "{os.urandom(50_000).hex()}", "format"'
    )
    with MarkBook() as book:
        book._data.execute("PRAGMA max_page_count = 1")

        with pytest.raises(OutputError, match="full"):
            list(grade_class(an_assignment(), [Submission("a.json", text.encode())], book=book))


@pytest.mark.slow
def test_the_outcome_is_the_same_for_any_number_of_workers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And for any size of the chunks, with pages and refusals among them."""
    for number in range(20):
        hand_in(tmp_path, f"{number:02}", f"Learner {number % 15}", number % 5)
    (tmp_path / "07b.json").write_text("{", encoding="utf-8")
    wanted = list(
        grade_class(
            an_assignment(), find_submissions([tmp_path]), roster=ROSTER, with_feedback=True
        )
    )
    monkeypatch.setattr(grading, "CHUNK_PAGES", 2)
    monkeypatch.setattr(grading, "WINDOW", 3)

    for pool in (ThreadPoolExecutor(1), ThreadPoolExecutor(4), ProcessPoolExecutor(2)):
        with pool as executor:
            sources = find_submissions([tmp_path])
            assert wanted == list(
                grade_class(
                    an_assignment(), sources, roster=ROSTER, executor=executor, with_feedback=True
                )
            )
    assert len(wanted) == 1 + 3 + 15


def test_a_page_is_made_for_who_handed_in(tmp_path: Path) -> None:
    """Only when pages are asked for."""
    hand_in(tmp_path, "1", "Ann <b>Lee", 3)

    pages = [
        each.page
        for each in grade_class(
            an_assignment(), find_submissions([tmp_path]), roster=ROSTER, with_feedback=True
        )
        if isinstance(each, GradedLearner)
    ]

    assert pages[:3] == [None] * 3
    assert pages[3] is not None
    assert "Ann &lt;b&gt;Lee" in pages[3]
    assert "<b>Lee" not in pages[3]


def test_what_is_done_is_told_step_by_step(tmp_path: Path) -> None:
    """First the files as they are read, then the learners as they are graded."""
    for number in range(3):
        hand_in(tmp_path, str(number), f"Learner {number}", 1)
    steps = []

    def tell(*step: object) -> None:
        steps.append(step)

    list(grade_class(an_assignment(), find_submissions([tmp_path]), tell=tell))

    assert steps == [*(("reading", done, 0) for done in (1, 2, 3)), ("grading", 3, 3)]


def test_practice_page_answers_to_a_shipped_set_are_taken(tmp_path: Path) -> None:
    """They name the set by its name, and an assignment of just these puzzles goes by it too."""
    task = find_assignment("double-play-1980")
    (tmp_path / "1.json").write_text(
        answers_file("Ann", 4, assignment="double-play-1980"), encoding="utf-8"
    )

    assert learners(tmp_path, assignment=replace(task, id="my-week"))["Ann"].marked.earned == 4


def test_advice_for_the_teacher_is_not_on_the_learners_page(tmp_path: Path) -> None:
    """The page says why a file is not graded; the table says what the teacher can do."""
    moodle = "{}_4417_assignsubmission_file_"
    roster = Roster.parsed(b"learner\nAnn Lee\nEve Sly\n")
    hand_in(tmp_path / moodle.format("Eve Sly"), "a", "Ann Lee", 4)
    hand_in(tmp_path / moodle.format("Ann Lee"), "b", "Ann Lee", 4)
    hand_in(tmp_path / moodle.format("Eve Sly"), "c", "Eve Sly", 1)

    sources = find_submissions([tmp_path])
    all_ = grade_class(an_assignment(), sources, roster=roster, with_feedback=True)
    found = {each.name: each for each in all_ if isinstance(each, GradedLearner)}

    eve = [note for note in found["Eve Sly"].notes if "not graded" in note]
    assert [note.endswith("and the name in it is 'Ann Lee'.") for note in eve] == [True]
    assert "column alias" not in str(found["Eve Sly"].page)

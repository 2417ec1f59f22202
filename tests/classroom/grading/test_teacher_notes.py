"""What a teacher is told beside the marks: near names, what was unread, whose puzzles these are."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from classroom.a_class import ENTRIES, RIGHT, an_assignment, answers_file, hand_in

from ono_tutor.classroom import answers_file as files
from ono_tutor.classroom.answers_file import AnswerRow
from ono_tutor.classroom.assignment import Assignment, Feedback, Item, Learner
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.submissions.find import find_submissions

MOODLE = "{}_4417_assignsubmission_file_"
ROSTER = Roster.parsed(b"learner\nHana Sato\nIvan Petrov\nCid Fox\n")
ALIAS = Roster.parsed(b"learner,alias\nHana Sato,Hana Satto; H. S.\nIvan Petrov,\nCid Fox,\n")
DEALT = replace(
    an_assignment(feedback=Feedback.AFTER), items=tuple(Item(tuple(ENTRIES)) for _ in range(8))
)


def outcomes(
    folder: Path, roster: Roster | None = ROSTER, task: Assignment | None = None
) -> dict[str, GradedLearner]:
    """The learners' outcomes by the name that the roster has, else that in the file."""
    all_ = grade_class(
        task or an_assignment(), find_submissions([folder]), roster=roster, with_feedback=True
    )
    found_ = [each for each in all_ if isinstance(each, GradedLearner)]
    return {each.name: each for each in found_}


def dealt_file(folder: Path, name: str, learner: str, puzzles_of: str) -> None:
    """Right answers to the puzzles of somebody, under this name."""
    entries = {entry.id: None for entry in DEALT.entries_of(Learner(puzzles_of))}
    rows = (AnswerRow(key, json.dumps(RIGHT[key])) for key in entries)
    folder.mkdir(parents=True, exist_ok=True)
    text = files.answers_text(DEALT.id, Learner(learner), rows)
    (folder / name).write_text(text, "utf-8")


def test_who_is_unknown_is_told_with_who_it_may_be_and_is_not_matched(tmp_path):
    """Both lines point to each other; nothing of it stands on the learner's page."""
    hand_in(tmp_path, "a", "Sato Hana", 4)

    them = outcomes(tmp_path)

    swapped, sato = them["Sato Hana"], them["Hana Sato"]
    assert swapped.status == "graded, unknown"
    assert swapped.notes == (
        "Sato Hana: perhaps Hana Sato, by the words of the name or the name of the file or "
        "folder. Write the name as it is in the file into the column alias of your roster.",
    )
    assert sato.status == "missing"
    assert "not in the roster: Sato Hana" in sato.notes[0]
    assert swapped.page is not None
    assert "column alias" not in swapped.page


def test_the_folder_of_an_lms_decides_whose_a_file_with_an_unknown_name_is(tmp_path):
    """The puzzles are those of the name in the file; the teacher is told of both."""
    hand_in(tmp_path / MOODLE.format("Hana Sato"), "a", "Hana Satto", 4)

    sato = outcomes(tmp_path)["Hana Sato"]

    assert (sato.status, sato.marked.earned) == ("graded", 4)
    assert "folder of Hana Sato, and the name in it is 'Hana Satto'" in sato.notes[0]


def test_under_an_alias_the_puzzles_stay_those_of_the_name_in_the_file(tmp_path):
    """So a misspelt name costs nothing, where a corrected one would."""
    dealt_file(tmp_path / "in", "a.json", "Hana Satto", "Hana Satto")
    assert DEALT.entries_of(Learner("Hana Satto")) != DEALT.entries_of(Learner("Hana Sato"))

    sato = outcomes(tmp_path, ALIAS, DEALT)["Hana Sato"]

    assert (sato.is_known, sato.marked.earned) == (True, 8)


def test_answers_to_puzzles_of_others_are_one_line_and_do_not_count(tmp_path):
    """The learner is told of them, and the teacher too."""
    pairs = [Item((entry, replace(entry, id=f"{entry.id}-b"))) for entry in ENTRIES]
    task = replace(DEALT, items=tuple(pairs))
    mine = set(task.entries_of(Learner("Hana Sato")))
    other = next(
        name for name in map(str, range(99)) if mine.isdisjoint(task.entries_of(Learner(name)))
    )
    rows = [AnswerRow(entry.id, '"certain"') for entry in task.entries_of(Learner(other))]
    text = files.answers_text(task.id, Learner("Hana Sato"), rows)
    (tmp_path / "a.json").write_text(text, encoding="utf-8")

    sato = outcomes(tmp_path, task=task)["Hana Sato"]

    assert sato.marked.notes == (
        "4 answers are to puzzles that were dealt to others; they do not count.",
    )
    assert sato.notes == sato.marked.notes


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.json", answers_file("Cid Fox", 4)[:-40]),
        ("essay.docx", "PK"),
        ("a.json", "Dear teacher"),
    ],
)
def test_whose_folder_holds_only_what_cannot_be_graded_is_not_missing(tmp_path, name, content):
    """A hint alone: the mark stays 0, and the file and the cause are named."""
    folder = tmp_path / MOODLE.format("Cid Fox")
    folder.mkdir()
    (folder / name).write_text(content, encoding="utf-8")

    cid = outcomes(tmp_path)["Cid Fox"]

    assert (cid.status, cid.marked.earned, cid.page) == ("not gradable", 0, None)
    assert f"Cid Fox_4417_assignsubmission_file_/{name}" in cid.notes[0]


def test_such_a_file_says_nothing_of_who_has_handed_in_another(tmp_path):
    """A broken file beside a good one of the same person's folder changes no line."""
    folder = tmp_path / MOODLE.format("Cid Fox")
    hand_in(folder, "a", "Cid Fox", 4)
    (folder / "b.json").write_text("{", encoding="utf-8")

    cid = outcomes(tmp_path)["Cid Fox"]

    assert (cid.status, cid.notes) == ("graded", ())


def test_answers_for_another_assignment_alone_are_not_gradable_either(tmp_path):
    """There the file itself says whose it is."""
    (tmp_path / "1.json").write_text(
        answers_file("Cid Fox", 4, assignment="week-2"), encoding="utf-8"
    )

    assert outcomes(tmp_path)["Cid Fox"].status == "not gradable"


def test_an_answer_that_cannot_be_read_leaves_a_note_and_uses_up_no_attempt(tmp_path):
    """On the page as well; the answer after it counts."""
    key = ENTRIES[0].id
    rows = [AnswerRow(key, '"quiet"'), AnswerRow(key, json.dumps(RIGHT[key]))]
    (tmp_path / "1.json").write_text(
        files.answers_text("week-1", Learner("Ann"), rows), encoding="utf-8"
    )

    ann = outcomes(tmp_path, None)["Ann"]

    assert ann.marked.earned == 1
    assert ann.marked.notes[0].startswith("Item 1, written 'quiet': ")
    assert ann.page is not None
    assert "Item 1, written" in ann.page


@pytest.mark.parametrize("feedback", list(Feedback))
def test_every_item_that_cannot_be_read_has_its_note(tmp_path, feedback):
    """Whatever the assignment tells of, whatever the answer is made of."""
    given = ['"quiet"', '{"x": 1}', "[1.5]", '"?!"']
    rows = [AnswerRow(entry.id, text) for entry, text in zip(ENTRIES, given, strict=True)]
    (tmp_path / "1.json").write_text(
        files.answers_text("week-1", Learner("Ann"), rows), encoding="utf-8"
    )

    ann = outcomes(tmp_path, None, an_assignment(feedback=feedback))["Ann"]

    assert [note[:7] for note in ann.marked.notes] == [f"Item {number}," for number in range(1, 5)]


def test_an_answer_that_was_not_understood_is_not_said_to_be_one_too_many(tmp_path):
    """It is no attempt; a wrong answer after it is the first."""
    wrong = next(word for word in ("certain", "lost") if word != RIGHT[ENTRIES[0].id])
    rows = [AnswerRow(ENTRIES[0].id, json.dumps(word)) for word in ("quiet", wrong)]
    (tmp_path / "1.json").write_text(
        files.answers_text("week-1", Learner("Ann"), rows), encoding="utf-8"
    )

    (note,) = outcomes(tmp_path, None)["Ann"].marked.notes

    assert note.startswith("Item 1, written 'quiet': ")


def test_two_different_files_of_one_learner_are_always_told(tmp_path):
    """By their short names where these differ."""
    hand_in(tmp_path, "a", "Ann", 1)
    found = json.loads((tmp_path / "a.json").read_text(encoding="utf-8"))
    (tmp_path / "b.json").write_text(
        json.dumps(found | {"answers": found["answers"][:2]}), encoding="utf-8"
    )

    ann = outcomes(tmp_path, None)["Ann"]

    assert ann.marked.notes[0] == "2 different files were handed in: a.json, b.json."


def test_answers_that_differ_only_in_their_times_are_no_other_answers(tmp_path):
    """The first hand-in counts, and there is nothing to tell of the second but that it is there."""
    task = an_assignment(feedback=Feedback.AFTER)
    hand_in(tmp_path, "a", "Ann", 2)
    hand_in(tmp_path, "b", "Ann", 2, at="2026-11-20T12:30:00Z")

    ann = outcomes(tmp_path, None, task)["Ann"]

    assert ann.marked.notes == ("2 different files were handed in: a.json, b.json.",)


def test_advice_for_the_teacher_is_not_on_the_learners_page(tmp_path):
    """The page says why a file is not graded; the refusal says what the teacher can do."""
    roster = Roster.parsed(b"learner\nAnn Lee\nEve Sly\n")
    hand_in(tmp_path / MOODLE.format("Eve Sly"), "a", "Ann Lee", 4)
    hand_in(tmp_path / MOODLE.format("Ann Lee"), "b", "Ann Lee", 4)
    (tmp_path / MOODLE.format("Eve Sly") / "c.json").write_text(
        answers_file("Eve Sly", 1), encoding="utf-8"
    )

    eve = outcomes(tmp_path, roster)["Eve Sly"]

    (note,) = (note for note in eve.marked.notes if "not graded" in note)
    assert note.endswith("folder of 'Eve Sly', and the name in it is 'Ann Lee'.")
    assert eve.page is not None
    assert "roster" not in eve.page

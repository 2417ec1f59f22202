"""Ten pupils who cheat, each in another way: what each gets, and what the teacher is told."""

import csv
import os
import re
from datetime import datetime
from pathlib import Path

import pytest
from classroom.a_class import ENTRIES, RIGHT, WRONG
from classroom.hostile import answers, row, zipped
from click.testing import CliRunner

from ono_tutor.classroom.assignment import Assignment, Feedback, Item, assignment_text
from ono_tutor.cli.main import main

DUE = "2026-11-20T18:00:00Z"
BEFORE, LATER, LATE = (f"2026-11-20T{hour}:00:00Z" for hour in ("10", "11", "19"))
PUPILS = [
    "Ann Lee",
    "Ben Ray",
    "Cid Fox",
    "Dot Poe",
    "Eve Sly",
    "Fay Orr",
    "Gus Zed",
    "Hal Ivy",
    "Ida Key",
    "Jo Low",
]
BLACKBOARD = "Week 1_{}_attempt_{}_answers.json"


def given(right, at=BEFORE, attempt=1):
    """A row for each of the four items: so many right, the others wrong."""
    words = [(RIGHT if place < right else WRONG)[each.id] for place, each in enumerate(ENTRIES)]
    return [
        row(each.id, word, at=at, attempt=attempt)
        for each, word in zip(ENTRIES, words, strict=True)
    ]


def guessed(at=BEFORE):
    """Each possible answer, as if each were a hand-in of its own."""
    return [
        row(each.id, word, at=at, attempt=attempt)
        for each in ENTRIES
        for attempt, word in enumerate(("certain", "lost"), 1)
    ]


class Room:
    """A class's folder, and what grading makes of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "class.csv").write_text("\n".join(["learner", *PUPILS]), encoding="utf-8")

    def hand_in(self, path, learner, rows, came=BEFORE, **more):
        """A file at a path of the LMS's folder, written at this time."""
        where = self.folder / "in" / path
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_bytes(answers("week-1", learner, rows, **more))
        seconds = datetime.fromisoformat(came).timestamp()
        os.utime(where, (seconds, seconds))

    def graded(
        self,
        *words,
        feedback=Feedback.AFTER,
        attempts=1,
        due=DUE,
        opens="",
        roster=("--class", "class.csv"),
    ):
        """The lines of marks.csv by name."""
        items = tuple(Item((entry,)) for entry in ENTRIES)
        task = self.folder / "week-1.json"
        task.write_text(
            assignment_text(Assignment("week-1", "Week 1", items, feedback, attempts, due, opens)),
            encoding="utf-8",
        )
        out = self.folder / "out"
        listed = [*roster[:1], *(self.folder / name for name in roster[1:])]
        words = ["grade", task, self.folder / "in", "-o", out, *listed, *words]
        self.said = CliRunner().invoke(main, list(map(str, words))).output
        with (out / "marks.csv").open(encoding="utf-8-sig", newline="") as file:
            return {line["learner"]: line for line in csv.DictReader(file)}


@pytest.fixture
def room(tmp_path):
    return Room(tmp_path)


def moodle(name):
    """The folder of a learner, as Moodle gives it."""
    return f"{name}_{4400 + PUPILS.index(name)}_assignsubmission_file_"


def test_a_class_mates_name_takes_nothing_from_the_class_mate(room):
    """Eve uploads wrong answers under Ann's name: hers are refused, and both names are told."""
    room.hand_in(f"{moodle('Ann Lee')}/a.json", "Ann Lee", given(4))
    room.hand_in(f"{moodle('Eve Sly')}/a.json", "Ann Lee", given(0, BEFORE.replace("10", "09")))

    them = room.graded(attempts=2)

    assert (them["Ann Lee"]["points"], them["Ann Lee"]["notes"]) == ("4", "")
    assert (them["Eve Sly"]["points"], them["Eve Sly"]["status"]) == ("0", "not gradable")
    assert "folder of 'Eve Sly', and the name in it is 'Ann Lee'" in them["Eve Sly"]["notes"]


def test_an_archive_within_the_own_folder_is_still_ones_own(room):
    """Ben packs a folder named as Ann's into what he hands in."""
    room.hand_in(f"{moodle('Ann Lee')}/a.json", "Ann Lee", given(4))
    inner = zipped({f"{moodle('Ann Lee')}/a.json": answers("week-1", "Ann Lee", given(0))})
    path = room.folder / "in" / moodle("Ben Ray") / "mine.zip"
    path.parent.mkdir()
    path.write_bytes(inner)

    them = room.graded()

    assert them["Ann Lee"]["points"] == "4"
    assert "folder of 'Ben Ray'" in them["Ben Ray"]["notes"]


def test_a_copy_of_anothers_file_is_nobodys_second_copy(room):
    """Cid uploads Ann's very file: the same bytes count in her folder alone."""
    for name in ("Ann Lee", "Cid Fox"):
        room.hand_in(f"{moodle(name)}/a.json", "Ann Lee", given(4))

    them = room.graded()

    assert [them[name]["points"] for name in ("Ann Lee", "Cid Fox")] == ["4", "0"]


def test_one_file_is_one_hand_in(room):
    """Dot claims two hand-ins in one file, to have two guesses at each item."""
    room.hand_in(f"{moodle('Dot Poe')}/a.json", "Dot Poe", guessed())

    dot = room.graded(attempts=2)["Dot Poe"]

    assert int(dot["points"]) == sum(RIGHT[entry.id] == "lost" for entry in ENTRIES)
    assert "One file is one hand-in" in dot["notes"]


@pytest.mark.parametrize("feedback", list(Feedback))
def test_a_second_file_that_is_dated_back_does_not_win(room, feedback):
    """Fay knows the answers by now, and writes an earlier time; and a later one does no better."""
    room.hand_in(f"{moodle('Fay Orr')}/b.json", "Fay Orr", given(0, LATER), came=LATER)
    room.hand_in(f"{moodle('Fay Orr')}/a.json", "Fay Orr", given(4), came=LATE)

    fay = room.graded(feedback=feedback)["Fay Orr"]

    assert fay["points"] == "0"
    assert "earlier" in fay["notes"] or "handed in before" in fay["notes"]


@pytest.mark.parametrize("at", [None, "0001-01-01T00:00:00Z"])
def test_no_time_and_the_year_1_do_not_beat_the_deadline(room, at):
    """Gus leaves the time out: that of the file counts."""
    room.hand_in(f"{moodle('Gus Zed')}/a.json", "Gus Zed", given(4, at), came=LATE)

    gus = room.graded("--late", "refuse")["Gus Zed"]

    assert gus["points"] == "0"
    assert "the time of the file counts, Friday 20 November 2026, 19:00 (UTC)" in gus["notes"]


@pytest.mark.parametrize("due", ["", DUE])
def test_an_answer_from_before_the_opening_is_told(room, due):
    """Gus had the file early; his times are the file's, whether or not there is a deadline."""
    room.hand_in(f"{moodle('Gus Zed')}/a.json", "Gus Zed", given(4, BEFORE), came=LATE)

    gus = room.graded(due=due, opens=LATER)["Gus Zed"]

    assert gus["points"] == "4"
    assert gus["status"] == ("graded, late" if due else "graded")
    assert "one before they could be asked; the time of the file counts, Friday" in gus["notes"]


def test_the_time_of_the_lms_bounds_what_a_file_claims(room):
    """Hal uploads after the deadline, and writes times before it."""
    room.hand_in(BLACKBOARD.format("hal ivy", "2026-11-20-19-00-00"), "Hal Ivy", given(4), LATE)

    hal = room.graded("--late", "refuse")["Hal Ivy"]

    assert hal["points"] == "0"
    assert "came on Friday 20 November 2026, 19:00 (UTC), and that is late" in hal["notes"]


def test_a_time_after_the_files_own_is_told(room):
    """Ida's clock, or Ida, is wrong; the teacher is told, and the answers count."""
    room.hand_in(f"{moodle('Ida Key')}/a.json", "Ida Key", given(4, LATE), came=BEFORE)

    ida = room.graded()["Ida Key"]

    assert ida["status"] == "graded, late"
    assert "answered until Friday 20 November 2026, 19:00 (UTC), and it is from" in ida["notes"]


def test_hand_ins_from_outside_an_lms_that_do_not_agree_are_kept_for_the_teacher(room):
    """Jo's enemy sends a file by mail under Jo's name; the teacher chooses, and it stays chosen."""
    room.hand_in("mail/1.json", "Jo Low", given(0))
    room.hand_in("mail/2.json", "Jo Low", given(4, LATER), came=LATER)

    jo = room.graded()["Jo Low"]

    assert jo["status"] == "choose"
    assert "1.json earns 0" in jo["notes"]
    assert "2.json earns 4" in jo["notes"]
    assert "Not in the imports until you have chosen a hand-in: 1 (Jo Low)." in room.said
    table = room.folder / "out" / "overrides.csv"
    table.write_text(
        "learner,file,comment\nJo Low,2.json,The other is not yours.\n", encoding="utf-8"
    )

    for _ in range(2):
        jo = room.graded()["Jo Low"]
        assert (jo["points"], jo["status"]) == ("4", "graded")
        assert "The other is not yours." in jo["notes"]


CANVAS_LATE = "ivyhal_LATE_4407_{}_answers.json"


def test_what_canvas_calls_late_is_late(room):
    """Hal uploads after the deadline to Canvas, which says so in the name; an extension lifts it."""
    room.hand_in(CANVAS_LATE.format(771), "Hal Ivy", given(4))

    hal = room.graded("--late", "refuse")["Hal Ivy"]

    assert hal["points"] == "0"
    assert "Canvas calls the file" in hal["notes"]
    table = room.folder / "out" / "overrides.csv"
    table.write_text("learner,due\nHal Ivy,2026-11-21T18:00:00Z\n", encoding="utf-8")
    hal = room.graded("--late", "refuse")["Hal Ivy"]
    assert hal["points"] == "4"
    assert "late, by Canvas's deadline; here the deadline of this learner is Satur" in hal["notes"]
    assert hal["notes"].endswith("write its time into the column uploaded of overrides.csv.")


def test_what_canvas_calls_late_is_late_without_a_deadline_here(room):
    """Nothing else is said of the time; the teacher, who knows better, has the last word."""
    room.hand_in(CANVAS_LATE.format(771), "Hal Ivy", given(4))

    hal = room.graded("--late", "refuse", due="")["Hal Ivy"]

    assert (hal["points"], hal["status"]) == ("0", "graded, late")
    assert hal["notes"].endswith(
        "so its answers are late. Answers that are late and do not count: 4."
    )
    assert room.graded("--late", "count", due="")["Hal Ivy"]["points"] == "4"
    table = room.folder / "out" / "overrides.csv"
    table.write_text("learner,uploaded\nHal Ivy,2026-11-20T18:00:00Z\n", encoding="utf-8")
    hal = room.graded("--late", "refuse")["Hal Ivy"]
    assert (hal["points"], hal["status"]) == ("4", "graded")


@pytest.mark.parametrize(
    "theirs",
    [
        f"{moodle('Eve Sly')}/{moodle('Ann Lee')}/a.json",
        f"{moodle('Eve Sly')}/mine/{moodle('Ann Lee')}/a.json",
        f"{BLACKBOARD.format('eve sly', '2026-11-20-10-00-00')}_ann lee_attempt_2026-11-20-09-00-00_.json",
        f"all.zip > {moodle('Eve Sly')}/{'x' * 250}/{'y' * 250}/{moodle('Ann Lee')}/a.json",
    ],
)
def test_what_a_learner_calls_a_folder_or_a_file_does_not_make_it_a_class_mates(room, theirs):
    """Eve gives hers the names that an LMS gives to Ann's; the outermost name alone decides."""
    room.hand_in(f"{moodle('Ann Lee')}/a.json", "Ann Lee", given(4))
    archive, _, member = theirs.rpartition(" > ")
    if archive:
        folder = room.folder / "in" / ("a long path " * 15)
        folder.mkdir(parents=True)
        (folder / archive).write_bytes(
            zipped({member: answers("week-1", "Ann Lee", given(0, "2026-11-20T09:00:00Z"))})
        )
    else:
        room.hand_in(theirs, "Ann Lee", given(0, "2026-11-20T09:00:00Z"))

    them = room.graded(attempts=2)

    assert (them["Ann Lee"]["points"], them["Ann Lee"]["notes"]) == ("4", "")
    assert them["Eve Sly"]["status"] == "not gradable"


def test_no_sentence_begins_with_the_name_of_a_file():
    """It would get a capital letter, and be another file's name."""
    folder = Path(__file__).parents[3] / "ono_tutor" / "classroom"
    begins = re.compile(r'N_\(\s*"\{(file|folder|table|path)\}(?! earns)')

    assert [
        str(path)
        for path in folder.rglob("*.py")
        if begins.search(path.read_text(encoding="utf-8"))
    ] == []


def test_without_a_class_list_a_name_in_anothers_folder_is_told(room):
    """Eve hands in nothing under Ann's name, before Ann does; a participant's number says nothing."""
    room.hand_in(f"{moodle('Eve Sly')}/a.json", "Ann Lee", given(0))
    room.hand_in("Participant 17_4417_assignsubmission_file_/a.json", "Bob Ray", given(4))
    room.hand_in("orrfay_4405_771_a.json", "Fay Orr", given(4))
    (room.folder / "class.csv").unlink()

    them = room.graded(roster=())

    assert "folder of 'Eve Sly', and the name in it is 'Ann Lee'" in them["Ann Lee"]["notes"]
    assert "folder of 'Eve Sly', and the name in it is 'Ann Lee'" in room.said
    assert [them[name]["notes"] for name in ("Bob Ray", "Fay Orr")] == ["", ""]


@pytest.mark.parametrize("text", [answers("week-1", "Ann Lee", ()), b'{"nbformat": 4}'])
def test_what_is_given_for_the_assignment_by_mistake_is_told_what_would_be_right(tmp_path, text):
    """With what the right file is called."""
    (tmp_path / "a.json").write_bytes(text)
    said = CliRunner().invoke(main, ["grade", str(tmp_path / "a.json"), str(tmp_path)]).output
    assert "is read here: a file that ends in .assignment.json" in said

"""The tables of marks: for people, and as the imports of Moodle and Canvas read them."""

import csv
import io
from collections.abc import Iterable, Mapping

import pytest
from classroom.a_class import an_assignment, answers_file
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.marks_folder import page_name
from ono_tutor.classroom.grading.roster import FORMULAS, Roster, csv_escape
from ono_tutor.classroom.grading.tables import (
    CanvasTable,
    MarksTable,
    MoodleTable,
    percent,
)
from ono_tutor.classroom.marking import Judge, mark_learner

CANVAS = Roster.parsed(
    b"Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (77)\n"
    b'"Lee, Ann",101,U1,alee,A,\n"Ray, Bob",102,,bray,A,\n"Fox, Cid",,,,A,\n'
)
MOODLE = Roster.parsed(
    b"First name,Surname,ID number,Email address\nAnn,Lee,1,ann@x.org\nBob,Ray,2,\nCid,Fox,,c@x.org\n"
)
BLACKBOARD: dict[str, int] = {"Ann Lee": 3, "Bob Ray": 0, "Cid Fox": 4, "Dot Unknown": 1}


def outcome(
    learner: str, right: int, assignment: Assignment, roster: Roster | None
) -> GradedLearner:
    """What grading gives for a learner with so many right answers."""
    found = parse_answers(answers_file(learner, right).encode())
    marked = mark_learner(Judge(assignment), Learner(learner), [("a.json", found)])
    place = roster.place_of(Learner(learner)) if roster else None
    person = roster.people[place] if roster and place is not None else None
    is_known = roster is None or place is not None
    return GradedLearner(marked, None, is_known, place, person=person)


def table(
    made: MoodleTable | CanvasTable, assignment: Assignment, roster: Roster | None
) -> list[list[str]]:
    """The file of a class as a program reads it back."""
    text = io.StringIO()
    csv.writer(text).writerows(made.heads)
    for learner, right in BLACKBOARD.items():
        item = outcome(learner, right, assignment, roster)
        row = made.row(item)
        if row is not None:
            csv.writer(text).writerow(row)
    return list(csv.reader(io.StringIO(text.getvalue()), strict=True))


def canvas_import(rows: Iterable[list[str]]) -> Mapping[str, str]:
    """Grades by Canvas's id or login, read by the checks that Canvas makes on a gradebook."""
    head, points, *learners = rows
    assert "Student" in head[0]
    assert "ID" in head[1]
    assert head[2:5] == ["SIS User ID", "SIS Login ID", "Section"]
    assert "Points Possible" in points[0]
    assert {len(row) for row in (points, *learners)} == {len(head)} == {6}
    return {row[1] or row[3] or row[0]: row[5] for row in learners}


def moodle_import(rows: list[list[str]]) -> Mapping[str, tuple[str, str]]:
    """Points and percent by user; Moodle takes no row of another length, and none without a user."""
    head, *learners = rows
    assert all(len(row) == len(head) for row in learners)
    assert all(row[0] and float(row[1]) <= 100 >= float(row[2]) for row in learners)
    return {row[0]: (row[1], row[2]) for row in learners}


def test_canvas_finds_its_learners_by_id_in_the_column_that_it_knows() -> None:
    """The number of the assignment comes from the gradebook; who has no id stays out."""
    assignment = an_assignment()
    rows = table(CanvasTable(assignment, CANVAS), assignment, CANVAS)

    assert canvas_import(rows) == {"101": "3", "102": "0"}
    assert rows[0][5] == "Week 1 (77)"
    assert rows[2][0] == "Lee, Ann"
    assert rows[1][5] == "4"


def test_without_a_roster_canvas_gets_everyone_by_name_and_that_is_said() -> None:
    """It can look for the name alone."""
    made = CanvasTable(an_assignment(), None)

    assert list(canvas_import(table(made, an_assignment(), None))) == list(BLACKBOARD)
    assert "by their name alone" in " ".join(made.advice)


@pytest.mark.parametrize(
    ("title", "column"),
    [
        ("Week 1", "Week 1"),
        ("My Final Score game", "week-1"),
        ("Week (2)", "week-1"),
        ("=1+1", "week-1"),
        ("Plays, and \"more\"", "Plays, and \"more\""),
    ],
)  # fmt: skip
def test_a_title_that_canvas_would_misread_gives_way_to_the_id(title: str, column: str) -> None:
    """Canvas passes over its own totals, and takes a number in brackets for an assignment's."""
    made = CanvasTable(an_assignment(title), None)

    assert next(made.heads)[5] == column
    assert (column in " ".join(made.advice)) == (column != title)


def test_moodle_finds_its_learners_by_what_most_of_them_have() -> None:
    """A row without it would go to the learner before, an unknown one would end the import."""
    assignment = an_assignment()
    rows = table(MoodleTable(assignment, MOODLE), assignment, MOODLE)

    assert rows[0][0] == "Email address"
    assert moodle_import(rows) == {"ann@x.org": ("3", "75.00"), "c@x.org": ("4", "100.00")}
    assert rows[1][3] == "3 of 4 points; 4 of 4 answered."


def test_moodle_is_told_the_percent_where_it_takes_no_points() -> None:
    """Moodle takes a hundred points at the most."""
    made = MoodleTable(an_assignment(points=50), MOODLE)

    assert "200 points" in " ".join(made.advice)


def test_without_a_roster_moodle_gets_the_names_and_that_is_said() -> None:
    """Learners may well have written their user names."""
    made = MoodleTable(an_assignment(), None)

    assert list(moodle_import(table(made, an_assignment(), None))) == list(BLACKBOARD)
    assert "by the name" in " ".join(made.advice)


def test_the_table_for_people_has_everything() -> None:
    """Names and ids as in the roster, numbers, a column for each item, files and feedback."""
    made = MarksTable(an_assignment(), CANVAS)
    item = outcome("ALEE", 3, an_assignment(), CANVAS)

    cells = made.row(item, "feedback/a.html")
    row = dict(zip(made.head, cells, strict=True))

    assert list(row) == [
        *("learner", "Canvas ID", "SIS User ID", "SIS Login ID"),
        *("points", "out_of", "percent", "answered", "status", "last answer"),
        *("1 (survive)", "2 (survive)", "3 (survive)", "4 (survive)"),
        *("files", "feedback", "notes"),
    ]
    assert list(row.values()) == [  # numbers are numbers
        *("Lee, Ann", "101", "U1", "alee"),
        *(3, 4, "75.00", 4, "graded", "2026-11-20T12:00:00.000Z"),
        *(1, 1, 1, 0),
        *("a.json", "feedback/a.html", ""),
    ]


@pytest.mark.parametrize(
    ("earned", "points", "shown"),
    [(2, 3, "66.67"), (1, 3, "33.33"), (1, 800, "0.13"), (5, 5, "100.00"), (0, 7, "0.00"), (0, 0, "")],
)  # fmt: skip
def test_percent_is_exact_to_two_decimals(earned: int, points: int, shown: str) -> None:
    """Halves are rounded up; of nothing there is no share."""
    assert percent(earned, points) == shown


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("Ann Lee", "Ann Lee"),
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@sum", "'@sum"),
        ("\t=1", "\\t=1"),
        ("\r=1", "\\r=1"),
        (" =1", "' =1"),
        ("＝1", "'＝1"),
        ("x;=1", "x;'=1"),
        ('x; "-1', "x; \"'-1"),
        ("Ann-Marie +1", "Ann-Marie +1"),
        ("a\nb\x1b[31m", "a\\nb\\x1b[31m"),
    ],
)
def test_a_formula_becomes_a_text(text: str, cell: str) -> None:
    """At the start of a cell, and of what a spreadsheet of another country takes for one."""
    assert csv_escape(text) == cell


@given(st.text(max_size=40))
def test_no_text_becomes_a_formula_whatever_parts_the_cells(text: str) -> None:
    """Read back with commas, semicolons, tabs or bars no cell begins as a formula does."""
    line = io.StringIO()
    csv.writer(line).writerow([csv_escape(text), 1, csv_escape(text)])

    for separator in ",;\t|":
        for cell in next(csv.reader([line.getvalue()], delimiter=separator)):
            begins = cell.lstrip(' "')
            assert not begins.startswith(tuple(FORMULAS))


@pytest.mark.parametrize(
    "name", ["CON", "../../etc/passwd", "", "李", "Ann Lee", "a" * 100, ".", "x\0y"]
)
def test_the_name_of_a_page_is_a_plain_file_name(name: str) -> None:
    """Small ASCII, no path in it, not long, none that Windows keeps for itself."""
    found = page_name(Learner(name))

    assert set(found.removesuffix(".html")) <= set("abcdefghijklmnopqrstuvwxyz0123456789-")
    assert found.endswith(".html")
    assert 12 < len(found) < 70
    assert not found.startswith("-")


def test_no_two_learners_share_a_page() -> None:
    """Names that look alike without their accents have pages of their own."""
    names = ["Ann Lee", "Ann-Lee", "Änn Lee", "Ann  Lee.", "李", "王"]

    assert len({page_name(Learner(name)) for name in names}) == len(names)
    assert page_name(Learner("ANN LEE")) == page_name(Learner("ann lee"))

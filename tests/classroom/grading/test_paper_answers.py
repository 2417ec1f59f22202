"""A class on paper: answers typed into a table, and graded as files are."""

from dataclasses import replace
from pathlib import Path

import pytest
from classroom.a_class import ENTRIES, RIGHT, an_assignment, hand_in

from ono_tutor.classroom.assignment import Assignment, Feedback, Item, Learner
from ono_tutor.classroom.grading.grade import GradedLearner, grade_class
from ono_tutor.classroom.grading.paper_answers import (
    PaperAnswers,
    form_rows,
)
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.classroom.submissions.find import RefusedFile, find_submissions
from ono_tutor.errors import FileError

ALL_RIGHT = ",".join(str(RIGHT[entry.id]) for entry in ENTRIES)


def grid(text: str, assignment: Assignment | None = None) -> PaperAnswers:
    return PaperAnswers("grid.csv", text.encode(), assignment or an_assignment())


def found(
    made: PaperAnswers, assignment: Assignment | None = None
) -> list[GradedLearner | RefusedFile]:
    task = assignment or an_assignment()
    return list(grade_class(task, made.submissions(), roster=made.roster))


def marks(made: PaperAnswers, assignment: Assignment | None = None) -> dict[str, tuple[int, int]]:
    """What each learner earned, and how many files were read."""
    outcomes = [each.marked for each in found(made, assignment) if isinstance(each, GradedLearner)]
    return {each.learner.name: (each.earned, len(each.files)) for each in outcomes}


def test_a_line_is_graded_as_a_file_with_these_words():
    """An empty cell is no answer, an empty line nothing handed in."""
    made = grid(f"learner,1,2,3,4\nAnn,{ALL_RIGHT}\nBob,{RIGHT[ENTRIES[0].id]},,,\nCid,,,,\n")

    assert marks(made) == {"Ann": (4, 1), "Bob": (1, 1), "Cid": (0, 0)}


@pytest.mark.parametrize("separator", [";", "\t"])
def test_it_is_read_in_the_encodings_and_separators_of_a_roster(separator):
    """As spreadsheets of other countries write it; other columns are passed over."""
    text = f"4,Student,1,note,2,3\n{RIGHT[ENTRIES[3].id]},José,,x,,\n".replace(",", separator)
    made = PaperAnswers("g.csv", text.encode("utf-16"), an_assignment())

    assert marks(made) == {"José": (1, 1)}


def test_a_cell_that_cannot_be_read_is_told_with_learner_item_and_what_would_be():
    """It is said of the learner's other answers nothing."""
    (ann,) = found(grid("learner,1,2\nAnn,certain,quiet\n"))

    assert isinstance(ann, GradedLearner)
    (note,) = ann.marked.notes
    assert note.startswith("Item 2, written 'quiet': ")
    assert "say certain, chance or lost" in note
    assert [(note.about, note.text) for note in ann.teacher_notes] == [("unread", note)]


def test_where_puzzles_were_dealt_the_answers_are_to_those_of_the_learner():
    """By the name that stands in the table."""
    pool = tuple(ENTRIES)
    dealt = replace(an_assignment(), items=(Item(pool), Item(pool)), feedback=Feedback.AFTER)
    lines = [
        ",".join([name, *(str(RIGHT[each.id]) for each in dealt.entries_of(Learner(name)))])
        for name in ("Ann", "Bob", "Cid", "Dot")
    ]
    made = grid("\n".join(["learner,1,2", *lines]), dealt)

    assert marks(made, dealt) == dict.fromkeys(("Ann", "Bob", "Cid", "Dot"), (2, 1))


def test_a_line_that_says_not_whose_it_is_is_refused_by_its_number():
    """The others are graded."""
    refusal, ann = found(grid("learner,1\n,certain\nAnn,certain\n"))

    assert isinstance(refusal, RefusedFile)
    assert (refusal.name, refusal.cause) == ("grid.csv > line 2", "no-name")
    assert isinstance(ann, GradedLearner)


def test_paper_and_files_of_one_learner_are_read_as_one(tmp_path: Path):
    """And that is told."""
    path = hand_in(tmp_path, "1", "Ann", 4)
    made = grid(f"learner,1\nAnn,{RIGHT[ENTRIES[0].id]}\n")
    sources = [*made.submissions(), *find_submissions([path])]

    (ann,) = grade_class(an_assignment(), sources)

    assert isinstance(ann, GradedLearner)
    assert ann.marked.earned == 4
    assert ann.marked.notes == ("2 different files were handed in: line 2, 1.json.",)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("learner,name\nAnn,x\n", "no number of an item; the items are the columns 1 to 4"),
        ("learner,1,5\nAnn,x,x\n", "there is no item 5"),
        ("learner,1,1\nAnn,x,x\n", "the column 1 is there twice"),
        ("1,2\nx,y\n", "no column that says who"),
        ("learner,1 (total)\nAnn,1\n", "no number of an item"),
        ('learner,1\n"Ann,1\n', "line 2: unexpected end"),
        ("learner,1\nAnn\0,1\n", "null characters"),
    ],
)
def test_what_is_no_table_of_answers_is_refused_with_the_reason(text, reason):
    """A table of marks is none, though its heads begin with numbers."""
    with pytest.raises(FileError, match=reason.replace("(", r"\(")):
        grid(text)


def test_the_empty_form_is_read_again_and_is_nothing_handed_in():
    """Who shares a name stands there by an id, a formula as a name again."""
    roster = Roster.parsed(b"learner,email\nAnn,a@x.org\nAnn,b@x.org\n=1+1,\nBob,\n")
    head, *rows = form_rows(an_assignment(), roster)

    assert head == ("learner", 1, 2, 3, 4)
    assert [row[0] for row in rows] == ["a@x.org", "b@x.org", "'=1+1", "Bob"]
    filled = "\n".join(",".join([str(row[0]), "certain"]) for row in rows)
    made = grid(f"learner,1\n{filled}\n")
    sources = [each for each in made.submissions() if not isinstance(each, RefusedFile)]
    outcomes = grade_class(an_assignment(), sources, roster=roster)
    assert [each.is_known for each in outcomes if isinstance(each, GradedLearner)] == [True] * 4
    blank = "\n".join(str(row[0]) for row in rows)
    assert list(grid(f"learner,1\n{blank}\n").submissions()) == []

"""A class over several assignments: each learner's line, what rises and what falls."""

import json
from dataclasses import replace

from classroom.page_reading import check_alone, page_lines
from classroom.report.classes import SETS
from classroom.small_class import IN_TIME, THREE, TOO_LATE, assignment, marks

from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.roster import CsvStyle, Person, Roster
from ono_tutor.classroom.report.over_time import (
    class_csv,
    class_over_time,
    class_page,
)
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.solver.survive import fraction

CHOOSE = "two hand-ins"
PEOPLE = ("Ann", "Bob", "Cid", "Dot", "Eve", "Fay <b>", "Gus")
IDS = (*SETS, THREE[1])
ALL = [Puzzle.load(name).answer_as_json() for name in IDS]
WEEKS = {
    "2026-12-01T18:00:00Z": [*[["certain", "certain", "chance"]] * 6, []],
    "2026-12-08T18:00:00Z": [*[ALL] * 3, ["certain", "certain", None], ALL, ["certain"], []],
    "": [[]] * 7,
}
"""The answers by deadline and learner. The sixth is late, and in the second week to be chosen for."""


def over_time(has_roster=True):
    roster = Roster.parsed("\n".join(["learner", *PEOPLE]).encode()) if has_roster else None
    graded = []
    for week, (due, answers) in enumerate(WEEKS.items(), 1):
        task = replace(assignment(ids=IDS), id=f"week-{week}", title=f"Week {week}", due=due)
        outcomes = []
        for place, (name, words) in enumerate(zip(PEOPLE, answers, strict=True)):
            marked = marks(task, name, words, at=TOO_LATE if place == 5 else IN_TIME)
            notes = (CHOOSE,) if (week, place) == (2, 5) else ()
            person = roster.people[place] if roster else Person(marked.learner)
            outcomes.append(GradedLearner(marked, person, choices=notes))
        graded.append((task, outcomes))
    return class_over_time(graded, roster)


def test_a_class_over_time_as_page_table_and_data(golden):
    """The page stands alone and escapes names, and table and data have the same numbers."""
    found = over_time()
    html = class_page(found)

    check_alone(html)
    golden("over-time.txt", page_lines(html))
    golden("over-time.csv", class_csv(found, CsvStyle.SEMICOLON))
    golden("over-time.json", json.dumps(found, indent=1, default=fraction) + "\n")


def test_without_a_roster_the_learners_are_those_who_handed_in_or_were_listed():
    """By the key of their names; with one they come in its order."""
    assert over_time(has_roster=False) == over_time()


def test_what_namesakes_handed_in_is_counted_and_nobodys_mark():
    """What is handed in under a name that two of the roster have belongs to neither of them yet."""
    task, roster = assignment(), Roster.parsed(b"learner,class\nAnn,7a\nAnn,7b\n")
    marked = marks(task, "Ann", ["certain"])
    outcome = GradedLearner(marked, Person(marked.learner), is_shared=True, choices=(CHOOSE,))
    found = class_over_time([(task, [outcome])], roster)

    (week,) = found["assignments"]
    assert (week["handed_in"], week["missing"]) == (1, ["Ann (7a)", "Ann (7b)"])
    assert [each["points"] for each in found["learners"]] == [0, 0]


def test_a_class_without_an_assignment_is_sound():
    """Nobody and nothing: the page stands, and nothing is compared."""
    found = class_over_time([])

    check_alone(class_page(found))
    assert not any(found[key] for key in found if key != "format")

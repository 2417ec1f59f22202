"""The teacher's pages and their JSON: what they say, and no name where none is wanted.

The texts in ``golden`` are whole; read what changes there as a teacher would.
"""

import json
from dataclasses import replace

import pytest
from classroom.page_reading import Page, check_alone, page_lines
from classroom.report.classes import BROKEN, CLASS, REPORTS, SETS, report_of, similar_report
from classroom.small_class import IN_TIME, THREE, TOO_LATE, assignment, marks

from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.roster import CsvStyle, Person, Roster
from ono_tutor.classroom.report.class_report import report_json, report_page
from ono_tutor.classroom.report.over_time import class_csv, class_over_time, class_page
from ono_tutor.classroom.submissions import RefusedFile
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.solver.survive import fraction


def part_of(text, heading):
    """The HTML of the part under a heading."""
    return text.partition(f'<h2 id="{heading}">')[2].partition("</section>")[0]


PARTS = {
    "four": (),
    "nobody": (),
    "roster": ("next", "who", "not-graded"),
    "similar": ("similar",),
    "weighty": ("next", "marks", "items", "class"),
    "held": ("misconceptions", "who"),
    "dealt": ("items", "one-by-one"),
    "well": ("next", "misconceptions", "rule-points"),
}
"""The parts of each class's page that say something new; of some all do."""


@pytest.mark.parametrize("name", REPORTS)
def test_the_page_of_each_class_says_all_and_stands_alone(name, golden):
    """It asks for nothing, runs nothing, and every picture has its words."""
    html = report_page(REPORTS[name]())

    check_alone(html)
    parts = [part_of(html, each) for each in PARTS[name]] or [html]
    golden(f"{name}.txt", "----\n".join(map(page_lines, parts)))


FIELDS = {
    "roster": ("learners", "next", "refused", "notes"),
    "similar": ("similar",),
    "weighty": ("assignment", "marks", "items", "next"),
}


def test_json_has_the_numbers_of_the_page(golden):
    """Every field of the format, and of other classes those that say something new."""
    golden("four.json", "".join(report_json(REPORTS["four"]())))
    for name, fields in FIELDS.items():
        data = json.loads("".join(report_json(REPORTS[name]())))
        golden(f"{name}.json", "".join(f"{json.dumps(data[field])}\n" for field in fields))


def test_without_names_nobody_can_be_found_in_page_or_json():
    """No name of a learner, of a file or of a note is left; the counts stay."""
    report = report_of(is_named=False, refusals=[BROKEN], faults=("Ann Lee wrote nonsense",))
    page, data = report_page(report), "".join(report_json(report))
    secret = ["Ann", "Lee", "Ben", "Okoro", "Cem", "Dana", "Roth", "carl", "mail/", "nonsense"]

    for text in (page, data.replace("report.json", "")):
        assert [word for word in [*secret, ".json:"] if word in text] == []
    found, alike = json.loads(data), similar_report(is_named=False)
    assert "learner 4" in page
    assert (found["named"], found["refused"]["count"], found["refused"]["files"]) == (False, 1, [])
    assert found["notes"] == {"learners": 3, "told": []}
    assert alike.data["similar"] == []
    assert "Worth a look" not in report_page(alike)


def test_without_names_the_report_is_the_same_whoever_they_are_and_whenever_they_came():
    """Other names in another order give the same bytes."""
    other = {f"other {n}": answers for n, answers in enumerate(reversed(CLASS.values()))}
    one, two = report_of(is_named=False), report_of(other, is_named=False)

    assert report_page(one) == report_page(two)
    assert list(report_json(one)) == list(report_json(two))
    assert [each["learner"] for each in report_of().data["who"]] == list(CLASS)


def test_of_many_learners_the_names_are_folded_and_then_left_to_json(monkeypatch):
    """Of a group of more than sixty they are behind a line; the page has some, and says how many.
    Notes are kept up to a bound as well."""
    monkeypatch.setattr("ono_tutor.classroom.report.analysis.MOST_NOTES", 2)
    notes = report_of({name: ["certain"] for name in "abc"}, faults=("one", "two")).data["notes"]
    html = part_of(report_page(report_of({f"learner {n:03}": ["lost"] for n in range(70)})), "who")
    monkeypatch.setattr("ono_tutor.classroom.report.class_report.MOST_LINES", 3)
    monkeypatch.setattr("ono_tutor.classroom.report.class_report.MOST_NAMES", 1)
    text = Page(report_page(report_of({name: ["lost"] for name in "abcd"}))).text

    assert "<details><summary>Names</summary>" in html
    assert html.count("<li>") == 70
    assert "4 learners are too many for a page; report.json has them all." in text
    assert "And 3 more." in text
    assert (notes["learners"], len(notes["told"])) == (3, 2)


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "</style><script>alert(1)</script>", "x" * 100]
)
def test_hostile_names_and_files_stay_text(name):
    """A hostile name changes no element of the page."""
    plain, hostile = (
        Page(
            report_page(report_of({who: ["lost"]}, refusals=[BROKEN, RefusedFile(file, "b", who)]))
        )
        for who, file in (("Ann", "a"), (name, name))
    )

    assert hostile.tags == plain.tags
    assert hostile.text.count(name) == plain.text.count(" Ann ") + 2


# ---- a class over several assignments ----

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
    """What is handed in under a name that two of the roster have belongs to neither of them yet;
    without an assignment the page stands all the same."""
    task, roster = assignment(), Roster.parsed(b"learner,class\nAnn,7a\nAnn,7b\n")
    marked = marks(task, "Ann", ["certain"])
    outcome = GradedLearner(marked, Person(marked.learner), is_shared=True, choices=(CHOOSE,))
    found = class_over_time([(task, [outcome])], roster)

    (week,) = found["assignments"]
    assert (week["handed_in"], week["missing"]) == (1, ["Ann (7a)", "Ann (7b)"])
    assert [each["points"] for each in found["learners"]] == [0, 0]
    check_alone(class_page(class_over_time([])))

"""Pages for the teacher, with their JSON, and for learners: what they say, and what they keep.

The texts in ``golden`` are whole; read what changes there as a teacher would.
"""

import json
import re
from dataclasses import replace
from html import unescape

import pytest
from classroom.page_reading import Page, check_alone, page_lines
from classroom.report.classes import BROKEN, CLASS, REPORTS, SETS, report_of, similar_report
from classroom.small_class import (
    IN_TIME,
    THREE,
    TOO_LATE,
    assignment,
    marks,
    rows_of,
    wrong_answer,
)

from ono_tutor.classroom.answers_file import AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, Item, Learner
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.grading.roster import CsvStyle, Person, Roster
from ono_tutor.classroom.marking import Judge, mark_learner
from ono_tutor.classroom.report.class_report import report_json, report_page
from ono_tutor.classroom.report.feedback import (
    SHARED,
    feedback_page,
    self_contained_page,
    shared_files,
)
from ono_tutor.classroom.report.over_time import class_csv, class_over_time, class_page
from ono_tutor.classroom.submissions import RefusedFile
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import position_text
from ono_tutor.rules.book import misconceptions
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
        Page(report_page(report_of({who: ["lost"]}, refusals=[BROKEN, RefusedFile(*file)])))
        for who, *file in (("Ann", "a", "b", "b"), (name, name, "b", f"b {name}"))
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


# ---- a learner's page ----

SOME = ["certain", "chance", None]


def page_of(answers, feedback=Feedback.AFTER, name="Ann Lee", **given):
    """The page of a learner who gave these answers."""
    task = assignment(feedback)
    judge = Judge(task)
    return feedback_page(judge, marks(task, name, answers, judge=judge, **given))


LEARNERS = {
    "feedback": {"answers": ["certain", "lost", "lost"]},
    "two-beliefs": {"answers": ["lost", "chance", "chance"]},
    "unread": {"answers": [[1, 2], None], "faults": ("answer 7 has no puzzle",)},
    "late": {"answers": ["certain"], "at": TOO_LATE, "hints": 2},
    "never": {"answers": SOME, "feedback": Feedback.NEVER},
    "all-right": {"answers": ["certain", "lost", "chance"]},
}


@pytest.mark.parametrize("name", LEARNERS)
def test_the_page_of_each_learner_says_all_and_stands_alone(name, golden):
    """What was answered, why it is right or not, the belief behind it, and what to read again."""
    html = self_contained_page(page_of(**LEARNERS[name]), dict(shared_files(assignment())))

    check_alone(html)
    golden(f"{name}.txt", page_lines(html))


def test_a_right_answer_is_short_and_the_cards_that_it_names_are_drawn():
    """Table and reason are behind a line, those of a wrong one are not; faces are shared files."""
    html = page_of(["certain", "chance"])
    right, wrong = (html.partition(f'id="item-{n}"')[2].partition("</article>")[0] for n in (1, 2))
    task = Assignment("one", "One", (Item((bank.entry("legal-m3r3k9yv"),)),))
    named = feedback_page(Judge(task), marks(task, "Ann", ["H, 10"])).partition('class="named">')[2]

    assert right.index("Your answer") < right.index("<details>") < right.index("<figure")
    assert right.index("<details>") < right.index("Why")
    assert "<details>" not in wrong.partition("Why")[0].partition("</figure>")[2]
    assert re.findall('src="shared/card-(.*?).svg"', named.partition("</div>")[0]) == ["H", "10"]
    assert '<img class="card"' not in html


def test_with_feedback_never_the_teacher_may_have_the_page_in_full():
    """In full it tells what it tells with feedback after; else it has no table and no answer."""
    task = assignment(Feedback.NEVER)
    judge = Judge(task)
    mine = marks(task, "Ann Lee", SOME, judge=judge)

    assert feedback_page(judge, mine, in_full=True) == page_of(SOME)
    assert "img" not in Page(feedback_page(judge, mine)).tags


def test_an_earlier_answer_s_belief_is_told_though_the_last_was_right():
    """With several attempts, the misconception behind an earlier answer is named."""
    task = assignment(Feedback.NOW, attempts=2)
    learner, judge = Learner.named("Ann"), Judge(task)
    rows = *rows_of(task, [None, None, "lost"]), *rows_of(task, [None, None, "chance"], TOO_LATE)
    marked = mark_learner(judge, learner, [("a", AnswersFile("small", learner, rows))])

    text = Page(feedback_page(judge, marked)).text

    assert "On the way you perhaps thought" in text
    assert misconceptions()["no-draw-between"].truth in text


@pytest.mark.parametrize("name", ["<img src=x onerror=alert(1)>", '"onload="x', "x" * 100])
def test_a_hostile_name_or_note_stays_text(name):
    """It changes no element of a page; what turns the writing round and nulls are written out."""
    note = "<b>\u202eabc\ud800\0"
    plain = Page(page_of(["certain"], faults=("a",)))
    html = page_of(["certain"], name=name, faults=(note,))
    html.encode()

    assert Page(html).tags == plain.tags
    assert name in Page(html).text
    assert "&lt;b&gt;\\u202eabc\\ud800\\x00" in html


@pytest.mark.parametrize("kind", sorted({entry.kind for entry in bank.index().values()}))
def test_every_kind_of_puzzle_can_be_told(kind):
    """A page tells the right answer to a puzzle of each kind in words."""
    entry = next(each for each in bank.index().values() if each.kind == kind)
    task = Assignment("one", "One", (Item((entry,)),))
    right = Puzzle.of(entry).answer_as_json()

    text = Page(feedback_page(Judge(task), marks(task, "Ann", [right]))).text

    assert "✓ Right 1 of 1 point" in text
    assert "Your answer" in text


def test_a_page_leans_on_files_that_all_share():
    """Every picture and the style that a page names is a shared file; put into it, it stands alone."""
    task = assignment()
    judge = Judge(task)
    mine = marks(task, "Ann", ["certain", "chance", "lost"], judge=judge)
    shared = dict(shared_files(task))

    page = feedback_page(judge, mine)
    joined = self_contained_page(page, shared)

    named = set(re.findall(r'(?:src|href)="shared/([^"]+)"', page))
    assert {"feedback.css", *(f"{entry.id}.svg" for entry in task.entries)} <= named
    assert named <= set(shared)
    for entry in task.entries:
        assert position_text(Puzzle.of(entry).position)[:60] in unescape(page)
    assert f"{SHARED}/" not in joined
    assert page_lines(joined) == page_lines(page)
    assert "<style>" in joined
    assert "style-src 'unsafe-inline'" in joined
    assert joined.count("<svg") > page.count("<img") == page.count('src="shared/')
    assert "<img" not in joined


def test_ten_thousand_pages_weigh_less_than_200_megabytes():
    """For a shipped set, where as many have none of eight right as have one, two, or all of them."""
    entries = bank.entries_of_set("double-play-1980")[:8]
    task = Assignment("eight", "Eight", tuple(Item((entry,)) for entry in entries))
    judge, puzzles = Judge(task), list(map(Puzzle.of, entries))
    weights = []
    for right in range(9):
        words = [
            puzzle.answer_as_json() if place < right else wrong_answer(puzzle)
            for place, puzzle in enumerate(puzzles)
        ]
        page = feedback_page(judge, marks(task, "Ann", words, judge=judge))
        weights.append(len(page.encode()))
    shared = sum(len(text.encode()) for _, text in shared_files(task))

    assert 10_000 * sum(weights) / len(weights) + shared < 200_000_000

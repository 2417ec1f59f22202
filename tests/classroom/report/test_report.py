"""Who needs what, what a teacher is told to do next, and dealt items, by hand."""

from classroom.page_reading import Page
from classroom.report.class_of_four import CLASS, json_of, part_of, report_of
from classroom.small_class import THREE, assignment, marks

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Item, Learner
from ono_tutor.classroom.grading.grade import GradedLearner
from ono_tutor.classroom.judge import ItemMark, Judge, LearnerMarks
from ono_tutor.classroom.marking import mark_learner
from ono_tutor.classroom.report.analysis import ClassAnalysis
from ono_tutor.classroom.report.page import report_page
from ono_tutor.classroom.report.report import ClassReport, next_steps
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle


def test_everybody_is_in_one_group_by_what_is_needed_most():
    """Names stand under what they need, who missed nothing and who handed in nothing apart."""
    report = report_of()

    groups = {group.key: group.names for group in report.grouped.needs}
    assert groups["limit"] == ("Ben Okoro", "Cem Yilmaz")
    assert groups["nothing-missed"] == ("Ann Lee",)
    assert groups["nothing-handed-in"] == ("Dana Roth",)
    assert sum(group.learners for group in report.grouped.needs) == 4
    text = Page(part_of(report_page(report), "who")).text
    assert "Nothing handed in 1 Or nothing that could be graded. Dana Roth" in text
    assert text.endswith(
        "Nothing missed 1 They answered more than half, and nothing wrong. Ann Lee"
    )


def test_who_left_half_open_has_not_missed_nothing():
    """Half without an answer is a group of its own, whether the others are right or wrong."""
    task = assignment(ids=(*THREE, "dp80-which-first"))
    given = {"Ann": ["certain", "lost"], "Ben": ["lost"], "Cem": ["certain", "lost", "chance"]}
    report = report_of(given, task=task)

    groups = {group.key: group.names for group in report.grouped.needs}
    assert groups == {"much-not-answered": ("Ann", "Ben"), "nothing-missed": ("Cem",)}
    assert "Much not answered 2" in Page(part_of(report_page(report), "who")).text


def test_who_answered_puzzles_of_others_is_not_under_nothing_missed():
    """Answers that do not count are no answers: a copier stands with those who left much open."""
    task = Assignment("dealt", "Dealt", (Item(tuple(map(bank.entry, THREE))),))
    learner = marks(task, "Ann", []).learner
    mine = task.entries_of(learner)[0].id
    rows = tuple(AnswerRow(name, '"certain"') for name in THREE if name != mine)
    found = ClassAnalysis(task)
    found.add(mark_learner(Judge(task), learner, [("a", AnswersFile("dealt", learner, rows))]))

    assert [group.key for group in ClassReport(found).grouped.needs] == ["much-not-answered"]


def test_one_answer_is_too_little_to_name_a_rule_point():
    """Once by one learner is chance; twice by one, or by two learners, is named."""
    right, wrong = ["certain", "lost", "chance"], ["certain", "chance", "chance"]
    once = {"Ann": right, "Ben": wrong}
    report = report_of(once, refusals=())

    assert {group.key: group.names for group in report.grouped.needs} == {
        "missed-little": ("Ben",),
        "nothing-missed": ("Ann",),
    }
    assert next_steps(report, list(report.analysis.items)).again is None
    assert "Nothing: everybody handed in most of it" in Page(report_page(report)).text
    twice = report_of(once | {"Cem": wrong}, refusals=())
    assert [group.key for group in twice.grouped.needs] == ["limit", "nothing-missed"]


def test_the_table_to_show_is_of_the_item_that_most_missed():
    """Of a dealt item all its puzzles count together."""
    dealt, plain = Item(tuple(map(bank.entry, THREE))), Item((bank.entry("dp80-which-first"),))
    task = Assignment("dealt", "Dealt", (plain, dealt))
    found = ClassAnalysis(task)
    for n, name in enumerate([*THREE, *THREE, *["dp80-which-first"] * 3]):
        mark = ItemMark(name, Mark.WRONG, 0, '"lost"', 1, mistakes=("limit-99-is-safe",))
        nothing = ItemMark("dp80-which-first", Mark.NOT_ATTEMPTED, 0)
        items = (mark, nothing._replace(puzzle=THREE[0])) if n > 5 else (nothing, mark)
        found.add(LearnerMarks(Learner(f"pupil {n}"), items, files=("a",)))

    point = next(each for each in found.points if each.id == "limit")
    assert (point.learners, point.puzzle) == (9, min(THREE))


def test_who_has_no_mark_yet_is_asked_after_and_not_counted():
    """A teacher who has to choose a hand-in is told so, with the names."""
    report = report_of(refusals=())
    marked = LearnerMarks(Learner("Eve Sly"), (), files=("a.json",))
    report.leave_open(GradedLearner(marked, None, is_known=True), "Eve Sly")

    text = Page(part_of(report_page(report), "next")).text
    assert (
        "1 learner has no mark until you choose a hand-in, and is not counted here. Eve Sly" in text
    )
    assert json_of(report)["next"]["undecided"] == 1


def test_the_page_begins_with_what_to_do_next():
    """With whom to go over what, at which table; whom to ask; and JSON says the same."""
    report = report_of(CLASS | {"Eve Moss": ["certain"], "Finn": ["certain", "chance", "chance"]})
    html = report_page(report)
    text = Page(part_of(html, "next")).text

    assert html.index('id="next"') == html.index("<h2") + len("<h2 ")
    assert "again: 3 of the 5 learners who handed in missed it. Ben Okoro Cem Yilmaz Finn" in text
    assert "“The total and the limit”" in text
    assert f"Show this table: {Puzzle.load(THREE[1]).question}" in text
    assert "1 learner handed in nothing that could be graded. Dana Roth" in text
    assert (
        "1 learner left half or more unanswered. Eve Moss 1 file could not be graded and may be theirs."
        in text
    )
    assert json_of(report)["next"] == {
        "again": {"point": "limit", "learners": 3, "puzzle": THREE[1]},
        "missing": 1,
        "unanswered": 1,
        "undecided": 0,
        "refused": 1,
        "items": {"nobody": [], "not_telling": []},
    }


def test_items_that_do_not_tell_are_to_be_checked():
    """An item that nobody had right, and one that the worst third had right as well as the best."""
    answers = {f"{n}": ["certain", "chance", "chance" if n % 2 else "lost"] for n in range(26)}
    report = report_of(answers, refusals=())

    assert json_of(report)["next"]["items"] == {"nobody": [2], "not_telling": [1]}
    text = Page(part_of(report_page(report), "next")).text
    assert "Nobody answered these items right: 2." in text
    assert "The worst third answered these items as well as the best: 1." in text


def test_where_all_is_well_nothing_is_to_be_done():
    """Everybody has everything right: the first box says so."""
    report = report_of({"Ann": ["certain", "lost", "chance"]}, refusals=())

    assert (
        "Nothing: everybody handed in most of it" in Page(part_of(report_page(report), "next")).text
    )


def test_a_dealt_item_names_its_puzzles():
    """Of an item that is dealt the hardest puzzle is drawn, and all are listed."""
    task = Assignment("dealt", "Dealt", (Item(tuple(map(bank.entry, THREE))),))
    found = ClassAnalysis(task)
    for n in range(12):
        found.add(marks(task, f"learner {n}", []))
        (entry,) = task.entries_of(marks(task, f"pupil {n}", []).learner)
        mine = Assignment("dealt", "Dealt", (Item((entry,)),))
        found.add(marks(mine, f"pupil {n}", ["certain"]))

    text = Page(report_page(ClassReport(found))).text

    assert "All 3 variants dealt for this item" in text
    assert all(name in text for name in THREE)


def test_of_a_dealt_item_the_variant_most_missed_is_shown_with_its_wrong_answers():
    """It is said that it is a variant; the wrong answers to the others stand folded."""
    task = Assignment("dealt", "Dealt", (Item(tuple(map(bank.entry, THREE))),))
    found = ClassAnalysis(task)
    for n in range(30):
        (entry,) = task.entries_of(marks(task, f"pupil {n}", []).learner)
        mine = Assignment("dealt", "Dealt", (Item((entry,)),))
        word = {THREE[0]: "certain", THREE[1]: "chance" if n < 9 else "lost", THREE[2]: "chance"}
        found.add(marks(mine, f"pupil {n}", [word[entry.id]]))

    html = part_of(report_page(ClassReport(found)), "one-by-one")

    assert f"One of 3 variants: {THREE[1]}, the most missed." in Page(html).text
    assert "You survive only with luck" in Page(html.partition("<details>")[0]).text
    assert "Nobody gave a wrong answer" not in html

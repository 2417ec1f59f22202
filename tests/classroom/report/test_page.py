"""The teacher's report as a page and as JSON: the same numbers, and no name where none is wanted."""

import json
from fractions import Fraction

import pytest
from classroom.page_reading import Page, check_alone
from classroom.report.class_of_four import BROKEN, CLASS, json_of, part_of, report_of
from classroom.small_class import THREE, assignment, marks

from ono_tutor.classroom.report.charts import columns_svg
from ono_tutor.classroom.report.page import report_page
from ono_tutor.classroom.report.report_json import report_json
from ono_tutor.classroom.submissions.find import RefusedFile
from ono_tutor.i18n import _
from ono_tutor.puzzles import bank
from ono_tutor.rules.book import misconceptions


def test_items_are_told_by_share_right():
    """The second item: one right, two wrong, a third; the page and JSON say the same."""
    report = report_of()

    page = Page(part_of(report_page(report), "items")).text
    item = json_of(report)["items"][1]

    assert "2 2 1 2 0 33\N{NO-BREAK SPACE}% –".replace("\N{NO-BREAK SPACE}", " ") in page
    assert (item["right"], item["wrong"], item["none"], item["share"]) == (1, 2, 0, "1/3")
    assert item["puzzles"][0]["wrong_answers"] == [
        {
            "answer": "you survive only with luck",
            "times": 2,
            "misconception": "limit-99-is-safe",
            "misconceptions": ["limit-99-is-safe", "ono99-sets-99"],
        }
    ]


def test_misconceptions_are_told_with_belief_truth_and_a_position():
    """The most common first, in words, who perhaps held it, and drawn where it showed."""
    html = part_of(report_page(report_of()), "misconceptions")
    text = Page(html).text

    limit, between = misconceptions()["limit-99-is-safe"], misconceptions()["no-draw-between"]
    assert text.index(f"“{limit.belief}”") < text.index(f"“{between.belief}”")
    assert f"“{limit.belief}” Perhaps held by 2 learners {limit.truth}" in text
    assert "Perhaps by 2, from one answer each: Ben Okoro Cem Yilmaz" in text
    assert html.count('<figure class="table">') == 3


def test_where_another_misconception_explains_the_answers_too_that_is_said():
    """Both of two equal explanations stand with the answer, and each names the other."""
    html = report_page(report_of())
    sets = misconceptions()["ono99-sets-99"].belief

    assert f"2 of 2 of these answers are explained as well by “{sets}”" in Page(html).text
    assert f"or “{sets}”" in Page(part_of(html, "one-by-one")).text


def test_a_misconception_of_two_answers_is_told_as_held():
    """By whom it was held stands apart from by whom perhaps."""
    task = assignment(ids=("dp80-draw-decides", "dp80-which-first"))
    answers = {"Ann": ["certain", "certain"], "Ben": ["certain"]}
    text = Page(part_of(report_page(report_of(answers, task=task)), "misconceptions")).text

    assert "Held by 1 learner" in text
    assert "Held by 1: Ann Perhaps by 1, from one answer each: Ben" in text


def test_the_rule_point_that_most_missed_comes_first_with_its_lessons():
    """Few answers last, then by learners; each with its numbers and the lessons on it."""
    report = report_of()
    points = json_of(report)["rule_points"]
    rights = [bank.entry(name).rule_points for name in (*THREE, THREE[0])]

    ranks = [(p["few"], -p["learners"], Fraction(p["share"])) for p in points]
    limit = next(point for point in points if point["id"] == "limit")
    about = sum("limit" in ids for ids in rights)
    against = 2 + ("limit" in bank.entry(THREE[0]).rule_points)
    assert ranks == sorted(ranks)
    assert limit["lessons"] == ["02-total-and-limit.ipynb", "01-start-here.ipynb"]
    assert (limit["right"], limit["wrong"], limit["lesson"]) == (
        about,
        against,
        "01-start-here.ipynb",
    )
    text = Page(part_of(report_page(report), "rule-points")).text
    assert text.startswith(f"Rule points {points[0]['title']}")


def test_learners_outside_the_roster_are_not_counted_with_it():
    """Two of three of the roster handed in, and besides one who is not in it."""
    report = report_of({"Ann": ["certain"], "Ben": ["certain"], "Cem": []}, refusals=())
    report.analysis.add(marks(assignment(), "Eve", ["certain"]), is_known=False)

    text = Page(report_page(report)).text
    assert "2 of 3 learners handed in something. Besides, 1 is not in the roster." in text


def test_what_was_not_graded_is_told_with_its_reason():
    """A refused file stands there by name, with the cause and the reason."""
    report = report_of()

    assert (
        "mail/carl-smith.zip zip-bomb it unpacks to far too much" in Page(report_page(report)).text
    )
    assert json_of(report)["refused"]["files"] == [BROKEN._asdict()]


def test_without_names_nobody_can_be_found_in_page_or_json():
    """No name of a learner, of a file or of a note is left; the counts stay."""
    report = report_of(is_named=False, faults=("Ann Lee wrote nonsense",))
    page, data = report_page(report), "".join(report_json(report))

    for text in (page, data):
        for word in (
            "Ann",
            "Lee",
            "Ben",
            "Okoro",
            "Cem",
            "Dana",
            "Roth",
            "carl",
            "mail/",
            "nonsense",
            ".json:",
        ):
            assert word not in text.replace("report.json", "")
    assert "learner 4" in page
    found = json.loads(data)
    assert (found["refused"]["count"], found["refused"]["files"], found["notes"]["learners"]) == (
        1,
        [],
        3,
    )


def test_without_names_the_report_is_the_same_whoever_they_are_and_whenever_they_came():
    """Other names in another order give the same bytes."""
    other = {f"other {n}": answers for n, answers in enumerate(reversed(CLASS.values()))}
    one, two = report_of(is_named=False), report_of(other, is_named=False)

    assert report_page(one) == report_page(two)
    assert list(report_json(one)) == list(report_json(two))


def test_json_says_every_learner():
    """Who: points, marks by item, the group, and what is needed with the belief behind it."""
    found = json_of(report_of())

    assert found["format"] == "ono-tutor-report/1"
    assert found["marks"] == {"mean": "5/3", "median": "1/1", "counts": [[0, 1], [1, 1], [4, 1]]}
    assert [row["learner"] for row in found["who"]] == list(CLASS)
    assert found["who"][1]["marks"] == ["right", "wrong", "wrong"]
    assert found["who"][1]["needs"][0] == {
        "point": "limit",
        "times": 1,
        "misconceptions": [],
        "perhaps": ["limit-99-is-safe", "ono99-sets-99"],
    }
    assert found["learners"] == {"all": 4, "handed_in": 3, "late": 0, "unknown": 0, "undecided": 0}


@pytest.mark.parametrize(
    "answers", [{}, {"Ann": []}, {"Ann": ["certain"]}, {"Ann": [None, None, None, "x"]}]
)
def test_a_class_of_nobody_or_one_has_a_sound_report(answers):
    """No learner, one who handed in nothing, one alone: the page and the JSON stand."""
    report = report_of(answers, refusals=())

    check_alone(report_page(report))
    assert json_of(report)["learners"]["all"] == len(answers)


def test_of_many_learners_the_names_are_folded():
    """With more than sixty learners names are behind a line; all of them are counted."""
    report = report_of({f"learner {n:03}": ["lost"] for n in range(70)}, refusals=())
    html = part_of(report_page(report), "who")

    assert "<details><summary>Names</summary>" in html
    assert html.count("<li>") == 70


def test_a_table_of_more_learners_than_a_page_holds_is_left_to_json(monkeypatch):
    """Beyond the bound the page says how many there are and where they stand."""
    monkeypatch.setattr("ono_tutor.classroom.report.page.MOST_LINES", 3)
    monkeypatch.setattr("ono_tutor.classroom.report.report.MOST_NAMES", 1)
    text = Page(report_page(report_of({name: ["lost"] for name in "abcd"}))).text

    assert "4 learners are too many for a page; report.json has them all." in text
    assert "And 3 more." in text


def test_a_column_has_its_count_above_it_with_24_slots():
    """Where there are many columns the numbers are smaller, not away."""
    html = columns_svg(_("Learners"), [(str(n), 11) for n in range(24)])

    assert html.count(">11</text>") == 24
    assert "words tight" not in html
    assert "words tight" in columns_svg(_("Learners"), [("0", 111)] * 20)


def test_pictures_say_what_they_show():
    """Every picture that is not mere decoration has a title, and each chart its numbers in words."""
    html = report_page(report_of())

    shown = [part.partition("</svg>")[0] for part in html.split("<svg ")[1:]]
    told = [part for part in shown if 'role="img"' in part.partition(">")[0]]
    assert told
    assert all(part.partition(">")[2].startswith("<title>") for part in told)
    assert "<desc>Item 1: 67\N{NO-BREAK SPACE}%; Item 2: 33\N{NO-BREAK SPACE}%" in html


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", "</style><script>alert(1)</script>", "x" * 100]
)
def test_hostile_names_and_files_stay_text(name):
    """A hostile name changes no element of the page."""
    plain = Page(report_page(report_of({"Ann": ["lost"]}, refusals=[RefusedFile("a", "b", "c")])))
    hostile = Page(
        report_page(report_of({name: ["lost"]}, refusals=[RefusedFile(name, "b", name)]))
    )

    assert hostile.tags == plain.tags
    assert hostile.text.count(name) == plain.text.count(" Ann ") + 2


def test_the_page_stands_alone_and_is_sound():
    """It asks for nothing, runs nothing, and is sound HTML."""
    check_alone(report_page(report_of()))

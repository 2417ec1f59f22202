"""A learner's feedback page: what it tells, what it keeps to itself, and that names stay text."""

import re
from html import unescape

import pytest
from classroom.page_reading import Page, check_alone, page_lines
from classroom.small_class import TOO_LATE, assignment, marks, rows_of, wrong_answer

from ono_tutor.classroom.answers_file import AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, Item, Learner
from ono_tutor.classroom.marking import Judge, mark_learner
from ono_tutor.classroom.report.feedback import (
    SHARED,
    feedback_page,
    self_contained_page,
    shared_files,
)
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import position_text
from ono_tutor.rules.book import misconceptions

SOME = ["certain", "chance", None]


def page_of(answers, feedback=Feedback.AFTER, name="Ann Lee", **given):
    """The page of a learner who gave these answers."""
    task = assignment(feedback)
    judge = Judge(task)
    return feedback_page(judge, marks(task, name, answers, judge=judge, **given))


PAGES = {
    "feedback": {"answers": ["certain", "lost", "lost"]},
    "two-beliefs": {"answers": ["lost", "chance", "chance"]},
    "unread": {"answers": [[1, 2], None], "faults": ("answer 7 has no puzzle",)},
    "late": {"answers": ["certain"], "at": TOO_LATE, "hints": 2},
    "never": {"answers": SOME, "feedback": Feedback.NEVER},
    "all-right": {"answers": ["certain", "lost", "chance"]},
}


@pytest.mark.parametrize("name", PAGES)
def test_the_page_of_each_learner_says_all_and_stands_alone(name, golden):
    """What was answered, why it is right or not, the belief behind it, and what to read again."""
    html = self_contained_page(page_of(**PAGES[name]), dict(shared_files(assignment())))

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

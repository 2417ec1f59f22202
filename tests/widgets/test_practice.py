"""Practice and the check-up as their views drive them: puzzles, pages, and what comes next."""

from datetime import UTC, datetime

import pytest
from widgets.walking import buttons, send

from ono_tutor import NotationError
from ono_tutor.course.practice import FRESH, believed
from ono_tutor.course.progress import Progress
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.render.pages import Result
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.widgets import CheckUp, Practice
from ono_tutor.widgets.course import Course

LIMIT = "limit-99-is-safe"
NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


@pytest.fixture
def progress(tmp_path):
    return Progress.open(tmp_path / "kept.json")


def answer(widget, belief=""):
    """Answer the puzzle on the table, by the rules or by a misconception, as the view does."""
    puzzle = widget.sitting.puzzle
    case = believed(puzzle, belief) if belief else None
    word = KINDS[puzzle.kind].as_json(case.answer if case else puzzle.answer)
    widget.take("none" if word == [] else word)


def is_page(widget):
    """Whether no table is drawn."""
    return "total" not in widget.scene


def checked_up(progress, belief=""):
    """A check-up answered to its end."""
    found = CheckUp(progress, now=NOW)
    while not is_page(found):
        answer(found, belief)
    return found


def test_who_is_new_begins_with_a_check_up(progress):
    """Nothing is said of an answer but the next puzzle; who asks for a number of puzzles gets them."""
    here = Practice(None, progress, now=NOW)

    assert here.scene["progress"]["text"] == "Check-up: puzzle 1 of up to 10"
    assert buttons(here) == ["solution", "leave"]
    answer(here, LIMIT)
    assert (here.feedback, here.scene["progress"]["done"]) == (None, 1)
    assert "the result comes at the end" not in here.scene["lead"]
    assert Practice(3, Progress.open(progress.path.with_name("other"))).scene["progress"]["of"] == 3


def test_a_check_up_ends_with_what_is_known_and_believed(progress):
    """The belief stands there with the position that shows it, the rules with how they went."""
    here = checked_up(progress, LIMIT)
    belief = misconceptions()[LIMIT]

    (case,) = here.scene["cases"]
    assert belief.belief in case["title"]
    assert belief.belief in here.scene["lead"]
    assert "You said: " in case["note"]
    assert case["svg"].startswith("<svg")
    assert "the total is" in case["text"].lower()
    assert {row["cells"][0]["outcome"] for row in here.scene["grid"]["rows"]} <= {
        "safe",
        "risk",
        "lost",
    }
    assert buttons(here) == ["mend", "these", "on", "check", "choose"]
    assert CheckUp(progress, now=NOW).scene["question"] == here.scene["question"]


def test_a_wrong_answer_that_no_misconception_explains_is_told_as_that(progress):
    """It is counted, and stands there with what was said and what is right."""
    here = CheckUp(progress, game="ninety-nine", now=NOW)
    while here.puzzle.kind != "total":
        answer(here)
    here.take("-77")
    while not is_page(here):
        answer(here)

    (case,) = here.scene["cases"]
    assert case["title"] == "We cannot tell why you answered this."
    assert "You said: −77. By the rules: " in case["note"]
    assert "no mistake was found" not in here.scene["lead"]


@pytest.mark.slow
def test_putting_it_right_shows_the_sources_and_a_case_and_then_fresh_cases(progress):
    """What was believed, what the rule says, who says so, both results, and two puzzles."""
    here = checked_up(progress, LIMIT)
    belief = misconceptions()[LIMIT]

    send(here, "action mend")

    assert here.scene["question"] == f"You seemed to think: “{belief.belief}”"
    assert here.scene["lead"].startswith(belief.truth)
    assert len(here.scene["log"]["items"]) == len(rule_points()[belief.point].sources)
    assert [
        row["cells"][0]["label"] != row["cells"][1]["label"] for row in here.scene["grid"]["rows"]
    ][-1]
    for _ in range(FRESH):
        send(here, "action next")
        assert not is_page(here)
        assert "fresh case" in here.scene["lead"]
        answer(here)
    send(here, "action next")
    assert "fresh case" not in here.scene["lead"]


def test_a_misconception_is_put_right_once_it_is_named(progress):
    """The page comes after the feedback that names it, once, and leads on."""
    here, pages = Practice(20, progress, now=NOW), 0

    while not pages:
        answer(here, LIMIT)
        if here.sitting.is_retrying:
            answer(here, LIMIT)
            named = any("Perhaps you thought" in one["quoted"] for one in here.feedback["thoughts"])
        send(here, "action next")
        pages += is_page(here)
        assert bool(pages) == (named and LIMIT in here.sitting.beliefs)
    send(here, "action next")

    assert not is_page(here)
    answer(here, LIMIT)
    send(here, "action next")
    assert not is_page(here)


def test_what_was_put_right_is_not_shown_again_after_a_restart(progress):
    """The page comes where the naming was the last that was seen, and else the next puzzle."""
    here = Practice(20, progress, now=NOW)
    while not here.sitting.beliefs:
        answer(here, LIMIT)
        if not here.sitting.beliefs:
            send(here, "action next")
    again = Practice(20, progress, now=NOW)
    send(again, "action next", "action next")
    assert is_page(again)
    send(again, "action next")
    answer(again)

    later = Practice(20, progress, now=NOW)
    send(later, "action next")

    assert later.sitting.beliefs == again.sitting.beliefs
    assert not is_page(later)


def test_practice_ends_with_a_summary_by_rule(progress):
    """A set number of puzzles; then the count, each rule, and what to do."""
    here = Practice(3, progress, now=NOW)
    assert here.scene["lead"].startswith("Why this one: ")
    send(here, "action solution", "action next")
    for _ in range(2):
        answer(here)
        send(here, "action next")

    assert here.scene["question"] == "You had 2 of 3 right at the first answer."
    rows = here.scene["grid"]["rows"]
    assert rows[0]["cells"][0]["outcome"] in ("lost", "risk")
    assert buttons(here) == ["these", "on", "check", "choose"]
    missed = Result.of(here.sitting).missed
    send(here, "action these")
    assert here.sitting.filters.rule_points == missed
    send(here, "action leave", "action on")
    assert (is_page(here), here.scene["progress"]["done"]) == (False, 0)


def test_a_game_and_a_rule_are_chosen_on_the_screen(progress):
    """The form begins what was chosen; what cannot be is told."""
    here = Practice(4, progress, now=NOW)
    answer(here)
    send(here, "action leave")
    assert here.scene["form"] is None
    send(here, "action choose")

    for values, error in (
        ('{"game": "1980", "topic": "99-jack", "count": 4}', "No puzzle of 1980 is about 99-jack"),
        ('{"game": "", "topic": "", "count": 0}', "it is 1 to 100"),
    ):
        send(here, f"answer {values}")
        assert error in here.feedback["text"]
    send(here, 'answer {"game": "ninety-nine", "topic": "99-jack", "count": 5}')

    assert here.scene["rules"]["id"] == "ninety-nine"
    assert here.scene["progress"]["of"] == 5


def test_practice_shown_again_goes_on(progress):
    """With the last answer and its feedback; after the end a new practice begins."""
    first = Practice(2, progress, now=NOW)
    answer(first, LIMIT)
    second = Practice(2, progress, now=NOW)
    assert second.feedback["text"] == first.feedback["text"]
    send(second, "action next")
    answer(second)

    assert Practice(2, progress, now=NOW).scene["progress"]["done"] == 0


@pytest.mark.parametrize(
    ("count", "limits", "named"),
    [(count, {}, "1 to 100") for count in (0, -1, 101, "8")]
    + [(8, limits, "no") for limits in ({"game": "1981"}, {"topic": "nope"}, {"topic": ["hold", "no"]})],
)  # fmt: skip
def test_what_cannot_be_practised_is_refused(progress, count, limits, named):
    """A count that is none from 1 to 100, a game or a topic that there is not."""
    with pytest.raises(NotationError, match=named):
        Practice(count, progress, now=NOW, **limits)


def test_the_course_goes_past_a_puzzle_that_nobody_answered(progress):
    """Next, pressed before any answer in a practice of one's course, brings the next puzzle."""
    course = Course(progress)
    send(course, "action on")
    first = course.puzzle

    send(course, "action next")

    assert course.puzzle != first
    assert course.feedback is None

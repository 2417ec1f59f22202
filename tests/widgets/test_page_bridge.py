"""The host of a page's tables: what it hears and what it tells, as lines of JSON."""

import json

import pytest
from classroom.homework_sessions import assignment

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Feedback
from ono_tutor.classroom.assignment_link import link_fragment
from ono_tutor.widgets.page_bridge import PageBridge

SET = "double-play-1980"


class Page:
    """A page that keeps what it is told."""

    def __init__(self):
        self.told = []
        self.bridge = PageBridge(lambda line: self.told.append(json.loads(line)))

    def ask(self, **what):
        """Say something to the host; what it told after that."""
        before = len(self.told)
        self.bridge.receive(json.dumps({"table": "one", **what}))
        return self.told[before:]

    def quiz(self, words=SET, **told):
        return self.ask(open="quiz", told={"set": words, **told})

    def press(self, kind, name):
        word = "play" if kind == "play" else "id"
        return self.ask(message={"type": kind, word: name})

    def made(self, what, **told):
        (found,) = self.ask(make=what, told=told)
        return found["made"]


@pytest.fixture
def page():
    return Page()


def answers(page):
    return [told["answered"] for told in page.told if "answered" in told]


@pytest.mark.parametrize("kind", ["practice", "check-up"])
def test_practice_and_a_check_up_are_opened_with_what_was_kept(page, kind):
    """An answer goes to the page, and what the page kept leads on where it stopped."""
    told = {"game": "1980"} if kind == "check-up" else {"game": "1980", "count": 3, "topic": "hold"}
    (first,) = page.ask(open=kind, told=told)
    page.press("action", "solution")
    kept = [json.dumps(item) for item in answers(page)]

    (again,) = page.ask(open=kind, told=told | {"kept": kept})

    assert len(kept) == 1
    assert first["parts"]["scene"]["rules"]["id"] == "1980"
    steps = [each["parts"]["scene"]["progress"]["done"] for each in (first, again)]
    assert steps == ([0, 1] if kind == "check-up" else [0, 0])
    assert bool(again["parts"]["feedback"]) == (kind == "practice")


def test_an_answer_is_told_before_its_feedback(page):
    """What is to be kept goes to the page before what is said of it."""
    page.quiz()

    told = page.press("choice", "certain")

    assert [next(key for key in each if key != "table") for each in told] == ["answered", "parts"]
    assert told[0]["answered"]["puzzle"] == "dp80-hold"
    assert told[1]["parts"]["feedback"]["state"] == "right"


def test_a_set_goes_on_where_it_stopped(page):
    """With the answers that were kept, the quiz is taken up after them."""
    page.quiz()
    page.press("choice", "certain")
    page.press("action", "next")
    page.press("choice", "lost")

    (told,) = page.quiz(kept=[json.dumps(each) for each in answers(page)])

    assert told["parts"]["scene"]["progress"]["text"].startswith("Position 2")


@pytest.mark.parametrize(
    ("asked", "named"),
    [
        ({"open": "quiz", "told": {"set": ""}}, "no set and no puzzle ''"),
        ({"open": "quiz", "told": {"set": "nope"}}, "no set and no puzzle 'nope'; the sets are"),
        ({"open": "quiz", "told": {"set": "survive: 1980 total=500 hand=7"}}, "500"),
        ({"open": "chess", "told": {}}, "'chess' is no table"),
        ({"make": "merge", "told": {"file": "{}", "kept": []}}, "ono-tutor-progress/1"),
        ({"open": "explorer"}, ""),
        ({"open": "game", "told": {"rules": "1980", "players": "x"}}, ""),
        ({"open": "quiz", "told": {}}, ""),
        ({"open": "quiz", "told": []}, ""),
        ({"make": "about", "told": {}}, ""),
        ({"open": "homework", "told": {"fragment": "", "desk": [5]}}, ""),
    ],
)
def test_what_cannot_be_read_is_told_as_an_error(page, asked, named):
    """What is unknown, missing or of the wrong kind goes back as one error and opens nothing."""
    (told,) = page.ask(**asked)

    assert set(told) == {"table", "error"}
    assert named in told["error"]["message"]


def test_a_closed_table_is_silent(page):
    """A table that was given up tells nothing any more."""
    page.quiz()
    page.ask(close=True)

    assert page.press("choice", "certain") == []


def test_about_a_set(page):
    """A set is told by its title and count; one of one's own by a digest and its shortest words."""
    shipped = page.made("about", set=SET)
    own = page.made("about", set=" dp80-hold ;survive: 1980 total=92  hand=7,H,-10,O owes=2")

    assert (shipped["name"], shipped["count"]) == (SET, 8)
    assert own["title"] is None
    assert own["words"] == "dp80-hold; survive: 1980 total=92 hand=7,H,-10,O owes=2"
    assert own["name"].startswith("puzzles-")


def test_damaged_answers_are_left_out_and_counted(page):
    """A kept answer that cannot be read is left out, the others stand."""
    page.quiz()
    page.press("choice", "certain")
    kept = [json.dumps(answers(page)[0]), "{]", '{"puzzle": 3}']

    assert page.made("about", set=SET, kept=kept)["unread"] == 2
    assert page.made("answers", set=SET, kept=kept, learner="Ada")["count"] == 1


def test_the_answers_file_is_the_contracts(page):
    """Answers of this set alone, attempts counted in the order of time, whoever counted before."""
    page.quiz()
    page.press("choice", "certain")
    page.quiz()
    page.press("choice", "lost")
    twice = answers(page)
    for second, each in enumerate(twice):
        each |= {"attempt": 1, "at": f"2026-11-20T10:00:0{second}.000Z"}
    page.quiz("survive: 1980 total=92 hand=7,H,-10,O owes=2")
    page.press("choice", "certain")
    kept = [json.dumps(each) for each in reversed([*twice, answers(page)[-1]])]

    file = json.loads(page.made("answers", set=SET, kept=kept, learner="Ada")["text"])

    assert (file["format"], file["assignment"], file["learner"]) == (
        "ono-tutor-answers/1",
        SET,
        "Ada",
    )
    rows = [(row["puzzle"], row["answer"], row["attempt"]) for row in file["answers"]]
    assert rows == [("dp80-hold", "certain", 1), ("dp80-hold", "lost", 2)]


def test_progress_goes_out_and_comes_back(page):
    """A progress file holds every answer; loading it gives those that are not kept yet."""
    page.quiz()
    page.press("choice", "certain")
    page.quiz()
    page.press("choice", "lost")
    kept = [json.dumps(each) for each in answers(page)]

    file = page.made("progress", kept=kept)["text"]

    assert page.made("merge", file=file, kept=kept)["new"] == []
    assert page.made("merge", file=file, kept=kept[:1])["new"] == [json.loads(kept[1])]


# ---- an assignment ----


def homework(page, feedback=Feedback.AFTER, **told):
    return page.ask(open="homework", told={"fragment": link_fragment(assignment(feedback)), **told})


def sign_in(page):
    return page.ask(message={"type": "answer", "values": {"learner": "Ann"}})


@pytest.mark.parametrize("feedback", [Feedback.AFTER, Feedback.NEVER])
def test_what_a_page_keeps_of_an_assignment_tells_nothing(page, feedback):
    """An answer that is kept has no mark, no rule points and no misconceptions."""
    homework(page, feedback)
    sign_in(page)
    page.press("choice", "certain")
    page.press("choice", "lost")

    kept = answers(page)
    assert {each["mark"] for each in kept} == {"not-attempted"}
    assert not any(each["rule_points"] or each["mistakes"] or each["traps"] for each in kept)
    assert [each["answer"] for each in kept] == ["certain", "lost"]


def test_an_assignment_is_told_before_it_is_acknowledged(page):
    """Name, answer and file go to the page before what is said of them; it goes on from these."""
    homework(page, learner="Ann")
    sat, kept = sign_in(page), page.press("choice", "certain")
    page.press("action", "hand-in")
    done = page.press("action", "yes")

    kinds = [next(key for key in each if key != "table") for each in (*sat, *kept, *done)]
    assert kinds == ["noted", "parts", "answered", "parts", "handed", "noted", "parts"]
    file = parse_answers(done[0]["handed"]["text"].encode())
    assert (file.assignment, len(file.rows)) == ("week-3", 1)
    desk = [json.dumps(each["noted"]) for each in (sat[0], done[1])]
    told = {"kept": [json.dumps(kept[0]["answered"])], "desk": [*desk, "{]"]}
    (again,) = homework(page, **told)
    assert again["parts"]["scene"]["question"] == "Handed in: 2 of 6 points."
    assert page.made("assignment", fragment=link_fragment(assignment()), **told) == {
        "id": "week-3", "title": "Week 3: Double Play", "count": 3, "unread": 1,
    }  # fmt: skip


@pytest.mark.parametrize("fragment", ["set=dp80-hold", "set=dp80-hold&assignment=x", "nothing"])
def test_a_link_that_is_no_assignment_is_named(page, fragment):
    """The page learns why."""
    (told,) = page.ask(make="assignment", told={"fragment": fragment})

    assert told["error"]["message"]

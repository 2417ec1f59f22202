"""An assignment's table: what it shows at each step, and what it never tells."""

import json
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from classroom.homework_sessions import (
    NOON,
    ONE_OF_EACH,
    THREE,
    Clock,
    assignment,
    line_with_steps,
    wrong_answer,
)
from widgets.walking import buttons, send, walked

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.widgets import Homework

HIDDEN = [Feedback.AFTER, Feedback.NEVER]


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of the notebook."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def table_of(feedback=Feedback.AFTER, name="Ann Lee", **more):
    """The table of an assignment at which this learner sits."""
    table = Homework(assignment(feedback, **more), clock=Clock())
    if not table.is_asking and table.session.learner.name != name:
        send(table, "action other")
    if table.is_asking:
        give(table, learner=name)
    return table


def give(table, **values):
    table.receive({"type": "answer", "values": values})


def states(table):
    return [item["state"] for item in table.scene["strip"]["items"]]


def answer_at_table(table, right=True):
    """Answer the puzzle on the table as a learner does, and confirm it where that is asked."""
    puzzle = table.session.puzzle
    table.take(puzzle.answer_as_json() if right else wrong_answer(puzzle))
    send(table, "action confirm")


ANN = 'answer {"learner": "  Ann   Lee "}'
HAND_IN = ["action hand-in", "action yes"]
WALKS = {
    "named, answered, changed, asked and handed in": (
        assignment(due="2026-12-01T18:00:00Z"),
        [ANN, "choice lost", "choice certain", "action next", 'answer {"answer": 96}',
         "action hand-in", "action back", "action previous", *HAND_IN, "action file",
         "action go-2", "action solution"],
    ),
    "nothing is told of it": (
        assignment(Feedback.NEVER), [ANN, "choice certain", *HAND_IN, "action go-1"],
    ),
    "told at once, and another answer counts": (
        assignment(Feedback.NOW, attempts=2),
        [ANN, "choice certain", "action go-2", 'answer {"answer": 1}', 'answer {"answer": 2}',
         "action solution"],
    ),
    "the only answer counts once it is confirmed": (
        assignment(Feedback.NOW),
        [ANN, "choice lost", "action next", 'answer {"answer": 97}', "action go-1",
         "action hand-in", "action back", "choice perhaps", "choice certain", "action confirm",
         "action confirm", "choice lost", "action go-3", "action confirm", *HAND_IN,
         "action go-2"],
    ),
    "the name is changed until something is handed in": (
        assignment(),
        [ANN, "choice certain", "action other", 'answer {"learner": "Bob"}', "action other",
         'answer {"learner": "ANN LEE"}', *HAND_IN, "action other"],
    ),
    "late, and another attempt": (
        assignment(attempts=2, due="2026-11-20T11:00:00Z"),
        [ANN, "choice certain", *HAND_IN, "action again", "choice lost", *HAND_IN],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WALKS)
def test_each_message_has_its_effect(folder, golden, name):
    """What is shown at first, and what each message changes; the files beside it at the end."""
    given, acts = WALKS[name]

    text = walked(Homework(given, clock=Clock(NOON)), acts)
    files = "\n".join(f"file: {path.name}" for path in sorted(folder.glob("week-3*")))

    golden(
        f"homework-{name.replace(' ', '-')}.txt",
        f"{text}\n{files}\n".replace(str(folder), "FOLDER"),
    )


# ---- the name ----


def test_before_it_opens_nobody_begins():
    """The page says when it opens and takes no name; from then on it does."""
    clock = Clock()
    later = replace(assignment(), opens="2026-11-20T12:10:00+00:00")
    table = Homework(later, clock=clock)
    assert "not open yet" in table.scene["lead"]
    assert "It opens on Friday 20 November 2026" in table.scene["lead"]
    assert table.scene.get("form") is None

    give(table, learner="Ann Lee")
    assert table.session.learner is None
    clock.time += timedelta(minutes=10)
    send(table, "action look-again")

    give(table, learner="Ann Lee")
    assert table.session.learner.name == "Ann Lee"


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "a\0b", "\u202eevil", None, 5, ["Ann"]])
def test_a_bad_name_is_told(name):
    """The reason is told; nobody sits there yet."""
    table = Homework(assignment())

    give(table, learner=name)

    assert table.feedback["headline"] == "That did not work."
    assert table.session.learner is None


def test_a_hub_user_is_offered_or_else_the_last_name(monkeypatch):
    """Who is logged in stands in the form; nobody is: who sat here last."""
    table_of(name="Bob")
    later = replace(assignment(), id="week-4")
    assert Homework(later).scene["form"]["fields"][0]["value"] == "Bob"
    monkeypatch.setenv("JUPYTERHUB_USER", "s1234567")
    assert Homework(later).scene["form"]["fields"][0]["value"] == "s1234567"


# ---- answering ----


@pytest.mark.parametrize("feedback", HIDDEN)
def test_the_answer_given_last_is_shown_again(feedback):
    """Whoever comes back finds it in the form, or marked on its card or choice, and in words."""
    for each in ONE_OF_EACH:
        table = table_of(feedback, ids=(each,))
        answer_at_table(table)

        again = Homework(assignment(feedback, ids=(each,)))

        assert again.feedback["headline"] == "Kept."
        fields = (again.scene["form"] or {"fields": []})["fields"]
        is_shown = any(field["value"] not in (None, "", []) for field in fields)
        is_none = Puzzle.of(bank.entry(each)).answer_as_json() == []
        assert is_shown or is_none or again.feedback["chosen"], each
        Path("ono-homework.json").unlink()


@pytest.mark.parametrize("feedback", HIDDEN)
@pytest.mark.parametrize("puzzle", ONE_OF_EACH)
def test_nothing_tells_whether_an_answer_is_right(feedback, puzzle):
    """A right and a wrong answer differ in the answer alone: on the screen, in what is sent, in words."""
    seen = []
    for right in (True, False):
        with_words = []
        table = table_of(feedback, name=f"Ann {right}", ids=(puzzle, THREE[1]))
        table.watch(lambda changed, told=with_words: told.append(json.loads(json.dumps(changed))))
        table.take(None)
        answer_at_table(table, right)
        for action in ("hint", "solution", "next", "previous", "back", "look", "yes", "again"):
            send(table, f"action {action}")
        send(table, "action hand-in")
        with_words.append([repr(table), str(table), repr(table.session.puzzle)])
        seen.append(with_words)

    allowed = {"text", "say", "chosen", "value", "title", "serial", "lead"}
    assert set(differing(*seen)) <= allowed
    told = [each["feedback"] for each in seen[0][:-1] if each.get("feedback")]
    assert {(each["state"], *each["rules"], *each["cards"]) for each in told} == {("info",)}
    assert {each["headline"] for each in told} <= {"Kept.", "No answer yet."}


def differing(one, two, name=""):
    """The names of the fields in which two values differ."""
    if isinstance(one, dict) and isinstance(two, dict) and one.keys() == two.keys():
        for key in one:
            yield from differing(one[key], two[key], key)
    elif (
        isinstance(one, list) and isinstance(two, list) and len(one) == len(two) and name != "value"
    ):
        for a, b in zip(one, two, strict=True):
            yield from differing(a, b, name)
    elif one != two:
        yield name


def test_a_line_is_confirmed_play_by_play():
    """A good play goes on, and a wrong one counts only once it is confirmed."""
    puzzle = line_with_steps()
    table = table_of(Feedback.NOW, ids=(puzzle.id,))

    send(table, f"play {puzzle.answer[0]}")
    assert states(table) == ["chosen"]
    send(table, "action confirm")

    assert states(table) == ["begun"]
    assert "confirm" not in buttons(table)


# ---- handing in ----


def test_a_file_that_cannot_be_written_is_told(folder, monkeypatch):
    """The reason is told, nothing counts as handed in, and the answers are kept."""
    table = table_of()
    answer_at_table(table)
    send(table, "action hand-in")

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("ono_tutor.atomic_files.os.fsync", full)
    send(table, "action yes")

    assert "No space left on device" in table.feedback["text"]
    assert table.session.handed_in is None
    monkeypatch.undo()
    send(table, "action yes")
    assert table.session.handed_in is not None


def test_answers_that_are_not_on_disk_are_said(folder):
    """Where the file cannot be used the notice says so, and no answer is called kept."""
    Path("ono-homework-answers.json").symlink_to("/dev/full")

    table = table_of()
    answer_at_table(table)

    assert "in memory only" in table.scene["notice"]
    assert table.feedback["headline"] == "Kept in memory only."


# ---- what is given ----


@pytest.mark.parametrize("feedback", Feedback)
def test_strange_messages_change_nothing(folder, feedback):
    """Whatever a page sends, nothing is raised and nothing is handed in, not by an old screen's yes."""
    strange = [
        "",
        *["go-", "go-0", "go-999999999999", "go-²", "yes", "file", "hint"],
        "\ud800",
        "x" * 9999,
    ]
    for table in (Homework(assignment(feedback)), table_of(feedback)):
        for word in strange:
            send(table, f"action {word}", f"play {word}", f"choice {word[:0] or '?'}")
            give(table, answer=word, seat=[word], learner="\0")
        assert table.session.handed_in is None
    assert not list(folder.glob("week-3*"))


def test_an_update_is_small_however_long_the_assignment():
    """Two hundred puzzles go over the wire in less than 20 kB a time."""
    entries = [e for e in bank.index().values() if e.kind == "survive"][:200]
    long = Assignment("long", "Long", tuple(Item((each,)) for each in entries), Feedback.NOW, 2)
    table = Homework(long)
    sizes = []
    table.watch(lambda changed: sizes.append(len(json.dumps(changed))))
    give(table, learner="Ann")
    for number in (1, 100, 200):
        send(table, f"action go-{number}", "choice lost")

    assert max(sizes) < 20_000
    assert len(entries) == 200
    assert states(table)[-1] in ("right", "wrong")

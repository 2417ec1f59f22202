"""What a table makes of arguments, messages and files that nobody should give it."""

import json

import pytest
from widgets.walking import send

from ono_tutor import NotationError
from ono_tutor.course.progress import Progress
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.widgets import Compare, Explorer, Game, MyProgress, Practice, Quiz, Replay
from ono_tutor.widgets.table import LONGEST_TEXT, Table, readable
from ono_tutor.widgets.table_view import sendable

LINE = "1980 total=92 hand=7,H,-10,O owes=2 | H"
SET = "double-play-1980"
HALF = "\ud800"


STRANGE = ["boot", "x" * 10**6, "\0", HALF, "<img src=x>", "２０２２"]
MAKERS = {
    "Quiz": Quiz,
    "Practice": lambda it: Practice(1, game=it),
    "progress of Quiz": lambda it: Quiz(SET, progress=it),
    "Explorer": Explorer,
    "Compare": Compare,
    "rules of Game": Game,
    "seed of Game": lambda it: Game(seed=it),
    "one bot of Game": lambda it: Game(bots=["cautious", it, "greedy"]),
    "Replay": Replay,
    "home of Replay": lambda it: Replay(LINE, it),
    "play of Game": lambda it: Game(seed=1).play(it),
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The folder of the notebook."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def tables():
    """One table of each kind, and a quiz of each kind of puzzle."""
    progress = Progress.open("kept.json")
    first = [next(e.id for e in bank.index().values() if e.kind == kind) for kind in KINDS]
    quizzes = [Quiz(puzzle, progress) for puzzle in first]
    others = [Practice(2, progress), MyProgress(progress), Explorer(), Compare()]
    return [*quizzes, *others, Game(seed=1), Replay(LINE)]


@pytest.mark.parametrize("maker", MAKERS)
def test_a_strange_word_is_refused_in_few_words(maker):
    """Whatever is written, the package's own error names it, and is short enough to be read."""
    for item in ["\0", HALF] if maker == "progress of Quiz" else STRANGE:
        with pytest.raises(NotationError) as caught:
            MAKERS[maker](item)
        assert 10 < len(str(caught.value)) < 600


VALUES = [
    None, True, 5, -1, 2.5, float("nan"), float("inf"), 10**400, 10**5000, "", "7", "next", "hint",
    "export", "x" * 100_000, HALF, "<b>", [], ["7", None], {}, {"a": [{}]},
]  # fmt: skip
FIELDS = ["answer", "seat", "owes", "seat-0", "file", "line", "total", "players", "card-1", "step"]


def messages(value):
    """A value in every place of a message."""
    yield value
    for kind in ("play", "choice", "action", "answer", "set", "rule", value):
        yield {"type": kind, "play": value, "id": value, "values": value, "name": value}
    yield {"type": "answer", "values": dict.fromkeys(FIELDS, value)}
    for name in FIELDS:
        yield {"type": "set", "name": name, "value": value}


def test_no_message_raises_and_what_is_shown_can_be_sent():
    """In every place of every message; after it all a table still fits its parts in a message."""
    for table in tables():
        for value in VALUES:
            for message in messages(value):
                table.receive(message)
            sent = json.dumps(table.parts, ensure_ascii=False, allow_nan=False)
            assert len(sent.encode()) < 40_000


@pytest.mark.parametrize("kind", ["Quiz", "Game", "Replay"])
def test_a_message_of_another_shape_changes_nothing(kind):
    """What the view never sends, and what leads nowhere here, leaves the table as it was."""
    made = {
        "Quiz": lambda: Quiz(SET, None),
        "Game": lambda: Game(seed=1),
        "Replay": lambda: Replay(LINE),
    }
    table = made[kind]()
    before = dict(table.parts)

    for message in NO_MESSAGES:
        table.receive(message)

        assert {**table.parts, "rule_point": None} == before


NO_MESSAGES = [
    None, 7, "play", [], {}, {"type": None}, {"type": []}, {"type": ["play"]}, {"type": "play"},
    {"type": "play", "play": None}, {"type": "play", "play": 7}, {"type": "choice"},
    {"type": "choice", "id": {}}, {"type": "action"}, {"type": "action", "id": None},
    {"type": "answer"}, {"type": "answer", "values": []}, {"type": "set", "name": 3},
    {"type": "set", "name": "total", "value": 3}, {"type": "rule", "id": {}},
    {"type": "rule", "id": "no-such"},
]  # fmt: skip


class Broken(Table):
    """A table with a fault."""

    def __str__(self):
        return "broken"

    def on_play(self, play):
        self.scene = {"total": play}
        raise KeyError("x" * 500)

    def on_choice(self, choice):
        raise NotationError("that is no card")


def test_a_fault_of_ours_is_shown_not_only_raised():
    """The learner sees that something failed and how to go on; the error is in the log as well.

    What cannot be done is said, and raises nothing.
    """
    broken, changes = Broken(), []
    refusing = Broken()
    send(refusing, "choice 7")
    assert (refusing.feedback["state"], refusing.feedback["text"]) == ("wrong", "That is no card.")
    broken.watch(changes.append)

    with pytest.raises(KeyError):
        send(broken, "play 7")

    (change,) = changes
    assert change["scene"] == {"total": "7", "serial": 1}
    assert "The table has a fault here" in change["feedback"]["say"]
    assert "KeyError" in change["feedback"]["text"]
    assert len(change["feedback"]["text"]) < 300


def test_a_closed_widget_is_made_anew_when_it_is_shown_again():
    """The table outlives its widget: the next one shows what happened meanwhile, and hears it once."""
    explorer, seen = Explorer(), []
    first = explorer.widget
    first.close()
    explorer.position = "2022 total=4 hand=0,1,2,3"

    second = explorer.widget
    second.observe(seen.append, "scene")
    send(explorer, "set total=5")

    assert first is not second is explorer.widget
    assert (first.scene["total"]["value"], second.scene["total"]["value"]) == (92, 5)
    assert len(seen) == 1


def test_a_table_says_what_it_is():
    """Its repr names the kind, and no address in memory."""
    for table in tables():
        assert type(table).__name__ in repr(table)
        assert " at 0x" not in repr(table)


def test_half_characters_and_endless_texts_do_not_pass_the_wire():
    """A message cannot hold half a character; a text is read up to a length."""
    assert readable({"a": [HALF, "x" * 9999, 10**400, 7]}) == {
        "a": ["?", "x" * LONGEST_TEXT, None, 7]
    }
    assert sendable({"name": "caf\udce9"}) == {"name": "caf?"}
    assert sendable(None) is None


def test_a_strange_name_is_shown_as_text(folder):
    """Bytes of another encoding get a mark, and markup stays text: only our pictures are markup."""
    name = "<img src=x onerror=alert(1)>.json"
    for each in ("caf\udce9.json", name):
        (folder / each).write_bytes(b"noise" * 1000)
    mine = MyProgress(name)

    send(mine, f"answer {json.dumps({'file': f'{name}?'})}")

    assert "caf?.json" in Quiz(SET, folder / "caf\udce9.json").widget.scene["notice"]
    assert name in mine.scene["notice"]
    assert name in mine.feedback["text"]
    assert mine.figure is None

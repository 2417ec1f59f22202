"""A notebook's kernel is killed in the middle of answering: what was acknowledged is there."""

import os
import queue
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from signal import SIGKILL
from typing import Any

import pytest
from classroom.homework_sessions import THREE, assignment
from jupyter_client import KernelManager
from sweeps import first

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Feedback, assignment_text
from ono_tutor.course.progress import Progress
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.widgets import Homework

ENOUGH = 600
"""Seconds in which a kernel answers on any machine."""

PUZZLES = [entry for entry in bank.index().values() if entry.kind == "survive"][:20]
QUIZ = f"""
from ono_tutor.widgets import Quiz
table = Quiz({[entry.id for entry in PUZZLES]}, "kept.json")
print(table.widget.model_id)
"""
HOMEWORK = """
from ono_tutor.widgets import Homework
table = Homework("week-3.json")
print(table.widget.model_id)
"""


class Kernel:
    """A kernel in the learner's folder, with one table that is shown."""

    def __init__(self, folder: Path, cell: str) -> None:
        self.manager = KernelManager(kernel_name="python3")
        self.manager.start_kernel(cwd=str(folder))
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(ENOUGH)
        sent = self.client.execute(cell)
        self.channel = next(
            message["content"]["text"].strip()
            for message in self._heard(ENOUGH)
            if message["parent_header"].get("msg_id") == sent and message["msg_type"] == "stream"
        )

    def _heard(self, wait: float) -> Iterator[dict[str, Any]]:
        while True:
            try:
                message = self.client.get_iopub_msg(wait)
            except queue.Empty:
                return
            assert message["msg_type"] != "error", message["content"]
            yield message

    def send(self, **message: object) -> None:
        """Send a message as the view does."""
        content = {"comm_id": self.channel, "data": {"method": "custom", "content": message}}
        self.client.shell_channel.send(self.client.session.msg("comm_msg", content))

    def states(self, wait: float) -> Iterator[dict[str, Any]]:
        """Yield what the view is shown, in the order in which it comes, until nothing more does."""
        for message in self._heard(wait):
            if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == self.channel:
                yield message["content"]["data"].get("state", {})

    def killed_at(self, count: int) -> list[dict[str, Any]]:
        """Kill the kernel once so many answers are acknowledged; all that was shown."""
        try:
            told = [next(self.states(ENOUGH))]
            while acknowledged(told) < count:
                told.append(next(self.states(ENOUGH)))
            os.kill(self.manager.provisioner.pid, SIGKILL)
            return [*told, *self.states(0.05)]
        finally:
            self.client.stop_channels()
            self.manager.shutdown_kernel(now=True)


def acknowledged(told: list[dict[str, Any]]) -> int:
    """How many answers the learner was told of."""
    headlines = [(state.get("feedback") or {}).get("headline") for state in told]
    return sum(each in ("Kept.", "Right.", "Not right.") for each in headlines)


@pytest.mark.parametrize("count", first([3, 1, 15]))
def test_what_a_quiz_acknowledged_outlives_the_kernel(tmp_path, count):
    """Killed after so many of twenty answers or later: each with feedback is in the file, once."""
    kernel = Kernel(tmp_path, QUIZ)
    for entry in PUZZLES:
        kernel.send(type="choice", id=Puzzle.of(entry).answer_as_json())
        kernel.send(type="action", id="next")
    told = kernel.killed_at(count)

    progress = Progress.open(tmp_path / "kept.json")
    kept = [one.puzzle for one in progress.history()]

    assert progress.notices == ()
    assert kept == [entry.id for entry in PUZZLES[: len(kept)]]
    assert count <= acknowledged(told) <= len(kept)


@pytest.mark.parametrize(
    ("count", "feedback"), first(product([5, 0, 12], [Feedback.NOW, Feedback.AFTER]))
)
def test_what_homework_acknowledged_outlives_the_kernel(tmp_path, monkeypatch, count, feedback):
    """Killed after so many of twelve answers or later: all that was acknowledged is there."""
    monkeypatch.chdir(tmp_path)
    given = assignment(feedback, attempts=0, ids=THREE[1:2])
    (tmp_path / "week-3.json").write_text(assignment_text(given), "utf-8")
    kernel = Kernel(tmp_path, HOMEWORK)
    kernel.send(type="answer", values={"learner": "Ann Lee"})
    for number in range(200, 212):
        kernel.send(type="answer", values={"answer": number})
    for action in ("hand-in", "yes"):
        kernel.send(type="action", id=action)
    told = kernel.killed_at(count)

    again = Homework(given)
    was_handed = any("Handed in" in state.get("scene", {}).get("question", "") for state in told)

    assert again.session.learner.name == "Ann Lee"
    assert again.scene["notice"] is None
    assert count <= acknowledged(told) <= len(again.session.responses(0)) <= 12
    assert not was_handed or again.session.handed_in
    if again.session.handed_in:
        assert parse_answers((tmp_path / "week-3-ann-lee.json").read_bytes()).rows

"""A notebook's kernel is killed in the middle of answering: what was acknowledged is there."""

import os
import queue
from collections.abc import Iterator
from signal import SIGKILL

import pytest
from jupyter_client import BlockingKernelClient, KernelManager
from sweeps import first

from ono_tutor.course.progress import Progress
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import Puzzle

ENOUGH = 600
"""Seconds in which a kernel answers on any machine."""

PUZZLES = [entry for entry in bank.index().values() if entry.kind == "survive"][:20]
CELL = f"""
from ono_tutor.widgets import Quiz
quiz = Quiz({[entry.id for entry in PUZZLES]}, "kept.sqlite")
print(quiz.widget.model_id)
"""


def started(folder) -> tuple[KernelManager, BlockingKernelClient]:
    """A kernel in the learner's folder, ready."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=str(folder))
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(ENOUGH)
    return manager, client


def shown(client) -> str:
    """Run the cell with the quiz; the id of its channel to the view."""
    sent = client.execute(CELL)
    while True:
        message = client.get_iopub_msg(ENOUGH)
        if message["parent_header"].get("msg_id") != sent:
            continue
        assert message["msg_type"] != "error", message["content"]
        if message["msg_type"] == "stream":
            return message["content"]["text"].strip()


def send(client, channel, **message) -> None:
    """Send a message as the view does."""
    content = {"comm_id": channel, "data": {"method": "custom", "content": message}}
    client.shell_channel.send(client.session.msg("comm_msg", content))


def acknowledged(client, channel, wait) -> Iterator[bool]:
    """Yield whether each message that comes within so many seconds acknowledges an answer."""
    while True:
        try:
            message = client.get_iopub_msg(wait)
        except queue.Empty:
            return
        data = message["content"].get("data", {})
        if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == channel:
            state = data.get("state", {}).get("feedback") or {}
            yield state.get("state") in ("right", "wrong")


@pytest.mark.parametrize("count", first([3, 1, 15]))
def test_what_was_acknowledged_outlives_the_kernel(tmp_path, count):
    """Killed after so many of twenty answers or later: each with feedback is in the file, once."""
    seen = 0
    manager, client = started(tmp_path)
    try:
        channel = shown(client)
        for entry in PUZZLES:
            send(client, channel, type="choice", id=Puzzle.of(entry).answer_as_json())
            send(client, channel, type="action", id="next")
        while seen < count:
            seen += next(acknowledged(client, channel, ENOUGH))
        os.kill(manager.provisioner.pid, SIGKILL)
        seen += sum(acknowledged(client, channel, 0.05))
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)

    progress = Progress.open(tmp_path / "kept.sqlite")
    kept = [one.puzzle for one in progress.history()]

    assert progress.set_aside is None
    assert kept == [entry.id for entry in PUZZLES[: len(kept)]]
    assert count <= seen <= len(kept)

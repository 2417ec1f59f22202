"""A notebook's kernel is killed in the middle of answering: what was acknowledged is there.

``ONO_KILLS=50`` kills as often as that; three times where it is not set.
"""

import os
import queue
import random
from signal import SIGKILL
from threading import Event

import pytest
from jupyter_client import BlockingKernelClient, KernelManager

from ono_tutor.course.progress import Progress

KILLS = int(os.environ.get("ONO_KILLS", "3"))
CELL = """
from ono_tutor.widgets import Quiz
quiz = Quiz("double-play-1980", "kept.sqlite")
print(quiz.widget.model_id)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One learner's folder through all the kills."""
    return tmp_path_factory.mktemp("learner")


@pytest.fixture(scope="module")
def tally():
    """Answers sent and acknowledged in all kills; were there none, nothing was tested."""
    found = {"sent": 0, "acknowledged": 0}
    yield found
    print(f"\n{KILLS} kills: {found}")
    assert 0 < found["acknowledged"] < found["sent"]


def started(folder) -> tuple[KernelManager, BlockingKernelClient]:
    """A kernel in the learner's folder, ready."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel(cwd=str(folder))
    client = manager.client()
    client.start_channels()
    client.wait_for_ready(60)
    return manager, client


def shown(client) -> str:
    """Run the cell with the quiz; the id of its channel to the view."""
    sent = client.execute(CELL)
    while True:
        message = client.get_iopub_msg(60)
        if message["parent_header"].get("msg_id") != sent:
            continue
        assert message["msg_type"] != "error", message["content"]
        if message["msg_type"] == "stream":
            return message["content"]["text"].strip()


def answer(client, channel, card) -> None:
    """Press a card, as the view does."""
    content = {
        "comm_id": channel,
        "data": {"method": "custom", "content": {"type": "play", "play": card}},
    }
    client.shell_channel.send(client.session.msg("comm_msg", content))


def acknowledged(client, channel, most) -> int:
    """How many answers were acknowledged by feedback in the messages that have come."""
    found = 0
    while found < most:
        try:
            message = client.get_iopub_msg(0.05)
        except queue.Empty:
            return found
        data = message["content"].get("data", {})
        if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == channel:
            state = data.get("state", {}).get("feedback") or {}
            found += state.get("state") in ("right", "wrong")
    return found


@pytest.mark.parametrize("kill", range(KILLS))
def test_what_was_acknowledged_outlives_the_kernel(folder, tally, kill):
    """Every answer whose feedback was sent is in the file after SIGKILL; none is there twice."""
    numbers = random.Random(kill)
    path = folder / "kept.sqlite"
    before = len(Progress.open(path).history())
    manager, client = started(folder)
    try:
        channel, sent = shown(client), 40
        for _ in range(sent):
            answer(client, channel, numbers.choice(["7", "H", "9"]))
        while not (seen := acknowledged(client, channel, 1)):
            continue
        Event().wait(numbers.random() * 0.3)  # no message is read meanwhile: it is cut off anywhere
        os.kill(manager.provisioner.pid, SIGKILL)
        seen += acknowledged(client, channel, sent)
    finally:
        client.stop_channels()
        manager.shutdown_kernel(now=True)

    progress = Progress.open(path)
    kept = len(progress.history()) - before

    tally["sent"] += sent
    tally["acknowledged"] += seen
    assert progress.set_aside is None
    assert seen <= kept <= sent

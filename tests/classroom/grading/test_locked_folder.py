"""A folder that one program at a time writes into."""

import signal
import subprocess
import sys

import pytest

from ono_tutor.course.list_file import LOCK, OutputError, locked_folder

HOLD = """
import sys
from pathlib import Path
from ono_tutor.course.list_file import locked_folder
with locked_folder(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_while_a_folder_is_held_another_is_refused_at_once(tmp_path):
    """The message names the folder; afterwards the folder is as it was, and free."""
    with locked_folder(tmp_path), pytest.raises(OutputError, match="another run is writing into"):
        locked_folder(tmp_path).__enter__()

    assert list(tmp_path.iterdir()) == []
    with locked_folder(tmp_path):
        assert [path.name for path in tmp_path.iterdir()] == [LOCK]


def test_a_lock_is_gone_with_its_process(tmp_path):
    """What a killed program leaves is an empty file that stops nobody."""
    with subprocess.Popen([sys.executable, "-c", HOLD, tmp_path], stdin=-1, stdout=-1) as holder:
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(OutputError):
            locked_folder(tmp_path).__enter__()
        holder.send_signal(signal.SIGKILL)

    with locked_folder(tmp_path):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_link_in_the_locks_place_is_not_followed(tmp_path):
    (tmp_path / LOCK).symlink_to(tmp_path / "elsewhere")
    with pytest.raises(OutputError, match="cannot write"):
        locked_folder(tmp_path).__enter__()
    assert [path.name for path in tmp_path.iterdir()] == [LOCK]

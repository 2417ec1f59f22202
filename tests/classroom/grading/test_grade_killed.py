"""``grade`` killed at any moment: each table is the old one or the new one, never half of one."""

import os
import shutil
import signal
import subprocess
import sys

import pytest
from classroom.a_class import hand_in, task_file
from sweeps import first

from ono_tutor.atomic_files import LEFTOVER
from ono_tutor.classroom.grading.by_hand import OVERRIDES
from ono_tutor.classroom.grading.mark_book import BOOK
from ono_tutor.classroom.grading.marks_folder import TABLES

LEARNERS = 40
ENOUGH = 600
"""Seconds in which a command ends on any machine."""


def grading(top, answers, out):
    """The command on its way, in a process of its own."""
    words = [str(top / "week-1.json"), str(top / answers), "-o", str(top / out), "--fresh"]
    return subprocess.Popen([sys.executable, "-m", "ono_tutor", "grade", *words], stdout=-3)


def tables(folder):
    return [(folder / name).read_bytes() for name in TABLES]


@pytest.fixture(scope="module")
def top(tmp_path_factory):
    """The answers of a class and better ones, with the marks of both; a refused file in each."""
    top = tmp_path_factory.mktemp("two-weeks")
    task_file(top)
    for name, more in (("old", 0), ("new", 2)):
        for place in range(LEARNERS):
            hand_in(top / name, f"{place}", f"Learner {place:02}", more + place % 3)
        (top / name / "broken.json").write_text("{", encoding="utf-8")
        assert grading(top, name, f"{name}-marks").wait() == 1
    return top


@pytest.fixture
def out(top):
    """A folder that holds the old marks."""
    out = top / "out"
    shutil.rmtree(out, ignore_errors=True)
    shutil.copytree(top / "old-marks", out)
    return out


_STRUCK = """
import os, signal, sys
from ono_tutor.atomic_files import WholeFile
from ono_tutor.cli.main import main

names, ending, place = sys.argv[1].split(","), sys.argv[2], int(sys.argv[3])
calls = []

def struck(really):
    def step(self):
        calls.extend([self] if self.path.name.endswith(ending) else [])
        if len(calls) == place:
            os.kill(os.getpid(), signal.SIGKILL)
        really(self)
    return step

for name in names:
    setattr(WholeFile, name, struck(getattr(WholeFile, name)))
main(["grade", *sys.argv[4:]])
"""


def killed(top, out, steps, ending, place):
    """Grade the new answers, and kill that before such a step for a file that ends so."""
    words = [str(top / "week-1.json"), str(top / "new"), "-o", str(out), "--fresh"]
    command = [sys.executable, "-c", _STRUCK, steps, ending, str(place), *words]
    run = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    assert run.returncode == -signal.SIGKILL


@pytest.mark.parametrize("place", first([60, 1, 30, 90]))
def test_killed_at_any_moment_every_table_is_whole(top, out, place):
    """Compared byte by byte with both; the run after it clears what is left."""
    old, new = tables(top / "old-marks"), tables(top / "new-marks")
    killed(top, out, "finish,put", "", place)
    for table, *either in zip(tables(out), old, new, strict=True):
        assert table in either
    assert grading(top, "new", "out").wait() == 1
    assert tables(out) == new
    paths = [*out.iterdir(), *(out / "feedback").rglob("*.*")]
    assert [path for path in paths if LEFTOVER in path.name] == []


@pytest.mark.parametrize(("step", "place"), first([("put", 3), ("put", 1), ("finish", 4)]))
def test_killed_between_two_tables_each_of_them_is_whole(top, out, step, place):
    """Those that were put in place are new, the others old."""
    killed(top, out, step, ".csv", place)
    put = place - 1 if step == "put" else 0
    assert tables(out) == [*tables(top / "new-marks")[:put], *tables(top / "old-marks")[put:]]


_HEAVY = """
import os, signal, sys, time
from ono_tutor.classroom.grading import grade as class_grading
from ono_tutor.cli.main import main

def heavy(job, chunk):
    os.write(1, b"judging\\n")
    time.sleep(3600 if "endless" in sys.argv[0] else 1)

class_grading.grade_chunk = heavy
if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
    main(["grade", *sys.argv[1:]])
"""


def at_work(top, out, how):
    """The command with two workers at long work, in a group of processes of its own."""
    script = top / f"{how}.py"
    script.write_text(_HEAVY, encoding="utf-8")
    words = [str(top / "week-1.json"), str(top / "new"), "-o", str(out), "--workers", "2"]
    command = [sys.executable, str(script), *words]
    run = subprocess.Popen(command, stdout=-1, stderr=-1, start_new_session=True)
    assert run.stdout.readline() == b"judging\n"
    return run


def end_of(run):
    """What the command says on its error output, which ends only with the last process."""
    try:
        return run.communicate(timeout=ENOUGH)[1]
    except subprocess.TimeoutExpired:
        os.killpg(run.pid, signal.SIGKILL)
        run.communicate()
        raise


def test_an_interrupt_ends_the_run_and_leaves_the_old_tables(top, out):
    """As Ctrl+C does, it goes to every process; the output ends only with the last of them."""
    run = at_work(top, out, "heavy")
    os.killpg(run.pid, signal.SIGINT)
    errors = end_of(run)

    assert (run.returncode, b"Aborted!" in errors, b"Traceback" in errors) == (1, True, False)
    assert tables(out) == tables(top / "old-marks")
    names = ["feedback", "feedback.zip", BOOK, OVERRIDES, *TABLES]
    assert sorted(path.name for path in out.iterdir()) == sorted(names)


def test_killed_with_workers_it_leaves_no_orphan(top, out):
    """They end with the process that started them, though it could not tell them."""
    run = at_work(top, out, "endless")
    run.send_signal(signal.SIGKILL)
    end_of(run)
    assert run.returncode == -signal.SIGKILL

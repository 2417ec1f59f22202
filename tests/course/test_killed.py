"""Programs that are killed, and programs that answer at once: nothing acknowledged is lost."""

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from course.answering import Answering, answer, given
from sweeps import first

from ono_tutor.course import progress_file
from ono_tutor.course.progress import Progress


@pytest.mark.parametrize("kills", first([1, 50]))
def test_killed_at_any_moment_nothing_acknowledged_is_lost(path: Path, kills: int) -> None:
    """A program killed in the middle of answering leaves a whole file with every answer it told of."""
    told: set[str] = set()
    numbers = random.Random(50)

    for kill in range(kills):
        child = Answering(path, f"run{kill}", 10_000)
        told |= {child.name() for _ in range(numbers.randrange(1, 6))}
        for _ in range(numbers.randrange(200_000)):
            pass  # some part of the next answer is done meanwhile
        child.kill()
        told |= set(child.rest())

    assert len(told) >= kills
    assert told <= {kept.lesson for kept in Progress.open(path).history()}
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert [file.name for file in path.parent.glob("*-damaged*")] == []


def test_programs_that_answer_at_once_lose_nothing(path: Path) -> None:
    """Three programs write into one file: every answer is there, each with an attempt of its own."""
    children = [Answering(path, f"book{number}", 25) for number in range(3)]

    told = [name for child in children for name in child.rest()]

    history = Progress.open(path).history()
    assert sorted(kept.lesson for kept in history) == sorted(told)
    assert sorted(kept.attempt for kept in history) == list(range(1, 76))


def test_programs_that_meet_a_damaged_file_at_once_set_it_aside_once(path: Path) -> None:
    """Whoever comes second does not set aside what the first has begun."""
    path.write_bytes(b"no database" * 100)

    children = [Answering(path, f"book{number}", 5) for number in range(4)]
    told = [name for child in children for name in child.rest()]

    assert {kept.lesson for kept in Progress.open(path).history()} == set(told)
    assert len(told) == 20
    aside = [file.name for file in path.parent.glob("progress-*") if "journal" not in file.name]
    assert aside == ["progress-damaged.sqlite"]


def test_a_reader_does_not_wait_for_a_writer(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program is in the middle of writing, what was there before is read at once."""
    monkeypatch.setattr(progress_file, "LONG", 0.5)
    progress = Progress.open(kept)
    with progress_file.ProgressFile(kept).writing() as db:
        db.execute("DELETE FROM answer")

        assert given(progress) == ["7", "H", "9"]
        db.execute("ROLLBACK")
        db.execute("BEGIN")


def test_an_answer_that_has_to_wait_too_long_is_held_and_written_later(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another program keeps the file shut the learner is told, and nothing is set aside."""
    monkeypatch.setattr(progress_file, "LONG", 0.5)
    progress = Progress.open(kept)
    with closing(sqlite3.connect(kept, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        held = answer(progress, "H", 5)
    then = answer(progress, "7", 6)

    assert (held.is_on_disk, then.is_on_disk) == (False, True)
    assert "kept in memory only" in str(held.notices[0])
    assert given(Progress.open(kept)) == ["7", "H", "9", "H", "7"]
    assert progress.set_aside is None

"""Files that are damaged, that cannot be written, or that are shared: no acknowledged answer is lost."""

import random
from contextlib import contextmanager
from pathlib import Path

import pytest
from course.answering import answer, answering, given
from sweeps import first

from ono_tutor import atomic_files
from ono_tutor.course import list_file
from ono_tutor.course.list_file import locked
from ono_tutor.course.progress import Progress

NOISE = random.Random(2).randbytes(5000)


def set_aside(path):
    """What lies beside the file because it was damaged."""
    return sorted(path.parent.glob(f"{path.stem}-damaged*"))


@pytest.mark.parametrize(
    ("damage", "whole"),
    [
        (lambda raw: NOISE[:100] + raw[100:], ["H", "9"]),
        (lambda raw: raw[: len(raw) // 3], []),
        (lambda _: NOISE, []),
        (lambda raw: raw.replace(b"2026-11-20T12:01", b"2026-11-20 12:01"), ["7", "9"]),
        (lambda raw: raw.replace(b"progress/1", b"progress/2"), ["7", "H", "9"]),
        (lambda raw: raw.replace(b'"hints"', b'"hurts"'), []),
    ],
)
@pytest.mark.parametrize("is_open", [False, True])
def test_a_damaged_file_is_set_aside(kept, damage, whole, is_open):
    """It lies unchanged beside, the learner is told, and its whole answers are in a new file."""
    progress = Progress.open(kept) if is_open else None
    damaged = damage(kept.read_bytes())
    kept.write_bytes(damaged)
    progress = progress or Progress.open(kept)
    assert given(progress) == whole
    assert answer(progress, "H", 9).is_on_disk
    (notice,) = progress.notices
    assert "set aside as progress-damaged.json" in str(notice)
    assert f"what is whole in it ({len(whole)})" in str(notice)
    assert [file.read_bytes() for file in set_aside(kept)] == [damaged]
    assert given(Progress.open(kept)) == [*whole, "H"]


def test_bytes_spoiled_anywhere_stop_nobody_and_lose_no_file(tmp_path, kept):
    """Wherever a few bytes are spoiled, answering goes on, and what was there is there."""
    sound, numbers = kept.read_bytes(), random.Random(7)
    for number in range(60):
        path = tmp_path / f"spoiled{number}.json"
        raw, place = bytearray(sound), numbers.randrange(len(sound) - 8)
        raw[place : place + 8] = numbers.randbytes(8)
        path.write_bytes(raw)
        progress = Progress.open(path)
        assert answer(progress, "9", 30).is_on_disk
        assert progress.report().answered >= 1
        assert [file.read_bytes() for file in set_aside(path)] == [bytes(raw)]


# ---- places where a file cannot be written ----


@contextmanager
def refusing(owner, name, error):
    """A step that the system refuses."""

    def refuse(*_):
        raise error

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(owner, name, refuse)
        yield


def full(_):
    return refusing(atomic_files.os, "fsync", OSError(28, "No space left on device"))


def stuck(file):
    file.write_bytes(NOISE)
    return refusing(Path, "rename", PermissionError(13, "Permission denied"))


def shut(_):
    return refusing(list_file, "locked", PermissionError(13, "Permission denied"))


@contextmanager
def a_folder(file):
    file.unlink()
    (file / "mine").mkdir(parents=True)
    yield
    (file / "mine").rmdir()
    file.rmdir()


@pytest.mark.parametrize(
    ("spoiled", "reason"),
    [
        (full, "No space left on device"),
        (stuck, "Permission denied"),
        (shut, "Permission denied"),
        (a_folder, "Is a directory"),
    ],
)
def test_what_cannot_be_written_waits_in_memory_and_is_told(kept, spoiled, reason):
    """Nothing is renamed or lost; when the file can be written again, all is in it."""
    progress = Progress.open(kept)
    with spoiled(kept):
        receipts = [answer(progress, "H", 10 + number) for number in range(20)]
        (notice,) = progress.notices
        assert f"({reason}). What you do is kept in memory only" in str(notice)
        assert progress.file.waiting == [receipt.record for receipt in receipts]
        assert not any(receipt.is_on_disk for receipt in receipts)
        assert set_aside(kept) == []
    assert answer(progress, "9", 99).is_on_disk
    assert progress.file.waiting == []
    assert given(Progress.open(kept))[-21:] == [*["H"] * 20, "9"]
    if spoiled in (full, shut):
        assert progress.notices == ()
        assert [item.attempt for item in progress.history()] == list(range(1, 25))


def test_a_file_that_another_program_writes_is_waited_for(kept, monkeypatch):
    """Reading does not wait; an answer waits as long as there is patience, then in memory."""
    monkeypatch.setattr(list_file, "PATIENCE", 0.1)
    progress = Progress.open(kept)
    with locked(kept, 1):
        assert given(progress) == ["7", "H", "9"]
        assert not answer(progress, "H", 5).is_on_disk
    assert "could not be acquired" in str(progress.notices[0])
    assert answer(progress, "7", 6).is_on_disk
    assert given(Progress.open(kept)) == ["7", "H", "9", "H", "7"]


@pytest.mark.parametrize("name", ["nowhere/progress.json", "my 100% progress? #1.json"])
def test_a_path_is_a_path(tmp_path, name):
    """A folder that is not there is made, odd letters are taken as they are, a device is left alone."""
    (tmp_path / "empty.json").touch()
    assert Progress.open(tmp_path / "empty.json").notices == ()
    answer(Progress.open(tmp_path / name))
    assert (tmp_path / name).is_file()
    assert given(Progress.open(tmp_path / name)) == ["H"]
    device = Progress.open("/dev/null")
    assert not answer(device).is_on_disk
    assert "it is a pipe or a device" in str(device.notices[0])


# ---- programs that are killed, and programs that answer at once ----


@pytest.mark.parametrize("kills", first([1, 50]))
def test_killed_at_any_moment_nothing_acknowledged_is_lost(path, kills):
    """A program killed in the middle of answering leaves a whole file with every answer it told of."""
    told, numbers = set(), random.Random(50)
    for kill in range(kills):
        child = answering(path, f"run{kill}", 10_000)
        told |= {child.stdout.readline().strip() for _ in range(numbers.randrange(1, 6))}
        for _ in range(numbers.randrange(200_000)):
            pass  # some part of the next answer is done meanwhile
        child.kill()
        told |= set(child.communicate()[0].split())
    assert len(told) >= kills
    assert told <= {kept.lesson for kept in Progress.open(path).history()}
    assert set_aside(path) == []


@pytest.mark.parametrize("is_damaged", [False, True])
def test_programs_that_answer_at_once_lose_nothing(path, is_damaged):
    """Every answer is there, each with an attempt of its own; a damaged file is set aside once."""
    if is_damaged:
        path.write_bytes(b"no database" * 100)
    children = [answering(path, f"book{number}", 20) for number in range(3)]
    told = [name for child in children for name in child.communicate()[0].split()]
    history = Progress.open(path).history()
    assert sorted(kept.lesson for kept in history) == sorted(told)
    assert sorted(kept.attempt for kept in history) == list(range(1, 61))
    assert len(set_aside(path)) == is_damaged

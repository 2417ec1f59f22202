"""Files that are damaged, that cannot be written, or that are shared: no acknowledged answer is lost."""

import os
import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from course.answering import Answering, answer, given
from sweeps import first

from ono_tutor import atomic_files
from ono_tutor.course import list_file
from ono_tutor.course.lessons import lessons
from ono_tutor.course.list_file import locked
from ono_tutor.course.progress import Progress

NOBODY = 65534
NOISE = random.Random(2).randbytes(5000)


def set_aside(path: Path) -> list[Path]:
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
def test_a_damaged_file_is_set_aside(
    kept: Path, damage: Callable[[bytes], bytes], whole: list[str], is_open: bool
) -> None:
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


def test_what_was_set_aside_before_is_not_overwritten(path: Path) -> None:
    """A second damaged file gets a name of its own."""
    for noise in (b"first", b"second", b"third"):
        path.write_bytes(noise * 100)
        Progress.open(path)
    assert {file.read_bytes()[:5] for file in set_aside(path)} == {b"first", b"secon", b"third"}


def test_bytes_spoiled_anywhere_stop_nobody_and_lose_no_file(tmp_path: Path, kept: Path) -> None:
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


def test_a_new_file_says_nothing(path: Path) -> None:
    """The first start, and an empty file, are nothing to tell."""
    empty = path.with_name("empty.json")
    empty.touch()
    for file in (path, empty):
        progress = Progress.open(file)
        assert (progress.notices, given(progress), set_aside(file)) == ((), [], [])


# ---- places where a file cannot be written ----


def full(_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_files.os, "fsync", refuse)


def stuck(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_bytes(b"noise" * 1000)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)


def a_folder(file: Path, _monkeypatch: pytest.MonkeyPatch) -> None:
    file.unlink()
    (file / "mine").mkdir(parents=True)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (full, "No space left on device"),
        (stuck, "Permission denied"),
        (a_folder, "Is a directory"),
    ],
)
def test_what_cannot_be_written_waits_in_memory_and_is_told(
    kept: Path, spoil: Callable[[Path, pytest.MonkeyPatch], None], reason: str
) -> None:
    """Nothing is renamed or lost; when the file can be written again, all is in it."""
    progress = Progress.open(kept)
    with pytest.MonkeyPatch.context() as patched:
        spoil(kept, patched)
        receipts = [answer(progress, "H", 10 + number) for number in range(20)]
        (notice,) = progress.notices
        assert f"({reason}). What you do is kept in memory only" in str(notice)
        assert progress.file.waiting == [receipt.record for receipt in receipts]
        assert not any(receipt.is_on_disk for receipt in receipts)
        assert set_aside(kept) == []
    if kept.is_dir():
        (kept / "mine").rmdir()
        kept.rmdir()
    assert answer(progress, "9", 99).is_on_disk
    assert progress.file.waiting == []
    assert given(Progress.open(kept))[-21:] == [*["H"] * 20, "9"]
    if spoil is full:
        assert progress.notices == ()
        assert [item.attempt for item in progress.history()] == list(range(1, 25))


def test_a_file_that_another_program_writes_is_waited_for(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading does not wait; an answer waits as long as there is patience, then in memory."""
    monkeypatch.setattr(list_file, "PATIENCE", 0.1)
    progress = Progress.open(kept)
    with locked(kept, 1):
        assert given(progress) == ["7", "H", "9"]
        assert not answer(progress, "H", 5).is_on_disk
    assert "could not be acquired" in str(progress.notices[0])
    assert answer(progress, "7", 6).is_on_disk
    assert given(Progress.open(kept)) == ["7", "H", "9", "H", "7"]


def test_a_file_that_may_not_grow_holds_what_does_not_fit(kept: Path) -> None:
    """The system's own refusal to write more is no damage, and loses nothing."""
    resource = pytest.importorskip("resource")
    progress, limits = Progress.open(kept), resource.getrlimit(resource.RLIMIT_FSIZE)

    resource.setrlimit(resource.RLIMIT_FSIZE, (kept.stat().st_size + 100, limits[1]))
    try:
        assert not answer(progress, "H", 10).is_on_disk
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert len(Progress.open(kept).history()) == 3
    assert answer(progress, "9", 99).is_on_disk
    assert given(Progress.open(kept)) == ["7", "H", "9", "H", "9"]
    assert set_aside(kept) == []


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder of somebody whom permissions bind, which root is not."""
    if not hasattr(os, "geteuid"):
        pytest.skip("permissions are another thing here")
    is_root = os.geteuid() == 0
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        if is_root:
            lessons()  # read before: what Python itself imports for it may be out of reach after
            os.chown(place, NOBODY, NOBODY)
            os.seteuid(NOBODY)
        try:
            yield place
        finally:
            if is_root:
                os.seteuid(0)
            place.chmod(0o777)


def test_where_one_may_not_write_one_goes_on_in_memory(folder: Path) -> None:
    """What was kept is read, what is answered is held and told, and written once that can be."""
    path = folder / "progress.json"
    answer(Progress.open(path), "7")
    folder.chmod(0o555)

    progress = Progress.open(path)
    held = answer(progress, "H", 1)

    assert "(Permission denied)" in str(progress.notices[0])
    assert (held.is_on_disk, held.record.attempt) == (False, 2)
    assert (given(progress), given(Progress.open(path))) == (["7", "H"], ["7"])
    folder.chmod(0o777)
    assert answer(progress, "9", 2).is_on_disk
    assert given(Progress.open(path)) == ["7", "H", "9"]


@pytest.mark.parametrize("name", ["nowhere/progress.json", "my 100% progress? #1.json"])
def test_a_path_is_a_path(tmp_path: Path, name: str) -> None:
    """A folder that is not there is made, and odd letters are taken as they are."""
    answer(Progress.open(tmp_path / name))
    assert (tmp_path / name).is_file()
    assert given(Progress.open(tmp_path / name)) == ["H"]


def test_a_device_is_left_alone() -> None:
    """What other programs use is neither renamed nor written; answers wait in memory."""
    progress = Progress.open("/dev/null")
    assert not answer(progress).is_on_disk
    assert "it is a pipe or a device" in str(progress.notices[0])


# ---- programs that are killed, and programs that answer at once ----


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
    assert [file.name for file in path.parent.glob("*-damaged*")] == []


@pytest.mark.parametrize("is_damaged", [False, True])
def test_programs_that_answer_at_once_lose_nothing(path: Path, is_damaged: bool) -> None:
    """Every answer is there, each with an attempt of its own; a damaged file is set aside once."""
    if is_damaged:
        path.write_bytes(b"no database" * 100)
    children = [Answering(path, f"book{number}", 20) for number in range(3)]
    told = [name for child in children for name in child.rest()]
    history = Progress.open(path).history()
    assert sorted(kept.lesson for kept in history) == sorted(told)
    assert sorted(kept.attempt for kept in history) == list(range(1, 61))
    aside = [file.name for file in path.parent.glob("progress-*")]
    assert aside == ["progress-damaged.json"] * is_damaged

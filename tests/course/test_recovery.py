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
IN_MEMORY = "kept in memory only"


def headless(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(100) + path.read_bytes()[100:])


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])


def random_bytes(path: Path) -> None:
    path.write_bytes(random.Random(2).randbytes(5000))


def with_changed(old: bytes, new: bytes) -> Callable[[Path], None]:
    return lambda path: path.write_bytes(path.read_bytes().replace(old, new)) and None


@pytest.mark.parametrize(
    ("damage", "whole"),
    [
        (headless, ["H", "9"]),
        (truncated, []),
        (random_bytes, []),
        (with_changed(b"2026-11-20T12:01", b"2026-11-20 12:01"), ["7", "9"]),
        (with_changed(b"progress/1", b"progress/2"), ["7", "H", "9"]),
        (with_changed(b'"hints"', b'"hurts"'), []),
    ],
)
@pytest.mark.parametrize("is_open", [False, True])
def test_a_damaged_file_is_set_aside(
    kept: Path, damage: Callable[[Path], None], whole: list[str], is_open: bool
) -> None:
    """It lies unchanged beside, the learner is told, and its whole answers are in a new file."""
    progress = Progress.open(kept) if is_open else None
    damage(kept)
    before = kept.read_bytes()

    progress = progress or Progress.open(kept)
    assert given(progress) == whole
    assert answer(progress, "H", 9).is_on_disk
    (notice,) = progress.notices
    assert progress.file.set_aside == kept.with_name("progress-damaged.json")
    assert "set aside as progress-damaged.json" in str(notice)
    assert progress.file.set_aside.read_bytes() == before
    assert given(Progress.open(kept)) == [*whole, "H"]


def test_what_was_set_aside_before_is_not_overwritten(path: Path) -> None:
    """A second damaged file gets a name of its own."""
    for noise in (b"first", b"second", b"third"):
        path.write_bytes(noise * 100)
        Progress.open(path)
    aside = [path.with_name(f"progress-damaged{last}.json") for last in ("", "-2", "-3")]
    assert [file.read_bytes()[:5] for file in aside] == [b"first", b"secon", b"third"]


def test_the_whole_answers_of_a_damaged_file_are_carried_over(path: Path) -> None:
    """Answers on pages that are sound are in the new file, the others in the one set aside."""
    progress = Progress.open(path)
    for minutes in range(120):
        answer(progress, "H", minutes)
    before = progress.history()
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 4096] = bytes(4096)
    path.write_bytes(raw)

    found = Progress.open(path)

    assert 20 < len(found.history()) < 120
    assert set(found.history()) < set(before)
    assert f"what is whole in it ({len(found.history())})." in str(found.notices[0])


def test_bytes_spoiled_anywhere_stop_nobody_and_lose_no_file(tmp_path: Path, kept: Path) -> None:
    """Wherever a few bytes are spoiled, answering goes on, and what was there is told or there."""
    sound, numbers = kept.read_bytes(), random.Random(7)
    for number in range(60):
        path = tmp_path / f"spoiled{number}.json"
        raw, place = bytearray(sound), numbers.randrange(len(sound) - 8)
        raw[place : place + 8] = numbers.randbytes(8)
        path.write_bytes(raw)

        progress = Progress.open(path)
        receipt = answer(progress, "9", 30)
        progress.report()

        assert receipt.is_on_disk
        assert len(progress.history()) == 4 or progress.file.set_aside is not None
        if progress.file.set_aside is not None:
            assert progress.file.set_aside.read_bytes() == bytes(raw)


def test_a_new_file_says_nothing(path: Path) -> None:
    """The first start, and an empty file that a kill may leave, are nothing to tell."""
    empty = path.with_name("empty.json")
    empty.write_bytes(b"")
    for file in (path, empty):
        progress = Progress.open(file)
        assert (progress.file.set_aside, progress.notices, given(progress)) == (None, (), [])


# ---- places where a file cannot be written ----


def full(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_files.os, "fsync", refuse)


def stuck(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_bytes(b"noise" * 1000)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)


def a_folder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        held = [answer(progress, "H", 10 + number) for number in range(60)]
        waiting = [receipt.record for receipt in held if not receipt.is_on_disk]
        assert waiting
        assert reason in str(progress.notices[0])
        assert IN_MEMORY in str(progress.notices[0])
        assert progress.file.waiting == waiting
        assert progress.file.set_aside is None
    if kept.is_dir():
        (kept / "mine").rmdir()
        kept.rmdir()
    assert answer(progress, "9", 99).is_on_disk
    assert progress.file.waiting == []
    assert given(Progress.open(kept))[-61:] == [*["H"] * 60, "9"]
    if spoil is full:
        assert progress.notices == ()
        assert [item.attempt for item in progress.history()] == list(range(1, 65))


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

    resource.setrlimit(resource.RLIMIT_FSIZE, (kept.stat().st_size, limits[1]))
    try:
        receipts = [answer(progress, "H", 10 + number) for number in range(30)]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    told = [receipt for receipt in receipts if receipt.is_on_disk]
    assert len(told) < 30
    assert len(Progress.open(kept).history()) == 3 + len(told)
    assert answer(progress, "9", 99).is_on_disk
    assert given(Progress.open(kept)) == ["7", "H", "9", *["H"] * 30, "9"]
    assert progress.file.set_aside is None


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


@pytest.mark.parametrize("file_mode", [0o444, 0o666])
def test_where_one_may_not_write_one_goes_on_in_memory(folder: Path, file_mode: int) -> None:
    """What was kept is read, what is answered is held and told, and written once that can be."""
    path = folder / "progress.json"
    answer(Progress.open(path), "7")
    path.chmod(file_mode)
    folder.chmod(0o555)

    progress = Progress.open(path)
    held = answer(progress, "H", 1)

    assert IN_MEMORY in str(progress.notices[0])
    assert (held.is_on_disk, held.record.attempt, progress.file.set_aside) == (False, 2, None)
    assert (given(progress), given(Progress.open(path))) == (["7", "H"], ["7"])
    assert progress.report().answered == 2
    folder.chmod(0o777)
    path.chmod(0o666)
    assert answer(progress, "9", 2).is_on_disk
    assert given(Progress.open(path)) == ["7", "H", "9"]


def test_a_folder_that_is_not_there_is_made(tmp_path: Path) -> None:
    """With the first answer, as the file is."""
    progress = Progress.open(tmp_path / "nowhere" / "progress.json")
    assert answer(progress).is_on_disk
    assert given(Progress.open(progress.path)) == ["H"]


def test_a_path_with_odd_letters_is_a_path(tmp_path: Path) -> None:
    """Names with question marks, per cent signs and spaces are taken as they are."""
    path = tmp_path / "my 100% progress? #1.json"
    answer(Progress.open(path))
    assert path.is_file()
    assert given(Progress.open(path)) == ["H"]


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

"""Places where a file cannot be written, or not with a journal: answers are kept all the same."""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from course.answering import answer, given

from ono_tutor.course import progress_file
from ono_tutor.course.lessons import lessons
from ono_tutor.course.progress import Progress

NOBODY = 65534
LONGEST_NAME = 255


@pytest.fixture
def lonely(tmp_path: Path) -> Path:
    """A file's name so long that no file can have one that begins with it, not even for root."""
    return tmp_path / ("p" * (LONGEST_NAME - len(".sqlite")) + ".sqlite")


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


def test_where_no_journal_can_be_made_answers_are_in_memory_and_that_is_said(lonely: Path) -> None:
    """Nothing is written that a kill could leave half done."""
    progress = Progress.open(lonely)
    receipts = [answer(progress, word, number) for number, word in enumerate("79H")]
    assert not any(receipt.is_on_disk for receipt in receipts)
    assert given(progress) == ["7", "9", "H"]
    assert "kept in memory only" in str(progress.notices[0])


def test_a_damaged_file_that_cannot_be_set_aside_stays_and_one_goes_on(lonely: Path) -> None:
    """Where renaming is impossible the file is left alone, and the learner told why."""
    lonely.write_bytes(b"noise" * 1000)
    progress = Progress.open(lonely)
    held = answer(progress)
    assert not held.is_on_disk
    assert given(progress) == ["H"]
    assert lonely.read_bytes() == b"noise" * 1000
    assert "cannot be set aside" in str(held.notices[0])
    assert "kept in memory only" in str(held.notices[0])


def test_a_file_that_may_not_be_written_is_set_aside_and_gone_on_from(folder: Path) -> None:
    """Its answers are all in the new file, and it lies unchanged beside."""
    path = folder / "progress.sqlite"
    answer(Progress.open(path), "7")
    path.chmod(0o444)
    progress = Progress.open(path)
    assert progress.set_aside is not None
    assert progress.set_aside.path.name == "progress-not-writable.sqlite"
    assert answer(progress, "H", 1).is_on_disk
    assert given(Progress.open(path)) == ["7", "H"]


def test_in_a_folder_that_may_not_be_written_one_goes_on_in_memory(folder: Path) -> None:
    """Where only the file may be written, and no journal beside it, the file stays as it is."""
    path = folder / "progress.sqlite"
    answer(Progress.open(path), "7")
    Path(f"{path}-journal").unlink()
    folder.chmod(0o555)
    progress = Progress.open(path)
    receipt = answer(progress, "H", 1)
    assert not receipt.is_on_disk
    assert progress.set_aside is None
    assert given(progress) == ["7", "H"]
    assert given(Progress.open(path)) == ["7"]


def test_where_nothing_may_be_written_one_goes_on_in_memory(folder: Path) -> None:
    """What was kept is read, what is answered is held and told, and written once that can be."""
    path = folder / "progress.sqlite"
    answer(Progress.open(path), "7")
    path.chmod(0o444)
    folder.chmod(0o555)

    progress = Progress.open(path)
    held = answer(progress, "H", 1)

    assert "kept in memory only" in str(progress.notices[0])
    assert (held.is_on_disk, held.record.attempt) == (False, 2)
    assert given(progress) == ["7", "H"]
    assert progress.report().answered == 2
    folder.chmod(0o777)
    path.chmod(0o666)
    assert answer(progress, "9", 2).is_on_disk
    assert given(Progress.open(path)) == ["7", "H", "9"]


def test_a_folder_in_the_place_of_the_file_is_left_alone(tmp_path: Path) -> None:
    """Somebody's folder is not moved away for a file; the learner is told."""
    (tmp_path / "progress.sqlite" / "mine").mkdir(parents=True)
    progress = Progress.open(tmp_path / "progress.sqlite")
    receipt = answer(progress)
    assert not receipt.is_on_disk
    assert "it is not a file" in str(receipt.notices[0])
    assert (tmp_path / "progress.sqlite" / "mine").is_dir()


def test_a_folder_that_is_not_there_is_told_and_answers_wait_for_it(tmp_path: Path) -> None:
    """Where there is nowhere to write the learner goes on in memory, until there is."""
    progress = Progress.open(tmp_path / "nowhere" / "progress.sqlite")
    receipt = answer(progress)
    assert not receipt.is_on_disk
    assert "unable to open database file" in str(receipt.notices[0])
    assert given(progress) == ["H"]
    (tmp_path / "nowhere").mkdir()
    assert answer(progress, "7", 1).is_on_disk
    assert given(Progress.open(progress.path)) == ["H", "7"]
    (notice,) = progress.notices
    assert str(notice).startswith("The progress file progress.sqlite can be used again")


def test_a_file_that_may_not_grow_holds_what_does_not_fit(kept: Path) -> None:
    """The system's own refusal to write more is no damage, and loses nothing."""
    resource = pytest.importorskip("resource")
    progress, limits = Progress.open(kept), resource.getrlimit(resource.RLIMIT_FSIZE)

    resource.setrlimit(resource.RLIMIT_FSIZE, (kept.stat().st_size, limits[1]))
    try:
        receipts = [answer(progress, "H", 10 + number) for number in range(30)]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)

    assert not receipts[-1].is_on_disk
    assert "kept in memory only" in str(receipts[-1].notices[0])
    told = [receipt for receipt in receipts if receipt.is_on_disk]
    assert len(Progress.open(kept).history()) == 3 + len(told)
    assert answer(progress, "9", 99).is_on_disk
    assert given(Progress.open(kept)) == ["7", "H", "9", *["H"] * 30, "9"]
    assert progress.set_aside is None


def test_on_a_full_disk_nothing_is_lost_while_the_program_runs(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is no damage: answers wait, each told, and all are written when there is room."""
    progress, connect = Progress.open(kept), progress_file.connect

    def full(path: Path, mode: str, patience: float) -> sqlite3.Connection:
        db = connect(path, mode, patience)
        db.execute("PRAGMA max_page_count = 1")
        return db

    with monkeypatch.context() as patched:
        patched.setattr(progress_file, "connect", full)
        receipts = [answer(progress, "H", 10 + number) for number in range(60)]
    held = [receipt for receipt in receipts if not receipt.is_on_disk]

    assert held
    assert all("database or disk is full" in str(receipt.notices[0]) for receipt in held)
    assert progress.waiting == len(held)
    assert answer(progress, "9", 99).is_on_disk
    assert (progress.waiting, progress.set_aside) == (0, None)
    assert given(Progress.open(kept)) == ["7", "H", "9", *["H"] * 60, "9"]
    assert [item.attempt for item in Progress.open(kept).history()] == list(range(1, 65))


def test_a_path_with_odd_letters_is_a_path(tmp_path: Path) -> None:
    """Names with question marks, per cent signs and spaces are taken as they are."""
    path = tmp_path / "my 100% progress? #1.sqlite"
    answer(Progress.open(path))
    assert path.is_file()
    assert given(Progress.open(path)) == ["H"]


def test_a_device_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """What other programs use is neither renamed nor written; answers wait in memory."""
    monkeypatch.setattr(Path, "rename", lambda *_: pytest.fail("renamed"))
    progress = Progress.open("/dev/null")
    assert not answer(progress).is_on_disk
    assert "it is not a file" in str(progress.notices[0])
    assert progress.set_aside is None

"""Files that are damaged, that cannot be written, or that are shared: no acknowledged answer is lost."""

import os
import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from course.answering import Answering, answer, given
from sweeps import first

from ono_tutor.course import progress_file
from ono_tutor.course.lessons import lessons
from ono_tutor.course.progress import Progress

NOBODY = 65534
IN_MEMORY = "kept in memory only"


def change(*statements: str) -> Callable[[Path], None]:
    """Change the file as another program, or a later version, may have left it."""

    def changed(path: Path) -> None:
        with closing(sqlite3.connect(path)) as db:
            for statement in statements:
                db.execute(statement)
            db.commit()

    return changed


def headless(path: Path) -> None:
    path.write_bytes(random.Random(1).randbytes(100) + path.read_bytes()[100:])


def truncated(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])


def random_bytes(path: Path) -> None:
    path.write_bytes(random.Random(2).randbytes(5000))


def with_changed_letter(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"2026-11-20T12:01", b"2026-11-20T12:31"))


@pytest.mark.parametrize(
    ("damage", "whole"),
    [
        (headless, []),
        (truncated, []),
        (random_bytes, []),
        (with_changed_letter, ["7", "9"]),
        (change("ALTER TABLE answer DROP COLUMN hints"), []),
        (change("PRAGMA application_id = 0", "CREATE TABLE recipe (title TEXT)"), ["7", "H", "9"]),
        (change("PRAGMA user_version = 99"), ["7", "H", "9"]),
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
    assert progress.set_aside == kept.with_name("progress-damaged.sqlite")
    assert "set aside as progress-damaged.sqlite" in str(notice)
    assert progress.set_aside.read_bytes() == before
    assert given(Progress.open(kept)) == [*whole, "H"]


def test_what_was_set_aside_before_is_not_overwritten(path: Path) -> None:
    """A second damaged file gets a name of its own."""
    for noise in (b"first", b"second", b"third"):
        path.write_bytes(noise * 100)
        Progress.open(path)
    aside = [path.with_name(f"progress-damaged{last}.sqlite") for last in ("", "-2", "-3")]
    assert [file.read_bytes()[:5] for file in aside] == [b"first", b"secon", b"third"]


def test_what_lies_beside_a_file_goes_aside_with_it(path: Path) -> None:
    """A companion of SQLite's never meets a new file."""
    path.write_bytes(b"noise" * 1000)
    Path(f"{path}-shm").write_bytes(b"companion")
    aside = Progress.open(path).set_aside
    assert Path(f"{aside}-shm").read_bytes() == b"companion"
    assert not Path(f"{path}-shm").exists()


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
    assert f"that are whole ({len(found.history())})." in str(found.notices[0])


def test_bytes_spoiled_anywhere_stop_nobody_and_lose_no_file(tmp_path: Path, kept: Path) -> None:
    """Wherever a few bytes are spoiled, answering goes on, and what was there is told or there."""
    sound, numbers = kept.read_bytes(), random.Random(7)
    for number in range(60):
        path = tmp_path / f"spoiled{number}.sqlite"
        raw, place = bytearray(sound), numbers.randrange(len(sound) - 8)
        raw[place : place + 8] = numbers.randbytes(8)
        path.write_bytes(raw)

        progress = Progress.open(path)
        receipt = answer(progress, "9", 30)
        progress.report()

        assert receipt.is_on_disk
        assert len(progress.history()) == 4 or progress.set_aside is not None
        if progress.set_aside is not None:
            assert progress.set_aside.read_bytes() == bytes(raw)


def test_a_new_file_says_nothing(path: Path) -> None:
    """The first start, and an empty file that a kill may leave, are nothing to tell."""
    empty = path.with_name("empty.sqlite")
    empty.write_bytes(b"")
    for file in (path, empty):
        progress = Progress.open(file)
        assert (progress.set_aside, progress.notices, given(progress)) == (None, (), [])


# ---- places where a file cannot be written ----


def full(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    connect = progress_file.connect

    def connect_full(path: Path, mode: str) -> sqlite3.Connection:
        db = connect(path, mode)
        db.execute("PRAGMA max_page_count = 1")
        return db

    monkeypatch.setattr(progress_file, "connect", connect_full)


def stuck(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_bytes(b"noise" * 1000)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)


def in_use(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_file, "PATIENCE", 0.2)

    def connect_late(path: Path, mode: str) -> sqlite3.Connection:
        raise sqlite3.OperationalError("database is locked")

    monkeypatch.setattr(progress_file, "connect", connect_late)


def a_folder(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.unlink()
    (file / "mine").mkdir(parents=True)


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (full, "database or disk is full"),
        (stuck, "it is damaged, and cannot be set aside: Permission denied"),
        (in_use, "database is locked"),
        (a_folder, "it is not a file"),
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
        assert progress.waiting == waiting
        assert progress.set_aside is None
    if kept.is_dir():
        (kept / "mine").rmdir()
        kept.rmdir()
    assert answer(progress, "9", 99).is_on_disk
    assert progress.waiting == []
    assert given(Progress.open(kept))[-61:] == [*["H"] * 60, "9"]
    if spoil is full:
        assert progress.notices == ()
        assert [item.attempt for item in progress.history()] == list(range(1, 65))


def test_a_file_that_another_program_writes_is_waited_for(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading does not wait; an answer waits as long as there is patience, then in memory."""
    monkeypatch.setattr(progress_file, "PATIENCE", 0.5)
    progress = Progress.open(kept)
    with closing(sqlite3.connect(kept, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        db.execute("DELETE FROM answer")
        assert given(progress) == ["7", "H", "9"]
        assert not answer(progress, "H", 5).is_on_disk
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
    assert progress.set_aside is None


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


@pytest.mark.parametrize(("file_mode", "folder_mode"), [(0o444, 0o777), (0o666, 0o555), (0o444, 0o555)])  # fmt: skip
def test_where_one_may_not_write_one_goes_on_in_memory(
    folder: Path, file_mode: int, folder_mode: int
) -> None:
    """What was kept is read, what is answered is held and told, and written once that can be."""
    path = folder / "progress.sqlite"
    answer(Progress.open(path), "7")
    Path(f"{path}-journal").unlink()
    path.chmod(file_mode)
    folder.chmod(folder_mode)

    progress = Progress.open(path)
    held = answer(progress, "H", 1)

    assert IN_MEMORY in str(progress.notices[0])
    assert (held.is_on_disk, held.record.attempt, progress.set_aside) == (False, 2, None)
    assert (given(progress), given(Progress.open(path))) == (["7", "H"], ["7"])
    assert progress.report().answered == 2
    folder.chmod(0o777)
    path.chmod(0o666)
    assert answer(progress, "9", 2).is_on_disk
    assert given(Progress.open(path)) == ["7", "H", "9"]


def test_a_folder_that_is_not_there_is_told_and_answers_wait_for_it(tmp_path: Path) -> None:
    """Where there is nowhere to write the learner goes on in memory, until there is."""
    progress = Progress.open(tmp_path / "nowhere" / "progress.sqlite")
    assert not answer(progress).is_on_disk
    assert "unable to open database file" in str(progress.notices[0])
    (tmp_path / "nowhere").mkdir()
    assert answer(progress, "7", 1).is_on_disk
    assert given(Progress.open(progress.path)) == ["H", "7"]
    assert progress.notices == ()


def test_a_path_with_odd_letters_is_a_path(tmp_path: Path) -> None:
    """Names with question marks, per cent signs and spaces are taken as they are."""
    path = tmp_path / "my 100% progress? #1.sqlite"
    answer(Progress.open(path))
    assert path.is_file()
    assert given(Progress.open(path)) == ["H"]


def test_a_device_is_left_alone() -> None:
    """What other programs use is neither renamed nor written; answers wait in memory."""
    progress = Progress.open("/dev/null")
    assert not answer(progress).is_on_disk
    assert "it is not a file" in str(progress.notices[0])


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
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
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
    aside = [file.name for file in path.parent.glob("progress-*") if "journal" not in file.name]
    assert aside == ["progress-damaged.sqlite"] * is_damaged

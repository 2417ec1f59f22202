"""A damaged file is set aside, said, never overwritten; and nothing acknowledged is lost."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from course.answering import Answering, answer, given
from sweeps import first

from ono_tutor.course import progress_file
from ono_tutor.course.progress import Progress


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


NEWER = change("PRAGMA user_version = 99")
FOREIGN = change("PRAGMA application_id = 0", "CREATE TABLE recipe (title TEXT)")
LACKING = change("ALTER TABLE answer DROP COLUMN hints")


@pytest.mark.parametrize(
    ("damage", "name", "sentence"),
    [
        (headless, "progress-damaged.sqlite", "is damaged"),
        (truncated, "progress-damaged.sqlite", "is damaged"),
        (random_bytes, "progress-damaged.sqlite", "is damaged"),
        (LACKING, "progress-damaged.sqlite", "is damaged"),
        (FOREIGN, "progress-not-progress.sqlite", "is not a progress file"),
        (NEWER, "progress-not-progress.sqlite", "is not a progress file"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_is_set_aside(
    kept: Path, damage: Callable[[Path], None], name: str, sentence: str
) -> None:
    """It lies unchanged under a telling name, the learner is told, and a new file is begun."""
    damage(kept)
    before = kept.read_bytes()
    progress = Progress.open(kept)
    assert progress.set_aside is not None
    assert progress.set_aside.path == kept.with_name(name)
    assert progress.set_aside.path.read_bytes() == before
    assert sentence in str(progress.set_aside.text)
    assert name in str(progress.set_aside.text)
    assert answer(progress, "H", 9).is_on_disk
    assert given(Progress.open(kept))[-1] == "H"


def test_what_was_set_aside_before_is_not_overwritten(path: Path) -> None:
    """A second damaged file gets a name of its own."""
    for noise in (b"first", b"second", b"third"):
        path.write_bytes(noise * 100)
        Progress.open(path)
    aside = [path.with_name(f"progress-damaged{last}.sqlite") for last in ("", "-2", "-3")]
    assert [file.read_bytes()[:5] for file in aside] == [b"first", b"secon", b"third"]


@pytest.mark.parametrize("is_stuck", [False, True])
def test_what_lies_beside_a_file_goes_aside_with_it_or_stays(
    path: Path, monkeypatch: pytest.MonkeyPatch, is_stuck: bool
) -> None:
    """A companion of SQLite's never meets a new file; if the file is stuck it is put back."""
    path.write_bytes(b"noise" * 1000)
    Path(f"{path}-shm").write_bytes(b"companion")
    rename = Path.rename

    def stuck(self: Path, target: str | Path) -> Path:
        if is_stuck and self == path:
            raise PermissionError(13, "Permission denied")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", stuck)
    progress = Progress.open(path)
    if is_stuck:
        assert "cannot be set aside: Permission denied" in str(progress.notices[0])
        assert Path(f"{path}-shm").read_bytes() == b"companion"
        return
    assert progress.set_aside is not None
    assert progress.set_aside.path.name == "progress-damaged.sqlite"
    assert Path(f"{progress.set_aside.path}-shm").read_bytes() == b"companion"
    assert not Path(f"{path}-shm").exists()


def test_a_changed_letter_is_noticed(kept: Path) -> None:
    """An answer whose words are not as they were written is not passed off as the learner's."""
    raw = kept.read_bytes()
    kept.write_bytes(raw.replace(b"2026-11-20T12:01", b"2026-11-20T12:31"))
    progress = Progress.open(kept)
    assert progress.set_aside is not None
    assert given(progress) == ["7", "9"]


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

    assert found.set_aside is not None
    assert 20 < len(found.history()) < 120
    assert set(found.history()) < set(before)
    assert f"{len(found.history())} whole answers." in str(found.set_aside.text)


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
            assert progress.set_aside.path.read_bytes() == bytes(raw)


def test_a_file_spoiled_while_it_is_open_is_set_aside_and_the_answer_kept(kept: Path) -> None:
    """Damage that comes while a notebook is open is told with the next answer."""
    progress = Progress.open(kept)
    headless(kept)
    receipt = answer(progress, "H", 5)
    assert receipt.is_on_disk
    assert "is damaged" in str(receipt.notices[0])
    assert given(Progress.open(kept)) == ["H"]


def test_a_file_that_was_taken_away_is_told(kept: Path) -> None:
    """A learner whose file vanished hears of it with the next answer."""
    progress = Progress.open(kept)
    kept.unlink()
    receipt = answer(progress, "H", 5)
    assert "was gone" in str(receipt.notices[0])
    assert given(progress) == ["H"]


def test_a_new_file_beside_one_set_aside_says_where_that_is(kept: Path) -> None:
    """Killed between setting aside and beginning anew, the next start still tells of it."""
    kept.rename(kept.with_name("progress-damaged.sqlite"))
    progress = Progress.open(kept)
    assert progress.set_aside is not None
    assert progress.set_aside.path.name == "progress-damaged.sqlite"
    assert "progress-damaged.sqlite lies beside it" in str(progress.notices[0])


def test_a_new_file_says_nothing(path: Path) -> None:
    """The first start, and an empty file that a kill may leave, are nothing to tell."""
    first = Progress.open(path)
    empty = path.with_name("empty.sqlite")
    empty.write_bytes(b"")
    assert (first.set_aside, first.notices) == (None, ())
    assert Progress.open(empty).notices == ()


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

"""What is kept of an answer, when it is on the disk, and where; one file out, one file in."""

import json
import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from course.answering import HOLD, NOON, OWN, answer

from ono_tutor import atomic_files
from ono_tutor.course import list_file
from ono_tutor.course.answer_store import FORMAT, Occasion
from ono_tutor.course.list_file import locked
from ono_tutor.course.progress import FOLDER, NAME, VARIABLE, Merged, Progress, my_progress
from ono_tutor.errors import FileError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle


def test_an_answer_is_kept_with_all_that_is_known_of_it(path):
    """Puzzle and its words, answer, mark, rule points, hints, attempt, time and lesson are kept."""
    progress = Progress.open(path)
    progress.record(HOLD, HOLD.check("certain"), Occasion(NOON, 2, "04-double\udce7"))
    (kept,) = Progress.open(path).history()
    assert (kept.puzzle, kept.kind, kept.position) == (HOLD.id, "survive", str(HOLD.position))
    assert (kept.mark, kept.answer, kept.hints, kept.attempt) == (Mark.RIGHT, "certain", 2, 1)
    assert (kept.at, kept.lesson) == ("2026-11-20T12:00:00.000Z", "04-double?")
    assert "double-reply" in kept.rule_points


def test_a_puzzle_from_elsewhere_can_be_judged_anew(path):
    """Its words are kept with the answer, and the misconceptions that give it, the likeliest first."""
    own = Puzzle("o", "legal", Position.parse("1980 total=97 hand=O,H,9,9"))
    answer(Progress.open(path), "O, H", puzzle=own)
    (kept,) = Progress.open(path).history()
    assert Puzzle.of(kept.entry) == own
    assert Puzzle.of(kept.entry).check(kept.answer).mistakes[0].id == kept.mistakes[0]
    assert kept.mistakes[0] == "ono99-sets-99"


def test_attempts_are_counted_per_puzzle(path):
    """A malformed answer counts as no attempt, and a solution asked for as one."""
    progress = Progress.open(path)
    for word in ("7", "nonsense", "9"):
        answer(progress, word)
    progress.give_up(HOLD, Occasion(NOON))
    answer(progress, "H", puzzle=OWN)
    attempts = [(kept.mark.value, kept.attempt) for kept in progress.history()]
    assert attempts == [("wrong", 1), ("malformed", 2), ("wrong", 2), ("not-attempted", 3), ("right", 1)]  # fmt: skip


def test_a_time_is_kept_in_utc(path):
    """From wherever it comes; one without its zone is refused."""
    progress, check = Progress.open(path), HOLD.check("H")
    with pytest.raises(ValueError, match="no time zone"):
        progress.record(HOLD, check, Occasion(datetime(2026, 11, 20)))
    there = datetime(2026, 11, 20, 1, tzinfo=timezone(timedelta(hours=9)))
    receipt = progress.record(HOLD, check, Occasion(there))
    assert receipt.record.at == "2026-11-19T16:00:00.000Z"


def test_every_answer_waits_for_the_disk(path, monkeypatch):
    """The file's bytes are synced before it is put in place, and then its name."""
    steps, sync, replace = [], os.fsync, Path.replace
    monkeypatch.setattr(atomic_files.os, "fsync", lambda at: (steps.append("sync"), sync(at)))
    monkeypatch.setattr(Path, "replace", lambda *at: (steps.append("put"), replace(*at)))
    assert answer(Progress.open(path)).is_on_disk
    assert steps == ["sync", "put", "sync"]


def test_the_answers_of_a_lesson_are_found_in_the_order_of_time(path):
    """Those of other lessons are left out, those that wait in memory are not."""
    progress = Progress.open(path)

    def answered(word, minute, lesson="one"):
        occasion = Occasion(NOON + timedelta(minutes=minute), lesson=lesson)
        progress.record(HOLD, HOLD.check(word), occasion)

    answered("H", 3)
    answered("H", 2, "two")
    answered("7", 1)
    assert [kept.answer for kept in progress.answered_in("one")] == ["7", "H"]
    path.unlink()
    path.mkdir()
    answered("7", 0)
    path.rmdir()
    assert [kept.answer for kept in progress.answered_in("one")] == ["7"]
    answered("H", 9)
    assert [kept.answer for kept in Progress.open(path).answered_in("one")] == ["7", "H"]
    assert progress.answered_in("none") == ()


# ---- the progress of the folder that one works in ----


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """A folder to work in, where nothing is set."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)
    return tmp_path


def test_it_is_kept_beside_the_notebook(elsewhere):
    """In a folder of its own; two widgets share it, by whatever name they call the file."""
    answer(my_progress())
    assert (elsewhere / FOLDER / NAME).is_file()
    assert [path.name for path in elsewhere.iterdir()] == [FOLDER]
    assert my_progress() is my_progress(elsewhere / FOLDER / NAME)
    assert my_progress() is my_progress(f"./{FOLDER}/{NAME}")
    assert my_progress() is not my_progress("other.json")


def test_one_beside_the_notebook_is_gone_on_with(elsewhere):
    """A file that is in the folder one works in is found there, and no other is made."""
    answer(Progress.open(elsewhere / NAME))
    assert len(my_progress().history()) == 1
    assert not (elsewhere / FOLDER).exists()


def test_the_file_or_the_folder_may_be_named(elsewhere, monkeypatch):
    """By the environment too, for a teacher; an empty name is none."""
    (elsewhere / "mine").mkdir()
    assert my_progress("mine").path == elsewhere / "mine" / NAME
    monkeypatch.setenv(VARIABLE, str(elsewhere / "set.json"))
    assert my_progress().path.name == "set.json"
    monkeypatch.setenv(VARIABLE, "")
    assert my_progress().path.name == NAME


# ---- one file out, one file in ----


@pytest.fixture
def sound(kept, tmp_path):
    """The three answers as an exported file has them."""
    Progress.open(kept).export_to(tmp_path / "sound.json")
    return tmp_path / "sound.json"


def test_what_is_exported_is_imported_exactly(kept, tmp_path):
    """A round trip gives the same answers, and the same file again."""
    progress, other = Progress.open(kept), Progress.open(tmp_path / "other.json")
    progress.give_up(OWN, Occasion(NOON, hints=1, lesson="L’été"))
    answer(progress, "nonsense\n", puzzle=OWN)
    progress.export_to(tmp_path / "out.json")
    merged = other.import_from(tmp_path / "out.json")
    other.export_to(tmp_path / "again.json")
    assert merged == Merged(new=5, known=0)
    assert other.history() == progress.history()
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "out.json").read_bytes()
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["format"] == FORMAT


def test_an_import_merges_without_doubling(kept, sound, tmp_path):
    """What is there already is not added again; what is new stands beside what was there."""
    here, there = Progress.open(kept), Progress.open(tmp_path / "there.json")
    answer(there, "8", 30)
    there.import_from(sound)
    there.export_to(tmp_path / "back.json")
    assert here.import_from(tmp_path / "back.json") == Merged(new=1, known=3)
    assert here.import_from(tmp_path / "back.json") == Merged(new=0, known=4)
    assert here.history() == there.history()


HEAD = b'{"format": "ono-tutor-progress/1"'


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (None, "No such file"),
        (b"", "it is empty"),
        (b"[" * 200_000, "cannot import"),
        (b"\xff\xfe", "no UTF-8"),
        (b"[]", "a file of ono-tutor-progress/1 has the fields format, answers"),
        (b'{"format": "ono-tutor-progress/2", "answers": []}', "says so in its format"),
        (HEAD + b"}", "format, answers"),
        (HEAD + b', "answers": {}}', "has a list of answers"),
        (HEAD + b', "answers": [3]}', "number 1 of the answers: an answer has"),
        (HEAD + b', "answers": [NaN]}', "NaN is no number"),
        (HEAD + b', "answers": [1e999]}', "1e999 is no number"),
        (HEAD + b', "format": 1, "answers": []}', "given twice"),
    ],
)
def test_a_file_that_is_no_export_is_refused(path, tmp_path, raw, reason):
    """The error names the file and the reason."""
    if raw is not None:
        (tmp_path / "bad.json").write_bytes(raw)
    with pytest.raises(FileError, match=r"bad\.json") as error:
        Progress.open(path).import_from(tmp_path / "bad.json")
    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("puzzle", "", "puzzle is a line of text that is not empty, not ''"),
        ("position", 3, "not '3'"),
        ("lesson", "\ud800", "lesson is a line of text"),
        ("mark", "perfect", "mark is right, wrong, not-attempted, malformed"),
        ("mark", ["right"], "mark is right"),
        ("hints", -1, "a whole number from 0"),
        ("hints", True, "not 'true'"),
        ("attempt", 0, "a whole number from 1"),
        ("attempt", 10**30, "a whole number from 1"),
        ("at", "2026-02-30T10:00:00.000Z", "2026-02-30"),
        ("at", "2026-11-20T10:00:00+01:00", "+01:00"),
        ("rule_points", ["two words"], "a list of ids"),
        ("rule_points", "limit", "a list of ids"),
        ("mistakes", [1], "a list of ids"),
    ],
)
def test_a_bad_answer_is_refused_and_nothing_imported(sound, tmp_path, field, value, reason):
    """The error names the answer, the field and what it is; the good ones are not taken either."""
    whole = json.loads(sound.read_bytes())
    whole["answers"][1][field] = value
    sound.write_text(json.dumps(whole), encoding="utf-8")
    progress = Progress.open(tmp_path / "fresh.json")
    with pytest.raises(FileError, match="number 2 of the answers: ") as error:
        progress.import_from(sound)
    assert reason in str(error.value)
    assert progress.history() == ()


def test_an_import_that_cannot_be_written_is_an_error(kept, sound, monkeypatch):
    """An import is on disk, or it is refused."""
    monkeypatch.setattr(list_file, "PATIENCE", 0.1)
    with locked(kept, 1), pytest.raises(FileError, match="could not be acquired"):
        Progress.open(kept).import_from(sound)


def test_an_export_is_whole_or_not_there(kept, tmp_path):
    """Without room nothing of it lies there, nor if the answers cannot be read; no file is overwritten."""
    resource = pytest.importorskip("resource")
    progress, limits = Progress.open(kept), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(FileError, match="File too large"):
            progress.export_to(tmp_path / "out.json")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not (tmp_path / "out.json").exists()
    (tmp_path / "out.json").touch()
    with pytest.raises(FileError, match="File exists"):
        progress.export_to(tmp_path / "out.json")
    kept.unlink()
    kept.mkdir()
    with pytest.raises(FileError, match="Is a directory"):
        progress.export_to(tmp_path / "other.json")
    assert not (tmp_path / "other.json").exists()


def test_answers_in_memory_only_are_exported_too(tmp_path):
    """Where the file cannot be written, an export elsewhere saves what was answered."""
    (tmp_path / "nowhere").touch()
    progress = Progress.open(tmp_path / "nowhere" / "progress.json")
    answer(progress)
    assert progress.export_to(tmp_path / "out.json") == 1
    assert len(json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["answers"]) == 1

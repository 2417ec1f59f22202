"""A learner's progress: nothing acknowledged is lost, and nothing is lost without a word."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from ono_tutor.course import answer_file, schema
from ono_tutor.course.answered import Occasion
from ono_tutor.course.exchange import FORMAT, ProgressError
from ono_tutor.course.keeper import Receipt
from ono_tutor.course.progress import Merged, Progress
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
HOLD = Puzzle.load("dp80-hold")
OWN = Puzzle("my-own", "survive", Position.parse("1980 total=92 hand=7,H,-10,O owes=2 players=3"))


def answer(progress: Progress, word: str = "H", minutes: int = 0, puzzle: Puzzle = HOLD) -> Receipt:
    """Answer a puzzle so many minutes after noon."""
    occasion = Occasion(NOON + timedelta(minutes=minutes))
    return progress.record(puzzle, puzzle.check(word), occasion, word)


def given(progress: Progress) -> list[object]:
    """What was answered, in the order of time."""
    return [answered.answer for answered in progress.history()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the progress is kept."""
    return tmp_path / "progress.sqlite"


@pytest.fixture
def kept(path: Path) -> Path:
    """A progress file with three answers."""
    progress = Progress.open(path)
    for minutes, word in enumerate(("7", "H", "9")):
        answer(progress, word, minutes)
    return path


# --- what is kept


def test_an_answer_is_kept_with_all_that_is_known_of_it(path: Path) -> None:
    """Puzzle and its words, answer, mark, rule points, hints, attempt, time and lesson are kept."""
    progress = Progress.open(path)

    progress.record(HOLD, HOLD.check("certain"), Occasion(NOON, hints=2, lesson="04-double"))

    kept = Progress.open(path).history()[0]
    assert (kept.puzzle, kept.kind, kept.position) == (HOLD.id, "survive", str(HOLD.position))
    assert (kept.mark, kept.answer, kept.hints, kept.attempt) == (Mark.RIGHT, "certain", 2, 1)
    assert (kept.at, kept.lesson) == ("2026-11-20T12:00:00.000Z", "04-double")
    assert "double-reply" in kept.rule_points


def test_the_diagnosed_misconception_is_kept(path: Path) -> None:
    """A wrong answer that a misconception gives is kept with it, the likeliest first."""
    puzzle = Puzzle("o", "legal", Position.parse("1980 total=97 hand=O,H,9,9"))

    answer(Progress.open(path), "O, H", puzzle=puzzle)

    assert Progress.open(path).history()[0].mistakes[0] == "ono99-sets-99"


def test_a_puzzle_from_elsewhere_can_be_judged_anew(path: Path) -> None:
    """The words of a puzzle that is not in the bank are kept with the answer."""
    answer(Progress.open(path), "H", puzzle=OWN)

    kept = Progress.open(path).history()[0]

    assert Puzzle.of(kept.entry) == OWN
    assert Puzzle.of(kept.entry).check(kept.answer).is_right


def test_attempts_are_counted_per_puzzle(path: Path) -> None:
    """A malformed answer counts as no attempt, and a solution asked for as one."""
    progress = Progress.open(path)

    for word in ("7", "nonsense", "9"):
        answer(progress, word)
    progress.give_up(HOLD, Occasion(NOON))
    answer(progress, "H", puzzle=OWN)

    attempts = [(kept.mark.value, kept.attempt) for kept in progress.history()]
    assert attempts == [("wrong", 1), ("malformed", 2), ("wrong", 2), ("not-attempted", 3), ("right", 1)]  # fmt: skip


def test_nothing_answered_is_not_taken_for_an_answer(path: Path) -> None:
    """An empty answer is refused, so that nobody is marked down for it."""
    with pytest.raises(ValueError, match="nothing was answered"):
        answer(Progress.open(path), " ")


def test_a_time_without_its_zone_is_refused(path: Path) -> None:
    """A time that may be anywhere in the world is no time to sort by."""
    with pytest.raises(ValueError, match="no time zone"):
        Progress.open(path).record(HOLD, HOLD.check("H"), Occasion(datetime(2026, 11, 20)))


def test_the_time_is_kept_in_utc(path: Path) -> None:
    """A time from elsewhere is turned into UTC."""
    there = datetime(2026, 11, 20, 1, tzinfo=timezone(timedelta(hours=9)))

    receipt = Progress.open(path).record(HOLD, HOLD.check("H"), Occasion(there))

    assert receipt.answered.at == "2026-11-19T16:00:00.000Z"


def test_answers_are_rows_of_the_answers_file(path: Path) -> None:
    """The rows have the contract's fields, and a solution asked for is no row."""
    progress = Progress.open(path)
    answer(progress, "certain")
    progress.give_up(OWN, Occasion(NOON))
    answer(progress, "H", puzzle=OWN)

    time = "2026-11-20T12:00:00.000Z"
    row = {"puzzle": HOLD.id, "answer": "certain", "at": time, "hints": 0, "attempt": 1}
    assert progress.answers([HOLD.id]) == [row]
    assert [row["puzzle"] for row in progress.answers()] == [HOLD.id, OWN.id]


def test_a_lesson_whose_name_is_no_text_is_kept(path: Path) -> None:
    """A file's name with bytes that are no UTF-8 does not stop an answer from being kept."""
    progress = Progress.open(path)

    receipt = progress.record(HOLD, HOLD.check("H"), Occasion(NOON, lesson="le\udce7on"))

    assert receipt.is_on_disk
    assert progress.history()[0].lesson == "le?on"


def test_every_step_waits_for_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are written with full syncing and a rollback journal."""
    said: list[str] = []
    connect = answer_file.connect

    def listening(*args: object) -> sqlite3.Connection:
        db = connect(*args)  # type: ignore[arg-type]
        db.set_trace_callback(said.append)
        return db

    monkeypatch.setattr(answer_file, "connect", listening)
    answer(Progress.open(path))

    last = said[len(said) - said[::-1].index("BEGIN IMMEDIATE") - 4 :]
    assert last[:3] == ["PRAGMA journal_mode = TRUNCATE", "PRAGMA synchronous = FULL", "PRAGMA cache_spill = OFF"]  # fmt: skip
    assert last[-1] == "COMMIT"


# --- killed, and two at once

_ANSWERING = """
import sys
from datetime import UTC, datetime, timedelta
from ono_tutor.course.answered import Occasion
from ono_tutor.course.keeper import Receipt
from ono_tutor.course.progress import Progress
from ono_tutor.puzzles.puzzle import Puzzle

path, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
progress, puzzle = Progress.open(path), Puzzle.load("dp80-hold")
check = puzzle.check("H")
for number in range(count):
    at = datetime(2026, 11, 20, tzinfo=UTC) + timedelta(seconds=number)
    receipt = progress.record(puzzle, check, Occasion(at, lesson=f"{name}-{number}"))
    assert receipt.is_on_disk, receipt.notices
    print(receipt.answered.lesson, flush=True)
"""


def answering(path: Path, name: str, count: int) -> "subprocess.Popen[str]":
    """A program that answers so many times, and prints a name when each was acknowledged."""
    command = [sys.executable, "-c", _ANSWERING, str(path), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_killed_fifty_times_nothing_acknowledged_is_lost(path: Path) -> None:
    """A program killed at any moment of answering leaves a whole file with every answer it told of."""
    told: set[str] = set()
    numbers = random.Random(50)

    for kill in range(50):
        child = answering(path, f"run{kill}", 10_000)
        assert child.stdout is not None
        for _ in range(numbers.randrange(1, 6)):
            told.add(child.stdout.readline().strip())
        for _ in range(numbers.randrange(200_000)):
            pass  # some part of the next answer is done meanwhile
        child.send_signal(signal.SIGKILL)
        told |= set(child.communicate()[0].split())

    assert len(told) >= 50
    assert told <= {kept.lesson for kept in Progress.open(path).history()}
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert [file.name for file in path.parent.glob("*-damaged*")] == []


def test_programs_that_answer_at_once_lose_nothing(path: Path) -> None:
    """Three programs write into one file: every answer is there, each with an attempt of its own."""
    children = [answering(path, f"book{number}", 25) for number in range(3)]

    told = [name for child in children for name in child.communicate()[0].split()]

    history = Progress.open(path).history()
    assert sorted(kept.lesson for kept in history) == sorted(told)
    assert sorted(kept.attempt for kept in history) == list(range(1, 76))


def test_programs_that_meet_a_damaged_file_at_once_set_it_aside_once(path: Path) -> None:
    """Whoever comes second does not set aside what the first has begun."""
    path.write_bytes(b"no database" * 100)

    children = [answering(path, f"book{number}", 5) for number in range(4)]
    told = [name for child in children for name in child.communicate()[0].split()]

    assert {kept.lesson for kept in Progress.open(path).history()} == set(told)
    assert len(told) == 20
    aside = [file.name for file in path.parent.glob("progress-*") if "journal" not in file.name]
    assert aside == ["progress-damaged.sqlite"]


def test_a_reader_does_not_wait_for_a_writer(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While another program is in the middle of writing, what was there before is read at once."""
    progress = Progress.open(kept)
    monkeypatch.setattr(answer_file, "PATIENCE", 0.0)
    with answer_file.writing(kept) as db:
        db.execute("DELETE FROM answer")

        assert given(progress) == ["7", "H", "9"]
        db.execute("ROLLBACK")
        db.execute("BEGIN")


def test_an_answer_that_has_to_wait_too_long_is_held_and_written_later(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where another program keeps the file shut the learner is told, and nothing is set aside."""
    progress = Progress.open(kept)
    monkeypatch.setattr(answer_file, "PATIENCE", 0.0)
    with closing(sqlite3.connect(kept, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        held = answer(progress, "H", 5)
    then = answer(progress, "7", 6)

    assert (held.is_on_disk, then.is_on_disk) == (False, True)
    assert "kept in memory only" in str(held.notices[0])
    assert given(Progress.open(kept)) == ["7", "H", "9", "H", "7"]
    assert progress.set_aside is None


# --- damage


def shut(path: Path) -> None:
    """Take the right to write away."""
    path.chmod(0o444)


def newer(path: Path) -> None:
    """Make the file one of a later version."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA user_version = 99")


def foreign(path: Path) -> None:
    """Put another program's database there."""
    path.unlink()
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE recipe (title TEXT)")
        db.commit()


def headless(path: Path) -> None:
    """Spoil the head of the file."""
    path.write_bytes(random.Random(1).randbytes(100) + path.read_bytes()[100:])


def truncated(path: Path) -> None:
    """Cut the file in its first third."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 3])


def random_bytes(path: Path) -> None:
    """Put noise there."""
    path.write_bytes(random.Random(2).randbytes(5000))


def lacking(path: Path) -> None:
    """Take a column away, as no version of the course does."""
    with closing(sqlite3.connect(path)) as db:
        db.execute("ALTER TABLE answer DROP COLUMN lesson")


def folder(path: Path) -> None:
    """Put a folder in the file's place."""
    path.unlink()
    path.mkdir()
    (path / "notes.txt").write_text("mine")


def bytes_of(path: Path) -> object:
    """What is there: a file's bytes, or a folder's names."""
    return path.read_bytes() if path.is_file() else sorted(part.name for part in path.iterdir())


@pytest.mark.parametrize(
    ("damage", "name", "sentence"),
    [
        (headless, "progress-damaged.sqlite", "is damaged"),
        (truncated, "progress-damaged.sqlite", "is damaged"),
        (random_bytes, "progress-damaged.sqlite", "is damaged"),
        (lacking, "progress-damaged.sqlite", "is damaged"),
        (foreign, "progress-not-progress.sqlite", "is no progress file"),
        (folder, "progress-not-progress.sqlite", "is no progress file"),
        (newer, "progress-from-a-newer-version.sqlite", "newer version"),
    ],
)
def test_a_file_that_cannot_be_gone_on_with_is_set_aside(
    kept: Path, damage: Callable[[Path], None], name: str, sentence: str
) -> None:
    """It lies unchanged under a telling name, the learner is told, and a new file is begun."""
    damage(kept)
    before = bytes_of(kept)

    progress = Progress.open(kept)

    assert progress.set_aside is not None
    assert progress.set_aside.path == kept.with_name(name)
    assert bytes_of(progress.set_aside.path) == before
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


def test_a_journal_goes_aside_with_its_file(kept: Path) -> None:
    """What SQLite would take for the journal of the new file never meets it."""
    folder(kept)
    Path(f"{kept}-journal").write_bytes(b"journal")

    progress = Progress.open(kept)

    assert progress.set_aside is not None
    assert Path(f"{progress.set_aside.path}-journal").read_bytes() == b"journal"


def test_the_whole_answers_of_a_damaged_file_are_carried_over(path: Path) -> None:
    """Answers on pages that are sound are in the new file, the others in the one set aside."""
    progress = Progress.open(path)
    for minutes in range(120):
        answer(progress, "H", minutes)
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2 : len(raw) // 2 + 4096] = bytes(4096)
    path.write_bytes(raw)

    found = Progress.open(path)

    assert found.set_aside is not None
    assert 20 < len(found.history()) < 120
    assert set(found.history()) < set(progress_answers(minutes=120))
    assert f"whole in it: {len(found.history())}." in str(found.set_aside.text)


def progress_answers(minutes: int) -> list[object]:
    """The answers that 120 minutes of answering leave."""
    with tempfile.TemporaryDirectory() as folder:
        progress = Progress.open(Path(folder) / "again.sqlite")
        for minute in range(minutes):
            answer(progress, "H", minute)
        return list(progress.history())


def test_bytes_spoiled_anywhere_stop_nobody_and_lose_no_file(tmp_path: Path, kept: Path) -> None:
    """Wherever a few bytes are spoiled, answering goes on, and what was there is told or there."""
    sound, numbers = kept.read_bytes(), random.Random(7)
    for number in range(120):
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


# --- where nothing can be written


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that is used as somebody whom permissions bind, who is not root."""
    if not hasattr(os, "geteuid"):
        pytest.skip("permissions are another thing here")
    with tempfile.TemporaryDirectory() as name:
        place, is_root = Path(name), os.geteuid() == 0
        place.chmod(0o777)
        if is_root:
            os.seteuid(65534)
        try:
            yield place
        finally:
            if is_root:
                os.seteuid(0)
            place.chmod(0o777)


def test_a_file_that_may_not_be_written_is_set_aside_and_gone_on_from(open_folder: Path) -> None:
    """Its answers are all in the new file, and it lies unchanged beside."""
    path = open_folder / "progress.sqlite"
    answer(Progress.open(path), "7")
    shut(path)

    progress = Progress.open(path)

    assert progress.set_aside is not None
    assert progress.set_aside.path.name == "progress-not-writable.sqlite"
    assert answer(progress, "H", 1).is_on_disk
    assert given(Progress.open(path)) == ["7", "H"]


def test_in_a_folder_that_may_not_be_written_one_goes_on_in_memory(open_folder: Path) -> None:
    """What was kept is read, what is answered is held and told, and written once that can be."""
    path = open_folder / "progress.sqlite"
    answer(Progress.open(path), "7")
    open_folder.chmod(0o555)

    progress = Progress.open(path)
    held = answer(progress, "H", 1)

    assert "kept in memory only" in str(progress.notices[0])
    assert (held.is_on_disk, held.answered.attempt) == (False, 2)
    assert given(progress) == ["7", "H"]
    assert progress.report().answered == 2
    open_folder.chmod(0o777)
    assert answer(progress, "9", 2).is_on_disk
    assert given(Progress.open(path)) == ["7", "H", "9"]


def test_a_damaged_file_that_cannot_be_set_aside_stays_and_one_goes_on(open_folder: Path) -> None:
    """Where renaming is forbidden, the file is left alone and the learner told."""
    path = open_folder / "progress.sqlite"
    path.write_bytes(b"noise" * 1000)
    open_folder.chmod(0o555)

    progress = Progress.open(path)
    held = answer(progress)

    assert not held.is_on_disk
    assert given(progress) == ["H"]
    assert path.read_bytes() == b"noise" * 1000
    assert progress.notices


def test_on_a_full_disk_nothing_is_lost_while_the_program_runs(
    kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk is no damage: answers wait, each told, and all are written when there is room."""
    progress, connect = Progress.open(kept), answer_file.connect

    def full(path: Path, mode: str) -> sqlite3.Connection:
        db = connect(path, mode)
        db.execute("PRAGMA max_page_count = 1")
        return db

    with monkeypatch.context() as patched:
        patched.setattr(answer_file, "connect", full)
        receipts = [answer(progress, "H", 10 + number) for number in range(60)]
    held = [receipt for receipt in receipts if not receipt.is_on_disk]

    assert held
    assert all("database or disk is full" in str(receipt.notices[0]) for receipt in held)
    assert progress.waiting == len(held)
    assert answer(progress, "9", 99).is_on_disk
    assert (progress.waiting, progress.set_aside) == (0, None)
    assert given(Progress.open(kept)) == ["7", "H", "9", *["H"] * 60, "9"]
    assert [item.attempt for item in Progress.open(kept).history()] == list(range(1, 65))


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    """Where there is nowhere to write the learner goes on in memory."""
    progress = Progress.open(tmp_path / "nowhere" / "progress.sqlite")

    receipt = answer(progress)

    assert not receipt.is_on_disk
    assert "unable to open database file" in str(receipt.notices[0])
    assert given(progress) == ["H"]


def test_a_path_with_odd_letters_is_a_path(tmp_path: Path) -> None:
    """Names with question marks, per cent signs and spaces are taken as they are."""
    path = tmp_path / "my 100% progress? #1.sqlite"

    answer(Progress.open(path))

    assert path.is_file()
    assert given(Progress.open(path)) == ["H"]


# --- versions


def test_an_older_file_is_brought_up_to_date(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps to a later version keep every answer, and set nothing aside."""
    later = (*schema.STEPS, "ALTER TABLE answer ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm';")
    monkeypatch.setattr(schema, "STEPS", later)

    progress = Progress.open(kept)
    answer(progress, "H", 5)

    assert progress.set_aside is None
    assert given(progress) == ["7", "H", "9", "H"]
    with closing(sqlite3.connect(kept)) as db:
        assert db.execute("PRAGMA user_version").fetchone() == (2,)
        assert db.execute("SELECT DISTINCT mood FROM answer").fetchall() == [("calm",)]


def test_a_step_that_fails_changes_nothing(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step is done whole or not at all, and the file as it was is set aside with its answers."""
    wrong = (*schema.STEPS, "ALTER TABLE answer ADD COLUMN mood TEXT; DROP TABLE nothing;")
    monkeypatch.setattr(schema, "STEPS", wrong)

    progress = Progress.open(kept)

    assert progress.notices
    with monkeypatch.context() as patched:
        patched.setattr(schema, "STEPS", wrong[:1])
        lying = next(kept.parent.glob("progress*damaged.sqlite"))
        assert given(Progress.open(lying)) == ["7", "H", "9"]


# --- one file out, one file in


def test_what_is_exported_is_imported_exactly(kept: Path, tmp_path: Path) -> None:
    """A round trip gives the same answers, and the same file again."""
    progress, other = Progress.open(kept), Progress.open(tmp_path / "other.sqlite")
    progress.give_up(OWN, Occasion(NOON, hints=1, lesson="L’été"))
    answer(progress, "nonsense\n", puzzle=OWN)
    progress.export_to(tmp_path / "out.json")

    merged = other.import_from(tmp_path / "out.json")
    other.export_to(tmp_path / "again.json")

    assert merged == Merged(new=5, known=0)
    assert other.history() == progress.history()
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "out.json").read_bytes()
    assert json.loads((tmp_path / "out.json").read_text("utf-8"))["format"] == FORMAT


def test_an_import_merges_without_doubling(kept: Path, tmp_path: Path) -> None:
    """What is there already is not added again; what is new stands beside what was there."""
    here, there = Progress.open(kept), Progress.open(tmp_path / "there.sqlite")
    here.export_to(tmp_path / "out.json")
    answer(there, "8", 30)
    there.import_from(tmp_path / "out.json")
    there.export_to(tmp_path / "back.json")

    assert here.import_from(tmp_path / "back.json") == Merged(new=1, known=3)
    assert here.import_from(tmp_path / "back.json") == Merged(new=0, known=4)
    assert here.history() == there.history()


def test_an_export_overwrites_nothing(kept: Path, tmp_path: Path) -> None:
    """Where there is a file already, it is left alone."""
    (tmp_path / "out.json").write_text("mine")

    with pytest.raises(ProgressError, match="File exists"):
        Progress.open(kept).export_to(tmp_path / "out.json")

    assert (tmp_path / "out.json").read_text() == "mine"


def exported(tmp_path: Path, kept: Path) -> dict[str, list[dict[str, object]]]:
    """The three answers as an exported file has them."""
    Progress.open(kept).export_to(tmp_path / "sound.json")
    found: dict[str, list[dict[str, object]]] = json.loads((tmp_path / "sound.json").read_bytes())
    return found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (b"", "not JSON"),
        (b"[" * 200_000, "not JSON"),
        (b"\xff\xfe", "no UTF-8"),
        (b"[]", "the format is 'null'"),
        (b'{"format": "ono-tutor-progress/2", "answers": []}', "'ono-tutor-progress/2'"),
        (b'{"format": "ono-tutor-progress/1"}', "format and answers"),
        (b'{"format": "ono-tutor-progress/1", "answers": {}}', "format and answers"),
        (b'{"format": "ono-tutor-progress/1", "answers": [3]}', "answer 1: an answer has"),
        (b'{"format": 1, "format": "ono-tutor-progress/1", "answers": []}', "given twice"),
    ],
)
def test_a_file_that_is_no_export_is_refused(
    path: Path, tmp_path: Path, text: bytes, reason: str
) -> None:
    """The error names the file and the reason."""
    (tmp_path / "bad.json").write_bytes(text)

    with pytest.raises(ProgressError, match=r"bad\.json") as error:
        Progress.open(path).import_from(tmp_path / "bad.json")

    assert reason in str(error.value)


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        ("puzzle", "", "puzzle is ''"),
        ("position", 3, "position is '3'"),
        ("lesson", "\ud800", "a line of text is wanted"),
        ("mark", "perfect", "one of right, wrong, not-attempted, malformed"),
        ("mark", ["right"], "one of right"),
        ("hints", -1, "a whole number from 0"),
        ("hints", True, "hints is 'true'"),
        ("attempt", 0, "a whole number from 1"),
        ("attempt", 10**30, "a whole number from 1"),
        ("at", "2026-02-30T10:00:00.000Z", "2026-02-30"),
        ("at", "2026-11-20T10:00:00+01:00", "+01:00"),
        ("rule_points", ["two words"], "a list of ids"),
        ("rule_points", "limit", "a list of ids"),
        ("mistakes", [1], "a list of ids"),
    ],
)
def test_a_bad_answer_is_refused_and_nothing_imported(
    kept: Path, tmp_path: Path, field: str, value: object, reason: str
) -> None:
    """The error names the answer, the field and what was wanted; the good ones are not taken either."""
    found = exported(tmp_path, kept)
    found["answers"][1][field] = value
    (tmp_path / "bad.json").write_text(json.dumps(found))
    progress = Progress.open(tmp_path / "fresh.sqlite")

    with pytest.raises(ProgressError, match="answer 2: ") as error:
        progress.import_from(tmp_path / "bad.json")

    assert reason in str(error.value)
    assert progress.history() == ()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_a_number_that_is_none_is_refused(tmp_path: Path, kept: Path, number: str) -> None:
    """What JSON cannot say again is not taken in."""
    found = exported(tmp_path, kept)
    found["answers"][0]["answer"] = ["marked"]
    (tmp_path / "bad.json").write_text(json.dumps(found).replace('["marked"]', number))

    with pytest.raises(ProgressError, match=f"{number} is no number"):
        Progress.open(kept).import_from(tmp_path / "bad.json")


def test_a_missing_file_is_refused(path: Path, tmp_path: Path) -> None:
    """The error names the file."""
    with pytest.raises(ProgressError, match=r"none\.json: No such file"):
        Progress.open(path).import_from(tmp_path / "none.json")


def test_an_import_that_cannot_be_written_is_an_error(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import is on disk, or it is refused."""
    exported(tmp_path, kept)
    monkeypatch.setattr(answer_file, "PATIENCE", 0.0)
    with closing(sqlite3.connect(kept, isolation_level=None)) as db:
        db.execute("BEGIN EXCLUSIVE")

        with pytest.raises(ProgressError, match="database is locked"):
            Progress.open(kept).import_from(tmp_path / "sound.json")

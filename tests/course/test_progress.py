"""What is kept of an answer, how the tables of the file grow, and whose progress is meant."""

import os
from datetime import datetime, timedelta, timezone
from pathlib import Path

import pytest
from course.answering import HOLD, NOON, OWN, answer, given

from ono_tutor import atomic_files
from ono_tutor.course.answer_store import Occasion
from ono_tutor.course.progress import FOLDER, NAME, VARIABLE, Progress, my_progress
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle


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


def test_a_time_without_its_zone_is_refused(path: Path) -> None:
    """A time from elsewhere is turned into UTC."""
    with pytest.raises(ValueError, match="no time zone"):
        Progress.open(path).record(HOLD, HOLD.check("H"), Occasion(datetime(2026, 11, 20)))
    there = datetime(2026, 11, 20, 1, tzinfo=timezone(timedelta(hours=9)))
    receipt = Progress.open(path).record(HOLD, HOLD.check("H"), Occasion(there))
    assert receipt.record.at == "2026-11-19T16:00:00.000Z"


def test_a_lesson_whose_name_is_no_text_is_kept(path: Path) -> None:
    """A file's name with bytes that are no UTF-8 does not stop an answer from being kept."""
    progress = Progress.open(path)
    receipt = progress.record(HOLD, HOLD.check("H"), Occasion(NOON, lesson="le\udce7on"))
    assert receipt.is_on_disk
    assert progress.history()[0].lesson == "le?on"


def test_every_answer_waits_for_the_disk(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file's bytes are synced before it is put in place, and then its name."""
    steps: list[str] = []
    sync, replace = os.fsync, Path.replace
    monkeypatch.setattr(atomic_files.os, "fsync", lambda at: (steps.append("sync"), sync(at)))
    monkeypatch.setattr(Path, "replace", lambda *at: (steps.append("put"), replace(*at)))
    assert answer(Progress.open(path)).is_on_disk
    assert steps == ["sync", "put", "sync"]


def test_the_answers_of_a_lesson_are_found_in_the_order_of_time(path: Path) -> None:
    """Those of other lessons are left out, those that wait in memory are not."""
    progress = Progress.open(path)
    for lesson, minute in (("one", 3), ("two", 2), ("one", 1)):
        occasion = Occasion(NOON + timedelta(minutes=minute), lesson=lesson)
        progress.record(HOLD, HOLD.check("H"), occasion)
    path.unlink()
    path.mkdir()
    late = Occasion(NOON, lesson="one")
    progress.record(HOLD, HOLD.check("7"), late)
    path.rmdir()

    assert [kept.answer for kept in progress.answered_in("one")] == ["7"]
    progress.record(HOLD, HOLD.check("H"), Occasion(NOON + timedelta(minutes=9), lesson="one"))
    assert [kept.answer for kept in Progress.open(path).answered_in("one")] == ["7", "H"]
    assert progress.answered_in("none") == ()


# ---- the progress of the folder that one works in ----


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder to work in, where nothing is set."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)


@pytest.mark.usefixtures("elsewhere")
def test_it_is_kept_beside_the_notebook(tmp_path: Path) -> None:
    """Without a name the file is in a folder of its own, in the folder one works in."""
    answer(my_progress())
    assert (tmp_path / FOLDER / NAME).is_file()
    assert [path.name for path in tmp_path.iterdir()] == [FOLDER]


@pytest.mark.usefixtures("elsewhere")
def test_one_beside_the_notebook_is_gone_on_with(tmp_path: Path) -> None:
    """A file that is in the folder one works in is found there, and no other is made."""
    answer(Progress.open(tmp_path / NAME))
    assert len(my_progress().history()) == 1
    assert not (tmp_path / FOLDER).exists()


@pytest.mark.usefixtures("elsewhere")
@pytest.mark.skipif(getattr(os, "geteuid", int)() == 0, reason="root may write anywhere")
def test_where_no_folder_can_be_made_it_is_the_file(tmp_path: Path) -> None:
    """In a folder that may not be written to the file itself says so."""
    tmp_path.chmod(0o500)
    assert my_progress().path == tmp_path / NAME
    tmp_path.chmod(0o700)


@pytest.mark.usefixtures("elsewhere")
def test_it_is_opened_once(tmp_path: Path) -> None:
    """Two widgets in a notebook share it, by whatever name they call the file."""
    assert my_progress() is my_progress(tmp_path / FOLDER / NAME)
    assert my_progress() is my_progress(f"./{FOLDER}/{NAME}")
    assert my_progress() is not my_progress("other.json")


@pytest.mark.usefixtures("elsewhere")
def test_another_folder_has_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who goes to another folder works with what is kept there."""
    first = my_progress()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "there")
    assert my_progress().path == tmp_path / "there" / FOLDER / NAME
    assert my_progress() is not first


@pytest.mark.usefixtures("elsewhere")
def test_the_environment_may_name_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A teacher can put it elsewhere; an empty name is none."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "set.json"))
    assert my_progress().path.name == "set.json"
    monkeypatch.setenv(VARIABLE, "")
    assert my_progress().path.name == NAME


@pytest.mark.usefixtures("elsewhere")
def test_a_folder_that_is_named_is_one_to_keep_it_in(tmp_path: Path) -> None:
    """The file is made in it, and the folder stays what it is."""
    (tmp_path / "mine").mkdir()
    assert my_progress("mine").path == tmp_path / "mine" / NAME


@pytest.mark.usefixtures("elsewhere")
def test_it_can_be_printed() -> None:
    """Where there is no HTML the progress says what it knows, and what comes next."""
    progress = my_progress()
    assert str(progress).startswith("There is nothing here yet.")
    answer(progress, "certain")
    assert given(progress) == ["certain"]
    assert "You gave 1 answer, 1 right, and looked up 0." in str(progress)
    assert "To practise next:\n1. " in str(progress)

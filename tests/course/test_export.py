"""One file out, one file in."""

import json
from pathlib import Path

import pytest
from course.answering import NOON, OWN, answer

from ono_tutor.course import list_file
from ono_tutor.course.answer_store import FORMAT, Occasion
from ono_tutor.course.list_file import locked
from ono_tutor.course.progress import Merged, Progress
from ono_tutor.errors import FileError


def test_what_is_exported_is_imported_exactly(kept: Path, tmp_path: Path) -> None:
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


def test_an_import_merges_without_doubling(kept: Path, tmp_path: Path) -> None:
    """What is there already is not added again; what is new stands beside what was there."""
    here, there = Progress.open(kept), Progress.open(tmp_path / "there.json")
    here.export_to(tmp_path / "out.json")
    answer(there, "8", 30)
    there.import_from(tmp_path / "out.json")
    there.export_to(tmp_path / "back.json")
    assert here.import_from(tmp_path / "back.json") == Merged(new=1, known=3)
    assert here.import_from(tmp_path / "back.json") == Merged(new=0, known=4)
    assert here.history() == there.history()


def test_an_export_overwrites_nothing(kept: Path, tmp_path: Path) -> None:
    """Where there is a file already, it is left alone."""
    (tmp_path / "out.json").write_text("mine", encoding="utf-8")
    with pytest.raises(FileError, match="File exists"):
        Progress.open(kept).export_to(tmp_path / "out.json")
    assert (tmp_path / "out.json").read_text(encoding="utf-8") == "mine"


def exported(tmp_path: Path, kept: Path) -> dict[str, list[dict[str, object]]]:
    """The three answers as an exported file has them."""
    Progress.open(kept).export_to(tmp_path / "sound.json")
    found: dict[str, list[dict[str, object]]] = json.loads((tmp_path / "sound.json").read_bytes())
    return found


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, "No such file"),
        (b"", "it is empty"),
        (b"[" * 200_000, "cannot import"),
        (b"\xff\xfe", "no UTF-8"),
        (b"[]", "a file of ono-tutor-progress/1 has the fields format, answers"),
        (b'{"format": "ono-tutor-progress/2", "answers": []}', "says so in its format"),
        (b'{"format": "ono-tutor-progress/1"}', "format, answers"),
        (b'{"format": "ono-tutor-progress/1", "answers": {}}', "has a list of answers"),
        (
            b'{"format": "ono-tutor-progress/1", "answers": [3]}',
            "number 1 of the answers: an answer has",
        ),
        (b'{"format": 1, "format": "ono-tutor-progress/1", "answers": []}', "given twice"),
    ],
)
def test_a_file_that_is_no_export_is_refused(
    path: Path, tmp_path: Path, text: bytes | None, reason: str
) -> None:
    """The error names the file and the reason."""
    if text is not None:
        (tmp_path / "bad.json").write_bytes(text)
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
def test_a_bad_answer_is_refused_and_nothing_imported(
    kept: Path, tmp_path: Path, field: str, value: object, reason: str
) -> None:
    """The error names the answer, the field and what was wanted; the good ones are not taken either."""
    found = exported(tmp_path, kept)
    found["answers"][1][field] = value
    (tmp_path / "bad.json").write_text(json.dumps(found), encoding="utf-8")
    progress = Progress.open(tmp_path / "fresh.json")
    with pytest.raises(FileError, match="number 2 of the answers: ") as error:
        progress.import_from(tmp_path / "bad.json")
    assert reason in str(error.value)
    assert progress.history() == ()


@pytest.mark.parametrize("number", ["NaN", "Infinity", "1e999"])
def test_a_number_that_is_none_is_refused(tmp_path: Path, kept: Path, number: str) -> None:
    """What JSON cannot say again is not taken in."""
    found = exported(tmp_path, kept)
    found["answers"][0]["answer"] = ["marked"]
    (tmp_path / "bad.json").write_text(
        json.dumps(found).replace('["marked"]', number), encoding="utf-8"
    )
    with pytest.raises(FileError, match=f"{number} is no number"):
        Progress.open(kept).import_from(tmp_path / "bad.json")


def test_an_import_that_cannot_be_written_is_an_error(
    tmp_path: Path, kept: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An import is on disk, or it is refused."""
    exported(tmp_path, kept)
    monkeypatch.setattr(list_file, "PATIENCE", 0.1)
    with locked(kept, 1), pytest.raises(FileError, match="could not be acquired"):
        Progress.open(kept).import_from(tmp_path / "sound.json")


def test_an_export_of_answers_that_cannot_be_read_is_refused(kept: Path, tmp_path: Path) -> None:
    """An export without the answers would pass for the whole."""
    progress = Progress.open(kept)
    kept.unlink()
    kept.mkdir()
    with pytest.raises(FileError, match="Is a directory"):
        progress.export_to(tmp_path / "out.json")
    assert not (tmp_path / "out.json").exists()


def test_an_export_for_which_there_is_no_room_leaves_no_half_of_it(
    kept: Path, tmp_path: Path
) -> None:
    """It is written whole, or the reason is said and nothing lies there."""
    resource = pytest.importorskip("resource")
    progress, limits = Progress.open(kept), resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with pytest.raises(FileError, match="File too large"):
            progress.export_to(tmp_path / "out.json")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert not (tmp_path / "out.json").exists()


def test_answers_in_memory_only_are_exported_too(tmp_path: Path) -> None:
    """Where the file cannot be format_records, an export elsewhere saves what was answered."""
    (tmp_path / "nowhere").touch()
    progress = Progress.open(tmp_path / "nowhere" / "progress.json")
    answer(progress)
    assert progress.export_to(tmp_path / "out.json") == 1
    assert len(json.loads((tmp_path / "out.json").read_text(encoding="utf-8"))["answers"]) == 1

"""``MyProgress``: the table and what comes next; export and import."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from course.answering import answer, three_kept
from widgets.walking import send

from ono_tutor.course.progress import FOLDER, NAME, Progress
from ono_tutor.widgets.course import MyProgress

NOW = datetime(2026, 11, 21, 9, tzinfo=UTC)
EXPORTED = "ono-progress-2026-11-21.json"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the notebook."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def shown(progress: Progress | str | None = None) -> MyProgress:
    """The widget on a certain day."""
    return MyProgress(progress, clock=lambda: NOW)


def test_a_new_learner_is_invited_and_told_how_to_begin(folder: Path) -> None:
    """No table yet, and the first puzzles to practise are named."""
    widget = shown()

    assert widget.scene["grid"] is None
    assert widget.scene["lead"].startswith("There is nothing here yet.")
    assert str(widget).startswith("There is nothing here yet.")
    assert widget.scene["log"]["items"][0]["text"].startswith("A puzzle on “")
    assert widget.progress.path == folder / FOLDER / NAME


def test_refresh_reads_the_file_again(folder: Path) -> None:
    """What another notebook answered meanwhile is seen then."""
    widget = shown()
    answer(Progress.open(folder / FOLDER / NAME))

    send(widget, "action refresh")

    assert widget.scene["grid"] is not None
    assert "You gave 1 answer" in widget.scene["lead"]


def test_export_writes_a_new_file_beside_the_notebook_and_says_where(folder: Path) -> None:
    """The second of a day has another name; nothing is overwritten."""
    widget = shown(Progress.open(three_kept(folder / "kept.json")))

    send(widget, "action export")
    first = (folder / EXPORTED).read_bytes()
    send(widget, "action export")

    assert "ono-progress-2026-11-21-2.json" in widget.feedback["text"]
    assert str(folder) in widget.feedback["text"]
    assert len(json.loads(first)["answers"]) == 3
    assert (folder / EXPORTED).read_bytes() == first


def test_import_asks_for_a_file_and_adds_its_answers(folder: Path) -> None:
    """The form comes with Import, goes with it, and goes when the answers are there."""
    Progress.open(three_kept(folder / "kept.json")).export_to(folder / "out.json")
    widget = shown()

    is_open = [widget.scene["form"] is not None]
    for message in ["action import"] * 3 + ['answer {"file": "out.json"}']:
        send(widget, message)
        is_open.append(widget.scene["form"] is not None)

    assert is_open == [False, True, False, True, False]
    assert widget.feedback["text"] == "3 answers are new; 0 were there already."
    assert len(widget.progress.history()) == 3


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "Write the name"),
        ("none.json", "No such file"),
        ("bad.json", "not JSON"),
        ("\0", "mbedded null"),
        (".", "Is a directory"),
    ],
)
def test_what_cannot_be_imported_is_said(folder: Path, name: str | None, reason: str) -> None:
    """The reason is told; nothing is imported."""
    (folder / "bad.json").write_text("{", encoding="utf-8")
    widget = shown()

    send(widget, f"answer {json.dumps({'file': name})}")

    assert reason in widget.feedback["text"]
    assert widget.progress.history() == ()

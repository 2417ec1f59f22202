"""What an earlier version kept is read, and written again as it was."""

import shutil
from pathlib import Path

import pytest
from course.answering import HOLD, answer

from ono_tutor.course.progress import Merged, Progress
from ono_tutor.puzzles.answer import Mark

SAMPLES = Path(__file__).parents[1] / "samples"


@pytest.fixture
def progress(tmp_path: Path) -> Progress:
    """A copy of the progress file as an earlier version wrote it."""
    return Progress.open(shutil.copy(SAMPLES / "progress.sqlite", tmp_path))


def test_a_progress_file_made_before_is_gone_on_with(progress: Progress) -> None:
    """Its answers are there, nothing is set aside, and a new answer goes into the same file."""
    receipt = answer(progress, "H", 60)

    assert (progress.set_aside, progress.notices) == (None, ())
    assert receipt.is_on_disk
    assert [kept.mark for kept in progress.history()] == [Mark.WRONG, Mark.MALFORMED, Mark.RIGHT, Mark.NOT_ATTEMPTED, Mark.WRONG, Mark.RIGHT]  # fmt: skip
    assert [kept.attempt for kept in progress.history() if kept.puzzle == HOLD.id] == [1, 2, 2, 3]


def test_an_export_made_before_is_made_again_and_imported(
    progress: Progress, tmp_path: Path
) -> None:
    """The export of the same answers is the same file, and says the same in another place."""
    progress.export_to(tmp_path / "again.json")
    other = Progress.open(tmp_path / "other.sqlite")

    assert other.import_from(SAMPLES / "progress.json") == Merged(new=5, known=0)
    assert other.history() == progress.history()
    assert (tmp_path / "again.json").read_bytes() == (SAMPLES / "progress.json").read_bytes()

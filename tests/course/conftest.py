"""A learner's progress file for the tests of the course."""

from pathlib import Path

import pytest
from course.answering import three_kept


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the progress is kept."""
    return tmp_path / "progress.json"


@pytest.fixture
def kept(path: Path) -> Path:
    """A progress file with three answers."""
    return three_kept(path)

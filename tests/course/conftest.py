"""A learner's progress file for the tests of the course."""

import pytest
from course.answering import three_kept


@pytest.fixture
def path(tmp_path):
    """Where the progress is kept."""
    return tmp_path / "progress.json"


@pytest.fixture
def kept(path):
    """A progress file with three answers."""
    return three_kept(path)

"""The lessons, run without a browser."""

from pathlib import Path
from statistics import median

import nbformat
import pytest
from nbclient import NotebookClient

LESSONS = sorted((Path(__file__).parents[1] / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_to_the_end(lesson: Path, tmp_path: Path) -> None:
    """Every cell runs without an error."""
    notebook = nbformat.read(lesson, as_version=4)

    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()

    assert all(cell.execution_count for cell in notebook.cells if cell.cell_type == "code")


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_is_stored_clean_and_short(lesson: Path) -> None:
    """No output is stored, and code cells have three lines at the median."""
    cells = [c for c in nbformat.read(lesson, as_version=4).cells if c.cell_type == "code"]

    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert median(len(cell.source.splitlines()) for cell in cells) <= 3

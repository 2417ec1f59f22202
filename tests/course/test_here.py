"""The progress of the folder that one works in: one for each file, named or not."""

from pathlib import Path

import pytest
from course.answering import answer, given

from ono_tutor.course.progress import NAME, VARIABLE, my_progress


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder to work in, where nothing is set."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)


def test_it_is_kept_beside_the_notebook(tmp_path: Path) -> None:
    """Without a name the file is in the folder one works in."""
    answer(my_progress())

    assert (tmp_path / NAME).is_file()


def test_it_is_opened_once(tmp_path: Path) -> None:
    """Two widgets in a notebook share it, by whatever name they call the file."""
    assert my_progress() is my_progress(tmp_path / NAME)
    assert my_progress() is my_progress(f"./{NAME}")
    assert my_progress() is not my_progress("other.sqlite")


def test_another_folder_has_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who goes to another folder works with what is kept there."""
    first = my_progress()
    (tmp_path / "there").mkdir()
    monkeypatch.chdir(tmp_path / "there")

    assert my_progress().path == tmp_path / "there" / NAME
    assert my_progress() is not first


def test_the_environment_may_name_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A teacher can put it elsewhere; an empty name is none."""
    monkeypatch.setenv(VARIABLE, str(tmp_path / "set.sqlite"))
    assert my_progress().path.name == "set.sqlite"

    monkeypatch.setenv(VARIABLE, "")
    assert my_progress().path.name == NAME


def test_a_folder_that_is_named_is_one_to_keep_it_in(tmp_path: Path) -> None:
    """The file is made in it, and the folder stays what it is."""
    (tmp_path / "mine").mkdir()

    assert my_progress("mine").path == tmp_path / "mine" / NAME


def test_it_can_be_printed() -> None:
    """Where there is no HTML the progress says what it knows, and what comes next."""
    progress = my_progress()
    assert str(progress).startswith("There is nothing here yet.")

    answer(progress, "certain")

    assert given(progress) == ["certain"]
    assert "Answers: 1; right: 1; solutions shown: 0." in str(progress)
    assert "To practise next:\n1. " in str(progress)

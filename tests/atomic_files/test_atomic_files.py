"""Files that are there whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from ono_tutor.atomic_files import (
    LEFTOVER,
    OutputError,
    WholeFile,
    clear_leftovers,
    write_new,
    write_whole,
)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_the_old_file_stays_until_the_new_one_is_put(tmp_path: Path) -> None:
    """What is being written stands beside, under a name that tells."""
    path = tmp_path / "marks.csv"
    path.write_text("old", encoding="utf-8")
    file = WholeFile(path)
    file.text.write("new")
    file.finish()
    before = (
        path.read_text(encoding="utf-8"),
        [name.startswith(LEFTOVER) for name in names(tmp_path)],
    )

    file.put()

    assert before == ("old", [True, False])
    assert path.read_text(encoding="utf-8") == "new"
    assert names(tmp_path) == ["marks.csv"]


def test_a_file_that_is_dropped_leaves_the_old_one_and_nothing_else(tmp_path: Path) -> None:
    """After an error it is as if nothing had been begun; once it is put, dropping does nothing."""
    path = tmp_path / "marks.csv"
    write_whole(path, "old")
    file = WholeFile(path)
    file.text.write("new")

    file.drop()

    assert (names(tmp_path), path.read_text(encoding="utf-8")) == (["marks.csv"], "old")


def test_an_error_while_writing_leaves_the_old_file(tmp_path: Path) -> None:
    """A text that cannot be written is no reason to lose what was there."""
    path = tmp_path / "page.html"
    write_whole(path, "old")

    with pytest.raises(TypeError):
        write_whole(path, 7)  # type: ignore[arg-type]

    assert (names(tmp_path), path.read_text(encoding="utf-8")) == (["page.html"], "old")


def test_what_cannot_be_written_is_told_with_its_path(tmp_path: Path) -> None:
    """A folder that is not there, or a folder in the file's place."""
    (tmp_path / "taken").mkdir()

    with pytest.raises(OutputError, match=r"nowhere.*No such file"):
        write_whole(tmp_path / "nowhere" / "a", "x")
    with pytest.raises(OutputError, match="taken"):
        write_whole(tmp_path / "taken", "x")

    assert names(tmp_path) == ["taken"]


def test_a_link_is_replaced_and_not_followed(tmp_path: Path) -> None:
    """Nothing is written where a link in the folder leads."""
    outside = tmp_path / "outside"
    outside.write_text("mine", encoding="utf-8")
    path = tmp_path / "marks.csv"
    path.symlink_to(outside)

    write_whole(path, "new")

    assert (
        outside.read_text(encoding="utf-8"),
        path.is_symlink(),
        path.read_text(encoding="utf-8"),
    ) == ("mine", False, "new")


def test_leftovers_are_cleared_and_nothing_else(tmp_path: Path) -> None:
    """Only files that begin as an unfinished one does; a folder or a link of such a name stays."""
    (tmp_path / "marks.csv").write_text("marks", encoding="utf-8")
    (tmp_path / f"{LEFTOVER}12-marks.csv").write_text("half", encoding="utf-8")
    (tmp_path / f"{LEFTOVER}folder").mkdir()
    (tmp_path / f"{LEFTOVER}link").symlink_to(tmp_path / "marks.csv")

    cleared = clear_leftovers(tmp_path)

    assert cleared == 1
    assert names(tmp_path) == [f"{LEFTOVER}folder", f"{LEFTOVER}link", "marks.csv"]


def test_half_a_character_does_not_end_the_run(tmp_path: Path) -> None:
    """JSON may hold half of a pair; it is written out."""
    write_whole(tmp_path / "page.html", "a\ud800b")

    assert (tmp_path / "page.html").read_text(encoding="utf-8") == "a\\ud800b"


@pytest.mark.parametrize("has_links", [True, False])
def test_a_new_file_takes_no_other_files_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool
) -> None:
    """Whatever has the name stays, a link that leads nowhere too; drives without links are drives."""
    if not has_links:
        monkeypatch.delattr("os.link")
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")

    assert [write_new(tmp_path / "a.json", data) for data in (b"1", "2")] == [True, False]
    assert not write_new(tmp_path / "link", "2")

    assert (tmp_path / "a.json").read_bytes() == b"1"
    assert names(tmp_path) == ["a.json", "link"]


@pytest.mark.skipif(os.name == "nt", reason="rights are others there")
def test_a_file_keeps_the_rights_that_it_has(tmp_path: Path) -> None:
    """Marks that only their teacher may read stay so; a new file has the rights of any new file."""
    path = tmp_path / "marks.csv"
    path.touch(0o600)
    write_whole(path, "new")
    write_whole(tmp_path / "other.csv", "new")
    (tmp_path / "plain").touch()

    rights = [stat.S_IMODE((tmp_path / name).stat().st_mode) for name in names(tmp_path)]

    assert rights == [0o600, rights[2], rights[2]]

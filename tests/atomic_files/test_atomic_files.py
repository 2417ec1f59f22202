"""Files that are there whole or not at all, and folders in which nothing else is written over."""

import stat

import pytest

from ono_tutor import atomic_files
from ono_tutor.atomic_files import (
    LEFTOVER,
    OutputError,
    WholeFile,
    clear_leftovers,
    put_files,
    write_new,
    write_whole,
)
from ono_tutor.errors import FileError


def names(folder):
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def marks(tmp_path):
    """A file that is there already."""
    path = tmp_path / "marks.csv"
    path.write_text("old", encoding="utf-8")
    return path


def fail(*_):
    """Fail as a full disk does."""
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(("ending", "text"), [("put", "new"), ("drop", "old")])
def test_the_old_file_stays_until_the_new_one_is_put(marks, ending, text):
    """What is being written stands beside, under a name that tells; what is dropped leaves nothing."""
    file = WholeFile(marks)
    file.text.write("new")
    file.finish()
    before = marks.read_text("utf-8"), [name.startswith(LEFTOVER) for name in names(marks.parent)]
    getattr(file, ending)()
    assert before == ("old", [True, False])
    assert (names(marks.parent), marks.read_text("utf-8")) == (["marks.csv"], text)


def test_an_error_while_writing_leaves_the_old_file(marks):
    """A text that cannot be written is no reason to lose what was there."""
    with pytest.raises(TypeError):
        write_whole(marks, 7)
    assert (names(marks.parent), marks.read_text("utf-8")) == (["marks.csv"], "old")


def test_a_file_that_is_not_finished_is_not_there(marks, monkeypatch):
    """Where the disk fails the old file stays, and nothing is left beside it."""
    monkeypatch.setattr(atomic_files.os, "fsync", fail)
    with pytest.raises(OutputError, match=r"cannot write .*marks\.csv: No space left"):
        put_files(marks.parent, {"marks.csv": b"new"}, force=True)
    assert (names(marks.parent), marks.read_text("utf-8")) == (["marks.csv"], "old")


@pytest.mark.parametrize(
    ("write", "message"),
    [
        (lambda at: write_whole(at / "nowhere" / "a", "x"), r"nowhere.*No such file"),
        (lambda at: write_whole(at / "taken", "x"), "taken"),
        (lambda at: put_files(at / "file", {"a": b""}), r"cannot write .*file: File exists"),
    ],
)
def test_what_cannot_be_written_is_told_with_its_path(tmp_path, write, message):
    """A folder that is not there, a folder in the file's place, or a file in the folder's."""
    (tmp_path / "taken").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(OutputError, match=message):
        write(tmp_path)
    assert names(tmp_path) == ["file", "taken"]


def test_a_link_is_replaced_and_not_followed(marks):
    """Nothing is written where a link in the folder leads."""
    folder = marks.parent / "in"
    folder.mkdir()
    link = folder / "x.txt"
    link.symlink_to(marks)
    with pytest.raises(FileError):
        put_files(folder, {"x.txt": b"new"})
    put_files(folder, {"x.txt": b"new"}, force=True)
    assert (marks.read_text("utf-8"), link.is_symlink(), link.read_bytes()) == (
        "old",
        False,
        b"new",
    )


def test_leftovers_are_cleared_and_nothing_else(marks):
    """Only files that begin as an unfinished one does; a folder or a link of such a name stays."""
    folder = marks.parent
    (folder / f"{LEFTOVER}12-marks.csv").touch()
    (folder / f"{LEFTOVER}folder").mkdir()
    (folder / f"{LEFTOVER}link").symlink_to(marks)
    assert clear_leftovers(folder) == 1
    assert names(folder) == [f"{LEFTOVER}folder", f"{LEFTOVER}link", "marks.csv"]


def test_half_a_character_does_not_end_the_run(tmp_path):
    """JSON may hold half of a pair; it is written out."""
    write_whole(tmp_path / "page.html", "a\ud800b")
    assert (tmp_path / "page.html").read_text("utf-8") == "a\\ud800b"


@pytest.mark.parametrize("has_links", [True, False])
def test_a_new_file_takes_no_other_files_place(tmp_path, monkeypatch, has_links):
    """Whatever has the name stays, a link that leads nowhere too; drives without links are drives."""
    if not has_links:
        monkeypatch.setattr("os.link", fail)
    (tmp_path / "link").symlink_to(tmp_path / "nowhere")
    assert [write_new(tmp_path / "a.json", data) for data in (b"1", "2")] == [True, False]
    assert not write_new(tmp_path / "link", "2")
    assert (tmp_path / "a.json").read_bytes() == b"1"
    assert names(tmp_path) == ["a.json", "link"]


def test_a_file_keeps_the_rights_that_it_has(marks):
    """Marks that only their teacher may read stay so; a new file has the rights of any new file."""
    marks.chmod(0o600)
    for name in ("marks.csv", "other.csv"):
        write_whole(marks.with_name(name), "new")
    marks.with_name("plain").touch()
    rights = [stat.S_IMODE((marks.parent / name).stat().st_mode) for name in names(marks.parent)]
    assert rights == [0o600, rights[2], rights[2]]


def test_a_folder_is_made_and_filled_once(tmp_path):
    """Folders above it are made as well; a second run writes nothing, not even the same again."""
    folder, files = tmp_path / "a" / "b", {"x.txt": b"1", "y.txt": b"2"}
    put_files(folder, files)
    before = [(folder / name).stat() for name in files]
    put_files(folder, files)
    assert [(folder / name).stat() for name in files] == before
    assert {name: (folder / name).read_bytes() for name in names(folder)} == files


@pytest.mark.parametrize("force", [False, True])
def test_other_content_is_written_over_only_by_force(tmp_path, force):
    """The file at fault is named before anything is written; files of other names stay."""
    for name in ("y.txt", "z.txt"):
        (tmp_path / name).write_bytes(b"mine")
    try:
        put_files(tmp_path, {"x.txt": b"1", "y.txt": b"2"}, force=force)
        error = ""
    except FileError as refused:
        error = refused.message
    assert error.endswith("y.txt is there already, with other content") is not force
    found = {name: (tmp_path / name).read_bytes() for name in names(tmp_path)}
    assert found == {
        **({"x.txt": b"1"} if force else {}),
        "y.txt": b"2" if force else b"mine",
        "z.txt": b"mine",
    }

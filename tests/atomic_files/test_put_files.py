"""Files are put whole, and nothing of other content is written over."""

import pytest

from ono_tutor import atomic_files
from ono_tutor.atomic_files import OutputError, put_files
from ono_tutor.errors import FileError


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_the_folder_is_made_and_holds_the_files(tmp_path):
    """Folders above it are made as well; nothing but the files is in it."""
    put_files(tmp_path / "a" / "b", {"x.txt": b"1", "y.txt": b"2"})

    assert names(tmp_path / "a" / "b") == ["x.txt", "y.txt"]
    assert (tmp_path / "a" / "b" / "y.txt").read_bytes() == b"2"


def test_the_same_bytes_are_fine(tmp_path):
    """A second run writes nothing, not even the same again."""
    put_files(tmp_path, {"x.txt": b"1"})
    before = (tmp_path / "x.txt").stat()

    put_files(tmp_path, {"x.txt": b"1"})

    assert (tmp_path / "x.txt").stat() == before


def test_other_content_is_refused_before_anything_is_written(tmp_path):
    """Each file at fault is named, it stays, and no other one is written."""
    (tmp_path / "y.txt").write_bytes(b"mine")

    with pytest.raises(FileError, match=r"y\.txt is there already, with other content"):
        put_files(tmp_path, {"x.txt": b"1", "y.txt": b"2"})

    assert names(tmp_path) == ["y.txt"]
    assert (tmp_path / "y.txt").read_bytes() == b"mine"


def test_force_writes_over_it(tmp_path):
    """What was asked for by name is done; other files stay."""
    (tmp_path / "y.txt").write_bytes(b"mine")
    (tmp_path / "z.txt").write_bytes(b"mine")

    put_files(tmp_path, {"y.txt": b"2"}, force=True)

    assert [(tmp_path / name).read_bytes() for name in ("y.txt", "z.txt")] == [b"2", b"mine"]


def test_a_link_is_replaced_and_not_followed(tmp_path):
    """Nothing outside the folder is written, even where a link leads out of it."""
    (tmp_path / "outside").write_bytes(b"mine")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "x.txt").symlink_to(tmp_path / "outside")

    with pytest.raises(FileError):
        put_files(tmp_path / "in", {"x.txt": b"1"})
    put_files(tmp_path / "in", {"x.txt": b"1"}, force=True)

    assert (tmp_path / "outside").read_bytes() == b"mine"
    assert (tmp_path / "in" / "x.txt").read_bytes() == b"1"


def test_a_file_that_is_not_finished_is_not_there(tmp_path, monkeypatch):
    """Where the disk fails the old file stays, and nothing is left beside it."""
    (tmp_path / "x.txt").write_bytes(b"old")

    def fail(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic_files.os, "fsync", fail)
    with pytest.raises(OutputError, match=r"cannot write .*x\.txt: No space left"):
        put_files(tmp_path, {"x.txt": b"new"}, force=True)

    assert names(tmp_path) == ["x.txt"]
    assert (tmp_path / "x.txt").read_bytes() == b"old"


def test_a_folder_that_is_none_is_told(tmp_path):
    """A file in the folder's place is an error with its name."""
    (tmp_path / "x").write_bytes(b"")

    with pytest.raises(OutputError, match=r"cannot write .*x: File exists"):
        put_files(tmp_path / "x", {"a": b""})

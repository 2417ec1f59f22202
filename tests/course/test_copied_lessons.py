"""The learner's folder."""

from pathlib import Path

import pytest

from ono_tutor.course import lessons
from ono_tutor.course.lessons import CopyStatus, copy_course
from ono_tutor.errors import FileError


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lesson as shipped, which a test may update."""
    lesson = tmp_path / "shipped" / "01-lesson.ipynb"
    lesson.parent.mkdir()
    lesson.write_text("first edition", encoding="utf-8")
    monkeypatch.setattr(lessons, "lesson_files", lambda: [lesson])
    return lesson


def test_the_learners_work_is_never_overwritten(shipped: Path, tmp_path: Path) -> None:
    """What is not there is copied; what is there is kept; an update is put beside it, once."""
    target = tmp_path / "learner"
    mine = target / "01-lesson.ipynb"
    assert [copy_course(target)[0].fate for _ in range(2)] == [CopyStatus.NEW, CopyStatus.KEPT]
    assert mine.read_text(encoding="utf-8") == "first edition"
    mine.write_text("my work", encoding="utf-8")
    assert copy_course(target)[0].fate is CopyStatus.KEPT
    shipped.write_text("second edition", encoding="utf-8")
    first, second = copy_course(target), copy_course(target)
    assert (first[0].fate, second[0].fate) == (CopyStatus.BESIDE, CopyStatus.KEPT)
    assert first[0].path.name == "01-lesson-updated.ipynb"
    assert first[0].path.read_text(encoding="utf-8") == "second edition"
    assert mine.read_text(encoding="utf-8") == "my work"


def test_two_updates_do_not_overwrite_each_other(shipped: Path, tmp_path: Path) -> None:
    """Work done in an updated lesson is kept when the next update comes."""
    target = tmp_path / "learner"
    copy_course(target)
    shipped.write_text("second edition", encoding="utf-8")
    copy_course(target)
    (target / "01-lesson-updated.ipynb").write_text("my work", encoding="utf-8")
    shipped.write_text("third edition", encoding="utf-8")
    copied = copy_course(target)[0]
    assert copied.path.name == "01-lesson-updated-2.ipynb"
    assert (target / "01-lesson-updated.ipynb").read_text(encoding="utf-8") == "my work"


@pytest.mark.parametrize("record", ["", "[]", "{", '{"01-lesson.ipynb": 3}', "\udcff"])
def test_a_damaged_record_overwrites_nothing(shipped: Path, tmp_path: Path, record: str) -> None:
    """Where the record of what was delivered cannot be read, the learner's work still stands."""
    target = tmp_path / "learner"
    copy_course(target)
    (target / "01-lesson.ipynb").write_text("my work", encoding="utf-8")
    (target / lessons.MANIFEST).write_bytes(record.encode("utf-8", "surrogateescape"))
    copied = copy_course(target)[0]
    assert copied.fate is CopyStatus.BESIDE
    assert (target / "01-lesson.ipynb").read_text(encoding="utf-8") == "my work"


def test_a_folder_that_is_a_file_is_a_clear_error(shipped: Path, tmp_path: Path) -> None:
    """The error names the folder and the cause."""
    target = tmp_path / "file"
    target.write_text("not a folder", encoding="utf-8")
    with pytest.raises(FileError, match="file: File exists"):
        copy_course(target)


def test_the_course_has_lessons_that_start_with_the_first() -> None:
    """The lessons are found and in reading order."""
    names = [lesson.name for lesson in lessons.lesson_files()]
    assert names[:2] == [lessons.HOME, "01-start-here.ipynb"]
    assert names == sorted(names)

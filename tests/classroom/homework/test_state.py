"""A learner's state of homework and outbox: small files that are whole, and never written over others."""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from subprocess import PIPE, Popen

import pytest

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.homework.state import (
    NAME,
    FolderOutbox,
    FolderState,
    Note,
    NoteKind,
    file_name,
)
from ono_tutor.errors import FileError, OnoError

ANN, BOB = Learner("Ann Lee"), Learner("Bob")
AT = "2026-11-20T12:00:00.000Z"


def sat(name="Ann Lee", assignment="week-3"):
    return Note(NoteKind.SIGNED_IN, assignment, name, AT)


def handed_in(number=1, name="Ann Lee"):
    return Note(NoteKind.HANDED_IN, "week-3", name, AT, "", number, f"file-{number}.json")


def test_a_state_remembers_who_sits_where_and_what_was_handed_in(tmp_path):
    """Another program finds both, by attempt; capitals do not make another learner."""
    state = FolderState(tmp_path)
    for note in (sat(), handed_in(1), handed_in(2), sat(), sat("Bob", "week-4")):
        state.add(note)
    again = FolderState(tmp_path)
    assert (again.learner("week-3"), again.learner("week-4"), again.last_learner) == (ANN, BOB, BOB)
    assert again.learner("week-5") is None
    assert again.note(NoteKind.HANDED_IN, "week-3", Learner("ann lee"), "2") == handed_in(2)
    assert again.note(NoteKind.HANDED_IN, "week-3", BOB, "1") is None
    assert len(json.loads((tmp_path / NAME).read_text(encoding="utf-8"))["notes"]) == 4


@pytest.mark.parametrize(
    "what", [b"[]", b'{"format": "ono-tutor-desk/1", "notes": [{"what": "sat"}]}']
)
def test_a_damaged_state_is_set_aside_and_said(tmp_path, what):
    """The file is renamed, never deleted; a new one is begun, and the notice names both."""
    (tmp_path / NAME).write_bytes(what)
    state = FolderState(tmp_path)
    state.add(sat())
    assert (tmp_path / "ono-homework-damaged.json").read_bytes() == what
    assert "ono-homework-damaged.json" in str(state.notices[0])
    assert FolderState(tmp_path).learner("week-3") == ANN


@pytest.mark.parametrize("block", [os.mkdir, os.mkfifo])
def test_what_cannot_be_written_is_said_and_written_later(tmp_path, block):
    """With a folder or a pipe in the way the notes are held in memory, and go to disk when they can."""
    block(tmp_path / NAME)
    state = FolderState(tmp_path)
    state.add(sat())
    assert state.learner("week-3") == ANN
    assert "cannot be" in str(state.notices[0])
    (tmp_path / NAME).rename(tmp_path / "away")
    state.add(handed_in())
    assert state.notices == ()
    assert FolderState(tmp_path).learner("week-3") == ANN
    (tmp_path / NAME).unlink()
    state.refresh()
    state.add(handed_in())
    assert FolderState(tmp_path).learner("week-3") == ANN


def test_an_old_window_does_not_take_back_what_a_newer_one_noted(tmp_path):
    """Two programs: one goes on to a third attempt, the other notes something else later."""
    old, new = FolderState(tmp_path), FolderState(tmp_path)
    old.add(Note(NoteKind.AGAIN, "week-1", "Ann", AT, number=2))
    new.refresh()
    new.add(Note(NoteKind.AGAIN, "week-1", "Ann", AT, number=3))
    old.add(Note(NoteKind.SIGNED_IN, "week-2", "Ann", AT))
    attempts = [each.attempt("week-1", Learner("Ann")) for each in (FolderState(tmp_path), old)]
    assert attempts == [3, 3]


def test_a_kill_leaves_the_state_whole(tmp_path):
    """Whenever a program that notes is killed, each note that it was done with is there."""
    code = f"""
from pathlib import Path
from ono_tutor.classroom.homework.state import FolderState, Note, NoteKind
state = FolderState(Path({str(tmp_path)!r}))
for number in range(1, 1000):
    state.add(Note(NoteKind.HANDED_IN, "week-3", "Ann Lee", "{AT}", "", number, "file.json"))
    print(number, flush=True)
"""
    for done in (1, 4, 9):
        program = Popen([sys.executable, "-c", code], stdout=PIPE, encoding="utf-8")
        last = [int(program.stdout.readline()) for _ in range(done)][-1]
        program.kill()
        program.communicate()
        state, numbers = FolderState(tmp_path), range(1, last + 1)
        assert state.notices == ()
        assert all(state.note(NoteKind.HANDED_IN, "week-3", ANN, str(n)) for n in numbers)


@pytest.mark.parametrize(
    "change",
    [{"number": True}, {"number": 10**9}, {"number": -1}, {"number": "1"}, {"what": "stole"}, {"learner": ""}, {"at": 5}, {"more": 1},
     {"words": "x" * 3000}],
)  # fmt: skip
def test_a_note_of_another_shape_is_refused(change):
    """A note that another hand wrote is read strictly."""
    fields = asdict(sat("Ann"))
    assert Note.of(fields).learner == "Ann"
    with pytest.raises(OnoError):
        Note.of(fields | change)


# ---- the outbox ----


@pytest.mark.parametrize(
    ("name", "attempt", "file"),
    [
        ("Ann Lee", 1, "week-3-ann-lee.json"),
        ("../../etc/passwd", 1, "week-3-etc-passwd.json"),
        ("Zoë Müller-Öz", 2, "week-3-zoë-müller-öz-attempt-2.json"),
        ("李雷", 1, "week-3-李雷.json"),
        ("--- ?? ---", 1, "week-3-learner.json"),
    ],
)
def test_a_file_is_named_for_its_learner(name, attempt, file):
    """The name has letters, digits and hyphens alone, whoever the learner claims to be."""
    assert file_name("week-3", Learner.named(name), attempt) == file
    assert len(file_name("a" * 80, Learner.named("李" * 100), 1000).encode()) < 220


def test_nothing_is_written_over(tmp_path):
    """A name that is taken is left as it is, a link to nowhere and a folder too."""
    (tmp_path / "a.json").write_text("mine", encoding="utf-8")
    (tmp_path / "a-2.json").symlink_to(tmp_path / "nowhere")
    (tmp_path / "a-3.json").mkdir()
    placed = FolderOutbox(tmp_path).put("../../a.json", "new")
    assert placed == "a-4.json"
    assert (tmp_path / "a.json").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "nowhere").exists()


def test_many_at_once_each_have_a_file(tmp_path):
    """Of several programs with the same name none writes over another's file."""
    with ThreadPoolExecutor(8) as pool:
        placed = list(pool.map(lambda n: FolderOutbox(tmp_path).put("a.json", str(n)), range(16)))
    texts = [(tmp_path / each).read_text(encoding="utf-8") for each in placed]
    assert texts == list(map(str, range(16)))


def test_what_cannot_be_written_names_the_reason(tmp_path):
    """A folder that is gone is an error that names file, folder and reason; nothing is left."""
    box = FolderOutbox(tmp_path / "gone")
    with pytest.raises(FileError, match=r"a\.json.*gone.*No such file"):
        box.put("a.json", "text")


def test_a_file_is_looked_at_by_its_content(tmp_path):
    """The same text is the same file; changed or gone, it is there no more."""
    box = FolderOutbox(tmp_path)
    placed = box.put("a.json", "text")
    assert box.put("a.json", "text") == placed
    assert box.has("a.json", "text")
    (tmp_path / "a.json").write_text("TEXT", encoding="utf-8")
    assert not box.has("a.json", "text")

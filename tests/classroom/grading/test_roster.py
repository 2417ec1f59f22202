"""A class read from what a teacher has; what lists hold is among the sessions."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.classroom.grading import roster as roster_module
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.errors import FileError

PLAIN = "learner,email\nAnn Lee,ann@x.org\nJosé Niño,jose@x.org\n"


@pytest.mark.parametrize(
    "raw",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("utf-16"),
        PLAIN.replace(",", "\t").encode("utf-16"),
        PLAIN.replace(",", ";").replace("\n", "\r\n").encode(),
        PLAIN.replace("learner", " Student  NAME ").encode(),
        PLAIN.replace("learner,email", "learner,email,note").encode(),
    ],
    ids=["utf-8", "mark", "utf-16", "excel text", "semicolons", "head", "short"],
)
def test_a_list_is_read_as_spreadsheets_write_it(raw):
    """Encodings that say what they are, three separators, heads in any capitals."""
    roster = Roster.parsed(raw)

    people = [(str(person.learner), person.email) for person in roster.people]
    assert people == [("Ann Lee", "ann@x.org"), ("José Niño", "jose@x.org")]
    assert roster.faults == ()


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"PK\x03\x04\x14\x00\xf1", "byte 6 is no UTF-8; save the file as CSV UTF-8"),
        ("Prénom ½\nA\n".encode(), "its first line names no column"),
        ("learner\nJosé\n".encode("cp1252"), "byte 11 is no UTF-8; save the file as CSV UTF-8"),
        (b"\xff\xfea", "no UTF-16"),
        (b"learner\nAnn\0\n", "it names nobody; line 2 is passed over"),
        (b"learner\n" + b"x" * 200_000, "line 2: field larger"),
        (b"learner\n" + b"x\n" * 100_001, "more than 100000 lines"),
    ],
    ids=["xlsx", "head", "1252", "cut", "null", "cell", "lines"],
)
def test_what_is_no_roster_is_refused_with_the_reason(raw, reason):
    """The place at fault is named, and what to do about an encoding that cannot be told."""
    with pytest.raises(FileError, match=reason):
        Roster.parsed(raw)


def test_a_roster_without_an_end_is_refused(monkeypatch):
    monkeypatch.setattr(roster_module, "MOST_BYTES", 10)
    with pytest.raises(FileError, match="longer than 10 bytes"):
        Roster.parsed(b"learner\nAnn Lee\n")


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    """By its path, with the system's reason or with that of its bytes."""
    (tmp_path / "r.csv").write_bytes(b"\x81")
    for name, reason in (("r.csv", r"r\.csv: byte 0"), ("none.csv", "No such file")):
        with pytest.raises(FileError, match=reason):
            Roster.read(tmp_path / name)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@given(text=st.text("learnm,;\t\"'=\n\r\0é😀 @", max_size=60))
def test_any_text_is_a_roster_or_refused(encoding, text):
    """Nothing else comes out, whatever follows the heads."""
    with suppress(FileError):
        assert Roster.parsed(f"learner,email\n{text}".encode(encoding)).people

"""A class read from what a teacher has: a list, or an export of Canvas or Moodle."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.classroom.grading import roster as roster_module
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.errors import FileError

PLAIN = "learner,email\nAnn Lee,ann@x.org\nJosé Niño,jose@x.org\n"


def names(roster: Roster) -> list[str]:
    return [str(person.learner) for person in roster.people]


@pytest.mark.parametrize(
    "raw",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("utf-16"),
        PLAIN.replace(",", "\t").encode("utf-16"),
        PLAIN.replace(",", ";").replace("\n", "\r\n").encode(),
        PLAIN.replace("\n", "\n\n , \n").encode(),
        PLAIN.replace("learner", " Student  NAME ").encode(),
        PLAIN.replace("learner,email", "learner,email,note").encode(),
    ],
    ids=["utf-8", "mark", "utf-16", "excel text", "semicolons", "blank", "head", "short"],
)
def test_a_list_is_read_as_spreadsheets_write_it(raw: bytes) -> None:
    """Encodings that say what they are, three separators, blank lines, heads in any capitals."""
    roster = Roster.parsed(raw)

    assert names(roster) == ["Ann Lee", "José Niño"]
    assert [person.email for person in roster.people] == ["ann@x.org", "jose@x.org"]
    assert roster.faults == ()


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"PK\x03\x04\x14\x00\xf1", "byte 6 is no UTF-8; save the file as CSV UTF-8"),
        (b"\xd0\xcf\x11\xe0\xa1", "byte 0 is no UTF-8; save the file as CSV UTF-8"),
        ("Prénom ½\nA\n".encode(), "its first line names no column"),
    ],
)
def test_what_a_spreadsheet_saves_is_refused_in_plain_words(raw: bytes, reason: str) -> None:
    """What it is, and how to save it; letters stand as they are written."""
    with pytest.raises(FileError) as caught:
        Roster.parsed(raw)

    assert reason in caught.value.message


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("learner\nJosé\n".encode("cp1252"), "byte 11 is no UTF-8; save the file as CSV UTF-8"),
        (b"\xff\xfea", "no UTF-16"),
        (b"learner\nAnn\0\n", "it names nobody; line 2 is passed over"),
        (b"learner\n" + b"x" * 200_000, "line 2: field larger"),
    ],
    ids=["1252", "cut", "null", "cell"],
)
def test_what_is_no_roster_is_refused_with_the_reason(raw: bytes, reason: str) -> None:
    """The place at fault is named, and what to do about an encoding that cannot be told."""
    with pytest.raises(FileError, match=reason):
        Roster.parsed(raw)


def test_a_roster_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Too many bytes, too many lines."""
    monkeypatch.setattr(roster_module, "MOST_BYTES", 10)
    with pytest.raises(FileError, match="longer than 10 bytes"):
        Roster.parsed(b"learner\nAnn Lee\n")
    monkeypatch.undo()

    with pytest.raises(FileError, match="more than 100000 lines"):
        Roster.parsed(b"learner\n" + b"x\n" * 100_001)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """By its path, with the system's reason or with that of its bytes."""
    (tmp_path / "r.csv").write_bytes(b"\x81")

    with pytest.raises(FileError, match=r"r\.csv: byte 0"):
        Roster.read(tmp_path / "r.csv")
    with pytest.raises(FileError, match="No such file"):
        Roster.read(tmp_path / "none.csv")


@pytest.mark.parametrize("make", [str.encode, lambda text: text.encode("utf-16")])
@given(text=st.text("learnm,;\t\"'=\n\r\0é😀 @", max_size=60))
def test_any_text_is_a_roster_or_refused(make: Callable[[str], bytes], text: str) -> None:
    """Nothing else comes out, whatever follows the heads."""
    with suppress(FileError):
        assert Roster.parsed(make(f"learner,email\n{text}")).people

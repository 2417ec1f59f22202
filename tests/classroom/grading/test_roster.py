"""A class read from what a teacher has: a list, or an export of Canvas or Moodle."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.classroom.assignment import Learner
from ono_tutor.classroom.grading import roster as roster_module
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.errors import FileError

PLAIN = "learner,email\nAnn Lee,ann@x.org\nJosé Niño,jose@x.org\n"
CANVAS = """Student,ID,SIS User ID,SIS Login ID,Section,Week 1 (77),Final Score
,,,,,Manual Posting,
    Points Possible,,,,,4,(read only)
"Lee, Ann",101,U1,alee,A,,
"Niño, José",102,U2,jnino,A and B,3,
"Student, Test",999,,abcdef,A,,
"""
MOODLE = """First name,Surname,"ID number",Institution,Department,"Email address","Course total"
Ann,Lee,00123,,,ann@x.org,-
José,Niño,,,,jose@x.org,56.00
"""


def names(roster: Roster) -> list[str]:
    return [str(person.learner) for person in roster.people]


def place(roster: Roster, word: str) -> int | None:
    return roster.place_of(Learner.named(word))


@pytest.mark.parametrize(
    "raw",
    [
        PLAIN.encode(),
        PLAIN.encode("utf-8-sig"),
        PLAIN.encode("utf-16"),
        PLAIN.replace(",", "\t").encode("utf-16"),
        PLAIN.replace(",", ";").replace("\n", "\r\n").encode(),
        b"sep=;\r\n" + PLAIN.replace(",", ";").encode(),
        PLAIN.replace("\n", "\n\n , \n").encode(),
        PLAIN.replace("learner", " Student  NAME ").encode(),
        PLAIN.replace("learner,email", "learner,email,note").encode(),
    ],
    ids=["utf-8", "mark", "utf-16", "excel text", "semicolons", "sep=", "blank", "head", "short"],
)
def test_a_list_is_read_as_spreadsheets_write_it(raw: bytes) -> None:
    """Encodings that say what they are, three separators, blank lines, heads in any capitals."""
    roster = Roster.parsed(raw)

    assert names(roster) == ["Ann Lee", "José Niño"]
    assert [person.email for person in roster.people] == ["ann@x.org", "jose@x.org"]
    assert roster.faults == ()


def test_a_gradebook_of_canvas_is_a_roster() -> None:
    """Its ids are kept; the lines that name nobody, and Canvas's test student, are no learners."""
    roster = Roster.parsed(CANVAS.encode())

    ann, jose = roster.people
    assert (ann.canvas_id, ann.sis_user, ann.sis_login, ann.section) == ("101", "U1", "alee", "A")
    assert str(jose.learner) == "Niño, José"
    assert "Week 1 (77)" in roster.columns


def test_an_export_of_moodle_is_a_roster() -> None:
    """First and last names are one name; leading zeros of an id stay."""
    ann, jose = Roster.parsed(MOODLE.encode()).people

    assert (str(ann.learner), ann.id_number, ann.email) == ("Ann Lee", "00123", "ann@x.org")
    assert (str(jose.learner), jose.id_number) == ("José Niño", "")


@pytest.mark.parametrize("word", ["ann  LEE", "Lee, Ann", "alee", "U1", "u1"])
def test_a_learner_is_found_by_name_or_id(word: str) -> None:
    """The name in either order, or an id of the system; capitals and spaces do not matter."""
    assert place(Roster.parsed(CANVAS.encode()), word) == 0


@pytest.mark.parametrize("word", ["Ann", "101", "Lee Ann", "nobody"])
def test_nobody_is_guessed_at(word: str) -> None:
    """A part of a name, a number that only Canvas uses, and other words find nobody."""
    assert place(Roster.parsed(CANVAS.encode()), word) is None


def test_of_two_with_one_name_neither_is_found_by_it() -> None:
    """Their ids tell them apart."""
    roster = Roster.parsed(b"learner,email\nAnn Lee,a@x.org\nann lee,b@x.org\n")

    assert (place(roster, "Ann Lee"), place(roster, "b@x.org")) == (None, 1)
    assert roster.is_shared(Learner("Ann Lee"))


def test_an_id_that_two_people_have_is_used_for_neither() -> None:
    """A slip of the teacher's must not give one learner's mark to another."""
    roster = Roster.parsed(b"learner,email\nAnn,a@x.org\nBob,A@x.org\nCid,c@x.org\n")

    assert [person.email for person in roster.people] == ["", "", "c@x.org"]
    assert roster.faults == ("'a@x.org' is the id of 2 people, and is used for none",)


def test_a_line_that_is_there_twice_counts_once_and_is_told() -> None:
    """The number of the line is named."""
    roster = Roster.parsed(b"learner\nAnn\nBob\nAnn\n")

    assert names(roster) == ["Ann", "Bob"]
    assert roster.faults == (
        "line 4: 'Ann' is there already; if they are two people, a column such as email or class "
        "tells them apart",
    )


def test_two_of_one_name_in_two_classes_are_two_people() -> None:
    """Without an id the class finds each of them."""
    roster = Roster.parsed(b"learner,class\nAnn Lee,7a\nAnn Lee,7b\n")

    assert names(roster) == ["Ann Lee", "Ann Lee"]
    assert [roster.word_for(place) for place in (0, 1)] == ["Ann Lee (7a)", "Ann Lee (7b)"]
    assert [person.shown_name for person in roster.people] == ["Ann Lee (7a)", "Ann Lee (7b)"]
    assert roster.place_of(Learner("ann lee (7b)")) == 1
    assert roster.faults == ()


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"PK\x03\x04\x14", "such as .xlsx, and no CSV file; save it as CSV"),
        (b"\xd0\xcf\x11\xe0\xa1", "such as .xlsx, and no CSV file; save it as CSV"),
        ("Prénom ½\nA\n".encode(), "its first line is 'Prénom ½', and names no column"),
    ],
)
def test_what_a_spreadsheet_saves_is_refused_in_plain_words(raw: bytes, reason: str) -> None:
    """What it is, and how to save it; letters stand as they are written."""
    with pytest.raises(FileError) as caught:
        Roster.parsed(raw)

    assert reason in caught.value.message


def test_what_can_be_no_name_is_passed_over_by_line() -> None:
    """A control character, or a name without an end; the other lines are read."""
    roster = Roster.parsed(f"learner\nA\x1b[31m\nAnn\n{'x' * 101}\n".encode())

    assert names(roster) == ["Ann"]
    assert [fault[:6] for fault in roster.faults] == ["line 2", "line 4"]


@pytest.mark.parametrize("word", ["=1+1", "@ann", "+1", "-ann", "a;=1", "a\x1bb", "＝1"])
def test_an_id_that_is_a_formula_is_left_out(word: str) -> None:
    """It could not be written as it is, and changed it would find nobody."""
    roster = Roster.parsed(f'learner,email\nAnn,"{word}"\nBob,b@x.org\n'.encode())

    assert [person.email for person in roster.people] == ["", "b@x.org"]
    assert "line 2" in roster.faults[0]


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        ("learner\nJosé\n".encode("cp1252"), "byte 11 is no UTF-8; save the file as CSV UTF-8"),
        (b"\xff\xfea", "no UTF-16"),
        (b"", "it is empty; write a line such as learner,email"),
        (
            b"colour,shape\nred,round\n",
            "first line is 'colour', 'shape', and names no column that says",
        ),
        (b"learner\n", "names nobody"),
        (b'learner\n"Ann\nBob\n', "line 3: unexpected end"),
        (b'learner\n"Ann" Lee\n', "line 2"),
        (b"learner\nAnn\0\n", "null characters"),
        (b"learner\n" + b"x" * 200_000, "line 2: field larger"),
        (b"," * 5000 + b"learner\nx", "5001 columns"),
    ],
    ids=["1252", "cut", "empty", "heads", "none", "open", "quote", "null", "cell", "columns"],
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


def test_an_alias_finds_its_person_and_others_stay_what_they_are() -> None:
    """Several with semicolons between; also where semicolons part the columns."""
    text = 'learner;email;alias\nHana Sato;h@x.org;"Hana Satto; H. S."\nAnn Lee;;\n'
    roster = Roster.parsed(text.encode())

    assert [place(roster, word) for word in ("hana satto", "H. S.", "Hana Sato")] == [0, 0, 0]
    assert place(roster, "Ann") is None
    assert roster.faults == ()


def test_an_alias_that_another_is_called_by_finds_nobody_and_is_told() -> None:
    """As one that can be no name is passed over, and told by its line."""
    roster = Roster.parsed(b"learner,alias\nHana,Ann\nAnn,\nBob,a\x1bb\n")

    assert place(roster, "Ann") is None
    assert "line 4" in roster.faults[0]
    assert "'Ann' is an alias that more than one person has" in roster.faults[1]


def test_in_a_list_of_addresses_the_user_name_is_before_the_at() -> None:
    """As systems name files by user names; a list that has user names says them itself."""
    roster = Roster.parsed(b"email\nalee@x.org\nbray@x.org\n")
    own = Roster.parsed(b"email,username\nalee@x.org,al77\n")

    assert [roster.place_of(Learner(name)) for name in ("alee", "bray", "x")] == [0, 1, None]
    assert [own.place_of(Learner(name)) for name in ("alee", "al77")] == [None, 0]
    mixed = Roster.parsed(b"learner,email\nAnn Lee,bob@x.org\nBob,b.ray@x.org\nCid,cid@x.org\n")
    assert [mixed.places_of(each.learner) for each in mixed.people] == [[0], [1], [2]]


def test_a_name_beside_a_first_name_is_a_last_name() -> None:
    """As tables in German have it; a whole name there stays as it is."""
    raw = b"Vorname;Name\nAnn;Lee\nBob;Bob Ray\n"

    assert [str(person.learner) for person in Roster.parsed(raw).people] == ["Ann Lee", "Bob Ray"]


def test_a_list_without_a_heading_is_told_in_one_line() -> None:
    """With the line to write."""
    with pytest.raises(FileError, match="write a line such as learner,email above the first"):
        Roster.parsed(b"Ann Lee\nBob Ray\n")

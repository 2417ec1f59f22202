"""Every choice that a teacher is asked for is made by the very line that is shown."""

import csv
import json
import os
import re
from pathlib import Path

import pytest
from classroom.a_class import ENTRIES, LATER, RIGHT, an_assignment, answers_file, hand_in
from classroom.hostile import answers, row, zipped
from click.testing import CliRunner

from ono_tutor.classroom.assignment import assignment_text
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.cli.main import main

NOON = 1_795_176_000
TABLE = Path("week-1-marks", "overrides.csv")


@pytest.fixture(autouse=True)
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An assignment in a folder."""
    monkeypatch.chdir(tmp_path)
    Path("week-1.json").write_text(assignment_text(an_assignment()), encoding="utf-8")


def grade(*words: str) -> str:
    return CliRunner().invoke(main, ["grade", "week-1.json", *words]).output


def marks() -> list[tuple[str, str, str]]:
    with TABLE.with_name("marks.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = csv.DictReader(file, delimiter=";" if ";" in file.readline() else ",")
        file.seek(0)
        return [(line["learner"], line["points"], line["status"]) for line in lines]


def refused() -> dict[str, str]:
    """What each learner is to be told whose file was refused."""
    with TABLE.with_name("not-graded.csv").open(encoding="utf-8-sig", newline="") as file:
        return {line["file"]: line["to the learner"] for line in csv.DictReader(file)}


def shown(output: str) -> list[str]:
    """The lines to write: those below the note that ends with a colon."""
    found = re.findall(r"grade again:\n((?:    \S.*\n)+)", output)
    return [line.strip() for block in found for line in block.splitlines()]


def write(line: str) -> None:
    with TABLE.open("a", encoding="utf-8") as file:
        file.write(f"{line}\n")


def rivals(*names: str) -> None:
    for right, name in enumerate(names, 1):
        path = hand_in(Path(name).parent, Path(name).name, "Ann Lee", right)
        os.utime(path, (NOON + 60 * right,) * 2)


@pytest.mark.parametrize(
    "names",
    [("in/a", "in/b"), ("a", "x/a"), ("x/a", "y/x/a"), ("in/=1+1", "in/a,b"), ("in/-x", "in/a;b")],
)
@pytest.mark.parametrize("style", ["comma", "semicolon"])
def test_each_line_that_is_shown_settles_it_whatever_stands_before_it(
    names: tuple[str, ...], style: str
) -> None:
    """Added at the end one after the other, as the table has its columns from the first run on."""
    rivals(*names)
    words = [f"{name}.json" for name in names]
    lines = shown(grade(*words, "--separator", style))
    assert marks() == [("Ann Lee", "", "choose")]
    assert len(lines) == 2

    write(f"Ann Lee{',;'[style == 'semicolon'] * 5}nothing.json{',;'[style == 'semicolon']}")
    for line in (*lines, *lines):
        write(line)
        assert "has no mark until you choose" not in grade("--separator", style)
        assert marks() == [("Ann Lee", str(1 + lines.index(line)), "graded")]


def test_a_version_goes_before_the_bare_name_that_was_written_earlier() -> None:
    """A file that was replaced under its own name after it had been chosen is asked about anew."""
    rivals("in/a", "in/b")
    grade("in")
    write("Ann Lee,,,,,a.json,")
    grade()
    assert marks() == [("Ann Lee", "1", "graded")]
    hand_in(Path("in"), "a", "Ann Lee", 4)

    lines = shown(grade("in"))
    assert marks() == [("Ann Lee", "", "choose")]
    for line, points in zip(lines, "14", strict=True):
        write(line)
        grade()
        assert marks() == [("Ann Lee", points, "graded")]


def test_hand_ins_that_agree_are_chosen_together_by_one_line() -> None:
    """What they earn together is what the line earns."""
    for name, entries in (("a", ENTRIES[:1]), ("b", ENTRIES[1:3])):
        rows = [row(entry.id, RIGHT[entry.id], at=LATER) for entry in entries]
        Path(f"{name}.json").write_bytes(answers("week-1", "Ann Lee", rows))
    Path("c.json").write_text(answers_file("Ann Lee", 0), encoding="utf-8")
    output = grade("a.json", "b.json", "c.json")

    earned = dict(re.findall(r"(\w\.json(?: \+ \w\.json)*) earns (\d)", output))
    lines = shown(output)
    assert len(lines) == len(earned)
    for line, (names, points) in zip(lines, earned.items(), strict=True):
        assert names.replace(" + ", " | ") in line
        write(line)
        grade()
        assert marks() == [("Ann Lee", points, "graded")]


def test_a_table_without_the_column_gets_it_first() -> None:
    """The first line to write is shown as well."""
    rivals("in/a", "in/b")
    grade("in")
    TABLE.write_text("learner;points\n", encoding="utf-8")

    head, *lines = shown(grade())

    assert head == "(First change the first line of overrides.csv to this: learner;points;file)"
    assert lines == ["Ann Lee;;a.json", "Ann Lee;;b.json"]
    TABLE.write_text(f"learner;points;file\n{lines[1]}\n", encoding="utf-8")
    grade()
    assert marks() == [("Ann Lee", "2", "graded")]


def test_a_newer_hand_in_than_the_one_chosen_is_told_with_its_line() -> None:
    """It does not vanish, and the line makes it count; an older one is settled."""
    rivals("in/b", "in/a")
    lines = {name: line for line in shown(grade("in")) for name in "ab" if f"{name}.json" in line}
    write(lines["a"])
    assert "newer hand-in" not in grade()
    os.utime(hand_in(Path("in"), "c", "Ann Lee", 4), (NOON + 600,) * 2)

    output = grade("in")

    assert "1 learner has a newer hand-in than the one you chose:" in output
    assert marks() == [("Ann Lee", "2", "graded")]
    assert shown(output) == ["Ann Lee,,,,,c.json,"]
    write("Ann Lee,,,,,c.json,")
    assert "newer hand-in" not in grade()
    assert marks() == [("Ann Lee", "4", "graded")]
    notes = TABLE.with_name("marks.csv").read_text(encoding="utf-8")
    assert "An earlier line of overrides.csv chooses a.json, which does not agree" in notes


def test_two_of_one_name_have_one_list_that_works() -> None:
    """Whose a file is comes first; each line is by what finds one of them alone."""
    Path("class.csv").write_text("learner,email\nAnn Lee,a@x.org\nAnn LEE,b@x.org\n", "utf-8")
    rivals("in/a", "in/b")

    lines = shown(grade("in", "--class", "class.csv"))

    assert lines == [f"{who}@x.org,,,,,{file}.json," for file in "ab" for who in "ab"]
    write(lines[0])
    write(lines[3])
    grade("--class", "class.csv")
    assert marks() == [("Ann Lee", "1", "graded"), ("Ann LEE", "2", "graded")]


@pytest.mark.parametrize("second", ["Ann Lee,", "Ann LEE,", "Ann Lee,a@x.org"])
def test_who_has_nothing_of_their_own_but_the_name_needs_an_id(second: str) -> None:
    """No line is shown that would find nobody."""
    Path("class.csv").write_text(f"learner,email\nAnn Lee,b@x.org\n{second}\n", "utf-8")
    rivals("in/a")
    found = grade("in", "--class", "class.csv")
    if second.endswith("org"):
        assert shown(found)
    else:
        assert "and nothing else to tell them apart. Add a column such as email or" in found


def test_no_mark_is_shown_anywhere_until_a_choice_is_made() -> None:
    """The marks, the report and the class count a learner as having handed in, and no points."""
    rivals("in/a", "in/b")
    hand_in(Path("in"), "bob", "Bob Ray", 3)
    grade("in")

    assert marks() == [("Ann Lee", "", "choose"), ("Bob Ray", "3", "graded")]
    said = CliRunner().invoke(main, ["report", "week-1.json"]).output
    assert "2 of 2 learners handed in something.\n1 learner has no mark until you choose" in said
    data = json.loads(CliRunner().invoke(main, ["report", "week-1.json", "--json"]).stdout)
    assert [data["learners"][key] for key in ("all", "handed_in", "undecided")] == [1, 1, 1]
    said = CliRunner().invoke(main, ["class", "week-1-marks"]).output
    assert "Week 1: 2 handed in, 0 not" in said
    with Path("class-report", "class.csv").open(encoding="utf-8-sig", newline="") as file:
        ann, bob = csv.reader(list(file)[1:])
    assert ann == ["Ann Lee", "choose", "", "4", "", "0"]
    assert bob == ["Bob Ray", "3", "3", "4", "75.00", "0"]


def test_nobody_is_called_missing_who_may_have_handed_in_what_waits() -> None:
    """Two of one name have no mark, neither in the tables nor in the report or the class."""
    people = "learner,class\nAnn Lee,7a\nAnn Lee,7b\nBob Ray,7a\nCid Fox,7a\n"
    Path("class.csv").write_text(people, encoding="utf-8")
    hand_in(Path("in"), "bob", "Bob Ray", 3)
    hand_in(Path("in"), "a", "Ann Lee", 2)
    listed = "--class", "class.csv"
    output = grade("in", *listed)

    assert marks()[:2] == [("Ann Lee (7a)", "", "choose"), ("Ann Lee (7b)", "", "choose")]
    assert marks()[-1] == ("Ann Lee", "", "choose")
    assert "Missing: 1 (Cid Fox)." in output
    assert "Not in the roster" not in output
    said = CliRunner().invoke(main, ["report", "week-1.json", *listed]).output
    assert "2 of 4 learners handed in something.\n2 learners have no mark until you" in said
    data = json.loads(CliRunner().invoke(main, ["report", "week-1.json", "--json", *listed]).stdout)
    assert (data["next"]["missing"], data["next"]["undecided"]) == (1, 2)
    said = CliRunner().invoke(main, ["class", "week-1-marks", *listed]).output
    assert "Week 1: 2 handed in, 1 not" in said
    with Path("class-report", "class.csv").open(encoding="utf-8-sig", newline="") as file:
        lines = list(csv.reader(file))[1:]
    assert [(line[0], line[1], line[-1]) for line in lines] == [
        ("Ann Lee (7a)", "choose", "0"),
        ("Ann Lee (7b)", "choose", "0"),
        ("Bob Ray", "3", "0"),
        ("Cid Fox", "", "1"),
    ]
    write(shown(output)[1])
    assert "Missing: 2 (Ann Lee (7a), Cid Fox)." in grade(*listed)


def test_a_refused_file_of_a_name_that_two_have_makes_neither_of_them_missing() -> None:
    """Both are told of it, as nobody knows whose it is."""
    Path("class.csv").write_text("learner,class\nAnn Lee,7a\nAnn Lee,7b\n", encoding="utf-8")
    hand_in(Path("in"), "a", "Ann Lee", 2)
    text = answers_file("Ann Lee", 2, assignment="week-2")
    Path("in", "a.json").write_text(text, encoding="utf-8")
    grade("in", "--class", "class.csv")

    assert [status for *_, status in marks()] == ["not gradable"] * 2


def test_a_picture_that_is_named_is_told_as_one_in_a_folder() -> None:
    """Both the teacher and the learner read what it is, not which byte is wrong."""
    Path("shot.png").write_bytes(b"\x89PNG\r\n")
    Path("notes.txt").write_bytes(b"Dear teacher")
    Path("photo.json").write_bytes(b"\xff\xd8\xff\xe0")
    grade("shot.png", "notes.txt", "photo.json")

    how = "Please press Hand in and upload the .json file it makes."
    assert refused() == {
        "notes.txt": f"Your file notes.txt is a text document. {how}",
        "photo.json": f"Your file photo.json could not be graded: this is no answers file. {how}",
        "shot.png": f"Your file shot.png is a picture. {how}",
    }


def test_what_was_refused_in_a_folder_goes_if_its_learner_has_a_good_file() -> None:
    """By the name in it, or of it; the notes tell of it, and what is nobody's stays."""
    Path("class.csv").write_text("learner\nAnn Lee\nBob Ray\nCid Fox\n", encoding="utf-8")
    hand_in(Path("in"), "a", "Ann Lee", 3)
    hand_in(Path("in"), "b", "Bob Ray", 2)
    other = answers_file("Bob Ray", 2, assignment="week-2")
    Path("in", "old.json").write_text(other, encoding="utf-8")
    for name in ("Ann Lee.png", "Cid Fox.png", "shot.png"):
        Path("in", name).write_bytes(b"x")
    grade("in", "--class", "class.csv")

    assert [Path(name).name for name in refused()] == ["Cid Fox.png", "shot.png"]
    assert [status for *_, status in marks()] == ["graded", "graded", "not gradable"]
    notes = TABLE.with_name("marks.csv").read_text(encoding="utf-8")
    assert "The file in/Ann Lee.png is not graded: it is a picture" in notes
    assert "The file in/old.json is not graded" in notes


MOODLE = "Ann Lee_44_assignsubmission_file_/"


def test_what_was_refused_goes_once_a_good_file_came_to_its_place() -> None:
    """Not while both are handed in."""
    Path("one.zip").write_bytes(zipped({f"{MOODLE}shot.png": b"x"}))
    Path("two.zip").write_bytes(zipped({f"{MOODLE}a.json": answers_file("Ann Lee", 3).encode()}))

    assert "1 file could not be graded" in grade("one.zip")
    assert "could not be graded" not in grade("two.zip")
    assert "shot.png" not in TABLE.with_name("not-graded.csv").read_text(encoding="utf-8")
    assert "1 file could not be graded" in grade("one.zip", "two.zip")


@pytest.mark.parametrize("name", "ab")
def test_a_file_under_anothers_name_goes_once_a_good_one_came_to_its_place(name: str) -> None:
    """In the same run both are told."""
    Path("class.csv").write_text("learner\nAnn Lee\nBob Ray\n", "utf-8")
    words = "--class", "class.csv"

    def archive(**learners: str) -> None:
        raws = {name: answers_file(who, 3).encode() for name, who in learners.items()}
        whole = zipped({f"{MOODLE}{name}.json": raw for name, raw in raws.items()})
        Path("all.zip").write_bytes(whole)

    archive(a="Bob Ray")
    assert "other-learner: 1" in grade("all.zip", *words)
    archive(**{name: "Ann Lee"})
    assert "could not be graded" not in grade("all.zip", *words)
    assert marks() == [("Ann Lee", "3", "graded"), ("Bob Ray", "0", "missing")]
    assert "could not be graded" not in grade(*words)
    archive(a="Bob Ray", b="Ann Lee")
    assert "other-learner: 1" in grade("all.zip", *words)


def test_a_name_goes_before_the_mailbox_of_another() -> None:
    """A part of an address is a guess, and a name is none."""
    roster = Roster.parsed(b"learner,email\nAnn Lee,bob@x.org\nBob,b.ray@x.org\nCid,cid@x.org\n")

    found = [roster.places_of(each.learner) for each in roster.people]

    assert found == [[0], [1], [2]]

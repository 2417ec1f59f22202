"""What a teacher decides by hand: read with care, kept, and never in the way."""

import csv
import json
from pathlib import Path

import pytest
from classroom.a_class import LATER, an_assignment, answers_file, hand_in
from classroom.hostile import zipped
from click.testing import CliRunner, Result

from ono_tutor.classroom.assignment import assignment_text
from ono_tutor.classroom.grading.overrides import Overrides
from ono_tutor.classroom.grading.roster import Roster
from ono_tutor.cli.main import main
from ono_tutor.errors import OnoError

HEAD = "learner,item,points,due,uploaded,file,comment\n"


@pytest.fixture(autouse=True)
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A class of two, graded once; Bob was late."""
    monkeypatch.chdir(tmp_path)
    Path("week-1.json").write_text(
        assignment_text(an_assignment(due="2026-11-20T12:30:00Z")), encoding="utf-8"
    )
    hand_in(Path("in"), "ann", "Ann Lee", 1)
    hand_in(Path("in"), "bob", "Bob Ray", 3, at=LATER)
    grade("in")
    return tmp_path


def grade(*words: str) -> Result:
    return CliRunner().invoke(main, ["grade", "week-1.json", "--late", "refuse", *words])


def decide(*lines: str) -> Result:
    Path("week-1-marks", "overrides.csv").write_text(HEAD + "\n".join(lines), encoding="utf-8")
    return grade()


def marks() -> dict[str, dict[str, str]]:
    with Path("week-1-marks", "marks.csv").open(encoding="utf-8-sig", newline="") as file:
        return {row["learner"]: row for row in csv.DictReader(file)}


def test_points_a_deadline_and_a_comment_survive_every_grading() -> None:
    """They stand in the marks, in the imports, and on the learner's page."""
    assert marks()["Bob Ray"]["points"] == "0"
    lines = (
        "ann lee,2,1,,,,Well explained.",
        "Bob Ray,,,2026-11-21T12:00+01:00,,,",
        "Ann Lee,4,1,,,,",
    )
    decide(*lines)
    hand_in(Path("more"), "cid", "Cid Fox", 2)

    for words in ((), ("more",), ("in",)):
        grade(*words)
        ann, bob = marks()["Ann Lee"], marks()["Bob Ray"]
        assert (ann["points"], ann["2 (survive)"], ann["4 (survive)"]) == ("3", "1", "1")
        assert "Well explained." in ann["notes"]
        assert (bob["points"], bob["status"]) == ("3", "graded")
    page = Path("week-1-marks", ann["feedback"]).read_text("utf-8")
    assert "Well explained." in page
    assert "The teacher gave 1 point for item 2." in page
    assert "Ann Lee,3,75.00" in Path("week-1-marks", "marks-moodle.csv").read_text(encoding="utf-8")


def test_points_without_an_item_are_those_of_all() -> None:
    """Whatever the items earned."""
    decide("Ann Lee,,4,,,,")

    assert marks()["Ann Lee"]["points"] == "4"


def test_a_file_that_is_not_there_takes_nothing_away() -> None:
    """A typing error is told, and all files count as before."""
    said = decide("Ann Lee,,,,,an.json,").output

    assert marks()["Ann Lee"]["points"] == "1"
    assert "chooses the file an.json, and this learner has handed in none of that name" in said


def test_a_file_that_was_replaced_is_settled_by_the_line_that_is_shown() -> None:
    """Both files of one name stay to choose from; until then there is no mark and no page."""
    page = Path("week-1-marks", marks()["Ann Lee"]["feedback"])
    hand_in(Path("in"), "ann", "Ann Lee", 4)

    said = grade("in").output
    ann = marks()["Ann Lee"]

    assert (ann["points"], ann["1 (survive)"], ann["status"]) == ("", "", "choose")
    assert not page.exists()
    lines = [line.strip() for line in said.splitlines() if "(version " in line and ",,,,," in line]
    assert len(lines) == 2
    for line, points in zip(lines, "14", strict=True):
        assert "choose" not in decide(line).output
        assert marks()["Ann Lee"]["points"] == points
    assert "Add one of these lines" in decide("Ann Lee,,,,,ann.json,").output
    decide("Ann Lee,,3,,,,")
    assert (marks()["Ann Lee"]["points"], marks()["Ann Lee"]["status"]) == ("3", "graded")


def test_lines_are_shown_as_the_table_has_its_columns() -> None:
    """With semicolons where the table has semicolons."""
    table = Path("week-1-marks", "overrides.csv")
    table.write_text(HEAD.replace(",", ";"), "utf-8")
    hand_in(Path("in"), "ann", "Ann Lee", 4)

    assert "    Ann Lee;;;;;ann.json (version " in grade("in").output


def test_what_may_be_a_typing_error_is_told() -> None:
    """More points than there are count, and are told; so is a column that nobody reads."""
    assert (
        "In overrides.csv: line 2 gives 9 points where 1 can be earned."
        in decide("Ann Lee,2,9,,,,").output
    )
    assert marks()["Ann Lee"]["points"] == "10"
    table = Path("week-1-marks", "overrides.csv")
    table.write_text("learner,point\nAnn Lee,3\n", encoding="utf-8")
    assert "the column 'point' is not read; the columns are learner, item, points" in grade().output
    table.write_text("\ufeff\r\n", encoding="utf-8")
    assert (grade().exit_code, marks()["Ann Lee"]["points"]) == (0, "1")


def test_a_name_of_nobody_is_told() -> None:
    """It changes nobody's mark."""
    told = "In overrides.csv there are learners who are not in this class: Eve."

    assert told in decide("Eve,,4,,,,").output


def test_a_misspelt_head_is_named_with_what_is_missing() -> None:
    """The line lacks points because their column is not read."""
    text = "learner,item,point\nAnn Lee,1,4\n"
    Path("week-1-marks", "overrides.csv").write_text(text, encoding="utf-8")

    told = grade().output

    assert "line 2: item 1 has no points beside it" in told
    assert "'point'" in told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Ann Lee,9,1,,,,", "line 2: item must be a whole number from 1 to 4, not '9'"),
        ("Ann Lee,1,-1,,,,", "line 2: points must be a whole number from 0 to"),
        ("Ann Lee,1,,,,,", "line 2: item 1 has no points beside it"),
        ("Ann Lee,,,tomorrow,,,", "line 2: 'tomorrow' is no time"),
        (",,1,,,,", "line 2: a learner's name or id is empty"),
    ],
)
def test_a_line_that_cannot_be_read_stops_the_grading(line: str, told: str) -> None:
    """Nothing is guessed, and the marks stay as they were."""
    before = marks()

    done = decide(line)

    assert done.exit_code == 1
    assert told in done.output
    assert marks() == before


def test_a_learner_is_found_by_an_id_of_the_roster_and_in_a_table_with_semicolons() -> None:
    """As in the class list."""
    roster = Roster.parsed(b"learner,email\nAnn Lee,ann@x.org\n")
    raw = "\ufefflearner;item;points\nann@x.org;1;3\n".encode()

    found = Overrides(raw, an_assignment(), roster)

    assert found.of(0).points == ((1, 3),)
    assert found.unknown == []
    with pytest.raises(OnoError):
        Overrides(b"nobody,points\n", an_assignment())


MOODLE = "Ann Lee_44{}_assignsubmission_file_/a.json"


def test_two_of_one_name_each_get_their_own() -> None:
    """A file given to one of them by id counts for her alone, as do points; each has a page."""
    Path("class.csv").write_text(
        "learner,email\nAnn Lee,ann1@x.org\nAnn Lee,ann2@x.org\n", encoding="utf-8"
    )
    names = [MOODLE.format(number) for number in (1, 2)]
    raws = [answers_file("Ann Lee", right).encode() for right in (3, 1)]
    Path("all.zip").write_bytes(zipped(dict(zip(names, raws, strict=True))))
    words = ["all.zip", "--class", "class.csv", "-o", "out"]

    unsettled = marks_of(grade(*words))[2]
    lines = [f"ann{n}@x.org,,,,,all.zip > {name}," for n, name in enumerate(names, 1)]
    assert (unsettled["points"], unsettled["status"]) == ("", "choose")
    assert all(line in unsettled["notes"] for line in lines)
    Path("out", "overrides.csv").write_text(
        HEAD + "\n".join([*lines, "ann2@x.org,4,1,,,,"]), encoding="utf-8"
    )
    first, second = marks_of(grade(*words))

    assert (first["email"], first["points"], first["status"]) == ("ann1@x.org", "3", "graded")
    assert (second["email"], second["points"], second["status"]) == ("ann2@x.org", "2", "graded")
    assert "3 of 4" in Path("out", first["feedback"]).read_text("utf-8")
    assert "2 of 4" in Path("out", second["feedback"]).read_text("utf-8")
    done = CliRunner().invoke(main, ["class", "out", "--class", "class.csv", "--json"])
    assert [line["points"] for line in json.loads(done.stdout)["learners"]] == [3, 2]


def test_canvas_tells_two_of_one_name_apart() -> None:
    """The number in the file's name is the id in the exported gradebook."""
    Path("class.csv").write_text(
        'Student,ID,SIS Login ID,Section\n"Lee, Ann",901,a,A\n"Lee, Ann",902,b,A\n',
        encoding="utf-8",
    )
    for number, right in ((901, 3), (902, 1)):
        hand_in(Path("canvas"), f"leeann_{number}_7701_a", "Ann Lee", right)

    found = marks_of(grade("canvas", "--class", "class.csv", "-o", "out"))

    assert [(line["points"], line["status"]) for line in found] == [
        ("3", "graded"),
        ("1", "graded"),
    ]


def marks_of(_done: Result) -> list[dict[str, str]]:
    with Path("out", "marks.csv").open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_two_lines_for_one_thing_are_told() -> None:
    """The last one counts."""
    said = decide("Ann Lee,2,1,,,,", "Ann Lee,2,0,,,,", "Ann Lee,,3,,,,", "Ann Lee,,2,,,,").output

    assert "In overrides.csv: line 3 sets item 2 of 'Ann Lee' once more; the last line" in said
    assert "In overrides.csv: line 5 sets points of 'Ann Lee' once more; the last line" in said
    assert marks()["Ann Lee"]["points"] == "2"

"""``ono-tutor grade``, run as a teacher runs it."""

import csv
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import pytest
from classroom.a_class import LATER, RIGHT, an_assignment, answers_file, hand_in
from click.testing import CliRunner, Result

from ono_tutor.atomic_files import LEFTOVER
from ono_tutor.classroom.assignment import Feedback, assignment_text
from ono_tutor.classroom.grading.mark_book import BOOK
from ono_tutor.classroom.grading.marks_folder import TABLES
from ono_tutor.classroom.grading.overrides import OVERRIDES
from ono_tutor.cli.main import main

ROSTER = "learner,email\nAnn Lee,ann@x.org\nBob Ray,bob@x.org\nCid Fox,c@x.org\n"


@pytest.fixture(autouse=True)
def top(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with an assignment, what three handed in, and a roster."""
    monkeypatch.chdir(tmp_path)
    task = an_assignment(due="2026-11-20T12:30:00Z")
    Path("week-1.json").write_text(assignment_text(task), encoding="utf-8")
    Path("class.csv").write_text(ROSTER, encoding="utf-8")
    hand_in(Path("in"), "1", "ann lee", 3)
    hand_in(Path("in"), "2", "bob@x.org", 4, at=LATER)
    hand_in(Path("in"), "3", "Dot", 1)
    return tmp_path


def grade(*words: str) -> Result:
    return CliRunner().invoke(main, ["grade", "week-1.json", *words])


def table(name: str, folder: str = "week-1-marks") -> list[dict[str, str]]:
    with Path(folder, name).open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def files(folder: str = ".") -> list[str]:
    return sorted(path.name for path in Path(folder).iterdir() if path.name != "shared")


def test_a_class_is_graded_into_a_folder_of_the_assignments_name() -> None:
    """Tables for people and for two systems, and a page for each learner."""
    result = grade("in")

    assert result.exit_code == 0
    assert files("week-1-marks") == sorted(["feedback", "feedback.zip", BOOK, OVERRIDES, *TABLES])
    assert [(row["learner"], row["points"], row["status"]) for row in table("marks.csv")] == [
        ("ann lee", "3", "graded"),
        ("bob@x.org", "4", "graded, late"),
        ("Dot", "1", "graded"),
    ]
    for row in table("marks.csv"):
        page = Path("week-1-marks", row["feedback"]).read_text("utf-8")
        assert row["learner"] in page


def test_the_summary_says_what_was_graded_and_what_was_not() -> None:
    """How many, the marks, who is late, missing and unknown, what was refused, where it is."""
    Path("in", "4.json").write_text("{", encoding="utf-8")
    result = grade("in", "--class", "class.csv")

    assert result.exit_code == 1
    assert result.output.splitlines() == [
        "Week 1: 3 graded.",
        "Marks of 4: lowest 1, median 3, highest 4.",
        "Late answers count; --late refuse would change that.",
        "Late: 1 (Bob Ray).",
        "Missing: 1 (Cid Fox).",
        "Not in the roster: 1 (Dot).",
        "1 file could not be graded:",
        "  not-json: 1 (in/4.json)",
        "A sentence to send to each of these learners is in not-graded.csv.",
        "Written to week-1-marks: " + ", ".join(TABLES) + ".",
        "Feedback for 3 learners is in week-1-marks/feedback.",
        "To give back: 3 pages are in week-1-marks/feedback.zip.",
        "Not in marks-moodle.csv, for Moodle could not find them: 1 (Dot).",
        "Not in marks-canvas.csv, for Canvas could not find them: 1 (Dot).",
        "Canvas finds learners by their name alone, which must be just as Canvas has it; with "
        "--class and a gradebook exported from Canvas it finds them by their ids.",
    ]
    assert [(row["file"], row["cause"]) for row in table("not-graded.csv")] == [
        ("in/4.json", "not-json")
    ]


def test_with_a_roster_its_names_and_ids_stand_in_the_tables() -> None:
    """In its order, with who is missing; the systems get whom they can find."""
    grade("in", "--class", "class.csv")

    assert [
        (row["learner"], row["email"], row["points"], row["status"]) for row in table("marks.csv")
    ] == [
        ("Ann Lee", "ann@x.org", "3", "graded"),
        ("Bob Ray", "bob@x.org", "4", "graded, late"),
        ("Cid Fox", "c@x.org", "0", "missing"),
        ("Dot", "", "1", "graded, unknown"),
    ]
    assert [
        (row["Email address"], row["Week 1 (points)"]) for row in table("marks-moodle.csv")
    ] == [
        ("ann@x.org", "3"),
        ("bob@x.org", "4"),
    ]


def test_json_is_one_object_a_learner_and_writes_nothing() -> None:
    """Errors are objects too."""
    Path("in", "4.json").write_text("{", encoding="utf-8")
    before = files()
    result = grade("in", "--json")

    error, ann, *others = map(json.loads, result.output.splitlines())
    assert result.exit_code == 1
    assert files() == before
    assert (error["error"]["kind"], error["error"]["word"]) == ("not-json", "in/4.json")
    assert [ann[key] for key in ("learner", "earned", "out_of", "answered", "late", "files")] == [
        *("ann lee", 3, 4, 4, False),
        ["in/1.json"],
    ]
    assert ann["items"][0] == {
        "puzzle": an_assignment().items[0].puzzles[0].id,
        "mark": "right",
        "earned": 1,
        "answer": json.loads(answers_file("x", 4))["answers"][0]["answer"],
    }
    assert [other["status"] for other in others] == ["graded, late", "graded"]


def test_json_with_a_folder_writes_the_tables_as_well() -> None:
    """And without feedback no pages."""
    result = grade("in", "--json", "-o", "out", "--pages", "none")

    assert len(result.output.splitlines()) == 3
    assert files("out") == sorted([BOOK, OVERRIDES, *TABLES])
    assert [row["feedback"] for row in table("marks.csv", "out")] == ["", "", ""]


def test_a_second_run_adds_to_the_first() -> None:
    """Who is graded later is one more; only --fresh forgets, and leaves the pages."""
    grade("in")
    Path("in", "1.json").unlink()
    hand_in(Path("more"), "9", "Eve", 2)

    later = grade("more")

    assert [row["learner"] for row in table("marks.csv")] == ["ann lee", "bob@x.org", "Dot", "Eve"]
    assert "Hand-ins: 1 new, 3 from before." in later.output
    fresh = grade("in", "--fresh")
    assert [row["learner"] for row in table("marks.csv")] == ["bob@x.org", "Dot"]
    assert "2 older pages of learners who are not there now." in fresh.output


@pytest.mark.parametrize("given", [["empty"], ["in", "--fresh"], ["broken"]])
def test_grading_nothing_is_an_error_and_leaves_everything(given: list[str]) -> None:
    """Nothing found, nothing that can be graded, and nothing left of a class begun anew."""
    grade("in")
    before = {path: path.read_bytes() for path in Path("week-1-marks").rglob("*.*")}
    Path("empty").mkdir()
    if given == ["broken"]:
        Path("broken").mkdir()
        Path("broken", "a.json").write_text("{", encoding="utf-8")
        given = ["broken", "--fresh"]
    for path in Path("in").iterdir():
        path.unlink()

    result = grade(*given)

    assert result.exit_code == 1
    assert "stay as they were" in result.output
    assert {path: path.read_bytes() for path in Path("week-1-marks").rglob("*.*")} == before


def test_without_submissions_what_was_graded_is_graded_again() -> None:
    """After a change of the class list, say; the report tells of the same."""
    grade("in")

    again = grade("--class", "class.csv")
    told = CliRunner().invoke(main, ["report", "week-1.json", "--class", "class.csv"])

    assert again.exit_code == told.exit_code == 0
    assert [row["status"] for row in table("marks.csv")][2:] == ["missing", "graded, unknown"]
    assert "2 of 3 learners handed in something." in told.output


@pytest.mark.parametrize("roster", [(), ("--class", "class.csv")])
@pytest.mark.parametrize("is_there", [False, True])
def test_marks_without_a_mark_book_are_not_lost(roster: tuple[str, ...], is_there: bool) -> None:
    """Where it is gone or empty, whoever would be dropped or called missing is named."""
    grade("in", *roster)
    Path("week-1-marks", BOOK).unlink()
    if is_there:
        Path("week-1-marks", BOOK).touch()
    before = Path("week-1-marks", "marks.csv").read_bytes()

    result = grade("in/1.json", *roster)

    assert result.exit_code == 1
    assert "of whom nothing is graded now" in result.output
    assert "Dot" in result.output
    assert Path("week-1-marks", "marks.csv").read_bytes() == before
    assert grade("in", *roster).exit_code == 0


def test_a_folder_has_the_marks_of_one_assignment() -> None:
    """Those of another stop the command, and both are named."""
    grade("in", "-o", "out")
    Path("week-2.json").write_text(
        assignment_text(replace(an_assignment(), id="week-2")), encoding="utf-8"
    )
    hand_in(Path("more"), "1", "Ann", 1)

    result = CliRunner().invoke(main, ["grade", "week-2.json", "more", "-o", "out"])

    assert result.exit_code == 1
    assert "'week-1'" in result.output
    assert "'week-2'" in result.output


def test_what_an_earlier_run_wrote_is_no_submission() -> None:
    """The folder that holds everything may be given again and again."""
    Path("week-1.json").rename("../week-1.json")
    Path("class.csv").unlink()
    results = [
        CliRunner().invoke(main, ["grade", "../week-1.json", ".", "-o", "out"]) for _ in range(2)
    ]

    assert [result.exit_code for result in results] == [0, 0]
    assert len(table("marks.csv", "out")) == 3


def test_more_workers_write_the_same_bytes(tmp_path: Path) -> None:
    """Whatever works beside, the tables and the pages are the same."""
    grade("in", "-o", "one")
    result = grade("in", "-o", "two", "--workers", "2")

    assert result.exit_code == 0
    for name in (*TABLES, *(f"feedback/{page}" for page in files("one/feedback"))):
        assert Path("one", name).read_bytes() == Path("two", name).read_bytes()


def test_pages_share_a_folder_unless_each_is_to_stand_alone() -> None:
    """The style and the pictures lie beside the pages, and are in them with --self-contained."""
    grade("in", "-o", "one")
    grade("in", "-o", "two", "--self-contained")

    pages = [
        next(Path(name, "feedback").glob("*.html")).read_text(encoding="utf-8")
        for name in ("one", "two")
    ]
    assert 'href="shared/feedback.css"' in pages[0]
    assert Path("one/feedback/shared/feedback.css").stat().st_size > 5_000
    assert "shared/" not in pages[1]
    assert "<style>" in pages[1]
    assert not Path("two/feedback/shared").exists()


def test_hostile_names_stay_in_the_folder_and_are_no_formulas() -> None:
    """A path, a formula, markup; of files in an archive as well."""
    hand_in(Path("in"), "5", "../../../etc/passwd", 2)
    hand_in(Path("in"), "6", "=HYPERLINK(0)", 2)
    hand_in(Path("in"), "7", "<script>x</script>[red]", 2)
    with zipfile.ZipFile("in/8.zip", "w") as archive:
        archive.writestr("../../up.json", answers_file("Up", 4))
        archive.writestr("=1;=2.json", answers_file("Eve", 4))
        archive.writestr("\x1b[31m.json", "{")
    before = files("..")

    result = grade("in")

    assert result.exit_code == 1
    assert files("..") == before
    assert files() == ["class.csv", "in", "week-1-marks", "week-1.json"]
    rows = {row["learner"]: row for row in table("marks.csv")}
    assert "'=HYPERLINK(0)" in rows
    assert "Up" not in rows
    assert rows["Eve"]["files"] == "in/8.zip > =1;'=2.json"
    assert all(page.endswith(".html") for page in files("week-1-marks/feedback"))
    pages = Path("week-1-marks/feedback").glob("*.html")
    assert not any("<script>x" in page.read_text("utf-8") for page in pages)
    assert "\x1b" not in result.output


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["nowhere"], 1, "there is no file or folder nowhere"),
        (["in", "--class", "nowhere.csv"], 1, "cannot read nowhere.csv"),
        (["in", "--class", "week-1.json"], 1, "its first line is '{', and names no column"),
        (["in", "-o", "class.csv/out"], 1, "cannot write class.csv/out"),
        ([], 2, "Missing argument 'SUBMISSION...'"),
        (["in", "--workers", "0"], 2, "--workers"),
        (["in", "--separator", "tabs"], 2, "--separator"),
        (["in", "--pages", "no"], 2, "--pages"),
        (["--paper-form", "f.csv", "in"], 2, "grades nothing"),
        (["in", "--late", "maybe"], 2, "--late"),
    ],
)
def test_a_wrong_call_is_told_in_a_line_and_writes_nothing(
    words: list[str], status: int, message: str
) -> None:
    """With the status of the contract."""
    before = files()
    result = grade(*words)

    assert result.exit_code == status
    assert message in result.output
    assert files() == before


@pytest.mark.parametrize("folder", ["feedback", "feedback/shared"])
def test_a_link_in_place_of_a_folder_of_the_pages_is_not_followed(folder: str) -> None:
    """No page is written where it leads."""
    Path("elsewhere").mkdir()
    path = Path("week-1-marks", folder)
    path.parent.mkdir(parents=True)
    path.symlink_to(Path("elsewhere").resolve())

    result = grade("in")

    assert result.exit_code == 1
    assert "is a link" in result.output
    assert files("elsewhere") == []


@pytest.mark.parametrize("folder", [".", "feedback", "feedback/shared"])
def test_what_a_killed_run_left_is_cleared(folder: str) -> None:
    """In every folder that a run writes into."""
    grade("in")
    left = Path("week-1-marks", folder, f"{LEFTOVER}0123456789abcdef")
    left.write_text("half a pa", encoding="utf-8")

    grade("in")

    assert not left.exists()


def test_semicolons_part_the_tables_for_people_and_decimals_have_commas() -> None:
    """Those of the systems stay as the systems want them."""
    grade("in", "--separator", "semicolon")

    with Path("week-1-marks", "marks.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    assert (rows[0]["learner"], rows[0]["percent"]) == ("ann lee", "75,00")
    refused = Path("week-1-marks", "not-graded.csv").read_text("utf-8-sig")
    assert refused == "file;cause;reason;to the learner\n"
    assert table("marks-moodle.csv")[0]["Week 1 (percent)"] == "75.00"


def test_a_pattern_that_finds_two_assignments_stops_the_command() -> None:
    """The second would be graded as what somebody handed in; nothing is written."""
    Path("week-2.json").write_text(assignment_text(an_assignment("Week 2")), encoding="utf-8")
    before = files()

    result = grade("week-2.json", "in", "week-2.json")

    assert result.exit_code == 2
    wanted = "3 assignments were named; grade takes one: week-1.json, week-2.json, week-2.json"
    assert wanted in " ".join(result.output.split())
    assert files() == before


def test_full_feedback_tells_reasons_where_the_assignment_tells_none() -> None:
    """The usual pages say the marks alone."""
    Path("week-1.json").write_text(
        assignment_text(an_assignment(feedback=Feedback.NEVER)), encoding="utf-8"
    )
    grade("in", "-o", "usual")
    grade("in", "-o", "full", "--pages", "full")

    name = table("marks.csv", "full")[0]["feedback"]
    assert "The right answer" not in Path("usual", name).read_text("utf-8")
    assert "Item by item" in Path("full", name).read_text("utf-8")


def test_a_class_on_paper_is_graded_from_the_form_that_is_written() -> None:
    """The form is empty, and is not written over; its names are the class."""
    assert grade("--paper-form", "form.csv", "--class", "class.csv").exit_code == 0
    form = Path("form.csv").read_text("utf-8-sig").splitlines()
    assert form == [
        "learner,1,2,3,4",
        *(f"{name},,,," for name in ("Ann Lee", "Bob Ray", "Cid Fox")),
    ]
    again = grade("--paper-form", "form.csv")
    assert again.exit_code == 1
    assert "is there already" in again.output

    right = [str(word) for word in RIGHT.values()]
    lines = [form[0], ",".join(["Ann Lee", *right]), "Bob Ray,quiet,,,", form[3]]
    Path("form.csv").write_text("\n".join(lines), encoding="utf-8")
    result = grade("--paper-answers", "form.csv")

    assert result.exit_code == 0
    assert [(row["learner"], row["points"], row["status"]) for row in table("marks.csv")] == [
        ("Ann Lee", "4", "graded"),
        ("Bob Ray", "0", "graded"),
        ("Cid Fox", "0", "missing"),
    ]
    assert "  Bob Ray: Item 1, written 'quiet': " in result.output
    assert "Item 1, written 'quiet': " in table("marks.csv")[1]["notes"]


def test_paper_and_files_are_graded_together() -> None:
    """Each under its name, with the roster's others."""
    Path("paper.csv").write_text("learner,1\nCid Fox,certain\n", encoding="utf-8")

    grade("in", "--paper-answers", "paper.csv", "--class", "class.csv")

    assert {row["learner"]: row["status"] for row in table("marks.csv")} == {
        "Ann Lee": "graded",
        "Bob Ray": "graded, late",
        "Cid Fox": "graded",
        "Dot": "graded, unknown",
    }


def test_who_is_perhaps_somebody_of_the_class_is_told_in_the_summary() -> None:
    """With what to do about it; whose file is broken is told apart from who is missing."""
    hand_in(Path("in"), "4", "Fox Cid", 2)
    Path("in", "Bob Ray.json").write_text("{", encoding="utf-8")
    Path("in", "2.json").unlink()

    lines = grade("in", "--class", "class.csv").output.splitlines()

    assert "Handed in what cannot be graded: 1 (Bob Ray)." in lines
    assert "Missing: 1 (Cid Fox)." in lines
    assert "1 name is not in the roster, but is perhaps another name of somebody there:" in lines
    assert next(line for line in lines if "alias" in line).startswith(
        "  Fox Cid: perhaps Cid Fox, by the words of the name"
    )

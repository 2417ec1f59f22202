"""A whole class from the assignment to the report, every mark worked out a second time."""

import csv
import io
import json
from collections import Counter
from pathlib import Path

import pytest
from classroom import forty
from classroom.hostile import row
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle import Puzzle

ASSIGN = (
    "assign --title Doubles --kinds total,survive,next,score --count 10 --seed 40 --points 3 "
    "--attempts 2 --from-bank --variants per-learner --due 2026-12-01T23:59+00:00 -o {folder}"
)


def run(*words):
    """What the command prints, and its exit status."""
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


def right(words):
    """The right answer to a puzzle."""
    return Puzzle.of(Entry(**words)).answer_as_json()


def wrong(words):
    """An answer that can be read, to a question that has one right answer."""
    found = right(words)
    if isinstance(found, dict):
        return found | {"owes": 3 - found["owes"]}
    if isinstance(found, int):
        return found + 1
    return {"certain": "lost", "lost": "chance", "chance": "certain"}[found]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the class is."""
    return tmp_path_factory.mktemp("class")


@pytest.fixture(scope="module")
def assignment(folder: Path) -> Path:
    """The file of an assignment in which each learner gets puzzles of their own."""
    done = run(*ASSIGN.format(folder=folder / "assigned").split())
    assert done.exit_code == 0, done.output
    (file,) = (folder / "assigned").glob("*.assignment.json")
    return file


@pytest.fixture(scope="module")
def pupils(assignment: Path) -> list[forty.Pupil]:
    """The forty, and what their answers earn."""
    return forty.made(json.loads(assignment.read_text("utf-8")), right, wrong)


@pytest.fixture(scope="module")
def broken(assignment: Path) -> dict[str, tuple[bytes, str]]:
    """Files that cannot be graded."""
    found = json.loads(assignment.read_text("utf-8"))
    return forty.broken(found, [row(item["puzzles"][0]["id"], 1) for item in found["items"]])


@pytest.fixture(scope="module")
def handed_in(folder: Path, pupils, broken) -> list[Path]:
    """The paths that the teacher gives to the commands."""
    return forty.put(pupils, {name: data for name, (data, _) in broken.items()}, folder)


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a table of marks."""
    return list(csv.DictReader(io.StringIO(path.read_text("utf-8-sig"))))


def plain(cell: str) -> str:
    """A name as it was before it was made harmless."""
    return cell.removeprefix("'")


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("late", "column"), [("count", 0), ("refuse", 1)])
def test_every_mark_is_the_one_worked_out_here(
    assignment, pupils, handed_in, late, column, workers, tmp_path
) -> None:
    """Forty learners, each mark and each item, with late answers counted and refused."""
    run("grade", assignment, *handed_in, "-o", tmp_path, "--late", late, "--workers", workers)

    found = {plain(line["learner"]).casefold(): line for line in table(tmp_path / "marks.csv")}
    assert len(found) == len(pupils)
    for pupil in pupils:
        line = found[pupil.name.casefold()]
        items = [int(cell) for head, cell in line.items() if head[:1].isdigit()]
        assert items == [forty.POINTS * forty.WAYS[way][column] for way in pupil.ways]
        assert int(line["points"]) == (pupil.in_time if column else pupil.earned)


def test_what_cannot_be_graded_is_named_with_its_cause(
    folder, assignment, handed_in, broken
) -> None:
    """Each broken file is refused by name, and nobody gets a mark of it."""
    out = folder / "marks-refused"
    before = {path for path in folder.parent.rglob("*") if out not in path.parents}

    done = run("grade", assignment, *handed_in, "-o", out)

    refused = {
        Path(line["file"].partition(" > ")[0]).name: line["cause"]
        for line in table(out / "not-graded.csv")
    }
    assert refused == {name: cause for name, (_, cause) in broken.items()}
    assert done.exit_code == 1
    assert "Mallory" not in (out / "marks.csv").read_text("utf-8-sig")
    after = {path for path in folder.parent.rglob("*") if out not in path.parents}
    assert after - before == {out}


def test_every_learner_has_a_page(folder, assignment, pupils, handed_in) -> None:
    """There is a page for each, named in the table, below the folder, and it says the points."""
    out = folder / "marks-pages"

    run("grade", assignment, *handed_in, "-o", out)

    lines = table(out / "marks.csv")
    pages = [(out / line["feedback"]).resolve() for line in lines]
    assert len(set(pages)) == len(pupils)
    assert all(out.resolve() in page.parents for page in pages)
    for line, page in zip(lines, pages, strict=True):
        text = page.read_text("utf-8")
        assert f"{line['points']} of 30" in text
        assert "<b>Zed" not in text


def test_the_report_counts_what_was_answered(folder, assignment, pupils, handed_in) -> None:
    """The items' shares and the learners' points are those worked out here."""
    done = run("report", assignment, *handed_in, "--json")

    found = json.loads(done.stdout)
    earned = Counter(learner["earned"] for learner in found["who"])
    assert earned == Counter(pupil.earned for pupil in pupils)
    for place, item in enumerate(found["items"]):
        ways = [pupil.ways[place] for pupil in pupils]
        assert item["right"] == sum(forty.WAYS[way][0] for way in ways)
        assert item["none"] == ways.count("nothing")
        assert item["right"] + item["wrong"] + item["none"] == len(pupils)


def test_a_roster_finds_who_is_missing_and_who_is_unknown(
    folder, assignment, pupils, handed_in
) -> None:
    """Of the roster those without a file have nothing; who is not on it is marked as unknown."""
    known = [pupil.name for pupil in pupils[:-2]]
    roster = folder / "roster.csv"
    with roster.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(
            [["learner"], *([name] for name in [*known, "Away One", "Away Two"])]
        )
    out = folder / "marks-roster"

    run("grade", assignment, *handed_in, "-o", out, "--class", roster)

    status = {plain(line["learner"]): line["status"] for line in table(out / "marks.csv")}
    missing = {name for name, words in status.items() if "missing" in words}
    unknown = {name.casefold() for name, words in status.items() if "unknown" in words}
    assert missing == {"Away One", "Away Two"}
    assert unknown == {pupil.name.casefold() for pupil in pupils[-2:]}

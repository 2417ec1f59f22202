"""A whole class from the assignment to the report, every mark worked out a second time.

The marks are worked out here from what was put into the files, without the package that grades.
"""

import csv
import io
import json
import random
from collections import Counter
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

import pytest
from classroom.hostile import answers, row, zipped
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle

ASSIGN = (
    "assign --title Doubles --kinds total,survive,next,score --count 10 --seed 40 --points 3 "
    "--feedback now --attempts 2 --from-bank --variants per-learner --due 2026-12-01T23:59+00:00 -o {folder}"
)
IN_TIME, LATE = "2026-12-01T{hour:02}:00:00Z", "2026-12-02T{hour:02}:00:00Z"
POINTS, ATTEMPTS = 3, 2

WAYS = {
    "right": (1, 1),
    "wrong": (0, 0),
    "nothing": (0, 0),
    "wrong, right": (1, 1),
    "wrong, wrong, right": (0, 0),
    "unreadable, right": (1, 1),
    "late right": (1, 0),
    "wrong, late right": (1, 0),
}
"""How an item is answered: what it earns of one point, and where late answers are refused."""

NAMES = (
    "Ann Lee", "Bo", "Çağla Öz", "Dmitri Ilyich", "O'Neil, Pat", "María-José", "李 明", "=1+1",
    "<b>Zed</b>", "@sum(a1)", "+44 20", "-x", "Nul", "con", "a/b", "s1234567",
)  # fmt: skip


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
    return {"certain": "lost", "lost": "certain", "chance": "certain"}[found]


@dataclass
class Pupil:
    """One of the class: the files, and what they earn with late answers counted and refused."""

    name: str
    files: dict[str, bytes] = field(default_factory=dict)
    earned: int = 0
    in_time: int = 0
    ways: list[str] = field(default_factory=list)


def dealt(assignment, name):
    """The puzzles of a learner, by the rule that the documentation states."""
    key = " ".join(name.split()).casefold()
    for number, item in enumerate(assignment["items"], 1):
        digest = sha256(f"{assignment['id']}\n{number}\n{key}".encode()).digest()
        place = int.from_bytes(digest[:8], "big") % len(item["puzzles"])
        yield item["puzzles"][place]


def made(assignment):
    """The class."""
    dice = random.Random(40)
    names = [*NAMES, *(f"Learner {number}" for number in range(len(NAMES), 40))]
    return [_pupil(assignment, name, dice) for name in names]


def _pupil(assignment, name, dice):
    found, rows = Pupil(name), []
    for puzzle in dealt(assignment, name):
        way = dice.choice(list(WAYS))
        found.ways.append(way)
        found.earned += POINTS * WAYS[way][0]
        found.in_time += POINTS * WAYS[way][1]
        rows += _rows(puzzle, way)
    dice.shuffle(rows)
    found.files = _files(assignment, name, rows, dice)
    return found


def _rows(puzzle, way):
    given = {"right": right, "wrong": wrong, "unreadable": lambda _: "?!"}
    for hour, word in enumerate(way.split(", ") if way != "nothing" else (), 9):
        at = LATE if word.startswith("late ") else IN_TIME
        answer = given[word.removeprefix("late ")](puzzle)
        yield row(puzzle["id"], answer, at=at.format(hour=hour), hints=hour % 3, attempt=hour - 8)


def _files(assignment, name, rows, dice):
    """One file, two that share what they hold, or one twice, with marks that nobody earned."""
    whole = answers(assignment["id"], name, rows, mark=100, points=[99], earned="all")
    style = dice.randrange(4)
    if style == 0:
        return {"answers.json": whole, "copy.json": whole}
    if style == 1:
        shouted = answers(assignment["id"], f"  {name.upper()} ", rows[len(rows) // 3 :])
        return {
            "first.json": answers(assignment["id"], name, rows[: len(rows) // 2]),
            "then.json": shouted,
        }
    return {"answers.json": whole}


def put(pupils, folder):
    """What a teacher has: a folder, one archive as Moodle makes it, one as Canvas does."""
    loose, moodle, canvas = folder / "loose", {}, {}
    loose.mkdir()
    for number, pupil in enumerate(pupils):
        called_late = "LATE_" if number % 3 == 2 and len(set(pupil.files.values())) == 1 else ""
        if called_late:
            pupil.in_time = 0  # all of a file is late that Canvas calls so
        for name, data in pupil.files.items():
            if number % 3 == 0:
                (loose / f"{number}-{name}").write_bytes(data)
            elif number % 3 == 1:
                moodle[f"Person {number}_{4000 + number}_assignsubmission_file_/{name}"] = data
            else:
                canvas[f"person{number}_{called_late}{number}_77_{name}"] = data
    (folder / "moodle.zip").write_bytes(zipped(moodle))
    (folder / "canvas.zip").write_bytes(zipped(canvas))
    return [loose, folder / "moodle.zip", folder / "canvas.zip"]


def run(*words):
    """What the command prints, and its exit status."""
    done = CliRunner().invoke(main, list(map(str, words)))
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Pupil], list[Path]]:
    """The assignment, the forty, and the paths that the teacher gives to the commands."""
    folder = tmp_path_factory.mktemp("class")
    assert run(*ASSIGN.format(folder=folder / "assigned").split()).exit_code == 0
    (file,) = (folder / "assigned").glob("*.assignment.json")
    pupils = made(json.loads(file.read_text("utf-8")))
    return file, pupils, put(pupils, folder)


@pytest.mark.parametrize(("late", "column", "workers"), [("count", 0, 1), ("refuse", 1, 2)])
def test_every_mark_is_the_one_worked_out_here(room, late, column, workers, tmp_path) -> None:
    """Forty learners, each mark and each item, with late answers counted and refused.

    Each has a page of the own, named in the table, below the folder, that says the points.
    """
    assignment, pupils, handed_in = room
    run("grade", assignment, *handed_in, "-o", tmp_path, "--late", late, "--workers", workers)

    table = csv.DictReader(io.StringIO((tmp_path / "marks.csv").read_text("utf-8-sig")))
    found = {line["learner"].removeprefix("'").casefold(): line for line in table}
    assert len(found) == len(pupils)
    for pupil in pupils:
        line = found[pupil.name.casefold()]
        items = [int(cell) for head, cell in line.items() if head[:1].isdigit()]
        expected = pupil.in_time if column else pupil.earned
        assert items == [POINTS * WAYS[way][column] * (expected > 0) for way in pupil.ways]
        assert int(line["points"]) == expected
        page = (tmp_path / line["feedback"]).resolve()
        assert tmp_path.resolve() in page.parents
        assert f"{line['points']} of 30" in page.read_text("utf-8")
        assert "<b>Zed" not in page.read_text("utf-8")
    assert len({line["feedback"] for line in found.values()}) == len(pupils)


def test_the_report_counts_what_was_answered(room) -> None:
    """The items' shares and the learners' points are those worked out here."""
    assignment, pupils, handed_in = room
    done = run("report", assignment, *handed_in, "--json")

    found = json.loads(done.stdout)
    earned = Counter(learner["earned"] for learner in found["who"])
    assert earned == Counter(pupil.earned for pupil in pupils)
    for place, item in enumerate(found["items"]):
        ways = [pupil.ways[place] for pupil in pupils]
        assert item["right"] == sum(WAYS[way][0] for way in ways)
        assert item["none"] == ways.count("nothing")
        assert item["right"] + item["wrong"] + item["none"] == len(pupils)

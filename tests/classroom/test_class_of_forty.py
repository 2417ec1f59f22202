"""A whole class from the assignment to the report, every mark worked out a second time.

The marks are worked out by the oracle from what was put into the files, without the package that
grades.
"""

import csv
import io
import json
import random
from collections import Counter
from dataclasses import dataclass

import pytest
from classroom.a_class import run
from classroom.hostile import answers, row, zipped
from classroom.oracle import Oracle, file_of

from ono_tutor.classroom.assignment import read_assignment

ASSIGN = (
    "assign --title Doubles --kinds total,survive,next,score --count 10 --seed 40 --points 3 "
    "--feedback now --attempts 2 --from-bank --variants per-learner --due 2026-12-01T23:59+00:00 -o {folder}"
)
IN_TIME, LATE = "2026-12-01T{:02}:00:00Z", "2026-12-02T{:02}:00:00Z"
WAYS = (
    *("right", "wrong", "nothing", "wrong, right", "wrong, wrong, right", "unreadable, right"),
    *("late right", "wrong, late right"),
)
"""How an item is answered."""

NAMES = (
    "Ann Lee", "Bo", "Çağla Öz", "Dmitri Ilyich", "O'Neil, Pat", "María-José", "李 明", "=1+1",
    "<b>Zed</b>", "@sum(a1)", "+44 20", "-x", "Nul", "con", "a/b", "s1234567",
)  # fmt: skip


@dataclass
class Pupil:
    """One of the class, the files, and if an LMS calls them late."""

    name: str
    files: dict[str, bytes]
    is_called_late: bool = False


def given(puzzle, word):
    """A right answer, a wrong one to a question that has one right answer, or none that is read."""
    right = puzzle.answer_as_json()
    if word != "wrong":
        return right if word == "right" else "?!"
    if isinstance(right, dict):
        return right | {"owes": 3 - right["owes"]}
    return right + 1 if isinstance(right, int) else "lost" if right == "certain" else "certain"


def made(task):
    """The class: each has one file, two that share what they hold, or one twice."""
    dice, oracle = random.Random(40), Oracle(task, refuses_late=False)
    for name in (*NAMES, *(f"Learner {number}" for number in range(len(NAMES), 40))):
        rows = []
        for id_ in oracle.dealt(name):
            way = dice.choice(WAYS)
            for hour, word in enumerate(way.split(", ") if way != "nothing" else (), 9):
                at = LATE if word.startswith("late ") else IN_TIME
                answer = given(oracle.puzzles[id_], word.removeprefix("late "))
                rows.append(row(id_, answer, at=at.format(hour), hints=hour % 3, attempt=hour - 8))
        dice.shuffle(rows)
        whole = answers(task.id, name, rows, mark=100, points=[99], earned="all")
        halves = {
            "first.json": answers(task.id, name, rows[: len(rows) // 2]),
            "then.json": answers(task.id, f"  {name.upper()} ", rows[len(rows) // 3 :]),
        }
        one = {"answers.json": whole}
        yield Pupil(name, dice.choice([one | {"copy.json": whole}, halves, one, one]))


def put(pupils, folder):
    """What a teacher has: a folder, one archive as Moodle makes it, one as Canvas does."""
    loose, moodle, canvas = folder / "loose", {}, {}
    loose.mkdir()
    for number, pupil in enumerate(pupils):
        pupil.is_called_late = number % 3 == 2 and len(set(pupil.files.values())) == 1
        late = "LATE_" * pupil.is_called_late
        for name, data in pupil.files.items():
            if number % 3 == 0:
                (loose / f"{number}-{name}").write_bytes(data)
            elif number % 3 == 1:
                moodle[f"Person {number}_{4000 + number}_assignsubmission_file_/{name}"] = data
            else:
                canvas[f"person{number}_{late}{number}_77_{name}"] = data
    (folder / "moodle.zip").write_bytes(zipped(moodle))
    (folder / "canvas.zip").write_bytes(zipped(canvas))
    return [loose, folder / "moodle.zip", folder / "canvas.zip"]


@pytest.fixture(scope="module")
def room(tmp_path_factory):
    """The assignment, the forty, and the paths that the teacher gives to the commands."""
    folder = tmp_path_factory.mktemp("class")
    assert run(*ASSIGN.format(folder=folder / "assigned").split()).exit_code == 0
    (file,) = (folder / "assigned").glob("*.assignment.json")
    pupils = list(made(read_assignment(file)))
    return file, pupils, put(pupils, folder)


@pytest.mark.parametrize(("late", "workers"), [("count", 1), ("refuse", 2)])
def test_every_mark_is_the_one_worked_out_here(room, late, workers, tmp_path):
    """Forty learners, each mark and each item, with late answers counted and refused.

    Each has a page of the own, named in the table, below the folder, that says the points.
    """
    file, pupils, handed_in = room
    run("grade", file, *handed_in, "-o", tmp_path, "--late", late, "--workers", workers)

    table = csv.DictReader(io.StringIO((tmp_path / "marks.csv").read_text("utf-8-sig")))
    found = {line["learner"].removeprefix("'").casefold(): line for line in table}
    oracle = Oracle(read_assignment(file), refuses_late=late == "refuse")
    assert len(found) == len(pupils)
    for pupil in pupils:
        line = found[pupil.name.casefold()]
        earned = oracle.earned(pupil.name, [file_of(raw)[2] for raw in pupil.files.values()])
        if pupil.is_called_late and late == "refuse":
            earned = [0] * len(earned)
        assert [int(cell) for head, cell in line.items() if head[:1].isdigit()] == earned
        assert int(line["points"]) == sum(earned)
        page = (tmp_path / line["feedback"]).resolve()
        assert tmp_path.resolve() in page.parents
        assert f"{line['points']} of 30" in page.read_text("utf-8")
        assert "<b>Zed" not in page.read_text("utf-8")
    assert len({line["feedback"] for line in found.values()}) == len(pupils)


def test_the_report_counts_what_was_answered(room):
    """The learners' points are those worked out here, and the items' shares add up to the class."""
    file, pupils, handed_in = room
    found = json.loads(run("report", file, *handed_in, "--json").stdout)

    oracle, all_earned = Oracle(read_assignment(file), refuses_late=False), []
    for pupil in pupils:
        rows = [file_of(raw)[2] for raw in pupil.files.values()]
        all_earned.append(oracle.earned(pupil.name, rows))
    assert Counter(each["earned"] for each in found["who"]) == Counter(map(sum, all_earned))
    for item, earned in zip(found["items"], zip(*all_earned, strict=True), strict=True):
        assert item["right"] == sum(map(bool, earned))
        assert item["right"] + item["wrong"] + item["none"] == len(pupils)

"""A class of forty: what each hands in, and the mark that this earns by the stated rules.

The marks are worked out here from what was put into the files, without the package that grades.
"""

import json
import random
from dataclasses import dataclass, field
from hashlib import sha256

from classroom.hostile import answers, row, zipped

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


def made(assignment, right, wrong):
    """The class; ``right`` and ``wrong`` give an answer of that sort to a puzzle's words."""
    dice = random.Random(40)
    names = [*NAMES, *(f"Learner {number}" for number in range(len(NAMES), 40))]
    return [_pupil(assignment, name, dice, right, wrong) for name in names]


def _pupil(assignment, name, dice, right, wrong):
    found, rows = Pupil(name), []
    for puzzle in dealt(assignment, name):
        way = dice.choice(list(WAYS))
        found.ways.append(way)
        found.earned += POINTS * WAYS[way][0]
        found.in_time += POINTS * WAYS[way][1]
        rows += _rows(puzzle, way, right, wrong)
    dice.shuffle(rows)
    found.files = _files(assignment, name, rows, dice)
    return found


def _rows(puzzle, way, right, wrong):
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


def put(pupils, others, folder):
    """What a teacher has: a folder, one archive as Moodle makes it, one as Canvas does.

    ``others`` are files that are no answers, by name. The paths to give to the command.
    """
    loose, moodle, canvas = folder / "loose", {}, {}
    loose.mkdir()
    for number, pupil in enumerate(pupils):
        for name, data in pupil.files.items():
            if number % 3 == 0:
                (loose / f"{number}-{name}").write_bytes(data)
            elif number % 3 == 1:
                moodle[f"Person {number}_{4000 + number}_assignsubmission_file_/{name}"] = data
            else:
                canvas[f"person{number}_LATE_{number}_77_{name}"] = data
    for name, data in others.items():
        (loose / name).write_bytes(data)
    (folder / "moodle.zip").write_bytes(zipped(moodle))
    (folder / "canvas.zip").write_bytes(zipped(canvas))
    return [loose, folder / "moodle.zip", folder / "canvas.zip"]


def broken(assignment, rows):
    """Files that cannot be graded, each with the cause that is told of it."""
    good = answers(assignment["id"], "Mallory", rows)
    deep = b'{"format": "ono-tutor-answers/1", "answers": ' + b"[" * 50_000 + b"]" * 50_000 + b"}"
    return {
        "x-words.json": (b"Dear teacher, my dog ate it.", "not-json"),
        "x-half.json": (good[: len(good) // 2], "not-json"),
        "x-deep.json": (deep, "not-json"),
        "x-huge.json": (good + b" " * 3_000_000, "too-big"),
        "x-newer.json": (good.replace(b"answers/1", b"answers/2"), "other-version"),
        "x-other.json": (answers("another-assignment", "Mallory", rows), "other-assignment"),
        "x-nameless.json": (answers(assignment["id"], "", rows), "no-name"),
        "x-list.json": (b"[]", "not-answers"),
        "x-bomb.zip": (zipped({"a.json": b" " * 50_000_000}), "zip-bomb"),
        "x-out.zip": (zipped({"../../x-escaped.json": good}), "unsafe-name"),
        "x-cut.zip": (zipped({"a.json": good})[:-30], "truncated-zip"),
    }  # fmt: skip


def as_json(value):
    """A value as one line of JSON."""
    return json.dumps(value)

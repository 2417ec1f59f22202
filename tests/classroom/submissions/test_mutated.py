"""Thousands of mutated answers files: each is refused, or earns what its answers earn, no more."""

import encodings.cp437  # noqa: F401 - an archive would load it where nothing may be imported
import json
import os
import random
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from classroom import hostile
from classroom.hostile import row, zipped
from classroom.mutants import FORGED, mutant
from classroom.oracle import Oracle, Refused, file_of
from sweeps import rotating

from ono_tutor import Puzzle
from ono_tutor.classroom import answers_file
from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.marking import Judge, Late, mark_learner
from ono_tutor.classroom.submissions import find_submissions
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.strict_json import JsonError, read_json

MUTANTS = int(os.environ.get("ONO_MUTATIONS", "1500"))
BATCH = 250
DUE = "2026-12-01T18:00:00Z"
NAMES = ("Ann Lee", "Zoë", "s1234567", *hostile.NAMES.values())


class Case(NamedTuple):
    """An assignment with its judge, what works out its marks slowly, and right answers to borrow."""

    judge: Judge
    oracle: Oracle
    late: Late
    right: list[object]

    @property
    def assignment(self):
        return self.judge.assignment


def items(count, rng):
    """An item of each kind of puzzle in the bank, each of ``count`` puzzles, with points."""
    pools = [list(bank.parse_entries(bank.text_of(kind))) for kind in sorted(KINDS)]
    return tuple(Item(tuple(rng.sample(pool, count)), n) for n, pool in enumerate(pools, 1))


def case(feedback, attempts, late, count):
    rng = random.Random(f"{feedback} {attempts}")
    assignment = Assignment("a-1", "Mutants", items(count, rng), feedback, attempts, DUE)
    right = [Puzzle.of(entry).answer_as_json() for entry in assignment.entries]
    refuses = late is Late.REFUSE
    return Case(Judge(assignment), Oracle(assignment, refuses), late, right)


@pytest.fixture(scope="module")
def cases():
    """Assignments with every kind of puzzle, under all the rules of marking."""
    return [
        case(Feedback.NOW, 1, Late.COUNT, 1),
        case(Feedback.NOW, 2, Late.REFUSE, 3),
        case(Feedback.NOW, 0, Late.REFUSE, 1),
        case(Feedback.AFTER, 1, Late.REFUSE, 3),
        case(Feedback.AFTER, 2, Late.COUNT, 1),
        case(Feedback.NEVER, 0, Late.REFUSE, 2),
    ]


def handed_in(case, rng):
    """An answers file as a learner hands it in, as an object: right and wrong answers, with times."""
    name = rng.choice(NAMES)
    rows = []
    for puzzle in case.oracle.dealt(name):
        right = case.oracle.puzzles[puzzle].answer_as_json()
        for attempt in range(1, rng.choice((1, 1, 2, 3))):
            at, other = "2026-11-20T09:00:00Z", rng.choice(case.right)
            rows.append(row(puzzle, other, at=at, attempt=attempt))
        at = f"2026-11-20T10:{rng.randrange(60):02}:00.5+01:00"
        rows.append(row(puzzle, right, at=at, hints=1))
    return json.loads(hostile.answers("a-1", name, rows))


@contextmanager
def nothing_written():
    """Fails where anything is opened for writing, made, moved or removed, run or sent."""
    touched = []
    watching.append(touched)
    try:
        yield
    finally:
        watching.remove(touched)
    assert not touched


FORBIDDEN = ("os.mkdir", "os.remove", "os.rename", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod",
             "os.utime", "os.system", "os.exec", "os.posix_spawn", "os.fork", "subprocess.", "socket.", "shutil.",
             "exec", "compile", "import", "tempfile.")  # fmt: skip
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
watching = []


def _watch(event, given):
    is_bad = event.startswith(FORBIDDEN)
    if event == "open":
        is_bad = bool(given[2] & WRITING)
    if is_bad and watching:
        watching[-1].append((event, given))


@pytest.fixture(scope="module", autouse=True)
def _watched():
    sys.addaudithook(_watch)  # there is no way to take one off; it rests outside of the tests


def seen(folder):
    """Everything in a folder, with its size and time."""
    paths = sorted(folder.rglob("*"))
    return [(str(path), path.lstat().st_size, path.lstat().st_mtime_ns) for path in paths]


def read_back(raws, folder, is_zip):
    """What comes of the bytes on their way in: handed in as files, or in an archive of archives."""
    names = [f"{number:05}_1_2_answers.json" for number in range(len(raws))]
    if is_zip:
        half = len(raws) // 2
        members = dict(zip(names[half:], raws[half:], strict=True))
        members |= {"0.zip": zipped(dict(zip(names[:half], raws[:half], strict=True)))}
        folder.joinpath("all.zip").write_bytes(zipped(dict(sorted(members.items()))))
    else:
        for name, raw in zip(names, raws, strict=True):
            folder.joinpath(name).write_bytes(raw)
    before = seen(folder)
    with nothing_written():
        found = list(find_submissions([folder]))
    got = {Path(each.name.rpartition(" > ")[2]).name: each[1] for each in found}
    assert seen(folder) == before
    for path in folder.iterdir():
        path.unlink()
    return [got[name] for name in names]


def came_of(raw):
    """The hand-in that a file is, or None where it is refused by a named error."""
    try:
        with nothing_written():
            return answers_file.parse_answers(raw)
    except answers_file.AnswersFileError:
        return None


def wanted_of(raw):
    """The same, worked out by the test alone."""
    try:
        return file_of(raw)
    except Refused:
        return None


def check(case, raws, what):
    """The files of one learner earn exactly what their answers earn."""
    taken = [came_of(raw) for raw in raws]
    wanted = [wanted_of(raw) for raw in raws]
    assert [bool(each) for each in taken] == [bool(each) for each in wanted], what
    pairs = zip(taken, wanted, strict=True)
    mine = [(it, theirs) for it, theirs in pairs if it and it.assignment == "a-1"]
    if not mine:
        return False
    name = mine[0][1][0]
    mine = [(it, theirs) for it, theirs in mine if theirs[0] == name]
    assert [it.learner.name for it, _ in mine] == [name] * len(mine), what
    files = [(f"{n}", it) for n, (it, _) in enumerate(mine)]
    with nothing_written():
        marked = mark_learner(case.judge, mine[0][0].learner, files, case.late)
    points = [item.earned for item in marked.items]
    assert points == case.oracle.earned(name, [theirs[2] for _, theirs in mine]), what
    assert marked.earned == sum(points) <= case.assignment.points
    return True


@pytest.fixture(scope="module")
def warm(cases):
    """Every puzzle asked and judged once, so that all that is loaded late is loaded."""
    for case in cases:
        raw = json.dumps(handed_in(case, random.Random(1))).encode()
        earned(case, raw)
        case.oracle.earned("Ann Lee", [file_of(raw)[2]])
        for entry in case.assignment.entries:
            for answer in case.right:
                case.judge.judged(entry.id, json.dumps(answer))
    return cases


def test_a_mutated_file_earns_its_answers_and_nothing_is_written(warm, tmp_path, monkeypatch):
    """No mutant crashes the way in, and none earns a point that its answers do not."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "in"
    folder.mkdir()
    taken = tried = 0
    for first in rotating(range(0, MUTANTS, BATCH), parts=3):
        rng, batch = random.Random(f"mutants {first}"), range(first, min(first + BATCH, MUTANTS))
        tried += len(batch)
        chosen = [warm[number % len(warm)] for number in batch]
        originals = [handed_in(case, rng) for case in chosen]
        pairs = zip(chosen, originals, strict=True)
        raws = [mutant(whole, rng, case.right) for case, whole in pairs]
        came = read_back(raws, folder, is_zip=first // BATCH % 2)
        rows = zip(batch, chosen, raws, originals, came, strict=True)
        for number, case, raw, whole, back in rows:
            assert back == (raw if len(raw) <= 2_000_000 else "too-big")
            others = [json.dumps(whole).encode()] if number % 5 == 0 else []
            taken += check(case, [raw, *others], (number, raw[:3_000]))
    assert taken > tried // 3
    assert not list(folder.iterdir())


def earned(case, raw):
    """The points of a file of one learner."""
    parsed = answers_file.parse_answers(raw)
    return mark_learner(case.judge, parsed.learner, [("a", parsed)], case.late).earned


def test_the_original_earns_every_point_and_a_forged_mark_changes_nothing(warm):
    """So the marks of mutants are not nothing for another reason; the answers alone count."""
    case, learner = warm[2], "Ann Lee"
    whole = handed_in(case, random.Random(5))
    assert earned(case, json.dumps(whole).encode()) == case.assignment.points
    wrong = [row(puzzle, "none of these") | FORGED for puzzle in case.oracle.dealt(learner)]
    assert earned(case, hostile.answers("a-1", learner, wrong, **FORGED)) == 0


@pytest.mark.parametrize("what", hostile.hostile_answers())
def test_a_file_that_cannot_be_graded_is_refused_by_a_named_error(what):
    with pytest.raises(answers_file.AnswersFileError) as caught:
        answers_file.parse_answers(hostile.hostile_answers()[what])
    assert caught.value.cause
    assert len(caught.value.message) < 400
    assert caught.value.message.isprintable()


def test_a_text_without_an_end_is_looked_at_once():
    """Two million bytes of escaped quotes would otherwise be gone through from each of them."""
    with pytest.raises(JsonError, match="not JSON"):
        read_json(b'"' + b'\\"' * 999_000)


def test_the_watch_sees_what_is_written(tmp_path):
    """The test of the tests: a file that is written does not go unseen."""
    with pytest.raises(AssertionError), nothing_written():
        (tmp_path / "a").write_text("x", encoding="utf-8")
    with pytest.raises(AssertionError), nothing_written():
        (tmp_path / "a").unlink()

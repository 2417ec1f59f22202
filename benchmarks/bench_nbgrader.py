"""Grading beside nbgrader's autograde: ``python benchmarks/bench_nbgrader.py [ROUNDS]``.

It runs in an environment with the extra ``nbgrader``. A class of thirty hands in twenty answers
each, once as notebooks of nbgrader and once as answers files; both are graded in turn, and the
marks must be the same. Whole commands are measured: nbgrader's ``autograde`` of all notebooks in
one go, without feedback, and ``ono-tutor grade`` with and without. What is measured without its
start is a fresh process too, in which nothing has been judged. nbgrader takes minutes a round, so
it has few rounds, and ours several in each. Beside the clock stands the processor's time, of all
processes together, which a busy machine changes less.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from typing import NamedTuple

from bench_grade import CLASS, PUZZLES, assignment, hand_in

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Assignment, assignment_text, read_assignment
from ono_tutor.classroom.marking import Judge, LearnerMarks, mark_learner
from ono_tutor.classroom.nbgrader import source_notebook

OURS_IN_A_ROUND = 5
WANTED = 150
PEER, MARKING = "nbgrader autograde", "marking alone, without start"
COMMAND = "the command ono-tutor grade, without pages"
EARNED = """
import json
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    sent = book.assignment_submissions("bench")
    print(json.dumps({one.student.id: one.score for one in sent}))
"""


def marked(task: Assignment, folder: Path) -> Iterator[LearnerMarks]:
    """The marks of every answers file of a folder, in this process."""
    judge = Judge(task)
    for path in sorted(folder.iterdir()):
        found = parse_answers(path.read_bytes())
        yield mark_learner(judge, found.learner, [(path.name, found)])


class Spent(NamedTuple):
    """Seconds by the clock, and of the processor."""

    clock: float
    processor: float


def spent(command: list[str], folder: Path) -> Spent:
    """What a command takes as a process, with all that it starts."""
    started, before = time.perf_counter(), processor()
    run(command, folder)
    return Spent(time.perf_counter() - started, processor() - before)


def processor() -> float:
    """Seconds that the processes which have ended worked."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(command: list[str], folder: Path) -> str:
    """What a command prints; an error with all that it said where it fails."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    env = os.environ | {"HOME": str(folder), "PATH": programs}
    done = subprocess.run(
        command, cwd=folder, env=env, capture_output=True, encoding="utf-8", check=False
    )
    if done.returncode:
        raise SystemExit(done.stdout + done.stderr)
    return done.stdout


def make_course(task: Assignment, folder: Path, answers: Path) -> None:
    """A course of nbgrader, to which the answers of the files are handed in as notebooks."""
    source = folder / "source" / task.id
    source.mkdir(parents=True)
    (source / f"{task.id}.ipynb").write_text(source_notebook(task), "utf-8")
    run(nbgrader("generate_assignment", task.id), folder)
    released = (folder / "release" / task.id / f"{task.id}.ipynb").read_text("utf-8")
    for path in sorted(answers.iterdir()):
        given = [row["answer"] for row in json.loads(path.read_text("utf-8"))["answers"]]
        place = folder / "submitted" / path.stem / task.id
        place.mkdir(parents=True)
        notebook = json.dumps(filled(json.loads(released), given))
        (place / f"{task.id}.ipynb").write_text(notebook, "utf-8")


def filled(notebook: dict, answers: list[object]) -> dict:
    """The released notebook with answers written in."""
    cells = {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in notebook["cells"]}
    for number, answer in enumerate(answers, 1):
        cell = cells[f"answer-{number}"]
        empty, full = (f"answer_{number} = {value!r}\n" for value in (None, answer))
        cell["source"] = "".join(cell["source"]).replace(empty, full)
    return notebook


def nbgrader(*words: str) -> list[str]:
    """A command of nbgrader."""
    return [sys.executable, "-m", "nbgrader", *words]


def check_marks(task: Assignment, course: Path, answers: Path) -> None:
    """See that both give every learner the same points."""
    theirs = json.loads(run([sys.executable, "-c", EARNED], course))
    files = (path.stem for path in sorted(answers.iterdir()))
    ours = {name: found.earned for name, found in zip(files, marked(task, answers), strict=True)}
    assert theirs == ours, (theirs, ours)
    print(f"the marks of all {len(ours)} learners are the same, {sum(ours.values())} points in all")


def measure(works: Mapping[str, Callable[[], Spent]], peer: str, rounds: int) -> None:
    """Print the medians, contestants taking turns, and each as a ratio to the peer."""
    times: dict[str, list[Spent]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            times[name] += [work() for _ in range(1 if name == peer else OURS_IN_A_ROUND)]
    typical = {name: Spent(*map(median, zip(*all_, strict=True))) for name, all_ in times.items()}
    print(f"{'':<46}{'clock':>18}{'processor':>20}{f'wanted {WANTED}':>14}")
    for name, mine in typical.items():
        clock, work = (theirs / own for theirs, own in zip(typical[peer], mine, strict=True))
        print(
            f"  {name:<44}{mine.clock:8.3f} s {clock:7.0f} x{mine.processor:9.3f} s {work:7.0f} x"
        )


def contestants(task: Assignment, top: Path) -> dict[str, Callable[[], Spent]]:
    """Hand in the answers of a class in a folder; return what grades them, by name."""
    file, answers, course = top / "bench.json", top / "answers", top / "course"
    file.write_text(assignment_text(task), "utf-8")
    hand_in(task, answers, CLASS)
    make_course(task, course, answers)
    ours = [sys.executable, "-m", "ono_tutor", "grade", str(file), str(answers), "-o", "marks"]
    inside = [sys.executable, __file__, "--ours", str(file), str(answers)]
    return {
        PEER: lambda: spent(nbgrader("autograde", task.id, "--force"), course),
        COMMAND: lambda: spent([*ours, "--pages", "none"], top),
        "ono-tutor grade, with feedback pages": lambda: spent(ours, top),
        MARKING: lambda: Spent(*map(float, run(inside, top).split())),
    }


def main() -> None:
    """Measure and print; with the words ``--ours FILE FOLDER`` only grade and print the seconds."""
    if sys.argv[1:2] == ["--ours"]:
        task, folder = read_assignment(Path(sys.argv[2])), Path(sys.argv[3])
        started, before = time.perf_counter(), time.process_time()
        assert len(list(marked(task, folder))) == CLASS
        print(time.perf_counter() - started, time.process_time() - before)
        return
    rounds = int(sys.argv[1]) if sys.argv[1:] else 2
    task = assignment()
    with tempfile.TemporaryDirectory() as name:
        works = contestants(task, Path(name))
        print(f"{CLASS} submissions of {PUZZLES} answers, {rounds} rounds")
        measure(works, PEER, rounds)
        check_marks(task, Path(name, "course"), Path(name, "answers"))


if __name__ == "__main__":
    main()

"""A course of real nbgrader in an environment of its own, with an exchange and no hub."""

import json
import os
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from classroom.sheet_cases import EACH_KIND

from ono_tutor.classroom.assignment import Assignment, Item

OTHERS = ("JUPYTER", "IPYTHON", "PYTHON", "VIRTUAL_ENV", "NBGRADER")
"""How variables begin that would bring in settings of who runs the test."""

ENOUGH = 600
"""Seconds for a command on a busy machine."""

SETTINGS = """\
c = get_config()
c.CourseDirectory.course_id = "ono"
c.Exchange.root = {exchange!r}
c.ExchangeCollect.check_owner = False  # the test hands in for everybody
c.OverwriteCells.add_missing_cells = True
"""
MARKS = """
import json, sys
from nbgrader.api import Gradebook
with Gradebook("sqlite:///gradebook.db") as book:
    found = {
        sent.student.id: {
            grade.name: [grade.score, grade.max_score, grade.needs_manual_grade]
            for grade in sent.notebooks[0].grades
        }
        for sent in book.assignment_submissions(sys.argv[1])
    }
print(json.dumps(found))
"""

NAME = "all-kinds"
TITLE = 'Every *kind* <b>of</b> question, ### BEGIN SOLUTION "and" `more`_'
POINTS = (1, 2, 3, 0)
ITEMS = tuple(Item((entry,), POINTS[number % 4]) for number, entry in enumerate(EACH_KIND))
ASSIGNMENT = Assignment(NAME, TITLE, ITEMS)
"""A question of each kind, for these points in turn."""

Notebook = dict[str, object]
Marks = Mapping[str, Mapping[str, list[float]]]


@dataclass(frozen=True)
class Course:
    """A teacher's course folder, the exchange, and a folder for each learner, all in one place."""

    python: Path
    place: Path
    name: str

    @classmethod
    def begun(cls, python: Path, place: Path, name: str, source: str) -> "Course":
        """A new course with one assignment, of which this is the source notebook."""
        course = cls(python, place, name)
        course.write(course.notebook("source"), source)
        (place / "exchange").mkdir(parents=True, exist_ok=True)
        (place / "exchange").chmod(0o777)
        course.write(course.settings, SETTINGS.format(exchange=str(place / "exchange")))
        return course

    def write(self, path: Path, text: str) -> None:
        """Write a file, and the folders above it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    @property
    def settings(self) -> Path:
        """The file of settings."""
        return self.place / "home" / ".jupyter" / "nbgrader_config.py"

    @property
    def teacher(self) -> Path:
        """The teacher's folder."""
        return self.place / "course"

    def notebook(self, step: str, learner: str = ".") -> Path:
        """The notebook at a step: ``source``, ``release``, or a learner's ``submitted`` one."""
        return self.teacher / step / learner / self.name / f"{self.name}.ipynb"

    def run(self, *words: str, folder: Path | None = None) -> str:
        """What Python prints, with the environment's own programs and settings of the course alone."""
        theirs = {key: word for key, word in os.environ.items() if not key.startswith(OTHERS)}
        path = os.pathsep.join([str(self.python.parent), os.environ["PATH"]])
        env = theirs | {"HOME": str(self.place / "home"), "PATH": path}
        how = {"cwd": folder or self.teacher, "env": env, "encoding": "utf-8", "timeout": ENOUGH}
        done = subprocess.run([self.python, *words], capture_output=True, check=False, **how)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def nbgrader(self, *words: str, folder: Path | None = None) -> str:
        """What a command of nbgrader prints."""
        return self.run("-m", "nbgrader", *words, folder=folder)

    def generated(self) -> Notebook:
        """What learners are to get."""
        self.nbgrader("generate_assignment", self.name)
        return json.loads(self.notebook("release").read_text("utf-8"))

    def release(self) -> Notebook:
        """What learners get, fetched through the exchange."""
        self.generated()
        self.nbgrader("release_assignment", self.name)
        learner = self.place / "fetched"
        learner.mkdir()
        self.nbgrader("fetch_assignment", self.name, folder=learner)
        return json.loads((learner / self.name / f"{self.name}.ipynb").read_text("utf-8"))

    def submit(self, learner: str, notebook: Notebook) -> None:
        """Hand a notebook in through the exchange, in a learner's name."""
        folder = self.place / "learners" / learner
        self.write(folder / self.name / f"{self.name}.ipynb", json.dumps(notebook))
        self.nbgrader("submit", self.name, f"--student={learner}", folder=folder)

    def hand_over(self, learner: str, notebook: Notebook) -> None:
        """Put a learner's notebook where nbgrader looks for those collected."""
        self.write(self.notebook("submitted", learner), json.dumps(notebook))

    def graded(self, *, through_the_exchange: bool = True) -> Marks:
        """Collect, autograde and write feedback; by learner and test cell: score, most, open.

        What did not come through the exchange is graded alone.
        """
        whole = ("collect", "autograde", "generate_feedback")
        for step in whole if through_the_exchange else ("autograde",):
            self.nbgrader(step, self.name)
        return json.loads(self.run("-c", MARKS, self.name))

    def feedback(self, learner: str) -> str:
        """The page that a learner gets."""
        page = self.teacher / "feedback" / learner / self.name / f"{self.name}.html"
        return page.read_text("utf-8")

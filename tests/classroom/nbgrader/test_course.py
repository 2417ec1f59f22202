"""An assignment goes through real nbgrader, and earns what our own marking gives."""

import re
from copy import deepcopy
from html import unescape
from typing import NamedTuple

import pytest
from classroom.hostile import answers as hand_in_of
from classroom.hostile import row
from classroom.nbgrader_course import ASSIGNMENT, NAME, POINTS, TITLE, Course
from classroom.sheet_cases import EACH_KIND
from classroom.small_class import wrong_answer

from ono_tutor.classroom.answers_file import parse_answers
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.marking import Judge, mark_learner
from ono_tutor.classroom.nbgrader import source_notebook
from ono_tutor.puzzles.answer import as_words
from ono_tutor.puzzles.puzzle import Puzzle

NOTHING = object()
"""Stands for what no answers file can hold, so that it is not in one."""


class Given(NamedTuple):
    """What a learner writes in the answer cell, and the answer that it gives."""

    code: str
    answer: object = NOTHING


PUZZLES = {number: Puzzle.of(entry) for number, entry in enumerate(EACH_KIND, 1)}
"""The puzzles by the number of their task."""


def assigned(number, answer):
    """The answer written down as it is."""
    return Given(f"answer_{number} = {answer!r}", answer)


def strange(number, puzzle):
    """One of the things that go wrong, and one answer that is right all the same."""
    name, right = f"answer_{number}", puzzle.answer_as_json()
    return (
        Given(f"raise ValueError('I do not know')\n{name} = {right!r}"),
        Given(f"{name} = object()"),
        Given(f"{name} = float('nan')"),
        Given(f"{name} = {{1, 2}}"),
        Given(f"{name} = {'[' * 30}{right!r}{']' * 30}"),
        Given(f"{name} = 'x' * 1000", "x" * 1000),
        Given(f"{name} = []", []),
        Given(f"{name} = '   '", "   "),
        Given(f"import sys\nsys.stderr.write('a warning')\n{name} = {right!r}", right),
        Given(f"{name} = = 7"),
        Given(f"class {name}:\n    __eq__ = lambda self, other: True"),
        Given(f"{name} = {right!r}\ndel {name}"),
    )[(number + 7) % 12]  # the list is an answer to one kind, which is asked as the eleventh


WAYS = {
    "ann": lambda n, puzzle: assigned(n, puzzle.answer_as_json()),
    "bob": lambda n, puzzle: assigned(n, wrong_answer(puzzle)),
    "cat": lambda n, puzzle: (
        assigned(n, as_words(puzzle.answer_as_json()) or "none"),
        assigned(n, wrong_answer(puzzle)),
        None,
    )[n % 3],
    "eve": strange,
}


def answers_of(learner):
    """What a learner writes, by the number of the task."""
    found = {n: WAYS[learner](n, puzzle) for n, puzzle in PUZZLES.items()}
    return {n: given for n, given in found.items() if given}


HOSTILE = {
    "engine": """
import ono_tutor.puzzles.puzzle as puzzle
import ono_tutor.classroom.nbgrader as answers
from ono_tutor.puzzles.answer import Check, Mark
puzzle.Puzzle.check = lambda self, answer: Check(Mark.RIGHT, "yes")
puzzle.Puzzle.mark = lambda self, answer: Mark.RIGHT
answers.judge = answers.check_answer = read = judge = print
""",
    "modules": """
import sys, types
for name in ("ono_tutor", "ono_tutor.classroom", "ono_tutor.classroom.nbgrader", "subprocess"):
    fake = types.ModuleType(name)
    fake.read = fake.judge = fake.run = fake.loads = fake.dumps = lambda *_, **__: [True, "yes"]
    fake.__path__ = []
    sys.modules[name] = fake
""",
    "process": """
import builtins, os, subprocess
class Done:
    stdout, stderr, returncode = '[true, "yes"]', "", 0
subprocess.run = lambda *_, **__: Done()
builtins.print = lambda *_, **__: None
os.environ["PYTHONPATH"] = os.getcwd()
os.makedirs("ono_tutor", exist_ok=True)
for name in ("ono_tutor/__init__.py", "sitecustomize.py"):
    with open(name, "w") as file:
        file.write("print('Right.')\nread = judge = main = print\n")
""",
}
"""What learners' cells may do to the process that runs the tests; each with a wrong answer."""

SHELL = """
class Right:
    execution_count, error_in_exec, error_before_exec, success, result = 1, None, None, True, None
get_ipython().run_cell = lambda *_, **__: Right()
async def run_cell_async(*_, **__):
    return Right()
get_ipython().run_cell_async = run_cell_async
"""
"""What no test cell can see through: none is run any more."""


def filled(released, answers):
    """The released notebook with the answers in the place of ``answer_1 = None``."""
    notebook = deepcopy(released)
    cells = by_id(notebook)
    for number, given in answers.items():
        cell = cells[f"answer-{number}"]
        text = "".join(cell["source"])
        cell["source"] = text.replace(f"answer_{number} = None", given.code)
        assert cell["source"] != text
    return notebook


def tampered(notebook):
    """The notebook with tests that pass whatever is answered, and worth more."""
    for number in PUZZLES:
        cell = by_id(notebook)[f"task-{number}"]
        cell["source"] = "pass"
        cell["metadata"]["nbgrader"] |= {"points": 100, "locked": False}
    return notebook


def with_a_table_of_its_own(notebook):
    """The notebook with a table cell that would spoil the engine, and outputs that say "right"."""
    cells = by_id(notebook)
    cells["table-1"]["source"] = HOSTILE["engine"] + SHELL
    said = {"output_type": "stream", "name": "stdout", "text": "That is right."}
    for name in ("table-1", "answer-1", "task-1"):
        cells[name]["outputs"] = [said]
    return notebook


def without_tests(notebook):
    """The notebook with some of its tests deleted."""
    for number in (1, 2, 5):
        notebook["cells"].remove(by_id(notebook)[f"task-{number}"])
    return notebook


def by_id(notebook):
    """The cells by nbgrader's name."""
    return {cell["metadata"]["nbgrader"]["grade_id"]: cell for cell in notebook["cells"]}


def our_marks(answers):
    """What our marking gives for an answers file with these answers."""
    rows = [
        row(EACH_KIND[number - 1].id, given.answer)
        for number, given in answers.items()
        if given.answer is not NOTHING
    ]
    hand_in = parse_answers(hand_in_of(NAME, "x", rows))
    return mark_learner(Judge(ASSIGNMENT), Learner("x"), [("x.json", hand_in)]).items


@pytest.fixture(scope="module")
def course(tmp_path_factory, nbgrader_python):
    """A course of nbgrader with the assignment in it."""
    place = tmp_path_factory.mktemp("nbgrader")
    return Course.begun(nbgrader_python, place, NAME, source_notebook(ASSIGNMENT))


@pytest.fixture(scope="module")
def released(course):
    """What learners get."""
    return course.release()


@pytest.fixture(scope="module")
def marks(course, released):
    """Every learner's marks, once nbgrader has taken the notebooks from end to end."""

    changes = {"cat": without_tests, "bob": tampered}
    for learner in WAYS:
        notebook = filled(released, answers_of(learner))
        # Ann hands in by nbgrader's own command; the others' notebooks come as from an LMS.
        send = course.submit if learner == "ann" else course.hand_over
        send(learner, changes.get(learner, deepcopy)(notebook))
    return course.graded()


OUTSIDE = """
judge = "ono_tutor.classroom.nbgrader.judge_written"
c.Autograde.autograde_preprocessors.insert(1, judge)
"""


@pytest.fixture(scope="module")
def hostile(course):
    """The marks of learners who add hostile lines to a wrong answer; ``right`` gives a right one.

    The setting of the docs is there for ``shell`` and ``right``, who hand in after the others.
    """
    some = Assignment(NAME, TITLE, ASSIGNMENT.items[:1])
    puzzle = Puzzle.of(some.items[0].puzzles[0])
    mine = Course.begun(course.python, course.place / "hostile", NAME, source_notebook(some))
    given = mine.generated()

    def hand_over(name, answer, code):
        mine.hand_over(name, filled(given, {1: Given(f"answer_1 = {answer!r}\n{code}")}))

    for name, code in HOSTILE.items():
        hand_over(name, wrong_answer(puzzle), code)
    answered = filled(given, {1: assigned(1, wrong_answer(puzzle))})
    mine.hand_over("table", with_a_table_of_its_own(answered))
    mine.nbgrader("autograde", NAME)
    mine.settings.write_text(mine.settings.read_text(encoding="utf-8") + OUTSIDE, encoding="utf-8")
    hand_over("shell", wrong_answer(puzzle), SHELL)
    hand_over("right", puzzle.answer_as_json(), "")
    return mine.graded(through_the_exchange=False)


@pytest.mark.parametrize(
    ("name", "points"), [*((name, 0) for name in (*HOSTILE, "table", "shell")), ("right", 1)]
)
def test_hostile_cells_earn_nothing(name, points, hostile):
    """Whatever a cell does to engine, modules, built-ins and files, a wrong answer stays wrong.

    A table's cell that was changed is put back, and outputs that were handed in count nothing. With
    the setting of the docs a kernel that runs no test cell any more earns nothing.
    """
    assert hostile[name] == {"task-1": [points, 1, False]}


def test_a_learner_earns_what_our_marking_gives(marks):
    """Right, wrong, mixed, missing, raising, tampered, tests deleted: the marks are ours, task by task.

    All right earns all, all wrong and tampering nothing; nothing is left to a person.
    """
    for learner, tests in marks.items():
        ours = enumerate(our_marks(answers_of(learner)), 1)
        points = {name: score for name, (score, _, _) in tests.items()}
        assert points == {f"task-{n}": item.earned for n, item in ours}
        assert {most for _, most, _ in tests.values()} <= set(POINTS)
        assert not any(is_open for _, _, is_open in tests.values())
    earned = {name: sum(score for score, _, _ in tests.values()) for name, tests in marks.items()}
    assert earned["ann"] == ASSIGNMENT.points
    assert 0 < earned["eve"] < earned["cat"] < ASSIGNMENT.points
    assert earned["bob"] == 0


def test_the_feedback_tells_why(course, marks):
    """Right or wrong, the engine's explanation of each answer is read, without a traceback."""
    pages = (unescape(course.feedback(learner)) for learner in ("bob", "ann"))
    wrong, right = (" ".join(page.split()) for page in pages)
    for number, given in answers_of("bob").items():
        assert str(PUZZLES[number].check(given.answer).text) in wrong
        assert str(PUZZLES[number].solution().text) in right
    assert "Traceback (most recent" not in wrong
    assert "Tables cannot be shown" not in right


def test_the_released_notebook_gives_no_answer_away(released):
    """No solution, no hidden test, no output, no id and no kind that says what the answer is."""
    text = "\n".join("".join(cell["source"]) for cell in released["cells"])

    given = set(re.findall(r"^ *answer_\d+ = .*$", text, re.M))
    assert given == {f"answer_{number} = None" for number in PUZZLES}
    assert "subprocess" not in text
    assert "quiet" not in text
    assert not re.search(rf"^# ({'|'.join(entry.id for entry in EACH_KIND)})$", text, re.M)
    assert not any(cell.get("outputs") for cell in released["cells"])


def test_a_learner_cannot_edit_question_and_test(released):
    """Only the answer cells can be edited, and no cell can be deleted."""
    cells = by_id(released)

    editable = {name for name, cell in cells.items() if cell["metadata"].get("editable", True)}

    assert editable == {name for name in cells if name.startswith("answer-")}
    assert not any(cell["metadata"].get("deletable", True) for cell in cells.values())

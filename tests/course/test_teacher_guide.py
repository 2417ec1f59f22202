"""The guide for teachers: the commands and the Python that stand in its text do what they say."""

import json
import re
import shlex
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.course.lessons import lessons
from ono_tutor.puzzles import bank
from ono_tutor.rules.book import misconceptions

GUIDE = Path(__file__).parents[2] / "notebooks" / "for-teachers.ipynb"
CELLS = [
    (cell["cell_type"], "".join(cell["source"]))
    for cell in json.loads(GUIDE.read_text("utf-8"))["cells"]
]
TEXT = "\n".join(source for cell_type, source in CELLS if cell_type == "markdown")
FILE = next(source for _, source in CELLS if source.startswith("%%writefile"))


BELIEFS = {
    "99 is still allowed": "limit-99-is-safe",
    "99 loses": "landing-on-99-loses",
    "O'NO 99 makes 99": "ono99-sets-99",
    "a Double Play answers a Double Play": "double-play-answers-double-play",
    "a Minus Ten stops at 0": "minus-ten-stops-at-zero",
    "coming down pays": "coming-down-pays",
    "leaving a mark is crossing it": "leaving-mark-is-crossing",
    "the next player inherits the double": "double-is-inherited",
    "the reply goes on in the old direction": "reverse-reply-goes-on",
    "there is no draw between the two cards": "no-draw-between",
    "two doubles make four cards": "doubles-add-up",
    "with two players a Reverse lets me play again": "reverse-for-two-plays-again",
}
ROWS = re.findall(r"^\| (\d+) .*\|(.*)\|$", TEXT, re.MULTILINE)


def fenced(language):
    """The blocks of the text in this language."""
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.DOTALL)


COMMANDS = [line for block in fenced("sh") for line in block.splitlines()]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of one's own, with the guide's example file in it."""
    monkeypatch.chdir(tmp_path)
    name, text = FILE.removeprefix("%%writefile ").split("\n", 1)
    Path(name).write_text(text, encoding="utf-8")
    return tmp_path


def test_every_command_of_the_guide_runs_in_its_order(folder):
    """Each line in a sh block ends well, and every command named in a sentence exists."""
    for line in COMMANDS:
        words, _, target = line.partition(" > ")
        ran = CliRunner().invoke(main, list(spelled_out(words))[1:])
        assert ran.exit_code == 0, f"{line}: {ran.output}"
        if target:
            Path(target).write_text(ran.stdout, encoding="utf-8")
        for file in Path().glob("*/*.assignment.json"):
            hand_in(json.loads(file.read_text("utf-8")))
    assert len(COMMANDS) == 9
    named = set(re.findall(r"`ono-tutor ([a-z]+)", TEXT))
    assert {"learn"} <= named <= set(main.list_commands(None))


def spelled_out(words):
    """The words of a command, the names of files as a shell spells them out."""
    for word in shlex.split(words):
        yield from map(str, Path().glob(word)) if "*" in word else [word]


def hand_in(assignment):
    """What the guide's class hands in: one learner, and one answer."""
    puzzle = assignment["items"][0]["puzzles"][0]["id"]
    rows = [{"puzzle": puzzle, "answer": "certain"}]
    whole = {"format": "ono-tutor-answers/1", "assignment": assignment["id"], "learner": "Ann"}
    with zipfile.ZipFile("handed-in.zip", "w") as archive:
        archive.writestr("Ann/answers.json", json.dumps(whole | {"answers": rows}))


def test_the_python_of_the_guide_carries_progress_from_learner_to_teacher(folder, capsys):
    """The export and the import that the text shows work one after the other."""
    for block in fenced("python"):
        exec(compile(block, "for-teachers", "exec"), {})
    assert "answers" in capsys.readouterr().out
    assert (folder / "anna.json").exists()


@pytest.mark.parametrize(("number", "mistakes"), ROWS)
def test_a_mistake_named_for_a_lesson_is_caught_by_its_puzzles(number, mistakes):
    """Each belief that the table quotes for a lesson gives a wrong answer to one of its puzzles."""
    path = next((Path(__file__).parents[2] / "notebooks").glob(f"{int(number):02}-*.ipynb"))
    sets = [name for name in bank.sets() if f'Quiz(\\"{name}\\")' in path.read_text("utf-8")]
    caught = {key for name in sets for e in bank.entries_of_set(name) for key in e.misconceptions}
    named = {BELIEFS[quote] for quote in re.findall(r'"(.*?)"', mistakes)}
    assert sets
    assert named <= caught


def test_the_table_has_every_lesson_and_the_lessons_every_misconception():
    """A row for each lesson; no belief of the book is left out by their puzzles."""
    rows = {int(number) for number in re.findall(r"^\| (\d+) ", TEXT, re.MULTILINE)}
    assert {lesson.number for lesson in lessons()} <= rows == set(range(1, 14))
    entries = [entry for name in bank.sets() for entry in bank.entries_of_set(name)]
    assert {key for entry in entries for key in entry.misconceptions} == set(misconceptions())

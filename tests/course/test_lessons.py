"""The lessons and the guide for teachers: their form, what they say, and that it runs."""

import ast
import json
import re
import shlex
import zipfile
from collections import Counter
from functools import cache
from html import unescape
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.course.lessons import HOME, lessons
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import read_set
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.pages import face_image
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS

FOLDER = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(path for path in FOLDER.glob("[0-9][0-9]-*.ipynb") if path.name != HOME)
PAGES = [FOLDER / HOME, *LESSONS]
GUIDE = FOLDER / "for-teachers.ipynb"
RUNS = re.compile(r"\b(play|Game|show_game)\b")
LINK = re.compile(r"\]\(([^)\s]+)\)")
CELL = re.compile(r"^\|\s*((?:`[^`|]+`[,\s]*)+)\|", re.MULTILINE)

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
each_page = pytest.mark.parametrize("lesson", PAGES, ids=lambda path: path.stem)


@cache
def notebook(lesson):
    """The lesson as it is stored."""
    import nbformat  # noqa: PLC0415 - slow to import

    return nbformat.read(lesson, as_version=4)


def sources(lesson, kind):
    """The source of each cell of a kind."""
    return [cell.source for cell in notebook(lesson).cells if cell.cell_type == kind]


def prose_of(lesson):
    """All that is told between the cells."""
    return "\n".join(sources(lesson, "markdown"))


def told(lesson, key):
    """The rule points that the metadata say the lesson ``teaches`` or ``practises``."""
    return list(notebook(lesson).metadata["ono"][key])


def strings_of(lesson):
    """Every string that stands in a code cell."""
    trees = chain.from_iterable(ast.walk(ast.parse(code)) for code in sources(lesson, "code"))
    values = (node.value for node in trees if isinstance(node, ast.Constant))
    return {value for value in values if isinstance(value, str)}


def sets_of(lesson):
    """The puzzle sets that the lesson asks."""
    return strings_of(lesson) & set(bank.sets())


def words_of(text):
    """What stands in backticks."""
    return set(re.findall(r"`([^`\n]+)`", text))


def known_words():
    """The words with a hyphen that are right: rule points, options and values."""
    options = [option for rules in RULE_SETS.values() for option in rules.options]
    values = [value for option in options for value in getattr(option, "values", ())]
    names = {option.name for option in options}
    return {*rule_points(), *names, *values, *bank.sets(), *RULE_SETS}


@each_page
def test_a_lesson_is_stored_as_it_was_written(lesson):
    """It is valid, has no output and no execution count, and every cell has an id of its own."""
    import nbformat  # noqa: PLC0415 - slow to import

    stored = notebook(lesson)
    nbformat.validate(stored)
    kinds = [cell.cell_type for cell in stored.cells]
    cells = [cell for cell in stored.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert max(Counter(cell.id for cell in stored.cells).values()) == 1
    assert (stored.nbformat, stored.metadata.kernelspec.name) == (4, "python3")
    before = " ".join(cell.source for cell in stored.cells[: kinds.index("code")])
    assert len(re.findall(r"[\w'’−-]+", re.sub(r"<[^>]*>", " ", before))) <= 150


@each_page
def test_pictures_and_links_of_a_lesson_are_right(lesson):
    """A face is the one that tables draw, with the card's name; a link names a file of the course.

    To a notebook a line that begins with a comment is HTML: its stars and links are bare signs.
    """
    assert not re.search(r"^<!--.*[*`\]]", prose_of(lesson), re.MULTILINE)
    made = [rules() for rules in RULE_SETS.values()]
    names = {str(r.card_name(card)).casefold(): card for r in made for card in r.deck(2)}
    for picture in re.findall(r"<img [^>]*>", prose_of(lesson)):
        name = unescape(re.findall(r'alt="([^"]*)"', picture)[0])
        assert picture == face_image(names[name.casefold()].code, name), name
    links = [link for link in LINK.findall(prose_of(lesson)) if "://" not in link]
    assert links
    assert all((FOLDER / link.partition("#")[0]).exists() for link in links), links


@each_lesson
def test_a_lesson_asks_puzzles_and_leads_on(lesson):
    """It asks one set or more, of three to eight puzzles, none twice, and ends with a quiz."""
    asked = [[entry.id for entry in bank.entries_of_set(name)] for name in sets_of(lesson)]
    own = [word for word in strings_of(lesson) if re.match(r"\s*[a-z-]+: ", word)]
    assert all(puzzle.answer is not None for word in own for puzzle in read_set(word))
    assert asked
    assert all(3 <= len(set(ids)) == len(ids) <= 8 for ids in asked)
    whole = "\n".join(cell.source for cell in notebook(lesson).cells)
    assert "Quiz(" in whole.partition("question to end")[2]
    place = LESSONS.index(lesson)
    near = [*LESSONS[max(0, place - 1) : place], FOLDER / HOME, *LESSONS[place + 1 : place + 2]]
    assert LINK.findall(notebook(lesson).cells[-1].source) == [path.name for path in near]


@each_lesson
def test_what_a_lesson_says_of_its_rule_points_is_true(lesson):
    """Every id in it exists, what it teaches is told in it, and what it practises is asked."""
    named = words_of(prose_of(lesson))
    heads = set(chain.from_iterable(map(words_of, CELL.findall(prose_of(lesson)))))
    ids = {word for word in named if re.fullmatch(r"[a-z0-9]*[a-z](-[a-z0-9]+)+", word)}
    ids |= {word for word in heads if re.fullmatch(r"[a-z0-9-]*[a-z][a-z0-9-]*", word)}
    assert ids <= known_words()
    taught = told(lesson, "teaches")
    assert set(taught) <= named & rule_points().keys()
    entries = list(chain.from_iterable(map(bank.entries_of_set, sets_of(lesson))))
    entries += [bank.entry(word) for word in strings_of(lesson) & bank.index().keys()]
    asked = set(chain.from_iterable(entry.rule_points for entry in entries))
    if any(RUNS.search(code) for code in sources(lesson, "code")):
        asked |= named & set(UNASKABLE)
    assert set(told(lesson, "practises")) <= asked


def test_the_lessons_together_leave_nothing_out():
    """They are numbered in a row; every set but the one for practice is asked in one of them."""
    numbers = [int(lesson.name[:2]) for lesson in LESSONS]
    assert numbers == list(range(1, len(LESSONS) + 1))
    assert len(LESSONS) >= 12
    asked = Counter(chain.from_iterable(map(sets_of, LESSONS)))
    assert asked == dict.fromkeys({*bank.sets()} - {"several-traps"}, 1)
    taught = Counter(chain.from_iterable(told(lesson, "teaches") for lesson in LESSONS))
    assert taught == dict.fromkeys(rule_points(), 1)
    again = ({*told(each, "practises")} - {*told(each, "teaches")} for each in LESSONS)
    assert rule_points().keys() == set().union(*again)


@pytest.mark.parametrize("lesson", [*PAGES, GUIDE], ids=lambda path: path.stem)
def test_each_cell_runs_alone(lesson, tmp_path, monkeypatch, capsys):
    """Whoever comes back to the middle of a lesson runs one cell, and it shows what it shows."""
    monkeypatch.chdir(tmp_path)
    for code in sources(lesson, "code"):
        if code.startswith("%%writefile "):
            name, text = code.removeprefix("%%writefile ").split("\n", 1)
            Path(name).write_text(text, encoding="utf-8")
            continue
        shown = run_cell(code, {})
        words = capsys.readouterr().out if shown is None else str(shown)
        assert words.strip(), code


def run_cell(code, names):
    """Run a cell with these names; the value of its last line, or None if that has none."""
    *before, last = ast.parse(code).body
    is_value = isinstance(last, ast.Expr)
    exec(compile(ast.Module(before if is_value else [*before, last], []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if is_value else None


# ---- the guide for teachers: what stands in its text does what it says ----

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
    path = next(FOLDER.glob(f"{int(number):02}-*.ipynb"))
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

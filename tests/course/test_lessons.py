"""The lessons of the course: their form, what they teach and practise, and that they run."""

import ast
import re
from collections import Counter
from functools import cache
from html import unescape
from itertools import chain
from pathlib import Path

import pytest
from jupyter_client import KernelManager
from sweeps import first

from ono_tutor.course.lessons import HOME
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import read_set
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.pages import face_image
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS

FOLDER = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(path for path in FOLDER.glob("[0-9][0-9]-*.ipynb") if path.name != HOME)
PAGES = [FOLDER / HOME, *LESSONS]
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
    """It is valid, has no output and no execution count, and every cell has an id of its own.

    No more than 150 words stand before the first cell to run.
    """
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
def test_a_code_cell_is_one_call_of_a_named_function(lesson):
    """It imports its one name from ``ono_tutor``, calls it with texts and numbers, and no more.

    A learner who does not program sees no attribute, no loop and no call within a call.
    """
    for code in sources(lesson, "code"):
        first, last = ast.parse(code).body
        assert isinstance(first, ast.ImportFrom), code
        assert first.module in ("ono_tutor", "ono_tutor.widgets"), code
        given = [*last.value.args, *(keyword.value for keyword in last.value.keywords)]
        assert isinstance(last.value.func, ast.Name), code
        assert all(isinstance(value, ast.Constant) for value in given), code
        assert len(code.splitlines()) <= 9, code


@each_page
def test_pictures_and_links_of_a_lesson_are_right(lesson):
    """A face is the one that tables draw, with the card's name; a link names a file of the course."""
    made = [rules() for rules in RULE_SETS.values()]
    names = {str(r.card_name(card)).casefold(): card for r in made for card in r.deck(2)}
    for picture in re.findall(r"<img [^>]*>", prose_of(lesson)):
        name = unescape(re.findall(r'alt="([^"]*)"', picture)[0])
        assert picture == face_image(names[name.casefold()].code, name), name
    links = [link for link in LINK.findall(prose_of(lesson)) if "://" not in link]
    assert links
    assert [link for link in links if not (FOLDER / link.partition("#")[0]).exists()] == []


@each_lesson
def test_a_lesson_asks_puzzles_and_leads_on(lesson):
    """It asks one set or more, of three to eight puzzles, none twice, and ends with a quiz.

    A puzzle of its own can be asked. Links lead to the lesson before, the course, and the next.
    """
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
    """Every id in it exists, what it teaches is told in it, and what it practises is asked.

    A point that no question can be asked about is named in the text, and shown by a run.
    """
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
    """They are numbered in a row; every set but the one for practice is asked in one of them.

    Every rule point is taught in one, and comes back in one that does not teach it.
    """
    numbers = [int(lesson.name[:2]) for lesson in LESSONS]
    assert numbers == list(range(1, len(LESSONS) + 1))
    assert len(LESSONS) >= 12
    asked = Counter(chain.from_iterable(map(sets_of, LESSONS)))
    assert asked == dict.fromkeys({*bank.sets()} - {"several-traps"}, 1)
    taught = Counter(chain.from_iterable(told(lesson, "teaches") for lesson in LESSONS))
    assert taught == dict.fromkeys(rule_points(), 1)
    again = ({*told(each, "practises")} - {*told(each, "teaches")} for each in LESSONS)
    assert rule_points().keys() == set().union(*again)


ALONE = [*PAGES, FOLDER / "for-teachers.ipynb"]


@pytest.mark.parametrize("lesson", ALONE, ids=lambda path: path.stem)
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


@pytest.fixture(scope="module")
def kernel():
    """One kernel, for one lesson after another: each would take seconds to start its own."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel()
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("lesson", first(ALONE), ids=lambda path: path.stem)
def test_a_lesson_runs_to_its_end(lesson, kernel, tmp_path):
    """Every cell runs without an error, and shows something."""
    import nbformat  # noqa: PLC0415 - slow to import
    from nbclient import NotebookClient  # noqa: PLC0415

    running = nbformat.read(lesson, as_version=4)
    cells = [cell for cell in running.cells if cell.cell_type == "code"]
    afresh = nbformat.v4.new_code_cell(f"%reset -f\n%cd -q {tmp_path}")
    running.cells.insert(0, afresh)
    NotebookClient(running, km=kernel, timeout=600).execute()
    assert all(cell.execution_count for cell in cells)
    shown = {"execute_result", "display_data", "stream"}
    assert all(shown & {output.output_type for output in cell.outputs} for cell in cells)

"""The lessons of the course: their form, what they teach and practise, and that they run."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from html import unescape
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from jupyter_client import KernelManager
from sweeps import first

from ono_tutor import Card
from ono_tutor.course.lessons import HOME
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.puzzle import read_set
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.pages import face_image
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.ruleset import RuleSet

if TYPE_CHECKING:
    from nbformat import NotebookNode

FOLDER = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(path for path in FOLDER.glob("[0-9][0-9]-*.ipynb") if path.name != HOME)
PAGES = [FOLDER / HOME, *LESSONS]
RUNS = re.compile(r"\b(play|Game|show_game)\b")
WORD = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
CELL = re.compile(r"^\|\s*((?:`[^`|]+`[,\s]*)+)\|", re.MULTILINE)

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)
each_page = pytest.mark.parametrize("lesson", PAGES, ids=lambda path: path.stem)


@cache
def notebook(lesson: Path) -> "NotebookNode":
    """The lesson as it is stored."""
    import nbformat  # noqa: PLC0415 - slow to import

    stored: NotebookNode = nbformat.read(lesson, as_version=4)  # type: ignore[no-untyped-call]
    return stored


def code_of(lesson: Path) -> list[str]:
    """The source of each code cell."""
    return [cell.source for cell in notebook(lesson).cells if cell.cell_type == "code"]


def prose_of(lesson: Path) -> str:
    """All that is told between the cells."""
    cells = notebook(lesson).cells
    return "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")


def told(lesson: Path, key: str) -> list[str]:
    """The rule points that the metadata say the lesson ``teaches`` or ``practises``."""
    return list(notebook(lesson).metadata["ono"][key])


def strings_of(lesson: Path) -> set[str]:
    """Every string that stands in a code cell."""
    trees = chain.from_iterable(ast.walk(ast.parse(code)) for code in code_of(lesson))
    nodes = (node.value for node in trees if isinstance(node, ast.Constant))
    return {value for value in nodes if isinstance(value, str)}


def sets_of(lesson: Path) -> set[str]:
    """The puzzle sets that the lesson asks."""
    return strings_of(lesson) & set(bank.sets())


def points_asked(lesson: Path) -> set[str]:
    """The rule points that the lesson's puzzles hang on."""
    entries = chain.from_iterable(map(bank.entries_of_set, sets_of(lesson)))
    single = (bank.entry(word) for word in strings_of(lesson) & bank.index().keys())
    return set(chain.from_iterable(entry.rule_points for entry in chain(entries, single)))


def words_of(text: str) -> set[str]:
    """What stands in backticks."""
    return set(WORD.findall(text))


def known_words() -> set[str]:
    """The words with a hyphen that are no rule points, and yet are right: options and values."""
    options = [option for rules in RULE_SETS.values() for option in rules.options]
    values = [value for option in options for value in getattr(option, "values", ())]
    return {option.name for option in options} | {*values, *bank.sets(), *RULE_SETS}


def test_the_lessons_stand_in_a_row() -> None:
    """The lessons are numbered from 01, with none left out, and there are twelve at the least."""
    assert [lesson.name[:2] for lesson in LESSONS] == [
        f"{n:02}" for n in range(1, len(LESSONS) + 1)
    ]
    assert len(LESSONS) >= 12


@each_page
def test_a_lesson_is_stored_as_it_was_written(lesson: Path) -> None:
    """It is valid, has no output and no execution count, and every cell has an id of its own."""
    import nbformat  # noqa: PLC0415 - slow to import

    stored = notebook(lesson)
    nbformat.validate(stored)
    cells = [cell for cell in stored.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert max(Counter(cell.id for cell in stored.cells).values()) == 1
    assert (stored.nbformat, stored.metadata.kernelspec.name) == (4, "python3")


@each_page
def test_a_code_cell_is_one_call_of_a_named_function(lesson: Path) -> None:
    """It imports its one name from ``ono_tutor``, calls it with texts and numbers, and no more.

    A learner who does not program sees no attribute, no loop and no call within a call.
    """
    for code in code_of(lesson):
        first, last = ast.parse(code).body
        assert isinstance(first, ast.ImportFrom), code
        assert is_ours(first), code
        assert isinstance(last, ast.Expr), code
        assert isinstance(last.value, ast.Call), code
        given = [*last.value.args, *(keyword.value for keyword in last.value.keywords)]
        assert isinstance(last.value.func, ast.Name), code
        assert all(isinstance(value, ast.Constant) for value in given), code
        assert len(code.splitlines()) <= 9, code


def is_ours(node: ast.ImportFrom) -> bool:
    """Whether names are imported from the package's own front doors."""
    return node.module in ("ono_tutor", "ono_tutor.widgets")


@each_page
def test_something_can_be_done_within_150_words(lesson: Path) -> None:
    """No more than 150 words stand before the first cell to run."""
    told = ""
    for cell in notebook(lesson).cells:
        if cell.cell_type == "code":
            break
        told += f"{re.sub(r'<[^>]*>', ' ', cell.source)} "
    assert len(re.findall(r"[\w'’−-]+", told)) <= 150


@each_lesson
def test_a_lesson_ends_with_a_question_that_is_checked(lesson: Path) -> None:
    """The question to end with is a quiz: it has hints, an answer, and says whether one is right."""
    _, _, end = "\n".join(cell.source for cell in notebook(lesson).cells).partition(
        "question to end"
    )
    assert "Quiz(" in end


@each_lesson
def test_a_lesson_leads_back_on_and_home(lesson: Path) -> None:
    """The last cell links to the lesson before, the page of the course, and the lesson after."""
    place = LESSONS.index(lesson)
    near = [*LESSONS[max(0, place - 1) : place], FOLDER / HOME, *LESSONS[place + 1 : place + 2]]
    assert LINK.findall(notebook(lesson).cells[-1].source) == [path.name for path in near]


@each_page
def test_a_face_in_the_text_is_the_face_of_the_card(lesson: Path) -> None:
    """The pictures of cards in a lesson are those that the tables draw, with the card's name."""
    names = {name: card for rules in RULE_SETS.values() for name, card in names_of(rules)}
    for picture in re.findall(r"<img [^>]*>", prose_of(lesson)):
        alt = re.findall(r'alt="([^"]*)"', picture)[0]
        card = names[unescape(alt).casefold()]
        assert picture == face_image(card.code, unescape(alt)), alt


def names_of(rules: type[RuleSet]) -> list[tuple[str, Card]]:
    """The cards of a rule set by the names that people call them."""
    made = rules()
    return [(str(made.card_name(card)).casefold(), card) for card in made.deck(2)]


@each_lesson
def test_a_lesson_asks_puzzles(lesson: Path) -> None:
    """It asks one set or more, and each has three to eight puzzles, none of them twice.

    A puzzle of its own is sound: it can be asked, and its answer worked out.
    """
    asked = {name: [entry.id for entry in bank.entries_of_set(name)] for name in sets_of(lesson)}
    own = [word for word in strings_of(lesson) if re.match(r"\s*[a-z-]+: ", word)]
    assert all(puzzle.answer is not None for word in own for puzzle in read_set(word))
    assert asked
    assert all(3 <= len(ids) <= 8 for ids in asked.values())
    assert all(len(set(ids)) == len(ids) for ids in asked.values())


def test_every_shipped_set_is_asked_in_one_lesson() -> None:
    """No set is left over but the one for practice, and none is asked in two lessons."""
    asked = Counter(chain.from_iterable(map(sets_of, LESSONS)))
    assert asked == dict.fromkeys({*bank.sets()} - {"several-traps"}, 1)


@each_lesson
def test_every_rule_id_in_a_lesson_exists(lesson: Path) -> None:
    """What heads a row of a table of rules, or is written like an id, is a rule point."""
    heads = set(chain.from_iterable(words_of(row) for row in CELL.findall(prose_of(lesson))))
    is_id = re.compile(r"[a-z0-9]*[a-z](-[a-z0-9]+)+").fullmatch
    names = {word for word in words_of(prose_of(lesson)) if is_id(word)}
    assert {word for word in heads if re.fullmatch(r"[a-z0-9-]*[a-z][a-z0-9-]*", word)} <= {
        *rule_points(),
        *known_words(),
    }
    assert names <= {*rule_points(), *known_words()}


@each_lesson
def test_what_a_lesson_teaches_is_told_in_it(lesson: Path) -> None:
    """Each rule point that the metadata say it teaches stands in the text, by its id."""
    taught = told(lesson, "teaches")
    assert set(taught) <= rule_points().keys()
    assert set(taught) <= words_of(prose_of(lesson))
    assert len(set(taught)) == len(taught)


@each_lesson
def test_what_a_lesson_practises_is_asked_in_it(lesson: Path) -> None:
    """Each rule point it practises decides one of its puzzles.

    A point that no question can be asked about is named in the text, and shown by a run.
    """
    asked, named = points_asked(lesson), words_of(prose_of(lesson))
    is_run = any(RUNS.search(code) for code in code_of(lesson))
    shown = {point for point in UNASKABLE if is_run and point in named}
    assert set(told(lesson, "practises")) <= asked | shown


def test_every_rule_point_is_taught_once() -> None:
    """The lessons together teach every rule point, each in one lesson."""
    taught = Counter(chain.from_iterable(told(lesson, "teaches") for lesson in LESSONS))
    assert taught == dict.fromkeys(rule_points(), 1)


def test_every_rule_point_is_practised_in_another_lesson() -> None:
    """Whatever one lesson teaches comes back in one that does not teach it."""
    practised = {
        point
        for lesson in LESSONS
        for point in told(lesson, "practises")
        if point not in told(lesson, "teaches")
    }
    assert rule_points().keys() - practised == set()


@each_page
def test_the_links_of_a_lesson_lead_to_files(lesson: Path) -> None:
    """A link inside the course names a file that is there."""
    links = [link for link in LINK.findall(prose_of(lesson)) if "://" not in link]
    assert links
    assert [link for link in links if not (FOLDER / link.partition("#")[0]).exists()] == []


ALONE = [*PAGES, FOLDER / "for-teachers.ipynb"]


@pytest.mark.parametrize("lesson", ALONE, ids=lambda path: path.stem)
def test_each_cell_runs_alone(
    lesson: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Whoever comes back to the middle of a lesson runs one cell, and it shows what it shows."""
    monkeypatch.chdir(tmp_path)
    for code in code_of(lesson):
        if code.startswith("%%writefile "):
            name, text = code.removeprefix("%%writefile ").split("\n", 1)
            Path(name).write_text(text, encoding="utf-8")
            continue
        shown = run_cell(code, {})
        words = capsys.readouterr().out if shown is None else str(shown)
        assert words.strip(), code


def run_cell(code: str, names: dict[str, object]) -> object:
    """Run a cell with these names; the value of its last line, or None if that has none."""
    *before, last = ast.parse(code).body
    is_value = isinstance(last, ast.Expr)
    exec(compile(ast.Module(before if is_value else [*before, last], []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if is_value else None


@pytest.fixture(scope="module")
def kernel() -> Iterator[KernelManager]:
    """One kernel, for one lesson after another: each would take seconds to start its own."""
    manager = KernelManager(kernel_name="python3")
    manager.start_kernel()
    yield manager
    manager.shutdown_kernel(now=True)


@pytest.mark.parametrize("lesson", first(PAGES), ids=lambda path: path.stem)
def test_a_lesson_runs_to_its_end(lesson: Path, kernel: KernelManager, tmp_path: Path) -> None:
    """Every cell runs without an error, and shows something."""
    import nbformat  # noqa: PLC0415 - slow to import
    from nbclient import NotebookClient  # noqa: PLC0415

    running = nbformat.read(lesson, as_version=4)  # type: ignore[no-untyped-call]
    cells = [cell for cell in running.cells if cell.cell_type == "code"]
    afresh = nbformat.v4.new_code_cell(f"%reset -f\n%cd -q {tmp_path}")
    running.cells.insert(0, afresh)
    NotebookClient(running, km=kernel, timeout=600).execute()
    assert all(cell.execution_count for cell in cells)
    shown = {"execute_result", "display_data", "stream"}
    assert all(shown & {output.output_type for output in cell.outputs} for cell in cells)

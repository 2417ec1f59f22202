"""The lessons of the course: their form, what they teach and practise, and that they run."""

import ast
import re
from collections import Counter
from functools import cache
from itertools import chain
from pathlib import Path
from statistics import median

import nbformat
import pytest
from nbclient import NotebookClient
from nbformat import NotebookNode

from ono_tutor import Position, ruleset, survive
from ono_tutor.errors import NotationError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.catalogue import RULE_SETS

FOLDER = Path(__file__).parents[2] / "notebooks"
LESSONS = sorted(FOLDER.glob("[0-9][0-9]-*.ipynb"))
ALLOWED = ("ono_tutor", "fractions", "collections", "itertools", "random", "statistics")
RUNS = re.compile(r"\b(play|Game|Replay|simulate|Match|shipped_game)\b")
WORD = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)")
CELL = re.compile(r"^\|\s*((?:`[^`|]+`[,\s]*)+)\|", re.MULTILINE)

each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda path: path.stem)


@cache
def notebook(lesson: Path) -> NotebookNode:
    """The lesson as it is stored."""
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


def test_there_are_twelve_lessons_in_a_row() -> None:
    """The lessons are numbered from 01 to 12, with none left out."""
    assert [lesson.name[:2] for lesson in LESSONS] == [f"{n:02}" for n in range(1, 13)]


@each_lesson
def test_a_lesson_is_stored_as_it_was_written(lesson: Path) -> None:
    """It is valid, has no output and no execution count, and every cell has an id of its own."""
    stored = notebook(lesson)

    nbformat.validate(stored)
    cells = [cell for cell in stored.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert max(Counter(cell.id for cell in stored.cells).values()) == 1
    assert (stored.nbformat, stored.metadata.kernelspec.name) == (4, "python3")


@each_lesson
def test_code_cells_are_short(lesson: Path) -> None:
    """A code cell has five lines at the most, and three at the median."""
    lengths = [len(code.splitlines()) for code in code_of(lesson)]

    assert max(lengths) <= 5
    assert median(lengths) <= 3


@each_lesson
def test_code_cells_only_use_the_package(lesson: Path) -> None:
    """They import from ``ono_tutor`` and a few modules of Python's own, and define nothing."""
    nodes = [node for code in code_of(lesson) for node in ast.walk(ast.parse(code))]
    modules = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
    imports = [node for node in nodes if isinstance(node, ast.Import)]
    modules += [name.name for node in imports for name in node.names]

    assert {module.partition(".")[0] for module in modules} <= set(ALLOWED)
    assert not [node for node in nodes if isinstance(node, ast.FunctionDef | ast.ClassDef)]


@each_lesson
def test_a_lesson_asks_puzzles(lesson: Path) -> None:
    """It asks one set or more, and each has three to eight puzzles, none of them twice."""
    asked = {name: [entry.id for entry in bank.entries_of_set(name)] for name in sets_of(lesson)}

    assert asked
    assert all(3 <= len(ids) <= 8 for ids in asked.values())
    assert all(len(set(ids)) == len(ids) for ids in asked.values())


def test_every_shipped_set_is_asked_in_one_lesson() -> None:
    """No set is left over but the one for practice, and none is asked in two lessons."""
    asked = Counter(chain.from_iterable(map(sets_of, LESSONS)))

    assert asked == dict.fromkeys([name for name in bank.sets() if name != "several-traps"], 1)


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


@each_lesson
def test_the_links_of_a_lesson_lead_to_files(lesson: Path) -> None:
    """A link inside the course names a file that is there; only the last lesson leads nowhere."""
    links = [link for link in LINK.findall(prose_of(lesson)) if "://" not in link]

    assert [link for link in links if not (FOLDER / link.partition("#")[0]).exists()] == []
    assert links or lesson == LESSONS[-1]


def is_certain(line: str) -> bool:
    """Whether the player of this position survives for certain; False for no position at all."""
    try:
        return survive(Position.parse(line)).chance == 1
    except NotationError:
        return False


def test_four_cards_answer_the_question_that_ends_the_first_lesson() -> None:
    """In place of the 8, four kinds of card make it certain, and the chance was 8/25."""
    line = "1980 total=95 hand=3,{},O,O owes=2 players=4"
    cards = map(str, ruleset("1980").deck(4))

    assert line.format(8) in strings_of(LESSONS[0])
    assert sum(is_certain(line.format(card)) for card in cards) == 4
    assert str(survive(Position.parse(line.format(8))).chance) == "8/25"


def test_only_in_2022_does_a_fourth_ono99_save_the_hand_that_ends_lesson_six() -> None:
    """With a fourth O'NO 99 the second card may be played in 2022, and in 1980 it may not."""
    line = "2022 total=96 hand=2,O,O,O owes=2 players=3"
    then = "{} total=98 hand=O,O,O,O players=3 played=2 owes=1"

    assert line in strings_of(LESSONS[5])
    assert is_certain(then.format("2022"))
    assert not is_certain(then.format("1980"))


@each_lesson
def test_a_lesson_runs_to_its_end(lesson: Path, tmp_path: Path) -> None:
    """Every cell runs without an error, and shows something."""
    running = nbformat.read(lesson, as_version=4)  # type: ignore[no-untyped-call]

    NotebookClient(running, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()

    cells = [cell for cell in running.cells if cell.cell_type == "code"]
    assert all(cell.execution_count for cell in cells)
    shown = {"execute_result", "display_data", "stream"}
    assert all(shown & {output.output_type for output in cell.outputs} for cell in cells)

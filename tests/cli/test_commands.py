"""Every command and option that people and their scripts use is there, and the help names it."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.cli.start import help_text


def paths(group, context, before=""):
    """Yield the words of each command below a group."""
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield f"{before}{name}"
        if isinstance(command, click.Group):
            yield from paths(command, click.Context(command, parent=context), f"{before}{name} ")


PATHS = ["", *paths(main, click.Context(main))]


def test_no_command_is_lost():
    """The groups have these commands."""
    wanted = """plays survive threat keep value solve proof compare rules play simulate learn puzzles
    docs assign grade report class publish"""
    below = "generate lint list quiz rate show solve verify"

    assert [path for path in PATHS if path and " " not in path] == wanted.split()
    assert [path.split()[1] for path in PATHS if " " in path] == below.split()


@pytest.mark.parametrize("path", PATHS)
def test_no_option_is_lost_and_every_help_fits_a_terminal(path, golden):
    """A help is as it was; no line is cut off or longer than 80 columns, and it takes two screens."""
    done = CliRunner().invoke(
        main, [*path.split(), "--help"], terminal_width=80, prog_name="ono-tutor"
    )

    lines = done.output.splitlines()
    golden(f"help-{path.replace(' ', '-') or 'all'}.txt", done.output)
    assert not [line for line in lines if len(line) > 80]
    assert not [line for line in lines if line.endswith("...") and not line.startswith("Usage")]
    assert len(lines) <= 100


def loaded(code, *words):
    """The modules that a fresh Python has loaded after this code."""
    code += "\nimport sys; print(*sys.modules, file=sys.stderr)"
    run = subprocess.run(
        [sys.executable, "-c", code, *words], capture_output=True, encoding="utf-8", check=True
    )
    return set(run.stderr.split())


def test_the_help_loads_no_command():
    """A list of the commands needs none of what they do."""
    code = "from ono_tutor.cli.main import main; main(['--help'], standalone_mode=False)"

    mine = {name for name in loaded(code) if name.startswith("ono_tutor.cli.")}
    assert mine == {"ono_tutor.cli.main"}


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_the_help_of_the_whole_loads_neither_click_nor_the_engine(word):
    """It stands ready in a file, so that it is there at once."""
    found = loaded("from ono_tutor.cli.start import start; start()", word)

    mine = {name for name in found if name.startswith("ono_tutor")}
    assert mine == {"ono_tutor", "ono_tutor.cli", "ono_tutor.cli.start"}
    assert not found & {"click", "rich", "dataclasses", "pathlib", "typing"}


def test_the_help_of_the_whole_names_every_command():
    """The file that is printed has a line for each command and one for each option."""
    lines = [line.split()[0] for line in help_text().splitlines() if line.startswith("  ")]

    assert {*lines} >= {*main.list_commands(click.Context(main)), "--version", "-h,"}
    assert CliRunner().invoke(main, ["--help"]).output == help_text()


def test_an_answer_as_json_loads_no_tables():
    """What only a terminal needs is left out."""
    code = "from ono_tutor.cli.main import main; main({words}, standalone_mode=False)"
    words = ["survive", "1980", "total=92", "hand=7,H", "owes=1", "players=3", "--json"]

    assert "rich" not in loaded(code.format(words=words))

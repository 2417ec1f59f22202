"""Every command and option that people and their scripts use is there, and the help names it."""

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from ono_tutor.cli.main import main
from ono_tutor.cli.start import help_text, start

OPTIONS = {
    "learn": "--dir --no-browser --port",
    "plays": "--json",
    "play": "--json --review --transcript",
    "survive": "--json --proof",
    "threat": "--json",
    "solve": "--json --limit --proof",
    "keep": "--json --rise",
    "value": "--json --rounds --seed --table",
    "proof": "",
    "compare": "--json",
    "simulate": "--games --json --players --rules --seed --strategy --workers --against",
    "rules": "--json",
    "puzzles": "",
    "puzzles generate": "--count --kind --level --misconception --rule-point --rules --seed",
    "puzzles lint": "--json",
    "puzzles list": "--file --json --kind --level --misconception --rule-point --rules",
    "puzzles quiz": "--count --file --kind --level --misconception --rule-point --rules --seed",
    "puzzles rate": "--json --least",
    "puzzles show": "--file --json",
    "puzzles solve": "--file --json",
    "puzzles verify": "--json",
    "assign": (
        "--attempts --class --count --due --export --feedback --file --force --from-bank --kind "
        "--kinds --level --levels --misconception --misconceptions --nbgrader --opens --output "
        "--per-page --points --preview --rule-point --rule-points --rules --seed --site --swap "
        "--title "
        "--variants --without-kind --without-kinds --without-rule-point "
        "--without-rule-points -o"
    ),
    "grade": (
        "--class --json --late --output --pages --paper-answers --separator "
        "--paper-form --workers -o"
    ),
    "report": "--class --json --late --no-names --output --paper-answers --workers -o",
    "class": "--class --json --output --separator -o",
    "publish": "--address --runtime",
    "docs": "--dir --no-browser",
}
"""The options of each command; scripts that use them go on working."""


def command(path):
    """The command of these words, and its context."""
    found, context = main, click.Context(main, info_name="ono-tutor")
    for word in path.split():
        found = found.get_command(context, word)
        context = click.Context(found, info_name=word, parent=context)
    return found, context


@pytest.mark.parametrize("path", OPTIONS)
def test_no_option_is_lost(path):
    """Each command takes the options that scripts use."""
    found, _ = command(path)

    taken = {word for each in found.params for word in (*each.opts, *each.secondary_opts)}
    assert set(OPTIONS[path].split()) - taken == set()


@pytest.mark.parametrize("path", ["", "puzzles"])
def test_no_command_is_lost_or_hidden(path):
    """The commands of a group are those of the list, and its help names each."""
    found, context = command(path)
    mine = [name.removeprefix(path).strip() for name in OPTIONS if name.startswith(path)]
    wanted = {name for name in mine if name and " " not in name}

    told = CliRunner().invoke(main, [*path.split(), "--help"]).output
    assert set(found.list_commands(context)) == wanted
    assert {line.split()[0] for line in told.splitlines() if line.startswith("  ")} >= wanted


@pytest.mark.parametrize("path", ["", *OPTIONS])
def test_every_help_fits_a_terminal(path):
    """No help is cut off, no line is longer than 80 columns, and none takes over two screens."""
    done = CliRunner().invoke(main, [*path.split(), "--help"], terminal_width=80)

    lines = done.output.splitlines()
    assert done.exit_code == 0
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
    assert mine == {"ono_tutor.cli.main", "ono_tutor.cli.streams"}


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_the_help_of_the_whole_loads_neither_click_nor_the_engine(word):
    """It stands ready in a file, so that it is there at once."""
    found = loaded("from ono_tutor.cli.start import start; start()", word)

    mine = {name for name in found if name.startswith("ono_tutor")}
    assert mine == {"ono_tutor", "ono_tutor.cli", "ono_tutor.cli.start"}
    assert not found & {"click", "rich", "dataclasses", "pathlib", "typing"}


@pytest.mark.parametrize("columns", ["80", "200", "0", "no number"])
def test_the_help_of_the_whole_is_that_of_click(monkeypatch, capsys, columns):
    """The file says what click says of the commands; if not, write it again as CONTRIBUTING says."""
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setattr(sys, "argv", ["ono-tutor", "--help"])

    start()

    wanted = CliRunner().invoke(main, ["--help"], prog_name="ono-tutor", terminal_width=80)
    assert capsys.readouterr().out == wanted.output == help_text()


def test_the_help_of_the_whole_fits_a_narrow_terminal(monkeypatch, capsys):
    """Where the file is too wide, click breaks the lines."""
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr(sys, "argv", ["ono-tutor", "--help"])

    with pytest.raises(SystemExit):
        start()

    assert max(map(len, capsys.readouterr().out.splitlines())) <= 60


def test_an_answer_as_json_loads_no_tables():
    """What only a terminal needs is left out."""
    code = "from ono_tutor.cli.main import main; main({words}, standalone_mode=False)"
    words = ["survive", "1980", "total=92", "hand=7,H", "owes=1", "players=3", "--json"]

    assert "rich" not in loaded(code.format(words=words))

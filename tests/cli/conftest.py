"""The command line in a folder of its own, and what a class hands in there."""

import os
import shlex
from collections.abc import Callable, Iterator
from contextlib import chdir
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import pytest
from classroom.small_class import IN_TIME, assignment, text_of
from click.testing import CliRunner

from ono_tutor.classroom.assignment import assignment_text
from ono_tutor.cli.main import main

GOOD = """title = "Mine"
[[puzzle]]
id = "mine"
kind = "survive"
position = "1980 total=92 hand=7,R,9,O owes=2 players=3"
[[puzzle]]
id = "mine-2"
kind = "total"
position = "1980 total=12 hand=7,H"
plays = "7"
"""
BAD = """[[puzzle]]
id = "bad"
kind = "survive"
position = "1980 hand=Z"
[[puzzle]]
id = "bad"
kind = "guess"
position = "1980 hand=7"
"""
WEEK_2 = replace(assignment(), id="week-2", title="Week 2", due="2026-12-08T18:00:00Z")
FILES = {
    "mine.toml": GOOD,
    "bad.toml": GOOD.replace('title = "Mine"\n', "") + BAD,
    "moved.toml": GOOD + 'seal = "zzzz"\ndifficulty = 3\n',
    "class.csv": "learner,email\nZoë Ö,\nAnn Lee,ann@x.org\nBo,\nBo,\n",
    "aliases.csv": "learner,alias\nAnn Lee,Ann\nBen Ray,ben\n",
    "three.csv": "learner\nAnn\nBen\nEve\n",
    "namesakes.csv": "learner,class\nAnn Lee,7a\nAnn Lee,7b\n",
    "empty.csv": "",
    "colour.csv": "colour\nred\n",
    "nobody.csv": "learner\n",
    "grid.csv": "learner,1,2,3\nAnn,certain,chance,\nBo,,,\n",
    "task.json": assignment_text(assignment()),
    "task-2.json": assignment_text(WEEK_2),
    "not-a-task.json": "[]",
    "broken/zoe.json": "{",
    "in/Ann.json": text_of(assignment(), "Ann", ["certain", "lost"]),
    "in/Ben.json": text_of(assignment(), "Ben", ["lost", "chance"]),
    "in/Cem.json": text_of(assignment(), "Cem", ["certain"]),
    "in-2/Ann.json": text_of(WEEK_2, "Ann", ["certain", "lost", "chance"]),
    "in-2/Eve.json": text_of(WEEK_2, "Eve", ["lost"]),
}
"""A teacher's folder: own puzzles, class lists, two assignments, and what was handed in."""


@pytest.fixture
def room(tmp_path: Path) -> Iterator[Path]:
    """A working folder with those files, all of one time."""
    at = datetime.fromisoformat(IN_TIME).timestamp()
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
        os.utime(path, (at, at))
    with chdir(tmp_path):
        yield tmp_path


class Done(NamedTuple):
    """What a command came to."""

    status: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """All that was said, spaces tidied."""
        return " ".join((self.out + self.err).split())


Cli = Callable[..., Done]


@pytest.fixture
def cli() -> Cli:
    """Run a command line, and words that are no plain ones after it."""

    def run(line: str, *words: object, text: str = "") -> Done:
        command = [*shlex.split(line), *map(str, words)]
        done = CliRunner().invoke(main, command, input=text, prog_name="ono-tutor")
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Done(done.exit_code, done.stdout, done.stderr)

    return run

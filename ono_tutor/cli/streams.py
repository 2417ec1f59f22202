"""What the commands share: options, lines that are read, what is printed, and long work."""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from functools import wraps
from importlib.util import find_spec
from itertools import chain
from multiprocessing import get_context, parent_process
from pathlib import Path
from threading import Thread
from typing import IO, TYPE_CHECKING, Any

import click

from ono_tutor.errors import NotationError, OnoError
from ono_tutor.game.notation import LONGEST_LINE
from ono_tutor.game.position import Position

if TYPE_CHECKING:  # rich is slow to import, and an answer as JSON needs none of it
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text

Command = Callable[..., Any]

LENIENT = {"ignore_unknown_options": True}
"""Settings of a command whose words may be cards: -10 is a play, not an option."""

DEFAULTS_SHOWN = {"show_default": True}
"""Settings of a command whose help gives the default of each option that has one."""

PATH = click.Path(path_type=Path)
FILE = click.Path(dir_okay=False, path_type=Path)
FOLDER = click.Path(file_okay=False, path_type=Path)
FOLDER.name = "folder"
EXISTING_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def add_option(
    names: str, about: str = "", kind: Any = None, **more: Any
) -> Callable[[Command], Command]:
    """Make an option from its names in one text, its help, and its type."""
    return click.option(*names.split(), help=about or None, type=kind, **more)


def workers_option(about: str = "", **more: Any) -> Callable[[Command], Command]:
    """Make the option that says how many processes work."""
    return add_option("--workers", about, click.IntRange(1, 256), default=1, **more)


def json_option(about: str) -> Callable[[Command], Command]:
    """Make the option that asks for JSON."""
    return add_option("--json as_json", about, is_flag=True)


as_json_option = json_option("One JSON object a line.")


def choice_option(
    name: str, values: Iterable[str], about: str, default: str = ""
) -> Callable[[Command], Command]:
    """Make an option that takes one of some words, or members of an enum; by default the first."""
    words = list(map(str, values))
    kind = values if isinstance(values, type) else str
    more = {"default": str(default or words[0]), "callback": lambda _, __, word: kind(word)}
    return add_option(name, about, click.Choice(words), **more)


_LONGEST = 4 * LONGEST_LINE
"""The most characters of a line: a position, and many plays after it."""

_MOST_BYTES = 4 * _LONGEST + 4
"""More bytes than so many characters can have, so that a line that is cut is still too long."""


# Questions and their answers


def question(name: str) -> Callable[[Command], click.Command]:
    """Make a command of a function that answers a position; its other parameters are options.

    Its docstring is the help, and it yields as :func:`answer_lines` has it.
    """

    def make(ask: Command) -> click.Command:
        @wraps(ask)
        def answer(words: tuple[str, ...], as_json: bool, **options: Any) -> None:
            answer_lines(lambda line: ask(Position.parse(line), **options), words, as_json)

        words = click.argument("words", nargs=-1, required=True, metavar="POSITION")
        command = click.command(name, context_settings=LENIENT)
        return command(words(as_json_option(answer)))

    return make


def answer_lines(
    ask: Callable[[str], Iterator[object]], words: tuple[str, ...], as_json: bool
) -> None:
    """Answer the line that the words make, or each line of standard input for a lone ``-``.

    An answer is the contract's JSON and then, unless the JSON is for people as well, the texts and
    tables to print for them. A bad line is answered by an error, and the run goes on. Exits with
    status 1 if there was one, and with status 2 for an unknown option.
    """
    for word in words:  # click leaves -5 alone, as a card may be, and every other option too
        if word.startswith("-") and word != "-" and not word[1].isdigit():
            raise click.NoSuchOption(word.partition("=")[0])
    is_sound = True
    for line in read_lines(sys.stdin.buffer) if words == ("-",) else (" ".join(words),):
        try:
            if len(line) > _LONGEST:
                message = f"the line is longer than {_LONGEST} characters, the most that are read"
                raise NotationError(message, word=line)
            answer = ask(line)
            data = next(answer)
            first = None if as_json else next(answer, None)
            if first is None:
                click.echo(json.dumps(data))
                continue
            out = console()
            for part in chain([first], answer):
                out.print(part, markup=False)
        except OnoError as error:
            print_error(error, as_json)
            is_sound = False
    if not is_sound:
        raise SystemExit(1)


def read_lines(stream: IO[bytes]) -> Iterator[str]:
    """Yield the lines of a stream that are not blank, each read no further than it may be long.

    Of an over-long line the start is given, which is still too long.
    """
    while raw := stream.readline(_MOST_BYTES):
        rest = raw
        while rest and not rest.endswith(b"\n"):
            rest = stream.readline(_MOST_BYTES)
        line = raw.decode("utf-8", errors="backslashreplace").rstrip("\r\n")
        if line.strip() or len(line) > _LONGEST:
            yield line


# What is printed


def console(*, wraps: bool = False) -> "Console":
    """Return a console that wraps lines in a terminal alone: a pipe gets them whole.

    One that ``wraps`` does so in a pipe too.
    """
    from rich.console import Console  # noqa: PLC0415

    return Console(highlight=False, soft_wrap=not (wraps or sys.stdout.isatty()))


def table(title: str, headings: Iterable[str], rows: Iterable[Iterable[object]]) -> "Table":
    """Return a table with a title above it and a heading for each column."""
    from rich.table import Table  # noqa: PLC0415

    made = Table(*headings, title=title, title_justify="left")
    for row in rows:
        made.add_row(*("–" if cell is None else str(cell) for cell in row))
    return made


def bold(text: object) -> "Text":
    """Return a text in bold letters."""
    from rich.text import Text  # noqa: PLC0415

    return Text(str(text), style="bold")


def progress_bar() -> "Progress":
    """Return a progress bar on standard error, which only a terminal shows."""
    from rich import progress  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415

    return progress.Progress(
        progress.TextColumn("{task.description}"),
        progress.BarColumn(),
        progress.MofNCompleteColumn(),
        progress.TimeRemainingColumn(),
        console=Console(stderr=True),
        disable=not sys.stderr.isatty(),
    )


def print_json(value: object) -> None:
    """Print a value as a line of JSON, its letters as they are."""
    click.echo(json.dumps(value, ensure_ascii=False))


def print_error(error: OnoError, as_json: bool) -> None:
    """Say an error, as the answer or beside the answers."""
    if as_json:
        click.echo(json.dumps(error.as_json()))
    else:
        click.echo(f"error ({error.kind}): {error.message}", err=True)


def check_extra(module: str, extra: str) -> None:
    """Raise :class:`click.ClickException` unless a module is there that an extra brings."""
    if find_spec(module) is None:
        how = f'in the project\'s folder run pip install ".[{extra}]"'
        raise click.ClickException(f"{module} is missing: {how}")


@contextmanager
def report_errors(as_json: bool = False) -> Iterator[None]:
    """Say an error of what is done inside, and exit with status 1."""
    try:
        yield
    except OnoError as error:
        print_error(error, as_json)
        raise SystemExit(1) from None


# Long work


@contextmanager
def ignore_interrupts() -> Iterator[None]:
    """Ignore Ctrl+C during a step that is over in a moment."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def worker_pool(count: int) -> Iterator[Executor | None]:
    """Start a pool of processes for more than one worker.

    Ctrl+C is for this process alone: workers inherit that it is ignored, and finish their pieces.
    """
    if count == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor, process  # noqa: PLC0415 - slow to import

    pool = ProcessPoolExecutor(count, get_context("spawn"), _end_with_parent)
    with ignore_interrupts():
        for _ in range(count):
            pool.submit(os.getpid)  # each begins a worker
    try:
        yield pool
    except process.BrokenProcessPool as error:
        message = "a worker was ended from outside, perhaps for want of memory; nothing was written"
        raise click.ClickException(message) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """End this process with the one that started it, however that ends."""
    parent = parent_process()
    assert parent is not None

    def wait_for_the_end() -> None:
        parent.join()
        os._exit(1)

    Thread(target=wait_for_the_end, daemon=True).start()

"""One question asked of one position, or of a stream of them."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches
from typing import IO

import click
from rich.console import Console

from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.game.reader import LONGEST_LINE
from ono_tutor.render.answers import Json

Answer = tuple[Json, Callable[[Console], None]]
"""An answer twice: as the contract's JSON, and as a way to print it for people."""

_LONGEST = 4 * LONGEST_LINE
"""The most characters of a line: a position, and many plays after it."""

_MOST_BYTES = 4 * _LONGEST + 4
"""More bytes than so many characters can have, so that a line that is cut is still too long."""


def answer_all(ask: Callable[[str], Answer], words: tuple[str, ...], as_json: bool) -> None:
    """Answer the line that the words make, or each line of standard input for a lone ``-``.

    A bad line is answered by an error, and the run goes on. Exits with status 1 if there was one,
    and with status 2 for an option that there is not.
    """
    _refuse_options(words)
    lines = read_lines(sys.stdin.buffer) if words == ("-",) else iter([" ".join(words)])
    is_sound = True
    for line in lines:
        is_sound &= _answer_one(ask, line, as_json)
    if not is_sound:
        raise SystemExit(1)


def _refuse_options(words: tuple[str, ...]) -> None:
    """A word that click has left because it may be a card, as -10 is, must be one or a lone -."""
    for word in words:
        if word.startswith("-") and word != "-" and not word[1].isdigit():
            name, context = word.partition("=")[0], click.get_current_context()
            known = [name for parameter in context.command.params for name in parameter.opts]
            raise click.NoSuchOption(name, possibilities=get_close_matches(name, known))


def _answer_one(ask: Callable[[str], Answer], line: str, as_json: bool) -> bool:
    try:
        if len(line) > _LONGEST:
            message = f"the line is longer than {_LONGEST} characters, the most that are read"
            raise NotationError(message, word=line)
        found, show = ask(line)
    except OnoError as error:
        tell_error(error, as_json)
        return False
    if as_json:
        click.echo(json.dumps(found))
    else:
        show(Console(highlight=False, soft_wrap=not sys.stdout.isatty()))
    return True


def tell_error(error: OnoError, as_json: bool) -> None:
    """Say an error, as the answer or beside the answers."""
    if as_json:
        click.echo(json.dumps(error.as_json()))
    else:
        click.echo(f"error ({error.kind}): {error.message}", err=True)


@contextmanager
def errors_told(as_json: bool) -> Iterator[None]:
    """Say an error of what is done inside, and exit with status 1."""
    try:
        yield
    except OnoError as error:
        tell_error(error, as_json)
        raise SystemExit(1) from None


def read_lines(stream: IO[bytes]) -> Iterator[str]:
    """The lines of a stream that are not blank, each read no further than it may be long.

    Of an over-long line the start is given, which is still too long.
    """
    while raw := stream.readline(_MOST_BYTES):
        _skip_rest(stream, raw)
        line = raw.decode("utf-8", errors="backslashreplace").rstrip("\r\n")
        if line.strip() or len(line) > _LONGEST:
            yield line


def _skip_rest(stream: IO[bytes], raw: bytes) -> None:
    while raw and not raw.endswith(b"\n"):
        raw = stream.readline(_MOST_BYTES)


def split_plays(words: Iterable[str]) -> tuple[str, list[str]]:
    """The position's line and the plays of the words ``POSITION PLAY…`` or ``POSITION | PLAY…``."""
    line, bar, plays = " ".join(words).partition("|")
    if bar:
        return line.strip(), plays.split()
    return _split_by_form(line.split())


def _split_by_form(words: list[str]) -> tuple[str, list[str]]:
    """The first word names the rule set; the position's other words are ``key=value``."""
    ends = [place for place, word in enumerate(words) if place and "=" not in word]
    cut = ends[0] if ends else len(words)
    if any("=" in word for word in words[cut:]):
        word = next(word for word in words[cut:] if "=" in word)
        raise NotationError(f"{quoted(word)} stands among the plays", word=word)
    return " ".join(words[:cut]), words[cut:]

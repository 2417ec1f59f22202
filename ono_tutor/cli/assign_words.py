"""What the words of ``ono-tutor assign`` say: lists, times, addresses, and where puzzles are."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path
from urllib.parse import urlsplit

import click

from ono_tutor.classroom.assigning.making import due_time
from ono_tutor.classroom.assigning.wish import Wish
from ono_tutor.cli.puzzle_choice import Filters
from ono_tutor.errors import NotationError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.puzzle_file import PuzzleFile, read_file
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.catalogue import ruleset

PAGE = "practice.html"
"""The page of the docs site that a link leads to."""

EVERYTHING = Filters()
"""Filters that ask for nothing, or leave nothing out."""

_LEVELS = re.compile(r"([1-5])(?:-([1-5]))?")


def lists(_: object, __: object, given: tuple[str, ...]) -> tuple[str, ...]:
    """The words of an option that takes them parted by commas, and several times; each once."""
    words = (word.strip() for each in given for word in each.split(","))
    return tuple(dict.fromkeys(filter(None, words)))


def levels(_: object, __: object, given: tuple[str, ...]) -> tuple[int, ...]:
    """The levels, each written as a number or from one to another: ``1,3-5``."""
    found = (level for word in lists(_, __, given) for level in _levels(word))
    return tuple(dict.fromkeys(found))


def _levels(word: str) -> Iterable[int]:
    found = _LEVELS.fullmatch(word)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if first > last:
        message = f"{quoted(word)} is no level; write 2, or 2,4, or 2-4, from 1 to 5"
        raise click.BadParameter(message)
    return range(first, last + 1)


def some_of(known: Collection[str]) -> Callable[[object, object, tuple[str, ...]], tuple[str, ...]]:
    """Takes words parted by commas of those that are known, and of no others."""

    def take(_: object, __: object, given: tuple[str, ...]) -> tuple[str, ...]:
        words = lists(_, __, given)
        for word in words:
            if word not in known:
                raise click.BadParameter(f"{quoted(word)} is none of {', '.join(known)}")
        return words

    return take


def seed(_: object, __: object, word: str) -> str:
    """The seed, a text that every system writes alike."""
    if not word.isprintable():
        raise click.BadParameter(f"{quoted(word)} has characters that cannot be seen")
    return word


def due(_: object, __: object, words: str | None) -> str:
    """The time in UTC; empty for none."""
    try:
        return due_time(words) if words else ""
    except NotationError as error:
        raise click.BadParameter(error.message) from error


def site(_: object, __: object, words: str | None) -> str:
    """The address of the practice page on a site; the page alone where no site is named."""
    if not words:
        return PAGE
    message = f"{quoted(words)} is no address of a site; write it as https://example.org/docs/"
    try:
        parts = urlsplit(words)
        is_site = parts.scheme in ("http", "https") and bool(parts.hostname)
    except ValueError:
        is_site = False
    if not is_site or not words.isprintable() or set(words) & set(' #?"<>\\'):
        raise click.BadParameter(message)
    return words if words.endswith(f"/{PAGE}") else f"{words.rstrip('/')}/{PAGE}"


def wish_of(filters: Filters, without: Filters = EVERYTHING, *, holds_back: bool = True) -> Wish:
    """What the filters ask for, without the kinds and rule points of the second ones.

    Raises :class:`NotationError` for a name that is none, for a rule point that no question
    can be asked about, and for what is both asked for and left out.
    """
    filters.check()
    without.check()
    for point in filters.rule_points:
        if point in UNASKABLE:
            message = f"no puzzle is about the rule point {point}: {UNASKABLE[point]}"
            raise NotationError(message, word=point)
    _check_apart("kind", filters.kinds, without.kinds)
    _check_apart("rule point", filters.rule_points, without.rule_points)
    return Wish(
        tuple(ruleset(name).name for name in filters.rules),
        filters.kinds,
        filters.rule_points,
        filters.misconceptions,
        filters.levels,
        without.kinds,
        without.rule_points,
        holds_back,
    )


def _check_apart(what: str, asked: Iterable[str], left_out: Collection[str]) -> None:
    for name in asked:
        if name in left_out:
            message = f"the {what} {quoted(name)} is both asked for and left out"
            raise NotationError(message, word=name)


def sound_file(path: Path) -> PuzzleFile:
    """A teacher's file without a fault; each fault is told, and stops."""
    found = read_file(path)
    for fault in found.faults:
        click.echo(f"error ({fault.kind}): {fault}", err=True)
    if found.faults:
        raise SystemExit(1)
    return found


def named(words: tuple[str, ...], file: PuzzleFile | None) -> tuple[Entry, ...]:
    """The puzzles that words name, in their order: ids, and of the bank sets as well.

    Raises :class:`NotationError` for a word that names none, and for a puzzle named twice.
    """
    known = {entry.id: entry for entry in file.entries} if file else bank.index()
    found: dict[str, Entry] = {}
    for entry in (entry for word in words for entry in _named(word, known, file is None)):
        if entry.id in found:
            raise NotationError(f"the puzzle {quoted(entry.id)} is named twice", word=entry.id)
        found[entry.id] = entry
    return tuple(found.values())


def _named(word: str, known: Mapping[str, Entry], has_sets: bool) -> tuple[Entry, ...]:
    sets = bank.sets() if has_sets else []
    if word in sets:
        return bank.entries_of_set(word)
    if word in known:
        return (known[word],)
    near = get_close_matches(word, [*sets, *known], 3) if len(word) <= 60 else []
    perhaps = f"; perhaps {', '.join(near)}" if near else ""
    if not has_sets:
        raise NotationError(f"the file has no puzzle {quoted(word)}{perhaps}", word=word)
    listed = ", ".join(sets)
    message = f"there is no puzzle and no set {quoted(word)}{perhaps}; the sets are {listed}"
    raise NotationError(message, word=word)

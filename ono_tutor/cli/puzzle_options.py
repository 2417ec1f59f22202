"""Options that choose puzzles: filters, a teacher's file, ids and sets; and how lists are read."""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ono_tutor.classroom.assignment import MOST_POINTS, entries_by_set_id
from ono_tutor.cli.streams import EXISTING_FILE, Command, add_option
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.puzzle_file import PuzzleFile, read_file


def split_words(_: object, __: object, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of an option that takes them with commas, and several times; each once."""
    split = (word.strip() for each in words for word in each.split(","))
    return tuple(dict.fromkeys(filter(None, split)))


def split_levels(_: object, __: object, words: tuple[str, ...]) -> tuple[int, ...]:
    """Return the levels, each written as a number or from one to another: ``1,3-5``."""
    levels: list[int] = []
    for word in split_words(_, __, words):
        if not re.fullmatch(r"[1-5](-[1-5])?", word) or word[0] > word[-1]:
            message = f"{quoted(word)} is no level; write 2, or 2,4, or 2-4, from 1 to 5"
            raise click.BadParameter(message)
        levels += range(int(word[0]), int(word[-1]) + 1)
    return tuple(dict.fromkeys(levels))


def split_numbers(_: object, __: object, words: str) -> tuple[int, ...]:
    """Return the numbers of an option that takes them with commas."""
    parts = [word.strip() for word in words.split(",") if word]
    if not all(word.isdecimal() and 1 <= int(word) <= MOST_POINTS for word in parts):
        wanted = f"whole numbers from 1 to {MOST_POINTS}, such as 3,7"
        raise click.BadParameter(f"{quoted(words)} is no list of {wanted}")
    return tuple(map(int, parts))


def option_callback(read: Callable[[Any], object], empty: object = None) -> Callable[..., object]:
    """Return the callback of an option whose value, if it has one, is read by this function."""

    def callback(_: object, __: object, word: object) -> object:
        try:
            return read(word) if word else empty
        except OnoError as error:
            raise click.BadParameter(error.message) from error

    return callback


def list_option(
    names: str, about: str, read: Callable[..., object] = split_words
) -> Callable[[Command], Command]:
    """Make an option that takes words with commas between, and may be used several times."""
    return add_option(names, about, multiple=True, callback=read, metavar="A,B")


def filter_options(command: Command) -> Command:
    """Add the filters as options; the command gets them as one ``filters``, not yet checked."""

    @list_option("--rules", "Rule set: 1980, or one with options in full.")
    @list_option("--kinds --kind kinds", "Kind of question.")
    @list_option("--rule-points --rule-point rule_points", "Id of a rule point.")
    @list_option("--levels --level levels", "1 to 5; 2-4 is 2,3,4.", split_levels)
    @list_option("--misconceptions --misconception misconceptions", "Id of a misconception.")
    @wraps(command)
    def filtered(*args: Any, **options: Any) -> Any:
        names = ("rules", "kinds", "rule_points", "levels", "misconceptions")
        filters = PuzzleFilter(**{name: options.pop(name) for name in names})
        return command(*args, filters=filters, **options)

    return filtered


file_option = add_option("--file", "A teacher's file, in place of the bank.", EXISTING_FILE)


def read_sound_file(path: Path) -> PuzzleFile:
    """Return a teacher's file. Raises :class:`NotationError` with each fault, if it has one."""
    file = read_file(path)
    if file.faults:
        raise NotationError("\n".join(map(str, file.faults)), word=str(path))
    return file


def entries_by_id(path: Path | None) -> Mapping[str, Entry]:
    """Return the puzzles of a teacher's file, or of the bank, by id."""
    if path is None:
        return bank.index()
    return {entry.id: entry for entry in read_sound_file(path).entries}


def find_entries(words: tuple[str, ...], path: Path | None) -> tuple[Entry, ...]:
    """Return the puzzles that words name, in their order: ids, and of the bank sets as well.

    A puzzle of the bank may have the id under which it is set for a class. Raises
    :class:`NotationError` for a word that names none, and for a puzzle named twice.
    """
    entries, sets = entries_by_id(path), [] if path else bank.sets()
    named: dict[str, Entry] = {}
    for word in words:
        if word in sets:
            found = bank.entries_of_set(word)
        elif entry := entries.get(word) or (None if path else entries_by_set_id().get(word)):
            found = (entry,)
        else:
            others = f"and no set of this name; the sets are {', '.join(sets)}"
            where = f"in {path}" if path else others
            raise NotationError(f"there is no puzzle {quoted(word)} {where}", word=word)
        for entry in found:
            if entry.id in named:
                raise NotationError(f"the puzzle {quoted(entry.id)} is named twice", word=entry.id)
            named[entry.id] = entry
    return tuple(named.values())


def find_entry(puzzle_id: str, path: Path | None) -> Entry:
    """Return the one puzzle that a word names. Raises :class:`NotationError`."""
    found = find_entries((puzzle_id,), path)
    if len(found) > 1:
        message = f"{quoted(puzzle_id)} is a set of {len(found)} puzzles; name one by its id"
        raise NotationError(message, word=puzzle_id)
    return found[0]

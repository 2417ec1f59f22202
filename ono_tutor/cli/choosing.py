"""Options that choose puzzles: filters, a teacher's file, ids and sets."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ono_tutor.classroom.assignment_link import entries_by_set_id
from ono_tutor.classroom.choose.filters import Filters
from ono_tutor.cli.streams import Command
from ono_tutor.errors import NotationError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.search import check_names
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle_file import PuzzleFile, read_file
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import ruleset

_LEVELS = re.compile(r"([1-5])(?:-([1-5]))?")


def split_words(_: object, __: object, given: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of an option that takes them with commas, and several times; each once."""
    words = (word.strip() for each in given for word in each.split(","))
    return tuple(dict.fromkeys(filter(None, words)))


def split_levels(_: object, __: object, given: tuple[str, ...]) -> tuple[int, ...]:
    """Return the levels, each written as a number or from one to another: ``1,3-5``."""
    found = (level for word in split_words(_, __, given) for level in _levels(word))
    return tuple(dict.fromkeys(found))


def _levels(word: str) -> Iterable[int]:
    found = _LEVELS.fullmatch(word)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
    if first > last:
        message = f"{quoted(word)} is no level; write 2, or 2,4, or 2-4, from 1 to 5"
        raise click.BadParameter(message)
    return range(first, last + 1)


def list_option(
    names: str, about: str, take: Callable[..., object] = split_words
) -> Callable[[Any], Any]:
    """Make an option that takes words with commas between, and may be given several times."""
    return click.option(*names.split(), multiple=True, callback=take, metavar="A,B", help=about)


_FILTERS = (
    list_option("--rules", "Rule set: 1980, or one with options in full."),
    list_option("--kinds --kind kinds", "Kind of question."),
    list_option("--rule-points --rule-point rule_points", "Id of a rule point."),
    list_option("--levels --level levels", "1 to 5; 2-4 is 2,3,4.", split_levels),
    list_option("--misconceptions --misconception misconceptions", "Id of a misconception."),
)


def filter_options(command: Command) -> Command:
    """Give a command the filters as options; it gets them as one ``filters``, not yet checked."""

    @wraps(command)
    def packed(*args: Any, **given: Any) -> Any:
        names = ("rules", "kinds", "rule_points", "levels", "misconceptions")
        return command(*args, filters=Filters(**{name: given.pop(name) for name in names}), **given)

    for option in reversed(_FILTERS):
        packed = option(packed)
    return packed


def checked_filters(filters: Filters) -> Filters:
    """Return the filters with each rule set's whole name.

    Raises :class:`NotationError` for a name that is not known.
    """
    for point in (*filters.rule_points, *filters.without_rule_points):
        rule_point(point)
    check_names("kind of puzzle", (*filters.kinds, *filters.without_kinds), KINDS)
    check_names("misconception", filters.misconceptions, misconceptions())
    return replace(filters, rules=tuple(ruleset(name).name for name in filters.rules))


from_file = click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A teacher's file, in place of the bank.",
)


def entries_by_id(file: Path | None) -> dict[str, Entry]:
    """Return the puzzles of a teacher's file, or of the bank, by id.

    Raises :class:`NotationError` for a file in which no puzzle is sound.
    """
    if file is None:
        return dict(bank.index())
    found = read_file(file)
    if not found.entries:
        raise NotationError(str(found.faults[0]), word=str(file))
    return {entry.id: entry for entry in found.entries}


def entry_named(puzzle_id: str, file: Path | None) -> Entry:
    """Return the puzzle with this id, or of the bank with that under which it is set for a class.

    Raises :class:`NotationError` where there is none.
    """
    if file is None:
        with suppress(NotationError):
            return bank.entry(puzzle_id)
        found = entries_by_set_id().get(puzzle_id)
        return found or bank.entry(puzzle_id)
    entries = entries_by_id(file)
    if puzzle_id not in entries:
        message = f"there is no puzzle {quoted(puzzle_id)} in {file}"
        raise NotationError(message, word=puzzle_id)
    return entries[puzzle_id]


def entries_named(words: tuple[str, ...], file: PuzzleFile | None) -> tuple[Entry, ...]:
    """Return the puzzles that words name, in their order: ids, and of the bank sets as well.

    Raises :class:`NotationError` for a word that names none, and for a puzzle named twice.
    """
    entries = {entry.id: entry for entry in file.entries} if file else bank.index()
    sets = [] if file else bank.sets()
    found: dict[str, Entry] = {}
    for entry in (entry for word in words for entry in _named(word, entries, sets)):
        if entry.id in found:
            raise NotationError(f"the puzzle {quoted(entry.id)} is named twice", word=entry.id)
        found[entry.id] = entry
    return tuple(found.values())


def _named(word: str, entries: Mapping[str, Entry], sets: Collection[str]) -> tuple[Entry, ...]:
    if word in sets:
        return bank.entries_of_set(word)
    if word in entries:
        return (entries[word],)
    if sets and word in entries_by_set_id():
        return (entries_by_set_id()[word],)
    near = get_close_matches(word, [*sets, *entries], 3) if len(word) <= 60 else []
    perhaps = f"; perhaps {', '.join(near)}" if near else ""
    if not sets:
        raise NotationError(f"the file has no puzzle {quoted(word)}{perhaps}", word=word)
    message = f"there is no puzzle and no set {quoted(word)}{perhaps}"
    raise NotationError(f"{message}; the sets are {', '.join(sets)}", word=word)

"""Options that choose puzzles: filters, a teacher's file, ids and sets; and how lists are read."""

import re
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from functools import wraps
from pathlib import Path
from typing import Any

import click

from ono_tutor.classroom.assignment import entries_by_set_id
from ono_tutor.classroom.assignment_file import MOST_POINTS
from ono_tutor.cli.streams import EXISTING_FILE, Command
from ono_tutor.errors import NotationError, OnoError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.puzzle_file import PuzzleFile, read_file
from ono_tutor.puzzles.task import UNASKABLE

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


def split_points(_: object, __: object, words: str) -> int | tuple[int, ...]:
    """Return the points of each puzzle, or of one after the other."""
    found = tuple(int(word) if word.isdigit() else 0 for word in words.split(","))
    if not all(1 <= count <= MOST_POINTS for count in found):
        message = f"points are whole numbers from 1 to {MOST_POINTS}, such as 2 or 2,1,3"
        advice = "for half points make all of them twice as many"
        raise click.BadParameter(f"{message}, not {quoted(words)}; {advice}")
    return found[0] if len(found) == 1 else found


def split_numbers(_: object, __: object, words: str) -> tuple[int, ...]:
    """Return the numbers of an option that takes them with commas."""
    found = [word.strip() for word in words.split(",")] if words else []
    if not all(word.isascii() and word.isdigit() for word in found):
        raise click.BadParameter(f"{quoted(words)} is no list of numbers such as 3 or 3,7")
    return tuple(map(int, found))


def seen_text(_: object, __: object, word: str) -> str:
    """Return a text that every system writes alike."""
    if not word.isprintable():
        raise click.BadParameter(f"{quoted(word)} has characters that cannot be seen")
    return word


def option_callback(read: Callable[[Any], object]) -> Callable[..., object]:
    """Return the callback of an option that is read so, if it is given."""

    def callback(_: object, __: object, given: object) -> object:
        try:
            return read(given) if given else None
        except OnoError as error:
            raise click.BadParameter(error.message) from error

    return callback


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
        return command(
            *args, filters=PuzzleFilter(**{name: given.pop(name) for name in names}), **given
        )

    for option in reversed(_FILTERS):
        packed = option(packed)
    return packed


def check_askable(filters: PuzzleFilter) -> None:
    """Raise :class:`NotationError` for what no question is about, and for what is left out too."""
    for point in filter(UNASKABLE.__contains__, filters.rule_points):
        message = f"no puzzle is about the rule point {point}: {UNASKABLE[point]}"
        raise NotationError(message, word=point)
    for what, asked, left_out in (
        ("kind", filters.kinds, filters.without_kinds),
        ("rule point", filters.rule_points, filters.without_rule_points),
    ):
        for name in (each for each in asked if each in left_out):
            message = f"the {what} {quoted(name)} is both asked for and left out"
            raise NotationError(message, word=name)


from_file = click.option(
    "--file",
    "file",
    type=EXISTING_FILE,
    help="A teacher's file, in place of the bank.",
)


def sound_file(path: Path) -> PuzzleFile:
    """Return a teacher's file without a fault; print each fault and stop."""
    found = read_file(path)
    for fault in found.faults:
        click.echo(f"error ({fault.kind}): {fault}", err=True)
    if found.faults:
        raise SystemExit(1)
    return found


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

    Raises :class:`NotationError` if there is none.
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

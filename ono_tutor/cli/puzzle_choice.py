"""Which puzzles a command is about: those of the bank or of a file that pass the filters."""

from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from ono_tutor.errors import NotationError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle_file import read_file
from ono_tutor.rules.book import misconceptions, rule_point
from ono_tutor.rules.catalogue import ruleset

Command = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Filters:
    """What the puzzles are to have; where a field is empty, anything will do."""

    rules: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    rule_points: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    levels: tuple[int, ...] = ()

    def check(self) -> None:
        """Return if all these names are known.

        Raises :class:`NotationError` for one that is not.
        """
        for name in self.rules:
            ruleset(name)
        for rule in self.rule_points:
            rule_point(rule)
        _check("kind of puzzle", self.kinds, KINDS)
        _check("misconception", self.misconceptions, misconceptions())

    def passes(self, entry: Entry) -> bool:
        """Whether a puzzle has one of each that is named."""
        return (
            (not self.rules or entry.rules in self.rules or entry.key in self.rules)
            and (not self.kinds or entry.kind in self.kinds)
            and (not self.rule_points or bool(set(self.rule_points) & set(entry.rule_points)))
            and (
                not self.misconceptions
                or bool(set(self.misconceptions) & set(entry.misconceptions))
            )
            and (not self.levels or level_of(entry.difficulty) in self.levels)
        )


def _meet(wanted: tuple[object, ...], given: tuple[object, ...]) -> bool:
    return not wanted or not set(wanted).isdisjoint(given)


def _check(what: str, given: Iterable[str], known: Collection[str]) -> None:
    for name in given:
        if name not in known:
            message = f"{quoted(name)} is no {what}; there are {', '.join(known)}"
            raise NotationError(message, word=name)


def filtered(command: Command) -> Command:
    """Give a command the filters as options; each may be given several times."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


_OPTIONS = (
    click.option("--rules", multiple=True, help="Rule set: 1980, or one with options in full."),
    click.option("--kind", "kinds", multiple=True, help="Kind of question."),
    click.option("--rule-point", "rule_points", multiple=True, help="Id of a rule point."),
    click.option("--level", "levels", multiple=True, type=click.IntRange(1, 5), help="1 to 5."),
    click.option("--misconception", "misconceptions", multiple=True, help="Id of a misconception."),
)

from_file = click.option(
    "--file",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A teacher's file, in place of the bank.",
)


def known(file: Path | None) -> dict[str, Entry]:
    """The puzzles of a teacher's file, or of the bank, by id.

    Raises :class:`NotationError` for a file in which no puzzle is sound.
    """
    if file is None:
        return dict(bank.index())
    found = read_file(file)
    if not found.entries:
        raise NotationError(str(found.faults[0]), word=str(file))
    return {entry.id: entry for entry in found.entries}


def one(puzzle_id: str, file: Path | None) -> Entry:
    """The puzzle with this id.

    Raises :class:`NotationError` where there is none.
    """
    if file is None:
        return bank.entry(puzzle_id)
    entries = known(file)
    if puzzle_id not in entries:
        message = f"there is no puzzle {quoted(puzzle_id)} in {file}"
        raise NotationError(message, word=puzzle_id)
    return entries[puzzle_id]

"""A set of puzzles on exactly the rules of a table, with any options.

Positions of the bank are asked anew under these rules: each answer is computed by them. A puzzle
about a chosen option is one whose answer that option changes.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import chain, zip_longest

from ono_tutor.errors import OnoError
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, id_of
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.rules.catalogue import without_option
from ono_tutor.rules.option import Option
from ono_tutor.rules.ruleset import RuleSet

OF_TABLE = "rules:"
"""What stands before the rules where a set is named: ``rules: 1980+ono99=suicide``."""

COUNT = 12
EACH = 3
"""Puzzles of a set, and how many of them are about one option."""

LEFT_OUT = frozenset({"edition", "line", "threat"})
"""Kinds about other rules than the table's, or that take too long to answer in a browser."""

MOST_TRIED = 150
"""Positions that are tried for one option."""

LARGEST = 200
"""The largest denominator of a chance that is asked for."""


def puzzles_on(rules: RuleSet) -> tuple[Puzzle, ...]:
    """Return puzzles under these rules, the same ones every time: first on what was chosen.

    No more than three are about one option; the rest goes through the kinds of question in turn.
    """
    known = (entry for entry in bank.index().values() if entry.key == rules.key)
    fit = [entry for entry in known if entry.kind not in LEFT_OUT]
    entries = SeededRandom(rules.name).shuffled(fit)
    chosen = rules.changed_options
    each = min(EACH, max(1, COUNT // max(1, len(chosen))))
    found: dict[str, Puzzle] = {}
    for option in chosen:
        found |= {puzzle.id: puzzle for puzzle in _about(option, rules, entries, each)}
    for puzzle in _mixed(rules, entries):
        if len(found) >= COUNT:
            break
        found.setdefault(puzzle.id, puzzle)
    return tuple(found.values())[:COUNT]


def _about(
    option: Option, rules: RuleSet, entries: Sequence[Entry], count: int
) -> Iterator[Puzzle]:
    """Yield puzzles whose answer this option changes."""
    default = without_option(rules, option.name)
    touching = [entry for entry in entries if option.point in entry.rule_points]
    for entry in touching[:MOST_TRIED]:
        puzzle = _asked(entry, rules)
        if puzzle is not None and _answer(puzzle) != _answer(_asked(entry, default)):
            yield puzzle
            count -= 1
        if not count:
            return


def _mixed(rules: RuleSet, entries: Sequence[Entry]) -> Iterator[Puzzle]:
    """Yield puzzles of one kind after the other, where there is something to think about."""
    by_kind: dict[str, list[Entry]] = {}
    for entry in entries:
        if entry.rules in (rules.key, rules.name):
            by_kind.setdefault(entry.kind, []).append(entry)
    for entry in filter(None, chain.from_iterable(zip_longest(*by_kind.values()))):
        puzzle = _asked(entry, rules)
        if puzzle is not None and not KINDS[entry.kind].is_plain(puzzle.task, puzzle.answer):
            yield puzzle


def _asked(entry: Entry, rules: RuleSet) -> Puzzle | None:
    """Return a puzzle of the bank under these rules; None where it cannot be asked under them."""
    position = " ".join((rules.name, *entry.position.split()[1:]))
    with suppress(OnoError):
        puzzle = Puzzle.of(Entry("", entry.kind, position, entry.plays, entry.claim))
        answer = puzzle.answer
        if not isinstance(answer, Fraction) or answer.denominator <= LARGEST:
            return replace(puzzle, id=id_of(*puzzle.words))
    return None


def _answer(puzzle: Puzzle | None) -> object:
    return None if puzzle is None else puzzle.answer_as_json()

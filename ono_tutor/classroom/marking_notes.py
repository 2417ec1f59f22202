"""What is said of answers that count for nothing because of the puzzle they are to."""

from collections.abc import Mapping
from itertools import islice

from ono_tutor.errors import quoted
from ono_tutor.i18n import N_, format_list, lazy_gettext

MOST_NAMED = 2
"""Puzzles that are named of many."""


def others_note(counts: Mapping[str, int]) -> str:
    """What is said of answers to puzzles of others, so many to each puzzle; at least to one."""
    if len(counts) == 1:
        return str(lazy_gettext(_NOT_YOURS, puzzle=quoted(next(iter(counts)))))
    return str(lazy_gettext(_NOT_YOURS_MANY, count=sum(counts.values())))


def not_here_note(counts: Mapping[str, int]) -> str:
    """What is said of answers to puzzles that nobody was set, so many to each; at least to one."""
    names = format_list([quoted(puzzle) for puzzle in islice(counts, MOST_NAMED)])
    if len(counts) == 1:
        return str(lazy_gettext(_NOT_HERE, puzzle=names))
    return str(lazy_gettext(_NOT_HERE_MANY, count=sum(counts.values()), puzzles=names))


_NOT_YOURS = N_("The puzzle {puzzle} was dealt to others; the answer to it does not count.")
_NOT_YOURS_MANY = N_("{count} answers are to puzzles that were dealt to others; none counts.")
_NOT_HERE = N_("The puzzle {puzzle} is not in this assignment; the answer does not count.")
_NOT_HERE_MANY = N_(
    "{count} answers are to puzzles that are not in this assignment, such as {puzzles}; none of "
    "them counts."
)

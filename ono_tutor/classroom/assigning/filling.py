"""Puzzles made where those that there are do not suffice."""

from collections.abc import Iterator
from dataclasses import replace

from ono_tutor.classroom.assigning.taken import Taken
from ono_tutor.classroom.assigning.wish import Wish
from ono_tutor.puzzles.dice import Dice
from ono_tutor.puzzles.difficulty import level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generator import search


def new_puzzles(wish: Wish, seed: str, count: int, taken: Taken) -> Iterator[Entry]:
    """Up to so many new puzzles that a wish asks for, the same from the same seed.

    Plain rule sets are looked at first. A search in vain takes half a minute.
    """
    found, made = taken.found, 0
    for wanted in dict.fromkeys((wish.plainly_wanted, wish.widely_wanted)):
        for entry in search(Dice(seed), wanted, found, count - made):
            made += 1
            yield entry


def new_like(entry: Entry, wish: Wish, seed: str, count: int, taken: Taken) -> Iterator[Entry]:
    """Up to so many new puzzles of the kind, the rule set and the level of another one.

    What the wish asks for beside these, they show as well.
    """
    level = level_of(entry.difficulty).value
    like = replace(wish, kinds=(entry.kind,), rules=(entry.rules,), levels=(level,))
    words = f"{seed}\n{entry.kind}\n{entry.rules}\n{level}"
    return search(Dice(words), like.plainly_wanted, taken.found, count)

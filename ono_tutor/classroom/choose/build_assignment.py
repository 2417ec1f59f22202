"""An assignment made of puzzles and of how they are to be done."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.classroom.assignment_file import MOST_ITEMS, assignment_text, checked_title
from ono_tutor.classroom.choose.choosing import seeded_order
from ono_tutor.classroom.choose.filters import Filters
from ono_tutor.classroom.choose.new_puzzles import UsedPuzzles, new_like
from ono_tutor.classroom.choose.parallel_items import ItemPools, Pool, draw_pools
from ono_tutor.classroom.choose.prerequisites import prerequisites_of, prerequisites_of_all
from ono_tutor.errors import NotationError
from ono_tutor.puzzles.entry import Entry, id_of
from ono_tutor.puzzles.kinds import KINDS

NAMELESS = "assignment"
"""What an id begins with where the title has no letter or digit of ASCII."""

LONGEST_SLUG = 40


@dataclass(frozen=True, slots=True)
class Conditions:
    """How an assignment is to be done; ``points`` are those of each item.

    ``attempts`` and ``due`` are as an :class:`Assignment` has them.
    """

    title: str
    points: int = 1
    feedback: Feedback = Feedback.NOW
    attempts: int = 1
    due: str = ""


def build_assignment(pools: Iterable[Pool], conditions: Conditions) -> Assignment:
    """Return the assignment with an item for each pool, under the id that all of it gives.

    Of the puzzles the words are kept alone, as its file keeps them; a kind whose name gives the
    answer away goes under another. Raises :class:`NotationError` for a title that is none, and
    for no item or more than 200.
    """
    items = tuple(Item(tuple(map(_words, pool)), conditions.points) for pool in pools)
    if not 1 <= len(items) <= MOST_ITEMS:
        message = f"an assignment has 1 to {MOST_ITEMS} puzzles to do, not {len(items)}"
        raise NotationError(message, word=str(len(items)))
    title = checked_title(conditions.title)
    draft = Assignment("", title, items, conditions.feedback, conditions.attempts, conditions.due)
    return replace(draft, id=id_of(slug(title), assignment_text(draft)))


def _words(entry: Entry) -> Entry:
    cover = KINDS[entry.kind].cover
    if not cover:
        return Entry(entry.id, *entry.words)
    asked = (cover, *entry.words[1:])
    return Entry(id_of(*asked) if entry.id == id_of(*entry.words) else entry.id, *asked)


def pools_of_one(chosen: Iterable[Entry]) -> ItemPools:
    """Return a pool for each puzzle, with no other in it: everybody gets the same."""
    return ItemPools(tuple((entry,) for entry in chosen))


def pools_alike(
    chosen: Iterable[Entry], spares: Iterable[Iterable[Entry]], filters: Filters, seed: str
) -> ItemPools:
    """Return a pool for each puzzle, filled with spare ones as hard that pass the filters.

    Those of the first collection come before those of the next; within each the seed gives the
    order, and new ones where they are too few. What is held back comes only where it is
    in one of the puzzles given.
    """
    firsts, held = tuple(chosen), replace(filters, holds_back=True)
    allowed = prerequisites_of_all(held, firsts)

    def fits(entry: Entry) -> bool:
        return filters.passes(entry) and prerequisites_of(held, entry) in allowed

    passing = [entry for spare in spares for entry in seeded_order(filter(fits, spare), seed)]

    def more(entry: Entry, count: int, used: UsedPuzzles) -> Iterable[Entry]:
        return new_like(entry, filters, seed, count, used)

    return draw_pools(firsts, passing, more)


def slug(title: str) -> str:
    """Return a title as the first part of an id: small letters, digits and hyphens, at most 40.

    It is cut between words, if the first is not too long for that.
    """
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    start = words[: LONGEST_SLUG + 1]
    if len(start) > LONGEST_SLUG:
        start = start.rpartition("-")[0] or start[:LONGEST_SLUG]
    return start or NAMELESS

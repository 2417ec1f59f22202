"""A set of puzzles in one line, as it stands in a link: ids, or puzzles written out."""

from collections.abc import Iterable

from ono_tutor.errors import NotationError, quoted
from ono_tutor.puzzles.catalogue import KINDS
from ono_tutor.puzzles.entry import Entry, id_of
from ono_tutor.puzzles.puzzle import Puzzle

BETWEEN, PARTS = ";", "|"
MOST = 200
"""Puzzles that one link may hold."""


def read_set(words: str) -> tuple[Puzzle, ...]:
    """The puzzles of a set, in order, each once: ``dp80-hold; survive: 1980 total=92 hand=7``.

    A puzzle is the id of one in the bank, or its kind, a colon and its position; after ``|`` the
    plays made from there, and after another ``|`` the claim that is judged.
    Raises :class:`NotationError`, which names the puzzle at fault.
    """
    items = [item.strip() for item in words.split(BETWEEN) if item.strip()]
    if not items:
        raise NotationError("the set is empty; it is ids of puzzles, parted by semicolons")
    if len(items) > MOST:
        message = f"the set has {len(items)} puzzles, and a link may hold {MOST}"
        raise NotationError(message, word=str(len(items)))
    found = {puzzle.id: puzzle for puzzle in map(_puzzle, items)}
    return tuple(found.values())


def written_set(puzzles: Iterable[Puzzle], known: Iterable[str]) -> str:
    """The set in one line: ids of those in ``known``, the others written out."""
    ids = frozenset(known)
    return f"{BETWEEN} ".join(
        puzzle.id if puzzle.id in ids else _words(puzzle) for puzzle in puzzles
    )


def _words(puzzle: Puzzle) -> str:
    plays = " ".join(map(str, puzzle.plays))
    parts = [f"{puzzle.kind}: {puzzle.position}", plays, puzzle.claim]
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return f" {PARTS} ".join(parts)


def _puzzle(item: str) -> Puzzle:
    kind, colon, rest = item.partition(":")
    if not colon:
        return Puzzle.load(item)
    if kind.strip() not in KINDS:
        message = f"{quoted(kind)} is no kind of puzzle; the kinds are {', '.join(KINDS)}"
        raise NotationError(message, word=kind)
    parts = [part.strip() for part in rest.split(PARTS)]
    if len(parts) > 3:
        message = f"{quoted(item)} has {len(parts)} parts; position, plays and claim are three"
        raise NotationError(message, word=item)
    position, plays, claim = (*parts, "", "")[:3]
    return _checked(Puzzle.of(Entry("", kind.strip(), position, plays, claim)))


def _checked(draft: Puzzle) -> Puzzle:
    """The puzzle under the id that its words give, once it is sure to have an answer."""
    words = draft.kind, str(draft.position), " ".join(map(str, draft.plays)), draft.claim
    puzzle = Puzzle(id_of(*words), draft.kind, draft.position, draft.plays, draft.claim)
    puzzle.check(puzzle.answer)
    return puzzle

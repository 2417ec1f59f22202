"""A set of puzzles in one line, as it stands in a link: ids, or puzzles written out."""

from collections.abc import Iterable
from dataclasses import replace

from ono_tutor.errors import NotationError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import ID, Entry, check_id, id_of
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle

BETWEEN, PARTS = ";", "|"
MOST = 200
"""Puzzles that one link may hold."""


def read_set(words: str) -> tuple[Puzzle, ...]:
    """The puzzles of a set, in order, each once: ``dp80-hold; survive: 1980 total=92 hand=7``.

    A puzzle is the id of one in the bank, or its kind, a colon and its position; after ``|`` the
    plays made from there, after another ``|`` the claim that is judged, and after a third one an
    id of its own. Raises :class:`NotationError`, which names the puzzle at fault.
    """
    items = [item.strip() for item in words.split(BETWEEN) if item.strip()]
    if not items:
        raise NotationError("the set is empty; it is ids of puzzles, parted by semicolons")
    if len(items) > MOST:
        message = f"the set has {len(items)} puzzles, and a link may hold {MOST}"
        raise NotationError(message, word=str(len(items)))
    found: dict[str, Puzzle] = {}
    for puzzle in map(_puzzle, items):
        if found.setdefault(puzzle.id, puzzle) != puzzle:
            message = f"{quoted(puzzle.id)} is the id of two puzzles of the set"
            raise NotationError(message, word=puzzle.id)
    return tuple(found.values())


def written_set(puzzles: Iterable[Puzzle], known: Iterable[str]) -> str:
    """The set in one line: ids of those in ``known``, the others written out.

    A puzzle written out keeps an id of its own, if that is small letters, digits and hyphens.
    """
    ids = frozenset(known)
    return f"{BETWEEN} ".join(
        puzzle.id if puzzle.id in ids else _words(puzzle) for puzzle in puzzles
    )


def _words(puzzle: Puzzle) -> str:
    _, *parts = puzzle.words
    is_own = puzzle.id != id_of(*puzzle.words) and ID.fullmatch(puzzle.id)
    parts.append(puzzle.id if is_own else "")
    while len(parts) > 1 and not parts[-1]:
        parts.pop()
    return f"{puzzle.kind}: {f' {PARTS} '.join(parts)}"


def _puzzle(item: str) -> Puzzle:
    kind, colon, rest = item.partition(":")
    if not colon:
        return Puzzle.load(item)
    if kind.strip() not in KINDS:
        message = f"{quoted(kind)} is no kind of puzzle; the kinds are {', '.join(KINDS)}"
        raise NotationError(message, word=kind)
    parts = [part.strip() for part in rest.split(PARTS)]
    if len(parts) > 4:
        message = f"{quoted(item)} has {len(parts)} parts; position, plays, claim and id are four"
        raise NotationError(message, word=item)
    position, plays, claim, name = (*parts, "", "", "")[:4]
    return _checked(Puzzle.of(Entry(name, kind.strip(), position, plays, claim)))


def _checked(draft: Puzzle) -> Puzzle:
    """The puzzle under its own id, or that which its words give, once it is sure to have an answer.

    Raises :class:`NotationError` for an id that is none, or that of another puzzle of the bank.
    """
    if draft.id:
        check_id(draft.id)
        bank.check_not_taken(draft.id, draft.words)
    puzzle = replace(draft, id=draft.id or id_of(*draft.words))
    puzzle.check(puzzle.answer)
    return puzzle

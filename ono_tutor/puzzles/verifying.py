"""Everything that is kept of a puzzle worked out anew, and what has changed."""

from collections.abc import Iterator
from dataclasses import dataclass

from ono_tutor.errors import OnoError
from ono_tutor.puzzles.entry import Entry, id_of
from ono_tutor.puzzles.grading import entry_of, grade
from ono_tutor.puzzles.puzzle import Puzzle

FIELDS = ("difficulty", "rule_points", "misconceptions")


@dataclass(frozen=True, slots=True)
class Change:
    """Something that is no longer as it was written down.

    ``field`` is ``answer`` where the right answer moved, and ``puzzle`` where there is none.
    """

    id: str
    field: str
    was: str
    now: str

    def __str__(self) -> str:
        if not self.was:
            return f"{self.id}: {self.field} is now {self.now}"
        return f"{self.id}: {self.field} was {self.was} and is now {self.now}"

    def as_json(self) -> dict[str, str]:
        """The change as a JSON object."""
        return {"id": self.id, "field": self.field, "was": self.was, "now": self.now}


def changes(written: Entry) -> Iterator[Change]:
    """What has changed of a puzzle since it was written down; what is not written cannot.

    An answer is known by its seal, so that only the new one can be told.
    """
    try:
        puzzle = Puzzle.of(written)
        now = entry_of(puzzle.kind, puzzle.task, grade(puzzle.kind, puzzle.task))
    except OnoError as error:
        yield Change(written.id, "puzzle", "", f"none: {error.message}")
        return
    if written.seal and written.seal != now.seal:
        yield Change(written.id, "answer", "", str(puzzle.answer_as_json()))
    for field in FIELDS:
        was, new = getattr(written, field), getattr(now, field)
        if was != new and (was or written.seal):
            yield Change(written.id, field, _words(was), _words(new))
    if _is_digest(written) and written.id != id_of(*written.words):
        yield Change(written.id, "id", written.id, id_of(*written.words))


def _is_digest(entry: Entry) -> bool:
    """Whether the id is one that was worked out: of the length and the look of those."""
    model = id_of(*entry.words)
    return (
        bool(entry.seal) and entry.id.startswith(f"{entry.kind}-") and len(entry.id) == len(model)
    )


def _words(value: object) -> str:
    return " ".join(value) or "nothing" if isinstance(value, tuple) else str(value)

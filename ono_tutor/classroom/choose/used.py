"""What has been taken for an assignment, so that no puzzle is in it twice."""

from collections.abc import Iterable

from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.canonical_form import canonical_form
from ono_tutor.puzzles.generate.search import Seen
from ono_tutor.puzzles.puzzle import Puzzle


class UsedPuzzles:
    """The puzzles of an assignment so far; the same one under another id is known again."""

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self._forms: set[object] = set()
        self._ids: set[str] = set()
        for entry in entries:
            self.take(entry)

    def take(self, entry: Entry) -> bool:
        """Take a puzzle; False where it has been taken before."""
        form = canonical_form(entry.kind, Puzzle.of(entry).task)
        if form in self._forms or entry.id in self._ids:
            return False
        self._forms.add(form)
        self._ids.add(entry.id)
        return True

    @property
    def found(self) -> Seen:
        """The same for a search, which is to find none of these."""
        return Seen(set(self._forms), set(self._ids))

"""What a search has found already."""

from collections import Counter
from dataclasses import dataclass, field

from ono_tutor.puzzles.canon import canonical
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.task import Task


@dataclass(slots=True)
class Found:
    """What has been found before: puzzles are not found twice, nor one answer too often."""

    forms: set[object] = field(default_factory=set)
    ids: set[str] = field(default_factory=set)
    answers: Counter[tuple[str, str]] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)

    def has(self, kind: str, task: Task) -> bool:
        """Whether this puzzle was found, but for seats, order and the names of equal cards."""
        return canonical(kind, task) in self.forms

    def is_common(self, kind: str, answer: str) -> bool:
        """Whether this answer has been that of too many of its kind, where there are others."""
        given = self.answers[kind, answer]
        return 1 + self.kinds[kind] // 3 < given < self.kinds[kind]

    def note(self, kind: str, task: Task, entry: Entry, answer: str) -> bool:
        """Keep a puzzle in mind; False where its id is taken, however unlikely that is."""
        if entry.id in self.ids:
            return False
        self.forms.add(canonical(kind, task))
        self.ids.add(entry.id)
        self.answers[kind, answer] += 1
        self.kinds[kind] += 1
        return True

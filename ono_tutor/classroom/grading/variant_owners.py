"""Whose puzzles a learner answered, where they are others': a hint for the teacher."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from itertools import islice

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.learner import Learner
from ono_tutor.i18n import N_, format_list, lazy_gettext

MOST_LEARNERS, MOST_TOLD, FEWEST = 2_000, 3, 2
"""In a class of more it is not looked for; of more owners nothing is told, nor of one puzzle."""


class VariantOwners:
    """The puzzles of everybody who is known in a run, worked out when they are first asked for."""

    def __init__(self, assignment: Assignment, learners: Iterable[Learner]) -> None:
        self._assignment = assignment
        self._learners = learners

    def owners(self, puzzles: Collection[str], but: Learner) -> list[str]:
        """The names of the others who were dealt all of these puzzles, if they are few."""
        if len(puzzles) < FEWEST:
            return []
        wanted = set(puzzles)
        found = [who for who, ids in self._ids if wanted <= ids and who.key != but.key]
        return [who.name for who in found] if len(found) <= MOST_TOLD else []

    def note(self, puzzles: Collection[str], but: Learner) -> str:
        """A sentence that names them, empty where there is none."""
        names = self.owners(puzzles, but)
        return str(lazy_gettext(_WHOSE, names=format_list(names))) if names else ""

    @cached_property
    def _ids(self) -> Sequence[tuple[Learner, frozenset[str]]]:
        known = {who.key: who for who in islice(self._learners, MOST_LEARNERS + 1)}
        if len(known) > MOST_LEARNERS:
            return ()
        return [
            (who, frozenset(entry.id for entry in self._assignment.entries_of(who)))
            for who in known.values()
        ]


_WHOSE = N_("All of these puzzles were dealt to {names}.")

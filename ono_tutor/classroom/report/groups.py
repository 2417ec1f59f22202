"""What a teacher is told of a class: the insight, what was refused, and under which names.

Without names a learner is ``learner 1`` and so on; the order is that of what is told of them, so
that it says nothing else. Names of files and notes are left out, for they may hold names.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from ono_tutor.classroom.collecting.refusal import Refusal
from ono_tutor.classroom.report.class_analysis import ClassAnalysis
from ono_tutor.classroom.report.insight_values import LearnerResult
from ono_tutor.i18n import lazy_gettext

MOST_REFUSALS, MOST_NAMES = 1_000, 300
"""Refusals that are kept with their names, and names that are kept of a group; all are counted."""

NOTHING_MISSED, NOTHING_HANDED_IN = "nothing-missed", "nothing-handed-in"
MUCH_UNANSWERED = "much-not-answered"
"""The groups of those of whom no rule point is told."""


class Group(NamedTuple):
    """Learners who need the same most: ``key`` is a rule point's id, or one of those above."""

    key: str
    learners: int
    names: tuple[str, ...]


class Grouped(NamedTuple):
    """The learners in groups: by what they need most, and by what they missed and held."""

    needs: tuple[Group, ...]
    missed: Mapping[str, Group]
    held: Mapping[str, Group]
    perhaps: Mapping[str, Group]


class Report:
    """A class as its teacher is told of it."""

    def __init__(
        self, analysis: ClassAnalysis, refusals: Sequence[Refusal] = (), *, is_named: bool = True
    ) -> None:
        self.analysis = analysis
        self.is_named = is_named
        self.causes: Counter[str] = Counter()
        self._refusals: list[Refusal] = []
        for refusal in refusals:
            self.refuse(refusal)

    def refuse(self, refusal: Refusal) -> None:
        """Add something that was not graded."""
        self.causes[refusal.cause] += 1
        if len(self._refusals) < MOST_REFUSALS:
            self._refusals.append(refusal)

    @property
    def refusals(self) -> Sequence[Refusal]:
        """What was not graded, by name; nothing where names are left out."""
        return self._refusals if self.is_named else ()

    @property
    def notes(self) -> Iterator[tuple[str, str]]:
        """Learners and what did not count of theirs; nothing where names are left out."""
        if self.is_named:
            for place, note in self.analysis.notes:
                yield self.analysis.pupil(place).name, note

    @property
    def pupils(self) -> Iterator[LearnerResult]:
        """The learners in their order, under the names by which they are told."""
        order = self.analysis.order(is_named=self.is_named)
        for number, place in enumerate(order, 1):
            pupil = self.analysis.pupil(place)
            if not self.is_named:
                pupil = pupil._replace(name=str(lazy_gettext("learner {number}", number=number)))
            yield pupil

    @property
    def groups(self) -> tuple[Group, ...]:
        """Who needs what most: each learner is in one group, the largest comes first."""
        return self.grouped.needs

    @cached_property
    def grouped(self) -> Grouped:
        """The learners in groups, gone through once."""
        needs, missed, held, perhaps = _Sorter(), _Sorter(), _Sorter(), _Sorter()
        for pupil in self.pupils:
            needs.add(group_of(pupil), pupil.name)
            for need in pupil.needs:
                missed.add(need.point, pupil.name)
            for key in {key for need in pupil.needs for key in need.beliefs}:
                held.add(key, pupil.name)
            for key in {key for need in pupil.needs for key in need.perhaps}:
                perhaps.add(key, pupil.name)
        order = tuple(sorted(needs.groups, key=_place))
        return Grouped(order, *(_by_key(each.groups) for each in (missed, held, perhaps)))


class _Sorter:
    """Names put into groups, all counted and so many kept."""

    def __init__(self) -> None:
        self._sizes: Counter[str] = Counter()
        self._names: dict[str, list[str]] = {}

    def add(self, key: str, name: str) -> None:
        self._sizes[key] += 1
        if self._sizes[key] <= MOST_NAMES:
            self._names.setdefault(key, []).append(name)

    @property
    def groups(self) -> list[Group]:
        """The groups by key."""
        return [
            Group(key, self._sizes[key], tuple(self._names[key])) for key in sorted(self._sizes)
        ]


def _by_key(groups: Iterable[Group]) -> Mapping[str, Group]:
    return {group.key: group for group in groups}


def group_of(pupil: LearnerResult) -> str:
    """The key of the group that a learner is in.

    Of whom half of the items have no answer, nobody can tell what is needed.
    """
    if not pupil.has_handed_in:
        return NOTHING_HANDED_IN
    if pupil.is_mostly_unanswered:
        return MUCH_UNANSWERED
    return pupil.needs[0].point if pupil.needs else NOTHING_MISSED


def _place(group: Group) -> tuple[int, int]:
    """Rule points by size, then those of whom none is told."""
    place = _LAST.index(group.key) + 1 if group.key in _LAST else 0
    return place, -group.learners


_LAST = (MUCH_UNANSWERED, NOTHING_HANDED_IN, NOTHING_MISSED)

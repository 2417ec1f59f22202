"""What is worked out of a puzzle and kept beside it: difficulty, rule points, misconceptions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.difficulty import Rating, difficulty
from ono_tutor.puzzles.entry import Entry, id_of, seal_of
from ono_tutor.puzzles.idea import idea_of
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explanations import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import Task
from ono_tutor.puzzles.theme import theme_of
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import ruleset


def rate(kind_name: str, task: Task) -> Rating:
    """Return the rating of a question about this task.

    Raises :class:`OnoError` where it has no answer.
    """
    kind = KINDS[kind_name]
    answer = kind.answer(task)
    found = {mistake.id: wrong for mistake, wrong in mistaken(kind, task)}
    ids = tuple(key for key in misconceptions() if key in found)
    effort = kind.effort(task)
    return Rating(
        answer=answer,
        difficulty=difficulty(effort, len(ids)),
        rule_points=tuple(dict.fromkeys(_points(kind, task, answer, ids))),
        misconceptions=ids,
        wrong=len({str(kind.as_json(wrong)) for wrong in found.values()}),
        is_tempting=effort.tempts or effort.reckons,
    )


def mark_of_idea(kind: str, task: Task, rating: Rating) -> str:
    """Return the digest of the idea of a puzzle that is rated."""
    return idea_of(kind, task, rating.answer, rating.misconceptions)


def _points(kind: Kind[Any], task: Task, answer: Answer, ids: tuple[str, ...]) -> Iterator[str]:
    """Yield the points of the answer, of its mistakes, and of the options that decide."""
    keys = {rules.key for rules in task.editions}
    yield from (rule for rule in kind.rule_points(task) if keys & rule_points()[rule].says.keys())
    yield from (misconceptions()[key].point for key in ids)
    for option in task.rules.options:
        value = task.rules.chosen[option.name]
        if value != option.default and _decides(kind, task, answer, option.name):
            yield option.point


def _decides(kind: Kind[Any], task: Task, answer: Answer, option: str) -> bool:
    """Check whether the default value of this option would give another answer, or none."""
    try:
        other = replace(task, position=at_default(task, option))
        return not kind.accepts(task, answer, kind.answer(other))
    except OnoError:
        return True


def at_default(task: Task, option: str) -> Position:
    """Return the position with this option at its default; start stakes stay start stakes."""
    position = task.position
    key, *words = task.rules.name.split("+")
    kept = (word for word in words if not word.startswith(f"{option}="))
    rules = ruleset("+".join([key, *kept]))
    if position.stakes == position.rules.start_stakes(position.hands):
        return replace(position, rules=rules, stakes=rules.start_stakes(position.hands))
    return replace(position, rules=rules)


def entry_of(kind: str, task: Task, rating: Rating) -> Entry:
    """Return the puzzle written down, under the id that its words give it."""
    words = str(task.position), " ".join(map(str, task.plays)), task.claim
    return Entry(
        id_of(kind, *words),
        kind,
        *words,
        difficulty=rating.difficulty,
        rule_points=rating.rule_points,
        misconceptions=rating.misconceptions,
        seal=seal_of(KINDS[kind].as_json(rating.answer)),
        theme=theme_of(kind, task, rating),
        idea=mark_of_idea(kind, task, rating),
    )


FIELDS = ("difficulty", "rule_points", "misconceptions", "theme", "idea")


@dataclass(frozen=True, slots=True)
class RatingChange:
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
        """Return the change as a JSON object."""
        return {"id": self.id, "field": self.field, "was": self.was, "now": self.now}


def changes(written: Entry) -> Iterator[RatingChange]:
    """Yield what has changed of a puzzle since it was written down; what is not written cannot.

    An answer is known by its seal, so that only the new one can be told.
    """
    try:
        puzzle = Puzzle.of(written)
        now = entry_of(puzzle.kind, puzzle.task, rate(puzzle.kind, puzzle.task))
    except OnoError as error:
        yield RatingChange(written.id, "puzzle", "", f"none: {error.message}")
        return
    if written.seal and written.seal != now.seal:
        yield RatingChange(written.id, "answer", "", str(puzzle.answer_as_json()))
    for field in FIELDS:
        was, new = getattr(written, field), getattr(now, field)
        if was != new and (was or written.seal):
            yield RatingChange(written.id, field, _words(was), _words(new))
    if _is_digest(written) and written.id != id_of(*written.words):
        yield RatingChange(written.id, "id", written.id, id_of(*written.words))


def _is_digest(entry: Entry) -> bool:
    """Check whether the id is one that was worked out: of the length and the look of those."""
    model = id_of(*entry.words)
    return (
        bool(entry.seal) and entry.id.startswith(f"{entry.kind}-") and len(entry.id) == len(model)
    )


def _words(value: object) -> str:
    return " ".join(value) or "nothing" if isinstance(value, tuple) else str(value)

"""What is worked out of a puzzle and kept beside it: difficulty, rule points, misconceptions, idea.

An idea is what is left of a puzzle when the cards that do not matter are taken away: two puzzles of
one idea have other cards and totals, but whoever sees through one sees through both. It is kept as
a short digest.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.game.legal import judge_play, playable
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Answer, Shape
from ono_tutor.puzzles.bank import Entry, digest, id_of, seal_of
from ono_tutor.puzzles.difficulty import Rating, difficulty
from ono_tutor.puzzles.kind import NUMBER, Kind, play_category
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import changed_tasks, mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import Task
from ono_tutor.puzzles.theme import theme_of
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import without_option
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import Play
from ono_tutor.solver.survive import Verdict, survive


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


def _points(kind: Kind[Any], task: Task, answer: Answer, ids: tuple[str, ...]) -> Iterator[str]:
    """Yield the points of the answer, of its mistakes, and of the options that decide."""
    keys = {rules.key for rules in task.editions}
    yield from (rule for rule in kind.rule_points(task) if keys & rule_points()[rule].says.keys())
    yield from (misconceptions()[key].point for key in ids)
    for option in task.rules.changed_options:
        if _decides(kind, task, answer, option.name):
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
    position, rules = task.position, without_option(task.rules, option)
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
        idea=idea_of(kind, task, rating),
    )


def rated(puzzle: Puzzle) -> Entry | Rating:
    """Return what has a puzzle's rule points and misconceptions: the bank's entry, or a rating."""
    return bank.shipped(puzzle.id, puzzle.words) or rate(puzzle.kind, puzzle.task)


def idea_of(kind_name: str, task: Task, rating: Rating) -> str:
    """Return the digest of the idea of a puzzle that is rated.

    It is made of the kind and the rule set, of what sort the answer is, of the misconceptions
    that mislead, and of what the cards do that are played or that matter: those that are best,
    and those that somebody with such a misconception judges otherwise.
    """
    kind, answer, beliefs = KINDS[kind_name], rating.answer, rating.misconceptions
    features: tuple[object, ...] = (
        kind.cover or kind_name,
        task.rules.name,
        task.position.owes,
        bool(task.position.undrawn),
        "" if kind.shape is Shape.LINE else kind.answer_class(task, answer),
        beliefs,
        tuple(sorted(_of_cards(kind, task, answer, beliefs))),
        *((task.claim,) if task.asks_round else ()),
    )
    return digest(map(str, features))


def _of_cards(
    kind: Kind[Any], task: Task, answer: Answer, beliefs: tuple[str, ...]
) -> Iterator[str]:
    """Yield what the cards do that matter, each once."""
    if task.judges_claim:
        yield task.claim.partition(" ")[0]
        plays = [task.rules.plays_of(card)[0] for card in set(task.position.hand)]
        yield from {
            play_category(task.rules, play) for play in plays if str(play) in task.claim.split()
        }
    elif task.plays:
        yield from _of_plays(task)
    elif kind.shape is Shape.LINE:
        assert isinstance(answer, tuple)
        made = [play_category(task.rules, play) for play in answer if isinstance(play, Play)]
        yield from {f"first {made[0]}", *made}
    elif kind.is_after_round:
        hand = task.position.hand
        yield str(len(hand))
        yield from {NUMBER if card.number else card.code for card in hand}
    else:
        yield from _of_hand(task, beliefs)


def _of_plays(task: Task) -> Iterator[str]:
    """Yield what each play made did; the same several times in a row counts once."""
    before = ""
    for place, ply in enumerate(task.outcome.plies):
        rules = [event.rule for event in ply.events if event.type not in _DRAWS]
        told = " ".join((play_category(task.rules, ply.play), *dict.fromkeys(rules)))
        if told != before:
            yield f"{place} {told}"
        before = told


def _of_hand(task: Task, beliefs: tuple[str, ...]) -> set[str]:
    """Return what the cards do that are best, and those that a believer judges otherwise."""
    position = task.position
    found = survive(position)
    hand = position.rules.plays_of_hand(position.hand)
    mine = {play: _standing(task, play) for play in hand}
    doubtful = set()
    for belief in beliefs:
        for believed in changed_tasks(task, (belief,)):
            try:
                doubtful |= {play for play in hand if _standing(believed, play) != mine[play]}
            except OnoError:
                continue
    best = {play for play in found.best if isinstance(play, Play)} if found.chance else set()
    matter = [play for play in hand if play in best | doubtful] or hand
    return {_role(task, play, mine[play]) for play in matter}


def _standing(task: Task, play: Play) -> str:
    """Return how a play stands: whether it may be made, and how the turn may end then."""
    is_legal = play in playable(task.position)
    return f"{is_legal} {Verdict.of(survive(task.position).chance_of(play))}"


def _role(task: Task, play: Play, standing: str) -> str:
    effect = judge_play(task.position, play)
    rules = effect.rules if effect else ()
    return " ".join((play_category(task.rules, play), standing, *rules))


_DRAWS = (EventType.DREW, EventType.RESHUFFLED)

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

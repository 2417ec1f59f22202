"""The idea of a puzzle: what is left of it when the cards that do not matter are taken away.

Two puzzles of one idea have other cards and totals, but whoever sees through one sees through
both. An idea is kept in the bank as a short digest.
"""

from collections.abc import Iterator
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.game.legal import judged, playable
from ono_tutor.puzzles.answer import Answer, Shape
from ono_tutor.puzzles.entry import digest
from ono_tutor.puzzles.kind import NUMBER, Kind, sort_of
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explanations import changed_tasks
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import Play
from ono_tutor.solver.survive import Verdict, survive

Feature = tuple[object, ...]
_DRAWS = (EventType.DREW, EventType.RESHUFFLED)


def idea_of(kind_name: str, task: Task, answer: Answer, beliefs: tuple[str, ...]) -> str:
    """Return the digest of a puzzle's idea.

    It is made of the kind and the rule set, of what sort the answer is, of the misconceptions
    that mislead, and of what the cards do that are played or that matter: those that are best,
    and those that somebody with such a misconception judges otherwise.
    """
    kind = KINDS[kind_name]
    features: Feature = (
        kind.cover or kind_name,
        task.rules.name,
        task.position.owes,
        bool(task.position.undrawn),
        "" if kind.shape is Shape.LINE else kind.answer_class(task, answer),
        beliefs,
        tuple(sorted(_of_cards(kind, task, answer, beliefs))),
    )
    return digest(map(str, features))


def _of_cards(
    kind: Kind[Any], task: Task, answer: Answer, beliefs: tuple[str, ...]
) -> Iterator[str]:
    """Yield what the cards do that matter, each once."""
    if task.judges_claim:
        yield task.claim.partition(" ")[0]
        plays = [task.rules.plays_of(card)[0] for card in set(task.position.hand)]
        yield from {sort_of(task.rules, play) for play in plays if str(play) in task.claim.split()}
    elif task.plays:
        yield from _of_plays(task)
    elif kind.shape is Shape.LINE:
        assert isinstance(answer, tuple)
        made = [sort_of(task.rules, play) for play in answer if isinstance(play, Play)]
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
        told = " ".join((sort_of(task.rules, ply.play), *dict.fromkeys(rules)))
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
    effect = judged(task.position, play)
    rules = effect.rules if effect else ()
    return " ".join((sort_of(task.rules, play), standing, *rules))

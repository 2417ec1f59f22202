"""Which positions are worth a question, and which have nothing in them."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from ono_tutor.game.legal import legal_plays
from ono_tutor.puzzles.answer import Answer, Quiet
from ono_tutor.puzzles.grading import Grading
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import OUT

NEAR = 20
"""How far below a total that matters a quiet position may stand."""


def worth(grading: Grading) -> int:
    """How much a puzzle gives to think about: the more wrong answers have a name, the more."""
    return grading.wrong + grading.is_tempting


def is_dull(kind: str, task: Task, grading: Grading) -> bool:
    """Whether there is nothing in the question: no mistake to make, or no choice."""
    judge = _DULL.get(kind)
    is_plainly = is_plain(kind, task, grading.answer)
    return is_plainly or (judge is not None and judge(task, grading))


def is_plain(kind: str, task: Task, answer: Answer) -> bool:
    """Whether the answer alone shows that there is nothing in the question."""
    judge = _PLAIN.get(kind)
    return judge is not None and judge(task, answer)


def _has_no_trap(task: Task, grading: Grading) -> bool:
    return not (grading.misconceptions or grading.is_tempting)


def _is_all_alike(task: Task, grading: Grading) -> bool:
    """Whether the answer is every card, and nobody would think otherwise."""
    plays = task.rules.plays_of_hand(task.position.hand)
    answer = grading.answer if isinstance(grading.answer, tuple) else ()
    return len(answer) in (len(plays), 0) and not grading.misconceptions


def _is_no_chance(task: Task, answer: Answer) -> bool:
    return not isinstance(answer, Fraction) or not 0 < answer < 1


def _is_every_play(task: Task, answer: Answer) -> bool:
    """Whether no play is worse than another."""
    plays = legal_plays(task.position)
    return len(plays) < 2 or not isinstance(answer, tuple) or len(answer) == len(plays)


def _is_quiet_or_forced(task: Task, answer: Answer) -> bool:
    """Whether the best card is no choice; the kind ``quiet`` is asked where all are safe."""
    return isinstance(answer, Quiet) or len(task.rules.plays_of_hand(task.position.hand)) < 2


def _is_far_off(task: Task, grading: Grading) -> bool:
    """Whether nothing is near that could be feared; a quiet position must look dangerous."""
    total, rules = task.position.total, task.rules
    near = any(0 <= mark - total <= NEAR for mark in (*rules.marks, rules.bound))
    return not (near or grading.misconceptions)


def _is_settled(task: Task, grading: Grading) -> bool:
    """Whether the first play is forced, and nobody errs."""
    legal = legal_plays(task.position)
    return legal == (OUT,) or (len(legal) < 2 and not grading.misconceptions)


_DULL: Mapping[str, Callable[[Task, Grading], bool]] = {
    "survive": _has_no_trap,
    "legal": _is_all_alike,
    "quiet": _is_far_off,
    "line": _is_settled,
    "edition": lambda task, grading: not grading.rule_points,
}
_PLAIN: Mapping[str, Callable[[Task, Answer], bool]] = {
    "best-card": _is_quiet_or_forced,
    "chance": _is_no_chance,
    "threat": _is_every_play,
}

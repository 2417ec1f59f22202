"""Which positions are worth a question, and which have nothing in them."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from ono_tutor.game.legal import legal_plays
from ono_tutor.puzzles.answer import Answer, Quiet
from ono_tutor.puzzles.rating import Rating
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import OUT

NEAR = 20
"""How far below a total that matters a quiet position may stand."""


def worth(rating: Rating) -> int:
    """How much a puzzle gives to think about: the more wrong answers have a name, the more."""
    return rating.wrong + rating.is_tempting


def is_dull(kind: str, task: Task, rating: Rating) -> bool:
    """Whether there is nothing in the question: no mistake to make, or no choice."""
    judge = _DULL.get(kind)
    is_plainly = is_plain(kind, task, rating.answer)
    return is_plainly or (judge is not None and judge(task, rating))


def is_plain(kind: str, task: Task, answer: Answer) -> bool:
    """Whether the answer alone shows that there is nothing in the question."""
    judge = _PLAIN.get(kind)
    return judge is not None and judge(task, answer)


def _has_no_trap(task: Task, rating: Rating) -> bool:
    return not (rating.misconceptions or rating.is_tempting)


def _is_all_alike(task: Task, rating: Rating) -> bool:
    """Whether the answer is every card, and nobody would think otherwise."""
    plays = task.rules.plays_of_hand(task.position.hand)
    answer = rating.answer if isinstance(rating.answer, tuple) else ()
    return len(answer) in (len(plays), 0) and not rating.misconceptions


def _is_no_chance(task: Task, answer: Answer) -> bool:
    return not isinstance(answer, Fraction) or not 0 < answer < 1


def _is_every_play(task: Task, answer: Answer) -> bool:
    """Whether no play is worse than another."""
    plays = legal_plays(task.position)
    return len(plays) < 2 or not isinstance(answer, tuple) or len(answer) == len(plays)


def _is_quiet_or_forced(task: Task, answer: Answer) -> bool:
    """Whether the best card is no choice; the kind ``quiet`` is asked where all are safe."""
    return isinstance(answer, Quiet) or len(task.rules.plays_of_hand(task.position.hand)) < 2


def _is_far_off(task: Task, rating: Rating) -> bool:
    """Whether nothing is near that could be feared; a quiet position must look dangerous."""
    total, rules = task.position.total, task.rules
    near = any(0 <= mark - total <= NEAR for mark in (*rules.marks, rules.bound))
    return not (near or rating.misconceptions)


def _is_settled(task: Task, rating: Rating) -> bool:
    """Whether the first play is forced, and nobody errs."""
    legal = legal_plays(task.position)
    return legal == (OUT,) or (len(legal) < 2 and not rating.misconceptions)


_DULL: Mapping[str, Callable[[Task, Rating], bool]] = {
    "survive": _has_no_trap,
    "legal": _is_all_alike,
    "quiet": _is_far_off,
    "line": _is_settled,
    "edition": lambda task, rating: not rating.rule_points,
}
_PLAIN: Mapping[str, Callable[[Task, Answer], bool]] = {
    "best-card": _is_quiet_or_forced,
    "chance": _is_no_chance,
    "threat": _is_every_play,
}

"""What a learner may answer, and what becomes of an answer."""

from dataclasses import dataclass
from enum import StrEnum

from ono_tutor.messages import Message
from ono_tutor.rules.play import Play
from ono_tutor.solver.reasons import Reason
from ono_tutor.solver.survive import Verdict

Answer = Verdict | Play


class Mark(StrEnum):
    """Right, wrong, not attempted, or malformed (which is no attempt either)."""

    RIGHT = "right"
    WRONG = "wrong"
    NOT_ATTEMPTED = "not-attempted"
    MALFORMED = "malformed"


@dataclass(frozen=True, slots=True)
class Check:
    """What the engine says of an answer.

    ``text`` is the reason, ``rules`` the ids of the rule points behind it, ``reasons`` what
    every card of the hand would have done. Both are empty where there was no attempt.
    """

    mark: Mark
    text: Message
    rules: tuple[str, ...] = ()
    reasons: tuple[Reason, ...] = ()
    answer: Answer | None = None

    @property
    def is_right(self) -> bool:
        """Whether the answer is right."""
        return self.mark is Mark.RIGHT

    def __str__(self) -> str:
        return str(self.text)

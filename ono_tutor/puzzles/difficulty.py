"""The difficulty of a puzzle: a number from the effort of its solution, five levels, a rating."""

from dataclasses import dataclass
from enum import IntEnum

from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import Answer, Effort

A_CARD = 2
A_STEP = 5
RECKONING = 12
TEMPTATION = 7
A_TRAP = 10
MOST_TRAPS = 4
MOST_STEPS = 6


class Level(IntEnum):
    """The five levels, the easiest first."""

    FIRST_STEPS = 1
    EASY = 2
    MODERATE = 3
    HARD = 4
    EXPERT = 5

    @property
    def title(self) -> Message:
        """The level's name."""
        return _(_TITLES[self])


BOUNDS = (18, 23, 28, 38)
"""The highest difficulty of each level but the last."""

_TITLES = {
    Level.FIRST_STEPS: N_("first steps"),
    Level.EASY: N_("easy"),
    Level.MODERATE: N_("moderate"),
    Level.HARD: N_("hard"),
    Level.EXPERT: N_("expert"),
}


def difficulty(effort: Effort, traps: int = 0) -> int:
    """Return the difficulty of a solution that takes this effort; a whole number from 7 on.

    2 for each card to weigh, 5 for each step of thought, up to six, 12 where an exact chance is to
    be worked out, 7 where the play that looks best is not, and 10 for each trap, up to four: a
    misconception that gives another answer, so that a rule point which people get wrong decides.
    """
    return (
        A_CARD * effort.cards
        + A_STEP * min(effort.steps, MOST_STEPS)
        + RECKONING * effort.reckons
        + TEMPTATION * effort.tempts
        + A_TRAP * min(traps, MOST_TRAPS)
    )


def level_of(number: int) -> Level:
    """Return the level of a difficulty."""
    return Level(1 + sum(number > bound for bound in BOUNDS))


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a puzzle: its answer, and what a list of puzzles says about it.

    ``rule_points`` are the ids of the points that decide the answer, the most telling first;
    ``misconceptions`` are the ids of those that give another answer. ``wrong`` counts the
    different answers that they give. ``is_tempting`` says that the answer is not what comes to
    mind first, or that it has to be worked out exactly.
    """

    answer: Answer
    difficulty: int
    rule_points: tuple[str, ...]
    misconceptions: tuple[str, ...]
    wrong: int
    is_tempting: bool

    @property
    def level(self) -> Level:
        """The level of the difficulty."""
        return level_of(self.difficulty)

    @property
    def worth(self) -> int:
        """A score that rises with each wrong answer that a misconception gives."""
        return self.wrong + self.is_tempting

"""A task: the position that is asked about, and what is asked of it beside the kind."""

from dataclasses import dataclass, replace
from typing import Self

from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Task:
    """What a puzzle asks about: a position, the plays made from there, and a claim to judge.

    ``plays`` are empty where the question is about the position as it stands; ``claim`` is
    empty for every kind but ``edition``.
    """

    position: Position
    plays: tuple[Play | LateDraw, ...] = ()
    claim: str = ""

    @property
    def rules(self) -> RuleSet:
        """The rule set that the task is set under."""
        return self.position.rules

    def under(self, rules: RuleSet) -> Self:
        """The same task under other rules, the position taken as it is."""
        return replace(self, position=replace(self.position, rules=rules))

    @property
    def outcome(self) -> Outcome:
        """What the plays lead to.

        Raises :class:`IllegalPlayError` where one may not be made.
        """
        return play(self.position, *self.plays)

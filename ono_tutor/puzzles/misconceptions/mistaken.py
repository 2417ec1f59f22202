"""What every mistaken rule set is: a real one, its options kept, with one belief laid over it."""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from ono_tutor.rules.option import Value
from ono_tutor.rules.ruleset import RuleSet


class Mistaken(RuleSet):
    """A rule set as one misconception has it; its name says that it is none of the games.

    ``mistake`` is the id of the misconception, ``takes_for`` the values that a learner takes
    options to have, whatever was chosen.
    """

    mistake: ClassVar[str]
    takes_for: ClassVar[Mapping[str, Value]] = {}

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__(words)
        self.__dict__.update(chosen={**self.chosen, **self.takes_for})

    def _written(self, values: Mapping[str, Value]) -> str:
        return f"{super()._written(values)}~{self.mistake}"

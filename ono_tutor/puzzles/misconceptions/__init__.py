"""Misconceptions: rule sets changed to what a learner wrongly believes, run by the same engine.

In reading order:

- ``Mistaken``, here: what every changed rule set has.
- ``ono99``: misconceptions about O'NO 99: about both editions, that of 1980, and that of 2022.
- ``ninety_nine``: misconceptions about Ninety-Nine.
- ``readings``: further ways in which a misconception's sentence can be meant.
- ``explanations``: which misconceptions explain a wrong answer.
- ``responses``: which answers a puzzle gets from whom, worked out beforehand for the bank.
- ``tried_cards``: which cards an answer tries, for mistakes that no misconception has.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar

from ono_tutor.rules.option import Value
from ono_tutor.rules.ruleset import RuleSet


class Mistaken(RuleSet):
    """A rule set as one misconception has it; its name says that it is none of the games.

    ``mistake`` is the id of the misconception, ``takes_for`` the values that a learner takes
    options to have, whatever was chosen. ``reading`` is a word for one more way in which the
    misconception can be meant; it is empty for the first way.
    """

    mistake: ClassVar[str]
    reading: ClassVar[str] = ""
    takes_for: ClassVar[Mapping[str, Value]] = {}

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__(words)
        self.__dict__.update(chosen={**self.chosen, **self.takes_for})

    def _written(self) -> str:
        return f"{super()._written()}~{self.mistake}"

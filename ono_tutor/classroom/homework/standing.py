"""How an item of an assignment stands for a learner, and what is told of an answer."""

from enum import StrEnum
from typing import NamedTuple

from ono_tutor.puzzles.answer import Check


class State(StrEnum):
    """How an item stands, as far as the learner may know; ``begun`` is a line that goes on."""

    NONE = "none"
    BEGUN = "begun"
    GIVEN = "given"
    RIGHT = "right"
    WRONG = "wrong"


class Standing(NamedTuple):
    """How an item stands; ``left`` are the answers that still count, None for any number."""

    state: State
    left: int | None = None
    is_closed: bool = False


class Told(NamedTuple):
    """What is told of an answer: what the engine says, None where it is only kept.

    ``is_kept`` says that it was an answer, ``is_on_disk`` that it outlives this program.
    """

    check: Check | None
    is_kept: bool = False
    is_on_disk: bool = True

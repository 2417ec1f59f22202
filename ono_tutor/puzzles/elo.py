"""How hard puzzles proved to be: ratings worked out from answers, as Elo's are from games.

Each first answer is a game between a learner and a puzzle, which the puzzle wins if the answer is
wrong. The chance that it is right is ``1 / (1 + exp(puzzle - learner))``, by their ratings in
units of :data:`SCALE`; what comes out otherwise moves both ratings, by steps that get smaller
with each answer (Pelánek, Applications of the Elo rating system in adaptive educational systems,
2016: the step after n answers is ``a / (1 + b n)``, with a = 1 and b = 0.05). The answers are gone
through several times, so that a rating does not depend on who came first.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import NamedTuple

MEAN, SCALE = 1500.0, 400 / log(10)
"""The mean rating of the puzzles, and the points of a rating that make one unit of the model."""

STEP, SLOWING = 1.0, 0.05
PASSES = 5
"""How many times the answers are gone through."""

MARGIN = 1.96
"""A rating lies within so many standard errors in 95 of 100 cases."""


class Response(NamedTuple):
    """One answer: who gave it, to which puzzle, whether it was right, and when; as ISO text."""

    learner: str
    puzzle: str
    is_right: bool
    at: str = ""


class PuzzleRating(NamedTuple):
    """How hard a puzzle proved to be: a ``rating`` that is higher the harder it is.

    ``answers`` counts the learners who answered it, ``right`` those who were right at first.
    The rating lies within ``margin`` of the true one in 95 of 100 cases.
    """

    puzzle: str
    answers: int
    right: int
    rating: float
    margin: float


def ratings(responses: Iterable[Response]) -> tuple[PuzzleRating, ...]:
    """Return the rating of every puzzle that was answered, the easiest first.

    ``responses`` are first answers, in the order of time.
    """
    games = tuple(responses)
    learners, puzzles = _levels(games)
    mean = sum(puzzles.values()) / len(puzzles) if puzzles else 0.0
    answers, right = Counter(game.puzzle for game in games), Counter[str]()
    weights = defaultdict[str, float](float)
    for game in games:
        chance = _chance(learners[game.learner], puzzles[game.puzzle])
        weights[game.puzzle] += chance * (1 - chance)
        right[game.puzzle] += game.is_right
    found = (
        PuzzleRating(
            name,
            answers[name],
            right[name],
            MEAN + SCALE * (level - mean),
            MARGIN * SCALE / sqrt(weights[name]),
        )
        for name, level in puzzles.items()
    )
    return tuple(sorted(found, key=lambda item: (item.rating, item.puzzle)))


def _levels(games: Sequence[Response]) -> tuple[dict[str, float], dict[str, float]]:
    """Return the level of each learner and of each puzzle, in units of the model."""
    learners, puzzles = defaultdict[str, float](float), defaultdict[str, float](float)
    played, asked = Counter[str](), Counter[str]()
    for _ in range(PASSES):
        for game in games:
            surprise = game.is_right - _chance(learners[game.learner], puzzles[game.puzzle])
            learners[game.learner] += surprise * _step(played[game.learner])
            puzzles[game.puzzle] -= surprise * _step(asked[game.puzzle])
            played[game.learner] += 1
            asked[game.puzzle] += 1
    return learners, puzzles


def _chance(learner: float, puzzle: float) -> float:
    """The chance that a learner of this level answers a puzzle of this level right."""
    return 1 / (1 + exp(puzzle - learner))


def _step(answers: int) -> float:
    return STEP / (1 + SLOWING * answers)

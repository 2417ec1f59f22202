"""The review of a play: its worth beside that of every other play, by what its player could see.

A coach who looks at the hidden cards, or at the card that came, blames for luck. This one looks
at the learner's view alone, before the draw. :func:`~ono_tutor.solver.value.value` says which
plays are best, or as good within the error, and what the others cost. The exact facts of this
turn may be the reason: the chance to complete it, by
:func:`~ono_tutor.solver.survive.survive`, and the points that are lost now.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import Play
from ono_tutor.solver.survive import turn_chances
from ono_tutor.solver.value import Grade, PlayValue, Source, Values, value


@dataclass(frozen=True, slots=True)
class ScoredPlay:
    """A legal play: its ``value`` over the round, and what it does now, exactly.

    ``survival`` is the chance to complete this turn, in Ninety-Nine without losing a point.
    ``effect`` is None for laying the hand down.
    """

    value: PlayValue
    survival: Fraction
    effect: Effect | None

    @property
    def play(self) -> Play:
        """The play itself."""
        return self.value.play

    @property
    def is_best(self) -> bool:
        """True if no play is better by more than the error."""
        return self.value.grade is Grade.BEST

    @property
    def loses(self) -> bool:
        """True if this play loses the round at once."""
        return self.effect is None or self.effect.loses


@dataclass(frozen=True, slots=True)
class PlayReview:
    """The play that was chosen among all that could be made; ``scored`` has the best first."""

    values: Values
    scored: tuple[ScoredPlay, ...]
    chosen: ScoredPlay

    @property
    def position(self) -> Position:
        """The player's view before the play."""
        return self.values.position

    @property
    def best(self) -> tuple[ScoredPlay, ...]:
        """Every play that the coach would make; the first is the one worth most."""
        return tuple(each for each in self.scored if each.is_best)

    @property
    def is_best(self) -> bool:
        """True if the coach would have made this play."""
        return self.chosen.is_best

    @property
    def had_choice(self) -> bool:
        """True if some play was worse than another."""
        return len(self.best) < len(self.scored)

    @property
    def is_proved_equal(self) -> bool:
        """True if several plays are best, and certain to be worth the same."""
        worths = [each.value for each in self.best]
        return len(worths) > 1 and all(
            worth.source is Source.CERTAIN and not worth.cost for worth in worths
        )

    @property
    def cost(self) -> float:
        """The loss against the best play; 0 if it is within the error."""
        return 0.0 if self.is_best else self.chosen.value.cost

    @property
    def is_hopeless(self) -> bool:
        """True if every play loses the round, at once or whatever is drawn then."""
        if self.values.unit == "points":
            return all(each.loses for each in self.scored)
        return not any(each.survival for each in self.scored)

    def with_chosen(self, play: Play) -> "PlayReview":
        """Return the review of another play; raises :class:`KeyError` for one not legal."""
        return replace(self, chosen={each.play: each for each in self.scored}[play])


def review_play(position: Position, play: Play | None = None) -> PlayReview:
    """Return a play among all of its hand, at the view of the player to move; the best if None.

    Raises :class:`UnanswerableError` where a card of the mover's hand is hidden, and
    :class:`KeyError` for a play that may not be made.
    """
    review = _review_best(position)
    return review if play is None else review.with_chosen(play)


@lru_cache(maxsize=256)
def _review_best(position: Position) -> PlayReview:
    """Return the review of the best play; cached, as a hint, a play and a replay ask alike."""
    values, effects, chances = value(position), playable(position), turn_chances(position)
    scored = tuple(
        ScoredPlay(each, chances[each.play], effects.get(each.play)) for each in values.plays
    )
    return PlayReview(values, scored, scored[0])


def worst_of(reviews: Sequence[PlayReview]) -> PlayReview | None:
    """Return the play that cost most; None if every one was the best."""
    return max((each for each in reviews if not each.is_best), key=lambda r: r.cost, default=None)

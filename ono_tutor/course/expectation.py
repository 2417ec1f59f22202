"""What a play leaves the next player to take: points to be expected, where points are lost."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.seats import next_in
from ono_tutor.solver.pile import Pile, Pool

NOTHING = Fraction(0)


def expected_loss(position: Position, play: Play, effect: Effect) -> Fraction:
    """The points that the next player may be expected to cost the mover, exactly.

    The next player's hidden hand is any of the cards the mover cannot see, all alike, and of
    that hand the card is played that takes most from the others and costs its player least.
    0 where the round ends, or the mover is the next to play.
    """
    if effect.ends_round or _next_seat(position, effect) == position.turn:
        return NOTHING
    moment = position.rules.next_moment(position.moment, play, effect)
    pool = Pile.of(position).pool
    size = sum(count for _, count in pool)
    drawn = min(position.rules.hand_size, size)
    return sum(
        (
            Fraction(ways * max(gain, 0), comb(size, drawn))
            for gain, ways in _best(pool, position, moment, drawn)
        ),
        NOTHING,
    )


def _next_seat(position: Position, effect: Effect) -> int:
    turns = effect.turns and len(position.still_in) > 2
    direction = position.direction.turned if turns else position.direction
    return next_in(position.hands, position.turn, direction.step, effect.steps)


def _best(pool: Pool, position: Position, moment: Moment, drawn: int) -> Iterator[tuple[int, int]]:
    """Each gain that a hand's best card may have, highest first, and in how many hands it has."""
    gains: dict[int, int] = {}
    for card, count in pool:
        judged = (position.rules.judge(way, moment) for way in position.rules.plays_of(card))
        known = [e.costs_others - e.costs for e in judged if isinstance(e, Effect)]
        gain = max(known, default=_NEVER)
        gains[gain] = gains.get(gain, 0) + count
    left = sum(gains.values())
    for gain in sorted(gains, reverse=True):
        with_it, left = comb(left, drawn), left - gains[gain]
        yield gain, with_it - comb(left, drawn)


_NEVER = -1000
"""Below every gain: a card that may not be played."""

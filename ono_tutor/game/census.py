"""What happens in seeded games, turn by turn and hand by hand, in exact counts.

Only the first hand of each game is counted, so that everybody sits at the table in all of them.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from math import ceil, floor, sqrt
from random import Random
from typing import NamedTuple

from ono_tutor.errors import NotationError
from ono_tutor.game.game import Game
from ono_tutor.game.playout import Playout
from ono_tutor.game.simulate import Plan
from ono_tutor.game.strategy import RANKED, by_card, choose
from ono_tutor.game.tally import Figure, Z
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.play import OUT, Play

Strategies = tuple[str, ...]
"""What each seat plays, by seat."""


class Ending(StrEnum):
    """How a turn ended: the cards owed were played, it was handed on, or it was lost.

    ``LOST_SECOND`` is a turn lost after the first of two cards was down.
    """

    PLAYED = "played"
    HANDED_ON = "handed-on"
    LOST = "lost"
    LOST_SECOND = "lost-second"


class Turn(NamedTuple):
    """A turn as it is counted: the total and the cards owed when it began, and its end."""

    total: int
    owes: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class Census:
    """What was counted: the turns, and by seat who was the first to lose in a hand."""

    hands: int
    turns: Counter[Turn] = field(default_factory=Counter)
    lost_first: Counter[int] = field(default_factory=Counter)

    def endings(self, owes: int, total: int | None = None) -> Counter[Ending]:
        """How the turns ended in which so many cards were owed; at one total, or at all."""
        found: Counter[Ending] = Counter()
        for turn, count in self.turns.items():
            if turn.owes == owes and total in {None, turn.total}:
                found[turn.ending] += count
        return found


def census(rules: str, strategies: Strategies, hands: int, seed: int = 0) -> Census:
    """The turns of so many first hands, played by these strategies, a seat each.

    Raises :class:`NotationError` for what cannot be played.
    """
    _check(rules, strategies, hands)
    found = Census(hands)
    for number in range(hands):
        start = Game.start(ruleset(rules), len(strategies), seed + number)
        _count(start, strategies, Random(f"{seed}/{number}"), found)
    return found


def _check(rules: str, strategies: Strategies, games: int) -> None:
    for strategy in strategies or ("",):
        Plan(rules, len(strategies), games, strategy=strategy).check()


def _count(game: Game, strategies: Strategies, numbers: Random, found: Census) -> None:
    """Count the turns of one hand."""
    is_first, begun = True, 0
    while not game.is_over and game.hand_number == 1:
        moment, seat = game.node.moment, game.turn
        if moment.first is None:
            begun = moment.total
        play = chosen(strategies[seat], game, numbers)
        after = game.after(play)
        is_lost = play == OUT or play in game.node.losing
        if is_lost and is_first:
            found.lost_first[seat] += 1
            is_first = False
        if is_lost or not _goes_on(after):
            owes = 1 if moment.first is None and moment.owes == 1 else 2
            found.turns[Turn(begun, owes, _ending(game, play, is_lost=is_lost))] += 1
        game = after


def _goes_on(game: Game) -> bool:
    """Whether the turn of the player to move has begun already."""
    return game.node.moment.first is not None


def _ending(game: Game, play: Play, *, is_lost: bool) -> Ending:
    if is_lost:
        return Ending.LOST_SECOND if _goes_on(game) else Ending.LOST
    move = game.node.passing.get(play)
    return Ending.HANDED_ON if move and move.effect.replies else Ending.PLAYED


def chosen(strategy: str, game: Game, numbers: Random) -> Play:
    """What :func:`choose` would play here, found faster on the node of the game."""
    node, hand = game.node, game.hands[game.turn] or ()
    ways = [node.plays[card] for card in hand if node.plays[card]]
    if ways and strategy not in RANKED:
        return numbers.choice(numbers.choice(ways))
    effects = {
        play: move.effect for way in ways for play in way if (move := node.passing.get(play))
    }
    if not ways or any(play not in effects for way in ways for play in way):
        return choose(strategy, game.position, numbers)
    rank = RANKED[strategy]
    order = sorted(effects, key=by_card)
    return max(order, key=lambda play: rank(play, effects[play], node.moment))


def wins(rules: str, strategies: Strategies, games: int, seed: int = 0) -> Counter[int]:
    """By seat how many whole games were won, a tie once for each winner.

    Raises :class:`NotationError` for what cannot be played.
    """
    _check(rules, strategies, games)
    found: Counter[int] = Counter()
    for number in range(games):
        game = Game.start(ruleset(rules), len(strategies), seed + number)
        numbers = Random(f"{seed}/{number}")
        while not game.is_over:
            game = game.after(chosen(strategies[game.turn], game, numbers))
        found.update(game.winners)
    return found


class Length(NamedTuple):
    """How many plays a hand took: in all, and until the first player lost it."""

    plays: int
    until_loss: int


def lengths(plan: Plan) -> tuple[Length, ...]:
    """The length of the first hand of each game of a plan.

    Raises :class:`NotationError` for a plan that cannot be played.
    """
    plan.check()
    return tuple(_lengths(plan))


def _lengths(plan: Plan) -> Iterator[Length]:
    playout = Playout(ruleset(plan.rules), plan.players, plan.strategy)
    for number in range(plan.games):
        told = _Told()
        result = next(playout.game(Random(f"{plan.seed}/{number}"), told))
        yield Length(result.plays, result.plays if told.until_loss is None else told.until_loss)


@dataclass(slots=True)
class _Told:
    """How many plays were told before the first hand was laid down, None while none was."""

    plays: int = 0
    until_loss: int | None = None

    def __call__(self, seat: int, play: Play | None, drawn: tuple[int, ...]) -> None:
        if play is not None:
            self.plays += 1
        elif self.until_loss is None:
            self.until_loss = self.plays


def median(values: Sequence[int]) -> Figure:
    """The middle value (the lower of two) and its 95% interval, from the order alone.

    Raises :class:`NotationError` where there is no value.
    """
    if not values:
        message = "there is no median of no values; at least one is needed"
        raise NotationError(message, word="0")
    order, count = sorted(values), len(values)
    reach = Z * sqrt(count) / 2
    low, high = floor(count / 2 - reach), ceil(count / 2 + reach)
    middle = float(order[(count - 1) // 2])
    return Figure(middle, float(order[max(0, low)]), float(order[min(count - 1, high)]))

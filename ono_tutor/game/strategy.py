"""Ways to choose a play: what a simulated player does."""

from collections.abc import Callable, Mapping
from random import Random

from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import OUT, Play

Rank = Callable[[Play, Effect, Moment], tuple[int, ...]]
"""How much a strategy wants a play: the highest rank is played, the first play of equals."""


def greedy(play: Play, effect: Effect, moment: Moment) -> tuple[int, ...]:
    """The highest safe card: the highest total that loses nothing."""
    return (-effect.costs, effect.total)


def cautious(play: Play, effect: Effect, moment: Moment) -> tuple[int, ...]:
    """Keep the low and the action cards for later, but hand a double on when it comes.

    In Ninety-Nine a card that costs the others points comes first.
    """
    is_plain = not is_action(play, effect, moment)
    return (-effect.costs, effect.replies, effect.costs_others, is_plain, effect.total)


def is_action(play: Play, effect: Effect, moment: Moment) -> bool:
    """Whether the play does more than add: it has a choice, lowers the total or moves the turn."""
    moves_turn = effect.turns or effect.owes == 2 or effect.steps == 2
    return moves_turn or play.adds is not None or effect.total <= moment.total


RANKED: Mapping[str, Rank] = {"cautious": cautious, "greedy": greedy}
STRATEGIES = ("random", *RANKED)


def choose(strategy: str, position: Position, numbers: Random) -> Play:
    """The play that a strategy makes here; ``out`` where there is none.

    ``random`` takes one of the cards that may be played, each copy as likely as another,
    and then one of the ways to play it.
    """
    effects = playable(position)
    if not effects:
        return OUT
    if strategy in RANKED:
        rank, moment = RANKED[strategy], position.moment
        order = sorted(effects, key=by_card)
        return max(order, key=lambda play: rank(play, effects[play], moment))
    cards = [card for card in position.hand if any(play.card is card for play in effects)]
    card = numbers.choice(cards)
    return numbers.choice([play for play in effects if play.card is card])


def by_card(play: Play) -> tuple[str, int, int]:
    """A fixed order of plays, whatever the order of the hand."""
    card = play.card.code if play.card else ""
    return (card, play.adds or 0, play.copies)

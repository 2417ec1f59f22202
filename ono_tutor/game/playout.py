"""Simulated games: rounds played by a strategy, at speed, on the states of the rules.

A play that costs nobody anything is a look-up, made here in one loop; every other play is made
by :meth:`Game.advance`, so that a simulated game is a :class:`Game` like any other.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from random import Random

from ono_tutor.cards import Card
from ono_tutor.game.game import Game
from ono_tutor.game.strategy import RANKED, choose, order_of, wanted_move
from ono_tutor.rules.judgement import EventType, Settlement
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

MOST_PLAYS = 2000
"""A round without an end is called off after so many plays: nobody pays, the next one is dealt.

This is ours and stands in no text. It is for a total that is doubled below zero again and again
(rule ``99-below-zero``) and cannot come back; every other round ends far below.
"""


@dataclass(slots=True)
class RoundResult:
    """How one round went; ``is_called_off`` after ``MOST_PLAYS`` plays.

    ``plays`` is its length, ``until_loss`` how many of them came before the first player laid
    the hand down or lost it (None while nobody has), ``starter`` the seat that began, ``last``
    the seat that ended it (or was to move when it was called off), ``loser`` who lost it (the
    first where several do) and ``loser_place`` that player's place after the one who started.
    ``losses`` counts those who lost it or went out, ``losses_owing_two`` those of them who faced
    a double. ``lost`` are the points lost by cause, a rule id each (Ninety-Nine).
    """

    starter: int
    plays: int = 0
    until_loss: int | None = None
    loser: int | None = None
    loser_place: int = 0
    losses: int = 0
    losses_owing_two: int = 0
    lost: dict[str, int] = field(default_factory=dict)
    winners: tuple[int, ...] = ()
    last: int = 0
    is_called_off: bool = False

    def note(self, game: Game, settlement: Settlement) -> None:
        """Add what a play, made in this game, has settled."""
        self.last = game.turn
        if settlement.loser is not None:
            moment = game.state.moment
            if self.loser is None:
                self.loser, self.until_loss = settlement.loser, self.plays
                order = game.deal.course.dealt
                place = order.index(settlement.loser) - order.index(self.starter)
                self.loser_place = place % len(order)
            self.losses += 1
            self.losses_owing_two += moment.owes == 2 or moment.first is not None
        for event in settlement.events:
            if event.type is EventType.LOST_POINTS:
                self.lost[event.rule] = self.lost.get(event.rule, 0) + (event.amount or 0)


def play_game(
    rules: RuleSet, players: int, strategy: str, numbers: Random
) -> Iterator[RoundResult]:
    """Play one game to its end; give the result of each round, the winners in the last one."""
    game = Game.start(rules, players, 0, numbers)
    while not game.is_over:
        game, result = play_round(game, strategy, numbers)
        yield result


def play_round(game: Game, strategy: str, numbers: Random) -> tuple[Game, RoundResult]:
    """Play a round to its end; return the game after it, with the next one dealt, and how it went.

    Every seat plays the same strategy.
    """
    result = RoundResult(game.turn)
    while True:
        game, plays, card = _plain_plays(game, strategy, numbers, MOST_PLAYS - result.plays)
        result.plays += plays
        if result.plays >= MOST_PLAYS:
            result.last, result.is_called_off = game.turn, True
            return game.call_off(), result
        play = _way(game, strategy, numbers, card)
        after, settlement = game.advance(play)
        result.plays += play.card is not None
        result.note(game, settlement)
        game = after
        if settlement.round_over:
            result.winners = game.winners
            return game, result


def _plain_plays(
    game: Game, strategy: str, numbers: Random, most: int
) -> tuple[Game, int, Card | None]:
    """Make plays while they are plain: the game then, how many, and the card to be played next.

    The card is None where none in hand is safe, or where the draw pile is used up.
    This is the loop that everything waits for, so it is one piece, with its state in local names.
    """
    deal, state, hands, place, drawn, discards = game
    order, random = deal.order, numbers.random
    is_ranked = strategy in RANKED
    held = [None if hand is None else list(hand) for hand in hands]
    first, card = drawn, None
    for draw in islice(deal.pile, drawn, drawn + most) if deal.is_plain else ():
        hand: list[Card] = held[place >> 1]  # type: ignore[assignment]  # the mover is in
        if is_ranked:
            ranks = state.orders.get(strategy) or order_of(strategy, state)
            card = max(hand, key=ranks.__getitem__)
            at = hand.index(card)
        else:
            at = int(random() * len(hand))
            card = hand[at]
        move = state.plain[card]
        if move is None:
            if not state.safe[card]:
                places = [at for at, other in enumerate(hand) if state.safe[other]]
                if not places:
                    card = None
                    break
                at = places[int(random() * len(places))]
                card = hand[at]
                move = state.plain[card]
            if move is None:
                break
        hand[at] = draw
        discards = (discards, card)
        drawn += 1
        place = order[move.passing][place]
        state = move.next or move.follow()
    else:
        card = None
    hands = tuple([None if hand is None else tuple(hand) for hand in held])
    return Game(deal, state, hands, place, drawn, discards), drawn - first, card


def _way(game: Game, strategy: str, numbers: Random, card: Card | None) -> Play:
    """Choose a play of this card, or of the whole hand where none was chosen."""
    if card is None:
        return choose(strategy, game, numbers)
    if strategy in RANKED:
        return wanted_move(strategy, game.state, card).play
    return numbers.choice(game.state.safe[card]).play

"""Simulated games: rounds played by a strategy, at speed, on the states of the rules.

A play that costs nobody anything is a look-up in the states of the rules, made here in one loop,
and one that does is a look-up in the scoreboards. Whatever they do not say (a reshuffle, several
cards at once, points for the cards in hand) is left to :meth:`Game.play`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import compress, islice
from math import floor
from random import Random
from typing import cast

from ono_tutor.cards import Card
from ono_tutor.game.game import DealtRound, Discards, Game, GameProgress, opening_state, shuffled
from ono_tutor.game.strategy import EXPERT, RANKED, best_way, choose, expert_move, order_of
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand, next_seat
from ono_tutor.rules.states import (
    Move,
    Scoreboard,
    first_scoreboard,
    points_lost,
    scoreboard_of,
    state_of,
)

MOST_PLAYS = 2000
"""A round without an end is called off after so many plays: nobody pays, the next one is dealt.

This is ours and stands in no text. It is for a total that is doubled below zero again and again
(rule ``99-below-zero``) and cannot come back; every other round ends far below.
"""


@dataclass(slots=True)
class RoundResult:
    """The result of a round; ``is_called_off`` after ``MOST_PLAYS`` plays.

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

    def note_loss(self, loser: int, dealt: tuple[int, ...], owes_two: bool) -> None:
        """Count a player who lost, of those ``dealt`` in; ``owes_two`` under a double."""
        if self.loser is None:
            self.loser, self.until_loss = loser, self.plays
            self.loser_place = (dealt.index(loser) - dealt.index(self.starter)) % len(dealt)
        self.losses += 1
        self.losses_owing_two += owes_two

    def note_points(self, lost: tuple[tuple[str, int], ...]) -> None:
        """Count points lost, by the id of the rule point."""
        for rule, points in lost:
            self.lost[rule] = self.lost.get(rule, 0) + points


def play_game(
    rules: RuleSet, players: int, strategy: str, numbers: Random
) -> Iterator[RoundResult]:
    """Play one game to its end; give the result of each round, the winners in the last one."""
    table = Playout.start(rules, players, strategy, numbers)
    while not table.winners:
        yield table.play_round()


class Playout:
    """A game that is being played by a strategy, the same for every seat.

    ``hands`` are lists of cards by seat, None for a player who is out, ``pile`` is the deck as
    it was shuffled, of which ``drawn`` cards are dealt or drawn, and ``discards`` are the cards
    put down, oldest first. ``place`` is as in :class:`Game`. Between two rounds ``is_dealt`` is
    False, and there are no cards.
    """

    def __init__(
        self, rules: RuleSet, strategy: str, numbers: Random, scoreboard: Scoreboard, starter: int
    ) -> None:
        self.rules, self.strategy, self.numbers = rules, strategy, numbers
        self.cards = rules.deck_cards(len(scoreboard.seated))
        self.winners: tuple[int, ...] = ()
        self.scoreboard, self.place, self.is_dealt = scoreboard, 2 * starter, False

    @classmethod
    def start(cls, rules: RuleSet, players: int, strategy: str, numbers: Random) -> "Playout":
        """Return a new game (rules ``dealer`` and ``opening``)."""
        dealer = rules.first_dealer(players, numbers)
        scoreboard = first_scoreboard(rules, players, dealer)
        return cls(rules, strategy, numbers, scoreboard, next_seat(scoreboard.dealt, dealer))

    def _next_round(self, scoreboard: Scoreboard, starter: int) -> None:
        self.scoreboard, self.place, self.is_dealt = scoreboard, 2 * starter, False

    @property
    def hand(self) -> Hand:
        """The hand of the player to move."""
        return tuple(self.hands[self.place >> 1] or ())

    def play_round(self, first: Play | None = None) -> RoundResult:
        """Deal a round if none is dealt (rule ``deal``) and play it to its end.

        ``first`` is the first play, if the strategy is not to choose it.
        """
        if not self.is_dealt:
            self.pile, size = shuffled(self.cards, self.numbers), self.rules.hand_size
            self.hands: list[list[Card] | None] = [None] * len(self.scoreboard.seated)
            self.drawn = 0
            for seat in self.scoreboard.dealt:
                self.hands[seat] = list(self.pile[self.drawn : self.drawn + size])
                self.drawn += size
            self.discards: list[Card] = []
            self.state = opening_state(self.scoreboard, self.hands, self.place >> 1)
            self.is_dealt = True
        result = RoundResult(self.place >> 1)
        is_over = first is not None and self._costly_play(first, result)
        while not is_over:
            move = self._plain_plays(result)
            if result.plays >= MOST_PLAYS:
                result.last, result.is_called_off = self.place >> 1, True
                self._next_round(*self.scoreboard.called_off())
                break
            play = choose(self.strategy, self, self.numbers) if move is None else move.play
            is_over = self._costly_play(play, result)
        return result

    def _plain_plays(self, result: RoundResult) -> Move | None:
        """Make plays while they are plain; return the next move where that is chosen already.

        It is None where no card in hand is safe, or where the draw pile is used up.
        This is the loop that everything waits for, so it is one piece, with its state in local
        names.
        """
        strategy, numbers, hands, place = self.strategy, self.numbers, self.hands, self.place
        state, order = self.state, self.scoreboard.order
        random, choice = numbers.random, numbers.choice
        is_ranked, is_random = strategy in RANKED, strategy not in (EXPERT, *RANKED)
        numbered = range(self.rules.hand_size)
        put_down = self.discards.append
        first, before = len(self.discards), self.drawn
        move: Move | None
        for draw in islice(self.pile, before, before + MOST_PLAYS - result.plays):
            hand: list[Card] = hands[place >> 1]  # type: ignore[assignment]  # the mover is in
            if is_random:
                at = floor(random() * len(hand))
                card = hand[at]
                move = state.plain[card]
            elif is_ranked:
                ranks = state.orders.get(strategy) or order_of(strategy, state)
                card = max(hand, key=ranks.__getitem__)
                at = hand.index(card)
                move = state.plain[card]
            else:
                move = expert_move(tuple(hand), state)
                if move is None or not move.is_plain:
                    break
                card = cast(Card, move.card)
                at = hand.index(card)
            if move is None:
                safe = state.safe
                if not safe[card]:
                    places = [*compress(numbered, map(safe.__getitem__, hand))]
                    if not places:
                        break
                    at = places[floor(random() * len(places))]
                    card = hand[at]
                    move = state.plain[card]
                if move is None:
                    move = best_way(strategy, state, card) if is_ranked else choice(safe[card])
                    if not move.is_plain:
                        break
                    hand.remove(card)  # as `Game` does it, so that its games are the same
                    hand.append(card)
                    at = -1
            hand[at] = draw
            put_down(card)
            place = order[move.passing][place]
            state = move.next or move.follow()
        else:
            move = None
        plays = len(self.discards) - first
        result.plays += plays
        self.place, self.state, self.drawn = place, state, before + plays
        return move

    def _costly_play(self, play: Play, result: RoundResult) -> bool:
        """Make a play that may cost something; return whether the round is over."""
        move = self.state.out if play == OUT else self.state.move(play)
        result.plays += play.card is not None
        moment, seat, card = self.state.moment, self.place >> 1, play.card
        hand = self.hands[seat] or []
        has_cards = card is None or hand.count(card) >= play.copies
        if move is None or not has_cards or self.drawn + move.effect.draws > len(self.pile):
            return self._engine_play(play, result)
        after, is_in = self.scoreboard, True
        if move.pay_class is not None:
            end = after.settle_at(self.hands, moment.total, seat, move.pay_class)
            if end is None or play.copies > 1:
                return self._engine_play(play, result)
            result.last = seat
            if end.loser is not None:
                owes_two = moment.owes == 2 or moment.first is not None
                result.note_loss(end.loser, after.dealt, owes_two)
            result.note_points(end.lost)
            if end.is_over:
                result.winners = self.winners = end.winners
                if not end.winners:
                    self._next_round(end.after, end.starter)
                return True
            after, is_in = end.after, end.is_in
        if card is not None:
            for _ in range(play.copies):
                hand.remove(card)
                self.discards.append(card)
            if is_in:
                hand += self.pile[self.drawn : self.drawn + move.effect.draws]
                self.drawn += move.effect.draws
        if after is not self.scoreboard:
            seated = zip(self.hands, after.seated, strict=True)
            self.hands = [held if is_in else None for held, is_in in seated]
        self.scoreboard, self.place = after, after.order[move.passing][self.place]
        if after.is_pair == moment.pair:
            self.state = move.follow()
        else:
            self.state = state_of(self.rules, move.follows._replace(pair=True))
        return False

    def _engine_play(self, play: Play, result: RoundResult) -> bool:
        """Have a play made by :class:`Game`; return whether the round is over."""
        before, seat, dealt = self.state.moment, self.place >> 1, self.scoreboard.dealt
        step = self._as_game().play(play)
        game, settlement = step.game, step.ply.settlement
        result.last = seat
        if settlement.loser is not None:
            owes_two = before.owes == 2 or before.first is not None
            result.note_loss(settlement.loser, dealt, owes_two)
        result.note_points(points_lost(settlement))
        deal, course = game.deal, game.deal.course
        seated = tuple(hand is not None for hand in game.hands)
        self.scoreboard = scoreboard_of(
            self.rules, course.dealt, seated, deal.stakes, course.dealer
        )
        self.hands = [None if hand is None else list(hand) for hand in game.hands]
        self.state, self.place, self.is_dealt = game.state, game.place, True
        self.pile, self.drawn, self.discards = deal.pile, game.drawn, list(game.seen)
        if settlement.round_over:
            result.winners = self.winners = game.winners
        return settlement.round_over

    def _as_game(self) -> Game:
        scoreboard, hands = self.scoreboard, self.hands
        players, dealt = len(hands), scoreboard.dealt
        course = GameProgress(
            self.rules, players, self.cards, 0, scoreboard.dealer, dealt, 1, 1, (), self.numbers
        )
        deal = DealtRound(course, self.pile, scoreboard.stakes, (), scoreboard.order, True)
        discards: Discards = None
        for card in self.discards:
            discards = (discards, card)
        held = tuple([None if hand is None else tuple(hand) for hand in hands])
        return Game(deal, self.state, held, self.place, self.drawn, discards)

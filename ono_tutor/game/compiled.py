"""Simulated games by the compiled loop, where the extra ``fast`` is installed.

The loop works on tables, which are filled here from the states and the scoreboards of a rule set:
so they hold the rule set's own judgement, and nothing here knows a rule. A round that needs what
the tables cannot say (a total far below zero, a round without an end) is played by the plain loop,
from the same random numbers.
"""

from collections.abc import Iterable
from typing import Any, cast

import numpy as np

from ono_tutor.cards import Card
from ono_tutor.game import compiled_loop as loop
from ono_tutor.game.compiled_loop import MOST_SCOREBOARDS, MOST_STATES
from ono_tutor.game.mersenne_twister import MersenneTwister, first_words, seed_keys
from ono_tutor.game.playout import MOST_PLAYS, Playout
from ono_tutor.game.statistics import RunningStats, Totals
from ono_tutor.game.strategy import RANKED, SIMPLE, best_way, order_of, ranked
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import next_seat
from ono_tutor.rules.states import (
    Move,
    PayClass,
    Scoreboard,
    Settled,
    State,
    first_scoreboard,
    state_of,
)


class CompiledPlayouts:
    """Whole games of a rule set at a table of some size, all seats playing one strategy.

    Raises :class:`NotCompiledError` where the tables cannot say what is asked for.
    """

    def __init__(self, rules: RuleSet, players: int, strategy: str) -> None:
        self.rules, self.players, self.strategy = rules, players, strategy
        self.runs = np.zeros(1, loop.RUN)
        self.run = self.runs[0]
        states = States(self.run, rules, players, strategy)
        self.scoreboards = Scoreboards(self.run, rules, players, states.costs)
        self.run["first_words"] = first_words()
        self.numbers = MersenneTwister(self.run["words"])
        self.play(0, [])  # compile now: who asks for the loop is ready for a compiler that fails

    def play(self, seed: int, numbers: Iterable[int]) -> Totals:
        """Return the tally of the games with these numbers."""
        keys, sizes = seed_keys([f"{seed}/{number}" for number in numbers])
        tally, run = Totals(self.players), self.run
        for name in ("game", "is_begun", "sums", "wins", "lost_by_place", "causes"):
            run[name] = 0
        while (outcome := loop.play_games(keys, sizes, self.runs)) != loop.DONE:
            if outcome == loop.ASK_END:
                self._ask()
            else:
                self._plain_rounds(tally)
        tally.add(self._counted())
        return tally

    def _ask(self) -> None:
        run, scoreboards = self.run, self.scoreboards
        scoreboard = scoreboards.kept[run["scoreboard"]]
        scoreboards.ask(int(run["asked_of"]), int(run["asked_seat"]), int(run["asked_cost"]))
        scoreboards.make_room()
        run["scoreboard"] = scoreboards.number(scoreboard)

    def _plain_rounds(self, tally: Totals) -> None:
        """Play by the plain loop until a round is to be dealt, or the game is over."""
        run, scoreboards = self.run, self.scoreboards
        scoreboard, starter = scoreboards.kept[run["scoreboard"]], int(run["starter"])
        table = Playout(self.rules, self.strategy, self.numbers, scoreboard, starter)
        rounds = 0
        while not rounds or (table.is_dealt and not table.winners):
            tally.add_round(table.play_round())
            rounds += 1
        scoreboards.make_room()
        run["scoreboard"], run["starter"] = scoreboards.number(table.scoreboard), table.place >> 1
        run["rounds"] += rounds
        run["winners"] = sum(1 << winner for winner in table.winners)

    def _counted(self) -> Totals:
        run, players = self.run, self.players
        sums = [int(count) for count in run["sums"]]
        tally = Totals(players, games=sums[loop.GAMES])
        tally.plays = RunningStats(
            *(sums[at] for at in (loop.ROUNDS, loop.PLAYS, loop.PLAYS_SQUARED))
        )
        tally.hands = RunningStats(
            *(sums[at] for at in (loop.GAMES, loop.HANDS_TOTAL, loop.HANDS_SQUARED))
        )
        tally.losses, tally.losses_owing_two = sums[loop.LOSSES], sums[loop.OWING_TWO]
        tally.wins = [int(wins) for wins in run["wins"][:players]]
        tally.lost_by_place = [int(lost) for lost in run["lost_by_place"][:players]]
        for rule, found in zip(self.scoreboards.causes, run["causes"], strict=False):
            if found[0]:
                tally.causes[rule] = RunningStats(*map(int, found))
        return tally


class NotCompiledError(Exception):
    """The tables cannot say what is asked for."""


class States:
    """The states that a round can come to, in the tables of a run.

    Raises :class:`NotCompiledError` where a rule looks at more than a state, or there is no room.
    """

    def __init__(self, run: Any, rules: RuleSet, players: int, strategy: str) -> None:
        self.run, self.rules, self.strategy = run, rules, strategy
        self.cards = tuple(rules.deck(players))
        self.sets = [play for play in rules.sets if play.card in self.cards]
        self.number_of: dict[object, int] = {}
        self.kept: list[State] = []
        self.costs: list[tuple[PayClass, bool | None]] = []
        self._check(players)
        self._begin(players)
        for row, state in enumerate(self.kept):  # more are added on the way
            self._fill(row, state)
        for number, (cost, _) in enumerate(self.costs):
            run["owes_two"][number] = cost.owes == 2 or cost.is_second

    def _check(self, players: int) -> None:
        rules, most = self.rules, max(len(self.rules.plays_of(card)) for card in self.cards)
        loses = type(rules).plays_to_lose is RuleSet.plays_to_lose and not rules.binds_opening
        is_whole = all(play.copies == rules.hand_size for play in self.sets)
        is_usual = type(rules).first_dealer is RuleSet.first_dealer
        has_room = (
            len(self.cards) + len(self.sets) <= loop.MOST_KINDS
            and max(most, len(self.sets)) <= loop.MOST_WAYS
            and players <= loop.MOST_SEATS
            and sum(rules.deck(players).values()) <= loop.MOST_CARDS
            and rules.hand_size < loop.MOST_HELD
        )
        if self.strategy not in SIMPLE:
            raise NotCompiledError
        if not (loses and is_whole and is_usual and has_room):
            raise NotCompiledError

    def _begin(self, players: int) -> None:
        run, rules, deck = self.run, self.rules, self.rules.deck_cards(players)
        where = {card: at for at, card in enumerate(self.cards)}
        ranks, strategy = rules.dealer_ranks, self.strategy
        run["players"], run["cards"], run["is_ranked"] = players, len(deck), strategy in RANKED
        run["kinds"], run["sets"], run["ranks_to_deal"] = len(where), len(self.sets), len(ranks)
        run["hand_size"], run["most_plays"] = rules.hand_size, MOST_PLAYS
        run["kept_discards"] = _kept_discards(rules, self.cards)
        run["deck"][: len(deck)] = [where[card] for card in deck]
        run["dealer_ranks"][: len(ranks)] = ranks
        run["set_kinds"][: len(self.sets)] = [where[cast(Card, play.card)] for play in self.sets]
        for name in ("follow", "moves", "ranks", "states"):
            run[name][:] = -1
        self.ways, self.moves = run["ways"], run["moves"]
        run["opening"][:] = [self.number(Moment(0, pair=pair)) for pair in (False, True)]

    def number(self, moment: Moment) -> int:
        """Return the row of a moment; -1 where the table is full.

        Which card was the first of two judges nothing, so moments that differ by it share one.
        """
        total, owes, first, *others = moment
        key = total, owes, first is None, *others
        if key not in self.number_of and len(self.kept) < MOST_STATES:
            self.number_of[key] = len(self.kept)
            self.kept.append(state_of(self.rules, moment))
        return self.number_of.get(key, -1)

    def _fill(self, row: int, state: State) -> None:
        moment, run = state.moment, self.run
        run["states"][row, loop.TO_PAIR] = self.number(moment._replace(pair=True))
        if state.out.pay_class:
            run["states"][row, loop.OUT_COST] = self._cost(state.out.pay_class)
            run["states"][row, loop.OUT_NEXT] = self.number(state.out.follows)
        follow, passing = run["follow"], run["passing"]
        for at, card in enumerate(self.cards):
            self._fill_moves(row, at, loop.SAFE, state.safe[card])
            self._fill_moves(row, at, loop.LOSING, state.losing[card])
            plain = state.plain[card]
            if plain is not None:
                follow[row, at] = self.number(plain.follows)
                passing[row, at] = plain.passing
        for at, play in enumerate(self.sets, len(self.cards)):
            move = state.judged[play]
            if isinstance(move, Move) and not move.effect.busts:
                self._fill_moves(row, at, loop.SAFE, (move,))
        if self.strategy in RANKED:
            self._rank(row, state)

    def _fill_moves(self, row: int, at: int, is_losing: int, moves: tuple[Move, ...]) -> None:
        if not moves:
            return
        self.ways[row, at, is_losing] = len(moves)
        for way, move in enumerate(moves):
            cost = -1 if move.pay_class is None else self._cost(move.pay_class)
            known = self.number(move.follows), move.passing, cost, move.effect.draws
            self.moves[row, at, is_losing, way] = known

    def _cost(self, cost: PayClass) -> int:
        """Return the number of a pay class; with what others can play it comes after itself."""
        if (cost, None) not in self.costs:
            self.costs += [(cost, None), (cost, False), (cost, True)]
        if len(self.costs) > loop.MOST_COSTS:
            raise NotCompiledError
        return self.costs.index((cost, None))

    def _rank(self, row: int, state: State) -> None:
        """Note how much the strategy wants each card, and in which way."""
        ranks, wants = self.run["ranks"][row], self.run["wants"][row]
        safe = order_of(self.strategy, state)
        losing = (move for card in self.cards for move in state.losing[card])
        for at, card in enumerate(self.cards):
            ranks[at, loop.SAFE] = safe[card]
            if state.safe[card]:
                wanted = best_way(self.strategy, state, card)
                wants[at, loop.SAFE] = state.safe[card].index(wanted)
        for place, move in enumerate(ranked(self.strategy, state, losing)):
            card = cast(Card, move.card)
            at = self.cards.index(card)
            ranks[at, loop.LOSING] = place
            wants[at, loop.LOSING] = state.losing[card].index(move)


def _kept_discards(rules: RuleSet, cards: tuple[Card, ...]) -> int:
    """Return how many of the last discards are kept when the others are shuffled.

    Raises :class:`NotCompiledError` where a rule set does anything else.
    """
    shuffled, kept = rules.reshuffled(cards)
    if shuffled + kept != cards:
        raise NotCompiledError
    return len(kept)


class Scoreboards:
    """The scoreboards met so far, and what costly plays make of them, in the tables of a run."""

    def __init__(
        self, run: Any, rules: RuleSet, players: int, costs: list[tuple[PayClass, bool | None]]
    ) -> None:
        self.run, self.rules, self.players, self.costs = run, rules, players, costs
        self.kept: list[Scoreboard] = []
        self.number_of: dict[Scoreboard, int] = {}
        self.causes: list[str] = []
        self.made = loop.FIRST_END
        self._begin()

    def _begin(self) -> None:
        """Number the scoreboards in which a game begins, by its dealer."""
        for dealer in range(self.players):
            scoreboard = first_scoreboard(self.rules, self.players, dealer)
            starter = next_seat(scoreboard.dealt, dealer)
            self.run["first"][dealer] = self.number(scoreboard), starter

    def make_room(self) -> None:
        """Forget all scoreboards, not the causes of lost points, where the tables are full."""
        is_full = len(self.kept) + 2 >= MOST_SCOREBOARDS
        if is_full or self.made + 1 >= loop.MOST_ENDS:
            self.run["end_of"][: len(self.kept)] = loop.ASK
            self.kept.clear()
            self.number_of.clear()
            self.made = loop.FIRST_END
            self._begin()

    def number(self, scoreboard: Scoreboard) -> int:
        """Return the row of a scoreboard."""
        row = self.number_of.get(scoreboard)
        if row is None:
            row = self.number_of[scoreboard] = len(self.kept)
            self.kept.append(scoreboard)
            dealt = scoreboard.dealt
            self.run["orders"][row, :, : 2 * self.players] = scoreboard.order
            self.run["seated"][row, : self.players] = scoreboard.seated
            self.run["dealt"][row, : len(dealt) + 1] = len(dealt), *dealt
        return row

    def ask(self, row: int, seat: int, number: int) -> None:
        """Ask the rules what a costly play makes of a scoreboard, and keep it."""
        (cost, others_can_play), scoreboard = self.costs[number], self.kept[row]
        end = scoreboard.settle(seat, cost, others_can_play)
        if end is None or len(end.lost) > 1:
            is_others = end is None and scoreboard.settle(seat, cost, others_can_play=True)
            self.run["end_of"][row, seat, number] = loop.ASK_OTHERS if is_others else loop.PLAIN
            return
        winners = sum(1 << winner for winner in end.winners)
        loser = -1 if end.loser is None else end.loser
        known = self.number(end.after), end.is_over, end.starter, end.is_in, loser, winners
        self.run["ends"][self.made] = *known, *self._lost(end)
        self.run["end_of"][row, seat, number] = self.made
        self.made += 1

    def _lost(self, end: Settled) -> tuple[int, int]:
        """Return the number of the cause that points were lost for, and how many; -1 for none."""
        if not end.lost:
            return -1, 0
        rule, points = end.lost[0]
        if rule not in self.causes:
            self.causes.append(rule)
        if len(self.causes) > loop.MOST_CAUSES:
            raise NotCompiledError
        return self.causes.index(rule), points

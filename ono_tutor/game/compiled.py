"""Simulated games by the compiled loop, where the extra ``fast`` is installed.

The tables are filled from the states and the standings of a rule set, and so from its own
judgement. A round that needs what they cannot say (a reshuffle, four cards at once, a total far
below zero) is played by the plain loop, from the same random numbers.
"""

from collections.abc import Iterable
from hashlib import sha512
from random import Random
from typing import Any

import numpy as np

from ono_tutor.cards import Card
from ono_tutor.game import compiled_loop as loop
from ono_tutor.game.playout import MOST_PLAYS, Playout
from ono_tutor.game.statistics import Sum, Tally
from ono_tutor.game.strategy import RANKED, by_card, order_of, wanted_move
from ono_tutor.rules.automaton import Move, State
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import OUT
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import next_seat
from ono_tutor.rules.standing import UNSEEN, Cost, LookedAtError, Standing

MOST_STATES = 1_500
"""States in the tables; a round that goes beyond them is played by the plain loop."""

MOST_STANDINGS = 20_000
"""Standings in the tables before they are emptied."""


class NotCompiledError(Exception):
    """The tables cannot say what is asked for."""


class MersenneTwister(Random):
    """The random numbers of the compiled loop, for Python: ``words`` is their state."""

    def __init__(self) -> None:
        self.words: Any = np.zeros(loop.WORDS + 1, np.uint32)
        super().__init__(0)

    def seed_text(self, text: str) -> None:
        """Go back to where ``Random(text)`` starts."""
        data = text.encode()
        data += sha512(data).digest()
        key = np.frombuffer(data.rjust(-(-len(data) // 4) * 4, b"\0"), ">u4")[::-1]
        loop.seed_words(self.words, key.astype(np.uint32))

    def random(self) -> float:
        return float(loop.uniform(self.words))

    def getrandbits(self, k: int, /) -> int:
        if k > 32:
            return super().getrandbits(k)
        return int(loop.word(self.words)) >> (32 - k) if k else 0


class _States:
    """The states that a round can come to, as arrays; the loop names their places."""

    def __init__(self, rules: RuleSet, cards: tuple[Card, ...], strategy: str) -> None:
        self.rules, self.cards, self.strategy = rules, cards, strategy
        self.number_of: dict[object, int] = {}
        self.kept: list[State] = []
        most = max(len(rules.plays_of(card)) for card in cards)
        self.opening = np.array([self.number(Moment(0, pair=pair)) for pair in (False, True)])
        shape = MOST_STATES, len(cards)
        self.states = np.full((MOST_STATES, 3), -1, np.int64)
        self.moves = np.full((*shape, 2 * most, 5), -1, np.int64)
        self.ways = np.zeros((*shape, 2), np.int64)
        self.ranks = np.full((*shape, 2), -1, np.int64)
        self.wants = np.zeros((*shape, 2), np.int64)
        self.costs: dict[int, Cost] = {}
        for row, state in enumerate(self.kept):  # more are added on the way
            self._fill(row, state, most)

    def number(self, moment: Moment) -> int:
        """Return the row of a moment; -1 where the table is full.

        Which card was the first of two judges nothing, so moments that differ by it share one.
        """
        key = moment._replace(first=None), moment.first is not None
        if key not in self.number_of and len(self.kept) < MOST_STATES:
            self.number_of[key] = len(self.kept)
            self.kept.append(self.rules.state(moment))
        return self.number_of.get(key, -1)

    def _fill(self, row: int, state: State, most: int) -> None:
        moment = state.moment
        self.states[row, loop.TO_PAIR] = self.number(moment._replace(pair=True))
        if state.out is not None:
            follows = self.rules.next_moment(moment, OUT, state.out.effect)
            self.states[row, loop.OUT_COST] = self._cost(state.out)
            self.states[row, loop.OUT_NEXT] = self.number(follows._replace(total=moment.total))
        for at, card in enumerate(self.cards):
            for is_losing, moves in enumerate((state.safe[card], state.losing[card])):
                self.ways[row, at, is_losing] = len(moves)
                for way, move in enumerate(moves):
                    self.moves[row, at, is_losing * most + way] = (
                        self.number(move.follows),
                        move.passing,
                        self._cost(move.cost),
                        move.effect.draws,
                        move.is_plain,
                    )
        if self.strategy in RANKED:
            self._rank(row, state)

    def _cost(self, cost: Cost | None) -> int:
        if cost is None:
            return -1
        self.costs[cost.number] = cost
        return cost.number

    def _rank(self, row: int, state: State) -> None:
        """How much the strategy wants each card, and in which way."""
        safe = order_of(self.strategy, state)
        losing = [move for card in self.cards for move in state.losing[card]]
        rank = RANKED[self.strategy]
        losing.sort(key=lambda move: by_card(move.play), reverse=True)
        losing.sort(key=lambda move: rank(move.play, move.effect, state.moment))
        for at, card in enumerate(self.cards):
            self.ranks[row, at, 0] = safe[card]
            if state.safe[card]:
                wanted = wanted_move(self.strategy, state, card)
                self.wants[row, at, 0] = state.safe[card].index(wanted)
        for place, move in enumerate(losing):
            at = self.cards.index(_card(move))
            self.ranks[row, at, 1] = place
            self.wants[row, at, 1] = state.losing[self.cards[at]].index(move)


def _card(move: Move) -> Card:
    assert move.play.card is not None
    return move.play.card


class _Standings:
    """The standings met so far, and what costly plays make of them, as arrays."""

    def __init__(self, players: int, costs: dict[int, Cost]) -> None:
        self.costs = costs
        self.rows = rows = MOST_STANDINGS if players < 5 else MOST_STANDINGS // 4
        self.end_of = np.full((rows, players, max(costs, default=0) + 1), -1, np.int32)
        self.ends = np.zeros((rows * 4, 8), np.int64)
        self.orders = np.zeros((rows, 4, 2 * players), np.int8)
        self.dealt_of = np.zeros((rows, players + 2), np.int8)
        self.seated_of = np.zeros((rows, players), np.int8)
        self.kept: list[Standing] = []
        self.number_of: dict[Standing, int] = {}
        self.causes: list[str] = []
        self.made = 0

    def has_room(self) -> bool:
        """Whether a few standings and ends more can be kept."""
        return len(self.kept) + 2 < self.rows and self.made + 1 < len(self.ends)

    def clear(self) -> None:
        """Forget all standings, not the causes of lost points."""
        self.end_of[:] = -1
        self.kept.clear()
        self.number_of.clear()
        self.made = 0

    def number(self, standing: Standing) -> int:
        """Return the row of a standing."""
        row = self.number_of.get(standing)
        if row is None:
            row = self.number_of[standing] = len(self.kept)
            self.kept.append(standing)
            self.orders[row] = standing.order
            self.seated_of[row] = standing.seated
            dealt = len(standing.dealt)
            self.dealt_of[row, : dealt + 1] = (dealt, *standing.dealt)
            self.dealt_of[row, -1] = standing.is_pair
        return row

    def ask(self, row: int, seat: int, cost: int, most_causes: int) -> None:
        """Ask the rules what a costly play makes of a standing, and keep it."""
        end = self.kept[row].end(seat, self.costs[cost])
        if end is None or len(end.lost) > 1:
            self.end_of[row, seat, cost] = -2
            return
        cause, points = -1, 0
        if end.lost:
            rule, points = end.lost[0]
            if rule not in self.causes:
                self.causes.append(rule)
            cause = self.causes.index(rule)
        if cause >= most_causes:
            raise NotCompiledError
        winners = sum(1 << winner for winner in end.winners)
        loser = -1 if end.loser is None else end.loser
        after = self.number(end.after)
        known = after, end.is_over, end.starter, end.is_in, loser, winners, cause, points
        self.ends[self.made] = known
        self.end_of[row, seat, cost] = self.made
        self.made += 1


class CompiledPlayouts:
    """Whole games of a rule set at a table of some size, all seats playing one strategy.

    Raises :class:`NotCompiledError` where the tables cannot say what is asked for.
    """

    most_causes = 16

    def __init__(self, rules: RuleSet, players: int, strategy: str) -> None:
        try:
            loses = not rules.binds_opening and rules.plays_to_lose(UNSEEN)
        except LookedAtError:
            loses = False
        if not loses:
            raise NotCompiledError
        self.rules, self.players, self.strategy = rules, players, strategy
        kinds = tuple(rules.deck(players))
        self.cards = np.array([kinds.index(card) for card in rules.deck_cards(players)])
        sets = [(kinds.index(p.card), p.copies) for p in rules.sets if p.card in kinds and p.card]
        self.sets = np.array(sets, np.int64).reshape(-1, 2)
        self.states = _States(rules, kinds, strategy)
        costs = self.states.costs
        self.standings = _Standings(players, costs)
        self.owes_two = np.zeros(max(costs, default=0) + 1, np.int64)
        for number, cost in costs.items():
            self.owes_two[number] = cost.owes == 2 or cost.is_second
        self.numbers = MersenneTwister()
        self.saved, self.at = np.zeros_like(self.numbers.words), np.zeros(6, np.int64)

    def play(self, seed: int, numbers: Iterable[int]) -> Tally:
        """Return the tally of the games with these numbers."""
        tally = Tally(self.players)
        counts, places = np.zeros(loop.ROUNDS + 1, np.int64), np.zeros(self.players, np.int64)
        causes = np.zeros((self.most_causes, 3), np.int64)
        for number in numbers:
            self.numbers.seed_text(f"{seed}/{number}")
            self._play_game(tally, counts, places, causes)
        tally.add(self._counted(counts, places, causes))
        return tally

    def _counted(self, counts: Any, places: Any, causes: Any) -> Tally:
        """Return the tally of the rounds that the loop has counted."""
        tally = Tally(self.players, lost_by_place=[int(count) for count in places])
        tally.plays = Sum(
            *(int(counts[at]) for at in (loop.ROUNDS, loop.PLAYS, loop.PLAYS_SQUARED))
        )
        tally.losses, tally.losses_owing_two = int(counts[loop.LOSSES]), int(counts[loop.OWING_TWO])
        for rule, found in zip(self.standings.causes, causes, strict=False):
            if found[0]:
                tally.causes[rule] = Sum(*map(int, found))
        return tally

    def _play_game(self, tally: Tally, counts: Any, places: Any, causes: Any) -> None:
        rules, players = self.rules, self.players
        dealer = rules.first_dealer(players, self.numbers)
        stakes, seats = rules.start_stakes(((),) * players), tuple(range(players))
        standing = rules.standing(seats, (True,) * players, stakes, dealer)
        starter, rounds, winners = next_seat(seats, dealer), 0, 0
        while not winners:
            if not self.standings.has_room():
                self.standings.clear()
            self.at[:] = self.standings.number(standing), starter, 0, 0, 0, 0
            outcome = self._rounds(counts, places, causes)
            rounds += int(self.at[4])
            if outcome == loop.GAME_OVER:
                winners = int(self.at[2])
                break
            standing, starter = self.standings.kept[self.at[0]], int(self.at[1])
            if outcome == loop.ASK_END:
                row, seat, cost = (int(self.at[at]) for at in (5, 2, 3))
                self.standings.ask(row, seat, cost, self.most_causes)
                continue
            standing, starter, played, winners = self._plain_rounds(standing, starter, tally)
            rounds += played
        tally.games += 1
        tally.hands.note(rounds)
        for seat in seats:
            tally.wins[seat] += winners >> seat & 1

    def _rounds(self, counts: Any, places: Any, causes: Any) -> int:
        states, standings = self.states, self.standings
        return int(
            loop.play_rounds(
                self.numbers.words,
                self.saved,
                self.at,
                int(self.strategy in RANKED),
                MOST_PLAYS,
                self.rules.hand_size,
                states.opening,
                self.cards,
                self.sets,
                states.states,
                states.moves,
                states.ways,
                states.ranks,
                states.wants,
                self.owes_two,
                standings.end_of,
                standings.ends,
                standings.orders,
                standings.dealt_of,
                standings.seated_of,
                counts,
                places,
                causes,
            )
        )

    def _plain_rounds(
        self, standing: Standing, starter: int, tally: Tally
    ) -> tuple[Standing, int, int, int]:
        """Play by the plain loop until a round is to be dealt; return what was played.

        That is the standing and the starter then, how many rounds, and a bit for each winner.
        """
        table = Playout(self.rules, self.strategy, self.numbers, standing, starter)
        rounds = 0
        while not rounds or (table.is_dealt and not table.winners):
            tally.add_round(table.play_round())
            rounds += 1
        winners = sum(1 << winner for winner in table.winners)
        return table.standing, table.place >> 1, rounds, winners

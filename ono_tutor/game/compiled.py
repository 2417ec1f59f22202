"""Simulated games by the compiled loop, if the extra ``fast`` is installed.

The loop works on tables, which are filled here from the states and the scoreboards of a rule set:
so they hold the rule set's own judgement, and nothing here knows a rule. A round that needs more
than the tables have (a total far below zero, a round without an end) is played by the plain loop,
from the same random numbers.
"""

from collections.abc import Iterable
from typing import cast

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
from ono_tutor.rules.states import Move, PayClass, Scoreboard, State, first_scoreboard, state_of


class CompiledPlayouts:
    """Whole games of a rule set at a table of some size, all seats playing one strategy.

    Raises :class:`NotImplementedError` if the tables cannot hold such games: a rule looks at more
    than a state, or there is no room.
    """

    def __init__(self, rules: RuleSet, players: int, strategy: str) -> None:
        self.rules, self.players, self.strategy = rules, players, strategy
        self.runs = np.zeros(1, loop.RUN)
        self.run = self.runs[0]
        self.cards = tuple(rules.deck(players))
        self.sets = [play for play in rules.sets if play.card in self.cards]
        self.states: list[State] = []
        self.state_numbers: dict[object, int] = {}
        self.pay_classes: list[tuple[PayClass, bool | None]] = []
        self.scoreboards: list[Scoreboard] = []
        self.scoreboard_numbers: dict[Scoreboard, int] = {}
        self.causes: list[str] = []
        self.ends = loop.FIRST_END
        self._fill_facts()
        for number, state in enumerate(self.states):  # more are added on the way
            self._fill_state(number, state)
        for number, (pay_class, _) in enumerate(self.pay_classes):
            self.run["owes_two"][number] = pay_class.owes == 2 or pay_class.is_second
        self._begin_scoreboards()
        self.numbers = MersenneTwister(self.run["words"])
        self.play(0, [])  # compile now: who asks for the loop is ready for a compiler that fails

    def play(self, seed: int, numbers: Iterable[int]) -> Totals:
        """Return the totals of the games with these numbers."""
        keys, sizes = seed_keys([f"{seed}/{number}" for number in numbers])
        totals, run = Totals(self.players), self.run
        for name in ("game", "is_begun", "sums", "wins", "lost_by_place", "causes"):
            run[name] = 0
        while (outcome := loop.play_games(keys, sizes, self.runs)) != loop.DONE:
            scoreboard = self.scoreboards[run["scoreboard"]]
            if outcome == loop.ASK_END:
                asked = run["asked_of"], run["asked_seat"], run["asked_cost"]
                self._fill_end(*map(int, asked))
            else:  # play by the plain loop until a round is to be dealt, or the game is over
                starter, rounds = int(run["starter"]), 0
                table = Playout(self.rules, self.strategy, self.numbers, scoreboard, starter)
                while not rounds or (table.is_dealt and not table.winners):
                    totals.add_round(table.play_round())
                    rounds += 1
                scoreboard = table.scoreboard
                run["starter"] = table.place >> 1
                run["rounds"] += rounds
                run["winners"] = sum(1 << winner for winner in table.winners)
            if len(self.scoreboards) + 2 >= MOST_SCOREBOARDS or self.ends + 1 >= loop.MOST_ENDS:
                self._begin_scoreboards()
            run["scoreboard"] = self._number_scoreboard(scoreboard)
        totals.add(self._read_totals())
        return totals

    def _read_totals(self) -> Totals:
        """Return the totals of what the loop has counted."""
        run, players = self.run, self.players
        sums = [int(count) for count in run["sums"]]
        plays = (sums[at] for at in (loop.ROUNDS, loop.PLAYS, loop.PLAYS_SQUARED))
        rounds = (sums[at] for at in (loop.GAMES, loop.HANDS_TOTAL, loop.HANDS_SQUARED))
        return Totals(
            players,
            games=sums[loop.GAMES],
            plays=RunningStats(*plays),
            hands=RunningStats(*rounds),
            wins=[int(wins) for wins in run["wins"][:players]],
            lost_by_place=[int(lost) for lost in run["lost_by_place"][:players]],
            losses=sums[loop.LOSSES],
            losses_owing_two=sums[loop.OWING_TWO],
            causes={
                rule: RunningStats(*map(int, counts))
                for rule, counts in zip(self.causes, run["causes"], strict=False)
                if counts[0]
            },
        )

    def _fill_facts(self) -> None:
        """Fill what holds for the whole game; check that the tables can hold it."""
        run, rules, deck = self.run, self.rules, self.rules.deck_cards(self.players)
        cards, sets, ranks = self.cards, self.sets, rules.dealer_ranks
        most_ways = max(len(rules.plays_of(card)) for card in cards)
        reshuffled, left_lying = rules.reshuffled(cards)
        can_hold = (
            self.strategy in SIMPLE
            and type(rules).plays_to_lose is RuleSet.plays_to_lose
            and not rules.binds_opening
            and type(rules).first_dealer is RuleSet.first_dealer
            and all(play.copies == rules.hand_size for play in sets)
            and reshuffled + left_lying == cards
            and len(cards) + len(sets) <= loop.MOST_KINDS
            and max(most_ways, len(sets)) <= loop.MOST_WAYS
            and self.players <= loop.MOST_SEATS
            and len(deck) <= loop.MOST_CARDS
            and rules.hand_size < loop.MOST_HELD
        )
        if not can_hold:
            raise NotImplementedError
        kind_of = {card: kind for kind, card in enumerate(cards)}
        run["players"], run["cards"] = self.players, len(deck)
        run["is_ranked"] = self.strategy in RANKED
        run["kinds"], run["sets"], run["ranks_to_deal"] = len(cards), len(sets), len(ranks)
        run["hand_size"], run["most_plays"] = rules.hand_size, MOST_PLAYS
        run["kept_discards"], run["first_words"] = len(left_lying), first_words()
        run["deck"][: len(deck)] = [kind_of[card] for card in deck]
        run["dealer_ranks"][: len(ranks)] = ranks
        run["set_kinds"][: len(sets)] = [kind_of[cast(Card, play.card)] for play in sets]
        for name in ("follow", "moves", "ranks", "states"):
            run[name][:] = -1
        openings = (Moment(0, pair=pair) for pair in (False, True))
        run["opening"][:] = [self._number_state(moment) for moment in openings]

    def _number_state(self, moment: Moment) -> int:
        """Return the row of a moment; -1 if the table is full.

        Which card was the first of two judges nothing, so moments that differ by it share one.
        """
        key = *moment[:2], moment.first is None, *moment[3:]
        if key not in self.state_numbers and len(self.states) < MOST_STATES:
            self.state_numbers[key] = len(self.states)
            self.states.append(state_of(self.rules, moment))
        return self.state_numbers.get(key, -1)

    def _fill_state(self, row: int, state: State) -> None:
        """Fill the row of a state: laying the hand down, and every way to play each card."""
        run, moment, out = self.run, state.moment, state.out
        run["states"][row, loop.TO_PAIR] = self._number_state(moment._replace(pair=True))
        if out.pay_class:
            run["states"][row, loop.OUT_COST] = self._number_pay_class(out.pay_class)
            run["states"][row, loop.OUT_NEXT] = self._number_state(out.follows)
        for kind, card in enumerate(self.cards):
            self._fill_moves(row, kind, loop.SAFE, state.safe[card])
            self._fill_moves(row, kind, loop.LOSING, state.losing[card])
            plain = state.plain[card]
            if plain is not None:
                run["follow"][row, kind] = self._number_state(plain.follows)
                run["passing"][row, kind] = plain.passing
        for kind, play in enumerate(self.sets, len(self.cards)):
            move = state.judged[play]
            if isinstance(move, Move) and not move.effect.busts:
                self._fill_moves(row, kind, loop.SAFE, (move,))
        if self.strategy not in RANKED:
            return
        ranks, best_ways = run["ranks"][row], run["wants"][row]
        order = order_of(self.strategy, state)
        for kind, card in enumerate(self.cards):
            ranks[kind, loop.SAFE] = order[card]
            if state.safe[card]:
                best = best_way(self.strategy, state, card)
                best_ways[kind, loop.SAFE] = state.safe[card].index(best)
        losing = (move for card in self.cards for move in state.losing[card])
        for place, move in enumerate(ranked(self.strategy, state, losing)):
            card = cast(Card, move.card)
            kind = self.cards.index(card)
            ranks[kind, loop.LOSING] = place
            best_ways[kind, loop.LOSING] = state.losing[card].index(move)

    def _fill_moves(self, row: int, kind: int, is_losing: int, moves: tuple[Move, ...]) -> None:
        self.run["ways"][row, kind, is_losing] = len(moves)
        for way, move in enumerate(moves):
            cost = -1 if move.pay_class is None else self._number_pay_class(move.pay_class)
            values = self._number_state(move.follows), move.passing, cost, move.effect.draws
            self.run["moves"][row, kind, is_losing, way] = values

    def _number_pay_class(self, pay_class: PayClass) -> int:
        """Return the number of a pay class; with what others can play it comes after itself."""
        if (pay_class, None) not in self.pay_classes:
            self.pay_classes += [(pay_class, can_play) for can_play in (None, False, True)]
        if len(self.pay_classes) > loop.MOST_COSTS:
            raise NotImplementedError
        return self.pay_classes.index((pay_class, None))

    def _begin_scoreboards(self) -> None:
        """Forget all scoreboards but those in which a game begins, by its dealer."""
        self.run["end_of"][: len(self.scoreboards)] = loop.ASK
        self.scoreboards.clear()
        self.scoreboard_numbers.clear()
        self.ends = loop.FIRST_END
        for dealer in range(self.players):
            scoreboard = first_scoreboard(self.rules, self.players, dealer)
            starter = next_seat(scoreboard.dealt, dealer)
            self.run["first"][dealer] = self._number_scoreboard(scoreboard), starter

    def _number_scoreboard(self, scoreboard: Scoreboard) -> int:
        """Return the row of a scoreboard."""
        row = self.scoreboard_numbers.get(scoreboard)
        if row is None:
            row = self.scoreboard_numbers[scoreboard] = len(self.scoreboards)
            self.scoreboards.append(scoreboard)
            dealt = scoreboard.dealt
            self.run["orders"][row, :, : 2 * self.players] = scoreboard.order
            self.run["seated"][row, : self.players] = scoreboard.seated
            self.run["dealt"][row, : len(dealt) + 1] = len(dealt), *dealt
        return row

    def _fill_end(self, row: int, seat: int, number: int) -> None:
        """Ask the rules what a costly play makes of a scoreboard, and fill it in."""
        (pay_class, others_can_play), scoreboard = self.pay_classes[number], self.scoreboards[row]
        end = scoreboard.settle(seat, pay_class, others_can_play)
        if end is None or len(end.lost) > 1:
            asks = end is None and scoreboard.settle(seat, pay_class, others_can_play=True)
            self.run["end_of"][row, seat, number] = loop.ASK_OTHERS if asks else loop.PLAIN
            return
        ((rule, points),) = end.lost or (("", 0),)
        if rule and rule not in self.causes:
            self.causes.append(rule)
        if len(self.causes) > loop.MOST_CAUSES:
            raise NotImplementedError
        cause = self.causes.index(rule) if rule else -1
        loser = -1 if end.loser is None else end.loser
        winners = sum(1 << winner for winner in end.winners)
        after = self._number_scoreboard(end.after)
        values = after, end.is_over, end.starter, end.is_in, loser, winners, cause, points
        self.run["ends"][self.ends] = values
        self.run["end_of"][row, seat, number] = self.ends
        self.ends += 1

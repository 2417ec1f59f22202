"""Playouts: games that a strategy plays at speed, on rows that a rule set fills.

:mod:`.playout_loop` plays; here is what it plays on. A state is a :class:`.Moment`; its rows have
for each kind of card what the rules let it do. They are made when play comes to them, and kept for
the next games. So are the pay classes (plays that are paid for alike) and who deals and starts
after a round. The loop pays and drops players out itself, by the rule set's
:class:`.PaymentRules`.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import make_dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import Any, NamedTuple

from ono_tutor.cards import Card
from ono_tutor.game import playout_loop as loop
from ono_tutor.game.position import Position
from ono_tutor.game.strategy import EXPERT, RANKED, ranked
from ono_tutor.game.value_table import table_of
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import OUT, Direction, Play, TurnOrder, turn_order
from ono_tutor.rules.ruleset import RuleSet, SettlesOn, TableState
from ono_tutor.rules.states import SOME_FIRST, Cached, Move

MOST_PLAYS = 2000
"""A round without an end is called off after so many plays: nobody pays, the next one is dealt.

This is ours and stands in no text. It is for a total that is doubled below zero again and again
(rule ``99-below-zero``) and cannot come back; every other round ends far below.
"""

MOST_STATES = 3_600
"""States with rows at a time; only a total that runs away below zero meets more."""

NUMBERS = (
    "players", "size", "losing", "cards", "most_plays", "left_lying", "strategy", "height",
    "causes", "start", "least", "is_scored", "ends_with_first_out", "to_play", "is_by_round",
    "pending", "at", "asked_move", "asked_column", "asked_deal", "deal_key", "is_dealt",
    "is_called_off", "dealt", "dealer", "starter", "seated", "state", "place", "left", "top",
    "shuffled", "plays", "rounds", "winners", "loser", "last", "losses", "losses_owing_two",
    "first_loser", "until_loss", "looks_at_discards", "is_shuffled",
)  # fmt: skip
"""The whole numbers of a run: what the rules and the table say, what is asked, the round."""

TABLES = (
    "follow", "first", "whole", "passing", "ways", "best", "ranks", "out", "is_valued", "moves",
    "shelves", "gains", "opening", "order", "deals", "deck", "pile", "hands", "points",
    "binds_opening", "stakes", "lost", "counts", "least_value", "value_step", "rests", "values",
)  # fmt: skip
"""The rows of the rules, what is on the table, what is counted, the table of values."""

COUNTED = (
    "games", "rounds", "rounds_squared", "plays", "plays_squared", "losses", "losses_owing_two",
    "called_off",
)  # fmt: skip
"""What the loop counts over all, in its order."""


class RoundResult(NamedTuple):
    """The result of one round: who lost first, who won the game by it, and what each has left.

    ``until_loss`` is how many of the plays came before the first loss (all if nobody lost).
    """

    plays: int
    until_loss: int
    loser: int | None
    winners: tuple[int, ...]
    stakes: tuple[int, ...]


Run = make_dataclass("Run", [(name, Any, 0) for name in (*NUMBERS, *TABLES)], slots=True)
"""The state of the loop in plain Python, which reads slots far faster than a dictionary."""


class Playouts:
    """A simulator of games: one rule set, number of players and strategy.

    The loop works on ``run``. ``moments`` has the moment of each state, ``plays`` the number of its
    move by each play, ``moves`` each move with the moment before it; all begin with a dummy, for 0
    stands for a missing row.
    """

    def __init__(self, rules: RuleSet, players: int, strategy: str) -> None:
        self.rules, self.players, self.strategy = rules, players, strategy
        self.cards = sorted(rules.deck(players), key=lambda card: card.code)
        self.kinds = {card: kind for kind, card in enumerate((*self.cards, Card.UNKNOWN))}
        self.table = table_of(rules) if strategy == EXPERT else None
        self.causes: list[str] = []
        size = rules.hand_size
        self.dropping_out = [
            self.kinds[card] for card in self.cards if not rules.plays_to_lose((card,) * size)
        ]
        self.loop: Any = loop
        self.runs, self.run = self._new_run()
        self.pays = pays = rules.payment_rules
        deck = rules.deck_cards(players)
        is_random = strategy not in (EXPERT, *RANKED)
        self._set(
            strategy=loop.RANDOM if is_random else loop.VALUED if self.table else loop.RANKED,
            players=players,
            size=rules.hand_size,
            losing=len(self.kinds),
            cards=len(deck),
            most_plays=MOST_PLAYS,
            left_lying=len(rules.reshuffled(deck)[1]),
            start=pays.start,
            least=pays.least,
            looks_at_discards=int(rules.looks_at_discards),
            is_scored=int(bool(pays.card_points)),
            ends_with_first_out=int(pays.ends_with_first_out),
            deck=[self.kinds[card] for card in deck],
            points=[pays.card_points.get(card, 0) for card in self.kinds],
            binds_opening=[
                int(rules.opening_moment((card,), pair=False).opening) for card in self.kinds
            ],
            hands=[[0] * rules.hand_size for _ in range(players)],
            stakes=[0] * players,
            pile=[0] * (len(deck) + 1),
            lost=[0] * loop.MOST_CAUSES,
            counts=[0] * loop.COUNTS,
        )
        if self.table:
            self._set(**self.table.loop_rows(self.cards, rules.hand_size))
        self._clear()

    def _new_run(self) -> tuple[Any, Any]:
        """Return what the loop is called with, and the run in it."""
        seats = range(self.players)
        order: Cached[int, TurnOrder] = Cached(
            lambda seated: turn_order(tuple(bool(seated >> seat & 1) for seat in seats))
        )
        run = Run(deals=defaultdict(int), order=order)
        return [run], run

    def _set(self, **values: Any) -> None:
        """Fill fields of the run."""
        for name, value in values.items():
            setattr(self.run, name, value)

    def _put(self, number: int, **rows: Any) -> None:
        """Put rows at the end of these lists of the run, the first under this number."""
        for name, more in rows.items():
            getattr(self.run, name).extend(more)

    def _clear(self) -> None:
        """Forget all states and moves."""
        width = 2 * len(self.kinds)
        self.numbers: dict[Moment, int] = {}
        self.moments, self.plays = [Moment(0)], [dict[Play, int]()]
        self.moves = [(Moment(0), Move(self.rules, Moment(0), OUT, Effect(0, ())))]
        rows = dict.fromkeys(("follow", "passing", "ways", "first", "best", "ranks", "whole"))
        self._set(**{name: [[0] * width] for name in rows}, out=[0], is_valued=[0])
        self._set(moves=[[0] * loop.MOVE], shelves=[-1], gains=[0.0])
        openings = [
            self._number(Moment(0, pair=pair, opening=opening))
            for pair, opening in product((False, True), (False, self.rules.binds_opening))
        ]
        self._set(opening=openings)

    def _number(self, moment: Moment) -> int:
        """Return the number of a state; a new one gets its rows."""
        if moment.first is not None:
            moment = moment._replace(first=SOME_FIRST)
        if moment not in self.numbers:
            self.numbers[moment] = len(self.moments)
            self.moments.append(moment)
            self._add_state(moment)
        return self.numbers[moment]

    def _add_state(self, moment: Moment) -> None:
        """Ask the rules what every card does at a moment, and make the rows of its state."""
        kinds, losing, width = self.kinds, len(self.kinds), 2 * len(self.kinds)
        columns: list[list[tuple[Play, Effect]]] = [[] for _ in range(width)]
        plays: list[tuple[Play, Effect]] = []
        number, whole, first = len(self.moves), [0] * losing, []
        for play, effect in self.rules.effects(moment):
            kind = kinds[play.card or Card.UNKNOWN]
            if play.copies == 1:
                columns[kind + losing * effect.busts].append((play, effect))
            elif not effect.busts:
                whole[kind] = number + len(plays)
                plays.append((play, effect))
        for column in columns:
            first.append(number + len(plays))
            plays += column
        out = number + len(plays)
        plays.append((OUT, self.rules.out_effect(moment, None)))
        moves = [Move(self.rules, moment, *each) for each in plays]
        self._add_moves(moment, moves)
        ways = [len(column) for column in columns]
        for kind in self.dropping_out:
            whole[kind] = whole[kind] or out
        ranks, best = [-1] * width, [0] * width
        if self.strategy != "random":
            strategy = self.strategy if self.strategy in RANKED else "cautious"
            single = [each for column in columns for each in column]
            for rank, (play, effect) in enumerate(ranked(strategy, single, moment)):
                at = kinds[play.card or Card.UNKNOWN] + losing * effect.busts
                ranks[at], best[at] = rank, columns[at].index((play, effect))
        is_valued = int(self.table is not None and moment.pair)
        if is_valued:  # of the cards that lose all are worth the same
            for kind in range(losing):
                ranks[losing + kind] = losing - kind if ways[losing + kind] else -1
        self._put(
            len(self.moments) - 1,
            follow=[[0] * width],
            passing=[[moves[at - number].passing for at in first]],
            ways=[ways],
            first=[first],
            ranks=[ranks],
            best=[best],
            whole=[whole],
            out=[out],
            is_valued=[is_valued],
        )

    def _add_moves(self, moment: Moment, moves: list[Move]) -> None:
        """Make the rows of all moves of the last state, without the states after."""
        rows, pays, is_second = [], self.pays, moment.first is not None
        asks = self.rules.settles_on is SettlesOn.OTHERS_CAN_PLAY and is_second
        for move in moves:
            effect, cause = move.effect, -1
            if effect.costs or effect.costs_others:
                rule = effect.rules[-1]
                self.causes += [] if rule in self.causes else [rule]
                cause = self.causes.index(rule)
            row = [
                *(0, 0, 0, 0),
                move.play.copies if move.card else 0,
                move.passing,
                move.is_costly,
                effect.busts,
                effect.costs + pays.bust * effect.busts,
                effect.costs_others,
                effect.ends_round or (effect.busts and pays.bust_ends_round),
                effect.loses,
                moment.owes == 2 or is_second,
                cause,
                move.is_costly and asks,
            ]
            rows.append([*map(int, row)])
        self._set(causes=len(self.causes))
        self._put(len(self.moves), moves=rows)
        if self.table:
            worths = [self.table.shelf(move) if moment.pair else (-1, 0.0) for move in moves]
            shelves, gains = zip(*worths, strict=True)
            self._put(len(self.moves), shelves=shelves, gains=gains)
        self.plays.append({move.play: at for at, move in enumerate(moves, len(self.moves))})
        self.moves += [(moment, move) for move in moves]

    def _answer(self) -> None:
        """Make the row that the loop has asked for."""
        run, rules = self.run, self.rules
        if run.asked_deal:
            rest, last = divmod(int(run.deal_key), self.players + 1)
            rest, loser = divmod(rest, self.players + 1)
            mask, dealer = divmod(rest, self.players)
            seats = tuple(seat for seat in range(self.players) if mask >> seat & 1)
            loser_or_none = loser - 1 if loser else None
            dealer, starter = rules.next_deal(seats, dealer, loser_or_none, last - 1)
            run.deals[run.deal_key] = dealer * self.players + starter + 1
            run.asked_deal = 0
            return
        number, column = int(run.asked_move), int(run.asked_column)
        before, move = self.moves[number]
        is_pair = column in (loop.FOLLOWS_AS_PAIR, loop.OTHERS_AS_PAIR)
        run.asked_move = 0
        if column >= loop.OTHERS:
            run.moves[number][column] = self._number(Moment(before.total, pair=is_pair))
            return
        moment = move.follows._replace(pair=is_pair)
        if move.effect.busts and not self.pays.bust_counts:
            moment = moment._replace(total=before.total)
        if run.is_shuffled:  # no discard lies on the table for the rules to look at
            hands = tuple(
                tuple(self.cards[kind] for kind in run.hands[seat] if kind < len(self.cards))
                if run.seated >> seat & 1
                else None
                for seat in range(self.players)
            )
            place, first = int(run.place), moment.first
            way = Direction.COUNTER_CLOCKWISE if place & 1 else Direction.CLOCKWISE
            table = TableState(
                rules, moment.total, hands, place >> 1, moment.owes, way, played=first
            )
            run.is_shuffled, run.state = 0, self._number(rules.moment(table))
            return
        if len(self.moments) >= MOST_STATES:
            self._clear()
            run.state = self._number(moment)
            return
        run.state = run.moves[number][column] = self._number(moment)
        if move.is_plain:
            state, kind = self.numbers[before], self.kinds[move.card or Card.UNKNOWN]
            if run.ways[state][kind] == 1:
                run.follow[state][kind] = run.state

    def _play_on(self, numbers: Any) -> None:
        """Let the loop play, and make each row that it asks for."""
        self.loop.play_games(self.runs, numbers)
        while self.run.to_play:
            self._answer()
            self.loop.play_games(self.runs, numbers)

    def play(self, games: int, numbers: Random) -> Counter[str]:
        """Play whole games with these random numbers; return what was counted, by name.

        ``won_by_seat_…`` are games won or shared, ``lost_by_place_…`` rounds by the place of the
        first loser, 0 being the player who started; ``points_lost_…`` are by the rule point.
        """
        self._set(to_play=games, is_by_round=0, dealt=0, is_dealt=0, pending=0, winners=0)
        self._set(counts=[0] * loop.COUNTS)
        self._play_on(numbers)
        counts = [int(count) for count in self.run.counts]
        named = dict(zip(COUNTED, counts, strict=False))
        for seat in range(self.players):
            named[f"won_by_seat_{seat}"] = counts[loop.WINS + seat]
            named[f"lost_by_place_{seat}"] = counts[loop.LOST_BY_PLACE + seat]
        for at, cause in enumerate(self.causes):
            named[f"points_lost_{cause}"] = counts[loop.CAUSES + 2 * at]
            named[f"squared_points_lost_{cause}"] = counts[loop.CAUSES + 2 * at + 1]
        return Counter(named)

    def play_first_round(self, numbers: Random) -> RoundResult:
        """Play the first round of a game."""
        self._set(to_play=1, is_by_round=1, dealt=0, is_dealt=0, pending=0, winners=0)
        self._play_on(numbers)
        return self._result()

    def play_round_from(
        self,
        position: Position,
        play: Play,
        stakes: Sequence[int],
        numbers: Random,
    ) -> RoundResult:
        """Play a round to its end from a position with all cards known, after this legal play.

        ``stakes`` are what each player has left, in the sense of :class:`.PaymentRules`. The cards
        are drawn in the order of ``position.draw``, until the discards are shuffled.
        """
        run, kinds, size = self.run, self.kinds, self.rules.hand_size
        seats = sum(1 << seat for seat in position.still_in)
        pile = [kinds[card] for card in (*reversed(position.draw), *position.seen)]
        hands = [[kinds[card] for card in hand or ()] for hand in position.hands]
        state = self._number(position.moment)
        self._set(
            hands=[hand + [len(self.cards)] * (size - len(hand)) for hand in hands],
            pile=pile + [0] * (self.run.cards + 1 - len(pile)),
            stakes=list(stakes),
            to_play=1,
            is_by_round=1,
            is_dealt=1,
            winners=0,
            rounds=0,
            state=state,
            place=position.place,
            dealt=seats,
            seated=seats,
            dealer=position.turn,
            starter=position.turn,
            left=len(position.draw),
            top=len(pile),
            shuffled=0,
        )
        self.loop.clear_round(run)
        run.pending, run.at = self.plays[state][play], -1
        if play.copies == 1 and play.card:
            run.at = hands[position.turn].index(kinds[play.card])
        self._play_on(numbers)
        return self._result()

    def _result(self) -> RoundResult:
        run = self.run
        return RoundResult(
            run.plays,
            run.until_loss if run.losses else run.plays,
            run.first_loser if run.losses else None,
            tuple(seat for seat in range(self.players) if run.winners >> seat & 1),
            tuple(run.stakes),
        )


@lru_cache(maxsize=8)
def playouts_of(
    rules: RuleSet, players: int, strategy: str, kind: type[Playouts] = Playouts
) -> Playouts:
    """Return the playouts of a kind, kept with their rows."""
    return kind(rules, players, strategy)

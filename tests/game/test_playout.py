"""The playout loop against the plain engine: the same games, play by play."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from ono_tutor import Card, Play, Position, ruleset
from ono_tutor.game import lattice as lattice_module
from ono_tutor.game import playout as playout_module
from ono_tutor.game.lattice import Passing
from ono_tutor.game.playout import Playout
from ono_tutor.game.strategy import RANKED, STRATEGIES, choose
from ono_tutor.game.turn import make
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.event import EventType
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.option import Choice
from ono_tutor.rules.play import OUT
from ono_tutor.rules.seats import next_seat

SHORT = {"1980": "+chips=1+target=90", "2022": "", "ninety-nine": ""}
"""Options that make a game short, so that more games can be compared."""

ONE_VALUE = [
    f"{key}+{option.name}={value}{SHORT[key]}"
    for key, kind in RULE_SETS.items()
    for option in kind.options
    if isinstance(option, Choice)
    for value in option.values[1:]
]
TOGETHER = [
    "1980+scoring=points+bust-total=counts+ono99=suicide",
    "1980+scoring=points+points-end=last-standing+next-starter=left-of-dealer+target=120",
    "1980+scoring=points+ono-on-zero=round",
    "1980+scoring=points+ono-on-zero=round+ono99=suicide+opening=number",
    "1980+ono-on-zero=turn+ono99=suicide+opening=number+chips=1",
    "1980+chips-out=at-zero+chips=1",
    "2022+dump=free+two-player-reverse-reply=plain+minus-ten=unplayable",
    "2022+dump=free+nobody-can-play=last-standing",
    "ninety-nine+zero-points=survives+below-zero=forbid+points=2",
    "ninety-nine+points=1+next-starter=round-winner+below-zero=clamp",
    "ninety-nine+decks=2",
]
NAMES = [*RULE_SETS, *ONE_VALUE, *TOGETHER]


class Replay:
    """A playout's games made again on plain positions, each thing the two must agree on checked.

    ``pile`` are the cards left to draw, in no order; ``laid_down`` those out of the hand.
    """

    def __init__(self, playout, recorded):
        self.playout, self.rules, self.recorded = playout, playout.rules, recorded
        self.plays, self.called_off, self.safe = 0, 0, set()

    def game(self, numbers):
        """Play one game and check it; the number of hands."""
        self.hand_number, self.winners = 0, ()
        self.dealer, self.stakes = None, self.rules.start_stakes(((),) * self.playout.players)
        self.seats = tuple(range(self.playout.players))
        hands = 0
        for result in self.playout.game(numbers, self.tell, self.dealt):
            hands += 1
            self._check_result(result)
        assert self.winners
        assert hands == self.hand_number
        return hands

    def dealt(self, hands, starter):
        """A new hand: full hands from one deck for those still in, the right player starts."""
        assert not self.winners
        assert tuple(seat for seat, hand in enumerate(hands) if hand is not None) == self.seats
        assert {len(hand) for hand in hands if hand is not None} == {self.rules.hand_size}
        assert self.dealer is None or starter == self.starter
        if self.dealer is None:
            (self.dealer,) = (s for s in self.seats if next_seat(self.seats, s) == starter)
        self.starter, self.hand_number = starter, self.hand_number + 1
        self.position = Position(self.rules, 0, hands, starter, stakes=self.stakes)
        self.pile = Counter(self.rules.deck(len(hands)))
        for hand in hands:
            self.pile.subtract(hand or ())
        assert min(self.pile.values()) >= 0
        self.is_over, self.losers, self.under_two, self.lost = False, [], 0, {}
        self.count, self.node = 0, self.playout.lattice.node(self.position.moment)

    def tell(self, seat, play, kinds):
        """A play: legal here, by the player to move, and everything that follows is the same."""
        before = self.position
        play = play or OUT
        assert not self.is_over
        assert seat == before.turn
        assert self.playout.lattice.strategy == "random" or play == self._chosen(before)
        assert self.node.moment == before.moment
        if play in self.node.passing:
            self.safe.add(play)
        ply = self._made(before, play, tuple(self.playout.lattice.kinds[kind] for kind in kinds))
        self._check_follows(ply, play)
        self._note(before, play, ply)
        self.position = replace(ply.after, draw=())

    def _chosen(self, position):
        return choose(self.playout.lattice.strategy, position, Random(0))

    def _made(self, before, play, drawn):
        left = self.pile.total()
        known = drawn[:left]
        assert not Counter(known) - self.pile
        self.pile -= Counter(known)

        def shuffle(discards):
            rest = Counter(discards) - Counter(drawn[left:])
            assert rest.total() == len(discards) - len(drawn[left:])
            self.pile = rest
            return (*drawn[left:], *rest.elements())

        ply = make(replace(before, draw=known), play, shuffle)
        assert ply.drawn == drawn
        assert (ply.shuffled_at is not None) == (left < len(drawn))
        return ply

    def _check_follows(self, ply, play):
        """What the loop walks to is the moment that the plain engine makes."""
        hand, settled = self.recorded[-1], ply.settlement
        effect, after = ply.effect, ply.after
        is_slow = effect.busts or effect.costs or effect.costs_others or play.card is None
        if is_slow:
            assert hand.node.moment == ply.before.moment
            assert (hand.stakes, hand.seat) == (after.stakes, ply.before.turn)
        if settled.round_over:
            return
        if play.copies == 1 and not is_slow:
            move = self.node.passing[play]
            is_turned = after.direction is not ply.before.direction
            assert is_turned == (move.passing == Passing.TURNED and len(after.still_in) > 2)
            assert move.follows._replace(ono_spent=False) == after.moment._replace(ono_spent=False)
            assert ply.shuffled_at is not None or move.follows == after.moment
        self.node = self.playout.lattice.node(after.moment)

    def _note(self, before, play, ply):
        settled = ply.settlement
        self.count += play.card is not None
        self.last = before.turn
        if settled.loser is not None:
            self.losers.append(settled.loser)
            self.under_two += before.owes == 2 or before.played is not None
        for event in settled.events:
            if event.type is EventType.LOST_POINTS:
                self.lost[event.rule] = self.lost.get(event.rule, 0) + event.amount
        self.stakes = settled.stakes
        if settled.round_over:
            self._end(ply)

    def _end(self, ply):
        self.is_over, after, dealt = True, ply.after, self.seats
        assert self.recorded[-1].stakes == after.stakes
        self.winners = self.rules.settled_hand(ply.settlement, dealt).winners
        self.hand_starter, self.order = self.starter, dealt
        if not self.winners:
            self.seats = self.rules.seats_next_hand(after.hands, after.stakes, dealt)
            loser = self.losers[-1] if self.losers else None
            self.dealer, self.starter = self.rules.next_deal(
                self.seats, self.dealer, loser, self.last
            )

    def _call_off(self):
        """Nobody pays or has won: who is in is dealt in again, the deal passes, its left starts."""
        assert not self.is_over
        assert self.count == playout_module.MOST_PLAYS
        self.is_over, self.last = True, self.position.turn
        self.hand_starter, self.order = self.starter, self.seats
        self.seats = self.rules.seats_next_hand(self.position.hands, self.stakes, self.seats)
        way = -1 if self.rules.key == "ninety-nine" else 1
        self.dealer = next_seat(self.seats, self.dealer, way)
        self.starter = next_seat(self.seats, self.dealer)

    def _check_result(self, result):
        """What the loop says of the hand is what happened in it."""
        self.plays += self.count
        self.called_off += result.is_called_off
        if result.is_called_off:
            self._call_off()
        order, start = self.order, self.hand_starter
        assert self.is_over
        assert (result.starter, result.plays, result.last) == (start, self.count, self.last)
        assert (result.winners, result.lost) == (self.winners, self.lost)
        assert (result.losses, result.losses_owing_two) == (len(self.losers), self.under_two)
        assert result.loser == (self.losers[0] if self.losers else None)
        if self.losers:
            place = order.index(self.losers[0]) - order.index(start)
            assert result.loser_place == place % len(order)


@pytest.fixture
def recorded(monkeypatch):
    """The hands of the loop as they are played, to be read."""
    hands = []

    class Recorded(playout_module._Hand):
        def __init__(self, *parts):
            super().__init__(*parts)
            hands.append(self)

    monkeypatch.setattr(playout_module, "_Hand", Recorded)
    return hands


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_the_plain_engine_makes_the_same_games(name, strategy, recorded):
    """Every play of the loop is legal, and seat, total, debt, direction, stakes, end and winners are the same."""
    rules = ruleset(name)

    for players in range(rules.least_players, min(8, rules.most_players) + 1):
        replay = Replay(Playout(rules, players, strategy), recorded)
        for number in range(2 if players > 3 else 4):
            recorded.clear()
            assert replay.game(Random(f"{name}/{players}/{number}")) >= 1


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_random_game_of_more_than_a_deck_is_the_same(name, recorded):
    """With as many players as the rule set takes, and many games, the two still agree."""
    rules = ruleset(name)
    replay = Replay(Playout(rules, rules.most_players, "random"), recorded)

    for number in range(30):
        recorded.clear()
        replay.game(Random(number))

    assert replay.plays > 1000


@pytest.mark.parametrize("name", ["1980+ono-on-zero=turn", "2022", "ninety-nine"])
def test_the_strategy_random_plays_every_kind_of_card(name, recorded):
    """No card that can be safe, and no way to play it, is never chosen by ``random``."""
    rules = ruleset(name)
    replay = Replay(Playout(rules, 4, "random"), recorded)

    for number in range(40):
        recorded.clear()
        replay.game(Random(number))

    ways = {play for card in rules.deck(4) for play in rules.plays_of(card)}
    assert ways - set(replay.safe) == ({Play(Card.ONO99)} if name == "2022" else set())


@pytest.mark.parametrize("strategy", RANKED)
def test_a_ranked_strategy_asks_no_chance(strategy):
    """Of the same position ``greedy`` and ``cautious`` make the same play, whatever the random numbers and the hand's order."""
    position = Position.parse("2022 total=60 hand=7,R,7,D owes=2 players=4")
    other = Position.parse("2022 total=60 hand=D,7,R,7 owes=2 players=4")

    plays = {choose(strategy, p, Random(seed)) for p in (position, other) for seed in range(20)}

    assert len(plays) == 1


def test_the_loop_is_the_same_for_the_same_numbers():
    """The same random numbers make the same games, told play by play."""
    told = []
    for _ in range(2):
        plays = []
        playout = Playout(ruleset("1980"), 4, "random")
        results = list(playout.game(Random(3), lambda *play, plays=plays: plays.append(play)))
        told.append((plays, results))

    assert told[0] == told[1]


def test_a_playout_that_was_used_before_plays_the_same_game():
    """What a playout has played before leaves no trace in the next game."""
    used = Playout(ruleset("1980+scoring=points"), 5, "cautious")
    for number in range(20):
        list(used.game(Random(number)))

    fresh = Playout(ruleset("1980+scoring=points"), 5, "cautious")

    assert list(used.game(Random(99))) == list(fresh.game(Random(99)))


@pytest.mark.parametrize(
    ("players", "strategy", "number"), [(2, "random", 229), (6, "greedy", 1124)]
)
def test_a_dump_is_no_card_played_in_both(players, strategy, number, recorded):
    """With ``dump=free`` putting four down is no play of the turn, here as there (rule nobody-can-play)."""
    name = "2022+dump=free+two-player-reverse-reply=plain+minus-ten=unplayable"
    replay = Replay(Playout(ruleset(name), players, strategy), recorded)

    assert replay.game(Random(f"L{name}{players}{number}")) == 1


def test_a_hand_without_an_end_is_called_off(recorded):
    """A total that is doubled below zero and runs away ends the hand, not the game; the plain engine agrees (rule 99-below-zero)."""
    replay = Replay(Playout(ruleset("ninety-nine"), 8, "random"), recorded)

    hands = replay.game(Random("0/11149"))

    assert (hands, replay.called_off, replay.winners) == (14, 1, (1,))


@pytest.mark.parametrize(
    ("name", "plays"),
    [
        ("1980+chips=1", 25),
        ("1980+scoring=points+target=90", 25),
        ("2022", 40),
        ("ninety-nine", 17),
        ("ninety-nine+next-starter=round-winner+points=3", 17),
    ],
)
def test_after_a_hand_called_off_the_game_goes_on(name, plays, recorded, monkeypatch):
    """Nobody pays for a hand called off, and the next one is dealt (the limit made low here)."""
    monkeypatch.setattr(playout_module, "MOST_PLAYS", plays)
    replay = Replay(Playout(ruleset(name), 4, "random"), recorded)

    for number in range(10):
        recorded.clear()
        replay.game(Random(number))

    assert replay.called_off > 5


def test_a_total_that_runs_away_leaves_no_more_moments_than_are_kept(monkeypatch):
    """However far a total runs, only so many moments are remembered."""
    monkeypatch.setattr(lattice_module, "MOST_NODES", 30)
    lattice = Playout(ruleset("ninety-nine"), 2, "random").lattice

    kept = [len(lattice.nodes) for total in range(100) if lattice.node(Moment(-total))]

    assert max(kept) == 30

"""Playouts: the loop makes the plays that the engine makes, in plain Python and compiled alike."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from game.variants import ONE_VALUE
from sweeps import rotating

from ono_tutor import Card, Play, Position, legal_plays, ruleset
from ono_tutor.game import playout, playout_loop, simulate
from ono_tutor.game.game import Game
from ono_tutor.game.playout import Playouts
from ono_tutor.game.simulate import Plan, Totals, share
from ono_tutor.game.strategy import RANKED, STRATEGIES, choose
from ono_tutor.game.turn import make
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import Direction

TOGETHER = [
    "1980+scoring=points+bust-total=counts+ono99=suicide",
    "1980+scoring=points+points-end=last-standing+next-starter=left-of-dealer+target=120",
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


@pytest.fixture
def compiled():
    """The module of the compiled loop, which needs the extra ``fast``."""
    return pytest.importorskip("ono_tutor.game.compiled")


class Watched:
    """The loop of some playouts, each play of which the engine makes as well."""

    def __init__(self, monkeypatch, playouts):
        self.playouts, self.run, self.compared = playouts, playouts.run, 0
        self.plain, self.make = playout_loop.plain_plays, playout_loop.make_move
        monkeypatch.setattr(playout_loop, "plain_plays", self.one_plain_play)
        monkeypatch.setattr(playout_loop, "make_move", self.one_play)

    def position(self):
        """The table as it stands; the draw pile and the discards in no order."""
        run, rules = self.run, self.playouts.rules
        cards = [*self.playouts.cards, None]
        hands = tuple(
            tuple(cards[kind] for kind in hand if cards[kind]) if run.seated >> seat & 1 else None
            for seat, hand in enumerate(run.hands)
        )
        pile = [cards[kind] for kind in run.pile[: run.top]]
        return Position(
            rules,
            self.moment().total,
            hands,
            run.place >> 1,
            self.moment().owes,
            Direction.COUNTER_CLOCKWISE if run.place & 1 else Direction.CLOCKWISE,
            tuple(pile[: run.left]),
            tuple(pile[run.left :]),
            self.stakes(),
            self.moment().first,
        )

    def moment(self):
        """The moment of the run's state."""
        return self.playouts.moments[self.run.state]

    def stakes(self):
        """The stakes, as the rule set has them."""
        rules, run = self.playouts.rules, self.run
        if not rules.start_stakes(((),)):
            return ()
        if rules.stakes_are_left:
            return tuple(max(0, stake) for stake in run.stakes)
        return tuple(run.start - stake for stake in run.stakes)

    def one_plain_play(self, run, numbers):
        """Make one plain play, and hold it against the engine's."""
        most, run.most_plays = run.most_plays, min(run.most_plays, run.plays + 1)
        before, moment, plays = self.position(), self.moment(), run.plays
        move = self.plain(run, numbers)
        run.most_plays = most
        if run.plays > plays:
            put_down = self.playouts.cards[run.pile[run.left]]
            ways = [play for play in legal_plays(before) if play.card is put_down]
            assert any(self.is_same(before, moment, play) for play in ways), str(before)
        return move

    def one_play(self, number, run, numbers):
        """Make any play, and hold it against the engine's."""
        before, moment, rounds = self.position(), self.moment(), run.rounds
        dealt, dealer, seat = run.dealt, run.dealer, run.place >> 1
        play = self.playouts.moves[number][1].play
        self.make(number, run, numbers)
        if run.pending:
            return
        assert play in legal_plays(before), f"{play} at {before}"
        if run.rounds == rounds:
            if run.asked_move:
                self.playouts._answer()
            assert self.is_same(before, moment, play), f"{play} at {before}"
            return
        self.compared += 1
        settlement = make(self.known(before, play), play).settlement
        seats = tuple(at for at in range(run.players) if dealt >> at & 1)
        settlement = before.rules.settled_hand(settlement, seats)
        winners = sum(1 << winner for winner in settlement.winners)
        assert (settlement.round_over, winners) == (True, run.winners), f"{play} at {before}"
        if not winners:
            seated = tuple(
                hand is not None and at not in settlement.out
                for at, hand in enumerate(before.hands)
            )
            left = tuple(() if is_in else None for is_in in seated)
            next_in = before.rules.seats_next_hand(left, settlement.stakes, seats)
            deal = before.rules.next_deal(next_in, dealer, settlement.loser, seat)
            if not run.deals[run.deal_key]:
                run.asked_deal = 1
                self.playouts._answer()
            found = divmod(run.deals[run.deal_key] - 1, run.players)
            assert found == deal
            assert run.dealt == sum(1 << at for at in next_in)
            stakes = settlement.stakes
            assert not stakes or all(stakes[at] == self.stakes()[at] for at in next_in)

    def known(self, before, play):
        """The position before a play that was made, with the cards drawn after it on top."""
        held = Counter(
            self.playouts.cards[kind] for kind in self.run.hands[before.turn] if kind >= 0
        )
        drawn = held - (Counter(before.hand) - Counter([play.card] * play.copies))
        rest = Counter(before.draw) - drawn
        return replace(before, draw=(*drawn.elements(), *rest.elements()))

    def is_same(self, before, moment, play):
        """Whether the engine comes from a position by a play to the table as it stands."""
        after = self.position()
        if len(before.draw) < play.copies:  # the discards were shuffled
            return self.moment()._replace(first=None) == after.moment._replace(first=None)
        ply = make(self.known(before, play), play)
        expected = ply.after
        self.compared += 1
        one, other = (
            replace(at, hands=(), draw=(), seen=(), played=at.played and Card.TWO)
            for at in (after, expected)
        )
        cards = [
            [hand and Counter(hand) for hand in (*at.hands, at.draw)] for at in (after, expected)
        ]
        return one == other and cards[0] == cards[1]


@pytest.mark.parametrize("name", rotating(NAMES, 2))
@pytest.mark.parametrize("strategy", ["random", "cautious", "expert"])
def test_each_play_of_the_loop_is_the_engine_s(name, strategy, monkeypatch):
    """What is put down may be played; what follows, who pays, wins, deals and starts is as the engine says."""
    rules = ruleset(name)
    for players in (2, 3, min(6, rules.most_players)):
        watched = Watched(monkeypatch, Playouts(rules, players, strategy))
        watched.playouts.play_first_round(Random(f"{name}/{players}"))
        watched.playouts.play(1, Random(f"{name}/{players}"))
        monkeypatch.undo()
        assert watched.compared > 3


EXTREMES = [
    "1980+chips=1", "1980+chips=99", "1980+scoring=points+target=1", "1980+scoring=points+target=9999", "ninety-nine+points=1",
    "ninety-nine+points=999", "ninety-nine+decks=1", "ninety-nine+decks=8", "ninety-nine+points=2+zero-points=survives",
]  # fmt: skip


@pytest.mark.parametrize("name", [*RULE_SETS, *EXTREMES])
def test_every_random_game_finishes(name):
    """Each game of two, and of as many as may play, ends with a winner (rules winner, 99-winner, points-end)."""
    rules = ruleset(name)
    for count in {2, 2 if "99" in name.split("=")[-1] else rules.most_players}:
        counts = Playouts(rules, count, "random").play(5, Random("finish"))

        assert counts["games"] == 5
        assert sum(counts[f"won_by_seat_{seat}"] for seat in range(count)) >= 5
        assert counts["plays"] <= playout.MOST_PLAYS * counts["rounds"]


@pytest.mark.parametrize("name", ["1980+ono-on-zero=turn", "2022", "ninety-nine"])
def test_the_strategy_random_plays_every_kind_of_card(name):
    """No card that can be safe, and no way to play it, is never chosen by ``random``."""
    rules, seen = ruleset(name), set()
    for number in range(40):
        game, numbers = Game.start(rules, 4, number), Random(number)
        while not game.is_over:
            play = choose("random", game, numbers)
            seen.add(play)
            game = game.after(play)

    ways = {play for card in rules.deck(4) for play in rules.card_plays[card]}
    assert ways - seen == ({Play(Card.ONO99)} if name == "2022" else set())


@pytest.mark.parametrize("strategy", RANKED)
def test_a_ranked_strategy_asks_no_chance(strategy):
    """Of the same position ``greedy`` and ``cautious`` make the same play, whatever the random numbers and the hand's order."""
    position = Position.parse("2022 total=60 hand=7,R,7,D owes=2 players=4")
    other = Position.parse("2022 total=60 hand=D,7,R,7 owes=2 players=4")

    plays = {choose(strategy, p, Random(seed)) for p in (position, other) for seed in range(20)}

    assert len(plays) == 1


def test_a_dump_is_no_card_played():
    """With ``dump=free`` putting four down is no play of the turn: who then fails was not last to play (rule nobody-can-play)."""
    before = Position.parse("2022+dump=free total=98 hands=O,O,O,O/9,9,9,9 draw=8,8,8,8")

    result = Playouts(before.rules, 2, "random").play_round_from(
        before, Play.parse("OOOO"), (1, 1), Random(1)
    )

    assert (result.loser, result.winners, result.plays) == (0, (1,), 1)


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
def test_after_a_round_called_off_the_game_goes_on(name, plays, monkeypatch):
    """Nobody pays for a round called off, and the next one is dealt (the limit made low here)."""
    monkeypatch.setattr(playout, "MOST_PLAYS", plays)
    table = Playouts(ruleset(name), 4, "random")
    real, seen = playout_loop.end_round, []

    def end_round(run):
        stakes, dealer, is_called_off = list(run.stakes), run.dealer, run.is_called_off
        real(run)
        if is_called_off:
            assert run.stakes == stakes
            assert run.winners or run.losses or (run.loser, run.last) == (-1, -1)
            seen.append(dealer)

    monkeypatch.setattr(playout_loop, "end_round", end_round)
    totals = table.play(15, Random(name))

    assert totals["called_off"] == len(seen) > 5
    share_of_all = share(totals["called_off"], totals["rounds"])
    assert Totals(4, totals).figures()["rounds_called_off"] == share_of_all
    assert sum(totals[f"won_by_seat_{seat}"] for seat in range(4)) >= totals["games"] == 15


@pytest.mark.parametrize("strategy", ["random", "expert"])
def test_few_rows_change_nothing(strategy, monkeypatch):
    """Games are the same if all rows are forgotten again and again."""
    rules = ruleset("ninety-nine")
    roomy = Playouts(rules, 2, strategy).play(20, Random(3))
    monkeypatch.setattr(playout, "MOST_STATES", 50)
    narrow = Playouts(rules, 2, strategy)

    assert narrow.play(20, Random(3)) == roomy
    assert len(narrow.moments) < 60


@pytest.mark.slow
@pytest.mark.parametrize("name", rotating(NAMES, 4))
def test_the_compiled_loop_plays_the_same_games(name, compiled):
    """Every strategy at every table counts what the plain loop counts, from the same numbers."""
    rules = ruleset(name)
    for players in (2, 3, min(6, rules.most_players)):
        for strategy in STRATEGIES:
            table = rules, players, strategy
            if len(rules.deck_cards(players)) < 128:
                found = compiled.CompiledPlayouts(*table).play(12, Random(7))
                assert found == Playouts(*table).play(12, Random(7))


def test_the_compiled_loop_has_no_room_for_a_large_table(compiled):
    """More than eight players, or three decks, are left to the plain loop, without a word."""
    for name, players in (("ninety-nine", 9), ("ninety-nine+decks=3", 2)):
        with pytest.raises(ValueError, match=str(players)):
            compiled.CompiledPlayouts(ruleset(name), players, "random")


def test_the_numbers_are_those_of_python(compiled):
    """The generator of the compiled loop gives what ``random.Random`` would give."""
    ours, theirs = Random("7/13"), compiled.generator(Random("7/13"))

    assert all(ours.random() == theirs.random() for _ in range(700))


def test_a_big_simulation_is_compiled_and_the_same(monkeypatch):
    """From so many games on ``simulate`` takes the compiled loop, and nobody can tell; nor if compiling fails."""
    plan = Plan("1980", 2, 120, 5)
    plain = simulate.simulate(plan)
    monkeypatch.setattr(simulate, "COMPILED_FROM", 100)

    assert simulate.simulate(plan) == plain
    monkeypatch.setattr(simulate, "import_module", lambda name: 1 / 0)
    assert simulate.simulate(plan) == plain

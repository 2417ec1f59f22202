"""Simulated games: the loop makes the plays that the engine makes, on games like any other."""

from collections import Counter
from random import Random

import pytest
from game.variants import ONE_VALUE
from sweeps import rotating

from ono_tutor import Card, Play, Position, ruleset
from ono_tutor.game import playout
from ono_tutor.game.game import Game
from ono_tutor.game.playout import Playout, play_game
from ono_tutor.game.strategy import RANKED, STRATEGIES, choose
from ono_tutor.rules import states
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.states import state_of

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


def results(name, players, strategy, seed):
    """The rounds of one simulated game."""
    return list(play_game(ruleset(name), players, strategy, Random(seed)))


@pytest.fixture
def without_loop(monkeypatch):
    """Every play is chosen and made by the engine, one after the other, not by the loop."""

    def switch_off():
        monkeypatch.setattr(Playout, "_plain_plays", lambda table, result: None)

    return switch_off


@pytest.mark.parametrize("name", rotating(NAMES, 2))
def test_the_loop_plays_as_the_engine_does(name, without_loop):
    """A strategy that asks no chance plays the same rounds with the loop and play by play."""
    rules = ruleset(name)
    games = [
        (players, strategy, number)
        for players in range(rules.least_players, min(8, rules.most_players) + 1)
        for strategy in RANKED
        for number in range(2)
    ]
    quick = [results(name, *game) for game in games]

    without_loop()

    assert [results(name, *game) for game in games] == quick


@pytest.mark.parametrize("name", rotating(NAMES, 2))
def test_the_random_loop_makes_legal_plays(name, monkeypatch):
    """Each plain play of the loop is one that the engine takes, and leads to the same table."""
    real, compared = Playout._plain_plays, 0

    def one_by_one(table, result):
        nonlocal compared
        before, plays, result.plays = table._as_game(), result.plays, playout.MOST_PLAYS - 1
        move = real(table, result)
        made = result.plays - playout.MOST_PLAYS + 1
        result.plays = plays + made
        if made:
            after, put_down = table._as_game(), table.discards[-1]
            slow = [before.play(p).game for p in before.legal_plays() if p.card is put_down]
            assert _seen(after) in map(_seen, slow)
            compared += 1
        return move

    monkeypatch.setattr(Playout, "_plain_plays", one_by_one)
    for number in range(3):
        results(name, 2 + number, "random", f"{name}/{number}")

    assert compared > 5


def _seen(game):
    """Where a game stands, whatever the order of the cards in a hand."""
    hands = [hand and Counter(hand) for hand in game.hands]
    return hands, game.place, game.state, game.stakes, game.position.draw, game.seen


@pytest.mark.parametrize("name", ["1980+ono-on-zero=turn", "2022", "ninety-nine"])
def test_the_strategy_random_plays_every_kind_of_card(name, monkeypatch):
    """No card that can be safe, and no way to play it, is never chosen by ``random``."""
    rules, seen = ruleset(name), set()
    monkeypatch.setattr(playout, "MOST_PLAYS", 400)
    for number in range(40):
        game, numbers = Game.start(rules, 4, number), Random(number)
        while not game.is_over:
            play = choose("random", game, numbers)
            seen.add(play)
            game = game.after(play)

    ways = {play for card in rules.deck(4) for play in rules.plays_of(card)}
    assert ways - seen == ({Play(Card.ONO99)} if name == "2022" else set())


@pytest.mark.parametrize("strategy", RANKED)
def test_a_ranked_strategy_asks_no_chance(strategy):
    """Of the same position ``greedy`` and ``cautious`` make the same play, whatever the random numbers and the hand's order."""
    position = Position.parse("2022 total=60 hand=7,R,7,D owes=2 players=4")
    other = Position.parse("2022 total=60 hand=D,7,R,7 owes=2 players=4")

    plays = {choose(strategy, p, Random(seed)) for p in (position, other) for seed in range(20)}

    assert len(plays) == 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_the_same_numbers_make_the_same_games(strategy):
    """What was played before leaves no trace in the next game."""
    fresh = results("1980+scoring=points", 5, strategy, 99)
    for number in range(20):
        results("1980+scoring=points", 5, strategy, number)

    assert results("1980+scoring=points", 5, strategy, 99) == fresh


def test_a_dump_is_no_card_played():
    """With ``dump=free`` putting four down is no play of the turn: who then fails was not last to play (rule nobody-can-play)."""
    name = "2022+dump=free"
    before = Position.parse(f"{name} total=98 hands=O,O,O,O/9,9,9,9 draw=8,8,8,8")
    table = Playout.start(before.rules, 2, "random", Random(1))
    table.hands, table.pile, table.drawn = [*map(list, before.hands)], before.draw, 0
    table.discards, table.is_dealt = [], True
    table.state, table.place = before.state, before.place

    result = table.play_round()

    assert (result.loser, table.winners, result.plays) == (0, (1,), 1)


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
    called_off = 0
    for number in range(15):
        table = Playout.start(ruleset(name), 4, "random", Random(number))
        while not table.winners:
            before = table.scoreboard
            result = table.play_round()
            if result.is_called_off and not result.losses and not result.lost:
                assert (table.scoreboard.stakes, result.winners) == (before.stakes, ())
                assert table.scoreboard.dealer != before.dealer
            called_off += result.is_called_off
            assert result.plays <= plays

    assert called_off > 5


def test_a_total_that_runs_away_leaves_no_more_states_than_are_kept(monkeypatch):
    """However far a total runs, only so many moments are remembered (rule 99-below-zero)."""
    monkeypatch.setattr(states, "MAX_STATES", 30)
    rules = type(ruleset("ninety-nine"))()

    kept = [len(rules.states) for total in range(100) if state_of(rules, Moment(-total))]

    assert max(kept) == 30

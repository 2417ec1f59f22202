"""The games that are shipped with the lessons: each is replayed as it was written."""

import pytest
from game import make_golden

from ono_tutor.course.recording import shipped_game, shipped_games
from ono_tutor.errors import NotationError
from ono_tutor.game.game import Game
from ono_tutor.game.transcript import Transcript, result_of
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.judgement import EventType


@pytest.mark.parametrize("name", shipped_games())
def test_a_shipped_game_is_played_as_it_was_written(name):
    """Each play is legal, and dealt from its seed and written again it is the same game."""
    transcript = shipped_game(name)
    start = Game.start(transcript.rules, transcript.players, transcript.seed)
    steps = list(transcript.replay())
    assert len(steps) == len(transcript.entries)
    assert result_of(steps[-1].game) == transcript.result
    assert str(Transcript.of(start, steps)) == str(transcript)


@pytest.mark.parametrize("game", make_golden.GAMES_OF_LESSONS, ids=lambda game: game.name)
def test_the_maker_of_golden_games_makes_it(game):
    """It is the first from its seed on that shows what a lesson wants; no other game is shipped."""
    assert str(Transcript.parse(make_golden.made(game))) == str(shipped_game(game.name))
    assert {game.name for game in make_golden.GAMES_OF_LESSONS} == set(shipped_games())


def test_every_rule_set_has_a_short_game_to_its_end():
    """For each rule set there is one game that somebody has won, of 80 plays at the most."""
    short = [shipped_game(name) for name in shipped_games()]
    won = {game.rules.key for game in short if game.result.startswith("won by")}
    assert won == set(RULE_SETS)
    assert max(len(game.entries) for game in short) <= 80


def events_at(name, play):
    """The events of a play of a shipped game, counted from 1, and the table before it."""
    ply = list(shipped_game(name).replay())[play - 1].ply
    return ply.before, {(event.type, event.rule): event for event in ply.events}


def test_the_last_play_of_1980_is_a_loss_at_41():
    """With three O'NO 99 and a Double Play nothing can answer a double, at any total (rules ono99-card, double-on-double)."""
    before, events = events_at("1980", 69)
    assert (before.total, before.owes, ",".join(map(str, before.hand))) == (41, 2, "O,O,O,D")
    assert (EventType.WON, "winner") in events


def test_the_loser_starts_the_next_hand():
    """In the game of 1980 Player 1 loses the first hand and starts the second (rule next-starter)."""
    steps = list(shipped_game("1980").replay())
    ends = [step for step in steps if step.ply.settlement.round_over][:2]
    assert [step.game.position.turn for step in ends] == [1, 2]
    assert [step.ply.settlement.loser for step in ends] == [1, 2]


def test_the_draw_pile_is_used_up_where_the_lessons_say():
    """At play 23 of 26 of the long hand, and at play 41 of Ninety-Nine (rules draw-pile-empty, 99-deck-empty)."""
    before, events = events_at("1980-one-hand", 23)
    transcript = shipped_game("1980-one-hand")
    assert len(next(transcript.replay()).ply.before.draw) == 22
    assert (len(transcript.entries), before.draw) == (26, ())
    assert (EventType.RESHUFFLED, "draw-pile-empty") in events
    assert (EventType.RESHUFFLED, "99-deck-empty") in events_at("ninety-nine", 41)[1]


def test_play_49_of_ninety_nine_costs_whatever_is_played():
    """Player 0 has a point left, every card of it costs one, and it has to play (rule 99-must-play)."""
    before, events = events_at("ninety-nine", 49)
    plays = before.rules.plays_of_hand(before.hand)
    assert (before.turn, before.stakes[0]) == (0, 1)
    assert min(before.rules.judge(play, before.moment).costs for play in plays) == 1
    assert (EventType.ELIMINATED, "99-out") in events


def test_play_54_of_ninety_nine_ends_the_first_round():
    """Player 2 makes 99, the deal passes to it over the seats that are out, and Player 1 starts (rule 99-next-round)."""
    step = list(shipped_game("ninety-nine").replay())[53]
    assert (step.ply.before.turn, step.ply.effect.total) == (2, 99)
    assert (step.game.deal.dealer, step.game.position.turn, step.game.deal.hand_number) == (2, 1, 2)


@pytest.mark.parametrize("name", ["", "1979", "../1980", "1980.txt"])
def test_an_unknown_game_is_an_error_that_names_the_games(name):
    """Another name is no game, and the error lists those that there are."""
    with pytest.raises(NotationError) as caught:
        shipped_game(name)
    assert "ninety-nine" in str(caught.value)

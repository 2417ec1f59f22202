"""A learner's game against bots, its luck and skill told apart, and the games that are shipped."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from game import make_golden
from sweeps import first

from ono_tutor import (
    IllegalPlayError,
    NotationError,
    Position,
    legal_plays,
    ruleset,
    value,
    why_not,
)
from ono_tutor.cards import Card
from ono_tutor.course import coach
from ono_tutor.course.luck import luck_in, luck_text, review_seat
from ono_tutor.course.match import HOME, Dealt, Match, Phase, knowing
from ono_tutor.course.recording import recording, shipped_game, shipped_games
from ono_tutor.game.game import Game
from ono_tutor.game.strategy import choose
from ono_tutor.game.transcript import Transcript, result_of
from ono_tutor.game.turn import Ply
from ono_tutor.rules.judgement import EventType
from ono_tutor.solver.value import value_at_once

GAMES = "1980", "2022", "ninety-nine"
FOUR = *GAMES, "1980+scoring=points"
RULES = ["1980", "1980+scoring=points", "2022", "2022+dump=free", "ninety-nine"]


def begun(rules="1980", players=4, seed=0, bots="cautious"):
    match = Match(rules, players, seed, bots)
    match.begin()
    return match


def played_to(match, *phases):
    """Play at random up to a phase, or to the end."""
    numbers = Random(match.game.deal.seed)
    while match.phase not in (*phases, Phase.OVER):
        if match.phase is Phase.YOURS:
            match.play(choose("random", match.game.position, numbers))
        else:
            match.go_on()
    return match


def until(phase, rules="1980", players=3):
    """A match that has come to a phase."""
    matches = (played_to(begun(rules, players, seed), phase) for seed in range(60))
    return next(match for match in matches if match.phase is phase)


@pytest.mark.parametrize("rules", RULES)
def test_the_view_hides_every_other_hand_and_the_draw_pile(rules):
    """The learner sees the own hand, how many cards others hold, and the discards; as notation."""
    match = begun(rules, seed=4)
    view = match.view
    assert view.hands[HOME] == match.game.hands[HOME]
    assert all(set(hand) == {Card.UNKNOWN} for hand in view.hands[1:])
    assert (view.draw, view.seen) == ((), match.game.position.seen)
    assert Position.parse(str(view)) == view


def test_a_hand_laid_down_is_known_and_cannot_be_drawn():
    """In 2022 who is out lays the hand down face up (rule bust): its cards are not drawn again."""
    match = until(Phase.WATCHING, "2022", 4)
    laid = match.laid_open
    assert len(laid) >= 1
    assert sum(match.known.unseen().values()) == sum(match.view.unseen().values()) - len(laid)
    # an O'NO 99 laid open is none that was played this round (rule ono-on-zero)
    view = Position.parse("1980+ono-on-zero=round total=20 hand=O,2,3,4 players=3")
    assert knowing(view, (Card.ONO99,)) == view
    assert knowing(view, (Card.SEVEN,)).seen == (Card.SEVEN,)


@pytest.mark.parametrize(
    ("word", "error", "rule"),
    [
        *((word, NotationError, "") for word in ("Z", "", "7 7", "OOO", "A+2")),
        *((word, IllegalPlayError, "forgot-draw") for word in ("draw:0", "7!")),
        ("illegal", IllegalPlayError, None),
    ],
)
def test_a_play_that_cannot_be_changes_nothing(word, error, rule):
    """An illegal one names its rule; nobody forgets to draw, as every card is drawn for them."""
    match = begun(seed=2)
    before = match.game
    if word == "illegal":
        word = next(code for code in "HRDO" if why_not(before.position, code))
    with pytest.raises(error) as caught:
        match.play(word)
    assert caught.value.rule == rule if rule is not None else caught.value.rule
    assert match.phase is not Phase.YOURS or match.go_on() == ()
    assert match.game is before


def test_the_bots_play_up_to_the_learner_s_turn():
    """After a play every other player in turn has played, until the learner is to move again."""
    match = begun("2022", 4, seed=1)
    happened = match.play(legal_plays(match.game.position)[0])
    assert happened[0].before.turn == HOME
    assert all(isinstance(ply, Ply) and ply.before.turn != HOME for ply in happened[1:])
    assert match.phase in (Phase.YOURS, Phase.STUCK)


def test_between_two_hands_the_table_stays_until_the_next_is_dealt():
    """The losing total stands on the table and nothing can be played; then nothing is laid open."""
    match = until(Phase.BETWEEN)
    match.laid_open = (Card.SEVEN,)
    with pytest.raises(IllegalPlayError, match="when the round is over"):
        match.play("7")
    left = match.table.total
    happened = match.go_on()
    assert left >= 99
    assert isinstance(happened[0], Dealt)
    assert (happened[0].number, match.laid_open) == (2, ())


def test_who_can_play_nothing_lays_the_hand_down_and_watches():
    """In 2022 (rule bust); the others play to the end when told to go on, so long at once."""
    match = until(Phase.STUCK, "2022")
    assert str(match.go_on()[0].play) == "out"
    assert match.game.hands[HOME] is None
    match = until(Phase.WATCHING, "2022", 4)
    assert match.go_on()
    assert match.phase is Phase.OVER


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(4))
def test_every_game_comes_to_its_end_and_its_transcript_replays(rules, seed):
    """A game played to its end has a winner, and its transcript is that very game."""
    match = played_to(begun(rules, 2 + seed, seed))
    steps = list(Transcript.parse(str(match.transcript)).replay())
    assert match.phase is Phase.OVER
    assert steps[-1].game.winners == match.game.winners != ()


@pytest.mark.parametrize("bots", ["random", "cautious", "greedy", ["greedy", "random", "cautious"]])
def test_the_same_seed_gives_the_same_game(bots):
    """All chance comes from the seed, that of the bots too; one word stands for all of them."""
    assert begun(ruleset("2022+dump=free"), bots="greedy").strategies == ("greedy",) * 3
    first, second = (played_to(begun("2022", 4, 9, bots)).transcript for _ in range(2))
    assert str(first) == str(second)


def test_the_bots_alone_play_only_so_long_at_once(monkeypatch):
    """A hand without an end is not waited for: the learner is asked again."""
    monkeypatch.setattr("ono_tutor.course.match.MOST_PLAYS_AT_ONCE", 2)
    match = until(Phase.WATCHING, "2022", 5)
    assert len(match.go_on()) == 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"rules": "1990"}, "not a rule set"),
        ({"rules": "1980+dump=free"}, "no option"),
        ({"players": 1}, "2 to 8 players, not 1"),
        ({"players": 9}, "2 to 8 players, not 9"),
        ({"seed": -1}, "from 0"),
        ({"seed": "x"}, "from 0"),
        ({"bots": "clever"}, "random, cautious, greedy"),
        ({"bots": ["greedy"]}, "you and 3 bots, not 1"),
        ({"bots": ["greedy", "greedy", "x"]}, "not a strategy"),
    ],
)
def test_a_match_that_cannot_be_is_refused(arguments, told):
    """A bad argument is named, with what was allowed."""
    with pytest.raises(NotationError, match=told):
        Match(**{"rules": "1980", **arguments})


# ---- the games that are shipped: each is replayed as it was written ----


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


def events_at(name, play):
    """The events of a play of a shipped game, counted from 1, and the table before it."""
    ply = list(shipped_game(name).replay())[play - 1].ply
    return ply.before, {(event.type, event.rule): event for event in ply.events}


def test_the_games_of_1980_show_what_the_lessons_say():
    """What cannot answer a double, who starts, a pile used up (rules ono99-card, double-on-double, next-starter, draw-pile-empty)."""
    before, events = events_at("1980", 69)
    assert (before.total, before.owes, ",".join(map(str, before.hand))) == (41, 2, "O,O,O,D")
    assert (EventType.WON, "winner") in events
    ends = [step for step in shipped_game("1980").replay() if step.ply.settlement.round_over][:2]
    assert [step.game.position.turn for step in ends] == [1, 2]
    assert [step.ply.settlement.loser for step in ends] == [1, 2]
    before, events = events_at("1980-one-hand", 23)
    transcript = shipped_game("1980-one-hand")
    assert len(next(transcript.replay()).ply.before.draw) == 22
    assert (len(transcript.entries), before.draw) == (26, ())
    assert (EventType.RESHUFFLED, "draw-pile-empty") in events


def test_the_game_of_ninety_nine_shows_what_the_lesson_says():
    """A pile used up, a play that costs the last point, the next deal (rules 99-deck-empty, 99-must-play, 99-out, 99-next-round)."""
    assert (EventType.RESHUFFLED, "99-deck-empty") in events_at("ninety-nine", 41)[1]
    before, events = events_at("ninety-nine", 49)
    plays = before.rules.plays_of_hand(before.hand)
    assert (before.turn, before.stakes[0]) == (0, 1)
    assert min(before.rules.judge(play, before.moment).costs for play in plays) == 1
    assert (EventType.ELIMINATED, "99-out") in events
    step = list(shipped_game("ninety-nine").replay())[53]
    assert (step.ply.before.turn, step.ply.effect.total) == (2, 99)
    assert (step.game.deal.dealer, step.game.position.turn, step.game.deal.hand_number) == (2, 1, 2)


# ---- luck and skill told apart ----


def played(rules, seed, players=2, bots=("greedy", "random")):
    """A whole game, recorded."""
    start = game = Game.start(ruleset(rules), players, seed)
    numbers, steps = Random(seed), []
    while not game.is_over:
        step = game.play(choose(bots[game.turn % 2], game, numbers))
        steps.append(step)
        game = step.game
    return recording(Transcript.of(start, steps))


def few_rounds(position):
    """The values by the own hand alone, where the table does not know them by a few rounds."""
    view = replace(position.seen_from(position.turn), seen=(), undrawn=())
    return value_at_once(view) or value(view, rounds=20)


@pytest.fixture(autouse=True)
def by_table(monkeypatch):
    """The coach judges by the own hand alone: by the table, or by a few rounds."""
    coach._review_best.cache_clear()
    monkeypatch.setattr(coach, "value", few_rounds)
    yield
    coach._review_best.cache_clear()


def luck_of(record, seat):
    """The luck of a player by the reviews of that player's plays."""
    return luck_in(record, review_seat(record, seat), seat)


def won(record, seat):
    """What came of the rounds by who lost them, or by the points that were left: a second way."""
    rounds = [m.ply for m in record.moments if m.ply.settlement.round_over]
    if record.rules.lays_down:
        return sum(ply.settlement.loser != seat for ply in rounds)
    last = record.moments[-1].ply
    left = last.settlement.stakes
    return left[seat] - left[1 - seat]  # nobody loses more points than they have


@pytest.mark.parametrize(("seed", "rules"), first(product(range(4), FOUR), 4))
def test_the_start_with_luck_and_without_the_costs_is_the_result(rules, seed):
    """Skill and luck add up to what really came of the rounds, for both players."""
    record = played(rules, seed)
    for seat in (0, 1):
        found = luck_of(record, seat)
        assert found.start + found.luck - found.cost == pytest.approx(found.result)
        assert found.result == won(record, seat)
        assert found.cost >= 0


@pytest.mark.parametrize("rules", GAMES)
def test_who_plays_the_best_card_always_has_luck_alone(rules):
    """The expert's plays cost nothing, so that all between an even start and the end is luck."""
    record = played(rules, 2, bots=("expert", "random"))
    found, other = luck_of(record, 0), luck_of(record, 1)
    assert found.cost == pytest.approx(0)
    assert found.result == pytest.approx(found.start + found.luck)
    assert other.cost > 0


@pytest.mark.parametrize(("rules", "players"), [("1980", 3), ("ninety-nine", 4)])
def test_with_more_players_and_in_a_line_of_play_there_is_none(rules, players):
    """Only a round that was dealt to two starts even for each of them."""
    assert luck_in(played(rules, 1, players), (), 0) is None
    assert luck_of(recording("1980 total=92 hand=7,H,9,O | H"), 0) is None


@pytest.mark.parametrize("rules", GAMES)
def test_the_figures_that_are_told_add_up(rules):
    """What is said can be added up by hand."""
    found = luck_of(played(rules, 5), 0)
    said = str(luck_text(found))
    told = said.replace("50 in 100", "")
    numbers = [float(n.replace("−", "-")) for n in re.findall(r"[+−]?\d+(?:\.\d+)?", told)]
    start = 50 if found.rounds == 1 and found.unit == "chance" else round(found.start, 1)
    cost, luck, result = numbers[-3:]
    assert start - cost + luck == pytest.approx(result)

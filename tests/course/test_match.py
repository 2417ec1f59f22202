"""A learner's game against bots: what is seen, what is refused, and how it goes on to its end."""

from random import Random

import pytest

from ono_tutor import IllegalPlayError, NotationError, Position, legal_plays, ruleset, why_not
from ono_tutor.cards import Card
from ono_tutor.course.match import (
    HOME,
    MOST_PLAYS_AT_ONCE,
    Dealt,
    Match,
    Phase,
    knowing,
)
from ono_tutor.game.strategy import choose
from ono_tutor.game.transcript import Transcript
from ono_tutor.game.turn import Ply

RULES = ["1980", "1980+scoring=points", "2022", "2022+dump=free", "ninety-nine"]


def begun(rules="1980", players=4, seed=0, bots="cautious"):
    match = Match(rules, players, seed, bots)
    match.begin()
    return match


def played_out(match, most=3000):
    """Play at random to the end."""
    numbers = Random(match.game.deal.seed)
    for _ in range(most):
        if match.phase is Phase.OVER:
            break
        if match.phase is Phase.YOURS:
            match.play(choose("random", match.game.position, numbers))
        else:
            match.go_on()
    return match


def until(phase, rules="1980", players=3, seeds=range(60)):
    """A match that has come to a phase."""
    for seed in seeds:
        match, numbers = begun(rules, players, seed), Random(seed)
        while match.phase not in (phase, Phase.OVER):
            if match.phase is Phase.YOURS:
                match.play(choose("random", match.game.position, numbers))
            else:
                match.go_on()
        if match.phase is phase:
            return match
    raise AssertionError(f"no game came to {phase}")


# --- what the learner sees


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


def test_a_hand_laid_open_never_changes_what_may_be_played():
    """An O'NO 99 laid open is none that was played this round (rule ono-on-zero)."""
    view = Position.parse("1980+ono-on-zero=round total=20 hand=O,2,3,4 players=3")
    assert knowing(view, (Card.ONO99,)) == view
    assert knowing(view, (Card.SEVEN,)).seen == (Card.SEVEN,)


# --- playing


@pytest.mark.parametrize(
    ("word", "error", "rule"),
    [(word, NotationError, "") for word in ("Z", "", "7 7", "OOO", "A+2")]
    + [(word, IllegalPlayError, "forgot-draw") for word in ("draw:0", "7!")]
    + [("illegal", IllegalPlayError, None)],
)
def test_a_play_that_cannot_be_changes_nothing(word, error, rule):
    """An illegal one names its rule; nobody forgets to draw, as every card is drawn for them."""
    match = begun(seed=2)
    before = match.game
    if word == "illegal":
        word = next(c.code for c in Card if c.code in "HRDO" and why_not(before.position, c.code))
    with pytest.raises(error) as caught:
        match.play(word)
    assert caught.value.rule == rule if rule is not None else caught.value.rule
    assert match.game is before
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


def test_who_can_play_nothing_goes_on_by_laying_the_hand_down():
    """In 2022 a player with no card to play lays the hand down (rule bust) and is out."""
    match = until(Phase.STUCK, "2022")
    happened = match.go_on()
    assert str(happened[0].play) == "out"
    assert match.game.hands[HOME] is None


def test_the_others_play_on_when_told_to():
    """Who is out watches: the others play to the end when told to go on."""
    match = until(Phase.WATCHING, "2022", 4)
    assert match.go_on()
    assert match.phase is Phase.OVER


# --- whole games


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("seed", range(4))
def test_every_game_comes_to_its_end_and_its_transcript_replays(rules, seed):
    """A game played to its end has a winner, and its transcript is that very game."""
    match = played_out(begun(rules, 2 + seed, seed))
    steps = list(Transcript.parse(str(match.transcript)).replay())
    assert match.phase is Phase.OVER
    assert steps[-1].game.winners == match.game.winners != ()


@pytest.mark.parametrize("bots", ["random", "cautious", "greedy", ["greedy", "random", "cautious"]])
def test_the_same_seed_gives_the_same_game(bots):
    """All chance comes from the seed, that of the bots too."""
    first, second = (played_out(begun("2022", 4, 9, bots)).transcript for _ in range(2))
    assert str(first) == str(second)


def test_the_bots_alone_play_only_so_long_at_once(monkeypatch):
    """A hand without an end is not waited for: the learner is asked again."""
    monkeypatch.setattr("ono_tutor.course.match.MOST_PLAYS_AT_ONCE", 2)
    match = until(Phase.WATCHING, "2022", 5)
    assert len(match.go_on()) == 2
    assert MOST_PLAYS_AT_ONCE > 100


# --- bad arguments


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


def test_one_word_stands_for_all_bots_and_a_rule_set_itself_is_taken():
    """Three bots play as the one word says."""
    match = Match(ruleset("2022+dump=free"), bots="greedy")
    assert (match.rules.name, match.strategies) == ("2022+dump=free", ("greedy",) * 3)

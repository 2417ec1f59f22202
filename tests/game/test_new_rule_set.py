"""A rule set of its own, unknown to the game: the facts that it states are the ones that are told."""

import ast
from pathlib import Path

import pytest

import ono_tutor
from ono_tutor import Position, play, why_not
from ono_tutor.errors import NotationError
from ono_tutor.game.game import Game
from ono_tutor.render.scene import scene
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.ninety_nine import RANKS, NinetyNine
from ono_tutor.rules.play import last_left, next_seat, still_in

GAME = Path(ono_tutor.__file__).parent / "game"


class House(NinetyNine):
    """A made-up game: kings that lose and are never played, and ids of its own."""

    key = "house"
    title = "House Rules"
    least_players = 3
    bound = 77
    turn_rule = "house-turn"
    skip_rule = "house-skip"
    skip_when_out_rule = "house-skip-when-out"
    drop_out_rule = "house-drop-out"

    def plays_to_lose(self, hand):
        """Who holds nothing but kings drops out."""
        return False

    def _judge(self, play, moment):
        effect = super()._judge(play, moment)
        is_king = play.card is RANKS[-1]
        return effect._replace(busts=True, draws=0) if is_king else effect


def position(total, hand, stakes=(5, 5, 5)):
    """Three players at the game; seat 0 is to move."""
    hidden = Position.parse("ninety-nine hand=9,9,9 players=3").hands[1]
    cards = Position.parse(f"ninety-nine hand={hand} players=3").hand
    return Position.of(House(), total, (cards, hidden, hidden), stakes=stakes)


def rules_told(line, word, kind):
    """The rule ids of the events of a kind."""
    return [event.rule for event in play(line, word).events if event.type is kind]


def test_a_turn_of_the_direction_names_the_rule_set_s_point():
    """What turns the direction is said by the rule set."""
    assert rules_told(position(10, "4,5,6"), "4", EventType.TURNED) == ["house-turn"]


@pytest.mark.parametrize(
    ("stakes", "rule"), [((5, 5, 5), "house-skip"), ((1, 5, 5), "house-skip-when-out")]
)
def test_a_skip_names_the_rule_set_s_point(stakes, rule):
    """What skips a player is said by the rule set, also where its own player is put out by it."""
    assert rules_told(position(30, "J,5,6", stakes), "J", EventType.SKIPPED) == [rule]


def test_a_hand_that_drops_out_names_the_rule_set_s_point():
    """Why a hand plays no card to lose is said by the rule set, with the cards that it holds."""
    refusal = why_not(position(10, "K,K,K"), "K")

    assert refusal.rules == ("house-drop-out",)
    assert str(refusal) == "With king alone you are out without playing."


def test_the_scene_shows_the_rule_set_s_bound():
    """The end of the scale on the table is the rule set's."""
    assert scene(position(10, "4,5,6"), ono_tutor.i18n._("What now?"))["total"]["limit"] == 77


@pytest.mark.parametrize("count", [2, 13])
def test_every_door_says_who_may_play_in_the_same_words(count):
    """Too few or too many players are refused in one sentence, wherever they come in (rule players)."""
    rules, hand = House(), RANKS[:3]
    doors = [
        lambda: rules.check_players(count),
        lambda: Game.start(rules, count, 0),
        lambda: Position.of(rules, 0, (hand,) * count),
    ]

    for door in doors:
        with pytest.raises(NotationError) as caught:
            door()
        assert caught.value.message == f"House Rules is for 3 to 12 players, not {count}"
        assert caught.value.rule == "players"


def test_no_point_of_one_rule_set_alone_is_named_by_the_game():
    """The game floor names no rule point that Ninety-Nine alone has; those stand in its rules."""
    own = {key for key, point in rule_points().items() if set(point.says) == {"ninety-nine"}}
    named = {
        (path.name, node.value)
        for path in GAME.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value in own
    }

    assert own
    assert named == set()


@pytest.mark.parametrize(
    ("seats", "after", "step", "seat"),
    [((0, 1, 2), 0, 1, 1), ((0, 1, 2), 0, -1, 2), ((0, 3), 0, 1, 3), ((0, 3), 3, 1, 0), ((1, 4), 2, 1, 4), ((1, 4), 2, -1, 1), ((2, 3), 7, 1, 2), ((5,), 5, 1, 5)],
)  # fmt: skip
def test_the_next_seat_is_the_first_met(seats, after, step, seat):
    """Going round from a seat, whether it is in or not, the first one of those that are in."""
    assert next_seat(seats, after, step) == seat


def test_who_is_the_last_one_left():
    """Of those still in, once some have left, the one who is left alone."""
    hands = ((), None, (), ())

    assert still_in(hands, (0,)) == (2, 3)
    assert last_left(hands, (0,)) == ()
    assert last_left(hands, (0, 3)) == (2,)
    assert last_left(hands, (0, 2, 3)) == ()

"""A rule set of its own, unknown to the game: the facts that it states are the ones that are told."""

import ast
from pathlib import Path

import pytest

import ono_tutor
from ono_tutor import Position, play, why_not
from ono_tutor.render.scene import scene
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.judgement import Effect, EventType
from ono_tutor.rules.ninety_nine import RANKS, NinetyNine
from ono_tutor.rules.play import next_seat

GAME = Path(ono_tutor.__file__).parent / "game"


class House(NinetyNine):
    """A made-up game: kings that lose and are never played, and ids of its own."""

    key = "house"
    title = "House Rules"
    least_players = 3
    bound = 77
    card_effects = {
        RANKS[3]: Effect(0, ("house-turn",), turns=True),
        RANKS[10]: Effect(0, ("house-skip",), steps=2),
    }
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


@pytest.mark.parametrize(
    ("total", "hand", "stakes", "kind", "rule"),
    [
        (10, "4,5,6", (5, 5, 5), EventType.TURNED, "house-turn"),
        (30, "J,5,6", (5, 5, 5), EventType.SKIPPED, "house-skip"),
        (30, "J,5,6", (1, 5, 5), EventType.SKIPPED, "house-skip-when-out"),
    ],
)
def test_what_follows_a_play_names_the_rule_set_s_point(total, hand, stakes, kind, rule):
    """A turn of the direction and a skip, also by a player who is put out by it, have its own points."""
    events = play(position(total, hand, stakes), hand[0]).events

    assert [event.rule for event in events if event.type is kind] == [rule]


def test_a_hand_that_drops_out_names_the_rule_set_s_point():
    """Why a hand plays no card to lose is said by the rule set, with the cards that it holds."""
    refusal = why_not(position(10, "K,K,K"), "K")

    assert refusal.rules == ("house-drop-out",)
    assert str(refusal) == "With king alone you are out without playing."


def test_the_scene_shows_the_rule_set_s_bound():
    """The end of the scale on the table is the rule set's."""
    assert scene(position(10, "4,5,6"), ono_tutor.i18n._("What now?"))["total"]["limit"] == 77


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

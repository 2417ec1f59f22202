"""The difficulty and the theme of a puzzle, which follow from position and answer."""

import pytest
from puzzles.made import puzzle

from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import BOUNDS, THEMES, Level, theme_title, themes_of
from ono_tutor.puzzles.kind import Effort, difficulty
from ono_tutor.puzzles.kinds.next_player import TURN_POINTS
from ono_tutor.puzzles.rating import _OF_POINTS, rate, theme_of
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.judgement import Effect, Moment

CASES = [
    *(("survive", f"{line} owes=2 players=3", "", theme) for line, theme in (("1980 total=98 hand=H,7,8,9", "pass-it-on"), ("2022 total=98 hand=R,7,8,9", "back-to-sender"))),
    *(("survive", line, "", theme) for line, theme in (("1980 total=89 hand=10,10,10,10", "trap"), ("1980 total=98 hand=7,8,9,9", "no-way-out"))),
    *(("best-card", line, "", theme) for line, theme in (("1980 total=95 hand=-10,7,8,9", "minus-saves"), ("1980 total=98 hand=H,7,8,9", "stand-still"))),
    *(("best-card", f"ninety-nine {line}", "", theme) for line, theme in (("total=89 hand=K,3,4", "exactly-99"), ("total=29 hand=4,7,8", "on-the-mark"))),
    ("quiet", "1980 total=90 hand=2,3,4,5", "", "nothing-to-fear"),
    ("pays", "ninety-nine total=33 hand=4,5,6 players=3", "5", "leaving-a-mark"),
    ("pays", "ninety-nine total=76 hand=10,4,5 players=3", "10-10", "way-down"),
    ("pays", "ninety-nine total=53 hand=2,4,5 players=3", "2", "two-lines"),
    ("next", "1980 total=50 hand=R,7,8,9", "R", "reverse-for-two"),
    ("total", "1980 total=6 hand=-10,7,8,9", "-10", "below-zero"),
    ("edition", "1980 total=50 hand=7", "deck H 4", "know-the-deck"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "line", "ask", "theme"), CASES)
def test_a_position_has_its_theme(kind, line, ask, theme):
    """The theme is worked out of the position and the answer."""
    task = puzzle(kind, line, ask).task
    assert theme_of(kind, task, rate(kind, task)) == theme


def test_every_theme_has_puzzles():
    """Each theme is that of a puzzle of the bank, and each puzzle of the bank has one."""
    found = {theme for entry in bank.index().values() for theme in themes_of(entry)}
    assert found == set(THEMES)
    assert str(theme_title("trap", 89)) == "Trap at 89"


@pytest.mark.parametrize(
    ("key", "owes"), [*((key, 1) for key in RULE_SETS), ("1980", 2), ("2022", 2)]
)
def test_a_play_that_moves_the_turn_names_a_point_of_the_turn_and_has_a_theme(key, owes):
    """So puzzles about a new card know that it is about who is next."""
    rules = ruleset(key)
    judged = [rules.judge(play, Moment(50, owes=owes)) for play in rules.known_plays]
    effects = [effect for effect in judged if isinstance(effect, Effect)]
    moving = [e for e in effects if e.steps != 1 or e.owes != 1 or e.turns or e.replies]
    assert len(moving) > 1
    for effect in moving:
        assert TURN_POINTS & set(effect.rules), effect
        assert _OF_POINTS.keys() & set(effect.rules), effect


SUMS = [
    *((Effort(1, 1), 0, 7), (Effort(4, 1), 0, 13), (Effort(4, 2), 0, 18), (Effort(4, 2, tempts=True), 0, 25)),
    *((Effort(4, 2, reckons=True), 0, 30), (Effort(4, 2), 2, 38), (Effort(4, 2), 9, 58), (Effort(2, 60), 0, 34)),
]  # fmt: skip


@pytest.mark.parametrize(("effort", "traps", "number"), SUMS)
def test_difficulty_is_the_sum_that_is_documented(effort, traps, number):
    """2 a card, 5 a step up to six, 12 for a chance, 7 for a temptation, 10 a trap up to four."""
    assert difficulty(effort, traps) == number


def test_the_levels_follow_the_difficulty():
    """The bounds belong to the lower of the two levels, and each level has a name of its own."""
    assert [Level.of(bound) for bound in BOUNDS] == list(Level)[:4]
    assert [Level.of(bound + 1) for bound in BOUNDS] == list(Level)[1:]
    assert len({str(level.title) for level in Level}) == 5

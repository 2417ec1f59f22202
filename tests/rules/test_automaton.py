"""The states of the rules say of every card what the rules say of it anew."""

from itertools import product

import pytest

from ono_tutor import ruleset
from ono_tutor.puzzles.misconceptions.explain import changed_rule_sets
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.ruleset import RuleSet

GAMES = [ruleset(name) for name in ("1980", "2022", "ninety-nine")]
ALL = [*GAMES, *(changed for rules in GAMES for _, changed in changed_rule_sets(rules))]
TOTALS = -11, -1, 0, 5, 9, 33, 80, 88, 89, 90, 97, 98


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: type(rules).__name__)
def test_a_second_card_does_what_it_does_after_any_first_card(rules: RuleSet) -> None:
    """Also where somebody believes that the turn goes on after the second card."""
    for first, total, pair in product(rules.deck(2), TOTALS, (False, True)):
        moment = Moment(total, 1, first, pair)
        state = rules.state(moment)
        anew = {play: rules.judge_anew(play, moment) for play in rules.known_plays}
        allowed = {play: each for play, each in anew.items() if isinstance(each, Effect)}
        moves = {play: move for play in anew if (move := state.move(play)) is not None}
        assert {play: move.effect for play, move in moves.items()} == allowed
        follows = {play: rules.next_moment(moment, play, each) for play, each in allowed.items()}
        assert {play: move.follows for play, move in moves.items()} == follows
        for move in (move for card in rules.deck(2) for move in state.safe[card]):
            assert move.follows == follows[move.play]
            assert not move.is_plain or state.plain_moves[move.play].follows == move.follows

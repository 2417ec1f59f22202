"""The states and scoreboards of the rules say what the rules say when they are asked anew."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from puzzles.made import changed_rule_sets

from ono_tutor import ruleset
from ono_tutor.game.game import Game
from ono_tutor.game.strategy import choose
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import OUT
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.states import points_lost, scoreboard_of, state_of

GAMES = [ruleset(name) for name in ("1980", "2022", "ninety-nine")]
ALL = [*GAMES, *(changed for rules in GAMES for _, changed in changed_rule_sets(rules))]
TOTALS = -11, -1, 0, 5, 9, 33, 80, 88, 89, 90, 97, 98


@pytest.mark.parametrize("rules", ALL, ids=lambda rules: type(rules).__name__)
def test_a_second_card_does_what_it_does_after_any_first_card(rules: RuleSet) -> None:
    """Also where somebody believes that the turn goes on after the second card."""
    for first, total, pair in product(rules.deck(2), TOTALS, (False, True)):
        moment = Moment(total, 1, first, pair)
        state = state_of(rules, moment)
        anew = {play: rules.judge(play, moment) for play in rules.known_plays}
        allowed = {play: each for play, each in anew.items() if isinstance(each, Effect)}
        moves = {play: move for play in anew if (move := state.move(play)) is not None}
        assert {play: move.effect for play, move in moves.items()} == allowed
        follows = {play: rules.next_moment(moment, play, each) for play, each in allowed.items()}
        assert {play: move.follows for play, move in moves.items()} == follows
        for move in (move for card in rules.deck(2) for move in state.safe[card]):
            assert move.follows == follows[move.play]
            assert not move.is_plain or state.plain_moves[move.play].follows == move.follows


SETTLED = [
    *(f"1980{words}" for words in ("", "+chips-out=at-zero+ono99=suicide", "+scoring=points")),
    *(f"2022{words}" for words in ("", "+dump=free", "+nobody-can-play=last-standing")),
    *(f"ninety-nine{words}" for words in ("", "+zero-points=survives+next-starter=round-winner")),
]


@pytest.mark.parametrize("name", SETTLED)
def test_a_settlement_depends_on_nothing_but_what_is_declared(name: str) -> None:
    """Other cards in the hands, another total and another pile settle a play in the same way."""
    rules, numbers, compared = ruleset(name), Random(1), 0
    for seed in range(60):
        game = Game.start(rules, numbers.randint(2, 6), seed)
        for _ in range(400):
            if game.winners:
                break
            play = choose("random", game, numbers)
            position, state = game.position, game.state
            move = state.out if play == OUT else state.move(play)
            assert move
            board = scoreboard_of(
                rules,
                game.deal.course.dealt,
                tuple(hand is not None for hand in game.hands),
                game.stakes,
                game.deal.course.dealer,
            )
            settled = move.pay_class and board.settle_at(
                game.hands, position.total, position.turn, move.pay_class
            )
            if settled:
                compared += 1
                assert rules.settles_on is not SettlesOn.HANDS
                deck = [*rules.deck_cards(len(game.hands))]
                for is_shuffled in (False, True):
                    numbers.shuffle(deck)
                    hands = tuple(hand and tuple(deck[:4]) for hand in game.hands)
                    keeps_hands = rules.settles_on is SettlesOn.OTHERS_CAN_PLAY
                    table = replace(
                        position,
                        hands=game.hands if keeps_hands or not is_shuffled else hands,
                        total=position.total if keeps_hands else numbers.randint(0, 98),
                        seen=tuple(deck[5:9]),
                        draw=(),
                    )
                    told = rules.settle(table, move.effect, tuple(deck[:3]))
                    if told.round_over:
                        told = rules.settled_hand(told, board.dealt)
                    is_in = position.turn not in told.out
                    assert (told.round_over, is_in) == (settled.is_over, settled.is_in)
                    assert (told.loser, told.winners) == (settled.loser, settled.winners)
                    assert points_lost(told) == settled.lost
                    assert told.stakes == settled.after.stakes
                    assert told.total is None
            game = game.after(play)
    assert compared or rules.settles_on is SettlesOn.HANDS

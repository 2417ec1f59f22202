"""What a state says is what the rules say when they are asked anew; costs are as declared."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from puzzles.made import changed_rule_sets

from ono_tutor import Card, ruleset
from ono_tutor.game.game import Game
from ono_tutor.game.strategy import choose
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import OUT
from ono_tutor.rules.ruleset import RuleSet, SettlesOn
from ono_tutor.rules.states import Move, state_of

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
        for play, each in allowed.items():
            follows = state_of(rules, rules.next_moment(moment, play, each))
            after = moves[play].follow()
            assert (after.rules, after.moment) == (follows.rules, follows.moment)
        safe = [play for card in rules.deck(2) for play in state.safe_plays[card]]
        single = [play for play in allowed if play.copies == 1]
        assert set(safe) == {play for play in single if not allowed[play].busts}


SETTLED = [
    *(f"1980{words}" for words in ("", "+chips-out=at-zero+ono99=suicide")),
    *(f"1980+scoring=points{words}" for words in ("", "+bust-total=counts")),
    *(f"2022{words}" for words in ("", "+dump=free", "+nobody-can-play=last-standing")),
    *(f"ninety-nine{words}" for words in ("", "+zero-points=survives+next-starter=round-winner")),
]


def costly_plays(name):
    """Plays of random games that cost somebody something: the position before, and the move."""
    rules, numbers = ruleset(name), Random(1)
    for seed in range(60):
        game = Game.start(rules, numbers.randint(2, 6), seed)
        for _ in range(400):
            if game.is_over:
                break
            play = choose("random", game, numbers)
            moment = game.state.moment
            out = Move(rules, moment, OUT, rules.out_effect(moment, None))
            move = out if play == OUT else game.state.move(play)
            if move.is_costly:
                yield game.position, move
            game = game.after(play)


@pytest.mark.parametrize("name", SETTLED)
def test_a_settlement_depends_on_nothing_but_what_is_declared(name: str) -> None:
    """Other cards in the hands, another total and another pile settle a play in the same way."""
    rules, numbers = ruleset(name), Random(1)
    for position, move in costly_plays(name):
        if rules.settles_on is SettlesOn.HANDS:
            break
        deck = [*rules.deck_cards(len(position.hands))]
        numbers.shuffle(deck)
        table = replace(position, seen=tuple(deck[5:9]), draw=())
        if rules.settles_on is SettlesOn.NOTHING or position.played is None:
            hands = tuple(hand and tuple(deck[:4]) for hand in position.hands)
            table = replace(table, hands=hands, total=numbers.randint(0, 98))
        one = rules.settle(position, move.effect, tuple(position.hand[1:]))
        other = rules.settle(table, move.effect, tuple(deck[:3]))
        plain = [each._replace(events=()) for each in (one, other)]
        assert plain[0] == plain[1]
        assert [event.type for event in one.events] == [event.type for event in other.events]


@pytest.mark.parametrize("name", SETTLED)
def test_payments_as_numbers_are_those_of_the_settlement(name: str) -> None:
    """What simulated games count with (``payment_rules``) takes from everybody what ``settle`` takes."""
    rules, pays, count = ruleset(name), ruleset(name).payment_rules, 0
    for position, move in costly_plays(name):
        effect, seat, hand = move.effect, position.turn, position.hand
        left = list(hand)
        if move.card is not None:
            left.remove(move.card)
        left += position.draw[: effect.draws] if effect.busts and move.card else ()
        settled = rules.settle(position, effect, tuple(left))
        costs = dict.fromkeys(position.still_in, effect.costs_others)
        costs[seat] = effect.costs + pays.bust * effect.busts
        scoring = {seat: tuple(left)} if pays.card_points else {}
        if scoring and len(position.still_in) == 2:
            scoring |= {at: position.hands[at] for at in position.still_in if at != seat}
        for at, cards in scoring.items():
            missing = rules.hand_size - len(cards)
            costs[at] += sum(pays.card_points[card] for card in cards)
            costs[at] += missing * pays.card_points[Card.UNKNOWN]
        ends = effect.ends_round or (effect.busts and pays.bust_ends_round)
        stakes = position.stakes or (pays.start,) * len(position.hands)
        sign = 1 if rules.stakes_are_left else -1
        owned = [stake * sign + (0 if sign > 0 else pays.start) for stake in stakes]
        kept = {at: owned[at] - cost for at, cost in costs.items()}
        if position.stakes:
            now = [stake * sign + (0 if sign > 0 else pays.start) for stake in settled.stakes]
            assert all(max(now[at], 0) == max(kept[at], 0) for at in costs)
        drops = {seat} if scoring else {at for at in costs if kept[at] < pays.least}
        assert set(settled.out) == drops
        assert settled.round_over == (ends or len(set(costs) - drops) == 1 or bool(settled.winners))
        count += 1
    assert count > 30

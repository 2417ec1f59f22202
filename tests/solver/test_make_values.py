"""How the table of values is made."""

import pytest
from solver.slow_values import SlowValues
from two_player_round import TwoPlayerRound, pack_table

from ono_tutor import Card, Position, ruleset
from ono_tutor.game.legal import legal_moves
from ono_tutor.game.value_table import ValueTable, table_of
from ono_tutor.solver.value import Rollouts

pytest.importorskip("numba")
DECK, START = {"9": 2, "8": 1, "5": 2, "2": 2, "H": 1}, 78
"""A deck that is small enough for the slow way, and at which choosing settles."""


def small(name, deck):
    """A rule set with two cards in a hand and a deck of these cards."""
    rules = ruleset(name)
    counts = {Card.parse(code): count for code, count in deck.items()}
    own = {"hand_size": 2, "deck": lambda self, players: counts}
    return type("Small", (type(rules),), own)(())


def test_a_small_table_is_what_the_slow_way_finds():
    """Wherever a round often comes to, cards kept are worth what the slow solver says."""
    from make_values import Maker  # noqa: PLC0415 - needs the extra

    rules = small("1980", DECK)
    maker = Maker(TwoPlayerRound.of(rules), START)
    for _ in range(60):
        maker.step()
    table = ValueTable(pack_table(maker.model, maker.worth, {}))
    slow = SlowValues(rules, START)

    often = [(at, kept) for at, waits in slow.waits.items() for kept in waits if waits[kept] > 0.02]
    apart = [
        abs(table.worth_of_rest(kept, at, stays=False) - slow.worth[0, at, kept])
        for at, kept in often
    ]
    assert len(apart) > 40
    assert max(apart) < 0.002


def played_by_table(name):
    """The compiled play of a shipped table with itself."""
    from make_values import self_play, table_worths  # noqa: PLC0415 - the extra

    model = TwoPlayerRound.of(ruleset(name))
    return self_play(model, table_worths(table_of(ruleset(name)), model))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["1980", "2022", "ninety-nine"])
def test_the_compiled_play_ends_as_the_engine_s(name):
    """From the same open cards, the compiled rounds and the engine's come to the same on average."""
    playing = played_by_table(name)
    model = playing.model
    for spot in [spot for spot in playing.spots(9, 2, 5) if spot.before < 2][:3]:
        hidden = playing.hidden([spot], 3_000, 6)[0]
        one = type(hidden)(hidden.hands[:1], hidden.discards[:1])
        came = playing.play_on(spot, one, 2_000, 7).mean(axis=0)
        position = open_position(playing, spot, one)
        moves = legal_moves(position.hand, position.state)
        rollouts = Rollouts(position, tuple(moves))
        rollouts.play(200, 8, lambda share: None)

        for play in moves:
            mean, error = rollouts.value(play)
            each = came[playing.plays(spot).index(playing.number(play, position.state))]
            expected = (1 + each) / 2 if model.rules.lays_down else each
            assert abs(mean - expected) < 2.2 * error


def open_position(playing, spot, hidden):
    """The position of a spot with the other hand and the discards open."""
    model, moment = playing.model, playing.moment(spot)
    deck = model.rules.deck(2)
    cards = [[card for card in kind for _ in range(deck[card])] for kind in model.kinds]
    hands = [tuple(cards[kind].pop() for kind in hand) for hand in (spot.hand, hidden.hands[0])]
    counts = enumerate(hidden.discards[0])
    seen = tuple(cards[kind].pop() for kind, count in counts for _ in range(count))
    return Position.of(model.rules, moment.total, tuple(hands), owes=moment.owes, seen=seen)

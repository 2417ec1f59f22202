"""Games whose table stands as a line says."""

from ono_tutor import Position
from ono_tutor.rules.play import turn_order
from ono_tutor.widgets.game import Game


def game_at(line, seed=7, **more):
    """A game whose table stands as a line says, all hands and the draw known."""
    position = Position.parse(line)
    game = Game(position.rules, players=len(position.hands), seed=seed, **more)
    table = game.match.game
    seated = turn_order(tuple(hand is not None for hand in position.hands))
    deal = table.deal._replace(
        pile=position.draw, stakes=position.stakes, undrawn=position.undrawn, order=seated
    )
    game.match.game = table._replace(
        deal=deal._replace(can_step=not position.undrawn),
        state=position.state,
        hands=position.hands,
        place=position.place,
        drawn=0,
        seen=position.seen,
        played=position.played,
    )
    game._draw(None)
    return game

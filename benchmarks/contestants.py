"""The same work for every contestant: games counted by plays, searches by the positions examined.

rlcard and OpenSpiel (the extra ``bench``) play games of their own of the same family, UNO and
crazy eights, and OpenSpiel solves nim and tic-tac-toe. Each is imported only by what plays it, so
that the others start without it.
"""

import random
from collections.abc import Callable
from itertools import cycle

from ono_tutor.game.game import Game
from ono_tutor.game.playout import Playouts
from ono_tutor.game.position import Position
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.solver.solve import solve

Work = Callable[[], float]
"""Do a piece of work and give how many units it was."""

IN_A_ROW = 20
"""Games of OpenSpiel's own loop in one piece of work, for one takes hardly any time."""


def immutable_steps(rules: str) -> Work:
    """Play a game of ours, a new value for every play."""
    numbers, rule_set = random.Random(1), ruleset(rules)

    def play() -> int:
        steps, game = 0, Game.start(rule_set, 2, 0, numbers)
        while not game.winners:
            game = game.after(numbers.choice(game.legal_plays()))
            steps += 1
        return steps

    return play


def playouts(rules: str) -> Work:
    """Play a hundred games by the loop behind ``simulate``, in plain Python."""
    numbers, table = random.Random(1), Playouts(ruleset(rules), 2, "random")
    return lambda: table.play(100, numbers)["plays"]


def compiled_playouts(rules: str) -> Work:
    """Play a thousand games by the compiled loop (the extra ``fast``), other ones each time."""
    from ono_tutor.game.compiled import CompiledPlayouts  # noqa: PLC0415

    numbers, table = random.Random(1), CompiledPlayouts(ruleset(rules), 2, "random")

    def play() -> int:
        return table.play(1000, random.Random(numbers.random()))["plays"]

    return play


def deals(name: str, players: int, number: int) -> list[Position]:
    """Return random deals of the whole deck, the same in every run."""
    rules, numbers, found = ruleset(name), random.Random(players), []
    cards, size = list(rules.deck_cards(players)), rules.hand_size
    for _ in range(number):
        numbers.shuffle(cards)
        hands = tuple(tuple(cards[size * seat :][:size]) for seat in range(players))
        found.append(Position.of(rules, 0, hands, draw=tuple(cards[size * players :])))
    return found


def solved(rules: str) -> Work:
    """Solve a deal of the whole deck, the next one each time; positions."""
    turns = cycle(deals(rules, 2, 60))
    return lambda: solve(next(turns)).positions


def spiel_minimax(game: str) -> Work:
    """Solve a game by OpenSpiel's table of positions in Python, from nothing; positions."""
    from open_spiel.python.algorithms.minimax_solver import MinimaxSolver  # noqa: PLC0415

    return lambda: len(MinimaxSolver(game).solve())


def rlcard_uno() -> Work:
    """Play a raw game of rlcard's UNO."""
    from numpy.random import RandomState  # noqa: PLC0415
    from rlcard.games.uno import Game as Uno  # noqa: PLC0415

    numbers, game = random.Random(1), Uno()
    game.np_random = RandomState(1)

    def play() -> int:
        steps = 0
        game.init_game()
        while not game.is_over():
            game.step(numbers.choice(game.get_legal_actions()))
            steps += 1
        return steps

    return play


def spiel_stepped() -> Work:
    """Play a game of crazy eights, stepped from Python; draws and deals are not counted."""
    import pyspiel  # noqa: PLC0415

    numbers, game = random.Random(1), pyspiel.load_game("crazy_eights(players=2)")

    def play() -> int:
        steps, state = 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(numbers.choices(actions, weights)[0])
            else:
                state.apply_action(numbers.choice(state.legal_actions()))
                steps += 1
        return steps

    return play


def spiel_whole() -> Work:
    """Play games of crazy eights in OpenSpiel's own loop; draws and deals are not counted."""
    import pyspiel  # noqa: PLC0415

    numbers, game = random.Random(1), pyspiel.load_game("crazy_eights(players=2)")
    bots = [pyspiel.make_uniform_random_bot(player, 7 + player) for player in range(2)]

    def played(seed: int) -> "pyspiel.State":
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, seed)
        return state

    def plays(state: "pyspiel.State") -> int:
        return sum(action.player >= 0 for action in state.full_history())

    mean = sum(plays(played(seed)) for seed in range(200)) / 200

    def play() -> float:
        for _ in range(IN_A_ROW):
            played(numbers.getrandbits(30))
        return IN_A_ROW * mean

    return play

"""Many whole games, or rounds of one way to play against another, and their figures."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import astuple, dataclass
from importlib import import_module, metadata
from random import Random
from typing import Any

from ono_tutor.errors import NotationError, check_known
from ono_tutor.game.game import Game
from ono_tutor.game.playout import MOST_PLAYS, Playouts, playouts_of
from ono_tutor.game.statistics import Figure, RunningStats, Totals
from ono_tutor.game.strategy import STRATEGIES, choose
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

COMPILED_FROM = 2_000
"""From so many games on the compiled loop is worth its start."""

BATCH = 1_000
"""Games in one piece of work; figures do not depend on who does which piece."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A simulation: the rule set's name, players, number of games, seed and strategy."""

    rules: str
    players: int
    games: int
    seed: int = 0
    strategy: str = "random"

    def check(self) -> None:
        """Check that this can be simulated.

        Raises :class:`NotationError`, which names the word at fault, if it cannot.
        """
        ruleset(self.rules).check_players(self.players)
        check_known(STRATEGIES, self.strategy, "is not a strategy; the strategies are")
        if self.games < 1:
            message = f"at least one game is needed, not {self.games}"
            raise NotationError(message, word=str(self.games))


def simulate(
    plan: Plan,
    *,
    executor: Executor | None = None,
    ahead: int = 8,
    progress: Callable[[int], None] = lambda games: None,
) -> Totals:
    """Return the totals of a plan; the same for any executor and number of workers.

    ``executor`` shares the work out, ``ahead`` is how many pieces it is given at a time, so
    that memory does not grow with the number of games. ``progress`` gets the number of games done.
    On :class:`KeyboardInterrupt` the totals so far are returned, ``is_interrupted`` set.
    Raises :class:`NotationError` for a plan that cannot be simulated.
    """
    plan.check()
    tally = Totals(plan.players)
    try:
        for batch in _tallies(plan, executor, ahead):
            tally.add(batch)
            progress(batch.games)
    except KeyboardInterrupt:
        tally.is_interrupted = True
    return tally


def _tallies(plan: Plan, executor: Executor | None, ahead: int) -> Iterator[Totals]:
    """Yield the totals of each piece, in order."""
    games = range(plan.games)
    batches = (games[at : at + BATCH] for at in games[::BATCH])
    if executor is None:
        yield from (play_batch(plan, batch) for batch in batches)
        return
    waiting: deque[Future[Totals]] = deque()
    try:
        for batch in batches:
            waiting.append(executor.submit(play_batch, plan, batch))
            if len(waiting) >= ahead:
                yield waiting[0].result()
                waiting.popleft()
        while waiting:
            yield waiting[0].result()
            waiting.popleft()
    except KeyboardInterrupt:
        while waiting and waiting[0].done():
            yield waiting.popleft().result()
        raise
    finally:
        for future in waiting:
            future.cancel()


def play_batch(plan: Plan, numbers: range) -> Totals:
    """Return the totals of the games with these numbers; they depend on the seed alone."""
    table = ruleset(plan.rules), plan.players, plan.strategy
    compiled = _compiled() if plan.games >= COMPILED_FROM else None
    try:
        playouts = playouts_of(*table, compiled.CompiledPlayouts if compiled else Playouts)
    except Exception:  # no room for it, or whatever a compiler fails of
        playouts = playouts_of(*table)
    return playouts.play(len(numbers), Random(f"{plan.seed}/{numbers.start}"))


def loops() -> str:
    """Return which loop plays many games here, in words, such as ``plain Python``."""
    return f"compiled by numba {metadata.version('numba')}" if _compiled() else "plain Python"


def _compiled() -> Any:
    """Return the module of the compiled loop, or None without the extra ``fast``."""
    try:
        return import_module("ono_tutor.game.compiled")
    except Exception:  # it is not installed, or broken: the plain loop plays the same games
        return None


Chooser = Callable[[Game], Play]
"""A way to play: what the player to move plays, who looks at the own hand and the moment alone."""


def chooser(strategy: str, seed: int = 0) -> Chooser:
    """Return a strategy as a way to play."""
    numbers = Random(seed)
    return lambda game: choose(strategy, game, numbers)


def duel(
    rules: RuleSet,
    players: tuple[Chooser, Chooser],
    rounds: int,
    seed: int = 0,
    progress: Callable[[int], None] = lambda rounds: None,
) -> Figure:
    """Return how the first player does against the second in this many rounds, two a deal.

    The second round of a deal is played with the seats exchanged, so that neither has the better
    cards; the interval goes by such pairs.

    It is the share of rounds won, or in Ninety-Nine the points won less those lost in a round.
    """
    sums = RunningStats()
    for pair in range(rounds // 2):
        deal = Game.start(rules, 2, seed * 1_000_003 + pair)
        won = 0
        for own, order in ((1, players), (-1, (players[1], players[0]))):
            for _, _, after in play_duel(deal, order):
                game = after
            won += own * outcome(deal, game)
        sums.note(won)
        progress(2)
    ends = [end if end is None else end / 2 for end in astuple(sums.mean())]
    if rules.lays_down:
        ends = [end if end is None else (1 + end) / 2 for end in ends]
    value, low, high = ends
    assert value is not None
    return Figure(value, low, high)


def play_duel(deal: Game, players: tuple[Chooser, Chooser]) -> Iterator[tuple[Game, Play, Game]]:
    """Play a round; give the game before each play, the play, and the game after it."""
    game, number = deal, deal.hand_number
    for _ in range(MOST_PLAYS):
        before, play = game, players[game.turn](game)
        game = game.after(play)
        yield before, play, game
        if game.is_over or game.hand_number != number:
            return


def outcome(deal: Game, after: Game) -> int:
    """Return what seat 0 has won by a round that is over: 1 or -1, or points less those it lost."""
    if not deal.stakes:
        return (1 if 0 in after.winners else -1) if after.winners else 0
    first, second = (
        (now or 0) - (then or 0) for now, then in zip(after.stakes, deal.stakes, strict=True)
    )
    return first - second

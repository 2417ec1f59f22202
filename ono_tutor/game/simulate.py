"""Many whole games, or rounds of one way to play against another, and their figures."""

from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from importlib import import_module
from math import sqrt
from random import Random
from typing import Any

from ono_tutor.errors import NotationError, check_known
from ono_tutor.game.game import Game
from ono_tutor.game.playout import MOST_PLAYS, Playouts, playouts_of
from ono_tutor.game.strategy import STRATEGIES, choose
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

COMPILED_FROM = 2_000
"""From so many games on the compiled loop is worth its start."""

BATCH = 1_000
"""Games in one piece of work; figures do not depend on who does which piece."""

Z = 1.959963984540054
"""How many standard errors a 95% interval reaches to each side."""


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


@dataclass(frozen=True, slots=True)
class Figure:
    """A value and its 95% interval; None where one number alone has no interval."""

    value: float
    low: float | None
    high: float | None


def mean(count: int, total: int, squares: int) -> Figure:
    """Return the mean of whole numbers by their sums, with its interval (normal approximation)."""
    if count < 2:
        return Figure(float(total), None, None)
    middle = total / count
    error = sqrt((squares * count - total * total) / (count * count * (count - 1)))
    return Figure(middle, middle - Z * error, middle + Z * error)


def share(part: int, whole: int) -> Figure:
    """Return the share of a part in a whole, with its Wilson interval."""
    if whole == 0:
        return Figure(0.0, 0.0, 1.0)
    p, z2 = part / whole, Z * Z
    middle = (p + z2 / (2 * whole)) / (1 + z2 / whole)
    reach = Z * sqrt(p * (1 - p) / whole + z2 / (4 * whole * whole)) / (1 + z2 / whole)
    return Figure(p, max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass(slots=True)
class Totals:
    """The games so far; ``counts`` is what :meth:`.Playouts.play` returns for all of them."""

    players: int
    counts: Counter[str] = field(default_factory=Counter)
    is_interrupted: bool = False

    @property
    def games(self) -> int:
        """The number of games."""
        return self.counts["games"]

    def figures(self) -> dict[str, Figure]:
        """Return the figures by name; empty while there is no game.

        Shares are from 0 to 1; ``points_lost_…`` are points a round, all players together.
        ``rounds_called_off`` is the share of all rounds, reported only if there was one; such a
        round counts with its ``MOST_PLAYS`` plays.
        """
        counts, games, rounds = self.counts, self.games, self.counts["rounds"]
        if not games:
            return {}
        figures = {
            "plays_per_round": mean(rounds, counts["plays"], counts["plays_squared"]),
            "rounds_per_game": mean(games, rounds, counts["rounds_squared"]),
        }
        wins = [f"won_by_seat_{seat}" for seat in range(self.players)]
        figures |= {name: share(counts[name], games) for name in wins}
        if counts["called_off"]:
            figures["rounds_called_off"] = share(counts["called_off"], rounds)
        places = [f"lost_by_place_{place}" for place in range(self.players)]
        lost = sum(counts[name] for name in places)
        figures |= {name: share(counts[name], lost) for name in places}
        if counts["losses_owing_two"]:
            figures["lost_under_a_double"] = share(counts["losses_owing_two"], counts["losses"])
        for name in sorted(counts):
            if name.startswith("points_lost_") and counts[name]:
                figures[name] = mean(rounds, counts[name], counts[f"squared_{name}"])
        return figures


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
    totals = Totals(plan.players)
    try:
        for counts in _counts(plan, executor, ahead):
            totals.counts.update(counts)
            progress(counts["games"])
    except KeyboardInterrupt:
        totals.is_interrupted = True
    return totals


def _counts(plan: Plan, executor: Executor | None, ahead: int) -> Iterator[Counter[str]]:
    """Yield what is counted in each piece of work, in order."""
    games = range(plan.games)
    batches = (games[at : at + BATCH] for at in games[::BATCH])
    if executor is None:
        yield from (play_batch(plan, batch) for batch in batches)
        return
    waiting: deque[Future[Counter[str]]] = deque()
    try:
        for batch in batches:
            waiting.append(executor.submit(play_batch, plan, batch))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def play_batch(plan: Plan, numbers: range) -> Counter[str]:
    """Return what is counted in the games with these numbers; they depend on the seed alone."""
    table, compiled = (ruleset(plan.rules), plan.players, plan.strategy), None
    if plan.games >= COMPILED_FROM:
        compiled = _compiled()
    try:
        playouts = playouts_of(*table, compiled.CompiledPlayouts if compiled else Playouts)
    except Exception:  # no room for it, or whatever a compiler fails of
        playouts = playouts_of(*table)
    return playouts.play(len(numbers), Random(f"{plan.seed}/{numbers.start}"))


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
    total = squares = 0
    for pair in range(rounds // 2):
        deal = Game.start(rules, 2, seed * 1_000_003 + pair)
        won = 0
        for own, order in ((1, players), (-1, (players[1], players[0]))):
            for _, _, after in play_duel(deal, order):
                game = after
            won += own * outcome(deal, game)
        total, squares = total + won, squares + won * won
        progress(2)
    figure, (scale, even) = mean(rounds // 2, total, squares), (0.5, 0.0)
    if rules.lays_down:
        scale, even = 0.25, 0.5
    ends = [None if end is None else end * scale + even for end in (figure.low, figure.high)]
    return Figure(figure.value * scale + even, *ends)


def play_duel(deal: Game, players: tuple[Chooser, Chooser]) -> Iterator[tuple[Game, Play, Game]]:
    """Play a round; give the game before each play, the play, and the game after it."""
    game, number = deal, deal.deal.hand_number
    for _ in range(MOST_PLAYS):
        before, play = game, players[game.turn](game)
        game = game.after(play)
        yield before, play, game
        if game.is_over or game.deal.hand_number != number:
            return


def outcome(deal: Game, after: Game) -> int:
    """Return what seat 0 has won by a round that is over: 1 or -1, or points less those it lost."""
    if not deal.deal.stakes:
        return (1 if 0 in after.winners else -1) if after.winners else 0
    first, second = (
        (now or 0) - (then or 0)
        for now, then in zip(after.deal.stakes, deal.deal.stakes, strict=True)
    )
    return first - second

"""Many whole games and what they show: figures with their 95% intervals."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from importlib import import_module, metadata
from importlib.util import find_spec
from random import Random

from ono_tutor.errors import NotationError, check_known
from ono_tutor.game.playout import playouts_of
from ono_tutor.game.statistics import Totals
from ono_tutor.game.strategy import STRATEGIES
from ono_tutor.rules.catalogue import ruleset

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

    def batches(self) -> Iterator[range]:
        """Return the numbers of the games, in pieces."""
        return (range(at, min(at + BATCH, self.games)) for at in range(0, self.games, BATCH))


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
    batches = plan.batches()
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
    rules, playouts = ruleset(plan.rules), None
    if plan.games >= COMPILED_FROM and has_compiler():
        try:
            compiled = import_module("ono_tutor.game.compiled")
            playouts = compiled.compiled_playouts_of(rules, plan.players, plan.strategy)
        except Exception:  # whatever a compiler fails of, the plain loop plays the same games
            playouts = None
    playouts = playouts or playouts_of(rules, plan.players, plan.strategy)
    return playouts.play(len(numbers), Random(f"{plan.seed}/{numbers.start}"))


def has_compiler() -> bool:
    """Return whether the extra ``fast`` is installed."""
    return find_spec("numba") is not None


def loops() -> str:
    """Return which loop plays many games here, in words, such as ``plain Python``."""
    if not has_compiler():
        return "plain Python"
    try:
        import_module("ono_tutor.game.compiled")
    except Exception:  # whatever it fails of, the plain loop plays the same games
        return "plain Python"
    return f"compiled by numba {metadata.version('numba')}"

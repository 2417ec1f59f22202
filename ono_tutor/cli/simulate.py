"""``ono-tutor simulate``: whole games, and what they show."""

import json
import signal
import time

import click
from rich.console import Console

from ono_tutor.cli import streams
from ono_tutor.cli.workers import worker_pool
from ono_tutor.game.simulate import Plan
from ono_tutor.game.simulate import simulate as simulated
from ono_tutor.game.statistics import Figure, Tally
from ono_tutor.game.strategy import STRATEGIES


@click.command()
@click.option("--rules", default="1980", show_default=True, help="Rule set, with its options.")
@click.option("--players", default=4, show_default=True)
@click.option("--games", default=1000, show_default=True)
@click.option("--seed", default=0, show_default=True)
@click.option("--strategy", default="random", show_default=True, help=", ".join(STRATEGIES))
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def simulate(
    rules: str, players: int, games: int, seed: int, strategy: str, workers: int, as_json: bool
) -> None:
    """Play whole games and count: how long, who loses, and why, each with a 95% interval.

    The same seed gives the same figures for any number of workers. Ctrl+C ends the run early
    and prints what there is. A hand without an end (a Ninety-Nine total that runs away below
    zero) is called off after 2,000 plays, nobody pays, and the next one is dealt.
    """
    plan = Plan(rules, players, games, seed, strategy)
    with streams.errors_told(as_json):
        plan.check()
    started = time.perf_counter()
    with worker_pool(workers) as executor, streams.progress_bar() as bar:
        task = bar.add_task("games", total=games)
        tally = simulated(plan, executor=executor, progress=lambda n: bar.advance(task, n))
        if tally.is_interrupted:
            signal.signal(
                signal.SIGINT, signal.SIG_IGN
            )  # a second Ctrl+C must not cut the end short
    speed = tally.games / (time.perf_counter() - started)
    if as_json:
        click.echo(json.dumps(_as_json(plan, tally, speed)))
    else:
        _show(plan, tally, speed)
    if tally.is_interrupted:
        click.echo(f"interrupted after {tally.games} of {games} games", err=True)


def _as_json(plan: Plan, tally: Tally, speed: float) -> dict[str, object]:
    found: dict[str, object] = {
        "rules": plan.rules,
        "players": plan.players,
        "games": tally.games,
        "seed": plan.seed,
        "strategy": plan.strategy,
        "figures": {name: figure.as_json() for name, figure in tally.figures().items()},
        "games_per_second": round(speed, 1),
    }
    return found | ({"interrupted": True} if tally.is_interrupted else {})


def _show(plan: Plan, tally: Tally, speed: float) -> None:
    title = f"{plan.rules}, {plan.players} players, {tally.games} games, {plan.strategy}"
    table = streams.table(title, "figure", "value", "95% interval")
    for name, figure in tally.figures().items():
        table.add_row(name.replace("_", " "), f"{figure.value:.4f}", _interval(figure))
    console = Console(highlight=False)
    console.print(table)
    console.print(f"{speed:.0f} games a second")


def _interval(figure: Figure) -> str:
    if figure.low is None or figure.high is None:
        return "unknown"
    return f"{figure.low:.4f} to {figure.high:.4f}"

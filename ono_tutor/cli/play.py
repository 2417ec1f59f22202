"""``ono-tutor play`` and ``simulate``: plays one by one, and many whole games."""

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import IO, Any

import click

from ono_tutor.cli import streams
from ono_tutor.cli.streams import (
    LENIENT,
    add_option,
    answer_lines,
    bold,
    json_option,
    report_errors,
    worker_pool,
    workers_option,
)
from ono_tutor.course.coach import explanation, headline
from ono_tutor.course.luck import luck_in, luck_text, most_costly, review_seat
from ono_tutor.course.recording import recording
from ono_tutor.errors import NotationError
from ono_tutor.game.explain import explain
from ono_tutor.game.simulate import Figure, Plan, chooser, duel, simulate
from ono_tutor.game.strategy import STRATEGIES
from ono_tutor.game.transcript import LONGEST_TEXT, Transcript, play_line
from ono_tutor.game.turn import Outcome
from ono_tutor.i18n import ngettext
from ono_tutor.render.answers_json import outcome_json, review_json
from ono_tutor.render.describe import join_sentences
from ono_tutor.render.game_scenes import end_of, plays_text
from ono_tutor.rules.catalogue import ruleset


@click.command("play", context_settings=LENIENT)
@click.argument("words", nargs=-1, metavar="[POSITION PLAY...]")
@add_option("--transcript", "Replay a whole game from this file.", click.File("rb"))
@add_option(
    "--review",
    "After the game, show the costliest plays of this seat, and how much was luck.",
    click.IntRange(0, 7),
    metavar="SEAT",
)
@streams.as_json_option
def play_command(
    words: tuple[str, ...], transcript: IO[bytes] | None, review: int | None, as_json: bool
) -> None:
    """Play cards: say what happens step by step, and give the position after.

    On standard input a line is the position, " | ", then the plays. A transcript is shown and
    checked play by play; each line of its JSON is the outcome of one play.
    """
    if bool(words) == bool(transcript):
        raise click.UsageError("give either a position with its plays, or --transcript")
    if review is not None and not transcript:
        raise click.UsageError("--review looks at a whole game, so give --transcript as well")
    if transcript:
        _show_transcript(transcript, review, as_json)
        return

    def answer(line: str) -> Iterator[object]:
        outcome = play_line(line)
        yield outcome_json(outcome)
        yield from map(str, explain(outcome.before, outcome.events, outcome.before.turn))
        if not outcome.round_over:
            yield bold(outcome.after)

    answer_lines(answer, words, as_json)


def _show_transcript(file: IO[bytes], seat: int | None, as_json: bool) -> None:
    """Show a game and check it, then review a seat; exit with 1 at the first impossible play."""
    with report_errors(as_json):
        raw = file.read(LONGEST_TEXT + 1)
        transcript = Transcript.parse(raw.decode("utf-8", errors="backslashreplace"))
        for number, step in enumerate(transcript.replay(), 1):
            ply = step.ply
            if as_json:
                click.echo(json.dumps(outcome_json(Outcome(ply.before, (ply,)))))
            else:
                sentences = explain(ply.before, ply.events, seat)
                click.echo(f"{number}. {' '.join(map(str, sentences))}")
        record = recording(transcript)
        if not as_json:
            plays = ngettext("{n} play.", "{n} plays.", len(transcript.entries))
            click.echo(join_sentences([plays, end_of(record, seat)]))
        if seat is None:
            return
        if seat >= transcript.players:
            message = f"this game has seats 0 to {transcript.players - 1}, not {seat}"
            raise NotationError(message, word=str(seat))
        count = sum(moment.ply.before.turn == seat for moment in record.moments)
        with streams.progress_bar() as bar:
            reviews = list(bar.track(review_seat(record, seat), count, description="plays"))
        costly, luck = most_costly(reviews), luck_in(record, reviews, seat)
        if as_json:
            click.echo(json.dumps(review_json(costly, luck)))
            return
        click.echo(f"\n{plays_text(reviews)}")
        for number, each in enumerate(costly, 1):
            click.echo(f"\n{number}. {each.position}")
            click.echo(join_sentences((headline(each), *explanation(each))))
        if luck is not None:
            click.echo(f"\n{luck_text(luck)}")


@click.command("simulate", context_settings=streams.DEFAULTS_SHOWN)
@add_option("--rules", "Rule set, with its options.", default="1980")
@add_option("--players", default=4)
@add_option("--games", default=1000)
@add_option("--seed", default=0)
@add_option("--strategy", ", ".join(STRATEGIES), default="random")
@add_option(
    "--against",
    "Play --games rounds of two players against this strategy; each deal from both sides.",
    click.Choice(STRATEGIES),
)
@workers_option()
@json_option("One JSON object.")
def simulate_command(against: str | None, workers: int, as_json: bool, **settings: Any) -> None:
    """Play whole games and count: how long, who loses, and why, each with a 95% interval.

    The same seed gives the same figures for any number of workers. Ctrl+C ends the run early
    and prints what there is. A round without an end (a Ninety-Nine total that runs away below
    zero) is called off after 2,000 plays, nobody pays, and the next one is dealt.
    """
    plan = Plan(**settings | ({"players": 2} if against else {}))
    with streams.report_errors(as_json):
        plan.check()
    if against:
        _play_against(plan, against, as_json)
        return
    started = time.perf_counter()
    with worker_pool(workers) as executor, streams.progress_bar() as bar:
        task = bar.add_task("games", total=plan.games)
        tally = simulate(plan, executor=executor, progress=lambda n: bar.advance(task, n))
    speed = tally.games / (time.perf_counter() - started)
    figures = tally.figures()
    if as_json:
        result = asdict(plan) | {"games": tally.games}
        result["figures"] = {name: asdict(figure) for name, figure in figures.items()}
        result["games_per_second"] = round(speed, 1)
        click.echo(json.dumps(result | ({"interrupted": True} if tally.is_interrupted else {})))
    else:
        title = f"{plan.rules}, {plan.players} players, {tally.games} games, {plan.strategy}"
        _show_figures(title, figures)
        click.echo(f"{speed:.0f} games a second")
    if tally.is_interrupted:
        click.echo(f"interrupted after {tally.games} of {plan.games} games", err=True)


def _play_against(plan: Plan, against: str, as_json: bool) -> None:
    """Play rounds of one strategy against another, and say which is better and by how much."""
    rules, rounds = ruleset(plan.rules), max(2, plan.games - plan.games % 2)
    players = chooser(plan.strategy, plan.seed), chooser(against, plan.seed + 1)
    with streams.progress_bar() as bar:
        task = bar.add_task("rounds", total=rounds)
        figure = duel(rules, players, rounds, plan.seed, lambda n: bar.advance(task, n))
    name = "rounds_won" if rules.lays_down else "points"
    if as_json:
        head = {"rules": plan.rules, "strategy": plan.strategy, "against": against}
        tail = {"rounds": rounds, "seed": plan.seed, "figures": {name: asdict(figure)}}
        click.echo(json.dumps(head | tail))
        return
    title = f"{plan.rules}, 2 players, {rounds} rounds, {plan.strategy} against {against}"
    _show_figures(title, {name: figure})


def _show_figures(title: str, figures: Mapping[str, Figure]) -> None:
    rows = []
    for name, figure in figures.items():
        interval = "unknown"
        if figure.low is not None and figure.high is not None:
            interval = f"{figure.low:.4f} to {figure.high:.4f}"
        rows.append((name.replace("_", " "), f"{figure.value:.4f}", interval))
    table = streams.table(title, ("figure", "value", "95% interval"), rows)
    streams.console(wraps=True).print(table)

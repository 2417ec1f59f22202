"""A transcript, shown play by play."""

import json
from typing import IO

import click

from ono_tutor.cli.stream import tell_error
from ono_tutor.errors import OnoError
from ono_tutor.game.explain import explain
from ono_tutor.game.game import Step
from ono_tutor.game.transcript import LONGEST_TEXT, Transcript
from ono_tutor.game.turn import Outcome
from ono_tutor.render.answers import outcome_json


def show_transcript(file: IO[bytes], as_json: bool) -> None:
    """Show a game and check it; exits with status 1 at the first impossible play."""
    text = file.read(LONGEST_TEXT + 1).decode("utf-8", errors="backslashreplace")
    try:
        transcript = Transcript.parse(text)
        for number, step in enumerate(transcript.replay(), 1):
            _show(number, step, as_json)
    except OnoError as error:
        tell_error(error, as_json)
        raise SystemExit(1) from None
    if not as_json:
        click.echo(f"{len(transcript.entries)} plays, {transcript.result}")


def _show(number: int, step: Step, as_json: bool) -> None:
    ply = step.ply
    if as_json:
        click.echo(json.dumps(outcome_json(Outcome(ply.before, (ply,)))))
        return
    sentences = explain(ply.before.rules, ply.events)
    click.echo(f"{number}. {' '.join(map(str, sentences))}")

"""A transcript, shown play by play."""

import json
from typing import IO

import click

from ono_tutor.cli.stream import errors_told
from ono_tutor.game.explain import explain
from ono_tutor.game.game import Step
from ono_tutor.game.transcript import LONGEST_TEXT, Transcript, TranscriptError
from ono_tutor.game.turn import Outcome
from ono_tutor.render.answers import outcome_json


def show_transcript(file: IO[bytes], as_json: bool) -> None:
    """Show a game and check it; exits with status 1 at the first impossible play."""
    with errors_told(as_json):
        transcript = Transcript.parse(_read(file))
        for number, step in enumerate(transcript.replay(), 1):
            _show(number, step, as_json)
    if not as_json:
        click.echo(f"{len(transcript.entries)} plays, {transcript.result}")


def _read(file: IO[bytes]) -> str:
    raw = file.read(LONGEST_TEXT + 1)
    if len(raw) > LONGEST_TEXT:
        message = f"the text is longer than {LONGEST_TEXT} bytes, the most that are read"
        raise TranscriptError(1, message)
    return raw.decode("utf-8", errors="backslashreplace")


def _show(number: int, step: Step, as_json: bool) -> None:
    ply = step.ply
    if as_json:
        click.echo(json.dumps(outcome_json(Outcome(ply.before, (ply,)))))
        return
    sentences = explain(ply.before.rules, ply.events)
    click.echo(f"{number}. {' '.join(map(str, sentences))}")

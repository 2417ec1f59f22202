"""What the commands that grade have in common: workers, a progress bar, what is left alone."""

import os
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ono_tutor.classroom import assignment_file
from ono_tutor.classroom.collecting import disk_file
from ono_tutor.classroom.collecting.refusal import FaultError, harmless
from ono_tutor.classroom.collecting.submissions import Refusal, Source
from ono_tutor.classroom.grading.class_grading import Step, Tell
from ono_tutor.course.strict_json import LIMITS, JsonError, loaded

_FAMILY = assignment_file.FORMAT.partition("/")[0]
"""What the format of every assignment's file begins with, whatever its version."""


def refuse_assignments(assignment: str, submissions: Iterable[Path]) -> None:
    """Raise :class:`click.UsageError` where what was handed in is an assignment's own file.

    So it is where a pattern such as ``*.assignment.json`` finds more than one.
    """
    more = [str(path) for path in submissions if _is_assignment(path)]
    if more:
        count, names = len(more) + 1, ", ".join(map(harmless, (assignment, *more)))
        message = f"{count} assignments were named; grade takes one: {names}"
        raise click.UsageError(f"{message}. Run the command once for each.")


def _is_assignment(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        raw = disk_file.read(str(path), LIMITS.most_bytes)
        found = loaded(raw) if _FAMILY.encode() in raw else None
    except (FaultError, JsonError, OSError, ValueError):
        return False
    return isinstance(found, dict) and str(found.get("format")).startswith(f"{_FAMILY}/")


def outside(sources: Iterator[Source | Refusal], folder: Path | None) -> Iterator[Source | Refusal]:
    """What was found, without what an earlier run wrote, where that is in a folder given."""
    inside = os.path.join(os.path.abspath(folder), "") if folder else None  # noqa: PTH100, PTH118
    for source in sources:
        path = source.path if isinstance(source, Source) else source.name
        if inside is None or not os.path.abspath(path).startswith(inside):  # noqa: PTH100
            yield source


@contextmanager
def started(count: int) -> Iterator[Executor | None]:
    """A pool of processes for more than one worker; Ctrl+C is for this process alone.

    The processes begin afresh, and at once, so that they do not hold what this one remembers.
    """
    if count == 1:
        yield None
        return
    try:
        with ProcessPoolExecutor(count, get_context("spawn"), _ignore_interrupt) as pool:
            for _ in range(count):
                pool.submit(os.getpid)
            yield pool
    except BrokenProcessPool as error:
        message = "a worker was ended from outside, perhaps for want of memory; no marks changed"
        raise click.ClickException(message) from error


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def progress() -> Iterator[Tell | None]:
    """A progress bar on a terminal: first the files that were read, then the learners graded."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console) as bar:
        tasks = {"reading": bar.add_task("reading", total=None)}
        last = Step("reading", 0)

        def tell(step: Step) -> None:
            nonlocal last
            if step.stage not in tasks:
                bar.update(tasks["reading"], total=last.done, completed=last.done)
                tasks[step.stage] = bar.add_task(step.stage, total=step.total)
            if step.total or step.done % 50 == 0:
                bar.update(tasks[step.stage], completed=step.done)
            last = step

        yield tell

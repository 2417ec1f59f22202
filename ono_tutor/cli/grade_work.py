"""What the commands that grade have in common: workers, a progress bar, what is left alone."""

import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, InvalidStateError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children
from multiprocessing.context import SpawnContext, SpawnProcess
from pathlib import Path
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ono_tutor.classroom import assignment_file
from ono_tutor.classroom.grading.grade import GradingProgress, OnProgress
from ono_tutor.classroom.grading.marks_folder import FEEDBACK, TABLES, is_page, is_unfinished
from ono_tutor.classroom.grading.summary import FewNames
from ono_tutor.classroom.report import report_json
from ono_tutor.classroom.submissions import disk_file
from ono_tutor.classroom.submissions.find import Refusal, Source
from ono_tutor.classroom.submissions.refusal import Cause, FaultError, printable_name
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.strict_json import LIMITS, JsonError, read_json

_FAMILY = assignment_file.FORMAT.partition("/")[0]
"""What the format of every assignment's file begins with, whatever its version."""
REPORTS = ("report.html", "report.json")


def refuse_assignments(assignment: str, submissions: Iterable[Path]) -> None:
    """Raise :class:`click.UsageError` where what was handed in is an assignment's own file.

    So it is where a pattern such as ``*.assignment.json`` finds more than one.
    """
    more = [str(path) for path in submissions if _is_assignment(path)]
    if more:
        count, names = len(more) + 1, ", ".join(map(printable_name, (assignment, *more)))
        message = f"{count} assignments were named; grade takes one: {names}"
        raise click.UsageError(f"{message}. Run the command once for each.")


def _is_assignment(path: Path) -> bool:
    try:
        if not path.is_file():
            return False
        raw = disk_file.read_file(str(path), LIMITS.most_bytes)
        found = read_json(raw) if _FAMILY.encode() in raw else None
    except (FaultError, JsonError, OSError, ValueError):
        return False
    return isinstance(found, dict) and str(found.get("format")).startswith(f"{_FAMILY}/")


class _GivenPath(click.Path):
    """A path that says something; click takes an empty word for the folder one is in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if os.fspath(value) == "":
            self.fail("the word is empty; a variable of the shell may be unset", param, ctx)
        return super().convert(value, param, ctx)


SUBMISSION = _GivenPath(path_type=Path)
OUTPUT = _GivenPath(file_okay=False, path_type=Path)


def outside(
    sources: Iterable[Source | Refusal], folder: Path | None, own: FewNames | None = None
) -> Iterator[Source | Refusal]:
    """What was found, without the very files that an earlier run wrote into its folder.

    They are counted in ``own``; without it they are told on standard error at the end.
    """
    left = FewNames() if own is None else own
    for source in sources:
        if folder is None or not _is_own(source, os.path.realpath(folder)):
            yield source
        elif not is_unfinished(Path(source.name).name):
            left.add(source.name)
    if own is None and left.count:
        click.echo(str(say_own(left)), err=True)


def say_own(own: FewNames) -> Message:
    """How many files were left alone because an earlier run wrote them, and the first of them."""
    first, rest = ", ".join(own.few), own.count - len(own.few)
    template = _OWN_AND_MORE if rest else _OWN
    return lazy_gettext(template, count=own.count, first=first, rest=rest)


def _is_own(source: Source | Refusal, folder: str) -> bool:
    """Whether a run writes just this file: a table or a report there, or a page of feedback."""
    if isinstance(source, Refusal) and source.cause != Cause.OTHER_FILE:
        return False
    path = Path(source.path if isinstance(source, Source) else source.name)
    is_here = path.name in (*TABLES, *REPORTS) or is_unfinished(path.name)
    is_there = path.parent.name == FEEDBACK and (is_page(path.name) or is_unfinished(path.name))
    if not (is_here or is_there):
        return False
    # A refusal bears a harmless name, so the folder's has to be made harmless as well.
    parent, tell = os.path.realpath(path.parent), printable_name
    if is_there and tell(parent) == tell(os.path.join(folder, FEEDBACK)):  # noqa: PTH118
        return True
    return is_here and tell(parent) == tell(folder) and not _may_be_answers(path)


def _may_be_answers(path: Path) -> bool:
    """Whether a file only bears the name of a report, as that of a learner may."""
    if path.suffix != ".json":
        return False
    try:
        return report_json.FORMAT.encode() not in disk_file.read_file(str(path), LIMITS.most_bytes)
    except (FaultError, OSError):
        return True


@contextmanager
def started(count: int) -> Iterator[Executor | None]:
    """A pool of processes for more than one worker; Ctrl+C is for this process alone.

    The processes begin afresh, and at once, so that they do not hold what this one remembers.
    """
    if count == 1:
        yield None
        return
    try:
        with _pool(count) as pool:
            for _ in range(count):
                pool.submit(os.getpid)
            yield pool
    except BrokenProcessPool as error:
        message = "a worker was ended from outside, perhaps for want of memory; no marks changed"
        raise click.ClickException(message) from error


class _Worker(SpawnProcess):
    """A process that Ctrl+C does not reach, not even while it begins."""

    def start(self) -> None:
        if sys.platform == "win32":
            super().start()
            return
        with _put_off():
            before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # it is inherited
            try:
                super().start()
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _put_off() -> Iterator[None]:
    """Ctrl+C inside is heard at the end: a process half begun could not be ended with the others.

    Another thread may be the one that the system interrupts, so that a mask alone does not do.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    heard: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if heard:
        signal.raise_signal(signal.SIGINT)


class _Context(SpawnContext):
    Process = _Worker


@contextmanager
def _pool(count: int) -> Iterator[Executor]:
    """Processes that end when their work is done, or at once where this one cannot go on."""
    others = set(active_children())
    pool = ProcessPoolExecutor(count, _Context(), _ignore_interrupt)
    try:
        yield pool
        pool.shutdown()
    except BaseException:
        _hush()
        pool.shutdown(wait=False, cancel_futures=True)
        for process in set(active_children()) - others:
            process.terminate()
        raise


def _hush() -> None:
    """Let the pool's own thread end without a word where work that it gives up was cancelled."""
    usual = threading.excepthook

    def told(fault: threading.ExceptHookArgs) -> None:
        if not isinstance(fault.exc_value, InvalidStateError):
            usual(fault)

    threading.excepthook = told


def _ignore_interrupt() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl+C does nothing inside, which is for steps that are over in a moment."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress() -> Iterator[OnProgress | None]:
    """A progress bar on a terminal: first the files that were read, then the learners graded."""
    if not sys.stderr.isatty():
        yield None
        return
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn()
    console = Console(stderr=True)
    with Progress(*columns, TimeRemainingColumn(), console=console) as bar:
        tasks = {"reading": bar.add_task("reading", total=None)}
        last = GradingProgress("reading", 0)

        def tell(step: GradingProgress) -> None:
            nonlocal last
            if step.stage not in tasks:
                bar.update(tasks["reading"], total=last.done, completed=last.done)
                tasks[step.stage] = bar.add_task(step.stage, total=step.total)
            if step.total or step.done % 50 == 0:
                bar.update(tasks[step.stage], completed=step.done)
            last = step

        yield tell


_OWN = N_("Left alone, for an earlier run wrote them: {count} ({first}).")
_OWN_AND_MORE = N_("Left alone, for an earlier run wrote them: {count} ({first} and {rest} more).")

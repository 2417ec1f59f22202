"""Executors for long work, and its progress bar."""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import TYPE_CHECKING, Any

import click

from ono_tutor.cli.streams import ignore_interrupts, progress_bar

if TYPE_CHECKING:  # it is slow to import, and only grading needs it
    from ono_tutor.classroom.grading.grade import OnProgress

CONNECT_SECONDS = 10


@contextmanager
def worker_pool(count: int) -> Iterator[Executor | None]:
    """Start a pool of processes for more than one worker.

    Ctrl+C is for this process alone: workers inherit that it is ignored, and finish their pieces.
    """
    if count == 1:
        yield None
        return
    from concurrent.futures import ProcessPoolExecutor, process  # noqa: PLC0415 - slow to import

    pool = ProcessPoolExecutor(count, get_context("spawn"), _end_with_parent)
    with ignore_interrupts():
        for _ in range(count):
            pool.submit(os.getpid)  # each begins a worker
    try:
        yield pool
    except process.BrokenProcessPool as error:
        message = "a worker was ended from outside, perhaps for want of memory; nothing was written"
        raise click.ClickException(message) from error
    finally:
        pool.shutdown(cancel_futures=True)


def _end_with_parent() -> None:
    """End this process with the one that started it, however that ends."""

    def wait_for_the_end(sentinel: int) -> None:
        wait([sentinel])
        os._exit(1)

    if parent := parent_process():
        Thread(target=wait_for_the_end, args=[parent.sentinel], daemon=True).start()


@contextmanager
def cluster(address: str) -> Iterator[Executor]:
    """Connect to the scheduler of a Dask cluster, whose workers have this package.

    Raises :class:`click.ClickException` where there is none.
    """
    try:
        from distributed import Client  # noqa: PLC0415 - slow to import, and an extra
    except ImportError as error:
        how = 'in the project\'s folder run pip install ".[cluster]"'
        message = f"--scheduler needs the extra cluster: {how}"
        raise click.ClickException(message) from error
    try:
        client: Any = Client(  # type: ignore[no-untyped-call]
            address, timeout=CONNECT_SECONDS, set_as_default=False, direct_to_workers=True
        )
    except (OSError, ValueError, TimeoutError) as error:
        message = f"no Dask scheduler answers at {address}: {error or type(error).__name__}"
        raise click.ClickException(message) from error
    with client:
        yield client.get_executor(pure=False)


@contextmanager
def grading_progress() -> Iterator["OnProgress | None"]:
    """Show on a terminal first the files that were read, then the learners graded."""
    if not sys.stderr.isatty():
        yield None
        return
    with progress_bar() as bar:
        task = bar.add_task("", total=None)

        def show_progress(stage: str, done: int, total: int) -> None:
            bar.update(task, description=stage, total=total, completed=done)

        yield show_progress

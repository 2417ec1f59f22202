"""A pool of processes that Ctrl+C ends, and that end with the process that began them."""

import os
import signal
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import InvalidStateError, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import parent_process
from multiprocessing.connection import wait
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any

import click

from ono_tutor.cli.streams import interrupts_held


@contextmanager
def process_pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """Start a pool of so many processes; Ctrl+C is for this process alone.

    The processes begin afresh, and at once, so that they do not hold what this one remembers.
    """
    heard: list[int] = []
    try:
        with _pool(count, heard) as pool:
            for _ in range(count):
                pool.submit(os.getpid)
            yield pool
    except BrokenProcessPool as error:
        if heard:
            raise KeyboardInterrupt from error
        message = "a worker was ended from outside, perhaps for want of memory; nothing was written"
        raise click.ClickException(message) from error


class _Worker(SpawnProcess):
    """A process that Ctrl+C does not reach, not even while it begins."""

    def start(self) -> None:
        if sys.platform == "win32":
            super().start()
            return
        with interrupts_held(is_heard_after=True):
            before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # it is inherited
            try:
                super().start()
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Context(SpawnContext):
    """The context of one pool, which knows its workers by it."""

    def Process(self, *args: Any, **more: Any) -> _Worker:  # type: ignore[override]  # noqa: N802
        found = _Worker(*args, **more)
        self.workers.append(found)
        return found

    def __init__(self) -> None:
        super().__init__()
        self.workers: list[_Worker] = []

    def kill_workers(self) -> None:
        """End every process of the pool at once."""
        for process in self.workers:
            with suppress(ValueError, AttributeError):  # closed, or not begun yet
                process.kill()


@contextmanager
def _pool(count: int, heard: list[int]) -> Iterator[ProcessPoolExecutor]:
    """Start processes that end when their work is done, or at once where this one cannot go on."""
    context = _Context()
    pool = ProcessPoolExecutor(count, context, _begin_worker)
    try:
        with _interrupts_end(context, heard):
            yield pool
        pool.shutdown()
    except BaseException:
        context.kill_workers()
        _close_pipes(pool)
        with _cancelled_work_untold():
            pool.shutdown(cancel_futures=True)
        raise


@contextmanager
def _interrupts_end(context: _Context, heard: list[int]) -> Iterator[None]:
    """Let Ctrl+C kill the workers as well as interrupt.

    Python drops an interrupt that comes while a finalizer or a callback runs. Without its workers
    the pool breaks, so that whoever waits for it goes on.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def struck(number: int, _: object) -> None:
        heard.append(number)
        context.kill_workers()
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, struck)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _close_pipes(pool: ProcessPoolExecutor) -> None:
    """Let the pool's threads see that nobody is at the other end of its pipes any more.

    They would wait for the rest of a result that a killed worker had begun to send, or for
    somebody to take work, as this process itself holds the other ends open.
    """
    for queue, end in (("_result_queue", "_writer"), ("_call_queue", "_reader")):
        with suppress(AttributeError, OSError):
            getattr(getattr(pool, queue), end).close()


@contextmanager
def _cancelled_work_untold() -> Iterator[None]:
    """Let the pool's own thread end without a word where work that it gives up was cancelled."""
    usual = threading.excepthook

    def tell(fault: threading.ExceptHookArgs) -> None:
        if not isinstance(fault.exc_value, InvalidStateError):
            usual(fault)

    threading.excepthook = tell
    try:
        yield
    finally:
        threading.excepthook = usual


def _begin_worker() -> None:
    """Leave Ctrl+C to the process that started this one, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if parent := parent_process():
        threading.Thread(target=_end_after, args=[parent.sentinel], daemon=True).start()


def _end_after(sentinel: int) -> None:
    wait([sentinel])
    os._exit(1)

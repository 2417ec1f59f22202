"""Room on Python's stack for a search that is as deep as a deal is long."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def room_for(frames: int) -> Iterator[None]:
    """Let as many calls be nested from here as a search needs, also when called deep down."""
    used, frame = 0, sys._getframe()
    while (caller := frame.f_back) is not None:
        used, frame = used + 1, caller
    limit = sys.getrecursionlimit()
    if used + frames <= limit:
        yield
        return
    sys.setrecursionlimit(used + frames)
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)

"""Large sweeps in parts: a run takes an eighth of the cases, the same every day, or all of them.

``@pytest.mark.parametrize("line", rotating(LINES))`` runs an eighth of the lines. It is the first
one unless ``ONO_PART=3`` picks the third; ``.ci/run`` picks one by the commit. ``ONO_WHOLE=1``
runs every case. The head of pytest's output names the part that runs. What is judged as a share
of the cases is judged over all of them: a part may be one that has none.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")

PARTS = 8


def rotating(items: Iterable[T], parts: int = PARTS) -> list[T]:
    """Return the items of the part that runs now: every eighth item, or all of a whole run.

    At least one item is returned where there are any: fewer items than parts take turns.
    """
    cases = list(items)
    if is_whole():
        return cases
    step = max(1, min(parts, len(cases)))
    return cases[(part() - 1) % step :: step]


def first(items: Iterable[object], count: int = 1) -> list[object]:
    """Return cases that are alike: the first runs always, the others with the slow tests.

    With ``count`` as many of them run always. A tuple is the values of several parameters.
    """
    cases = list(items)
    slow = (case if isinstance(case, tuple) else (case,) for case in cases[count:])
    return [*cases[:count], *(pytest.param(*values, marks=pytest.mark.slow) for values in slow)]


def is_whole() -> bool:
    """Tell whether sweeps run whole (``ONO_WHOLE=1``)."""
    return os.environ.get("ONO_WHOLE", "") not in ("", "0")


def part() -> int:
    """Return the number of the part that runs, from 1."""
    return int(os.environ.get("ONO_PART") or 1)


def summary() -> str:
    """Return the line at the head of pytest's output: which part of the sweeps runs."""
    if is_whole():
        return "large sweeps: whole"
    return f"large sweeps: part {part()} of {PARTS} (ONO_PART=n picks a part, ONO_WHOLE=1 runs them all)"

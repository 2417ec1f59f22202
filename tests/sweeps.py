"""Large sweeps: a run takes a few of the cases, the same every day, or an eighth, or all of them.

``@pytest.mark.parametrize("line", rotating(LINES))`` runs a few of the lines. With ``ONO_PART=3``
it is the third eighth of them; ``.ci/run`` picks one by the commit. ``ONO_WHOLE=1`` runs every
case. The head of pytest's output names what runs. What is judged as a share of the cases is judged
over all of them: a part may have none of a sort.
"""

import os
from collections.abc import Iterable
from typing import TypeVar

import pytest

T = TypeVar("T")

PARTS = 8
FEWER = 4
"""So many times fewer cases than an eighth are the few."""


def rotating(items: Iterable[T], parts: int = PARTS) -> list[T]:
    """Return the items that run now: of all items every eighth, or with other ``parts`` more.

    At least one item is returned where there are any: fewer items than parts take turns.
    """
    cases = list(items)
    if is_whole():
        return cases
    step = max(1, min(parts if is_picked() else parts * FEWER, len(cases)))
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


def is_picked() -> bool:
    """Tell whether an eighth is picked (``ONO_PART=3``)."""
    return bool(os.environ.get("ONO_PART"))


def part() -> int:
    """Return the number of the part that runs, from 1; the few are of the first one."""
    return int(os.environ.get("ONO_PART") or 1)


def summary() -> str:
    """Return the line at the head of pytest's output: which part of the sweeps runs."""
    if is_whole():
        return "large sweeps: whole"
    runs = f"part {part()} of {PARTS}" if is_picked() else "a few cases"
    return f"large sweeps: {runs} (ONO_PART=n picks a part of {PARTS}, ONO_WHOLE=1 runs them all)"

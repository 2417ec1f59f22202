"""A large sweep runs in eighths that make up the whole, one a run."""

import pytest
from sweeps import PARTS, rotating, summary


@pytest.mark.parametrize("count", [0, 1, 5, 8, 1003])
def test_the_parts_make_up_the_whole(monkeypatch, count):
    """Every item is in a part; where there are any, no part is empty."""
    monkeypatch.delenv("ONO_WHOLE", raising=False)

    taken = []
    for number in range(1, PARTS + 1):
        monkeypatch.setenv("ONO_PART", str(number))
        taken.append(rotating(range(count)))

    assert {item for part in taken for item in part} == set(range(count))
    assert all(taken) or not count


@pytest.mark.parametrize(
    ("setting", "items", "said"),
    [
        ({"ONO_WHOLE": "1"}, list(range(100)), "large sweeps: whole"),
        ({"ONO_PART": "3"}, list(range(2, 100, 8)), "large sweeps: part 3 of 8 "),
        ({}, [0, 32, 64, 96], "large sweeps: a few cases "),
    ],
)
def test_the_output_says_what_is_taken(monkeypatch, setting, items, said):
    """A run in parts never passes for a whole one; with none picked every day has the same few cases."""
    for name in ("ONO_WHOLE", "ONO_PART"):
        monkeypatch.delenv(name, raising=False)
    for name, value in setting.items():
        monkeypatch.setenv(name, value)

    assert rotating(range(100)) == items
    assert summary().startswith(said)

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


def test_a_whole_run_takes_every_item(monkeypatch):
    """With ``ONO_WHOLE=1`` nothing is left out, and the output says so."""
    monkeypatch.setenv("ONO_WHOLE", "1")

    assert rotating(range(100)) == list(range(100))
    assert summary() == "large sweeps: whole"


def test_the_output_names_the_part(monkeypatch):
    """A run in parts never passes for a whole one."""
    monkeypatch.delenv("ONO_WHOLE", raising=False)
    monkeypatch.setenv("ONO_PART", "3")

    assert summary().startswith("large sweeps: part 3 of 8 ")


def test_every_day_has_the_same_part(monkeypatch):
    """Where no part is picked a few of the first one run, whatever the day or the machine."""
    monkeypatch.delenv("ONO_WHOLE", raising=False)
    monkeypatch.delenv("ONO_PART", raising=False)

    assert rotating(range(100)) == [0, 32, 64, 96]
    assert summary().startswith("large sweeps: a few cases ")

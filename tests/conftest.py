"""What every test may lean on: the helper modules beside this file, and a few plain questions."""

from collections.abc import Callable, Iterable

import pytest
import sweeps
from hypothesis import HealthCheck, Phase, settings

from ono_tutor import Position, play, why_not

settings.register_profile(
    "suite",
    max_examples=200,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # a line from a random source does not shrink
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

Facts = dict[str, object]


def pytest_configure() -> None:
    """Fix the part of the large sweeps (``sweeps.rotating``) before worker processes start."""
    sweeps.fix_part()


def pytest_report_header() -> str:
    """Name the part of the large sweeps that runs."""
    return sweeps.summary()


@pytest.fixture(scope="session")
def after() -> Callable[[str, str, Iterable[str]], Facts]:
    """What plays (words with spaces between) lead to: the facts asked for, in plain words."""

    def ask(line: str, plays: str, keys: Iterable[str]) -> Facts:
        outcome = play(Position.parse(line), *plays.split())
        end = outcome.after
        facts: Facts = {
            "total": end.total,
            "turn": end.turn,
            "owes": end.owes,
            "dir": end.direction.value,
            "hands": "/".join(_hand(hand) for hand in end.hands),
            "stakes": list(end.stakes),
            "seen": ",".join(map(str, end.seen)),
            "played": end.played and str(end.played),
            "undrawn": list(end.undrawn),
            "over": outcome.round_over,
            "loser": outcome.loser,
            "out": list(outcome.out),
            "winners": list(outcome.winners),
            "totals said": [e.total for e in outcome.events if e.type.value == "played"],
            "last rule": outcome.events[-1].rule,
            "types": [event.type.value for event in outcome.events],
        }
        return {key: facts[key] for key in keys}

    return ask


def _hand(hand: Iterable[object] | None) -> str:
    return "-" if hand is None else ",".join(map(str, hand))


@pytest.fixture(scope="session")
def refused() -> Callable[[str, str], str | None]:
    """The id of the rule point that forbids a play, None where it may be made."""

    def ask(line: str, word: str) -> str | None:
        refusal = why_not(Position.parse(line), word)
        return refusal.rules[0] if refusal else None

    return ask

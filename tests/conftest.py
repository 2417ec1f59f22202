"""What every test may lean on: the helper modules beside this file, and a few plain questions."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import fetched
import pytest
import surroundings
import sweeps
from hypothesis import HealthCheck, Phase, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from ono_tutor import Position, play
from ono_tutor.course import coach
from ono_tutor.solver.value import FEWEST_ROUNDS

settings.register_profile(
    "suite",
    max_examples=200 if sweeps.is_whole() else 80 if sweeps.is_picked() else 20,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # a line from a random source does not shrink
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

BROWSER = Path(__file__).parent / "browser"

SERVERS = {
    "JupyterLab": re.compile(r"/test_(lesson|nbgrader|widgets)\.py|_in_(jupyterlab|a_notebook)"),
    "Python on a page": re.compile(r"/test_(docs_live|homework|lesson_pages|table_rules)\.py"),
    "Firefox and WebKit": re.compile(r"/test_other_browsers\.py"),
}
"""What is slow to start, and the tests that need it; the first that fits is theirs."""

Facts = dict[str, object]


SLOW = frozenset({"built_docs", "gift_parser", "nbgrader_python"})
"""The fixtures that take long to make or have to be fetched: what needs one has the mark ``slow``."""


@pytest.fixture
def quick_coach(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the coach judge by few rounds, so that whole games take no time."""
    coach._review_best.cache_clear()
    monkeypatch.setattr(coach, "value", partial(coach.value, rounds=FEWEST_ROUNDS))
    yield
    coach._review_best.cache_clear()


HOME = pytest.StashKey[Path]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes golden texts anew."""
    parser.addoption(
        "--refresh", action="store_true", help="write the golden texts anew; read them"
    )


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of this name in the folder ``golden`` beside the test."""

    def check(name: str, text: str) -> None:
        path = request.path.parent / "golden" / name
        if request.config.getoption("refresh"):
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode())
        assert text == path.read_bytes().decode()

    return check


def pytest_configure(config: pytest.Config) -> None:
    """Settle the surroundings of the run before worker processes start."""
    if not hasattr(config, "workerinput"):
        config.stash[HOME] = Path(tempfile.mkdtemp(prefix="ono-home-"))
        surroundings.settle(config.stash[HOME])


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the run's home."""
    shutil.rmtree(config.stash.get(HOME, ""), ignore_errors=True)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what needs such a fixture, before the run's marks choose."""
    for item in items:
        if SLOW & set(getattr(item, "fixturenames", ())):
            item.add_marker("slow")


class ByServer(LoadScopeScheduling):
    """One worker has all tests that need the same slow server, the largest such group first."""

    def _split_scope(self, nodeid: str) -> str:
        return next((name for name, tests in SERVERS.items() if tests.search(nodeid)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByServer | None:
    """Share the browser tests out by what they need; others go to whoever has time."""
    return ByServer(config, log) if config.option.markexpr == "browser" else None


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say which part of the large sweeps runs, and whether slow tests and browser tests do."""
    browser = "run" if _asks_for_browser(config) else "left out (-m browser runs them)"
    slow = "left out (-m '' runs them too)" if config.option.markexpr == "not slow" else "run"
    return [sweeps.summary(), f"slow tests: {slow}", f"browser tests: {browser}"]


def _asks_for_browser(config: pytest.Config) -> bool:
    """Tell whether a run names the browser tests, by their mark or by a path."""
    return "browser" in config.option.markexpr or any("browser" in arg for arg in config.args)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Read the browser tests only where a run names them, and nothing else in a run by their mark."""
    if collection_path == BROWSER and not _asks_for_browser(config):
        return True
    is_on_the_way = BROWSER.is_relative_to(collection_path) or collection_path.is_relative_to(
        BROWSER
    )
    return True if config.option.markexpr == "browser" and not is_on_the_way else None


@pytest.fixture(scope="session")
def nbgrader_python() -> Path:
    """The Python that has nbgrader."""
    return fetched.python_with("nbgrader")


@pytest.fixture(scope="session")
def gift_parser() -> Path:
    """The parser that reads GIFT as Moodle's tools do."""
    return fetched.gift_parser()


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
            "hands": "/".join(map(_hand, end.hands)),
            "stakes": list(end.stakes),
            "seen": ",".join(map(str, end.seen)),
            "played": end.played and str(end.played),
            "undrawn": list(end.undrawn),
            "over": outcome.round_over,
            "loser": outcome.loser,
            "out": list(outcome.out),
            "winners": list(outcome.winners),
            "totals said": [e.total for e in outcome.events if e.type.value == "played"],
            "first rule": outcome.events[0].rule,
            "last rule": outcome.events[-1].rule,
            "types": [event.type.value for event in outcome.events],
            "first types": [event.type.value for event in outcome.events][:2],
            "turns": sum(event.type.value == "turned" for event in outcome.events),
            "first hand": _hand(end.hands[0]),
        }
        return {key: facts[key] for key in keys}

    return ask


def _hand(hand: Iterable[object] | None) -> str:
    return "-" if hand is None else ",".join(map(str, hand))

"""What every test may lean on: the helper modules beside this file, and a few plain questions."""

import re
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from subprocess import Popen

import pytest
import surroundings
import sweeps
from extra_python import begin
from hypothesis import HealthCheck, Phase, settings
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

from ono_tutor import Position, play, why_not
from ono_tutor.course import coach
from ono_tutor.solver.value import FEWEST_ROUNDS

settings.register_profile(
    "suite",
    max_examples=200 if sweeps.is_whole() else 80,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],  # a line from a random source does not shrink
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("suite")

BROWSER = Path(__file__).parent / "browser"

SERVERS = {
    "JupyterLab": re.compile(
        r"/test_(course|lesson|nbgrader|reopened|widgets)\.py|_in_(jupyterlab|a_notebook)"
    ),
    "Python on a page": re.compile(r"/test_(docs_live|homework|table_rules)\.py"),
    "the course on a page": re.compile(r"/test_lite\.py"),
}
"""What is slow to start, and the tests that need it; the first that fits is theirs."""

Facts = dict[str, object]


@pytest.fixture
def quick_coach(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the coach judge by few rounds, so that whole games take no time."""
    coach._review_best.cache_clear()
    monkeypatch.setattr(coach, "value", partial(coach.value, rounds=FEWEST_ROUNDS))
    yield
    coach._review_best.cache_clear()


EXTRAS = {"": ("nbgrader",), "browser": ("nbgrader", "lite")}
"""What tests need in an environment of its own, by the mark of the run."""

HOME = pytest.StashKey[Path]()

BEGUN = pytest.StashKey[list[Popen[bytes]]]()


def pytest_configure(config: pytest.Config) -> None:
    """Settle the surroundings before worker processes start; begin what takes long to download."""
    if not hasattr(config, "workerinput"):
        config.stash[HOME] = Path(tempfile.mkdtemp(prefix="ono-home-"))
        surroundings.settle(config.stash[HOME])
    is_whole = config.args_source is pytest.Config.ArgsSource.TESTPATHS
    is_first = is_whole and not hasattr(config, "workerinput") and hasattr(config, "cache")
    wanted = EXTRAS.get(config.option.markexpr, ()) if is_first else ()
    config.stash[BEGUN] = [begin(extra, config.cache.mkdir(extra)) for extra in wanted]


def pytest_unconfigure(config: pytest.Config) -> None:
    """Leave nothing running behind."""
    for process in config.stash.get(BEGUN, []):
        process.terminate()
        process.wait()
    shutil.rmtree(config.stash.get(HOME, ""), ignore_errors=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what waits for such an environment late, but not last."""
    late = [item for item in items if item.path.name == "test_nbgrader_notebook.py"]
    others = [item for item in items if item not in late]
    place = len(others) * 3 // 4
    items[:] = [*others[:place], *late, *others[place:]]


class ByServer(LoadScopeScheduling):
    """One worker has all tests that need the same slow server, the largest such group first."""

    def _split_scope(self, nodeid: str) -> str:
        return next((name for name, tests in SERVERS.items() if tests.search(nodeid)), nodeid)


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> ByServer | None:
    """Share the browser tests out by what they need; others go to whoever has time."""
    return ByServer(config, log) if config.option.markexpr == "browser" else None


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say which part of the large sweeps runs, and whether the browser tests do."""
    browser = "run" if _asks_for_browser(config) else "left out (-m browser runs them)"
    return [sweeps.summary(), f"browser tests: {browser}"]


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

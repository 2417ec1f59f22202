"""What the pages depend on: the engine and its registry of rule points."""

from functools import lru_cache
from pathlib import Path

from sphinx.environment import BuildEnvironment

import ono_tutor

DISTRIBUTION = "ono-tutor"
PACKAGE = Path(ono_tutor.__file__).parent


@lru_cache(maxsize=1)
def engine_files() -> tuple[str, ...]:
    """Every file of the package that says something about the game, as absolute paths."""
    found = (path for suffix in ("py", "toml") for path in PACKAGE.rglob(f"*.{suffix}"))
    return tuple(sorted(map(str, found)))


def note_engine(env: BuildEnvironment) -> None:
    """Build the page at hand again whenever the engine or its registry has changed."""
    for path in engine_files():
        env.note_dependency(path)

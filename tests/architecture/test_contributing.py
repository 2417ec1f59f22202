"""CONTRIBUTING.md names no file that is not there."""

import re
from pathlib import Path, PurePath

ROOT = Path(__file__).parents[2]
NAMED = re.compile(r"`([\w./*-]+)`")
PLACES = "ono_tutor", "tests", "docs", "notebooks", "benchmarks", "tools", ".ci"


def is_path(word: str) -> bool:
    """Whether the words name a file or a folder, and not one that is still to be made."""
    return ("/" in word or bool(re.search(r"\.(py|md|toml|ipynb)$", word))) and "NAME" not in word


def test_every_file_and_folder_that_it_names_is_there() -> None:
    """A path is as long as it takes to find it: ``solver/`` and ``rules/ono99.py`` are enough."""
    words = NAMED.findall((ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    named = {word.rstrip("/") for word in words if is_path(word)}
    files = [ROOT.name + "/" + path.name for path in ROOT.iterdir()]
    files += [str(path) for place in PLACES for path in (ROOT / place).rglob("*")]

    missing = {word for word in named if not any(PurePath(f).match(word) for f in files)}

    assert len(named) > 40
    assert missing == set()

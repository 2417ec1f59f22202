"""The view as it is handed out: one ES module and one style sheet."""

from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=1)
def view_module() -> str:
    """The view's ES module."""
    return _text("table.js")


@lru_cache(maxsize=1)
def view_style() -> str:
    """The view's style sheet."""
    return _text("table.css")


def _text(name: str) -> str:
    return files(__package__).joinpath("view", name).read_text("utf-8")

"""The display of the package's values as the last value of a notebook's cell.

IPython asks each value for ``_repr_html_`` and ``_repr_pretty_``. What draws them stands in
:mod:`ono_tutor.render` and is loaded, by its name, with the first value that is shown: the layers
below know nothing of it.
"""

from importlib import import_module
from typing import Any, TypeVar

Value = TypeVar("Value", bound=type)


def shown_in_notebooks(kind: Value) -> Value:
    """Give a class the methods by which IPython draws its values; ``repr`` stays as it is."""
    kind._repr_html_ = _repr_html_  # type: ignore[attr-defined]
    kind._repr_pretty_ = _repr_pretty_  # type: ignore[attr-defined]
    return kind


def _repr_html_(self: object) -> str | None:
    """Return the value drawn, with its answer as a table; None if it cannot be drawn."""
    found: str | None = _display().html_of(self)
    return found


def _repr_pretty_(self: object, printer: Any, cycle: bool) -> None:
    """Print the value for people; inside a list or the like, its ``repr``."""
    is_alone = len(printer.stack) < 2 and not cycle
    printer.text(_display().value_text(self) if is_alone else repr(self))


def _display() -> Any:
    return import_module("ono_tutor.render.notebook_repr")

"""Stands in for Table until everything is moved."""

from typing import Any

from ono_tutor.widgets.table import Table


class TableWidget(Table):
    """A table."""

    def __init__(self, **_: Any) -> None:
        super().__init__()

    def _receive(self, _w: object, message: object, _b: object) -> None:
        self.receive(message)

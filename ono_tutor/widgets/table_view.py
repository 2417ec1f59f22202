"""A table in a notebook: an anywidget that shows what the table shows."""

import json
from collections.abc import Callable, Mapping
from secrets import token_hex
from typing import Any

import anywidget
import traitlets

from ono_tutor.render.answers_json import Json
from ono_tutor.render.bundle import MODULES, SHEETS, joined_style, module


class TableView(anywidget.AnyWidget):
    """The widget of a table; it can be shown many times, and every view shows the same."""

    _esm = module(MODULES)
    _css = joined_style(SHEETS)
    scene: Any = traitlets.Dict().tag(sync=True)
    feedback: Any = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    figure: Any = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    rule_point: Any = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    still: Any = traitlets.Unicode().tag(sync=True)
    """The class of the still pictures that this widget takes the place of."""

    def __init__(self, parts: Mapping[str, Json | None], receive: Callable[[object], None]) -> None:
        """Show these parts of a table; *receive* gets each message of the view."""
        shown = {name: sendable(part) for name, part in parts.items()}
        super().__init__(still=f"ono-still-{token_hex(6)}", **shown)
        self.on_msg(lambda _widget, message, _buffers: receive(message))

    @property
    def is_open(self) -> bool:
        """True if it can be shown: a widget that was closed cannot."""
        return self.comm is not None

    def show(self, changed: Mapping[str, Json | None]) -> None:
        """Show what has changed; a widget that was closed stays as it was."""
        if not self.is_open:
            return
        with self.hold_sync():
            for name, value in changed.items():
                setattr(self, name, sendable(value))


def sendable(part: Json | None) -> Json | None:
    """Return a part of a table with a question mark for each half character.

    A file's name may have half characters, and a message cannot hold them.
    """
    text = json.dumps(part, ensure_ascii=False).encode("utf-8", "replace").decode()
    found: Json | None = json.loads(text)
    return found

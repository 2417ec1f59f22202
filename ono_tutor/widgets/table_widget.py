"""What every widget is made on: the drawn table, the messages it sends, and a rule's panel."""

from collections.abc import Callable, Mapping
from typing import Any

import anywidget
import traitlets

from ono_tutor.course.syllabus import taught_in
from ono_tutor.messages import marked, say
from ono_tutor.render.answers import Json
from ono_tutor.render.bundle import view_module, view_style
from ono_tutor.render.rule_panel import rule_panel
from ono_tutor.rules.book import rule_points


class TableWidget(anywidget.AnyWidget):
    """A card table that is drawn from its traits and sends back what was chosen.

    ``scene``, ``feedback``, ``figure`` and ``rule_point`` are JSON objects, drawn by the view
    in ``render/view``. A widget sets them and says in its ``on_...`` methods what a message does.
    """

    _esm = view_module()
    _css = view_style()
    scene: Any = traitlets.Dict().tag(sync=True)
    feedback: Any = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    figure: Any = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)
    rule_point: Any = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        self._serial = 0
        super().__init__(**traits)
        self.on_msg(self._receive)

    def next_serial(self) -> int:
        """A number that no scene or feedback of this widget has had yet."""
        self._serial += 1
        return self._serial

    def on_play(self, play: str) -> None:
        """A card of the hand was pressed, or one of the ways to play it."""

    def on_choice(self, choice: str) -> None:
        """One of the answers beside the cards was chosen."""

    def on_action(self, action: str) -> None:
        """A button was pressed that is no answer."""

    def on_answer(self, values: Mapping[str, object]) -> None:
        """A form was sent: its values by the names of its fields."""

    def on_set(self, name: str, value: object) -> None:
        """A field of a form that is not sent as a whole was changed."""

    def _receive(self, _widget: object, message: object, _buffers: object) -> None:
        """Do what a message says; one of another shape is no message of ours."""
        if not isinstance(message, dict):
            return
        kind = message.get("type")
        if kind == "rule":
            self._show_rule(message.get("id"))
        elif kind == "answer" and isinstance(message.get("values"), dict):
            self.on_answer(message["values"])
        elif kind == "set" and isinstance(message.get("name"), str):
            self.on_set(message["name"], message.get("value"))
        elif isinstance(kind, str) and kind in _WORDS:
            word = message.get(_WORDS[kind])
            if isinstance(word, str):
                self._named(kind)(word)

    def _named(self, kind: str) -> Callable[[str], None]:
        return {"play": self.on_play, "choice": self.on_choice, "action": self.on_action}[kind]

    def _show_rule(self, rule_id: object) -> None:
        is_known = isinstance(rule_id, str) and rule_id in rule_points()
        self.rule_point = _panel(str(rule_id)) if is_known else None


def _panel(rule_id: str) -> Json:
    """What is told of a rule point, and in which lesson it is taught."""
    panel, lesson = rule_panel(rule_id), taught_in(rule_id)
    if lesson is None:
        return panel
    text = marked("{where} It is taught in “{title}” ({file}).")
    where = say(text, where=panel["where"], title=lesson.title, file=lesson.file)
    return panel | {"where": str(where)}


_WORDS: Mapping[str, str] = {"play": "play", "choice": "id", "action": "id"}

"""A code cell of a lesson, read without being run: imports, and one call with plain values.

So a page shows what the notebook shows, and nothing that stands in a cell is executed.
"""

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.errors import NotationError, check_known
from ono_tutor.render.answers_json import Json

TABLES = ("Compare", "Course", "Explorer", "Game", "Practice", "Quiz", "show_game")
"""What makes a table, to be used."""

TEXTS = ("play", "show_cards", "show_figure", "show_proof", "solve", "survive", "threat", "value")
"""What gives a result, to be read."""

STORING = ("Course", "Practice", "Quiz")
"""The tables that keep answers."""

LASTING = ("Compare", "Explorer", "Quiz", "show_game")
"""The tables that open alike whenever they are opened by somebody new."""


@dataclass(frozen=True, slots=True)
class LessonCell:
    """A call by name, with plain arguments."""

    name: str
    args: tuple[Any, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def parse(cls, code: str) -> "LessonCell":
        """Return the call of a cell.

        Raises :class:`NotationError` for a cell that is anything else.
        """
        try:
            *before, last = ast.parse(code).body
            call: Any = getattr(last, "value", None)
            if not all(isinstance(each, ast.Import | ast.ImportFrom) for each in before):
                raise ValueError("only imports may stand before the call")
            args = tuple(map(ast.literal_eval, call.args))
            options = {each.arg: ast.literal_eval(each.value) for each in call.keywords}
            name = call.func.id
        except (AttributeError, SyntaxError, ValueError) as error:
            message = f"a cell of a lesson is imports and one call with plain values: {error}"
            raise NotationError(message, word=code) from error
        return cls.of({"name": name, "args": args, "options": options})

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "LessonCell":
        """Return the call that :meth:`as_json` wrote.

        Raises :class:`NotationError` for a name that no lesson uses.
        """
        check_known((*TABLES, *TEXTS), str(data["name"]), "shows nothing in a lesson; there are")
        return cls(str(data["name"]), tuple(data["args"]), dict(data["options"]))

    @property
    def is_table(self) -> bool:
        """True if it makes a table instead of a result to read."""
        return self.name in TABLES

    def as_json(self) -> Json:
        """Return it as JSON, for :meth:`of`."""
        return {"name": self.name, "args": list(self.args), "options": dict(self.options)}

    def run(self, store: AnswerStore | None = None) -> Any:
        """Return the table, which keeps its answers in *store*, or the result."""
        module = import_module("ono_tutor.widgets")
        make = getattr(module, self.name, None) or getattr(import_module("ono_tutor"), self.name)
        progress = {"progress": store} if self.name in STORING else {}
        return make(*self.args, **self.options, **progress)

"""``Quiz``: puzzles on a drawn table, one after another."""

from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ono_tutor.course.practice import Practice
from ono_tutor.messages import Message, marked, say
from ono_tutor.puzzles.answer import Check
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json
from ono_tutor.render.feedback import check_feedback, end_feedback, hint_feedback
from ono_tutor.render.scene import Asked, action_button, choice_buttons, scene

_VIEW = Path(str(files("ono_tutor.render").joinpath("view")))


class Quiz(anywidget.AnyWidget):
    """A set of puzzles to answer by mouse or keys, each explained by the engine.

    ``puzzles`` is the name of a set that is shipped, or puzzles of one's own.
    """

    _esm = _VIEW / "table.js"
    _css = _VIEW / "table.css"
    scene = traitlets.Dict().tag(sync=True)
    feedback: Any = traitlets.Dict(allow_none=True, default_value=None).tag(sync=True)

    def __init__(self, puzzles: str | Sequence[Puzzle], **traits: Any) -> None:
        found = Puzzle.load_set(puzzles) if isinstance(puzzles, str) else puzzles
        self.practice = Practice(found)
        self.is_finished = False
        self._serial = 0
        super().__init__(**traits)
        self._show()
        self.on_msg(self._receive)

    def _receive(self, _widget: object, message: Json, _buffers: object) -> None:
        kind = message.get("type")
        if kind == "play":
            self._tell(self.practice.answer(str(message.get("play"))))
        elif kind == "choice":
            self._tell(self.practice.answer(str(message.get("id"))))
        elif kind == "action":
            self._actions.get(str(message.get("id")), self._show)()

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        return {
            "hint": self._hint,
            "solution": self._solve,
            "next": self._next,
            "again": self._again,
        }

    def _tell(self, check: Check, *, shown: bool = False) -> None:
        serial = self._next_serial()
        self.feedback = check_feedback(self.practice.puzzle, check, serial, shown=shown)
        self._show()

    def _solve(self) -> None:
        self._tell(self.practice.give_up(), shown=True)

    def _hint(self) -> None:
        step, steps = self.practice.hint()
        hint = self.practice.puzzle.hint(step)
        self.feedback = hint_feedback(hint, step, steps, self._next_serial())

    def _next(self) -> None:
        practice = self.practice
        if practice.advance():
            self.feedback = None
            self.is_finished = False
        else:
            asked = len(practice.puzzles)
            self.is_finished = True
            self.feedback = end_feedback(practice.right_first_time, asked, self._next_serial())
        self._show()

    def _again(self) -> None:
        self.practice = Practice(self.practice.puzzles)
        self.is_finished = False
        self.feedback = None
        self._show()

    def _next_serial(self) -> int:
        self._serial += 1
        return self._serial

    def _show(self) -> None:
        practice = self.practice
        asked = Asked(
            question=practice.puzzle.question,
            choices=choice_buttons(practice.puzzle.choices),
            actions=self._buttons(),
            step=practice.place + 1,
            steps=len(practice.queue),
        )
        self.scene = scene(practice.puzzle.position, asked, self._next_serial())

    def _buttons(self) -> tuple[Json, ...]:
        is_answered = self.practice.is_answered
        hint = action_button("hint", "h", say(marked("Hint")))
        solution = action_button("solution", "s", say(marked("Show the answer")))
        onward = action_button("next", "n", self._onward(), is_primary=is_answered)
        if self.is_finished or (is_answered and self.practice.is_last):
            again = action_button("again", "r", say(marked("Begin again")))
            return hint, solution, onward, again
        return hint, solution, onward

    def _onward(self) -> Message:
        return say(marked("Finish") if self.practice.is_last else marked("Next position"))

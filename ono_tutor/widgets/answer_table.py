"""``AnswerTable``: one task of an nbgrader notebook, answered on the table.

The answer is written into the notebook's own cell for it, which is all that is handed in and
judged; the table keeps nothing and tells nothing of right and wrong.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from ono_tutor.classroom.homework.session import is_missing, read_answer
from ono_tutor.classroom.nbgrader import ANSWER, NAME, with_answer, written_answers
from ono_tutor.errors import NotationError
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import Answer
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.feedback import note
from ono_tutor.render.forms import answer_form, answer_text, filled, marked_choice
from ono_tutor.render.scene import puzzle_scene
from ono_tutor.widgets.table import PuzzleTable

GRADED = "NBGRADER_EXECUTION"
"""The environment variable that nbgrader sets where it runs a notebook and nobody looks on."""


class AnswerTable(PuzzleTable):
    """A task of an nbgrader notebook; its answer is written into the cell ``answer-NUMBER``.

    The view says what the cell holds (None where it cannot reach the cell), and has it changed.
    Raises :class:`OnoError` for what is no puzzle.
    """

    def __init__(
        self, number: int, *, kind: str, position: str, plays: str = "", claim: str = ""
    ) -> None:
        self._puzzle = Puzzle.of(Entry(NAME, kind, position, plays, claim))
        self.name, self._cell = f"answer_{number}", f"{ANSWER}{number}"
        self.answer: Answer | None = None
        self._is_waiting = self._is_sent = False
        super().__init__()
        self._show()

    @property
    def puzzle(self) -> Puzzle:
        return self._puzzle

    @property
    def position(self) -> Position:
        return self.puzzle.position

    def handle(self, message: Mapping[str, Any]) -> None:
        match message:
            case {"type": "cell", "source": str() | None as source}:
                self._on_cell(source)
            case _:
                super().handle(message)

    def take(self, given: object) -> None:
        """Read an answer, and ask the view for the cell that it belongs in."""
        if is_missing(self.puzzle, given):
            text = _("Choose an answer or write one first.")
            self._show_feedback(_("No answer yet."), text)
            return
        self.answer = read_answer(self.puzzle, given)
        self._is_waiting, self._is_sent = True, False
        if self._view is None:
            self._on_cell(None)
        else:
            self._view.send({"type": "cell"})

    def _on_cell(self, source: str | None) -> None:
        """Compare what the cell holds with the answer, and have it changed once where it differs.

        A cell that was filled in before shows its answer on the table.
        """
        if not self._is_waiting:
            written = [*written_answers(source or "", self.name)]
            with suppress(NotationError):
                if written:
                    self.answer = read_answer(self.puzzle, written[-1])
                    self._show()
                    self._show_written()
            return
        word = marked_choice(self.puzzle.shape, self.answer)  # one card is its word
        value = word or KINDS[self.puzzle.kind].as_json(self.answer)
        changed = None if source is None else with_answer(source, self.name, value)
        if self._view and changed is not None and changed != source and not self._is_sent:
            self._is_sent = True
            self._view.send({"type": "cell", "source": changed})
            return
        self._is_waiting = False
        if changed is None or changed != source:
            text = N_(
                "The table cannot write it here. Write this line in the cell for your answer: "
                "{line}"
            )
            line = f"{self.name} = {json.dumps(value)}"
            self._show_feedback(_("Not written yet."), _(text, line=line))
            return
        from IPython import get_ipython  # noqa: PLC0415  # a page has no IPython

        if shell := get_ipython():  # give the variable its value, as running the cell would
            shell.user_ns[self.name] = value
        self._show_written()

    def _show_feedback(self, headline: Message, text: Message) -> None:
        chosen = marked_choice(self.puzzle.shape, self.answer)
        self.feedback = note("info", headline, text, chosen=chosen)

    def _show_written(self) -> None:
        assert self.answer is not None
        text = N_("It is in the cell for your answer; you may change it. Your answer: {answer}.")
        words = answer_text(self.puzzle, self.answer)
        self._show_feedback(_("Written."), _(text, answer=words))

    def _show(self) -> None:
        puzzle, position = self.puzzle, self.position
        shown = filled(answer_form(puzzle, position), self.answer)
        self.scene = puzzle_scene(puzzle, position) | {"form": shown, "cell": self._cell}

    def _ipython_display_(self) -> None:
        """Show the table to a learner; nothing where nbgrader runs the notebook."""
        if GRADED in os.environ:
            return
        try:
            super()._ipython_display_()
        except ModuleNotFoundError:
            print(_("Tables cannot be shown here. Write your answer in the next cell."))

"""``Homework``: an assignment, done at the table and handed in as a file."""

import os
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_link import find_assignment
from ono_tutor.classroom.homework.session import AnswerResult, HomeworkSession
from ono_tutor.classroom.homework.state import FolderOutbox, FolderState
from ono_tutor.course.progress import my_progress
from ono_tutor.errors import FileError, NotationError, quoted
from ono_tutor.i18n import N_, _
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import position_text
from ono_tutor.render.feedback import check_feedback, hint_feedback, note
from ono_tutor.widgets.homework_scenes import (
    GO,
    NAME,
    can_go,
    confirm_scene,
    done_scene,
    file_location,
    homework_scene,
    latest_feedback,
    result_feedback,
    sign_in_scene,
)
from ono_tutor.widgets.table import PuzzleTable

ANSWERS = "ono-homework-answers.json"
"""The file beside the notebook in which the answers are kept until they are handed in."""

HUB_USER = "JUPYTERHUB_USER"
"""The environment variable in which JupyterHub names who is logged in."""


class Homework(PuzzleTable):
    """An assignment: answered in any order, changed where that is allowed, and handed in.

    ``assignment`` is one that was read, the path of its file, the file's text, or the name of a
    set that is shipped. Answers are kept in ``folder``, in which the notebook stands, and the
    answers file is put there as well. Shown again it goes on where it stopped. Raises
    :class:`OnoError` for what is no assignment, and :class:`NotationError` for no folder.
    """

    def __init__(
        self,
        assignment: Assignment | Path | str,
        folder: Path | str = ".",
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        place = Path(folder)
        if not place.is_dir():
            raise NotationError(f"{quoted(str(folder))} is no folder", word=str(folder))
        if not isinstance(assignment, Assignment):
            assignment = find_assignment(str(assignment))
        store, state, outbox = my_progress(place / ANSWERS), FolderState(place), FolderOutbox(place)
        session = HomeworkSession(assignment, store, state, outbox, clock)
        self._begin(session, os.environ.get(HUB_USER, ""))

    def _begin(self, session: HomeworkSession, offered: str) -> None:
        self.session = session
        self.is_asking = session.learner is None
        self.is_confirming = self.is_looking = False
        last = session.last_learner
        self._offered = offered or (last.name if last else "")
        super().__init__()
        self._remind()
        self._show()

    @classmethod
    def at(cls, session: HomeworkSession, offered: str = "") -> "Homework":
        """Return the table of a session that keeps its answers elsewhere; a name may be offered."""
        table = cls.__new__(cls)
        table._begin(session, offered)
        return table

    def __str__(self) -> str:
        if not self.has_puzzle:
            return f"{self.session.assignment.title}\n{self.scene['question']}"
        return f"{position_text(self.session.position)}\n{self.puzzle.question}"

    def __repr__(self) -> str:
        title = self.session.assignment.id
        if not self.has_puzzle:
            return f"<Homework {title}>"
        of = f"puzzle {self.session.place + 1} of {len(self.session.puzzles)}"
        return f"<Homework {title}, {of}: {self.puzzle.id}>"

    @property
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

    @property
    def has_puzzle(self) -> bool:
        """True if a puzzle is on the table, and no page in its place."""
        is_page = self.is_asking or self.is_confirming
        return not is_page and (self.is_looking or self.session.handed_in is None)

    # ---- messages ----

    def on_answer(self, values: Mapping[str, object]) -> None:
        if self.is_asking:
            self._sign_in(values.get(NAME))
        else:
            super().on_answer(values)

    def on_action(self, action: str) -> None:
        number = action.removeprefix(GO)
        if not self.is_asking:
            self.session.refresh()
            if number != action and number.isdecimal():
                self._go(int(number) - 1)
                return
        super().on_action(action)

    def _sign_in(self, name: object) -> None:
        try:
            if self.session.is_open:
                self.session.sign_in(name)
                self.is_asking = False
                self._remind()
            self._show(is_new=True)
        except NotationError as error:
            typed = str(name or "") or self._offered
            self.scene = sign_in_scene(self.session, typed, error.message)

    def do_look_again(self) -> None:
        self._show()

    def do_other(self) -> None:
        """Ask for the name again, as long as nothing is handed in."""
        self.is_asking, self.is_confirming = not self.session.is_settled, False
        learner = self.session.learner
        if learner and learner.name == self._offered:
            self._offered = ""
        self.feedback = None
        self._show()

    # ---- moving and answering ----

    def do_previous(self) -> None:
        self._go(self.session.place - 1)

    def do_next(self) -> None:
        self._go(self.session.place + 1)

    def do_look(self) -> None:
        self._go(self.session.place)

    def _go(self, place: int) -> None:
        """Put the puzzle of this place on the table; after the last comes the first."""
        is_over = self.session.handed_in is not None
        self.is_confirming, self.is_looking = False, is_over and can_go(self.session)
        self.session.go(place % len(self.session.puzzles))
        self._remind()
        self._show(is_new=True)

    def _remind(self) -> None:
        """Show again what was said of the latest answer to the puzzle on the table."""
        self.feedback = latest_feedback(self.session) if self.has_puzzle else None

    def take(self, given: object) -> None:
        must_confirm = self.session.must_confirm
        self._show_result(self.session.answer(given, is_confirmed=not must_confirm))

    def do_confirm(self) -> None:
        self._show_result(self.session.confirm())

    def _show_result(self, result: AnswerResult) -> None:
        self.feedback = result_feedback(self.session, result)
        self._show()

    def do_hint(self) -> None:
        hint = self.session.hint()
        if hint is not None:
            self.feedback = hint_feedback(*hint)
        self._show()

    def do_solution(self) -> None:
        self.feedback = check_feedback(self.puzzle, self.puzzle.solution(), shown=True)
        self._show()

    # ---- handing in ----

    def do_hand_in(self) -> None:
        """Ask once more before anything is handed in."""
        self.is_confirming, self.feedback = True, None
        self._show()

    def do_back(self) -> None:
        self.is_confirming = self.is_looking = False
        self._remind()
        self._show(is_new=True)

    def do_yes(self) -> None:
        """Hand in, or write the file again."""
        was_over = self.session.handed_in is not None
        try:
            self.session.hand_in()
        except FileError as error:
            text = N_("{reason}. Your answers are kept; nothing is handed in yet.")
            if was_over:
                text = N_("{reason}. Your answers are kept.")
            reason = _(text, reason=error.message)
            self.feedback = note("wrong", _("The file is not written."), reason)
            self._show()
            return
        self.is_confirming = self.is_looking = False
        self.feedback = None
        if was_over:
            place_text = " ".join(map(str, file_location(self.session)))
            self.feedback = note("info", _("The file is there."), place_text)
        self._show()

    do_file = do_yes

    def do_again(self) -> None:
        self.session.again()
        self.do_back()

    def _show(self, *, is_new: bool = False) -> None:
        session = self.session
        if self.is_asking:
            self.scene = sign_in_scene(session, self._offered)
        elif self.is_confirming and session.handed_in is None:
            self.scene = confirm_scene(session)
        elif not self.has_puzzle:
            self.scene = done_scene(session)
        else:
            self.scene = homework_scene(session, is_new=is_new)

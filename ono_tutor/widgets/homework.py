"""``Homework``: an assignment, done at the table and handed in as a file."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.assignment_link import find_assignment
from ono_tutor.classroom.homework.session import AnswerResult, HomeworkSession
from ono_tutor.classroom.homework.state import FolderOutbox, FolderState
from ono_tutor.course.progress import my_progress
from ono_tutor.errors import FileError, NotationError, short_repr
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import position_text
from ono_tutor.render.feedback import check_feedback, hint_feedback, note
from ono_tutor.widgets.homework_scenes import (
    GO,
    NAME,
    can_go,
    chosen_feedback,
    confirm_scene,
    done_scene,
    file_location,
    homework_scene,
    judged_feedback,
    result_feedback,
    sign_in_scene,
    stored_feedback,
)
from ono_tutor.widgets.table import PuzzleTable

ANSWERS = "ono-homework.sqlite"
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
        found, place = _meant(assignment), _folder(folder)
        answers = my_progress(place / ANSWERS)
        session = HomeworkSession(found, answers, FolderState(place), FolderOutbox(place), clock)
        self._begin(session, os.environ.get(HUB_USER, ""))

    def _begin(self, session: HomeworkSession, offered: str = "") -> None:
        self.session = session
        self.is_asking = session.learner is None
        self.is_confirming = False
        self.is_looking = False
        last = session.last_learner
        self._offered = offered or (last.name if last else "")
        self._typed = self._error = ""
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

    # ---- messages ----

    def on_choice(self, choice: str) -> None:
        if self.is_asking:
            self._sign_in(choice)
        else:
            super().on_choice(choice)

    def on_answer(self, values: Mapping[str, object]) -> None:
        if self.is_asking:
            self._sign_in(values.get(NAME))
        else:
            super().on_answer(values)

    def on_action(self, action: str) -> None:
        if self.is_asking:
            self._show()
            return
        self.session.refresh()
        if action.startswith(GO) and action[len(GO) :].isdecimal():
            self._go(int(action[len(GO) :]) - 1)
        else:
            self._actions.get(action, self._show)()

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        return {
            "previous": lambda: self._go(self.session.place - 1),
            "next": lambda: self._go(self.session.place + 1),
            "confirm": self._confirm,
            "hint": self._hint,
            "solution": self._solve,
            "hand-in": self._ask,
            "back": self._back,
            "yes": self._hand_in,
            "file": self._hand_in,
            "look": lambda: self._go(self.session.place),
            "again": self._again,
            "other": self._change,
        }

    # ---- who it is ----

    def _sign_in(self, name: object) -> None:
        if not self.session.is_open:
            self._show()
            return
        try:
            self.session.sign_in(name)
        except NotationError as error:
            self._typed, self._error = str(name or ""), error.message
            self._show()
            return
        self.is_asking = False
        self._typed = self._error = ""
        self._remind()
        self._show(is_new=True)

    def _change(self) -> None:
        """Ask for the name again, as long as nothing is handed in."""
        self.is_asking = not self.session.is_settled
        self.is_confirming = False
        learner = self.session.learner
        if learner and learner.name == self._offered:
            self._offered = ""
        self.feedback = None
        self._show()

    # ---- moving and answering ----

    @property
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

    @property
    def _is_over(self) -> bool:
        return self.session.handed_in is not None

    @property
    def has_puzzle(self) -> bool:
        """True if a puzzle is on the table, and no page in its place."""
        is_page = self.is_asking or self.is_confirming
        return not is_page and (self.is_looking or not self._is_over)

    def _go(self, place: int) -> None:
        """Put the puzzle of this place on the table; after the last comes the first."""
        self.is_confirming, self.is_looking = False, self._is_over and can_go(self.session)
        self.session.go(place % len(self.session.puzzles))
        self._remind()
        self._show(is_new=True)

    def _remind(self) -> None:
        """Show again what was said of the latest answer to the puzzle on the table."""
        self.feedback = None
        if not self.has_puzzle:
            return
        check = self.session.check_of(self.session.place)
        if self.session.chosen(self.session.place) is not None:
            self.feedback = chosen_feedback(self.session)
        elif check is not None:
            self.feedback = judged_feedback(self.session, check)
        elif self.session.responses(self.session.place):
            self.feedback = stored_feedback(self.session)
        elif self._is_over:
            self._show_feedback("info", N_("No answer."), _("You handed in no answer to it."))

    def take(self, given: object) -> None:
        must_confirm = self.session.must_confirm
        self._show_result(self.session.answer(given, is_confirmed=not must_confirm))

    def _confirm(self) -> None:
        """Let the answer count that was chosen for the puzzle on the table."""
        if self.has_puzzle and self.session.chosen(self.session.place) is not None:
            self._show_result(self.session.confirm())
        else:
            self._show()

    def _show_result(self, result: AnswerResult) -> None:
        self.feedback = result_feedback(self.session, result)
        self._show()

    def _hint(self) -> None:
        is_open = self.has_puzzle and not self.session.status(self.session.place).is_closed
        hint = self.session.hint() if is_open else None
        if hint is not None:
            self.feedback = hint_feedback(*hint)
        self._show()

    def _solve(self) -> None:
        if self.has_puzzle and self.session.can_solve:
            solution = self.puzzle.solution()
            self.feedback = check_feedback(self.puzzle, solution, shown=True)
        self._show()

    # ---- handing in ----

    def _ask(self) -> None:
        """Ask once more before anything is handed in."""
        self.is_confirming = not self._is_over
        self.feedback = None
        self._show()

    def _back(self) -> None:
        """Back to the puzzles, or to the page that tells what was handed in."""
        self.is_confirming = self.is_looking = False
        self._remind()
        self._show(is_new=True)

    def _hand_in(self) -> None:
        if not (self.is_confirming or self._is_over):
            self._show()
            return
        was_over = self._is_over
        try:
            placed = self.session.hand_in()
        except FileError as error:
            text = N_("{reason}. Your answers are kept; nothing is handed in yet.")
            if was_over:
                text = N_("{reason}. Your answers are kept.")
            self._show_feedback(
                "wrong", N_("The file is not written."), _(text, reason=error.message)
            )
            self._show()
            return
        self.is_confirming = self.is_looking = False
        self.feedback = None
        if was_over:
            text = " ".join(map(str, file_location(self.session, placed)))
            self._show_feedback("info", N_("The file is there."), _("{text}", text=text))
        self._show()

    def _again(self) -> None:
        self.session.again()
        self.is_looking = False
        self._remind()
        self._show(is_new=True)

    # ---- what is shown ----

    def _show_feedback(self, state: str, headline: str, text: Message) -> None:
        self.feedback = note(state, _(headline), text)

    def _show(self, *, is_new: bool = False) -> None:
        if self.is_asking:
            offered = self._typed or self._offered
            self.scene = sign_in_scene(self.session, offered, self._error)
        elif self.is_confirming and not self._is_over:
            self.scene = confirm_scene(self.session)
        elif not self.has_puzzle:
            self.scene = done_scene(self.session, self.session.file())
        else:
            self.scene = homework_scene(self.session, is_new=is_new)


def _meant(assignment: object) -> Assignment:
    """Return the assignment that is meant, see :func:`find_assignment`."""
    if isinstance(assignment, Assignment):
        return assignment
    if isinstance(assignment, str | Path) and str(assignment).strip():
        return find_assignment(str(assignment))
    message = f"an assignment is given by its file's path or text, not by {short_repr(assignment)}"
    raise NotationError(message, word=short_repr(assignment))


def _folder(folder: object) -> Path:
    """Return the folder that is meant."""
    with suppress(ValueError):  # a NUL in the name
        if isinstance(folder, str | Path) and Path(folder).is_dir():
            return Path(folder)
    message = f"{short_repr(str(folder) if isinstance(folder, Path) else folder)} is no folder"
    raise NotationError(message, word=short_repr(folder))

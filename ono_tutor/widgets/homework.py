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
from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.position import Position
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.feedback import check_feedback, hint_feedback
from ono_tutor.widgets.homework_scenes import (
    GO,
    NAME,
    can_go,
    confirm_scene,
    done_scene,
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
    answers file is put there as well. Shown again it goes on where it stopped. A page gives a
    session that keeps its answers elsewhere, and may offer the name of a ``learner``. Raises
    :class:`OnoError` for what is no assignment, and :class:`NotationError` for no folder.
    """

    def __init__(
        self,
        assignment: Assignment | HomeworkSession | Path | str,
        folder: Path | str = ".",
        learner: str = "",
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        place = Path(folder)
        if not place.is_dir():
            raise NotationError(f"{quoted(str(folder))} is no folder", word=str(folder))
        if isinstance(assignment, HomeworkSession):
            session = assignment
        else:
            if not isinstance(assignment, Assignment):
                assignment = find_assignment(str(assignment))
            files = my_progress(place / ANSWERS), FolderState(place), FolderOutbox(place)
            session = HomeworkSession(assignment, *files, clock)
        self.session = session
        self.is_asking = session.learner is None
        self.is_confirming = self.is_looking = False
        last = session.last_learner
        self._offered = learner or os.environ.get(HUB_USER) or (last.name if last else "")
        super().__init__()
        self._remind()
        self._show()

    @property
    def puzzle(self) -> Puzzle:
        return self.session.puzzle

    @property
    def position(self) -> Position:
        return self.session.position

    @property
    def has_puzzle(self) -> bool:
        """True if a puzzle is on the table, and no page in its place."""
        is_page = self.is_asking or self.is_confirming
        return not is_page and (self.is_looking or self.session.handed_in is None)

    # ---- messages ----

    def on_answer(self, values: Mapping[str, object]) -> None:
        if not self.is_asking:
            super().on_answer(values)
            return
        if self.session.is_open:
            self.session.sign_in(values.get(NAME))
            self.is_asking = False
            self._remind()
        self._show(is_new=True)

    def on_action(self, action: str) -> None:
        number = action.removeprefix(GO)
        if not self.is_asking:
            self.session.refresh()
            if number != action and number.isdecimal():
                self._go(int(number) - 1)
                return
        super().on_action(action)

    def do_look_again(self) -> None:
        self._show()

    def do_other(self) -> None:
        """Ask for the name again, as long as nothing is handed in."""
        self.is_asking, self.is_confirming = not self.session.is_settled, False
        self._offered, self.feedback = "", None
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
        is_confirmed = not self.session.must_confirm
        self._show_result(self.session.answer(given, is_confirmed=is_confirmed))

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
        self.session.hand_in()
        self.is_confirming = self.is_looking = False
        self.feedback = None
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

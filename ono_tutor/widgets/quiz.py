"""``Quiz``: puzzles on a drawn table, one after another."""

from abc import abstractmethod
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.lessons import lesson_after
from ono_tutor.course.practice import FRESH, USUAL, begin_practice, practice_filter
from ono_tutor.course.progress import my_progress
from ono_tutor.course.schedule import COMPARING
from ono_tutor.course.session import Sitting
from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, _, gettext
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.filters import OF_TABLE, puzzles_on
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.answers_json import Json
from ono_tutor.render.feedback import check_feedback, hint_feedback, nudge_feedback
from ono_tutor.render.forms import answer_form
from ono_tutor.render.pages import end_page, missed_rules
from ono_tutor.render.scene import action_button, puzzle_scene
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.widgets.table import PuzzleTable

Page = Callable[[], Json]
"""Returns the scene of a page that is shown in the place of a puzzle."""

HERE = "here"
"""Stands for the progress file beside the notebook."""


class SittingTable(PuzzleTable):
    """The puzzles of a sitting, one after another; a page may be shown in the place of one."""

    def __init__(self, sitting: Sitting, page: Page | None = None) -> None:
        super().__init__()
        self.sitting, self._page = sitting, page
        if check := sitting.recall():
            is_shown = sitting.last is not None and sitting.last.mark is Mark.NOT_ATTEMPTED
            self.feedback = self._feedback_on(check, is_shown=is_shown)
        self._show()

    @property
    def position(self) -> Position:
        return self.sitting.position

    @property
    def puzzle(self) -> Puzzle:
        return self.sitting.puzzle

    @property
    def has_puzzle(self) -> bool:
        return self._page is None

    def take(self, given: object) -> None:
        """Judge an answer; a first wrong one, which counts, is met by a hint and a second try.

        A puzzle that is answered takes no more.
        """
        if not self.sitting.is_closed:
            self._show_feedback(self.sitting.answer(given))

    def _feedback_on(self, check: Check, *, is_shown: bool = False) -> Json:
        if self.sitting.is_retrying and check.mark is Mark.WRONG:
            return nudge_feedback(self.puzzle, check)
        return check_feedback(self.puzzle, check, shown=is_shown)

    def _show_feedback(self, check: Check, *, is_shown: bool = False) -> None:
        self.feedback = self._feedback_on(check, is_shown=is_shown)
        self._show()

    def do_solution(self) -> None:
        self._show_feedback(self.sitting.give_up(), is_shown=True)

    def do_hint(self) -> None:
        sitting, puzzle = self.sitting, self.puzzle
        step, steps = sitting.hint()
        if sitting.is_retrying and sitting.first_check and step < steps:
            said = str(puzzle.nudge(sitting.first_check))
            if str(puzzle.hint(step)) in said:
                step, steps = sitting.hint()
        self.feedback = hint_feedback(puzzle.hint(step), step, steps)

    def do_next(self) -> None:
        sitting = self.sitting
        if sitting.is_retrying and sitting.first_check:
            sitting.is_retrying = False
            self._show_feedback(sitting.first_check)
        else:
            self._advance()

    @abstractmethod
    def _advance(self) -> None:
        """Go on to the next puzzle, or the page at the end."""

    def _turn_to(self, page: Page | None) -> None:
        """Show a page, or the puzzle."""
        self._page = page
        self.feedback = self.rule_point = None
        self._show()

    def _start(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self._turn_to(None)

    def _show(self) -> None:
        if self._page:
            self.scene = self._page()
            return
        sitting = self.sitting
        drawn = puzzle_scene(
            self.puzzle,
            sitting.position,
            actions=self._buttons(),
            step=sitting.place + 1,
            steps=0 if sitting.length == 1 else sitting.length - sitting.returning,
            returning=sitting.returning,
            is_answered=sitting.is_closed,
        )
        drawn["form"] = answer_form(self.puzzle, sitting.position)
        drawn["notice"] = " ".join(map(str, sitting.notices)) or None
        self.scene = drawn | self._more(drawn)

    def _more(self, drawn: Json) -> Json:
        """Return what a kind of quiz says beside that."""
        return {}

    def _buttons(self) -> tuple[Json, ...]:
        """Return the buttons for help, and for what comes next: first of all why it was wrong."""
        sitting, buttons = self.sitting, list[Json]()
        if not sitting.is_closed:
            buttons.append(action_button("hint", "h", _("Hint")))
            buttons.append(action_button("solution", "s", _("Show the answer")))
        text = N_("Finish") if sitting.is_last else N_("Next position")
        if sitting.is_retrying:
            text = N_("Tell me why")
        buttons.append(action_button("next", "n", _(text), is_primary=sitting.is_closed))
        return tuple(buttons)


class Quiz(SittingTable):
    """A set of puzzles to answer by mouse or keys, each explained by the engine.

    ``puzzles`` is the name of a set that is shipped, the id of a puzzle, puzzles written out as
    in a link (:func:`read_set`), or puzzles or ids in a list; ``rules: 1980+ono99=suicide`` asks
    puzzles on just these rules, those of a table. Answers are kept in ``progress``, the file
    beside the notebook unless another is given; None keeps nothing. A quiz shown again goes on
    where it stopped. Raises :class:`NotationError` for a set or a puzzle that there is not, and
    for what is no progress.
    """

    def __init__(
        self,
        puzzles: str | Iterable[Puzzle | str],
        progress: AnswerStore | Path | str | None = HERE,
    ) -> None:
        self._asked_for = puzzles if isinstance(puzzles, str) else ""
        name, found = chosen_puzzles(puzzles)
        store = None if progress is None else store_at(progress)
        super().__init__(Sitting(found, store, name, second_try=True))

    def _advance(self) -> None:
        self._turn_to(None if self.sitting.advance() else self._end)

    def do_again(self) -> None:
        self.sitting.again()
        self._start(self.sitting)

    def do_these(self) -> None:
        """Go on with other puzzles on the rules that were missed, two on each."""
        sitting = self.sitting
        assert sitting.store  # else it is not offered
        missed = missed_rules(sitting.first_marks, sitting.puzzles)
        games = {
            "" if puzzle.kind in COMPARING else puzzle.position.rules.key
            for puzzle in sitting.puzzles
        }
        filters = practice_filter(games.pop() if len(games) == 1 else "", missed)
        count, now = min(USUAL, FRESH * len(missed)), datetime.now(UTC)
        self._start(begin_practice(sitting.store, count, now, filters, another=True))

    def _end(self) -> Json:
        """Return the page at the end of the set."""
        marks, puzzles = self.sitting.first_marks, self.sitting.puzzles
        actions = [action_button("again", "r", _("Begin again"))]
        if self.sitting.store and missed_rules(marks, puzzles):
            actions.insert(0, action_button("these", "m", _("Practise these"), is_primary=True))
        lesson, link = lesson_after(self._asked_for) if self._view else None, None
        if lesson:
            text = gettext("Next lesson: {title}", title=lesson.title)
            link = {"href": lesson.file, "text": text}
        return end_page(marks, puzzles, actions) | {"link": link}

    def _buttons(self) -> tuple[Json, ...]:
        """Return those of every sitting; one puzzle alone has no next, the last may begin again."""
        sitting, buttons = self.sitting, super()._buttons()
        if sitting.length == 1 and not sitting.is_retrying:
            buttons = buttons[:-1]
        if sitting.is_closed and sitting.is_last:
            buttons += (action_button("again", "r", _("Begin again")),)
        return buttons


# ---- which puzzles, and where answers are kept ----


def chosen_puzzles(puzzles: str | Iterable[Puzzle | str]) -> tuple[str, tuple[Puzzle, ...]]:
    """Return the puzzles that are meant, and the name that they are kept under; empty for none.

    Raises :class:`NotationError` for a set or a puzzle that there is not, and for no puzzle.
    """
    if isinstance(puzzles, str):
        if puzzles in bank.sets():
            return puzzles, Puzzle.load_set(puzzles)
        if puzzles.startswith(OF_TABLE):
            return "", puzzles_on(ruleset(puzzles.removeprefix(OF_TABLE).strip()))
        if not {":", ";"}.isdisjoint(puzzles):
            return "", read_set(puzzles)
        try:
            return puzzles, (Puzzle.load(puzzles),)
        except NotationError as error:
            known = ", ".join(bank.sets())
            message = f"there is no set and no puzzle {quoted(puzzles)}; the sets are {known}"
            raise NotationError(message, word=puzzles) from error
    found = tuple(Puzzle.load(item) if isinstance(item, str) else item for item in puzzles)
    if not found:
        raise NotationError("a quiz needs at least one puzzle")
    return "", found


def store_at(place: AnswerStore | Path | str) -> AnswerStore:
    """Return the answers that are open, in a file, or beside the notebook.

    Raises :class:`NotationError` for what can be none.
    """
    if isinstance(place, AnswerStore):
        return place
    return my_progress(None if place == HERE else place)

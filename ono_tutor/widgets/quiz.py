"""``Quiz``: puzzles on a drawn table, one after another."""

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.practice import FRESH, USUAL, begin_practice, practice_filter
from ono_tutor.course.progress import Progress, my_progress
from ono_tutor.course.schedule import COMPARING
from ono_tutor.course.session import Session
from ono_tutor.errors import NotationError, quoted, short_repr
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.filters import OF_TABLE, puzzles_on
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import position_text
from ono_tutor.render.course_page import end_page, missed_rules, next_lesson
from ono_tutor.render.feedback import check_feedback, hint_feedback, nudge_feedback
from ono_tutor.render.forms import answer_form
from ono_tutor.render.scene import action_button, aloud, puzzle_scene
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.widgets.table import PuzzleTable

HERE = "here"
"""Stands for the progress file beside the notebook."""


class Quiz(PuzzleTable):
    """A set of puzzles to answer by mouse or keys, each explained by the engine.

    ``puzzles`` is the name of a set that is shipped, the id of a puzzle, puzzles written out as
    in a link (:func:`read_set`), or puzzles or ids in a list; ``rules: 1980+ono99=suicide`` asks
    puzzles on just these rules, those of a table. Answers are kept in ``progress``, the file
    beside the notebook unless another is given; None keeps nothing. A quiz shown again goes on
    where it stopped. Raises :class:`NotationError` for a set or a puzzle that there is not, and
    for what is no progress.
    """

    _asked_for = ""

    def __init__(
        self,
        puzzles: str | Iterable[Puzzle | str],
        progress: AnswerStore | Path | str | None = HERE,
    ) -> None:
        self._asked_for = puzzles if isinstance(puzzles, str) else ""
        name, found = chosen_puzzles(puzzles)
        store = progress
        if not (store is None or isinstance(store, AnswerStore)):
            store = progress_at(store)
        self._begin(Session(found, store, name))

    def _begin(self, session: Session) -> None:
        self.session = session
        self._first_check: Check | None = None
        self.is_finished = self.is_retrying = False
        super().__init__()
        self._remind()
        self._show()

    @property
    def position(self) -> Position:
        """The position on the table."""
        return self.session.exercise.position

    def __str__(self) -> str:
        return f"{position_text(self.position)}\n{self.puzzle.question}"

    def __repr__(self) -> str:
        exercise = self.session.exercise
        of = f"puzzle {exercise.place + 1} of {exercise.length}: {exercise.puzzle.id}"
        return f"<{type(self).__name__} {self.session.name}, {of}>"

    @property
    def puzzle(self) -> Puzzle:
        return self.session.exercise.puzzle

    @property
    def has_puzzle(self) -> bool:
        return not self.is_finished

    def take(self, given: object) -> None:
        """Judge an answer; a first wrong one, which counts, is met by a hint and a second try.

        A puzzle that is answered takes no more.
        """
        is_first = not self.session.exercise.is_answered
        if not (is_first or self.is_retrying):
            return
        check = self.session.answer(given, is_retry=self.is_retrying)
        self._first_check = check if is_first else self._first_check
        if check.mark in (Mark.RIGHT, Mark.WRONG):
            self.is_retrying = self.has_second_try and is_first and check.mark is Mark.WRONG
        if self.is_retrying and check.mark is Mark.WRONG:
            self.feedback = nudge_feedback(self.puzzle, check)
            self._show()
        else:
            self._tell(check)

    @property
    def has_second_try(self) -> bool:
        """Whether a first wrong answer has a second try before the right one is told."""
        return True

    def on_action(self, action: str) -> None:
        if action in ("hint", "solution") and self._is_closed:
            return
        if not self.is_finished or action in ("again", "these"):
            self._actions.get(action, self._show)()

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        return {
            "hint": self._hint,
            "solution": self._solve,
            "next": self._next,
            "again": self._again,
            "these": self._practise,
        }

    def _remind(self) -> None:
        """Show the last answer's feedback again where the session is taken up after it."""
        last = self.session.last
        if last is None:
            return
        self.is_retrying = self.has_second_try and last.mark is Mark.WRONG and last.attempt == 1
        is_shown = last.mark is Mark.NOT_ATTEMPTED
        check = self.puzzle.solution() if is_shown else self.puzzle.check(last.answer)
        if not is_shown:
            check = self.session.with_diagnosis(check)
        if self.is_retrying:
            self._first_check, self.feedback = check, nudge_feedback(self.puzzle, check)
            return
        self.feedback = check_feedback(self.puzzle, check, shown=is_shown)

    def _tell(self, check: Check, *, shown: bool = False) -> None:
        self.feedback = check_feedback(self.puzzle, check, shown=shown)
        self._show()

    def _solve(self) -> None:
        self.is_retrying = False
        self._tell(self.session.give_up(), shown=True)

    def _hint(self) -> None:
        """Show one hint more; what was said of a wrong answer already is passed over."""
        exercise, puzzle = self.session.exercise, self.puzzle
        step, steps = exercise.hint()
        if self.is_retrying and self._first_check and step < steps:
            told = str(puzzle.nudge(self._first_check))
            if str(puzzle.hint(step)) in told:
                step, steps = exercise.hint()
        self.feedback = hint_feedback(puzzle.hint(step), step, steps)

    def _next(self) -> None:
        if not self._told_why() and self.session.exercise.length > 1:
            self._advance()

    def _told_why(self) -> bool:
        """Tell what a wrong answer got wrong, if its second try is passed over; else False."""
        check, is_passed_over = self._first_check, self.is_retrying
        self.is_retrying = False
        if is_passed_over and check:
            self._tell(check)
        return is_passed_over

    def _advance(self) -> None:
        self.is_finished = not self.session.exercise.advance()
        self.feedback = None
        self._show(is_new=True)

    def _again(self) -> None:
        self.session.again()
        self._start()

    def _practise(self) -> None:
        """Go on with other puzzles on the rules that were missed, two on each."""
        exercise, store = self.session.exercise, self.session.progress
        missed = missed_rules(exercise.first_marks, exercise.puzzles)
        if store is None or not missed:
            return
        count = min(USUAL, FRESH * len(missed))
        games = {
            "" if puzzle.kind in COMPARING else puzzle.position.rules.key
            for puzzle in exercise.puzzles
        }
        filters = practice_filter(games.pop() if len(games) == 1 else "", missed)
        self.session = begin_practice(store, count, datetime.now(UTC), filters, another=True)
        self._start()

    def _start(self) -> None:
        self.is_finished = self.is_retrying = False
        self.feedback = None
        self._show(is_new=True)

    def _end(self) -> Json:
        """Return the page at the end of the set."""
        exercise = self.session.exercise
        marks, puzzles = exercise.first_marks, exercise.puzzles
        can_practise = self.session.progress and missed_rules(marks, puzzles)
        these = action_button("these", "m", _("Practise these"), is_primary=True)
        again = action_button("again", "r", _("Begin again"))
        actions = (these, again) if can_practise else (again,)
        link = next_lesson(self._asked_for) if self._view else None
        return end_page(marks, puzzles, actions) | {"link": link}

    def _show(self, *, is_new: bool = False) -> None:
        if self.is_finished:
            self.scene = self._end()
            return
        exercise = self.session.exercise
        is_single, returning = exercise.length == 1, exercise.returning
        drawn = puzzle_scene(
            self.puzzle,
            exercise.position,
            self._buttons(),
            step=exercise.place + 1,
            steps=0 if is_single else exercise.length - returning,
            returning=returning,
            is_answered=self._is_closed,
        )
        drawn["form"] = answer_form(self.puzzle, exercise.position)
        drawn["notice"] = " ".join(map(str, self.session.notices)) or None
        drawn = self._finished(drawn)
        drawn["say"] = aloud(drawn) if is_new else None
        self.scene = drawn

    @property
    def _is_closed(self) -> bool:
        """Whether the puzzle on the table takes no more answers."""
        return self.session.exercise.is_answered and not self.is_retrying

    def _finished(self, drawn: Json) -> Json:
        """Return the scene as it is sent; a kind of quiz may say more in it."""
        return drawn

    def _buttons(self) -> tuple[Json, ...]:
        exercise, is_closed = self.session.exercise, self._is_closed
        onward = action_button("next", "n", self._ahead(), is_primary=is_closed)
        ahead = (onward,) if exercise.length > 1 or self.is_retrying else ()
        if not is_closed:
            return *self._helps(), *ahead
        again = action_button("again", "r", _("Begin again"))
        return (*ahead, again) if exercise.is_last else ahead

    def _helps(self) -> tuple[Json, Json]:
        """Return the buttons for help with a puzzle that is still to be answered."""
        hint = action_button("hint", "h", _("Hint"))
        return hint, action_button("solution", "s", _("Show the answer"))

    def _ahead(self) -> Message:
        """Return what comes next: first of all why an answer was wrong."""
        if self.is_retrying:
            return _("Tell me why")
        return _(N_("Finish") if self.session.exercise.is_last else N_("Next position"))


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
        is_line = not {":", ";"}.isdisjoint(puzzles)
        return ("", read_set(puzzles)) if is_line else (puzzles, (_single(puzzles),))
    if not isinstance(puzzles, Iterable):
        message = (
            f"a quiz takes the name of a set, an id or a list of puzzles, not {short_repr(puzzles)}"
        )
        raise NotationError(message, word=short_repr(puzzles))
    found = tuple(map(_puzzle, puzzles))
    if not found:
        raise NotationError("a quiz needs at least one puzzle")
    return "", found


def _puzzle(item: object) -> Puzzle:
    """Return the puzzle that is meant by an item of a list."""
    if isinstance(item, str):
        return Puzzle.load(item)
    if isinstance(item, Puzzle):
        return item
    message = f"{short_repr(item)} is no puzzle; a list has puzzles, or ids such as dp80-hold"
    raise NotationError(message, word=short_repr(item))


def _single(word: str) -> Puzzle:
    try:
        return Puzzle.load(word)
    except NotationError as error:
        known = ", ".join(bank.sets())
        message = f"there is no set and no puzzle {quoted(word)}; the sets are {known}"
        raise NotationError(message, word=word) from error


def progress_at(place: object) -> Progress:
    """Return the progress that is open, in a file, or beside the notebook.

    Raises :class:`NotationError` for what can be none.
    """
    if isinstance(place, Progress):
        return place
    if not isinstance(place, str | Path):
        message = f"progress is a file's name, {quoted(HERE)}, or one that is open, not "
        raise NotationError(f"{message}{short_repr(place)}", word=short_repr(place))
    return my_progress(None if place == HERE else place)

"""``Course``: the way through the lessons, and a start for practice and the check-up."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from string import ascii_lowercase

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.course_path import CoursePath
from ono_tutor.course.practice import EVERYTHING, USUAL, practice_filter
from ono_tutor.i18n import N_, _
from ono_tutor.render.answers_json import Json
from ono_tutor.render.pages import course_html, course_page, course_text
from ono_tutor.render.scene import action_button, page
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.widgets.practice import Practice
from ono_tutor.widgets.quiz import HERE, store_at
from ono_tutor.widgets.table import Table


class Course(Practice):
    """Your course: each lesson and whether it is done, what is due, and where you go on.

    Practice and the check-up begin above the lessons, and lead back to it. ``progress`` is one that
    is open, or a file's name; else the one beside the notebook. Raises :class:`NotationError` for
    what is no progress.
    """

    def __init__(self, progress: AnswerStore | Path | str = HERE) -> None:
        Table.__init__(self)
        self._size, self._filters, self._now = USUAL, EVERYTHING, datetime.now(UTC)
        self._store = store_at(progress)
        self._refuted = set()
        self.is_finished = False
        self._turn_to(self._way)

    @property
    def path(self) -> CoursePath:
        """The way through the lessons, as it stands now."""
        return CoursePath.of(self._store, datetime.now(UTC).date())

    def __str__(self) -> str:
        return course_text(self.path)

    def __repr__(self) -> str:
        return f"Course({self._store!r})"

    def on_action(self, action: str) -> None:
        if not self._is_own_page or action in [each["id"] for each in self.scene["actions"]]:
            super().on_action(action)

    def on_answer(self, values: Mapping[str, object]) -> None:
        if not self._is_own_page:
            super().on_answer(values)

    @property
    def _is_own_page(self) -> bool:
        """True if a page of the course is shown instead of a sitting."""
        return self._page in (self._way, self._games)

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        return super()._actions | {
            "course": self._go_home,
            "check": lambda: self._turn_to(self._games),
            **{f"check-{key}": partial(self._check_game, key) for key in ("", *RULE_SETS)},
        }

    def _go_home(self) -> None:
        """Show the way again; practice is about all games from there."""
        self._filters = EVERYTHING
        self._turn_to(self._way)

    def _check_game(self, key: str) -> None:
        """Begin the check-up of one game, or of all."""
        self._filters = practice_filter(key)
        self._check_up()

    def _way(self) -> Json:
        """Return the page of the course."""
        practise = action_button("on", "p", _("Practise"))
        check_up = action_button("check", "k", _("Check-up"))
        notices = " ".join(map(str, self._store.notices)) or None
        return course_page(self.path, (practise, check_up)) | {"notice": notices}

    def _games(self) -> Json:
        """Return the page that asks which game the check-up is about."""
        games = [(key, _("{game}", game=kind.title)) for key, kind in RULE_SETS.items()]
        offered = [*games, ("", _("All three games"))]
        buttons = [
            action_button(f"check-{key}", letter, text)
            for letter, (key, text) in zip(ascii_lowercase, offered, strict=False)
        ]
        back = action_button("course", "y", _("Your course"))
        text = N_("It asks up to ten puzzles, and tells you at the end what you still get wrong.")
        question = _("Which game do you play?")
        return page(_("Check-up"), question, [_(text)], [*buttons, back])

    def _proposals(self, *, can_choose: bool) -> list[Json]:
        course = action_button("course", "y", _("Your course"))
        return [*super()._proposals(can_choose=can_choose), course]

    def _ipython_display_(self) -> None:
        """Show the buttons, and the lessons below them as a notebook shows its own links."""
        from IPython.display import display  # noqa: PLC0415  # a page has no IPython

        super()._ipython_display_()
        lessons = course_html(self.path, is_whole=False)
        display({"text/html": lessons, "text/plain": ""}, raw=True)  # type: ignore[no-untyped-call]

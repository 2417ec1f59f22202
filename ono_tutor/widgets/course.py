"""``Course``: the way through the lessons, and a start for practice and the check-up."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.course_path import CoursePath
from ono_tutor.course.practice import EVERYTHING, USUAL
from ono_tutor.i18n import lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.course_page import course_html, course_page, course_text
from ono_tutor.render.scene import action_button
from ono_tutor.widgets.practice import Practice
from ono_tutor.widgets.quiz import HERE, progress_at
from ono_tutor.widgets.table import Table


class Course(Practice):
    """Your course: each lesson and whether it is done, what is due, and where you go on.

    Practice and the check-up begin in its place, and lead back to it. ``progress`` is one that is
    open, or a file's name; else the one beside the notebook. Raises :class:`NotationError` for
    what is no progress.
    """

    def __init__(self, progress: AnswerStore | Path | str = HERE) -> None:
        Table.__init__(self)
        self._size, self._scope, self._now = USUAL, EVERYTHING, datetime.now(UTC)
        self._store = progress if isinstance(progress, AnswerStore) else progress_at(progress)
        self._refuted = set()
        self.is_finished = self.is_retrying = False
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
        if self._page != self._way or action in ("on", "check"):
            super().on_action(action)

    def on_answer(self, values: Mapping[str, object]) -> None:
        if self._page != self._way:
            super().on_answer(values)

    @property
    def _actions(self) -> dict[str, Callable[[], None]]:
        return super()._actions | {"course": lambda: self._turn_to(self._way)}

    def _way(self) -> Json:
        """Return the page of the course."""
        practise = action_button("on", "p", lazy_gettext("Practise"))
        check_up = action_button("check", "k", lazy_gettext("Check-up"))
        notices = " ".join(map(str, self._store.notices)) or None
        return course_page(self.path, (practise, check_up)) | {"notice": notices}

    def _proposals(self, *, can_choose: bool) -> list[Json]:
        course = action_button("course", "y", lazy_gettext("Your course"))
        return [*super()._proposals(can_choose=can_choose), course]

    def _still(self) -> str:
        return f'<div class="ono-still {self.widget.still}">{course_html(self.path)}</div>'

"""``Course``: the way through the lessons; ``MyProgress``: what a learner knows and what is due."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from string import ascii_lowercase

from ono_tutor.atomic_files import free_name
from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.practice import EVERYTHING, USUAL, practice_filter
from ono_tutor.course.progress import CoursePath, Progress, progress_text, summary
from ono_tutor.course.schedule import Pick
from ono_tutor.errors import FileError
from ono_tutor.i18n import N_, _, gettext, ngettext
from ono_tutor.render.answers_json import Json
from ono_tutor.render.course_pages import (
    course_html,
    course_page,
    course_text,
    practice_list,
    progress_grid,
)
from ono_tutor.render.feedback import note
from ono_tutor.render.forms import field, form
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
        super().__init__(USUAL, progress)
        self._turn_to(self._way)

    @property
    def path(self) -> CoursePath:
        """The way through the lessons, as it stands now."""
        return CoursePath.of(self._store, datetime.now(UTC).date())

    def __str__(self) -> str:
        return course_text(self.path)

    def on_action(self, action: str) -> None:
        game = action.removeprefix("check-")
        if game != action and self._page == self._games and game in ("", *RULE_SETS):
            self._filters = practice_filter(game)
            super().do_check()
        else:
            super().on_action(action)

    def do_course(self) -> None:
        self._filters = EVERYTHING
        self._turn_to(self._way)

    def do_check(self) -> None:
        self._turn_to(self._games)

    def _way(self) -> Json:
        """Return the page of the course."""
        practise = action_button("on", "p", _("Practise"))
        check_up = action_button("check", "k", _("Check-up"))
        notices = " ".join(map(str, self._store.notices)) or None
        return course_page(self.path, (practise, check_up)) | {"notice": notices}

    def _games(self) -> Json:
        """Return the page that asks which game the check-up is about."""
        games = [(key, _("{game}", game=kind.title)) for key, kind in RULE_SETS.items()]
        offered = zip(ascii_lowercase, [*games, ("", _("All three games"))], strict=False)
        buttons = [action_button(f"check-{key}", letter, text) for letter, (key, text) in offered]
        back = action_button("course", "y", _("Your course"))
        text = N_("It asks up to ten puzzles, and tells you at the end what you still get wrong.")
        return page(_("Check-up"), _("Which game do you play?"), [_(text)], [*buttons, back])

    def _proposals(self, *, can_choose: bool) -> list[Json]:
        course = action_button("course", "y", _("Your course"))
        return [*super()._proposals(can_choose=can_choose), course]

    def _ipython_display_(self) -> None:
        """Show the buttons, and the lessons below them as a notebook shows its own links."""
        from IPython.display import display  # noqa: PLC0415  # a page has no IPython

        super()._ipython_display_()
        lessons = course_html(self.path, is_whole=False)
        display({"text/html": lessons, "text/plain": ""}, raw=True)  # type: ignore[no-untyped-call]


NEXT = 3
"""Puzzles that are named as the next ones."""

FIELD = "file"


class MyProgress(Table):
    """One's progress as a table, what to practise next, export and import.

    ``progress`` is one that is open, or a file's name; else the one beside the notebook. It is
    read when the widget is made, and again with Refresh. Export writes a new file into the
    folder one works in; Import asks for the name of such a file.
    Raises :class:`NotationError` for what is no progress.
    """

    def __init__(
        self,
        progress: Progress | Path | str | None = None,
        *,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        store = store_at(HERE if progress is None else progress)
        assert isinstance(store, Progress)
        self.progress = store
        self._clock = clock
        super().__init__()
        self._show()

    def __str__(self) -> str:
        return progress_text(self.progress.report(), self._picks(), self._clock().date())

    def do_refresh(self) -> None:
        self._show()

    def do_export(self) -> None:
        self._show()
        today = self._clock().date().isoformat()
        path = free_name(Path.cwd() / "ono-progress.json", today)
        count = self.progress.export_to(path)
        text = N_("Your answers ({count}) are in {name}, in the folder {folder}.")
        fields = {"count": count, "name": path.name, "folder": path.parent}
        self.feedback = note("right", _("Exported."), _(text, **fields))

    def do_import(self) -> None:
        """Ask for the file, or show the buttons alone again."""
        self._show(is_importing=self.scene["form"] is None)

    def on_answer(self, values: Mapping[str, object]) -> None:
        """Add the answers of a file."""
        name = str(values.get(FIELD) or "")
        if not name:
            raise FileError(gettext("Write the name of an exported file."))
        merged = self.progress.import_from(name)
        told = ngettext(
            "{n} answer is new; {known} were there already.",
            "{n} answers are new; {known} were there already.",
            merged.new,
            known=merged.known,
        )
        self._show()
        self.feedback = note("right", _("Imported."), told)

    def _picks(self) -> tuple[Pick, ...]:
        now = self._clock()
        return self.progress.next_puzzles(NEXT, now=now, seed=f"{now:%Y-%m-%d}")

    def _show(self, *, is_importing: bool = False) -> None:
        self.feedback = None
        today, report = self._clock().date(), self.progress.report()
        tip = _("An exported file, such as {name}", name="ono-progress-2026-11-20.json")
        named = field(FIELD, "text", N_("File to import"), "", help=tip)
        asked = form(N_("Add the answers of an exported file"), [named], N_("Import"))
        self.scene = page(
            _("My progress"),
            _("Import a file") if is_importing else _("What you know, and what to practise next"),
            summary(report, today)[:2],
            [
                action_button("refresh", "r", _("Refresh")),
                action_button("export", "e", _("Export")),
                action_button("import", "i", _("Cancel") if is_importing else _("Import")),
            ],
            notice=" ".join(dict.fromkeys(map(str, self.progress.notices))) or None,
            form=asked if is_importing else None,
            log=practice_list(self._picks()),
            grid=progress_grid(report, today),
        )

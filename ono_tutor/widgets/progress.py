"""``MyProgress``: what a learner knows, what is due, and what to practise next."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.course.export import free_path
from ono_tutor.course.progress import Progress, progress_text
from ono_tutor.course.schedule import Pick, pick_text
from ono_tutor.errors import FileError
from ono_tutor.i18n import N_, Message, _, gettext, ngettext, sentence
from ono_tutor.render.answers_json import Json
from ono_tutor.render.feedback import note
from ono_tutor.render.forms import field, form
from ono_tutor.render.progress_picture import practice_list, progress_figure, progress_grid
from ono_tutor.render.scene import action_button, page
from ono_tutor.widgets.quiz import HERE, progress_at
from ono_tutor.widgets.table import Table

NEXT = 3
"""Puzzles that are named as the next ones."""

FIELD = "file"


class MyProgress(Table):
    """One's progress as a picture and a table, what to practise next, export and import.

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
        self.progress = progress_at(HERE if progress is None else progress)
        self.is_importing = False
        self._clock = clock
        super().__init__()
        self._show()

    def __str__(self) -> str:
        return progress_text(self.progress.report(), self._picks(), self._clock().date())

    def __repr__(self) -> str:
        return f"MyProgress({str(self.progress.path)!r})"

    def on_action(self, action: str) -> None:
        self.feedback = None
        self.is_importing = action == "import" and not self.is_importing
        if action == "export":
            self._export()
        self._show()

    def on_answer(self, values: Mapping[str, object]) -> None:
        name = values.get(FIELD)
        self._import(name.strip() if isinstance(name, str) else "")

    def _picks(self) -> tuple[Pick, ...]:
        now = self._clock()
        return self.progress.next_puzzles(NEXT, now=now, seed=f"{now:%Y-%m-%d}")

    def _export(self) -> None:
        path = free_path(Path.cwd(), self._clock().date())
        try:
            count = self.progress.export_to(path)
        except FileError as error:
            self._show_feedback("wrong", _("Not exported."), error.message)
            return
        text = N_("Your answers ({count}) are in {name}, in the folder {folder}.")
        fields = {"count": count, "name": path.name, "folder": path.parent}
        self._show_feedback("right", _("Exported."), _(text, **fields))

    def _import(self, name: str) -> None:
        """Add the answers of a file; what is wrong with it stands under the field."""
        self.is_importing = True
        if not name:
            self._show(name, gettext("Write the name of an exported file."))
            return
        try:
            merged = self.progress.import_from(name)
        except FileError as error:
            self.feedback = None
            self._show(name, sentence(str(error)))
            return
        self.is_importing = False
        told = ngettext(
            "{n} answer is new; {known} were there already.",
            "{n} answers are new; {known} were there already.",
            merged.new,
            known=merged.known,
        )
        self._show_feedback("right", _("Imported."), told)
        self._show()

    def _show_feedback(self, state: str, headline: Message, text: object) -> None:
        said = _("{text}", text=text)
        self.feedback = note(state, headline, said)

    def _show(self, typed: str = "", error: str = "") -> None:
        today, report, picks = self._clock().date(), self.progress.report(), self._picks()
        self.figure = progress_figure(report, today)
        text = N_("Practise this next. {what}")
        lead = [_(text, what=pick_text(pick)) for pick in picks[:1]]
        self.scene = page(
            _("My progress"),
            _("What you know, and what to practise next"),
            lead,
            _actions(),
            notice=" ".join(dict.fromkeys(map(str, self.progress.notices))) or None,
            form=_form(typed, error) if self.is_importing else None,
            log=practice_list(picks),
            grid=progress_grid(report, today),
        )


def _actions() -> list[Json]:
    return [
        action_button("refresh", "r", _("Refresh")),
        action_button("export", "e", _("Export")),
        action_button("import", "i", _("Import")),
    ]


def _form(typed: str, error: str) -> Json:
    tip = _("An exported file, such as {name}", name="ono-progress-2026-11-20.json")
    named = field(FIELD, "text", N_("File to import"), typed, help=tip, error=error)
    return form(N_("Add the answers of an exported file"), [named], N_("Import"))

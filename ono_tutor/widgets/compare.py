"""``Compare``: one position under every rule set, side by side."""

from ono_tutor.errors import NotationError, UnanswerableError
from ono_tutor.game.position import Position
from ono_tutor.i18n import lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.comparison import (
    card_feedback,
    comparison_aloud,
    comparison_grid,
    comparison_text,
)
from ono_tutor.render.position_form import Draft, position_form, still_shown
from ono_tutor.render.scene import Asked, scene
from ono_tutor.rules.play import Play
from ono_tutor.solver.compare import Comparison, compare
from ono_tutor.widgets.table import Table

FIRST = "1980 total=89 hand=10,H,O,9 players=3"


class Compare(Table):
    """A position as given, and what each of its cards does under each rule set.

    ``position`` is a line of notation or a :class:`Position`; it may be set at any time.
    Raises :class:`NotationError` for what is no position, and :class:`UnanswerableError`
    where a card of the hand is hidden.
    """

    def __init__(self, position: Position | str = FIRST) -> None:
        self._draft = Draft.of(position)
        self.comparison: Comparison = compare(self._draft.sound)
        super().__init__()
        self._show()

    @property
    def position(self) -> Position:
        """The position that is compared: the last one that can be."""
        return self.comparison.position

    @position.setter
    def position(self, position: Position | str) -> None:
        draft = Draft.of(position)
        self.comparison = compare(draft.sound)
        self._draft = draft
        self._show()

    def __str__(self) -> str:
        return comparison_text(self.comparison)

    def __repr__(self) -> str:
        return f"Compare({str(self.position)!r})"

    def on_set(self, name: str, value: object) -> None:
        before, self._draft = self._draft, self._draft.changed(name, value)
        if self._draft is before:
            return
        if self._draft.is_sound:
            try:
                self.comparison = compare(self._draft.sound)
            except UnanswerableError as error:
                self._draft = self._draft.refused(name, error.message, before.sound)
        self._show()

    def on_play(self, play: str) -> None:
        try:
            found = self.position.rules.read_play(play)
        except NotationError:
            return
        if isinstance(found, Play) and found.card:
            told = card_feedback(self.comparison, found.card, self.next_serial())
            self.feedback = told or self.feedback

    def _show(self) -> None:
        with self.hold_sync():
            self.feedback = None
            self.scene = self._scene()

    def _scene(self) -> Json:
        question = lazy_gettext("The same cards and total under each rule set.")
        drawn = scene(self.position, Asked(question), self.next_serial())
        return drawn | {
            "form": position_form(self._draft, has_edition=False, shows_hidden=False),
            "grid": comparison_grid(self.comparison),
            "notice": still_shown(self._draft),
            "say": comparison_aloud(self.comparison) if self._draft.is_sound else "",
        }

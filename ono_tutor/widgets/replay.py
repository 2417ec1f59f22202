"""``Replay``: a game that was written down, or a line of play, step by step."""

from collections.abc import Callable
from math import isfinite

from ono_tutor.course.match import HOME
from ono_tutor.course.recording import Recording, recording
from ono_tutor.errors import NotationError, short_repr
from ono_tutor.game.position import Position
from ono_tutor.render.game_scenes import replay_feedback, replay_scene, seat_position, step_text
from ono_tutor.widgets.game import Game
from ono_tutor.widgets.table import Table


class Replay(Table):
    """A transcript, a game or a line of play to step through, each card's worth beside it.

    ``what`` is a ``Transcript``, its text or file, a ``Game``, what ``play`` gives, or a line of
    play such as ``"1980 total=92 hand=7,H,-10,O owes=2 | H"``. You look over the shoulder of the
    player to move, or always of the player on the seat ``home``: then the other hands are hidden.
    A ``Game`` is seen from your own seat.

    Raises :class:`NotationError` for what cannot be read or played; of a transcript it names
    the line.
    """

    def __init__(self, what: object, home: int | None = None) -> None:
        self.record: Recording = recording(what)
        if isinstance(what, Game) and home is None:
            home = HOME
        self.home = _checked(home, len(self.record.start.hands))
        self._step, self._has_values = 1, False
        super().__init__()
        self._show()

    @property
    def step(self) -> int:
        """The current step, from 1; the last one is the end. It may be set, within the bounds.

        Raises :class:`NotationError` for what is no whole number.
        """
        return self._step

    @step.setter
    def step(self, step: int) -> None:
        if type(step) is not int:
            message = f"a step is a whole number from 1 to {self.steps}, not {short_repr(step)}"
            raise NotationError(message, word=short_repr(step))
        before, self._step = self._step, max(1, min(step, self.steps))
        self._show(is_next=self._step == before + 1)

    @property
    def steps(self) -> int:
        """The number of steps: one for each play, and the end."""
        return self.record.steps

    @property
    def position(self) -> Position:
        """The position before the play of this step, as it is seen."""
        return seat_position(self.record, self._step, self.home)

    def __str__(self) -> str:
        return step_text(self.record, self._step, self.home)

    def __repr__(self) -> str:
        return f"<Replay, step {self._step} of {self.steps}: {self.position}>"

    def on_action(self, action: str) -> None:
        if action == "values":
            self._has_values = not self._has_values
            self._show()
        elif action in self._acts:
            self.step = self._acts[action](self._step)

    def on_set(self, name: str, value: object) -> None:
        if name == "step" and isinstance(value, (int, float)) and isfinite(value):
            self.step = int(value)

    @property
    def _acts(self) -> dict[str, Callable[[int], int]]:
        return {
            "first": lambda step: 1,
            "previous": lambda step: step - 1,
            "next": lambda step: step + 1,
            "last": lambda step: self.steps,
        }

    def _show(self, *, is_next: bool = False) -> None:
        at, has_values = (self.record, self._step, self.home), self._has_values
        with self.hold_sync():
            self.feedback = replay_feedback(*at, has_values=has_values)
            self.scene = replay_scene(*at, is_next=is_next, has_values=has_values)


def _checked(home: object, players: int) -> int | None:
    """Return the seat that is looked from."""
    if home is None:
        return None
    if type(home) is not int or not 0 <= home < players:
        message = f"home is a seat from 0 to {players - 1}, not {short_repr(home)}"
        raise NotationError(message, word=short_repr(home))
    return home

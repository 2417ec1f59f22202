"""The base of every table: the parts that it shows, and the messages that it answers.

A table needs no notebook: it shows its parts to its watchers, a notebook's view or a page.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from itertools import count
from typing import TYPE_CHECKING, Any

from ono_tutor.course.lessons import taught_in
from ono_tutor.errors import OnoError, shorten
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, _, gettext, sentence
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import join_sentences, puzzle_sentences
from ono_tutor.render.feedback import note, rule_panel
from ono_tutor.render.forms import answer_of
from ono_tutor.render.notebook_repr import still_html
from ono_tutor.rules.book import rule_points

if TYPE_CHECKING:
    from ono_tutor.widgets.table_view import TableView

PARTS = ("scene", "feedback", "figure", "rule_point")
NUMBERED = ("scene", "feedback")
Watcher = Callable[[dict[str, Json | None]], None]
"""Is given what has changed: the new parts by name."""


class Part:
    """A shown part of a table: its watchers are called when it is set.

    A scene or a feedback that is new gets a number, by which the view knows it; one that is shown
    again as it was keeps its own.
    """

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, table: "Table", owner: type | None = None) -> Any:
        return table.parts[self.name]

    def __set__(self, table: "Table", value: Json | None) -> None:
        if value is not None and self.name in NUMBERED:
            value.setdefault("serial", next(table.serials))
        table.parts[self.name] = value
        table.send_changes({self.name: value})


class Table:
    """A card table: its parts are JSON objects that the view in ``render/view`` draws.

    ``scene`` is what lies on the table, ``feedback`` what is said of an answer, ``figure`` a
    picture and ``rule_point`` the panel of a rule point; the last three may be None. A kind of
    table sets them, and says in its ``on_...`` methods what a message of the view does.
    """

    scene = Part()
    feedback = Part()
    figure = Part()
    rule_point = Part()

    def __init__(self) -> None:
        self.parts: dict[str, Json | None] = dict.fromkeys(PARTS) | {"scene": {}}
        self.serials = count(1)
        self._watchers: list[Watcher] = []
        self._held: dict[str, Json | None] | None = None
        self._view: TableView | None = None

    def watch(self, watcher: Watcher) -> None:
        """Tell *watcher* from now on what changes."""
        self._watchers.append(watcher)

    def send_changes(self, changed: dict[str, Json | None]) -> None:
        """Send what has changed to those who watch, or keep it until all is set."""
        if self._held is not None:
            self._held |= changed
            return
        for watcher in self._watchers:
            watcher(changed)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.scene.get('question')}>"

    def on_play(self, play: str) -> None:
        """A card of the hand was pressed, or one of the ways to play it."""

    def on_choice(self, choice: str) -> None:
        """One of the answers beside the cards was chosen: a play, unless a table says otherwise."""
        self.on_play(choice)

    def on_action(self, action: str) -> None:
        """A button was pressed that is no answer: ``hand-in`` calls ``do_hand_in``.

        One that is not shown does nothing.
        """
        if action in [button["id"] for button in self.scene["actions"]]:
            getattr(self, f"do_{action.replace('-', '_')}")()

    def on_answer(self, values: Mapping[str, object]) -> None:
        """A form was sent: its values by the names of its fields."""

    def on_set(self, name: str, value: object) -> None:
        """A field of a form that is not sent as a whole was changed."""

    def receive(self, message: object) -> None:
        """Do what a message of the view says; one of another shape is no message of ours.

        Where that cannot be done the feedback says why; a fault of ours is raised as well.
        """
        if not isinstance(message, dict):
            return
        self._held = {}  # what changes is sent in one piece
        try:
            self.handle({str(name): readable(value) for name, value in message.items()})
        except OnoError as error:
            said = sentence(f"{error.message.removesuffix('.')}.")
            self.feedback = note("wrong", _("That did not work."), said)
        except Exception as error:
            text = _(_FAULT, reason=shorten(f"{type(error).__name__}: {error}"))
            self.feedback = note("wrong", _("That did not work."), text)
            raise
        finally:
            changed, self._held = self._held, None
            if changed:
                self.send_changes(changed)

    def handle(self, message: Mapping[str, Any]) -> None:
        """Call the method for a message of the view."""
        match message:
            case {"type": "rule", "id": str(point)} if point in rule_points():
                panel, lesson = rule_panel(point), taught_in(point)
                if lesson:
                    text = N_("It is taught in lesson {number}, “{title}”.")
                    taught = gettext(text, number=lesson.number, title=lesson.title)
                    panel["where"] = f"{panel['where']} {taught}"
                self.rule_point = panel
            case {"type": "rule"}:
                self.rule_point = None
            case {"type": "answer", "values": dict(values)}:
                self.on_answer(values)
            case {"type": "set", "name": str(name)}:
                self.on_set(name, message.get("value"))
            case {"type": "play", "play": str(word)}:
                self.on_play(word)
            case {"type": "choice", "id": str(word)}:
                self.on_choice(word)
            case {"type": "action", "id": str(word)}:
                self.on_action(word)

    @property
    def widget(self) -> "TableView":
        """The notebook's widget of this table, to lay out with others: one, until it is closed."""
        if self._view is None or not self._view.is_open:
            from ono_tutor.widgets.table_view import TableView  # noqa: PLC0415  # a page has none

            if self._view is not None:
                self._watchers.remove(self._view.show)
            self._view = TableView(self.parts, self.receive)
            self.watch(self._view.show)
        return self._view

    def _ipython_display_(self) -> None:
        """Show the still picture, and the widget that takes its place while there is a kernel.

        A front end picks the widget of an output even where its model is gone, so that the
        picture has an output of its own. Where widgets are unknown it is all that is shown.
        """
        from IPython.display import display  # noqa: PLC0415  # a page has no IPython

        data, metadata = self._repr_mimebundle_()
        display({"text/html": data["text/html"], "text/plain": ""}, raw=True)  # type: ignore[no-untyped-call]
        display(data | {"text/html": ""}, metadata=metadata, raw=True)  # type: ignore[no-untyped-call]

    def _repr_mimebundle_(self, **__: object) -> Any:
        """Return the widget, the still picture for a viewer without widgets, and the plain text."""
        shown: Any = self.widget._repr_mimebundle_()
        data, metadata = shown
        position = getattr(self, "position", None) if "seats" in self.scene else None
        still = still_html(self.scene.get("question", ""), position, self.widget.still)
        return data | {"text/plain": str(self), "text/html": still}, metadata


_FAULT = N_(
    "The table has a fault here, which is not yours ({reason}). What you answered before is kept. "
    "Go on with another button, or run the cell again."
)


# ---- tables with a puzzle ----


class PuzzleTable(Table):
    """A table with a puzzle; a kind of it says which one, and what becomes of an answer."""

    @property
    @abstractmethod
    def puzzle(self) -> Puzzle:
        """The puzzle on the table."""

    @property
    def has_puzzle(self) -> bool:
        """True if the puzzle is on the table to be answered, and no page in its place."""
        return True

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position on the table."""

    def __str__(self) -> str:
        if not self.has_puzzle:
            return "{name}\n{question}".format(**self.scene)
        told = join_sentences(puzzle_sentences(self.puzzle, self.position))
        return f"{told}\n{self.puzzle.question}"

    @abstractmethod
    def take(self, given: object) -> None:
        """Take an answer, in words or in the values of a form."""

    def on_play(self, play: str) -> None:
        if self.has_puzzle:
            self.take(play)

    def on_answer(self, values: Mapping[str, object]) -> None:
        if self.has_puzzle:
            self.take(answer_of(self.puzzle, values))


# ---- what a table and its view send each other as JSON ----

LONGEST_TEXT = 5000
"""Characters of a text that are read; every line of notation is shorter."""

MOST_BITS = 1000
"""No browser has a longer whole number."""


def readable(sent: object) -> object:
    """Return what was sent, texts cut, half characters replaced, endless numbers left out."""
    if isinstance(sent, str):
        return sent[:LONGEST_TEXT].encode("utf-8", "replace").decode()
    if isinstance(sent, int):
        return sent if sent.bit_length() <= MOST_BITS else None
    if isinstance(sent, list):
        return [readable(item) for item in sent]
    if isinstance(sent, dict):
        return {readable(name): readable(value) for name, value in sent.items()}
    return sent

"""``Replay``: a game or a line of play, step by step; and what else a lesson shows."""

from math import isfinite

from ono_tutor.course.match import HOME
from ono_tutor.course.recording import Recording, recording, shipped_game
from ono_tutor.errors import NotationError, check_known, short_repr
from ono_tutor.game.position import Position
from ono_tutor.i18n import _, ngettext, sentence
from ono_tutor.render.charts import chart, figure_svg
from ono_tutor.render.game_scenes import replay_feedback, replay_scene, seat_position, step_text
from ono_tutor.render.pages import cards_html
from ono_tutor.rules.catalogue import ruleset
from ono_tutor.solver.check_proof import check_proof
from ono_tutor.solver.proof import prove_solve
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
        players = len(self.record.start.hands)
        if home is not None and (type(home) is not int or not 0 <= home < players):
            message = f"home is a seat from 0 to {players - 1}, not {short_repr(home)}"
            raise NotationError(message, word=short_repr(home))
        self.home = home
        self._step, self._has_values = 1, False
        super().__init__()
        self._show()

    @property
    def step(self) -> int:
        """The current step, from 1; the last one is the end. It may be set, within the bounds."""
        return self._step

    @step.setter
    def step(self, step: int) -> None:
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

    def on_set(self, name: str, value: object) -> None:
        if name == "step" and isinstance(value, (int, float)) and isfinite(value):
            self.step = int(value)

    def do_first(self) -> None:
        self.step = 1

    def do_previous(self) -> None:
        self.step -= 1

    def do_next(self) -> None:
        self.step += 1

    def do_last(self) -> None:
        self.step = self.steps

    def do_values(self) -> None:
        self._has_values = not self._has_values
        self._show()

    def _show(self, *, is_next: bool = False) -> None:
        at, has_values = (self.record, self._step, self.home), self._has_values
        self.feedback = replay_feedback(*at, has_values=has_values)
        self.scene = replay_scene(*at, is_next=is_next, has_values=has_values)


# ---- what a lesson shows besides ----


class Shows:
    """A value that a notebook draws, and that is words elsewhere."""

    def __init__(self, html: str, text: str) -> None:
        self._html, self._text = html, text

    def _repr_html_(self) -> str:
        return self._html

    def __repr__(self) -> str:
        return self._text


def show_cards(rules: str, *cards: str) -> Shows:
    """Return the cards with these codes, or the whole deck, with how many of each there are.

    Raises :class:`NotationError` for a rule set or a card that there is not.
    """
    found = ruleset(rules)
    deck = {card.code: (card, count) for card, count in found.deck(2).items()}
    for word in cards:
        check_known(deck, word, f"is no card of {found.title}; its cards are")
    rows = []
    for code in cards or deck:
        card, count = deck[code]
        note = ngettext("{n} card", "{n} cards", count)
        rows.append((code, sentence(f"{found.card_name(card):short}"), str(note)))
    return Shows(cards_html(rows), "\n".join(f"{name}: {note}" for __, name, note in rows))


def show_figure(name: str) -> Shows:
    """Return a figure of how the games play, such as ``skill-1980``, with its numbers in words.

    Raises :class:`NotationError` for a name that no figure has.
    """
    found = chart(name)
    return Shows(figure_svg(name), f"{found.title}. {found.up}. {found.text}")


def show_game(name: str) -> Replay:
    """Return a game that is shipped with the lessons, to step through.

    Raises :class:`NotationError` for a name that no game has.
    """
    return Replay(shipped_game(name))


def show_proof(position: str) -> Shows:
    """Prove what :func:`solve` says of a position, and have the proof checked by another program.

    Raises :class:`OnoError` for a position that cannot be solved.
    """
    proof = prove_solve(Position.parse(position))
    check_proof(proof)
    text = _("The proof was written down and checked. It holds.")
    return Shows(f"<p>{text}</p>", str(text))

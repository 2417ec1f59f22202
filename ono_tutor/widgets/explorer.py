"""A position to change at will: ``Explorer`` shows what follows, ``Compare`` every rule set."""

import json
from typing import Any

from ono_tutor.course.coach import PlayReview, review_play
from ono_tutor.errors import NotationError, OnoError, UnanswerableError
from ono_tutor.game.legal import why_not
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play as play_line
from ono_tutor.i18n import N_, Message, _, gettext
from ono_tutor.render.answers_json import Json
from ono_tutor.render.comparison import (
    card_feedback,
    comparison_aloud,
    comparison_grid,
    comparison_text,
)
from ono_tutor.render.describe import join_sentences, position_text
from ono_tutor.render.feedback import (
    Sentences,
    outcomes_feedback,
    outcomes_text,
    what_followed,
    with_values,
)
from ono_tutor.render.position_form import EDITION, Draft, position_form, still_shown
from ono_tutor.render.scene import Asked, action_button, choice_buttons, scene
from ono_tutor.render.totals_picture import totals_figure
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.compare import Comparison, compare
from ono_tutor.solver.survive import Survival, survive
from ono_tutor.solver.threat import Danger, threat
from ono_tutor.solver.value import value_at_once
from ono_tutor.widgets.table import Table

LARGE = 19_000
"""From how many characters of JSON on an update goes without the faces in the feedback."""

FIRST_EXPLORED = "1980 total=92 hand=7,H,-10,O owes=2"
FIRST_COMPARED = "1980 total=89 hand=10,H,O,9 players=3"


class Explorer(Table):
    """A position with a form to change it: every card's consequence and the exact chance follow.

    ``position`` is a line of notation or a :class:`Position`; it may be set at any time.
    Pressing a card goes on to the position after it; "Back" undoes as many steps as were made.
    "Value over the round" adds what each card is worth to the end of the round: between two
    players from a table, from then on; with more, rounds are played on for a moment at each press.
    Raises :class:`NotationError` for what is no position.
    """

    def __init__(self, position: Position | str = FIRST_EXPLORED) -> None:
        self._draft = Draft.of(position)
        self._before: list[Draft] = []
        self._has_values = False
        super().__init__()
        self._show()

    @property
    def position(self) -> Position:
        """The position that is explored: the last one that can be."""
        return self._draft.sound

    @position.setter
    def position(self, position: Position | str) -> None:
        self._step_to(self._draft.moved_to(Draft.of(position).sound))
        self._show()

    @property
    def survival(self) -> Survival:
        """The chance to complete the turn, by first play.

        Raises :class:`UnanswerableError` where a card of the hand is hidden.
        """
        return survive(self.position)

    def __str__(self) -> str:
        position = self.position
        return "\n".join([str(position), position_text(position), outcomes_text(position)])

    def __repr__(self) -> str:
        return f"Explorer({str(self.position)!r})"

    def on_set(self, name: str, value: object) -> None:
        """Change the position; one that cannot be leaves the answer as it was."""
        before, self._draft = self._draft, self._draft.changed(name, value)
        if self._draft is before:
            return
        if not self._draft.is_sound:
            self.scene = self._scene()
            return
        if name == EDITION:
            self._before.append(before)
        self._show(self._draft.notes)

    def on_play(self, play: str) -> None:
        try:
            found = self.position.rules.read_play(play)
            refusal = why_not(self.position, found)
            if refusal is None:
                self._make(found)
            else:
                self._show_feedback(found, _("Not allowed."), str(refusal))
        except OnoError as error:
            self._show_feedback(None, _("Not possible."), error.message)

    def on_choice(self, choice: str) -> None:
        self.on_play(choice)

    def on_action(self, action: str) -> None:
        if action == "back" and self._before:
            self._draft = self._before.pop()
            self._show([_("One step back.")])
        elif action == "values":
            self._has_values = not self._has_values
            self._show(plays_on=True)

    def _judgement(self, *, plays_on: bool) -> PlayReview | None:
        """Return what the cards are worth over the round, if that is asked for and can be said."""
        if not self._has_values or not self.position.is_hand_known:
            return None
        if not plays_on and value_at_once(self.position) is None:
            self._has_values = False
            return None
        return review_play(self.position)

    def _make(self, play: Play | LateDraw) -> None:
        """Go on to the position after a play; one that ends play is only told."""
        outcome = play_line(self.position, play)
        texts = what_followed(outcome, self._danger(play))
        if outcome.round_over:
            ends = _("Play ends with this card, so the position stays as it is.")
            self._show_feedback(play, ends, join_sentences(texts))
            return
        self._step_to(self._draft.moved_to(outcome.after))
        self._show(texts)

    def _danger(self, play: Play | LateDraw) -> Danger | None:
        """Return what the play leaves the next player, where this hand is known."""
        if not self.position.is_hand_known:
            return None
        return next((item for item in threat(self.position).dangers if item.play == play), None)

    def _step_to(self, draft: Draft) -> None:
        self._before.append(self._draft)
        self._draft = draft

    def _show_feedback(self, play: Play | LateDraw | None, headline: Message, text: str) -> None:
        """Say what a press on a card that leads nowhere came to, above the answer, which stays."""
        chosen = None if play is None else str(play)
        told: Json = {"headline": str(headline), "text": text, "chosen": chosen}
        self._show(told=told | {"say": f"{headline} {text}"})

    def _show(
        self, before: Sentences = (), told: Json | None = None, *, plays_on: bool = False
    ) -> None:
        """Draw everything, after the sentences ``before``; ``told`` replaces parts of the answer.

        Rounds are played on for the values only where ``plays_on``.
        """
        judgement = self._judgement(plays_on=plays_on)
        with self.hold_sync():
            self.scene = self._scene()
            self.figure = totals_figure(self.position)
            answer = outcomes_feedback(self.position, before)
            answer = answer if judgement is None else with_values(answer, judgement)
            if len(json.dumps([self.scene, answer, self.figure])) > LARGE:
                rows: Any = answer["cards"]  # the hand shows their pictures as well
                answer = answer | {"cards": [row | {"svg": None} for row in rows]}
            self.feedback = answer | (told or {})

    def _scene(self) -> Json:
        back = (action_button("back", "u", _("Back")),)
        asked = Asked(
            question=_("Change the position, or play a card, and see what follows."),
            choices=choice_buttons(self._choices()),
            actions=(*(back if self._before else ()), *self._value_button()),
        )
        drawn = scene(self.position, asked)
        caption = gettext("What each card would do")
        return drawn | {
            "notice": still_shown(self._draft),
            "form": position_form(self._draft),
            "words": {"caption": caption},
        }

    def _value_button(self) -> tuple[Json, ...]:
        text = N_("Hide the values") if self._has_values else N_("Value over the round")
        is_asked = self.position.is_hand_known
        return (action_button("values", "v", _(text)),) if is_asked else ()

    def _choices(self) -> tuple[tuple[str, Message], ...]:
        """Return the plays that are more, or less, than one card of the hand."""
        if not self.position.is_hand_known:
            return ()
        rules = self.position.rules
        plays = [play for play, __ in self.survival.chances]
        plays += [play for play in rules.plays_of_hand(self.position.hand) if play not in plays]
        return tuple(
            (str(play), self.position.rules.play_name(play))
            for play in plays
            if not isinstance(play, Play) or play.card is None or play.copies > 1
        )


class Compare(Table):
    """A position as given, and what each of its cards does under each rule set.

    ``position`` is a line of notation or a :class:`Position`; it may be set at any time.
    Raises :class:`NotationError` for what is no position, and :class:`UnanswerableError`
    where a card of the hand is hidden.
    """

    def __init__(self, position: Position | str = FIRST_COMPARED) -> None:
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
            told = card_feedback(self.comparison, found.card)
            self.feedback = told or self.feedback

    def _show(self) -> None:
        with self.hold_sync():
            self.feedback = None
            self.scene = self._scene()

    def _scene(self) -> Json:
        question = _("The same cards and total in each game.")
        drawn = scene(self.position, Asked(question))
        return drawn | {
            "form": position_form(self._draft, has_edition=False, shows_hidden=False),
            "grid": comparison_grid(self.comparison),
            "notice": still_shown(self._draft),
            "say": comparison_aloud(self.comparison) if self._draft.is_sound else "",
        }

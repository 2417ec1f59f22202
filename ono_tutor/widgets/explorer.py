"""A position to change at will: ``Explorer`` shows what follows, ``Compare`` every rule set."""

from ono_tutor.course.coach import review_play
from ono_tutor.game.legal import why_not
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play as play_line
from ono_tutor.i18n import N_, Message, _, gettext
from ono_tutor.render.answers_json import Json
from ono_tutor.render.comparison import (
    comparison_aloud,
    comparison_grid,
    comparison_text,
    difference_feedback,
)
from ono_tutor.render.describe import position_text
from ono_tutor.render.feedback import (
    Sentences,
    outcomes_feedback,
    what_followed,
    with_values,
)
from ono_tutor.render.forms import EDITION, Draft, position_form, still_shown
from ono_tutor.render.notebook_repr import value_text
from ono_tutor.render.scene import TABLE_KEYS, action_button, choice_buttons, key_list, scene
from ono_tutor.render.totals import totals_figure
from ono_tutor.rules.play import Play
from ono_tutor.solver.compare import Comparison, compare
from ono_tutor.solver.survive import Survival, survive
from ono_tutor.solver.threat import threat
from ono_tutor.solver.value import value_at_once
from ono_tutor.widgets.table import Table

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
        return self._draft.position

    @position.setter
    def position(self, position: Position | str) -> None:
        self._step_to(Draft.of(position).position)
        self._show()

    def _step_to(self, position: Position) -> None:
        self._before.append(self._draft)
        self._draft = Draft.of(position)

    @property
    def survival(self) -> Survival:
        """The chance to complete the turn, by first play.

        Raises :class:`UnanswerableError` where a card of the hand is hidden.
        """
        return survive(self.position)

    def __str__(self) -> str:
        position = self.position
        shown = self.survival if position.is_hand_known else position
        return "\n".join([position_text(position), value_text(shown)])

    def on_set(self, name: str, value: object) -> None:
        """Change the position; one that cannot be leaves the answer as it was."""
        before, self._draft = self._draft, self._draft.changed(name, value)
        if self._draft.fault:
            self.scene = self._scene()
            return
        if name == EDITION:
            self._before.append(before)
        self._show(self._draft.notes)

    def on_play(self, play: str) -> None:
        position, danger = self.position, None
        made = position.rules.read_play(play)
        refusal = why_not(position, made)
        if refusal is not None:
            self._show([_("Not allowed."), str(refusal)])
            return
        outcome = play_line(position, made)
        if position.is_hand_known and isinstance(made, Play):
            danger = {each.play: each for each in threat(position).dangers}.get(made)
        texts = what_followed(outcome, danger)
        if outcome.round_over:
            texts.append(_("Play ends with this card, so the position stays as it is."))
        else:
            self._step_to(outcome.after)
        self._show(texts)

    def do_back(self) -> None:
        self._draft = self._before.pop()
        self._show([_("One step back.")])

    def do_values(self) -> None:
        self._has_values = not self._has_values
        self._show(plays_on=True)

    def _show(self, before: Sentences = (), *, plays_on: bool = False) -> None:
        """Draw everything, after the sentences ``before``.

        Rounds are played on for the values only where ``plays_on``.
        """
        position = self.position
        answer = outcomes_feedback(position, before)
        if self._has_values and position.is_hand_known:
            self._has_values = plays_on or value_at_once(position) is not None
            if self._has_values:
                answer = with_values(answer, review_play(position))
        self.scene, self.figure, self.feedback = self._scene(), totals_figure(position), answer

    def _scene(self) -> Json:
        position, actions, choices = self.position, [], list[tuple[str, Message]]()
        if self._before:
            actions.append(action_button("back", "u", _("Back")))
        if position.is_hand_known:
            text = N_("Hide the values") if self._has_values else N_("Value over the round")
            actions.append(action_button("values", "v", _(text)))
            plays = [play for play, __ in self.survival.chances]
            others = position.rules.plays_of_hand(position.hand)
            for play in dict.fromkeys((*plays, *others)):  # more, or less, than one card
                if not isinstance(play, Play) or play.card is None or play.copies > 1:
                    choices.append((str(play), position.rules.play_name(play)))
        question = _("Change the position, or play a card, and see what follows.")
        drawn = scene(position, question, choices=choice_buttons(choices), actions=actions)
        return drawn | {
            "notice": still_shown(self._draft),
            "form": position_form(self._draft),
            "words": {"caption": gettext("What each card would do")},
        }


class Compare(Table):
    """A position as given, and what each of its cards does under each rule set.

    ``position`` is a line of notation or a :class:`Position`; it may be set at any time.
    Raises :class:`NotationError` for what is no position, and :class:`UnanswerableError`
    where a card of the hand is hidden.
    """

    def __init__(self, position: Position | str = FIRST_COMPARED) -> None:
        self._draft = Draft.of(position)
        self.comparison: Comparison = compare(self._draft.position)
        super().__init__()
        self._show()

    @property
    def position(self) -> Position:
        """The position that is compared: the last one that can be."""
        return self.comparison.position

    @position.setter
    def position(self, position: Position | str) -> None:
        draft = Draft.of(position)
        self.comparison, self._draft = compare(draft.position), draft
        self._show()

    def __str__(self) -> str:
        return comparison_text(self.comparison)

    def on_set(self, name: str, value: object) -> None:
        draft = self._draft.changed(name, value)
        self.comparison, self._draft = compare(draft.position), draft
        self._show()

    def _show(self) -> None:
        drawn = scene(self.position, _("The same cards and total in each game."))
        self.feedback = difference_feedback(self.comparison)
        self.scene = drawn | {
            "shut": "hand",
            "keys": key_list(TABLE_KEYS, ()),
            "form": position_form(self._draft, is_compared=True),
            "grid": comparison_grid(self.comparison),
            "notice": still_shown(self._draft),
            "say": "" if self._draft.fault else comparison_aloud(self.comparison),
        }

"""``Game``'s review: the plays that cost most, each a puzzle that asks for a better card."""

from collections.abc import Sequence
from dataclasses import replace

from ono_tutor.course.coach import PlayReview
from ono_tutor.course.coach_text import explanation, headline
from ono_tutor.errors import NotationError
from ono_tutor.game.legal import why_not
from ono_tutor.i18n import N_, _
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import join_sentences
from ono_tutor.render.feedback import mark_of, note
from ono_tutor.render.outcomes import outcome_rows
from ono_tutor.render.scene import Asked, action_button, scene
from ono_tutor.rules.play import Play


class Review:
    """The moments of a game one after another; the first wrong answer to each gets a second try."""

    def __init__(self, moments: Sequence[PlayReview]) -> None:
        self.moments = moments
        self.place = 0
        self.feedback: Json | None = None
        self._tried = False
        self._is_answered = False

    @property
    def _made(self) -> PlayReview:
        """The play that is asked about."""
        return self.moments[self.place]

    def go_on(self) -> bool:
        """Go to the next moment; return False where there is none."""
        if self.place == len(self.moments) - 1:
            return False
        self.place += 1
        self.feedback, self._tried, self._is_answered = None, False, False
        return True

    def answer(self, words: str) -> None:
        """Judge a card that was pressed."""
        position = self._made.position
        try:
            play = position.rules.read_play(words)
        except NotationError:
            return
        refusal = why_not(position, play)
        if refusal is not None or not isinstance(play, Play):
            title = _("That may not be played.")
            self.feedback = note("wrong", title, str(refusal or ""))
            return
        given = self._made.with_chosen(play)
        if given.is_best or self._tried:
            self._tell(given)
            return
        self._tried = True
        again = _("There is a better card. Look again, and try once more.")
        self.feedback = note("wrong", _("Not right."), again)

    def solve(self) -> None:
        """Show the better cards."""
        self._tell(self._made.with_chosen(self._made.values.best), is_shown=True)

    def _tell(self, given: PlayReview, *, is_shown: bool = False) -> None:
        """Say whether the answer was right, and why; what the play cost says what is better."""
        self._is_answered = True
        told = self._made if given.is_best else given
        text = join_sentences([headline(told), *explanation(told)])
        title = _("Right.") if given.is_best else _("Not right.")
        if is_shown:
            title = _("The answer.")
        self.feedback = note(
            "right" if given.is_best else "risk",
            title,
            text,
            cards=outcome_rows(given.position, given),
            chosen=None if is_shown else given.chosen.play,
            marks=self._marks(None if is_shown else given.chosen.play),
            is_folded=True,
        )

    def _marks(self, given: Play | None) -> list[Json]:
        best = [each.play for each in self._made.best]
        yours = N_("your answer")
        mine = [mark_of(given, "right" if given in best else "wrong", yours)] if given else []
        return mine + [mark_of(play, "right", N_("better")) for play in best if play != given]

    def scene(self) -> Json:
        """Return the moment on the table, as it was seen then."""
        position = self._made.position
        played = position.rules.play_name(self._made.chosen.play)
        is_last = self.place == len(self.moments) - 1
        onward = N_("Back to the game") if is_last else N_("Next moment")
        actions = [
            action_button("solution", "s", _("Show the answer")),
            action_button("next", "n", _(onward), is_primary=self._is_answered),
        ]
        if not is_last:
            actions.append(action_button("back", "b", _("Back to the game")))
        asked = Asked(
            _("You played {card:the} here. Which card was better?", card=played),
            actions=tuple(actions),
            step=self.place + 1,
            steps=len(self.moments),
        )
        return scene(replace(position, seen=()), asked)

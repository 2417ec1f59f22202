"""``Game``'s review: the plays that cost most, each a puzzle that asks for a better card."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ono_tutor.course.coach import Appraisal
from ono_tutor.course.coach_feedback import explanation, headline, played_on
from ono_tutor.errors import NotationError
from ono_tutor.game.legal import why_not
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import join_sentences
from ono_tutor.render.feedback import coach_rows, mark_of, note
from ono_tutor.render.scene import Asked, action_button, scene
from ono_tutor.rules.play import Play
from ono_tutor.solver.value import value


class Review:
    """The moments of a game one after another; the first wrong answer to each gets a second try."""

    def __init__(self, moments: Sequence[Appraisal]) -> None:
        self.moments = moments
        self.place = 0
        self.feedback: Json | None = None
        self._tried = False
        self._is_answered = False

    @property
    def _appraisal(self) -> Appraisal:
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
        position = self._appraisal.position
        try:
            play = position.rules.read_play(words)
        except NotationError:
            return
        refusal = why_not(position, play)
        by_play = {weight.play: weight for weight in self._appraisal.weights}
        if refusal is not None or play not in by_play:
            title = lazy_gettext("That may not be played.")
            self.feedback = note("wrong", title, str(refusal or ""))
        else:
            self._judge(replace(self._appraisal, chosen=by_play[play]))

    def solve(self) -> None:
        """Show the better cards."""
        best = self._appraisal.best[0]
        self._tell(replace(self._appraisal, chosen=best), is_shown=True)

    def _judge(self, given: Appraisal) -> None:
        if not given.is_best and not self._tried:
            self._tried = True
            again = lazy_gettext("There is a better card. Look again, and try once more.")
            self.feedback = note("wrong", lazy_gettext("Not right."), again)
        else:
            self._tell(given)

    def _tell(self, given: Appraisal, *, is_shown: bool = False) -> None:
        self._is_answered = True
        made = self._appraisal
        if given.is_best and made.values is not None:  # what the play cost says what is better
            text = [headline(made), *explanation(made)]
        else:
            text = [*explanation(given), *self._played_on()]
        title = lazy_gettext("Right.") if given.is_best else headline(given)
        if is_shown:
            title = lazy_gettext("The answer.")
        self.feedback = note(
            "right" if given.is_best else "risk",
            title,
            join_sentences(text),
            cards=coach_rows(given),
            chosen=None if is_shown else given.chosen.play,
            marks=self._marks(None if is_shown else given.chosen.play),
            is_folded=True,
        )

    def _played_on(self) -> Iterator[Message]:
        """Yield what rounds played on tell of the play, where no table knows it: an estimate."""
        appraisal = self._appraisal
        if appraisal.values is not None:
            return
        found = value(appraisal.position)
        mine, best = (found.of(each.play) for each in (appraisal.chosen, appraisal.best[0]))
        yield played_on(found, mine, best)

    def _marks(self, given: Play | None) -> list[Json]:
        best = [weight.play for weight in self._appraisal.best]
        yours = N_("your answer")
        mine = [mark_of(given, "right" if given in best else "wrong", yours)] if given else []
        return mine + [mark_of(play, "right", N_("better")) for play in best if play != given]

    def scene(self) -> Json:
        """Return the moment on the table, as it was seen then."""
        appraisal = self._appraisal
        played = appraisal.position.rules.play_name(appraisal.chosen.play)
        is_last = self.place == len(self.moments) - 1
        onward = N_("Back to the game") if is_last else N_("Next moment")
        actions = [
            action_button("solution", "s", lazy_gettext("Show the answer")),
            action_button("next", "n", lazy_gettext(onward), is_primary=self._is_answered),
        ]
        if not is_last:
            actions.append(action_button("back", "b", lazy_gettext("Back to the game")))
        asked = Asked(
            lazy_gettext("You played {card:the} here. Which card was better?", card=played),
            actions=tuple(actions),
            step=self.place + 1,
            steps=len(self.moments),
        )
        return scene(replace(appraisal.position, seen=()), asked)

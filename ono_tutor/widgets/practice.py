"""``Practice``: the puzzles to practise next, up to a summary; ``CheckUp``: what you believe."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from ono_tutor.course.answer_store import AnswerStore
from ono_tutor.course.practice import (
    EVERYTHING,
    USUAL,
    PracticeSitting,
    begin_check_up,
    begin_practice,
    is_checked_up,
    parse_topic,
    practice_filter,
    refutation,
)
from ono_tutor.errors import NotationError, short_repr
from ono_tutor.i18n import N_, _, gettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.render.answers_json import Json
from ono_tutor.render.pages import (
    COUNT,
    GAME,
    MOST,
    TOPIC,
    Result,
    choice_form,
    refutation_page,
    result_page,
)
from ono_tutor.render.scene import action_button
from ono_tutor.widgets.quiz import HERE, SittingTable, store_at


class Practice(SittingTable):
    """The next puzzles to practise, picked one by one from one's progress, and a summary.

    ``count`` puzzles are asked, 8 unless another number is given; ``game`` (such as ``"1980"``)
    and ``topic`` (the id of a rule point, or several) limit them. Who has answered nothing yet and
    asks for nothing particular begins with a check-up. Shown again on the same day it goes on
    where it stopped. Raises :class:`NotationError` for a count that is not from 1 to 100, for a
    game or a topic that there is not, and for what is no progress.
    """

    sitting: PracticeSitting

    def __init__(
        self,
        count: int | None = None,
        progress: AnswerStore | Path | str = HERE,
        *,
        game: str | None = None,
        topic: str | Sequence[str] | None = None,
        now: datetime | None = None,
    ) -> None:
        self._size = USUAL if count is None else checked_size(count)
        self._store = store_at(progress)
        self._now = datetime.now(UTC) if now is None else now
        self._filters = parse_topic(game, topic)
        sitting = self._first(may_check_up=count is None and topic is None)
        answered = len(sitting.first_answers())
        self._refuted = {key for key, number in sitting.beliefs.items() if number < answered}
        super().__init__(sitting, self._result if sitting.is_over else None)

    def _first(self, *, may_check_up: bool) -> PracticeSitting:
        """Return the sitting to begin with: a check-up where nothing is known of the learner."""
        if may_check_up and not is_checked_up(self._store, self._now, self._filters):
            return begin_check_up(self._store, self._now, self._filters)
        return begin_practice(self._store, self._size, self._now, self._filters)

    def on_answer(self, values: Mapping[str, object]) -> None:
        if self._page:
            self._choose(values)
        else:
            super().on_answer(values)

    # ---- a puzzle ----

    def do_leave(self) -> None:
        self._turn_to(self._result)

    def do_back(self) -> None:
        self._turn_to(None)

    def do_on(self) -> None:
        self._start(self._practice(self._filters))

    def do_choose(self) -> None:
        self._turn_to(lambda: self._result(is_choosing=True))

    def _show_feedback(self, check: Check, *, is_shown: bool = False) -> None:
        is_answer = check.mark in (Mark.RIGHT, Mark.WRONG)
        if self.sitting.is_check_up and (is_shown or is_answer):
            self._advance()
        else:
            super()._show_feedback(check, is_shown=is_shown)

    def _advance(self) -> None:
        """Put a misconception right that was named, else go on to the next puzzle or the end."""
        sitting = self.sitting
        waiting = [key for key in sitting.beliefs if key not in self._refuted]
        if waiting:
            self._refute(waiting[0])
        elif (self._page and not sitting.is_answered) or sitting.advance():
            self._turn_to(None)
        else:
            self._turn_to(self._result)

    def _start(self, sitting: PracticeSitting) -> None:  # type: ignore[override]
        self._refuted = set()
        super()._start(sitting)

    def _more(self, drawn: Json) -> Json:
        """Return why the puzzle was picked; in a check-up, how far it is and what it is."""
        sitting, about = self.sitting, ""
        reason, done, steps = sitting.reasons.get(sitting.puzzle.id), sitting.place, sitting.length
        if reason and not sitting.is_check_up:
            about = gettext("Why this one: {reason}", reason=reason)
        elif sitting.is_check_up and not done:
            about = gettext("Answer as you would at the table: the result comes at the end.")
        more: Json = {"lead": f"{about} {drawn['lead']}".strip()}
        if sitting.is_check_up:
            text = gettext("Check-up: puzzle {step} of up to {steps}", step=done + 1, steps=steps)
            more["progress"] = {"done": done, "of": steps, "text": text}
        return more

    def _buttons(self) -> tuple[Json, ...]:
        leave = action_button("leave", "x", _("Stop here"))
        if self.sitting.is_check_up:
            return action_button("solution", "s", _("I don’t know")), leave
        return (*super()._buttons(), leave)

    # ---- the pages ----

    def _refute(self, belief: str) -> None:
        self._refuted.add(belief)
        game = self.puzzle.position.rules.key
        asked = [answered.puzzle for answered in self.sitting.first_answers()]
        found = refutation(belief, game, asked)
        go_on = action_button("next", "n", _("Go on to two fresh cases"), is_primary=True)
        leave = action_button("leave", "x", _("Stop here"))
        self._turn_to(lambda: refutation_page(found, (go_on, leave)))

    def do_mend(self) -> None:
        """Put right what seems to be believed: each misconception, and fresh cases of it."""
        self._start(self._practice(EVERYTHING, tuple(Result.of(self.sitting).shown)))
        self._advance()

    def do_check(self) -> None:
        """Go on with the check-up, or begin another."""
        sitting = begin_check_up(self._store, self._now, self._filters)
        if sitting.is_over:
            sitting = begin_check_up(self._store, self._now, self._filters, another=True)
        self._start(sitting)

    def do_these(self) -> None:
        game, missed = "".join(self._filters.rules), Result.of(self.sitting).missed
        self._start(self._practice(practice_filter(game, missed)))

    def _practice(self, filters: PuzzleFilter, beliefs: Sequence[str] = ()) -> PracticeSitting:
        return begin_practice(
            self._store, self._size, self._now, filters, beliefs=beliefs, another=True
        )

    def _result(self, *, is_choosing: bool = False) -> Json:
        """Return the page of what the sitting came to, up to now."""
        is_choosing = is_choosing or not self.sitting.first_answers()
        topics = self._filters.rule_points
        topic = topics[0] if len(topics) == 1 else ""
        game = "".join(self._filters.rules)
        chosen = choice_form(game, topic, self._size) if is_choosing else None
        actions = self._proposals(can_choose=not is_choosing)
        made = result_page(self.sitting, chosen, actions)
        return made | {"notice": " ".join(map(str, self.sitting.notices)) or None}

    def _proposals(self, *, can_choose: bool) -> list[Json]:
        """Return the buttons for what may come next, the first of them the best."""
        result, is_over = Result.of(self.sitting), self.sitting.is_over
        is_check_up = self.sitting.is_check_up
        again = N_("Another check-up") if is_check_up else N_("Check-up")
        offered = [
            ("back", "b", N_("Back to the puzzle"), not is_over),
            ("mend", "p", N_("Put it right"), is_check_up and bool(result.shown)),
            ("these", "m", N_("Practise what you missed"), bool(result.missed)),
            ("on", "n", N_("Go on with practice"), True),
            ("check", "k", again, is_over or not is_check_up),
            ("choose", "c", N_("Choose a game and a rule"), can_choose),
        ]
        buttons = [action_button(name, key, _(text)) for name, key, text, is_in in offered if is_in]
        return [buttons[0] | {"primary": True}, *buttons[1:]]

    def _choose(self, values: Mapping[str, object]) -> None:
        """Begin what was chosen in the form."""
        game, topic = (str(values.get(name) or "") for name in (GAME, TOPIC))
        size = checked_size(values.get(COUNT))
        self._filters, self._size = parse_topic(game or None, topic or None), size
        self._start(self._practice(self._filters))


def checked_size(count: object) -> int:
    """Return the number of puzzles; raise :class:`NotationError` if it is not from 1 to 100."""
    if isinstance(count, int | float) and count in range(1, MOST + 1):
        return int(count)
    shown = short_repr(count)
    raise NotationError(f"{shown} puzzles cannot be practised; it is 1 to {MOST}", word=shown)


class CheckUp(Practice):
    """A check-up: up to ten puzzles, chosen to tell what you believe, and what was found.

    It ends as soon as a mistake is sure, or every card was asked about. ``game`` limits it to one
    game. Shown again on the same day it goes on where it stopped, or
    shows what was found. Raises :class:`NotationError` for a game that there is not, and for what
    is no progress.
    """

    def __init__(
        self,
        progress: AnswerStore | Path | str = HERE,
        *,
        game: str | None = None,
        now: datetime | None = None,
    ) -> None:
        super().__init__(None, progress, game=game, now=now)

    def _first(self, *, may_check_up: bool) -> PracticeSitting:
        return begin_check_up(self._store, self._now, self._filters)

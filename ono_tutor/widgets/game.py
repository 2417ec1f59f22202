"""``Game``: a whole game against bots, with a coach, and a review of the costliest plays."""

from collections.abc import Sequence
from dataclasses import replace
from random import SystemRandom

from ono_tutor.course.coach import PlayReview, explanation, headline, review_play
from ono_tutor.course.luck import Luck, luck_of, luck_text, most_costly
from ono_tutor.course.match import HOME, LARGEST_SEED, Dealt, Match, Phase, TableEvent
from ono_tutor.errors import OnoError
from ono_tutor.game.legal import why_not
from ono_tutor.game.position import Position
from ono_tutor.game.transcript import Transcript
from ono_tutor.game.turn import Ply
from ono_tutor.i18n import N_, Message, _
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import join_sentences, position_text
from ono_tutor.render.feedback import mark_of, note, play_table, rule_sentences
from ono_tutor.render.game_scenes import (
    advice_feedback,
    facing,
    item_of,
    log_summary,
    match_question,
    match_scene,
    play_feedback,
    plays_shown,
    plays_text,
)
from ono_tutor.render.scene import action_button, scene
from ono_tutor.rules.play import OUT, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.widgets.table import Table


class Game(Table):
    """A game to play, from the deal to the win; you sit on seat 0 and see what a player sees.

    ``rules`` is a rule set, options included, such as ``2022+dump=free``; ``seed`` says how the
    cards are shuffled, so that a game can be played again, and is chosen where none is given.
    ``bots`` is how the others play (``random``, ``cautious`` or ``greedy``), one word or a list
    with one for each. ``coach`` says after each card whether another was better (``course.coach``).

    Raises :class:`NotationError` for rules, players, a seed or bots that cannot be.
    """

    _review: "Review | None"

    def __init__(
        self,
        rules: RuleSet | str = "1980",
        players: int = 4,
        seed: int | None = None,
        bots: str | Sequence[str] = "cautious",
        coach: bool = False,
    ) -> None:
        first = SystemRandom().randrange(LARGEST_SEED) if seed is None else seed
        self.match = Match(rules, players, first, bots)
        self.is_coached = bool(coach)
        self._bots = bots
        super().__init__()
        self._begin()

    def play(self, play: Play | str) -> None:
        """Play a card, such as ``"H"`` or ``"A+11"``; the bots play on at once.

        Raises :class:`OnoError` for a play that may not be made, and nothing changes.
        """
        view = self.match.known
        happened = self.match.play(play)
        made = happened[0]
        assert isinstance(made, Ply)
        assert isinstance(made.play, Play)
        review = review_play(view, made.play)
        earlier = self._reviews[self._of_round :]
        self._reviews.append(review)
        self._show(happened, play_feedback(review, earlier) if self.is_coached else None)

    def go_on(self) -> None:
        """Let the others play on, have the next hand dealt, or begin a new game after the end."""
        phase = self.match.phase
        if phase is Phase.OVER:
            self.new_game()
        elif phase is Phase.STUCK:
            self.play(OUT)
        elif phase is not Phase.YOURS:
            self._show(self.match.go_on())

    def new_game(self) -> None:
        """Begin a new game, the one with the next seed."""
        old, seed = self.match, (self.match.game.deal.seed + 1) % LARGEST_SEED
        self.match = Match(old.rules, len(old.game.hands), seed, self._bots)
        self._begin()

    @property
    def position(self) -> Position:
        """The position as you see it: hidden cards are ``?``."""
        return self.match.view

    @property
    def transcript(self) -> Transcript:
        """The game so far, which ``Replay`` takes; ``str()`` is its text."""
        return self.match.transcript

    @property
    def luck(self) -> Luck | None:
        """Luck and skill told apart, of the rounds that have ended; None with more players."""
        plies = [event for event in self._happened if isinstance(event, Ply)]
        return luck_of(plies, self._reviews, HOME)

    @property
    def reviews(self) -> tuple[PlayReview, ...]:
        """The coach's review of each of your plays, in order."""
        return tuple(self._reviews)

    def __str__(self) -> str:
        shown, facts = position_text(self.position, HOME), [match_question(self.match)]
        story = [join_sentences(item_of(each, HOME)[0]) for each in self._happened[-6:]]
        return "\n".join([*story, shown, join_sentences([*facts, facing(self.match)])])

    # ---- messages; while the review lasts, they are about it ----

    def on_play(self, play: str) -> None:
        if self._review:
            self._review.answer(play)
            self._draw_review()
            return
        try:
            self.play(play)
        except OnoError as error:
            self._is_asking = False
            rules = rule_sentences(self.match.rules, (error.rule,)) if error.rule else []
            title = _("That may not be played.")
            self._draw(note("wrong", title, error.message, rules=rules))

    def on_action(self, action: str) -> None:
        self._is_asking = action == "new" and not self._is_asking
        super().on_action(action)

    def do_next(self) -> None:
        if not self._review:
            self.go_on()
        elif self._review.go_on():
            self._draw_review()
        else:
            self.do_back()

    def do_back(self) -> None:
        self._review = None
        self._draw(self._ended(None, ()))

    def do_solution(self) -> None:
        assert self._review
        self._review.solve()
        self._draw_review()

    def do_review(self) -> None:
        """Put the plays that cost most on the table, one after another, as puzzles."""
        self._review = Review(most_costly(self._reviews))
        self._draw_review()

    def do_hint(self) -> None:
        self._draw(advice_feedback(review_play(self.match.known)))

    def do_coach(self) -> None:
        self.is_coached = not self.is_coached
        title, text = map(_, _COACH[self.is_coached])
        self._draw(note("info", title, text))

    def do_new(self) -> None:
        if not self._is_asking:
            self.new_game()
            return
        text = _("Press New game again to start another one.")
        self._draw(note("info", _("Give this game up?"), text))

    # ---- what is shown ----

    def _begin(self) -> None:
        self._reviews: list[PlayReview] = []
        self._happened: list[TableEvent] = []
        self._review = None
        self._is_asking, self._of_round = False, 0
        self._show(self.match.begin())

    def _show(self, happened: Sequence[TableEvent], judged: Json | None = None) -> None:
        """Draw the table after something happened, with the coach's word on it."""
        self._is_asking = False
        self._happened += happened
        if any(isinstance(event, Dealt) for event in happened):
            self._of_round = len(self._reviews)
        told = log_summary(happened, HOME)
        if self.match.phase is Phase.OVER:
            self._draw(self._ended(judged, told), happened=happened)
        else:
            self._draw(judged, told, happened)

    def _draw(
        self,
        feedback: Json | None,
        told: Sequence[Message] | None = None,
        happened: Sequence[TableEvent] = (),
    ) -> None:
        self.feedback = feedback
        drawn = match_scene(self.match, self._happened, self._buttons(), told)
        self.scene = drawn | {"plays": plays_shown(happened)}

    def _draw_review(self) -> None:
        assert self._review
        self.feedback, self.rule_point = self._review.feedback, None
        self.scene = self._review.scene()

    def _ended(self, judged: Json | None, told: Sequence[Message]) -> Json:
        """Return the summary of the game, after the coach's word on the last play.

        The question says who has won.
        """
        count = plays_text(self._reviews)
        luck = "" if self.luck is None else str(luck_text(self.luck))
        won = join_sentences(told or [match_question(self.match)])
        if judged is None:
            return note("info", count, luck, say=f"{won} {count}")
        verdict = f"{judged['headline']} {judged['text']}"
        text = f"{judged['text']} {count} {luck}".strip()
        return judged | {"text": text, "say": f"{verdict} {won} {count}"}

    def _buttons(self) -> tuple[Json, ...]:
        phase, buttons = self.match.phase, list[Json]()
        if phase is Phase.OVER and most_costly(self._reviews):
            text = _("Review your costliest plays")
            buttons.append(action_button("review", "v", text, is_primary=True))
        if phase is Phase.YOURS:
            buttons.append(action_button("hint", "h", _("What would the coach play?")))
        else:
            is_first = not buttons
            buttons.append(action_button("next", "n", _(_ONWARD[phase]), is_primary=is_first))
        coach = N_("Coach: on") if self.is_coached else N_("Coach: off")
        buttons.append(action_button("coach", "c", _(coach)))
        if phase is not Phase.OVER:
            new = N_("New game: press again") if self._is_asking else N_("New game")
            buttons.append(action_button("new", "r", _(new)))
        return tuple(buttons)


# ---- the review after the game ----


class Review:
    """The moments of a game one after another; the first wrong answer to each gets a second try."""

    def __init__(self, moments: Sequence[PlayReview]) -> None:
        self.moments = moments
        self.place = 0
        self.feedback: Json | None = None
        self._tries = 0

    @property
    def _asked(self) -> PlayReview:
        """The play that is asked about."""
        return self.moments[self.place]

    def go_on(self) -> bool:
        """Go to the next moment; return False if this was the last one."""
        if self.place == len(self.moments) - 1:
            return False
        self.place += 1
        self.feedback, self._tries = None, 0
        return True

    def answer(self, words: str) -> None:
        """Judge a card that was pressed."""
        position = self._asked.position
        play = position.rules.read_play(words)
        refusal = why_not(position, play)
        if refusal is not None or not isinstance(play, Play):
            self.feedback = note("wrong", _("That may not be played."), str(refusal or ""))
            return
        given = self._asked.with_chosen(play)
        self._tries += 1
        if given.is_best or self._tries > 1:
            self._judge(given)
        else:
            again = _("There is a better card. Look again, and try once more.")
            self.feedback = note("wrong", _("Not right."), again)

    def solve(self) -> None:
        """Show the better cards."""
        self._judge(self._asked.with_chosen(self._asked.values.best), is_shown=True)

    def _judge(self, given: PlayReview, *, is_shown: bool = False) -> None:
        """Say whether the answer was right, and why; what the play cost says what is better."""
        self._tries = 2
        asked = self._asked if given.is_best else given
        title = N_("Right.") if given.is_best else N_("Not right.")
        self.feedback = note(
            "right" if given.is_best else "risk",
            _(N_("The answer.") if is_shown else title),
            join_sentences([headline(asked), *explanation(asked)]),
            cards=play_table(given.position, given),
            chosen=None if is_shown else given.chosen.play,
            marks=[mark_of(best.play, "right", N_("better")) for best in given.best],
            is_folded=True,
        )

    def scene(self) -> Json:
        """Return the moment on the table, as it was seen then."""
        position = self._asked.position
        played = position.rules.play_name(self._asked.chosen.play)
        is_last = self.place == len(self.moments) - 1
        onward = N_("Back to the game") if is_last else N_("Next moment")
        actions = [
            action_button("solution", "s", _("Show the answer")),
            action_button("next", "n", _(onward), is_primary=self._tries > 1),
        ]
        if not is_last:
            actions.append(action_button("back", "b", _("Back to the game")))
        return scene(
            replace(position, seen=()),
            _("You played {card:the} here. Which card was better?", card=played),
            actions=actions,
            step=self.place + 1,
            steps=len(self.moments),
        )


_ONWARD = {
    Phase.STUCK: N_("Lay the hand down"),
    Phase.WATCHING: N_("Go on"),
    Phase.BETWEEN: N_("Deal the next round"),
    Phase.OVER: N_("New game"),
}
_COACH = {
    True: (
        N_("The coach is on."),
        N_(
            "After each of your cards it tells you whether another one was better. It sees only "
            "what you could see, so it never blames you for bad luck."
        ),
    ),
    False: (
        N_("The coach is off."),
        N_("It is silent until the game is over, and then tells you how well you played."),
    ),
}

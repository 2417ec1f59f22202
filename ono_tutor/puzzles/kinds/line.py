"""The question ``line``: open hands; the play that forces a win, and again after each reply."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, UnanswerableError, quoted
from ono_tutor.game.explain import explain
from ono_tutor.game.legal import legal_plays, why_not
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import Explanation, Plays, Shape, plays_of_game, read_plays
from ono_tutor.puzzles.kind import (
    Effort,
    Kind,
    KindInfo,
    Prerequisite,
    Recipe,
    choice_text,
    first_guess,
    join,
)
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.solve import ForcedResult, Solution, solve

LIMIT = 200_000
"""Positions that a puzzle may take to solve."""


class _Step(NamedTuple):
    """A play of a line, and the position in which it is made."""

    position: Position
    play: Play | LateDraw


class WinningLine(Kind[Plays]):
    """The line that forces a win when every hand and the draw are known.

    An answer is the plays of all seats in turn, as far as it goes. Each play of the mover must
    keep the win; so the winning play alone is right, and the line goes on after the reply.
    """

    info = KindInfo(
        "line",
        Shape.LINE,
        is_slow=True,
        prerequisite=Prerequisite.HANDS,
        recipe=Recipe(
            is_open=True,
            draw=4,
            most_players=2,
            most_smaller=2,
            least_total=84,
            seldom=(Card.DOUBLE, Card.REVERSE),
            takes_first=True,
        ),
    )

    def ask(self, task: Task) -> Message:
        if task.rules.most_owed == 1:
            return _("You can see all the cards. Which line gains you the most points?")
        return _("You can see all the cards, and everybody plays against you. How do you win?")

    def answer(self, task: Task) -> Plays:
        found = _solved(task.position)
        if found.can_win is False:
            message = "the mover cannot force a win here, so there is no winning line"
            raise UnanswerableError(message, word=str(task.position))
        winners = play(task.position, *found.line).winners
        if winners and task.position.turn not in winners:
            message = "the mover can win this hand, but the game goes to another with it"
            raise UnanswerableError(message, word=str(task.position), rule="points-end")
        return found.line

    def accepts(self, task: Task, right: Plays, given: Plays) -> bool:
        return bool(given) and _judge_line(task.position, given)[1] is None

    def share(self, task: Task, right: Plays, given: Plays) -> Fraction:
        """Return how many of the mover's plays are good before the first that is not, of all."""
        if not given or self.accepts(task, right, given):
            return Fraction(bool(given))
        good, needed = (_judge_line(task.position, line)[0] for line in (given, right))
        return Fraction(min(good, needed - 1), needed)

    def read(self, task: Task, words: str) -> Plays:
        plays = tuple(read_plays(task.rules, words, plays_of_game(task.rules)))
        if not plays:
            message = f"{quoted(words)} names no card; type cards in order, such as 7, 9, H"
            raise NotationError(message, word=words)
        steps = list(_steps(task.position, plays))
        if len(plays) > len(steps) and why_not(*steps[-1]) is None:
            beyond = plays[len(steps)]
            message = f"the game is over before {beyond}; leave out what comes after its end"
            raise NotationError(message, word=str(beyond))
        return plays

    def explain(self, task: Task, given: Plays) -> Explanation:
        position, rules = task.position, task.rules
        fault = _judge_line(position, given)[1]
        if fault is not None:
            if refusal := why_not(*fault):
                return Explanation(refusal.reason, refusal.rules)
            story, points = _story(_after_fault(fault))
            good = rules.play_names(_lines(fault.position), "the", is_any=True)
            worse = N_("{card:the} is worse. {story} You do better with {good}.")
            text = _(worse, card=rules.play_name(fault.play), good=good, story=story)
            return Explanation(text, points)
        replies = () if play(position, *given).round_over else _replies(position, given)
        after = play(position, *given, *replies)
        text, points = _story(after)
        if not after.round_over:
            reply = rules.play_names(replies, "the")
            text = _(_GOES_ON if replies else _GO_ON, reply=reply, total=after.after.total)
        return Explanation(text, points, (), replies)

    def nudge(self, task: Task, given: Plays) -> Message:
        fault = _judge_line(task.position, given)[1]
        assert fault is not None
        if refusal := why_not(*fault):
            return choice_text(task, fault.play, refusal.reason)
        text, (story, __) = (
            N_("{card:the} is not the best play here. {story}"),
            _story(_after_fault(fault)),
        )
        return _(text, card=task.rules.play_name(fault.play), story=story)

    def hints(self, task: Task) -> tuple[Message, ...]:
        line = _solved(task.position).line
        look = _("At which totals has the next player no safe card?")
        if task.rules.marks:
            look = _("At which totals does every card of the next player cost points?")
        return (
            look,
            _("The line takes {count} plays to its end.", count=len(line)),
            _("Begin with {card:the}.", card=task.rules.play_name(line[0])),
        )

    def effort(self, task: Task) -> Effort:
        found = _solved(task.position)
        legal = [play for play in legal_plays(task.position) if play.card]
        return Effort(len(legal), len(found.line), tempts=first_guess(legal) != found.line[0])

    def answer_class(self, task: Task, answer: Plays) -> str:
        """Return the first card."""
        return str(answer[0])

    def is_obvious(self, task: Task, answer: Plays) -> bool:
        """Check whether the first play is forced."""
        return len(legal_plays(task.position)) < 2


@lru_cache(256)
def _solved(position: Position, *, every_play: bool = False) -> Solution:
    return solve(position, limit=LIMIT, every_play=every_play)


def _steps(position: Position, given: Plays) -> Iterator[_Step]:
    """Yield each play to the end of the round; one that is not allowed is the last."""
    for made in given:
        yield _Step(position, made)
        if why_not(position, made) is not None:
            return
        outcome = play(position, made)
        if outcome.round_over:
            return
        position = outcome.after


def _judge_line(position: Position, given: Plays) -> tuple[int, _Step | None]:
    """Return how many plays of the mover keep the win, and the first play that does not, or None.

    A play that is not allowed is a fault of any player.
    """
    mover, good = position.turn, 0
    for step in _steps(position, given):
        is_mine = step.position.turn == mover
        if why_not(*step) is not None or (is_mine and step.play not in _lines(step.position)):
            return good, step
        good += is_mine
    return good, None


def _lines(position: Position) -> dict[Play, tuple[Play, ...]]:
    """Return the plays that keep what the mover can force, and how each goes on with best play."""
    found = _solved(position, every_play=True)
    best = ForcedResult.WON if found.value is None else found.value
    worths = zip(found.plays, found.lines, strict=True)
    return {play: line for (play, worth), line in worths if worth == best}


def _replies(position: Position, given: Plays) -> tuple[Play, ...]:
    """Return what the others play after an answer, until the mover is to move again."""
    mover, here = position.turn, position
    line: tuple[Play, ...] = ()
    for made in given:
        assert isinstance(made, Play)
        line = (_lines(here)[made] if here.turn == mover else line)[1:]
        here = play(here, made).after
    replies: list[Play] = []
    while here.turn != mover:
        reply, line = (line[0], line[1:]) if line else (legal_plays(here)[0], ())
        replies.append(reply)
        outcome = play(here, reply)
        if outcome.round_over:
            break
        here = outcome.after
    return tuple(replies)


def _after_fault(fault: _Step) -> Outcome:
    """Return the outcome of a wrong play if everybody plays well after it."""
    found = _solved(fault.position, every_play=True)
    plays = [made for made, __ in found.plays]
    line = found.lines[plays.index(fault.play)] if fault.play in plays else ()
    return play(fault.position, *(line or (fault.play,)))


def _story(outcome: Outcome) -> tuple[Message, tuple[str, ...]]:
    """Return the events as sentences, and their rule points, without what all players know.

    That is the draws: every card is known here.
    """
    events = [event for event in outcome.events if event.type is not EventType.DREW]
    story = join(explain(outcome.before, events, outcome.before.turn))
    ids = dict.fromkeys(event.rule for event in reversed(outcome.events))
    return story, tuple(rule for rule in ids if rule != outcome.before.rules.draw_rule) or tuple(
        ids
    )


_GOES_ON = N_("That is right. The reply is {reply}, which makes the total {total}. What now?")
_GO_ON = N_("That is right, and it is still your turn: the total is {total}. What now?")

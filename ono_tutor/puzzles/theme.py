"""The theme of a puzzle: a short name for what it shows, such as "Pass it on".

It follows from the position and the answer, so it gives the answer away and is shown after it. One
theme is not worked out of the puzzle: where it comes from a played game, what lost that round.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from ono_tutor.errors import check_known
from ono_tutor.game.legal import judge_play
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import EveryCardSafe, Shape
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.kind import NUMBER, Kind, Rating, play_category
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.best_card import best_plays
from ono_tutor.puzzles.kinds.claim import Claim
from ono_tutor.puzzles.kinds.threat import Threatens
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import Play
from ono_tutor.solver.survive import survive

WHAT_LOST = "what-lost"
"""The theme of the puzzles that come from played games."""

THEMES: Mapping[str, str] = {
    "pass-it-on": N_("Pass it on"),
    "back-to-sender": N_("Back to the sender"),
    "minus-saves": N_("The minus saves you"),
    "stand-still": N_("Stand still"),
    "four-together": N_("Four of a kind"),
    "trap": N_("Trap at {total}"),
    "no-way-out": N_("No way out"),
    "only-second": N_("Only as the second card"),
    "two-in-a-row": N_("Two in a row"),
    "draw-decides": N_("The draw decides"),
    "forgotten-card": N_("The forgotten card"),
    "dead-card": N_("A card that is never played"),
    "nothing-to-fear": N_("Nothing to fear"),
    "low-card": N_("Small steps"),
    "on-the-mark": N_("Right on the mark"),
    "past-the-mark": N_("Past the mark"),
    "leaving-a-mark": N_("Leaving a mark"),
    "way-down": N_("Free on the way down"),
    "exactly-99": N_("Exactly 99"),
    "over-99": N_("Over 99"),
    "two-lines": N_("Over two lines at once"),
    "half-or-double": N_("Half or double"),
    "high-or-low": N_("High or low?"),
    "skip": N_("One player is skipped"),
    "turn-around": N_("The other way round"),
    "reverse-for-two": N_("A Reverse for two"),
    "never-four": N_("Two cards and no more"),
    "double-ends": N_("The double ends here"),
    "next-please": N_("Next, please"),
    "keep-count": N_("Keep count"),
    "below-zero": N_("Below zero"),
    "pay-up": N_("Pay up"),
    "nobody-pays": N_("Nobody pays"),
    "count-the-hand": N_("Count the hand"),
    "pressure": N_("Put the pressure on"),
    "read-ahead": N_("Read ahead"),
    "which-game": N_("Which game is it?"),
    "know-the-deck": N_("Know your deck"),
    "whole-round": N_("Think of the whole round"),
    WHAT_LOST: N_("What lost this round?"),
}
"""The themes by id: the name of each, with the total where it names one."""


def check_theme(name: str) -> None:
    """Raise a :class:`NotationError` unless this is a theme's id."""
    check_known(THEMES, name, "is no theme of a puzzle; the themes are")


def theme_title(theme: str, total: int) -> Message:
    """Return a theme's name for people; ``total`` is that of the puzzle's position."""
    return _(THEMES[theme], total=total)


def themes_of(entry: Entry) -> tuple[str, ...]:
    """Return the ids of a puzzle's themes: its own, and whether it comes from a played game."""
    return (entry.theme, *((WHAT_LOST,) if entry.id in bank.game_sources() else ()))


def theme_of(kind_name: str, task: Task, rating: Rating) -> str:
    """Return the id of the theme that tells most about a puzzle."""
    kind = KINDS[kind_name]
    if task.judges_claim:
        return "know-the-deck" if Claim.parse(task.claim).is_fact else "which-game"
    if task.asks_round:
        return "whole-round"
    if kind.info.shape is Shape.LINE:
        return "read-ahead"
    if kind.info.is_after_round:
        return "count-the-hand"
    if kind_name == Threatens.info.name and not task.plays:
        return "pressure"
    themes = _of_plays(kind, task, rating) if task.plays else _of_hand(task, rating)
    return next(themes, "keep-count")


def _of_plays(kind: Kind[Any], task: Task, rating: Rating) -> Iterator[str]:
    """Yield the themes of a question about plays that are made."""
    amounts = rating.answer if isinstance(rating.answer, tuple) else ()
    if kind.info.shape is Shape.AMOUNTS and not any(amounts):
        before, after = task.outcome.plies[-1].before.total, task.outcome.after.total
        if before in task.rules.marks and after > before:
            yield "leaving-a-mark"
        if after < before and task.rules.marks:
            yield "way-down"
        yield "nobody-pays"
    if task.outcome.after.total < 0 <= task.position.total:
        yield "below-zero"
    if "doubles-add-up" in rating.misconceptions:
        yield "never-four"
    for point in rating.rule_points:
        if point in _OF_POINTS:
            yield _OF_POINTS[point]


_OF_POINTS: Mapping[str, str] = {
    "double-eliminated": "double-ends",
    "double-reverse-target": "back-to-sender",
    "double-reverse-two-players": "back-to-sender",
    "double-reply": "pass-it-on",
    "reverse-two-players": "reverse-for-two",
    "reverse": "turn-around",
    "four-ono99": "four-together",
    "forgot-draw": "forgotten-card",
    "double-effect": "two-in-a-row",
    "99-double-cross": "two-lines",
    "99-land-99": "exactly-99",
    "99-over": "over-99",
    "99-land-33-66": "on-the-mark",
    "99-cross": "past-the-mark",
    "99-upward-only": "way-down",
    "99-two": "half-or-double",
    "99-jack": "skip",
    "99-four": "turn-around",
    "chips": "pay-up",
    "loss": "pay-up",
    "points": "count-the-hand",
    "points-round": "count-the-hand",
    "turn-order": "next-please",
}
"""The theme of a puzzle about plays, by the first of these rule points that it is about."""


def _of_hand(task: Task, rating: Rating) -> Iterator[str]:
    """Yield the themes of a question about a hand."""
    position, beliefs = task.position, set(rating.misconceptions)
    found = survive(position)
    best = [play for play in best_plays(task, found) if isinstance(play, Play)]
    if position.undrawn:
        yield "forgotten-card"
    if rating.answer is EveryCardSafe.EVERY_SAFE:
        yield "leaving-a-mark" if position.total in task.rules.marks else "nothing-to-fear"
    if not found.chance:
        if "limit-99-is-safe" in beliefs:
            yield "trap"
        if "double-play-answers-double-play" in beliefs:
            yield "only-second"
        yield "no-way-out"
    elif len(best) < len(task.rules.plays_of_hand(position.hand)):
        effects = [effect for p in best if isinstance(effect := judge_play(position, p), Effect)]
        yield from _of_best(task, best, effects)
    if "limit-99-is-safe" in beliefs:
        yield "trap"
    if "ono99-sets-99" in beliefs:
        yield "dead-card"
    if 0 < found.chance < 1:
        yield "draw-decides"
    if position.owes == 2:
        yield "two-in-a-row"
    yield "low-card" if found.chance else "no-way-out"


def _of_best(task: Task, best: list[Play], effects: list[Effect]) -> Iterator[str]:
    """Yield the themes of a hand in which some cards are better than the others."""
    total, sorts = task.position.total, {play_category(task.rules, play) for play in best}
    if all(effect.replies for effect in effects):
        yield "back-to-sender" if all(effect.turns for effect in effects) else "pass-it-on"
    if any(effect.costs_others for effect in effects):
        yield "exactly-99" if any(effect.ends_round for effect in effects) else "on-the-mark"
    if sorts == {"OOOO"}:
        yield "four-together"
    if sorts == {"2"}:
        yield "half-or-double"
    if all(effect.total < total for effect in effects):
        yield "minus-saves" if task.rules.most_owed > 1 else "way-down"
    if all(effect.total == total for effect in effects):
        yield "stand-still"
    if any(play.adds is not None for play in best):
        yield "high-or-low"
    if NUMBER in sorts and total in task.rules.marks:
        yield "leaving-a-mark"

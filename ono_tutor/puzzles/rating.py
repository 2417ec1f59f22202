"""The values computed from a puzzle: difficulty, rule points, misconceptions, theme and idea.

An idea is what is left of a puzzle when the cards that do not matter are taken away: two puzzles
of one idea have other cards and totals, but a learner who understands one understands both. It is
kept as a short digest.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ono_tutor.errors import OnoError
from ono_tutor.game.legal import judge_play, playable
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import EveryCardSafe, Shape
from ono_tutor.puzzles.bank import Entry, digest, id_of, seal_of
from ono_tutor.puzzles.kind import NUMBER, Kind, Rating, difficulty, play_category
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.best_card import best_plays
from ono_tutor.puzzles.kinds.claim import Claim
from ono_tutor.puzzles.kinds.threat import Threatens
from ono_tutor.puzzles.misconceptions.explain import changed_tasks, mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import TURN_EFFECTS, without_option
from ono_tutor.rules.judgement import Effect, EventType
from ono_tutor.rules.play import Play
from ono_tutor.solver.survive import Verdict, survive


def rate(kind_name: str, task: Task) -> Rating:
    """Return the rating of a question about this task.

    Its rule points are those of the answer, of its mistakes, and of the options that decide.
    Raises :class:`OnoError` if the question has no answer.
    """
    kind = KINDS[kind_name]
    answer = kind.answer(task)
    wrong = {mistake.id: answer for mistake, answer in mistaken(kind, task)}
    ids = tuple(key for key in misconceptions() if key in wrong)
    effort = kind.effort(task)
    keys = {rules.key for rules in task.editions}
    points = [rule for rule in kind.rule_points(task) if keys & rule_points()[rule].says.keys()]
    points += [misconceptions()[key].point for key in ids]
    for option in task.rules.changed_options:
        with suppress(OnoError):
            other = replace(task, position=at_default(task, option.name))
            if kind.accepts(task, answer, kind.answer(other)):
                continue
        points.append(option.point)
    return Rating(
        answer=answer,
        difficulty=difficulty(effort, len(ids)),
        rule_points=tuple(dict.fromkeys(points)),
        misconceptions=ids,
        wrong=len({str(kind.as_json(each)) for each in wrong.values()}),
        is_tempting=effort.tempts or effort.reckons,
    )


def at_default(task: Task, option: str) -> Position:
    """Return the position with this option at its default; start stakes stay start stakes."""
    position, rules = task.position, without_option(task.rules, option)
    if position.stakes == position.rules.start_stakes(position.hands):
        return replace(position, rules=rules, stakes=rules.start_stakes(position.hands))
    return replace(position, rules=rules)


def entry_of(kind: str, task: Task, rating: Rating) -> Entry:
    """Return the puzzle written down, under the id that its words give it."""
    words = str(task.position), " ".join(map(str, task.plays)), task.claim
    return Entry(
        id_of(kind, *words),
        kind,
        *words,
        difficulty=rating.difficulty,
        rule_points=rating.rule_points,
        misconceptions=rating.misconceptions,
        seal=seal_of(KINDS[kind].as_json(rating.answer)),
        theme=theme_of(kind, task, rating),
        idea=idea_of(kind, task, rating),
    )


def rated(puzzle: Puzzle) -> Entry | Rating:
    """Return the bank's entry of a puzzle, or else its rating."""
    return bank.shipped(puzzle.id, puzzle.words) or rate(puzzle.kind, puzzle.task)


def idea_of(kind_name: str, task: Task, rating: Rating) -> str:
    """Return the digest of the idea of a puzzle that is rated.

    It is made of the kind and the rule set, the class of the answer, the misconceptions that
    mislead, and what the cards do that are played or that matter: those that are best, and those
    that somebody with such a misconception judges otherwise.
    """
    kind, answer, beliefs = KINDS[kind_name], rating.answer, rating.misconceptions
    rules, hand = task.rules, task.position.hand
    cards: set[str] = set()
    if task.judges_claim:
        named = task.claim.split()
        plays = [rules.card_plays[card][0] for card in set(hand)]
        cards = {named[0], *(play_category(rules, play) for play in plays if str(play) in named)}
    elif task.plays:
        before = ""
        for place, ply in enumerate(task.outcome.plies):
            drawn = (EventType.DREW, EventType.RESHUFFLED)
            ids = [event.rule for event in ply.events if event.type not in drawn]
            effect = " ".join((play_category(rules, ply.play), *dict.fromkeys(ids)))
            if effect != before:  # the same several times in a row counts once
                cards.add(f"{place} {effect}")
            before = effect
    elif kind.info.shape is Shape.LINE:
        assert isinstance(answer, tuple)
        made = [play_category(rules, play) for play in answer if isinstance(play, Play)]
        cards = {f"first {made[0]}", *made}
    elif kind.info.is_after_round:
        cards = {str(len(hand)), *(NUMBER if card.number else card.code for card in hand)}
    else:
        cards = _idea_of_hand(task, beliefs)
    features: tuple[object, ...] = (
        kind.info.cover or kind_name,
        rules.name,
        task.position.owes,
        bool(task.position.undrawn),
        "" if kind.info.shape is Shape.LINE else kind.answer_class(task, answer),
        beliefs,
        tuple(sorted(cards)),
        *((task.claim,) if task.asks_round else ()),
    )
    return digest(map(str, features))


def _idea_of_hand(task: Task, beliefs: tuple[str, ...]) -> set[str]:
    """Return what the best cards do, and those that a believer judges otherwise."""
    position, survival = task.position, survive(task.position)
    hand = position.rules.plays_of_hand(position.hand)

    def prospects(believed: Task) -> dict[Play, str]:
        """Return whether each play may be made, and how the turn may end then."""
        legal, found = playable(believed.position), survive(believed.position)
        return {play: f"{play in legal} {Verdict.of(found.chance_of(play))}" for play in hand}

    mine, doubtful = prospects(task), set[Play]()
    for believed in (each for belief in beliefs for each in changed_tasks(task, (belief,))):
        with suppress(OnoError):
            doubtful |= {play for play, found in prospects(believed).items() if found != mine[play]}
    best = {play for play in survival.best if isinstance(play, Play)} if survival.chance else set()
    words = set()
    for play in [play for play in hand if play in best | doubtful] or hand:
        ids = judge_play(position, play).rules
        words.add(" ".join((play_category(task.rules, play), mine[play], *ids)))
    return words


# ---- themes ----


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
    "four-ono99": "four-together",
    "forgot-draw": "forgotten-card",
    "99-double-cross": "two-lines",
    "99-land-99": "exactly-99",
    "99-over": "over-99",
    "99-land-33-66": "on-the-mark",
    "99-cross": "past-the-mark",
    "99-upward-only": "way-down",
    "99-two": "half-or-double",
    "chips": "pay-up",
    "loss": "pay-up",
    "points": "count-the-hand",
    "points-round": "count-the-hand",
    "turn-order": "next-please",
} | {
    point: "turn-around" if each.turns else "skip" if each.steps > 1 else "two-in-a-row"
    for point, each in TURN_EFFECTS.items()
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
        yield from _of_best(task, best)
    if "limit-99-is-safe" in beliefs:
        yield "trap"
    if "ono99-sets-99" in beliefs:
        yield "dead-card"
    if 0 < found.chance < 1:
        yield "draw-decides"
    if position.owes == 2:
        yield "two-in-a-row"
    yield "low-card" if found.chance else "no-way-out"


def _of_best(task: Task, best: list[Play]) -> Iterator[str]:
    """Yield the themes of a hand in which some cards are better than the others."""
    judged = (judge_play(task.position, play) for play in best)
    effects = [effect for effect in judged if isinstance(effect, Effect)]
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


# ---- what has changed ----

FIELDS = ("difficulty", "rule_points", "misconceptions", "theme", "idea")


@dataclass(frozen=True, slots=True)
class RatingChange:
    """Something that is no longer as it was written down.

    ``field`` is ``answer`` if the right answer changed, and ``puzzle`` if there is none now.
    """

    id: str
    field: str
    was: str
    now: str

    def __str__(self) -> str:
        if not self.was:
            return f"{self.id}: {self.field} is now {self.now}"
        return f"{self.id}: {self.field} was {self.was} and is now {self.now}"


def changes(written: Entry) -> Iterator[RatingChange]:
    """Yield what has changed of a puzzle since it was written down, of what was written.

    An answer is known by its seal, so only the new one can be named.
    """
    try:
        puzzle = Puzzle.of(written)
        now = entry_of(puzzle.kind, puzzle.task, rate(puzzle.kind, puzzle.task))
    except OnoError as error:
        yield RatingChange(written.id, "puzzle", "", f"none: {error.message}")
        return
    if written.seal and written.seal != now.seal:
        yield RatingChange(written.id, "answer", "", str(puzzle.answer_as_json()))
    for field in FIELDS:
        was, new = getattr(written, field), getattr(now, field)
        if was != new and (was or written.seal):
            yield RatingChange(written.id, field, _words(was), _words(new))


def _words(value: object) -> str:
    return " ".join(value) or "nothing" if isinstance(value, tuple) else str(value)

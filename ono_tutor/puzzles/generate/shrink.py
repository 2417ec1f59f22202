"""The smallest puzzle that shows the same: fewer players, plays, options and kinds of card."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.game.check import check
from ono_tutor.puzzles.difficulty import Rating
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.rating import at_default, rate
from ono_tutor.puzzles.task import Task

Test = Callable[[Task, Rating], bool]


def smaller(
    kind: str, task: Task, rating: Rating, is_met: Test, most: int = 30
) -> tuple[Task, Rating]:
    """The puzzle made smaller as far as it still shows its rule points and misconceptions.

    So many smaller ones are looked at, and no more; each has to meet the test as well.
    """
    left = most
    candidates = _less(task)
    while left and (less := next(candidates, None)):
        left -= 1
        found = _graded(kind, less)
        if (
            found
            and _shows(found, rating)
            and is_met(less, found)
            and not KINDS[kind].is_dull(less, found)
        ):
            task, rating = less, found
            candidates = _less(task)
    return task, rating


def _shows(found: Rating, before: Rating) -> bool:
    """Whether nothing is lost: no point, no misconception or its wrong answer, and no level."""
    return (
        set(found.rule_points) >= set(before.rule_points)
        and set(found.misconceptions) >= set(before.misconceptions)
        and found.worth >= before.worth
        and found.level is before.level
    )


def _graded(kind: str, task: Task) -> Rating | None:
    try:
        check(task.position, {})
        return rate(kind, task)
    except OnoError:
        return None


def _less(task: Task) -> Iterator[Task]:
    """Tasks that are a step smaller, the greatest step first."""
    yield from _fewer_players(task)
    yield from _fewer_options(task)
    if len(task.plays) > 1:
        yield replace(task, plays=task.plays[:-1])
    yield from _fewer_kinds(task)
    position = task.position
    if position.draw:
        yield replace(task, position=replace(position, draw=position.draw[:-1]))
    start = position.rules.start_stakes(position.hands)
    if position.stakes != start:
        yield replace(task, position=replace(position, stakes=start))
    if position.total and not task.plays:
        yield replace(task, position=replace(position, total=0))


def _fewer_players(task: Task) -> Iterator[Task]:
    position = task.position
    if len(position.hands) > max(2, position.rules.least_players):
        hands, stakes = position.hands[:-1], position.stakes[:-1]
        yield replace(task, position=replace(position, hands=hands, stakes=stakes))


def _fewer_options(task: Task) -> Iterator[Task]:
    rules = task.rules
    for option in rules.options:
        if rules.chosen[option.name] != option.default:
            yield replace(task, position=at_default(task, option.name))


def _fewer_kinds(task: Task) -> Iterator[Task]:
    """A card changed for another that the hand has already: one pair, and it still looks dealt."""
    position = task.position
    hand = position.hand
    if len(set(hand)) < len(hand):
        return
    for place, card in enumerate(hand):
        for other in hand:
            if other is not card and card is not Card.UNKNOWN:
                changed = (*hand[:place], other, *hand[place + 1 :])
                hands = list(position.hands)
                hands[position.turn] = changed
                yield replace(task, position=replace(position, hands=tuple(hands)))

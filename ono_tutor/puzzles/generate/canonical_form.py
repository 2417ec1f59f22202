"""The simplest form of a puzzle: one for all that are the same, and the smallest that shows it.

:func:`canonical_form` leaves out seats, order of cards and the names of equal cards;
:func:`smaller` takes away players, plays, options and kinds of card.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.errors import OnoError
from ono_tutor.game.position import check
from ono_tutor.puzzles.difficulty import Rating
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.rating import at_default, rate
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import with_seat

_TOTALS = range(-12, 99)

Test = Callable[[Task, Rating], bool]


def canonical_form(kind: str, task: Task) -> tuple[object, ...]:
    """Return what is left of a question when nothing that makes no difference is kept.

    The player to move sits at seat 0 and play goes clockwise; each hand and the discards are
    sorted; cards that do the same at every total, and are as many in the deck, go by one name.
    Two puzzles with the same form are the same puzzle.
    """
    position = task.position
    size = len(position.hands)
    step = position.direction.step

    def seat(old: int) -> int:
        return (old - position.turn) * step % size

    def place(new: int) -> int:
        return (position.turn + new * step) % size

    names = namesakes(position.rules)
    around = [place(new) for new in range(size)]
    return (
        kind,
        position.rules.name,
        position.total,
        position.owes,
        tuple(_sorted(names, position.hands[old]) for old in around),
        tuple(names.get(card, card).code for card in position.draw),
        _sorted(names, position.seen),
        tuple(position.stakes[old] for old in around) if position.stakes else (),
        position.played and names.get(position.played, position.played).code,
        tuple(sorted(map(seat, position.undrawn))),
        tuple(_play(names, play, seat) for play in task.plays),
        task.claim,
    )


def _sorted(names: dict[Card, Card], cards: Iterable[Card] | None) -> tuple[str, ...] | None:
    return None if cards is None else tuple(sorted(names.get(card, card).code for card in cards))


def _play(names: dict[Card, Card], play: Play | LateDraw, seat: object) -> str:
    if isinstance(play, LateDraw):
        assert callable(seat)
        return f"draw:{seat(play.seat)}"
    return str(play if play.card is None else play._replace(card=names.get(play.card, play.card)))


@lru_cache(maxsize=64)
def namesakes(rules: RuleSet) -> dict[Card, Card]:
    """Return the cards that differ from another one in nothing but the name, and that other one."""
    found: dict[object, Card] = {}
    same: dict[Card, Card] = {}
    for card, count in rules.deck(rules.least_players).items():
        first = found.setdefault((count, _judgements(rules, card)), card)
        if first is not card:
            same[card] = first
    return same


def _judgements(rules: RuleSet, card: Card) -> tuple[object, ...]:
    """Return all that a card does, at any total and under any debt."""
    moments = [
        Moment(total, owes, pair=pair)
        for total in _TOTALS
        for owes in range(1, rules.most_owed + 1)
        for pair in (False, True)
    ]
    judged = (rules.judge(play, moment) for play in rules.plays_of(card) for moment in moments)
    return tuple(found if isinstance(found, Effect) else found.rules for found in judged)


def smaller(
    kind: str, task: Task, rating: Rating, is_met: Test, most: int = 30
) -> tuple[Task, Rating]:
    """Return the puzzle made smaller as far as it still shows its rule points and misconceptions.

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
    """Check whether no point, no misconception or its wrong answer, and no level is lost."""
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
    """Yield tasks that are a step smaller, the greatest step first."""
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
    for option in task.rules.changed_options:
        yield replace(task, position=at_default(task, option.name))


def _fewer_kinds(task: Task) -> Iterator[Task]:
    """Change a card for another of the hand: one pair, so that it still looks dealt."""
    position = task.position
    hand = position.hand
    if len(set(hand)) < len(hand):
        return
    for place, card in enumerate(hand):
        for other in hand:
            if other is not card and card is not Card.UNKNOWN:
                hands = with_seat(position.hands, position.turn, with_seat(hand, place, other))
                yield replace(task, position=replace(position, hands=hands))

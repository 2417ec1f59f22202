"""One form for all puzzles that are the same: seats, order of cards and equal cards aside."""

from collections.abc import Iterable
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet

_TOTALS = range(-12, 99)


def canonical_form(kind: str, task: Task) -> tuple[object, ...]:
    """What is left of a question when nothing that makes no difference is kept.

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
    """The cards that differ from another one in nothing but the name, and that other one."""
    found: dict[object, Card] = {}
    same: dict[Card, Card] = {}
    for card, count in rules.deck(rules.least_players).items():
        first = found.setdefault((count, _deeds(rules, card)), card)
        if first is not card:
            same[card] = first
    return same


def _deeds(rules: RuleSet, card: Card) -> tuple[object, ...]:
    """All that a card does, at any total and under any debt."""
    moments = [
        Moment(total, owes, pair=pair)
        for total in _TOTALS
        for owes in range(1, rules.most_owed + 1)
        for pair in (False, True)
    ]
    judged = (rules.judge(play, moment) for play in rules.plays_of(card) for moment in moments)
    return tuple(found if isinstance(found, Effect) else found.rules for found in judged)

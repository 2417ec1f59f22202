"""Witnesses: for a rule point, the smallest position in which the rule sets part over it."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import islice, product

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, OnoError, UnanswerableError
from ono_tutor.game.legal import why_not
from ono_tutor.game.position import Position, convert, convert_play
from ono_tutor.game.turn import make
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.generate.search import shapes_of
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.claim import FORMS, Claim, number_of
from ono_tutor.puzzles.rating import entry_of, rate
from ono_tutor.puzzles.task import UNASKABLE, Task
from ono_tutor.rules.book import RulePoint, rule_points
from ono_tutor.rules.catalogue import RULE_SETS, editions, ruleset
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

KIND = "edition"
TOTALS = (0, 6, 20, 27, 33, 50, 53, 56, 66, 76, 89, 90, 95, 98)
"""Totals at which something can happen in one of the games, the smallest first."""

PLAYERS = (2, 3)
MOST_TASKS = 9_000
"""Claims looked at under each rule set before it is given up."""

ALWAYS = {"deck", "deal"}
"""Points that come into it wherever a rule set has no such card, or no such hand."""

ENOUGH, MOST_OTHERS = 1, 5
"""Other points besides: with so few the search ends, with more it is no witness."""


def witnesses() -> Iterator[Entry]:
    """Yield the witness of every rule point that the rule sets do not share, searched anew.

    So is one that is shipped, of a point that only an option parts.
    """
    for point in rule_points().values():
        is_wanted = point.differs or f"{bank.WITNESS}-{point.id}" in bank.index()
        found = searched(point) if is_wanted and point.id not in UNASKABLE else None
        if found is not None:
            yield found


def searched(point: RulePoint) -> Entry | None:
    """Return the witness of a rule point with the fewest other points, cards and players."""
    best: tuple[int, Task] | None = None
    for task in _tasks(point):
        points = _parting(point, task)
        others = len(set(points or ()) - ALWAYS - {point.id})
        if points and others <= MOST_OTHERS and (best is None or others < best[0]):
            best = others, task
        if best and best[0] <= ENOUGH:
            break
    if best is None:
        return None
    entry = entry_of(KIND, best[1], rate(KIND, best[1]))
    return replace(entry, id=f"{bank.WITNESS}-{point.id}")


def _parting(point: RulePoint, task: Task) -> tuple[str, ...] | None:
    """Return the points that decide; None where the wanted one makes no difference."""
    kind = KINDS[KIND]
    try:
        answer = kind.answer(task)
        having = [key for key in answer if key in point.says]
        if not answer or len(having) in (0, len(RULE_SETS)) or len(answer) == len(RULE_SETS):
            return None
        if len(point.says) > 1 and len(having) == len(point.says):
            return None
        points = kind.rule_points(task)
    except OnoError:
        return None
    return points if point.id in points else None


def _tasks(point: RulePoint) -> Iterator[Task]:
    """Yield every claim about small positions, the smallest first."""
    sets = [rules for key in point.says for rules in _rule_sets(key, point)]
    for rules in sets:
        yield from _facts(rules)
    for is_named, rules in product((True, False), sets):
        yield from islice(_tasks_under(rules, point, is_named), MOST_TASKS)


def _tasks_under(rules: RuleSet, point: RulePoint, is_named: bool) -> Iterator[Task]:
    for position in _positions(rules, point.id, is_named):
        claims = dict.fromkeys(_claims(position))
        yield from (Task(position, claim=str(claim)) for claim in claims)


def _rule_sets(key: str, point: RulePoint) -> list[RuleSet]:
    """Return the rule set, plain, with each option of this point, and with small numbers."""
    options = ruleset(key).options
    own = [o for o in options if o.point == point.id and isinstance(o.values, tuple)]
    least = [f"{o.name}={o.values[0]}" for o in options if isinstance(o.values, range)]
    words = [f"{o.name}={value}" for o in own for value in o.values[1:]] + least
    return [ruleset(key), *(ruleset(f"{key}+{word}") for word in words)]


def _facts(rules: RuleSet) -> Iterator[Task]:
    card, count = list(rules.deck(2).items())[-1]
    position = Position.of(rules, 0, _hands(rules, (card,), 2), is_view=True)
    claims = (
        Claim("deck", card=card, numbers=(count,)),
        Claim("deals", numbers=(rules.hand_size,)),
        Claim("seats", numbers=(rules.most_players,)),
    )
    yield from (Task(position, claim=str(claim)) for claim in claims)


def _positions(rules: RuleSet, rule_id: str, is_named: bool) -> Iterator[Position]:
    """Yield positions with one card in hand, a set, or a card and a number."""
    hands = _small_hands(rules, rule_id, is_named)
    debts = range(1, rules.most_owed + 1)
    for owes, players, total, hand in product(debts, PLAYERS, TOTALS, hands):
        if rules.can_show(total) and len(hand) <= rules.hand_size:
            try:
                hands_ = _hands(rules, hand, players)
                yield Position.of(rules, total, hands_, owes=owes, is_view=True)
            except NotationError:
                continue


def _small_hands(rules: RuleSet, rule_id: str, is_named: bool) -> list[tuple[Card, ...]]:
    """Return the hands of the cards that shapes of this point name, or of the others."""
    deck = list(rules.deck(2))
    shapes = [shape for shape in shapes_of(rules.key) if rule_id in shape.points]
    named = {code for shape in shapes for code in shape.cards[:1]}
    cards = [card for card in deck if (card.code in named) is is_named]
    together = [(play.card,) * play.copies for play in rules.sets if play.card]
    number = next(card for card in deck if card.number)
    return [*((card,) for card in cards), *together, *((card, number) for card in cards)]


def _hands(rules: RuleSet, hand: tuple[Card, ...], players: int) -> tuple[tuple[Card, ...], ...]:
    return (hand, *((Card.UNKNOWN,) * rules.hand_size for _ in range(players - 1)))


def _claims(position: Position) -> Iterator[Claim]:
    """Yield what is true, under one rule set, of playing the first card or the whole set."""
    card = position.hand[0]
    sets = [play for play in position.rules.sets if position.hand.count(card) == play.copies]
    for play in (Play(card), *sets, Play(card, forgets=True)):
        yield Claim("may", play)
        for rules in editions(position.rules):
            yield from _of_ply(position, rules, play)


def _of_ply(position: Position, rules: RuleSet, play: Play) -> Iterator[Claim]:
    try:
        here = convert(position, rules)
        way = convert_play(play, rules)[-1]
    except NotationError:
        return
    if why_not(here, way) is not None:
        return
    ply = make(here, way)
    for word, form in FORMS.items():
        if form.of_play and word != "may":
            with suppress(UnanswerableError):  # what hidden cards score is not known
                yield Claim(word, play, numbers=number_of(word, ply, seat=0))

"""The canonical line of a position."""

from collections.abc import Iterator
from itertools import groupby
from typing import Protocol

from ono_tutor.cards import Card
from ono_tutor.rules.ruleset import RuleSet, Stakes
from ono_tutor.rules.seats import Direction, Hand, Hands


class Written(Protocol):
    """The parts of a position that its line says."""

    @property
    def rules(self) -> RuleSet: ...
    @property
    def total(self) -> int: ...
    @property
    def hands(self) -> Hands: ...
    @property
    def turn(self) -> int: ...
    @property
    def owes(self) -> int: ...
    @property
    def direction(self) -> Direction: ...
    @property
    def draw(self) -> Hand: ...
    @property
    def seen(self) -> Hand: ...
    @property
    def stakes(self) -> Stakes: ...
    @property
    def played(self) -> Card | None: ...
    @property
    def undrawn(self) -> tuple[int, ...]: ...
    @property
    def is_view(self) -> bool: ...


def write(position: Written) -> str:
    """The canonical line: no default is written, the keys stand in the contract's order."""
    words = (f"{key}={value}" for key, value in _pairs(position))
    return " ".join([position.rules.name, *words])


def write_cards(cards: Hand) -> str:
    """Cards as a list, ``7,H,?2``; hidden cards in a row are counted."""
    runs = ((card, len(list(run))) for card, run in groupby(cards))
    return ",".join(word for card, count in runs for word in _run(card, count))


def _run(card: Card, count: int) -> list[str]:
    if card is Card.UNKNOWN and count > 1:
        return [f"?{count}"]
    return [card.code] * count


def _pairs(position: Written) -> Iterator[tuple[str, object]]:
    if position.total:
        yield "total", position.total
    yield from _hands(position)
    if position.turn:
        yield "turn", position.turn
    if position.owes != 1:
        yield "owes", position.owes
    if position.direction is not Direction.CLOCKWISE:
        yield "dir", position.direction.value
    if position.draw:
        yield "draw", write_cards(position.draw)
    if position.seen:
        yield "seen", write_cards(position.seen)
    if position.stakes != position.rules.start_stakes(position.hands):
        yield position.rules.stake_name or "", _stakes(position)
    if position.played:
        yield "played", position.played.code
    if position.undrawn:
        yield "undrawn", ",".join(map(str, position.undrawn))


def _hands(position: Written) -> Iterator[tuple[str, object]]:
    if not position.is_view:
        yield "hands", "/".join("-" if h is None else write_cards(h) for h in position.hands)
        return
    yield "hand", write_cards(position.hands[position.turn] or ())
    if len(position.hands) != 2:
        yield "players", len(position.hands)


def _stakes(position: Written) -> str:
    is_left = position.rules.stakes_are_left
    return "/".join(
        "?" if stake is None else "-" if hand is None and is_left else str(stake)
        for stake, hand in zip(position.stakes, position.hands, strict=True)
    )

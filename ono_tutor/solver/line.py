"""The line of plays that proves an answer."""

from typing import Any

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves
from ono_tutor.rules.play import OUT, Play
from ono_tutor.solver.deal import Deal, Spot
from ono_tutor.solver.hands import HIDDEN_WAY
from ono_tutor.solver.search import Search
from ono_tutor.solver.steps import FACTS


class Table:
    """The cards themselves, beside a search that knows only their kinds."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.hands = [list(hand or ()) for hand in deal.position.hands]
        self.plays: list[Play] = []

    def put_down(self, spot: Spot, way: int) -> None:
        """Make a play of a kind with a card of that kind, and draw."""
        ways, hand = self.deal.steps.ways, self.hands[spot.seat]
        played = ways.ways[way - HIDDEN_WAY - 1]
        card = next(card for card in hand if card in played.plays)
        for _ in range(played.copies):
            hand.remove(card)
        count = spot.node[FACTS].ways[way].effect.draws
        hand += self._drawn(spot.drawn, count)
        self.plays.append(played.plays[card])

    def _drawn(self, at: int, count: int) -> list[Card]:
        pile = self.deal.position.draw[at : at + count]
        return [*pile, *[Card.UNKNOWN] * (count - len(pile))]

    def fall(self, spot: Spot) -> None:
        """Make the play that loses, or lay the hand down."""
        moment = spot.node[FACTS].moment
        losing = legal_moves(tuple(self.hands[spot.seat]), self.deal.steps.rules.state(moment))
        self.plays.append(next(iter(losing), OUT))


Made = tuple[int, Any]
"""A play of a kind, and the hands that it may leave."""


def line_of(search: Search, value: int, first: Made | None = None) -> tuple[Play, ...]:
    """The winner's winning plays and the losers' first replies, until all is decided.

    ``first`` is the play to begin with, where it is not to be chosen. Everything on the way
    was examined before, so nothing new is.
    """
    deal = search.deal
    table, spot = Table(deal), deal.start
    while True:
        plays = deal.plays(spot)
        if not plays:
            table.fall(spot)
            follows = deal.fallen(spot)[0]
            if isinstance(follows, int):
                return tuple(table.plays)
            spot = follows
            continue
        for way, grown in (first,) if first else plays:
            if search.value_after(spot, way, grown) == value:
                break
        first = None
        table.put_down(spot, way)
        spot = deal.after(spot, way, grown)

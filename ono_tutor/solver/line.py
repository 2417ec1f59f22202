"""The line of plays that shows an answer."""

from ono_tutor.cards import Card
from ono_tutor.game.legal import legal_moves
from ono_tutor.rules.play import OUT, Play
from ono_tutor.solver.deal import Deal, Spot
from ono_tutor.solver.packing import FIRST_WAY, HIDDEN_WAY, MOVES, STATE, Way
from ono_tutor.solver.search import Search


def line_of(search: Search, value: int, first: Way | None = None) -> tuple[Play, ...]:
    """Return best plays of both sides from the start, until all is decided.

    ``value`` is what the start is worth; ``first`` is the play to begin with, where it is not to
    be chosen. The line ends as well where the rest hangs on a card that makes no difference.
    """
    writer = _LineWriter(search.deal)
    spot: Spot | None = search.start
    while spot is not None:
        made = first or _best(search, spot, value)
        first = None
        if made is not None:
            writer.put_down(spot, made[0])
            gain, spot = search.step(spot, *made)
            value -= gain
        elif spot.plays:
            break
        else:
            writer.fall(spot)
            follows = search.deal.fallen(spot)[0]
            spot = follows if isinstance(follows, Spot) else None
    return tuple(writer.plays)


def _best(search: Search, spot: Spot, value: int) -> Way | None:
    """The first play that keeps the value, for whoever is to move; None where none is known to."""
    for way, grown in spot.plays:
        if way != HIDDEN_WAY and search.bounds_after(spot, way, grown) == (value, value):
            return way, grown
    return None


class _LineWriter:
    """The cards themselves, beside a search that knows only their kinds."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.hands = [list(hand or ()) for hand in deal.position.hands]
        self.plays: list[Play] = []

    def put_down(self, spot: Spot, way: int) -> None:
        """Make a play of a class with a card of its kind, and draw."""
        hand = self.hands[spot.seat]
        played = self.deal.packing.classes.classes[way - FIRST_WAY]
        card = next(card for card in hand if card in played.plays)
        for _ in range(played.copies):
            hand.remove(card)
        count = spot.node[MOVES][way].effect.draws
        pile = self.deal.position.draw[spot.drawn : spot.drawn + count]
        hand += [*pile, *[Card.UNKNOWN] * (count - len(pile))]
        self.plays.append(played.plays[card])

    def fall(self, spot: Spot) -> None:
        """Make the play that loses, or lay the hand down."""
        losing = legal_moves(tuple(self.hands[spot.seat]), spot.node[STATE])
        self.plays.append(next(iter(losing), OUT))

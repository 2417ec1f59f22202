"""The best difference of points that the player to move can force in a round of two.

Alpha and beta in what follows are the bounds between which the value matters: points gained
from here on, minus points lost, for the player to move.
"""

from collections.abc import Callable
from typing import Any

from ono_tutor.game.position import Position
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.deal import Deal, Spot
from ono_tutor.solver.hands import HIDDEN_WAY, PLAYS, TO_MOVE, WAITING, Hand
from ono_tutor.solver.search import ExhaustedError
from ono_tutor.solver.steps import FACTS, KEY, SHAPE, Node

Purses = tuple[int, int]
"""The points left: of the player to move, and of the other."""

_PURSE_BITS = 11
MOST_PURSE = (1 << _PURSE_BITS) - 1
"""More points than a round of all the cards that there are can cost; more are as good as these."""


class Difference:
    """One search. A hidden card is worth the most, or the least, that it could be.

    ``is_hopeful`` says which, for the one who asked; ``met_hidden`` whether it mattered.
    """

    def __init__(self, deal: Deal, limit: int, *, is_hopeful: bool) -> None:
        self.deal = deal
        self.limit = limit
        self.is_hopeful = is_hopeful
        self.met_hidden = False
        self.memo: dict[int, tuple[int, int]] = {}
        self.paid: dict[tuple[int, int, Purses], tuple[int, int, bool]] = {}
        self.search = self._walk()

    def value(self, spot: Spot, purses: Purses) -> int:
        """The exact value of a spot to the player to move, whose purse is the first.

        Asked as "at least this much?", from zero on, each question narrowing the bounds.
        """
        is_root = spot.seat == self.deal.root
        a, b = spot.hands[spot.seat], spot.hands[self.deal.other(spot.seat)]
        node, drawn = spot.node, spot.drawn
        least, most, guess = -purses[0], purses[1], 0
        while least < most:
            wanted = max(guess, least + 1)
            guess = self.search(a, b, node, drawn, purses, is_root, wanted - 1, wanted)
            if guess < wanted:
                most = guess
            else:
                least = guess
        return least

    def payment(self, node: Node, way: int, purses: Purses) -> tuple[int, int, bool]:
        """What the player to move and the other lose by a play, and whether the round ends."""
        asked = node[KEY], way, purses
        found = self.paid.get(asked)
        if found is None:
            found = self.paid[asked] = self._settled(self.deal.steps.rules, node, way, purses)
        return found

    @staticmethod
    def _settled(rules: RuleSet, node: Node, way: int, purses: Purses) -> tuple[int, int, bool]:
        facts = node[FACTS]
        table = Position(rules, facts.moment.total, ((), ()), stakes=purses)
        settlement = rules.settle(table, facts.ways[way].effect, ())
        mine, yours = ((s or 0) for s in settlement.stakes)
        over = settlement.round_over or bool(settlement.out)
        return purses[0] - mine, purses[1] - yours, over

    def of_hidden(self, purses: Purses, is_root: bool) -> int:
        """What a hidden card is taken to be worth to the player who holds it."""
        self.met_hidden = True
        return purses[1] if is_root == self.is_hopeful else -purses[0]

    def _walk(self) -> Callable[..., int]:
        """The search: a bound of the value, exact where it lies between alpha and beta."""
        memo, draw, limit = self.memo, self.deal.draw, self.limit
        payment, of_hidden = self.payment, self.of_hidden
        follow = self.deal.steps.follow

        def search(  # noqa: PLR0913, PLR0917  # a search hands everything on in its call
            a: Hand,
            b: Hand,
            node: Node,
            drawn: int,
            purses: Purses,
            is_root: bool,
            alpha: int,
            beta: int,
        ) -> int:
            mine, yours = purses
            place = (mine << _PURSE_BITS | yours) << 1 | is_root
            key = (drawn | a[TO_MOVE] | b[WAITING] | node[KEY]) << (2 * _PURSE_BITS + 1) | place
            least, most = memo.get(key) or (-mine, yours)
            if least >= beta or least == most:
                return least
            if most <= alpha:
                return most
            low, high = max(alpha, least), min(beta, most)
            best, floor = -mine, low
            for way, grown in a[PLAYS][node[SHAPE]]:
                after = node[way]
                if after is not None:
                    hand = grown[draw[drawn]]
                    there = yours, mine
                    value = -search(b, hand, after, drawn + 1, there, not is_root, -high, -floor)
                elif way == HIDDEN_WAY:
                    value = of_hidden(purses, is_root)
                else:
                    value = apart(a, b, node, drawn, purses, is_root, floor, high, way, grown)
                if value > best:
                    best = value
                    if value >= high:
                        break
                    floor = max(floor, value)
            if best >= high:
                least = best
            elif best <= low:
                most = best
            else:
                least = most = best
            if len(memo) >= limit:
                raise ExhaustedError
            memo[key] = least, most
            return best

        def apart(  # noqa: PLR0913, PLR0917  # likewise
            a: Hand,
            b: Hand,
            node: Node,
            drawn: int,
            purses: Purses,
            is_root: bool,
            alpha: int,
            beta: int,
            way: int,
            grown: Any,
        ) -> int:
            """The value of a play that somebody pays for, or after which the player goes on."""
            lost, won, over = payment(node, way, purses)
            gain = won - lost
            if over:
                return gain
            fact = node[FACTS].ways[way]
            hand, drawn = self.deal.drawing(grown, drawn, fact.effect.draws)
            after = fact.node or follow(node, way)
            mine, yours = purses[0] - lost, purses[1] - won
            alpha, beta = alpha - gain, beta - gain
            if fact.effect.steps % 2 == 0:
                return gain + search(hand, b, after, drawn, (mine, yours), is_root, alpha, beta)
            there = yours, mine
            return gain - search(b, hand, after, drawn, there, not is_root, -beta, -alpha)

        self.apart = apart
        return search

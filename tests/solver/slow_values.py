"""A second, slow way to the table of values: hands as cards, moments as the engine has them.

It shares the rules and the model of the unseen cards with ``make_values``, and nothing else: no
kinds of cards, no numbered places, no numpy.
"""

from collections import Counter, defaultdict
from itertools import combinations

from two_player_round import mode_of

from ono_tutor.game.legal import legal_moves
from ono_tutor.game.value_table import stays_with
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.states import state_of

STEPS = 25


def in_order(cards):
    """The cards in one order, whatever the order of the hand."""
    return tuple(sorted(cards, key=lambda card: card.code))


def alike(moment):
    """The moment, whichever card was the first of two."""
    return mode_of(moment)._replace(total=moment.total)


class SlowValues:
    """What cards kept are worth, by whether the same player goes on, the moment and the cards.

    ``moves`` and ``waits`` have how often in a round a player is to move, or waits, at a moment
    with these cards before drawing.
    """

    def __init__(self, rules, start):
        self.rules, self.deck = rules, Counter(rules.deck(2))
        ways = Counter(map(in_order, combinations(self.deck.elements(), rules.hand_size - 1)))
        self.dealt = {kept: count / ways.total() for kept, count in ways.items()}
        self.drawn = {kept: list(self._drawn(kept)) for kept in self.dealt}
        self.start = Moment(start, pair=True, opening=rules.binds_opening)
        self.worth = defaultdict(float)
        self.moves = self.waits = {self.start: Counter(self.dealt)}
        for _ in range(STEPS):
            self._step()

    def _drawn(self, kept):
        """Each hand once a card is drawn, with its chance: any card of the deck that is not kept."""
        left = self.deck - Counter(kept)
        for card, count in left.items():
            yield in_order((*kept, card)), count / left.total()

    def _best(self, moment, hand):
        """The best play: its worth, the moment after it, who goes on, what is kept; -1 for none."""
        best = (-1.0, None, 0, ())
        for play, move in legal_moves(hand, state_of(self.rules, moment)).items():
            kept = in_order((Counter(hand) - Counter([play.card])).elements())
            after, stays = alike(move.follows), int(stays_with(move))
            worth = self.worth[stays, after, kept]
            if not move.effect.busts and worth > best[0]:
                best = (worth, after, stays, kept)
        return best

    def _step(self):
        moves, waits, changed = defaultdict(Counter), defaultdict(Counter), {}
        moves[self.start].update(self.dealt)
        waits[self.start].update(self.dealt)
        for moment in self.moves:
            self._play(moment, moves, waits, changed)
        self.worth.update(changed)
        self.moves, self.waits = moves, waits

    def _play(self, moment, moves, waits, changed):
        """Let all who move at a moment play, and say what waiting there is worth."""
        passed, lost, whole = Counter(), 0.0, sum(self.moves[moment].values())
        for kept, often in self.moves[moment].items():
            for hand, chance in self.drawn[kept]:
                _, after, stays, rest = self._best(moment, hand)
                if after is None:
                    lost += often * chance / whole
                else:
                    passed[after, stays] += often * chance / whole
                    (moves if stays else waits)[after][rest] += often * chance
        for (after, stays), chance in passed.items():
            for kept, often in self.waits.get(moment, {}).items():
                (waits if stays else moves)[after][kept] += often * chance
        for kept in self.dealt:
            waiting = (
                chance * (self.worth[0, after, kept] if stays else self._to_move(after, kept))
                for (after, stays), chance in passed.items()
            )
            changed[0, moment, kept] = lost + sum(waiting)
            changed[1, moment, kept] = self._to_move(moment, kept)

    def _to_move(self, moment, kept):
        """What cards kept are worth to a player who is to draw and then to move."""
        return sum(chance * self._best(moment, hand)[0] for hand, chance in self.drawn[kept])

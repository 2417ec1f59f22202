"""Who wins when every card is known, worked out the long way: every play of everybody.

It knows the game only from ``slow_rules`` and shares nothing with the package's solver.
An answer is ``(least, most)``: what the mover reaches at the least and at the most. The two
differ where it hangs on a card that is not known. To win is 1, not to win 0; in Ninety-Nine
the answer is the points that the other loses minus those that the mover loses.
"""

import slow_rules


class TooManyError(Exception):
    """More tables were met than the caller wants to wait for."""


def answer(line, most=100_000):
    """``(least, most)`` that the player to move can force."""
    found = answers(line, most).values()
    return max(least for least, _ in found), max(highest for _, highest in found)


def answers(line, most=100_000):
    """The answer by first play, such as ``{"7": (1, 1), "H": (0, 1)}``."""
    table = slow_rules.read(line)
    solver = Solver(table["turn"], most)
    return {word: solver.after(table, word) for word in slow_rules.legal(table)}


class Solver:
    """All the plays from a table on, for one player against all the others together."""

    def __init__(self, me, most):
        self.me, self.most, self.known = me, most, {}

    def value(self, table):
        """What the player can force from here on."""
        key = str(sorted(_without_order(table).items()))
        if key not in self.known:
            if len(self.known) >= self.most:
                raise TooManyError(f"more than {self.most} tables")
            self.known[key] = self._best(table)
        return self.known[key]

    def _best(self, table):
        hand = table["hands"][table["turn"]]
        words = slow_rules.legal(table)
        found = []
        if "?" in hand:  # the hidden card may be anything, and be the only one that is safe
            found.append(self._anything(table))
            words = [w for w in words if w != "out" and slow_rules.judge(table, w)[0] == "safe"]
        found += [self.after(table, word) for word in words]
        choose = max if table["turn"] == self.me else min
        return choose(low for low, _ in found), choose(high for _, high in found)

    def _anything(self, table):
        if table["game"] != "ninety-nine":
            return 0, 1
        mine, others = self.stakes(table)
        return -mine, others

    def stakes(self, table):
        """The points of the player and of the other one."""
        (other,) = [seat for seat in range(len(table["hands"])) if seat != self.me]
        return table["stakes"][self.me], table["stakes"][other]

    def after(self, table, word):
        """The value of a play."""
        then = slow_rules.play(table, word)
        if table["game"] == "ninety-nine":
            return self._points(table, then)
        if table["game"] == "1980" and then["loser"] is not None:
            won = int(then["loser"] != self.me)
            return won, won
        if table["game"] == "2022" and word == "out" and _hangs_on_a_hidden_card(table):
            now = int(table["turn"] == self.me)
            low, high = self._going_on(then)
            return min(low, now), max(high, now)
        return self._going_on(then)

    def _going_on(self, then):
        if then["over"] or then["hands"][self.me] is None:
            won = int(then["winners"] == [self.me])
            return won, won
        return self.value(then)

    def _points(self, table, then):
        before, now = self.stakes(table), self.stakes(then)
        change = (before[1] - now[1]) - (before[0] - now[0])
        if then["over"]:
            return change, change
        low, high = self.value(then)
        return low + change, high + change


def _hangs_on_a_hidden_card(table):
    """Whether a hidden card decides if anybody can still play (rule ``nobody-can-play``)."""
    if table["played"] is None or table["options"]["nobody-can-play"] != "last-to-play":
        return False
    hands = [hand for seat, hand in enumerate(table["hands"]) if hand and seat != table["turn"]]
    left = [None if seat == table["turn"] else hand for seat, hand in enumerate(table["hands"])]
    then = table | {"owes": 1, "played": None, "hands": left}
    for seat, hand in enumerate(left):
        if hand is not None:
            known = [card for card in hand if card != "?"]
            alone = left[:seat] + [known] + left[seat + 1 :]
            if slow_rules.legal(then | {"hands": alone, "turn": seat}) != ["out"]:
                return False
    return any("?" in hand for hand in hands)


def _without_order(table):
    """The table with each heap of cards sorted: the order in a hand decides nothing."""
    hands = [hand and sorted(hand) for hand in table["hands"]]
    last = table["discards"][-1:]
    return table | {"hands": hands, "discards": [last, sorted(table["discards"])], "options": ""}

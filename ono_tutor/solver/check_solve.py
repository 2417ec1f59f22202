"""Checking the proof of a forced win: the table of replies is played against every defence."""

from ono_tutor.errors import quoted
from ono_tutor.game.legal import legal_plays
from ono_tutor.game.position import Position
from ono_tutor.rules.play import Play
from ono_tutor.solver.check_claim import Claim, Spot, sure_plays
from ono_tutor.solver.check_fields import MOST_POSITIONS, Node


def check_win(fields: dict[str, Node], position: Position) -> None:
    """Return if these fields prove who gets its way: the player to move, or the others.

    Raises :class:`ProofError` at the first thing that the rules do not bear out.
    """
    _refuse_late_draws(fields["position"], position)
    claim = Claim(position, is_mover=fields["can_win"].truth())
    Replay(claim, fields["replies"]).run()


def check_points(fields: dict[str, Node], position: Position) -> None:
    """Return if these fields prove the points that the mover gains: no less and no more.

    Raises :class:`ProofError` at the first thing that the rules do not bear out.
    """
    _refuse_late_draws(fields["position"], position)
    if len(position.still_in) != 2:
        fields["position"].refuse("points are worked out between two players who are in")
    value = fields["value"].number()
    Replay(Claim(position, True, value), fields["mover"]).run()
    Replay(Claim(position, False, value), fields["other"]).run()


def _refuse_late_draws(node: Node, position: Position) -> None:
    if position.undrawn:
        node.refuse("a draw that may still be made late leaves open what is drawn by whom")


class Replay:
    """A table of replies, and every game in which one side follows it.

    There is nothing to weigh: every game has to end as the claim says.
    """

    def __init__(self, claim: Claim, table: Node) -> None:
        self.claim = claim
        self.table = table
        self.replies = table.entries()
        self.unused = dict.fromkeys(self.replies)
        self.waiting: list[Spot] = []

    def run(self) -> None:
        """Return if the claim holds in every game, and every reply of the table is needed."""
        met = set()
        self._meet(Spot(self.claim.start))
        while self.waiting:
            spot = self.waiting.pop()
            state = self.claim.state(spot)
            if state in met:
                continue
            met.add(state)
            if len(met) > MOST_POSITIONS:
                self.table.refuse(f"more than {MOST_POSITIONS} positions are met, the limit")
            for word in self._plays(spot, state[0]):
                self._make(spot, state[0], word)
        if self.unused:
            self.table.refuse(f"{quoted(next(iter(self.unused)))} is never reached")

    def _meet(self, spot: Spot) -> None:
        if not self.claim.is_settled(spot.position):
            self.waiting.append(spot)

    def _plays(self, spot: Spot, key: str) -> list[Play]:
        """The plays to follow: the reply where the side chooses, else every legal play."""
        if not self.claim.chooses(spot):
            if not spot.is_known:
                self.table.refuse(f"at {key} seat {spot.position.turn} holds a hidden card")
            return list(legal_plays(spot.position))
        plays = list(legal_plays(spot.position)) if spot.is_known else sure_plays(spot)
        return plays if spot.is_known and len(plays) == 1 else [self._reply(key, plays)]

    def _reply(self, key: str, plays: list[Play]) -> Play:
        node = self.replies.get(key)
        if node is None:
            self.table.refuse(f"there is no reply for {key}")
        self.unused.pop(key, None)
        word = node.text()
        found = next((play for play in plays if str(play) == word), None)
        if found is None:
            node.refuse(f"{quoted(word)} cannot be played here")
        return found

    def _make(self, spot: Spot, key: str, word: Play) -> None:
        for then in self.claim.follows(spot, word):
            if then is False:
                self.table.refuse(f"at {key} the play {word} ends otherwise than is claimed")
            if isinstance(then, Spot):
                if then.drawn == spot.drawn and then.position.still_in == spot.position.still_in:
                    self.table.refuse(f"at {key} the play {word} leads nowhere")
                self._meet(then)

"""Checking the proof of a forced win: the table of replies is played against every defence."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ono_tutor.cards import Card
from ono_tutor.errors import quoted
from ono_tutor.game.legal import legal_plays, playable
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.rules.judgement import Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.seats import with_seat
from ono_tutor.solver.check_fields import MOST_POSITIONS, ProofNode

StateKey = tuple[str, Moment, int]
"""All that decides how a game can go on: its key, what of the past still counts in the moment,
and how many cards are discarded, which says when they will be shuffled."""


@dataclass(frozen=True, slots=True)
class ProofState:
    """A position on the way from the one asked about, and how many cards were drawn since."""

    position: Position
    drawn: int = 0

    @property
    def is_known(self) -> bool:
        """True if the player to move holds no hidden card."""
        return self.position.is_hand_known


@dataclass(frozen=True, slots=True)
class SolveClaim:
    """That one side gets its way from a position on, whatever the other side plays.

    ``is_mover`` says which side: the player to move, or all the others together. ``bound``
    is None for a win; in points it is what the mover gains at the least, or at the most.
    """

    start: Position
    is_mover: bool
    bound: int | None = None

    @property
    def root(self) -> int:
        """The seat of the player who is to move at the start."""
        return self.start.turn

    def chooses(self, spot: ProofState) -> bool:
        """Check that the player to move is on the side of the claim."""
        return (spot.position.turn == self.root) is self.is_mover

    def gain(self, position: Position) -> int:
        """Points that the other has lost since the start minus those that the mover has lost."""
        lost = [
            (a or 0) - (b or 0) for a, b in zip(self.start.stakes, position.stakes, strict=True)
        ]
        return sum(lost) - 2 * lost[self.root]

    def is_settled(self, position: Position) -> bool:
        """Check that the bound holds however the game goes on: too few points are left."""
        if self.bound is None:
            return False
        mine = position.stakes[self.root] or 0
        theirs = sum(stake or 0 for stake in position.stakes) - mine
        gain = self.gain(position)
        return gain - mine >= self.bound if self.is_mover else gain + theirs <= self.bound

    def ending(self, outcome: Outcome) -> bool | None:
        """Return True if the side got its way by a play, False if not, None if the game goes on."""
        if self.bound is not None:
            if not outcome.round_over:
                return None
            gain = self.gain(outcome.after)
            return gain >= self.bound if self.is_mover else gain <= self.bound
        if self.start.rules.stake_name is not None:
            return None if outcome.loser is None else (outcome.loser != self.root) is self.is_mover
        if outcome.winners:
            return (self.root in outcome.winners) is self.is_mover
        if self.root in outcome.out:
            return not self.is_mover
        return False if outcome.round_over else None

    def follows(self, spot: ProofState, word: Play) -> Iterator[ProofState | bool]:
        """Yield the states after a play; of an end, if the side gets its way.

        More than one thing may follow where hidden cards decide who wins.
        """
        outcome = play(spot.position, word)
        end = self.ending(outcome)
        if end is None:
            yield ProofState(outcome.after, spot.drawn + len(outcome.plies[-1].drawn))
        else:
            yield end
        if word.card is None and any(Card.UNKNOWN in hand for hand in spot.position.hands if hand):
            other = self.ending(play(_without_hidden(spot.position), word))
            if other is not None:
                yield other
            elif end is not None:
                yield False

    def key(self, spot: ProofState) -> str:
        """The text that names a spot in a table of replies.

        It is the position's line without the rule set and the piles, each hand in order, the
        points only where points are played for, and the number of cards drawn.
        """
        position = spot.position
        order = {card: place for place, card in enumerate(Card)}
        hands = tuple(
            None if hand is None else tuple(sorted(hand, key=order.__getitem__))
            for hand in position.hands
        )
        stakes = position.stakes
        if self.bound is None:
            stakes = position.rules.start_stakes(hands)
        plain = replace(position, hands=hands, draw=(), seen=(), stakes=stakes, is_view=False)
        return f"{str(plain).partition(' ')[2]} drawn={spot.drawn}"

    def state(self, spot: ProofState) -> StateKey:
        """Return the key of a spot: spots with equal keys go on equally."""
        return self.key(spot), spot.position.moment, len(spot.position.seen)


def sure_plays(spot: ProofState) -> list[Play]:
    """The plays of the known cards that are legal and safe whatever the hidden ones are."""
    position = spot.position
    found = [word for word, effect in playable(position).items() if not effect.busts]
    for card in position.rules.deck(len(position.hands)):
        held = tuple(card if c is Card.UNKNOWN else c for c in position.hand)
        allowed = playable(replace(position, hands=with_seat(position.hands, position.turn, held)))
        found = [word for word in found if word in allowed]
    return found


def _without_hidden(position: Position) -> Position:
    """The position as if no hidden card could be played."""
    hands = tuple(
        hand and tuple(card for card in hand if card is not Card.UNKNOWN) for hand in position.hands
    )
    return replace(position, hands=hands)


def check_win(fields: dict[str, ProofNode], position: Position) -> None:
    """Return if these fields prove who gets its way: the player to move, or the others.

    Raises :class:`ProofError` at the first thing that the rules do not bear out.
    """
    _refuse_late_draws(fields["position"], position)
    claim = SolveClaim(position, is_mover=fields["can_win"].truth())
    ReplyChecker(claim, fields["replies"]).run()


def check_points(fields: dict[str, ProofNode], position: Position) -> None:
    """Return if these fields prove the points that the mover gains: no less and no more.

    Raises :class:`ProofError` at the first thing that the rules do not bear out.
    """
    _refuse_late_draws(fields["position"], position)
    if len(position.still_in) != 2:
        fields["position"].refuse("points are worked out between two players who are in")
    value = fields["value"].number()
    ReplyChecker(SolveClaim(position, True, value), fields["mover"]).run()
    ReplyChecker(SolveClaim(position, False, value), fields["other"]).run()


def _refuse_late_draws(node: ProofNode, position: Position) -> None:
    if position.undrawn:
        node.refuse("a draw that may still be made late leaves open what is drawn by whom")


class ReplyChecker:
    """A table of replies, and every game in which one side follows it.

    There is nothing to weigh: every game has to end as the claim says.
    """

    def __init__(self, claim: SolveClaim, table: ProofNode) -> None:
        self.claim = claim
        self.table = table
        self.replies = table.entries()
        self.unused = dict.fromkeys(self.replies)
        self.waiting: list[ProofState] = []

    def run(self) -> None:
        """Return if the claim holds in every game, and every reply of the table is needed."""
        met = set()
        self._meet(ProofState(self.claim.start))
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

    def _meet(self, spot: ProofState) -> None:
        if not self.claim.is_settled(spot.position):
            self.waiting.append(spot)

    def _plays(self, spot: ProofState, key: str) -> list[Play]:
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

    def _make(self, spot: ProofState, key: str, word: Play) -> None:
        for then in self.claim.follows(spot, word):
            if then is False:
                self.table.refuse(f"at {key} the play {word} ends otherwise than is claimed")
            if isinstance(then, ProofState):
                if then.drawn == spot.drawn and then.position.still_in == spot.position.still_in:
                    self.table.refuse(f"at {key} the play {word} leads nowhere")
                self._meet(then)

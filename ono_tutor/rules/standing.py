"""Standings as rows: who is in, with what at stake, who deals; and what a costly play makes of it.

A rule set settles a play once for each standing; the answer is kept as an :class:`End` together
with the standing that follows. Whatever a settlement looks at beside the standing and the play,
such as a card in a hand, shows when it is asked with :class:`.Unseen` in its place: then nothing
is kept, and the play has to be settled at its own table.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from ono_tutor.rules.automaton import UNSEEN, Cost, LookedAtError, StandingTable, State, Unseen
from ono_tutor.rules.judgement import EventType, Settlement, Stakes
from ono_tutor.rules.seats import TurnOrder, next_seat, turn_order

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ono_tutor.cards import Card
    from ono_tutor.rules.ruleset import RuleSet

MOST_STANDINGS = 50_000
"""Standings kept for a rule set and a number of players; scores that only grow meet more."""


class End(NamedTuple):
    """What a costly play makes of a standing.

    ``after`` is the standing that follows, that of the next round where ``is_over``, in which
    ``starter`` plays first. ``is_in`` says whether the player stays in, ``loser`` who lost by
    the play, and ``lost`` the points that were lost, with the id of the rule point.
    """

    after: Standing
    is_over: bool
    starter: int
    is_in: bool
    loser: int | None
    winners: tuple[int, ...]
    lost: tuple[tuple[str, int], ...]


class Standing:
    """Who is in (``seated``, by seat) and was dealt in, what is at stake, and who dealt.

    ``order`` says who is next among those in; ``is_pair`` whether they are two. ``opening`` is
    the state in which a round begins, once it has begun, the last one where hands differ by it.
    """

    __slots__ = (
        "dealer", "dealt", "ends", "is_pair", "opening", "order", "rules", "seated", "stakes",
    )  # fmt: skip

    def __init__(
        self,
        rules: RuleSet,
        dealt: tuple[int, ...],
        seated: tuple[bool, ...],
        stakes: Stakes,
        dealer: int,
    ) -> None:
        self.rules, self.dealt, self.seated = rules, dealt, seated
        self.stakes, self.dealer = stakes, dealer
        self.order: TurnOrder = turn_order(seated)
        self.is_pair = sum(seated) == 2
        self.opening: State | None = None
        self.ends: dict[tuple[int, int], End | None] = {}

    def __repr__(self) -> str:
        return f"Standing({self.rules}, {self.dealt}, {self.seated}, {self.stakes}, {self.dealer})"

    def end(self, seat: int, cost: Cost) -> End | None:
        """Return what a play of this cost by the player of a seat makes of the standing.

        None where that hangs on more than is known here.
        """
        asked = cost.number, seat
        if asked not in self.ends:
            try:
                self.ends[asked] = self._ended(seat, cost)
            except LookedAtError:
                self.ends[asked] = None
        return self.ends[asked]

    def end_at(
        self, hands: Sequence[Sequence[Card] | None], total: int, seat: int, cost: Cost
    ) -> End | None:
        """Return what :meth:`end` does, also where that hangs on whether others can play."""
        end = self.end(seat, cost)
        if end is None:
            others = [None if at == seat else hand for at, hand in enumerate(hands)]
            end = self.end(seat, cost.by_others[self.rules.can_anybody_play(others, total)])
        return end

    def _ended(self, seat: int, cost: Cost) -> End | None:
        rules = self.rules
        hand = Unseen(can_play=cost.can_others_play)
        hands = tuple(hand if is_in else None for is_in in self.seated)
        played = UNSEEN if cost.is_second else None
        table = StandingTable(rules, hands, seat, cost.owes, played, self.stakes)
        settled = rules.settle(cast("Any", table), cost.effect, UNSEEN)
        if settled.round_over:
            settled = rules.settled_hand(settled, self.dealt)
        if settled.total is not None:
            return None
        seated = tuple(is_in and s not in settled.out for s, is_in in enumerate(self.seated))
        after = rules.standing(self.dealt, seated, settled.stakes, self.dealer)
        starter = seat
        if settled.round_over and not settled.winners:
            after, starter = after.next_round(rules.next_deal, settled.loser, seat)
        return End(
            after,
            settled.round_over,
            starter,
            seat not in settled.out,
            settled.loser,
            settled.winners,
            points_lost(settled),
        )

    def next_round(
        self, next_deal: Callable[..., tuple[int, int]], *how: object
    ) -> tuple[Standing, int]:
        """Return the standing when the next round is dealt, and the seat that starts it."""
        hands = tuple(UNSEEN if is_in else None for is_in in self.seated)
        seats = self.rules.seats_next_hand(hands, self.stakes, self.dealt)
        dealer, starter = next_deal(seats, self.dealer, *how)
        seated = tuple(seat in seats for seat in range(len(hands)))
        return self.rules.standing(seats, seated, self.stakes, dealer), starter

    def called_off(self) -> tuple[Standing, int]:
        """Return the standing after a round that is called off, and the seat that starts."""

        def deal(seats: tuple[int, ...], dealer: int) -> tuple[int, int]:
            dealer = self.rules.next_dealer(seats, dealer)
            return dealer, next_seat(seats, dealer)

        return self.next_round(deal)


def first_standing(rules: RuleSet, players: int, dealer: int) -> Standing:
    """Return the standing in which a game begins whose first round this seat deals."""
    stakes = rules.start_stakes(((),) * players)
    return rules.standing(tuple(range(players)), (True,) * players, stakes, dealer)


def points_lost(settled: Settlement) -> tuple[tuple[str, int], ...]:
    """Return the points that a settlement takes, all players together, by rule id."""
    lost: dict[str, int] = {}
    for event in settled.events:
        if event.type is EventType.LOST_POINTS:
            lost[event.rule] = lost.get(event.rule, 0) + (event.amount or 0)
    return tuple(lost.items())

"""O'NO 99 of 1980 where it is played for points, and what the cards in a hand score."""

from collections.abc import Iterable

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import Event, EventType, Settlement, Stakes
from ono_tutor.rules.ono1980 import Ono1980
from ono_tutor.rules.ruleset import SettlesOn
from ono_tutor.rules.seats import Hand, Hands, TableState, last_left, with_seat

HAND_SIZE = 4
PUT_OUT = 25
MISSING = 15
"""Points for being put out of a round, and for a card that is missing from a full hand."""


class Ono1980ForPoints(Ono1980):
    """O'NO 99 for points: who busts drops out of the round; at its end all score.

    Rule ``points-round``. A hand laid down no longer changes, so it is scored when its player drops
    out; the sums at the end of the round are the same.
    """

    stake_name = "points"
    stakes_are_left = False
    draws_after_bust = 1

    @property
    def settles_on(self) -> SettlesOn:
        return SettlesOn.HANDS

    @property
    def busts_count(self) -> bool:
        return self.chosen["bust-total"] == "counts"

    def start_stakes(self, hands: Hands) -> Stakes:
        return (0,) * len(hands)

    def can_hold_stake(self, stake: int) -> bool:
        return 0 <= stake < self.number("target")

    def plays_to_lose(self, hand: Hand) -> bool:
        """Let who holds four O'NO 99 drop out without playing (rule ``points-round``)."""
        return hand.count(Card.ONO99) < HAND_SIZE

    def _lose(self, table: TableState, hand: Hand, busted: Event) -> Settlement:
        seat = table.turn
        stakes, scored = self._score(table.stakes, seat, hand, PUT_OUT)
        events = [busted]
        if not self.busts_count and busted.total != table.total:
            events.append(Event(EventType.TAKEN_BACK, seat, "points-bust-total", total=table.total))
        events += [Event(EventType.ELIMINATED, seat, "points-round"), scored]
        survivors = last_left(table.hands, (seat,))
        for survivor in survivors:
            stakes, scored = self._score(stakes, survivor, table.hands[survivor] or (), 0)
            events += [scored, Event(EventType.ROUND_OVER, survivor, "points-round")]
        winners = self.winners(stakes) if survivors else ()
        events += _won(winners)
        return Settlement(
            stakes=stakes,
            events=tuple(events),
            out=(seat,),
            round_over=bool(survivors),
            loser=seat,
            winners=winners,
            total=None if self.busts_count else table.total,
        )

    def _score(self, stakes: Stakes, seat: int, hand: Hand, extra: int) -> tuple[Stakes, Event]:
        score, before = hand_score(hand), stakes[seat]
        known = None if score is None else score + extra
        after = None if known is None or before is None else before + known
        event = Event(EventType.SCORED, seat, "points", amount=known)
        return with_seat(stakes, seat, after), event

    def settled_hand(self, settlement: Settlement, dealt: tuple[int, ...]) -> Settlement:
        """Let nobody win who went out in an earlier round, however few points that took."""
        winners = self.winners(settlement.stakes, dealt)
        kept = tuple(e for e in settlement.events if e.type is not EventType.WON)
        return settlement._replace(winners=winners, events=kept + _won(winners))

    def seats_next_hand(
        self, hands: Hands, stakes: Stakes, dealt: tuple[int, ...]
    ) -> tuple[int, ...]:
        return tuple(seat for seat in dealt if self._is_under(stakes[seat]))

    def winners(self, scores: Stakes, seats: Iterable[int] | None = None) -> tuple[int, ...]:
        """Return who of these seats has won after a round; empty while the game goes on.

        Rule ``points-end``. Nobody is told to have won where a score is not known.
        """
        in_it = [(seat, scores[seat]) for seat in (seats or range(len(scores)))]
        under = tuple(seat for seat, score in in_it if self._is_under(score))
        if any(score is None for _, score in in_it) or len(under) == len(in_it):
            return ()
        if under and self.chosen["points-end"] == "last-standing":
            return under if len(under) == 1 else ()
        best = min(score for _, score in in_it if score is not None)
        return tuple(seat for seat, score in in_it if score == best)

    def _is_under(self, score: int | None) -> bool:
        return score is not None and score < self.number("target")


def _won(winners: tuple[int, ...]) -> tuple[Event, ...]:
    return tuple(Event(EventType.WON, winner, "points-end") for winner in winners)


def hand_score(hand: Hand) -> int | None:
    """Return the points that a hand scores in 1980 (rule ``points``); None if a card is unknown."""
    if Card.UNKNOWN in hand:
        return None
    return sum(map(card_score, hand)) + MISSING * (HAND_SIZE - len(hand))


def card_score(card: Card) -> int:
    """Return the points that a known card scores (rule ``points``)."""
    if card is Card.ONO99:
        return 20
    return 15 if card.number is None else card.number

"""O'NO 99 of 1980: the 54-card deck with Hold, negative totals, chips or points."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from random import Random
from types import MappingProxyType
from typing import ClassVar

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, _
from ono_tutor.rules.judgement import (
    Effect,
    Event,
    EventType,
    Judgement,
    Moment,
    Refusal,
    Settlement,
    Stakes,
)
from ono_tutor.rules.ono99 import LIMIT, Ono99
from ono_tutor.rules.play import NUMBER_CARDS, Hand, Hands, Play, last_left, next_seat, with_seat
from ono_tutor.rules.ruleset import Option, PaymentRules, SettlesOn, TableState

HAND_SIZE = 4
PUT_OUT = 25
MISSING = 15
"""Points for being put out of a round, and for a card that is missing from a full hand."""


class Ono1980(Ono99):
    """O'NO 99 as International Games published it in 1980, played for chips.

    A round ends with one loser, who pays one (rules ``loss`` and ``chips``). What is different if
    it is played for points is in :class:`.Ono1980ForPoints`. ``draws_after_bust`` is the number
    of cards drawn after one that loses.
    """

    key = "1980"
    title = "O'NO 99 of 1980"
    stake_name = "chips"
    draws_after_bust: ClassVar[int] = 0
    shrinks = True
    most_players = 8
    totals = "98 or less"
    replies = frozenset({Card.HOLD, Card.REVERSE})
    options = (
        Option("opening", "opening", ("any", "number")),
        Option("ono99", "ono99-card", ("unplayable", "suicide")),
        Option("ono-on-zero", "ono-on-zero", ("off", "turn", "round")),
        Option("draw-deadline", "forgot-draw", ("next-draws", "next-plays")),
        Option("chips-out", "chips", ("fourth-loss", "at-zero")),
        Option("chips", "chips", range(1, 100), 3),
        Option("scoring", "points", ("chips", "points")),
        Option("bust-total", "points-bust-total", ("stays", "counts")),
        Option("points-end", "points-end", ("lowest", "last-standing")),
        Option("target", "points-end", range(1, 10000), 200),
        Option("next-starter", "next-starter", ("loser", "left-of-dealer")),
    )

    def deck(self, players: int) -> Mapping[Card, int]:
        return DECK

    @property
    def can_play_ono99_first(self) -> bool:
        return self.chosen["ono-on-zero"] != "off"

    def start_stakes(self, hands: Hands) -> Stakes:
        return tuple(0 if hand is None else self.number("chips") for hand in hands)

    def can_hold_stake(self, stake: int) -> bool:
        return self.payment_rules.least <= stake <= self.payment_rules.start

    @cached_property
    def payment_rules(self) -> PaymentRules:
        least = 1 if self.chosen["chips-out"] == "at-zero" else 0
        return PaymentRules(self.number("chips"), least, bust=1, bust_ends_round=True)

    def can_show(self, total: int) -> bool:
        return total <= LIMIT

    @property
    def binds_opening(self) -> bool:
        return self.chosen["opening"] == "number"

    @property
    def looks_at_discards(self) -> bool:
        return self.binds_opening or self.chosen["ono-on-zero"] == "round"

    def moment(self, table: TableState) -> Moment:
        moment, spent = super().moment(table), table.played is Card.ONO99
        if self.chosen["ono-on-zero"] == "round":
            spent = spent or Card.ONO99 in table.seen
        # At 0 with no card known to be played it is taken for the opening: a line cannot say that
        # cards were played and have all been shuffled again.
        is_start = table.total == 0 and table.owes == 1 and table.direction == "cw"
        is_opening = is_start and not (table.seen or table.undrawn or table.played)
        if self.binds_opening and is_opening:
            return self.opening_moment(table.hands[table.turn] or (), pair=moment.pair)
        return moment._replace(ono_spent=True) if spent else moment

    def next_moment(self, moment: Moment, play: Play, effect: Effect) -> Moment:
        lasts = effect.steps == 0 or self.chosen["ono-on-zero"] == "round"
        follows = super().next_moment(moment, play, effect)
        is_spent = lasts and (moment.ono_spent or play.card is Card.ONO99)
        return follows._replace(ono_spent=True) if is_spent else follows

    def _minus_ten(self, moment: Moment) -> int:
        return moment.total - 10

    def _over(self, play: Play, total: int) -> Effect:
        return Effect(total, ("limit", "bust"), busts=True, draws=self.draws_after_bust)

    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement:
        if play.copies == 4:
            return Refusal(("four-ono99",), _("You can never play four O'NO 99 together."))
        on_zero = self.chosen["ono-on-zero"]
        if on_zero != "off" and moment.total % 10 == 0 and not moment.ono_spent:
            if moment.total > LIMIT:
                return self._over(play, moment.total)
            return self._one_of_those_owed(moment.total, ("ono-on-zero",), moment)
        if self.chosen["ono99"] == "suicide":
            rules, draws = ("ono99-card", "bust"), self.draws_after_bust
            return Effect(moment.total, rules, busts=True, draws=draws)
        if on_zero == "off":
            return Refusal(("ono99-card",), _("You can never play an O'NO 99."))
        if not moment.ono_spent:
            reason = N_("You may play an O'NO 99 only at a total that ends in 0.")
        elif on_zero == "round":
            reason = N_("Only one O'NO 99 may be played in a round, and it has been played.")
        else:
            reason = N_("You may play only one O'NO 99 in a turn, and you have played it.")
        return Refusal(("ono-on-zero",), _(reason))

    def out_effect(self, moment: Moment, hand: Hand | None) -> Effect:
        rules: tuple[str, ...] = ("bust",)
        if hand is not None:
            stuck = "double-on-double" if Card.DOUBLE in hand else "four-ono99"
            rules = (stuck if hand else "forgot-draw", "bust")
        return Effect(moment.total, rules, busts=True, draws=0)

    def settle(self, table: TableState, effect: Effect, hand: Hand) -> Settlement:
        if not effect.busts:
            return Settlement(table.stakes)
        rule = effect.rules[0]
        busted = Event(EventType.BUSTED, table.turn, rule, total=effect.total)
        return self._lose(table, hand, busted)

    def _lose(self, table: TableState, hand: Hand, busted: Event) -> Settlement:
        """Return what happens when the player to move loses the hand holding ``hand``."""
        seat, chips = table.turn, table.stakes[table.turn] or 0
        pays = min(chips, 1)
        is_out = chips - pays == 0 if self.chosen["chips-out"] == "at-zero" else chips == 0
        events = [busted, Event(EventType.ROUND_OVER, seat, "loss")]
        if pays:
            events.append(Event(EventType.PAID, seat, "chips", amount=pays))
        out = (seat,) if is_out else ()
        if is_out:
            events.append(Event(EventType.ELIMINATED, seat, "chips"))
        winners, stakes = last_left(table.hands, out), with_seat(table.stakes, seat, chips - pays)
        events += [Event(EventType.WON, winner, "winner") for winner in winners]
        return Settlement(stakes, tuple(events), out, round_over=True, loser=seat, winners=winners)

    def still_undrawn(self, undrawn: Sequence[int], seat: int, drew: bool) -> tuple[int, ...]:
        closes = drew or self.chosen["draw-deadline"] == "next-plays"
        kept = tuple(other for other in undrawn if other == seat or not closes)
        return kept if drew else (*kept, seat)

    def first_dealer(self, players: int, numbers: Random) -> int:
        """Return who draws the highest card; cards without a number are low, ties draw again."""
        ranks = [card.number or 0 for card in self.deck_cards(players)]
        tied = list(range(players))
        while len(tied) > 1:
            drawn = numbers.sample(ranks, len(tied))
            tied = [seat for seat, rank in zip(tied, drawn, strict=True) if rank == max(drawn)]
        return tied[0]

    def next_deal(
        self, seats: tuple[int, ...], dealer: int, loser: int | None, last: int
    ) -> tuple[int, int]:
        """Pass the deal to the left; who starts is an option (rule ``next-starter``)."""
        dealer, starter = super().next_deal(seats, dealer, loser, last)
        if self.chosen["next-starter"] == "loser" and loser is not None:
            starter = loser if loser in seats else next_seat(seats, loser)
        return dealer, starter


class Ono1980ForPoints(Ono1980):
    """O'NO 99 for points: who busts drops out of the round; at its end all score.

    Rule ``points-round``. A hand laid down no longer changes, so it is scored when its player drops
    out; the sums at the end of the round are the same.
    """

    stake_name = "points"
    stakes_are_left = False
    draws_after_bust = 1
    settles_on = SettlesOn.HANDS

    @property
    def busts_count(self) -> bool:
        """Check whether the others play on from the total that lost."""
        return self.chosen["bust-total"] == "counts"

    def can_show(self, total: int) -> bool:
        return total <= LIMIT or self.busts_count

    def start_stakes(self, hands: Hands) -> Stakes:
        return (0,) * len(hands)

    def can_hold_stake(self, stake: int) -> bool:
        return 0 <= stake < self.number("target")

    @cached_property
    def payment_rules(self) -> PaymentRules:
        """The stakes of simulated games: the points missing to the target."""
        is_lowest = self.chosen["points-end"] == "lowest"
        scores = {card: card_score(card) for card in DECK} | {Card.UNKNOWN: MISSING}
        target, counts = self.number("target"), self.busts_count
        return PaymentRules(target, 1, PUT_OUT, False, scores, counts, is_lowest)

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
        total = None if self.busts_count else table.total
        return Settlement(stakes, tuple(events), (seat,), bool(survivors), seat, winners, total)

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
        """Return the winners among these seats after a round; empty while the game goes on.

        Rule ``points-end``. Nobody is told to have won where a score is not known.
        """
        in_it = [(seat, scores[seat]) for seat in (seats or range(len(scores)))]
        under = tuple(seat for seat, score in in_it if self._is_under(score))
        if any(score is None for __, score in in_it) or len(under) == len(in_it):
            return ()
        if under and self.chosen["points-end"] == "last-standing":
            return under if len(under) == 1 else ()
        best = min(score for __, score in in_it if score is not None)
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


DECK: Mapping[Card, int] = MappingProxyType(
    dict.fromkeys(NUMBER_CARDS[2:10], 3)
    | {Card.TEN: 10}
    | {Card.MINUS_TEN: 4, Card.HOLD: 4, Card.REVERSE: 6, Card.DOUBLE: 2, Card.ONO99: 4}
)

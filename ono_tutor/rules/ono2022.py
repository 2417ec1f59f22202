"""ONO 99 of 2022: the 112-card deck with Play 2, no total below zero, elimination."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from ono_tutor.cards import CARD_NAMES, Card
from ono_tutor.i18n import N_, Noun, _, noun
from ono_tutor.rules.judgement import (
    Effect,
    Event,
    EventType,
    Judgement,
    Moment,
    Refusal,
    Settlement,
)
from ono_tutor.rules.ono99 import LIMIT, Ono99
from ono_tutor.rules.play import (
    FOUR_ONO99,
    NUMBER_CARDS,
    Hand,
    LateDraw,
    Play,
    last_left,
    with_seat,
)
from ono_tutor.rules.ruleset import Option, PaymentRules, SettlesOn, TableState

NAMES = CARD_NAMES | {
    Card.DOUBLE: noun(N_("Play 2"), N_("the Play 2"), N_("a Play 2")),
    Card.ONO99: noun(N_("ONO 99"), N_("the ONO 99"), N_("an ONO 99")),
}


class Ono2022(Ono99):
    """ONO 99 as Mattel published it in 2022."""

    key = "2022"
    title = "ONO 99 of 2022"
    replies = frozenset({Card.REVERSE, Card.DOUBLE})
    card_names = NAMES
    most_players = 6
    totals = "0 to 98"
    payment_rules = PaymentRules(start=1, least=1, bust=1)
    sets: ClassVar[tuple[Play, ...]] = (FOUR_ONO99,)
    options = (
        Option("minus-ten", "minus-ten", ("clamp", "unplayable")),
        Option("dump", "four-ono99", ("turn", "free")),
        Option("two-player-reverse-reply", "double-reverse-two-players", ("deflects", "plain")),
        Option("nobody-can-play", "nobody-can-play", ("last-to-play", "last-standing")),
    )

    def deck(self, players: int) -> Mapping[Card, int]:
        return DECK

    def can_show(self, total: int) -> bool:
        return 0 <= total <= LIMIT

    @property
    def can_play_ono99_first(self) -> bool:
        return self.chosen["dump"] == "turn"

    def play_name(self, play: Play | LateDraw) -> Noun:
        return _FOUR if play == FOUR_ONO99 else super().play_name(play)

    def reply_rules(self, play: Play, moment: Moment) -> tuple[str, ...]:
        return () if self._is_plain_reverse(play, moment) else super().reply_rules(play, moment)

    def _is_plain_reverse(self, play: Play, moment: Moment) -> bool:
        """Check whether a Reverse does not reply, as two play (``double-reverse-two-players``)."""
        is_plain = self.chosen["two-player-reverse-reply"] == "plain"
        return is_plain and moment.pair and play.card is Card.REVERSE

    def _safe(self, play: Play, total: int, moment: Moment) -> Effect:
        effect = super()._safe(play, total, moment)
        if moment.owes > 1 and self._is_plain_reverse(play, moment):
            return effect._replace(rules=("double-reverse-two-players", *effect.rules))
        return effect

    def _minus_ten(self, moment: Moment) -> int | Refusal:
        if moment.total >= 10 or self.chosen["minus-ten"] == "clamp":
            return max(0, moment.total - 10)
        reason = N_("The Minus Ten would take the total from {total} below zero.")
        return Refusal(("minus-ten",), _(reason, total=moment.total))

    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement:
        if play.copies == 1:
            return Refusal(("ono99-card",), _("You can never play a single ONO 99."))
        if self.chosen["dump"] == "free":
            return Effect(moment.total, ("four-ono99",), steps=0, owes=moment.owes, draws=4)
        return self._one_of_those_owed(moment.total, ("four-ono99",), moment, draws=4)

    def _over(self, play: Play, total: int) -> Judgement:
        reason = N_("{card:the} would make the total {total}, and only 98 or less is safe.")
        return Refusal(("limit", "bust"), _(reason, card=self.play_name(play), total=total))

    def out_effect(self, moment: Moment, hand: Hand | None) -> Effect:
        return Effect(moment.total, ("bust",), busts=True, draws=0)

    @property
    def settles_on(self) -> SettlesOn:
        if self.chosen["nobody-can-play"] == "last-to-play":
            return SettlesOn.OTHERS_CAN_PLAY
        return SettlesOn.NOTHING

    def settle(self, table: TableState, effect: Effect, hand: Hand) -> Settlement:
        if not effect.busts:
            return Settlement(())
        seat = table.turn
        rule = "bust" if table.played is None else "double-eliminated"
        events = [Event(EventType.OUT, seat, rule, total=table.total)]
        winners, why = last_left(table.hands, (seat,)), "winner"
        if table.played is not None and self.chosen["nobody-can-play"] == "last-to-play":
            others = with_seat(table.hands, seat, None)
            if not self.can_anybody_play(others, table.total):
                winners, why = (seat,), "nobody-can-play"
        events += [Event(EventType.WON, winner, why) for winner in winners]
        return Settlement((), tuple(events), (seat,), bool(winners), seat, winners)


DECK: Mapping[Card, int] = MappingProxyType(
    {Card.ZERO: 8}
    | dict.fromkeys(NUMBER_CARDS[1:10], 6)
    | {Card.TEN: 10, Card.MINUS_TEN: 10, Card.REVERSE: 10, Card.DOUBLE: 10, Card.ONO99: 10}
)

_FOUR = noun(N_("four ONO 99"), N_("all four ONO 99"), N_("all four ONO 99"))

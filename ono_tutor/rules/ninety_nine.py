"""Ninety-Nine: a 52-card deck, points to lose, and the marks 33, 66 and 99."""

from collections.abc import Mapping
from functools import cached_property
from itertools import chain
from types import MappingProxyType

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, Message, Noun, _, noun
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
from ono_tutor.rules.play import (
    ALONE,
    NUMBER_CARDS,
    Hand,
    Hands,
    LateDraw,
    Play,
    last_left,
    still_in,
)
from ono_tutor.rules.ruleset import Option, PaymentRules, RuleSet, TableState

MARKS = (33, 66)
GOAL = 99
PLAYERS_A_DECK = 6

Points = tuple[int, int, tuple[str, ...]]
"""Points that the player and each other player lose by a change of total, and the rule ids."""

CHOICES: dict[Card, tuple[Play, ...]] = {
    Card.ACE: (Play(Card.ACE, 1), Play(Card.ACE, 11)),
    Card.TEN: (Play(Card.TEN, 10), Play(Card.TEN, -10)),
}


class NinetyNine(RuleSet):
    """Ninety-Nine, also called 33 / 66 / 99."""

    key = "ninety-nine"
    title = "Ninety-Nine"
    stake_name = "points"
    hand_size = 3
    most_owed = 1
    lays_down = False
    marks = MARKS
    bound = GOAL
    must_play = ("99-must-play",)
    late_draw_rule = "99-deal"
    draw_rule = "99-deal"
    reshuffle_rule = "99-deck-empty"
    card_plays = ALONE | CHOICES
    card_effects = MappingProxyType(
        {
            Card.JACK: Effect(0, ("99-jack",), steps=2),
            Card.FOUR: Effect(0, ("99-four",), turns=True),
        }
    )
    skip_when_out_rule = "99-jack-when-out"
    deals_on = -1
    options = (
        Option("points", "99-points", range(1, 1000), 10),
        Option("decks", "99-deck", range(1, 9), 0),
        Option("zero-points", "99-out", ("out", "survives")),
        Option("below-zero", "99-below-zero", ("allow", "clamp", "forbid")),
        Option("next-starter", "99-next-round", ("left-of-dealer", "round-winner")),
    )

    @property
    def most_players(self) -> int:
        return PLAYERS_A_DECK * (self.number("decks") or 2)

    def deck(self, players: int) -> Mapping[Card, int]:
        decks = self.number("decks") or (1 if players <= PLAYERS_A_DECK else 2)
        return MappingProxyType(dict.fromkeys(RANKS, 4 * decks))

    def can_show(self, total: int) -> bool:
        return total < GOAL and (total >= 0 or self.chosen["below-zero"] == "allow")

    @property
    def totals(self) -> str:
        return "98 or less" if self.can_show(-1) else "0 to 98"

    def start_stakes(self, hands: Hands) -> Stakes:
        return tuple(0 if hand is None else self.number("points") for hand in hands)

    def can_hold_stake(self, stake: int) -> bool:
        return stake >= self.payment_rules.least

    @cached_property
    def payment_rules(self) -> PaymentRules:
        return PaymentRules(self.number("points"), 1 if self.chosen["zero-points"] == "out" else 0)

    def play_name(self, play: Play | LateDraw) -> Noun:
        if isinstance(play, Play) and play in _CHOICE_NAMES:
            return _CHOICE_NAMES[play]
        return super().play_name(play)

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        total, rule = self._new_total(play, moment)
        if total < 0 and total < moment.total and self.chosen["below-zero"] == "forbid":
            reason = N_("{card:the} would take the total from {total} below zero.")
            fields = {"card": self.play_name(play), "total": moment.total}
            return Refusal(("99-below-zero",), _(reason, **fields))
        costs, costs_others, marks = self._points(moment.total, total)
        own = self.card_effects.get(play.card) or Effect(0, ())
        return Effect(
            total,
            (rule, *own.rules, *marks),
            steps=own.steps,
            turns=own.turns,
            costs=costs,
            costs_others=costs_others,
            ends_round=total >= GOAL,
        )

    def _new_total(self, play: Play, moment: Moment) -> tuple[int, str]:
        total = moment.total
        if play.card is Card.TWO:
            return (total // 2 if self._halves(total) else total * 2), "99-two"
        assert play.card is not None
        new = total + (play.adds if play.adds is not None else VALUES[play.card])
        if new < 0 and new < total and self.chosen["below-zero"] == "clamp":
            return 0, "99-below-zero"
        return new, "99-values"

    def _halves(self, total: int) -> bool:
        """Check whether a 2 halves this total, and does not double it (rule ``99-two``)."""
        return total % 2 == 0 and total > 49

    def _points(self, old: int, new: int) -> Points:
        if new <= old:
            return self._coming_down(old, new)
        if new == GOAL:
            return self._reaching_goal()
        if new in MARKS:
            return 0, 1, ("99-land-33-66",)
        crossed = sum(self._crosses(old, mark, new) for mark in MARKS)
        if new > GOAL:
            return self._going_over(crossed)
        return crossed, 0, ("99-cross",) if crossed else ()

    def _coming_down(self, old: int, new: int) -> Points:
        rules = ("99-upward-only",) if any(new <= mark <= old for mark in MARKS) else ()
        return 0, 0, rules

    def _reaching_goal(self) -> Points:
        return 0, 2, ("99-land-99",)

    def _crosses(self, old: int, mark: int, new: int) -> bool:
        return old < mark < new

    def _going_over(self, crossed: int) -> Points:
        return 2 + crossed, 0, ("99-over", "99-double-cross") if crossed else ("99-over",)

    def out_effect(self, moment: Moment, hand: Hand | None) -> Effect:
        return Effect(moment.total, ("99-must-play",), draws=0)

    def settle(self, table: TableState, effect: Effect, hand: Hand) -> Settlement:
        if not (effect.costs or effect.costs_others):
            return Settlement(table.stakes)
        rule, least, stakes = effect.rules[-1], self.payment_rules.least, list(table.stakes)
        events: list[Event] = []
        out: tuple[int, ...] = ()
        for seat in still_in(table.hands):
            cost = effect.costs if seat == table.turn else effect.costs_others
            left = (stakes[seat] or 0) - cost
            stakes[seat] = max(0, left)
            if cost:
                events.append(Event(EventType.LOST_POINTS, seat, rule, amount=cost))
                out += (seat,) if left < least else ()
        events += [Event(EventType.ELIMINATED, seat, "99-out") for seat in out]
        winners = last_left(table.hands, out)
        if effect.ends_round:
            events.append(Event(EventType.ROUND_OVER, table.turn, rule))
        events += [Event(EventType.WON, seat, "99-winner") for seat in winners]
        is_over, loser = effect.ends_round or bool(winners), table.turn if effect.loses else None
        return Settlement(tuple(stakes), tuple(events), out, is_over, loser, winners)

    def next_deal(
        self, seats: tuple[int, ...], dealer: int, loser: int | None, last: int
    ) -> tuple[int, int]:
        """Let the dealer's left start, or with the option who won (rule ``99-next-round``)."""
        dealer, starter = super().next_deal(seats, dealer, loser, last)
        if self.chosen["next-starter"] == "round-winner" and loser is None and last in seats:
            starter = last
        return dealer, starter

    def reshuffled(self, discards: Hand) -> tuple[Hand, Hand]:
        return discards[:-1], discards[-1:]


def points_cause(rules: RuleSet, total: int, effect: Effect) -> Message:
    """Return why a play at a total costs points in Ninety-Nine: the mark passed or reached."""
    rule = next(rule for rule in reversed(effect.rules) if rule in _POINTS_CAUSES)
    passed = rules.marks_passed(total, effect.total)
    return _(_POINTS_CAUSES[rule], old=total, new=effect.total, marks=passed)


RANKS = (Card.ACE, *NUMBER_CARDS[2:], Card.JACK, Card.QUEEN, Card.KING)

VALUES = {card: card.number or 0 for card in NUMBER_CARDS[3:9]} | {
    Card.NINE: 0,
    **dict.fromkeys((Card.JACK, Card.QUEEN, Card.KING), 10),
}

_NAMES = (
    noun(N_("ace as one"), N_("the ace as 1"), N_("an ace as 1"), N_("ace as 1")),
    noun(N_("ace as eleven"), N_("the ace as 11"), N_("an ace as 11"), N_("ace as 11")),
    noun(N_("ten as plus ten"), N_("the 10 as +10"), N_("a 10 as +10"), N_("10 as +10")),
    noun(N_("ten as minus ten"), N_("the 10 as −10"), N_("a 10 as −10"), N_("10 as −10")),
)
_CHOICE_NAMES = dict(zip(chain.from_iterable(CHOICES.values()), _NAMES, strict=True))

_POINTS_CAUSES = {
    "99-land-33-66": N_(
        "Going up, it lands exactly on {new}, which costs every other player 1 point."
    ),
    "99-land-99": N_(
        "Going up, it lands exactly on 99, which wins the round and costs every other player 2 "
        "points."
    ),
    "99-cross": N_("From {old} to {new} it goes past {marks}, which costs 1 point."),
    "99-over": N_("It goes over 99, which loses the round and costs 2 points."),
    "99-double-cross": N_(
        "It goes past {marks}, which costs 1 point, and over 99, which costs 2 and loses the round."
    ),
}
"""By the rule point that decides; the last one of an effect's does."""

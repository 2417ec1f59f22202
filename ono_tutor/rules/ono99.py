"""The rules that O'NO 99 of 1980 and ONO 99 of 2022 share."""

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, _
from ono_tutor.rules.judgement import Effect, Judgement, Moment, Refusal
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

LIMIT = 98


class Ono99(RuleSet):
    """The frame of both editions: four cards, 98 at the most, one card a turn, doubles.

    An edition says which cards reply to a double, how a total is subtracted from, what an
    O'NO 99 card may do and what happens to a player over the limit.
    """

    hand_size = 4
    most_owed = 2
    bound = LIMIT + 1
    card_effects: ClassVar[Mapping[Card | None, Effect]] = {
        Card.MINUS_TEN: Effect(0, ("minus-ten",)),
        Card.HOLD: Effect(0, ("hold",)),
        Card.REVERSE: Effect(0, ("reverse",), turns=True),
        Card.DOUBLE: Effect(0, ("double-effect",), owes=2),
    }
    replies: ClassVar[frozenset[Card]]
    limit: ClassVar[int] = LIMIT

    def _judge(self, play: Play, moment: Moment) -> Judgement:
        ono99 = self._judge_ono99(play, moment) if play.card is Card.ONO99 else None
        if isinstance(ono99, Refusal):
            return ono99  # what holds for the whole round comes before what holds now
        if moment.opening and play.card is not None and play.card.number is None:
            reason = N_("The first card of a round must be a number card, so {card:the} must wait.")
            return Refusal(("opening",), _(reason, card=self.play_name(play)))
        if play.card is Card.DOUBLE and moment.owes > 1 and Card.DOUBLE not in self.replies:
            reason = N_("Under {card:a}, another one may only be the second of the two cards.")
            return Refusal(("double-on-double",), _(reason, card=self.play_name(play)))
        if ono99:
            return ono99
        total: int | Refusal = moment.total + _NUMBERS.get(play.card, 0)
        if play.card is Card.MINUS_TEN:
            total = self._minus_ten(moment)
        if isinstance(total, Refusal):
            return total
        return self._over(play, total) if total > self.limit else self._safe(play, total, moment)

    def _safe(self, play: Play, total: int, moment: Moment) -> Effect:
        effect = self.card_effects.get(play.card) or Effect(0, ("number-cards",))
        if moment.owes > 1:
            if play.card in self.replies and (rules := self.reply_rules(play, moment)):
                return self._reply(play, total, moment, rules)
            return self._one_of_those_owed(total, (*effect.rules, "double-effect"), moment)
        if effect.turns and moment.pair:
            return Effect(total, ("reverse-two-players", *effect.rules))
        return effect._replace(total=total)

    @staticmethod
    def _one_of_those_owed(
        total: int, rules: tuple[str, ...], moment: Moment, draws: int = 1
    ) -> Effect:
        """Return a play that counts as one card: the player plays on while more are owed."""
        steps, owes = int(moment.owes == 1), max(1, moment.owes - 1)
        return Effect(total, rules, steps, owes, draws=draws)

    def _reply(self, play: Play, total: int, moment: Moment, rules: tuple[str, ...]) -> Effect:
        turns = play.card is Card.REVERSE and not moment.pair
        return Effect(total, rules, owes=moment.owes, turns=turns, replies=True)

    def reply_rules(self, play: Play, moment: Moment) -> tuple[str, ...]:
        """Return the points that make this card a reply to a double; empty where it is none.

        Rules ``double-reply``, ``double-first-is-reply`` and ``double-no-stack``.
        """
        if play.card not in self.replies:
            return ()
        if play.card is Card.REVERSE:
            target = "double-reverse-two-players" if moment.pair else "double-reverse-target"
            return ("double-reply", target, "double-first-is-reply")
        if play.card is Card.DOUBLE:
            return ("double-reply", "double-on-double", "double-no-stack")
        return ("double-reply", "double-first-is-reply")

    def can_be_first(self, card: Card, *, pair: bool) -> bool:
        if card is Card.ONO99:
            return self.can_play_ono99_first
        moment = Moment(0, owes=2, pair=pair)
        return card not in (Card.DOUBLE, Card.UNKNOWN) and not self.reply_rules(Play(card), moment)

    @property
    @abstractmethod
    def can_play_ono99_first(self) -> bool:
        """Check whether an O'NO 99, or four, can be the first of two cards that are owed."""

    @abstractmethod
    def _minus_ten(self, moment: Moment) -> int | Refusal: ...

    @abstractmethod
    def _judge_ono99(self, play: Play, moment: Moment) -> Judgement: ...

    @abstractmethod
    def _over(self, play: Play, total: int) -> Judgement: ...


_NUMBERS: dict[Card | None, int] = {card: card.number or 0 for card in Card}

"""A position and a play carried over from one rule set to another."""

from dataclasses import replace

from ono_tutor.cards import Card
from ono_tutor.game.check import check
from ono_tutor.game.position import Position
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet


def carried(position: Position, rules: RuleSet) -> Position:
    """The position with what rule sets share: the hand, the total, the debt and the seats.

    Its own edition takes it as it is.
    Raises :class:`NotationError` where the rule set has no such position.
    """
    if rules.key == position.rules.key:
        return replace(position, rules=rules)
    hidden = (Card.UNKNOWN,) * rules.hand_size
    hands = tuple(
        hand if hand is None or seat == position.turn else hidden
        for seat, hand in enumerate(position.hands)
    )
    stakes = rules.start_stakes(hands)
    here = replace(position, rules=rules, hands=hands, stakes=stakes, is_view=None not in hands)
    here = replace(here, draw=(), seen=(), undrawn=())
    check(here, {})
    return here


def ways(rules: RuleSet, play: Play | LateDraw) -> tuple[Play | LateDraw, ...]:
    """The ways to make this play under a rule set: several where it leaves the card a choice.

    Raises :class:`NotationError` for a play that is none there.
    """
    if isinstance(play, Play) and play.card and play.card in rules.deck(rules.least_players):
        choices = rules.plays_of(play.card)
        if len(choices) > 1 and play.adds is None and play.copies == 1:
            return choices
    known = rules.read_play(str(play))
    return (known,)

"""The plays of a rule set in classes: cards that do the same are one kind, played in one way."""

from dataclasses import dataclass

from ono_tutor.cards import Card
from ono_tutor.rules.judgement import Effect, Judgement, Moment
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet

HIDDEN = 0
"""The kind of a card that is not shown."""

_PROBED = (0, 45, 50, 98)
"""Totals at which kinds are compared; each moment that is met later is compared again."""


class UnlikeError(Exception):
    """Two cards that were taken for one kind do something different at some moment."""


@dataclass(frozen=True, slots=True)
class PlayClass:
    """A way to play a kind of card: ``plays`` says which play it is for each card of the kind."""

    kind: int
    plays: dict[Card, Play]
    copies: int


@dataclass(frozen=True, slots=True)
class PlayClasses:
    """All the classes of a rule set. ``kind_of`` is the number of each card's kind.

    ``cards`` has one card of each kind, the hidden card first. Hold and Reverse are one kind
    where two play O'NO 99 of 1980, queen and king wherever Ninety-Nine is played.
    """

    rules: RuleSet
    kind_of: dict[Card, int]
    cards: tuple[Card, ...]
    classes: tuple[PlayClass, ...]

    @classmethod
    def of(cls, rules: RuleSet, *, pair: bool, merges: bool) -> "PlayClasses":
        """Return the classes; with ``merges``, cards that seem to do the same are one kind.

        ``pair`` says that no more than two players are in.
        """
        kinds: dict[object, list[Card]] = {}
        for card in rules.deck(rules.least_players):
            sign = _sign(rules, card, pair=pair) if merges else card
            kinds.setdefault(sign, []).append(card)
        groups = list(kinds.values())
        classes = [
            PlayClass(kind, {card: rules.plays_of(card)[at] for card in group}, 1)
            for kind, group in enumerate(groups, 1)
            for at in range(len(rules.plays_of(group[0])))
        ]
        kind_of = {card: kind for kind, group in enumerate(groups, 1) for card in group}
        for play in rules.sets:
            assert play.card is not None
            classes.append(PlayClass(kind_of[play.card], {play.card: play}, play.copies))
        firsts = (Card.UNKNOWN, *(group[0] for group in groups))
        return cls(rules, kind_of | {Card.UNKNOWN: HIDDEN}, firsts, tuple(classes))


def without_reasons(judgement: Judgement) -> Effect | None:
    """Return what a judgement does, its rule points left out; None for a refusal."""
    return judgement._replace(rules=()) if isinstance(judgement, Effect) else None


def _sign(rules: RuleSet, card: Card, *, pair: bool) -> object:
    """What a card does at a few moments; cards with the same sign are tried as one kind."""
    if any(play.card is card for play in rules.sets):
        return card
    done = tuple(
        without_reasons(rules.judge(play, Moment(total, owes, pair=two)))
        for total in _PROBED
        for owes in range(1, rules.most_owed + 1)
        for two in ((True,) if pair else (True, False))
        for play in rules.plays_of(card)
    )
    return done if any(done) else card

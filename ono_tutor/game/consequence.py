"""What each play of a hand would do, legal or not: the answer to ``plays``."""

from dataclasses import dataclass

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.game.legal import judged
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome, play
from ono_tutor.i18n import Message
from ono_tutor.rules.judgement import Effect, Refusal
from ono_tutor.rules.play import OUT, Play


@dataclass(frozen=True, slots=True)
class Consequence:
    """One play of the hand: its effect and outcome if it is legal, else why it is not."""

    play: Play
    effect: Effect | None = None
    outcome: Outcome | None = None
    refusal: Refusal | None = None

    @property
    def is_legal(self) -> bool:
        """Whether the play may be made."""
        return self.refusal is None

    @property
    def rules(self) -> tuple[str, ...]:
        """The ids of the rule points that decide."""
        judgement = self.effect or self.refusal
        return judgement.rules if judgement else ()

    @property
    def reason(self) -> Message | None:
        """Why the play may not be made; None where it may."""
        return self.refusal.reason if self.refusal else None

    @property
    def loses(self) -> bool:
        """Whether the player loses by it."""
        return self.effect is not None and self.effect.loses


def consequences(position: Position) -> tuple[Consequence, ...]:
    """What each card of the hand would do, each kind once, in the hand's order.

    Who can play nothing has ``out`` as the last entry.
    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    if Card.UNKNOWN in position.hand:
        message = f"seat {position.turn} holds hidden cards, so its plays are not known"
        raise UnanswerableError(message, word="?")
    plays = position.rules.plays_of_hand(position.hand)
    found = tuple(consequence(position, play) for play in plays)
    return found if any(c.is_legal for c in found) else (*found, consequence(position, OUT))


def consequence(position: Position, play_: Play) -> Consequence:
    """What one play would do."""
    judgement = judged(position, play_)
    if isinstance(judgement, Refusal):
        return Consequence(play_, refusal=judgement)
    return Consequence(play_, effect=judgement, outcome=play(position, play_))

"""Why a play endangers the next player, in a sentence and as data."""

from collections.abc import Iterable
from dataclasses import dataclass

from ono_tutor.cards import Card
from ono_tutor.game.ply import Ply
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome
from ono_tutor.game.turn import play as play_line
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import OUT
from ono_tutor.solver.completion import completion
from ono_tutor.solver.pile import Pile
from ono_tutor.solver.reasons import chance_in_words
from ono_tutor.solver.threat import Danger, threat


@dataclass(frozen=True, slots=True)
class ThreatReason:
    """The danger of one play, why, and the ids of the rule points behind it.

    ``saving`` counts the unseen cards that complete the next player's turn at once.
    """

    danger: Danger
    text: Message
    rules: tuple[str, ...]
    saving: tuple[tuple[Card, int], ...] = ()


def threat_reasons(position: Position) -> tuple[ThreatReason, ...]:
    """The danger of every legal play for the next player to act, and why.

    Raises :class:`UnanswerableError` where a card of the mover's hand is hidden.
    """
    found = threat(position).dangers
    return tuple(_reason(position, danger, found) for danger in found)


def _reason(position: Position, danger: Danger, dangers: Iterable[Danger]) -> ThreatReason:
    outcome = play_line(position, danger.play)
    ply = outcome.plies[0]
    assert isinstance(ply, Ply)
    effect = ply.effect
    fields: dict[str, object] = {
        "card": position.rules.play_name(danger.play),
        "total": effect.total,
        "next": danger.next,
        "double": position.rules.card_name(Card.DOUBLE),
    }
    if danger.chance is None:
        return ThreatReason(
            danger, lazy_gettext(_ending(position, outcome, effect), **fields), effect.rules
        )
    others = (other.chance for other in dangers if other.chance is not None)
    fields["chance"] = chance_in_words(danger.chance, others)
    done = completion(position.rules, outcome.after.moment).done
    saving = tuple(item for item in Pile.of(position).pool if item[0] in done)
    words = format_list([f"{position.rules.card_name(card):short}" for card, _ in saving])
    count = sum(count for _, count in saving)
    template = _template(position, outcome.after, danger, is_any=bool(count))
    text = lazy_gettext(template, **fields, saving=words, count=count)
    return ThreatReason(danger, text, effect.rules, saving)


def _ending(position: Position, outcome: Outcome, effect: Effect) -> str:
    if outcome.plays == (OUT,) or effect.loses:
        return N_("{card:the} loses, so it is no danger to anybody else.")
    if position.turn in outcome.out:
        return N_("{card:the} puts you out at {total}, so it is no danger to anybody else.")
    return N_("{card:the} ends the round at {total}, so nobody plays after it.")


def _template(position: Position, after: Position, danger: Danger, *, is_any: bool) -> str:
    if danger.next == position.turn:
        return _STILL if danger.chance else _STILL_SAFE
    if not danger.chance:
        return _SAFE
    if after.is_hand_known:
        return _OPEN
    if not is_any:
        return _NOTHING[danger.owes == 1]
    if position.rules.most_owed == 1:
        return _FREE
    return _ONE if danger.owes == 1 else _TWO


_STILL = N_(
    "After {card:the} the total is {total} and you play on; the chance that you fail is {chance}."
)
_STILL_SAFE = N_("After {card:the} the total is {total}; you play on and cannot fail.")
_SAFE = N_("After {card:the} the total is {total}, and Player {next} cannot fail.")
_OPEN = N_(
    "After {card:the} the total is {total}. You can see the hand of Player {next}, who fails "
    "with a chance of {chance}."
)
_NOTHING = {
    True: N_(
        "After {card:the} the total is {total}, and none of the cards you cannot see can be "
        "played. Player {next} fails with a chance of {chance}."
    ),
    False: N_(
        "After {card:the} the total is {total} and Player {next} faces a {double:short}. None "
        "of the cards you cannot see passes it on. Player {next} fails with a chance of "
        "{chance}."
    ),
}
_FREE = N_(
    "After {card:the} the total is {total}. Of the cards you cannot see, {count} cost Player "
    "{next} nothing ({saving}). The chance of holding none of them is {chance}."
)
_ONE = N_(
    "After {card:the} the total is {total}. Of the cards you cannot see, Player {next} can play "
    "{count} ({saving}). Player {next} fails with a chance of {chance}."
)
_TWO = N_(
    "After {card:the} the total is {total} and Player {next} faces a {double:short}. Of the "
    "cards you cannot see, {count} pass it on ({saving}). Player {next} fails with a chance of "
    "{chance}."
)

"""Why a play endangers the next player, in a sentence and as data."""

from dataclasses import dataclass

from ono_tutor.cards import Card
from ono_tutor.game.ply import Ply
from ono_tutor.game.position import Position
from ono_tutor.game.turn import play as play_line
from ono_tutor.messages import Message, listed, marked, say
from ono_tutor.rules.effect import Effect
from ono_tutor.rules.play import Play
from ono_tutor.solver.pile import Pile
from ono_tutor.solver.standing import Standing, standing, unmarked
from ono_tutor.solver.threat import Danger, threat


@dataclass(frozen=True, slots=True)
class Warning:
    """The danger of one play, why, and the ids of the rule points behind it.

    ``saving`` counts the unseen cards that complete the next player's turn at once.
    """

    danger: Danger
    text: Message
    rules: tuple[str, ...]
    saving: tuple[tuple[Card, int], ...] = ()


def warnings(position: Position) -> tuple[Warning, ...]:
    """The danger of every legal play for the next player to act, and why.

    Raises :class:`UnanswerableError` where a card of the mover's hand is hidden.
    """
    return tuple(_warning(position, danger) for danger in threat(position).dangers)


def _warning(position: Position, danger: Danger) -> Warning:
    outcome = play_line(position, danger.play)
    ply = outcome.plies[0]
    assert isinstance(ply, Ply)
    effect = ply.effect
    fields = {
        "card": position.rules.play_name(danger.play),
        "total": effect.total,
        "chance": danger.chance,
        "next": danger.next,
        "double": position.rules.card_name(Card.DOUBLE),
    }
    if danger.chance is None:
        return Warning(danger, say(_ending(effect, danger.play), **fields), effect.rules)
    after = outcome.after
    stand = standing(position.rules, unmarked(after.moment))
    saving = _saving(Pile.of(after), stand)
    words = listed([str(position.rules.card_name(card)) for card, _ in saving])
    count = sum(count for _, count in saving)
    text = say(_template(position, danger), **fields, saving=words, count=count)
    return Warning(danger, text, effect.rules, saving)


def _saving(pile: Pile, stand: Standing) -> tuple[tuple[Card, int], ...]:
    return tuple((card, count) for card, count in pile.refilled().pool if card in stand.done)


def _ending(effect: Effect, play: Play) -> str:
    if play.card is None or effect.loses:
        return marked("{card} loses, so it endangers nobody else.")
    return marked("{card} ends the round at {total}, so nobody has to act after it.")


def _template(position: Position, danger: Danger) -> str:
    if danger.next == position.turn:
        return marked(
            "After {card} the total is {total} and it is still the same player's turn, "
            "who fails with a chance of {chance}."
        )
    if not danger.chance:
        return marked("After {card} the total is {total}, and seat {next} cannot fail.")
    if position.rules.most_owed == 1:
        return marked(
            "After {card} the total is {total}. Without loss seat {next} can play one of {count} "
            "unseen cards: {saving}. It has none of them with a chance of {chance}."
        )
    if danger.owes == 1:
        return marked(
            "After {card} the total is {total}. Seat {next} can play one of {count} unseen "
            "cards: {saving}. It has none of them with a chance of {chance}."
        )
    return marked(
        "After {card} the total is {total} and seat {next} faces a {double}. {count} unseen cards "
        "hand it on: {saving}. Of all hands it may hold, {chance} fail."
    )

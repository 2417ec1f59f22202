"""The question ``survive``: whether the player to move can complete this turn."""

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.legal import playable
from ono_tutor.game.position import Position
from ono_tutor.messages import Message, listed, marked, say
from ono_tutor.puzzles.answer import Answer, Check, Mark
from ono_tutor.rules.play import Play
from ono_tutor.solver.reasons import Prospect, Reason, reasons
from ono_tutor.solver.survive import Survival, Verdict, survive

WORDS = {
    "certain": Verdict.CERTAIN,
    "yes": Verdict.CERTAIN,
    "chance": Verdict.CHANCE,
    "luck": Verdict.CHANCE,
    "lost": Verdict.LOST,
    "no": Verdict.LOST,
}


def question(position: Position) -> Message:
    """The question, as a sentence."""
    return say(marked("Does this player survive?"))


def choices(position: Position) -> tuple[tuple[str, Message], ...]:
    """The verdicts offered: the word to answer with, and how it is put."""
    return (
        (Verdict.CERTAIN.value, say(marked("Yes, for certain"))),
        (Verdict.CHANCE.value, say(marked("Only with luck"))),
        (Verdict.LOST.value, say(marked("No, whatever is drawn"))),
    )


def read_answer(position: Position, word: str) -> Answer:
    """The answer that a word says: a verdict, or the card to play first.

    Raises :class:`NotationError` for any other word.
    """
    plain = word.strip().lower()
    if plain in WORDS:
        return WORDS[plain]
    try:
        play = position.rules.read_play(word.strip())
    except NotationError as error:
        message = f"{quoted(word)} is no answer: say certain, chance, lost, or a card of the hand"
        raise NotationError(message, word=word) from error
    if not isinstance(play, Play) or play not in position.rules.plays_of_hand(position.hand):
        message = f"{quoted(word)} is not among the cards of this hand"
        raise NotationError(message, word=word)
    return play


def check(position: Position, answer: Answer) -> Check:
    """Whether the answer is right, and why.

    A card is right where no other first card gives a better chance, and it gives one at all.
    """
    found, why = survive(position), reasons(position)
    if isinstance(answer, Verdict):
        return _check_verdict(found, why, answer)
    return _check_play(found, why, answer)


def _check_verdict(found: Survival, why: tuple[Reason, ...], answer: Verdict) -> Check:
    telling = _telling(found, why)
    text = say(_VERDICTS[found.verdict], why=_joined(telling), chance=found.chance)
    rules = tuple(dict.fromkeys(rule for reason in telling for rule in reason.rules))
    mark = Mark.RIGHT if answer is found.verdict else Mark.WRONG
    return Check(mark, text, rules, why, answer)


def _check_play(found: Survival, why: tuple[Reason, ...], answer: Play) -> Check:
    mine = next(reason for reason in why if reason.play == answer)
    if answer in found.best and found.chance:
        return Check(Mark.RIGHT, _right_play(found, mine), mine.rules, why, answer)
    best = _telling(found, why)
    rules = tuple(dict.fromkeys((*mine.rules, *(rule for r in best for rule in r.rules))))
    fields = {"why": mine.text, "chance": mine.chance, "best": _joined(best)}
    return Check(Mark.WRONG, say(_wrong_play(found, mine), **fields), rules, why, answer)


def _wrong_play(found: Survival, mine: Reason) -> str:
    if found.verdict is Verdict.LOST:
        return marked("{why} No other card helps: this turn is lost.")
    if mine.prospect is Prospect.RISK:
        return marked("{why} That is a chance of {chance}. There is a better card: {best}")
    return marked("{why} There is a better card: {best}")


def _right_play(found: Survival, mine: Reason) -> Message:
    if found.verdict is Verdict.CERTAIN:
        return mine.text
    text = marked("{why} That is a chance of {chance}, and no card gives a better one.")
    return say(text, why=mine.text, chance=found.chance)


def _telling(found: Survival, why: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """The reasons that show the verdict best: a best play, or why the last hopes fail."""
    if found.verdict is not Verdict.LOST:
        best = [reason for reason in why if reason.play in found.best]
        return (min(best, key=lambda reason: "double-reply" not in reason.rules),)
    tempting = [reason for reason in why if "double-on-double" in reason.rules]
    lost = [reason for reason in why if reason.prospect is Prospect.LOST]
    return tuple(tempting + (lost or list(why))[:1])


def _joined(telling: tuple[Reason, ...]) -> str:
    return " ".join(str(reason.text) for reason in telling)


_VERDICTS = {
    Verdict.CERTAIN: marked("This player survives for certain. {why}"),
    Verdict.CHANCE: marked("This player survives only with luck, with a chance of {chance}. {why}"),
    Verdict.LOST: marked("This player cannot survive, whatever is drawn. {why}"),
}


def solution(position: Position) -> Check:
    """The right verdict with its reason."""
    return check(position, survive(position).verdict)


def hints(position: Position) -> tuple[Message, ...]:
    """Steps towards the answer, the first giving least away."""
    safe = [play for play, effect in playable(position).items() if not effect.busts]
    legal = [str(position.rules.play_name(play)) for play in safe]
    first = marked("These cards may come first: {cards}.") if legal else NOTHING_FIRST
    return (
        say(_OWED[position.owes], double=position.rules.card_name(Card.DOUBLE)),
        say(marked("The total is {total}. Which cards keep it safe?"), total=position.total),
        say(first, cards=listed(legal)),
    )


NOTHING_FIRST = marked("None of these cards can come first and be safe.")
_OWED = {
    1: marked("Look at what is owed: one card. A single safe card is enough."),
    2: marked("Look at what is owed: two cards. Can one of yours hand the {double} on instead?"),
}

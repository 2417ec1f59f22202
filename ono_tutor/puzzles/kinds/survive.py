"""The question ``survive``: whether the player to move can complete this turn."""

import re

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.legal import playable
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Effort, Explanation, Shape
from ono_tutor.puzzles.difficulty import Rating
from ono_tutor.puzzles.kind import AnswerChoice, Kind, first_guess, number_on
from ono_tutor.puzzles.reading import normalized, read_plays
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.reasons import Prospect, Reason, chance_in_words, reasons
from ono_tutor.solver.survive import Survival, Verdict, survive

WORDS = {
    "certain": Verdict.CERTAIN,
    "for certain": Verdict.CERTAIN,
    "yes": Verdict.CERTAIN,
    "yes, for certain": Verdict.CERTAIN,
    "chance": Verdict.CHANCE,
    "only with luck": Verdict.CHANCE,
    "with luck": Verdict.CHANCE,
    "luck": Verdict.CHANCE,
    "lost": Verdict.LOST,
    "no": Verdict.LOST,
    "no, whatever you draw": Verdict.LOST,
    "you cannot survive": Verdict.LOST,
    "i cannot survive": Verdict.LOST,
}

VerdictOrPlay = Verdict | Play | LateDraw


class Survive(Kind[VerdictOrPlay]):
    """Whether the player to move can complete this turn: a verdict, or the card to begin with.

    A card is right where no other first card gives a better chance, and it gives one at all.
    """

    name = "survive"
    shape = Shape.PLAY
    offers_cards = False

    def ask(self, task: Task) -> Message:
        if task.rules.most_owed == 1:
            return lazy_gettext("Can you get through this turn without losing a point?")
        return lazy_gettext("Do you survive?")

    def choices(self, task: Task) -> tuple[AnswerChoice, ...]:
        return (
            (Verdict.CERTAIN.value, lazy_gettext("Yes, for certain")),
            (Verdict.CHANCE.value, lazy_gettext("Only with luck")),
            (Verdict.LOST.value, lazy_gettext("No, whatever you draw")),
        )

    def answer(self, task: Task) -> Verdict:
        return survive(task.position).verdict

    def accepts(self, task: Task, right: VerdictOrPlay, given: VerdictOrPlay) -> bool:
        if isinstance(given, Verdict):
            return given is right
        found = survive(task.position)
        return given in found.best and found.chance > 0

    def read(self, task: Task, words: str) -> VerdictOrPlay:
        text = re.sub(r"^(?:you|i) survive ", "", normalized(words)).rstrip(". ")
        if text in WORDS:
            return WORDS[text]
        try:
            plays = read_plays(task.rules, text, task.rules.plays_of_hand(task.position.hand))
        except NotationError as error:
            message = (
                f"{quoted(words)} is no answer; say certain, chance or lost, or type one of your "
                "cards"
            )
            raise NotationError(message, word=words) from error
        if len(plays) != 1:
            message = f"{quoted(words)} is not one card; type the card that you play first"
            raise NotationError(message, word=words)
        return plays[0]

    def explain(self, task: Task, given: VerdictOrPlay) -> Explanation:
        found, why = survive(task.position), reasons(task.position)
        if not isinstance(given, Verdict):
            return _tell_play(found, why, given)
        telling = _telling(found, why)
        verdicts = _VERDICTS if given is found.verdict else _NOT_SO[given]
        chance = chance_in_words(found.chance)
        text = lazy_gettext(verdicts[found.verdict], why=_joined(telling), chance=chance)
        return Explanation(text, _rules(telling), why)

    def nudge(self, task: Task, given: VerdictOrPlay) -> Message:
        if isinstance(given, Verdict):
            may_draw = task.position.owes == 2 or task.position.turn in task.position.undrawn
            return lazy_gettext(_NUDGES[given][may_draw], total=task.position.total)
        mine = next(reason for reason in reasons(task.position) if reason.play == given)
        return lazy_gettext("{told} {why}", told=task.choice_told(given), why=mine.text)

    def hints(self, task: Task) -> tuple[Message, ...]:
        position, found = task.position, survive(task.position)
        effects = playable(position)
        safe = [play for play, e in effects.items() if not (e.busts or e.costs)]
        first = _HINT_OF_MARKS if task.rules.marks else _HINT_OF_LIMIT
        if position.owes == 2:
            can_reply = any(effect.replies for effect in effects.values())
            first = _HINT_OF_REPLY if can_reply else _HINT_OF_TWO
        now = N_("These cards are safe now: {cards}.") if safe else _NOTHING_SAFE
        if position.turn in position.undrawn:
            now = _SAFE_OR_LATE if safe else _ONLY_LATE
        return (
            lazy_gettext(first, double=task.rules.card_name(Card.DOUBLE)),
            ruled_out(task, found),
            lazy_gettext(now, cards=position.rules.play_names(safe)),
        )

    def effort(self, task: Task) -> Effort:
        found = survive(task.position)
        is_two = task.position.owes == 2
        steps = 1 + is_two + (found.verdict is not Verdict.CERTAIN and is_two)
        return Effort(len(set(task.position.hand)), steps, tempts=_tempts(task, found))

    def rule_points(self, task: Task) -> tuple[str, ...]:
        found = survive(task.position)
        telling = _rules(_telling(found, reasons(task.position)))
        return tuple(dict.fromkeys((*telling, *task.debt_rules)))

    def is_dull(self, task: Task, rating: Rating) -> bool:
        return not (rating.misconceptions or rating.is_tempting)


def _tempts(task: Task, found: Survival) -> bool:
    """Check whether the highest safe card, which is the first to come to mind, is not the best."""
    numbers = [play for play in playable(task.position) if play.card and play.card.number]
    return bool(numbers) and first_guess(numbers) not in found.best


def ruled_out(task: Task, found: Survival) -> Message:
    """Return the reason of a card that is not best, the highest of those; a hint of any puzzle."""
    others = [reason for reason in reasons(task.position) if reason.play not in found.best]
    if not others or not found.chance:
        others = list(reasons(task.position))
    return max(others, key=lambda reason: number_on(reason.play)).text


def _rules(telling: tuple[Reason, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for reason in telling for rule in reason.rules))


def _tell_play(found: Survival, why: tuple[Reason, ...], given: Play | LateDraw) -> Explanation:
    mine = next(reason for reason in why if reason.play == given)
    if given in found.best and found.chance:
        return Explanation(_right_play(found, mine), mine.rules, why)
    best = _telling(found, why)
    fields = {
        "why": mine.text,
        "chance": chance_in_words(mine.chance, [found.chance]),
        "best": _joined(best),
        "most": chance_in_words(found.chance, [mine.chance]),
    }
    return Explanation(lazy_gettext(_wrong_play(found, mine), **fields), _rules((mine, *best)), why)


def _wrong_play(found: Survival, mine: Reason) -> str:
    if found.verdict is Verdict.LOST:
        return N_("{why} No other card helps: this turn is lost.")
    if mine.prospect is Prospect.RISK:
        return N_("{why} That is a chance of {chance}. Another card is better. {best}")
    if found.verdict is Verdict.CHANCE:
        return N_("{why} Another card gives you {most}. {best}")
    return N_("{why} Another card is better. {best}")


def _right_play(found: Survival, mine: Reason) -> Message:
    if found.verdict is Verdict.CERTAIN:
        return mine.text
    text = N_("{why} That is a chance of {chance}, and no card gives a better one.")
    return lazy_gettext(text, why=mine.text, chance=chance_in_words(found.chance))


def _telling(found: Survival, why: tuple[Reason, ...]) -> tuple[Reason, ...]:
    """Return the reasons that show the verdict best: a best play, or why the last hopes fail."""
    if found.verdict is not Verdict.LOST:
        best = [reason for reason in why if reason.play in found.best]
        return (min(best, key=lambda reason: "double-reply" not in reason.rules),)
    tempting = [reason for reason in why if "double-on-double" in reason.rules]
    lost = [reason for reason in why if reason.prospect is Prospect.LOST]
    return tuple(
        tempting + (sorted(lost, key=lambda reason: number_on(reason.play)) or list(why))[:1]
    )


def _joined(telling: tuple[Reason, ...]) -> str:
    return " ".join(str(reason.text) for reason in telling)


_VERDICTS = {
    Verdict.CERTAIN: N_("You survive for certain. {why}"),
    Verdict.CHANCE: N_("You survive only with luck: the chance is {chance}. {why}"),
    Verdict.LOST: N_("You cannot survive, whatever you draw. {why}"),
}
_NOT_SO = {
    Verdict.CERTAIN: {
        Verdict.CHANCE: N_("Not for certain: the chance is {chance}. {why}"),
        Verdict.LOST: N_("No: nothing can save you. {why}"),
    },
    Verdict.CHANCE: {
        Verdict.CERTAIN: N_("You need no luck: you survive for certain. {why}"),
        Verdict.LOST: N_("No: no draw can save you. {why}"),
    },
    Verdict.LOST: {
        Verdict.CERTAIN: N_("Yes: you survive for certain. {why}"),
        Verdict.CHANCE: N_("You still have a chance of {chance}. {why}"),
    },
}
_NUDGES = {
    Verdict.CERTAIN: {
        False: N_("You said yes, for certain. Which card do you play at {total}?"),
        True: N_(
            "You said yes, for certain. Which card do you play first, and which one after it?"
        ),
    },
    Verdict.CHANCE: {
        False: N_("You said only with luck. But you play before you draw."),
        True: N_("You said only with luck. Which draw saves you, and which does not?"),
    },
    Verdict.LOST: {
        False: N_("You said no. But one of your cards can be played at {total}."),
        True: N_("You said no. But one of your cards is a good beginning at {total}."),
    },
}
"""What is said of a wrong verdict, by whether a draw comes before the turn is over."""
_NOTHING_SAFE = N_("None of your cards is safe now.")
_SAFE_OR_LATE = N_(
    "These cards are safe now: {cards}. But you may also draw the card that you forgot."
)
_ONLY_LATE = N_(
    "None of the cards in your hand is safe now. But you may still draw the card that you forgot."
)
_HINT_OF_LIMIT = N_("One card that leaves the total at 98 or less is enough. Do you hold one?")
_HINT_OF_MARKS = N_("Do you hold a card that goes past no mark and not over 99?")
_HINT_OF_REPLY = N_(
    "One of your cards passes the {double:short} on, and then you play no second card. Which one?"
)
_HINT_OF_TWO = N_(
    "None of your cards passes the {double:short} on, so you play two, and draw one in between."
)

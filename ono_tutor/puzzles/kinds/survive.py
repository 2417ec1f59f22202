"""The question ``survive``: whether the player to move can complete this turn."""

import re
from collections.abc import Sequence

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.legal import playable
from ono_tutor.i18n import N_, Message, _, format_list, ngettext
from ono_tutor.puzzles.answer import Explanation, Shape
from ono_tutor.puzzles.kind import (
    AnswerChoice,
    Effort,
    Kind,
    KindInfo,
    first_guess,
    number_on,
    unique,
)
from ono_tutor.puzzles.parse_answer import normalized, read_plays
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.solver.reasons import PlayStatus, Reason, chance_in_words, join_reasons, reasons
from ono_tutor.solver.survive import Survival, Verdict, survive

CERTAIN, CHANCE, LOST = Verdict.CERTAIN, Verdict.CHANCE, Verdict.LOST

_SHORT = {
    CERTAIN: ("for certain", "yes", "certainly"),
    CHANCE: ("with luck", "luck"),
    LOST: ("no",),
}
"""The words for a verdict that are no label, in lower case."""

VerdictOrPlay = Verdict | Play | LateDraw


class Survive(Kind[VerdictOrPlay]):
    """The chance to complete this turn: a verdict, or the card to begin with.

    A card is right if no other first card gives a better chance, and it gives one at all.
    """

    info = KindInfo("survive", Shape.PLAY, offers_cards=False, has_few_answers=True)

    def ask(self, task: Task) -> Message:
        if task.rules.most_owed == 1:
            return _("Can you get through this turn without losing a point?")
        return _("Do you survive?")

    def choices(self, task: Task) -> tuple[AnswerChoice, ...]:
        labels = {CERTAIN: N_("Yes"), LOST: N_("No, every card costs points")}
        if task.rules.most_owed > 1:
            labels = {CERTAIN: N_("Yes, for certain"), CHANCE: N_("Only with luck")}
            labels[LOST] = N_("No, whatever you draw")
        return tuple((verdict.value, _(label)) for verdict, label in labels.items())

    def answer(self, task: Task) -> Verdict:
        return survive(task.position).verdict

    def accepts(self, task: Task, right: VerdictOrPlay, given: VerdictOrPlay) -> bool:
        if isinstance(given, Verdict):
            return given is right
        found = survive(task.position)
        return given in found.best and found.chance > 0

    def read(self, task: Task, words: str) -> VerdictOrPlay:
        text = re.sub(r"^(?:you|i) survive ", "", normalized(words)).rstrip(". ")
        text = re.sub(r"^(?:you|i) cannot survive(?:, whatever you draw)?$", "lost", text)
        for verdict, label in self.choices(task):
            if text in (verdict, normalized(str(label)), *_SHORT[Verdict(verdict)]):
                return Verdict(verdict)
        try:
            plays = read_plays(task.rules, text, task.rules.plays_of_hand(task.position.hand))
        except NotationError as error:
            verdicts = format_list([word for word, __ in self.choices(task)], is_any=True)
            message = f"{quoted(words)} is no answer; say {verdicts}, or type one of your cards"
            raise NotationError(message, word=words) from error
        if len(plays) != 1:
            message = f"{quoted(words)} is not one card; type the card that you play first"
            raise NotationError(message, word=words)
        return plays[0]

    def explain(self, task: Task, given: VerdictOrPlay) -> Explanation:
        survival, why = survive(task.position), reasons(task.position)
        right, rules = survival.verdict, unique(*(each.rules for each in _telling(survival, why)))
        if isinstance(given, Verdict):
            template = _VERDICTS[right, given]
            if task.rules.most_owed == 1:
                template = _OF_POINTS[right, given is right]
            elif right is LOST and not _may_draw(task):
                template = _NO_DRAW[given]
            account = _account(task, survival, why)
            text = _(template, why=account, chance=chance_in_words(survival.chance))
            return Explanation(text, rules, why)
        mine = next(reason for reason in why if reason.play == given)
        rules = unique(mine.rules, rules)
        if right is LOST and len(why) > 1:
            template = N_("{why} No other card helps. {others}")
        elif right is LOST:
            template = N_("{why} You hold no other card.")
        elif given in survival.best:
            rules, template = mine.rules, N_("{why}") if right is CERTAIN else _BEST_CHANCE
        elif mine.status is PlayStatus.RISK:
            template = N_("{why} That is a chance of {chance}. Another card is better. {others}")
        elif right is CHANCE:
            template = N_("{why} Another card gives you {most}. {others}")
        else:
            template = N_("{why} Another card is better. {others}")
        text = _(
            template,
            why=mine.text,
            chance=chance_in_words(mine.chance, [survival.chance]),
            others=_account(task, survival, [reason for reason in why if reason != mine]),
            most=chance_in_words(survival.chance, [mine.chance]),
        )
        return Explanation(text, rules, why)

    def nudge(self, task: Task, given: VerdictOrPlay) -> Message:
        if not isinstance(given, Verdict):
            mine = next(reason for reason in reasons(task.position) if reason.play == given)
            return task.choice_text(given, mine.text)
        return _(_NUDGES[given], total=task.position.total)

    def hints(self, task: Task) -> tuple[Message, ...]:
        position, effects, rules = task.position, playable(task.position), task.rules
        safe = [play for play, e in effects.items() if not (e.busts or e.costs)]
        replies = {play.card for play, effect in effects.items() if effect.replies}
        count = sum(card in replies for card in position.hand)
        first = _("One card that leaves the total at 98 or less is enough. Do you hold one?")
        if rules.marks:
            first = _("Do you hold a card that goes past no mark and not over 99?")
        elif count:
            first = ngettext(*_HINT_OF_REPLY, count, double=rules.card_name(Card.DOUBLE))
        elif position.owes == 2:
            first = _(_NO_REPLY, double=rules.card_name(Card.DOUBLE))
        if position.turn in position.undrawn:
            now = _SAFE_OR_LATE if safe else _ONLY_LATE
        elif len(safe) == 1:
            now = N_("Try {card:the}.")
        elif safe:
            now = N_("These are safe now: {cards}.")
        else:
            now = N_("None of your cards is safe now.")
        last = _(now, card=rules.play_name((safe or [OUT])[0]), cards=rules.play_names(safe))
        return first, ruled_out(task, survive(position)), last

    def effort(self, task: Task) -> Effort:
        """Return the effort; the highest safe card tempts, as it comes to mind first."""
        survival, is_two = survive(task.position), task.position.owes == 2
        numbers = [play for play in playable(task.position) if play.card and play.card.number]
        tempts = bool(numbers) and first_guess(numbers) not in survival.best
        steps = 1 + is_two + (survival.verdict is not CERTAIN and is_two)
        return Effort(len(set(task.position.hand)), steps, tempts=tempts)

    def rule_points(self, task: Task) -> tuple[str, ...]:
        return unique(self.explain(task, self.answer(task)).rules, task.debt_rules)


def ruled_out(task: Task, found: Survival) -> Message:
    """Return the reason of a card that is not best, the highest of those; a hint of any puzzle."""
    why = reasons(task.position)
    others = [reason for reason in why if reason.play not in found.best and found.chance]
    return max(others or why, key=lambda reason: number_on(reason.play)).text


def _may_draw(task: Task) -> bool:
    """Check whether a card is drawn before the turn is over."""
    position = task.position
    is_dumped = any(play.copies > 1 for play in playable(position))
    return position.owes == 2 or position.turn in position.undrawn or is_dumped


def _telling(found: Survival, why: Sequence[Reason]) -> Sequence[Reason]:
    """Return the reasons that show the verdict best: a best play, or why the last hopes fail."""
    if found.verdict is not LOST:
        best = [reason for reason in why if reason.play in found.best]
        return sorted(best, key=lambda reason: "double-reply" not in reason.rules)[:1]
    tempting = [reason for reason in why if "double-on-double" in reason.rules]
    lost = [reason for reason in why if reason.status is PlayStatus.LOST]
    return tempting + (sorted(lost, key=lambda reason: number_on(reason.play)) or list(why))[:1]


def _account(task: Task, found: Survival, why: Sequence[Reason]) -> str:
    """Return the sentences that show the verdict: one safe card, or what becomes of every card.

    Of several cards that leave a chance the best is explained, the others have their chance named.
    """
    first = _telling(found, why) if found.verdict is not LOST else ()
    texts: list[object] = [reason.text for reason in first]
    if found.verdict is not CERTAIN:
        others = [reason for reason in why if reason not in first]
        for chance in dict.fromkeys(reason.chance for reason in others if reason.chance):
            text = N_("With {cards} the chance is {chance}.")
            if chance == found.chance:
                text = N_("With {cards} the chance is the same.")
            plays = [reason.play for reason in others if reason.chance == chance]
            cards = task.rules.play_names(plays, "the", is_any=True)
            texts.append(_(text, cards=cards, chance=chance_in_words(chance, [found.chance])))
        texts += join_reasons(task.position, [each for each in others if not each.chance])
    return " ".join(map(str, texts))


_BEST_CHANCE = N_("{why} That is a chance of {chance}, and no card gives a better one. {others}")
_VERDICTS = {
    (CERTAIN, CERTAIN): N_("You survive for certain. {why}"),
    (CERTAIN, CHANCE): N_("You need no luck: you survive for certain. {why}"),
    (CERTAIN, LOST): N_("Yes: you survive for certain. {why}"),
    (CHANCE, CERTAIN): N_("Not for certain: the chance is {chance}. {why}"),
    (CHANCE, CHANCE): N_("You survive only with luck: the chance is {chance}. {why}"),
    (CHANCE, LOST): N_("You still have a chance of {chance}. {why}"),
    (LOST, CERTAIN): N_("No: nothing can save you. {why}"),
    (LOST, CHANCE): N_("No: no draw can save you. {why}"),
    (LOST, LOST): N_("You cannot survive, whatever you draw. {why}"),
}
"""The sentences by the right verdict and the one that was given."""
_OF_POINTS = {
    (CERTAIN, True): N_("You can play without losing a point. {why}"),
    (CERTAIN, False): N_("Yes: you can play without losing a point. {why}"),
    (LOST, True): N_("Every card that you can play costs you a point or more. {why}"),
    (LOST, False): N_("No: every card that you can play costs you a point or more. {why}"),
}
"""The verdicts in a game for points, where nothing depends on a draw, by whether it is given."""
_NO_DRAW = {
    LOST: N_("You cannot survive. {why}"),
    CERTAIN: N_("No: nothing can save you. {why}"),
    CHANCE: N_("No: luck comes too late, for you play before you draw. {why}"),
}
"""That the turn is lost, where no card is drawn before its end, by the answer."""
_NUDGES = {
    CERTAIN: N_("You said yes. Which card do you play at {total}, and what can happen after it?"),
    CHANCE: N_("You said only with luck. Which draw saves you, and which does not?"),
    LOST: N_("You said no. But one of your cards can get you through at {total}."),
}
"""What is said of a wrong verdict."""
_SAFE_OR_LATE = N_("Safe now: {cards}. But you may also draw the card that you forgot.")
_ONLY_LATE = N_(
    "None of the cards in your hand is safe now. But you may still draw the card that you forgot."
)
_NO_REPLY = N_(
    "None of your cards passes the {double:short} on, so you must play two, and you draw one in "
    "between."
)
_HINT_OF_REPLY = (
    "One of your cards passes the {double:short} on, and then you play no second card. Which one?",
    "{n} of your cards pass the {double:short} on, and then you play no second card. Which ones?",
)

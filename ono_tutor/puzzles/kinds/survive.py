"""The question ``survive``: whether the player to move can complete this turn."""

from collections.abc import Sequence

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError, quoted
from ono_tutor.game.legal import playable
from ono_tutor.i18n import N_, Message, _, format_list
from ono_tutor.puzzles.answer import Explanation, Shape, normalized, read_plays
from ono_tutor.puzzles.kind import (
    AnswerChoice,
    Effort,
    Kind,
    KindInfo,
    first_guess,
    join,
    number_on,
    unique,
)
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.reasons import PlayStatus, Reason, chance_in_words, join_reasons, reasons
from ono_tutor.solver.survive import Survival, Verdict, survive

CERTAIN, CHANCE, LOST = Verdict.CERTAIN, Verdict.CHANCE, Verdict.LOST

_SHORT = {CERTAIN: "yes", CHANCE: "luck", LOST: "no"}

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
        text = normalized(words).rstrip(".")
        for word, label in self.choices(task):
            if text in (word, normalized(str(label)), _SHORT[Verdict(word)]):
                return Verdict(word)
        try:
            (play,) = read_plays(task.rules, text, task.rules.plays_of_hand(task.position.hand))
        except ValueError as error:
            verdicts = format_list([word for word, __ in self.choices(task)], is_any=True)
            message = f"{quoted(words)} is no answer; say {verdicts}, or type one of your cards"
            raise NotationError(message, word=words) from error
        return play

    def explain(self, task: Task, given: VerdictOrPlay) -> Explanation:
        survival, why = survive(task.position), reasons(task.position)
        right, rules = survival.verdict, unique(*(each.rules for each in _telling(survival, why)))
        if isinstance(given, Verdict):
            template = (_VERDICTS if task.rules.most_owed > 1 else _OF_POINTS)[right]
            account = _account(task, survival, why)
            text = _(template, why=account, chance=chance_in_words(survival.chance))
            return Explanation(text, rules, why)
        mine = next(reason for reason in why if reason.play == given)
        told, is_best = [mine.text], given in survival.best
        if mine.status is PlayStatus.RISK:
            chance = chance_in_words(mine.chance, [survival.chance])
            told.append(_("That is a chance of {chance}.", chance=chance))
        if right is LOST:
            told.append(_("No other card helps."))
        elif is_best and right is CHANCE:
            told.append(_("No card gives a better one."))
        elif right is CHANCE:
            most = chance_in_words(survival.chance, [mine.chance])
            told.append(_("Another card gives you {most}.", most=most))
        elif not is_best:
            told.append(_("Another card is better."))
        if right is not CERTAIN or not is_best:
            told.append(_account(task, survival, [reason for reason in why if reason != mine]))
        more = () if is_best and right is not LOST else rules
        return Explanation(join(told), unique(mine.rules, more), why)

    def nudge(self, task: Task, given: VerdictOrPlay) -> Message:
        if not isinstance(given, Verdict):
            return super().nudge(task, given)
        return _(_NUDGES[given], total=task.position.total)

    def hints(self, task: Task) -> tuple[Message, ...]:
        position, rules = task.position, task.rules
        safe = [play for play, e in playable(position).items() if not (e.busts or e.costs)]
        first = N_("One card that leaves the total at 98 or less is enough. Do you hold one?")
        if rules.marks:
            first = N_("Do you hold a card that goes past no mark and not over 99?")
        elif position.owes == 2:
            first = N_(
                "Does one of your cards pass the {double:short} on? If not, you must play two "
                "cards, and you draw one in between."
            )
        last = task.try_text(safe) if safe else _("None of your cards is safe now.")
        if position.turn in position.undrawn:
            last = _("{hint} You may still draw the card that you forgot.", hint=last)
        double = rules.card_name(Card.DOUBLE)
        return _(first, double=double), ruled_out(task, survive(position)), last

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


def _telling(found: Survival, why: Sequence[Reason]) -> Sequence[Reason]:
    """Return the reasons that show the verdict best: a best play, or why the last hopes fail."""
    if found.verdict is not LOST:
        best = [reason for reason in why if reason.play in found.best]
        return sorted(best, key=lambda reason: "double-reply" not in reason.rules)[:1]
    tempting = [reason for reason in why if "double-on-double" in reason.rules]
    lost = [reason for reason in why if reason.status is PlayStatus.LOST]
    return tempting + (sorted(lost, key=lambda reason: number_on(reason.play)) or list(why))[:1]


def _account(task: Task, found: Survival, why: Sequence[Reason]) -> Message:
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
    return join(texts)


_VERDICTS = {
    CERTAIN: N_("You survive for certain. {why}"),
    CHANCE: N_("You survive only with luck: the chance is {chance}. {why}"),
    LOST: N_("You cannot survive. {why}"),
}
_OF_POINTS = {
    CERTAIN: N_("You can play without losing a point. {why}"),
    LOST: N_("Every card that you can play costs you a point or more. {why}"),
}
"""The verdicts, and those of a game for points, where nothing depends on a draw."""
_NUDGES = {
    CERTAIN: N_("You said yes. Which card do you play at {total}, and what can happen after it?"),
    CHANCE: N_("You said only with luck. Which draw saves you, and which does not?"),
    LOST: N_("You said no. But one of your cards can get you through at {total}."),
}
"""What is said of a wrong verdict."""

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
    Rating,
    first_guess,
    number_on,
)
from ono_tutor.puzzles.parse_answer import normalized, read_plays
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.solver.reasons import PlayStatus, Reason, chance_in_words, join_reasons, reasons
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
    "no, every card costs points": Verdict.LOST,
    "you cannot survive": Verdict.LOST,
    "i cannot survive": Verdict.LOST,
}

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
        if task.rules.most_owed == 1:
            return (
                (Verdict.CERTAIN.value, _("Yes")),
                (Verdict.LOST.value, _("No, every card costs points")),
            )
        return (
            (Verdict.CERTAIN.value, _("Yes, for certain")),
            (Verdict.CHANCE.value, _("Only with luck")),
            (Verdict.LOST.value, _("No, whatever you draw")),
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
            verdicts = format_list([word for word, __ in self.choices(task)], is_any=True)
            message = f"{quoted(words)} is no answer; say {verdicts}, or type one of your cards"
            raise NotationError(message, word=words) from error
        if len(plays) != 1:
            message = f"{quoted(words)} is not one card; type the card that you play first"
            raise NotationError(message, word=words)
        return plays[0]

    def explain(self, task: Task, given: VerdictOrPlay) -> Explanation:
        survival, why = survive(task.position), reasons(task.position)
        if isinstance(given, Verdict):
            verdicts = _VERDICTS if given is survival.verdict else _NOT_SO[given]
            template = verdicts[survival.verdict]
            if task.rules.most_owed == 1:
                template = _OF_POINTS[survival.verdict][given is survival.verdict]
            elif survival.verdict is Verdict.LOST and not _may_draw(task):
                template = _NO_DRAW[given]
            chance = chance_in_words(survival.chance)
            text = _(template, why=_account(task, survival, why), chance=chance)
            return Explanation(text, _rules(survival, why), why)
        mine = next(reason for reason in why if reason.play == given)
        rules = tuple(dict.fromkeys((*mine.rules, *_rules(survival, why))))
        if survival.verdict is Verdict.LOST:
            template = _NO_HELP if len(why) > 1 else N_("{why} You hold no other card.")
        elif given in survival.best:
            template = N_("{why}") if survival.verdict is Verdict.CERTAIN else _BEST_CHANCE
            rules = mine.rules
        elif mine.status is PlayStatus.RISK:
            template = N_("{why} That is a chance of {chance}. Another card is better. {others}")
        elif survival.verdict is Verdict.CHANCE:
            template = N_("{why} Another card gives you {most}. {others}")
        else:
            template = N_("{why} Another card is better. {others}")
        others = _account(task, survival, [reason for reason in why if reason != mine])
        chance = chance_in_words(mine.chance, [survival.chance])
        most = chance_in_words(survival.chance, [mine.chance])
        text = _(template, why=mine.text, chance=chance, others=others, most=most)
        return Explanation(text, rules, why)

    def nudge(self, task: Task, given: VerdictOrPlay) -> Message:
        if isinstance(given, Verdict):
            if task.rules.most_owed == 1 and given is not Verdict.CHANCE:
                return _(_NUDGES_OF_POINTS[given], total=task.position.total)
            return _(_NUDGES[given][_may_draw(task)], total=task.position.total)
        mine = next(reason for reason in reasons(task.position) if reason.play == given)
        return _("{told} {why}", told=task.choice_text(given), why=mine.text)

    def hints(self, task: Task) -> tuple[Message, ...]:
        position, found = task.position, survive(task.position)
        effects = playable(position)
        safe = [play for play, e in effects.items() if not (e.busts or e.costs)]
        double = task.rules.card_name(Card.DOUBLE)
        first = _(
            N_("Do you hold a card that goes past no mark and not over 99?")
            if task.rules.marks
            else N_("One card that leaves the total at 98 or less is enough. Do you hold one?")
        )
        if position.owes == 2:
            replies = {play.card for play, effect in effects.items() if effect.replies}
            count = sum(card in replies for card in position.hand)
            one, many = _HINT_OF_REPLY
            first = _(
                "None of your cards passes the {double:short} on, so you must play two, and "
                "you draw one in between.",
                double=double,
            )
            if count:
                first = ngettext(one, many, count, double=double)
        now = _NOTHING_SAFE
        if safe:
            now = N_("Try {card:the}.") if len(safe) == 1 else N_("These are safe now: {cards}.")
        if position.turn in position.undrawn:
            now = _SAFE_OR_LATE if safe else _ONLY_LATE
        card, cards = (safe or [OUT])[0], task.rules.play_names(safe)
        return (
            first,
            ruled_out(task, found),
            _(now, card=task.rules.play_name(card), cards=cards),
        )

    def effort(self, task: Task) -> Effort:
        """Return the effort; the highest safe card tempts, as it comes to mind first."""
        survival, is_two = survive(task.position), task.position.owes == 2
        numbers = [play for play in playable(task.position) if play.card and play.card.number]
        tempts = bool(numbers) and first_guess(numbers) not in survival.best
        steps = 1 + is_two + (survival.verdict is not Verdict.CERTAIN and is_two)
        return Effort(len(set(task.position.hand)), steps, tempts=tempts)

    def rule_points(self, task: Task) -> tuple[str, ...]:
        found = survive(task.position)
        telling = _rules(found, reasons(task.position))
        return tuple(dict.fromkeys((*telling, *task.debt_rules)))

    def is_dull(self, task: Task, rating: Rating) -> bool:
        return not (rating.misconceptions or rating.is_tempting)


def ruled_out(task: Task, found: Survival) -> Message:
    """Return the reason of a card that is not best, the highest of those; a hint of any puzzle."""
    others = [reason for reason in reasons(task.position) if reason.play not in found.best]
    if not others or not found.chance:
        others = list(reasons(task.position))
    return max(others, key=lambda reason: number_on(reason.play)).text


def _may_draw(task: Task) -> bool:
    """Check whether a card is drawn before the turn is over."""
    position = task.position
    is_dumped = any(play.copies > 1 for play in playable(position))
    return position.owes == 2 or position.turn in position.undrawn or is_dumped


_NO_HELP = N_("{why} No other card helps. {others}")
_BEST_CHANCE = N_("{why} That is a chance of {chance}, and no card gives a better one. {others}")


def _telling(found: Survival, why: Sequence[Reason]) -> tuple[Reason, ...]:
    """Return the reasons that show the verdict best: a best play, or why the last hopes fail."""
    if found.verdict is not Verdict.LOST:
        best = [reason for reason in why if reason.play in found.best]
        return tuple(sorted(best, key=lambda reason: "double-reply" not in reason.rules)[:1])
    tempting = [reason for reason in why if "double-on-double" in reason.rules]
    lost = [reason for reason in why if reason.status is PlayStatus.LOST]
    return tuple(
        tempting + (sorted(lost, key=lambda reason: number_on(reason.play)) or list(why))[:1]
    )


def _rules(found: Survival, why: Sequence[Reason]) -> tuple[str, ...]:
    """Return the ids of the points that decide the verdict."""
    return tuple(dict.fromkeys(rule for each in _telling(found, why) for rule in each.rules))


def _account(task: Task, found: Survival, why: Sequence[Reason]) -> str:
    """Return the sentences that show the verdict: one safe card, or what becomes of every card.

    Of several cards that leave a chance the best is explained, the others have their chance named.
    """
    first = _telling(found, why) if found.verdict is not Verdict.LOST else ()
    texts = [reason.text for reason in first]
    if found.verdict is not Verdict.CERTAIN:
        others = [reason for reason in why if reason not in first]
        hopeful = [reason for reason in others if reason.chance]
        for chance in dict.fromkeys(reason.chance for reason in hopeful):
            plays = [reason.play for reason in hopeful if reason.chance == chance]
            text = N_("With {cards} the chance is {chance}.")
            if chance == found.chance:
                text = N_("With {cards} the chance is the same.")
            cards = task.rules.play_names(plays, "the", is_any=True)
            chance_words = chance_in_words(chance, [found.chance])
            texts.append(_(text, cards=cards, chance=chance_words))
        texts += join_reasons(task.position, [each for each in others if not each.chance])
    return " ".join(map(str, texts))


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
_OF_POINTS = {
    Verdict.CERTAIN: {
        True: N_("You can play without losing a point. {why}"),
        False: N_("Yes: you can play without losing a point. {why}"),
    },
    Verdict.LOST: {
        True: N_("Every card that you can play costs you a point or more. {why}"),
        False: N_("No: every card that you can play costs you a point or more. {why}"),
    },
}
"""The verdicts in a game for points, where nothing depends on a draw, by whether it is given."""
_NO_DRAW = {
    Verdict.LOST: N_("You cannot survive. {why}"),
    Verdict.CERTAIN: N_("No: nothing can save you. {why}"),
    Verdict.CHANCE: N_("No: luck comes too late, for you play before you draw. {why}"),
}
"""That the turn is lost, where no card is drawn before its end, by the answer."""
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
        False: N_("You said no. But one of your cards is safe at {total}."),
        True: N_("You said no. But one of your cards is a good beginning at {total}."),
    },
}
"""What is said of a wrong verdict, by whether a draw comes before the turn is over."""
_NUDGES_OF_POINTS = {
    Verdict.CERTAIN: N_("You said yes. Which card do you play at {total}?"),
    Verdict.LOST: N_("You said no. But one of your cards costs you nothing at {total}."),
}
_NOTHING_SAFE = N_("None of your cards is safe now.")
_SAFE_OR_LATE = N_("Safe now: {cards}. But you may also draw the card that you forgot.")
_ONLY_LATE = N_(
    "None of the cards in your hand is safe now. But you may still draw the card that you forgot."
)
_HINT_OF_REPLY = (
    "One of your cards passes the {double:short} on, and then you play no second card. Which one?",
    "{n} of your cards pass the {double:short} on, and then you play no second card. Which ones?",
)

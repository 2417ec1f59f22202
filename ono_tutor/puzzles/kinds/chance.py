"""The question ``chance``: the exact chance to complete this turn."""

from collections.abc import Iterator
from fractions import Fraction

from ono_tutor.cards import Card
from ono_tutor.game.legal import judge_play
from ono_tutor.i18n import N_, Message, _, format_list
from ono_tutor.puzzles.answer import Explanation, Shape
from ono_tutor.puzzles.kind import (
    AnswerChoice,
    Effort,
    Kind,
    KindInfo,
    Prerequisite,
    Recipe,
    unique,
)
from ono_tutor.puzzles.misconceptions.explain import OFFERED, with_distractors
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.information_sets import Pile
from ono_tutor.solver.reasons import Reason, reasons
from ono_tutor.solver.survive import Survival, fraction, survive


class Chance(Kind[Fraction]):
    """The exact chance to complete this turn, played as well as possible."""

    info = KindInfo(
        "chance", Shape.CHANCE, prerequisite=Prerequisite.CHANCE, recipe=Recipe(most_smaller=8)
    )

    def ask(self, task: Task) -> Message:
        if task.rules.most_owed == 1:
            return _("What is your chance of getting through this turn without losing a point?")
        return _("You play as well as you can. What is your exact chance of surviving this turn?")

    def choices(self, task: Task) -> tuple[AnswerChoice, ...]:
        """Return the right chance and three wrong ones: misconceptions, slips, near misses."""
        right, unseen = self.answer(task), survive(task.position).unseen
        step = Fraction(1, max(unseen, 2 * OFFERED))
        near = [chance for chance, __ in _slips(task)]
        near += [right + sign * n * step for n in range(1, 2 * OFFERED) for sign in (-1, 1)]
        return with_distractors(self, task, (chance for chance in near if 0 < chance < 1), _label)

    def answer(self, task: Task) -> Fraction:
        return survive(task.position).chance

    def explain(self, task: Task, given: Fraction) -> Explanation:
        survival, why = survive(task.position), reasons(task.position)
        best = _best(survival, why)
        saving, right = _saving(survival, best), survival.chance
        if saving and isinstance(best.play, Play):
            effect = judge_play(task.position, best.play)
            assert isinstance(effect, Effect)
            counted = [f"{task.rules.card_name(card):short} ({n})" for card, n in saving]
            text = _(
                "Play {card:the} first: the total is {total}. Of the {unseen} cards you may "
                "draw, {count} save you: {cards}. That is a chance of {chance}.",
                card=task.rules.play_name(best.play),
                total=effect.total,
                unseen=survival.unseen,
                count=sum(n for __, n in saving),
                cards=format_list(counted),
                chance=fraction(right),
            )
        else:
            text = _("{why} So the chance is {chance}.", why=best.text, chance=fraction(right))
        rules = unique(best.rules, task.debt_rules)
        if given == right:
            return Explanation(text, rules, why)
        slip = next((slip for chance, slip in _slips(task) if chance == given), None)
        if slip is None and abs(given - right) < Fraction(1, 200):
            slip = _("That is close, but the question asks for the exact chance.")
        wrong = N_("The chance is {right}, not {given}. {text}")
        told = _(wrong, given=fraction(given), right=fraction(right), text=text)
        return Explanation(told, rules, why, slip=slip)

    def hints(self, task: Task) -> tuple[Message, ...]:
        survival = survive(task.position)
        best, unseen = _best(survival, reasons(task.position)), survival.unseen
        cards = [f"{task.rules.card_name(card):short}" for card, __ in _saving(survival, best)]
        last = N_("Play {card:the} first. Does the card that you draw still matter?")
        if isinstance(best.play, LateDraw):
            last = N_("First draw the card that you forgot. Which cards would save you?")
        elif cards:
            last = N_("Play {card:the} first. Then count these among the cards left: {cards}.")
        return (
            _("Choose the card to play first; then count the draws that save you."),
            _("You cannot see {unseen} cards, and you may draw any of them.", unseen=unseen),
            _(last, card=task.rules.play_name(best.play), cards=format_list(cards)),
        )

    def effort(self, task: Task) -> Effort:
        found = survive(task.position)
        best = _best(found, reasons(task.position))
        return Effort(len(set(task.position.hand)), 1 + len(best.saving), reckons=True)

    def answer_class(self, task: Task, answer: Fraction) -> str:
        """Return about how good the chance is, in tenths."""
        return str(int(answer * 10))

    def is_obvious(self, task: Task, answer: Fraction) -> bool:
        return not 0 < answer < 1

    def as_json(self, answer: Fraction) -> str:
        return fraction(answer)


def _label(task: Task, chance: Fraction) -> Message:
    labels = {Fraction(0): N_("none (0)"), Fraction(1): N_("certain (1)")}
    return _(labels.get(chance, N_("{chance}")), chance=fraction(chance))


def _best(found: Survival, why: tuple[Reason, ...]) -> Reason:
    """Return the reason of a best play, one that counts the cards if there is one."""
    best = [reason for reason in why if reason.play in found.best]
    return max(best, key=lambda reason: bool(_saving(found, reason)))


def _saving(found: Survival, best: Reason) -> tuple[tuple[Card, int], ...]:
    """Return the cards that save, with their counts, if they alone make the chance."""
    count = sum(count for __, count in best.saving)
    exact = found.unseen and Fraction(count, found.unseen) == found.chance
    return best.saving if exact else ()


def _slips(task: Task) -> Iterator[tuple[Fraction, Message]]:
    """Yield wrong chances that common slips give, the commonest first, and how."""
    found = survive(task.position)
    saving = _saving(found, _best(found, reasons(task.position)))
    if saving:
        deck = task.rules.deck(len(task.position.hands))
        size = sum(deck.values())
        text = N_(
            "You counted all {size} cards of the deck, but you cannot draw the cards that you can "
            "see."
        )
        yield Fraction(sum(count for __, count in saving), size), _(text, size=size)
        text = N_("You counted cards that you hold or can see: you cannot draw those.")
        yield Fraction(sum(deck[card] for card, __ in saving), size), _(text)
    for card, count in saving:
        text = N_("You left out {card:the}, which saves you too.")
        chance = found.chance - Fraction(count, found.unseen)
        yield chance, _(text, card=task.rules.card_name(card))
    for card, count in Pile.of(task.position).refilled().pool:
        if saving and card not in dict(saving):
            text = N_("You counted {card:the}, which does not save you.")
            chance = found.chance + Fraction(count, found.unseen)
            yield chance, _(text, card=task.rules.card_name(card))
    losing = 1 - found.chance
    yield losing, _("{chance} is the chance of losing.", chance=fraction(losing))

"""The question ``score``: what a hand scores where the cards in hand are points."""

from collections import Counter

from ono_tutor.cards import Card
from ono_tutor.errors import UnanswerableError
from ono_tutor.i18n import N_, Message, _, format_list, ngettext
from ono_tutor.puzzles.answer import Explanation, Shape
from ono_tutor.puzzles.kind import AnswerChoice, Effort, Kind, KindInfo
from ono_tutor.puzzles.misconceptions.explain import near_numbers, with_distractors
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.ono1980 import HAND_SIZE, MISSING, PUT_OUT, card_score, hand_score

RULES = ("points",)


class Score(Kind[int]):
    """The score of the cards in the mover's hand, missing cards included; an integer.

    Being put out of the round is not part of it (rule ``points``).
    """

    info = KindInfo("score", Shape.NUMBER, is_after_round=True)

    def ask(self, task: Task) -> Message:
        return _("The round is over. How many points do the cards in this hand score?")

    def answer(self, task: Task) -> int:
        if task.rules.stakes_are_left:
            message = f"in {task.rules.name} a hand is not scored; that is 1980+scoring=points"
            raise UnanswerableError(message, word=task.rules.name, rule="points")
        score = hand_score(task.position.hand)
        if score is None:
            message = "the hand has hidden cards, so its score is not known; name them"
            raise UnanswerableError(message, word="?", rule="points")
        return score

    def offered(self, task: Task) -> tuple[AnswerChoice, ...]:
        """Return scores: those of forgotten missing cards or signs, then near ones."""
        hand, right = task.position.hand, self.answer(task)
        slips = [
            right - (HAND_SIZE - len(hand)) * MISSING,
            sum(card.number or 0 for card in hand),
            right + PUT_OUT,
        ]
        near = (number for number in near_numbers(right) if abs(number - right) <= right)
        return with_distractors(self, task, (*slips, *near))

    def explain(self, task: Task, given: int) -> Explanation:
        hand, right = task.position.hand, self.answer(task)
        terms = [str(_term(task, card, count)) for card, count in Counter(hand).items()]
        gone = HAND_SIZE - len(hand)
        if gone:
            one, many = "{n} missing card is {worth}", "{n} missing cards are {worth}"
            terms.append(str(ngettext(one, many, gone, worth=gone * MISSING)))
        told = _("{sum}. The hand scores {score}.", score=right, sum=format_list(terms))
        slip = None
        if given == right + PUT_OUT:
            slip = N_("The {put_out} points for being put out are not part of this question.")
        elif gone and given == right - gone * MISSING:
            slip = N_("Missing cards score too.")
        elif given != right and given == sum(card.number or 0 for card in hand):
            slip = N_("Cards without a number score too.")
        return Explanation(told, RULES, slip=_(slip, put_out=PUT_OUT) if slip else None)

    def hints(self, task: Task) -> tuple[Message, ...]:
        hand = Counter(task.position.hand)
        fixed = [str(_term(task, card, 1)) for card in hand if card.number is None]
        second = N_("{worth}; a number card scores its number.")
        if not fixed:
            second = N_("A number card scores its number, and so do all the cards here.")
        text = N_("A full hand has {size} cards. Each one that is missing scores {missing}.")
        most = max(hand, key=card_score, default=None)
        if most is None:
            return (_(text, size=HAND_SIZE, missing=MISSING),)
        rest = self.answer(task) - card_score(most) * hand[most]
        third = N_("Without {card:the} this hand comes to {rest}. Add what {card:the} scores.")
        if hand[most] > 1:
            third = N_("Without every {card:short} this hand comes to {rest}.")
        return (
            _(text, size=HAND_SIZE, missing=MISSING),
            _(second, worth=format_list(fixed)),
            _(third, card=task.rules.card_name(most), rest=rest),
        )

    def effort(self, task: Task) -> Effort:
        hand = task.position.hand
        fixed = {card for card in hand if card.number is None}
        return Effort(cards=len(hand), steps=1 + len(fixed) + (len(hand) < HAND_SIZE))

    def answer_class(self, task: Task, answer: int) -> str:
        """Return about how high the score is."""
        return str(answer // 20)


def _term(task: Task, card: Card, count: int) -> Message:
    return ngettext(
        "{card:the} is {worth}",
        "each {card:short} is {each} (together {worth})",
        count,
        card=task.rules.card_name(card),
        each=card_score(card),
        worth=count * card_score(card),
    )

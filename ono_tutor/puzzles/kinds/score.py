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
            message = "the hand has hidden cards, so its score is not known"
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
        text = N_("The hand scores {score}, not {given}: {sum}.")
        if given == right:
            text = N_("{sum}: {score}.") if len(terms) > 1 else N_("{sum}.")
        told = _(text, given=given, score=right, sum=format_list(terms))
        if given == right:
            return Explanation(told, RULES)
        slip = N_("That is {off} too few.") if given < right else N_("That is {off} too many.")
        if given == right + PUT_OUT:
            slip = N_("The {put_out} points for being put out are not part of this question.")
        elif gone and given == right - gone * MISSING:
            slip = N_("Missing cards score too.")
        elif given == sum(card.number or 0 for card in hand):
            slip = N_("Cards without a number score too.")
        return Explanation(told, RULES, slip=_(slip, put_out=PUT_OUT, off=abs(given - right)))

    def hints(self, task: Task) -> tuple[Message, ...]:
        hand = task.position.hand
        missing = HAND_SIZE - len(hand)
        first = _("No card is missing, so add up what the {size} cards score.", size=HAND_SIZE)
        if missing:
            first = ngettext(
                "A full hand has {size} cards, and {n} is missing.",
                "A full hand has {size} cards, and {n} are missing.",
                missing,
                size=HAND_SIZE,
            )
        fixed = dict.fromkeys(card for card in hand if card.number is None)
        worth = format_list([str(_term(task, card, 1)) for card in fixed])
        second = N_("{worth}; a number card scores its number.")
        if not fixed:
            second = N_("A number card scores its number, and so do all the cards here.")
        most = max(hand, key=card_score, default=None)
        if most is None:
            third = _("The hand is empty, so only the missing cards score.")
        else:
            rest = self.answer(task) - card_score(most) * hand.count(most)
            text = N_("Without {card:the} this hand comes to {rest}. Add what {card:the} scores.")
            if hand.count(most) > 1:
                text = N_(
                    "Leave out every {card:short}, and this hand comes to {rest}. Then add what "
                    "each of them scores."
                )
            third = _(text, card=task.rules.card_name(most), rest=rest)
        return first, _(second, worth=worth), third

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

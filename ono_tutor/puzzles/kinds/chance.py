"""The question ``chance``: the exact chance to complete this turn."""

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.game.legal import judge_play
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Effort, Explanation, Shape
from ono_tutor.puzzles.distractors import OFFERED, pick_wrong
from ono_tutor.puzzles.kind import AnswerChoice, Kind, Prerequisite, Recipe
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.parse_answer import read_chance
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.judgement import Effect
from ono_tutor.rules.play import LateDraw
from ono_tutor.solver.pile import Pile
from ono_tutor.solver.reasons import Reason, reasons
from ono_tutor.solver.survive import Survival, fraction, survive


class Chance(Kind[Fraction]):
    """The exact chance to complete this turn, played as well as possible."""

    name = "chance"
    shape = Shape.CHANCE
    prerequisite = Prerequisite.CHANCE
    recipe = Recipe(most_smaller=8)

    def ask(self, task: Task) -> Message:
        if task.rules.most_owed == 1:
            return lazy_gettext(
                "What is your chance of getting through this turn without losing a point?"
            )
        return lazy_gettext(
            "You play as well as you can. What is your exact chance of surviving this turn?"
        )

    def choices(self, task: Task) -> tuple[AnswerChoice, ...]:
        offered = sorted({self.answer(task), *_wrong(self, task)})
        return tuple((fraction(chance), _put(chance)) for chance in offered)

    def answer(self, task: Task) -> Fraction:
        return survive(task.position).chance

    def read(self, task: Task, words: str) -> Fraction:
        return read_chance(words)

    def explain(self, task: Task, given: Fraction) -> Explanation:
        found, why = survive(task.position), reasons(task.position)
        best = _best(found, why)
        text = _reckoned(task, found, best)
        rules = tuple(dict.fromkeys((*best.rules, *task.debt_rules)))
        if given == found.chance:
            return Explanation(text, rules, why)
        fields = {"given": fraction(given), "right": fraction(found.chance), "text": text}
        wrong = N_("The chance is {right}, not {given}. {text}")
        slip = _slip_text(task, found.chance, given)
        return Explanation(lazy_gettext(wrong, **fields), rules, why, slip=slip)

    def hints(self, task: Task) -> tuple[Message, ...]:
        found, best = survive(task.position), _best(survive(task.position), reasons(task.position))
        cards = [f"{task.rules.card_name(card):short}" for card, _ in _saving(found, best)]
        return (
            lazy_gettext("Choose the card to play first; then count the draws that save you."),
            lazy_gettext(
                "You cannot see {unseen} cards, and you may draw any of them.", unseen=found.unseen
            ),
            lazy_gettext(
                _last_hint(best, cards),
                card=task.rules.play_name(best.play),
                unseen=found.unseen,
                cards=format_list(cards),
            ),
        )

    def effort(self, task: Task) -> Effort:
        found = survive(task.position)
        best = _best(found, reasons(task.position))
        return Effort(len(set(task.position.hand)), 1 + len(best.saving), reckons=True)

    def answer_class(self, task: Task, answer: Fraction) -> str:
        """Return about how good the chance is, in tenths."""
        return str(int(answer * 10))

    def rule_points(self, task: Task) -> tuple[str, ...]:
        best = _best(survive(task.position), reasons(task.position))
        return tuple(dict.fromkeys((*best.rules, *task.debt_rules)))

    def is_plain(self, task: Task, answer: Fraction) -> bool:
        return not 0 < answer < 1

    def as_json(self, answer: Fraction) -> str:
        return fraction(answer)


class Slip(NamedTuple):
    """A wrong chance that is easily come by, and how."""

    chance: Fraction
    text: Message


Saving = tuple[tuple[Card, int], ...]
_PUT = {Fraction(0): N_("none (0)"), Fraction(1): N_("certain (1)")}


def _put(chance: Fraction) -> Message:
    """Return the chance as it is offered: 0 and 1 in words."""
    return lazy_gettext(_PUT.get(chance, N_("{chance}")), chance=fraction(chance))


def _best(found: Survival, why: tuple[Reason, ...]) -> Reason:
    """Return the reason of a best play, one that counts the cards if there is one."""
    best = [reason for reason in why if reason.play in found.best]
    return max(best, key=lambda reason: bool(_saving(found, reason)))


def _saving(found: Survival, best: Reason) -> Saving:
    """Return the cards that save, with their counts, where they alone make the chance."""
    count = sum(count for _, count in best.saving)
    exact = found.unseen and Fraction(count, found.unseen) == found.chance
    return best.saving if exact else ()


def _reckoned(task: Task, found: Survival, best: Reason) -> Message:
    """Return how the chance comes about: which cards save, how many of each, out of how many."""
    saving, play = _saving(found, best), best.play
    if not saving or isinstance(play, LateDraw):
        text = N_("{why} So the chance is {chance}.")
        return lazy_gettext(text, why=best.text, chance=fraction(found.chance))
    effect = judge_play(task.position, play)
    assert isinstance(effect, Effect)
    cards = [lazy_gettext(_COUNTED, card=task.rules.card_name(card), count=n) for card, n in saving]
    return lazy_gettext(
        _RECKONED,
        card=task.rules.play_name(play),
        total=effect.total,
        unseen=found.unseen,
        count=sum(n for _, n in saving),
        cards=format_list([str(card) for card in cards]),
        chance=fraction(found.chance),
    )


_COUNTED = N_("{card:short} ({count})")
_RECKONED = N_(
    "Play {card:the} first: the total is {total}. Of the {unseen} cards you may draw, {count} "
    "save you: {cards}. That is a chance of {chance}."
)
_COUNT_THESE = N_(
    "Play {card:the} first. Then count these among the {unseen} cards you cannot see: {cards}."
)
_NO_DRAW = N_("Play {card:the} first. Does the card that you draw still matter?")
_LATE_DRAW = N_("First draw the card that you forgot. Which cards would save you?")


def _last_hint(best: Reason, saving: list[str]) -> str:
    if isinstance(best.play, LateDraw):
        return _LATE_DRAW
    return _COUNT_THESE if saving else _NO_DRAW


def _slips(task: Task) -> Iterator[Slip]:
    """Yield wrong chances that common slips give, the commonest first."""
    found = survive(task.position)
    saving = _saving(found, _best(found, reasons(task.position)))
    if saving:
        yield from _deck_slips(task, saving)
    for card, count in saving:
        text = N_("You left out {card:the}, which saves you too.")
        chance = found.chance - Fraction(count, found.unseen)
        yield Slip(chance, lazy_gettext(text, card=task.rules.card_name(card)))
    for card, count in Pile.of(task.position).refilled().pool:
        if saving and card not in dict(saving):
            text = N_("You counted {card:the}, which does not save you.")
            chance = found.chance + Fraction(count, found.unseen)
            yield Slip(chance, lazy_gettext(text, card=task.rules.card_name(card)))
    yield Slip(1 - found.chance, lazy_gettext("That is the chance of losing."))


def _deck_slips(task: Task, saving: Saving) -> Iterator[Slip]:
    """Yield the chances of whoever forgets that cards in sight cannot be drawn."""
    deck = task.rules.deck(len(task.position.hands))
    size, count = sum(deck.values()), sum(count for _, count in saving)
    out_of = N_(
        "You counted all {size} cards of the deck, but you cannot draw the cards that you can see."
    )
    yield Slip(Fraction(count, size), lazy_gettext(out_of, size=size))
    held = N_("You counted cards that you hold or can see: you cannot draw those.")
    yield Slip(Fraction(sum(deck[card] for card, _ in saving), size), lazy_gettext(held))


def _slip_text(task: Task, right: Fraction, given: Fraction) -> Message | None:
    """Return how somebody may have come to this wrong chance; None where nobody knows."""
    for slip in _slips(task):
        if slip.chance == given:
            return slip.text
    if abs(given - right) < Fraction(1, 200):
        return lazy_gettext("That is close, but the question asks for the exact chance.")
    return None


def _wrong(kind: Chance, task: Task) -> list[Fraction]:
    """Return three wrong chances: those of misconceptions first, then of slips, then near misses.

    How many of them are less than the right one depends on the position, so that the place of
    the right answer among the four says nothing.
    """
    right = kind.answer(task)
    likely = [answer for _, answer in mistaken(kind, task) if isinstance(answer, Fraction)]
    slips = [slip.chance for slip in _slips(task)] + _near(right, survive(task.position).unseen)
    others = dict.fromkeys([*likely, *(chance for chance in slips if 0 < chance < 1)])
    return pick_wrong(task, right, list(others))


def _near(right: Fraction, unseen: int) -> list[Fraction]:
    """Return chances a card or a few more and fewer, the nearest first."""
    step = Fraction(1, max(unseen, 2 * OFFERED))
    return [right + sign * count * step for count in range(1, 2 * OFFERED) for sign in (-1, 1)]

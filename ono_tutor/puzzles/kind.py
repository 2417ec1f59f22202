"""A kind of question: how it is asked, read, answered, judged, explained and helped with."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntFlag
from fractions import Fraction
from itertools import chain
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from ono_tutor.cards import Card
from ono_tutor.game.legal import why_not
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _
from ono_tutor.puzzles.answer import READERS, Answer, Explanation, Shape, parts_of
from ono_tutor.puzzles.bank import Level
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import rule_point
from ono_tutor.rules.judgement import Effect, Moment
from ono_tutor.rules.play import OUT, LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import reasons

A = TypeVar("A", bound=Answer)

AnswerChoice = tuple[str, Message]
"""An answer offered beside the cards: the word to answer with, and how it is put."""


class Prerequisite(IntFlag):
    """Knowledge that a puzzle expects of a class; the greater, the later it is chosen.

    A level of 4 or 5 asks for open hands and exact chances of that level as well as their kind
    does; a rule point is asked for by name, by a misconception, or by an option that is set.
    """

    OPTIONS = 1
    """A rule set with options that was not asked for."""
    DOUBLES = 2
    """At level 1 a double, if only in a hand, and no rule point of doubles was asked for."""
    LATE = 4
    """Somebody who may still draw late, and the rule point was not asked for."""
    HANDS = 8
    """Open hands, as those of the kind ``line``."""
    CHANCE = 16
    """An exact chance (kind ``chance``)."""
    EDITION = 32
    """A comparison of all rule sets (kind ``edition``), and the kind was not asked for."""
    EXPERT = 64
    """Level 5, and no level was asked for: only if nothing easier shows the same."""


class Recipe(NamedTuple):
    """The deal that a search makes for a kind of question, beside the hand of the player to move.

    ``plays`` is the most plays made before the question; ``is_open`` deals open hands, and ``draw``
    that number of known cards of the draw pile. ``most_smaller`` is how many smaller puzzles are
    tried for one that is found. The rest keeps the search short: the least total, cards that only
    one hand in six may be dealt, hands that are often small, and ``takes_first``: the first puzzle
    that is not dull is taken, for to solve one takes long.
    """

    plays: int = 0
    is_open: bool = False
    draw: int = 0
    has_small_hands: bool = False
    most_players: int = 8
    most_smaller: int = 30
    least_total: int | None = None
    seldom: tuple[Card, ...] = ()
    takes_first: bool = False


class Effort(NamedTuple):
    """The effort of a solution: cards to weigh, and steps of thought after them.

    ``reckons`` says that an exact chance is to be worked out, ``tempts`` that the play which
    looks best at a glance is not right.
    """

    cards: int
    steps: int = 1
    reckons: bool = False
    tempts: bool = False


def difficulty(effort: Effort, traps: int = 0) -> int:
    """Return the difficulty of a solution that takes this effort; a whole number from 7 on.

    2 for each card to weigh, 5 for each step of thought, up to six, 12 where an exact chance is to
    be worked out, 7 where the play that looks best is not, and 10 for each trap, up to four: a
    misconception that gives another answer, so that a rule point which people get wrong decides.
    """
    weighed = 2 * effort.cards + 5 * min(effort.steps, 6)
    return weighed + 12 * effort.reckons + 7 * effort.tempts + 10 * min(traps, 4)


@dataclass(frozen=True, slots=True)
class Rating:
    """The rating of a puzzle: its answer, and what a list of puzzles says about it.

    ``rule_points`` are the ids of the points that decide the answer, the most telling first;
    ``misconceptions`` are the ids of those that give another answer. ``wrong`` counts the
    different answers that they give. ``is_tempting`` says that the answer is not what comes to
    mind first, or that it has to be worked out exactly.
    """

    answer: Answer
    difficulty: int
    rule_points: tuple[str, ...]
    misconceptions: tuple[str, ...]
    wrong: int
    is_tempting: bool

    @property
    def level(self) -> Level:
        """The level of the difficulty."""
        return Level.of(self.difficulty)

    @property
    def worth(self) -> int:
        """A score that rises with each wrong answer that a misconception gives."""
        return self.wrong + self.is_tempting


class KindInfo(NamedTuple):
    """The facts of a kind of question that other parts of the product ask for.

    ``shape`` says what an answer is made of; with ``may_be_empty`` an empty list is an answer, not
    a missing one. ``cover`` is the kind that asks the same where the name of this one would give
    the answer away. ``offers_cards`` says that cards are ticked where an answer is made of plays,
    ``is_after_round`` that nobody is to move, ``has_claim`` that a claim goes with the
    position. With ``has_few_answers`` all puzzles share a few answers, each of which is to be right
    equally often; with ``tries_cards`` an answer shows at once what the learner thinks a card does;
    ``is_slow`` to answer is what a browser is not asked to work out. ``prerequisite`` is for the
    choice of an assignment's puzzles, ``recipe`` for the search.
    """

    name: str
    shape: Shape
    may_be_empty: bool = False
    cover: str = ""
    offers_cards: bool = True
    is_after_round: bool = False
    has_claim: bool = False
    has_few_answers: bool = False
    tries_cards: bool = False
    is_slow: bool = False
    prerequisite: Prerequisite = Prerequisite(0)
    recipe: Recipe = Recipe()

    @property
    def compares_games(self) -> bool:
        """True if a question is about several games, whichever game its position is of."""
        return self.prerequisite is Prerequisite.EDITION


def choice_text(task: Task, play: Play | LateDraw, why: Message) -> Message:
    """Return which play was chosen, and what is wrong with it."""
    text = N_("You chose {card:the}. {why}")
    if play == OUT:
        text = N_("You chose to lay your hand down. {why}")
    return _(text, card=task.rules.play_name(play), why=why)


class Kind(ABC, Generic[A]):
    """One kind of question. It asks the engine under the rules of the task, whatever they are.

    So the same kind, run under the rules changed by a misconception, gives the answer of a
    learner with this misconception. All that is not asked of the engine is declared in ``info``.
    """

    info: ClassVar[KindInfo]

    @abstractmethod
    def ask(self, task: Task) -> Message:
        """Return the question, as a sentence."""

    @abstractmethod
    def answer(self, task: Task) -> A:
        """Return the right answer, computed.

        Raises :class:`OnoError` where the question has no answer at this position.
        """

    def read(self, task: Task, words: str) -> A:
        """Return the answer that the words say, spelling forgiven, nothing guessed.

        Raises :class:`NotationError`, which says what would be understood.
        """
        return cast(A, READERS[self.info.shape](words, task.position))

    @abstractmethod
    def explain(self, task: Task, given: A) -> Explanation:
        """Return why this answer is right or wrong: it names the card, the total or the seat."""

    def nudge(self, task: Task, given: A) -> Message:
        """Return what is wrong with a wrong answer, without telling the right one."""
        right, plays = self.answer(task), (Play, LateDraw)
        wrong = [p for p in parts_of(given) if isinstance(p, plays) and p not in parts_of(right)]
        if wrong:
            refusal = why_not(task.position, wrong[0])
            why = refusal.reason if refusal else self.consequence(task, wrong[0])
            return choice_text(task, wrong[0], why)
        number: Any = given
        text = N_("You said {given}: that is too low.")
        if number > right:
            text = N_("You said {given}: that is too high.")
        return _(text, given=self.as_json(given))

    def consequence(self, task: Task, play: Play | LateDraw) -> Message:
        """Return what becomes of a wrong play that may be made."""
        return next(reason.text for reason in reasons(task.position) if reason.play == play)

    @abstractmethod
    def hints(self, task: Task) -> tuple[Message, ...]:
        """Return steps towards the answer, the first giving least away."""

    @abstractmethod
    def effort(self, task: Task) -> Effort:
        """Return what finding the answer takes."""

    def rule_points(self, task: Task) -> tuple[str, ...]:
        """Return the ids of the rule points that the answer depends on, the most telling first.

        They are those of the right answer's explanation, unless a kind says otherwise.
        """
        return self.explain(task, self.answer(task)).rules

    def rule_sentence(self, task: Task) -> str | None:
        """Return the sentence of the most telling rule point that has one, or None."""
        says = (rule_point(rule).sentence_for(task.rules) for rule in self.rule_points(task))
        return next(filter(None, says), None)

    def accepts(self, task: Task, right: A, given: A) -> bool:
        """Check whether a given answer is as good as the right one."""
        return right == given

    def share(self, task: Task, right: A, given: A) -> Fraction:
        """Return the share of an answer that is right, from 0 to 1; all or nothing without parts.

        Marking everything earns nothing.
        """
        return Fraction(self.accepts(task, right, given))

    def choices(self, task: Task) -> tuple[AnswerChoice, ...]:
        """Return the answers offered beside the cards; none where the learner writes freely."""
        return ()

    def offered(self, task: Task) -> tuple[AnswerChoice, ...]:
        """Return the answers to tick: ``choices``, or computed ones in place of a number."""
        return self.choices(task)

    def random_claim(self, random: SeededRandom, position: Position, forms: Sequence[str]) -> str:
        """Return a claim of one of the ``forms``, if there are any; empty for none.

        Raises :class:`OnoError` where the one thought of makes no sense at this position.
        """
        return ""

    def answer_class(self, task: Task, answer: A) -> str:
        """Return of what sort an answer is, such as the sorts of card that are best.

        No sort is to be right much too often.
        """
        plays = [part for part in parts_of(answer) if isinstance(part, Play | LateDraw)]
        if plays:
            return " ".join(sorted({play_category(task.rules, play) for play in plays}))
        return str(self.as_json(answer))

    def is_obvious(self, task: Task, answer: A) -> bool:
        """Check whether there is nothing to think about: no mistake to make, or no choice."""
        return False

    def as_json(self, answer: A) -> object:
        """Return the answer as the contract's JSON value."""
        if isinstance(answer, Play | LateDraw):
            return str(answer)
        if isinstance(answer, tuple):
            return [item if isinstance(item, int) else str(item) for item in answer]
        return answer if isinstance(answer, int) else str(answer)


def join(sentences: Iterable[object]) -> Message:
    """Return sentences as one message, in this order."""
    return _("{text}", text=" ".join(filter(None, map(str, sentences))))


def unique(*groups: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of these groups in order, each once."""
    return tuple(dict.fromkeys(chain.from_iterable(groups)))


def first_guess(plays: Iterable[Play | LateDraw]) -> Play | LateDraw | None:
    """Return the play of the highest number, else any play, or None if there is none."""
    return max(plays, key=number_on, default=None)


def number_on(play: Play | LateDraw) -> int:
    """Return the number on the card of a play, or -1 if it has none."""
    number = play.card.number if isinstance(play, Play) and play.card else None
    return -1 if number is None else number


CALM = Moment(40)
"""A moment at which a card shows what it is for: nothing is owed, and no limit is near."""

NUMBER = "number"
"""What stands for every card that does no more than add its number."""


def play_category(rules: RuleSet, play: Play | LateDraw) -> str:
    """Return what sort of play this is: a number card, or an action by its code."""
    if isinstance(play, LateDraw):
        return "draw"
    if play.card is None or play.copies > 1 or not play.card.number:
        return str(play)
    effect = rules.judge(Play(play.card, play.adds), CALM)
    moves = isinstance(effect, Effect) and (effect.turns or effect.steps != 1)
    adds = isinstance(effect, Effect) and effect.total == CALM.total + play.card.number
    return NUMBER if adds and not moves else str(play)

"""The strength of a learner, per rule point and per misconception, and when each is due again.

The day comes from FSRS (the Free Spaced Repetition Scheduler), fed with one review a day. It
estimates for each thing that is learned how difficult it is and how long it lasts in memory, and
asks again when nine in ten would still know it. Several answers of one day make one review: the
worst of them counts, for a right answer after the rule was shown is no sign of memory.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache

from fsrs import Card, Rating, Scheduler

from ono_tutor.course.answer_store import AnswerRecord, first_answers
from ono_tutor.course.lessons import in_teaching_order
from ono_tutor.i18n import Message, _, format_list
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS

REMEMBERED = 8
"""The number of answers that make the strength, weighted 8 for the newest, then 7, down to 1."""

NONE, HELPED, WHOLE = range(3)
"""The credit for an answer: none, half after a hint, or whole."""

FULL = WHOLE * sum(range(1, REMEMBERED + 1))


class Mastery(StrEnum):
    """The strength in a word."""

    WEAK = "weak"
    GROWING = "growing"
    STRONG = "strong"


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength in one rule point or misconception.

    ``answered`` counts the answers about it, including solutions that were asked for. ``strength``
    is from 0 to 1: the credit of the last eight answers, weighted by their order, divided by that
    of eight right ones. ``missed`` counts those without credit, ``last_missed`` is the time of the
    last of them. ``due`` is a day in UTC: at once after a miss, else by :func:`due_day`.
    """

    id: str
    answered: int
    right: int
    strength: Fraction
    last: datetime
    missed: int
    last_missed: datetime | None
    due: date

    @property
    def mastery(self) -> Mastery:
        """Strong from two thirds on, weak below one third if it was ever missed, else growing."""
        if self.strength >= Fraction(2, 3):
            return Mastery.STRONG
        is_weak = self.missed and self.strength < Fraction(1, 3)
        return Mastery.WEAK if is_weak else Mastery.GROWING

    def is_due(self, today: date) -> bool:
        """Check whether it is to be practised today."""
        return self.due <= today


@dataclass(frozen=True, slots=True)
class Report:
    """A learner's progress: what a picture and a table are made from.

    ``rule_points`` and ``misconceptions`` that were met, the weakest first; ``unmet`` are the ids
    of the rule points never practised that can be asked about, in the order they are taught.
    ``answered`` counts answers, ``right`` those that were right, ``given_up`` the solutions asked
    for.
    """

    answered: int
    right: int
    given_up: int
    rule_points: tuple[Strength, ...]
    misconceptions: tuple[Strength, ...]
    unmet: tuple[str, ...]


LONGEST = 365
"""Days after which everything is due again, however well it is known."""

RATINGS = (Rating.Again, Rating.Hard, Rating.Good)
"""The rating of memory for each credit: forgotten, known after a hint, known."""


@lru_cache(maxsize=1)
def scheduler() -> Scheduler:
    """Return the scheduler: by whole days, the same answers always giving the same day."""
    return Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False
    )


def due_day(credits_by_day: Mapping[str, int]) -> date:
    """Return the day on which to ask again, by the least credit of each day, in order of time.

    A day is written ``2026-11-20``.
    """
    card = Card(card_id=0)  # an id of its own would be made by waiting for a clock
    for day, credit in credits_by_day.items():
        noon = datetime.combine(date.fromisoformat(day), time(12), UTC)
        card, __ = scheduler().review_card(card, RATINGS[credit], noon)
    return card.due.date()


def report(evidence: Iterable[AnswerRecord]) -> Report:
    """Return the report on a learner by the answers, in the order of time.

    Every answer is counted, but only first answers count for the strength.
    """
    counted = [item for item in evidence if item.mark != Mark.MALFORMED]
    points, beliefs = strengths_of_points(counted), strengths_of_beliefs(counted)
    marks = [item.mark for item in counted]
    given_up = marks.count(Mark.NOT_ATTEMPTED)
    return Report(
        answered=len(marks) - given_up,
        right=marks.count(Mark.RIGHT),
        given_up=given_up,
        rule_points=points,
        misconceptions=beliefs,
        unmet=unmet_points(points),
    )


def unmet_points(met: Iterable[Strength]) -> tuple[str, ...]:
    """Return the rule points that a question can be asked about and none was, in teaching order."""
    passed_over = {item.id for item in met} | UNASKABLE.keys()
    return tuple(name for name in in_teaching_order() if name not in passed_over)


def strengths_of_points(evidence: Iterable[AnswerRecord]) -> tuple[Strength, ...]:
    """Return each rule point of the book that was practised, the weakest first.

    A wrong answer that a misconception explains counts against that misconception's point alone.
    Repeats count nothing (:func:`first_answers`).
    """
    counts = defaultdict[str, list[AnswerRecord]](list)
    for item in first_answers(evidence):
        mistakes = item.mistakes[:1]
        likeliest = misconceptions().get(mistakes[0]) if mistakes else None
        for point in (likeliest.point,) if likeliest else item.rule_points:
            counts[point].append(item)
    return _weakest_first(counts, rule_points())


def strengths_of_beliefs(evidence: Iterable[AnswerRecord]) -> tuple[Strength, ...]:
    """Return each misconception of the book that was met, the weakest first.

    It was held where it is the likeliest to explain a wrong answer, and withstood where a puzzle
    that tempts with it was answered right. Repeats count nothing (:func:`first_answers`).
    """
    counts = defaultdict[str, list[AnswerRecord]](list)
    for item in first_answers(evidence):
        is_right = item.mark == Mark.RIGHT
        for belief in item.traps if is_right else item.mistakes[:1]:
            counts[belief].append(item)
    return _weakest_first(counts, misconceptions())


def _weakest_first(
    answers: Mapping[str, Sequence[AnswerRecord]], known: Iterable[str]
) -> tuple[Strength, ...]:
    """Return what the answers about each rule point or misconception show, in order of time."""
    strengths = []
    for name in filter(answers.__contains__, known):
        credits, by_day, missed = list[int](), dict[str, int](), list[str]()
        for item in answers[name]:
            credit = NONE
            if item.mark == Mark.RIGHT:
                credit = HELPED if item.hints else WHOLE
            else:
                missed.append(item.at)
            credits.append(credit)
            day = item.at[:10]
            by_day[day] = min(credit, by_day.get(day, credit))
        weights = range(REMEMBERED, 0, -1)
        newest = zip(weights, reversed(credits[-REMEMBERED:]), strict=False)
        last = answers[name][-1].at
        strength = Strength(
            id=name,
            answered=len(credits),
            right=len(credits) - len(missed),
            strength=Fraction(sum(weight * credit for weight, credit in newest), FULL),
            last=datetime.fromisoformat(last),
            missed=len(missed),
            last_missed=datetime.fromisoformat(missed[-1]) if missed else None,
            due=due_day(by_day) if credits[-1] else date.fromisoformat(last[:10]),
        )
        strengths.append(strength)
    return tuple(sorted(strengths, key=lambda item: (item.strength, -item.missed, item.last)))


MOST_HELD = 6
"""Misconceptions that are named at once."""


def weakest_misconceptions(report: Report) -> list[Strength]:
    """Return the misconceptions that were held and are not overcome, at most the weakest six."""
    held = (item for item in report.misconceptions if item.missed)
    return [item for item in held if item.mastery is not Mastery.STRONG][:MOST_HELD]


@lru_cache(maxsize=1)
def titles() -> dict[str, Message]:
    """Return the title of each rule point by id; a second use of a title names its game."""
    found: dict[str, Message] = {}
    met = set()
    for point in rule_points().values():
        found[point.id] = _("{title}", title=point.title)
        if point.title in met:
            games = format_list([RULE_SETS[key].title for key in point.says])
            found[point.id] = _("{title} ({game})", title=point.title, game=games)
        met.add(point.title)
    return found

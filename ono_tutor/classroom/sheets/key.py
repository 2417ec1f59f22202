"""The key to a sheet: every answer with its reason and the likely mistakes, for the teacher."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from ono_tutor.classroom.assignment import Assignment
from ono_tutor.classroom.html_pages import render
from ono_tutor.classroom.learner import Learner
from ono_tutor.classroom.sheets.exercise import (
    SheetExercise,
    exercises_of,
    learner_named,
    letters_of,
    points_words,
)
from ono_tutor.classroom.sheets.key_answers import also_right, grid_word, key_answer
from ono_tutor.classroom.sheets.layout import MOST_ALONE
from ono_tutor.classroom.sheets.table_drawing import card_rows
from ono_tutor.i18n import Message, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Answer, Check, Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.diagnosis import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import heading, open_cards, option_sentences
from ono_tutor.render.scene import lead
from ono_tutor.rules.book import Misconception, rule_points
from ono_tutor.rules.play import LateDraw, Play

NOBODY = -1
"""A seat that is none, so that every open hand is told."""

ACROSS = 20
"""Exercises that one table of variants holds beside each other; more take another table."""


def key(assignment: Assignment, learner: Learner | str | None = None) -> str:
    """Return the key to the sheet of the same assignment and learner: a whole HTML page.

    Everything in it is computed here and now. Raises :class:`NotationError` for what can be no
    learner's name, :class:`OnoError` for a puzzle that has no answer.
    """
    who = learner_named(learner)
    return _html(assignment, exercises_of(assignment, who), learner=who)


def class_key(assignment: Assignment, learners: Iterable[Learner]) -> str:
    """Return the key to the sheets of a class: who has which variants, and each of those once.

    Raises :class:`OnoError` for a puzzle that has no answer.
    """
    people = tuple(learners)
    if not assignment.is_dealt:
        return key(assignment)
    variants = [letters_of(assignment, who) for who in people]
    used = {(number, letter) for row in variants for number, letter in enumerate(row, 1)}
    exercises = (each for each in exercises_of(assignment) if (each.number, each.letter) in used)
    return _html(assignment, exercises, people=list(zip(people, variants, strict=True)))


def _html(
    assignment: Assignment,
    exercises: Iterable[SheetExercise],
    learner: Learner | None = None,
    people: Sequence[tuple[Learner, Sequence[str]]] = (),
) -> str:
    """Return the key; ``people`` are the learners of a class, each with the letters of theirs."""
    places = [n for n in range(len(assignment.items)) if any(row[n] for _, row in people)]
    return render(
        "key.html",
        title=lazy_gettext("Key: {title}", title=assignment.title),
        assignment=assignment,
        learner=learner,
        people=people,
        variant_tables=[places[n : n + ACROSS] for n in range(0, len(places), ACROSS)],
        solved=[(each, each.puzzle.solution()) for each in exercises],
        points_words=points_words,
        key_answer=key_answer,
        grid_word=grid_word,
        position_words=lambda puzzle: " ".join(map(str, _position_words(puzzle))),
        notation=_notation,
        notes=lambda puzzle, check: list(_notes(puzzle, check)),
        mistakes=lambda puzzle: list(_mistakes(puzzle)),
        card_rows=card_rows,
        most_alone=MOST_ALONE,
        card_counts=lambda cards: list(Counter(cards).items()),
    )


def _position_words(puzzle: Puzzle) -> Iterator[str | Message]:
    """Yield the position in short."""
    position = puzzle.position
    if puzzle.is_after_round:
        yield lazy_gettext("{rules}.", rules=position.rules.title)
    else:
        yield lazy_gettext("{heading}.", heading=heading(position))
        if position.owes > 1 or position.played:
            yield lead(position)
    yield from open_cards(position, NOBODY)
    yield from option_sentences(position.rules)


def _notation(puzzle: Puzzle) -> str:
    """Return the id and everything that is asked, as the commands take it."""
    plays = " ".join(map(str, puzzle.plays))
    return " | ".join(filter(None, (puzzle.id, str(puzzle.position), plays, puzzle.claim)))


def _notes(puzzle: Puzzle, check: Check) -> Iterator[Message]:
    """Yield what else is right, and the rule points behind the answer by title and id."""
    if puzzle.shape is Shape.LINE:
        yield lazy_gettext(
            "Another line is right too if each play of the player keeps the win or the value, "
            "whatever the others do; the first play alone is enough."
        )
    if other := also_right(puzzle):
        yield lazy_gettext("Right as well: {answer}.", answer=other)
    names = [
        str(lazy_gettext("{title} ({id})", title=rule_points()[rule].title, id=rule))
        for rule in check.rules
    ]
    if names:
        yield lazy_gettext("Rules: {rules}.", rules=format_list(names))


def _mistakes(puzzle: Puzzle) -> Iterator[Message]:
    """Yield the wrong answers that are likely, each with the misconceptions that lead to it."""
    found: dict[str, list[Misconception]] = {}
    for mistake, answer in mistaken(KINDS[puzzle.kind], puzzle.task):
        found.setdefault(key_answer(puzzle, _only_wrong(puzzle, answer)), []).append(mistake)
    for words, mistakes in found.items():
        beliefs = [
            str(lazy_gettext("“{belief}” {truth} ({id})", belief=m.belief, truth=m.truth, id=m.id))
            for m in mistakes
        ]
        yield lazy_gettext("{answer}: {beliefs}", answer=words, beliefs=" ".join(beliefs))


def _only_wrong(puzzle: Puzzle, answer: Answer) -> Answer:
    """Return the answer without those of several plays that are right, whatever was believed."""
    if puzzle.shape is not Shape.PLAY or not isinstance(answer, tuple):
        return answer
    plays = (play for play in answer if isinstance(play, Play | LateDraw))
    return tuple(play for play in plays if not puzzle.check(str(play)).is_right)

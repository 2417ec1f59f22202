"""The key to a sheet: every answer with its reason and the likely mistakes, for the teacher."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction
from functools import reduce

from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.html_pages import render
from ono_tutor.classroom.sheets.exercise import (
    SheetExercise,
    exercises_of,
    learner_named,
    letters_of,
)
from ono_tutor.classroom.sheets.sheet import card_rows
from ono_tutor.game.position import Position
from ono_tutor.i18n import (
    N_,
    Message,
    format_list,
    lazy_gettext,
    sentence,
    translate,
    with_minus,
)
from ono_tutor.puzzles.answer import Answer, Next, Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explanations import mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import (
    answer_words,
    chance_words,
    heading,
    open_cards,
    option_sentences,
)
from ono_tutor.render.scene import lead
from ono_tutor.rules.book import Misconception, rule_points
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet

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
        key_answer=key_answer,
        grid_word=grid_word,
        also_right=also_right,
        rule_names=_rule_names,
        heading=heading,
        lead=lead,
        open_cards=lambda position: open_cards(position, None),
        option_sentences=option_sentences,
        mistakes=lambda puzzle: list(_mistakes(puzzle)),
        card_rows=card_rows,
    )


def _rule_names(ids: Iterable[str]) -> str:
    template = N_("{title} ({id})")
    return format_list(
        [str(lazy_gettext(template, title=rule_points()[i].title, id=i)) for i in ids]
    )


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


def key_answer(puzzle: Puzzle, answer: Answer) -> str:
    """Return a right or a wrong answer to a puzzle in words, such as ``Seven or nine``."""
    return sentence(str(_words(puzzle, answer)))


def _words(puzzle: Puzzle, answer: Answer) -> object:
    if puzzle.shape in (Shape.AMOUNTS, Shape.NEXT):
        return answer_words(puzzle, answer)
    match answer:
        case StrEnum():
            return dict(puzzle.choices)[answer.value]
        case Play() | LateDraw():
            return play_words(puzzle.position, answer)
        case Fraction():
            return chance_words(answer)
        case int():
            return with_minus(answer)
    return _of_many(puzzle, answer)


def _of_many(puzzle: Puzzle, answer: tuple[object, ...]) -> object:
    """Return the words of a list: plays or rule sets."""
    if puzzle.shape is Shape.EDITIONS:
        titles = [kind.title for key, kind in RULE_SETS.items() if key in answer]
        return format_list(titles) or lazy_gettext("under none of them")
    names = [
        play_words(puzzle.position, play) for play in answer if isinstance(play, Play | LateDraw)
    ]
    if puzzle.shape is Shape.PLAY:
        return format_list(names, is_any=True)
    if puzzle.shape is Shape.LINE:
        return _in_order(names)
    return format_list(names) or lazy_gettext("no cards")


def play_words(position: Position, play: Play | LateDraw) -> str:
    """Return a play as it is called."""
    if isinstance(play, LateDraw):
        return str(
            lazy_gettext("the late draw of Player {seat}", seat=position.player_number(play.seat))
        )
    return str(position.rules.play_name(play))


def _in_order(names: list[str]) -> str:
    """Return ``a, then b, then c``."""
    then = translate(N_("{first}, then {next}"))
    return reduce(lambda first, name: then.format(first=first, next=name), names) if names else ""


def grid_word(puzzle: Puzzle, answer: Answer) -> str:
    """Return the answer as it is written into a table of answers, such as ``7, 9`` or ``1 2``.

    Of several best plays one is enough. Nothing stands there that a spreadsheet takes for a day
    or a formula, as it does ``8/25``, ``10-10`` and ``-10, 7``.
    """
    if isinstance(answer, Fraction):
        return f"{answer.numerator} of {answer.denominator}"
    if not isinstance(answer, tuple) or isinstance(answer, Next):
        return str(answer)
    if puzzle.shape is Shape.AMOUNTS:
        return " ".join(map(str, answer))
    parts = answer[:1] if puzzle.shape is Shape.PLAY else answer
    return ", ".join(_part(puzzle.position.rules, part) for part in parts) or "none"


def _part(rules: RuleSet, part: object) -> str:
    """Return a card by its sign, or by its name if that has a minus; a rule set by its key."""
    if isinstance(part, Play) and "-" in str(part):
        return str(rules.play_name(part))
    return str(part)


def also_right(puzzle: Puzzle) -> str:
    """Return other amounts that are as good as the right ones; empty where there are none.

    A player who has less than a play costs parts with no more than that.
    """
    stakes, right = puzzle.position.stakes, puzzle.answer
    if puzzle.shape is not Shape.AMOUNTS or not isinstance(right, tuple) or None in stakes:
        return ""
    pairs = zip(right, stakes, strict=False)
    less = tuple(min(n, had) for n, had in pairs if isinstance(n, int) and had is not None)
    is_right = less != right and puzzle.check(list(less)).is_right
    return answer_words(puzzle, less) if is_right else ""

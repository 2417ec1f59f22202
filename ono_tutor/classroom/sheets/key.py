"""The key to a sheet: every answer with its reason and the likely mistakes, for the teacher."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from fractions import Fraction

from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.html_pages import render
from ono_tutor.classroom.sheets.exercise import (
    SheetExercise,
    exercises_of,
    letters_of,
)
from ono_tutor.classroom.sheets.sheet import card_rows
from ono_tutor.game.explain import cards_in_words, player_name
from ono_tutor.i18n import N_, Message, _, format_list, gettext, sentence, translate
from ono_tutor.puzzles.answer import Answer, Next, Shape, parts_of
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import diagnosed, mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import (
    answer_words,
    format_chance,
    heading,
    open_cards,
    option_sentences,
)
from ono_tutor.render.forms import NO_CARD
from ono_tutor.render.scene import lead
from ono_tutor.rules.book import Misconception, rule_points
from ono_tutor.rules.play import OUT, LateDraw, Play


def key(assignment: Assignment) -> str:
    """Return the key to the sheet of the same assignment: a whole HTML page.

    Everything in it is computed here and now. Raises :class:`OnoError` for a puzzle that has no
    answer.
    """
    return _html(assignment, exercises_of(assignment))


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
    people: Sequence[tuple[Learner, Sequence[str]]] = (),
) -> str:
    """Return the key; ``people`` are the learners of a class, each with the letters of theirs."""
    return render(
        "key.html",
        title=_("Key: {title}", title=assignment.title),
        assignment=assignment,
        people=people,
        places=[n for n in range(len(assignment.items)) if any(row[n] for __, row in people)],
        solved=[(each, each.puzzle.solution()) for each in exercises],
        key_answer=key_answer,
        grid_word=grid_word,
        also_right=also_right,
        rule_names=lambda ids: format_list(
            [gettext("{title} ({id})", title=rule_points()[i].title, id=i) for i in ids]
        ),
        heading=heading,
        lead=lead,
        open_cards=lambda position: open_cards(position, None),
        option_sentences=option_sentences,
        mistakes=lambda puzzle: list(_mistakes(puzzle)),
        card_rows=card_rows,
    )


def _mistakes(puzzle: Puzzle) -> Iterator[Message]:
    """Yield the wrong answers that are likely, each with the misconceptions that lead to it.

    Of several plays those are left out that are right, whatever was believed.
    """
    found: dict[str, list[Misconception]] = {}
    for mistake, answer in mistaken(KINDS[puzzle.kind], puzzle.task):
        wrong = answer
        if puzzle.shape is Shape.PLAY and isinstance(answer, tuple):
            plays = (play for play in answer if isinstance(play, Play | LateDraw))
            wrong = tuple(play for play in plays if not puzzle.check(str(play)).is_right)
        if mistake in diagnosed(KINDS[puzzle.kind], puzzle.task, wrong, alone=True):
            found.setdefault(key_answer(puzzle, wrong), []).append(mistake)
    for words, mistakes in found.items():
        beliefs = [
            gettext("“{belief}” {truth} ({id})", belief=m.belief, truth=m.truth, id=m.id)
            for m in mistakes
        ]
        yield _("{answer}: {beliefs}", answer=words, beliefs=" ".join(beliefs))


def key_answer(puzzle: Puzzle, answer: Answer) -> str:
    """Return a right or a wrong answer to a puzzle in words, such as ``7 or 9``."""
    parts = parts_of(answer)
    if isinstance(answer, StrEnum):
        return str(dict(puzzle.choices)[answer.value])
    if parts == (OUT,):
        return translate(NO_CARD)
    if isinstance(answer, Fraction):
        return format_chance(answer)
    if puzzle.shape in (Shape.PLAY, Shape.LINE):
        plays = (play for play in parts if isinstance(play, Play | LateDraw))
        names = [f"{puzzle.position.rules.play_name(play):short}" for play in plays]
        is_line, then = puzzle.shape is Shape.LINE, translate(N_(", then "))
        return sentence(then.join(names) if is_line else format_list(names, is_any=True))
    return sentence(answer_words(puzzle, answer))


def grid_word(puzzle: Puzzle, answer: Answer) -> str:
    """Return the answer as it is typed into a table of answers, such as ``7, 9``.

    Of several best plays one is enough. A card with a minus goes by its name, so that no
    spreadsheet takes the answer for a day or a formula, as it does ``8/25`` and ``-10, 7``.
    """
    position = puzzle.position
    if isinstance(answer, Fraction):
        return f"{answer.numerator} of {answer.denominator}"
    if isinstance(answer, Next):
        who = player_name(position.hands, answer.seat, position.turn)
        return sentence(f"{who}, {cards_in_words(answer.owes)}")
    parts = parts_of(answer)
    if puzzle.shape is Shape.AMOUNTS:
        names = (player_name(position.hands, seat, position.turn) for seat in range(len(parts)))
        named = [f"{name}: {amount}" for name, amount in zip(names, parts, strict=True) if amount]
        return sentence(", ".join(named) or "nobody")
    if puzzle.shape is Shape.PLAY:
        parts = parts[:1]
    words = []
    for part in parts:
        if isinstance(part, LateDraw) or (isinstance(part, Play) and "-" in str(part)):
            words.append(f"{position.rules.play_name(part):short}".replace("−", "-"))
        else:
            words.append(str(part))
    return ", ".join(words) or "none"


def also_right(puzzle: Puzzle) -> str:
    """Return other amounts that are as good as the right ones, or an empty string.

    A player who has less than a play costs parts with no more than that.
    """
    stakes, right = puzzle.position.stakes, puzzle.answer
    if puzzle.shape is not Shape.AMOUNTS or not isinstance(right, tuple) or None in stakes:
        return ""
    pairs = zip(right, stakes, strict=False)
    less = tuple(min(n, had) for n, had in pairs if isinstance(n, int) and had is not None)
    is_right = less != right and puzzle.check(list(less)).is_right
    return answer_words(puzzle, less) if is_right else ""

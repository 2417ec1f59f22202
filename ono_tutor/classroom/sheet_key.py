"""The key to a sheet: every answer with its reason and the likely mistakes, for the teacher."""

from collections.abc import Iterable, Iterator

from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.classroom.html_pages import render
from ono_tutor.classroom.sheets import card_rows, exercises_of, letters_of
from ono_tutor.i18n import Message, _, format_list, gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import diagnosed, mistaken
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import answer_words, heading, open_cards, option_sentences
from ono_tutor.render.scene import lead
from ono_tutor.rules.book import Misconception, rule_points
from ono_tutor.rules.play import LateDraw, Play


def key(assignment: Assignment, learners: Iterable[Learner] = ()) -> str:
    """Return the key to the sheet of an assignment, or to those of a class: a whole HTML page.

    If learners get puzzles of their own, the key of a class says who has which variants, and has
    each of those once. Everything in it is computed here and now. Raises :class:`OnoError` for a
    puzzle that has no answer.
    """
    exercises = list(exercises_of(assignment))
    people = [(who, letters_of(assignment, who)) for who in learners if assignment.is_dealt]
    if people:
        used = {(number, letter) for _who, row in people for number, letter in enumerate(row, 1)}
        exercises = [each for each in exercises if (each.number, each.letter) in used]
    return render(
        "key.html",
        title=_("Key: {title}", title=assignment.title),
        assignment=assignment,
        people=people,
        places=[n for n in range(len(assignment.items)) if any(row[n] for _who, row in people)],
        solved=[(each, each.puzzle.solution()) for each in exercises],
        right_words=lambda puzzle: sentence(answer_words(puzzle, puzzle.answer)),
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
            found.setdefault(sentence(answer_words(puzzle, wrong)), []).append(mistake)
    for words, mistakes in found.items():
        beliefs = [
            gettext("“{belief}” {truth} ({id})", belief=m.belief, truth=m.truth, id=m.id)
            for m in mistakes
        ]
        yield _("{answer}: {beliefs}", answer=words, beliefs=" ".join(beliefs))


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

"""A small assignment about Double Play, and marks of learners who answered it."""

import json

from classroom.hostile import answers, row

from ono_tutor.classroom.answers_file import AnswerRow, AnswersFile
from ono_tutor.classroom.assignment import Assignment, Feedback, Item, Learner
from ono_tutor.classroom.marking import Judge, Late, mark_learner
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark

DUE = "2026-12-01T18:00:00Z"
IN_TIME, TOO_LATE = "2026-12-01T17:00:00.000Z", "2026-12-01T19:00:00.000Z"
THREE = ("dp80-hold", "dp80-exactly-99", "dp80-draw-decides")
"""Their right answers are certain, lost and chance. In the second, chance is what those say who
think that 99 is still allowed; in the third, lost is for those who see no draw between."""


def assignment(feedback=Feedback.AFTER, attempts=1, ids=THREE):
    """Three puzzles, the second for two points."""
    items = tuple(Item((bank.entry(each),), 1 + (n == 1)) for n, each in enumerate(ids))
    return Assignment("small", "Double Play & more", items, feedback, attempts, DUE)


def rows_of(given, answers, at=IN_TIME, hints=0):
    """A row an answer, in the order of the items; None for none."""
    ids = [item.puzzles[0].id for item in given.items]
    pairs = zip(ids, answers, strict=False)
    return tuple(
        AnswerRow(name, json.dumps(word), at, hints) for name, word in pairs if word is not None
    )


def marks(given, name, answers, *, judge=None, at=IN_TIME, hints=0, faults=()):
    """The marks of a learner who gave these answers; none at all for no answers."""
    learner = Learner.named(name)
    found = AnswersFile(given.id, learner, rows_of(given, answers, at, hints), tuple(faults))
    files = [(f"{learner.key}.json", found)] if answers else []
    return mark_learner(judge or Judge(given), learner, files, Late.COUNT)


def text_of(given, name, words):
    """The answers file of a learner."""
    rows = [row(each.puzzle, json.loads(each.answer)) for each in rows_of(given, words)]
    return answers(given.id, name, rows).decode()


def wrong_answer(puzzle):
    """An answer of the puzzle's own shape that is wrong."""
    hand = [str(play) for play in puzzle.position.rules.plays_of_hand(puzzle.position.hand)]
    seats = [{"seat": 1, "owes": 2}, {"seat": 0, "owes": 1}, [9] * len(puzzle.position.hands)]
    words = [*(word for word, _ in puzzle.choices), "1/99", "-77", ["2022"]]
    likely = [*words, *hand, *([card] for card in hand), *seats]
    return next(answer for answer in likely if puzzle.mark(answer) is Mark.WRONG)

"""Check answers for the test cells of an nbgrader notebook: are they readable, and right.

An answer is judged as if it stood in an answers file, so the marks are those of ``ono-tutor
grade``. A test cell runs this module in a fresh Python, so that what a learner's code does to the
notebook's changes nothing. Who is set on it can still replace what the test cell itself calls.
:mod:`.written` stops that too: it judges outside the kernel, from what stands in the answer cells.
"""

import json
import sys
from fractions import Fraction
from textwrap import fill, wrap

from ono_tutor.classroom.answers_file import FORMAT, AnswersFileError, parse_answers
from ono_tutor.classroom.assignment import Assignment, Item
from ono_tutor.classroom.marking import Judge
from ono_tutor.errors import OnoError, short_repr
from ono_tutor.i18n import _
from ono_tutor.puzzles.answer import Check, Mark, Next
from ono_tutor.puzzles.bank import Entry
from ono_tutor.rules.play import LateDraw, Play

NAME = "nbgrader"
"""Stands for the assignment and the learner, which nbgrader knows and a test cell does not."""

WIDE = 76
"""Characters of a line in a notebook, so that neither code nor reasons need be scrolled."""


class AnswerError(OnoError):
    """An answer earns nothing; the message says why, to the learner."""

    kind = "answer"

    def _render_traceback_(self) -> list[str]:
        """Return what IPython shows in the place of a traceback: the reason alone."""
        return wrap(self.message, WIDE)


def read(answer: object, kind: str, position: str, plays: str = "", claim: str = "") -> None:
    """See that there is an answer that can be read; nothing is said of whether it is right.

    Raises :class:`AnswerError` otherwise.
    """
    found = check_answer(answer, Entry(NAME, kind, position, plays, claim))
    if found.mark not in (Mark.RIGHT, Mark.WRONG):
        raise AnswerError(str(found.text))


def judge(answer: object, kind: str, position: str, plays: str = "", claim: str = "") -> None:
    """See that the answer is right, and print why.

    Raises :class:`AnswerError`, which explains, for one that is wrong, missing or unreadable.
    """
    found = check_answer(answer, Entry(NAME, kind, position, plays, claim))
    if found.mark is not Mark.RIGHT:
        raise AnswerError(str(found.text))
    print(fill(str(found.text), WIDE))


def main() -> None:
    """Judge what standard input asks, as JSON; the status is 1 for what is not right."""
    try:
        judge(**json.loads(sys.stdin.read()))
    except AnswerError as error:
        print(fill(error.message, WIDE))
        raise SystemExit(1) from None


def check_answer(answer: object, entry: Entry) -> Check:
    """Return what the engine says of an answer that comes the way of an answers file."""
    engine = Judge(Assignment(NAME, NAME, (Item((entry,)),)))
    try:
        answers = [{"puzzle": entry.id, "answer": _as_json(answer)}]
        whole = {"format": FORMAT, "assignment": NAME, "learner": NAME, "answers": answers}
        hand_in = parse_answers(json.dumps(whole, allow_nan=False).encode())
    except (AnswersFileError, TypeError, ValueError, RecursionError):
        return Check(
            Mark.MALFORMED,
            _(
                "This answer cannot be read: {answer} is made neither of texts and whole numbers "
                "nor of lists of them.",
                answer=short_repr(answer),
            ),
        )
    if hand_in.faults:
        return Check(Mark.MALFORMED, _("{fault}.", fault=hand_in.faults[0]))
    return engine.check(entry.id, hand_in.rows[0].answer)


def _as_json(answer: object) -> object:
    """Return the engine's own values, which a learner may give, as a file would write them."""
    if isinstance(answer, Next):
        return answer._asdict()
    if isinstance(answer, Play | LateDraw | Fraction):
        return str(answer)
    if isinstance(answer, list | tuple):
        return list(map(_as_json, answer))
    return answer


if __name__ == "__main__":
    main()

"""What a learner has answered at an assignment: read, kept, and not judged by being read."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from ono_tutor.classroom.answers_file import LONGEST_ANSWER, AnswerRow
from ono_tutor.course.answer_store import AnswerStore, Receipt
from ono_tutor.course.answered import Answered, stamp
from ono_tutor.errors import NotationError, OnoError
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.puzzles.answer import Answer, Mark, as_words
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle

Clock = Callable[[], datetime]
"""Gives the present, with its zone."""

MOST_ROWS, LEAST_ROWS = 1_000, 5
"""Answers that one file holds, shared among the puzzles, and how many of a puzzle it holds then."""


class Given:
    """The answers of one learner at one assignment, by attempts.

    ``lessons`` is what they are kept under, with a place for the attempt; ``puzzles`` are the
    learner's. What was seen once is remembered while this program lasts, whatever becomes of the
    file; what is no answer to these puzzles is passed over.
    """

    def __init__(
        self,
        lessons: str,
        puzzles: Mapping[str, Puzzle],
        answers: AnswerStore,
        clock: Clock,
    ) -> None:
        self._before, _, self._after = lessons.partition("{}")
        self._puzzles, self._answers, self._clock = puzzles, answers, clock
        self._seen: set[Answered] = set()
        self._found: dict[tuple[str, str], list[Answered]] = {}

    def lesson(self, attempt: int) -> str:
        """What the answers of an attempt are kept under."""
        return f"{self._before}{attempt}{self._after}"

    def refresh(self, attempt: int) -> None:
        """Take over what was answered meanwhile, in another window perhaps."""
        for each in self._answers.answered_in(self.lesson(attempt)):
            if each not in self._seen:
                self._see(each)

    def _see(self, answered: Answered) -> None:
        """Remember an answer, if it is one, with those to the same puzzle in the order of time."""
        self._seen.add(answered)
        if self._is_answer(answered):
            found = self._found.setdefault((answered.lesson, answered.puzzle), [])
            found.append(answered)
            found.sort(key=lambda each: each.at)

    def _is_answer(self, answered: Answered) -> bool:
        """Whether it answers one of the puzzles, and is not a solution that was asked for."""
        puzzle = self._puzzles.get(answered.puzzle)
        if puzzle is None or answered.mark is Mark.MALFORMED or answered.given == "null":
            return False
        try:
            read(puzzle, answered.answer)
        except (OnoError, ValueError):  # another hand wrote it
            return False
        return len(answered.given) <= LONGEST_ANSWER

    def keep(self, draft: Answered) -> Receipt:
        """Keep an answer; only if the receipt does not deny it, it outlives this program."""
        kept = self._answers.keep(draft)
        self._see(kept.answered)
        return kept

    def of(self, attempt: int, puzzle: str = "") -> list[Answered]:
        """The answers of an attempt, or those to one puzzle, in the order of time."""
        lesson, puzzles = self.lesson(attempt), [puzzle] if puzzle else self._puzzles
        found = [each for name in puzzles for each in self._found.get((lesson, name), ())]
        return sorted(found, key=lambda answered: answered.at)

    def rows(self, attempt: int, *, is_judged: bool) -> list[AnswerRow]:
        """The answers of an attempt as they are handed in, puzzle by puzzle.

        Where each was judged at once they all are, the latest if they are too many, and each is an
        attempt of its own; otherwise the last to a puzzle counts, and no other is handed in.
        """
        most = max(MOST_ROWS // len(self._puzzles), LEAST_ROWS) if is_judged else 1
        return [
            _row(answered, number if is_judged else attempt)
            for puzzle in self._puzzles
            for number, answered in list(enumerate(self.of(attempt, puzzle), 1))[-most:]
        ]

    def now(self) -> datetime:
        """The present; later than every answer before, whatever was done to the clock."""
        last = max((answered.at for answered in self._seen), default="")
        now = self._clock()
        if stamp(now) > last:
            return now
        return datetime.fromisoformat(last) + timedelta(milliseconds=1)


def _row(answered: Answered, attempt: int) -> AnswerRow:
    return AnswerRow(answered.puzzle, answered.given, answered.at, answered.hints, attempt)


def is_missing(puzzle: Puzzle, given: object) -> bool:
    """Whether nothing was answered: nothing at all, blank words, or an empty list."""
    if isinstance(given, list | tuple):
        return not given and not KINDS[puzzle.kind].may_be_empty
    return given is None or not as_words(given).strip()


def read(puzzle: Puzzle, given: object) -> Answer:
    """The answer that was given, unjudged.

    Raises :class:`NotationError` for what is none.
    """
    answer: Answer = KINDS[puzzle.kind].read(puzzle.task, as_words(given) or "none")
    return answer


def check_length(draft: Answered) -> None:
    """Raise :class:`NotationError` for an answer that no answers file could hold."""
    if len(draft.given) > LONGEST_ANSWER:
        text = N_("it is longer than {count} characters, the most that can be handed in")
        raise NotationError(str(lazy_gettext(text, count=LONGEST_ANSWER)), word=draft.given)

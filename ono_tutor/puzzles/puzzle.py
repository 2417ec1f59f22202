"""A puzzle: a position and a question. Its answer is computed, never stored.

:func:`read_set` and :func:`format_set` are a set of puzzles in one line, as a link has it.
"""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Self

from ono_tutor.errors import NotationError, OnoError, check_known, quoted
from ono_tutor.game.legal import without_example
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _
from ono_tutor.notebook import shown_in_notebooks
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Answer, Check, Mark, Shape, Thought, as_words
from ono_tutor.puzzles.bank import ID, Entry, id_of, theme_title
from ono_tutor.puzzles.kind import AnswerChoice, Kind, KindInfo, join, unique
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import changed_tasks, diagnosed
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import Misconception
from ono_tutor.rules.play import LateDraw, Play

BETWEEN, PARTS = ";", "|"
MOST = 200
"""Puzzles that one link may hold."""


@shown_in_notebooks
@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question about a position, with a stable id.

    ``kind`` is one of ``KINDS``; ``plays`` are made from the position before the question is
    asked, ``claim`` is what an ``edition`` puzzle judges, or ``round`` for ``best-card``.

    >>> puzzle = Puzzle.load("dp80-hold")
    >>> puzzle.check("H").is_right
    True
    """

    id: str
    kind: str
    position: Position
    plays: tuple[Play | LateDraw, ...] = ()
    claim: str = ""

    @classmethod
    def load(cls, puzzle_id: str) -> Self:
        """Return the puzzle of the bank with this id.

        Raises :class:`NotationError` if there is none.
        """
        return cls.of(bank.entry(puzzle_id))

    @classmethod
    def load_set(cls, name: str) -> tuple[Self, ...]:
        """Return the puzzles of a set that is shipped, such as ``double-play-1980``.

        Raises :class:`NotationError` if there is none.
        """
        return tuple(map(cls.of, bank.entries_of_set(name)))

    @classmethod
    def of(cls, entry: Entry) -> Self:
        """Return the puzzle that an entry writes down.

        Raises :class:`NotationError` for words that cannot be read.
        """
        check_known(KINDS, entry.kind, "is no kind of puzzle; the kinds are")
        position = Position.parse(entry.position)
        plays = tuple(map(position.rules.read_play, entry.plays.split()))
        return cls(entry.id, entry.kind, position, plays, entry.claim)

    @property
    def task(self) -> Task:
        """The position asked about, with its plays and its claim."""
        return Task(self.position, self.plays, self.claim)

    @property
    def words(self) -> tuple[str, str, str, str]:
        """Kind, position, plays and claim as words, each in its one form."""
        return self.kind, str(self.position), " ".join(map(str, self.plays)), self.claim

    @property
    def question(self) -> Message:
        """The question, as a sentence."""
        return self._kind.ask(self.task)

    @property
    def theme(self) -> Message | None:
        """The name of its theme, which gives the answer away; None outside the bank."""
        entry = bank.shipped(self.id, self.words)
        return theme_title(entry.theme, self.position.total) if entry and entry.theme else None

    @property
    def choices(self) -> tuple[AnswerChoice, ...]:
        """The answers offered beside the cards: the word to answer with, and how it is put."""
        return self._kind.choices(self.task)

    @property
    def offered(self) -> tuple[AnswerChoice, ...]:
        """The answers to tick: the ``choices``, or computed ones where a number is asked for.

        Raises :class:`OnoError` if the question has no answer.
        """
        return self._kind.offered(self.task)

    @property
    def info(self) -> KindInfo:
        """The facts of its kind."""
        return self._kind.info

    @property
    def shape(self) -> Shape:
        """The shape of an answer: a play, a number, amounts and so on."""
        return self.info.shape

    @property
    def takes_cards(self) -> bool:
        """True if a card of the hand can be an answer, not only a number or a word."""
        return self.shape in (Shape.PLAY, Shape.PLAYS, Shape.LINE)

    @property
    def hints(self) -> tuple[Message, ...]:
        """Every hint, the first giving least away."""
        return tuple(map(without_example, self._kind.hints(self.task)))

    def hint(self, step: int = 1) -> Message:
        """Return the hint of this step, counted from 1; the last one from there on."""
        return self.hints[min(max(step, 1), len(self.hints)) - 1]

    def nudge(self, check: Check) -> Message:
        """Return what is wrong with a wrong answer, without telling the right one."""
        text = without_example(self._kind.nudge(self.task, check.answer))
        return join([text, *(thought.quoted for thought in check.thoughts)])

    @property
    def answer(self) -> Answer:
        """The right answer, computed."""
        right: Answer = self._kind.answer(self.task)
        return right

    def check(self, answer: object) -> Check:
        """Check whether the answer is right, and why; an empty or malformed one is no attempt.

        The answer may be words, a typed answer, or its JSON value.
        """
        given = self._read(answer)
        return given if isinstance(given, Check) else self._judge(given)

    def mark(self, answer: object) -> Mark:
        """Return the mark that :meth:`check` gives, sooner, because no reason is worked out."""
        given = self._read(answer)
        return given.mark if isinstance(given, Check) else self._mark(given)

    def share(self, answer: object) -> Fraction:
        """Return how much of an answer is right, from 0 to 1, for a teacher who pays for parts."""
        given = self._read(answer)
        if isinstance(given, Check):
            return Fraction(0)
        return self._kind.share(self.task, self.answer, given)

    def is_right_to(self, readings: Collection[str], answer: object) -> bool:
        """Check whether an answer is right to one who misreads the rules in all of these ways."""
        given = self._read(answer)
        for believed in changed_tasks(self.task, readings) if not isinstance(given, Check) else ():
            with suppress(OnoError):
                if self._kind.accepts(believed, self._kind.answer(believed), given):
                    return True
        return False

    def _read(self, answer: object) -> Answer | Check:
        """Return the typed answer, or the check of one that is missing or malformed."""
        is_empty = answer is None or (isinstance(answer, str) and not answer.strip())
        if is_empty or (answer in ([], ()) and not self.info.may_be_empty):
            return Check(Mark.NOT_ATTEMPTED, _("There is no answer yet."))
        try:
            given: Answer = self._kind.read(self.task, as_words(answer) or "none")
        except NotationError as error:
            return Check(Mark.MALFORMED, _("{error}.", error=error))
        return given

    def _mark(self, given: Answer) -> Mark:
        is_right = self._kind.accepts(self.task, self.answer, given)
        return Mark.RIGHT if is_right else Mark.WRONG

    def _judge(self, given: Answer) -> Check:
        kind, task, mark = self._kind, self.task, self._mark(given)
        text, rules, reasons, replies, slip = kind.explain(task, given)
        mistakes = () if mark is Mark.RIGHT else diagnosed(kind, task, given)
        check = Check(mark, text, rules, reasons, given, mistakes, replies, text, slip)
        return naming(check, diagnosed(kind, task, given, alone=True) if mistakes else ())

    def solution(self) -> Check:
        """Return the right answer with its reason."""
        return self._judge(self.answer)

    def answer_as_json(self) -> object:
        """Return the right answer as the contract's JSON value."""
        return self._kind.as_json(self.answer)

    @property
    def _kind(self) -> Kind[Any]:
        return KINDS[self.kind]


def naming(check: Check, mistakes: Sequence[Misconception], *, together: bool = False) -> Check:
    """Return the check with its reason and one guess at what the learner thought.

    The guess is the first of these misconceptions; the slip, if there is none. With ``together``
    it is the first two, which explain the answer only together.
    """
    text = reason = check.reason or check.text
    if not mistakes:
        text = _("{text} {slip}", text=reason, slip=check.slip) if check.slip else reason
        return replace(check, text=text, named=(), thoughts=())
    thoughts, points = list[Thought](), list[str]()
    for template, mistake in zip(_THOUGHTS[: 1 + together], mistakes, strict=False):
        quoted_belief = _(template, belief=mistake.belief)
        thoughts.append(Thought(quoted_belief, mistake.truth))
        points.append(mistake.point)
        text = _("{text} {quoted} {truth}", text=text, quoted=quoted_belief, truth=mistake.truth)
    rules = unique(points, check.rules)
    return replace(check, text=text, rules=rules, named=tuple(mistakes), thoughts=tuple(thoughts))


_THOUGHTS = (N_("Perhaps you thought: “{belief}”"), N_("And perhaps: “{belief}”"))


def read_set(words: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a set in order: ``dp80-hold; survive: 1980 total=92 hand=7``.

    A puzzle is the id of one in the bank, or its kind, a colon and its position; after ``|`` the
    plays made from there, after another ``|`` the claim that is judged, and after a third one an
    id of its own. Raises :class:`NotationError`, which names the puzzle at fault.
    """
    items = [item.strip() for item in words.split(BETWEEN) if item.strip()]
    if not 1 <= len(items) <= MOST:
        message = f"a set has 1 to {MOST} puzzles parted by semicolons, not {len(items)}"
        raise NotationError(message, word=str(len(items)))
    puzzles: dict[str, Puzzle] = {}
    for item in items:
        kind, colon, rest = map(str.strip, item.partition(":"))
        if colon:
            parts = [part.strip() for part in rest.split(PARTS)]
            if len(parts) > 4:
                raise NotationError(f"{quoted(item)} has more than four parts", word=item)
            position, plays, claim, name = [*parts, "", "", ""][:4]
            puzzle = Puzzle.of(Entry(name, kind, position, plays, claim))
            if name:
                bank.check_own_id(name, puzzle.words)
            puzzle = replace(puzzle, id=name or id_of(*puzzle.words))
            puzzle.check(puzzle.answer)  # a puzzle without an answer is refused
        else:
            puzzle = Puzzle.load(item)
        if puzzles.setdefault(puzzle.id, puzzle) != puzzle:
            message = f"{quoted(puzzle.id)} is the id of two puzzles of the set"
            raise NotationError(message, word=puzzle.id)
    return tuple(puzzles.values())


def format_set(puzzles: Iterable[Puzzle], known: Iterable[str]) -> str:
    """Return the set in one line: ids of those in ``known``, the others written out.

    A puzzle written out keeps an id of its own, if that is small letters, digits and hyphens.
    """
    ids, items = frozenset(known), []
    for puzzle in puzzles:
        kind, *parts = puzzle.words
        if puzzle.id != id_of(*puzzle.words) and ID.fullmatch(puzzle.id):
            parts.append(puzzle.id)
        written = f"{kind}: {f' {PARTS} '.join(parts)}".rstrip(f" {PARTS}")
        items.append(puzzle.id if puzzle.id in ids else written)
    return f"{BETWEEN} ".join(items)

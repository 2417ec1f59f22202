"""A sitting of practice or a check-up: each puzzle is picked after the answer to the one before.

:func:`begin_practice` asks a set number of puzzles. A missed puzzle comes back as another one
of the same idea, and a misconception that was named is tried on fresh cases. :func:`begin_check_up`
asks the puzzles that show most of what the learner believes, and ends as soon as a misconception
is sure; a learner who seems to have none is asked about each kind of card. Both go on where they
stopped, as each pick depends on nothing but the answers before it. :func:`refutation` puts a
misconception right by an easy position that it gets wrong.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache

from ono_tutor.cards import Card
from ono_tutor.course.answer_store import AnswerRecord, AnswerStore, first_answers
from ono_tutor.course.diagnosis import Diagnosis, diagnose
from ono_tutor.course.progress import practisable
from ono_tutor.course.schedule import COMPARING, Pick, is_plain, next_puzzles
from ono_tutor.course.session import REMEMBERED, Sitting
from ono_tutor.errors import NotationError, OnoError, check_known, short_repr
from ono_tutor.i18n import Message, _
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Answer, Check, Mark
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.answer_patterns import card_kinds, tried_cards
from ono_tutor.puzzles.misconceptions.explain import changed_tasks, misconception_of
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.task import Task
from ono_tutor.rules.book import Citation, Misconception, misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS

CHECK_UP = 10
"""Puzzles that a check-up asks at the most."""

LEAST = 4
"""Puzzles that a check-up asks at the least, while there are any that show something."""

SURE, SOUND = 0.9, 0.95
"""The chance of a misconception, and that of none, at which a check-up ends."""

OPEN = 0.3
"""The chance of another misconception at which a check-up goes on until that is settled."""

USUAL = 8
"""Puzzles of a practice without a number."""

FRESH = 2
"""Puzzles on which a named misconception is tried."""


EVERYTHING = PuzzleFilter()


def practice_filter(game: str = "", topics: Sequence[str] = ()) -> PuzzleFilter:
    """Return the filter for practice; a puzzle that compares games belongs to no single game."""
    rules, without = ((game,), COMPARING) if game else ((), ())
    return PuzzleFilter(rules=rules, rule_points=tuple(topics), without_kinds=without)


def parse_topic(game: str | None = None, topic: str | Sequence[str] | None = None) -> PuzzleFilter:
    """Return the filter for a game by its key and topics: the ids of rule points.

    Raises :class:`NotationError` for an unknown game or rule point, and if no puzzle is about
    both.
    """
    topics = (topic,) if isinstance(topic, str) else topic or ()
    if game:
        check_known(RULE_SETS, game, "is no game to practise; the games are")
    for each in topics:
        check_known(rule_points(), each, "is no topic to practise; the topics are rule points:")
    filters = practice_filter(game or "", topics)
    if not any(map(filters.passes, bank.index().values())):
        message = f"no puzzle of {game or 'the bank'} is about {', '.join(topics)}"
        raise NotationError(message, word=short_repr(topic))
    return filters


class PracticeSitting(Sitting):
    """A sitting of ``count`` puzzles at the most.

    ``reasons`` has the reason for each puzzle that was picked here. ``beliefs`` has the
    misconceptions that were named, with the number of puzzles answered by then: 0 for those it
    begins with, to be tried on fresh cases. Raises :class:`NotationError` if there is nothing to
    ask.
    """

    store: AnswerStore
    returns_missed = is_check_up = False
    nothing_left = "there is no puzzle left to practise here"

    def __init__(  # noqa: PLR0913 - what is asked, of whom, when and about what
        self,
        store: AnswerStore,
        count: int,
        now: datetime,
        name: str,
        filters: PuzzleFilter = EVERYTHING,
        *,
        beliefs: Iterable[str] = (),
    ) -> None:
        self.reasons: dict[str, Message] = {}
        self.filters, self.game = filters, "".join(filters.rules)
        self.beliefs = dict.fromkeys(beliefs, 0)
        self.store, self.name = store, name
        self._most, self._now = count, now
        answered = [Puzzle.of(record.entry) for record in self.first_answers()]
        puzzles = answered or list(filter(None, [self.pick()]))
        if not puzzles:
            raise NotationError(self.nothing_left)
        super().__init__(puzzles, store, name, second_try=not self.is_check_up)

    def _resume(self, store: AnswerStore) -> None:
        self.expected = self._most - len(self.puzzles)
        super()._resume(store)
        for number, record in enumerate(self.first_answers(), 1):
            if record.mark is Mark.WRONG:
                for belief in self.named(record, self.diagnosis(record.at)):
                    self.beliefs.setdefault(belief, number)

    @property
    def is_over(self) -> bool:
        """True if every puzzle of the sitting is answered."""
        return len(self.first_answers()) >= self._most

    def first_answers(self) -> list[AnswerRecord]:
        """Return the first answer to each puzzle of the sitting, in the order of time."""
        return list(first_answers(self.store.answered_in(self.name)))

    def diagnosis(self, until: str = "") -> Diagnosis:
        """Return what the learner seems to believe, by all answers up to now or to a time."""
        evidence = [item for item in self.store.history() if not until or item.at <= until]
        return diagnose(evidence[-REMEMBERED:])

    def with_diagnosis(self, check: Check) -> Check:
        check = super().with_diagnosis(check)
        for belief in check.named:
            self.beliefs.setdefault(belief.id, len(self.first_answers()))
        return check

    def named(self, record: AnswerRecord, diagnosis: Diagnosis) -> tuple[str, ...]:
        """Return the misconceptions that a wrong answer shows, by the diagnosis of the learner."""
        return diagnosis.named(Puzzle.of(record.entry), record.answer, record.mistakes)

    def pick(self) -> Puzzle | None:
        answered = (record.puzzle for record in self.first_answers())
        for pick in self._picks(tuple(dict.fromkeys((*answered, *self.reasons)))):
            self.reasons[pick.entry.id] = pick.reason
            return Puzzle.of(pick.entry)
        return None

    def _picks(self, taken: Sequence[str]) -> Sequence[Pick]:
        evidence, answers = self.store.history(), self.first_answers()
        beliefs = [
            belief
            for belief, number in self.beliefs.items()
            if sum(belief in record.traps for record in answers[number:]) < FRESH
        ]
        known = practisable(evidence)
        return next_puzzles(
            evidence,
            1,
            now=self._now,
            seed=self.name,
            among={name: entry for name, entry in known.items() if self._may_ask(entry)},
            taken=taken,
            beliefs=beliefs,
            is_check_up=self.is_check_up,
        )

    def _may_ask(self, entry: Entry) -> bool:
        return self.filters.passes(entry)


class CheckUpSitting(PracticeSitting):
    """A sitting that finds out what the learner believes; it says nothing before its end."""

    is_check_up = True
    nothing_left = (
        "a check-up has nothing left to ask: no puzzle here would tell more of what you believe; "
        "practise instead"
    )

    def _resume(self, store: AnswerStore) -> None:
        super()._resume(store)
        self.beliefs.clear()
        if self.is_answered:
            self.advance()
            self.last = None

    @property
    def is_over(self) -> bool:
        """True if nothing more is to be asked."""
        return super().is_over or (self.is_answered and self.is_last)

    def with_diagnosis(self, check: Check) -> Check:
        return check

    def _may_ask(self, entry: Entry) -> bool:
        """Check that the learner did not say "I don't know" to the rule point that decides."""
        if not super()._may_ask(entry):
            return False
        answers = self.first_answers()
        unknown = [each.entry for each in answers if each.mark is Mark.NOT_ATTEMPTED]
        deciding = entry.key, entry.rule_points[:1]
        return deciding not in [(each.key, each.rule_points[:1]) for each in unknown]

    def _picks(self, taken: Sequence[str]) -> Sequence[Pick]:
        diagnosis, game = self.diagnosis(), self.game
        about = {key for key, each in misconceptions().items() if game in ("", *each.rules)}
        chances = list(map(diagnosis.chance, about))
        is_found = max(chances) >= SURE and not any(OPEN <= chance < SURE for chance in chances)
        if is_found and len(taken) >= LEAST:
            return ()
        weights = diagnosis.weights.items()
        sound = sum(w for who, w in weights if about.isdisjoint(map(misconception_of, who)))
        if sound < SOUND and (picks := super()._picks(taken)):
            return picks
        best, most, untried = list[Entry](), 1, self.untried
        for name, entry in bank.index().items():  # those that try most of the untried cards
            if name in taken or not KINDS[entry.kind].info.tries_cards or not is_plain(entry):
                continue
            new = len(tried_cards(entry).intersection(untried.get(entry.key, ())))
            if new >= most and self._may_ask(entry):
                best = [*best, entry] if new == most else [entry]
                most = new
        if not best:
            return ()
        entry = SeededRandom(f"{self.name} {len(taken)}").pick(best)
        return (Pick(entry, _("You were not asked about this card yet.")),)

    @property
    def untried(self) -> Mapping[str, Sequence[Card]]:
        """The kinds of card by game that no puzzle answered so far has tried."""
        index, tried = bank.index(), set[tuple[str, Card]]()
        for item in self.store.history():
            entry = index.get(item.puzzle)
            if entry and KINDS[entry.kind].info.tries_cards:
                tried |= {(entry.key, card) for card in tried_cards(entry)}
        games = {key: kind for key, kind in RULE_SETS.items() if self.game in ("", key)}
        return {
            key: [c for c in dict.fromkeys(card_kinds(kind()).values()) if (key, c) not in tried]
            for key, kind in games.items()
        }


def begin_practice(  # noqa: PLR0913 - likewise
    progress: AnswerStore,
    count: int,
    now: datetime,
    filters: PuzzleFilter = EVERYTHING,
    *,
    beliefs: Iterable[str] = (),
    another: bool = False,
) -> PracticeSitting:
    """Return the practice of a day with a filter: the last one, if it is not over, else the next.

    ``beliefs`` are misconceptions that were named before, to be tried on fresh cases; ``another``
    leaves the last one as it is and begins the next.
    Raises :class:`NotationError` if there is nothing to ask.
    """
    name, number = _last_sitting(progress, "practice", now, filters)
    if number and not another:
        last = PracticeSitting(progress, count, now, f"{name}-{number}", filters, beliefs=beliefs)
        if not last.is_over:
            return last
    return PracticeSitting(progress, count, now, f"{name}-{number + 1}", filters, beliefs=beliefs)


def begin_check_up(
    progress: AnswerStore,
    now: datetime,
    filters: PuzzleFilter = EVERYTHING,
    *,
    another: bool = False,
) -> CheckUpSitting:
    """Return the check-up of a day with a filter, over or not; with ``another`` the next one.

    Raises :class:`NotationError` if there is nothing to ask.
    """
    name, number = _last_sitting(progress, "check-up", now, filters)
    return CheckUpSitting(progress, CHECK_UP, now, f"{name}-{number + another or 1}", filters)


def is_checked_up(progress: AnswerStore, now: datetime, filters: PuzzleFilter) -> bool:
    """Check that something was answered already, and no check-up is unfinished."""
    name, number = _last_sitting(progress, "check-up", now, filters)
    latest = progress.history()[-1:]
    if number and latest and latest[0].lesson == f"{name}-{number}":
        return begin_check_up(progress, now, filters).is_over
    return bool(latest)


def _last_sitting(
    progress: AnswerStore, sort: str, now: datetime, filters: PuzzleFilter
) -> tuple[str, int]:
    """Return the name of a day's sittings with a filter, without number, and the last number."""
    day = f"{now.astimezone(UTC):%Y-%m-%d}"
    name = "-".join((sort, day, *filters.rules, *filters.rule_points))
    number = 0
    while progress.answered_in(f"{name}-{number + 1}"):
        number += 1
    return name, number


# ---- a misconception put right ----

DIRECT = ("legal", "next", "survive", "total")
"""The kinds of question that only ask what happens or may be done."""


@dataclass(frozen=True, slots=True)
class Case:
    """A puzzle as a learner with a misconception sees it: the changed task, and its answer."""

    puzzle: Puzzle
    task: Task
    answer: Answer


@dataclass(frozen=True, slots=True)
class Refutation:
    """A misconception, the sources of the rule point that it misses, and a case to work through."""

    belief: Misconception
    sources: tuple[Citation, ...]
    case: Case | None


def refutation(belief: str, game: str = "", avoid: Collection[str] = ()) -> Refutation:
    """Return the refutation of a misconception, with a case of this game, if it is about it.

    The puzzles to ``avoid``, by id, are taken only if there is no other.
    Raises :class:`KeyError` for an id that no misconception has.
    """
    found = misconceptions()[belief]
    about = game if game in found.rules else ""
    sources = rule_points()[found.point].sources
    fitting = [entry for entry in tempting(belief) if about in ("", entry.key)]
    fitting.sort(key=lambda entry: entry.id in avoid)
    cases = (believed(Puzzle.of(entry), belief) for entry in fitting)
    case = next(filter(None, cases), None)
    return Refutation(found.worded_for(case.task.rules) if case else found, sources, case)


@lru_cache(maxsize=64)
def tempting(belief: str) -> tuple[Entry, ...]:
    """Return the puzzles that a misconception gets wrong, the best to show first.

    The best are plain, ask what happens, are decided by the rule point that it misses, and easy.
    """
    point = misconceptions()[belief].point

    def rank(entry: Entry) -> tuple[object, ...]:
        is_beside = entry.rule_points[:1] != (point,)
        is_indirect = entry.kind not in DIRECT
        return not is_plain(entry), is_indirect, is_beside, entry.difficulty, entry.id

    found = (entry for entry in bank.index().values() if belief in entry.misconceptions)
    return tuple(sorted(found, key=rank))


def believed(puzzle: Puzzle, belief: str) -> Case | None:
    """Return how a learner with this misconception sees a puzzle; None if it is answered right."""
    kind = KINDS[puzzle.kind]
    for task in changed_tasks(puzzle.task, (belief,)):
        try:
            answer: Answer = kind.answer(task)
        except OnoError:
            continue
        if not kind.accepts(puzzle.task, puzzle.answer, answer):
            return Case(puzzle, task, answer)
    return None

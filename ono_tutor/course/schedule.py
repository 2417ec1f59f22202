"""Pick the next puzzles to practise, with the reason: missed ones, then due ones, then new ones.

:mod:`.strength` says when a rule point or a misconception is due. Puzzles are picked in this order:

1. after a misconception was named, two puzzles of different ideas that it gets wrong;
2. in turns, one that comes back, and three that are expected to show most of what the learner
   believes (see :mod:`.diagnosis`). For each puzzle that was missed comes another of the same
   idea, until one of that idea is answered right; in a sitting the next two puzzles are about
   something else. Then come misconceptions that were held once and are due, the weakest first, by
   a puzzle that tempts with it; then rule points that are due, the weakest first, by a puzzle that
   depends on it;
3. rule points never practised, as the lessons teach them: an easy puzzle that depends on it;
4. rule points that are not due yet, the soonest first.

Every step picks puzzles that the learner has not met, while there are any, and none that was
missed on the same day, while there is another.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from fractions import Fraction
from itertools import chain, islice

from ono_tutor.course.answer_store import AnswerRecord
from ono_tutor.course.diagnosis import diagnose, most_telling
from ono_tutor.course.strength import (
    Strength,
    strengths_of_beliefs,
    strengths_of_points,
    titles,
    unmet_points,
)
from ono_tutor.i18n import N_, Message, _, format_day
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.bank import Entry, Level
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.rules.book import misconceptions, rule_points


@dataclass(frozen=True, slots=True)
class Pick:
    """A puzzle to practise, as it is written down, and why it was picked.

    ``about`` is the rule point that the reason names, or empty.
    """

    entry: Entry
    reason: Message
    about: str = ""


def next_puzzles(  # noqa: PLR0913 - each is a condition of the pick
    evidence: Sequence[AnswerRecord],
    count: int,
    *,
    now: datetime,
    seed: int | str,
    among: Mapping[str, Entry],
    taken: Sequence[str] = (),
    beliefs: Sequence[str] = (),
    is_check_up: bool = False,
) -> tuple[Pick, ...]:
    """Return the next puzzles of those in ``among``, at most ``count``, each another one.

    ``evidence`` is in the order of time; ``taken`` are the ids of those asked in this sitting
    already, ``beliefs`` the ids of the misconceptions that are to be tried on fresh puzzles. A
    check-up has only puzzles that show most of what the learner believes. The same conditions give
    the same puzzles.
    """
    today = now.astimezone(UTC).date()
    last_met = {item.puzzle: item.at for item in evidence if item.mark != Mark.MALFORMED}
    candidates = _Candidates(among, last_met, SeededRandom(seed))
    asked = [among[name] for name in taken if name in among]
    missed_today = {
        item.puzzle
        for item in evidence
        if item.mark not in (Mark.RIGHT, Mark.MALFORMED) and item.at[:10] == today.isoformat()
    }
    if not among.keys() <= missed_today:
        candidates.taken |= missed_today
    candidates.taken.update(entry.id for entry in asked)
    stream = telling = _telling(evidence, candidates, asked)
    if not is_check_up:
        due = _in_turns(_due(evidence, candidates, today))
        again = chain(_missed(evidence, candidates, asked), due)
        stream = chain(
            _fresh(beliefs, candidates, asked),
            _in_turns([again, *[telling] * TELLING], len(asked)),
            _in_turns(_later(evidence, candidates, today)),
        )
    picks: list[Pick] = []
    for pick in islice(stream, count):
        picks.append(pick)
        candidates.taken.add(pick.entry.id)
    return tuple(picks)


def _in_turns(streams: Iterable[Iterator[Pick]], first: int = 0) -> Iterator[Pick]:
    """Yield a pick of each stream in turns, from stream ``first`` on, until all are empty."""
    waiting = deque(streams)
    waiting.rotate(-first)
    while waiting:
        stream = waiting.popleft()
        if pick := next(stream, None):
            yield pick
            waiting.append(stream)


def _telling(
    evidence: Sequence[AnswerRecord], candidates: "_Candidates", asked: list[Entry]
) -> Iterator[Pick]:
    """Yield the puzzles not met that show most of what the learner believes."""
    among, excluded = candidates.among, candidates.met.keys() | candidates.taken
    met = {among[name].idea for name in candidates.met if name in among}
    diagnosis = diagnose(evidence)
    for entry in most_telling(diagnosis, among, excluded, asked, candidates.random):
        if entry.id not in candidates.taken:
            text = N_("You have not tried this kind yet.")
            if entry.idea in met:
                text = N_("A new case of a kind you know.")
            yield Pick(entry, _(text))


def _fresh(
    beliefs: Sequence[str], candidates: "_Candidates", asked: Iterable[Entry]
) -> Iterator[Pick]:
    """Yield easy puzzles that these misconceptions get wrong, each of an idea not asked yet."""
    ideas = set(map(subject_of, asked))
    for belief in beliefs:
        text = N_("You seemed to think: “{belief}” Here is a fresh case of it.")
        reason = _(text, belief=misconceptions()[belief].belief)
        for pick in candidates.ranked(belief, Level.FIRST_STEPS, reason):
            if is_plain(pick.entry) and subject_of(pick.entry) not in ideas:
                ideas.add(subject_of(pick.entry))
                yield pick


def is_plain(entry: Entry) -> bool:
    """Check that a puzzle is about one game and its usual rules, with nothing to work out."""
    return entry.rules == entry.key and not KINDS[entry.kind].info.prerequisite


COMPARING = tuple(name for name, kind in KINDS.items() if kind.info.compares_games)
"""The kinds that ask about several games, whatever game the position is of."""


def subject_of(entry: Entry) -> tuple[object, ...]:
    """Return the subject of a puzzle: the question, the game, and the rule point that decides."""
    return entry.kind, entry.key, entry.rule_points[:1]


TELLING = 3
"""Puzzles that show what the learner believes, after each that comes back."""

WAITS = 2
"""Puzzles of a sitting about something else before a missed one comes back."""

MOST_ALIKE = 2
"""How often an idea that is missed again and again is asked in a sitting."""


def _missed(
    evidence: Iterable[AnswerRecord], candidates: "_Candidates", asked: Sequence[Entry]
) -> Iterator[Pick]:
    """Yield another puzzle of the same idea for each that was missed, the latest miss first.

    No idea is asked more than :data:`MOST_ALIKE` times in a sitting.
    """
    ideas: list[object] = list(map(subject_of, asked))
    alike, recent = Counter(ideas), ideas[-WAITS:]
    misses: dict[object, AnswerRecord] = {}
    for item in evidence:
        if item.mark == Mark.MALFORMED or item.puzzle not in candidates.among:
            continue
        subject = subject_of(candidates.among[item.puzzle])
        if item.mark != Mark.RIGHT:
            misses[subject] = item
        elif not item.hints:
            misses.pop(subject, None)
    for idea, missed in reversed(misses.items()):
        if idea in recent or alike[idea] >= MOST_ALIKE:
            continue
        last = candidates.among[missed.puzzle]
        entry = candidates.like(last)
        if entry is not last or last.id not in candidates.taken:
            text = N_("You missed one like this on {day}.")
            if entry is last:
                text = N_("You missed this on {day}.")
            reason = _(text, day=format_day(date.fromisoformat(missed.at[:10])))
            yield Pick(entry, reason)


def _due(
    evidence: Sequence[AnswerRecord], candidates: "_Candidates", today: date
) -> Iterator[Iterator[Pick]]:
    """Yield the puzzles for each thing to be practised today, the most urgent first."""
    for item in strengths_of_beliefs(evidence):
        if item.missed and _is_due(item, today):
            text = N_("On {day} you seemed to think: “{belief}” Here it would mislead you again.")
            day = format_day(item.last_missed or item.last)
            reason = _(text, day=day, belief=misconceptions()[item.id].belief)
            yield candidates.ranked(item.id, _level(item.strength), reason)
    for item in strengths_of_points(evidence):
        if _is_due(item, today):
            text = N_("“{title}” is due again; you last practised it on {day}.")
            reason = _(text, title=rule_points()[item.id].title, day=format_day(item.last))
            yield candidates.ranked(item.id, _level(item.strength), reason)


def _later(
    evidence: Sequence[AnswerRecord], candidates: "_Candidates", today: date
) -> Iterator[Iterator[Pick]]:
    """Yield the puzzles for each new rule point, then for those due later, the soonest first."""
    points = strengths_of_points(evidence)
    for name in unmet_points(points):
        reason = _("New to you: “{title}”.", title=rule_points()[name].title)
        yield candidates.ranked(name, Level.FIRST_STEPS, reason)
    for item in sorted(points, key=lambda item: (item.due, item.strength, item.id)):
        if not _is_due(item, today):
            text = N_("Ahead of time: “{title}” is due on {day}.")
            reason = _(text, title=rule_points()[item.id].title, day=format_day(item.due))
            yield candidates.ranked(item.id, _level(item.strength), reason)


def _is_due(item: Strength, today: date) -> bool:
    """Check whether it is due since an earlier day: what was missed today can wait."""
    return item.due <= today and item.last.date() < today


def _level(strength: Fraction) -> Level:
    """Return the level to practise at: the stronger, the harder."""
    return Level(1 + min(int(strength * len(Level)), len(Level) - 1))


class _Candidates:
    """The puzzles to choose from, by what they depend on and what they tempt with.

    ``met`` has the time when the learner last met a puzzle, by id; ``taken`` are the ids of those
    that are not picked any more.
    """

    def __init__(
        self, among: Mapping[str, Entry], met: Mapping[str, str], random: SeededRandom
    ) -> None:
        self.among = among
        self.met = met
        self.random = random
        self.taken: set[str] = set()

    def ranked(self, about: str, level: Level, reason: Message) -> Iterator[Pick]:
        """Yield the puzzles on a rule point, or that tempt with a misconception.

        Those not met come first, then by level, then the most telling.
        """
        is_belief = about in misconceptions()

        def themes(entry: Entry) -> tuple[str, ...]:
            return entry.misconceptions if is_belief else entry.rule_points

        def rank(entry: Entry) -> tuple[str, int, int]:
            distance = abs(entry.level - level)
            return self.met.get(entry.id, ""), distance, themes(entry).index(about)

        fitting = [entry for entry in self.among.values() if about in themes(entry)]
        for entry in sorted(self.random.shuffled(fitting), key=rank):
            if entry.id not in self.taken:
                yield Pick(entry, reason, "" if is_belief else about)

    def like(self, missed: Entry) -> Entry:
        """Return another puzzle of the same idea, if possible one not met.

        If there is none, return another one on the rule that decides, in the same game, or else
        the same puzzle.
        """
        left = [each for each in self.among.values() if each.id not in {missed.id, *self.taken}]
        alike = [entry for entry in left if subject_of(entry) == subject_of(missed)]
        others = alike or [each for each in left if subject_of(each)[1:] == subject_of(missed)[1:]]

        def rank(entry: Entry) -> tuple[object, ...]:
            is_other = (entry.rules, entry.misconceptions) != (missed.rules, missed.misconceptions)
            distance = abs(entry.difficulty - missed.difficulty)
            return self.met.get(entry.id, ""), is_other, distance

        return min(self.random.shuffled(others), key=rank, default=missed)


def pick_text(pick: Pick) -> Message:
    """Return a sentence on the subject of a picked puzzle, and on the reason for it."""
    points = pick.entry.rule_points
    if pick.about or not points:
        return pick.reason
    text = N_("A puzzle on “{title}”. {reason}")
    return _(text, title=titles()[points[0]], reason=pick.reason)

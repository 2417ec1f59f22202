"""What to practise next, and why: what was missed, what is due, then what is new.

Each rule point, each misconception and each puzzle lies in a box (see :mod:`.strength`). A right
answer without a hint moves it on a box when it is due, to come back after 1, 3, 7, 14, 30 and 60
days; a wrong one, or a solution asked for, moves it back to the first, where it is due at once.
Puzzles are picked in this order:

1. puzzles that were missed once and are due, the one missed most often first;
2. in turns, what is expected to tell most of what the learner believes (see :mod:`.diagnosis`),
   and what is due: misconceptions that were held once, the weakest first, by a puzzle that tempts
   with it; then rule points, the weakest first, by a puzzle that depends on it;
3. rule points never practised, as the lessons teach them: an easy puzzle that depends on it;
4. rule points that are not due yet, the soonest first.

Steps 2 to 4 pick puzzles the learner has not met, while there are any.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from fractions import Fraction
from itertools import chain

from ono_tutor.course.answered import Evidence
from ono_tutor.course.diagnosis import diagnose, most_telling
from ono_tutor.course.strength import (
    Strength,
    strengths_of_beliefs,
    strengths_of_points,
    strengths_of_puzzles,
    titles,
    unmet_points,
)
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.difficulty import Level, level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.rules.book import misconceptions, rule_points


class Why(StrEnum):
    """What a puzzle was picked for."""

    MISSED = "missed"
    MISTAKEN = "mistaken"
    DUE = "due"
    TELLING = "telling"
    NEW = "new"
    AHEAD = "ahead"


@dataclass(frozen=True, slots=True)
class Pick:
    """A puzzle to practise, as it is written down, and why it was picked.

    ``about`` is the id of the puzzle, misconception or rule point that it was picked for.
    """

    entry: Entry
    why: Why
    about: str
    reason: Message


@dataclass(frozen=True, slots=True)
class Wish:
    """Something to practise, before a puzzle is found for it."""

    why: Why
    about: str
    level: Level
    reason: Message


def next_puzzles(  # noqa: PLR0913 - each is a condition of the pick
    evidence: Sequence[Evidence],
    count: int,
    *,
    now: datetime,
    seed: int | str,
    among: Mapping[str, Entry],
    taken: Sequence[str] = (),
) -> tuple[Pick, ...]:
    """Return the next puzzles of those in ``among``, at most ``count``, each another one.

    ``evidence`` is in the order of time; ``taken`` are the ids of those asked in this sitting
    already. The same evidence, ``now``, ``seed`` and ``taken`` give the same.
    Raises :class:`ValueError` for a time without its zone.
    """
    if now.tzinfo is None:
        raise ValueError(f"{now!r} has no time zone; pass a time such as datetime.now(UTC)")
    today = now.astimezone(UTC).date()
    puzzles, random = strengths_of_puzzles(evidence), SeededRandom(seed)
    shelf = _Shelf(among, puzzles, random)
    asked = [among[name] for name in taken if name in among]
    for entry in asked:
        shelf.take(entry.id)
    turns = [_telling(evidence, shelf, asked), shelf.found(_due(evidence, today))]
    later = shelf.found(_later(evidence, today))
    picks = chain(_missed(puzzles, today, among), _in_turns(turns, len(asked)), later)
    found: dict[str, Pick] = {}
    for pick in picks:
        if len(found) >= count:
            break
        if pick.entry.id not in taken:
            found.setdefault(pick.entry.id, pick)
            shelf.take(pick.entry.id)
    return tuple(found.values())


def _in_turns(streams: Sequence[Iterator[Pick]], first: int) -> Iterator[Pick]:
    """Yield picks of two streams in turns, that of this number first, and what one has left."""
    waiting = [streams[(first + place) % len(streams)] for place in range(len(streams))]
    while waiting:
        stream = waiting.pop(0)
        pick = next(stream, None)
        if pick is not None:
            yield pick
            waiting.append(stream)


def _telling(evidence: Sequence[Evidence], shelf: "_Shelf", asked: list[Entry]) -> Iterator[Pick]:
    """Yield what tells most of what the learner believes, among puzzles not met."""
    reason = lazy_gettext("It shows how you understand the rules.")
    new = (entry for entry in shelf.among.values() if entry.id not in shelf.met)
    for entry in most_telling(diagnose(evidence), new, asked, shelf.random):
        if entry.id not in shelf.taken:
            yield Pick(entry, Why.TELLING, entry.rule_points[0], reason)


def _missed(
    puzzles: Mapping[str, Strength], today: date, among: Mapping[str, Entry]
) -> Iterator[Pick]:
    due = [item for item in puzzles.values() if item.missed and item.is_due(today)]
    for item in sorted(due, key=lambda item: (not item.is_missed, -item.missed, item.last)):
        if item.id in among:
            yield Pick(among[item.id], Why.MISSED, item.id, _told_missed(item))


def _told_missed(item: Strength) -> Message:
    if item.missed == 1:
        return lazy_gettext("You missed this once, on {day}.", day=_day(item))
    if item.missed == 2:
        return lazy_gettext("You missed this twice, last on {day}.", day=_day(item))
    text = N_("You missed this {count} times, last on {day}.")
    return lazy_gettext(text, count=item.missed, day=_day(item))


def _day(item: Strength) -> str:
    return (item.last_missed or item.last).date().isoformat()


def _due(evidence: Sequence[Evidence], today: date) -> Iterator[Wish]:
    """Yield what is to be practised today, the most urgent first."""
    for item in strengths_of_beliefs(evidence):
        if item.missed and _is_due(item, today):
            yield Wish(Why.MISTAKEN, item.id, _level(item.strength), _told_mistaken(item))
    for item in strengths_of_points(evidence):
        if _is_due(item, today):
            yield Wish(Why.DUE, item.id, _level(item.strength), _told_due(item))


def _is_due(item: Strength, today: date) -> bool:
    """Check whether it is due since an earlier day: what was missed today can wait."""
    return item.is_due(today) and item.last.date() < today


def _later(evidence: Sequence[Evidence], today: date) -> Iterator[Wish]:
    """Yield what may be practised beside that: what is new, then what is due soonest."""
    points = strengths_of_points(evidence)
    for name in unmet_points(points):
        text = N_("New: you have not practised “{title}” yet ({point}).")
        reason = lazy_gettext(text, title=rule_points()[name].title, point=name)
        yield Wish(Why.NEW, name, Level.FIRST_STEPS, reason)
    for item in sorted(points, key=lambda item: (item.due, item.strength, item.id)):
        if not _is_due(item, today):
            yield Wish(Why.AHEAD, item.id, _level(item.strength), _told_ahead(item))


def _told_mistaken(item: Strength) -> Message:
    text = N_("On {day} you seemed to think: “{belief}” Here it would mislead you again.")
    return lazy_gettext(text, day=_day(item), belief=misconceptions()[item.id].belief)


def _told_due(item: Strength) -> Message:
    text = N_("“{title}” is due again ({point}); you last practised it on {day}.")
    title, day = rule_points()[item.id].title, item.last.date().isoformat()
    return lazy_gettext(text, title=title, point=item.id, day=day)


def _told_ahead(item: Strength) -> Message:
    text = N_("Ahead of time: “{title}” is due on {day} ({point}).")
    return lazy_gettext(
        text, title=rule_points()[item.id].title, day=item.due.isoformat(), point=item.id
    )


def _level(strength: Fraction) -> Level:
    """Return the level to practise at: the stronger, the harder."""
    return Level(1 + min(int(strength * len(Level)), len(Level) - 1))


class _Shelf:
    """The puzzles to choose from, by what they depend on and what they tempt with."""

    def __init__(
        self, among: Mapping[str, Entry], met: Mapping[str, Strength], random: SeededRandom
    ) -> None:
        self.among = among
        self.met = met
        self.random = random
        self.taken: set[str] = set()

    def take(self, name: str) -> None:
        """Take the puzzle from the shelf: it is not picked again."""
        self.taken.add(name)

    def found(self, wishes: Iterable[Wish]) -> Iterator[Pick]:
        """Yield puzzles for the wishes: one for each in turn, then a second for each, and so on."""
        found: Iterator[tuple[Wish, Iterator[Entry]]] = (
            (wish, iter(self._ranked(wish))) for wish in wishes
        )
        while True:
            again = []
            for wish, ranked in found:
                entry = next((entry for entry in ranked if entry.id not in self.taken), None)
                if entry is not None:
                    yield Pick(entry, wish.why, wish.about, wish.reason)
                    again.append((wish, ranked))
            if not again:
                return
            found = iter(again)

    def _ranked(self, wish: Wish) -> list[Entry]:
        """Return what fits: puzzles not met first, then by level, then the most telling."""
        fitting = [entry for entry in self.among.values() if wish.about in _themes(entry, wish)]

        def rank(entry: Entry) -> tuple[str, int, int]:
            met = self.met.get(entry.id)
            when = met.last.isoformat() if met else ""
            distance = abs(level_of(entry.difficulty) - wish.level)
            return when, distance, _themes(entry, wish).index(wish.about)

        return sorted(self.random.shuffled(fitting), key=rank)


def _themes(entry: Entry, wish: Wish) -> tuple[str, ...]:
    return entry.misconceptions if wish.why is Why.MISTAKEN else entry.rule_points


def next_one(pick: Pick) -> Message:
    """Return what a puzzle to practise is about, and why it was picked."""
    points = pick.entry.rule_points
    if not points or pick.why not in (Why.MISSED, Why.MISTAKEN, Why.TELLING):
        return pick.reason
    text = N_("A puzzle on “{title}”. {reason}")
    return lazy_gettext(text, title=titles()[points[0]], reason=pick.reason)

"""A learner, and an assignment: puzzles that a teacher sets, and how they are to be done."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from typing import Self

from ono_tutor.errors import NotationError, quoted
from ono_tutor.i18n import N_, Message, _, format_day
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import stamp
from ono_tutor.puzzles.bank import Entry, id_of
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle

LONGEST = 100
"""Characters of a name."""

_JOINERS = "\u200c\u200d" + "".join(map(chr, range(0xFE00, 0xFE10)))
"""Unseen, and needed to write names in Persian and in scripts of India, and to choose a shape."""

_BLANKS = "\u034f\u115f\u1160\u2800\u3164\uffa0"
"""Counted as letters or signs, and as empty as a space."""


@dataclass(frozen=True, slots=True)
class Learner:
    """A learner by name or id, such as ``Ann Lee`` or ``s1234567``.

    ``key`` is the same for spellings that differ in capitals, in spaces or in how an accent is
    encoded; by it answers are collected and puzzles are dealt.
    """

    name: str

    @classmethod
    def named(cls, words: object) -> Self:
        """Return the learner of this name, its spaces tidied.

        Raises :class:`NotationError` for what can be no name: nothing, more than 100 characters,
        characters that cannot be seen.
        """
        if not isinstance(words, str):
            raise NotationError("a learner's name or id is a text", word=type(words).__name__)
        name = " ".join(unicodedata.normalize("NFC", words).split())
        if not name.strip(_JOINERS):
            raise NotationError("a learner's name or id is empty")
        if len(name) > LONGEST:
            message = f"a name has {LONGEST} characters at the most, and this has {len(name)}"
            raise NotationError(message, word=name)
        for char in name:  # a space can be seen; a control and half a character cannot
            category = unicodedata.category(char)
            is_seen = char in _JOINERS or category == "Zs" or category[0] not in "CZ"
            if char in _BLANKS or not is_seen:
                message = f"the name {quoted(name)} has a character that cannot be seen"
                raise NotationError(f"{message}: {quoted(char)}", word=name)
        return cls(name)

    @property
    def key(self) -> str:
        """The form that two spellings of one name have in common."""
        plain = self.name.translate(dict.fromkeys(map(ord, _JOINERS)))
        return unicodedata.normalize("NFC", plain.casefold())

    def __str__(self) -> str:
        return self.name


class Feedback(StrEnum):
    """The time of feedback to learners: at once, once handed in, or not at all."""

    NOW = "now"
    AFTER = "after"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Item:
    """One task of an assignment: a puzzle, or puzzles as hard as each other, and its points.

    Of several puzzles each learner is dealt one.
    """

    puzzles: tuple[Entry, ...]
    points: int = 1

    def dealt_to(self, learner: Learner, salt: str) -> Entry:
        """Return the puzzle that this learner gets."""
        if len(self.puzzles) == 1:
            return self.puzzles[0]
        digest = sha256(f"{salt}\n{learner.key}".encode()).digest()
        return self.puzzles[int.from_bytes(digest[:8], "big") % len(self.puzzles)]


@dataclass(frozen=True, slots=True)
class Assignment:
    """Puzzles to be done by a class.

    ``id`` is what a learner's answers name; ``attempts`` how many answers to a puzzle count (with
    feedback now), or how many hand-ins (otherwise), 0 for any number; ``due`` the time with its
    zone after which an answer is late, as ``2026-12-01T18:00:00+01:00``, or empty; ``opens`` the
    time before which nobody can have answered, or empty. With ``partial`` a part of an answer earns
    a part of the points.
    """

    id: str
    title: str
    items: tuple[Item, ...]
    feedback: Feedback = Feedback.NOW
    attempts: int = 1
    due: str = ""
    opens: str = ""
    partial: bool = False

    @property
    def is_dealt(self) -> bool:
        """True if learners get puzzles of their own."""
        return any(len(item.puzzles) > 1 for item in self.items)

    @property
    def due_zone(self) -> tzinfo | None:
        """The zone of its times, or None without a deadline and an opening."""
        return datetime.fromisoformat(told).tzinfo if (told := self.due or self.opens) else None

    def is_late(self, at: str, due: str = "") -> bool:
        """Check if a time, in UTC to the millisecond as answers have it, is after the one due.

        ``due`` is a learner's own deadline, in place of everybody's.
        """
        return bool(at) and at > self.due_in_utc(due) != ""

    def due_in_utc(self, due: str = "") -> str:
        """Return the time that is due, or a learner's own, as answers have it; empty for none."""
        return _in_utc(due or self.due) if due or self.due else ""

    @property
    def points(self) -> int:
        """The most that can be earned."""
        return sum(item.points for item in self.items)

    @property
    def entries(self) -> Iterator[Entry]:
        """Every puzzle that somebody may get."""
        return (entry for item in self.items for entry in item.puzzles)

    def entries_of(self, learner: Learner) -> tuple[Entry, ...]:
        """Return the puzzles of this learner, one for each item, in order.

        Item ``n``, counted from 1, is dealt by SHA-256 of ``id``, ``n`` and the learner's key,
        each on a line of its own: the first eight bytes as a number, modulo the item's puzzles.
        """
        return tuple(
            item.dealt_to(learner, f"{self.id}\n{number}")
            for number, item in enumerate(self.items, 1)
        )

    def puzzles_of(self, learner: Learner | str) -> tuple[Puzzle, ...]:
        """Return the puzzles of this learner, to be asked.

        Raises :class:`NotationError` for what can be no learner's name.
        """
        who = learner if isinstance(learner, Learner) else Learner.named(learner)
        return tuple(map(Puzzle.of, self.entries_of(who)))


@lru_cache(maxsize=1_000)
def set_id(puzzle_id: str) -> str:
    """Return the id under which a puzzle of the bank is set for a class; that of another is kept.

    It is made of what is asked alone: a name such as ``dp80-nothing``, or that of a kind which
    asks what another one asks, would tell the answer.
    """
    try:
        entry = bank.entry(puzzle_id)
    except NotationError:
        return puzzle_id
    return id_of(*learner_words(entry))


@lru_cache(maxsize=1)
def entries_by_set_id() -> Mapping[str, Entry]:
    """Return the puzzles of the bank by the id under which they are set for a class."""
    return {id_of(*learner_words(entry)): entry for entry in bank.index().values()}


def learner_words(entry: Entry) -> tuple[str, str, str, str]:
    """Return the words of a puzzle as learners see them, under the kind that they see."""
    return KINDS[entry.kind].info.cover or entry.kind, *entry.words[1:]


@lru_cache(maxsize=16)
def _in_utc(time: str) -> str:
    """Return a time with its zone as answers have it: in UTC, to the millisecond."""
    return stamp(datetime.fromisoformat(time))


_DUE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)", re.ASCII)


def checked_due(words: str) -> str:
    """Return the time, if it is one with its zone, such as ``2026-12-01T18:00:00+01:00``.

    Raises :class:`NotationError` otherwise.
    """
    if _DUE.fullmatch(words):
        with suppress(ValueError, OverflowError):
            datetime.fromisoformat(words).astimezone(UTC)
            return words
    message = f"due is a time such as 2026-12-01T18:00:00+01:00, not {quoted(words)}"
    raise NotationError(message, word=words)


def check_opening(opens: str, due: str) -> None:
    """Raise :class:`NotationError` if an assignment opens when it is over; times may be empty."""
    if opens and due and datetime.fromisoformat(opens) >= datetime.fromisoformat(due):
        zone = datetime.fromisoformat(due).tzinfo
        times = f"opens on {due_words(opens, zone)}, and it is due on {due_words(due, zone)}"
        message = f"the assignment {times}, so that nobody could answer in time"
        raise NotationError(message, word=opens)


def due_time(words: str) -> str:
    """Return a time with its zone to the second: of ``2026-12-01T18:00Z`` it is ``…T18:00:00Z``.

    A date may also be written as ``1.12.2026``. A time without a zone is one of this computer's.
    Raises :class:`NotationError` for a date without a time, and for what is no time.
    """
    example = "write it as 2026-12-01 18:00, or with its zone as 2026-12-01T18:00+01:00"
    iso = _DOTTED.sub(lambda date: f"{date[3]}-{date[2]:0>2}-{date[1]:0>2}", words.strip())
    if _DATE.fullmatch(iso):
        raise NotationError(f"{quoted(words)} has no time of day; {example}", word=words)
    try:
        time = datetime.fromisoformat(iso)
        time = time if time.tzinfo else time.astimezone()
        time.astimezone(UTC)
        if (time.utcoffset() or timedelta()) % timedelta(minutes=1):
            raise ValueError("a zone is whole minutes")
    except (ValueError, OverflowError, OSError) as error:
        raise NotationError(f"{quoted(words)} is no time; {example}", word=words) from error
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")


_DOTTED = re.compile(r"^(\d\d?)\.(\d\d?)\.(\d{4})(?!\d)", re.ASCII)
_DATE = re.compile(r"\d{4}-?\d\d-?\d\d", re.ASCII)


def due_words(due: str, zone: tzinfo | None = None, *, with_seconds: bool = False) -> Message:
    """Return the time in words in a zone, by default in that of this computer."""
    at = datetime.fromisoformat(due)
    with suppress(OverflowError, OSError):  # a year that no zone of this computer reaches
        at = at.astimezone(zone)
    name, offset = at.tzname() or "", at.utcoffset()
    numbered = str(timezone(offset)) if offset else "UTC"
    return _(
        "{weekday} {day} {year}, {time} ({zone})",
        weekday=_(_DAYS[at.weekday()]),
        day=format_day(at),
        year=at.year,
        time=f"{at:%H:%M:%S}" if with_seconds else f"{at:%H:%M}",
        zone=name if name.isalpha() else numbered,
    )


_DAYS = (
    *(N_("Monday"), N_("Tuesday"), N_("Wednesday"), N_("Thursday")),
    *(N_("Friday"), N_("Saturday"), N_("Sunday")),
)

"""The assignment: puzzles that a teacher sets, and its file, ``ono-tutor-assignment/1``.

The file is JSON, with no answer in it: an object with ``format``, ``id``, ``title``, ``feedback``
(``now``, ``after``, ``never``), ``attempts`` (0 for any number), ``due`` (a time with its zone, as
``2026-12-01T18:00:00+01:00`` or ``2026-12-01T17:00:00Z``, or ``null``) and ``items``. An item has
``points`` and ``puzzles``: one, or those of which each learner is dealt one. The object may also
have ``opens`` (a time as ``due``) and ``partial`` (true). A puzzle has ``id``, ``kind`` and
``position``, and may have ``plays`` (separated by spaces) and a ``claim``.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Self

from ono_tutor.atomic_files import read_limited
from ono_tutor.errors import FileError, NotationError, OnoError, errors_at, quoted
from ono_tutor.i18n import N_, Message, _, format_day
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import stamp
from ono_tutor.puzzles.bank import ID, Entry, id_of
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.strict_json import (
    LIMITS,
    JsonError,
    check_fields,
    expect_integer,
    expect_list,
    expect_one_of,
    expect_text,
    read_json,
    show_json,
)

LONGEST = 100
"""Characters of a name."""

_JOINERS = dict.fromkeys([0x200C, 0x200D, *range(0xFE00, 0xFE10)])
"""Unseen, and needed to write names in Persian and in scripts of India, and to choose a shape."""

_BLANKS = {*"\u034f\u115f\u1160\u2800\u3164\uffa0"}
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
        name = words if isinstance(words, str) else ""
        name = " ".join(unicodedata.normalize("NFC", name).split())
        seen = name.translate(_JOINERS)
        if not seen.isprintable() or _BLANKS & {*seen} or not seen or len(name) > LONGEST:
            shown = quoted(name or str(words))
            message = f"a name or id is a line of 1 to {LONGEST} characters that can be seen"
            raise NotationError(f"{message}, not {shown}", word=shown)
        return cls(name)

    @property
    def key(self) -> str:
        """The form that two spellings of one name have in common."""
        return unicodedata.normalize("NFC", self.name.translate(_JOINERS).casefold())

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
        time = self.due or self.opens
        return datetime.fromisoformat(time).tzinfo if time else None

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
        entries = []
        for number, item in enumerate(self.items, 1):
            digest = sha256(f"{self.id}\n{number}\n{learner.key}".encode()).digest()
            place = int.from_bytes(digest[:8], "big") % len(item.puzzles)
            entries.append(item.puzzles[place])
        return tuple(entries)

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
        message = f"the assignment {times}, so nobody could answer; choose a later deadline"
        raise NotationError(message, word=opens)


def due_time(words: str) -> str:
    """Return a time with its zone to the second: of ``2026-12-01T18:00Z`` it is ``…T18:00:00Z``.

    A date may also be written as ``1.12.2026``. A time without a zone is one of this computer's.
    Raises :class:`NotationError` for a date without a time, and for what is no time.
    """
    example = "write it as 2026-12-01 18:00, or with its zone as 2026-12-01T18:00+01:00"
    try:
        iso = _DOTTED.sub(lambda date: f"{date[3]}-{date[2]:0>2}-{date[1]:0>2}", words.strip())
        time = datetime.fromisoformat(iso)
        time = time if time.tzinfo else time.astimezone()
        time.astimezone(UTC)
        zone = time.utcoffset() or timedelta()
        if len(iso) <= len("2026-12-01") or zone % timedelta(minutes=1):
            raise ValueError("it has no time of day, or a zone that is not whole minutes")
    except (ValueError, OverflowError, OSError) as error:
        raise NotationError(f"{quoted(words)} is no time; {example}", word=words) from error
    return time.isoformat(timespec="seconds").replace("+00:00", "Z")


_DOTTED = re.compile(r"^(\d\d?)\.(\d\d?)\.(\d{4})(?!\d)", re.ASCII)


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


# ---- the file ----

FORMAT = "ono-tutor-assignment/1"
MOST_ITEMS, MOST_PUZZLES, MOST_POINTS, MOST_ATTEMPTS = 200, 5_000, 1_000, 1_000
LONGEST_TITLE, LONGEST_WORDS = 200, 2_000
FIELDS = ("format", "id", "title", "feedback", "attempts", "due", "items")
MAY_BE = ("opens", "partial")
WORDS = ("id", "kind", "position", "plays", "claim")

ASSIGNMENT_ID = re.compile(r"[a-z0-9][a-z0-9-]{0,79}")


def assignment_text(assignment: Assignment) -> str:
    """Return the text of an assignment's file; the same assignment gives the same text."""
    return json.dumps(assignment_json(assignment), indent=1, ensure_ascii=False) + "\n"


def assignment_json(assignment: Assignment) -> dict[str, object]:
    """Return the assignment as the object that a file holds."""
    return {
        "format": FORMAT,
        "id": assignment.id,
        "title": assignment.title,
        "feedback": assignment.feedback.value,
        "attempts": assignment.attempts,
        "due": assignment.due or None,
        **({"opens": assignment.opens} if assignment.opens else {}),
        **({"partial": True} if assignment.partial else {}),
        "items": [
            {
                "points": item.points,
                "puzzles": [
                    {name: word for name in WORDS if (word := getattr(entry, name))}
                    for entry in item.puzzles
                ],
            }
            for item in assignment.items
        ],
    }


def read_assignment(path: Path) -> Assignment:
    """Return the assignment of a file.

    Raises :class:`FileError`, which names the file, the reason and the place at fault.
    """
    with errors_at(path):
        return parse_assignment(read_limited(path, LIMITS.most_bytes))


def parse_assignment(raw: bytes) -> Assignment:
    """Return the assignment that a file's bytes hold, every puzzle of it readable.

    Raises :class:`FileError`, which names the reason and the place at fault.
    """
    try:
        return _parsed(read_json(raw))
    except (JsonError, NotationError) as error:
        raise FileError(error.message, word=error.word) from error


def _parsed(found: object) -> Assignment:
    whole = found if isinstance(found, dict) else {}
    if whole.get("format") != FORMAT:
        shown = show_json(whole.get("format"))
        message = f"the format is {shown}, and {quoted(FORMAT)} is read here"
        raise FileError(f"{message}: a file that ends in .assignment.json", word=shown)
    more = [name for name in MAY_BE if name in whole]
    fields = check_fields(found, "an assignment", (*FIELDS, *more))
    due, opens = fields["due"], fields.get("opens")
    if fields.get("partial", True) is not True:
        raise FileError("partial is true, or is left out", word="partial")
    assignment = Assignment(
        id=_ID.check(fields["id"], "id"),
        title=checked_title(fields["title"]),
        items=tuple(_items(fields["items"])),
        feedback=Feedback(_FEEDBACK.check(fields["feedback"], "feedback")),
        attempts=_ATTEMPTS.check(fields["attempts"], "attempts"),
        due="" if due is None else checked_due(due if isinstance(due, str) else show_json(due)),
        opens="" if opens is None else checked_due(str(opens)),
        partial="partial" in fields,
    )
    check_opening(assignment.opens, assignment.due)
    times = Counter(entry.id for entry in assignment.entries)
    twice = next((name for name, count in times.items() if count > 1), None)
    if twice is not None:
        raise FileError(f"the puzzle {quoted(twice)} is in the assignment twice", word=twice)
    return assignment


def _items(found: object) -> Iterator[Item]:
    items = _ITEMS.check(found, "items")
    pools = [item.get("puzzles") for item in items if isinstance(item, dict)]
    count = sum(len(pool) for pool in pools if isinstance(pool, list))
    if count > MOST_PUZZLES:
        raise FileError(f"there are {count} puzzles; {MOST_PUZZLES} are read at the most")
    for number, item in enumerate(items, 1):
        place = f"item {number}"
        fields = check_fields(item, place, ("points", "puzzles"))
        puzzles = fields["puzzles"]
        if not isinstance(puzzles, list) or not puzzles:
            raise FileError(f"{place}: puzzles is a list of at least one")
        points = _POINTS.check(fields["points"], f"{place}: points")
        yield Item(tuple(_entry(puzzle, place) for puzzle in puzzles), points)


def _entry(found: object, place: str) -> Entry:
    """Return the puzzle, once it is sure that it can be read and has an answer."""
    if not isinstance(found, dict) or not {"id", "kind", "position"} <= found.keys() <= set(WORDS):
        raise FileError(f"{place}: a puzzle has the fields {', '.join(WORDS)}")
    for name, word in found.items():
        _WORD.check(word, f"{place}: {name}")
    _PUZZLE_ID.check(found["id"], f"{place}: id")
    entry = Entry(**found)
    try:
        _ = Puzzle.of(entry).answer
    except OnoError as error:
        message = f"{place}: the puzzle {quoted(entry.id)} cannot be asked: {error.message}"
        raise FileError(message, word=error.word, rule=error.rule) from error
    return entry


def checked_title(found: object) -> str:
    """Return the title, if it is a text of one line that can be seen.

    Raises :class:`NotationError` otherwise.
    """
    is_line = isinstance(found, str) and found.isprintable() and found.strip()
    if isinstance(found, str) and is_line and len(found) <= LONGEST_TITLE:
        return found
    message = f"a title is a line of 1 to {LONGEST_TITLE} characters, not {show_json(found)}"
    raise NotationError(message, word=show_json(found))


NAMELESS = "assignment"
"""What an id begins with where the title has no letter or digit of ASCII."""

LONGEST_SLUG = 40


def build_assignment(  # noqa: PLR0913, PLR0917 - each says something else of the assignment
    pools: Iterable[Iterable[Entry]],
    title: str,
    points: int | Sequence[int] = 1,
    feedback: Feedback = Feedback.NOW,
    attempts: int = 1,
    due: str = "",
    opens: str = "",
    partial: bool = False,
) -> Assignment:
    """Return the assignment with an item for each pool, under the id that all of it gives.

    ``points`` are those of each item, or of one item after the other; the rest is as an
    :class:`Assignment` has it. Of the puzzles the words are kept alone, as its file keeps them; a
    kind whose name gives the answer away goes under another. Raises :class:`NotationError` for a
    title that is none, for no item or more than 200, and for an opening after the deadline.
    """
    check_opening(opens, due)
    each = tuple(tuple(map(_set_entry, pool)) for pool in pools)
    worth = (points,) if isinstance(points, int) else tuple(points)
    worth *= len(each) if len(worth) == 1 else 1
    if len(worth) != len(each):
        message = f"there are points for {len(worth)} puzzles, and {len(each)} puzzles"
        raise NotationError(f"{message}; give one number, or one for each", word=str(len(worth)))
    items = tuple(map(Item, each, worth))
    if not 1 <= len(items) <= MOST_ITEMS:
        message = f"an assignment has 1 to {MOST_ITEMS} puzzles to do, not {len(items)}"
        raise NotationError(message, word=str(len(items)))
    title = checked_title(title)
    draft = Assignment("", title, items, feedback, attempts, due, opens, partial)
    return replace(draft, id=id_of(slug(title), assignment_text(draft)))


def _set_entry(entry: Entry) -> Entry:
    """Return a puzzle as learners are set it; an id of the teacher's own is kept."""
    asked = learner_words(entry)
    is_ours = entry.id in bank.index() or entry.id == id_of(*entry.words)
    return Entry(id_of(*asked) if is_ours else entry.id, *asked)


def slug(title: str) -> str:
    """Return a title as the first part of an id: small letters, digits and hyphens, at most 40.

    It is cut between words, if the first is not too long for that.
    """
    plain = unicodedata.normalize("NFKD", title.casefold()).encode("ascii", "ignore").decode()
    words = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    start = words[: LONGEST_SLUG + 1]
    if len(start) > LONGEST_SLUG:
        start = start.rpartition("-")[0] or start[:LONGEST_SLUG]
    return start or NAMELESS


_SLUG = "small letters, digits and hyphens"
_ID = expect_text(80, _SLUG, pattern=ASSIGNMENT_ID)
_PUZZLE_ID = expect_text(LONGEST_WORDS, _SLUG, pattern=ID)
_WORD = expect_text(LONGEST_WORDS)
_FEEDBACK = expect_one_of(Feedback)
_ATTEMPTS, _POINTS = expect_integer(0, MOST_ATTEMPTS), expect_integer(0, MOST_POINTS)
_ITEMS = expect_list(MOST_ITEMS)

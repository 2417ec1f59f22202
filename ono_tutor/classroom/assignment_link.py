"""An assignment by what a teacher calls it: a file, a set, or a link.

A link holds the assignment in one field after the ``#`` of the practice page's address,
``homework=``: in base64 for addresses the digest of what follows, then the assignment's JSON,
compressed. So a part of a link is no link, and what a teacher said of feedback and attempts cannot
be left out of it. Every puzzle stands there in words, whether it is in the bank or not.

Links made before had fields parted by ``&``, their values percent-encoded: ``set`` (all puzzles
in order, as :func:`read_set` reads them), ``assignment`` (its id), ``title``, ``feedback``,
``attempts``, ``points`` (of each item; one number where it is the same for all), and where there
was any ``due`` and, if learners got puzzles of their own, ``pools``: how many of the puzzles each
item has. They are read still.
"""

import json
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from ono_tutor.classroom.assignment import Assignment, Feedback, Item, checked_due, set_id
from ono_tutor.classroom.assignment_file import (
    ASSIGNMENT_ID,
    MOST_ATTEMPTS,
    MOST_POINTS,
    assignment_json,
    checked_title,
    parse_assignment,
    read_assignment,
)
from ono_tutor.errors import FileError, NotationError, OnoError, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, id_of, set_name
from ono_tutor.puzzles.puzzle import MOST, Puzzle, read_set
from ono_tutor.strict_json import LIMITS

HOMEWORK = "homework="
"""What the fragment of an assignment's link begins with."""

DIGEST = 6
"""Bytes of SHA-256 that go before what a link holds."""

SET = "set"
NEEDED = (SET, "assignment", "title", "feedback", "attempts", "points")
MAY_BE = ("due", "pools")
LONGEST = 400_000
"""Characters of a link."""

_FEEDBACK = f"feedback is {', '.join(Feedback)}"
_NO_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})")


def link_fragment(assignment: Assignment) -> str:
    """Return the assignment as the fragment of the practice page's address.

    Raises :class:`NotationError` with more than 200 puzzles, which no link is to hold.
    """
    count = sum(1 for _ in assignment.entries)
    if count > MOST:
        message = f"a link holds {MOST} puzzles at the most, and these are {count}"
        raise NotationError(message, word=str(count))
    return pack(assignment)


def pack(assignment: Assignment) -> str:
    """Return an assignment of any size in one word, as a link and a notebook hold it."""
    found: Any = assignment_json(assignment)
    for puzzle in (each for item in found["items"] for each in item["puzzles"]):
        if puzzle["id"] == _id_of(puzzle):
            del puzzle["id"]
    raw = zlib.compress(json.dumps(found, separators=(",", ":")).encode(), 9)
    return HOMEWORK + urlsafe_b64encode(_digest(raw) + raw).decode().rstrip("=")


def _unpack(word: str) -> Assignment:
    """Return the assignment of a word. Raises :class:`NotationError` for a part of one."""
    try:
        found = json.loads(_text(word))
        for puzzle in (each for item in found["items"] for each in item["puzzles"]):
            puzzle.setdefault("id", _id_of(puzzle))
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        message = "the link is cut off or changed; take it again, whole, as your teacher sent it"
        raise NotationError(message, word=word[:40]) from error
    with _told_as_notation():
        return parse_assignment(json.dumps(found).encode())


@contextmanager
def _told_as_notation(before: str = "") -> Iterator[None]:
    """Raise as :class:`NotationError` what is wrong with puzzles that can be read."""
    try:
        yield
    except NotationError:
        raise
    except OnoError as error:
        message = f"{before}{error.message}"
        raise NotationError(message, word=error.word, rule=error.rule) from error


def _text(word: str) -> bytes:
    """Return what a word holds. Raises :class:`ValueError` where its digest is not that of it."""
    if not re.fullmatch("[A-Za-z0-9_-]+", word):
        raise ValueError("a character that is in no link")
    whole = urlsafe_b64decode(word + "=" * (-len(word) % 4))
    if whole[:DIGEST] != _digest(whole[DIGEST:]):
        raise ValueError("another digest")
    opened = zlib.decompressobj()
    try:
        text = opened.decompress(whole[DIGEST:], LIMITS.most_bytes)
    except zlib.error as error:
        raise ValueError("it is not compressed") from error
    if not opened.eof:
        raise ValueError("it is too long")
    return text


def _digest(raw: bytes) -> bytes:
    return sha256(raw).digest()[:DIGEST]


def _id_of(puzzle: Mapping[str, str]) -> str:
    words = (puzzle.get(name, "") for name in ("plays", "claim"))
    return id_of(puzzle["kind"], puzzle["position"], *words)


def read_link(fragment: str) -> Assignment | None:
    """Return the assignment of a fragment, with or without its ``#``; None for a plain ``set=…``.

    Raises :class:`NotationError`, which names the field at fault.
    """
    bare = fragment.removeprefix("#")
    if len(bare) > LONGEST:
        message = f"the link is longer than {LONGEST} characters, the most that are read"
        raise NotationError(message)
    if bare.startswith(HOMEWORK):
        return _unpack(bare.removeprefix(HOMEWORK))
    texts = _texts(fragment)
    if set(texts) == {SET}:
        return None
    missing = next((name for name in NEEDED if name not in texts), None)
    if missing:
        raise NotationError(f"the link of an assignment has no {missing}", word=missing)
    fields = {name: _decoded(name, text) for name, text in texts.items()}
    with _told_as_notation("a puzzle of the set cannot be asked: "):
        entries = _entries(read_set(fields[SET]))
    pools = (
        _numbers(fields["pools"], "pools", 1, MOST) if "pools" in fields else (1,) * len(entries)
    )
    if sum(pools) != len(entries):
        message = f"pools counts {sum(pools)} puzzles, and the set has {len(entries)}"
        raise NotationError(message, word=fields.get("pools", ""))
    return Assignment(
        _matched(fields["assignment"], ASSIGNMENT_ID, "assignment is an id"),
        checked_title(fields["title"]),
        tuple(_items(entries, pools, fields["points"])),
        Feedback(_matched(fields["feedback"], "|".join(Feedback), _FEEDBACK)),
        _numbers(fields["attempts"], "attempts", 0, MOST_ATTEMPTS, 1)[0],
        checked_due(fields["due"]) if "due" in fields else "",
    )


def _texts(fragment: str) -> Mapping[str, str]:
    """Return the fields as they stand there, one of them the set.

    Raises :class:`NotationError`.
    """
    found: dict[str, str] = {}
    for part in fragment.removeprefix("#").split("&"):
        name, _, text = part.partition("=")
        if name not in (*NEEDED, *MAY_BE):
            known = ", ".join((*NEEDED, *MAY_BE))
            message = f"{quoted(name)} is no field of a link; there are {known}"
            raise NotationError(message, word=name)
        if name in found:
            raise NotationError(f"the link has {name} twice", word=name)
        found[name] = text
    if SET not in found:
        raise NotationError("the link has no set of puzzles", word=SET)
    return found


def _decoded(name: str, text: str) -> str:
    message = f"{name} is cut off or wrongly encoded: {quoted(text)}"
    if _NO_ESCAPE.search(text):
        raise NotationError(message, word=text)
    try:
        return unquote(text, errors="strict")
    except UnicodeDecodeError as error:
        raise NotationError(message, word=text) from error


def _entries(puzzles: Iterable[Puzzle | Entry]) -> tuple[Entry, ...]:
    return tuple(Entry(puzzle.id, *puzzle.words) for puzzle in puzzles)


def _items(entries: tuple[Entry, ...], pools: tuple[int, ...], points: str) -> Iterator[Item]:
    left = iter(entries)
    numbers = _numbers(points, "points", 0, MOST_POINTS)
    if len(numbers) not in (1, len(pools)):
        message = f"points has {len(numbers)} numbers, and there are {len(pools)} puzzles to do"
        raise NotationError(message, word=points)
    each = numbers * len(pools) if len(numbers) == 1 else numbers
    for size, worth in zip(pools, each, strict=True):
        yield Item(tuple(islice(left, size)), worth)


def _numbers(text: str, name: str, least: int, most: int, count: int = MOST) -> tuple[int, ...]:
    words = text.split(",")
    is_sound = len(words) <= count and all(re.fullmatch("[0-9]{1,4}", word) for word in words)
    if not is_sound or not all(least <= int(word) <= most for word in words):
        message = f"{name} is whole numbers from {least} to {most}, not {quoted(text)}"
        raise NotationError(message, word=text)
    return tuple(map(int, words))


def _matched(text: str, pattern: str | re.Pattern[str], what: str) -> str:
    if not re.fullmatch(pattern, text):
        raise NotationError(f"{what}, not {quoted(text)}", word=text)
    return text


def find_assignment(words: str) -> Assignment:
    """Return the assignment of a file or its text, of a practice link, or of a set.

    A link is the whole address, or what stands after its ``#``; a set is one that is shipped, or
    one in a line. It has a point for each puzzle, the first answer to it counts, and feedback
    comes at once. Raises :class:`OnoError`, which names the reason.
    """
    if words.lstrip("\ufeff \t\r\n").startswith("{"):
        return parse_assignment(words.encode("utf-8", "replace"))
    if _leads_to_file(words):
        return read_assignment(Path(words))
    fragment = words.partition("#")[2] or words
    if fragment.startswith((HOMEWORK, f"{SET}=")):
        return read_link(fragment) or _set(_decoded(SET, _texts(fragment)[SET]))
    return _set(words)


def answer_names(assignment: Assignment) -> frozenset[str]:
    """Return every name that answers to an assignment may come under.

    These are its id, and where all learners get the same puzzles what a practice of them is kept
    under: the digest of their ids, and the name of a set that is shipped with just these puzzles.
    """
    if assignment.is_dealt:
        return frozenset((assignment.id,))
    ids = [entry.id for entry in assignment.entries]
    names = {assignment.id, set_name(ids)}
    mine = set(map(set_id, ids))
    for name in bank.sets():
        own = bank.ids_of_set(name)
        # A set has no puzzle twice, and most have another number of them.
        if len(own) == len(mine) and set(map(set_id, own)) == mine:
            names |= {name, set_name(own)}
    return frozenset(names)


def _leads_to_file(words: str) -> bool:
    """Check if this is the path of a file. Raises :class:`FileError` for that of a folder."""
    try:
        path = Path(words)
        if words and path.is_dir():
            message = f"{words} is a folder; name the file in it that ends in .assignment.json"
            raise FileError(message, word=words)
        return path.is_file()
    except (OSError, ValueError):  # too long for a path, or not fit for one
        return False


def _set(words: str) -> Assignment:
    """Return the puzzles of a set as an assignment, a point each."""
    if words in bank.sets():
        name, title, entries = words, bank.title_of_set(words), _entries(bank.entries_of_set(words))
    else:
        puzzles = _line(words)
        name = set_name(puzzle.id for puzzle in puzzles)
        title, entries = "Practice", _entries(puzzles)
    return Assignment(name, title, tuple(Item((entry,)) for entry in entries))


def _line(words: str) -> tuple[Puzzle, ...]:
    try:
        return read_set(words)
    except OnoError as error:
        if ":" in words or ";" in words:
            raise
        sets = ", ".join(bank.sets())
        message = f"{quoted(words)} is no file, and neither a puzzle nor a set; the sets are {sets}"
        raise NotationError(message, word=words) from error

"""The assignment's file, ``ono-tutor-assignment/1``: JSON, and no answer in it; and its making.

An object with ``format``, ``id``, ``title``, ``feedback`` (``now``, ``after``, ``never``),
``attempts`` (0 for any number), ``due`` (a time with its zone, as ``2026-12-01T18:00:00+01:00`` or
``2026-12-01T17:00:00Z``, or ``null``) and ``items``. An item has ``points`` and ``puzzles``: one,
or those of which each learner is dealt one. If there is need, the object has ``opens`` (a time as
``due``) and ``partial`` (true) as well. A puzzle has ``id``, ``kind`` and ``position``, and
where there are any ``plays`` (parted by spaces) and a ``claim``.
"""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ono_tutor.atomic_files import read_limited
from ono_tutor.classroom.assignment import (
    Assignment,
    Feedback,
    Item,
    check_opening,
    checked_due,
    learner_words,
)
from ono_tutor.errors import FileError, NotationError, OnoError, errors_at, quoted
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import ID, Entry, id_of
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
    is_answers = str(whole.get("format")).startswith("ono-tutor-answers/")
    if is_answers or "nbformat" in whole:
        what = "what a learner handed in" if is_answers else "a notebook"
        raise FileError(f"this is {what}; the assignment's file ends in .assignment.json")
    more = [name for name in MAY_BE if name in whole]
    fields = check_fields(found, "an assignment", (*FIELDS, *more))
    if fields["format"] != FORMAT:
        shown = show_json(fields["format"])
        message = f"the format is {shown}, and {quoted(FORMAT)} is read here"
        raise FileError(message, word=shown)
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
    worth = (points,) * len(each) if isinstance(points, int) else tuple(points)
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

"""The puzzles that are shipped, written as words without answers, and read when asked for.

An :class:`Entry` is a puzzle as words, with its id and its seal. Its theme is a short name for what
it shows; as it follows from the answer, it is shown after it.
"""

import json
import os
import pkgutil
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any

from ono_tutor.errors import NotationError, quoted
from ono_tutor.i18n import N_, Message, _
from ono_tutor.rules.book import rule_point

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""What an id is written with: digits and letters that are not taken for each other."""

ID = re.compile(r"[a-z0-9][a-z0-9-]{0,59}")
"""What an id looks like: small letters, digits and hyphens, 60 at the most."""

MARKS, SEAL_MARKS, IDEA_MARKS = 8, 4, 6
"""Characters of an id after the kind, of a seal, and of an idea."""


BOUNDS = (18, 23, 28, 38)
"""The highest difficulty of each level but the last."""


class Level(IntEnum):
    """The five levels of difficulty, the easiest first."""

    FIRST_STEPS = 1
    EASY = 2
    MODERATE = 3
    HARD = 4
    EXPERT = 5

    @classmethod
    def of(cls, difficulty: int) -> "Level":
        """Return the level of a difficulty."""
        return cls(1 + sum(difficulty > bound for bound in BOUNDS))

    @property
    def title(self) -> Message:
        """The level's name."""
        titles = N_("first steps"), N_("easy"), N_("moderate"), N_("hard"), N_("expert")
        return _(titles[self - 1])


@dataclass(frozen=True, slots=True)
class Entry:
    """A puzzle of the bank or of a teacher's file, as words.

    ``plays`` are separated by spaces. ``difficulty``, ``rule_points`` and ``misconceptions``
    are worked out from the rest and kept beside it, so that a list is quick; a test works
    them out again. The answer is not kept; ``seal`` is a digest of it, which tells if it changes.
    ``theme`` is the id of the puzzle's theme, ``idea`` a digest of its idea.
    """

    id: str
    kind: str
    position: str
    plays: str = ""
    claim: str = ""
    difficulty: int = 0
    rule_points: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()
    seal: str = ""
    theme: str = ""
    idea: str = ""

    @property
    def rules(self) -> str:
        """The rule set with its options, as the position's line names it."""
        return self.position.partition(" ")[0]

    @property
    def key(self) -> str:
        """The rule set without its options."""
        return self.rules.partition("+")[0]

    @property
    def level(self) -> Level:
        """The level of the difficulty."""
        return Level.of(self.difficulty)

    @property
    def words(self) -> tuple[str, str, str, str]:
        """The question in words: kind, position, plays and claim, of which the id is a digest."""
        return self.kind, self.position, self.plays, self.claim


def digest(parts: Iterable[str], count: int = IDEA_MARKS) -> str:
    """Return a short digest of some words, the same in every version and on every machine."""
    from hashlib import sha256  # noqa: PLC0415 - slow to import, and reading the bank needs none

    number = int.from_bytes(sha256("\n".join(parts).encode()).digest(), "big")
    marks = ""
    for __ in range(count):
        number, place = divmod(number, len(ALPHABET))
        marks += ALPHABET[place]
    return marks


def id_of(kind: str, position: str, plays: str = "", claim: str = "") -> str:
    """Return the id of a generated puzzle: its kind, and a digest of what is asked alone."""
    return f"{kind}-{digest((kind, position, plays, claim), MARKS)}"


def seal_of(answer: object) -> str:
    """Return a short digest of an answer's JSON value."""
    return digest((json.dumps(answer, sort_keys=True),), SEAL_MARKS)


def set_name(ids: Iterable[str]) -> str:
    """Return a name for a set of puzzles that has none: a digest of their ids, in order."""
    from hashlib import sha256  # noqa: PLC0415 - likewise

    return "puzzles-" + sha256("\n".join(ids).encode()).hexdigest()[:10]


OF_SETS, OF_WITNESSES = "sets", "witnesses"
"""The files of puzzles that are not named after a kind: those of the sets, and the witnesses of
rule points."""

OF_PATTERNS, OF_GAMES = "patterns", "games"
"""The files of the answers that misconceptions lead to, and of the games puzzles come from."""

WITNESS = "witness"
"""The first word of a witness's id; the rule point's id follows after a hyphen."""


def parse_entries(text: str) -> list[Entry]:
    """Return the puzzles of a file of the bank: one a line, its fields parted by tabs.

    The fields are id, kind, difficulty, seal, position, plays, claim, rule points, misconceptions,
    theme and idea.
    """
    entries = []
    for line in text.splitlines():
        name, kind, difficulty, seal, *words, points, beliefs, theme, idea = line.split("\t")
        position, plays, claim = words
        lists = tuple(points.split()), tuple(beliefs.split())
        computed = int(difficulty), *lists, seal, theme, idea
        entries.append(Entry(name, kind, position, plays, claim, *computed))
    return entries


@lru_cache(maxsize=1)
def index() -> Mapping[str, Entry]:
    """Return every shipped puzzle by id: sets and witnesses first, then kind by kind."""
    first, others = (OF_SETS, OF_WITNESSES), (OF_PATTERNS, OF_GAMES)
    kinds = (name for name in _names("bank", ".txt") if name not in (*first, *others))
    entries = (entry for name in (*first, *kinds) for entry in parse_entries(text_of(name)))
    return {entry.id: entry for entry in entries}


def entry(puzzle_id: str) -> Entry:
    """Return the puzzle with this id. Raises :class:`NotationError` if there is none."""
    if puzzle_id not in index():
        raise NotationError(f"there is no puzzle {quoted(puzzle_id)}", word=puzzle_id)
    return index()[puzzle_id]


def shipped(puzzle_id: str, words: tuple[str, str, str, str]) -> Entry | None:
    """Return the puzzle of the bank with this id, if it asks what these words ask."""
    found = index().get(puzzle_id)
    return found if found is not None and found.words == words else None


def check_own_id(name: str, words: tuple[str, str, str, str]) -> None:
    """Raise a :class:`NotationError` unless a puzzle with these words may have this id.

    It must look like an id, and not be that of another puzzle of the bank.
    """
    if not ID.fullmatch(name):
        message = f"{quoted(name)} is no id: small letters, digits and hyphens, 60 at the most"
        raise NotationError(message, word=name)
    if name in index() and shipped(name, words) is None:
        raise NotationError(f"{quoted(name)} is the id of another puzzle in the bank", word=name)


def witness(rule_id: str) -> Entry | None:
    """Return the ``edition`` puzzle that shows where the rule sets part at this rule point.

    It is None if no position can show it, as for a point about the deal.
    Raises :class:`NotationError` where there is no such rule point.
    """
    rule_point(rule_id)
    return index().get(f"{WITNESS}-{rule_id}")


def entries_of_set(name: str) -> tuple[Entry, ...]:
    """Return the puzzles of a shipped set, such as ``double-play-1980``, in its order.

    Raises :class:`NotationError` if there is none.
    """
    return tuple(map(entry, set_file(name)["puzzles"]))


def title_of_set(name: str) -> str:
    """Return the title of a shipped set. Raises :class:`NotationError` if there is none."""
    return str(set_file(name)["title"])


def sets() -> list[str]:
    """Return the names of the shipped sets."""
    return _names("sets", ".toml")


def set_file(name: str) -> dict[str, Any]:
    """Return a set's file: ``title``, ``puzzles`` (ids in order), and its own ``puzzle`` tables.

    Raises :class:`NotationError` if there is none.
    """
    if name not in sets():
        message = f"there is no puzzle set {quoted(name)}; the sets are {', '.join(sets())}"
        raise NotationError(message, word=name)
    import tomllib  # noqa: PLC0415 - slow to import, and a single puzzle needs none

    return tomllib.loads(text_of(name, "sets", ".toml"))


@lru_cache(maxsize=1)
def game_sources() -> Mapping[str, str]:
    """Return where puzzles of played games come from, by id: a line of words parted by tabs.

    The words are the puzzle's id, the rule set, the number of players and the seed of the game,
    how many plays came before, and the play that lost.
    """
    lines = text_of(OF_GAMES).splitlines(keepends=True)
    return {line[: line.index("\t")]: line for line in lines}


# ---- themes ----

WHAT_LOST = "what-lost"
"""The theme of the puzzles that come from played games."""

THEMES: Mapping[str, str] = {
    "pass-it-on": N_("Pass it on"),
    "back-to-sender": N_("Back to the sender"),
    "minus-saves": N_("The minus saves you"),
    "stand-still": N_("Stand still"),
    "four-together": N_("Four of a kind"),
    "trap": N_("Trap at {total}"),
    "no-way-out": N_("No way out"),
    "only-second": N_("Only as the second card"),
    "two-in-a-row": N_("Two in a row"),
    "draw-decides": N_("The draw decides"),
    "forgotten-card": N_("The forgotten card"),
    "dead-card": N_("A card that is never played"),
    "nothing-to-fear": N_("Nothing to fear"),
    "low-card": N_("Small steps"),
    "on-the-mark": N_("Right on the mark"),
    "past-the-mark": N_("Past the mark"),
    "leaving-a-mark": N_("Leaving a mark"),
    "way-down": N_("Free on the way down"),
    "exactly-99": N_("Exactly 99"),
    "over-99": N_("Over 99"),
    "two-lines": N_("Over two lines at once"),
    "half-or-double": N_("Half or double"),
    "high-or-low": N_("High or low?"),
    "skip": N_("One player is skipped"),
    "turn-around": N_("The other way round"),
    "reverse-for-two": N_("A Reverse for two"),
    "never-four": N_("Two cards and no more"),
    "double-ends": N_("The double ends here"),
    "next-please": N_("Next, please"),
    "keep-count": N_("Keep count"),
    "below-zero": N_("Below zero"),
    "pay-up": N_("Pay up"),
    "nobody-pays": N_("Nobody pays"),
    "count-the-hand": N_("Count the hand"),
    "pressure": N_("Put the pressure on"),
    "read-ahead": N_("Read ahead"),
    "which-game": N_("Which game is it?"),
    "know-the-deck": N_("Know your deck"),
    "whole-round": N_("Think of the whole round"),
    WHAT_LOST: N_("What lost this round?"),
}
"""The themes by id: the name of each, with the total where it names one."""


def theme_title(theme: str, total: int) -> Message:
    """Return a theme's name for people; ``total`` is that of the puzzle's position."""
    return _(THEMES[theme], total=total)


def themes_of(entry: Entry) -> tuple[str, ...]:
    """Return the ids of a puzzle's themes: its own, and whether it comes from a played game."""
    return (entry.theme, *((WHAT_LOST,) if entry.id in game_sources() else ()))


def _names(folder: str, ending: str) -> list[str]:
    """Return the names of the files in a folder of this package, without their ending."""
    package = os.path.dirname(__file__)  # noqa: PTH120 - pathlib is slow to import
    names = sorted(os.listdir(os.path.join(package, folder)))  # noqa: PTH118, PTH208
    return [name.removesuffix(ending) for name in names if name.endswith(ending)]


def text_of(name: str, folder: str = "bank", ending: str = ".txt") -> str:
    """Return the text of a file of the bank."""
    return (pkgutil.get_data(__package__, f"{folder}/{name}{ending}") or b"").decode()

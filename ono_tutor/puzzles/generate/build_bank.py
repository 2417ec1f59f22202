"""The bank that is shipped, built from a seed: the same bytes every time."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from ono_tutor.puzzles import bank
from ono_tutor.puzzles.difficulty import Level, level_of
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.generate.canonical_form import canonical_form
from ono_tutor.puzzles.generate.deals import kinds_for
from ono_tutor.puzzles.generate.search import Seen, Wanted, search
from ono_tutor.puzzles.generate.witnesses import witnesses
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.edition import Edition
from ono_tutor.puzzles.misconceptions.responses import format_patterns, patterns
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.rating import entry_of, rate
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.puzzles.task import askable
from ono_tutor.rules.book import misconceptions
from ono_tutor.rules.catalogue import RULE_SETS

SEED = 1980

COUNTS: Mapping[str, Mapping[str, int]] = {
    "total": {"1980": 130, "2022": 130, "ninety-nine": 160},
    "legal": {"1980": 220, "2022": 220, "ninety-nine": 20},
    "next": {"1980": 160, "2022": 160, "ninety-nine": 160},
    "survive": {"1980": 220, "2022": 220, "ninety-nine": 160},
    "best-card": {"1980": 170, "2022": 170, "ninety-nine": 140},
    "chance": {"1980": 190, "2022": 170},
    "pays": {"1980": 170, "ninety-nine": 220},
    "score": {"1980": 130},
    "edition": {"1980": 150, "2022": 150, "ninety-nine": 100},
    "threat": {"1980": 45, "2022": 45, "ninety-nine": 45},
    "line": {"1980": 50, "2022": 50, "ninety-nine": 30},
    "quiet": {"1980": 75, "2022": 75, "ninety-nine": 70},
}
"""How many puzzles of each kind are looked for first; what is still wanted comes on top."""

A_POINT, A_MISCONCEPTION, A_LEVEL = 14, 14, 450
"""How many puzzles of each rule point of a rule set, misconception and level are wanted."""

BRISK = ("total", "legal", "next", "survive", "best-card", "pays", "edition", "chance")
"""The kinds that are looked through for what is still wanted."""

Report = Callable[[str, int, int], None]
"""Is told what is looked for, how many puzzles of it were found so far, and how many are wanted."""


@dataclass(slots=True)
class Bank:
    """The bank while it is built; puzzles of these ``kinds`` are looked for."""

    seen: Seen
    entries: list[Entry]
    kinds: tuple[str, ...] = tuple(KINDS)
    report: Report = lambda name, found, wanted: None

    def add(self, name: str, wanted: Wanted, count: int) -> None:
        """Look for so many puzzles more, of those kinds alone that are built."""
        kinds = tuple(kind for kind in wanted.kinds if kind in self.kinds)
        if count <= 0 or not kinds:
            return
        random, wanted = SeededRandom(f"{SEED} {name}"), replace(wanted, kinds=kinds)
        self.report(name, 0, count)
        for number, entry in enumerate(search(random, wanted, self.seen, count), 1):
            self.entries.append(entry)
            self.report(name, number, count)

    def fill(self, key: str, point: str) -> None:
        """Look for puzzles of a rule point until there are enough; claims of any rule set last."""
        kinds, points = kinds_for(key, point) or BRISK, frozenset({point})
        wanted = Wanted(keys=(key,), kinds=kinds, rule_points=points)
        claims = Wanted(kinds=(Edition.name,), rule_points=points)
        name = f"{key} {point}"
        self.add(name, wanted, A_POINT - self.points()[key, point])
        self.add(f"{name} claims", claims, A_POINT - self.points()[key, point])

    def points(self) -> Counter[tuple[str, str]]:
        """Return how many puzzles there are of each rule point under each rule set."""
        return Counter(
            (key, point)
            for entry in self.entries
            for point in entry.rule_points
            for key in keys_of(entry, point)
        )


def keys_of(entry: Entry, point: str) -> tuple[str, ...]:
    """The rule sets whose point this puzzle shows: those that it asks about and that have it."""
    known = [key for key in RULE_SETS if (key, point) in askable()]
    return tuple(key for key in known if entry.kind == Edition.name or key == entry.key)


def build(
    report: Report = lambda name, found, wanted: None, kinds: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the files of the bank, by name without ``.txt``, with their text.

    With ``kinds`` only their files are built, and the patterns of answers; of the other kinds the
    puzzles and patterns count that are shipped.
    Raises :class:`NotationError` for a name that is no kind.
    """
    Wanted(kinds=tuple(kinds)).check()
    others = [entry for entry in bank.index().values() if kinds and entry.kind not in kinds]
    made = Bank(Seen(), others, tuple(dict.fromkeys(kinds or KINDS)), report)
    sets = [_note(made.seen, draft) for draft in bank.drafts_of_sets()]
    for kind, counts in COUNTS.items():
        for key, count in counts.items():
            made.add(f"{key} {kind}", Wanted(keys=(key,), kinds=(kind,)), count)
    for key, point in askable():
        made.fill(key, point)
    for key in misconceptions():
        found = sum(key in entry.misconceptions for entry in made.entries)
        wanted = Wanted(kinds=BRISK, misconceptions=frozenset({key}))
        made.add(key, wanted, A_MISCONCEPTION - found)
    for level in Level:
        found = sum(level_of(entry.difficulty) is level for entry in made.entries)
        made.add(level.name, Wanted(kinds=BRISK, levels=frozenset({level.value})), A_LEVEL - found)
    if not kinds:
        yield bank.OF_SETS, bank.format_entries(sets)
        yield bank.OF_WITNESSES, bank.format_entries(witnesses())
    for kind in made.kinds:
        mine = [entry for entry in made.entries if entry.kind == kind]
        mine.sort(key=lambda entry: (entry.difficulty, entry.id))
        yield kind, bank.format_entries(mine)
    if not kinds:
        yield bank.OF_PATTERNS, format_patterns([*sets, *witnesses(), *made.entries])
        return
    anew = tuple(f"{kind}-" for kind in kinds)
    kept = {name: pattern for name, pattern in patterns().items() if not name.startswith(anew)}
    mine = [entry for entry in made.entries if entry.kind in kinds]
    yield bank.OF_PATTERNS, format_patterns(mine, kept)


def _note(seen: Seen, draft: Entry) -> Entry:
    """A puzzle of a set, rated under its own id; it is not found a second time."""
    task = Puzzle.of(draft).task
    rated = entry_of(draft.kind, task, rate(draft.kind, task))
    seen.forms.add(canonical_form(draft.kind, task))
    return Entry(draft.id, *rated.words, *rated.cached)

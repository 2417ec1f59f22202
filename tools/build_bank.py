#!/usr/bin/env python3
"""Build the bank of puzzles on from the one that is shipped: the same bytes every time.

    python tools/build_bank.py ono_tutor/puzzles/bank [--kind NAME]

The files of the whole bank, or of each ``--kind`` alone, are written into the folder.

The bank's puzzles stay, under their ids, since sets, lessons and learners' progress name them. What
is still wanted is searched for in played games and from a seed, not too much of one idea or of one
sort of answer. To leave a puzzle out, take its line out of its file.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice
from pathlib import Path

from find_patterns import format_patterns
from lost_rounds import games_of, is_played_still, lost_by_choice
from witnesses import witnesses

from ono_tutor.errors import OnoError
from ono_tutor.game.position import Position
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry, Level, id_of
from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate import SeededRandom
from ono_tutor.puzzles.generate.search import (
    FoundPuzzles,
    canonical_form,
    search,
    shapes_of,
)
from ono_tutor.puzzles.kind import Rating
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.best_card import BestCard
from ono_tutor.puzzles.kinds.edition import Edition
from ono_tutor.puzzles.kinds.score import Score
from ono_tutor.puzzles.misconceptions.answer_patterns import patterns
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.rating import entry_of, idea_of, rate
from ono_tutor.puzzles.task import ROUND, UNASKABLE, Task
from ono_tutor.rules.book import misconceptions, rule_points
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.ruleset import RuleSet

SEED = 1980

COUNTS: Mapping[str, Mapping[str, int]] = {
    "total": {"1980": 120, "2022": 120, "ninety-nine": 130},
    "legal": {"1980": 190, "2022": 190, "ninety-nine": 10},
    "next": {"1980": 150, "2022": 150, "ninety-nine": 120},
    "survive": {"1980": 160, "2022": 160, "ninety-nine": 110},
    "best-card": {"1980": 140, "2022": 140, "ninety-nine": 150},
    "chance": {"1980": 130, "2022": 120},
    "pays": {"1980": 130, "ninety-nine": 230},
    "score": {"1980": 100},
    "edition": {"1980": 130, "2022": 130, "ninety-nine": 90},
    "threat": {"1980": 40, "2022": 40, "ninety-nine": 40},
    "line": {"1980": 35, "2022": 35, "ninety-nine": 25},
    "quiet": {"1980": 60, "2022": 60, "ninety-nine": 50},
}
"""How many puzzles of each kind are looked for; what is still wanted comes on top."""

FROM_GAMES: Mapping[str, Mapping[str, int]] = {
    "best-card": {"1980": 30, "2022": 30, "ninety-nine": 40},
    "line": {"1980": 25, "2022": 20, "ninety-nine": 15},
}
"""How many puzzles come from played games."""

TRAPS: Mapping[tuple[str, str], int] = {
    ("next", "2022"): 4,
    ("pays", "ninety-nine"): 4,
    ("total", "ninety-nine"): 3,
}
"""How many misconceptions mislead at once at the puzzles that tell most of what is believed."""

A_TRAP = 8
"""How many of these puzzles are wanted of each sort."""

ROUNDS = {"1980": 20, "2022": 20}
"""How many puzzles ask for the best card over the whole round."""

MOST_GAMES = 1_500
"""Games of a rule set that are played, at the most."""

MOST_TRIES = 400
"""Deals looked at in vain before something wanted is given up."""

PLAYERS = (2, 2, 2, 3, 3, 4, 5)
"""Numbers of players, the common ones more often."""

LATE_DRAW = "forgot-draw"
"""The rule point of somebody who may still draw late."""

A_POINT, A_LEVEL = 14, 400
"""How many puzzles of each rule point of a rule set and of each level are wanted."""

IDEAS, OF_AN_IDEA, MOST_OF_AN_IDEA = 3, 3, 10
"""Ideas of each point and misconception, puzzles of each of them, and the most of one idea."""

BRISK = ("total", "legal", "next", "survive", "best-card", "pays", "edition", "chance")
"""The kinds that are looked through for what is still wanted."""

Report = Callable[[str, int, int], None]
"""Is told what is looked for, how many puzzles of it were found so far, and how many are wanted."""


@dataclass(slots=True)
class Bank:
    """The bank while it is built; puzzles of these ``kinds`` are looked for."""

    entries: list[Entry]
    kinds: tuple[str, ...] = tuple(KINDS)
    report: Report = lambda name, found, wanted: None
    games: list[str] = field(default_factory=list)
    seen: FoundPuzzles = field(default_factory=FoundPuzzles)
    of_idea: Counter[str] = field(default_factory=Counter)

    def keep(self, entries: Sequence[Entry]) -> None:
        """Keep puzzles that are in the bank, rated anew; one that has no answer any more goes."""
        for number, entry in enumerate(entries, 1):
            self.report("kept", number, len(entries))
            with suppress(OnoError):
                self.note(entry.kind, Puzzle.of(entry).task)

    def keep_games(self, sources: Mapping[str, str]) -> None:
        """Keep where puzzles come from, by id; of kinds that are built, what is played so still."""
        for name, source in sources.items():
            is_built = name.rpartition("-")[0] in self.kinds
            if not is_built or (name in self.seen.ids and is_played_still(source)):
                self.games.append(source)

    def note(self, kind: str, task: Task, rating: Rating | None = None) -> Entry | None:
        """Take a puzzle into the bank and return it; None where it is there already."""
        rating = rating or rate(kind, task)
        entry = entry_of(kind, task, rating)
        if entry.id in self.seen.ids:
            return None
        self.seen.add(entry, task, KINDS[kind].answer_class(task, rating.answer))
        self.take(entry)
        return entry

    def take(self, entry: Entry) -> None:
        """Take a puzzle into the bank."""
        self.entries.append(entry)
        self.of_idea[entry.idea] += 1

    def add(  # noqa: PLR0913 - each is a way to say what is looked for
        self,
        name: str,
        filters: PuzzleFilter,
        count: int,
        *,
        with_options: bool = True,
        as_dealt: bool = False,
        traps: int = 0,
        ideas: Collection[str] = (),
        avoided: Collection[str] = (),
    ) -> int:
        """Look for so many puzzles more, of those kinds alone that are built; return how many.

        Without options nobody may draw late either. ``as_dealt`` takes puzzles as they are, and
        no smaller ones; at least ``traps`` misconceptions mislead. ``ideas`` are those of which one
        is looked for, ``avoided`` those of which none is.
        """
        kinds, found = tuple(kind for kind in filters.kinds if kind in self.kinds), 0
        if count <= 0 or not kinds:
            return found

        def accepts(kind: str, task: Task, rating: Rating) -> bool:
            idea = idea_of(kind, task, rating)
            is_wanted = (not ideas or idea in ideas) and idea not in avoided
            is_worn = self.of_idea[idea] >= MOST_OF_AN_IDEA
            return is_wanted and not is_worn and len(rating.misconceptions) >= traps

        self.report(name, 0, count)
        looked_for = search(
            SeededRandom(f"{SEED} {name}"),
            replace(filters, kinds=kinds, without_rule_points=() if with_options else (LATE_DRAW,)),
            self.seen,
            count,
            MOST_TRIES,
            with_options=with_options,
            makes_smaller=not as_dealt,
            accepts=accepts,
        )
        for found, entry in enumerate(looked_for, 1):
            self.take(entry)
            self.report(name, found, count)
        return found

    def add_from_games(self, key: str, counts: Mapping[str, int]) -> None:
        """Look through games of bots for so many puzzles of each kind."""
        left = {
            kind: count
            - sum(line.startswith(f"{kind}-") and f"\t{key}\t" in line for line in self.games)
            for kind, count in counts.items()
            if kind in self.kinds
        }
        name = f"{key} games"
        for game in islice(games_of(key, str(SEED), PLAYERS), MOST_GAMES):
            if max(left.values(), default=0) <= 0:
                return
            for kind, task, decision in lost_by_choice(game):
                entry = self._of_game(kind, task) if left.get(kind, 0) > 0 else None
                if entry is not None:
                    left[kind] -= 1
                    self.games.append(decision.source(entry.id, game))
                    self.report(
                        name, sum(counts.values()) - sum(left.values()), sum(counts.values())
                    )

    def _of_game(self, kind: str, task: Task) -> Entry | None:
        """Take a puzzle from a game into the bank, if it is worth asking and not there already."""
        rating = rate(kind, task)
        worn = self.of_idea[idea_of(kind, task, rating)] >= OF_AN_IDEA
        if (
            worn
            or canonical_form(kind, task) in self.seen.forms
            or KINDS[kind].is_obvious(task, rating.answer)
        ):
            return None
        return self.note(kind, task, rating)

    def fill(self, key: str, point: str) -> None:
        """Look for puzzles of a rule point until there are enough; claims of any rule set last."""
        kinds, name = kinds_for(key, point) or BRISK, f"{key} {point}"
        if not {*self.kinds} & {*kinds, *BRISK}:
            return
        filters = PuzzleFilter(rules=(key,), kinds=kinds, rule_points=(point,))
        self.add(name, filters, A_POINT - self.points()[key, point], with_options=False)
        self.add(name, filters, A_POINT - self.points()[key, point])
        claims = PuzzleFilter(kinds=(Edition.info.name,), rule_points=(point,))
        self.add(f"{name} claims", claims, A_POINT - self.points()[key, point])
        self.widen(key, replace(filters, kinds=tuple(dict.fromkeys((*kinds, *BRISK)))), name)

    def widen(self, key: str, filters: PuzzleFilter, name: str) -> None:
        """Look for more ideas of a rule point or a misconception, and for more of each."""
        for step in range(3 * IDEAS * OF_AN_IDEA):
            ideas = self.ideas(key, filters)
            best = ideas.most_common(IDEAS)
            if len(best) == IDEAS and min(count for _, count in best) >= OF_AN_IDEA:
                return
            lacking = {idea for idea, count in ideas.items() if count < OF_AN_IDEA}
            if len(best) == IDEAS:
                more = f"{name} more {step}"
                if self.add(more, filters, 1, as_dealt=True, ideas=lacking):
                    continue
            avoided = ideas.keys() - (lacking if len(best) == IDEAS else set())
            as_dealt = step % 2 == 1
            found = self.add(f"{name} {step}", filters, 1, as_dealt=as_dealt, avoided=avoided)
            if not found and as_dealt:
                return

    def add_traps(self) -> None:
        """Look for puzzles at which several misconceptions lead to different answers."""
        for (kind, key), traps in TRAPS.items():
            mine = (entry for entry in self.entries if (entry.kind, entry.key) == (kind, key))
            found = sum(len(entry.misconceptions) >= traps for entry in mine)
            filters = PuzzleFilter(rules=(key,), kinds=(kind,))
            name, lacking = f"{key} {kind} traps", A_TRAP - found
            self.add(name, filters, lacking, with_options=False, as_dealt=True, traps=traps)

    def ideas(self, key: str, filters: PuzzleFilter) -> Counter[str]:
        """Return how many puzzles of this rule set there are of each idea that is looked for."""
        shown = replace(filters, rules=(), kinds=())
        return Counter(
            entry.idea
            for entry in self.entries
            if shown.passes(entry) and (entry.key == key or entry.kind == Edition.info.name)
        )

    def points(self) -> Counter[tuple[str, str]]:
        """Return how many puzzles there are of each rule point under each rule set."""
        return Counter(
            (key, point)
            for entry in self.entries
            for point in entry.rule_points
            for key in rule_sets_of(entry, point)
        )


@lru_cache(maxsize=1)
def askable() -> tuple[tuple[str, str], ...]:
    """Return each rule set and each of its rule points that a question can be asked about."""
    return tuple(
        (key, point.id)
        for key in RULE_SETS
        for point in rule_points().values()
        if key in point.says and point.id not in UNASKABLE
    )


def kinds_for(key: str, point: str) -> tuple[str, ...]:
    """Return the kinds that shapes of this point are for; empty if they are for any."""
    kinds = [shape.kinds for shape in shapes_of(key) if point in shape.points]
    return tuple(dict.fromkeys(kind for some in kinds for kind in some)) if all(kinds) else ()


def rule_sets_of(entry: Entry, point: str) -> tuple[str, ...]:
    """The rule sets whose point this puzzle shows: those that it asks about and that have it."""
    known = [key for key in RULE_SETS if (key, point) in askable()]
    return tuple(key for key in known if entry.kind == Edition.info.name or key == entry.key)


def drafts_of_sets() -> list[Entry]:
    """Return the puzzles that only the sets' files have, not yet rated."""
    own = [item for name in bank.sets() for item in bank.set_file(name).get("puzzle", [])]
    return [Entry(**item) for item in own]


def format_entries(entries: Iterable[Entry]) -> str:
    """Return the text of a file of the bank, as ``bank.parse_entries`` reads it."""
    lines = []
    for entry in entries:
        computed = entry.id, entry.kind, str(entry.difficulty), entry.seal
        lists = " ".join(entry.rule_points), " ".join(entry.misconceptions)
        words = entry.position, entry.plays, entry.claim
        lines.append("\t".join((*computed, *words, *lists, entry.theme, entry.idea)) + "\n")
    return "".join(lines)


def _is_own(entry: Entry) -> bool:
    """Check whether a puzzle stands in the file of its kind, and not among sets or witnesses."""
    return entry.id == id_of(*entry.words)


def build(
    report: Report = lambda name, found, wanted: None, kinds: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the files of the bank, by name without ``.txt``, with their text.

    With ``kinds`` only their files are built, and the patterns of answers; of the other kinds the
    puzzles and patterns count that are shipped.
    """
    others = [entry for entry in bank.index().values() if kinds and entry.kind not in kinds]
    made = Bank(others, tuple(dict.fromkeys(kinds or KINDS)), report)
    sets = [_note(made.seen, draft) for draft in drafts_of_sets()]
    known = [e for e in bank.index().values() if _is_own(e) and e.kind in made.kinds]
    made.keep(known)
    made.keep_games(bank.game_sources())
    for key in RULE_SETS:
        made.add_from_games(key, {kind: counts[key] for kind, counts in FROM_GAMES.items()})
    for key, count in ROUNDS.items() if BestCard.info.name in made.kinds else ():
        found = sum(entry.claim == ROUND and entry.key == key for entry in made.entries)
        for entry in round_puzzles(ruleset(key), made.seen, count - found):
            made.take(entry)
    for kind, counts in COUNTS.items():
        for key, count in counts.items():
            found = sum(entry.kind == kind and entry.key == key for entry in made.entries)
            filters, has_options = (
                PuzzleFilter(rules=(key,), kinds=(kind,)),
                kind == Score.info.name,
            )
            made.add(f"{key} {kind}", filters, count - found, with_options=has_options)
    for key, point in askable():
        made.fill(key, point)
    made.add_traps()
    for belief, about in misconceptions().items():
        for key in about.rules:
            filters = PuzzleFilter(rules=(key,), kinds=BRISK, misconceptions=(belief,))
            made.widen(key, filters, f"{key} {belief}")
    for level in Level:
        found = sum(entry.level is level for entry in made.entries)
        filters = PuzzleFilter(kinds=BRISK, levels=(level.value,))
        made.add(level.name, filters, A_LEVEL - found, with_options=False)
    shown = [] if kinds else list(witnesses())
    if not kinds:
        yield bank.OF_SETS, format_entries(sets)
        yield bank.OF_WITNESSES, format_entries(shown)
    for kind in made.kinds:
        mine = [entry for entry in made.entries if entry.kind == kind]
        mine.sort(key=lambda entry: (entry.difficulty, entry.id))
        yield kind, format_entries(mine)
    yield bank.OF_GAMES, "".join(sorted(made.games))
    if not kinds:
        yield bank.OF_PATTERNS, format_patterns([*sets, *shown, *made.entries])
        return
    anew = tuple(f"{kind}-" for kind in kinds)
    kept = {name: pattern for name, pattern in patterns().items() if not name.startswith(anew)}
    mine = [entry for entry in made.entries if entry.kind in kinds]
    yield bank.OF_PATTERNS, format_patterns(mine, kept)


def _note(seen: FoundPuzzles, draft: Entry) -> Entry:
    """A puzzle of a set, rated under its own id; it is not found a second time."""
    task = Puzzle.of(draft).task
    rated = entry_of(draft.kind, task, rate(draft.kind, task))
    seen.forms.add(canonical_form(draft.kind, task))
    return replace(rated, id=draft.id)


MOST_DEALS = 40_000
"""Hands that are tried before the search gives up."""

ROUND_TOTALS = (30, 97)
"""The least and the highest total; below it no card is clearly better than another."""


def round_puzzles(rules: RuleSet, seen: FoundPuzzles, count: int) -> Iterator[Entry]:
    """Yield puzzles about the round, half of them at the highest level, no answer too often.

    Hands whose cards all survive alike, one of which wins more rounds, are rare, so hands are dealt
    as in a game between two players and tried.
    """
    random, answers = SeededRandom(f"round {rules.name}"), Counter[str]()
    left = {Level.EXPERT: count - count // 2, Level.HARD: count // 2}
    for _ in range(MOST_DEALS):
        if not any(left.values()):
            return
        task = _dealt(random, rules)
        try:
            rating = rate(BestCard.info.name, task)
        except OnoError:
            continue
        entry, answer = entry_of(BestCard.info.name, task, rating), str(rating.answer)
        is_common = answers[answer] > count // 5
        if (
            is_common
            or not left.get(rating.level)
            or canonical_form(BestCard.info.name, task) in seen.forms
        ):
            continue
        if entry.id not in seen.ids:
            seen.add(entry, task, answer)
            left[rating.level] -= 1
            answers[answer] += 1
            yield entry


def _dealt(random: SeededRandom, rules: RuleSet) -> Task:
    """Return a hand and a total, as one of two players sees them."""
    deck = [card for card, copies in rules.deck(2).items() for _ in range(copies)]
    hand = ",".join(card.code for card in random.shuffled(deck)[: rules.hand_size])
    total = random.between(*ROUND_TOTALS)
    return Task(Position.parse(f"{rules.name} total={total} hand={hand}"), claim=ROUND)


def main() -> None:
    """Write the files, and print on the way what is looked for and how many were found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kind", action="append", default=[], choices=KINDS)
    options = parser.parse_args()

    def report(name: str, found: int, wanted: int) -> None:
        if found % max(wanted // 20, 1) == 0 or found == wanted:
            print(f"{name}: {found} of {wanted}", file=sys.stderr)

    options.folder.mkdir(parents=True, exist_ok=True)
    for name, text in build(report, options.kind):
        (options.folder / f"{name}.txt").write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

"""Variants: puzzles as hard as each other, so that each learner gets others."""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

from ono_tutor.classroom.filters import like_these
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.difficulty import Level, level_of
from ono_tutor.puzzles.filters import CALM, PuzzleFilter, asked_kind, shown_cards
from ono_tutor.puzzles.generate.search import FoundPuzzles, search
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.seeded_random import SeededRandom
from ono_tutor.rules.judgement import Refusal
from ono_tutor.rules.play import LateDraw

MOST, ENOUGH = 8, 4
"""The most puzzles of an item, and how many are enough: for fewer, one looks further."""

WIDEST = 5
"""How far apart in difficulty the puzzles of an item may be: one step of thought, or one trap."""

NEW = 8
"""New puzzles that are looked at for an item, at the most."""

PATIENCE = 10
"""New puzzles looked at, at the most, for each that is needed."""

TRIES = 400
"""Deals looked at in vain for one that takes the place of a puzzle of the bank."""

FEW_ANSWERS = frozenset({"survive"})
"""Kinds whose answers are the same few for every puzzle: each is to be right equally often."""

Pool = tuple[Entry, ...]
_LIKE, _AS_HARD, _SAME_LEVEL, _OTHER_TURN = range(4)


class Features(NamedTuple):
    """The features of a puzzle at a glance; variants agree in as many as possible.

    ``plays`` says of each play what its card is for; ``cards`` counts those shown in hands,
    ``choices`` the different plays of the hand, and ``blocked`` its cards that can never be
    played, as an O'NO 99; ``point`` is the first rule point of the puzzle.
    """

    owes: int
    late: bool
    plays: tuple[str, ...]
    cards: int
    choices: int
    blocked: int
    seats: int
    point: str

    @property
    def is_turn(self) -> tuple[int, bool]:
        """The sort of turn: cards owed, and whether somebody may still draw late."""
        return self.owes, self.late

    def misses(self, other: "Features") -> int:
        """Return in how many of these two puzzles do not agree."""
        return sum(one != another for one, another in zip(self, other, strict=True))


FEATURE_NAMES = {
    "owes": "cards owed",
    "late": "late draws",
    "plays": "kinds of card played before",
    "cards": "cards shown",
    "choices": "plays to choose from",
    "blocked": "cards that cannot be played",
    "seats": "players",
    "point": "main rule point",
}
"""The words for each feature in the report to the teacher."""


@lru_cache(maxsize=8192)
def features_of(entry: Entry) -> Features:
    """Return what can be seen of a puzzle."""
    puzzle = Puzzle.of(entry)
    position, rules = puzzle.position, puzzle.position.rules
    plays = []
    for play in puzzle.plays:
        if isinstance(play, LateDraw):
            plays.append(rules.late_draw_rule)
        else:
            plays.append(" ".join(rules.judge(play, CALM).rules) if play.card else str(play))
    blocked = (
        all(isinstance(rules.judge(play, CALM), Refusal) for play in rules.plays_of(card))
        for card in position.hand
    )
    return Features(
        owes=position.owes,
        late=bool(position.undrawn),
        plays=tuple(plays),
        cards=len(shown_cards(position)),
        choices=len(rules.plays_of_hand(position.hand)),
        blocked=sum(blocked),
        seats=len(position.hands),
        point="".join(entry.rule_points[:1]),
    )


def likeness(entry: Entry) -> tuple[str, str, Level]:
    """Return the kind that learners are shown, the rule set and the level of a puzzle."""
    return asked_kind(entry), entry.rules, level_of(entry.difficulty)


def seeded_rank(entry: Entry, seed: str) -> bytes:
    """Return the SHA-256 digest of the seed and the puzzle's id."""
    return sha256(f"{seed}\n{entry.id}".encode()).digest()


More = Callable[[Entry, int, FoundPuzzles], Iterable[Entry]]
"""Makes up to N new puzzles like one, other than those that are used."""


class ItemPools(NamedTuple):
    """The pools of an assignment's items, in order."""

    pools: tuple[Pool, ...]

    @property
    def without_variants(self) -> tuple[int, ...]:
        """The numbers, from 1, of the items that have one puzzle only."""
        return tuple(n for n, pool in enumerate(self.pools, 1) if len(pool) == 1)

    @property
    def agreements(self) -> dict[str, int]:
        """In how many items all puzzles agree: in difficulty, and in each feature."""
        features = [[features_of(entry) for entry in pool] for pool in self.pools]
        hard = ({entry.difficulty for entry in pool} for pool in self.pools)
        return {"difficulty": sum(len(numbers) == 1 for numbers in hard)} | {
            words: sum(len({getattr(each, name) for each in pool}) == 1 for pool in features)
            for name, words in FEATURE_NAMES.items()
        }

    @property
    def one_answer(self) -> tuple[int, ...]:
        """The numbers, from 1, of the items with several puzzles that have the same answer."""
        return tuple(
            number
            for number, pool in enumerate(self.pools, 1)
            if len(pool) > 1 and len({entry.seal for entry in pool}) == 1
        )

    @property
    def difficulty_range(self) -> tuple[int, int]:
        """The least and the most that the difficulties of a learner's puzzles may add up to.

        So two learners are at most 5 apart for each item whose puzzles are not all of one
        difficulty, and not apart at all where they are.
        """
        numbers = [[entry.difficulty for entry in pool] for pool in self.pools]
        return sum(map(min, numbers)), sum(map(max, numbers))


def draw_pools(chosen: Sequence[Entry], spare: Iterable[Entry], more: More) -> ItemPools:
    """Return a pool for each of the chosen puzzles, itself the first in it; no two overlap.

    To each come up to 8 of the spare puzzles that have its kind, rule set and difficulty and look
    like it, those first that look most like it and bring another answer. The pools take turns. A
    pool of fewer than 4 is filled to 4 with those that look otherwise, then of the same level, the
    nearest difficulty first, none more than 5 apart; then with new ones of the same sort, and at
    last with other sorts of turn.
    """
    pools = [[entry] for entry in chosen]
    used = FoundPuzzles(chosen)
    left: dict[tuple[str, str, Level], list[Entry]] = {}
    for entry in spare:
        left.setdefault(likeness(entry), []).append(entry)

    def add_nearest(pool: list[Entry], reach: int) -> bool:
        spares = left.get(likeness(pool[0]), [])
        fitting = (entry for entry in spares if _reach_to(entry, pool) <= reach)
        for entry in sorted(fitting, key=lambda entry: _distance(entry, pool)):
            spares.remove(entry)
            if used.take(entry):
                pool.append(entry)
                return True
        return False

    def deal(reach: int, most: int) -> None:
        open_pools = pools
        while open_pools:
            open_pools = [p for p in open_pools if len(p) < most and add_nearest(p, reach)]

    def small(place: tuple[str, str, Level]) -> list[Entry]:
        return [p[0] for p in pools if len(p) < ENOUGH and likeness(p[0]) == place]

    for reach in (_LIKE, _AS_HARD, _SAME_LEVEL):
        deal(reach, ENOUGH)
    deal(_LIKE, MOST)
    for place in dict.fromkeys(map(likeness, chosen)):
        if firsts := small(place):
            for entry in more(firsts[0], NEW + ENOUGH * (len(firsts) - 1), used):
                left.setdefault(place, []).append(entry)
                for reach in (_LIKE, _AS_HARD, _SAME_LEVEL):
                    deal(reach, ENOUGH)
                if not small(place):
                    break
    deal(_OTHER_TURN, ENOUGH)
    return ItemPools(tuple(map(tuple, pools)))


def _reach_to(entry: Entry, pool: Sequence[Entry]) -> int:
    """Return how far one must look to find this puzzle for a pool of the same level.

    Of puzzles that look alike one feature may differ; two may, if the answer is new to a pool
    with no more than one answer for two puzzles.
    """
    first, features = pool[0], features_of(entry)
    numbers = [entry.difficulty, *(other.difficulty for other in pool)]
    if max(numbers) - min(numbers) > WIDEST:
        return _OTHER_TURN + 1
    if features.is_turn != features_of(first).is_turn:
        return _OTHER_TURN
    if entry.difficulty != first.difficulty:
        return _SAME_LEVEL
    answers = {other.seal for other in pool}
    most = 2 if entry.seal not in answers and 2 * len(answers) <= len(pool) else 1
    return _LIKE if features.misses(features_of(first)) <= most else _AS_HARD


def _distance(entry: Entry, pool: Sequence[Entry]) -> tuple[int, int]:
    """Return how far a puzzle is from the first of a pool in difficulty, then in its features.

    Each time that its answer has come before counts as one more feature.
    """
    repeats = sum(other.seal == entry.seal for other in pool)
    misses = features_of(entry).misses(features_of(pool[0]))
    return abs(entry.difficulty - pool[0].difficulty), misses + repeats


def pools_of_one(chosen: Iterable[Entry]) -> ItemPools:
    """Return a pool for each puzzle, with no other in it: everybody gets the same."""
    return ItemPools(tuple((entry,) for entry in chosen))


def pools_alike(
    chosen: Iterable[Entry], spares: Iterable[Iterable[Entry]], filters: PuzzleFilter, seed: str
) -> ItemPools:
    """Return a pool for each puzzle, filled with spare ones as hard that pass the filters.

    Those of the first collection come before those of the next, each in the order of the seed,
    and new ones if they are too few. None has a prerequisite that no chosen puzzle has.
    """
    firsts = tuple(chosen)
    fits = like_these(filters, firsts)
    ordered = [
        entry
        for spare in spares
        for entry in sorted(filter(fits, spare), key=lambda each: seeded_rank(each, seed))
    ]

    def more(entry: Entry, count: int, used: FoundPuzzles) -> Iterable[Entry]:
        return new_like(entry, filters, seed, count, used)

    return draw_pools(firsts, ordered, more)


def new_like(
    entry: Entry, filters: PuzzleFilter, seed: str, count: int, used: FoundPuzzles
) -> Iterator[Entry]:
    """Yield up to ``count`` new puzzles of the kind, the rule set and the level of another one.

    They pass the filters as well, and have no prerequisite that it has not.
    """
    like = _same_sort(filters, entry)
    words = f"{seed}\n{entry.kind}\n{entry.rules}\n{like.levels[0]}"
    entries = search(SeededRandom(words), like, used.without_counts(), PATIENCE * count)
    return islice(filter(like_these(filters, [entry]), entries), count)


def _same_sort(filters: PuzzleFilter, entry: Entry) -> PuzzleFilter:
    level = level_of(entry.difficulty).value
    return replace(filters, kinds=(entry.kind,), rules=(entry.rules,), levels=(level,))


def new_pools(
    chosen: Iterable[Entry], filters: PuzzleFilter, seed: str, *, per_learner: bool
) -> ItemPools:
    """Return a pool of new puzzles for each puzzle of the bank, the lower levels first.

    Within a level the order depends on the words alone: that of the difficulties would tell
    where every card is safe. If no new puzzle is found, the one of the bank stays.
    """
    entries = tuple(chosen)
    pairs = zip(entries, _new_ones(entries, filters, seed, FoundPuzzles(entries)), strict=True)
    firsts = [new or entry for entry, new in pairs]
    firsts.sort(key=lambda entry: (level_of(entry.difficulty), seeded_rank(entry, seed)))
    if not per_learner:
        return pools_of_one(firsts)
    used = FoundPuzzles((*entries, *firsts))
    spares = filter(None, _new_ones(firsts * (MOST - 1), filters, seed, used))
    return pools_alike(firsts, (spares,), filters, seed)


def _new_ones(
    chosen: Iterable[Entry], filters: PuzzleFilter, seed: str, used: FoundPuzzles
) -> Iterator[Entry | None]:
    """Yield for each puzzle a new one like it, or None if none is found soon.

    It has its kind, rule set and level, its answer if answers are few, and what it was chosen
    for: a rule point and a misconception that were asked for, else its first rule point. It passes
    the filters, and has no prerequisite that the other has not. None of the bank is made again.
    """
    seen, shown = used.without_counts(), Counter[str]()
    seen.ids |= bank.index().keys()

    def least_shown(have: Iterable[str], among: Collection[str]) -> tuple[str, ...]:
        return tuple(sorted((each for each in have if each in among), key=shown.__getitem__)[:1])

    for number, entry in enumerate(chosen, 1):
        random, fits = SeededRandom(f"{seed}\n{number}\n{entry.id}"), like_these(filters, [entry])
        points = least_shown(entry.rule_points, filters.points) or entry.rule_points[:1]
        beliefs = least_shown(entry.misconceptions, filters.misconceptions)
        freely = _same_sort(filters, entry)
        closely = replace(freely, rule_points=points, misconceptions=beliefs)
        candidates = (
            each
            for like in (closely, freely)
            for each in search(random, like, seen, PATIENCE, TRIES)
            if fits(each)
        )
        new = None
        for each in candidates:
            is_same = entry.kind not in FEW_ANSWERS or each.seal == entry.seal
            new = each if is_same else new or each
            if is_same:
                break
        if new:
            shown.update((*new.rule_points, *new.misconceptions))
        yield new

"""Puzzles chosen for an assignment: the same seed, the same puzzles."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256

from ono_tutor.classroom.assigning.alike import ENOUGH, MOST, Sort, sort_of
from ono_tutor.classroom.assigning.filling import new_puzzles
from ono_tutor.classroom.assigning.spread import Spread
from ono_tutor.classroom.assigning.taken import Taken
from ono_tutor.classroom.assigning.wish import Wish
from ono_tutor.errors import NotationError
from ono_tutor.puzzles.entry import Entry


def choose(  # noqa: PLR0913 - each says something else about what is wanted
    source: Iterable[Entry],
    wish: Wish,
    count: int,
    seed: str,
    *,
    in_pools: bool = False,
    goes_on: bool = True,
) -> tuple[Entry, ...]:
    """So many puzzles that the wish asks for, no two the same, in teaching order.

    They are spread evenly over what is asked for, and then over what is not; rule sets with
    options come last where none were asked for. With ``in_pools`` puzzles come first that have
    others as hard beside them; with ``goes_on`` new ones are made where the source has too few.
    Raises :class:`NotationError` where there are not as many.
    """
    taken = Taken()
    found: list[Entry] = []
    chooser = _Chooser(wish, seed, in_pools)
    for entries in wish.ranked(source):
        found += chooser.chosen(entries, count - len(found), taken)
    if not found and not wish.is_in_rules:
        raise NotationError("the rule sets asked for say nothing of the rule points asked for")
    if goes_on and len(found) < count:
        found += new_puzzles(wish, seed, count - len(found), taken)
    if len(found) < count:
        raise NotationError(_too_few(len(found), count), word=str(count))
    return in_teaching_order(found)


def _too_few(found: int, count: int) -> str:
    if not found:
        return "there is no such puzzle; ask for more rule sets, rule points, kinds or levels"
    verb, noun = ("is", "puzzle") if found == 1 else ("are", "puzzles")
    return f"there {verb} {found} such {noun}, and {count} are asked for"


def in_teaching_order(entries: Iterable[Entry]) -> tuple[Entry, ...]:
    """The easier puzzles first, and those as hard as each other in the order they came."""
    return tuple(sorted(entries, key=lambda entry: entry.difficulty))


def ranked(entries: Iterable[Entry], seed: str) -> list[Entry]:
    """The puzzles in the order that a seed gives: that of SHA-256 of the seed and the id."""
    return sorted(entries, key=lambda entry: _rank(entry, seed))


def _rank(entry: Entry, seed: str) -> bytes:
    return sha256(f"{seed}\n{entry.id}".encode()).digest()


class _Chooser:
    """Takes, again and again, the puzzle of whose like the least has been taken."""

    def __init__(self, wish: Wish, seed: str, in_pools: bool) -> None:
        self._wish, self._seed, self._in_pools = wish, seed, in_pools

    def chosen(self, entries: list[Entry], count: int, taken: Taken) -> list[Entry]:
        """Up to so many of the puzzles."""
        spread, found = Spread(self._wish, entries), list[Entry]()
        sizes, sharing = Counter(map(sort_of, entries)), Counter[Sort]()
        heaps = self._heaps(entries)

        def cost(heap: list[Entry]) -> tuple[object, ...]:
            entry = heap[-1]
            sort = sort_of(entry)
            pool = min(MOST, sizes[sort] // (sharing[sort] + 1)) if self._in_pools else 0
            is_thin = self._in_pools and pool < ENOUGH
            costs = spread.asked_cost(entry), is_thin, spread.free_cost(entry), -pool
            return *costs, _rank(entry, self._seed)

        while heaps and len(found) < count:
            heap = min(heaps, key=cost)
            entry = heap.pop()
            if taken.take(entry):
                found.append(entry)
                spread.take(entry)
                sharing[sort_of(entry)] += 1
            heaps = [heap for heap in heaps if heap]
        return found

    def _heaps(self, entries: list[Entry]) -> list[list[Entry]]:
        """The puzzles that are alike in all that is weighed, in heaps, the best of each last."""
        heaps: dict[object, list[Entry]] = {}
        for entry in reversed(ranked(entries, self._seed)):
            points = entry.rule_points if self._wish.rule_points else entry.rule_points[:1]
            heaps.setdefault((sort_of(entry), points), []).append(entry)
        return list(heaps.values())

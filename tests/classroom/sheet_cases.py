"""Assignments to be printed: every kind of puzzle under every rule set, and tables that are full."""

from collections.abc import Sequence

from ono_tutor.classroom.assignment import Assignment, Item, Learner
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.bank import Entry

ALL_OPTIONS = (
    "1980+opening=number+ono99=suicide+ono-on-zero=round+draw-deadline=next-plays+scoring=points"
    "+bust-total=counts+points-end=last-standing+target=300+next-starter=left-of-dealer"
)
FULL = (
    Entry("full-next", "next", f"{ALL_OPTIONS} total=37 hand=7,7,7,R players=8", "R"),
    Entry(
        "full-survive",
        "survive",
        f"{ALL_OPTIONS} total=60 hands=7,5,D,O/2,2,R,5/9,9,O,R/H,H,3,4/6,6,8,8/10,10,5,4/7,9,10,3"
        "/-10,-10,2,3 owes=2 draw=7,H,R,4 dir=ccw",
    ),
    Entry(
        "full-pays",
        "pays",
        "1980+chips-out=at-zero+chips=7 total=95 hand=7,7,7,10 players=8 chips=1/2/3/4/5/6/7/2",
        "7",
    ),
    Entry(
        "full-best-card",
        "best-card",
        "2022+minus-ten=unplayable+dump=free+two-player-reverse-reply=plain"
        "+nobody-can-play=last-standing total=90 hand=7,-10,O,R players=6 owes=2 "
        "seen=0x3,1x2,2,3x3,4x4,5,6,9x2,R,D",
    ),
    Entry(
        "full-legal",
        "legal",
        "ninety-nine+below-zero=forbid total=60 hands=A,10,4/10,A,A/-/4,5,6/7,8,9/J,J,Q/Q,K,K/2,2,3"
        "/3,4,5/6,7,8/9,10,J/K,A,2 points=3/2/-/1/5/5/5/5/5/5/5/5",
    ),
    Entry("full-late", "best-card", "1980 total=92 hand=D,D,-10 played=5 undrawn=0 players=3"),
    Entry("full-together", "legal", "2022 total=60 hand=O,O,O,O players=6"),
    Entry("full-below-zero", "total", "ninety-nine total=-12 hand=A,10,4", "10-10 A+11 4 9 2"),
    Entry("full-no-card", "score", "1980+scoring=points hand="),
)
"""Tables with all there can be: players, open hands, options, discards."""


EACH_KIND = (
    Entry("one", "survive", "1980 total=92 hand=7,H,9,O owes=2 players=3"),
    Entry("two", "best-card", "1980 total=92 hand=7,3,-10,O"),
    Entry("three", "next", "1980 total=20 hand=R,3,D,O players=4", "D"),
    Entry("four", "total", "1980 total=92 hand=7,H,9,O", "H"),
    Entry("five", "legal", "1980 total=92 hand=7,H,9,O"),
    Entry("six", "legal", "2022+minus-ten=unplayable total=92 hand=O,O,O,O"),
    Entry("seven", "threat", "ninety-nine total=92 hand=A,7,10"),
    bank.entry("line-8j6setm7"),
    Entry("nine", "pays", "1980 total=92 hand=7,H,5,O players=5", "5"),
    Entry("ten", "score", "1980+scoring=points hand=7,H,9,O"),
    bank.entry("edition-spjmv8vg"),
    Entry("twelve", "chance", "2022 total=98 hand=1,0,2,1 owes=2"),
    Entry("thirteen", "quiet", "1980 total=12 hand=7,H,9,2"),
)
"""A question of each kind, and of each way to write an answer."""


def every_kind() -> list[Entry]:
    """The shortest and the longest line of the bank for each kind under each rule set."""
    found: dict[tuple[str, str], list[Entry]] = {}
    for entry in bank.index().values():
        found.setdefault((entry.kind, entry.key), []).append(entry)
    by_length = [sorted(some, key=_length) for _, some in sorted(found.items())]
    return [entry for some in by_length for entry in (some[0], some[-1])]


def _length(entry: Entry) -> tuple[int, str]:
    return len(entry.position) + len(entry.plays), entry.id


def assignment(
    pools: Sequence[Entry | Sequence[Entry]], title: str = "Twenty questions", **more: object
) -> Assignment:
    """An assignment of these puzzles, or of these pools, for 1, 2 and 3 points in turn."""
    items = (
        Item((pool,) if isinstance(pool, Entry) else tuple(pool), 1 + place % 3)
        for place, pool in enumerate(pools)
    )
    return Assignment("paper-1", title, tuple(items), **more)


def of_kind(kind: str, count: int = 1) -> list[Entry]:
    """The first puzzles of a kind in the bank."""
    return [entry for entry in bank.index().values() if entry.kind == kind][:count]


POOLS = assignment([of_kind("survive"), of_kind("best-card", 3), of_kind("total", 30)])
"""Three exercises, of which two have variants."""

HOSTILE = '<img src=x onerror=alert(1)> & "Ann"</title>'

CLASS = tuple(map(Learner, ("Zoë", "Ann Lee", "Bo", HOSTILE)))

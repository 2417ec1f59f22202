"""Shapes of positions: where to look for what. Most positions are dull; these are not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Shape:
    """A place to look for puzzles that hang on some rule points, written in codes.

    ``rules`` is a rule set, the options that it needs included; ``points`` the ids of the points
    that it brings out. ``cards`` are in the hand, filled up with some of ``fill``, or with any
    card. ``totals`` and ``players`` are the least and the most; of ``ends``, where there are
    any, the total's last digit is one. ``plays`` come first where plays are made. ``stakes`` is
    the most that anybody has left; ``kinds`` are those that this is for, where not for all, and
    ``claims`` the forms of claim.
    """

    rules: str
    points: tuple[str, ...]
    cards: tuple[str, ...] = ()
    totals: tuple[int, int] = (80, 98)
    owes: int = 1
    players: tuple[int, int] = (2, 4)
    fill: tuple[str, ...] = ()
    ends: tuple[int, ...] = ()
    plays: tuple[str, ...] = ()
    stakes: int | None = None
    undrawn: bool = False
    kinds: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


HIGH = ("7", "8", "9", "10")
LOW = ("2", "3", "4", "5")
QUICK = ("legal", "total", "next", "edition")
SHALLOW = ("may", "total", "next", "owes", "draws")
"""The kinds and the claims that need not look at every four cards that may be drawn."""

SHARED = ("2", "3", "4", "5", "6", "7", "8", "9", "10")


FACTS = ("deck", "deals", "seats")


def _both(points: str, **parts: Any) -> tuple[Shape, ...]:
    """The shape in both editions of O'NO 99."""
    return tuple(_one(rules, points, **parts) for rules in ("1980", "2022"))


def _one(rules: str, points: str, **parts: Any) -> Shape:
    return Shape(rules, tuple(points.split()), **parts)


_ONO99 = (
    *_both("limit number-cards no-voluntary-bust", totals=(88, 98)),
    *_both("limit number-cards", totals=(91, 97), fill=LOW),
    *_both("limit bust loss turn-order", totals=(93, 98), fill=(*HIGH, "O")),
    *_both("bust winner loss", totals=(95, 98), fill=HIGH, players=(2, 2), kinds=("line", "pays")),
    *_both("number-cards", totals=(0, 98)),
    *_both("minus-ten", cards=("-10",), totals=(0, 12)),
    *_both("minus-ten", cards=("-10",), totals=(90, 98)),
    *_both("reverse", cards=("R",), players=(3, 5), totals=(60, 98)),
    *_both("reverse-two-players", cards=("R",), players=(2, 2), totals=(60, 98)),
    *_both("reverse reverse-two-players", cards=("R",), totals=(20, 98), plays=("R",)),
    *_both("ono99-card", cards=("O",)),
    *_both("ono99-card no-voluntary-bust bust", cards=("O", "O"), totals=(94, 98), fill=HIGH),
    *_both("four-ono99 winner", cards=("O", "O", "O", "O"), totals=(0, 98)),
    *_both(
        "four-ono99",
        cards=("O", "O", "O", "O"),
        totals=(85, 98),
        owes=2,
        kinds=QUICK,
        claims=SHALLOW,
    ),
    *_both("double-effect", owes=2, totals=(84, 98)),
    *_both("double-effect", owes=2, totals=(88, 97), fill=(*LOW, "O", "10")),
    *_both("double-effect", cards=("D",), totals=(50, 98), plays=("D",)),
    *_both("double-effect double-no-stack", cards=("D",), totals=(50, 98), plays=("D", "R")),
    *_both("double-reply double-first-is-reply", owes=2, cards=("R",), totals=(84, 98)),
    *_both("double-reply double-on-double double-no-stack", owes=2, cards=("D",), totals=(88, 98)),
    *_both("double-on-double", owes=2, cards=("D", "O"), totals=(90, 98), fill=(*LOW, "10")),
    *_both("double-on-double", owes=2, cards=("D", "5"), totals=(40, 92), plays=("5", "D")),
    *_both("double-reverse-target", owes=2, cards=("R",), players=(3, 5), plays=("R",)),
    *_both("double-reverse-two-players", owes=2, cards=("R",), players=(2, 2), plays=("R",)),
    *_both("double-no-stack", owes=2, cards=("R", "D"), players=(2, 4), plays=("R",)),
    *_both("double-eliminated", owes=2, cards=("9", "10"), totals=(98, 98), fill=HIGH),
    *_both("double-eliminated", owes=2, cards=("2", "10"), totals=(94, 96), fill=HIGH),
    *_both("turn-order", totals=(20, 90), fill=SHARED, kinds=("next",)),
    *_both("deck deal players", fill=SHARED, kinds=("edition",), claims=FACTS),
)
_OF_1980 = (
    _one("1980", "hold", cards=("H",), totals=(90, 98)),
    _one("1980", "hold double-reply double-first-is-reply", cards=("H",), owes=2),
    _one("1980", "hold double-reply double-no-stack", owes=2, cards=("H", "R"), plays=("H", "R")),
    _one("1980", "chips loss", totals=(95, 98), fill=(*HIGH, "O"), stakes=1),
    _one("1980+chips-out=at-zero", "chips loss", totals=(95, 98), fill=(*HIGH, "O"), stakes=1),
    _one(
        "1980",
        "chips loss",
        totals=(98, 98),
        fill=HIGH,
        stakes=1,
        kinds=("edition",),
        claims=("leaves",),
    ),
    _one("1980", "winner chips", totals=(96, 98), fill=HIGH, stakes=0, players=(2, 2)),
    _one("1980+chips=1", "chips loss", totals=(95, 98), fill=(*HIGH, "O"), stakes=1),
    _one("1980+opening=number", "opening", totals=(0, 0)),
    _one("1980+opening=number", "opening", totals=(0, 0), kinds=("edition",), claims=("may",)),
    _one("1980+opening=number", "opening", cards=("R", "D", "5"), totals=(0, 0)),
    _one("1980", "forgot-draw", totals=(88, 98), undrawn=True, owes=2),
    _one("1980", "forgot-draw", totals=(94, 98), undrawn=True),
    _one("1980", "forgot-draw", totals=(20, 90), undrawn=True, kinds=("line",)),
    _one(
        "1980", "forgot-draw", totals=(20, 98), undrawn=True, kinds=("edition",), claims=("draws",)
    ),
    _one("1980+draw-deadline=next-plays", "forgot-draw", totals=(92, 98), undrawn=True, owes=2),
    _one("1980+ono99=suicide", "ono99-card", cards=("O",), totals=(94, 98), fill=HIGH),
    _one("1980+ono99=suicide", "ono99-card bust", cards=("O", "O"), totals=(98, 98), fill=HIGH),
    _one("1980+ono-on-zero=turn", "ono-on-zero", cards=("O",), totals=(-20, 90), ends=(0,)),
    _one("1980+ono-on-zero=turn", "ono-on-zero", cards=("O",), totals=(90, 90), fill=HIGH),
    _one("1980+ono-on-zero=turn", "ono-on-zero", cards=("O", "O"), totals=(90, 90), owes=2),
    _one("1980+ono-on-zero=round", "ono-on-zero", cards=("O",), totals=(80, 90), ends=(0,), owes=2),
    _one("1980+scoring=points", "points", totals=(95, 98), fill=(*HIGH, "O", "H"), players=(2, 2)),
    _one("1980+scoring=points", "points", totals=(0, 98), kinds=("score",)),
    _one("1980+scoring=points", "points loss", fill=(*HIGH, "O"), totals=(96, 98)),
    _one("1980+scoring=points", "points-round", totals=(97, 98), fill=HIGH, players=(3, 4)),
    _one(
        "1980+scoring=points",
        "double-eliminated points-round",
        totals=(94, 98),
        fill=HIGH,
        owes=2,
        players=(3, 4),
        kinds=("next",),
    ),
    _one("1980+scoring=points", "points-round", cards=("O", "O", "O", "O"), players=(2, 4)),
    _one("1980+scoring=points", "points-bust-total", totals=(96, 98), fill=HIGH, players=(3, 4)),
    _one(
        "1980+scoring=points+bust-total=counts",
        "points-bust-total",
        totals=(92, 98),
        fill=HIGH,
        players=(3, 4),
    ),
    _one(
        "1980+scoring=points", "points-end", fill=HIGH, players=(2, 2), stakes=199, kinds=("line",)
    ),
    _one(
        "1980+scoring=points+points-end=last-standing",
        "points-end",
        fill=HIGH,
        players=(2, 2),
        stakes=199,
        kinds=("line",),
    ),
)
_OF_2022 = (
    _one("2022+minus-ten=unplayable", "minus-ten", cards=("-10",), totals=(0, 12)),
    _one("2022+minus-ten=unplayable", "minus-ten", cards=("-10", "O"), totals=(0, 9), owes=2),
    _one(
        "2022+dump=free",
        "four-ono99",
        cards=("O", "O", "O", "O"),
        totals=(60, 98),
        kinds=QUICK,
        claims=SHALLOW,
    ),
    _one(
        "2022+dump=free",
        "four-ono99",
        cards=("O", "O", "O", "O"),
        totals=(60, 98),
        owes=2,
        kinds=QUICK,
        claims=SHALLOW,
    ),
    _one(
        "2022+two-player-reverse-reply=plain",
        "double-reverse-two-players",
        cards=("R",),
        owes=2,
        players=(2, 2),
    ),
    _one(
        "2022",
        "nobody-can-play",
        totals=(94, 96),
        fill=HIGH,
        cards=("2",),
        owes=2,
        players=(2, 2),
        kinds=("line",),
    ),
    _one("2022", "double-reply double-on-double", owes=2, cards=("D",), plays=("D",)),
    _one("2022", "double-no-stack", owes=2, cards=("D",), plays=("D", "D"), players=(2, 5)),
    _one("2022", "bust double-eliminated loss", totals=(97, 98), fill=HIGH, players=(3, 5), owes=2),
)
_LAST_ACT = {"cards": ("J",), "plays": ("J",), "stakes": 1, "players": (3, 5)}
_OF_99 = tuple(
    _one("ninety-nine", points, **parts)
    for points, parts in (
        ("99-values", {"totals": (-12, 98)}),
        ("99-values", {"totals": (0, 60), "cards": ("A",)}),
        ("99-values", {"totals": (0, 60), "cards": ("10",)}),
        ("99-values 99-land-99", {"totals": (88, 98)}),
        ("99-two", {"totals": (20, 65), "cards": ("2",)}),
        ("99-two 99-upward-only", {"totals": (50, 98), "cards": ("2",)}),
        ("99-land-33-66", {"totals": (22, 32)}),
        ("99-land-33-66", {"totals": (55, 65)}),
        ("99-cross", {"totals": (24, 33)}),
        ("99-cross", {"totals": (57, 66)}),
        ("99-cross", {"totals": (33, 33)}),
        ("99-cross", {"totals": (66, 66)}),
        ("99-land-99", {"totals": (88, 96)}),
        ("99-over", {"totals": (90, 98)}),
        ("99-over", {"totals": (91, 98), "fill": ("8", "J", "Q", "K")}),
        ("99-upward-only", {"totals": (66, 76), "cards": ("10",)}),
        ("99-upward-only", {"totals": (33, 43), "cards": ("10",)}),
        ("99-upward-only", {"totals": (76, 76), "cards": ("10",), "plays": ("10",)}),
        ("99-upward-only", {"totals": (43, 43), "cards": ("10",), "plays": ("10",)}),
        ("99-upward-only", {"totals": (66, 66), "cards": ("2",), "plays": ("2",)}),
        ("99-double-cross", {"totals": (51, 65), "ends": (1, 3, 5, 7, 9), "cards": ("2",)}),
        ("99-jack", {"totals": (0, 89), "cards": ("J",), "plays": ("J",), "players": (2, 5)}),
        ("99-four", {"totals": (0, 90), "cards": ("4",), "plays": ("4",), "players": (2, 5)}),
        ("99-four", {"totals": (0, 90), "cards": ("4",), "plays": ("4",), "players": (2, 2)}),
        ("99-out 99-winner", {"totals": (24, 32), "stakes": 2}),
        ("99-out 99-winner", {"totals": (57, 65), "stakes": 2, "players": (2, 3)}),
        ("99-out", {"totals": (88, 98), "stakes": 3, "players": (3, 5)}),
        ("99-jack-when-out 99-out", {"totals": (24, 32), **_LAST_ACT}),
        ("99-jack-when-out", {"totals": (57, 65), **_LAST_ACT}),
        ("99-below-zero", {"totals": (-5, 9), "cards": ("10",)}),
        ("99-cross", {"totals": (58, 65), "fill": ("8", "J", "Q", "K")}),
        ("99-values", {"totals": (0, 98), "fill": SHARED, "kinds": ("edition",)}),
    )
)  # fmt: skip
_OF_99_OPTIONS = (
    _one("ninety-nine+below-zero=clamp", "99-below-zero", cards=("10",), totals=(0, 9)),
    _one("ninety-nine+below-zero=forbid", "99-below-zero", cards=("10",), totals=(0, 9)),
    _one("ninety-nine+zero-points=survives", "99-out", totals=(24, 32), stakes=1, players=(2, 4)),
    _one("ninety-nine+zero-points=survives", "99-out", totals=(57, 65), stakes=1, players=(3, 4)),
    _one("ninety-nine+points=1", "99-points 99-out", totals=(24, 32), players=(2, 4)),
    _one("ninety-nine+points=2", "99-points 99-out", totals=(88, 98), players=(3, 4)),
    _one("ninety-nine+decks=2", "99-deck", totals=(40, 98), players=(2, 3), kinds=("threat",)),
)

SHAPES: Mapping[str, tuple[Shape, ...]] = {
    key: tuple(shape for shape in found if shape.rules.split("+")[0] == key)
    for found in [(*_ONO99, *_OF_1980, *_OF_2022, *_OF_99, *_OF_99_OPTIONS)]
    for key in dict.fromkeys(shape.rules.split("+")[0] for shape in found)
}
"""The shapes by the rule set that they are for."""


def shapes_for(
    key: str, kind: str, points: frozenset[str] = frozenset(), name: str = ""
) -> list[Shape]:
    """The shapes for a rule set and a kind; those of these points alone, where there are any.

    ``name`` is the rule set with its options where it has to be just that one.
    """
    known = [shape for shape in SHAPES.get(key, ()) if not shape.kinds or kind in shape.kinds]
    known = [shape for shape in known if not name or shape.rules in (key, name)]
    return [shape for shape in known if points & set(shape.points)] or known


def kinds_for(key: str, point: str) -> tuple[str, ...]:
    """The kinds that shapes of this point are for; empty where they are for any."""
    kinds = [shape.kinds for shape in SHAPES[key] if point in shape.points]
    return tuple(dict.fromkeys(kind for some in kinds for kind in some)) if all(kinds) else ()

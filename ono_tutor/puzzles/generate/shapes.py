"""Shapes of positions: where the search looks for puzzles about a rule point."""

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class PositionShape:
    """A place to look for puzzles that depend on some rule points, written in codes.

    ``rules`` is a rule set, the options that it needs included; ``points`` are the ids of the
    points that it brings out. ``cards`` are in the hand, filled up with some of ``fill``, or
    with any card. ``totals`` and ``players`` are the least and the most; where there are any
    ``ends``, the total's last digit is one of them. ``plays`` come first where plays are made.
    ``stakes`` is the most that anybody has left. ``kinds`` are the kinds of question that this
    is for (empty: all), and ``claims`` the forms of claim.

    In ``shapes.toml`` a list is written as words with spaces between, and ``rules`` may name
    several rule sets: the shape is for each.
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


_LISTS = ("points", "cards", "fill", "plays", "kinds", "claims")


@lru_cache(maxsize=8)
def shapes_of(key: str) -> tuple[PositionShape, ...]:
    """Return the shapes for a rule set, with any of its options; none for an unknown key."""
    text = files(__package__).joinpath("shapes.toml").read_text("utf-8")
    return tuple(
        PositionShape(rules, **{name: _value(name, value) for name, value in fields.items()})
        for names, fields in ((item.pop("rules"), item) for item in tomllib.loads(text)["shapes"])
        for rules in names.split()
        if rules.partition("+")[0] == key
    )


def _value(name: str, value: Any) -> Any:
    if name in _LISTS:
        return tuple(str(value).split())
    return tuple(value) if isinstance(value, list) else value


def shapes_for(
    key: str, kind: str, points: frozenset[str] = frozenset(), name: str = ""
) -> list[PositionShape]:
    """Return the shapes for a rule set and a kind, those of the ``points`` alone if there are any.

    ``name`` is the rule set with its options where it has to be just that one.
    """
    known = [shape for shape in shapes_of(key) if not shape.kinds or kind in shape.kinds]
    known = [shape for shape in known if not name or shape.rules in (key, name)]
    return [shape for shape in known if points & set(shape.points)] or known


def kinds_for(key: str, point: str) -> tuple[str, ...]:
    """Return the kinds that shapes of this point are for; empty where they are for any."""
    kinds = [shape.kinds for shape in shapes_of(key) if point in shape.points]
    return tuple(dict.fromkeys(kind for some in kinds for kind in some)) if all(kinds) else ()

"""The registry of rule points: what each edition says, where it is said, and how sure it is."""

import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from ono_tutor.errors import NotationError, quoted


class Status(StrEnum):
    """Whether the texts agree on a point, contradict each other, or leave it open."""

    AGREED = "agreed"
    CONFLICT = "conflict"
    SILENT = "silent"


@dataclass(frozen=True, slots=True)
class Text:
    """One of the source texts: its tag, title, what it is, editions described, language."""

    tag: str
    title: str
    what: str
    editions: tuple[str, ...]
    language: str
    date: str | None


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a text speaks of a point, and what it says there, in our words."""

    text: str
    place: str
    says: str


@dataclass(frozen=True, slots=True)
class OptionText:
    """What each value of an option means; ``number`` is the key where it is a number."""

    name: str
    rules: tuple[str, ...]
    point: str
    default: str | int
    means: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class RulePoint:
    """One rule point: its id and title, a sentence for each rule set, status and sources.

    ``differs`` says whether the rule sets do not play alike here.
    """

    id: str
    title: str
    status: Status
    says: Mapping[str, str]
    sources: tuple[Citation, ...]
    options: tuple[OptionText, ...]
    note: str
    differs: bool

    def as_json(self) -> dict[str, object]:
        """Return the point as a JSON object."""
        return {
            "id": self.id,
            "title": self.title,
            "status": self.status.value,
            "says": dict(self.says),
            "sources": [{"text": c.text, "place": c.place, "says": c.says} for c in self.sources],
            "options": [
                {
                    "name": option.name,
                    "rules": list(option.rules),
                    "default": option.default,
                    "means": dict(option.means),
                }
                for option in self.options
            ],
            "note": self.note,
            "differs": self.differs,
        }


@dataclass(frozen=True, slots=True)
class Misconception:
    """A belief that learners hold, the rule point it misses, and the sentence that mends it."""

    id: str
    point: str
    rules: tuple[str, ...]
    belief: str
    truth: str


@lru_cache(maxsize=1)
def rule_points() -> Mapping[str, RulePoint]:
    """Return every rule point by id, in the order of the rule books."""
    return {point.id: point for name in ("ono99", "ninety_nine") for point in _points(_load(name))}


@lru_cache(maxsize=1)
def texts() -> Mapping[str, Text]:
    """Return the source texts by tag."""
    return {
        tag: Text(
            tag=tag,
            title=entry["title"],
            what=entry["what"],
            editions=tuple(entry["editions"]),
            language=entry["language"],
            date=entry.get("date"),
        )
        for tag, entry in _load("sources").items()
    }


@lru_cache(maxsize=1)
def misconceptions() -> Mapping[str, Misconception]:
    """Return the beliefs that learners hold, by id."""
    return {
        key: Misconception(
            id=key,
            point=entry["point"],
            rules=tuple(entry["rules"]),
            belief=entry["belief"],
            truth=entry["truth"],
        )
        for key, entry in _load("misconceptions").items()
    }


def rule_point(rule_id: str) -> RulePoint:
    """Return the rule point with this id.

    Raises :class:`NotationError` where there is none.
    """
    points = rule_points()
    if rule_id not in points:
        known = ", ".join(points)
        message = f"{quoted(rule_id)} is not a rule point; the rule points are {known}"
        raise NotationError(message, word=rule_id)
    return points[rule_id]


def _load(name: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - slow to import, and most questions need none of the book

    return tomllib.loads((pkgutil.get_data(__package__, f"book/{name}.toml") or b"").decode())


def _points(book: dict[str, Any]) -> list[RulePoint]:
    options = [_option(name, entry) for name, entry in book.pop("option").items()]
    return [_point(rule_id, entry, options) for rule_id, entry in book.items()]


def _option(name: str, entry: dict[str, Any]) -> OptionText:
    return OptionText(name, tuple(entry["rules"]), entry["point"], entry["default"], entry["means"])


def _point(rule_id: str, entry: dict[str, Any], options: list[OptionText]) -> RulePoint:
    return RulePoint(
        id=rule_id,
        title=entry["title"],
        status=Status(entry["status"]),
        says=entry["says"],
        sources=tuple(Citation(**source) for source in entry["sources"]),
        options=tuple(option for option in options if option.point == rule_id),
        note=entry.get("note", ""),
        differs=entry.get("differs", len(entry["says"]) == 1),
    )

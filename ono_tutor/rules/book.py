"""The registry of rule points: what each edition says, where it is said, and how sure it is."""

import pkgutil
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from functools import lru_cache
from typing import Any, Self, TypeVar, cast

from ono_tutor.errors import check_known
from ono_tutor.i18n import N_, Message, _, format_list
from ono_tutor.rules.ruleset import RuleSet

T = TypeVar("T")


class Status(StrEnum):
    """The texts on a point: they agree, contradict each other, or leave it open."""

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
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a source text about a rule point, and its content in our words."""

    text: str
    place: str
    says: str


@dataclass(frozen=True, slots=True)
class OptionText:
    """The meaning of each value of an option; ``number`` is the key if it is a number.

    ``asks`` puts the option to the players of a table. Its values differ in the ``case``, a
    position without its rule set and plays. ``needs`` is the option and value, such as
    ``scoring=points``, without which it means nothing.
    """

    name: str
    rules: tuple[str, ...]
    point: str
    default: str | int
    means: Mapping[str, str]
    asks: str
    case: str = ""
    needs: str = ""


ANY_CHANGE = "*"
"""Stands in a case for every value of an option but its default."""


@dataclass(frozen=True, slots=True)
class OptionCase:
    """The sentence of a point for a table with these values of options.

    ``says`` may have fields with the names of options; empty, the point is no part of that game.
    """

    key: str
    choices: Mapping[str, str]
    says: str

    def fits(self, rules: RuleSet) -> bool:
        """Return whether a table with these rules chose all the values."""
        changed = {option.name for option in rules.changed_options}
        return rules.key == self.key and all(
            name in changed if value == ANY_CHANGE else str(rules.chosen[name]) == value
            for name, value in self.choices.items()
        )


@dataclass(frozen=True, slots=True)
class RulePoint:
    """One rule point: its id and title, a sentence for each rule set, status and sources.

    ``cases`` are the sentences of tables that chose other values of options. ``differs`` says
    whether the rule sets do not play alike here. ``statuses`` has the status for each rule set
    alone: the texts may settle a point in one edition and not in the other. ``also`` are words
    under which people look for it. With ``always_ours`` a part of the sentence is our choice
    whichever value of its options a table plays.
    """

    id: str
    title: str
    status: Status
    says: Mapping[str, str]
    cases: tuple[OptionCase, ...]
    sources: tuple[Citation, ...]
    options: tuple[OptionText, ...]
    note: str
    differs: bool
    statuses: Mapping[str, Status]
    also: tuple[str, ...] = ()
    always_ours: bool = False

    def sentence_for(self, rules: RuleSet) -> str:
        """Return the sentence for exactly these rules, or "" if they have no such rule."""
        for case in self.cases:
            if case.fits(rules):
                return case.says.format_map(rules.chosen)
        return self.says.get(rules.key, "")

    def sources_for(self, keys: Collection[str]) -> tuple[Citation, ...]:
        """Return the citations from texts on these rule sets."""
        spoken = set(keys)
        return tuple(each for each in self.sources if spoken & set(texts()[each.text].editions))

    def status_for(self, keys: Collection[str]) -> Status:
        """Return the status for these rule sets, or the status of all texts if theirs differ."""
        found = {self.statuses[key] for key in keys}
        return found.pop() if len(found) == 1 else self.status

    def status_words(self, keys: Collection[str]) -> Message:
        """Return the status for these rule sets in words."""
        status = self.status_for(keys)
        on_them = {tag for tag, text in texts().items() if set(keys) & set(text.editions)}
        spoken = {source.text for source in self.sources_for(keys)}
        if len(on_them) == 1:
            return _(_WORDS_OF_ONE[status])
        if status is Status.AGREED and len(spoken) == 1:
            return _("One source says so")
        return _(_WORDS[status])


_WORDS = {
    Status.AGREED: N_("The sources agree"),
    Status.CONFLICT: N_("The sources conflict; the choice is ours"),
    Status.SILENT: N_("The sources leave it open; the choice is ours"),
}
_WORDS_OF_ONE = {
    Status.AGREED: N_("The source says so"),
    Status.CONFLICT: N_("The source contradicts itself; the choice is ours"),
    Status.SILENT: N_("The source leaves it open; the choice is ours"),
}


@dataclass(frozen=True, slots=True)
class Misconception:
    """A belief that learners hold, the rule point it misses, and the sentence that mends it.

    With ``is_reading`` the text can be read that way too, and only the choice is ours. ``under``
    has the words for rule sets with names of their own.
    """

    id: str
    point: str
    rules: tuple[str, ...]
    belief: str
    truth: str
    is_reading: bool = False
    under: Mapping[str, Mapping[str, str]] = field(default_factory=dict, compare=False)

    def worded_for(self, rules: RuleSet) -> Self:
        """Return the same belief in the words of a rule set."""
        words = self.under.get(rules.key)
        return replace(self, belief=words["belief"], truth=words["truth"]) if words else self


@lru_cache(maxsize=1)
def rule_points() -> Mapping[str, RulePoint]:
    """Return every rule point by id, in the order of the rule books."""
    points: dict[str, RulePoint] = {}
    for name in ("ono99", "ninety_nine"):
        book = _load(name)
        options = [_made(OptionText, key, entry) for key, entry in book.pop("option").items()]
        for rule_id, entry in book.items():
            cases: list[OptionCase] = []
            for line, says in entry.get("cases", {}).items():
                key, *words = line.split("+")
                cases.append(OptionCase(key, dict(word.split("=") for word in words), says))
            statuses = dict.fromkeys(entry["says"], entry["status"]) | entry.get("statuses", {})
            made = {
                "status": Status(entry["status"]),
                "cases": cases,
                "sources": [Citation(**source) for source in entry.get("sources", ())],
                "options": [option for option in options if option.point == rule_id],
                "note": entry.get("note", ""),
                "differs": entry.get("differs", len(entry["says"]) == 1),
                "statuses": {key: Status(status) for key, status in statuses.items()},
            }
            points[rule_id] = _made(RulePoint, rule_id, entry | made)
    return points


@lru_cache(maxsize=1)
def texts() -> Mapping[str, Text]:
    """Return the source texts by tag."""
    return {tag: _made(Text, tag, entry) for tag, entry in _load("sources").items()}


@lru_cache(maxsize=1)
def chapters() -> Mapping[str, list[str]]:
    """Return the ids of rule points by chapter, as a newcomer needs them."""
    return _load("chapters")


@lru_cache(maxsize=1)
def misconceptions() -> Mapping[str, Misconception]:
    """Return the beliefs that learners hold, by id."""
    book = _load("misconceptions")
    return {key: _made(Misconception, key, entry) for key, entry in book.items()}


def rule_point(rule_id: str) -> RulePoint:
    """Return the rule point with this id.

    Raises :class:`NotationError` if there is none.
    """
    check_known(rule_points(), rule_id, "is not a rule point; the rule points are")
    return rule_points()[rule_id]


def format_titles(titles: Iterable[object]) -> str:
    """Return titles as a phrase inside a sentence: ``the limit, Minus Ten and no safe card``."""
    words = map(str, titles)
    return format_list([t if t.startswith(_CARDS) else t[:1].lower() + t[1:] for t in words])


_CARDS = ("Minus Ten", "Hold", "Reverse", "O'NO 99")
"""The cards with whose names titles begin."""


def _load(name: str) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415 - slow to import, and most questions need none of the book

    return tomllib.loads((pkgutil.get_data(__package__, f"book/{name}.toml") or b"").decode())


def _made(kind: Callable[..., T], key: str, table: Mapping[str, Any]) -> T:
    """Return a value of a class from a table of TOML with its other fields, lists as tuples."""
    names = [field.name for field in fields(cast(Any, kind))]
    values = {name: table[name] for name in names if name in table}
    return kind(key, **{k: tuple(v) if isinstance(v, list) else v for k, v in values.items()})

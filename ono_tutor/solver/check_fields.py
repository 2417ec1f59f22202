"""Read a proof value by value; each knows its place for the message of an error."""

import json
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from ono_tutor.errors import OnoError, quoted, shorten

FORMAT = "ono-tutor-proof/1"

MOST_ENTRIES = 50_000
"""Draws that a proof of survival lists at the most, one for each set of cards."""

MOST_POSITIONS = 200_000
"""Positions that are met at the most while a proof of a forced win is replayed."""

LONGEST_PROOF = 16_000_000
"""Characters of a proof's text at the most."""

Kind = TypeVar("Kind")
Path = tuple["Path | None", str]
"""The place of a value: the place of what holds it, and the step from there."""


class ProofError(OnoError):
    """Raised for data that proves nothing; the message says where and why."""

    kind = "proof"


@dataclass(frozen=True, slots=True)
class ProofNode:
    """A value of a proof, of any type, and its path; None for the whole proof."""

    value: object
    path: Path | None = None

    def refuse(self, why: str) -> NoReturn:
        """Raise the :class:`ProofError` that says what is wrong here."""
        place = path_text(self.path)
        raise ProofError(f"{place}: {why}", word=place)

    def step(self, name: str, value: object) -> "ProofNode":
        """A value that this one holds."""
        return ProofNode(value, (self.path, name))

    def fields(self, *names: str) -> dict[str, "ProofNode"]:
        """The values of an object that has exactly these fields, in any order."""
        found = self.entries()
        for name in found:
            if name not in names:
                self.refuse(f"{quoted(name)} does not belong here; expected {names_text(names)}")
        for name in names:
            if name not in found:
                self.refuse(f"{name!r} is missing; expected {names_text(names)}")
        return found

    def entries(self) -> dict[str, "ProofNode"]:
        """The values of an object by key, in its order."""
        found: dict[str, object] = self._of(dict, "an object")
        if len(found) > MOST_POSITIONS:
            self.refuse(f"it has more than {MOST_POSITIONS} entries, the limit")
        for key in found:
            if type(key) is not str:
                self.refuse(f"a key is {json_text(key)}, not a text")
        return {key: self.step(f".{key}", value) for key, value in found.items()}

    def in_order(self, names: list[str]) -> list["ProofNode"]:
        """The values of an object that has exactly these keys in this order."""
        found = self.entries()
        if list(found) != names:
            has = names_text(tuple(found)) or "nothing"
            self.refuse(f"it has {has} where it needs, in order, {names_text(tuple(names))}")
        return list(found.values())

    def items(self) -> list["ProofNode"]:
        """The values of a list."""
        found: list[object] = self._of(list, "a list")
        if len(found) > MOST_ENTRIES:
            self.refuse(f"it has more than {MOST_ENTRIES} entries, the limit")
        return [self.step(f"[{place}]", value) for place, value in enumerate(found)]

    def should_be(self, expected: str | int, why: str = "") -> None:
        """Return if this is exactly the expected text, number or truth value."""
        if type(self.value) is not type(expected) or self.value != expected:
            reason = f"; {why}" if why else ""
            self.refuse(
                f"it is {json_text(self.value)} and should be {json_text(expected)}{reason}"
            )

    def text(self) -> str:
        """The value, a text."""
        return self._of(str, "a text")

    def number(self) -> int:
        """The value, a whole number; true and false are none."""
        return self._of(int, "a whole number")

    def truth(self) -> bool:
        """The value, true or false."""
        return self._of(bool, "true or false")

    def _of(self, kind: type[Kind], expected: str) -> Kind:
        if type(self.value) is not kind:
            self.refuse(f"{json_text(self.value)} stands where {expected} is expected")
        return self.value


def path_text(path: Path | None) -> str:
    """Return the path as it is read, such as ``plays.7.draws[3].then``."""
    steps: list[str] = []
    while path is not None:
        path, step = path
        steps.append(shorten(step))
    return "".join(reversed(steps)).removeprefix(".") or "the proof"


def json_text(value: object) -> str:
    """Return the value in a few plain words."""
    if type(value) is str:
        return quoted(value)
    if type(value) is int:
        return str(value) if value.bit_length() < 64 else "a huge number"
    if value is None or type(value) is bool:
        return {None: "null", True: "true", False: "false"}[value]
    return _NAMES.get(type(value), "something else")


_NAMES: dict[type, str] = {dict: "an object", list: "a list", float: "a fraction in decimals"}

_MOST_LISTED = 8


def names_text(names: tuple[str, ...]) -> str:
    """Return the names in a row, of many the first few."""
    rest = f" and {len(names) - _MOST_LISTED} more" if len(names) > _MOST_LISTED else ""
    return ", ".join(quoted(name) for name in names[:_MOST_LISTED]) + rest


def load_proof(text: str) -> object:
    """Return the data of a proof's JSON text, not yet checked.

    Raises :class:`ProofError` for a text that is too long, is nested too deeply, gives a key
    twice, has a number in decimals, or is no JSON.
    """
    if type(text) is not str:
        raise ProofError("a proof is read from a text")
    if len(text) > LONGEST_PROOF:
        raise ProofError(f"the text has {len(text)} characters; {LONGEST_PROOF} are allowed")
    try:
        return json.loads(
            text, object_pairs_hook=_once, parse_float=_no_decimals, parse_constant=_no_decimals
        )
    except RecursionError:
        raise ProofError("the text is nested too deeply") from None
    except ValueError as error:
        raise ProofError(f"the text is no JSON: {error}"[:200]) from None


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise ProofError(f"the key {quoted(key)} is given twice", word=key)
        found[key] = value
    return found


def _no_decimals(word: str) -> NoReturn:
    message = f"{quoted(word)} is a number in decimals; a proof has whole numbers and 'p/q'"
    raise ProofError(message, word=word)

"""JSON from files that anybody may have written: read within limits, and checked field by field.

:func:`read_json` turns bytes into values; :class:`Expected` says what a value should be, and
:func:`check_fields` which fields an object has. Nothing is guessed: whatever is not as it should
be is a :class:`JsonError`, whose message says what stands there and what is expected.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar, cast

from ono_tutor.errors import OnoError, quoted

T = TypeVar("T")


class Limits(NamedTuple):
    """The limits of reading: bytes of a file, and the depth of its lists and objects."""

    most_bytes: int = 2_000_000
    depth: int = 12


LIMITS = Limits()


class JsonError(OnoError):
    """Bytes are no JSON that is read here."""

    kind = "json"


def read_json(raw: bytes, limits: Limits = LIMITS, *, what: str = "JSON file") -> Any:
    """Return what the bytes hold, as UTF-8 with or without a mark at its start.

    ``what`` is what the file should be, for what is said of one that is none.

    Raises :class:`JsonError` for what is too long, nested too deeply or no JSON, for a field
    given twice, and for numbers that JSON does not have.
    """
    if len(raw) > limits.most_bytes:
        raise JsonError(f"it is longer than {limits.most_bytes} bytes, the most that are read")
    if not raw.strip():
        raise JsonError("it is empty")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise JsonError(f"this is no {what} (byte {error.start} is no UTF-8)") from error
    try:
        found = parse_json(text)
    except json.JSONDecodeError as error:
        whole, stop = text.strip(), len(text.rstrip())
        if whole[:1] not in tuple("{[") or whole.startswith("{\\rtf"):
            words = f"this is no {what}"
        elif error.pos >= stop or (whole[-1] not in "]}" and error.msg != "Extra data"):
            words = "the file is cut off"
        else:
            words = f"it was changed by hand or damaged in line {error.lineno}"
        raise JsonError(f"{words} (not JSON: {ascii(str(error))[1:-1]})") from error
    except (ValueError, RecursionError) as error:
        raise JsonError(f"it is not JSON that can be read: {ascii(str(error))[1:-1]}") from error
    level = [found] if isinstance(found, dict | list) else []
    for _ in range(limits.depth):
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for group in inner for each in group if isinstance(each, dict | list)]
    if level:
        raise JsonError(f"it is nested more than {limits.depth} deep")
    return found


def parse_json(text: str) -> Any:
    """Return what a text holds, of whatever length.

    Raises :class:`ValueError` for what is no JSON, for a field given twice, and for numbers that
    JSON does not have; :class:`RecursionError` for what is nested too deeply.
    """
    return json.loads(
        text, parse_constant=_no_number, parse_float=_number, object_pairs_hook=_no_doubles
    )


def _no_number(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number of JSON")


def _number(word: str) -> float:
    found = float(word)
    return found if isfinite(found) else _no_number(word)


def _no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a field is given twice")
    return found


@dataclass(frozen=True, slots=True)
class Expected(Generic[T]):
    """A type of value: ``words`` name it for people, and ``fits`` tests for it."""

    words: str
    fits: Callable[[object], bool]

    def check(self, value: object, what: str) -> T:
        """Return the value if it is as expected; ``what`` names it in the error.

        Raises :class:`JsonError` otherwise.
        """
        if not self.fits(value):
            shown = show_json(value)
            raise JsonError(f"{what} is {self.words}, not {shown}", word=shown)
        return cast(T, value)


def expect_integer(least: int, most: int, words: str = "") -> Expected[int]:
    """Expect a whole number in a range; ``true`` and ``false`` are none."""

    def fits(value: object) -> bool:
        return type(value) is int and least <= value <= most

    return Expected(words or f"a whole number from {least} to {most}", fits)


def expect_text(
    most: int, words: str = "", *, least: int = 0, pattern: re.Pattern[str] | None = None
) -> Expected[str]:
    """Expect a text of ``least`` to ``most`` characters, all of it as in ``pattern``.

    Half a character, which no file in UTF-8 can hold, is none.
    """

    def fits(value: object) -> bool:
        if not isinstance(value, str) or not least <= len(value) <= most:
            return False
        return not _HALVES.search(value) and (pattern is None or bool(pattern.fullmatch(value)))

    return Expected(words or f"a text of {most} characters at the most", fits)


def expect_one_of(values: Iterable[str]) -> Expected[str]:
    """Expect one of a few texts."""
    known = tuple(map(str, values))
    return Expected(", ".join(known), lambda value: isinstance(value, str) and value in known)


def expect_list(most: int) -> Expected[list[Any]]:
    """Expect a list of 1 to ``most`` values of any kind."""
    return Expected(
        f"a list of 1 to {most}", lambda value: isinstance(value, list) and 1 <= len(value) <= most
    )


def check_fields(value: object, what: str, names: Iterable[str]) -> dict[str, Any]:
    """Return the object if it has exactly these fields, in any order.

    Raises :class:`JsonError` otherwise.
    """
    expected = tuple(names)
    if not isinstance(value, dict) or value.keys() != set(expected):
        raise JsonError(f"{what} has the fields {', '.join(expected)}, and nothing else")
    return value


def check_item(value: object, what: str, fields: Mapping[str, Expected[Any]]) -> dict[str, Any]:
    """Return the object if it has exactly these fields, each as expected.

    Raises :class:`JsonError` otherwise.
    """
    item = check_fields(value, what, fields)
    for name, expected in fields.items():
        expected.check(item[name], name)
    return item


def show_json(value: object) -> str:
    """Return a value of JSON in quotes for a message, cut where it is too long."""
    return quoted(value if isinstance(value, str) else json.dumps(value))


_HALVES = re.compile("[\ud800-\udfff]")

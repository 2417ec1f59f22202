"""JSON from files that anybody may have written: read within limits, nothing guessed."""

import json
import re
from collections.abc import Mapping
from itertools import accumulate
from math import isfinite
from typing import Any, NamedTuple, NoReturn

from ono_tutor.errors import OnoError


class Limits(NamedTuple):
    """How much of a file is read, and how deeply its lists and objects may stand in each other."""

    most_bytes: int = 2_000_000
    depth: int = 12


LIMITS = Limits()


class JsonError(OnoError):
    """Bytes are no JSON that is read here."""

    kind = "json"


def loaded(raw: bytes, limits: Limits = LIMITS) -> Any:
    """What the bytes hold, as UTF-8 with or without a mark at its start.

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
        raise JsonError(f"byte {error.start} is no UTF-8") from error
    if _depth(text) > limits.depth:
        raise JsonError(f"it is nested more than {limits.depth} deep")
    try:
        return json.loads(text, **STRICT)
    except (ValueError, RecursionError) as error:
        raise JsonError(f"it is not JSON that can be read: {ascii(str(error))[1:-1]}") from error


def _depth(text: str) -> int:
    """How deeply brackets stand in each other, those inside texts left out."""
    steps = (_STEPS[token[0]] for token in _TOKENS.findall(text))
    return max(accumulate(steps), default=0)


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


STRICT: Mapping[str, Any] = {
    "parse_constant": _no_number,
    "parse_float": _number,
    "object_pairs_hook": _no_doubles,
}
"""For :func:`json.loads`: what JSON does not have, and what is said twice, is an error."""

_TOKENS = re.compile(r'"[^"\\]*+(?:\\.[^"\\]*+)*+"?|[\[{]|[\]}]', re.DOTALL)
"""A text without its end is a token too: nothing is tried twice, whatever the file."""

_STEPS = {"[": 1, "{": 1, "]": -1, "}": -1, '"': 0}

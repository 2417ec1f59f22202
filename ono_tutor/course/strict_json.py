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


def loaded(raw: bytes, limits: Limits = LIMITS, *, what: str = "JSON file") -> Any:
    """What the bytes hold, as UTF-8 with or without a mark at its start.

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
        message = f"this is no {what}, but perhaps {_looks_like(raw)}"
        raise JsonError(f"{message} (byte {error.start} is no UTF-8)") from error
    deepest, last = _depths(text)
    if deepest > limits.depth:
        raise JsonError(f"it is nested more than {limits.depth} deep")
    try:
        return json.loads(text, **STRICT)
    except json.JSONDecodeError as error:
        words = _words_for(error, text, what, is_open=last > 0)
        raise JsonError(f"{words} (not JSON: {ascii(str(error))[1:-1]})") from error
    except (ValueError, RecursionError) as error:
        raise JsonError(f"it is not JSON that can be read: {ascii(str(error))[1:-1]}") from error


def _words_for(error: json.JSONDecodeError, text: str, what: str, *, is_open: bool) -> str:
    """What is wrong with a text in plain words; ``is_open`` where a bracket is not closed."""
    whole = text.strip()
    if whole[:1] not in tuple("{[") or whole.startswith("{\\rtf"):
        return f"this is no {what}, but perhaps {_looks_like(whole[:20].encode())}"
    stop = len(text.rstrip())
    if is_open and (error.pos >= stop or whole[-1] not in "]}"):
        return f"the file is cut off after {stop} characters"
    return f"it was changed by hand or damaged in line {error.lineno}"


def _looks_like(raw: bytes) -> str:
    """What a file that is no JSON may be, by its first bytes."""
    found = (kind for start, kind in _STARTS.items() if raw.lstrip()[: len(start)].lower() == start)
    return next(found, "a text or a Word file")


def _depths(text: str) -> tuple[int, int]:
    """How deeply brackets stand in each other at the most, and at the end; texts left out."""
    deepest = last = 0
    for last in accumulate(_STEPS[token[0]] for token in _TOKENS.findall(text)):
        deepest = max(deepest, last)
    return deepest, last


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

_STARTS: Mapping[bytes, str] = {
    b"pk\x03\x04": "a Word file or an archive",
    b"%pdf": "a PDF",
    b"<": "a web page",
    b"\x89png": "a picture",
    b"\xff\xd8": "a picture",
    b"\xff\xfe": "a text saved as UTF-16; save it as UTF-8",
    b"\xfe\xff": "a text saved as UTF-16; save it as UTF-8",
}
"""How files begin that are handed in by mistake, in small letters."""

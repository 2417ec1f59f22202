"""JSON for a page made small: what stands in several places is written once."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping

from ono_tutor.cards import Card
from ono_tutor.render.answers import Json
from ono_tutor.render.card_svg import card_svg

LEAST = 60
"""From how many characters of JSON on something is worth a place of its own."""


def faces() -> dict[str, str]:
    """The face of every card by its code, as the view draws it."""
    return {card.code: card_svg(card.code) for card in Card}


def packed(whole: Json) -> Json:
    """The object with ``{"$": place}`` for what stands in several places, listed in ``shared``.

    ``{"$": code}`` is the face of a card, which every page has from :func:`faces`.
    """
    codes = {svg: code for code, svg in faces().items()}
    counts = Counter(_parts(whole))
    places: dict[str, int] = {}
    shared: list[object] = []

    def small(value: object) -> object:
        if isinstance(value, str) and value in codes:
            return {"$": codes[value]}
        text = json.dumps(value)
        if len(text) < LEAST or counts[text] < 2:
            return inside(value)
        if text not in places:
            shared.append(inside(value))
            places[text] = len(shared) - 1
        return {"$": places[text]}

    def inside(value: object) -> object:
        if isinstance(value, Mapping):
            return {name: small(part) for name, part in value.items()}
        return [small(part) for part in value] if isinstance(value, list) else value

    found = {name: small(part) for name, part in whole.items()}
    return {"shared": shared, **found}


def _parts(value: object) -> Iterator[str]:
    """Every part that may be shared, as JSON, as often as it stands there."""
    text = json.dumps(value)
    if len(text) >= LEAST:
        yield text
        inner = value.values() if isinstance(value, Mapping) else value
        for part in inner if not isinstance(inner, str) else ():  # type: ignore[attr-defined]
            yield from _parts(part)


def script_text(value: object) -> str:
    """JSON that may stand inside a script element, whatever it holds."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace("\u2028", "\\u2028")

"""What goes between a table and its view as JSON, and what of it neither side can take."""

import json

from ono_tutor.render.answers import Json

LONGEST_TEXT = 5000
"""Characters of a text that are read; every line of notation is shorter."""

MOST_BITS = 1000
"""No browser has a longer whole number."""


def readable(sent: object) -> object:
    """What was sent, with texts cut, half characters replaced, and endless numbers left out."""
    if isinstance(sent, str):
        return _whole(sent[:LONGEST_TEXT])
    if isinstance(sent, int):
        return sent if sent.bit_length() <= MOST_BITS else None
    if isinstance(sent, list):
        return [readable(item) for item in sent]
    if isinstance(sent, dict):
        return {readable(name): readable(value) for name, value in sent.items()}
    return sent


def sendable(part: Json | None) -> Json | None:
    """A part of a table without half characters, such as a file's name may have."""
    found: Json | None = json.loads(_whole(json.dumps(part, ensure_ascii=False)))
    return found


def _whole(text: str) -> str:
    """The text with a question mark for each half character: a message cannot hold these."""
    return text.encode("utf-8", "replace").decode()

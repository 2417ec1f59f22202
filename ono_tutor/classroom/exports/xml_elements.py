"""XML that is written the same every time, with nothing in it that XML cannot hold."""

import re
from xml.etree import ElementTree as ET

Element = ET.Element


def plain(text: str) -> str:
    """Return the text without the characters that XML cannot hold."""
    return _NEVER.sub("�", text)


def element(tag: str, *inside: Element | None, text: str = "", **attributes: object) -> Element:
    """Return an element with its text, then what stands inside it, None left out."""
    named = {name: plain(str(value)) for name, value in attributes.items()}
    made = Element(tag, named)
    made.text = plain(text) or None
    made.extend(part for part in inside if part is not None)
    return made


def to_bytes(root: Element) -> bytes:
    """Return the document as UTF-8, its declaration on the first line, an element a line."""
    ET.indent(root, " ")
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'.encode()


_NEVER = re.compile(r"[^\t\n\r -\ud7ff\ue000-�\U00010000-\U0010ffff]")

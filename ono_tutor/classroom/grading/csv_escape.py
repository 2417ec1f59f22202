"""Text that stands in a table which somebody opens in a spreadsheet."""

import re

FORMULAS = "=+-@＝＋－＠"
"""With these a cell begins that a spreadsheet works out; with the wide ones in East Asia."""

_INSIDE = re.compile(rf'([;|\t]["\s]*)(?=[{re.escape(FORMULAS)}])')
"""Where a spreadsheet of another country, for which a semicolon parts cells, would begin one."""


def csv_escape(text: str) -> str:
    """The text on one line, every character to be seen, with an apostrophe where a formula begins.

    It begins with a character of ``FORMULAS``, at the start of the cell or of what may be taken
    for one. Tabs and the ends of lines are written out before, so that none begins there.
    """
    shown = _INSIDE.sub(r"\1'", visible(text))
    return f"'{shown}" if shown.lstrip(' "')[:1] in tuple(FORMULAS) else shown


def is_csv_safe(text: str) -> bool:
    """Whether the text can stand in a cell as it is."""
    return csv_escape(text) == text


def visible(text: str) -> str:
    """The text with every character that cannot be seen written out, as an escape."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else ascii(char)[1:-1] for char in text)

"""The words of sentences for people: none of those that the guide to the language refuses."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import ono_tutor

PACKAGE = Path(ono_tutor.__file__).parent
MARKS = ("_", "gettext", "ngettext", "N_", "noun")

REFUSED = {
    "players are called players": r"\bthis player\b|\bseat \{?\w|\bby seat\b|\bseats?\b(?! \w+=)",
    "no metaphors": r"\bhangs? on\b|\bhand(?:s|ed)? on\b|\bpart (?:here|in it)\b|\bsees it otherwise\b",
    "a plural agrees with its number": r"\(s\)|[a-z]s: \{(?:n|count|number|amount|plays|players)\}",
    "a round is a round": r"\b(?:loses?|wins?|end of|next|deal) the hand\b|\bthe next hand\b|\bhand is over\b",
    "cards are numerals": r"\bplays? (?:two|three|four|five|six|seven|eight|nine|ten)\.",
    "what a thing is not": r"\bis no (?:file|progress|picture|table)\b|\bwanted is\b|\bas things stand\b",
    "a sentence ends before the next one": r"\b(?:best|better) with \{\w+\}: \{|\bplay is \{\w+\}: \{|\bbetter card: \{",
    "the order of a sentence": r"\bWere (?:it|a|you)\b|\bput it the other way\b|\bunless told otherwise\b"
    r"|\bso many\b|\bwhat is owed\b|\bLook at what is\b|\bbe it\b",
}
"""Why a word is refused, and the expression that finds it."""

EXCEPTIONS = {
    "the seat, and how many cards that player must play.": "a notebook for nbgrader asks for the "
    "notation, which has seats",
    "a list of numbers, one for each seat from seat 0 on.": "the same",
}
"""Templates that may use such a word, and why."""


def templates() -> Iterator[tuple[str, str]]:
    """Yield every template that is marked for translation, and where it stands."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MARKS:
                words = (word.value for word in node.args if isinstance(word, ast.Constant))
                yield from ((w, f"{path.name}:{node.lineno}") for w in words if isinstance(w, str))
    for path in sorted(PACKAGE.rglob("*.html")):
        found = re.findall(r'\b_\("([^"]+)"', path.read_text("utf-8"))
        yield from ((words, path.name) for words in found)


def refused(words: str) -> list[str]:
    """Return why a template is refused; nothing for a good one."""
    bare = re.sub(r"Player \{seat\}|\{[a-z_]*seats?\}", "", words)
    return [why for why, pattern in REFUSED.items() if re.search(pattern, bare, re.IGNORECASE)]


def test_no_sentence_uses_a_word_that_is_refused() -> None:
    """Players, rounds and numerals are named as such, nothing is said in metaphors; no exception is idle."""
    found = list(templates())
    faulty = {words for words, _ in found if refused(words)}

    assert len(found) > 1000
    assert [each for each in found if each[0] in faulty - EXCEPTIONS.keys()] == []
    assert EXCEPTIONS.keys() - faulty == set()

"""Puzzles of the bank to export, and what a learner who picks an answer says to the engine."""

import random
import re
from functools import cache

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.puzzles import bank
from ono_tutor.rules.catalogue import RULE_SETS

SPOKEN = {
    "First the late draw": "late draw",
    "None: no card can be played": "out",
    "In none of these games": "none",
}


@cache
def entries(kind, count=6):
    """Puzzles of a kind, always the same, and every one of its rule sets among them."""
    found = [entry for entry in bank.index().values() if entry.kind == kind]
    drawn = random.Random(f"exports {kind}").sample(found, count)
    return list(dict.fromkeys([*{entry.key: entry for entry in found}.values(), *drawn]))


def assignment(found, title="Five minutes", points=2, **more):
    """An assignment of these puzzles, an item each."""
    more.setdefault("feedback", Feedback.NOW)
    items = tuple(Item((entry,), points) for entry in found)
    return Assignment("five-minutes", title, items, **more)


def said(puzzle, text):
    """What somebody who picks this answer tells the engine, read off the answer's own words."""
    if text in SPOKEN:
        return SPOKEN[text]
    text = re.sub(r" (?:alone|only)$", "", text).removeprefix("In ")
    for key, rules in RULE_SETS.items() if puzzle.kind == "edition" else ():
        text = text.replace(rules.title, key)
    if puzzle.kind == "chance":
        text = re.sub(r".*\((.*)\)", r"\1", text)
    return text

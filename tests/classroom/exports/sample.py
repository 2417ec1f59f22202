"""Puzzles of the bank to export, and what a learner who picks an answer says to the engine."""

import random
import re
from functools import cache

from ono_tutor.classroom.assignment import Assignment, Feedback, Item
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.rules.catalogue import RULE_SETS

KINDS_OF_CHOICES = [name for name in KINDS if name != "line"]
_CHECKS = {}
SPOKEN = {
    "Yes, for certain": "certain",
    "Only with luck": "with luck",
    "No, whatever you draw": "no",
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


@cache
def exported(write, kind):
    """The sample of a kind in a format, whose export is written once."""
    return write(assignment(entries(kind)))


@cache
def puzzles(kind):
    """The puzzles of a kind's sample by id."""
    return {entry.id: Puzzle.of(entry) for entry in entries(kind)}


def said(puzzle, text):
    """What somebody who picks this answer tells the engine, read off the answer's own words."""
    if text in SPOKEN:
        return SPOKEN[text]
    text = re.sub(r" (?:alone|only)$", "", text).removeprefix("In ")
    for key, rules in RULE_SETS.items() if puzzle.kind == "edition" else ():
        text = text.replace(rules.title, key)
    if puzzle.kind == "pays":
        text = re.sub(r"\byou\b", f"seat {puzzle.position.turn}", text, flags=re.IGNORECASE)
    if puzzle.kind == "chance":
        text = re.sub(r".*\((.*)\)", r"\1", text)
    return text.replace("who must play", "owes")


def check(puzzle, words):
    """What the engine says of an answer, which several formats hold."""
    key = puzzle.id, words
    if key not in _CHECKS:
        _CHECKS[key] = puzzle.check(words)
    return _CHECKS[key]


def is_right(puzzle, text):
    """What the engine says of the answer with this text; it is an answer it understands."""
    found = check(puzzle, said(puzzle, text))
    assert found.mark in ("right", "wrong"), (puzzle.id, text, str(found))
    return found.is_right


def numbers(puzzle):
    """Whole numbers that somebody might write: the right one, near ones and others."""
    right = puzzle.answer
    near = {right + step for step in range(-12, 13)} | {0, -right, 99, 98, right * 10}
    return sorted(near)

"""Puzzles made in a test: a kind, a line of the notation, and the plays or the claim."""

from pathlib import Path

from ono_tutor import Position, Puzzle
from ono_tutor.puzzles.misconceptions.changes import CHANGES, changed_rules
from ono_tutor.puzzles.misconceptions.explain import beliefs_about
from ono_tutor.rules.ruleset import RuleSet


def puzzle(kind, line, ask=""):
    """The puzzle; ``ask`` is the claim of an ``edition`` puzzle or ``round``, or the plays."""
    position = Position.parse(line)
    if kind == "edition" or ask == "round":
        return Puzzle("made-here", kind, position, claim=ask)
    return Puzzle("made-here", kind, position, tuple(map(position.rules.read_play, ask.split())))


def sessions(kind):
    """The cases of a kind's golden text: its first line, position, plays or claim, and answers."""
    text = (Path(__file__).parent / "golden" / f"{kind}.txt").read_text("utf-8")
    for session in text.strip("\n").split("\n\n"):
        head, *rest = session.split("\n")
        line, _, ask = head.removeprefix("$ ").partition(" | ")
        yield head, line, ask, [each[2:] for each in rest if each.startswith("> ")]


def changed_rule_sets(rules: RuleSet) -> list[tuple[str, RuleSet]]:
    """The rules changed by each misconception about them, beside its id."""
    return [(name, changed_rules(rules, CHANGES[name])) for name in beliefs_about(rules)]

"""Puzzles made in a test: a kind, a line of the notation, and the plays or the claim."""

from ono_tutor import Position, Puzzle
from ono_tutor.puzzles.misconceptions.changes import CHANGES, changed_rules
from ono_tutor.puzzles.misconceptions.explain import beliefs_about
from ono_tutor.rules.ruleset import RuleSet


def puzzle(kind, line, ask=""):
    """The puzzle; ``ask`` is the claim of an ``edition`` puzzle, and the plays of any other."""
    position = Position.parse(line)
    if kind == "edition":
        return Puzzle("made-here", kind, position, claim=ask)
    return Puzzle("made-here", kind, position, tuple(map(position.rules.read_play, ask.split())))


def changed_rule_sets(rules: RuleSet) -> list[tuple[str, RuleSet]]:
    """The rules changed by each misconception about them, beside its id."""
    return [(name, changed_rules(rules, CHANGES[name])) for name in beliefs_about(rules)]

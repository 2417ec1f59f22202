"""Puzzles made in a test: a kind, a line of the notation, and the plays or the claim."""

from ono_tutor import Position, Puzzle


def puzzle(kind, line, ask=""):
    """The puzzle; ``ask`` is the claim of an ``edition`` puzzle, and the plays of any other."""
    position = Position.parse(line)
    if kind == "edition":
        return Puzzle("made-here", kind, position, claim=ask)
    return Puzzle("made-here", kind, position, tuple(map(position.rules.read_play, ask.split())))

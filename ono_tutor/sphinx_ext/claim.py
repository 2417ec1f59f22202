"""Claims of a page about a position, held against the engine.

Each function gives None for a claim that holds, else what the engine says instead.
"""

from fractions import Fraction

from ono_tutor import Outcome, Position, Survival, Verdict, legal_plays
from ono_tutor.render.answers import fraction, outcome_json
from ono_tutor.solver.compare import Comparison, Reading


def denial_of_plays(claim: str, position: Position) -> str | None:
    """A claim such as ``H -10``: exactly these plays are legal, in any order."""
    legal = [str(play) for play in legal_plays(position)]
    if sorted(claim.split()) == sorted(legal):
        return None
    return f"the legal plays are {' '.join(legal)}"


def denial_of_survival(claim: str, answer: Survival) -> str | None:
    """A claim such as ``certain``, ``chance 37/108`` or ``37/108``."""
    if claim.split() and all(_holds(word, answer) for word in claim.split()):
        return None
    return f"the answer is {answer.verdict.value}, with chance {fraction(answer.chance)}"


def _holds(word: str, answer: Survival) -> bool:
    if word in set(Verdict):
        return answer.verdict is Verdict(word)
    try:
        return Fraction(word) == answer.chance
    except (ValueError, ZeroDivisionError):
        return False


def denial_of_outcome(claim: str, outcome: Outcome) -> str | None:
    """A claim such as ``total 82, turn 1``: what stands on the table after the plays."""
    facts = outcome_facts(outcome)
    for part in claim.split(","):
        name, _, value = part.strip().partition(" ")
        if name not in facts:
            return f"{name!r} is nothing to claim; what can be claimed is {', '.join(facts)}"
        if facts[name] != value.strip():
            return f"{name} is {facts[name]}"
    return None


def outcome_facts(outcome: Outcome) -> dict[str, str]:
    """What can be claimed of the table after a line of plays, as words.

    ``-`` stands for what does not apply; seats in a list are parted by ``/``.
    """
    after = outcome_json(outcome)["after"]
    assert isinstance(after, dict)
    kept = {name: value for name, value in after.items() if name not in ("position", "hands")}
    return {name.replace("_", "-"): _word(value) for name, value in kept.items()}


def _word(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "/".join(map(str, value)) or "-"
    return "-" if value is None else str(value)


def denial_of_comparison(claim: str, found: Comparison) -> str | None:
    """A claim such as ``1980 certain, 2022 8/25, ninety-nine none, differs H -10``.

    A rule set is followed by its answer, ``none`` where it has no such position; ``differs``
    by the cards that the rule sets treat unlike, in any order.
    """
    readings = {reading.rules.key: reading for reading in found.readings}
    for part in claim.split(","):
        name, *words = part.split() or [""]
        if name == "differs":
            denial = _denial_of_differences(words, found)
        elif name in readings:
            denial = _denial_of_reading(words, readings[name])
        else:
            names = ", ".join((*readings, "differs"))
            return f"{name!r} is nothing to claim; what can be claimed is {names}"
        if denial:
            return denial
    return None


def _denial_of_differences(words: list[str], found: Comparison) -> str | None:
    unlike = [item.card.code for item in found.differences]
    if sorted(words) == sorted(unlike):
        return None
    return f"the cards that differ are {' '.join(unlike) or 'none'}"


def _denial_of_reading(words: list[str], reading: Reading) -> str | None:
    if reading.survival is None:
        is_so = words == ["none"]
        return None if is_so else f"{reading.rules.key} has no such position"
    denial = denial_of_survival(" ".join(words), reading.survival)
    return denial and f"{reading.rules.key}: {denial}"

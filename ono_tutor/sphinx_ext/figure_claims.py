"""Claims of a page about the numbers of a figure, held against what was counted."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from ono_tutor.render.charts import Chart, Mark

Holds = Callable[[Mark, Mark], bool]

RELATIONS: Mapping[str, Holds] = {
    ">": lambda one, other: one.ends[0] > other.ends[1],
    "<": lambda one, other: one.ends[1] < other.ends[0],
}
"""More and less mean: also when each interval lies at its worst."""

FORMS = "NAME = TEXT, NAME > NAME or a number, NAME < NAME or a number"


def denial_of_figure(claim: str, found: Chart) -> str | None:
    """None if all of a claim holds, such as ``1980-4 = 30, 2022-4 > 1980-4``; else what is so."""
    for part in claim.split(","):
        denial = _denial(part.split(), found)
        if denial:
            return denial
    return None


def _denial(words: list[str], found: Chart) -> str | None:
    name, relation, other = (*words[:2], " ".join(words[2:])) if len(words) > 2 else ("", "", "")
    numbers = found.numbers()
    if relation not in {*RELATIONS, "="}:
        return f"{' '.join(words)!r} is nothing to claim; a claim is {FORMS}"
    if name not in numbers:
        return unknown_number(name, found)
    if relation == "=":
        text = written(found, name)
        return None if text == other else f"{name} is {text}"
    beside = numbers.get(other) or _read(other)
    if beside is None:
        return f"{other!r} is no number of this figure and no number such as 30, 25 % or 1/4"
    if RELATIONS[relation](numbers[name], beside):
        return None
    return _intervals(found, {name: numbers[name], other: beside})


def _read(word: str) -> Mark | None:
    """A number that a page says, such as ``30``, ``25 %`` or ``1/4``."""
    digits = word.removesuffix("%").strip()
    try:
        value = Fraction(digits)
    except (ValueError, ZeroDivisionError):
        return None
    return Mark(value / 100 if word.endswith("%") else value)


def _intervals(found: Chart, marks: Mapping[str, Mark]) -> str:
    unit = found.unit
    said = [
        f"{name} is {unit.text(mark.value)} ({unit.bounds(mark)})" for name, mark in marks.items()
    ]
    return " and ".join(said)


def written(found: Chart, name: str) -> str:
    """A number of a figure as a claim writes it, with ordinary spaces."""
    return found.unit.text(found.numbers()[name].value).replace("\N{NO-BREAK SPACE}", " ")


def unknown_number(name: str, found: Chart) -> str:
    """That a figure has no number of this name, and which it has."""
    return f"{name!r} is no number of this figure; they are {', '.join(found.numbers())}"

"""A form in which the answer that was given before stands already."""

from collections.abc import Mapping

from ono_tutor.puzzles.answer import Answer, Next, Shape
from ono_tutor.render.answers import Json

MARKED = (Shape.PLAY, Shape.CHANCE)
"""Shapes of answers that are a card of the hand, or one of the choices beside it."""


def filled(form: Json | None, answer: Answer | None) -> Json | None:
    """The form with an answer's values in its fields; as it is where there is no answer."""
    if form is None or answer is None:
        return form
    values = _values(answer)
    fields = form["fields"]
    assert isinstance(fields, list)
    return form | {"fields": [_with(field, values) for field in fields]}


def _with(field: Json, values: Mapping[str, object]) -> Json:
    name = str(field["name"])
    if name not in values:
        return field
    value = values[name]
    if isinstance(value, list) and field["type"] != "checks":
        value = ", ".join(value)
    return field | {"value": value}


def _values(answer: Answer) -> Mapping[str, object]:
    if isinstance(answer, Next):
        return {"seat": str(answer.seat), "owes": str(answer.owes)}
    if isinstance(answer, tuple):
        seats = {f"seat-{seat}": count for seat, count in enumerate(answer)}
        return seats | {"answer": list(map(str, answer))}
    return {"answer": answer if isinstance(answer, int) else str(answer)}


def marked_choice(shape: Shape, answer: Answer | None) -> str | None:
    """The card or the choice that an answer is, None where it stands in a form."""
    if answer is None or shape not in MARKED:
        return None
    parts = answer if isinstance(answer, tuple) else (answer,)
    return str(parts[0]) if len(parts) == 1 else None

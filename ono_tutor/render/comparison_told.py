"""A comparison in words: what a card does under each rule set, as feedback, text and speech."""

from ono_tutor.cards import Card
from ono_tutor.i18n import N_, lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import title_of
from ono_tutor.render.comparison_grid import Line, lines, note
from ono_tutor.render.feedback import rule_sentences
from ono_tutor.solver.compare import Comparison


def card_feedback(found: Comparison, card: Card, serial: int) -> Json | None:
    """What one card does under each rule set, as the view's feedback; None for another card."""
    line = next((line for line in lines(found) if line.card is card), None)
    if line is None:
        return None
    texts = _by_game(found, line)
    same = N_("{card}: every rule set that knows the position treats it alike.")
    parts = N_("{card}: the rule sets part here.")
    headline = lazy_gettext(parts if line.rules else same, card=line.name)
    return {
        "serial": serial,
        "state": "info",
        "headline": str(headline),
        "text": " ".join(texts),
        "rules": rule_sentences(found.position.rules, line.rules),
        "cards": [],
        "chosen": card.code,
        "say": " ".join([str(headline), *texts]),
    }


def _by_game(found: Comparison, line: Line) -> list[str]:
    """What a row comes to, a sentence or two for each rule set."""
    texts = []
    for reading, cell in zip(found.readings, line.cells, strict=True):
        template = N_("{game}: {label}. {text}") if cell.text else N_("{game}: {label}.")
        texts.append(
            str(
                lazy_gettext(
                    template, game=title_of(reading.rules), label=cell.label, text=cell.text
                )
            )
        )
    return texts


def comparison_aloud(found: Comparison) -> str:
    """The verdict under each rule set, to be spoken after a change."""
    parts = [
        lazy_gettext("{game}: {verdict}", game=reading.rules.title, verdict=cell.label)
        for reading, cell in zip(found.readings, lines(found)[0].cells, strict=True)
    ]
    return str(lazy_gettext("{verdicts}.", verdicts="; ".join(map(str, parts))))


def comparison_text(found: Comparison) -> str:
    """The comparison as plain text, a line for each row and rule set."""
    return "\n".join(_lines_of(found))


def _lines_of(found: Comparison) -> list[str]:
    texts = [str(found.position)]
    for line in lines(found):
        template = N_("{name}: {note}") if line.rules else N_("{name}:")
        texts.append(str(lazy_gettext(template, name=line.name, note=note(line))))
        texts += [f"  {text}" for text in _by_game(found, line)]
    return texts

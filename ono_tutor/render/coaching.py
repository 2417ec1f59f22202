"""What the coach says of a play, as the view's feedback."""

from ono_tutor.course.coach import Appraisal, Measure, known_pile
from ono_tutor.course.verdict import advice, explanation, figure_told, headline, limits
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Mark
from ono_tutor.render.answers import Json
from ono_tutor.render.feedback import reason_row, rule_sentences
from ono_tutor.rules.play import Play
from ono_tutor.solver.reasons import Prospect, Reason, reasons

PAST = "then:"
"""Before the plays of a hand that has changed since, so that no card held now is marked by them."""


def play_feedback(
    appraisal: Appraisal, before: Appraisal | None, serial: int, pile_left: int | None = None
) -> Json:
    """What a play cost that has been made, and every card of the hand as it was.

    ``before`` is the play just made in the same turn, if there was one.
    """
    told = explanation(appraisal, before)
    feedback = _feedback(_state(appraisal), headline(appraisal), told, serial)
    rows = [
        row | {"play": f"{PAST}{row['play']}", "code": f"{PAST}{row['code']}"}
        for row in card_rows(appraisal, pile_left)
    ]
    chosen = f"{PAST}{appraisal.chosen.play}"
    return feedback | {"cards": rows, "chosen": chosen, "rules": _rules(appraisal)}


def advice_feedback(appraisal: Appraisal, serial: int, pile_left: int | None = None) -> Json:
    """What the coach would play now, and why; every card of the hand."""
    told = (*explanation(appraisal), limits(appraisal))
    feedback = _feedback("hint", advice(appraisal), told, serial)
    return feedback | {"cards": card_rows(appraisal, pile_left), "rules": _rules(appraisal)}


def note_feedback(
    state: str, title: Message, text: str, serial: int, rules: list[Json] | None = None
) -> Json:
    """A feedback of a headline and a text alone, with the sentences of rule points."""
    return _feedback(state, title, (text,), serial) | {"rules": rules or []}


def card_rows(
    appraisal: Appraisal, pile_left: int | None = None, *, is_yours: bool = True
) -> list[Json]:
    """Each card of the hand: whether it completes the turn, and what else the coach looks at.

    What else is told to "you" alone; ``is_yours`` False says that the hand is somebody else's.
    """
    weights = {weight.play: weight for weight in appraisal.weights}
    rows = []
    for reason in reasons(appraisal.position):
        row = reason_row(appraisal.position, reason)
        weight = weights.get(reason.play) if isinstance(reason.play, Play) else None
        if weight is not None:
            if pile_left == 0 and reason.prospect is not Prospect.BARRED:
                row |= _from_discards(appraisal, reason)
            more = figure_told(appraisal, weight) if is_yours else None
            row["text"] = f"{row['text']} {more}" if more else row["text"]
        rows.append(row)
    return rows


def _from_discards(appraisal: Appraisal, reason: Reason) -> Json:
    """The parts of a row that hang on the draw, where the draw pile is used up."""
    position = appraisal.position
    weight = next(item for item in appraisal.weights if item.play == reason.play)
    effect = weight.effect
    if effect is None or effect.steps or Measure.TURN not in appraisal.measures:
        return {}
    chance = weight.figures[0]
    fields = {
        "card": position.rules.play_name(weight.play),
        "total": effect.total,
        "count": known_pile(position, 0).refilled().unseen,
    }
    template = N_(
        "{card} makes the total {total}; the draw pile is used up, "
        "so the next card is one of the discards."
    )
    prospect = Prospect.SAFE if chance == 1 else Prospect.RISK if chance else Prospect.LOST
    changed = Reason(reason.play, prospect, chance, reason.rules, lazy_gettext(template, **fields))
    return reason_row(position, changed)


def _state(appraisal: Appraisal) -> str:
    if appraisal.is_best and appraisal.had_choice:
        return Mark.RIGHT.value
    return Mark.WRONG.value if appraisal.costs_now else "info"


def _rules(appraisal: Appraisal) -> list[Json]:
    """The points that decide about the card played, where it was not the best."""
    effect = None if appraisal.is_best else appraisal.chosen.effect
    return rule_sentences(appraisal.position.rules, effect.rules if effect else ())


def _feedback(state: str, title: Message, told: tuple[Message | str, ...], serial: int) -> Json:
    text = " ".join(map(str, told))
    return {
        "serial": serial,
        "state": state,
        "headline": str(title),
        "text": text,
        "rules": [],
        "cards": [],
        "chosen": None,
        "say": f"{title} {text}",
    }

"""What is told of an answer, as the view's feedback."""

from ono_tutor.course.coach import Appraisal, Measure, known_pile
from ono_tutor.course.coach_feedback import advice, explanation, figure_told, headline, limits
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, format_list, lazy_gettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json, fraction
from ono_tutor.render.caption import label, play_name
from ono_tutor.render.card_svg import card_svg
from ono_tutor.rules.book import RulePoint, Status, rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import Prospect, Reason, reasons

MOST_POINTS = 3


def check_feedback(puzzle: Puzzle, check: Check, serial: int, *, shown: bool = False) -> Json:
    """The feedback to an answer: right or wrong, why, and what every card would have done.

    ``shown`` says that the answer was asked for, not given.
    """
    headline = lazy_gettext(N_("The answer.") if shown else _HEADLINES[check.mark])
    is_attempt = check.mark in (Mark.RIGHT, Mark.WRONG)
    rules = puzzle.position.rules
    return {
        "serial": serial,
        "state": check.mark.value if is_attempt else "info",
        "headline": str(headline),
        "text": str(check.text),
        "rules": rule_sentences(rules, check.rules),
        "cards": [reason_row(puzzle.position, reason) for reason in check.reasons],
        "chosen": str(check.answer) if isinstance(check.answer, Play) else None,
        "say": f"{headline} {check.text}",
    }


def hint_feedback(hint: Message, step: int, steps: int, serial: int) -> Json:
    """The feedback that shows a hint, the ``step``-th of ``steps``."""
    headline = lazy_gettext("Hint {step} of {steps}.", step=step, steps=steps)
    return note("hint", headline, hint, serial)


def end_feedback(right: int, asked: int, serial: int) -> Json:
    """The feedback at the end of a round: how many were right at the first answer."""
    text = lazy_gettext(
        "You had {right} of {asked} right at the first answer.", right=right, asked=asked
    )
    return note("info", lazy_gettext("That was the last position."), text, serial)


def note(state: str, headline: Message, text: Message, serial: int) -> Json:
    """The feedback that is a headline and a text; ``state`` chooses its mark and colour."""
    return {
        "serial": serial,
        "state": state,
        "headline": str(headline),
        "text": str(text),
        "rules": [],
        "cards": [],
        "chosen": None,
        "say": f"{headline} {text}",
    }


def rule_sentences(rules: RuleSet, ids: tuple[str, ...]) -> list[Json]:
    """The sentences of the first few of these rule points under this rule set."""
    points = [rule_points()[rule_id] for rule_id in dict.fromkeys(ids)]
    spoken = [point for point in points if rules.key in point.says]
    return [
        {"id": point.id, "sentence": point.says[rules.key], "href": None}
        for point in spoken[:MOST_POINTS]
    ]


def reason_row(position: Position, reason: Reason) -> Json:
    """A row for a play: how it stands, its chance where luck decides, and why."""
    play = reason.play
    card = play.card if isinstance(play, Play) else None
    return {
        "code": card.code if card else str(play),
        "play": str(play),
        "name": str(play_name(position, play)),
        "svg": card_svg(card.code) if card else None,
        "outcome": reason.prospect.value,
        "label": str(label(position, reason.prospect)),
        "chance": fraction(reason.chance) if reason.prospect is Prospect.RISK else None,
        "text": str(reason.text),
    }


_HEADLINES = {
    Mark.RIGHT: N_("Right."),
    Mark.WRONG: N_("Not right."),
    Mark.NOT_ATTEMPTED: N_("No answer yet."),
    Mark.MALFORMED: N_("Not understood."),
}


def rule_panel(rule_id: str) -> Json:
    """The panel of a rule point.

    Raises :class:`KeyError` for an id that no rule point has.
    """
    point = rule_points()[rule_id]
    return {
        "id": point.id,
        "title": point.title,
        "says": [
            {"rules": kind.title, "text": point.says[key]}
            for key, kind in RULE_SETS.items()
            if key in point.says
        ],
        "where": str(_where(point)),
        "href": None,
    }


def _where(point: RulePoint) -> Message:
    found = list(dict.fromkeys(texts()[source.text].title for source in point.sources))
    return lazy_gettext(_STATUS[point.status], texts=format_list(found))


_STATUS = {
    Status.AGREED: N_("The texts agree ({texts})."),
    Status.CONFLICT: N_("The texts contradict each other here ({texts})."),
    Status.SILENT: N_("The texts do not settle this ({texts})."),
}


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
    return feedback | {"cards": rows, "chosen": chosen, "rules": _coach_rules(appraisal)}


def advice_feedback(appraisal: Appraisal, serial: int, pile_left: int | None = None) -> Json:
    """What the coach would play now, and why; every card of the hand."""
    told = (*explanation(appraisal), limits(appraisal))
    feedback = _feedback("hint", advice(appraisal), told, serial)
    return feedback | {"cards": card_rows(appraisal, pile_left), "rules": _coach_rules(appraisal)}


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


def _coach_rules(appraisal: Appraisal) -> list[Json]:
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

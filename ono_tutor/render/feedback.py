"""What is told of an answer, as the view's feedback."""

from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers import Json, fraction
from ono_tutor.render.faces import card_svg
from ono_tutor.render.outlook import label, play_name
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.play import Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import Prospect, Reason

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

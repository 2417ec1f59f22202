"""The feedback on an answer or a play, and the panel of a rule point, for the view."""

from collections.abc import Iterator, Sequence

from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, format_list, gettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import join_sentences, label
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.book import rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import PlayStatus, Reason
from ono_tutor.solver.survive import fraction

MOST_POINTS = 3


def note(  # noqa: PLR0913 - these are the parts of a feedback
    state: str,
    headline: Message | str,
    text: Message | str,
    *,
    rules: Sequence[Json] = (),
    cards: Sequence[Json] = (),
    chosen: object = None,
    say: str | None = None,
    marks: Sequence[Json] = (),
    is_folded: bool = False,
) -> Json:
    """Return the view's feedback: a headline and a text, rule points, and a row for each card.

    ``state`` chooses its mark and colour. ``chosen`` is the play of the row to mark, ``say``
    what is spoken; without it the headline and the text are. ``marks`` are put on cards and
    choices (:func:`mark_of`). What the cards would have done is behind a press where it
    ``is_folded``.
    """
    return {
        "state": state,
        "headline": str(headline),
        "text": str(text),
        "rules": list(rules),
        "cards": list(cards),
        "chosen": None if chosen is None else str(chosen),
        "say": join_sentences([headline, text]) if say is None else say,
        "marks": list(marks),
        "folded": is_folded,
    }


def mark_of(word: object, tone: str, text: str) -> Json:
    """Return a mark on the card, or the choice, of this word; the text is a template."""
    return {"id": str(word), "tone": tone, "text": gettext(text)}


def outcome_row(
    position: Position,
    play: Play | LateDraw,
    status: PlayStatus,
    text: Message | str,
    chance: str | None = None,
) -> Json:
    """Return the row of a play: how it stands, its chance where luck decides, and why."""
    card = play.card if isinstance(play, Play) else None
    return {
        "code": card.code if card else str(play),
        "play": str(play),
        "name": f"{position.rules.play_name(play):short}",
        "svg": card_svg(card.code) if card else None,
        "outcome": status.value,
        "label": str(label(position, status)),
        "chance": chance if status is PlayStatus.RISK else None,
        "text": str(text),
    }


def reason_row(position: Position, reason: Reason) -> Json:
    """Return the row of a play with the reason for how it stands."""
    chance = fraction(reason.chance)
    return outcome_row(position, reason.play, reason.status, reason.text, chance=chance)


def rule_sentences(rules: RuleSet, ids: Sequence[str]) -> list[Json]:
    """Return what this rule set says of the first few of these rule points."""
    points = [rule_points()[rule_id] for rule_id in dict.fromkeys(ids)]
    said = [(point, point.sentence_for(rules)) for point in points]
    return [
        {"id": p.id, "title": p.title, "sentence": sentence, "href": None}
        for p, sentence in [each for each in said if each[1]][:MOST_POINTS]
    ]


# ---- answers to puzzles ----


def check_feedback(puzzle: Puzzle, check: Check, *, shown: bool = False) -> Json:
    """Return the feedback to an answer: right or wrong, why, and what each card would have done.

    ``shown`` says that the answer was asked for, not given.
    """
    is_attempt = check.mark in (Mark.RIGHT, Mark.WRONG)
    theme = puzzle.theme if shown or check.is_right else None
    rules = rule_sentences(puzzle.position.rules, check.rules)
    if check.is_right and not shown:
        rules = [rule | {"sentence": ""} for rule in rules[:1]]
    headline = _(N_("The answer.") if shown else _HEADLINES[check.mark])
    text = _("Give your answer first.") if check.mark is Mark.NOT_ATTEMPTED else check.text
    told = note(
        check.mark.value if is_attempt else "info",
        headline,
        check.reason or text if check.thoughts else text,
        say=f"{headline} {text}",
        rules=rules,
        cards=[reason_row(puzzle.position, reason) for reason in check.reasons],
        chosen=check.answer if isinstance(check.answer, Play) else None,
        marks=list(_answer_marks(puzzle, check, shown)) if is_attempt else (),
        is_folded=True,
    ) | {"thoughts": thoughts_of(check)}
    if theme is None:
        return told
    named = _("This puzzle: {theme}", theme=theme)
    return told | {"theme": str(named), "say": f"{told['say']} {named}."}


def thoughts_of(check: Check) -> list[Json]:
    """Return what the learner perhaps thought, each with what is true."""
    return [{"quoted": str(quoted), "truth": truth} for quoted, truth in check.thoughts]


def _answer_marks(puzzle: Puzzle, check: Check, shown: bool) -> Iterator[Json]:
    """Yield a mark for what was answered, and one for each right answer that was not."""
    right = check.answer if check.is_right else puzzle.answer
    given, best = (() if shown else _marked(check.answer)), _marked(right)
    for word in given:
        is_right = check.is_right or word in best
        yield mark_of(word, "right" if is_right else "wrong", N_("your answer"))
    for word in best:
        if word not in given:
            yield mark_of(word, "right", N_("right answer"))


def _marked(answer: object) -> list[str]:
    """Return the cards and choices of an answer; a number or who is next is neither."""
    if isinstance(answer, Play | LateDraw | str):
        return [str(answer)]
    parts = answer if isinstance(answer, tuple) else ()
    return [str(part) for part in parts if isinstance(part, Play | LateDraw | str)]


def nudge_feedback(puzzle: Puzzle, check: Check) -> Json:
    """Return the feedback on a first wrong answer: why it is wrong, without the right one."""
    text = _("{nudge} Try once more.", nudge=puzzle.nudge(check))
    return note("wrong", _(_HEADLINES[Mark.WRONG]), text)


def hint_feedback(hint: Message, step: int, steps: int) -> Json:
    """Return the feedback that shows a hint, the ``step``-th of ``steps``."""
    headline = _("Hint {step} of {steps}.", step=step, steps=steps)
    return note("hint", headline, hint)


# ---- rule points ----


def rule_panel(rule_id: str) -> Json:
    """Return the panel of a rule point: what each edition says, how sure that is, from where.

    Raises :class:`KeyError` for an id that no rule point has.
    """
    point = rule_points()[rule_id]
    status = point.status_words(point.says)
    found = list(dict.fromkeys(texts()[source.text].title for source in point.sources))
    return {
        "id": point.id,
        "title": point.title,
        "says": [
            {"rules": kind.title, "text": point.says[key]}
            for key, kind in RULE_SETS.items()
            if key in point.says
        ],
        "where": gettext("{status} ({texts}).", status=status, texts=format_list(found))
        if found
        else f"{status}.",
        "href": None,
    }


_HEADLINES = {
    Mark.RIGHT: N_("Right."),
    Mark.WRONG: N_("Not right."),
    Mark.NOT_ATTEMPTED: N_("No answer yet."),
    Mark.MALFORMED: N_("I could not read that."),
}

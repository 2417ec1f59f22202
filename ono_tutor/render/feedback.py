"""The feedback on a hand, an answer or a play, and the panel of a rule point, for the view."""

from collections.abc import Sequence

from ono_tutor.cards import Card
from ono_tutor.course.coach import PlayReview, advice, error_text
from ono_tutor.game.explain import sentence_of
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import format_chance, join_sentences
from ono_tutor.render.play_table import PlayRow, play_table, verdict_text
from ono_tutor.rules.book import rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.reasons import reasons
from ono_tutor.solver.survive import Verdict, fraction, survive
from ono_tutor.solver.threat import Danger

MOST_POINTS = 3
Sentences = Sequence[Message | str]


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


def rule_sentences(rules: RuleSet, ids: Sequence[str]) -> list[Json]:
    """Return what this rule set says of the first few of these rule points."""
    points = [rule_points()[rule_id] for rule_id in dict.fromkeys(ids)]
    said = [(point, point.sentence_for(rules)) for point in points]
    return [
        {"id": p.id, "title": p.title, "sentence": sentence, "href": None}
        for p, sentence in [each for each in said if each[1]][:MOST_POINTS]
    ]


# ---- a hand that is explored ----


def outcomes_feedback(position: Position, before: Sentences = ()) -> Json:
    """Return the verdict on a hand and what every card would do.

    ``before`` are sentences that come first, such as what led to this position.
    """
    if not position.is_hand_known:
        return _hidden_feedback(position, before)
    answer, draw = survive(position), list[Message]()
    best = next(reason for reason in reasons(position) if reason.play in answer.best)
    if answer.verdict is Verdict.CHANCE:
        template = N_("The next card is one of {unseen} that you cannot see.")
        draw = [_(template, unseen=answer.unseen)]
    total = _("The total is {total}.", total=position.total)
    return note(
        "info",
        verdict_text(answer),
        join_sentences([*before, *draw]),
        rules=rule_sentences(position.rules, best.rules),
        cards=[row.as_json() for row in play_table(position)],
        say=join_sentences([*before, total, verdict_text(answer)]),
    )


def _hidden_feedback(position: Position, before: Sentences) -> Json:
    """Return what can be said of a hand with hidden cards."""
    one, more = N_("One of your cards is hidden."), N_("{n} of your cards are hidden.")
    headline = ngettext(one, more, position.hand.count(Card.UNKNOWN))
    if set(position.hand) == {Card.UNKNOWN}:
        headline = _("Your hand is hidden.")
    if position.turn:
        now = _("You are Player {seat} now.", seat=position.turn)
        headline = _("{now} {hidden}", now=now, hidden=headline)
    tip = _("Choose your cards in the form to see what they would do.")
    say = join_sentences([*before, headline])
    return note("info", headline, join_sentences([*before, tip]), say=say)


def with_values(feedback: Json, review: PlayReview) -> Json:
    """Return the feedback on a hand with what each play is worth over the round, and why."""
    told = join_sentences([advice(review), error_text(review.values)])
    rows = [row.as_json() for row in play_table(review.position, review)]
    return feedback | {"cards": rows, "text": f"{feedback['text']} {told}".lstrip(), "say": told}


def what_followed(outcome: Outcome, danger: Danger | None) -> list[Message]:
    """Return what a play led to, and the chance that the next to act does not survive it."""
    before = outcome.before
    told_of = (event for event in outcome.events if event.type is not EventType.DREW)
    texts = [sentence_of(before, event, before.turn) for event in told_of]
    if danger and danger.chance is not None and not outcome.after.is_hand_known:
        assert danger.next is not None
        template = N_("The chance that Player {seat} does not survive is {chance}.")
        if before.rules.marks:
            template = N_("The chance that Player {seat} loses a point is {chance}.")
        seat, chance = before.player_number(danger.next), format_chance(danger.chance)
        texts.append(_(template, seat=seat, chance=chance))
    return texts


# ---- answers to puzzles ----


def check_feedback(puzzle: Puzzle, check: Check, *, shown: bool = False) -> Json:
    """Return the feedback to an answer: right or wrong, why, and what each card would have done.

    ``shown`` says that the answer was asked for, not given.
    """
    position, is_attempt = puzzle.position, check.mark in (Mark.RIGHT, Mark.WRONG)
    rules = rule_sentences(position.rules, check.rules)
    if check.is_right and not shown:
        rules = [rule | {"sentence": ""} for rule in rules[:1]]
    headline = _(N_("The answer.") if shown else _HEADLINES[check.mark])
    text = _("Give your answer first.") if check.mark is Mark.NOT_ATTEMPTED else check.text
    right = _marked(check.answer if check.is_right else puzzle.answer)
    given = [] if shown else _marked(check.answer)
    marks = [
        mark_of(word, "right" if check.is_right or word in right else "wrong", N_("your answer"))
        for word in given
    ]
    marks += [mark_of(word, "right", N_("right answer")) for word in right if word not in given]
    told = note(
        check.mark.value if is_attempt else "info",
        headline,
        check.reason or text if check.thoughts else text,
        say=f"{headline} {text}",
        rules=rules,
        cards=[
            PlayRow(position, r.play, r.status, r.text, fraction(r.chance)).as_json()
            for r in check.reasons
        ],
        chosen=check.answer if isinstance(check.answer, Play) else None,
        marks=marks if is_attempt else (),
        is_folded=True,
    ) | {"thoughts": thoughts_of(check)}
    theme = puzzle.theme if shown or check.is_right else None
    if theme is None:
        return told
    named = _("This puzzle: {theme}", theme=theme)
    return told | {"theme": str(named), "say": f"{told['say']} {named}."}


def thoughts_of(check: Check) -> list[Json]:
    """Return what the learner perhaps thought, each with what is true."""
    return [{"quoted": str(quoted), "truth": truth} for quoted, truth in check.thoughts]


def _marked(answer: object) -> list[str]:
    """Return the cards and choices of an answer; a number or who is next is neither."""
    parts = [answer]
    if isinstance(answer, tuple) and not isinstance(answer, Play | LateDraw):
        parts = list(answer)
    return [str(part) for part in parts if isinstance(part, Play | LateDraw | str)]


def nudge_feedback(puzzle: Puzzle, check: Check) -> Json:
    """Return the feedback on a first wrong answer: why it is wrong, without the right one."""
    text = _("{nudge} Try once more.", nudge=puzzle.nudge(check))
    return note("wrong", _(_HEADLINES[Mark.WRONG]), text)


def hint_feedback(hint: Message, step: int, steps: int) -> Json:
    """Return the feedback that shows a hint, the ``step``-th of ``steps``."""
    return note("hint", _("Hint {step} of {steps}.", step=step, steps=steps), hint)


_HEADLINES = {
    Mark.RIGHT: N_("Right."),
    Mark.WRONG: N_("Not right."),
    Mark.NOT_ATTEMPTED: N_("No answer yet."),
    Mark.MALFORMED: N_("I could not read that."),
}


# ---- rule points ----


def rule_panel(rule_id: str) -> Json:
    """Return the panel of a rule point: what each edition says, how sure that is, from where.

    Raises :class:`KeyError` for an id that no rule point has.
    """
    point = rule_points()[rule_id]
    status, where = point.status_words(point.says), N_("{status}.")
    titles = list(dict.fromkeys(texts()[source.text].title for source in point.sources))
    if titles:
        where = N_("{status} ({texts}).")
    return {
        "id": point.id,
        "title": point.title,
        "says": [
            {"rules": kind.title, "text": point.says[key]}
            for key, kind in RULE_SETS.items()
            if key in point.says
        ],
        "where": gettext(where, status=status, texts=format_list(titles)),
        "href": None,
    }

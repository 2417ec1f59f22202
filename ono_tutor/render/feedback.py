"""Feedback on a hand, an answer, a play or a rule point: rows, verdicts and sentences."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ono_tutor.course.coach import PlayReview, advice, error_text, worth_text
from ono_tutor.game.explain import cards_in_words, format_stake, sentence_of
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, Outcome, consequence
from ono_tutor.i18n import N_, Message, _, format_list, gettext
from ono_tutor.puzzles.answer import Check, Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import format_chance, join_sentences, label
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.book import rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.solver.certain import game_end, pays
from ono_tutor.solver.reasons import PlayStatus, play_status, reasons
from ono_tutor.solver.solve import Solution
from ono_tutor.solver.survive import Survival, Verdict, fraction, survive, turn_chances
from ono_tutor.solver.threat import Danger
from ono_tutor.solver.value import Grade


@dataclass(frozen=True, slots=True)
class PlayRow:
    """A play of a hand: how it stands, the chance to complete the turn, what it does and why."""

    position: Position
    play: Play | LateDraw
    status: PlayStatus
    text: Message | str
    chance: str = ""

    def as_json(self) -> Json:
        """Return the row of the view's feedback; the chance stands there where luck decides."""
        card = self.play.card if isinstance(self.play, Play) else None
        return {
            "code": card.code if card else str(self.play),
            "play": str(self.play),
            "name": f"{self.position.rules.play_name(self.play):short}",
            "svg": card_svg(card.code) if card else None,
            "outcome": self.status.value,
            "label": str(label(self.position, self.status)),
            "chance": self.chance if self.status is PlayStatus.RISK else None,
            "text": str(self.text),
        }


def play_table(position: Position, review: PlayReview | None = None) -> list[PlayRow]:
    """Return a row for each play of a known hand.

    With a ``review`` each text says as well what the play is worth over the round, and why.
    """
    chances = dict[Play | LateDraw, Fraction](turn_chances(position).items())
    worths = {each.play: each.value for each in review.scored} if review else {}
    rows = []
    for reason in reasons(position):
        play, status, text = reason.play, reason.status, str(reason.text)
        chance = chances.get(play, reason.chance)
        if chance != reason.chance:  # the draw pile is used up
            status, card = play_status(chance), position.rules.play_name(play)
            words = N_(
                "After {card:the} you draw one of the discards, as the draw pile is used up."
            )
            text = gettext(words, card=card)
        made = consequence(position, play) if isinstance(play, Play) else None
        if made and made.outcome and made.effect:
            done, after = str(facts(made)), made.outcome.after
            is_safe = status is PlayStatus.SAFE
            still_owes = is_safe and after.turn == position.turn and not made.outcome.round_over
            if is_safe and position.owes == 1 and not made.effect.costs_others:
                text = done  # the new total is said once, not twice
            elif position.rules.marks or (is_safe and not still_owes):
                text = join_sentences([done, text])
        if review and isinstance(play, Play) and play in worths:
            values, worth = review.values, worths[play]
            told, move = worth_text(values, play), position.state.move(play)
            grade = _(_GRADES[worth.grade]) if told and worth.grade in _GRADES else ""
            is_said = move is None or move.effect.loses or pays(move.effect)
            why = "" if is_said or (told and values.rounds) else worth.reason
            more = (told or "", grade, why, game_end(position, play) or "")
            text = join_sentences([text, *more])
        rows.append(PlayRow(position, play, status, text, format_chance(chance, is_brief=True)))
    return rows


def facts(made: Consequence) -> Message | None:
    """Return the new total, who is next and what is owed then; None for an illegal play."""
    if made.outcome is None or made.effect is None:
        return None
    outcome, before, after = made.outcome, made.outcome.before, made.outcome.after
    fields = {"total": made.effect.total, "seat": after.player_number(after.turn)}
    if outcome.round_over and made.loses:
        return _("The total is {total}, and you lose the round.", **fields)
    if outcome.round_over:
        return _("The total is {total}, and the round ends.", **fields)
    if before.turn in outcome.out:
        return _("The total is {total}; you are out, and Player {seat} is next.", **fields)
    template = N_("The total is {total}. You still have {cards} to play.")
    if after.turn != before.turn:
        template = N_("The total is {total}. Player {seat} is next and plays {cards}.")
    return _(template, cards=cards_in_words(after.owes), **fields)


def what_follows(made: Consequence) -> str:
    """Return what comes of a play, beside the new total, or why it may not be made."""
    if made.outcome is None:
        return str(made.reason)
    before, after = made.outcome.before, made.outcome.after
    events = [event for event in made.outcome.events if event.type not in _SHOWN_ELSEWHERE]
    said = [sentence_of(before, event, before.turn) for event in events]
    if not (made.outcome.round_over or any(event.type in _TELLS_TURN for event in events)):
        is_you = after.turn == before.turn
        template = N_("It is still your turn.") if is_you else N_("Player {seat} is next.")
        said.append(_(template, seat=before.player_number(after.turn)))
    return join_sentences(said)


_SHOWN_ELSEWHERE = (EventType.PLAYED, EventType.DREW)
_TELLS_TURN = (EventType.DOUBLED, EventType.HANDED_ON, EventType.STILL_OWES, EventType.WON)
_GRADES = {
    Grade.SLIP: N_("A slip."),
    Grade.MISTAKE: N_("A mistake."),
    Grade.BLUNDER: N_("A blunder."),
}


# ---- the verdict on a turn, and on a round ----


def verdict_text(answer: Survival) -> Message:
    """Return whether the turn can be completed, in a sentence; where luck decides, the chance."""
    words = _BY_MARKS if answer.position.rules.marks else _BY_LIMIT
    return _(words[answer.verdict], chance=format_chance(answer.chance))


_BY_LIMIT = {
    Verdict.CERTAIN: N_("You survive for certain: you need no luck."),
    Verdict.CHANCE: N_("You survive only with luck: the chance is {chance}."),
    Verdict.LOST: N_("You cannot survive."),
}
_BY_MARKS = {
    Verdict.CERTAIN: N_("You can play without losing a point."),
    Verdict.CHANCE: N_("You lose no point only with luck: the chance is {chance}."),
    Verdict.LOST: N_("Every card costs you a point or more."),
}


def solution_text(answer: Solution) -> Message:
    """Return if a win can be forced, or by how many points the round is won with best play.

    Only points that a player still has can be lost.
    """
    if answer.value is None:
        if answer.can_win:
            return _("You can force a win, whatever the others play.")
        return _("You cannot force a win if the others play their best.")
    if answer.value == 0:
        return _("With best play you both lose equally many points.")
    template = N_("With best play you lose {points} more than the other player.")
    if answer.value > 0:
        template = N_("With best play the other player loses {points} more than you.")
    return _(template, points=format_stake(answer.position.rules, abs(answer.value)))


# ---- the parts of a feedback ----

MOST_POINTS = 3
Sentences = Sequence[Message | str]


def note(  # noqa: PLR0913 - these are the parts of a feedback
    state: str,
    headline: Message | str,
    text: Message | str,
    *,
    rules: Sequence[Json] = (),
    cards: Sequence[PlayRow] = (),
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
        "cards": [row.as_json() for row in cards],
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
        headline = _("You do not see all your cards.")
        tip = _("Choose your cards in the form to see what they would do.")
        return note("info", headline, join_sentences([*before, tip]))
    answer = survive(position)
    best = next(reason for reason in reasons(position) if reason.play in answer.best)
    total = _("The total is {total}.", total=position.total)
    return note(
        "info",
        verdict_text(answer),
        join_sentences(before),
        rules=rule_sentences(position.rules, best.rules),
        cards=play_table(position),
        say=join_sentences([*before, total, verdict_text(answer)]),
    )


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
            PlayRow(position, r.play, r.status, r.text, fraction(r.chance)) for r in check.reasons
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

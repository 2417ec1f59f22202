"""The outcome of each play of a hand, and the verdict on the turn."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.course.coach import PlayReview
from ono_tutor.course.coach_text import best_text, error_text, worth_text
from ono_tutor.game.explain import sentence_of
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, Outcome, consequence
from ono_tutor.i18n import N_, Message, _, gettext, ngettext
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import format_chance, join_sentences
from ono_tutor.render.feedback import note, outcome_row, rule_sentences
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.certain import game_end, pays
from ono_tutor.solver.reasons import PlayStatus, Reason, reasons
from ono_tutor.solver.solve import Solution
from ono_tutor.solver.survive import Survival, Verdict, survive, turn_chances
from ono_tutor.solver.threat import Danger
from ono_tutor.solver.value import Grade, PlayValue, Values

Sentences = Sequence[Message | str]


def outcomes_feedback(position: Position, before: Sentences = ()) -> Json:
    """Return the verdict on a hand and what every card would do, as the view's feedback.

    Of a hand with hidden cards it says what those that are shown would do. ``before`` are
    sentences that come first, such as what led to this position.
    """
    if not position.is_hand_known:
        return _hidden_feedback(position, before)
    answer, found = survive(position), reasons(position)
    best = next(reason for reason in found if reason.play in answer.best)
    draw = []
    if answer.verdict is Verdict.CHANCE and not position.draw:
        template = N_("The next card is one of {unseen} that you cannot see.")
        draw = [_(template, unseen=answer.unseen)]
    fields = {"total": position.total, "chance": format_chance(answer.chance)}
    return note(
        "info",
        verdict_text(answer),
        join_sentences([*before, *draw]),
        rules=rule_sentences(position.rules, best.rules),
        cards=outcome_rows(position),
        say=join_sentences([*before, _(_ALOUD[answer.verdict], **fields)]),
    )


def outcome_rows(position: Position, review: PlayReview | None = None) -> list[Json]:
    """Return a row for each play of the hand: how it stands, its chance, what it does and why.

    With a ``review`` each row tells as well what the play is worth over the round.
    """
    worths = {each.play: each.value for each in review.scored} if review else {}
    chances = dict[Play | LateDraw, Fraction](turn_chances(position).items())
    rows = []
    for reason in reasons(position):
        chance = chances.get(reason.play, reason.chance)
        shown = reason if chance == reason.chance else _from_discards(position, reason, chance)
        text = outcome_text(position, shown)
        if review and reason.play in worths:
            text = join_sentences([text, *_worth(review.values, worths[reason.play])])
        rows.append(
            outcome_row(
                position, reason.play, shown.status, text, format_chance(chance, is_brief=True)
            )
        )
    return rows


def _from_discards(position: Position, reason: Reason, chance: Fraction) -> Reason:
    """Return the reason of a play that depends on the draw, if the draw pile is used up."""
    template = N_("After {card:the} you draw one of the discards, as the draw pile is used up.")
    text = _(template, card=position.rules.play_name(reason.play))
    status = PlayStatus.RISK if 0 < chance < 1 else PlayStatus.SAFE if chance else PlayStatus.LOST
    return replace(reason, status=status, chance=chance, text=text)


def with_values(feedback: Json, review: PlayReview) -> Json:
    """Return the Explorer's feedback with what each play is worth over the round, and why."""
    told = join_sentences([best_text(review), error_text(review.values)])
    rows = outcome_rows(review.position, review)
    text = f"{feedback['text']} {told}".lstrip()
    return feedback | {"cards": rows, "text": text, "say": told}


def _worth(values: Values, worth: PlayValue) -> Sentences:
    """Return what a play is worth, and why, if the row of the play does not say why already."""
    position, told = values.position, worth_text(values, worth.play)
    grade = _(_GRADES[worth.grade]) if told and worth.grade in _GRADES else None
    move = position.state.move(worth.play)
    is_said = move is None or move.effect.loses or pays(move.effect)
    why = worth.reason if not (is_said or (told and values.rounds)) else None
    texts = told, grade, why, game_end(position, worth.play)
    return tuple(text for text in texts if text)


def outcomes_text(position: Position) -> str:
    """Return the verdict and a line for every play, as plain text."""
    feedback: Any = outcomes_feedback(position)
    lines = [feedback["headline"]]
    for row in feedback["cards"]:
        labelled = row["label"]
        if row["chance"]:
            labelled = _("{label}, {chance}", label=labelled, chance=row["chance"])
        line = _("{name}: {label}. {text}", **row | {"label": labelled})
        lines.append(f"  {line}")
    return "\n".join(lines)


def without_pictures(feedback: Json) -> Json:
    """Return the feedback without the pictures of its cards, which the hand shows as well."""
    rows: Any = feedback["cards"]
    return feedback | {"cards": [row | {"svg": None} for row in rows]}


def verdict_text(answer: Survival) -> Message:
    """Return whether the turn can be completed, in a sentence; where luck decides, the chance."""
    words = _BY_MARKS if answer.position.rules.marks else _BY_LIMIT
    return _(words[answer.verdict], chance=format_chance(answer.chance))


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
    return ngettext(*_LOSES[answer.value > 0], abs(answer.value))


def outcome_text(position: Position, reason: Reason) -> str:
    """Return what a play does and why; the new total is said once, not twice."""
    found = consequence(position, reason.play) if isinstance(reason.play, Play) else None
    if found is None or found.outcome is None or found.effect is None:
        return str(reason.text)
    told = str(facts(position, found))
    is_safe, after = reason.status is PlayStatus.SAFE, found.outcome.after
    if is_safe and position.owes == 1 and not found.effect.costs_others:
        return told
    still_owes = is_safe and after.turn == position.turn and not found.outcome.round_over
    if position.rules.marks or (is_safe and not still_owes):
        return join_sentences([told, reason.text])
    return str(reason.text)


def facts(position: Position, found: Consequence) -> Message | None:
    """Return the new total, who is next and what is owed then; None for an illegal play."""
    if found.outcome is None or found.effect is None:
        return None
    outcome, after = found.outcome, found.outcome.after
    fields = {"total": found.effect.total, "seat": after.player_number(after.turn)}
    if outcome.round_over:
        ends = _ENDS_ROUND if position.rules.marks else _ENDS
        return _(ends[found.loses], **fields)
    if position.turn in outcome.out:
        template = N_("The total is {total}; you are out, and Player {seat} is next.")
        return _(template, **fields)
    templates = _NEXT
    if after.turn == position.turn:
        templates = _AGAIN if found.effect.steps else _STILL
    return ngettext(*templates, after.owes, **fields)


def _hidden_feedback(position: Position, before: Sentences) -> Json:
    """Return what can be said of a hand with hidden cards."""
    shown = [card for card in dict.fromkeys(position.hand) if card is not Card.UNKNOWN]
    plays = [play for card in shown for play in position.rules.plays_of(card)]
    headline = ngettext(
        "One of your cards is hidden.",
        "{n} of your cards are hidden.",
        position.hand.count(Card.UNKNOWN),
    )
    if not shown:
        headline = _("Your hand is hidden.")
    if position.turn:
        now = _("You are Player {seat} now.", seat=position.turn)
        headline = _("{now} {hidden}", now=now, hidden=headline)
    tip = _("Choose your cards in the form to see what they would do.")
    return note(
        "info",
        headline,
        join_sentences([*before, tip]),
        cards=[_shown_card_row(position, play) for play in plays],
        say=join_sentences([*before, headline]),
    )


def _shown_card_row(position: Position, play: Play) -> Json:
    """Return the row of a card among hidden ones, which decide whether it may lose."""
    found = consequence(position, play)
    if found.is_legal and not found.loses:
        row = outcome_row(position, play, PlayStatus.SAFE, facts(position, found) or "")
        return row | {"label": gettext("can be played")}
    why: Message | str = found.reason or ""
    if found.loses:
        why = _("It loses, so it may be played only if no other card is safe.")
    return outcome_row(position, play, PlayStatus.BARRED, why)


def what_followed(outcome: Outcome, danger: Danger | None) -> list[Message]:
    """Return what a play led to, and the chance that the next to act does not survive it."""
    rules = outcome.before.rules
    told_of = (event for event in outcome.events if event.type is not EventType.DREW)
    texts = [sentence_of(outcome.before, event, outcome.before.turn) for event in told_of]
    if (
        danger is None
        or danger.chance is None
        or danger.next is None
        or outcome.after.is_hand_known
    ):
        return texts
    fields = {
        "seat": outcome.before.player_number(danger.next),
        "chance": format_chance(danger.chance),
    }
    template = N_("The chance that Player {seat} does not survive is {chance}.")
    if rules.marks:
        template = N_("The chance that Player {seat} loses a point is {chance}.")
    return [*texts, _(template, **fields)]


_GRADES = {
    Grade.SLIP: N_("A slip."),
    Grade.MISTAKE: N_("A mistake."),
    Grade.BLUNDER: N_("A blunder."),
}
_BY_LIMIT = {
    Verdict.CERTAIN: N_("You survive for certain, whatever you draw."),
    Verdict.CHANCE: N_("You survive only with luck: the chance is {chance}."),
    Verdict.LOST: N_("You cannot survive, whatever you draw."),
}
_BY_MARKS = {
    Verdict.CERTAIN: N_("You can play without losing a point."),
    Verdict.CHANCE: N_("You lose no point only with luck: the chance is {chance}."),
    Verdict.LOST: N_("Every card costs you a point or more."),
}
_ALOUD = {
    Verdict.CERTAIN: N_("At {total}: certain."),
    Verdict.CHANCE: N_("At {total}: possible with luck, {chance}."),
    Verdict.LOST: N_("At {total}: lost."),
}
_ENDS = {
    False: N_("The total is {total}, and play ends."),
    True: N_("The total is {total}, and you lose the round."),
}
_ENDS_ROUND = {
    False: N_("The total is {total}, and the round ends."),
    True: N_("The total is {total}, and you lose the round."),
}
_STILL = (
    N_("The total is {total}. Play one more card."),
    N_("The total is {total}. Play two cards."),
)
_AGAIN = (
    N_("The total is {total}, and it is your turn again."),
    N_("The total is {total}, and it is your turn again: play two cards."),
)
_NEXT = (
    N_("The total is {total}. Player {seat} is next and plays one card."),
    N_("The total is {total}. Player {seat} is next and plays two cards."),
)
_LOSES = {
    True: (
        N_("With best play the other player loses one point more than you."),
        N_("With best play the other player loses {n} points more than you."),
    ),
    False: (
        N_("With best play you lose one point more than the other player."),
        N_("With best play you lose {n} points more than the other player."),
    ),
}

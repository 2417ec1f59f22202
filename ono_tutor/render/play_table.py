"""The table of plays: a row for each play of a hand, with how it stands, what it does and why.

Faces lay the rows out and word nothing.
"""

from dataclasses import dataclass
from fractions import Fraction

from ono_tutor.course.coach import PlayReview, worth_text
from ono_tutor.game.explain import sentence_of
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, consequence
from ono_tutor.i18n import N_, Message, _, gettext, ngettext
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import format_chance, join_sentences, label
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.judgement import EventType
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.certain import game_end, pays
from ono_tutor.solver.reasons import PlayStatus, play_status, reasons
from ono_tutor.solver.solve import Solution
from ono_tutor.solver.survive import Survival, Verdict, turn_chances
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
    if outcome.round_over and before.rules.marks:
        return _("The total is {total}, and the round ends.", **fields)
    if outcome.round_over:
        return _("The total is {total}, and play ends.", **fields)
    if before.turn in outcome.out:
        return _("The total is {total}; you are out, and Player {seat} is next.", **fields)
    if after.turn != before.turn:
        one = N_("The total is {total}. Player {seat} is next and plays one card.")
        two = N_("The total is {total}. Player {seat} is next and plays two cards.")
    elif made.effect.steps:
        one = N_("The total is {total}, and it is your turn again.")
        two = N_("The total is {total}, and it is your turn again: play two cards.")
    else:
        one = N_("The total is {total}. Play one more card.")
        two = N_("The total is {total}. Play two cards.")
    return ngettext(one, two, after.owes, **fields)


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
    Verdict.CERTAIN: N_("You survive for certain, whatever you draw."),
    Verdict.CHANCE: N_("You survive only with luck: the chance is {chance}."),
    Verdict.LOST: N_("You cannot survive, whatever you draw."),
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
    one = N_("With best play you lose one point more than the other player.")
    more = N_("With best play you lose {n} points more than the other player.")
    if answer.value > 0:
        one = N_("With best play the other player loses one point more than you.")
        more = N_("With best play the other player loses {n} points more than you.")
    return ngettext(one, more, abs(answer.value))

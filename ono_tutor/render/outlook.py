"""What a hand can look forward to: the verdict, and what every card of it would do."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ono_tutor.cards import Card
from ono_tutor.game.consequence import Consequence, consequence
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.render.answers import fraction
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.reasons import Prospect, Reason, reasons
from ono_tutor.solver.survive import Survival, Verdict

Sentences = Sequence[Message | str]


@dataclass(frozen=True, slots=True)
class Prospects:
    """What one play of a hand would do: how it stands, its chance, the facts and the reason.

    ``chance`` is the chance to complete the turn, None where the play may not be made;
    ``total`` the new total, None where there is none; ``facts`` says it, and who is next;
    ``text`` has the facts and the reason, or the one of them that says it all.
    """

    play: Play | LateDraw
    name: Message
    prospect: Prospect
    label: Message
    chance: Fraction | None
    total: int | None
    facts: Message | None
    text: str
    rules: tuple[str, ...]

    @property
    def card(self) -> Card | None:
        """The card that is played, if one is."""
        return self.play.card if isinstance(self.play, Play) else None


def together(sentences: Sentences) -> str:
    """Whole sentences one after the other."""
    return " ".join(map(str, sentences))


def chance_words(chance: Fraction) -> str:
    """The exact chance, and how many in a hundred that is or is about."""
    fields = {"chance": fraction(chance), "hundred": hundredths(chance)}
    if (100 * chance).denominator == 1:
        return str(lazy_gettext("{chance}, {hundred} in 100", **fields))
    if chance < Fraction(1, 100):
        return str(lazy_gettext("{chance}, less than 1 in 100", **fields))
    return str(lazy_gettext("{chance}, about {hundred} in 100", **fields))


def chance_cell(chance: Fraction) -> str:
    """The exact chance for a table: what is certain or lost needs no hundredths."""
    return fraction(chance) if chance in (0, 1) else chance_words(chance)


def hundredths(chance: Fraction) -> int:
    """About how many in a hundred; never none or all unless it is exactly that."""
    return int(chance) * 100 if chance in (0, 1) else min(99, max(1, round(100 * chance)))


def verdict_text(answer: Survival) -> Message:
    """Whether the turn can be completed, in a sentence; with the exact chance if it is luck."""
    words = _BY_MARKS if answer.position.rules.marks else _BY_LIMIT
    return lazy_gettext(words[answer.verdict], chance=chance_words(answer.chance))


def verdict_aloud(answer: Survival) -> Message:
    """The verdict in a few words, to be spoken after a change."""
    fields = {"total": answer.position.total, "chance": chance_words(answer.chance)}
    return lazy_gettext(_ALOUD[answer.verdict], **fields)


def prospects(position: Position) -> tuple[Prospects, ...]:
    """What every play of the hand would do, legal or not, in the hand's order.

    Raises :class:`UnanswerableError` where a card of the hand is hidden.
    """
    return tuple(_prospects(position, reason) for reason in reasons(position))


def _prospects(position: Position, reason: Reason) -> Prospects:
    found = consequence(position, reason.play) if isinstance(reason.play, Play) else None
    return Prospects(
        play=reason.play,
        name=play_name(position, reason.play),
        prospect=reason.prospect,
        label=label(position, reason.prospect),
        chance=None if reason.prospect is Prospect.BARRED else reason.chance,
        total=None if found is None or found.effect is None else found.effect.total,
        facts=None if found is None else facts(position, found),
        text=_text(position, reason, found),
        rules=reason.rules,
    )


def _text(position: Position, reason: Reason, found: Consequence | None) -> str:
    """What is so and why: the new total is said once, not by the facts and by the reason."""
    told = None if found is None else facts(position, found)
    if told is None or found is None or found.outcome is None or found.effect is None:
        return str(reason.text)
    is_safe, after = reason.prospect is Prospect.SAFE, found.outcome.after
    if is_safe and position.owes == 1 and not found.effect.costs_others:
        return str(told)
    still_owes = is_safe and after.turn == position.turn and not found.outcome.round_over
    if position.rules.marks or (is_safe and not still_owes):
        return together([told, reason.text])
    return str(reason.text)


def play_name(position: Position, play: Play | LateDraw) -> Message:
    """The play as it is spoken."""
    if isinstance(play, LateDraw):
        return lazy_gettext("the late draw")
    return position.rules.play_name(play)


def label(position: Position, prospect: Prospect) -> Message:
    """How a play stands, in a word or two."""
    return lazy_gettext((_MARK_LABELS if position.rules.marks else _LABELS)[prospect])


def facts(position: Position, found: Consequence) -> Message | None:
    """The new total, who is next and what is owed then; None for a play that is not legal."""
    if found.outcome is None or found.effect is None:
        return None
    after = found.outcome.after
    fields = {"total": _signed(found.effect.total), "seat": after.turn}
    return lazy_gettext(_facts_template(position, found, found.outcome), **fields)


def _facts_template(position: Position, found: Consequence, outcome: Outcome) -> str:
    after, stays = outcome.after, found.effect is not None and found.effect.steps == 0
    if outcome.round_over:
        return (_ENDS_ROUND if position.rules.marks else _ENDS)[found.loses]
    if position.turn in outcome.out:
        return N_("The total is {total}; you are out, and seat {seat} is next.")
    if after.turn == position.turn:
        return (_STILL if stays else _AGAIN)[after.owes == 1]
    return _NEXT[after.owes == 1]


def _signed(total: int) -> str:
    return str(total).replace("-", "−")


_BY_LIMIT = {
    Verdict.CERTAIN: N_("Certain: you complete this turn, whatever is drawn."),
    Verdict.CHANCE: N_("Possible with luck: the chance to complete this turn is {chance}."),
    Verdict.LOST: N_("Lost: you cannot complete this turn, whatever is drawn."),
}
_BY_MARKS = {
    Verdict.CERTAIN: N_("Certain: you can play without losing a point."),
    Verdict.CHANCE: N_("Possible with luck: the chance to lose no point is {chance}."),
    Verdict.LOST: N_("Lost: every card costs you a point or more."),
}
_ALOUD = {
    Verdict.CERTAIN: N_("At {total}: certain."),
    Verdict.CHANCE: N_("At {total}: possible with luck, {chance}."),
    Verdict.LOST: N_("At {total}: lost."),
}
_LABELS = {
    Prospect.SAFE: N_("survives"),
    Prospect.RISK: N_("survives with luck"),
    Prospect.LOST: N_("loses"),
    Prospect.BARRED: N_("not allowed"),
}
_MARK_LABELS = _LABELS | {
    Prospect.SAFE: N_("loses no point"),
    Prospect.LOST: N_("costs points"),
}
_ENDS = {
    False: N_("New total {total}; play ends there."),
    True: N_("New total {total}; you lose the hand."),
}
_ENDS_ROUND = {
    False: N_("New total {total}; the round ends there."),
    True: N_("New total {total}; you lose the round."),
}
_STILL = {
    True: N_("New total {total}; you still owe one card."),
    False: N_("New total {total}; you still owe two cards."),
}
_AGAIN = {
    True: N_("New total {total}; it is your turn again."),
    False: N_("New total {total}; it is your turn again, and you owe two cards."),
}
_NEXT = {
    True: N_("New total {total}; seat {seat} is next and owes one card."),
    False: N_("New total {total}; seat {seat} is next and owes two cards."),
}

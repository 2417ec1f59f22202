"""What a hand can look forward to: the verdict, and what every card of it would do."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from ono_tutor.cards import Card
from ono_tutor.game.consequence import Consequence, consequence
from ono_tutor.game.explain import sentence_of
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import chance_cell, chance_words, label, play_name
from ono_tutor.render.card_svg import card_svg
from ono_tutor.render.feedback import rule_sentences
from ono_tutor.rules.event import EventType
from ono_tutor.rules.play import LateDraw, Play
from ono_tutor.solver.reasons import Prospect, Reason, reasons
from ono_tutor.solver.survive import Survival, Verdict, survive
from ono_tutor.solver.threat import Danger

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


def outlook_feedback(answer: Survival, serial: int, before: Sentences = ()) -> Json:
    """The verdict and what every card would do, as the view's feedback.

    ``before`` are sentences that come first, such as what led to this position.
    """
    position = answer.position
    found = prospects(position)
    best = next(item for item in found if item.play in answer.best)
    texts = [*before, *_draw_text(answer)]
    return {
        "serial": serial,
        "state": "info",
        "headline": str(verdict_text(answer)),
        "text": together(texts),
        "rules": rule_sentences(position.rules, best.rules),
        "cards": [_row(item) for item in found],
        "chosen": None,
        "say": together([*before, verdict_aloud(answer)]),
    }


def _draw_text(answer: Survival) -> Sentences:
    if answer.verdict is not Verdict.CHANCE or answer.position.draw:
        return []
    template = N_("The next card is one of {unseen} that are not shown.")
    return [lazy_gettext(template, unseen=answer.unseen)]


def _row(item: Prospects) -> Json:
    code = item.card.code if item.card else str(item.play)
    is_luck = item.prospect is Prospect.RISK
    return {
        "code": code,
        "play": str(item.play),
        "name": str(item.name),
        "svg": card_svg(code) if item.card else None,
        "outcome": item.prospect.value,
        "label": str(item.label),
        "chance": chance_cell(item.chance) if is_luck and item.chance is not None else None,
        "text": item.text,
    }


def hidden_feedback(position: Position, serial: int, before: Sentences = ()) -> Json:
    """What can be said of a hand of which cards are hidden: what those that are shown would do."""
    shown = [card for card in dict.fromkeys(position.hand) if card is not Card.UNKNOWN]
    ways = [play for card in shown for play in position.rules.plays_of(card)]
    fields = {"seat": position.turn, "count": position.hand.count(Card.UNKNOWN)}
    template = N_("You are seat {seat} now, and {count} of your cards are hidden.")
    if fields["count"] == 1:
        template = N_("You are seat {seat} now, and one of your cards is hidden.")
    if not shown:
        template = N_("You are seat {seat} now, and your hand is hidden.")
    headline = lazy_gettext(template, **fields)
    tip = lazy_gettext("Choose your cards in the form to see what they would do.")
    return {
        "serial": serial,
        "state": "info",
        "headline": str(headline),
        "text": together([*before, tip]),
        "rules": [],
        "cards": [_hidden_row(position, play) for play in ways],
        "chosen": None,
        "say": together([*before, headline]),
    }


def _hidden_row(position: Position, play: Play) -> Json:
    """A card that is shown among hidden ones; whether it may bust hangs on the others."""
    found = consequence(position, play)
    is_open = found.is_legal and not found.loses
    prospect = Prospect.SAFE if is_open else Prospect.BARRED
    card, texts = play.card, [facts(position, found) if is_open else found.reason]
    if found.loses:
        texts = [lazy_gettext("It loses, so it may be played only if no other card is safe.")]
    return {
        "code": card.code if card else str(play),
        "play": str(play),
        "name": str(position.rules.play_name(play)),
        "svg": card_svg(card.code) if card else None,
        "outcome": prospect.value,
        "label": str(lazy_gettext("can be played") if is_open else label(position, prospect)),
        "chance": None,
        "text": together([text for text in texts if text]),
    }


def told(outcome: Outcome, danger: Danger | None) -> list[Message]:
    """What a play led to, and the chance that the next player to act does not survive it."""
    rules = outcome.before.rules
    told_of = [event for event in outcome.events if event.type not in _UNTOLD]
    texts = [sentence_of(rules, event) for event in told_of]
    if danger is None or danger.chance is None or outcome.after.is_hand_known:
        return texts
    fields = {"seat": danger.next, "chance": chance_words(danger.chance)}
    template = N_("The chance that seat {seat} does not survive is {chance}.")
    if rules.marks:
        template = N_("The chance that seat {seat} loses a point is {chance}.")
    return [*texts, lazy_gettext(template, **fields)]


def answer_to(position: Position, serial: int, before: Sentences = ()) -> Json:
    """The feedback for any position: the verdict, or what can be said of a hidden hand."""
    if position.is_hand_known:
        return outlook_feedback(survive(position), serial, before)
    return hidden_feedback(position, serial, before)


def without_faces(feedback: Json) -> Json:
    """The feedback without the pictures of its cards, which the hand shows as well."""
    rows = feedback["cards"]
    assert isinstance(rows, list)
    return feedback | {"cards": [row | {"svg": None} for row in rows]}


def outlook_text(position: Position) -> str:
    """The verdict and a line for every play, as plain text."""
    feedback = answer_to(position, 0)
    rows = feedback["cards"]
    assert isinstance(rows, list)
    lines = [
        str(lazy_gettext("{name}: {label}. {text}", **row | {"label": _labelled(row)}))
        for row in rows
    ]
    return "\n".join([str(feedback["headline"]), *(f"  {line}" for line in lines)])


def _labelled(row: Json) -> str:
    if not row["chance"] or row["outcome"] != Prospect.RISK.value:
        return str(row["label"])
    return str(lazy_gettext("{label} ({chance})", label=row["label"], chance=row["chance"]))


_UNTOLD = (EventType.DREW,)

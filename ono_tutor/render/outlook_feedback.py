"""What a hand can look forward to, as the view's feedback and as plain text."""

from ono_tutor.cards import Card
from ono_tutor.game.consequence import consequence
from ono_tutor.game.explain import sentence_of
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Outcome
from ono_tutor.i18n import N_, Message, lazy_gettext
from ono_tutor.render.answers import Json
from ono_tutor.render.faces import card_svg
from ono_tutor.render.feedback import rule_sentences
from ono_tutor.render.outlook import (
    Prospects,
    Sentences,
    chance_cell,
    chance_words,
    facts,
    label,
    prospects,
    together,
    verdict_aloud,
    verdict_text,
)
from ono_tutor.rules.event import EventType
from ono_tutor.rules.play import Play
from ono_tutor.solver.reasons import Prospect
from ono_tutor.solver.survive import Survival, Verdict, survive
from ono_tutor.solver.threat import Danger


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

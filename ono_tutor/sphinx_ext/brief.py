"""Examples in short: the cards and the totals in one line, and in sentences what happens."""

from collections.abc import Iterable

from docutils import nodes

from ono_tutor import Outcome, Play, Position, Survival
from ono_tutor.game.explain import sentence_of
from ono_tutor.game.turn import consequences
from ono_tutor.i18n import Message, lazy_gettext, lazy_ngettext
from ono_tutor.render.caption import spoken, with_minus
from ono_tutor.rules.judgement import EventType
from ono_tutor.sphinx_ext.answer import play_status, verdict_paragraph, what_follows
from ono_tutor.sphinx_ext.nodes import badge, card_drawing, paragraph

UNTOLD = (EventType.DREW, EventType.ROUND_OVER)


def asked(position: Position, answer: Survival | None) -> list[nodes.Node]:
    """Return the hand with what may not be played dimmed, then each card in a sentence."""
    found = list(consequences(position))
    line = _start(position)
    for each in found:
        line += _face(position, each.play, () if each.is_legal else ("ono-dim",))
    said = [verdict_paragraph(answer)] if answer else []
    for each in found:
        word, kind = play_status(each, answer)
        text = f" {spoken(position, each.play)}: {what_follows(position, each)}"
        said.append(nodes.paragraph("", "", badge(word, kind), nodes.Text(text)))
    return [line, *said]


def played(outcome: Outcome) -> list[nodes.Node]:
    """Return the total, the cards that are played and the total after them, then what happens."""
    line = _start(outcome.before)
    for play in outcome.plays:
        if isinstance(play, Play):
            line += _face(outcome.before, play)
    total = with_minus(outcome.after.total)
    line += [nodes.Text(" → "), _chip(lazy_gettext("total {total}", total=total))]
    rules = outcome.before.rules
    events = (event for event in outcome.events if event.type not in UNTOLD)
    return [line, paragraph(" ".join(str(sentence_of(rules, event)) for event in events))]


def _start(position: Position) -> nodes.paragraph:
    """Return a line that begins with the total and with two cards that are owed."""
    chips = [_chip(lazy_gettext("total {total}", total=with_minus(position.total)))]
    if position.owes > 1:
        one, more = "{n} card owed", "{n} cards owed"
        chips.append(_chip(lazy_ngettext(one, more, position.owes)))
    return nodes.paragraph("", "", *chips, classes=["ono-strip", "no-search"])


def _chip(text: Message) -> nodes.inline:
    return nodes.inline(str(text), str(text), classes=["ono-chip"])


def _face(position: Position, play: Play, kinds: Iterable[str] = ()) -> nodes.Node:
    """Return the face of a card with its name; without a card, the name alone."""
    name = str(spoken(position, play))
    if play.card is None:
        return nodes.inline(name, name)
    return card_drawing(play.card.code, name, *kinds)

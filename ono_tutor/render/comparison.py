"""A comparison as the view's grid: a row a card, a column a rule set."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.errors import NotationError
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, consequence
from ono_tutor.i18n import N_, Message, _, format_list, gettext, ngettext, sentence
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import format_chance, join_sentences, label, spoken, title_of
from ono_tutor.render.feedback import note, rule_sentences
from ono_tutor.render.outcomes import facts
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.book import rule_points
from ono_tutor.rules.play import OUT
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.rules.seats import Hand
from ono_tutor.solver.compare import Comparison, UnderRules
from ono_tutor.solver.reasons import PlayStatus
from ono_tutor.solver.survive import Verdict

NONE = "none"


class ComparisonCell(NamedTuple):
    """The outcome of a row under one rule set, in a word or two and in sentences."""

    outcome: str
    label: str
    text: str


EMPTY = ComparisonCell(NONE, "–", "")


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A row: what it is about, a cell for each rule set, and the rule points that part them."""

    name: str
    cells: tuple[ComparisonCell, ...]
    card: Card | None = None
    rules: tuple[str, ...] = ()
    own: int = 0

    def differs(self, cell: ComparisonCell) -> bool:
        """Check whether this cell differs from that of the position's own rule set."""
        is_said = cell.outcome != NONE
        return bool(self.rules) and is_said and cell != self.cells[self.own]


def comparison_rows(found: Comparison) -> tuple[ComparisonRow, ...]:
    """Return the whole turn, each card of the hand, and laying it down if that is ever due."""
    rules = found.position.rules
    own = [reading.rules for reading in found.readings].index(rules)
    deciding = {item.card: item.rules for item in found.differences}
    verdicts = tuple(map(_verdict_cell, found.readings))
    differ = len({cell.outcome for cell in verdicts if cell.outcome != NONE}) > 1
    ids = dict.fromkeys(rule for item in found.differences for rule in item.rules)
    title = gettext("The whole turn")
    rows = [ComparisonRow(title, verdicts, None, tuple(ids) if differ else (), own)]
    for card in dict.fromkeys(found.position.hand):
        cells = tuple(
            _joined(reading, reading.of_card(card))
            if reading.position
            else _alone(found.position, reading.rules, card)
            for reading in found.readings
        )
        name = sentence(f"{rules.card_name(card):short}")
        rows.append(ComparisonRow(name, cells, card, deciding.get(card, ()), own))
    outs = [[way for way in reading.plays if way.play == OUT] for reading in found.readings]
    if any(outs):
        cells = tuple(map(_joined, found.readings, outs))
        rows.append(ComparisonRow(spoken(found.position, OUT), cells, own=own))
    return tuple(rows)


def _verdict_cell(reading: UnderRules) -> ComparisonCell:
    if reading.survival is None or reading.position is None:
        text = _("{why}.", why=reading.missing)
        return ComparisonCell(NONE, gettext("no such position"), str(text))
    verdict = reading.survival.verdict
    words = _VERDICTS_BY_MARKS if reading.rules.marks else _VERDICTS
    chance = _("Chance {chance}.", chance=format_chance(reading.survival.chance))
    told = str(chance) if verdict is Verdict.CHANCE else ""
    return ComparisonCell(_OUTCOMES[verdict].value, gettext(words[verdict]), told)


def _alone(position: Position, rules: RuleSet, card: Card) -> ComparisonCell:
    """Return what a card does by itself under a rule set that does not hold the whole position."""
    if card not in rules.deck(rules.least_players):
        return ComparisonCell(NONE, gettext("no such card"), "")
    hidden: Hand = (Card.UNKNOWN,) * rules.hand_size
    seats = range(len(position.hands))
    hands = tuple((card,) if seat == position.turn else hidden for seat in seats)
    owes = min(position.owes, rules.most_owed)
    try:
        here = Position.of(rules, position.total, hands, turn=position.turn, owes=owes)
    except NotationError:
        return EMPTY
    ways = [consequence(here, play) for play in rules.plays_of(card)]
    texts = [
        _("{play}: {text}", play=spoken(here, way.play), text=facts(here, way) or way.reason)
        for way in ways
    ]
    return ComparisonCell(NONE, gettext("on its own"), join_sentences(texts))


def _joined(reading: UnderRules, ways: Sequence[Consequence]) -> ComparisonCell:
    """Return the ways to play a card as one cell, which stands as the best of them does."""
    cells = [_way(reading, way) for way in ways]
    if not cells:
        return EMPTY
    best = min(cells, key=lambda cell: _RANKS.index(cell.outcome))
    if len(cells) == 1:
        return best
    template = N_("{play}, {label}: {text}")
    said = [
        _(template, play=reading.rules.play_name(way.play), label=cell.label, text=cell.text)
        for way, cell in zip(ways, cells, strict=True)
    ]
    return ComparisonCell(best.outcome, best.label, " ".join(sentence(str(text)) for text in said))


def _way(reading: UnderRules, found: Consequence) -> ComparisonCell:
    """Return how a play stands, the new total, who is next, and the points that it costs."""
    position, survival = reading.position, reading.survival
    assert position is not None
    assert survival is not None
    if not found.is_legal:
        name = label(position, PlayStatus.BARRED)
        return ComparisonCell(PlayStatus.BARRED.value, str(name), str(found.reason))
    chance = survival.chance_of(found.play)
    status = _OUTCOMES[Verdict.of(chance)]
    name = label(position, status)
    if status is PlayStatus.RISK:
        name = _("{label}: {chance}", label=name, chance=format_chance(chance))
    texts: list[Message | None] = [facts(position, found)]
    if found.effect and found.effect.costs:
        one, more = N_("It costs you 1 point."), N_("It costs you {n} points.")
        texts.append(ngettext(one, more, found.effect.costs))
    if found.effect and found.effect.costs_others:
        one = N_("Every other player loses 1 point.")
        more = N_("Every other player loses {n} points.")
        texts.append(ngettext(one, more, found.effect.costs_others))
    return ComparisonCell(status.value, str(name), join_sentences(filter(None, texts)))


def comparison_grid(found: Comparison) -> Json:
    """Return the comparison as the view's grid."""
    titles = [title_of(reading.rules) for reading in found.readings]
    rows = [
        {
            "name": line.name,
            "svg": card_svg(line.card.code) if line.card else None,
            "note": deciding_rules(line),
            "differs": bool(line.rules),
            "cells": [cell._asdict() | {"differs": line.differs(cell)} for cell in line.cells],
        }
        for line in comparison_rows(found)
    ]
    return {
        "caption": gettext("The same cards in each game"),
        "columns": [gettext("Card"), *titles],
        "rows": rows,
    }


def deciding_rules(line: ComparisonRow) -> str:
    """Return the rule points that make the difference, or an empty text."""
    if not line.rules:
        return ""
    one = N_("The rule that makes the difference is {rules}.")
    more = N_("The rules that make the difference are {rules}.")
    titles = format_list([f"“{rule_points()[rule].title}”" for rule in line.rules])
    return str(ngettext(one, more, len(line.rules), rules=titles))


_RANKS = (
    PlayStatus.SAFE.value,
    PlayStatus.RISK.value,
    PlayStatus.LOST.value,
    PlayStatus.BARRED.value,
)
_OUTCOMES = {
    Verdict.CERTAIN: PlayStatus.SAFE,
    Verdict.CHANCE: PlayStatus.RISK,
    Verdict.LOST: PlayStatus.LOST,
}
_VERDICTS = {
    Verdict.CERTAIN: N_("certain to survive"),
    Verdict.CHANCE: N_("survives with luck"),
    Verdict.LOST: N_("lost"),
}
_VERDICTS_BY_MARKS = _VERDICTS | {
    Verdict.CERTAIN: N_("loses no point"),
    Verdict.LOST: N_("costs points"),
}


def card_feedback(found: Comparison, card: Card) -> Json | None:
    """Return what one card does under each rule set as feedback, or None for another card."""
    line = next((line for line in comparison_rows(found) if line.card is card), None)
    if line is None:
        return None
    texts = _by_game(found, line)
    same = N_("{card}: the same in every game that has this position.")
    parts = N_("{card}: the games differ here.")
    return note(
        "info",
        _(parts if line.rules else same, card=line.name),
        join_sentences(texts),
        rules=rule_sentences(found.position.rules, line.rules),
        chosen=card.code,
    )


def _by_game(found: Comparison, line: ComparisonRow) -> list[Message]:
    """Return what a row comes to, a sentence or two for each rule set."""
    template, brief = N_("{game}: {label}. {text}"), N_("{game}: {label}.")
    return [
        _(
            template if cell.text else brief,
            game=title_of(reading.rules),
            label=cell.label,
            text=cell.text,
        )
        for reading, cell in zip(found.readings, line.cells, strict=True)
    ]


def comparison_aloud(found: Comparison) -> str:
    """Return the verdict under each rule set, to be spoken after a change."""
    parts = [
        _("{game}: {verdict}", game=reading.rules.title, verdict=cell.label)
        for reading, cell in zip(found.readings, comparison_rows(found)[0].cells, strict=True)
    ]
    return gettext("{verdicts}.", verdicts="; ".join(map(str, parts)))


def comparison_text(found: Comparison) -> str:
    """Return the comparison as plain text, a line for each row and rule set."""
    texts = [str(found.position)]
    for line in comparison_rows(found):
        template = N_("{name}: {note}") if line.rules else N_("{name}:")
        texts.append(gettext(template, name=line.name, note=deciding_rules(line)))
        texts += [f"  {text}" for text in _by_game(found, line)]
    return "\n".join(texts)

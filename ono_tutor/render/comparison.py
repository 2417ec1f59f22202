"""Two or more rule sets side by side as the view's grid: a comparison, and a belief put right."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ono_tutor.cards import Card
from ono_tutor.course.practice import Case, Refutation
from ono_tutor.errors import NotationError, OnoError
from ono_tutor.game.explain import explain, format_stake
from ono_tutor.game.position import Position
from ono_tutor.game.turn import Consequence, consequence, make
from ono_tutor.i18n import N_, Message, _, format_list, gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.task import Task
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import (
    answer_words,
    format_chance,
    join_sentences,
    label,
    spoken,
    title_of,
)
from ono_tutor.render.feedback import facts, note, rule_sentences
from ono_tutor.render.scene import grid
from ono_tutor.render.svg import card_svg
from ono_tutor.rules.book import rule_points, texts
from ono_tutor.rules.play import OUT
from ono_tutor.solver.compare import Comparison, UnderRules, compare_two
from ono_tutor.solver.reasons import PlayStatus, play_status

NONE = "none"


class ComparisonCell(NamedTuple):
    """The outcome of a row under one rule set, in a word or two and in sentences."""

    outcome: str
    label: str
    text: str
    differs: bool = False


EMPTY = ComparisonCell(NONE, "–", "")


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """A row: what it is about, a cell for each rule set, and the rule points that part them."""

    name: str
    cells: list[ComparisonCell]
    card: Card | None = None
    rules: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """The rule points that make the difference, or an empty text."""
        if not self.rules:
            return ""
        titles = format_list([f"“{rule_points()[rule].title}”" for rule in self.rules])
        return gettext("What makes the difference: {rules}.", rules=titles)

    def as_json(self) -> Json:
        """Return the row of the view's grid."""
        return {
            "name": self.name,
            "svg": card_svg(self.card.code) if self.card else None,
            "note": self.note,
            "differs": bool(self.rules),
            "cells": [cell._asdict() for cell in self.cells],
        }


def comparison_rows(found: Comparison) -> tuple[ComparisonRow, ...]:
    """Return the whole turn, each card of the hand, and laying it down if that is ever due.

    A cell differs if the rules part and it is unlike that of the position's own rule set.
    """
    own = [reading.rules for reading in found.readings].index(found.position.rules)
    deciding = {item.card: item.rules for item in found.differences}
    verdicts = list(map(_verdict_cell, found.readings))
    differ = len({cell.outcome for cell in verdicts} - {NONE}) > 1
    ids = dict.fromkeys(rule for item in found.differences for rule in item.rules)
    rows = [ComparisonRow(gettext("The whole turn"), verdicts, None, tuple(ids) if differ else ())]
    for card in dict.fromkeys(found.position.hand):
        cells = [
            _cell(reading, reading.of_card(card))
            if reading.position
            else _alone(found.position, reading, card)
            for reading in found.readings
        ]
        name = sentence(f"{found.position.rules.card_name(card):short}")
        rows.append(ComparisonRow(name, cells, card, deciding.get(card, ())))
    for row in rows:
        mine = row.cells[own]
        for place, cell in enumerate(row.cells):
            differs = bool(row.rules) and cell.outcome != NONE and cell != mine
            row.cells[place] = cell._replace(differs=differs)
    outs = [[way for way in reading.plays if way.play == OUT] for reading in found.readings]
    if any(outs):
        cells = list(map(_cell, found.readings, outs))
        rows.append(ComparisonRow(spoken(found.position, OUT), cells))
    return tuple(rows)


def _verdict_cell(reading: UnderRules) -> ComparisonCell:
    if reading.position is None or reading.survival is None:
        why = gettext("{why}.", why=reading.missing)
        return ComparisonCell(NONE, gettext("no such position"), why)
    chance = reading.survival.chance
    status, text = play_status(chance), gettext("Chance {chance}.", chance=format_chance(chance))
    name = str(label(reading.position, status))
    return ComparisonCell(status.value, name, text if status is PlayStatus.RISK else "")


def _alone(position: Position, reading: UnderRules, card: Card) -> ComparisonCell:
    """Return what a card does by itself under a rule set that does not hold the whole position."""
    rules = reading.rules
    if card not in rules.deck(rules.least_players):
        return ComparisonCell(NONE, gettext("no such card"), "")
    hands = [(Card.UNKNOWN,) * rules.hand_size for __ in position.hands]
    hands[position.turn] = (card,)
    owes = min(position.owes, rules.most_owed)
    try:
        here = Position.of(rules, position.total, tuple(hands), turn=position.turn, owes=owes)
    except NotationError:
        return EMPTY
    ways = [consequence(here, play) for play in rules.card_plays[card]]
    texts = [
        _("{play}: {text}", play=spoken(here, way.play), text=facts(way) or way.reason)
        for way in ways
    ]
    return ComparisonCell(NONE, gettext("on its own"), join_sentences(texts))


def _cell(reading: UnderRules, ways: Sequence[Consequence]) -> ComparisonCell:
    """Return the ways to play a card as one cell, which stands as the best of them does."""
    position, survival = reading.position, reading.survival
    if position is None or survival is None or not ways:
        return EMPTY
    cells = []
    for way in ways:
        chance = survival.chance_of(way.play)
        status = play_status(chance) if way.is_legal else PlayStatus.BARRED
        name = label(position, status)
        if status is PlayStatus.RISK:
            name = _("{label}: {chance}", label=name, chance=format_chance(chance))
        texts: list[Message | None] = [facts(way) or way.reason]
        if way.effect and way.effect.costs:
            stake = format_stake(position.rules, way.effect.costs)
            texts.append(_("It costs you {stake}.", stake=stake))
        if way.effect and way.effect.costs_others:
            stake = format_stake(position.rules, way.effect.costs_others)
            texts.append(_("Every other player loses {stake}.", stake=stake))
        text = join_sentences(filter(None, texts))
        cells.append(ComparisonCell(status.value, str(name), text))
    best = min(cells, key=lambda cell: list(PlayStatus).index(PlayStatus(cell.outcome)))
    if len(cells) == 1:
        return best
    template = N_("{play:short}, {label}: {text}")
    said = [
        gettext(template, play=reading.rules.play_name(way.play), label=cell.label, text=cell.text)
        for way, cell in zip(ways, cells, strict=True)
    ]
    return best._replace(text=" ".join(map(sentence, said)))


def comparison_grid(found: Comparison) -> Json:
    """Return the comparison as the view's grid."""
    return {
        "caption": gettext("The same cards in each game"),
        "columns": [gettext("Card"), *(title_of(reading.rules) for reading in found.readings)],
        "rows": [line.as_json() for line in comparison_rows(found)],
    }


def difference_feedback(found: Comparison) -> Json | None:
    """Return the rule points by which the rule sets differ as feedback; None if they do not."""
    rules = rule_sentences(
        found.position.rules, [r for each in found.differences for r in each.rules]
    )
    headline = _("These rules make the difference.")
    return note("info", headline, "", say="", rules=rules) if rules else None


def _by_game(found: Comparison, line: ComparisonRow) -> list[Message]:
    """Return what a row comes to, a sentence or two for each rule set."""
    template, brief = N_("{game}: {label}. {text}"), N_("{game}: {label}.")
    return [
        _(template if cell.text else brief, game=title_of(reading.rules), **cell._asdict())
        for reading, cell in zip(found.readings, line.cells, strict=True)
    ]


def comparison_aloud(found: Comparison) -> str:
    """Return the verdict under each rule set, to be spoken after a change."""
    return join_sentences(_by_game(found, comparison_rows(found)[0]))


def comparison_text(found: Comparison) -> str:
    """Return the comparison as plain text, a line for each row and rule set."""
    texts = [str(found.position)]
    for line in comparison_rows(found):
        template = N_("{name}: {note}") if line.rules else N_("{name}:")
        texts.append(gettext(template, name=line.name, note=line.note))
        texts += [f"  {text}" for text in _by_game(found, line)]
    return "\n".join(texts)


# ---- a misconception put right ----


def sources_list(found: Refutation) -> Json:
    """Return who says so, as the view's list."""
    point, items = rule_points()[found.belief.point], []
    for number, source in enumerate(found.sources):
        rule = {"id": point.id, "title": point.title, "href": None}
        fields = {"place": source.place, "says": source.says}
        text = gettext("{text} ({place}): {says}", text=texts()[source.text].title, **fields)
        items.append({"text": text, "rules": [] if number else [rule], "you": False})
    return {"title": gettext("Who says so"), "first": 1, "opens": "top", "items": items}


def worked_grid(case: Case) -> Json:
    """Return the case as a table: what happens as it was thought, and by the rules."""
    puzzle, rows = case.puzzle, list[Json]()
    if puzzle.plays:
        thought, right = _line_sentences(case.task), _line_sentences(puzzle.task)
        for play, *sides in zip(puzzle.plays, thought, right, strict=True):
            cells = [{"text": text, "differs": sides[0] != sides[1]} for text in sides]
            rows.append({"name": spoken(puzzle.position, play), "cells": cells})
    elif puzzle.shape is not Shape.EDITIONS:  # the cards that the two sides do not judge alike
        for line in comparison_rows(compare_two(puzzle.position, case.task.position))[1:]:
            row: Any = line.as_json()
            rows.append(row | {"note": "", "differs": False, "cells": row["cells"][::-1]})
    answers = (("lost", case.answer), ("safe", puzzle.answer))
    said = [
        {"outcome": outcome, "label": sentence(answer_words(puzzle, answer)), "text": ""}
        for outcome, answer in answers
    ]
    rows.append({"name": gettext("The answer"), "note": str(puzzle.question), "cells": said})
    heads = (N_("What is played"), N_("As you seemed to think"), N_("By the rules"))
    return grid(_("One case, played both ways"), heads, rows)


def _line_sentences(task: Task) -> list[str]:
    """Return what each play leads to; nothing from where it could not be made."""
    found, here = [], task.position
    for play in task.plays:
        try:
            ply = make(here, play)
        except OnoError as error:
            found.append(sentence(f"{error.message}."))
            break
        found.append(join_sentences(explain(task.position, ply.events, task.position.turn)))
        here = ply.after
    return [*found, *[""] * (len(task.plays) - len(found))]

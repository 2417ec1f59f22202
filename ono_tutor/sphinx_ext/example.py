"""An example: a line of notation, asked about, answered, and held to what the page claims."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from docutils import nodes

from ono_tutor import LateDraw, NotationError, Outcome, Play, Position, legal_plays, play, survive
from ono_tutor.errors import OnoError
from ono_tutor.game.turn import consequences
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.task import Task
from ono_tutor.render.answers_json import outcome_json
from ono_tutor.render.describe import sentences
from ono_tutor.rules.book import RulePoint
from ono_tutor.sphinx_ext.answer import (
    brief_hand_nodes,
    brief_play_nodes,
    judged_claim,
    line_of_play,
    plays_table,
    position_with,
    refusal,
    verdict_paragraph,
)
from ono_tutor.sphinx_ext.directive import DeniedError, Options, chance_facts, check_claim
from ono_tutor.sphinx_ext.nodes import paragraph

OPTIONS = ("question", "play", "claim", "expect")
QUESTIONS = ("plays", "survive", "refused", "none")
FEW = ("1", "2")
"""The numbers that an option with a number is tried with."""


@dataclass(frozen=True, slots=True)
class Example:
    """The nodes of an example, and the ids of the rule points that decide it.

    ``facts`` is the answer in a form to be compared with another.
    """

    shown: nodes.container
    points: frozenset[str]
    facts: object = None


def example(text: str, options: Options, *, is_brief: bool = False) -> Example:
    """Return the example that a directive's line and options ask for, in full or in brief.

    Raises :class:`OnoError` for a line or a play that cannot be, and :class:`DeniedError` for
    a claim that the engine denies.
    """
    named = [f":{name}:" for name in ("question", "play", "claim") if name in options]
    if len(named) > 1:
        raise DeniedError(f"a position has either {' or '.join(named)}, not both")
    question = options.get("question", "plays")
    if question not in QUESTIONS:
        allowed = ", ".join(QUESTIONS)
        raise DeniedError(f"{question!r} is not a question; the questions are {allowed}")
    if question == "refused":
        return _refused(text, options, is_brief)
    position = Position.parse(text)
    if "play" in options:
        outcome = play(position, *options["play"].split())
        facts = outcome_facts(outcome)
        check_claim(position, options, facts)
        parts = brief_play_nodes(outcome) if is_brief else [line_of_play(outcome)]
        return Example(nodes.container("", *parts), points_of_outcome(outcome), facts)
    if "claim" in options:
        task = Task(position, claim=options["claim"])
        parts, right, points = judged_claim(task)
        check_claim(position, options, [" ".join(right) or "nowhere"])
        whole = nodes.container("", *parts) if is_brief else position_with(position, parts)
        return Example(whole, points, right)
    if question == "none":
        check_claim(position, options, ())
        return Example(position_with(position, map(paragraph, sentences(position))), frozenset())
    return _hand(position, options, question == "survive", is_brief)


def _hand(position: Position, options: Options, has_chances: bool, is_brief: bool) -> Example:
    """Return what each card would do, perhaps with the chances."""
    answer = survive(position) if has_chances else None
    made = consequences(position)
    facts: object = [(item.play, item.outcome and outcome_facts(item.outcome)) for item in made]
    if answer:
        facts = answer.chances
        check_claim(position, options, chance_facts(answer.chance))
    else:
        check_claim(position, options, [" ".join(map(str, legal_plays(position)))])
    if is_brief:
        shown = nodes.container("", *brief_hand_nodes(position, answer))
    else:
        head = [verdict_paragraph(answer)] if answer else []
        shown = position_with(position, [*head, plays_table(position, answer)])
    events = {event.rule for item in made if item.outcome for event in item.outcome.events}
    return Example(shown, frozenset(events.union(*(item.rules for item in made))), facts)


def _refused(text: str, options: Options, is_brief: bool) -> Example:
    """Return a line that the rules do not allow; the claim is the rule point that forbids it."""
    try:
        position = Position.parse(text)
    except NotationError as error:
        check_claim(text, options, [error.rule])
        shown = refusal(text, error)
        if is_brief:
            shown = nodes.container("", *shown.children[-1].children)
        return Example(shown, frozenset({error.rule} - {""}), error.message)
    raise DeniedError(f"{position} can be, and the page says that it is refused")


# ---- which rule points decide an example ----


def decides(point: RulePoint, text: str, options: Options) -> bool:
    """Return whether a rule point decides an example.

    It does if the engine names it, if another value of its options changes the answer, or if a
    misconception about it gives another one.
    """
    asked = {name: value for name, value in options.items() if name != "expect"}
    here = example(text, asked)
    if point.id in here.points:
        return True
    name, _, rest = text.partition(" ")
    key, *words = name.split("+")
    for option in (each for each in point.options if key in each.rules):
        others = [word for word in words if not word.startswith(f"{option.name}=")]
        for value in FEW if isinstance(option.default, int) else option.means:
            other = f"{'+'.join([key, *others, f'{option.name}={value}'])} {rest}"
            try:
                facts = example(other, asked).facts
            except (OnoError, DeniedError) as error:
                facts = str(error)
            if facts != here.facts:
                return True
    if "play" not in options:
        return False
    position = Position.parse(text)
    task = Task(position, tuple(map(position.rules.read_play, options["play"].split())))
    for kind in _kinds_after(task.plays):
        with suppress(OnoError):  # a line that ends the hand leaves nobody to be next
            if any(mistake.point == point.id for mistake, _ in mistaken(kind, task)):
                return True
    return False


def points_of_outcome(outcome: Outcome) -> frozenset[str]:
    """Return the rule points of a line of plays: of its events, and of what is asked of it."""
    found = {event.rule for event in outcome.events}
    task = Task(outcome.before, outcome.plays)
    for kind in _kinds_after(outcome.plays):
        with suppress(OnoError):  # a line that ends the hand leaves nobody to be next
            found |= set(kind.rule_points(task))
    return frozenset(found)


def _kinds_after(plays: Sequence[Play | LateDraw]) -> list[Kind[Any]]:
    """Return the kinds of question about a line of plays; none where no card was played."""
    has_card = any(isinstance(play, Play) for play in plays)
    return [kind for kind in KINDS.values() if has_card and kind.info.recipe.plays]


def outcome_facts(outcome: Outcome) -> list[str]:
    """Return what can be claimed of the table after a line of plays, such as ``total 82``.

    ``-`` means that a fact does not apply; seats in a list are parted by ``/``.
    """
    after = outcome_json(outcome)["after"]
    assert isinstance(after, dict)
    facts = []
    for name, value in after.items():
        if isinstance(value, bool):
            word = "yes" if value else "no"
        elif isinstance(value, list):
            word = "/".join(map(str, value)) or "-"
        else:
            word = "-" if value is None else str(value)
        if name not in ("position", "hands"):
            facts.append(f"{name.replace('_', '-')} {word}")
    return facts

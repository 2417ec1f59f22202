"""An example: a line of notation, asked about, answered, and held to what the page claims."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from docutils import nodes

from ono_tutor import (
    LateDraw,
    NotationError,
    Outcome,
    Play,
    Position,
    Survival,
    legal_plays,
    play,
    survive,
)
from ono_tutor.errors import OnoError
from ono_tutor.game.turn import consequences
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.task import Task
from ono_tutor.render.answers_json import outcome_json
from ono_tutor.render.describe import sentences
from ono_tutor.rules.book import RulePoint
from ono_tutor.solver.survive import fraction
from ono_tutor.sphinx_ext.answer import (
    brief_hand_nodes,
    brief_play_nodes,
    judged_claim,
    outcome_parts,
    plays_table,
    position_with,
    refusal,
    verdict_paragraph,
)
from ono_tutor.sphinx_ext.directive import (
    DeniedError,
    Options,
    check_claim,
    deny_chance,
    deny_words,
)
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
        check_claim(position, options, deny_outcome, outcome)
        classes = [] if is_brief else ["ono-position", "ono-played"]
        parts = brief_play_nodes(outcome) if is_brief else outcome_parts(outcome)
        shown = nodes.container("", *parts, classes=classes)
        return Example(shown, points_of_outcome(outcome), outcome_facts(outcome))
    if "claim" in options:
        task = Task(position, claim=options["claim"])
        parts, right, points = judged_claim(task)
        denial = f"the claim {task.claim!r} holds in {' '.join(right) or 'nowhere'}"
        check_claim(position, options, deny_words, right or ("nowhere",), denial)
        whole = nodes.container("", *parts) if is_brief else position_with(position, parts)
        return Example(whole, points, right)
    if question == "none":
        denial = "this position is only shown, so nothing can be claimed"
        check_claim(position, options, lambda _: denial)
        return Example(position_with(position, map(paragraph, sentences(position))), frozenset())
    return _hand(position, options, survive(position) if question == "survive" else None, is_brief)


def _hand(position: Position, options: Options, answer: Survival | None, is_brief: bool) -> Example:
    """Return what each card would do and, with an answer, the chances."""
    made = consequences(position)
    facts: object = [(item.play, item.outcome and outcome_facts(item.outcome)) for item in made]
    if answer:
        facts = answer.chances
        check_claim(position, options, deny_survival, answer)
    else:
        legal = list(map(str, legal_plays(position)))
        check_claim(position, options, deny_words, legal, f"the legal plays are {' '.join(legal)}")
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
        rule = error.rule
        denial = f"it is refused by {rule or 'no rule point'}"
        check_claim(text, options, lambda claim: None if claim == rule else denial)
        shown = refusal(text, error)
        if is_brief:
            shown = nodes.container("", *shown.children[-1].children)
        return Example(shown, frozenset({rule} - {""}), error.message)
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
    if "play" in options:
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


# ---- claims: each gives None where it holds, else what the engine says instead ----


def deny_survival(claim: str, answer: Survival) -> str | None:
    """Check a claim such as ``certain``, ``chance 37/108`` or ``37/108``."""
    denial = f"the answer is {answer.verdict.value}, with chance {fraction(answer.chance)}"
    return deny_chance(claim, answer.chance, denial)


def deny_outcome(claim: str, outcome: Outcome) -> str | None:
    """Check a claim about the table after the plays, such as ``total 82, turn 1``."""
    facts = outcome_facts(outcome)
    for part in claim.split(","):
        name, _, value = part.strip().partition(" ")
        if name not in facts:
            return f"{name!r} is nothing to claim; what can be claimed is {', '.join(facts)}"
        if facts[name] != value.strip():
            return f"{name} is {facts[name]}"
    return None


def outcome_facts(outcome: Outcome) -> dict[str, str]:
    """Return the facts of the table after a line of plays, by the word that claims them.

    ``-`` means that a fact does not apply; seats in a list are parted by ``/``.
    """
    after = outcome_json(outcome)["after"]
    assert isinstance(after, dict)
    facts: dict[str, str] = {}
    for name, value in after.items():
        if isinstance(value, bool):
            word = "yes" if value else "no"
        elif isinstance(value, list):
            word = "/".join(map(str, value)) or "-"
        else:
            word = "-" if value is None else str(value)
        if name not in ("position", "hands"):
            facts[name.replace("_", "-")] = word
    return facts

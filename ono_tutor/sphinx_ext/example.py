"""An example: a line of notation, asked about, answered, and held to what the page claims."""

from collections.abc import Iterator, Sequence
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
    judged_claim,
    outcome_parts,
    played_in_brief,
    plays_table,
    position_with,
    refused,
    verdict_paragraph,
)
from ono_tutor.sphinx_ext.directive import DeniedError, Options, check_claim, is_chance
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


def example(line: str, options: Options, *, is_brief: bool = False) -> Example:
    """Return the example that a directive's line and options ask for, in full or in brief.

    Raises :class:`OnoError` for a line or a play that cannot be, and :class:`DeniedError` for
    a claim that the engine denies.
    """
    given = [name for name in ("question", "play", "claim") if name in options]
    if len(given) > 1:
        named = " or ".join(f":{name}:" for name in given)
        raise DeniedError(f"a position has either {named}, not both")
    question = options.get("question", "plays")
    if question not in QUESTIONS:
        allowed = ", ".join(QUESTIONS)
        raise DeniedError(f"{question!r} is not a question; the questions are {allowed}")
    if question == "refused":
        return _refused(line, options, is_brief)
    position = Position.parse(line)
    if "play" in options:
        return _played(position, options, is_brief)
    if "claim" in options:
        return _claimed(position, options, is_brief)
    if question == "none":
        denial = "this position is only shown, so nothing can be claimed"
        check_claim(position, options, lambda _: denial)
        return Example(position_with(position, map(paragraph, sentences(position))), frozenset())
    answer = survive(position) if question == "survive" else None
    return _hand_example(position, options, answer, is_brief)


def _hand_example(
    position: Position, options: Options, answer: Survival | None, is_brief: bool
) -> Example:
    """Return what each card would do and, with an answer, the chances."""

    def denial_of(claim: str) -> str | None:
        if answer:
            return denial_of_survival(claim, answer)
        legal = [str(play) for play in legal_plays(position)]
        is_so = sorted(claim.split()) == sorted(legal)  # exactly these plays, in any order
        return None if is_so else f"the legal plays are {' '.join(legal)}"

    check_claim(position, options, denial_of)
    found = consequences(position)
    if is_brief:
        shown = nodes.container("", *brief_hand_nodes(position, answer))
    else:
        head = [verdict_paragraph(answer)] if answer else []
        shown = position_with(position, [*head, plays_table(position, answer)])
    facts = [(item.play, item.outcome and outcome_facts(item.outcome)) for item in found]
    events = {event.rule for item in found if item.outcome for event in item.outcome.events}
    points = frozenset(events.union(*(item.rules for item in found)))
    return Example(shown, points, answer.chances if answer else facts)


def _refused(line: str, options: Options, is_brief: bool) -> Example:
    """Return a line that the rules do not allow; the claim is the rule point that forbids it."""
    try:
        position = Position.parse(line)
    except NotationError as error:
        rule, answer = error.rule, f"it is refused by {error.rule or 'no rule point'}"
        check_claim(line, options, lambda claim: None if claim == rule else answer)
        shown = refused(line, error)
        if is_brief:
            shown = nodes.container("", *shown.children[-1].children)
        return Example(shown, frozenset({rule} - {""}), error.message)
    raise DeniedError(f"{position} can be, and the page says that it is refused")


def _played(position: Position, options: Options, is_brief: bool) -> Example:
    outcome = play(position, *options["play"].split())
    check_claim(position, options, lambda claim: denial_of_outcome(claim, outcome))
    classes = [] if is_brief else ["ono-position", "ono-played"]
    parts = played_in_brief(outcome) if is_brief else outcome_parts(outcome)
    shown = nodes.container("", *parts, classes=classes)
    return Example(shown, points_of_outcome(outcome), outcome_facts(outcome))


def _claimed(position: Position, options: Options, is_brief: bool) -> Example:
    task = Task(position, claim=options["claim"])
    shown, right, points = judged_claim(task)

    def denial_of(claim: str) -> str | None:
        is_so = sorted(claim.replace("nowhere", "").split()) == sorted(right)
        holds = " ".join(right) or "nowhere"
        return None if is_so else f"the claim {task.claim!r} holds in {holds}"

    check_claim(position, options, denial_of)
    whole = nodes.container("", *shown) if is_brief else position_with(position, shown)
    return Example(whole, points, right)


# ---- which rule points decide an example ----


def decides(point: RulePoint, line: str, options: Options) -> bool:
    """Return whether a rule point decides an example.

    It does where the engine names it, where another value of its options changes the answer, or
    where a misconception about it gives another one.
    """
    asked = {name: value for name, value in options.items() if name != "expect"}
    here = example(line, asked)
    if point.id in here.points:
        return True
    for other in _with_other_options(point, line):
        try:
            if example(other, asked).facts != here.facts:
                return True
        except (OnoError, DeniedError) as error:
            if str(error) != here.facts:
                return True
    if "play" in options:
        position = Position.parse(line)
        plays = tuple(map(position.rules.read_play, options["play"].split()))
        for kind in _kinds_after(plays):
            with suppress(OnoError):  # a line that ends the hand leaves nobody to be next
                missed = mistaken(kind, Task(position, plays))
                if any(mistake.point == point.id for mistake, _ in missed):
                    return True
    return False


def _with_other_options(point: RulePoint, line: str) -> Iterator[str]:
    """Yield the line under every other value of the point's options."""
    name, _, rest = line.partition(" ")
    key, *words = name.split("+")
    for option in point.options:
        if key in option.rules:
            others = [word for word in words if not word.startswith(f"{option.name}=")]
            for value in FEW if isinstance(option.default, int) else option.means:
                yield f"{'+'.join([key, *others, f'{option.name}={value}'])} {rest}"


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


def denial_of_survival(claim: str, answer: Survival) -> str | None:
    """Check a claim such as ``certain``, ``chance 37/108`` or ``37/108``."""
    if is_chance(claim, answer.chance):
        return None
    return f"the answer is {answer.verdict.value}, with chance {fraction(answer.chance)}"


def denial_of_outcome(claim: str, outcome: Outcome) -> str | None:
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

    ``-`` stands for what does not apply; seats in a list are parted by ``/``.
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

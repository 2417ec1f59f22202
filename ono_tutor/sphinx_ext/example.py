"""An example: a line of notation, asked about, answered, and held to what the page claims."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx.environment import BuildEnvironment

from ono_tutor import LateDraw, NotationError, Outcome, Play, Position, play, survive
from ono_tutor.errors import OnoError
from ono_tutor.game.consequence import Consequence, consequences
from ono_tutor.puzzles.kind import Kind
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.misconceptions.diagnosis import mistaken
from ono_tutor.puzzles.task import Task
from ono_tutor.render.caption import sentences
from ono_tutor.rules.book import RulePoint
from ono_tutor.sphinx_ext.answer import board, played, plays_table, refused, verdict
from ono_tutor.sphinx_ext.claim import (
    denial_of_outcome,
    denial_of_plays,
    denial_of_survival,
    outcome_facts,
)
from ono_tutor.sphinx_ext.directive import DeniedError
from ono_tutor.sphinx_ext.judged import judged_claim

OPTIONS = ("question", "play", "claim", "expect")
QUESTIONS = ("plays", "survive", "refused", "none")
AFTER_PLAYS = ("total", "next", "pays")
"""The kinds of puzzle that ask what comes of a line of plays."""

FEW = ("1", "2")
"""The numbers that an option with a number is tried with."""

Options = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Example:
    """An example as it stands on the page, and the ids of the rule points that decide it.

    ``facts`` is the answer in a form to be compared with another.
    """

    shown: nodes.container
    points: frozenset[str]
    facts: object = None


def example(env: BuildEnvironment, line: str, options: Options) -> Example:
    """The example that a directive's line and options ask for.

    Raises :class:`OnoError` for a line or a play that cannot be, and :class:`DeniedError` for
    a claim that the engine denies.
    """
    given = [name for name in ("question", "play", "claim") if name in options]
    if len(given) > 1:
        named = " or ".join(f":{name}:" for name in given)
        raise DeniedError(f"a position has either {named}, not both")
    if "play" in options:
        return _played(env, Position.parse(line), options)
    if "claim" in options:
        return _claimed(env, Position.parse(line), options)
    question = options.get("question", "plays")
    if question not in QUESTIONS:
        allowed = ", ".join(QUESTIONS)
        raise DeniedError(f"{question!r} is not a question; the questions are {allowed}")
    return _ASKED[question](env, line, options)


def decides(env: BuildEnvironment, point: RulePoint, line: str, options: Options) -> bool:
    """Whether a rule point decides an example.

    It does where the engine names it, where another value of its options changes the answer, or
    where a misconception about it gives another one.
    """
    asked = {name: value for name, value in options.items() if name != "expect"}
    here = example(env, line, asked)
    if point.id in here.points:
        return True
    others = _other_readings(point, line)
    changes = any(_facts(env, other, asked) != here.facts for other in others)
    return changes or point.id in _mistaken_points(line, asked)


def _mistaken_points(line: str, options: Options) -> set[str]:
    """The rule points that somebody misses who answers wrongly what comes of the plays."""
    found: set[str] = set()
    if "play" in options:
        position = Position.parse(line)
        plays = tuple(map(position.rules.read_play, options["play"].split()))
        for kind in _kinds_after(plays):
            with suppress(OnoError):  # a line that ends the hand leaves nobody to be next
                task = Task(position, plays)
                found |= {mistake.point for mistake, _ in mistaken(kind, task)}
    return found


def _facts(env: BuildEnvironment, line: str, options: Options) -> object:
    try:
        return example(env, line, options).facts
    except (OnoError, DeniedError) as error:
        return str(error)


def _other_readings(point: RulePoint, line: str) -> Iterator[str]:
    """The line under every other value of the point's options."""
    name, _, rest = line.partition(" ")
    key, *words = name.split("+")
    for option in point.options:
        if key in option.rules:
            others = [word for word in words if not word.startswith(f"{option.name}=")]
            values = FEW if isinstance(option.default, int) else option.means
            for value in values:
                yield f"{'+'.join([key, *others, f'{option.name}={value}'])} {rest}"


def hold(line: str | Position, options: Options, denial_of: Callable[[str], str | None]) -> None:
    """Hold the page's claim, if it makes one, against the engine."""
    claim = options.get("expect")
    denial = None if claim is None else denial_of(claim)
    if denial:
        raise DeniedError(f"{line}: the page claims {claim!r}, but {denial}")


def _beside(position: Position, side: list[nodes.Node]) -> nodes.container:
    """The board, and what the engine says beside it."""
    answer = nodes.container("", *side, classes=["ono-answer"])
    return nodes.container("", board(position), answer, classes=["ono-position"])


def _plays(env: BuildEnvironment, line: str, options: Options) -> Example:
    position = Position.parse(line)
    hold(position, options, lambda claim: denial_of_plays(claim, position))
    found = consequences(position)
    shown = _beside(position, [plays_table(env, position)])
    facts = [(item.play, item.outcome and outcome_facts(item.outcome)) for item in found]
    return Example(shown, _points(found), facts)


def _survival(env: BuildEnvironment, line: str, options: Options) -> Example:
    position = Position.parse(line)
    answer = survive(position)
    hold(position, options, lambda claim: denial_of_survival(claim, answer))
    shown = _beside(position, [*verdict(answer), plays_table(env, position, answer)])
    return Example(shown, _points(consequences(position)), answer.chances)


def _points(found: tuple[Consequence, ...]) -> frozenset[str]:
    """The rule points behind what each card would do."""
    events = [e for item in found if item.outcome for e in item.outcome.events]
    ids = {rule for item in found for rule in item.rules}
    return frozenset(ids | {event.rule for event in events})


def _shown_only(_: BuildEnvironment, line: str, options: Options) -> Example:
    position = Position.parse(line)
    hold(position, options, lambda _: "this position is only shown, so nothing can be claimed")
    texts: list[nodes.Node] = [nodes.paragraph("", str(text)) for text in sentences(position)]
    return Example(_beside(position, texts), frozenset())


def _refused(env: BuildEnvironment, line: str, options: Options) -> Example:
    """A line that the rules do not allow; the claim is the rule point that forbids it."""
    try:
        position = Position.parse(line)
    except NotationError as error:
        rule, answer = error.rule, f"it is refused by {error.rule or 'no rule point'}"
        hold(line, options, lambda claim: None if claim == rule else answer)
        return Example(refused(env, line, error), frozenset({rule} - {""}), error.message)
    raise DeniedError(f"{position} can be, and the page says that it is refused")


def _played(env: BuildEnvironment, position: Position, options: Options) -> Example:
    outcome = play(position, *options["play"].split())
    hold(position, options, lambda claim: denial_of_outcome(claim, outcome))
    kinds = ["ono-position", "ono-played"]
    shown = nodes.container("", *played(env, outcome), classes=kinds)
    return Example(shown, points_of_outcome(outcome), outcome_facts(outcome))


def points_of_outcome(outcome: Outcome) -> frozenset[str]:
    """The rule points that a line of plays hangs on: of its events, and of what is asked of it."""
    found = {event.rule for event in outcome.events}
    task = Task(outcome.before, outcome.plays)
    for kind in _kinds_after(outcome.plays):
        with suppress(OnoError):  # a line that ends the hand leaves nobody to be next
            found |= set(kind.rule_points(task))
    return frozenset(found)


def _kinds_after(plays: Sequence[Play | LateDraw]) -> list[Kind[Any]]:
    """The kinds of question about a line of plays; none where no card was played."""
    if not any(isinstance(play, Play) for play in plays):
        return []
    return [KINDS[name] for name in AFTER_PLAYS]


def _claimed(env: BuildEnvironment, position: Position, options: Options) -> Example:
    task = Task(position, claim=options["claim"])
    shown, right, points = judged_claim(env, task)

    def denial_of(claim: str) -> str | None:
        holds = " ".join(right) or "nowhere"
        is_so = sorted(claim.replace("nowhere", "").split()) == sorted(right)
        return None if is_so else f"the claim {task.claim!r} holds in {holds}"

    hold(position, options, denial_of)
    return Example(_beside(position, shown), points, right)


_ASKED: Mapping[str, Callable[[BuildEnvironment, str, Options], Example]] = {
    "plays": _plays,
    "survive": _survival,
    "refused": _refused,
    "none": _shown_only,
}

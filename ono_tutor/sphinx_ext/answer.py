"""The engine's answers as parts of a page, in full and in brief, held to what the page claims."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from docutils import nodes

from ono_tutor import (
    NotationError,
    OnoError,
    Outcome,
    Play,
    Position,
    Survival,
    Verdict,
    legal_plays,
    play,
    survive,
)
from ono_tutor.errors import check_known
from ono_tutor.game.explain import cards_in_words, explain, sentence_of
from ono_tutor.game.turn import Consequence, consequences
from ono_tutor.i18n import N_, Message, _, gettext, sentence, with_minus
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.claim import Claim, find
from ono_tutor.puzzles.misconceptions.explain import mistaken
from ono_tutor.puzzles.task import Task
from ono_tutor.render.answers_json import outcome_json
from ono_tutor.render.describe import format_chance, sentences, spoken
from ono_tutor.render.feedback import verdict_text, what_follows
from ono_tutor.rules.book import RulePoint
from ono_tutor.rules.judgement import EventType
from ono_tutor.solver.reasons import reasons
from ono_tutor.sphinx_ext.directive import Options, chance_facts, check_claim
from ono_tutor.sphinx_ext.domain import link, links
from ono_tutor.sphinx_ext.nodes import (
    Part,
    ResponsiveTable,
    badge,
    bullets,
    card_drawing,
    inline,
    line,
    literal,
    moment,
    numbered,
    paragraph,
    position_drawing,
    responsive_table,
)

JudgedClaim = tuple[list[nodes.Node], tuple[str, ...], frozenset[str]]


# ---- a position ----


def board(position: Position, *, title: Message | None = None) -> nodes.container:
    """Return the picture of a position and its line, ready to be copied; the title stands above."""
    head = [moment(title)] if title else []
    drawing, code = position_drawing(position), code_line(str(position))
    return nodes.container("", *head, drawing, code, classes=["ono-board"], position=str(position))


def code_line(text: str) -> nodes.literal_block:
    """Return a line of notation as a block of code."""
    return nodes.literal_block(text, text, language="none", classes=["no-search"])


def position_with(position: Position, side: Iterable[nodes.Node]) -> nodes.container:
    """Return the board, and what the engine says beside it."""
    answer = nodes.container("", *side, classes=["ono-answer"])
    return nodes.container("", board(position), answer, classes=["ono-position"])


# ---- what each card would do ----


def verdict_paragraph(answer: Survival) -> nodes.paragraph:
    """Return whether the mover survives, with the draws that help."""
    helpful = [r.text for r in reasons(answer.position) if r.saving and r.play in answer.best]
    text = " ".join(map(str, [verdict_text(answer), *helpful]))
    return paragraph(text, "ono-verdict", f"ono-{answer.verdict.value}")


def plays_table(position: Position, answer: Survival | None = None) -> ResponsiveTable:
    """Return what each card of the hand would do; with an answer, the chance that goes with it."""
    columns = {
        N_("Card"): 18,
        N_("Verdict"): 14,
        N_("New total"): 10,
        N_("What follows"): 40,
        N_("Rule points"): 18,
    }
    table = responsive_table(N_("What each card would do"), columns, "ono-plays")
    for made in consequences(position):
        status, play = play_badge(made, answer), made.play
        face = [] if play.card is None else [card_drawing(play.card.code)]
        table.add_row(
            [*face, line(f"{spoken(position, play)} ", literal(str(play)))],
            line(status),
            "–" if made.effect is None else with_minus(made.effect.total),
            what_follows(made),
            links(made.rules),
            classes=status["classes"][1:],
        )
    return table


def play_badge(made: Consequence, answer: Survival | None) -> nodes.inline:
    """Return the status of a play in a word, or its chance if there is an answer."""
    if not made.is_legal:
        return badge(f"✗ {gettext('Not allowed')}", "ono-barred")
    if made.loses:
        return badge(f"▼ {gettext('Loses')}", "ono-lost")
    if answer is None:
        return badge(f"✓ {gettext('Allowed')}", "ono-certain")
    return chance_badge(answer.chance_of(made.play), N_("◐ Chance {chance}"))


def chance_badge(chance: Fraction, by_luck: str = N_("◐ {chance}")) -> nodes.inline:
    """Return a chance with its sign and its word."""
    words = {Verdict.CERTAIN: N_("✓ Certain"), Verdict.LOST: N_("✗ Lost")}
    verdict = Verdict.of(chance)
    text = _(words.get(verdict, by_luck), chance=format_chance(chance, is_brief=True))
    return badge(text, f"ono-{verdict.value}")


# ---- what happened ----


def line_of_play(outcome: Outcome) -> nodes.container:
    """Return the table before a line of play, then each play, what happens, and the table after."""
    before, steps = outcome.before, []
    for ply in outcome.plies:
        items = [
            line(f"{sentence_of(before, event, before.turn)} ", link("rule", event.rule))
            for event in ply.events
        ]
        step = [moment(_("Played: {plays}", plays=ply.play)), numbered(items, "ono-events")]
        if ply is outcome.plies[-1] and outcome.round_over:
            steps.append([*step, paragraph(_("The round ends here."))])
        else:
            steps.append([*step, position_drawing(ply.after, before.turn)])
    parts = board(before, title=_("Before")), numbered(steps, "ono-steps")
    return nodes.container("", *parts, classes=["ono-position", "ono-play"])


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


# ---- the same in brief: cards and totals in one line, and in sentences what happens ----


def brief_hand_nodes(position: Position, answer: Survival | None) -> list[nodes.Node]:
    """Return the hand with what may not be played dimmed, then each card in a sentence."""
    strip = _strip(position)
    told: list[nodes.Node] = [verdict_paragraph(answer)] if answer else []
    for made in consequences(position):
        strip += _face(position, made.play, *([] if made.is_legal else ["ono-dim"]))
        text = f" {spoken(position, made.play)}: {what_follows(made)}"
        told.append(line(play_badge(made, answer), text))
    return [strip, *told]


def brief_play_nodes(outcome: Outcome) -> list[nodes.Node]:
    """Return the total, the cards that are played and the total after them, then what happens."""
    before, strip = outcome.before, _strip(outcome.before)
    strip += [_face(before, play) for play in outcome.plays if isinstance(play, Play)]
    total = with_minus(outcome.after.total)
    strip += [nodes.Text(" → "), inline(_("total {total}", total=total), "ono-chip")]
    untold = (EventType.DREW, EventType.ROUND_OVER)
    events = [event for event in outcome.events if event.type not in untold]
    return [strip, paragraph(" ".join(map(str, explain(before, events, before.turn))))]


def _strip(position: Position) -> nodes.paragraph:
    """Return a line that begins with the total and with two cards that are owed."""
    total = _("total {total}", total=with_minus(position.total))
    owed = _("play {cards}", cards=cards_in_words(position.owes))
    more: list[Part] = [" ", inline(owed, "ono-chip")] if position.owes > 1 else []
    return line(inline(total, "ono-chip"), *more, classes=["ono-strip", "no-search"])


def _face(position: Position, play: Play, *kinds: str) -> nodes.Node:
    """Return the face of a card with its name; without a card, the name alone."""
    name = str(spoken(position, play))
    return inline(name) if play.card is None else card_drawing(play.card.code, name, *kinds)


# ---- a claim under every rule set ----


def judged_claim(task: Task, keys: Sequence[str] = ()) -> JudgedClaim:
    """Return each rule set's answer and why; where the claim holds; and the rule points.

    With ``keys`` only these rule sets are shown. Raises :class:`NotationError` for a claim that
    cannot be read.
    """
    kind, claim = KINDS["edition"], Claim.parse(task.claim)
    findings = {rules.key: find(claim, task.position, rules) for rules in task.editions}
    yes, no = badge(_("✓ yes"), "ono-certain"), badge(_("✗ no"), "ono-lost")
    items = [
        line((yes if finding.holds else no).deepcopy(), f" {finding.text}")
        for key, finding in findings.items()
        if not keys or key in keys
    ]
    every = {rule for finding in findings.values() for rule in finding.rules}
    points = links(kind.rule_points(task))
    parts: list[nodes.Node] = [moment(kind.ask(task)), bullets(items, "ono-judged"), points]
    return parts, tuple(kind.answer(task)), frozenset(every)


# ---- an example: a line of notation, asked about and held to a claim ----


OPTIONS = ("question", "play", "claim", "expect")
QUESTIONS = ("plays", "survive", "refused", "none")
FEW = ("1", "2")
"""The numbers that an option with a number is tried with."""


@dataclass(frozen=True, slots=True)
class Example:
    """The nodes of an example, and the ids of the rule points that decide it."""

    shown: nodes.container
    points: frozenset[str]


def example(text: str, options: Options, *, is_brief: bool = False) -> Example:
    """Return the example that a directive's line and options ask for, in full or in brief.

    Raises :class:`OnoError` for a line or a play that cannot be, and for a claim that the engine
    denies.
    """
    named = [f":{name}:" for name in ("question", "play", "claim") if name in options]
    if len(named) > 1:
        raise NotationError(f"a position has either {' or '.join(named)}, not both")
    question = options.get("question", "plays")
    check_known(QUESTIONS, question, "is not a question; the questions are")
    if question == "refused":
        return _refused(text, options, is_brief)
    position = Position.parse(text)
    if "play" in options:
        outcome = play(position, *options["play"].split())
        check_claim(options, outcome_facts(outcome))
        parts = brief_play_nodes(outcome) if is_brief else [line_of_play(outcome)]
        return Example(nodes.container("", *parts), points_of_outcome(outcome))
    if "claim" in options:
        parts, right, points = judged_claim(Task(position, claim=options["claim"]))
        check_claim(options, [" ".join(right) or "nowhere"])
        whole = nodes.container("", *parts) if is_brief else position_with(position, parts)
        return Example(whole, points)
    if question == "none":
        check_claim(options, ())
        return Example(position_with(position, map(paragraph, sentences(position))), frozenset())
    return _hand(position, options, question == "survive", is_brief)


def _hand(position: Position, options: Options, has_chances: bool, is_brief: bool) -> Example:
    """Return what each card would do, perhaps with the chances."""
    answer, made = survive(position) if has_chances else None, consequences(position)
    allowed = [" ".join(map(str, legal_plays(position)))]
    check_claim(options, chance_facts(answer.chance) if answer else allowed)
    if is_brief:
        shown = nodes.container("", *brief_hand_nodes(position, answer))
    else:
        head = [verdict_paragraph(answer)] if answer else []
        shown = position_with(position, [*head, plays_table(position, answer)])
    events = {event.rule for item in made if item.outcome for event in item.outcome.events}
    return Example(shown, frozenset(events.union(*(item.rules for item in made))))


def _refused(text: str, options: Options, is_brief: bool) -> Example:
    """Return a line that the rules do not allow; the claim is the rule point that forbids it."""
    try:
        position = Position.parse(text)
    except NotationError as error:
        check_claim(options, [error.rule])
        rule = [link("rule", error.rule)] if error.rule else []
        mark, why = badge(_("✗ Refused"), "ono-lost"), sentence(f"{error.message}.")
        side = nodes.container("", line(mark, f" {why} ", *rule), classes=["ono-answer"])
        shown = nodes.container("", code_line(text), side, classes=["ono-position", "ono-refused"])
        return Example(side if is_brief else shown, frozenset({error.rule} - {""}))
    raise OnoError(f"{position} is possible, but the page says that it is refused")


def decides(point: RulePoint, text: str, options: Options, found: Example) -> bool:
    """Return whether a rule point decides an example, which was found in brief.

    It does if the engine names it, if another value of its options changes what is said, or if a
    misconception about it gives another answer to who is next.
    """
    name, _, rest = text.partition(" ")
    key, *words = name.split("+")
    asked = {name: value for name, value in options.items() if name != "expect"}
    for option in (each for each in point.options if key in each.rules):
        others = [word for word in words if not word.startswith(f"{option.name}=")]
        for value in FEW if isinstance(option.default, int) else option.means:
            other = f"{'+'.join([key, *others, f'{option.name}={value}'])} {rest}"
            try:
                said = example(other, asked, is_brief=True).shown.astext()
            except OnoError as error:
                said = str(error)
            if said != found.shown.astext():
                return True
    believed = set()
    if "play" in options:
        position = Position.parse(text)
        task = Task(position, tuple(map(position.rules.read_play, options["play"].split())))
        with suppress(OnoError):  # a line that ends the hand leaves nobody to be next
            believed = {mistake.point for mistake, _ in mistaken(KINDS["next"], task)}
    return point.id in found.points | believed


def points_of_outcome(outcome: Outcome) -> frozenset[str]:
    """Return the rule points of a line of plays: of its events, who is next and who pays."""
    found = {event.rule for event in outcome.events}
    for kind in ("next", "pays"):
        with suppress(OnoError):  # a line that ends the hand leaves nobody to be next
            found |= set(KINDS[kind].rule_points(Task(outcome.before, outcome.plays)))
    return frozenset(found)

"""The engine's answers as parts of a page: positions, verdicts, plays and judged claims."""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from docutils import nodes

from ono_tutor import NotationError, Outcome, Play, Position, Survival, Verdict
from ono_tutor.game.explain import cards_in_words, explain, sentence_of
from ono_tutor.game.position import convert, convert_play
from ono_tutor.game.turn import Consequence, consequences
from ono_tutor.i18n import N_, Message, _, gettext, sentence, with_minus
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.claim import Claim, find
from ono_tutor.puzzles.task import Task
from ono_tutor.render.describe import format_chance, spoken
from ono_tutor.render.play_table import verdict_text, what_follows
from ono_tutor.rules.judgement import EventType
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
    return nodes.container("", *head, drawing, code, classes=["ono-board"])


def code_line(text: str) -> nodes.literal_block:
    """Return a line of notation as a block of code."""
    return nodes.literal_block(text, text, language="none", classes=["no-search"])


def position_with(position: Position, side: Iterable[nodes.Node]) -> nodes.container:
    """Return the board, and what the engine says beside it."""
    answer = nodes.container("", *side, classes=["ono-answer"])
    return nodes.container("", board(position), answer, classes=["ono-position"])


def refusal(text: str, error: NotationError) -> nodes.container:
    """Return a line of notation that the rules do not allow, and why."""
    reason = sentence(f"{error.message}.")
    rule = [link("rule", error.rule)] if error.rule else []
    why = line(badge(_("✗ Refused"), "ono-lost"), f" {reason} ", *rule)
    side = nodes.container("", why, classes=["ono-answer"])
    return nodes.container("", code_line(text), side, classes=["ono-position", "ono-refused"])


# ---- what each card would do ----


def verdict_paragraph(answer: Survival) -> nodes.paragraph:
    """Return whether the mover survives, in a sentence or two."""
    texts = [verdict_text(answer)]
    if answer.verdict is Verdict.CHANCE:
        template = N_("The next card is one of {unseen} that you cannot see.")
        texts.append(_(template, unseen=answer.unseen))
    return paragraph(" ".join(map(str, texts)), "ono-verdict", f"ono-{answer.verdict.value}")


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
    right, points = kind.answer(task), kind.rule_points(task)
    findings = {rules: find(claim, task.position, rules) for rules in task.editions}
    items = []
    for rules, finding in findings.items():
        if keys and rules.key not in keys:
            continue
        text, mark = finding.text, badge(_("✗ no"), "ono-lost")
        try:
            convert(task.position, rules)
            if claim.play:
                convert_play(claim.play, rules)
            is_known = True
        except NotationError:  # a number may be claimed of a position that a game cannot have
            is_known = claim.play is None and bool(claim.numbers)
        if finding.holds:
            mark = badge(_("✓ yes"), "ono-certain")
        elif not is_known:
            text = _("{game} has no such card or position.", game=rules.title)
            mark = badge("–", "ono-barred")
        items.append(line(mark, f" {text}"))
    every = {rule for finding in findings.values() for rule in finding.rules}
    parts: list[nodes.Node] = [moment(kind.ask(task)), bullets(items, "ono-judged"), links(points)]
    return parts, tuple(right), frozenset(every)

"""The engine's answers as parts of a page: positions, verdicts, plays and judged claims."""

from collections.abc import Iterable, Sequence

from docutils import nodes

from ono_tutor import NotationError, Outcome, Play, Position, Survival, Verdict
from ono_tutor.game.convert_rules import convert, convert_play
from ono_tutor.game.explain import cards_in_words, explain, sentence_of
from ono_tutor.game.turn import Consequence, consequences
from ono_tutor.i18n import N_, Message, _, sentence, translate, with_minus
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.kinds.claim import Claim, find
from ono_tutor.puzzles.task import Task
from ono_tutor.render.describe import format_chance, spoken
from ono_tutor.render.play_table import verdict_text, what_follows
from ono_tutor.rules.judgement import Event, EventType
from ono_tutor.sphinx_ext.domain import link, links
from ono_tutor.sphinx_ext.nodes import (
    ResponsiveTable,
    badge,
    card_drawing,
    literal,
    moment,
    paragraph,
    position_drawing,
    responsive_table,
)

EDITION = "edition"

JudgedClaim = tuple[list[nodes.Node], tuple[str, ...], frozenset[str]]


# ---- a position ----


def board(
    position: Position, *, home: int | None = None, title: Message | None = None
) -> nodes.container:
    """Return the picture of a position and its line, ready to be copied; the title stands above."""
    head = [moment(title)] if title else []
    drawing, code = position_drawing(position, home), code_line(str(position))
    return nodes.container("", *head, drawing, code, classes=["ono-board"])


def code_line(line: str) -> nodes.literal_block:
    """Return a line of notation as a block of code."""
    return nodes.literal_block(line, line, language="none", classes=["no-search"])


def position_with(position: Position, side: Iterable[nodes.Node]) -> nodes.container:
    """Return the board, and what the engine says beside it."""
    answer = nodes.container("", *side, classes=["ono-answer"])
    return nodes.container("", board(position), answer, classes=["ono-position"])


def refused(line: str, error: NotationError) -> nodes.container:
    """Return a line that the rules do not allow, and why."""
    reason = sentence(f"{error.message}.")
    why = nodes.paragraph("", "", badge(_("✗ Refused"), "ono-lost"))
    why += nodes.Text(f" {reason} ")
    if error.rule:
        why += link("rule", error.rule)
    side = nodes.container("", why, classes=["ono-answer"])
    return nodes.container("", code_line(line), side, classes=["ono-position", "ono-refused"])


# ---- chances ----


def verdict_paragraph(answer: Survival) -> nodes.paragraph:
    """Return whether the mover survives, in a sentence or two."""
    texts = [verdict_text(answer)]
    if answer.verdict is Verdict.CHANCE:
        template = N_("The next card is one of {unseen} that you cannot see.")
        texts.append(_(template, unseen=answer.unseen))
    return paragraph(" ".join(map(str, texts)), "ono-verdict", f"ono-{answer.verdict.value}")


# ---- what each card would do ----


def plays_table(position: Position, answer: Survival | None = None) -> ResponsiveTable:
    """Return what each card of the hand would do; with an answer, the chance that goes with it."""
    table = responsive_table(N_("What each card would do"), PLAYS_COLUMNS, "ono-plays")
    for found in consequences(position):
        name, kind = _play_badge(found, answer)
        total = "–" if found.effect is None else with_minus(found.effect.total)
        play = found.play
        words = nodes.paragraph("", f"{spoken(position, play)} ", literal(str(play)))
        face = [] if play.card is None else [card_drawing(play.card.code)]
        table.add_row(
            [*face, words],
            nodes.paragraph("", "", badge(name, kind)),
            total,
            what_follows(found),
            links(found.rules),
            classes=[kind],
        )
    return table


def _play_badge(found: Consequence, answer: Survival | None) -> tuple[Message | str, str]:
    """Return the status of a play in a word, and the class that goes with it."""
    if not found.is_legal:
        return f"✗ {translate(N_('Not allowed'))}", "ono-barred"
    if found.loses:
        return f"▼ {translate(N_('Loses'))}", "ono-lost"
    if answer is None:
        return f"✓ {translate(N_('Allowed'))}", "ono-certain"
    chance = answer.chance_of(found.play)
    found_verdict = Verdict.of(chance)
    text = _(CHANCES[found_verdict], chance=format_chance(chance, is_brief=True))
    return text, f"ono-{found_verdict.value}"


# ---- what happened ----


def outcome_parts(outcome: Outcome) -> list[nodes.Node]:
    """Return the table before the plays, what happens, and the table after them."""
    plays = " ".join(map(str, outcome.plays))
    happens = play_nodes(outcome, plays, outcome.events, is_end=outcome.round_over)
    parts: list[nodes.Node] = [
        board(outcome.before, title=_("Before")),
        nodes.container("", *happens, classes=["ono-answer"]),
    ]
    if not outcome.round_over:
        home = outcome.before.turn
        parts.append(board(outcome.after, home=home, title=_("After")))
    return parts


def play_nodes(
    outcome: Outcome, plays: str, events: Iterable[Event], *, is_end: bool
) -> list[nodes.Node]:
    """Return what was played, and a sentence with its rule point for each event."""
    items = numbered_list("ono-events")
    for event in events:
        text = f"{sentence_of(outcome.before, event, outcome.before.turn)} "
        items += nodes.list_item("", nodes.paragraph("", text, link("rule", event.rule)))
    end = [paragraph(_("The round ends here."))] if is_end else []
    return [moment(_("Played: {plays}", plays=plays)), items, *end]


def numbered_list(*classes: str) -> nodes.enumerated_list:
    """Return a numbered list without items."""
    look = {"enumtype": "arabic", "prefix": "", "suffix": "."}
    return nodes.enumerated_list(classes=list(classes), **look)


# ---- the same in brief: cards and totals in one line, and in sentences what happens ----


UNTOLD = (EventType.DREW, EventType.ROUND_OVER)


def brief_hand_nodes(position: Position, answer: Survival | None) -> list[nodes.Node]:
    """Return the hand with what may not be played dimmed, then each card in a sentence."""
    found = list(consequences(position))
    line = _start(position)
    for each in found:
        line += _face(position, each.play, () if each.is_legal else ("ono-dim",))
    said = [verdict_paragraph(answer)] if answer else []
    for each in found:
        word, kind = _play_badge(each, answer)
        text = f" {spoken(position, each.play)}: {what_follows(each)}"
        said.append(nodes.paragraph("", "", badge(word, kind), nodes.Text(text)))
    return [line, *said]


def played_in_brief(outcome: Outcome) -> list[nodes.Node]:
    """Return the total, the cards that are played and the total after them, then what happens."""
    line = _start(outcome.before)
    for play in outcome.plays:
        if isinstance(play, Play):
            line += _face(outcome.before, play)
    total = with_minus(outcome.after.total)
    line += [nodes.Text(" → "), _chip(_("total {total}", total=total))]
    before = outcome.before
    events = [event for event in outcome.events if event.type not in UNTOLD]
    return [line, paragraph(" ".join(map(str, explain(before, events, before.turn))))]


def _start(position: Position) -> nodes.paragraph:
    """Return a line that begins with the total and with two cards that are owed."""
    total = _("total {total}", total=with_minus(position.total))
    chips: list[nodes.Node] = [_chip(total)]
    if position.owes > 1:
        cards = cards_in_words(position.owes)
        chips += [nodes.Text(" "), _chip(_("play {cards}", cards=cards))]
    return nodes.paragraph("", "", *chips, classes=["ono-strip", "no-search"])


def _chip(text: Message) -> nodes.inline:
    return nodes.inline(str(text), str(text), classes=["ono-chip"])


def _face(position: Position, play: Play, kinds: Iterable[str] = ()) -> nodes.Node:
    """Return the face of a card with its name; without a card, the name alone."""
    name = str(spoken(position, play))
    if play.card is None:
        return nodes.inline(name, name)
    return card_drawing(play.card.code, name, *kinds)


# ---- a claim under every rule set ----


def judged_claim(task: Task, keys: Sequence[str] = ()) -> JudgedClaim:
    """Return each rule set's answer and why; where the claim holds; and the rule points.

    With ``keys`` only these rule sets are shown. Raises :class:`NotationError` for a claim that
    cannot be read.
    """
    kind, claim = KINDS[EDITION], Claim.parse(task.claim)
    right, points = kind.answer(task), kind.rule_points(task)
    found = {rules: find(claim, task.position, rules) for rules in task.editions}
    items = nodes.bullet_list(classes=["ono-judged"], bullet="*")
    for rules, finding in found.items():
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
        items += nodes.list_item("", nodes.paragraph("", "", mark, nodes.Text(f" {text}")))
    every = {rule for finding in found.values() for rule in finding.rules}
    return [moment(kind.ask(task)), items, links(points)], right, frozenset(every)


PLAYS_COLUMNS = {
    N_("Card"): 18,
    N_("Verdict"): 14,
    N_("New total"): 10,
    N_("What follows"): 40,
    N_("Rule points"): 18,
}

CHANCES = {
    Verdict.CERTAIN: N_("✓ Certain"),
    Verdict.CHANCE: N_("◐ Chance {chance}"),
    Verdict.LOST: N_("✗ Lost"),
}

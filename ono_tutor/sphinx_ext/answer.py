"""The engine's answers as parts of a page."""

from collections.abc import Iterable
from fractions import Fraction

from docutils import nodes
from sphinx.environment import BuildEnvironment

from ono_tutor import NotationError, Outcome, Play, Position, Survival, Verdict
from ono_tutor.game.consequence import Consequence, consequences
from ono_tutor.game.explain import sentence_of
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence, translate
from ono_tutor.render.answers import fraction
from ono_tutor.render.caption import hundredths
from ono_tutor.rules.event import Event, EventType
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.sphinx_ext.domain import link, links
from ono_tutor.sphinx_ext.drawing import face, table
from ono_tutor.sphinx_ext.rows import RowTable, add_row, row_table

UNTOLD = (EventType.PLAYED, EventType.DREW)
TELLS_TURN = (EventType.DOUBLED, EventType.HANDED_ON, EventType.STILL_OWES, EventType.WON)


def board(
    position: Position, *, home: int | None = None, title: Message | None = None
) -> nodes.container:
    """The picture of a position and its line, ready to be copied; the title stands above."""
    line = str(position)
    head = [nodes.paragraph("", str(title), classes=["ono-moment"])] if title else []
    code = nodes.literal_block(line, line, language="none")
    return nodes.container("", *head, table(position, home), code, classes=["ono-board"])


def verdict(answer: Survival) -> list[nodes.Node]:
    """Whether the mover completes the turn, in a sentence or two."""
    fields = {"seat": answer.position.turn, "unseen": answer.unseen}
    chance = chance_words(answer.chance)
    verdicts = VERDICTS_BY_MARKS if answer.position.rules.marks else VERDICTS
    texts = [lazy_gettext(verdicts[answer.verdict], chance=chance, **fields)]
    if answer.verdict is Verdict.CHANCE:
        texts.append(lazy_gettext("The next card is one of {unseen} that are not shown.", **fields))
    text = " ".join(map(str, texts))
    kind = f"ono-{answer.verdict.value}"
    return [nodes.paragraph(text, text, classes=["ono-verdict", kind])]


def chance_words(chance: Fraction) -> str:
    """The exact chance, and about how many in a hundred that is."""
    if chance in (0, 1):
        return fraction(chance)
    fields = {"chance": fraction(chance), "percent": hundredths(chance)}
    if chance < Fraction(1, 100):
        return str(lazy_gettext("{chance}, less than 1 %", **fields))
    return str(lazy_gettext("{chance}, about {percent} %", **fields))


def plays_table(
    env: BuildEnvironment, position: Position, answer: Survival | None = None
) -> RowTable:
    """What each card of the hand would do; with an answer, the chance that goes with it."""
    headings = [translate(text) for text in HEADINGS]
    caption = translate(N_("What each card would do"))
    found = row_table(caption, headings, (18, 14, 10, 40, 18), "ono-plays")
    for consequence in consequences(position):
        name, kind = _standing(consequence, answer)
        cells: list[list[nodes.Node]] = [
            _card(position, consequence.play),
            [_badge(name, kind)],
            [_paragraph(_total(consequence))],
            [_paragraph(_what_follows(position, consequence))],
            [links(env, consequence.rules)],
        ]
        add_row(found, cells, [kind])
    return found


def _card(position: Position, play: Play) -> list[nodes.Node]:
    name = sentence(str(position.rules.play_name(play)))
    words = nodes.paragraph("", f"{name} ", nodes.literal(str(play), str(play)))
    return [words] if play.card is None else [face(play.card.code), words]


def _standing(found: Consequence, answer: Survival | None) -> tuple[str, str]:
    """How a play stands, in a word, and the class that goes with it."""
    if not found.is_legal:
        return f"✗ {translate(N_('Not allowed'))}", "ono-barred"
    if found.loses:
        return f"▼ {translate(N_('Loses'))}", "ono-lost"
    if answer is None:
        return f"✓ {translate(N_('Allowed'))}", "ono-certain"
    chance = answer.chance_of(found.play)
    verdict = Verdict.of(chance)
    word = {"chance": chance_words(chance)}
    return str(lazy_gettext(CHANCES[verdict], **word)), f"ono-{verdict.value}"


def _badge(words: str, kind: str) -> nodes.paragraph:
    return nodes.paragraph("", "", nodes.inline(words, words, classes=["ono-badge", kind]))


def _total(found: Consequence) -> str:
    return "–" if found.effect is None else str(found.effect.total).replace("-", "−")


def _what_follows(position: Position, found: Consequence) -> str:
    if found.outcome is None:
        return str(found.reason)
    events = [event for event in found.outcome.events if event.type not in UNTOLD]
    told = [sentence_of(position.rules, event) for event in events]
    is_told = any(event.type in TELLS_TURN for event in events)
    if not (is_told or found.outcome.round_over):
        told.append(lazy_gettext("Seat {seat} is next.", seat=found.outcome.after.turn))
    return " ".join(map(str, told))


def _paragraph(text: str | Message) -> nodes.paragraph:
    return nodes.paragraph(str(text), str(text))


def played(env: BuildEnvironment, outcome: Outcome) -> list[nodes.Node]:
    """The table before the plays, what happens, and the table after them."""
    home = outcome.before.turn
    parts: list[nodes.Node] = [
        board(outcome.before, title=lazy_gettext("Before")),
        nodes.container("", *_events(env, outcome), classes=["ono-answer"]),
    ]
    if not outcome.round_over:
        parts.append(board(outcome.after, home=home, title=lazy_gettext("After")))
    return parts


def events_list(
    env: BuildEnvironment, rules: RuleSet, events: Iterable[Event]
) -> nodes.enumerated_list:
    """A sentence for each event, with its rule point."""
    items = nodes.enumerated_list(classes=["ono-events"], enumtype="arabic", prefix="", suffix=".")
    for event in events:
        text = f"{sentence_of(rules, event)} "
        items += nodes.list_item("", nodes.paragraph("", text, link(env, "rule", event.rule)))
    return items


def refused(env: BuildEnvironment, line: str, error: NotationError) -> nodes.container:
    """A line that the rules do not allow, and why."""
    code = nodes.literal_block(line, line, language="none")
    badge = nodes.inline("", translate(N_("✗ Refused")), classes=["ono-badge", "ono-lost"])
    reason = sentence(f"{error.message}.")
    why = nodes.paragraph("", "", badge, nodes.Text(f" {reason} "))
    if error.rule:
        why += link(env, "rule", error.rule)
    side = nodes.container("", why, classes=["ono-answer"])
    return nodes.container("", code, side, classes=["ono-position", "ono-refused"])


def _events(env: BuildEnvironment, outcome: Outcome) -> list[nodes.Node]:
    """What was played, and all that happened."""
    items = events_list(env, outcome.before.rules, outcome.events)
    title = lazy_gettext("Played: {plays}", plays=" ".join(map(str, outcome.plays)))
    head = nodes.paragraph("", str(title), classes=["ono-moment"])
    return [
        head,
        items,
        *([_paragraph(lazy_gettext("Here play stops."))] if outcome.round_over else []),
    ]


HEADINGS = (
    N_("Card"),
    N_("Verdict"),
    N_("New total"),
    N_("What follows"),
    N_("Rule points"),
)

VERDICTS = {
    Verdict.CERTAIN: N_("Certain: seat {seat} completes this turn, whatever is drawn."),
    Verdict.CHANCE: N_("Possible with luck: the chance to complete this turn is {chance}."),
    Verdict.LOST: N_("Lost: seat {seat} cannot complete this turn, whatever is drawn."),
}

VERDICTS_BY_MARKS = {
    Verdict.CERTAIN: N_("Certain: seat {seat} can play without losing a point."),
    Verdict.CHANCE: N_("The chance to lose no point this turn is {chance}."),
    Verdict.LOST: N_("Lost: every card costs seat {seat} a point or more."),
}

CHANCES = {
    Verdict.CERTAIN: N_("✓ Certain"),
    Verdict.CHANCE: N_("◐ Chance {chance}"),
    Verdict.LOST: N_("✗ Lost"),
}

"""The directives ``ono-position``, ``ono-survive``, ``ono-play`` and ``ono-compare``."""

from collections.abc import Sequence

from docutils import nodes

from ono_tutor import Position, ruleset
from ono_tutor.game.transcript import play_line
from ono_tutor.i18n import N_, _, gettext
from ono_tutor.render.comparison import comparison_rows
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.solver.compare import Comparison, compare
from ono_tutor.sphinx_ext.answer import (
    OPTIONS,
    board,
    example,
    line_of_play,
    outcome_facts,
)
from ono_tutor.sphinx_ext.directive import OnoDirective, chance_facts, check_claim
from ono_tutor.sphinx_ext.domain import links
from ono_tutor.sphinx_ext.nodes import (
    badge,
    card_drawing,
    inline,
    line,
    paragraph,
    responsive_table,
)


class PositionDirective(OnoDirective, name="ono-position"):
    """A position and the engine's answer.

    The argument, or the content, is a line of the notation. ``:question:`` is ``plays``
    (what each card would do), ``survive`` (the chances too), ``refused`` (why the line cannot
    be) or ``none`` (the picture alone); ``:play:`` makes plays instead, and ``:claim:`` judges
    a claim under every rule set. ``:expect:`` is a claim, which fails the build if the engine
    denies it; so do a line that cannot be read and a play that is not legal.
    """

    allowed = OPTIONS

    def build_nodes(self) -> Sequence[nodes.Node]:
        return [example(self.line, self.options).shown]


# ---- surviving ----


class SurviveDirective(OnoDirective, name="ono-survive"):
    """A position under a double: certain, with what exact chance, or not at all; by first card.

    ``:expect:`` is a claim such as ``certain``, ``lost``, ``chance 8/25`` or ``8/25``.
    """

    allowed = ("expect",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        return [example(self.line, {"question": "survive"} | self.options).shown]


# ---- a line of play ----


class PlayDirective(OnoDirective, name="ono-play"):
    """A line of play: the table before it, and after each play what happened and how it stands.

    The argument is a position, a bar and the plays, as ``ono-tutor play -`` reads it.
    ``:expect:`` is a claim about the end, such as ``total 93, turn 1, owes 2``.
    """

    allowed = ("expect",)

    def build_nodes(self) -> Sequence[nodes.Node]:
        outcome = play_line(self.line)
        check_claim(self.options, outcome_facts(outcome))
        return [line_of_play(outcome)]


# ---- the rule sets side by side ----


class CompareDirective(OnoDirective, name="ono-compare"):
    """The same cards and total under the rule sets, a row a card and a column a rule set.

    ``:rules:`` names the columns; without it they are all there. ``:expect:`` is a claim, such
    as ``1980 certain, 2022 lost, ninety-nine none`` or ``differs -10``: the cards that the rule
    sets treat unlike.
    """

    allowed = ("rules", "expect")

    def build_nodes(self) -> Sequence[nodes.Node]:
        found = compare(Position.parse(self.line))
        check_claim(self.options, comparison_facts(found))
        keys = rule_set_keys(self.options.get("rules", ""))
        places = [list(RULE_SETS).index(key) for key in keys]
        titles = {RULE_SETS[key].title: 22 for key in keys}
        columns = {N_("Card"): 18} | titles | {N_("Rule points"): 16}
        caption = N_("The same cards in each game")
        classes = ("ono-same-cards", f"ono-columns-{len(places)}")
        table = responsive_table(caption, columns, *classes)
        for row in comparison_rows(found):
            face = [card_drawing(row.card.code)] if row.card else []
            cells = []
            for cell in (row.cells[place] for place in places):
                template, kind = OUTCOMES[cell.outcome]
                head = line(badge(_(template, label=cell.label), kind))
                if row.differs(cell):
                    head += [nodes.Text(" "), inline(gettext("differs"), "ono-unlike")]
                cells.append([head, *([paragraph(cell.text)] if cell.text else [])])
            kinds = ["ono-differs"] if row.rules else []
            table.add_row([*face, paragraph(row.name)], *cells, links(row.rules), classes=kinds)
        parts = board(found.position), table
        return [nodes.container("", *parts, classes=["ono-position", "ono-compare"])]


def rule_set_keys(wanted: str) -> list[str]:
    """Return the rule sets that an option names, or all of them if it names none."""
    return [ruleset(word).key for word in wanted.split()] or list(RULE_SETS)


OUTCOMES = {
    "safe": (N_("✓ {label}"), "ono-certain"),
    "risk": (N_("◐ {label}"), "ono-chance"),
    "lost": (N_("▼ {label}"), "ono-lost"),
    "barred": (N_("✗ {label}"), "ono-barred"),
    "none": (N_("{label}"), "ono-barred"),
}


def comparison_facts(found: Comparison) -> list[str]:
    """Return what can be claimed of a comparison: ``1980 certain`` or ``differs H -10``."""
    facts = [f"differs {' '.join(item.card.code for item in found.differences)}"]
    for reading in found.readings:
        words = chance_facts(reading.survival.chance) if reading.survival else ("none",)
        facts += [f"{reading.rules.key} {word}" for word in words]
    return facts

"""Pages of the registry: ``ono-comparison``, ``-open``, ``-options``, ``-texts``, ``-sheet``."""

from collections.abc import Iterable, Sequence
from html import escape

from docutils import nodes
from sphinx import addnodes

from ono_tutor import Position
from ono_tutor.i18n import N_, format_list, lazy_gettext, lazy_ngettext, translate
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.task import Task
from ono_tutor.render.rules_sheet import OUR_MARK, OURS, chapters_of, deck_name
from ono_tutor.rules.book import RulePoint, Status, rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.rules.ruleset import RuleSet
from ono_tutor.sphinx_ext.answer import judged_claim, position_with
from ono_tutor.sphinx_ext.directive import ListDirective, NamedDirective
from ono_tutor.sphinx_ext.domain import OnoDomain, chapter_link, link, name_place, text_anchor
from ono_tutor.sphinx_ext.nodes import (
    ResponsiveTable,
    badge,
    card_drawing,
    late_details,
    literal,
    paragraph,
    responsive_table,
)
from ono_tutor.sphinx_ext.positions import rule_set_keys
from ono_tutor.sphinx_ext.rule_points import (
    option_parts,
    option_values,
    point_note,
    point_options,
    source_paragraphs,
    status_badge,
)


def points_of(keys: Iterable[str]) -> list[RulePoint]:
    """Return the rule points that one of these rule sets has, in the order of the rule books."""
    wanted = set(keys)
    return [point for point in rule_points().values() if wanted & point.says.keys()]


# ---- ono-comparison ----


class ComparisonDirective(ListDirective):
    """A table a family of rule sets: a row a rule point, a column a rule set.

    ``:rules:`` names the rule sets to compare; without it every rule set is, and those that
    have no point in common stand in tables of their own. Where there are several, a page shows
    the points at which they differ, and a switch brings the others.
    """

    allowed = ("rules",)

    def shown(self) -> Sequence[nodes.Node]:
        return [self._family(keys) for keys in families(rule_set_keys(self.options.get("rules")))]

    def _family(self, keys: Sequence[str]) -> nodes.Node:
        table, points = self._table(keys), points_of(keys)
        same = sum(not point.differs for point in points)
        if len(keys) == 1 or not same:
            return table
        text = lazy_ngettext(SWITCH, SWITCHES, same)
        box = (
            f'<p class="ono-switch"><label><input type="checkbox"> {escape(str(text))}</label></p>'
        )
        switch = addnodes.only("", nodes.raw("", box, format="html"), expr=PAGES)
        return nodes.container("", switch, table, classes=["ono-switched"])

    def _table(self, keys: Sequence[str]) -> ResponsiveTable:
        titles = {RULE_SETS[key].title: 30 for key in keys}
        columns = {N_("Rule point"): 16} | titles | {N_("Notes, options and sources"): 24}
        caption = lazy_gettext("The rule points of {rules}", rules=format_list(list(titles)))
        classes = ("ono-comparison", f"ono-columns-{len(keys)}")
        table = responsive_table(caption, columns, *classes)
        for point in points_of(keys):
            said = (_said(point, key) for key in keys)
            inside = _more(point, keys)
            more = late_details(lazy_gettext("Notes, options and sources"), *inside)
            kinds = [f"ono-{point.status.value}", *([] if point.differs else ["ono-same"])]
            row = table.add_row(_title(point, keys), *said, more, classes=kinds)
            row["ids"].append(point.id)
            self.state.document.set_id(row)
            OnoDomain.of(self.env).note("rule", point.id)
            name_place(self.env, f"rule-{point.id}", point.id, point.title)
        return table


PAGES = "format_html and not builder_epub"
SWITCH = N_("Show the {n} rule that is the same, too")
SWITCHES = N_("Show the {n} rules that are the same, too")


def families(keys: Iterable[str]) -> list[tuple[str, ...]]:
    """Return the rule sets in groups: two that have a rule point in common stand together."""
    groups: list[tuple[str, ...]] = []
    for key in keys:
        known = {other for point in points_of([key]) for other in point.says}
        kin = [group for group in groups if known & set(group)]
        joined = tuple(other for group in kin for other in group)
        groups = [group for group in groups if group not in kin] + [(*joined, key)]
    return groups


def _title(point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
    """Return the point's name, whether the editions differ, and whether the texts agree."""
    mark = nodes.inline("", point.id, classes=["ono-rule"])
    here = nodes.reference("", "", mark, refid=point.id, internal=True)
    name = nodes.strong(point.title, point.title)
    marks = nodes.paragraph("", "", here)
    if len(keys) > 1:
        word = N_("≠ The editions differ") if point.differs else N_("= The editions are alike")
        marks += [nodes.Text(" "), badge(translate(word), "ono-barred")]
    found = [key for key in keys if key in point.says]
    is_one = len({str(point.status_words((key,))) for key in found}) == 1
    for key in found[: 1 if is_one else None]:
        mark = status_badge(point, tuple(found) if is_one else (key,), "" if is_one else f"{key}: ")
        marks += [nodes.Text(" "), mark]
    return [nodes.paragraph("", "", name, classes=["ono-title"]), marks]


def _said(point: RulePoint, key: str) -> list[nodes.Node]:
    """Return the sentence of a rule set, and the way to its own book, where there is an example."""
    if key not in point.says:
        return [paragraph(lazy_gettext("No such rule."), "ono-absent")]
    name = str(lazy_gettext("Example: {game}", game=RULE_SETS[key].title))
    found = chapter_link(key, point.id, name, else_nothing=True)
    way = nodes.inline("", "", found, classes=["ono-way"])
    return [nodes.paragraph("", f"{point.says[key]} ", way)]


def _more(point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
    """Return a position that shows the difference, what is uncertain, the options, the sources."""
    parts = [*_difference(point, keys), *point_note(point), *option_parts(point.options)]
    return [*parts, *source_paragraphs(point.sources)]


def _difference(point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
    """Return the smallest position where the rule sets differ at this point, if they do."""
    found = bank.witness(point.id) if point.differs else None
    if found is None:
        return []
    task = Task(Position.parse(found.position), claim=found.claim)
    shown, _, _ = judged_claim(task, keys if len(keys) > 1 else ())
    return [position_with(task.position, shown)]


# ---- ono-open and ono-options ----


class OpenDirective(NamedDirective):
    """The rule points of a rule set where the texts conflict or are silent, and what we chose."""

    def shown(self) -> Sequence[nodes.Node]:
        found = nodes.definition_list(classes=["ono-open"])
        key = ruleset(self.subject).key
        for point in points_of([key]):
            if point.statuses[key] is not Status.AGREED:
                found += self._item(point, key)
        return [found]

    def _item(self, point: RulePoint, key: str) -> nodes.definition_list_item:
        name = nodes.strong("", "", link("rule", point.id))
        term = nodes.term("", "", name)
        mark = nodes.paragraph("", "", status_badge(point, (key,)))
        what = nodes.definition("", mark, paragraph(point.note))
        kinds = [f"ono-{point.statuses[key].value}"]
        return nodes.definition_list_item("", term, what, classes=kinds)


class OptionsDirective(NamedDirective):
    """The options of a rule set, what their values mean, and the rule points behind them."""

    def shown(self) -> Sequence[nodes.Node]:
        key = ruleset(self.subject).key
        columns = {N_("Option"): 22, N_("Values"): 58, N_("Rule point"): 20}
        table = responsive_table(N_("The options"), columns, "ono-options")
        for point in points_of([key]):
            for option in point_options(point, [key]):
                name = nodes.paragraph("", "", nodes.strong(option.name, option.name))
                rule = nodes.paragraph("", "", link("rule", point.id))
                table.add_row(name, option_values(option), rule)
        return [table]


# ---- ono-texts ----


class TextsDirective(ListDirective):
    """The source texts behind the rule points with their tags; the comparison links here."""

    def shown(self) -> Sequence[nodes.Node]:
        found = nodes.definition_list(classes=["ono-texts"])
        for text in texts().values():
            term = nodes.term("", "", literal(text.tag, "ono-text"), nodes.Text(f" {text.title}"))
            term["ids"].append(text_anchor(text.tag))
            self.state.document.set_id(term)
            OnoDomain.of(self.env).note("text", text.tag)
            name_place(self.env, text_anchor(text.tag), text_anchor(text.tag), text.title)
            what = nodes.definition("", paragraph(text.what))
            found += nodes.definition_list_item("", term, what)
        return [found]


# ---- ono-sheet ----


class SheetDirective(NamedDirective):
    """A quick reference: the sentences of the registry, chapter by chapter.

    The argument is a rule set. Printed, each sheet is a page of its own.
    """

    def shown(self) -> Sequence[nodes.Node]:
        rules = ruleset(self.subject)
        parts: list[nodes.Node] = []
        for title, points in chapters_of(rules.key):
            name = nodes.strong(title, translate(title))
            head = nodes.paragraph("", "", name, classes=["ono-sheet-head"])
            lines = [self._line(rules.key, point) for point in points]
            parts.append(nodes.container("", head, *lines, classes=["ono-chapter"]))
        columns = nodes.container("", *parts, classes=["ono-columns"])
        top = [paragraph(rules.title, "ono-sheet-name"), _faces(rules)]
        legend = paragraph(translate(OURS), "ono-legend")
        return [nodes.container("", *top, columns, legend, classes=["ono-sheet"])]

    def _line(self, key: str, point: RulePoint) -> nodes.paragraph:
        """Return a sentence of the registry after its title, marked where the choice is ours."""
        title = nodes.strong("", "", chapter_link(key, point.id, point.title))
        mark = "" if point.statuses[key] is Status.AGREED else f" {OUR_MARK}"
        words = nodes.Text(f"{mark} {point.says[key]}")
        return nodes.paragraph("", "", title, words)


def _faces(rules: RuleSet) -> nodes.bullet_list:
    """Return the cards of a deck, each with its face and how many there are."""
    found = nodes.bullet_list(bullet="*", classes=["ono-faces"])
    for card, count in rules.deck(rules.least_players).items():
        words = f"×{count} {deck_name(rules, card)}"
        found += nodes.list_item("", card_drawing(card.code), paragraph(words))
    return found

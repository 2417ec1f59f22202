"""``ono-rule``: a rule point and an example that was run.

The parts of a page that show a rule point stand here too: how sure it is, its options, and where
the texts say it.
"""

from collections.abc import Collection, Iterable, Sequence

from docutils import nodes
from sphinx import addnodes

from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.task import UNASKABLE
from ono_tutor.render.practice_pages import topics
from ono_tutor.rules.book import Citation, OptionText, RulePoint, Status, rule_point
from ono_tutor.rules.catalogue import RULE_SETS
from ono_tutor.sphinx_ext.directive import DeniedError, ExampleDirective
from ono_tutor.sphinx_ext.domain import OnoDomain, link, links, name_place, row_link
from ono_tutor.sphinx_ext.example import OPTIONS, decides, example
from ono_tutor.sphinx_ext.nodes import LINE, badge, details, literal, paragraph


class RuleDirective(ExampleDirective):
    """A rule point, anchored by its id: what each edition says, how sure it is, and an example.

    The argument is the id; ``:rules:`` names the rule sets to speak of (without it, all that
    have the point). The content is the example's position, and the options of ``ono-position``
    ask about it. With ``:picture:`` the cards of the example stand below the sentence; the rest
    is folded away. An example that the rule point does not decide fails the build, and so does a
    missing one, unless nothing can be asked about the point; then the page says why.
    """

    allowed = ("rules", "picture", *OPTIONS)

    def shown(self) -> Sequence[nodes.Node]:
        point = rule_point(self.subject)
        keys = self._keys(point)
        if point.id in self.state.document.ids:
            raise DeniedError(f"the rule point {point.id} stands on this page already")
        shown, *told = self._example(point)
        seen = [shown] if "picture" in self.options else []
        folded = [*([] if seen else [shown]), *told, *self._more(point, keys)]
        fold = details(lazy_gettext("Example, notes and sources"), *folded)
        title = nodes.title(point.title, point.title)
        kinds = ["ono-point", f"ono-{point.status_for(keys).value}"]
        names = self._index(point)
        parts = [title, names, *self._said(point, keys), *seen, fold]
        section = nodes.section("", *parts, ids=[point.id], names=[], classes=kinds)
        self.state.document.set_id(section)
        for key in keys:
            OnoDomain.of(self.env).note("chapter", (key, point.id))
            name_place(self.env, f"{key}-{point.id}", point.id, point.title)
        return [section]

    def _index(self, point: RulePoint) -> nodes.Node:
        """Return the words under which the index and the search have the point."""
        words = dict.fromkeys((point.title, point.id, *point.also))
        entries = [("single", word, point.id, "main", None) for word in words]
        return addnodes.index(entries=entries, inline=False)

    def _keys(self, point: RulePoint) -> tuple[str, ...]:
        """Return the rule sets that are spoken of."""
        keys = tuple(self.options.get("rules", " ".join(point.says)).split())
        for key in keys:
            if key not in point.says:
                having = ", ".join(point.says)
                raise DeniedError(f"{key!r} has no rule point {point.id}; it is one of {having}")
        return keys

    def _said(self, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
        """Return how sure the point is, and the sentence of each rule set."""
        head = nodes.paragraph(classes=["ono-point-head"])
        word = signed_status(point, keys)
        row = row_link(point.id, str(lazy_gettext("Compare")))
        head += [nodes.Text(f"{word} "), row, *self._train(point, keys)]
        if len(keys) == 1:
            return [head, paragraph(point.says[keys[0]], "ono-said")]
        found = nodes.definition_list(classes=["ono-said"])
        for key in keys:
            term = nodes.term("", RULE_SETS[key].title)
            what = nodes.definition("", paragraph(point.says[key]))
            found += nodes.definition_list_item("", term, what)
        return [head, found]

    def _train(self, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
        """Return the way to the puzzles on a point, where the site has a page to practise."""
        if "practice" not in self.env.found_docs or point.id not in topics():
            return []
        text = str(lazy_gettext("Train this point"))
        up = "../" * self.env.docname.count("/")
        address = f"{up}practice.html#practice={keys[0]}/{point.id}"
        way = nodes.reference(text, text, refuri=address)
        return [addnodes.only("", nodes.Text(" "), way, expr="builder_html")]

    def _example(self, point: RulePoint) -> list[nodes.Node]:
        """Return the example's line of cards and its sentences, or why there is none."""
        if not self.line:
            if point.id not in UNASKABLE:
                message = f"the rule point {point.id} needs an example: a position as content"
                raise DeniedError(message)
            text = lazy_gettext("No example: {why}.", why=UNASKABLE[point.id])
            return [paragraph(text, "ono-absent")]
        kept = ("rules", "picture")
        asked = {name: value for name, value in self.options.items() if name not in kept}
        found = example(self.line, asked, is_brief=True)
        if not decides(point, self.line, asked):
            named = ", ".join(sorted(found.points)) or "none"
            message = f"{self.line}: the page shows {point.id} by it, but the rule points that"
            raise DeniedError(f"{message} decide here are {named}")
        line, *told = found.shown.children
        written = nodes.container("", nodes.inline("", self.line, classes=[LINE]))
        others = links(sorted(found.points - {point.id}))
        kinds = ["ono-example", "no-search"]
        return [line, nodes.container("", *told, written, others, classes=kinds)]

    def _more(self, point: RulePoint, keys: Sequence[str]) -> list[nodes.Node]:
        """Return what is uncertain and what we chose, the options, and where the texts say it."""
        parts = [*point_note(point), *option_parts(point_options(point, keys))]
        parts += source_paragraphs(point.sources_for(keys))
        return [nodes.container("", *parts, classes=["ono-more"])]


def point_note(point: RulePoint) -> list[nodes.Node]:
    """Return what is uncertain about a point and what we chose, where anything is."""
    return [paragraph(point.note)] if point.note else []


# ---- how sure a point is ----

SIGNS = {Status.AGREED: "✓", Status.CONFLICT: "!", Status.SILENT: "?"}


def signed_status(point: RulePoint, keys: Collection[str]) -> str:
    """Return how sure the texts on these rule sets are, with a sign and in words."""
    return f"{SIGNS[point.status_for(keys)]} {point.status_words(keys)}"


def status_badge(point: RulePoint, keys: Collection[str], before: str = "") -> nodes.inline:
    """Return how sure the texts on these rule sets are in a badge."""
    return badge(before + signed_status(point, keys), f"ono-{point.status_for(keys).value}")


# ---- its options ----


def point_options(point: RulePoint, keys: Iterable[str]) -> list[OptionText]:
    """Return the options of a point that one of these rule sets has."""
    wanted = set(keys)
    return [option for option in point.options if wanted & set(option.rules)]


def option_parts(options: Iterable[OptionText]) -> list[nodes.Node]:
    """Return each option with what its values mean, our default called ours."""
    parts: list[nodes.Node] = []
    for option in options:
        title = str(lazy_gettext("Option {name}", name=option.name))
        head = nodes.paragraph("", "", nodes.strong(title, title), classes=["ono-option"])
        parts += [head, option_values(option)]
    return parts


def option_values(option: OptionText) -> nodes.bullet_list:
    """Return the values of an option and what each means."""
    found = nodes.bullet_list(classes=["ono-values"], bullet="*")
    for each, means in option.means.items():
        value = option.default if isinstance(option.default, int) else each
        word = f"{option.name}={value}"
        line = nodes.paragraph("", "", literal(word))
        if value == option.default:
            ours = str(lazy_gettext("our default"))
            line += [nodes.Text(" "), nodes.inline(ours, ours, classes=["ono-ours"])]
        line += nodes.Text(f" {means}")
        found += nodes.list_item("", line)
    return found


# ---- its sources ----


def source_paragraphs(sources: Sequence[Citation]) -> list[nodes.Node]:
    """Return where the texts say it, a line each; or that none does."""
    if not sources:
        return [paragraph(lazy_gettext("No source says anything about this."), "ono-absent")]
    found: list[nodes.Node] = []
    for each in sources:
        says = nodes.Text(f", {each.place}: {each.says}")
        line = nodes.paragraph("", "", link("text", each.text), says, classes=["no-search"])
        found.append(line)
    return found

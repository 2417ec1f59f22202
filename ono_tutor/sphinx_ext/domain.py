"""The ``ono`` domain: on which page each rule point and each source text stands."""

from collections.abc import Iterable, Set
from typing import Any, ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from ono_tutor.rules.book import rule_points, texts

PLACED = ("rule", "text", "chapter")
"""What stands on pages; ``chapter`` is a rule point in the book of one rule set."""


class OnoDomain(Domain):
    """Rule points and source texts as things that pages can link to."""

    name = "ono"
    label = "O'NO 99"
    object_types: ClassVar[dict[str, ObjType]] = {
        "rule": ObjType("rule point", "rule"),
        "text": ObjType("source text", "text"),
    }
    initial_data: ClassVar[dict[str, Any]] = {
        "rule": {},
        "text": {},
        "chapter": {},
        "places": {},
        "faults": {},
    }
    data_version = 1

    @classmethod
    def of(cls, env: BuildEnvironment) -> "OnoDomain":
        """The domain of this build."""
        return cast(OnoDomain, env.domains["ono"])

    @property
    def faults(self) -> dict[str, list[tuple[str, str]]]:
        """The faults by page, each its place and what is wrong."""
        return cast(dict[str, list[tuple[str, str]]], self.data["faults"])

    @property
    def chapters(self) -> dict[tuple[str, str], str]:
        """By rule set and rule point, the page of that rule set's own book it stands on."""
        return cast(dict[tuple[str, str], str], self.data["chapter"])

    def note(self, kind: str, name: str) -> None:
        """The rule point or text stands on the page at hand."""
        self.data[kind].setdefault(name, self.env.docname)

    def note_chapter(self, key: str, rule_id: str) -> None:
        """The rule point of this rule set stands on the page at hand, under its own id."""
        self.chapters.setdefault((key, rule_id), self.env.docname)

    def page_of_rule(self, rule_id: str, asking: str) -> str | None:
        """The page to send a reader to: the asking one itself, the comparison, or any other."""
        pages = {page for (_, name), page in self.chapters.items() if name == rule_id}
        if asking in pages:
            return asking
        return self.data["rule"].get(rule_id) or min(pages, default=None)

    def clear_doc(self, docname: str) -> None:
        self.faults.pop(docname, None)
        for kind in PLACED:
            left = {name: page for name, page in self.data[kind].items() if page != docname}
            self.data[kind] = left

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for kind in PLACED:
            found = {name: page for name, page in otherdata[kind].items() if page in docnames}
            self.data[kind] |= found
        self.faults.update({k: v for k, v in otherdata["faults"].items() if k in docnames})

    def resolve_xref(  # noqa: PLR0913, PLR0917 - Sphinx calls it so
        self,
        env: BuildEnvironment,
        fromdocname: str,
        builder: Builder,
        typ: str,
        target: str,
        node: addnodes.pending_xref,
        contnode: nodes.Element,
    ) -> nodes.reference | None:
        page = self._page(typ, target, fromdocname, node)
        if page is None:
            return None
        if "way" in node:
            contnode = nodes.inline("", node["way"])
        anchor = text_anchor(target) if typ == "text" else target
        title = title_of("text" if typ == "text" else "rule", target)
        return make_refnode(builder, fromdocname, page, anchor, [contnode], title)

    def _page(self, typ: str, target: str, asking: str, node: nodes.Element) -> str | None:
        """Where a link leads: ``row`` to the comparison, ``chapter`` to a rule set's own book."""
        if typ == "chapter":
            return self.chapters.get((node["key"], target))
        if typ == "rule":
            return self.page_of_rule(target, asking)
        found: str | None = self.data["rule" if typ == "row" else typ].get(target)
        return found

    def resolve_any_xref(self, *_: object) -> list[tuple[str, nodes.reference]]:
        return []

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        for name, page in self.data["rule"].items():
            yield name, title_of("rule", name), "rule", page, name, 1
        for name, page in self.data["text"].items():
            yield name, title_of("text", name), "text", page, text_anchor(name), 1


def title_of(kind: str, name: str) -> str:
    """The title of a rule point or of a source text."""
    return rule_points()[name].title if kind == "rule" else texts()[name].title


def text_anchor(tag: str) -> str:
    """The anchor of a source text."""
    return f"text-{tag.lower()}"


def link(env: BuildEnvironment, kind: str, name: str) -> nodes.Element:
    """A link to a rule point or a text; only its name where no page of the site has it.

    ``row`` is a rule point in the comparison, even where the page at hand has it too.
    """
    shown = nodes.literal(name, name, classes=["ono-text" if kind == "text" else "ono-rule"])
    return _xref(env, kind, name, shown)


def chapter_link(env: BuildEnvironment, key: str, rule_id: str, text: str) -> nodes.Element:
    """A text that links to a rule point in the book of one rule set, where the site has it."""
    found = _xref(env, "chapter", rule_id, nodes.inline(text, text))
    found["key"] = key
    return found


def way_to_chapter(env: BuildEnvironment, key: str, rule_id: str, text: str) -> nodes.Element:
    """A link that says where it leads; nothing at all where the site has no such book."""
    found = _xref(env, "chapter", rule_id, nodes.inline())
    found["key"], found["way"] = key, text
    return found


def _xref(env: BuildEnvironment, kind: str, name: str, shown: nodes.Element) -> nodes.Element:
    return addnodes.pending_xref(
        "",
        shown,
        refdomain="ono",
        reftype=kind,
        reftarget=name,
        refdoc=env.docname,
        refexplicit=False,
        refwarn=False,
    )


def links(env: BuildEnvironment, ids: Iterable[str]) -> nodes.paragraph:
    """The rule points as links, parted by spaces."""
    found = nodes.paragraph(classes=["ono-points"])
    for rule_id in ids:
        found += [link(env, "rule", rule_id), nodes.Text(" ")]
    return found


def _leave_words(
    _: Sphinx, __: BuildEnvironment, node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """The bare words where a directive would link, and no page of the site has the target."""
    is_ours = node.get("refdomain") == OnoDomain.name
    return contnode if is_ours and not node.get("refwarn") else None


def _pages_to_write(_: Sphinx, env: BuildEnvironment) -> list[str]:
    """Every page where the places have changed: links lead elsewhere, also on pages not read."""
    domain = OnoDomain.of(env)
    places = {kind: dict(domain.data[kind]) for kind in PLACED}
    if places == domain.data["places"]:
        return []
    domain.data["places"] = places
    return sorted(env.all_docs)


def setup_domain(app: Sphinx) -> None:
    """Add the domain."""
    app.add_domain(OnoDomain)
    app.connect("env-updated", _pages_to_write)
    app.connect("missing-reference", _leave_words)

"""The ``ono`` domain: where rule points and source texts stand, links to them, and diagnostics.

A diagnostic is logged where the fault stands and fails the build. They are kept with the pages:
a page that is wrong fails every build until it is mended, and no build stops at the first one.
"""

from collections.abc import Iterable, Set
from typing import Any, ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.index_entries import split_index_msg
from sphinx.util.nodes import make_refnode

from ono_tutor.rules.book import rule_points, texts

logger = logging.getLogger(__name__)

FAILED = 1
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
        **{kind: {} for kind in PLACED},
        "places": {},
        "diagnostics": {},
    }
    data_version = 2

    @classmethod
    def of(cls, env: BuildEnvironment) -> "OnoDomain":
        """Return the domain of this build."""
        return cast(OnoDomain, env.domains["ono"])

    @property
    def diagnostics(self) -> dict[str, list[tuple[str, str]]]:
        """The faults of each page, with their lines."""
        return cast(dict[str, list[tuple[str, str]]], self.data["diagnostics"])

    @property
    def chapters(self) -> dict[tuple[str, str], str]:
        """The page of a rule set's own book that has a rule point, by rule set and point."""
        return cast(dict[tuple[str, str], str], self.data["chapter"])

    def note(self, kind: str, name: str | tuple[str, str]) -> None:
        """Note that the page at hand has this rule point, text or chapter."""
        self.data[kind].setdefault(name, self.env.docname)

    def page_of_rule(self, rule_id: str, asking: str) -> str | None:
        """Return the page to send a reader to: the asking one, the comparison, or any other."""
        pages = {page for (_, name), page in self.chapters.items() if name == rule_id}
        if asking in pages:
            return asking
        return self.data["rule"].get(rule_id) or min(pages, default=None)

    def clear_doc(self, docname: str) -> None:
        self.diagnostics.pop(docname, None)
        for kind in PLACED:
            left = {name: page for name, page in self.data[kind].items() if page != docname}
            self.data[kind] = left

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for kind in PLACED:
            found = {name: page for name, page in otherdata[kind].items() if page in docnames}
            self.data[kind] |= found
        said = otherdata["diagnostics"]
        self.diagnostics.update({page: said[page] for page in said.keys() & docnames})

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
        page: str | None
        if typ == "chapter":  # in the book of one rule set
            page = self.chapters.get((node["key"], target))
        elif typ == "rule":
            page = self.page_of_rule(target, fromdocname)
        else:  # a row of the comparison, or a text
            page = self.data["rule" if typ == "row" else typ].get(target)
        if page is None:
            return None
        shown: nodes.Node = nodes.Text(node["if_there"]) if "if_there" in node else contnode
        if typ != "text":  # its title is what the link says
            return make_refnode(builder, fromdocname, page, target, [shown])
        named, anchor = texts()[target].title, text_anchor(target)
        return make_refnode(builder, fromdocname, page, anchor, [contnode], named)

    def resolve_any_xref(self, *_: object) -> list[tuple[str, nodes.reference]]:
        return []

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        # Named by its id: the search builds the address from the name where anchor and id are one.
        for name, page in self.data["rule"].items():
            yield name, name, "rule", page, name, 1
        for name, page in self.data["text"].items():
            yield name, texts()[name].title, "text", page, text_anchor(name), 1


def text_anchor(tag: str) -> str:
    """Return the anchor of a source text."""
    return f"text-{tag.lower()}"


def name_place(env: BuildEnvironment, name: str, anchor: str, title: str) -> None:
    """Let ``{ref}`` link to an anchor of the page at hand under a name; the first page keeps it."""
    places = env.domains.standard_domain
    if name not in places.anonlabels:
        places.note_hyperlink_target(name, env.docname, anchor, title)


# ---- links ----


def link(kind: str, name: str) -> nodes.Element:
    """Return a link to a rule point by its title, or to a text; bare where no page has it."""
    said = name if kind == "text" else rule_points()[name].title
    shown = nodes.inline(said, said, classes=["ono-text" if kind == "text" else "ono-rule"])
    return _xref(kind, name, shown)


def chapter_link(key: str, rule_id: str, text: str, *, else_nothing: bool = False) -> nodes.Element:
    """Return a text that links to a rule point in the book of one rule set.

    Where the site has no such book the bare text stands there, or nothing.
    """
    found = _xref("chapter", rule_id, nodes.inline("", "" if else_nothing else text))
    found["key"], found["if_there"] = key, text
    return found


def row_link(rule_id: str, text: str) -> nodes.Element:
    """Return a text that links to a rule point in the comparison, or the text alone."""
    found = _xref("row", rule_id, nodes.inline("", ""))
    found["if_there"] = text
    return found


def _xref(kind: str, name: str, shown: nodes.Element) -> nodes.Element:
    return addnodes.pending_xref(
        "",
        shown,
        refdomain="ono",
        reftype=kind,
        reftarget=name,
        refexplicit=False,
        refwarn=False,
    )


def links(ids: Iterable[str]) -> nodes.paragraph:
    """Return the rule points as links, parted by spaces."""
    found = nodes.paragraph(classes=["ono-points"])
    for rule_id in ids:
        found += [link("rule", rule_id), nodes.Text(" ")]
    return found


class RuleRole(XRefRole):
    """A link to the rule point with this id, by its title; an id that is none fails the build."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        self.refdomain, self.reftype, self.classes = "ono", "rule", ["ono-rule"]
        self.innernodeclass = nodes.inline
        if self.target in rule_points():
            if not self.has_explicit_title:
                self.title = str(rule_points()[self.target].title)
            return self.create_xref_node()
        report_fault(self.env, self.get_source_info(), f"{self.target!r} is not a rule point")
        return self.create_non_xref_node()


def _say_from_where(app: Sphinx, page: nodes.document) -> None:
    """Put the page's name into each link of a directive: a book merges pages into one."""
    for found in page.findall(addnodes.pending_xref):
        found.setdefault("refdoc", app.env.docname)


def _leave_words(
    _: Sphinx, __: BuildEnvironment, node: addnodes.pending_xref, contnode: nodes.Element
) -> nodes.Element | None:
    """Return the bare words where a directive would link, and no page has the target."""
    is_ours = node.get("refdomain") == OnoDomain.name
    return contnode if is_ours and not node.get("refwarn") else None


def _pages_to_write(_: Sphinx, env: BuildEnvironment) -> list[str]:
    """Return every page if places have changed: links lead elsewhere, also on pages not read."""
    domain = OnoDomain.of(env)
    places = {kind: dict(domain.data[kind]) for kind in PLACED}
    if places == domain.data["places"]:
        return []
    domain.data["places"] = places
    return sorted(env.all_docs)


def _keep_index_words(_: Sphinx, env: BuildEnvironment) -> None:
    """Hand the search every page's index words: it forgets those of pages not written again."""
    for page, entries in env.domains.index_domain.entries.items():
        words = {
            (word, anchor or "", main)
            for kind, value, anchor, main, _key in entries
            for word in split_index_msg(kind, value)
        }
        env._search_index_index_entries[page] = sorted(words)  # the search reads them here


# ---- diagnostics ----


def report_fault(env: BuildEnvironment, place: tuple[str, int], message: str) -> None:
    """Keep what is wrong on the page at hand, with its file and line, to be logged and to fail."""
    found = OnoDomain.of(env).diagnostics.setdefault(env.docname, [])
    found.append((f"{place[0]}:{place[1]}", message))


def _fail(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Log what is wrong once every page has been read, and fail the build."""
    for _, found in sorted(OnoDomain.of(env).diagnostics.items()):
        app.statuscode = FAILED
        for place, message in found:
            logger.error("%s", message, location=place)
    return []


def setup_domain(app: Sphinx) -> None:
    """Add the domain and the role, as ``ono-rule`` and in its domain as ``ono:rule``."""
    app.add_domain(OnoDomain)
    app.add_role("ono-rule", RuleRole(warn_dangling=True))
    app.add_role_to_domain("ono", "rule", RuleRole(warn_dangling=True))
    app.connect("doctree-read", _say_from_where)
    app.connect("env-updated", _pages_to_write)
    app.connect("env-updated", _keep_index_words)
    app.connect("env-updated", _fail)
    app.connect("missing-reference", _leave_words)

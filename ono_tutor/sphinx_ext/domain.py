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
from sphinx.util.nodes import make_refnode

from ono_tutor.rules.book import rule_points, texts
from ono_tutor.rules.catalogue import RULE_SETS

logger = logging.getLogger(__name__)

FAULTS = "ono-faults"
"""The faults of a page in its metadata: each with its place."""

Place = tuple[str, str]
"""What stands on a page: a kind and a name.

The kind is ``row`` for a rule point in the comparison, the key of a rule set for one in that rule
set's own book, and ``text`` for a source text.
"""


class OnoDomain(Domain):
    """Rule points and source texts as things that pages can link to."""

    name = "ono"
    label = "O'NO 99"
    object_types: ClassVar[dict[str, ObjType]] = {
        "rule": ObjType("rule point", "rule"),
        "text": ObjType("source text", "text"),
    }
    initial_data: ClassVar[dict[str, Any]] = {"places": {}}
    data_version = 4

    @classmethod
    def of(cls, env: BuildEnvironment) -> "OnoDomain":
        """Return the domain of this build."""
        return cast(OnoDomain, env.domains["ono"])

    @property
    def places(self) -> dict[Place, str]:
        """The page of each thing."""
        return cast(dict[Place, str], self.data["places"])

    def note(self, kind: str, name: str, anchor: str, title: str) -> None:
        """Note that the page at hand has this thing, and let ``{ref}`` link to it.

        The first page keeps it.
        """
        self.places.setdefault((kind, name), self.env.docname)
        label = anchor if kind == "text" else f"{'rule' if kind == 'row' else kind}-{name}"
        note_label(self.env, label, anchor, title)

    def page_of_rule(self, rule_id: str, asking: str) -> str | None:
        """Return the page to send a reader to: the asking one, the comparison, or any other."""
        pages = {page for key in RULE_SETS if (page := self.places.get((key, rule_id)))}
        if asking in pages:
            return asking
        return self.places.get(("row", rule_id)) or min(pages, default=None)

    def clear_doc(self, docname: str) -> None:
        left = {place: page for place, page in self.places.items() if page != docname}
        self.data["places"] = left

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        found = otherdata["places"].items()
        self.places.update({place: page for place, page in found if page in docnames})

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
        page = self.places.get((typ, target))
        if typ == "rule":
            page = self.page_of_rule(target, fromdocname)
        if page is None:  # a link of ours becomes its words; the role's is a mistake
            return None if node.get("refwarn") else cast(nodes.reference, contnode)
        if typ == "text":  # its title is what the link says
            named, anchor = texts()[target].title, text_anchor(target)
            return make_refnode(builder, fromdocname, page, anchor, [contnode], named)
        shown: nodes.Node = nodes.Text(node["if_there"]) if "if_there" in node else contnode
        return make_refnode(builder, fromdocname, page, target, [shown])

    def resolve_any_xref(self, *_: object) -> list[tuple[str, nodes.reference]]:
        return []

    def get_objects(self) -> Iterable[tuple[str, str, str, str, str, int]]:
        for (kind, name), page in self.places.items():
            if kind == "text":
                yield name, texts()[name].title, "text", page, text_anchor(name), 1
            elif kind == "row":
                # Named by its id: the search makes the address of the name if the anchor is it.
                yield name, name, "rule", page, name, 1


def text_anchor(tag: str) -> str:
    """Return the anchor of a source text."""
    return f"text-{tag.lower()}"


def note_label(env: BuildEnvironment, name: str, anchor: str, title: str) -> None:
    """Let ``{ref}`` link to an anchor of the page at hand under a name; the first page keeps it."""
    labels = env.domains.standard_domain
    if name not in labels.anonlabels:
        labels.note_hyperlink_target(name, env.docname, anchor, title)


# ---- links ----


def link(kind: str, name: str, text: str = "", *, bare: str = "") -> nodes.Element:
    """Return a link to a rule point by its title (``rule``), to a text, or to a place.

    A place is linked by a ``text``; if no page has it, the ``bare`` words stand there.
    """
    shown = nodes.inline("", bare)
    if not text:
        said = name if kind == "text" else rule_points()[name].title
        shown = nodes.inline(said, said, classes=["ono-text" if kind == "text" else "ono-rule"])
    target = {"refdomain": "ono", "reftype": kind, "reftarget": name}
    more = {"if_there": text} if text else {}
    return addnodes.pending_xref("", shown, **target, **more, refexplicit=False, refwarn=False)


def links(ids: Iterable[str], before: str = "") -> nodes.paragraph:
    """Return the rule points as links, parted by spaces, after some words."""
    found = nodes.paragraph(classes=["ono-points"])
    if before:
        found += nodes.Text(f"{before} ")
    for rule_id in ids:
        found += [link("rule", rule_id), nodes.Text(" ")]
    return found


class RuleRole(XRefRole):
    """A link to the rule point with this id, by its title; an unknown id fails the build."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        self.refdomain, self.reftype, self.classes = "ono", "rule", ["ono-rule"]
        self.innernodeclass = nodes.inline
        if self.target in rule_points():
            if not self.has_explicit_title:
                self.title = str(rule_points()[self.target].title)
            return self.create_xref_node()
        report_fault(self.env, self.get_source_info(), f"{self.target!r} is not a rule point")
        return self.create_non_xref_node()


def _name_page(app: Sphinx, page: nodes.document) -> None:
    """Put the page's name into each link of a directive: a book merges pages into one."""
    for found in page.findall(addnodes.pending_xref):
        found.setdefault("refdoc", app.env.docname)


# ---- diagnostics ----


def report_fault(env: BuildEnvironment, place: tuple[str, int], message: str) -> None:
    """Keep what is wrong on the page at hand, with its file and line, to be logged and to fail."""
    found = env.metadata[env.docname].setdefault(FAULTS, [])
    found.append((f"{place[0]}:{place[1]}", message))


def _fail(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Log what is wrong once every page has been read, and fail the build."""
    for page in sorted(env.all_docs):
        for place, message in env.metadata[page].get(FAULTS, ()):
            app.statuscode = 1
            logger.error("%s", message, location=place)
    return []


def setup_domain(app: Sphinx) -> None:
    """Add the domain and the role, as ``ono-rule`` and in its domain as ``ono:rule``."""
    app.add_domain(OnoDomain)
    app.add_role("ono-rule", RuleRole(warn_dangling=True))
    app.add_role_to_domain("ono", "rule", RuleRole(warn_dangling=True))
    app.connect("doctree-read", _name_page)
    app.connect("env-updated", _fail)

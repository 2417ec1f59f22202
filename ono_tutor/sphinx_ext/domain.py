"""The ``ono`` domain: on which page each rule point and each source text stands."""

from collections.abc import Iterable, Set
from typing import Any, ClassVar, cast

from docutils import nodes
from sphinx import addnodes
from sphinx.builders import Builder
from sphinx.domains import Domain, ObjType
from sphinx.environment import BuildEnvironment
from sphinx.util.nodes import make_refnode

from ono_tutor.rules.book import rule_points, texts

Places = dict[str, str]


class OnoDomain(Domain):
    """Rule points and source texts as things that pages can link to."""

    name = "ono"
    label = "O'NO 99"
    object_types: ClassVar[dict[str, ObjType]] = {
        "rule": ObjType("rule point", "rule"),
        "text": ObjType("source text", "text"),
    }
    initial_data: ClassVar[dict[str, Any]] = {"rule": {}, "text": {}, "faults": {}}

    @classmethod
    def of(cls, env: BuildEnvironment) -> "OnoDomain":
        """The domain of this build."""
        return cast(OnoDomain, env.domains["ono"])

    @property
    def faults(self) -> dict[str, list[tuple[str, str]]]:
        """The faults by page, each its place and what is wrong."""
        return cast(dict[str, list[tuple[str, str]]], self.data["faults"])

    def note(self, kind: str, name: str) -> None:
        """The rule point or text stands on the page at hand."""
        self.data[kind].setdefault(name, self.env.docname)

    def clear_doc(self, docname: str) -> None:
        self.faults.pop(docname, None)
        for kind in self.object_types:
            left = {name: page for name, page in self.data[kind].items() if page != docname}
            self.data[kind] = left

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        for kind in ("rule", "text"):
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
        page = self.data[typ].get(target)
        if page is None:
            return None
        anchor = target if typ == "rule" else text_anchor(target)
        return make_refnode(builder, fromdocname, page, anchor, [contnode], title_of(typ, target))

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
    """A link to a rule point or a text; only its name where no page of the site has it."""
    shown = nodes.literal(name, name, classes=[f"ono-{kind}"])
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

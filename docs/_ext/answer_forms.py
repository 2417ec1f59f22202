"""A directive that shows how answers to each kind of question are written."""

import json
from collections.abc import Iterator

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

from ono_tutor.puzzles import bank
from ono_tutor.puzzles.entry import Entry
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle


class AnswerFormsDirective(SphinxDirective):
    """A list of the kinds, each with a right answer out of the bank as JSON."""

    def run(self) -> list[nodes.Node]:
        items = (self._item(kind, text) for kind, text in _forms())
        return [nodes.definition_list("", *items)]

    def _item(self, kind: str, text: str) -> nodes.definition_list_item:
        term = nodes.term("", "", nodes.literal(kind, kind))
        told = nodes.paragraph("", "", nodes.literal(text, text))
        return nodes.definition_list_item("", term, nodes.definition("", told))


def _forms() -> Iterator[tuple[str, str]]:
    for kind in KINDS:
        entries = [entry for entry in bank.index().values() if entry.kind == kind]
        yield kind, max(map(_written, entries[:12]), key=len)


def _written(entry: Entry) -> str:
    return json.dumps(Puzzle.of(entry).answer_as_json())


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("ono-answer-forms", AnswerFormsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

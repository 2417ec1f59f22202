"""The directive ``ono-puzzle``: a puzzle to answer on the page, with no engine behind it."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.puzzles.set_words import read_set
from ono_tutor.render.answers import Json
from ono_tutor.render.caption import words_of
from ono_tutor.render.feedback import rule_panel
from ono_tutor.render.page_puzzle import page_puzzle
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective
from ono_tutor.sphinx_ext.domain import OnoDomain, links
from ono_tutor.sphinx_ext.drawing import table
from ono_tutor.sphinx_ext.fold import fold
from ono_tutor.sphinx_ext.live import ALIVE, is_web
from ono_tutor.sphinx_ext.packing import packed, script_text
from ono_tutor.sphinx_ext.try_it import try_button


class PagePuzzle(nodes.container):
    """A puzzle: ``data`` is what the view needs, the children stand there without scripts.

    ``words`` are the puzzle in one line, ``position`` is the line of its position.
    """


class PuzzleDirective(OnoDirective):
    """A puzzle, drawn and answered by the view, and held to what the page claims.

    The argument is the id of a puzzle, or a kind, a colon and a position (plays and a claim
    follow after bars). ``:expect:`` is an answer that must be right. ``:try:`` offers the
    position to the engine as well, as ``ono_tutor_try`` does everywhere.
    """

    allowed = ("expect", "try")

    def shown(self) -> Sequence[nodes.Node]:
        puzzle = self._puzzle()
        self._hold(puzzle)
        data = page_puzzle(puzzle)
        without = nodes.container("", *self._in_words(puzzle), classes=["ono-without"])
        position = str(puzzle.position)
        kinds = ["ono-puzzle", ALIVE]
        shown = PagePuzzle("", without, data=data, words=self.line, classes=kinds)
        shown["position"] = position
        if "try" in self.options:
            shown += try_button("explorer", {"position": position}, position)
        return [shown]

    def _puzzle(self) -> Puzzle:
        puzzles = read_set(self.line)
        if len(puzzles) > 1:
            raise DeniedError(f"{self.line}: these are {len(puzzles)} puzzles, and one is shown")
        return puzzles[0]

    def _hold(self, puzzle: Puzzle) -> None:
        """Hold the page's claim, if it makes one, against the engine."""
        claim = self.options.get("expect")
        if claim is None:
            return
        check = puzzle.check(claim)
        if check.mark is not Mark.RIGHT:
            right = json.dumps(puzzle.answer_as_json())
            said = f"{puzzle.id}: the page claims {claim!r}, but the answer is {right}"
            raise DeniedError(f"{said}: {check.text}" if check.mark is Mark.MALFORMED else said)

    def _in_words(self, puzzle: Puzzle) -> list[nodes.Node]:
        """The picture, the question, and the answer with its reason."""
        question, found = str(puzzle.question), puzzle.solution()
        answer = str(lazy_gettext("{answer}.", answer=words_of(puzzle, puzzle.answer)))
        why: list[nodes.Node] = [
            nodes.paragraph(answer, answer),
            nodes.paragraph(str(found.text), str(found.text)),
            links(self.env, found.rules),
        ]
        return [
            nodes.paragraph("", "", nodes.strong(question, question)),
            table(puzzle.position),
            fold(str(lazy_gettext("The answer")), why),
        ]


def linked(data: Json, href_of: dict[str, str]) -> Json:
    """The data with a link for every rule point that the site has, and a panel for the others."""
    copy: Any = json.loads(json.dumps(data))
    points = {}
    for rule in _rules(copy):
        rule["href"] = href_of.get(rule["id"])
        if rule["href"] is None:
            points[rule["id"]] = rule_panel(rule["id"])
    copy["points"] = points
    return dict(copy)


def rule_ids(data: Json) -> set[str]:
    """The rule points that are named in what is said of the answers."""
    return {rule["id"] for rule in _rules(data)}


def _rules(data: Any) -> Iterator[dict[str, Any]]:
    for feedback in (*data["hints"], data["solution"], *data["answers"].values()):
        yield from feedback["rules"]


def _visit(translator: HTML5Translator, node: PagePuzzle) -> None:
    translator.body.append(translator.starttag(node, "div", **{"data-ono-puzzle": node["words"]}))
    if is_web(translator.builder):
        data = packed(linked(node["data"], _places(translator, rule_ids(node["data"]))))
        text = script_text(data)
        opening = '<script type="application/json" class="ono-data">'
        translator.body.append(f"{opening}{text}</script>\n")


def _places(translator: HTML5Translator, ids: set[str]) -> dict[str, str]:
    """The addresses of the rule points that stand on pages, as seen from the page at hand."""
    builder = translator.builder
    here = builder.current_docname
    domain = OnoDomain.of(builder.env)
    pages = {rule_id: domain.page_of_rule(rule_id, here) for rule_id in ids}
    return {
        rule_id: f"{builder.get_relative_uri(here, page) if page != here else ''}#{rule_id}"
        for rule_id, page in pages.items()
        if page is not None
    }


def _depart(translator: HTML5Translator, _: PagePuzzle) -> None:
    translator.body.append("</div>\n")


def setup_puzzle(app: Sphinx) -> None:
    """Add the directive and its node."""
    app.add_node(PagePuzzle, html=(_visit, _depart))
    app.add_directive("ono-puzzle", PuzzleDirective)

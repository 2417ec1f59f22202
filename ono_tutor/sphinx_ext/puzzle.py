"""The directive ``ono-puzzle``: a puzzle to answer on the page, with no engine behind it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from ono_tutor.i18n import _, sentence
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.describe import answer_words
from ono_tutor.render.feedback import rule_panel
from ono_tutor.render.forms import page_puzzle
from ono_tutor.sphinx_ext.browser import card_faces, has_engine, script_text
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective, Options, denied
from ono_tutor.sphinx_ext.domain import OnoDomain, links
from ono_tutor.sphinx_ext.interactive import explorer_button
from ono_tutor.sphinx_ext.nodes import (
    ALIVE,
    details,
    is_web,
    line,
    paragraph,
    position_drawing,
    strong,
)


class PageData(nodes.container):
    """A part of a page with its ``data`` for the scripts; the children stand there without them.

    ``mark`` is the attribute by which a script finds it, ``words`` the value. Data that
    ``needs_engine`` is left out of a site without it.
    """


class PuzzleDirective(OnoDirective, name="ono-puzzle"):
    """A puzzle, drawn and answered by the view, and held to what the page claims.

    The argument is the id of a puzzle, or a kind, a colon and a position (plays and a claim
    follow after bars). ``:expect:`` is an answer that must be right. ``:try:`` offers the
    position to the engine as well, as ``ono_tutor_try`` does everywhere.
    """

    allowed = ("expect", "try")

    def build_nodes(self) -> Sequence[nodes.Node]:
        puzzles = read_set(self.line)
        if len(puzzles) > 1:
            raise DeniedError(f"{self.line}: these are {len(puzzles)} puzzles, and one is shown")
        (puzzle,) = puzzles
        check_claimed_answer(puzzle.id, self.options, puzzle)
        solution = puzzle.solution()
        answer = sentence(f"{answer_words(puzzle, puzzle.answer)}.")
        reason = str(solution.text)
        said = (reason,) if reason.startswith(answer) else (answer, reason)
        why = [*(paragraph(text) for text in said), links(solution.rules)]
        without = nodes.container(
            "",
            line(strong(puzzle.question)),
            position_drawing(puzzle.position),
            details(_("The answer"), *why),
            classes=["ono-without"],
        )
        shown = PageData("", without, classes=["ono-puzzle", ALIVE], data=page_puzzle(puzzle))
        shown.attributes |= {"mark": "data-ono-puzzle", "words": self.line}
        shown["position"] = str(puzzle.position)
        if "try" in self.options:
            shown += explorer_button(puzzle.position)
        return [shown]


def check_claimed_answer(subject: object, options: Options, puzzle: Puzzle) -> None:
    """Hold the answer that the page claims, if any. Raises :class:`DeniedError`."""
    claim = options.get("expect")
    check = None if claim is None else puzzle.check(claim)
    if check and not check.is_right:
        truth = answer_words(puzzle, puzzle.answer)
        raise denied(subject, str(claim), check.text if check.mark is Mark.MALFORMED else truth)


# ---- the data on the page ----


def _visit(translator: HTML5Translator, node: PageData) -> None:
    translator.body.append(translator.starttag(node, "div", **{node["mark"]: node["words"]}))
    builder = translator.builder
    if has_engine(builder) if "needs_engine" in node else is_web(builder):
        text = script_text(with_face_codes(node["data"]))
        opening = '<script type="application/json" class="ono-data">'
        translator.body.append(f"{opening}{text}</script>\n")


def _depart(translator: HTML5Translator, __: PageData) -> None:
    translator.body.append("</div>\n")


def _link_rules(app: Sphinx, page: nodes.document, here: str) -> None:
    """Give each puzzle a link for the rule points of the site, and a panel for the others."""
    for node in page.findall(PageData):
        if "position" not in node:
            continue
        data: dict[str, Any] = json.loads(json.dumps(node["data"]))
        points = {}
        for feedback in (*data["hints"], data["solution"], *data["answers"].values()):
            for rule in feedback["rules"]:
                there = OnoDomain.of(app.env).page_of_rule(rule["id"], here)
                rule["href"] = None
                if there is None:
                    points[rule["id"]] = rule_panel(rule["id"])
                elif is_web(app.builder):
                    path = app.builder.get_relative_uri(here, there) if there != here else ""
                    rule["href"] = f"{path}#{rule['id']}"
        node["data"] = data | {"points": points}


def with_face_codes(value: object) -> object:
    """Return the data with ``{"$": code}`` for the face of a card, which every page has."""
    codes = {svg: code for code, svg in card_faces().items()}

    def packed(value: object) -> object:
        if isinstance(value, Mapping):
            return {name: packed(part) for name, part in value.items()}
        if isinstance(value, list | tuple):
            return list(map(packed, value))
        return {"$": codes[value]} if isinstance(value, str) and value in codes else value

    return packed(value)


def setup_puzzle(app: Sphinx) -> None:
    """Add the node of a puzzle."""
    app.add_node(PageData, html=(_visit, _depart))
    app.connect("doctree-resolved", _link_rules)

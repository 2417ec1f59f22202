"""The directive ``ono-puzzle``: a puzzle to answer on the page, with no engine behind it."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from ono_tutor.i18n import _, sentence
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle, read_set
from ono_tutor.render.answers_json import Json
from ono_tutor.render.describe import answer_words
from ono_tutor.render.feedback import rule_panel
from ono_tutor.render.forms import page_puzzle
from ono_tutor.sphinx_ext.browser import card_faces, has_engine, script_text
from ono_tutor.sphinx_ext.directive import DeniedError, OnoDirective, check_claim
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

LEAST = 60
"""From how many characters of JSON on something is worth a place of its own."""


class PageData(nodes.container):
    """A part of a page with its ``data`` for the scripts; the children stand there without them.

    ``mark`` is the attribute by which a script finds it, ``words`` the value. Data that
    ``needs_engine`` is left out of a site without it.
    """


class PuzzleDirective(OnoDirective):
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
        check_claim(puzzle.id, self.options, deny_answer, puzzle)
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


def deny_answer(claim: str, puzzle: Puzzle) -> str | None:
    """Return None for the right answer, else what is right."""
    check = puzzle.check(claim)
    if check.mark is Mark.RIGHT:
        return None
    denial = f"the answer is {json.dumps(puzzle.answer_as_json())}"
    return f"{denial}: {check.text}" if check.mark is Mark.MALFORMED else denial


# ---- the data on the page ----


def _visit(translator: HTML5Translator, node: PageData) -> None:
    translator.body.append(translator.starttag(node, "div", **{node["mark"]: node["words"]}))
    builder = translator.builder
    if has_engine(builder) if "needs_engine" in node else is_web(builder):
        text = script_text(without_repeats(node["data"]))
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


def without_repeats(whole: Json) -> Json:
    """Return the object with each repeated value replaced by ``{"$": place}``.

    ``shared`` lists what stands there. ``{"$": code}`` is the face of a card, which every page
    has from :func:`card_faces`.
    """
    codes = {svg: code for code, svg in card_faces().items()}
    counts = Counter(_parts(whole))
    places: dict[str, int] = {}
    shared: list[object] = []

    def small(value: object) -> object:
        if isinstance(value, str) and value in codes:
            return {"$": codes[value]}
        text = json.dumps(value)
        if len(text) < LEAST or counts[text] < 2:
            return inside(value)
        if text not in places:
            shared.append(inside(value))
            places[text] = len(shared) - 1
        return {"$": places[text]}

    def inside(value: object) -> object:
        if isinstance(value, Mapping):
            return {name: small(part) for name, part in value.items()}
        return [small(part) for part in value] if isinstance(value, list) else value

    found = {name: small(part) for name, part in whole.items()}
    return {"shared": shared, **found}


def _parts(value: object) -> Iterator[str]:
    """Yield every part that may be shared, as JSON, as often as it stands there."""
    text = json.dumps(value)
    if len(text) >= LEAST:
        yield text
        inner = value.values() if isinstance(value, Mapping) else value
        for part in inner if not isinstance(inner, str) else ():  # type: ignore[attr-defined]
            yield from _parts(part)


def setup_puzzle(app: Sphinx) -> None:
    """Add the node of a puzzle."""
    app.add_node(PageData, html=(_visit, _depart))
    app.connect("doctree-resolved", _link_rules)

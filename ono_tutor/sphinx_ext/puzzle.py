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
from ono_tutor.sphinx_ext.browser import card_faces, script_text
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
        shown = PagePuzzle("", without, classes=["ono-puzzle", ALIVE])
        shown["data"], shown["words"] = page_puzzle(puzzle), self.line
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


def _visit(translator: HTML5Translator, node: PagePuzzle) -> None:
    translator.body.append(translator.starttag(node, "div", **{"data-ono-puzzle": node["words"]}))
    if is_web(translator.builder):
        text = script_text(without_repeats(_linked(node["data"], translator)))
        opening = '<script type="application/json" class="ono-data">'
        translator.body.append(f"{opening}{text}</script>\n")


def _depart(translator: HTML5Translator, __: PagePuzzle) -> None:
    translator.body.append("</div>\n")


def _linked(data: Json, translator: HTML5Translator) -> Json:
    """Return the data with a link for each rule point of the site, and a panel for the others."""
    copy: dict[str, Any] = json.loads(json.dumps(data))
    points = {}
    builder, here = translator.builder, translator.builder.current_docname
    for feedback in (*copy["hints"], copy["solution"], *copy["answers"].values()):
        for rule in feedback["rules"]:
            page = OnoDomain.of(builder.env).page_of_rule(rule["id"], here)
            if page is None:
                rule["href"], points[rule["id"]] = None, rule_panel(rule["id"])
            else:
                path = builder.get_relative_uri(here, page) if page != here else ""
                rule["href"] = f"{path}#{rule['id']}"
    return copy | {"points": points}


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
    app.add_node(PagePuzzle, html=(_visit, _depart))

"""One exercise as HTML: the rules at the table, the position, the question, and room to answer."""

from collections.abc import Iterator
from html import escape
from itertools import islice

from ono_tutor.classroom.paper.answer_space import answer_html, hand_html
from ono_tutor.classroom.paper.fit import fit
from ono_tutor.classroom.paper.frame import block, listing, text
from ono_tutor.classroom.paper.leaf import Leaf, points_words
from ono_tutor.classroom.paper.table import card_rows, table_svg
from ono_tutor.messages import Message, marked, say
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.asking import viewpoint
from ono_tutor.render.caption import open_cards, option_sentences, sentences
from ono_tutor.render.scene import lead

NOBODY = -1
"""A seat that is none, so that every open hand is told."""


def exercise_html(leaf: Leaf, head: str, top: float) -> str:
    """The exercise as a section.

    ``head`` is HTML, what stands above it on its page where that is of paper; ``top`` how tall
    that is or what comes before it, in letters of full size.
    """
    puzzle = leaf.puzzle
    told = tuple(map(str, position_words(puzzle)))
    inner = [
        head,
        block("div", (text("h2", leaf.heading), _points(leaf)), "head"),
        _rules(puzzle),
        _position(puzzle, told),
        card_rows(puzzle),
        _asked(leaf),
    ]
    size = f"{fit(leaf, told, top):.2f}"
    return f'<section class="exercise" style="--fit:{size}">\n{"".join(inner)}</section>\n'


def _asked(leaf: Leaf) -> str:
    """The question, the hand and where to answer, which belong together."""
    name = f"question-{leaf.name.replace(' ', '-')}"
    question = f'<h3 class="question" id="{name}">{escape(str(leaf.puzzle.question))}</h3>\n'
    answer = block("div", answer_html(leaf), "answer")
    inner = question + hand_html(leaf) + answer
    return f'<div role="group" aria-labelledby="{name}">\n{inner}</div>\n'


def position_words(puzzle: Puzzle) -> Iterator[Message]:
    """Everything that lies on the table, in sentences; only the hand once a round is over."""
    position = puzzle.position
    if viewpoint(puzzle).is_over:
        yield from islice(sentences(position), 1)
        yield from open_cards(position, NOBODY)
        return
    yield say(marked("You are seat {seat}."), seat=position.turn)
    if position.owes > 1 or position.played:
        yield lead(position)
    yield from sentences(position)


def _points(leaf: Leaf) -> str:
    """What can be earned, and on paper a box for what was."""
    box = '<span class="earned" aria-hidden="true"></span>'
    return block("p", text("span", points_words(leaf.points)) + box, "points")


def _rules(puzzle: Puzzle) -> str:
    rules = puzzle.position.rules
    name = say(marked("Rules: {rules}"), rules=rules.title)
    return text("p", name, "rules") + listing(option_sentences(rules), "options")


def _position(puzzle: Puzzle, told: tuple[str, ...]) -> str:
    drawn = "" if viewpoint(puzzle).is_over else table_svg(puzzle.position)
    return block("div", (drawn, listing(told, "told")), "position")

"""One exercise as HTML: the rules at the table, the position, the question, and room to answer."""

from html import escape

from ono_tutor.classroom.sheets.answer_space import answer_html, hand_html
from ono_tutor.classroom.sheets.fit import Setting, card_wide
from ono_tutor.classroom.sheets.frame import block, listing, text
from ono_tutor.classroom.sheets.leaf import Leaf, points_words
from ono_tutor.classroom.sheets.table import card_rows, table_svg
from ono_tutor.classroom.sheets.told import full_words, short_words
from ono_tutor.i18n import lazy_gettext
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import option_sentences
from ono_tutor.render.scene import viewpoint


def exercise_html(leaf: Leaf, setting: Setting) -> str:
    """The exercise as a section, set on paper as ``setting`` says."""
    puzzle = leaf.puzzle
    rows = card_rows(puzzle)
    parts = (
        _position(puzzle) + ("" if setting.is_broad else rows),
        _asked(leaf),
    )
    inner = [
        block("div", (text("h2", leaf.heading), _points(leaf)), "head"),
        block("div", _rules(puzzle) + (rows if setting.is_broad else ""), "under"),
        block("div", parts, "body"),
    ]
    look = "exercise broad" if setting.is_broad else "exercise"
    style = (
        f"--fit:{setting.size:.2f};--drawn:{setting.drawn:.1f}em"
        f";--card:{card_wide(puzzle, setting) - 0.005:.2f}em"
    )
    return f'<section class="{look}" style="{style}">\n{"".join(inner)}</section>\n'


def _asked(leaf: Leaf) -> str:
    """The question, the hand and where to answer, which belong together."""
    name = f"{leaf.handle}-question"
    question = f'<h3 class="question" id="{name}">{escape(str(leaf.puzzle.question))}</h3>\n'
    answer = block("div", answer_html(leaf), "answer")
    inner = question + hand_html(leaf) + answer
    return f'<div role="group" aria-labelledby="{name}">\n{inner}</div>\n'


def _points(leaf: Leaf) -> str:
    """What can be earned, and on paper a box for what was."""
    box = '<span class="earned" aria-hidden="true"></span>'
    return block("p", text("span", points_words(leaf.points)) + box, "points")


def _rules(puzzle: Puzzle) -> str:
    rules = puzzle.position.rules
    name = lazy_gettext("Rules: {rules}", rules=rules.title)
    return text("p", name, "rules") + listing(option_sentences(rules), "options")


def _position(puzzle: Puzzle) -> str:
    """The drawing, what it does not say, and on a screen everything in words."""
    drawn = "" if viewpoint(puzzle).is_over else table_svg(puzzle.position)
    told = listing(short_words(puzzle), "told")
    summary = text("summary", lazy_gettext("The table in words"))
    spoken = block("details", summary + listing(full_words(puzzle)), "spoken")
    return block("div", (drawn, block("div", told + spoken, "beside")), "position")

"""Make the sheets of an assignment: a page of HTML that prints as one, or as one a learner.

The sheet is made without any answer being computed, so nothing in it can give one away; ids of
puzzles, which may, are left to the key. The pictures take the ink and the ground of the page
(``paper.css``), so that nothing dark is printed; what they show stands in words in the same page,
and screen readers are given only those.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import NamedTuple

from ono_tutor.cards import Card
from ono_tutor.classroom.assignment import Assignment, Learner, due_words
from ono_tutor.classroom.html_pages import Markup, render
from ono_tutor.classroom.sheets.exercise import (
    LINE_NOTE,
    LINES,
    SheetExercise,
    alt_text,
    answer_fields,
    boxes_beside_cards,
    exercises_of,
    hand_cards,
    words_beside_drawing,
)
from ono_tutor.errors import OnoError
from ono_tutor.game.position import Position
from ono_tutor.i18n import Message, _
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import is_open, most_text, option_sentences
from ono_tutor.render.svg import BOLD, CENTRED, words
from ono_tutor.render.table_svg import height, seats_svg
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.play import Hand, Play

MOST_ON_A_PAGE = 3
"""Exercises that may share a page."""

MOST_LEARNERS, MOST_EXERCISES = 200, 6_000
"""The most sheets that one file holds, and the most exercises on all of them."""


PAGE_TALL = 255
"""What US Letter has between its margins, in millimetres; A4 has more."""

FIRST_HEAD, HEAD = 31, 12
"""How tall the head of the first page of a sheet is, and that of the others, in millimetres."""

LETTER, POINT = {2: 11, 3: 9.1}, 25.4 / 72
"""How large letters are where so many exercises share a page, in points, as ``paper.css`` has it;
and a point in millimetres.
"""

TALL = {Shape.NUMBER: 25, Shape.NEXT: 28.5, Shape.LINE: 35}
USUAL, GAP, OPTION = 24, 1.5, 4.5
"""How tall exercises that share a page are, in letters: some shapes of answer, and the others.

Then what is between two of them, and what a sentence on an option adds.
"""

MOST_OPTIONS, MOST_ROWS = 4, 6
"""Sentences on options and rows of small cards with which letters are still of full size."""


class PaperSheet(NamedTuple):
    """The pages of one learner, or of nobody in particular: the exercises on each."""

    learner: Learner | None
    pages: tuple[Sequence[SheetExercise], ...]


def printable(assignment: Assignment, per_page: int = 1) -> str:
    """Return the sheet of an assignment for nobody in particular: a whole HTML page.

    It has every puzzle that somebody may get, those of one item as variants A, B, C and so on, each
    on a page of its own. ``per_page`` exercises share a page where they fit on it.
    """
    return _html(assignment, [_sheet(assignment, None, per_page)])


def sheets(assignment: Assignment, learners: Iterable[Learner], per_page: int = 1) -> str:
    """Return the sheets of a class in one HTML page: each learner's own, in the order given.

    Raises :class:`OnoError` for more learners or exercises than one file may hold.
    """
    people = tuple(learners)
    count = len(people) * len(assignment.items)
    if len(people) > MOST_LEARNERS or count > MOST_EXERCISES:
        message = (
            f"{len(people)} sheets with {count} exercises in all are too many for one file: it "
            f"holds {MOST_LEARNERS} sheets and {MOST_EXERCISES} exercises at the most"
        )
        raise OnoError(f"{message}; give a roster for each part of the class")
    return _html(
        assignment,
        [_sheet(assignment, who, per_page, f"s{number}-") for number, who in enumerate(people, 1)],
    )


def _html(assignment: Assignment, papers: Sequence[PaperSheet]) -> str:
    return render(
        "sheet.html",
        title=assignment.title,
        sheets=papers,
        assignment=assignment,
        due=due_words(assignment.due, assignment.due_zone) if assignment.due else None,
        option_sentences=option_sentences,
        card_rows=card_rows,
        is_full=_is_full,
        table_svg=ink_table_svg,
        words_beside_drawing=lambda puzzle: list(words_beside_drawing(puzzle)),
        alt_text=lambda puzzle: list(alt_text(puzzle)),
        hand_cards=hand_cards,
        boxes_beside_cards=boxes_beside_cards,
        answer_fields=answer_fields,
        line_note=_(LINE_NOTE),
        line_count=LINES,
    )


def _sheet(
    assignment: Assignment, who: Learner | None, per_page: int, name: str = ""
) -> PaperSheet:
    """Return the exercises in order, as many on each page as fit on it.

    Variants for nobody in particular are handed out one by one, so they share no page.
    """
    left, head = tuple(exercises_of(assignment, who, name)), FIRST_HEAD
    pages: list[Sequence[SheetExercise]] = []
    while left:
        count = 1
        for n in range(min(per_page, len(left)), 1, -1):
            page = left[:n]
            puzzles = [each.puzzle for each in page]
            is_apart = who is None and any(each.letter for each in page)
            if is_apart or any(map(_is_full, puzzles)):
                continue
            heights = (TALL.get(each.shape, USUAL) + OPTION * _options(each) for each in puzzles)
            letters = sum(heights) + GAP * (n - 1)
            if letters * LETTER[n] * POINT <= PAGE_TALL - head:
                count = n
                break
        pages.append(left[:count])
        left, head = left[count:], HEAD
    return PaperSheet(who, tuple(pages))


def _is_full(puzzle: Puzzle) -> bool:
    """Check whether there is so much beside the question that its letters have to be small."""
    return _options(puzzle) > MOST_OPTIONS or len(card_rows(puzzle)) > MOST_ROWS


def _options(puzzle: Puzzle) -> int:
    return sum(1 for __ in option_sentences(puzzle.position.rules))


# The table in ink on white, and the rows of cards

WIDTH, RADIUS = 380, 52
"""The width of the drawing, and the radius of the ring round the total."""

MOST_ALONE = 12
"""Cards of a row that are drawn one by one; of more, each kind is drawn once and counted."""

CardRow = tuple[Message, list[tuple[Card, int | None]]]
"""A row of small cards after its name; of many each kind comes with how many there are."""


def ink_table_svg(position: Position) -> Markup:
    """Return the players round the total, the one to move below, and the way that play goes."""
    tall = height(position) + 6
    middle, y = WIDTH / 2, tall / 2
    seats = seats_svg(position, position.turn, middle, y, you=position.turn)
    return Markup(
        f'<svg class="table" viewBox="0 0 {WIDTH} {tall}" aria-hidden="true">'
        f'<g class="seats">{seats}</g><g transform="translate({middle:g} {y:g})">'
        f"{_dial(position)}</g></svg>"
    )


def _dial(position: Position) -> str:
    """Draw the total in a ring of 99 parts that fills with it, the other way round below zero.

    The marks, or the highest safe total, are ticks with their numbers outside.
    """
    total = str(position.total).replace("-", "−")
    filled, way = min(abs(position.total), GOAL), "" if position.total >= 0 else "scale(-1 1)"
    ring = f'<circle r="{RADIUS}" pathLength="{GOAL}" '
    dashes = f'class="filled" stroke-dasharray="{filled} {GOAL}"'
    arc = f'<g transform="{way}rotate(-90)">{ring}{dashes}/></g>' if filled else ""
    rules, marks = position.rules, ""
    if not rules.marks:  # the highest total that is safe
        above = words(most_text(rules), 0, -RADIUS - 10, 13, CENTRED + BOLD)
        marks = _tick(rules.bound - 1) + above
    for mark in (*rules.marks, GOAL) if rules.marks else ():
        turn = 2 * pi * mark / GOAL
        x, y = round(75 * sin(turn), 1), round(4 - 67 * cos(turn), 1)
        marks += _tick(mark) + words(mark, x, y, 13, CENTRED + BOLD)
    return (
        f'{ring}class="ring"/>{arc}{marks}'
        + words(total, 0, 11, 42 if len(total) < 4 else 32, CENTRED + BOLD)
        + words(_("total"), 0, 30, 14, CENTRED)
    )


def _tick(mark: int) -> str:
    turn = f'transform="rotate({360 * mark / GOAL:.4g})"'
    return f'<path class="tick" {turn} d="M0-{RADIUS - 7}V-{RADIUS + 7}"/>'


def card_rows(puzzle: Puzzle, *, with_hand: bool = False) -> list[CardRow]:
    """Return the rows of small cards: other open hands, the piles, and what was played.

    ``with_hand`` puts the hand of the player to move first.
    """
    position = puzzle.position
    rows: list[tuple[Message, Hand]] = []
    if with_hand:
        rows.append((_("You"), position.hand))
    for seat, hand in enumerate(position.hands):
        if seat != position.turn and hand and is_open(hand):
            name = _("Player {seat}", seat=position.player_number(seat))
            rows.append((name, hand))
    plays = [play for play in puzzle.plays if isinstance(play, Play) and play.card]
    cards = [card for play in plays if (card := play.card) for __ in range(play.copies)]
    if position.played:
        cards.insert(0, position.played)
    rows.append((_("Next to draw"), position.draw))
    rows.append((_("In the discards"), position.seen))
    rows.append((_("Played"), tuple(cards)))
    return [
        (name, [*Counter(row).items()] if len(row) > MOST_ALONE else [(card, None) for card in row])
        for name, row in rows
        if row
    ]

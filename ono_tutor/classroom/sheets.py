"""The sheets of an assignment: a page of HTML that prints as one, or as one for each learner.

A sheet is made without any answer being computed, so nothing in it can give one away; ids of
puzzles, which may, are left to the key. The pictures take the ink and the ground of the page
(``paper.css``), so that nothing dark is printed; what they show stands in words in the same page,
and screen readers are given only those.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import cos, pi, sin
from string import ascii_uppercase as LETTERS  # noqa: N812 - a constant
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.classroom.assignment import Assignment, Learner, due_words
from ono_tutor.classroom.html_pages import Markup, render
from ono_tutor.errors import OnoError
from ono_tutor.game.position import Position
from ono_tutor.i18n import Message, _, gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import (
    is_open,
    most_text,
    option_sentences,
    puzzle_sentences,
    spoken,
    stakes_sentences,
    undrawn_sentences,
)
from ono_tutor.render.forms import NO_CARD, answer_form
from ono_tutor.render.scene import lead
from ono_tutor.render.svg import BOLD, CENTRED, MOST_PLATES, height, seats_svg, shows_stakes, words
from ono_tutor.rules.ninety_nine import GOAL
from ono_tutor.rules.play import Hand, Play

MOST_ON_A_PAGE, MOST_EXERCISES = 3, 6_000
"""Exercises that may share a page, and the most exercises on all the sheets of one file."""

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


Sheet = tuple[Learner | None, list[Sequence["SheetExercise"]]]
"""The pages of one learner, or of nobody in particular: the exercises on each."""


def sheets(
    assignment: Assignment, learners: Iterable[Learner] | None = None, per_page: int = 1
) -> str:
    """Return the sheets in one HTML page: each learner's own, in the order given.

    Without learners there is one sheet, for nobody in particular. It has every puzzle that somebody
    may get, those of one item as variants A, B, C and so on, each on a page of its own.
    ``per_page`` exercises share a page where they fit on it. Raises :class:`OnoError` for more
    exercises than one file may hold.
    """
    people = None if learners is None else tuple(learners)
    if people and (count := len(people) * len(assignment.items)) > MOST_EXERCISES:
        message = f"{len(people)} sheets with {count} exercises in all are too many for one file"
        raise OnoError(
            f"{message}: it holds {MOST_EXERCISES} exercises at the most; give a roster for each "
            "part of the class"
        )
    papers = [_sheet(assignment, None, per_page)]
    if people is not None:
        numbered = enumerate(people, 1)
        papers = [_sheet(assignment, who, per_page, f"s{number}-") for number, who in numbered]
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
        alt_text=puzzle_sentences,
        hand_cards=hand_cards,
        boxes_beside_cards=boxes_beside_cards,
        answer_fields=answer_fields,
        line_count=LINES,
    )


def _sheet(assignment: Assignment, who: Learner | None, per_page: int, name: str = "") -> Sheet:
    """Return the exercises in order, as many on each page as fit on it.

    Variants for nobody in particular are handed out one by one, so they share no page.
    """
    left, head = tuple(exercises_of(assignment, who, name)), FIRST_HEAD
    pages: list[Sequence[SheetExercise]] = []
    while left:
        count = min(per_page, len(left))
        while count > 1 and not _fits(left[:count], PAGE_TALL - head, is_own=who is not None):
            count -= 1
        pages.append(left[:count])
        left, head = left[count:], HEAD
    return who, pages


def _fits(page: Sequence["SheetExercise"], tall: float, *, is_own: bool) -> bool:
    """Check whether exercises may share a page and fit into what it has below its head."""
    puzzles = [each.puzzle for each in page]
    if any(map(_is_full, puzzles)) or (not is_own and any(each.letter for each in page)):
        return False
    heights = (TALL.get(each.shape, USUAL) + OPTION * _options(each) for each in puzzles)
    letters = sum(heights) + GAP * (len(page) - 1)
    return letters * LETTER[len(page)] * POINT <= tall


def _is_full(puzzle: Puzzle) -> bool:
    """Check whether there is so much beside the question that its letters have to be small."""
    return _options(puzzle) > MOST_OPTIONS or len(card_rows(puzzle)) > MOST_ROWS


def _options(puzzle: Puzzle) -> int:
    return sum(1 for __ in option_sentences(puzzle.position.rules))


# ---- an exercise ----


@dataclass(frozen=True, slots=True)
class SheetExercise:
    """A puzzle as an exercise of a sheet.

    ``letter`` tells the puzzles of an item apart of which each learner gets one; it is empty
    where all get the same. The puzzle's id is for the key alone: it may give the answer away.
    ``sheet`` tells the sheets of a class apart that stand in one page; a sheet alone needs none.
    """

    number: int
    letter: str
    points: int
    puzzle: Puzzle
    sheet: str = ""

    @property
    def handle(self) -> str:
        """A word that is this exercise's alone in its page, such as ``e3B`` or ``s2-e3B``."""
        return f"{self.sheet}e{self.number}{self.letter}"

    @property
    def name(self) -> str:
        """The number and the letter, such as ``3 B``."""
        return f"{self.number} {self.letter}".rstrip()


def exercises_of(
    assignment: Assignment, learner: Learner | None = None, sheet: str = ""
) -> Iterator[SheetExercise]:
    """Yield the exercises of a learner's own sheet; without a learner those of every puzzle."""
    mine = {entry.id for entry in assignment.entries_of(learner)} if learner else None
    for number, item in enumerate(assignment.items, 1):
        for place, entry in enumerate(item.puzzles):
            if mine is None or entry.id in mine:
                letter = letter_of(place) if len(item.puzzles) > 1 else ""
                yield SheetExercise(number, letter, item.points, _puzzle(entry), sheet)


_puzzle = lru_cache(2_000)(Puzzle.of)
"""The puzzle of an entry, read once for all who get it."""


def letters_of(assignment: Assignment, learner: Learner) -> tuple[str, ...]:
    """Return which variant of each exercise the learner has; empty where all get the same."""
    return tuple(each.letter for each in exercises_of(assignment, learner))


def letter_of(place: int) -> str:
    """Return the letter of a place counted from 0: A to Z, then AA, AB and so on."""
    first, last = divmod(place, len(LETTERS))
    return (letter_of(first - 1) if first else "") + LETTERS[last]


def words_beside_drawing(puzzle: Puzzle) -> Iterator[Message]:
    """Yield what the drawing does not say: what is to be played, and what cannot be seen on it."""
    position = puzzle.position
    if not puzzle.info.is_after_round:
        yield lead(position)
        if len(position.hands) > MOST_PLATES or not shows_stakes(position):
            yield from stakes_sentences(position)
        yield from undrawn_sentences(position, position.turn)


LINES = 12
"""Lines for a line of play: always as many, so that they say nothing about it."""


def hand_cards(puzzle: Puzzle) -> list[tuple[str, str, list[str]]]:
    """Return the cards of the hand: code, name, and a box for each way to play it, if that answers.

    The name is empty if there are boxes.
    """
    rules = puzzle.position.rules
    is_ticked = puzzle.info.offers_cards and puzzle.shape in (Shape.PLAY, Shape.PLAYS)
    found = []
    for card in puzzle.position.hand:
        plays = rules.card_plays[card] if is_ticked else ()
        name = "" if plays else sentence(f"{rules.card_name(card):short}")
        found.append((card.code, name, [spoken(puzzle.position, play) for play in plays]))
    return found


def boxes_beside_cards(puzzle: Puzzle) -> list[str]:
    """Return the boxes beside those of single cards.

    They are a kind's own choices, or several cards together, or laying the hand down.
    """
    if puzzle.shape is Shape.PLAY:
        return [str(choice) for _word, choice in puzzle.choices]
    if puzzle.shape is not Shape.PLAYS:
        return []
    position, rules = puzzle.position, puzzle.position.rules
    several = [play for play in rules.plays_of_hand(position.hand) if play.copies > 1]
    out = [gettext(NO_CARD)] if rules.lays_down else []
    return [spoken(position, play) for play in several] + out


def answer_fields(puzzle: Puzzle) -> list[dict[str, Any]]:
    """Return the fields to tick or to write on, as the forms on screens have them."""
    if puzzle.shape in (Shape.PLAY, Shape.PLAYS, Shape.LINE):
        return []
    form: Any = answer_form(puzzle, puzzle.position)
    fields = [{**field} for field in form["fields"]] if form else []
    for field in fields:
        if puzzle.shape is Shape.CHANCE:
            field["help"] = _("Write it exactly, as a fraction such as 8/25.")
        elif field["type"] != "checks":
            field["help"] = ""
    return fields


# ---- the table in ink on white, and the rows of cards ----

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

"""One puzzle as an exercise on paper: its number, its position in words, its answer space."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from string import ascii_uppercase as LETTERS  # noqa: N812 - a constant
from typing import Any

from ono_tutor.cards import Card
from ono_tutor.classroom.assignment import Assignment, Learner
from ono_tutor.game.explain import player_name
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, _, gettext, sentence
from ono_tutor.puzzles.answer import Shape
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.describe import (
    card_list,
    direction_text,
    pile_sentences,
    sentences,
    spoken,
    stakes_sentences,
)
from ono_tutor.render.forms import NO_CARD, answer_form
from ono_tutor.render.table_svg import MOST_PLATES, shows_stakes


@dataclass(frozen=True, slots=True)
class SheetExercise:
    """A puzzle as exercise ``number`` of ``count`` on a sheet.

    ``letter`` tells the puzzles of an item apart of which each learner gets one; it is empty
    where all get the same. The puzzle's id is for the key alone: it may give the answer away.
    ``sheet`` tells the sheets of a class apart that stand in one page; a sheet alone needs none.
    """

    number: int
    count: int
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

    @property
    def heading(self) -> Message:
        """The exercise as the learner reads it: ``Exercise 3 of 10``."""
        template = N_("Exercise {name} of {count}")
        if self.letter:
            template = N_("Exercise {number} of {count}, variant {letter}")
        fields = {"number": self.number, "letter": self.letter, "count": self.count}
        return _(template, name=self.name, **fields)


def exercises_of(
    assignment: Assignment, learner: Learner | None = None, sheet: str = ""
) -> Iterator[SheetExercise]:
    """Yield the exercises of a learner's own sheet; without a learner those of every puzzle."""
    mine = {entry.id for entry in assignment.entries_of(learner)} if learner else None
    for number, item in enumerate(assignment.items, 1):
        for place, entry in enumerate(item.puzzles):
            if mine is None or entry.id in mine:
                letter = letter_of(place) if len(item.puzzles) > 1 else ""
                count = len(assignment.items)
                yield SheetExercise(number, count, letter, item.points, _puzzle(entry), sheet)


_puzzle = lru_cache(2_000)(Puzzle.of)
"""The puzzle of an entry, read once for all who get it."""


def letters_of(assignment: Assignment, learner: Learner) -> tuple[str, ...]:
    """Return which variant of each exercise the learner has; empty where all get the same."""
    own = zip(assignment.items, assignment.entries_of(learner), strict=True)
    return tuple(
        letter_of(item.puzzles.index(entry)) if len(item.puzzles) > 1 else "" for item, entry in own
    )


def letter_of(place: int) -> str:
    """Return the letter of a place counted from 0: A to Z, then AA, AB and so on."""
    first, last = divmod(place, len(LETTERS))
    return (letter_of(first - 1) if first else "") + LETTERS[last]


def words_beside_drawing(puzzle: Puzzle) -> Iterator[Message]:
    """Yield what the drawing does not say: what is to be played, and what cannot be seen on it."""
    position = puzzle.position
    if puzzle.info.is_after_round:
        return
    yield turn_words(position)
    is_crowded = len(position.hands) > MOST_PLATES
    if is_crowded:
        yield from (_holds(position, seat) for seat, hand in enumerate(position.hands) if not hand)
    if is_crowded or not shows_stakes(position):
        yield from stakes_sentences(position)
    yield from _undrawn(position)


def alt_text(puzzle: Puzzle) -> Iterator[Message]:
    """Yield everything that lies on the table, in sentences; after a round only the hands."""
    position = puzzle.position
    seats = range(len(position.hands))
    if puzzle.info.is_after_round:
        yield from islice(sentences(position), 1)
        yield from (_holds(position, seat) for seat in seats if position.hands[seat])
        return
    yield from islice(sentences(position), 2)
    yield turn_words(position)
    yield direction_text(position)
    yield from (_holds(position, seat) for seat in seats)
    yield from chain(stakes_sentences(position), pile_sentences(position), _undrawn(position))


def turn_words(position: Position) -> Message:
    """Return what you have to do, and why it is two cards."""
    fields = {"double": position.rules.card_name(Card.DOUBLE)}
    if position.owes > 1:
        template = N_("A {double} was played on you: you must play two cards.")
        return _(template, **fields)
    if position.played:
        template = N_(
            "A {double} was played on you. You have played {first:the} and must play one more card."
        )
        return _(template, first=position.rules.card_name(position.played), **fields)
    return _("You must play one card.")


def player_words(position: Position, seat: int) -> Message:
    """Return who sits there: you, the next player, the one before you, or a seat further round."""
    number = position.player_number(seat)
    if seat == position.turn or position.hands[seat] is None:
        return player_name(position.hands, seat, position.turn)
    playing = position.still_in
    away = (playing.index(seat) - playing.index(position.turn)) * position.direction.step
    if len(playing) == 2:
        return _("the other player (Player {seat})", seat=number)
    if away % len(playing) == 1:
        return _("the next player (Player {seat})", seat=number)
    if away % len(playing) == len(playing) - 1:
        return _("the player before you (Player {seat})", seat=number)
    return _("Player {seat}", seat=number)


def _holds(position: Position, seat: int) -> Message:
    hand, who = position.hands[seat], player_words(position, seat)
    is_mine = seat == position.turn
    if hand is None:
        return _("Player {seat} is out.", seat=position.player_number(seat))
    if not hand:
        template = N_("You hold no card.") if is_mine else N_("{who} holds no card.")
        return _(template, who=sentence(str(who)))
    template = N_("You hold {cards}.") if is_mine else N_("{who} holds {cards}.")
    return _(template, who=sentence(str(who)), cards=card_list(position.rules, hand))


def _undrawn(position: Position) -> Iterator[Message]:
    for seat in position.undrawn:
        template = N_("{who} has played and not drawn a card yet.")
        if seat == position.turn:
            template = N_("You have not drawn a card for your last play yet.")
        yield _(template, who=sentence(str(player_words(position, seat))))


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
        plays = rules.plays_of(card) if is_ticked and card is not Card.UNKNOWN else ()
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


LINE_NOTE = N_(
    "Write the plays of all players in order, and begin with yours. After each of your plays, "
    "write what the others do against it."
)

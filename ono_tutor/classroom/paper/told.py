"""The position in words: few beside the drawing, and everything for those who cannot see it.

Who answers is "you", the player to move; the others are called by where they sit.
"""

from collections.abc import Iterator
from itertools import islice

from ono_tutor.cards import Card
from ono_tutor.game.explain import DIRECTION_NAMES
from ono_tutor.game.position import Position
from ono_tutor.messages import Message, marked, say, sentence
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.asking import viewpoint
from ono_tutor.render.caption import card_list, sentences
from ono_tutor.render.seating import MOST_PLATES, shows_stakes


def short_words(puzzle: Puzzle) -> Iterator[Message]:
    """What the drawing does not say: what is to be played, and what cannot be seen on the table."""
    position = puzzle.position
    if viewpoint(puzzle).is_over:
        return
    yield turn_words(position)
    is_crowded = len(position.hands) > MOST_PLATES
    if is_crowded or _asks_for(puzzle, position.turn):
        yield say(marked("You are seat {seat}."), seat=position.turn)
    if is_crowded:
        yield from (_holds(position, seat) for seat, hand in enumerate(position.hands) if not hand)
    told = _after_the_hands(position)
    if is_crowded or not shows_stakes(position):
        yield from told[: _stakes(position)]
    yield from _undrawn(position)


def full_words(puzzle: Puzzle) -> Iterator[Message]:
    """Everything that lies on the table, in sentences; only the hand once a round is over."""
    position = puzzle.position
    if viewpoint(puzzle).is_over:
        yield from islice(sentences(position), 1)
        yield from (_holds(position, seat) for seat, hand in enumerate(position.hands) if hand)
        return
    yield from islice(sentences(position), 2)
    yield say(marked("You are seat {seat}."), seat=position.turn)
    yield turn_words(position)
    yield say(marked("Play goes {direction}."), direction=say(DIRECTION_NAMES[position.direction]))
    yield from (_holds(position, seat) for seat in range(len(position.hands)))
    yield from _after_the_hands(position)
    yield from _undrawn(position)


def turn_words(position: Position) -> Message:
    """What you have to do, and why it is two cards."""
    fields = {"double": position.rules.card_name(Card.DOUBLE)}
    if position.owes > 1:
        template = marked("A {double} was played on you: you must play two cards.")
        return say(template, **fields)
    if position.played:
        template = marked(
            "A {double} was played on you. You have played {first} and must play one more card."
        )
        return say(template, first=position.rules.card_name(position.played), **fields)
    return say(marked("You must play one card."))


def player_words(position: Position, seat: int) -> Message:
    """Who sits there: you, the next player, the one before you, or a seat further round."""
    if seat == position.turn:
        return say(marked("you"))
    if position.hands[seat] is None:
        return say(marked("seat {seat}"), seat=seat)
    playing = position.still_in
    away = (playing.index(seat) - playing.index(position.turn)) * position.direction.step
    if len(playing) == 2:
        return say(marked("the other player (seat {seat})"), seat=seat)
    if away % len(playing) == 1:
        return say(marked("the next player (seat {seat})"), seat=seat)
    if away % len(playing) == len(playing) - 1:
        return say(marked("the player before you (seat {seat})"), seat=seat)
    return say(marked("seat {seat}"), seat=seat)


def _asks_for(puzzle: Puzzle, seat: int) -> bool:
    """Whether the question names your seat by its number."""
    words = str(puzzle.question).lower().replace("?", " ").replace(".", " ").replace(",", " ")
    return f"seat {seat} " in f"{words} "


def _holds(position: Position, seat: int) -> Message:
    hand, who = position.hands[seat], player_words(position, seat)
    is_mine = seat == position.turn
    if hand is None:
        return say(marked("Seat {seat} is out."), seat=seat)
    if not hand:
        template = marked("You hold no card.") if is_mine else marked("{who} holds no card.")
        return say(template, who=sentence(str(who)))
    template = marked("You hold {cards}.") if is_mine else marked("{who} holds {cards}.")
    return say(template, who=sentence(str(who)), cards=card_list(position.rules, hand))


def _undrawn(position: Position) -> Iterator[Message]:
    for seat in position.undrawn:
        template = marked("{who} has played and not drawn a card yet.")
        if seat == position.turn:
            template = marked("You have not drawn a card for your last play yet.")
        yield say(template, who=sentence(str(player_words(position, seat))))


def _after_the_hands(position: Position) -> list[Message]:
    """The sentences of :func:`sentences` on stakes and piles, which name nobody who plays."""
    before = 4 + len(position.hands) + bool(position.played)
    told = list(islice(sentences(position), before, None))
    return told[: len(told) - len(position.undrawn)]


def _stakes(position: Position) -> int:
    """How many of those sentences are on stakes; those on the piles come after them."""
    piles = bool(position.draw) + bool(position.seen)
    return len(_after_the_hands(position)) - piles

"""The position in words: few beside the drawing, and everything for those who cannot see it.

Who answers is "you", the player to move; the others are called by where they sit.
"""

from collections.abc import Iterator
from itertools import chain, islice

from ono_tutor.cards import Card
from ono_tutor.game.explain import DIRECTION_NAMES
from ono_tutor.game.position import Position
from ono_tutor.i18n import N_, Message, lazy_gettext, sentence
from ono_tutor.puzzles.puzzle import Puzzle
from ono_tutor.render.caption import card_list, pile_sentences, sentences, stakes_sentences
from ono_tutor.render.seats_svg import MOST_PLATES, shows_stakes


def words_beside_drawing(puzzle: Puzzle) -> Iterator[Message]:
    """Yield what the drawing does not say: what is to be played, and what cannot be seen on it."""
    position = puzzle.position
    if puzzle.is_after_round:
        return
    yield turn_words(position)
    is_crowded = len(position.hands) > MOST_PLATES
    if is_crowded or _names_seat(puzzle, position.turn):
        yield lazy_gettext("You are seat {seat}.", seat=position.turn)
    if is_crowded:
        yield from (_holds(position, seat) for seat, hand in enumerate(position.hands) if not hand)
    if is_crowded or not shows_stakes(position):
        yield from stakes_sentences(position)
    yield from _undrawn(position)


def alt_text(puzzle: Puzzle) -> Iterator[Message]:
    """Yield everything that lies on the table, in sentences; after a round only the hands."""
    position = puzzle.position
    seats = range(len(position.hands))
    if puzzle.is_after_round:
        yield from islice(sentences(position), 1)
        yield from (_holds(position, seat) for seat in seats if position.hands[seat])
        return
    yield from islice(sentences(position), 2)
    yield lazy_gettext("You are seat {seat}.", seat=position.turn)
    yield turn_words(position)
    yield lazy_gettext(
        "Play goes {direction}.", direction=lazy_gettext(DIRECTION_NAMES[position.direction])
    )
    yield from (_holds(position, seat) for seat in seats)
    yield from chain(stakes_sentences(position), pile_sentences(position), _undrawn(position))


def turn_words(position: Position) -> Message:
    """Return what you have to do, and why it is two cards."""
    fields = {"double": position.rules.card_name(Card.DOUBLE)}
    if position.owes > 1:
        template = N_("A {double} was played on you: you must play two cards.")
        return lazy_gettext(template, **fields)
    if position.played:
        template = N_(
            "A {double} was played on you. You have played {first} and must play one more card."
        )
        return lazy_gettext(template, first=position.rules.card_name(position.played), **fields)
    return lazy_gettext("You must play one card.")


def player_words(position: Position, seat: int) -> Message:
    """Return who sits there: you, the next player, the one before you, or a seat further round."""
    if seat == position.turn:
        return lazy_gettext("you")
    if position.hands[seat] is None:
        return lazy_gettext("seat {seat}", seat=seat)
    playing = position.still_in
    away = (playing.index(seat) - playing.index(position.turn)) * position.direction.step
    if len(playing) == 2:
        return lazy_gettext("the other player (seat {seat})", seat=seat)
    if away % len(playing) == 1:
        return lazy_gettext("the next player (seat {seat})", seat=seat)
    if away % len(playing) == len(playing) - 1:
        return lazy_gettext("the player before you (seat {seat})", seat=seat)
    return lazy_gettext("seat {seat}", seat=seat)


def _names_seat(puzzle: Puzzle, seat: int) -> bool:
    """Check whether the question names a seat by its number."""
    words = str(puzzle.question).lower().replace("?", " ").replace(".", " ").replace(",", " ")
    return f"seat {seat} " in f"{words} "


def _holds(position: Position, seat: int) -> Message:
    hand, who = position.hands[seat], player_words(position, seat)
    is_mine = seat == position.turn
    if hand is None:
        return lazy_gettext("Seat {seat} is out.", seat=seat)
    if not hand:
        template = N_("You hold no card.") if is_mine else N_("{who} holds no card.")
        return lazy_gettext(template, who=sentence(str(who)))
    template = N_("You hold {cards}.") if is_mine else N_("{who} holds {cards}.")
    return lazy_gettext(template, who=sentence(str(who)), cards=card_list(position.rules, hand))


def _undrawn(position: Position) -> Iterator[Message]:
    for seat in position.undrawn:
        template = N_("{who} has played and not drawn a card yet.")
        if seat == position.turn:
            template = N_("You have not drawn a card for your last play yet.")
        yield lazy_gettext(template, who=sentence(str(player_words(position, seat))))

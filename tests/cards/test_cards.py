"""The kinds of card."""

import copy
import pickle

import pytest

from ono_tutor import Card, NotationError


@pytest.mark.parametrize("card", Card)
def test_a_card_is_its_code(card):
    """A card that was read, copied or pickled, or whose repr was evaluated, is the one of its kind."""
    again = (
        Card.parse(card.code),
        copy.deepcopy(card),
        pickle.loads(pickle.dumps(card)),
        eval(repr(card)),
    )

    assert str(card) == card.code
    assert all(each is card for each in again)


def test_only_number_cards_have_a_number():
    """The numbers are 0 to 10; a minus ten and the letters have none (rule number-cards)."""
    numbers = {card.code: card.number for card in Card if card.number is not None}

    assert numbers == {str(n): n for n in range(11)}


@pytest.mark.parametrize(
    "code", ["", "11", "-1", "h", " 7", "7 ", "07", "+7", "７", "٣", "7\n", "\x00", "x" * 5000]
)
def test_an_unknown_code_is_one_short_error(code):
    """What is no card gives one error of one short line."""
    with pytest.raises(NotationError) as caught:
        Card.parse(code)

    assert caught.value.message.isprintable()
    assert len(caught.value.message) <= 400

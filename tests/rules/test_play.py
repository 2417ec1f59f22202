"""The words of plays."""

import pytest

from ono_tutor import Card, LateDraw, NotationError, OnoError, Play, Position, play, why_not

GOOD = "7 -10 10 H R D O A+1 A+11 10+10 10-10 OOOO out 7! J Q!"


@pytest.mark.parametrize("word", GOOD.split())
def test_a_play_is_the_word_it_was_read_from(word):
    """Reading and writing a play are exact, and its repr evaluates."""
    for found in (Play.parse(word), LateDraw(2)):
        assert str(found) in (word, "draw:2")
        assert eval(repr(found)) == found


@pytest.mark.parametrize(
    "word",
    ["", " ", "7 ", "!", "7!!", "out!", "OO", "OOO", "OOOOO", "A", "10+1", "A+10", "7+7", "?", "h", "seven", "7x2",
     "draw:", "draw:x", "draw:-1", "draw:999", "draw:²", "draw:1!", "７", "7\n", "\x00", "x" * 10**6],
)  # fmt: skip
@pytest.mark.parametrize("name", ["1980", "2022", "ninety-nine"])
def test_a_word_that_is_no_play_is_one_short_error(name, word):
    """What cannot be read as a play gives one error of one short line; an ace needs its choice."""
    position = Position.parse(f"{name} hand=7,8,9")
    if word == "A" and name != "ninety-nine":
        word = "Z"

    with pytest.raises(NotationError) as caught:
        why_not(position, word)

    assert caught.value.message.isprintable()
    assert len(caught.value.message) <= 400


@pytest.mark.parametrize(
    ("name", "word"),
    [("1980", "0"), ("1980", "1"), ("1980", "A+1"), ("2022", "H"), ("2022", "10+10"), ("2022", "K"),
     ("ninety-nine", "H"), ("ninety-nine", "O"), ("ninety-nine", "-10"), ("ninety-nine", "A"), ("ninety-nine", "10")],
)  # fmt: skip
def test_a_card_of_another_game_cannot_be_read(name, word):
    """A card or a choice that the rule set does not have is no play of it."""
    with pytest.raises(NotationError):
        why_not(Position.parse(f"{name} hand=7,8,9"), word)


@pytest.mark.parametrize(
    ("line", "made"),
    [
        ("1980 hand=7,7,7,H", [Play(Card.SEVEN, None, n) for n in (0, 2, -1)]),
        ("1980 hand=7,7,7,H", [Play(Card.SEVEN, 5)]),
        ("2022 hand=O,O,O,O", [Play(Card.ONO99, None, 3)]),
        ("2022 hand=1,1,1,1", [Play(Card.ONE, None, 4)]),
        ("ninety-nine hand=A,2,3", [Play(Card.ACE), Play(Card.ACE, 33), Play(Card.TWO, 33)]),
    ],
)
def test_a_play_made_by_hand_is_checked_like_a_word(line, made):
    """A play that no word says is no play: it is refused, and plays nothing."""
    for each in made:
        with pytest.raises(OnoError):
            play(Position.parse(line), each)

"""Reading what a learner writes: spelling is forgiven, nothing is guessed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.errors import NotationError
from ono_tutor.game.explain import player_name
from ono_tutor.game.position import Position
from ono_tutor.puzzles.answer import (
    in_digits,
    normalized,
    plays_of_game,
    read_amounts,
    read_chance,
    read_next,
    read_plays,
    read_rule_sets,
    read_whole_number,
)
from ono_tutor.rules.catalogue import RULE_SETS, ruleset

TABLE = Position.parse("ninety-nine hand=7,8,9 players=3")


def plays_of(game):
    """Read the plays of a game."""
    rules = ruleset(game)
    return lambda words: " ".join(map(str, read_plays(rules, words, plays_of_game(rules))))


def next_of_three(words):
    """Who is next of three players; you are on seat 0."""
    return read_next(words, TABLE)


def amounts_of_three(words):
    """What each of three players pays."""
    return read_amounts(words, TABLE)


READ = [
    *((plays_of("1980"), words, plays) for words, plays in (("7, H and -10", "7 H -10"), ("First the 7, then Hold & the Minus Ten", "7 H -10"),
        ("minus ten or hold.", "-10 H"), ("the Double Play card", "D"), ("O’NO 99", "O"), ("−10", "-10"))),
    *((plays_of("2022"), words, plays) for words, plays in (("play 2; reverse", "D R"), ("four ONO 99", "OOOO"))),
    *((plays_of("ninety-nine"), words, plays) for words, plays in (("ace as eleven, 10-10", "A+11 10-10"), ("J q King", "J Q K"))),
    *((read_whole_number, words, number) for words, number in (("17", 17), ("-4", -4), ("−4", -4), ("minus four", -4), ("+3", 3), ("ten", 10),
        ("The total is 17.", 17), ("total = 9", 9), ("score: 44", 44), ("44 points", 44), ("one point.", 1), (" 8 ", 8), ("0", 0))),
    *((read_chance, words, Fraction(8, 25)) for words in ("8/25", "16/50", "8 of 25", "8 out of 25", "8 in 25", "32%", "32 percent", "0.32", "8 / 25", "32 in 100 (8/25)")),
    *((read_chance, words, Fraction(chance)) for words, chance in (("0.5%", "1/200"), ("1", 1), ("100%", 1), ("0", 0), ("never", 0), ("certain", 1),
        ("about 33 in 100 (1/3)", "1/3"), ("none (0)", 0), ("certain (1)", 1))),
    *((read_rule_sets, words, ("ninety-nine",)) for words in ("99", "Ninety Nine")),
    *((read_rule_sets, words, ("1980", "2022")) for words in ("2022 and 1980", "both 1980 and 2022")),
    *((read_rule_sets, words, tuple(keys.split())) for words, keys in (("1980", "1980"), ("ONO 99 of 2022", "2022"), ("all", "1980 2022 ninety-nine"),
        ("none", ""), ("-", ""), ("1980, 1980", "1980"))),
    *((next_of_three, words, (2, 1)) for words in ("2 1", "2, 1", "seat 2 owes 1", "Seat two, one card", "one card, seat 2", "owes 1: seat 2.",
        "seat 2 is next and owes one card", "player 2 plays next and owes 1", "2 owes 1")),
    *((next_of_three, words, (0, 2)) for words in ("you, 2 cards", "me, two cards", "I am next and must play two cards.", "2 cards, me", "Player 3, 2 cards",
        "I'm next with two cards", "You are next and must play 2 cards", "my turn, 2 cards", "you play again and you owe two",
        "it is still your turn, and you must play two cards")),
    *((amounts_of_three, words, (0, 1, 0)) for words in ("0 1 0", "0/1/0", "0, 1, 0", "0,1,0", "0; 1; 0.", "zero one zero", "seat 1 pays 1", "seat 1: 1",
        "you lose 0, Player 1 loses 1", "Seat one loses one point.", "seat 0 loses 0 and seat 1 loses 1", "Player 1 1 you 0")),
    *((amounts_of_three, words, (1, 0, 0)) for words in ("I pay 1", "me 1", "you: 1", "myself: one point", "Player 3 pays 1")),
    *((amounts_of_three, words, (0, 0, 0)) for words in ("nobody", "none", "no one", "nobody pays", "No one loses.", "0 0 0")),
    (normalized, "  The\n TOTAL’s −4 ", "the total's -4"),
    (in_digits, "seat one owes two, not tenfold", "seat 1 owes 2, not tenfold"),
]  # fmt: skip


@pytest.mark.parametrize(("reader", "words", "answer"), READ)
def test_an_answer_is_read_in_many_words(reader, words, answer):
    """Digits or words, with leads and units, in either order, "you" and "I" for oneself."""
    assert reader(words) == answer


UNREAD = [
    (plays_of("1980"), "is no card here", ["7x", "7 joker", "11", "H7", "７"]),
    (plays_of("2022"), "is no card here", ["hold"]),
    (plays_of("ninety-nine"), "is no card here", ["A+2", "ace", "ten"]),
    (read_whole_number, "no whole number", ["", "points", "1.5", "1e3", "--4", "7 8", "eleventy", "٣", "1234567", "4 4", "1/2"]),
    (read_chance, "chance", ["", "8/0", "9/8", "101%", "2", "-1/2", "a half", "1/2/3", ".5.", "1,5", "8/"]),
    (read_rule_sets, "rule set", ["", " ", "o'no 99", "and", "1981", "1980 and then", "20222"]),
    (next_of_three, "say both, as in: Player 1, two cards",
     ["me", "2", "seat 2", "two cards", "seat 2 owes", "1.5 2", "-1 2", "1 2 3", "left", "not 1 2", "you or player 1, one card", "player 7, one card"]),
    (amounts_of_three, "write 0/0/0, or Player 1 pays 1, or nobody",
     ["seat 5 pays 1", "1", "1 0", "0 -1", "seat 1 pays 1, seat 1 pays 2", "everyone", "seat 1", "1.5 0", "0 -3 0", "0 1e30 0", "0 1234567 0"]),
]  # fmt: skip


@pytest.mark.parametrize(("reader", "says", "answers"), UNREAD)
def test_what_is_no_answer_is_refused_and_says_what_is_missing(reader, says, answers):
    """Nothing is guessed: neither half an answer, nor other digits, nor more than there is."""
    for words in answers:
        with pytest.raises(NotationError, match=says):
            reader(words)


@given(st.integers(-999_999, 999_999), st.fractions(0, 1, max_denominator=10_000))
def test_what_is_written_is_read_back(number, chance):
    """What is written is what is read."""
    assert read_whole_number(str(number)) == number
    assert read_chance(f"{chance.numerator}/{chance.denominator}") == chance


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_play_is_read_as_it_is_written_and_as_it_is_spoken(game):
    """The code of a play and its name are read, in capitals too."""
    rules = ruleset(game)
    for play in plays_of_game(rules):
        assert plays_of(game)(str(play)) == str(play)
        assert plays_of(game)(str(rules.play_name(play)).upper()) == str(play)


def test_the_player_on_seat_0_is_the_last_to_another_reader():
    """Nobody is Player 0: names are read as they are said, whoever is to move."""
    position = Position.parse("1980 hand=7,2,3,4 players=3 turn=2")
    for seat, name in enumerate(("Player 3", "Player 1", "you")):
        assert read_next(f"{name}, 1 card", position) == (seat, 1)
        assert str(player_name(position.hands, seat, 2)) == name


READERS = [plays_of("1980"), read_whole_number, read_chance, read_rule_sets, next_of_three, amounts_of_three]  # fmt: skip


@given(st.text(), st.sampled_from(READERS))
def test_any_text_is_read_or_refused(words, reader):
    """Whatever is written, the reader gives a value or one short error of the package."""
    message = "read"
    try:
        reader(words)
    except NotationError as error:
        message = error.message
    assert len(message) <= 1000
    assert message.isprintable()


@pytest.mark.parametrize("reader", READERS)
def test_an_endless_answer_is_refused(reader):
    """An answer longer than any right one is not looked at."""
    with pytest.raises(NotationError, match="longer than"):
        reader("7 " * 10_000)

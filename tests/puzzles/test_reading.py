"""Reading what a learner writes: spelling is forgiven, nothing is guessed."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ono_tutor.errors import NotationError
from ono_tutor.puzzles.kinds.next_player import read_next
from ono_tutor.puzzles.kinds.pays import read_amounts
from ono_tutor.puzzles.reading import (
    in_digits,
    normalized,
    plays_of_game,
    read_chance,
    read_plays,
    read_rule_sets,
    read_whole_number,
    read_whole_numbers,
)
from ono_tutor.rules.catalogue import RULE_SETS, ruleset


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_play_is_read_as_it_is_written_and_as_it_is_spoken(game):
    rules = ruleset(game)
    known = plays_of_game(rules)

    for play in known:
        assert read_plays(rules, str(play), known) == [play]
        assert read_plays(rules, str(rules.play_name(play)).upper(), known) == [play]


@pytest.mark.parametrize(
    ("game", "words", "plays"),
    [
        ("1980", "7, H and -10", "7 H -10"),
        ("1980", "minus ten or hold.", "-10 H"),
        ("1980", "the Double Play card", "D"),
        ("1980", "O’NO 99", "O"),
        ("1980", "−10", "-10"),
        ("2022", "play 2; reverse", "D R"),
        ("2022", "four ONO 99", "OOOO"),
        ("ninety-nine", "ace as eleven, 10-10", "A+11 10-10"),
        ("ninety-nine", "J q King", "J Q K"),
    ],
)
def test_plays_are_read_in_order_however_they_are_spelt(game, words, plays):
    rules = ruleset(game)

    assert [str(play) for play in read_plays(rules, words, plays_of_game(rules))] == plays.split()


@pytest.mark.parametrize(
    ("game", "words"),
    [("1980", "7x"), ("1980", "7 joker"), ("1980", "11"), ("2022", "hold"), ("1980", "H7"),
     ("ninety-nine", "A+2"), ("1980", "７")],
)  # fmt: skip
def test_a_word_that_is_no_play_is_named(game, words):
    rules = ruleset(game)

    with pytest.raises(NotationError) as caught:
        read_plays(rules, words, plays_of_game(rules))
    assert caught.value.word


@pytest.mark.parametrize(("words", "ways"), [("a", "A+1 or A+11"), ("ten", "10+10 or 10-10")])
def test_a_card_with_a_choice_needs_the_choice(words, ways):
    rules = ruleset("ninety-nine")

    with pytest.raises(NotationError, match=words) as caught:
        read_plays(rules, words, plays_of_game(rules))
    assert ways in caught.value.message


@pytest.mark.parametrize(
    ("words", "number"),
    [("17", 17), ("-4", -4), ("−4", -4), ("minus four", -4), ("+3", 3), ("ten", 10), ("The total is 17.", 17),
     ("total = 9", 9), ("score: 44", 44), ("44 points", 44), ("one point.", 1), (" 8 ", 8), ("0", 0)],
)  # fmt: skip
def test_a_whole_number_is_read(words, number):
    assert read_whole_number(words) == number


@pytest.mark.parametrize("words", ["", "points", "1.5", "1e3", "--4", "7 8", "eleventy", "٣", "1234567", "4 4", "1/2"])  # fmt: skip
def test_what_is_no_whole_number_is_refused(words):
    with pytest.raises(NotationError, match="no whole number"):
        read_whole_number(words)


@given(st.integers(-999_999, 999_999))
def test_every_number_is_read_back(number):
    assert read_whole_number(str(number)) == number


@pytest.mark.parametrize(
    ("words", "chance"),
    [("8/25", "8/25"), ("16/50", "8/25"), ("8 of 25", "8/25"), ("8 out of 25", "8/25"), ("8 in 25", "8/25"),
     ("32%", "8/25"), ("32 percent", "8/25"), ("0.32", "8/25"), ("0.5%", "1/200"), ("1", "1"), ("100%", "1"),
     ("0", "0"), ("never", "0"), ("certain", "1"), ("8 / 25", "8/25")],
)  # fmt: skip
def test_a_chance_is_read(words, chance):
    assert read_chance(words) == Fraction(chance)


@pytest.mark.parametrize(
    "words", ["", "8/0", "9/8", "101%", "2", "-1/2", "a half", "1/2/3", ".5.", "1,5", "8/"]
)
def test_what_is_no_chance_is_refused(words):
    with pytest.raises(NotationError):
        read_chance(words)


@given(st.fractions(0, 1, max_denominator=10_000))
def test_every_chance_is_read_back(chance):
    assert read_chance(f"{chance.numerator}/{chance.denominator}") == chance


@pytest.mark.parametrize("words", ["0 1 0", "0,1,0", "0/1/0", "0; 1; 0.", "zero one zero"])
def test_a_list_of_numbers_is_read(words):
    assert read_whole_numbers(words) == (0, 1, 0)


@pytest.mark.parametrize(
    ("words", "keys"),
    [("1980", "1980"), ("2022 and 1980", "1980 2022"), ("99", "ninety-nine"), ("Ninety Nine", "ninety-nine"),
     ("ONO 99 of 2022", "2022"), ("both 1980 and 2022", "1980 2022"), ("all", "1980 2022 ninety-nine"),
     ("none", ""), ("-", ""), ("1980, 1980", "1980")],
)  # fmt: skip
def test_rule_sets_are_read_in_the_order_of_the_catalogue(words, keys):
    assert read_rule_sets(words) == tuple(keys.split())


@pytest.mark.parametrize("words", ["", " ", "o'no 99", "and", "1981", "1980 and then", "20222"])
def test_what_names_no_rule_set_is_refused(words):
    """Saying nothing is not saying none."""
    with pytest.raises(NotationError, match="rule set"):
        read_rule_sets(words)


def test_words_are_lowered_and_set_on_one_line():
    assert normalized("  The\n TOTAL’s −4 ") == "the total's -4"


def test_number_words_become_digits():
    assert in_digits("seat one owes two, not tenfold") == "seat 1 owes 2, not tenfold"


READERS = [
    read_whole_number,
    read_whole_numbers,
    read_chance,
    read_rule_sets,
    read_next,
    lambda words: read_amounts(words, 3),
    lambda words: read_plays(ruleset("1980"), words, plays_of_game(ruleset("1980"))),
]


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
    with pytest.raises(NotationError, match="longer than"):
        reader("7 " * 10_000)

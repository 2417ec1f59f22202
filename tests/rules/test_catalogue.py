"""Rule sets by name."""

import pickle

import pytest
import slow_rules

from ono_tutor import NotationError, ruleset


@pytest.mark.parametrize(("name", "count"), [("1980", 54), ("2022", 112), ("ninety-nine", 52)])
def test_the_decks_have_their_cards(name, count):
    """54, 112 and 52 cards, kind by kind (rules deck, 99-deck)."""
    expected = slow_rules.deck(name, {"decks": "by-players"}, 2)

    found = [str(card) for card, copies in ruleset(name).deck(2).items() for _ in range(copies)]

    assert len(found) == count
    assert sorted(found) == sorted(expected)


@pytest.mark.parametrize(
    ("word", "canonical"),
    [
        ("1980", "1980"), ("1980+ono99=unplayable", "1980"), ("1980+chips=3+ono99=suicide", "1980+ono99=suicide"),
        ("1980+target=100+scoring=points", "1980+scoring=points+target=100"), ("ninety-nine+points=10", "ninety-nine"),
        ("2022+dump=turn+minus-ten=unplayable", "2022+minus-ten=unplayable"), ("ninety-nine+decks=1", "ninety-nine+decks=1"),
    ],
)  # fmt: skip
def test_a_name_says_only_what_differs_from_the_default(word, canonical):
    """Options stand in a fixed order, and defaults are not written."""
    rules = ruleset(word)

    assert str(rules) == canonical
    assert rules == ruleset(canonical)
    assert hash(rules) == hash(ruleset(canonical))


@pytest.mark.parametrize(
    "word",
    [
        "", "1979", "1980 ", "2022+", "2022+dump", "2022+dump=", "2022+dump=FREE", "2022+ono99=suicide",
        "1980+dump=free", "2022+dump=free+dump=free", "2022+dump=free+dump=turn", "1980+chips=0",
        "1980+chips=-1", "1980+chips=three", "1980+chips=٣", "1980+chips=1.5", "1980+chips=100",
        "ninety-nine+decks=0", "ninety-nine+decks=9", "ninety-nine+points=", "+dump=free", "NINETY-NINE",
        "1980\n", "1980\x00", "１９８０", "1980+chips=" + "9" * 5000, "x" * 5000, "1980+" + "y" * 5000,
    ],
)  # fmt: skip
def test_a_bad_name_is_one_short_error(word):
    """An unknown game, option or value gives one error of one short line that names a word."""
    with pytest.raises(NotationError) as caught:
        ruleset(word)

    assert caught.value.message.isprintable()
    assert len(caught.value.message) <= 400


def test_a_rule_set_cannot_be_changed():
    """It is shared by all who ask for it, so nobody may change its options, its deck or anything."""
    rules = pickle.loads(pickle.dumps(ruleset("2022")))  # not the one that others use

    for shared in (rules.chosen, rules.deck(2)):
        with pytest.raises(TypeError):
            shared["dump"] = 1
    with pytest.raises(AttributeError):
        rules.hand_size = 5

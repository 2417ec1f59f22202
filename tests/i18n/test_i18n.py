"""Sentences for people."""

import pytest

from ono_tutor.i18n import _, format_list, ngettext, sentence


def test_a_message_is_its_template_filled_in():
    """A message gives its template with its fields; a field may be a message, and is never a template.

    Equal messages are equal and hash alike.
    """
    assert str(_("{card} makes {total}.", card=_("minus ten"), total=3)) == "Minus ten makes 3."
    assert {_("{a}", a=1)} == {_("{a}", a=1)}
    assert str(_("This is {word}.", word="{total} {0} {")) == "This is {total} {0} {."


@pytest.mark.parametrize(("text", "found"), [("", ""), ("a", "A"), ("O'NO", "O'NO"), ("é.", "É.")])
def test_a_sentence_starts_with_a_capital(text, found):
    """Only the first letter changes."""
    assert sentence(text) == found


@pytest.mark.parametrize(
    ("items", "phrase"),
    [
        ([], ""),
        (["a"], "a"),
        (["a", "b"], "a and b"),
        (["a", "b", "c"], "a, b and c"),
        (["Lee, Ann", "Ray, Bob", "Eve"], "Lee, Ann; Ray, Bob and Eve"),
    ],
)
def test_items_are_listed_as_a_phrase(items, phrase):
    """Commas, or semicolons if an item has a comma, and an 'and' or, of any one, an 'or' before the last."""
    assert format_list(items) == phrase
    assert format_list(items, is_any=True) == phrase.replace(" and ", " or ")


@pytest.mark.parametrize(("n", "text"), [(0, "0 cards"), (1, "1 card"), (2, "2 cards")])
def test_a_message_about_a_number_agrees_with_it(n, text):
    """One thing takes the singular, any other number the plural."""
    assert str(ngettext("{n} card", "{n} cards", n)) == text

"""Sentences for people."""

import pytest

from ono_tutor.messages import listed, say, sentence


def test_a_message_is_its_template_filled_in():
    """A message gives its template with its fields, and a field may be a message."""
    assert str(say("{card} makes {total}.", card=say("minus ten"), total=3)) == "Minus ten makes 3."


def test_a_field_is_never_read_as_a_template():
    """Braces in a field are a field's own affair."""
    assert str(say("This is {word}.", word="{total} {0} {")) == "This is {total} {0} {."


@pytest.mark.parametrize(("text", "found"), [("", ""), ("a", "A"), ("O'NO", "O'NO"), ("é.", "É.")])
def test_a_sentence_starts_with_a_capital(text, found):
    """Only the first letter changes."""
    assert sentence(text) == found


@pytest.mark.parametrize(
    ("items", "phrase"),
    [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")],
)
def test_items_are_listed_as_a_phrase(items, phrase):
    """Commas, and an 'and' before the last."""
    assert listed(items) == phrase


def test_messages_are_values():
    """Equal messages are equal and hash alike."""
    assert say("{a}", a=1) == say("{a}", a=1)
    assert hash(say("{a}", a=1)) == hash(say("{a}", a=1))

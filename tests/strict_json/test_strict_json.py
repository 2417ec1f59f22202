"""JSON from files that anybody may have written: read within limits, checked field by field."""

import re

import pytest

from ono_tutor.strict_json import (
    JsonError,
    Limits,
    check_fields,
    expect_integer,
    expect_list,
    expect_one_of,
    expect_text,
    parse_json,
    read_json,
)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_bytes_are_read_with_or_without_a_mark_at_their_start(mark):
    """A file that an editor has given a byte order mark says the same."""
    assert read_json(mark + '{"a": [1, "é"]}'.encode()) == {"a": [1, "é"]}


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "it is empty"),
        (b"x" * 101, "it is longer than 100 bytes, the most that are read"),
        (b"[[[[1]]]]", "it is nested more than 3 deep"),
        (b'"[[[["', None),
        (b'{"a": [1', "the file is cut off"),
        (b'{"a": 1,}', "it was changed by hand or damaged in line 1"),
        (b"<html>", "this is no note (not JSON: "),
        (b"PK\x03\x04\xff", "this is no note (byte 4 is no UTF-8)"),
        (b'{"a": 1, "a": 2}', "it is not JSON that can be read: a field is given twice"),
        (b"[NaN]", "it is not JSON that can be read: NaN is no number of JSON"),
        (b"[1e999]", "it is not JSON that can be read: 1e999 is no number of JSON"),
        (b"[" + b"1" * 90 + b"]", None),
        (b"[[[]], {}]", None),
        (b'{"a": [1]', "the file is cut off"),
        (b'{"a": 1} and', "it was changed by hand or damaged in line 1"),
    ],
)
def test_what_is_wrong_with_bytes_is_said_in_plain_words(raw, message):
    """A file that cannot be read is refused with the likeliest reason; brackets in texts nest nothing."""
    if message is None:
        assert read_json(raw, Limits(100, 3))
        return
    with pytest.raises(JsonError, match=re.escape(message)) as caught:
        read_json(raw, Limits(100, 3), what="note")
    assert caught.value.kind == "json"


def test_a_text_is_parsed_strictly():
    """Without limits too, a field that is given twice is never guessed at."""
    with pytest.raises(ValueError, match="twice"):
        parse_json('{"a": 1, "a": 1}')


@pytest.mark.parametrize(
    ("expected", "good", "bad", "message"),
    [
        (expect_integer(0, 9), 9, 10, "it is a whole number from 0 to 9, not '10'"),
        (expect_integer(0, 9), 0, True, "it is a whole number from 0 to 9, not 'true'"),
        (expect_integer(0, 9, "a digit"), 0, 1.0, "it is a digit, not '1.0'"),
        (expect_text(2), "ab", "abc", "it is a text of 2 characters at the most, not 'abc'"),
        (expect_text(2, "a word", least=1), "a", "", "it is a word, not ''"),
        (expect_text(2), "é", "\ud800", "it is a text of 2 characters at the most, not '\\ud800'"),
        (expect_text(9, "ids", pattern=re.compile("a+")), "aa", "ab", "it is ids, not 'ab'"),
        (expect_one_of(["on", "off"]), "on", "no", "it is on, off, not 'no'"),
        (expect_one_of(["on", "off"]), "on", ["on"], "it is on, off, not '[\"on\"]'"),
        (expect_list(2), [None], [], "it is a list of 1 to 2, not '[]'"),
    ],
)
def test_a_value_is_as_expected_or_refused(expected, good, bad, message):
    """The refusal names the value, what stands there, and what is expected."""
    assert expected.check(good, "it") == good
    with pytest.raises(JsonError, match=re.escape(message)):
        expected.check(bad, "it")


@pytest.mark.parametrize("value", [{"a": 1}, {"a": 1, "b": 2, "c": 3}, [["a", 1], ["b", 2]], None])
def test_an_object_has_its_fields_and_no_others(value):
    """A field that is missing, one too many, and what is no object are refused alike."""
    assert check_fields({"b": 1, "a": 2}, "a pair", ("a", "b")) == {"b": 1, "a": 2}
    with pytest.raises(JsonError, match="a pair has the fields a, b, and nothing else"):
        check_fields(value, "a pair", ("a", "b"))

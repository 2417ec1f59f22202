"""What a teacher reads of a file that is none: plain words, the technical reason behind them."""

import pytest

from ono_tutor.classroom import answers_file
from ono_tutor.classroom.answers_file import AnswersFileError


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "it is empty"),
        (b"Dear teacher", "this is no answers file, but perhaps a text or a Word file (not JSON: "),
        (b"{\\rtf1 x}", "this is no answers file, but perhaps a text or a Word file"),
        (b"PK\x03\x04\xff", "but perhaps a Word file or an archive (byte 4 is no UTF-8)"),
        (b"%PDF-1.7", "but perhaps a PDF"),
        (b"<!DOCTYPE html>", "but perhaps a web page"),
        (b"\xff\xd8\xff\xe0", "but perhaps a picture"),
        (b"\xff\xfe{\0", "save it as UTF-8"),
        (b'{"answers": [1, 2', "the file is cut off after 17 characters (not JSON: "),
        (b'{"learner": "An', "the file is cut off after 15 characters"),
        (b'{"answers": [{"a": 1}\n', "the file is cut off after 21 characters"),
        (b'{"a": tru', "the file is cut off after 9 characters"),
        (b'{"a": 1,\n "b": ,}', "it was changed by hand or damaged in line 2"),
        (b'{"a": 1, "a": 2}', "a field is given twice"),
    ],
)
def test_a_file_that_is_no_answers_file_is_told_in_plain_words(raw: bytes, words: str) -> None:
    """What it may be, or where it ends or was damaged."""
    with pytest.raises(AnswersFileError) as caught:
        answers_file.parse_answers(raw)

    assert words in caught.value.message
    assert caught.value.cause == "not-json"

"""What a teacher reads of a file that is none: plain words, the technical reason behind them."""

from pathlib import Path

import pytest
from classroom.hostile import answers, row

from ono_tutor.classroom import answers_file
from ono_tutor.classroom.answers_file import AnswersFileError
from ono_tutor.classroom.grading.marks_folder import message_to_learner
from ono_tutor.classroom.submissions import RefusedFile

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "it is empty"),
        (b"Dear teacher", "this is no answers file (not JSON: "),
        (b"{\\rtf1 x}", "this is no answers file (not JSON: "),
        (b"PK\x03\x04\xff", "this is no answers file (byte 4 is no UTF-8)"),
        (b"%PDF-1.7", "this is no answers file"),
        (b"<!DOCTYPE html>", "this is no answers file"),
        (b"\xff\xd8\xff\xe0", "this is no answers file"),
        (b"\xff\xfe{\0", "this is no answers file"),
        (b'{"answers": [1, 2', "the file is cut off after 17 characters (not JSON: "),
        (b'{"learner": "An', "the file is cut off after 15 characters"),
        (b'{"answers": [{"a": 1}\n', "the file is cut off after 21 characters"),
        (b'{"a": tru', "the file is cut off after 9 characters"),
        (b'{"a": 1,\n "b": ,}', "it was changed by hand or damaged in line 2"),
        (b'{"a": 1, "a": 2}', "a field is given twice"),
    ],
)
def test_a_file_that_is_no_answers_file_is_told_in_plain_words(raw, words):
    """That it is none, or where it ends or was damaged."""
    with pytest.raises(AnswersFileError) as caught:
        answers_file.parse_answers(raw)

    assert words in caught.value.message
    assert caught.value.cause == "not-answers"


INSTEAD = "Please press Hand in and upload the .json file it makes."
AGAIN = "Please open the exercise, press Hand in once more, and upload that file as it is."


@pytest.mark.parametrize(
    ("refusal", "message"),
    [
        (("in.zip > a/w.pdf", "not-answers", "it is none; advice"), f"w.pdf could not be graded: it is none. {INSTEAD}"),
        (("a.json", "not-answers", "it is cut off (not JSON: x)"), f"a.json could not be graded: it is cut off. {INSTEAD}"),
        (("a.json", "too-big", "it is long"), f"a.json could not be graded: it is long. {AGAIN}"),
    ],
)  # fmt: skip
def test_the_teacher_has_a_sentence_for_the_learner(refusal, message):
    """Without advice for the teacher and technical reasons."""
    assert message_to_learner(RefusedFile(*refusal)) == f"Your file {message}"


@pytest.mark.parametrize("name", ["ono-homework.json", "progress.json"])
def test_another_file_of_ours_is_refused_by_its_format(name):
    """The format is named."""
    with pytest.raises(AnswersFileError, match="'ono-tutor-answers/1' is wanted") as caught:
        answers_file.parse_answers((SAMPLES / name).read_bytes())

    assert caught.value.cause == "not-answers"


@pytest.mark.parametrize(
    ("written", "seconds"),
    [
        ("2026-11-20T10:00:00Z", "00.000"), ("2026-11-20T10:00:00.123Z", "00.123"),
        ("2026-11-20T10:00:00.123456Z", "00.123"), ("2026-11-20T12:00:00+02:00", "00.000"),
        ("2026-11-20T100000.0Z", "00.000"), ("2026-11-20T100000,1Z", "00.100"),
        ("2026-11-20T10:00.0000Z", "00.000"), ("20261120T100000Z", "00.000"),
    ],
)  # fmt: skip
def test_a_time_is_kept_in_one_way_however_it_is_written(written, seconds):
    """Times are compared as text, so one that is kept otherwise would be late or early."""
    raw = answers("week-1", "Ann Lee", [row("total-a1b2", "lost", at=written)])
    (found,) = answers_file.parse_answers(raw).rows
    assert found.at == f"2026-11-20T10:00:{seconds}Z"

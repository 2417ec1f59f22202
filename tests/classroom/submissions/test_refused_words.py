"""What a teacher reads of a file that is none: plain words, the technical reason behind them."""

from pathlib import Path

import pytest

from ono_tutor.classroom import answers_file
from ono_tutor.classroom.answers_file import AnswersFileError
from ono_tutor.classroom.submissions.find import find_submissions
from ono_tutor.classroom.submissions.wrong_uploads import message_to_learner

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
def test_a_file_that_is_no_answers_file_is_told_in_plain_words(raw: bytes, words: str) -> None:
    """That it is none, or where it ends or was damaged."""
    with pytest.raises(AnswersFileError) as caught:
        answers_file.parse_answers(raw)

    assert words in caught.value.message
    assert caught.value.cause == "not-json"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        (
            "week-3.ipynb",
            "it is a notebook, perhaps the exercise itself, not an answers file",
        ),
        (
            "ono-homework.sqlite",
            "it is a progress file, not an answers file",
        ),
        ("Screenshot 1.PNG", "it is a picture, not an answers file"),
        ("work.pdf", "it is a PDF, not an"),
        ("Essay.docx", "it is a text document, not an"),
        ("marks.xlsx", "it is a table, not an"),
        ("all.rar", "only zip archives are opened"),
        ("strange.xyz", "it is neither an answers file (.json)"),
    ],
)
def test_a_wrong_upload_is_told_with_what_is_wanted(tmp_path: Path, name: str, words: str) -> None:
    """By its name; and the teacher has a sentence for the learner."""
    (tmp_path / name).write_bytes(b"x")

    (refused,) = find_submissions([tmp_path])

    assert refused[2].startswith(words)
    told = message_to_learner(*refused)
    is_known = words.startswith("it is a")
    assert told.startswith(f"Your file {name} {'is a' if is_known else 'could not be graded: '}")
    assert told.endswith(". Please press Hand in and upload the .json file it makes.")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ono-homework.json", "it is the notes of an exercise"),
        ("progress.json", "it is a copy of somebody's progress"),
        ("week-3.assignment.json", "it is the exercise itself"),
        ("proof-solve.json", "it is a proof"),
    ],
)
def test_another_file_of_ours_is_known_by_its_format(name: str, words: str) -> None:
    """A notebook that was renamed as well."""
    for raw, said in (
        ((SAMPLES / name).read_bytes(), words),
        (b'{"cells": [], "nbformat": 4}', "it is a notebook"),
    ):
        with pytest.raises(AnswersFileError) as caught:
            answers_file.parse_answers(raw)

        assert caught.value.cause == "not-answers"
        assert caught.value.message.startswith(said)
        assert caught.value.message.endswith(", not an answers file")


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("2026-11-20T10:00:00Z", "2026-11-20T10:00:00.000Z"),
        ("2026-11-20T10:00:00.123Z", "2026-11-20T10:00:00.123Z"),
        ("2026-11-20T10:00:00.123456Z", "2026-11-20T10:00:00.123Z"),
        ("2026-11-20T12:00:00+02:00", "2026-11-20T10:00:00.000Z"),
        ("2026-11-20T100000.0Z", "2026-11-20T10:00:00.000Z"),
        ("2026-11-20T100000,1Z", "2026-11-20T10:00:00.100Z"),
        ("2026-11-20T10:00.0000Z", "2026-11-20T10:00:00.000Z"),
        ("20261120T100000Z", "2026-11-20T10:00:00.000Z"),
    ],
)
def test_a_time_is_kept_in_one_way_however_it_is_written(written: str, kept: str) -> None:
    """Times are compared as text, so one that is kept otherwise would be late or early."""
    head = '{"format": "ono-tutor-answers/1", "assignment": "week-1", "learner": "Ann Lee"'
    row = f'{{"puzzle": "total-a1b2", "answer": "lost", "at": "{written}"}}'

    found = answers_file.parse_answers(f'{head}, "answers": [{row}]}}'.encode())

    assert [row.at for row in found.rows] == [kept]

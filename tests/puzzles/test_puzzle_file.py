"""A teacher's file: every fault by puzzle, field and reason, and the good puzzles all the same."""

import pytest

from ono_tutor.puzzles.filters import PuzzleFilter
from ono_tutor.puzzles.generate.search import generate
from ono_tutor.puzzles.puzzle_file import MOST_BYTES, as_toml, read_file, read_puzzles
from ono_tutor.puzzles.rating import changes

GOOD = """
[[puzzle]]
id = "good"
kind = "survive"
position = "1980 total=92 hand=7,H,9,O owes=2 players=3"
"""


def only_fault(text):
    """The one fault of a text: its line, field and message."""
    (fault,) = read_puzzles(text, "mine.toml").faults
    return fault.line, fault.field, fault.message


FIELDS = [
    ('kind = "survive"\nposition = "1980 total=92 hand=7,H,Z,O"', "position", "'Z'"),
    ('kind = "survive"\nposition = "1980 hand=7,H,9,O,2"', "position", "4 cards at most"),
    ('kind = "survive"\nposition = "1980 hand=7,7,7,7"', "position", "the deck has only 3"),
    ('kind = "survive"\nposition = "1980 total=99 hand=7"', "position", "98 or less"),
    ('kind = "riddle"\nposition = "1980 hand=7"', "kind", "no kind of puzzle"),
    ('kind = "line"\nposition = "1980 hand=7,8"', "position", "no right answer"),
    ('kind = "pays"\nposition = "2022 hand=7"\nplays = "7"', "position", "no right answer"),
    ('kind = "total"\nposition = "1980 hand=7"\nplays = "9"', "plays", "You have no 9"),
    ('kind = "total"\nposition = "1980 hand=7"\nplays = "Z"', "plays", "not a play"),
    ('kind = "total"\nposition = "1980 hand=7"\nplays = 7', "plays", "a text in quotes"),
    ('kind = "edition"\nposition = "1980 hand=7"\nclaim = "sings"', "claim", "starts no claim"),
    ('kind = "legal"\nposition = "1980 hand=7"\nclaim = "may 7"', "claim", "has no claim"),
    ('kind = "legal"\nposition = "1980 hand=7"\ncolour = "red"', "colour", "no such field"),
    ('kind = "legal"', "position", "has no position"),
    ('kind = true\nposition = "1980 hand=7"', "kind", "a text in quotes"),
]


@pytest.mark.parametrize(("words", "field", "reason"), FIELDS)
def test_a_fault_names_puzzle_field_and_reason(words, field, reason):
    """A wrong card, an impossible hand, no right answer, an unknown key or a wrong type is told with its place."""
    text = f'{GOOD}[[puzzle]]\n{words}\nid = "bad"\n'
    found = only_fault(text)
    assert found[:2] == (6, field)
    assert reason in found[2]
    assert [entry.id for entry in read_puzzles(text, "mine.toml").entries] == ["good"]


def test_the_id_of_another_puzzle_is_refused():
    """Of two puzzles with one id the first is read, and an id of the bank is its puzzle's."""
    assert only_fault(GOOD + GOOD) == (7, "id", "'good' is the id of another puzzle of this file")
    assert only_fault(GOOD.replace('"good"', '"dp80-which-first"'))[1] == "id"


@pytest.mark.parametrize("name", ["", "a b", "Ä", "../x", "A", "-x", "x" * 61])
def test_an_id_is_plain(name):
    """An id is made of small letters, digits and hyphens."""
    found = read_puzzles(GOOD.replace('"good"', f'"{name}"'), "mine.toml")
    assert [fault.field for fault in found.faults] == ["id"]
    assert found.entries == ()


FILES = [
    *(('title = "x', ""), ("title = 3\n" + GOOD, "title"), ("x = 3\n" + GOOD, "x"), ("[puzzle]\nid = 'x'\n", "puzzle")),
    *(("puzzle = [3]\n", "puzzle"), ("", "puzzle"), ("x = [" + "[" * 5000, "")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "field"), FILES)
def test_what_is_wrong_with_the_file_is_told(text, field):
    """No TOML, no puzzle, an unknown key or a wrong type at the top is a fault with its key."""
    found = read_puzzles(text, "mine.toml")
    assert (0, field) in [(fault.line, fault.field) for fault in found.faults]
    assert all(str(fault).isprintable() for fault in found.faults)


def test_a_huge_file_is_not_read(tmp_path):
    """A file over the limit is one fault, and so is one that is no UTF-8."""
    for raw, says in ((b"#" * (MOST_BYTES + 1), "longer than"), (b'id = "\xff"\n', "no UTF-8")):
        (tmp_path / "mine.toml").write_bytes(raw)
        found = read_file(tmp_path / "mine.toml")
        assert says in found.faults[0].message
        assert found.entries == ()


def test_what_generate_writes_is_read_and_verified():
    """A generated file is a teacher's file: sound, and nothing has changed in it."""
    found = read_puzzles(as_toml(generate(2, count=8)), "made.toml")
    assert found.faults == ()
    assert len(found.written) == 8
    assert [change for entry in found.written for change in changes(entry)] == []


def test_an_answer_that_moved_is_told():
    """What was written down and is no longer so is a change: of the answer, the difficulty, a list."""
    text = as_toml(generate(2, PuzzleFilter(kinds=("total",)), 1)).replace('seal = "', 'seal = "x')
    text = text.replace("difficulty = ", "difficulty = 9")
    fields = [
        change.field for entry in read_puzzles(text, "x").written for change in changes(entry)
    ]
    assert fields == ["answer", "difficulty"]

"""Every answer exactly as a sheet prints it is read, and says what it says on the sheet."""

import re
from html import unescape
from itertools import product

import pytest
from classroom.sheet_cases import assignment

from ono_tutor import Puzzle
from ono_tutor.classroom.sheets import sheets
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark, Shape
from ono_tutor.puzzles.kinds import KINDS

READ = (Mark.RIGHT, Mark.WRONG)


def some(kind):
    """Puzzles of a kind, of every rule set."""
    mine = [entry for entry in bank.index().values() if entry.kind == kind]
    late = [entry for entry in mine if "undrawn=0" in entry.position]
    return [*mine[:: max(len(mine) // 4, 1)][:5], *late[:2]]


def printed(entry):
    """The names beside the boxes of a puzzle's sheet, by field, as they stand in its HTML."""
    page = sheets(assignment([entry]))
    for part in re.findall(r'<div role="group".*?</section>', page, re.S):
        lone = re.sub(r"<fieldset>.*?</fieldset>", "", part, flags=re.S)
        for field in [lone, *re.findall(r"<fieldset>.*?</fieldset>", part, re.S)]:
            names = re.findall(r'class="box">.*?<span>(.*?)</span>', field, re.S)
            if names:
                yield [unescape(name) for name in dict.fromkeys(names)]


def typed(entry):
    """Every single answer that can be ticked, as it would be copied from the paper."""
    fields = list(printed(entry))
    return [", ".join(words) for words in product(*fields)]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].info.shape in (Shape.PLAY, Shape.PLAYS, Shape.NEXT, Shape.EDITIONS)])  # fmt: skip
def test_what_is_printed_is_read(kind):
    """Each box is an answer of its own; the right one is among them, alone or with others."""
    for entry in some(kind):
        puzzle, words = Puzzle.of(entry), typed(entry)
        checks = [puzzle.check(each) for each in words]

        assert words, entry
        assert [check.mark for check in checks if check.mark not in READ] == [], (entry, words)
        assert len({str(check.answer) for check in checks}) == len(words), entry
        if puzzle.shape in (Shape.PLAY, Shape.NEXT):
            assert any(check.is_right for check in checks), entry
        elif right := puzzle.answer:
            mine = [each for each, check in zip(words, checks, strict=True) if set(check.answer) <= set(right)]  # fmt: skip
            for between in (", ", "; ", " and "):
                assert puzzle.check(between.join(mine)).is_right, entry


@pytest.mark.parametrize("kind", ["pays", "score"])
def test_amounts_are_read_after_the_names_of_the_seats(kind):
    """What is written beside each printed seat is that seat's, in any order."""
    for entry in some(kind):
        puzzle = Puzzle.of(entry)
        if puzzle.shape is not Shape.AMOUNTS:
            continue
        page = sheets(assignment([entry]))
        seats = re.findall(r'<label class="amount"><span>(.*?)</span>', page)
        lines = [f"{seat}: {amount}" for seat, amount in zip(seats, puzzle.answer, strict=True)]

        for words in ("; ".join(lines), " ".join(reversed(lines)), "\n".join(lines)):
            assert puzzle.check(words).is_right, (entry, words)

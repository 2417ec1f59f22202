"""A mark without reasons is the mark with them."""

import pytest

from ono_tutor.puzzles import bank
from ono_tutor.puzzles.kinds import KINDS
from ono_tutor.puzzles.puzzle import Puzzle

ODD = (None, "", [], "?!", True, 1.5, "certain", "lost", "1/2", 0, 98, ["7", "H"], "every card is safe", {"seat": 1, "owes": 1}, [0, 1], ["1980"])  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
def test_mark_and_check_agree(kind: str) -> None:
    """For right answers, wrong ones and nonsense, over puzzles of every kind."""
    entries = [entry for entry in bank.index().values() if entry.kind == kind][::40][:6]

    for puzzle in map(Puzzle.of, entries):
        plays = map(str, puzzle.position.rules.plays_of_hand(puzzle.position.hand))
        offered = (word for word, _ in puzzle.choices)
        for answer in (puzzle.answer_as_json(), *plays, *offered, *ODD):
            assert puzzle.mark(answer) is puzzle.check(answer).mark

"""Mistakes with names: a wrong answer names the one misconception that explains it."""

from typing import NamedTuple

import pytest

from ono_tutor import Position, Puzzle
from ono_tutor.puzzles.answer import Mark
from ono_tutor.rules.book import misconceptions


class Case(NamedTuple):
    """A puzzle, its right answer, and the wrong answer that only one misconception explains."""

    mistake: str
    kind: str
    line: str
    ask: str
    right: str
    wrong: str

    def puzzle(self):
        """The puzzle; ``ask`` is the claim of an ``edition`` puzzle, and the plays of any other."""
        position = Position.parse(self.line)
        if self.kind == "edition":
            return Puzzle("made-here", self.kind, position, claim=self.ask)
        plays = tuple(map(position.rules.read_play, self.ask.split()))
        return Puzzle("made-here", self.kind, position, plays)


CASES = [
    Case(*row)
    for row in [
        ("limit-99-is-safe", "survive", "1980 total=89 hand=10,10,10,10", "", "lost", "certain"),
        ("limit-99-is-safe", "survive", "2022 total=89 hand=10,10,10,10", "", "lost", "certain"),
        ("ono99-sets-99", "legal", "1980 total=50 hand=7,8,O,9", "", "7 8 9", "7 8 O 9"),
        ("ono99-sets-99", "legal", "2022 total=50 hand=7,8,O,9", "", "7 8 9", "7 8 O 9"),
        ("minus-ten-stops-at-zero", "total", "1980 total=6 hand=-10,7,8,9", "-10", "-4", "0"),
        ("minus-ten-goes-negative", "total", "2022 total=6 hand=-10,7,8,9", "-10", "0", "-4"),
        ("doubles-add-up", "next", "2022 total=50 hand=D,7,8,9 owes=2 players=3", "D", "1 2", "1 4"),
        ("doubles-add-up", "next", "1980 total=50 hand=H,7,8,9 owes=2 players=3", "H", "1 2", "1 4"),
        ("doubles-add-up", "next", "1980 total=50 hand=7,D,8,9 owes=2 players=3", "7 D", "1 2", "1 4"),
        ("hold-answers-play-2", "edition", "1980 total=95 hand=H,9,9,8 owes=2 players=3", "hands-on H", "1980", "1980 2022"),
        ("hold-answers-play-2", "edition", "1980 total=50 hand=H,9,9,8 players=3", "deck H 4", "1980", "1980 2022"),
        ("double-play-answers-double-play", "legal", "1980 total=50 hand=D,7,8,9 owes=2 players=3", "", "7 8 9", "D 7 8 9"),
        ("double-play-answers-double-play", "survive", "1980 total=98 hand=D,7,8,9 owes=2 players=3", "", "lost", "certain"),
        ("no-draw-between", "survive", "1980 total=95 hand=3,8,9,10 owes=2 players=3", "", "chance", "lost"),
        ("no-draw-between", "survive", "2022 total=95 hand=3,8,9,10 owes=2 players=3", "", "chance", "lost"),
        ("double-is-inherited", "next", "1980+scoring=points total=98 hand=7,8,9,10 owes=2 players=3", "7", "1 1", "1 2"),
        ("double-is-inherited", "next", "2022 total=98 hand=7,8,9,10 owes=2 players=3", "out", "1 1", "1 2"),
        ("double-is-inherited", "next", "2022 total=98 hand=7,8,9,10 players=3 played=0", "out", "1 1", "1 2"),
        ("reverse-reply-goes-on", "next", "1980 total=90 hand=R,7,8,9 owes=2 players=4", "R", "3 2", "1 2"),
        ("reverse-reply-goes-on", "next", "2022 total=90 hand=R,7,8,9 owes=2 players=4", "R", "3 2", "1 2"),
        ("reverse-for-two-plays-again", "next", "1980 total=90 hand=R,7,8,9", "R", "1 1", "0 1"),
        ("reverse-for-two-plays-again", "next", "2022 total=90 hand=R,7,8,9", "R", "1 1", "0 1"),
        ("bust-lays-down", "legal", "1980 total=98 hand=7,8,9,10", "", "7 8 9 10", "out"),
        ("bust-plays-card", "legal", "2022 total=98 hand=7,8,9,10", "", "out", "7 8 9 10"),
        ("out-at-zero-chips", "edition", "1980 total=98 hand=7,8,9,10 chips=1/3", "leaves 7", "none", "1980"),
        ("four-ono99-swapped", "edition", "1980 total=50 hand=O,O,O,O", "may OOOO", "2022", "1980 2022"),
        ("four-ono99-loses", "legal", "2022 total=50 hand=O,O,O,O", "", "OOOO", "out"),
        ("four-ono99-loses", "survive", "2022 total=50 hand=O,O,O,O", "", "certain", "lost"),
        ("leaving-mark-is-crossing", "pays", "ninety-nine total=33 hand=7,8,9 players=3", "7", "0/0/0", "1/0/0"),
        ("leaving-mark-is-crossing", "survive", "ninety-nine total=66 hand=7,8,K players=3", "", "certain", "lost"),
        ("coming-down-pays", "pays", "ninety-nine total=76 hand=10,8,9 players=3", "10-10", "0/0/0", "0/1/1"),
        ("two-halves-low-total", "total", "ninety-nine total=48 hand=2,8,9 players=3", "2", "96", "24"),
        ("two-halves-odd-total", "total", "ninety-nine total=53 hand=2,8,9 players=3", "2", "106", "26"),
        ("double-cross-costs-two", "pays", "ninety-nine total=53 hand=2,8,9 players=3", "2", "3/0/0", "2/0/0"),
        ("four-adds-nothing", "total", "ninety-nine total=53 hand=4,8,9", "4", "57", "53"),
        ("landing-on-99-loses", "pays", "ninety-nine total=89 hand=K,8,9 players=3", "K", "0/2/2", "2/0/0"),
        ("landing-on-99-loses", "survive", "ninety-nine total=89 hand=K,Q,J players=3", "", "certain", "lost"),
    ]
]  # fmt: skip

BY_CASE = pytest.mark.parametrize(
    "case", CASES, ids=[f"{case.mistake}-{case.kind}-{case.line.split()[0]}" for case in CASES]
)


@BY_CASE
def test_a_wrong_answer_names_the_one_misconception_behind_it(case):
    """An answer that only one misconception explains names it, with its belief and the truth."""
    check = case.puzzle().check(case.wrong)
    mistake = misconceptions()[case.mistake]

    assert check.mark is Mark.WRONG
    assert [found.id for found in check.mistakes] == [case.mistake]
    assert mistake.belief in str(check)
    assert mistake.truth in str(check)
    assert check.rules[0] == mistake.point


@BY_CASE
def test_the_right_answer_names_no_misconception(case):
    """Who is right is told of no mistake."""
    check = case.puzzle().check(case.right)

    assert check.mark is Mark.RIGHT
    assert check.mistakes == ()


def test_every_misconception_is_told_apart_in_each_of_its_games():
    """There is a puzzle above for each misconception and each rule set that it is about."""
    told = {(case.mistake, case.line.split()[0].split("+")[0]) for case in CASES}
    carried = {("hold-answers-play-2", "2022"), ("hold-answers-play-2", "1980")}

    about = {(mistake.id, key) for mistake in misconceptions().values() for key in mistake.rules}
    assert told | carried == about | carried


def test_a_wrong_answer_without_a_misconception_names_none():
    """A slip that no misconception explains is put down to none."""
    puzzle = Case("", "total", "1980 total=6 hand=-10,7,8,9", "-10", "", "").puzzle()

    assert puzzle.check("-5").mistakes == ()


def test_an_answer_that_two_misconceptions_explain_names_both():
    """Where 10 on 89 and an O'NO 99 both seem to save, either may be what was thought."""
    puzzle = Case("", "survive", "1980 total=89 hand=10,10,O,10", "", "", "").puzzle()

    mistakes = [found.id for found in puzzle.check("certain").mistakes]

    assert mistakes == ["limit-99-is-safe", "ono99-sets-99"]


@pytest.mark.parametrize(
    ("kind", "line", "ask", "answer"),
    [
        ("edition", "1980+chips-out=at-zero total=98 hand=7,8,9,10 chips=1/3", "leaves 7", "1980"),
        ("legal", "1980+ono99=suicide total=98 hand=O,7,8,9", "", "O 7 8 9"),
    ],
)
def test_what_an_option_makes_true_is_no_misconception(kind, line, ask, answer):
    """What would be a misconception elsewhere is the right answer where an option says so."""
    check = Case("", kind, line, ask, "", "").puzzle().check(answer)

    assert check.is_right
    assert check.mistakes == ()


def test_a_misconception_keeps_the_options():
    """A minus ten below zero is believed to be playable where the option makes it unplayable."""
    line = "2022+minus-ten=unplayable total=6 hand=-10,7,8,9"
    check = Case("", "legal", line, "", "", "").puzzle().check("-10 7 8 9")

    assert [found.id for found in check.mistakes] == ["minus-ten-goes-negative"]

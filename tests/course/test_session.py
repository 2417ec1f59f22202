"""A sitting: its order, each answer stored at once, and one of a name goes on where it stopped."""

from datetime import UTC, datetime, timedelta

import pytest

from ono_tutor import Puzzle
from ono_tutor.course.diagnosis import NAMED, diagnose
from ono_tutor.course.progress import Progress
from ono_tutor.course.session import Sitting
from ono_tutor.puzzles import bank
from ono_tutor.puzzles.answer import Mark

THREE = Puzzle.load_set("double-play-1980")[:3]
TWO = [Puzzle.load("dp80-hold"), Puzzle.load("dp80-exactly-99")]
LINE = Puzzle.load("line-63mu88ye")
START = datetime(2026, 11, 1, 9, tzinfo=UTC)


@pytest.fixture
def progress(tmp_path):
    return Progress.open(tmp_path / "kept.json")


def sitting(progress, name="dp"):
    """A sitting whose answers are a minute apart."""
    times = iter(START + n * timedelta(minutes=1) for n in range(1000))
    return Sitting(THREE, progress, name, lambda: next(times))


def test_an_answer_is_kept_with_its_hints_and_its_lesson(progress):
    """What was answered, after how many hints and where, is in the file; no answer is not."""
    here = sitting(progress)
    here.answer("  ")
    here.hint()
    here.answer("7")
    (kept,) = Progress.open(progress.path).history()
    assert (kept.puzzle, kept.answer, kept.mark) == ("dp80-hold", "7", Mark.WRONG)
    assert (kept.hints, kept.lesson, kept.at) == (1, "dp", "2026-11-01T09:00:00.000Z")


def test_a_sitting_of_the_same_name_goes_on(progress):
    """What was answered stays answered, and what was missed comes back; so does a new round."""
    first = sitting(progress)
    first.answer("7")
    first.advance()
    second = sitting(progress)
    assert second.is_closed
    assert (second.puzzle.id, len(second.queue)) == ("dp80-hold", 4)
    assert (second.last.answer, second.recall().mark) == ("7", Mark.WRONG)
    second.again()
    second.answer("H")
    third = sitting(progress)
    assert (third.round, third.first_marks) == (2, {"dp80-hold": Mark.RIGHT})
    assert [kept.lesson for kept in progress.history()] == ["dp", "dp#2"]


def test_a_belief_is_named_once_it_is_probable(progress):
    """One wrong answer of three might be a slip; the more there are by one belief, the surer."""
    belief = "double-play-answers-double-play"
    entries = [each for each in bank.index().values() if each.misconceptions == (belief,)]
    puzzles = [Puzzle.of(each) for each in entries if each.kind == "survive"][:4]
    here = Sitting(puzzles, progress)
    named, chances = [], []
    for puzzle in puzzles:
        words = ("certain", "chance", "lost")
        told = {word: [each.id for each in puzzle.check(word).mistakes] for word in words}
        wrong = next(word for word in words if told[word] == [belief])
        named.append([mistake.id for mistake in here.answer(wrong).named])
        chances.append(diagnose(progress.history()).chance(belief))
        here.advance()
    assert (named[0], named[-1]) == ([], [belief])
    assert chances == sorted(chances)
    assert [bool(ids) for ids in named] == [chance >= NAMED for chance in chances]
    assert [each.mistakes for each in progress.history()] == [(belief,)] * 4


# ---- the order ----


def test_the_first_answer_counts_and_a_second_try_is_only_one():
    """A right answer after a wrong one does not make the puzzle right at the first answer."""
    once, twice = Sitting(TWO), Sitting(TWO, second_try=True)
    once.answer("7")
    twice.answer("7")
    twice.answer("H")
    assert (twice.first_marks, twice.right_first_time) == ({"dp80-hold": Mark.WRONG}, 0)
    for here in (once, twice):
        assert here.is_closed
        with pytest.raises(ValueError, match="is answered"):
            here.answer("H")


@pytest.mark.parametrize("miss", [lambda here: here.answer("7"), Sitting.give_up])
def test_what_was_missed_comes_back_once_all_were_seen(miss):
    """A wrong answer, or the solution asked for, puts the puzzle at the end, and only once."""
    here = Sitting(TWO, second_try=True)
    miss(here)
    miss(here)
    assert [puzzle.id for puzzle in here.queue] == ["dp80-hold", "dp80-exactly-99", "dp80-hold"]
    while here.advance():
        here.give_up()
    assert [puzzle.id for puzzle in here.queue] == ["dp80-hold", "dp80-exactly-99"] * 2
    assert (here.is_last, here.comes_back) == (True, False)


def test_what_cannot_be_read_is_no_attempt():
    """A malformed answer counts nowhere, and the puzzle is still open; nothing is kept here."""
    here = Sitting(TWO)
    assert (here.last, here.notices) == (None, ())
    assert here.answer("the blue one").mark is Mark.MALFORMED
    assert (here.first_marks, here.is_answered, len(here.queue)) == ({}, False, 2)


def test_a_line_is_answered_play_by_play_and_kept_when_it_is_done(progress):
    """A good start puts the position after the reply on the table; the end makes it right."""
    here, plays, seat = Sitting([LINE], progress), 0, LINE.position.turn
    while not here.is_answered:
        assert progress.history() == ()
        assert here.position.turn == seat
        (play, *_) = Puzzle("now", "line", here.position).answer
        check = here.answer(str(play))
        plays += 1
    (kept,) = progress.history()
    assert (check.is_right, kept.mark) == (True, Mark.RIGHT)
    assert here.first_marks == {LINE.id: Mark.RIGHT}
    assert len(kept.answer) >= plays > 1


def test_what_belongs_to_other_puzzles_is_passed_over(progress):
    """Neither an answer to another puzzle nor a malformed one leads anywhere."""
    Sitting([Puzzle.load("dp80-which-first")], progress, "two").answer("H")
    Sitting(TWO[:1], progress, "two").answer("the blue one")
    here = Sitting(TWO, progress, "two")
    assert (here.place, here.first_marks, here.last) == (0, {}, None)
    assert len(progress.history()) == 2

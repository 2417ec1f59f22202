"""A learner's session: answers kept, changed and handed in, and nothing told too early."""

from dataclasses import replace
from datetime import timedelta

import pytest
from classroom.homework_sessions import (
    NOON,
    ONE_OF_EACH,
    THREE,
    Clock,
    answer_all,
    assignment,
    begun,
    line_with_steps,
    session_in,
)

from ono_tutor import NotationError
from ono_tutor.classroom.answers_file import LONGEST_ANSWER, parse_answers
from ono_tutor.classroom.assignment import Feedback
from ono_tutor.classroom.homework.session import ItemState
from ono_tutor.classroom.marking import MOST_ANSWERS, Judge, mark_learner
from ono_tutor.course.progress import Progress
from ono_tutor.errors import OnoError
from ono_tutor.puzzles.answer import Mark
from ono_tutor.puzzles.puzzle import Puzzle

HIDDEN = [Feedback.AFTER, Feedback.NEVER]


def marks(folder, given, name="week-3-ann-lee.json"):
    """The marks of the file that lies in the folder."""
    handed = parse_answers((folder / name).read_bytes())
    return mark_learner(Judge(given), handed.learner, [(name, handed)])


def kept_marks(folder):
    return [answered.mark for answered in Progress.open(folder / "answers.json").history()]


def states(found):
    return [found.status(place).state for place in range(len(found.puzzles))]


def test_nobody_sits_there_before_a_name_is_given(tmp_path):
    """Without a name there are no puzzles, and a bad name is refused and changes nothing."""
    found = session_in(tmp_path, assignment())
    with pytest.raises(NotationError):
        found.sign_in("   ")
    with pytest.raises(OnoError, match="asked for a name"):
        found.hand_in()
    assert (found.learner, found.puzzles) == (None, ())


@pytest.mark.parametrize("feedback", HIDDEN)
def test_an_answer_is_kept_unjudged(tmp_path, feedback):
    """Before the hand-in neither what is given back nor what is on disk tells right from wrong."""
    found = begun(tmp_path, assignment(feedback, ids=ONE_OF_EACH))
    for right in (True, False):
        answer_all(found, right=right)
    told = found.answer(found.puzzle.answer_as_json())
    assert (told.check, told.is_kept, told.is_on_disk) == (None, True, True)
    assert set(states(found)) == {ItemState.GIVEN}
    assert set(kept_marks(tmp_path)) == {Mark.NOT_ATTEMPTED}
    kept = Progress.open(tmp_path / "answers.json").history()
    assert not any(each.rule_points or each.mistakes or each.traps for each in kept)
    assert len(kept) == 2 * len(ONE_OF_EACH) + 1
    assert found.check_of(0) is None
    assert not found.can_solve


@pytest.mark.parametrize("feedback", HIDDEN)
def test_the_last_answer_counts(tmp_path, feedback):
    """An answer may be changed, in another program too; the file holds the last and no other."""
    given = assignment(feedback)
    answer_all(begun(tmp_path, given), right=False)
    again = begun(tmp_path, given)
    answer_all(again)
    again.go(1)
    again.answer("1")
    again.hand_in()
    assert [item.earned for item in marks(tmp_path, given).items] == [2, 0, 2]
    assert again.marked().earned == marks(tmp_path, given).earned
    if feedback is Feedback.AFTER:
        assert states(again) == [ItemState.RIGHT, ItemState.WRONG, ItemState.RIGHT]
    assert len(parse_answers((tmp_path / "week-3-ann-lee.json").read_bytes()).rows) == len(THREE)


LINE = "line-exhpep85"


@pytest.mark.parametrize(
    ("puzzle", "answer", "mark"),
    [
        *((THREE[1], nothing, Mark.NOT_ATTEMPTED) for nothing in (None, "", "  ", [])),
        (THREE[1], "many", Mark.MALFORMED),
        (THREE[1], {"a": 1}, Mark.MALFORMED),
        (LINE, ["Q"] * LONGEST_ANSWER, Mark.MALFORMED),
        (LINE, [*Puzzle.load(LINE).answer_as_json(), "7", "7"], Mark.MALFORMED),
    ],
)
def test_what_no_file_could_hold_is_told_and_not_kept(tmp_path, puzzle, answer, mark):
    """Nothing and nonsense, what is too long, and plays after the end: at once, not when graded."""
    told = begun(tmp_path, assignment(ids=(puzzle,))).answer(answer)
    assert (told.check.mark, told.is_kept) == (mark, False)
    assert kept_marks(tmp_path) == []


@pytest.mark.parametrize(
    ("attempts", "answers", "status"),
    [
        (2, ["1"], (ItemState.WRONG, 1, False)),
        (2, ["1", "2"], (ItemState.WRONG, 0, True)),
        (0, ["1", "2", "3"], (ItemState.WRONG, None, False)),
        (0, ["1", "2", "3", None], (ItemState.RIGHT, None, True)),
    ],
)
def test_feedback_now_counts_answers(tmp_path, attempts, answers, status):
    """Wrong ones until they are used up, or none is left to count; a right one is the last."""
    given = assignment(Feedback.NOW, attempts)
    found = begun(tmp_path, given)
    found.go(1)
    right = found.puzzle.answer_as_json()
    marked = [found.answer(answer or right).check.mark for answer in answers]
    assert marked == [Mark.WRONG if answer else Mark.RIGHT for answer in answers]
    assert (found.status(1), found.can_solve) == (status, status[2])
    assert not status[2] or not found.answer(right).is_kept
    found.hand_in()
    item = marks(tmp_path, given).items[1]
    assert (item.earned, item.answers) == (2 * (None in answers), len(answers))


def test_what_is_handed_in_stays_handed_in(tmp_path):
    """Afterwards no answer is taken, here or in a window that was open before."""
    given = assignment()
    other = begun(tmp_path, given)
    found = begun(tmp_path, given)
    answer_all(found)
    found.hand_in()
    assert not found.answer("1").is_kept
    assert not other.answer("1").is_kept
    assert begun(tmp_path, given).handed_in is not None
    assert marks(tmp_path, given).earned == 6


def test_the_file_can_be_written_again(tmp_path):
    """Once more the same file; where it was changed meanwhile, beside it, and nothing is lost."""
    found = begun(tmp_path, assignment())
    answer_all(found)
    first = found.hand_in()
    text = (tmp_path / first).read_bytes()
    assert found.hand_in() == first
    (tmp_path / first).write_text("mine", encoding="utf-8")
    assert not found.has_file
    second = found.hand_in()
    assert second == "week-3-ann-lee-2.json"
    assert (tmp_path / second).read_bytes() == text
    assert (tmp_path / first).read_text(encoding="utf-8") == "mine"
    assert begun(tmp_path, assignment()).has_file


def test_another_attempt_is_a_file_that_holds_both(tmp_path):
    """A second attempt is answered anew; its file has the first one's answers as well."""
    given = assignment(attempts=2)
    found = begun(tmp_path, given)
    answer_all(found)
    found.hand_in()
    found.again()
    assert states(found) == [ItemState.NONE] * 3
    answer_all(found, right=False)
    placed = found.hand_in()
    assert placed == "week-3-ann-lee-attempt-2.json"
    handed = parse_answers((tmp_path / placed).read_bytes())
    assert [row.attempt for row in handed.rows] == [1, 1, 1, 2, 2, 2]
    assert marks(tmp_path, given, placed).earned == 6
    assert (found.has_another, found.attempt) == (False, 2)


@pytest.mark.parametrize("attempts", [1, 2, 0])
@pytest.mark.parametrize("feedback", Feedback)
def test_how_often_one_may_try(tmp_path, feedback, attempts):
    """There is another attempt while there are any left; with feedback now there is none."""
    found = begun(tmp_path, assignment(feedback, attempts))
    assert not found.has_another
    found.hand_in()
    assert found.has_another == (attempts != 1 and feedback is not Feedback.NOW)


def test_another_learners_answers_are_kept_apart(tmp_path):
    """Who changes the name sees none of the other's answers, and finds the own again."""
    found = begun(tmp_path, assignment())
    answer_all(found)
    found.sign_in("Bob")
    assert found.missing == (0, 1, 2)
    found.answer("lost")
    found.sign_in("ann  LEE")
    assert found.missing == ()
    assert [answered.answer for answered in found.responses(0)] == ["certain"]


def test_a_line_is_answered_play_by_play(tmp_path):
    """The position after the reply is on the table, and the line is closed at its end."""
    puzzle = line_with_steps()
    given = assignment(Feedback.NOW, ids=(puzzle.id,))
    found = begun(tmp_path, given)
    started = found.answer(str(puzzle.answer[0]))
    assert (started.check.is_right, started.is_kept) == (True, False)
    assert states(found) == [ItemState.BEGUN]
    assert found.position != puzzle.position
    found.answer(", ".join(map(str, puzzle.answer[1 + len(started.check.replies) :])))
    assert states(found) == [ItemState.RIGHT]


@pytest.mark.parametrize("feedback", HIDDEN)
def test_the_first_play_of_a_line_is_taken_as_written(tmp_path, feedback):
    """Nobody replies before the hand-in; the first play alone is judged then, as is a whole line."""
    puzzle = line_with_steps()
    given = assignment(feedback, ids=(puzzle.id,))
    found = begun(tmp_path, given)
    told = found.answer(str(puzzle.answer[0]))
    assert (told.check, told.is_kept) == (None, True)
    assert found.position == puzzle.position
    found.hand_in()
    assert marks(tmp_path, given).earned == 2


def test_hints_are_told_now_and_counted_over_a_restart(tmp_path):
    """The hints that were shown are handed in with the answer; otherwise there are none."""
    given = assignment(Feedback.NOW)
    begun(tmp_path, given).hint()
    found = begun(tmp_path, given)
    _, step, _ = found.hint()
    found.answer("certain")
    found.hand_in()
    assert step == 2
    assert marks(tmp_path, given).items[0].hints == 2
    assert begun(tmp_path, assignment(Feedback.AFTER)).hint() is None


def test_late_is_said_by_the_times_of_the_answers(tmp_path):
    """What was answered before the time is not late, whenever it is handed in; the rest is."""
    due = "2026-11-20T12:30:00Z"
    clock = Clock()
    found = session_in(tmp_path, assignment(attempts=2, due=due), clock)
    found.sign_in("Ann")
    found.answer("certain")
    clock.time = NOON + timedelta(hours=1)
    assert found.is_late
    found.hand_in()
    assert found.is_late is found.marked().is_late is False
    found.again()
    found.answer("lost")
    clock.time -= timedelta(days=1)  # the answer given last counts, whatever the clock says
    found.answer("certain")
    found.hand_in()
    assert found.is_late
    assert found.marked().items[0].earned == 2


def test_a_hundred_answers_are_the_last(tmp_path):
    """Grading looks at a hundred answers to a puzzle: with any number one is closed after these."""
    given = assignment(Feedback.NOW, attempts=0, ids=THREE[1:2])
    found = begun(tmp_path, given)
    found.answer("1")
    (first,) = found.responses(0)
    for number in range(1, MOST_ANSWERS):
        assert found.status(0) == (ItemState.WRONG, None, False)
        found._see(replace(first, at=f"2026-11-22T10:00:00.{number:03}Z"))
    assert found.status(0) == (ItemState.WRONG, 0, True)
    found.hand_in()
    assert marks(tmp_path, given).items[0].answers == MOST_ANSWERS


def test_answers_that_another_hand_wrote_are_passed_over(tmp_path):
    """What is no answer to these puzzles does no harm: it is neither shown nor handed in."""
    given = assignment()
    found = begun(tmp_path, given)
    found.answer("certain")
    (answered,) = found.responses(0)
    store = Progress.open(tmp_path / "answers.json")
    strange = ["[[]]", '"nonsense"', '{"a": 1}', "null", f'"{"x" * 900}"', '"\\ud800"']
    for text in strange:
        store.keep(replace(answered, given=text, at="2027-01-01T00:00:00.000Z"))
    store.keep(replace(answered, puzzle="dp80-other", at="2027-01-01T00:00:00.000Z"))
    again = begun(tmp_path, given)
    assert again.place == 0
    assert [each.given for each in again.responses(0)] == ['"certain"']
    handed = parse_answers((tmp_path / again.hand_in()).read_bytes())
    assert [row.answer for row in handed.rows] == ['"certain"']

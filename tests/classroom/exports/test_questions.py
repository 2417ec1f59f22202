"""What is offered does not give the answer away, and nothing right is missing."""

from itertools import combinations

import pytest
from classroom.exports.sample import assignment, entries

from ono_tutor.classroom.exports import gift, moodle_xml, qti, qti12
from ono_tutor.classroom.exports.questions import question_of, questions_of
from ono_tutor.errors import UnanswerableError
from ono_tutor.puzzles.bank import Entry
from ono_tutor.puzzles.puzzle import Puzzle


def asked(entry):
    return question_of(Puzzle.of(entry), 1, 1, takes_all=False)


@pytest.mark.parametrize("entry", entries("legal", 20), ids=lambda entry: entry.id)
def test_the_sets_of_cards_differ_in_nothing_but_the_doubtful_ones(entry):
    """Every combination of the doubtful cards is there, so that no set stands out."""
    words = {answer.words for answer in asked(entry).options}
    named = [frozenset(word.split(", ")) - {"out"} for word in words]

    doubtful = frozenset.union(*named) - frozenset.intersection(*named)
    core = frozenset.intersection(*named)

    sizes = range(len(doubtful) + 1)
    every = {core | set(some) for size in sizes for some in combinations(doubtful, size)}
    assert set(named) >= every - {frozenset()}


@pytest.mark.parametrize(
    ("name", "kind", "position", "reason"),
    [
        (
            *("tens", "threat", "1980 total=80 hand=10,10,10,10"),
            "Only one answer could be offered, so there is nothing to choose.",
        ),
        (
            *("lost", "best-card", "1980 total=98 hand=10,10,10,10"),
            "No card completes this turn, so none is best",
        ),
    ],
)
def test_what_is_no_question_is_left_out_with_the_reason(name, kind, position, reason):
    """One answer alone is no choice, and what the engine cannot answer no export answers."""
    found = questions_of(assignment([Entry(name, kind, position)]))

    assert (found.groups, found.count, found.left_out) == ((), 0, ((name, reason),))


def test_a_line_has_no_question():
    """A line goes on with the others' replies, for which no choice has a place."""
    with pytest.raises(UnanswerableError, match="line of play"):
        asked(entries("line")[0])


def test_every_option_of_the_rules_is_told_in_a_sentence():
    """A learner who meets an option in an LMS reads there what it means."""
    entry = Entry("opt", "legal", "2022+minus-ten=unplayable total=4 hand=-10,0,R,3")

    assert "House rule: You may not play a Minus Ten" in " ".join(asked(entry).texts)


@pytest.mark.parametrize("write", [gift, moodle_xml, qti, qti12])
def test_an_export_leaves_out_lines_of_play_by_name(write):
    """What no choice can hold is named with the reason, in every format; the rest is there."""
    lines, others = entries("line")[:2], entries("total")[:2]

    found = write(assignment([*lines, *others]))

    assert found.count == 2
    assert [left.id for left in found.left_out] == [entry.id for entry in lines]
    assert all("line of play" in left.reason for left in found.left_out)


@pytest.mark.parametrize("write", [gift, moodle_xml, qti, qti12])
def test_the_same_assignment_gives_the_same_bytes(write):
    """An export can be made again and compared, in every format."""
    found = assignment(entries("legal"))

    assert write(found) == write(found)

"""Puzzles on exactly the rules of a table."""

from contextlib import suppress

import pytest

from ono_tutor.errors import NotationError, OnoError
from ono_tutor.puzzles.filters import COUNT, EACH, puzzles_on
from ono_tutor.puzzles.puzzle import Puzzle, format_set, read_set
from ono_tutor.rules.catalogue import RULE_SETS, ruleset
from ono_tutor.widgets.quiz import chosen_puzzles

TABLES = (
    "1980+ono99=suicide",
    "1980+scoring=points+target=100",
    "2022+minus-ten=unplayable+dump=free",
    "ninety-nine+points=5+below-zero=forbid",
    "1980+draw-deadline=next-plays+next-starter=left-of-dealer",
)


@pytest.mark.parametrize("name", [*TABLES, *RULE_SETS])
def test_every_puzzle_of_a_table_is_on_its_rules_and_can_be_read_again(name):
    """Every puzzle is asked under the whole line of rules, and survives a link."""
    found = puzzles_on(ruleset(name))
    assert len(found) == COUNT
    assert not {puzzle.kind for puzzle in found} & {"edition", "line", "threat"}
    assert {puzzle.position.rules for puzzle in found} == {ruleset(name)}
    assert read_set(format_set(found, ())) == found


OPTIONS = ("1980+ono99=suicide", "2022+minus-ten=unplayable", "ninety-nine+below-zero=forbid")


@pytest.mark.parametrize("name", [*OPTIONS, "1980+ono-on-zero=turn"])
def test_the_first_puzzles_are_decided_by_what_was_chosen(name):
    """Under the default of the option each of them has another answer, or cannot be asked."""
    for puzzle in puzzles_on(ruleset(name))[:EACH]:
        line = str(puzzle.position).replace(name, name.partition("+")[0], 1)
        with suppress(OnoError):
            other = read_set(f"{puzzle.kind}: {line} | {' '.join(map(str, puzzle.plays))}")[0]
            assert other.answer != puzzle.answer


def test_a_quiz_takes_the_rules_of_a_table():
    """``rules:`` and a line of rules name the puzzles on these rules."""
    _, found = chosen_puzzles("rules: 2022+dump=free")
    assert found == puzzles_on(ruleset("2022+dump=free"))
    assert all(isinstance(puzzle, Puzzle) for puzzle in found)


def test_a_rule_that_is_none_is_named():
    """A wrong option in the line is refused with those that there are."""
    with pytest.raises(NotationError, match="has no option 'dum'; its options are"):
        chosen_puzzles("rules: 2022+dum=free")
